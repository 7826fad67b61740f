package kakuro

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
)

// ErrSize says that a size is out of bounds, or that no puzzle of that size or layout was
// found with that difficulty.
var ErrSize = errors.New("kakuro: a size out of bounds")

// MinGenerated is the shortest side of a puzzle that Generate makes, the clue
// border included.
const MinGenerated = 5

// MaxGenerated returns the longest side of a puzzle that Generate makes of a difficulty.
// Harder puzzles take more attempts, and each attempt takes longer.
func MaxGenerated(d Difficulty) int {
	return [...]int{Easy: 25, Medium: 25, Hard: 20, Expert: 14}[d]
}

// Demands returns the difficulties that can be asked for, easy first.
func Demands() []Difficulty { return []Difficulty{Easy, Medium, Hard, Expert} }

// ParseDifficulty returns the difficulty of that name, if it is one of Demands.
func ParseDifficulty(name string) (Difficulty, error) {
	if d, ok := solvers.ParseDifficulty(name); ok && slices.Contains(Demands(), d) {
		return d, nil
	}
	return 0, fmt.Errorf("kakuro: no difficulty %q", name)
}

// attempts is the number of layouts that are tried for one puzzle.
const attempts = 400

// Generate makes a puzzle with one solution, of rows × cols with the clue border,
// whose Steps have that difficulty. The same arguments give the same puzzle on any
// machine: all work is counted and none timed, and ctx only breaks it off. The error
// is that of ctx, or ErrSize for sides out of bounds or if no layout gives that
// difficulty.
//
// A layout has blocks in random pairs that are each other's image when the grid is
// turned by half. They leave no white cell alone in its entry, and all white cells
// connected. The layout is filled at random, with more of the ends of 1 to 9 than of
// the middle, as these leave fewer combinations. If full consistency of each entry
// leaves cells open, some of those get another digit, whenever that leaves fewer
// open, until none is. For Expert, "open" means open to assumptions too. That
// there is only one solution needs no search: every cell was deduced.
func Generate(ctx context.Context, rows, cols int, d Difficulty, seed uint64) (*Puzzle, error) {
	if d < Easy || d > Expert || min(rows, cols) < MinGenerated || max(rows, cols) > MaxGenerated(d) {
		return nil, ErrSize
	}
	for try := range attempts {
		random := rand.New(rand.NewPCG(seed, uint64(try)<<32|uint64(rows)<<20|uint64(cols)<<8|uint64(d)))
		p, err := attempt(ctx, random, rows, cols, d)
		if p != nil || err != nil {
			return p, err
		}
	}
	return nil, ErrSize
}

// attempt makes one layout with clues. It returns nil if that fails or gives another
// difficulty.
func attempt(ctx context.Context, random *rand.Rand, rows, cols int, d Difficulty) (*Puzzle, error) {
	p := layout(random, rows, cols, recipes[d].longest)
	if p == nil {
		return nil, nil
	}
	f := newFilling(ctx, p)
	if !f.fill(random, recipes[d].weights) || !f.settle(random, d) || f.grade() != d {
		return nil, ctx.Err()
	}
	return p, nil
}

// grade writes the sums into the puzzle and returns its difficulty.
func (f *filling) grade() Difficulty {
	for _, run := range f.entries {
		f.puzzle.setSum(run.Entry, run.Sum)
	}
	return f.puzzle.grade(f.ctx)
}

// recipes say how puzzles of each difficulty are made.
var recipes = [...]struct {
	longest  int     // cells of the longest entry
	weights  [10]int // how often each digit is drawn, relative to the others
	many     bool    // the solution may need entries with several combinations
	fillings bool    // the solution may need all fillings of an entry
}{
	Easy:   {5, [10]int{0, 6, 4, 3, 1, 1, 1, 3, 4, 6}, false, false},
	Medium: {6, [10]int{0, 4, 4, 3, 2, 2, 2, 3, 4, 4}, true, false},
	Hard:   {6, [10]int{0, 3, 3, 2, 2, 2, 2, 2, 3, 3}, true, true},
	Expert: {6, [10]int{0, 3, 3, 2, 2, 2, 2, 2, 3, 3}, true, true},
}

// filling is a solution on trial: a digit in each white cell, whose sums are the
// clues.
type filling struct {
	*bench
	digit []int
	taken []uint16 // for each entry, the digits in it
	fixed []bool   // entries whose sum stays as it is; nil for none
	later []int32  // entries whose fillings are to be looked at
	waits []bool   // for each entry, whether it is in later

	beside map[int32][]uint16 // of a cell: what the clues leave without those of its entries
}

// newFilling returns an empty filling of p.
func newFilling(ctx context.Context, p *Puzzle) *filling {
	s := newBench(ctx, p)
	f := &filling{
		bench: s,
		digit: make([]int, len(s.marks)),
		taken: make([]uint16, len(s.entries)),
		waits: make([]bool, len(s.entries)),

		beside: map[int32][]uint16{},
	}
	f.silent = make([]bool, len(s.entries))
	return f
}

// fill draws a digit for each cell in turn, of those that its entries lack. It
// returns false if a cell has none.
func (f *filling) fill(random *rand.Rand, weights [10]int) bool {
	for cell := range int32(len(f.digit)) {
		free := f.freeDigits(cell)
		total := 0
		for d := range digits(free) {
			total += weights[d]
		}
		if total == 0 {
			return false
		}
		n := random.IntN(total)
		for d := range digits(free) {
			if n -= weights[d]; n < 0 {
				f.put(cell, d)
				break
			}
		}
	}
	return true
}

// freeDigits returns the digits that neither entry of a cell has.
func (f *filling) freeDigits(cell int32) uint16 {
	return allDigits &^ f.taken[f.across[cell]] &^ f.taken[f.down[cell]]
}

// put writes a digit into a cell in place of the one there, if any. The sums of its entries follow,
// with their combinations, unless they are fixed.
func (f *filling) put(cell int32, d int) {
	was := f.digit[cell]
	f.digit[cell] = d
	for _, e := range [2]int32{f.across[cell], f.down[cell]} {
		run := &f.entries[e]
		f.taken[e] = f.taken[e]&^(1<<was) | 1<<d
		if f.fixed != nil && f.fixed[e] {
			continue
		}
		run.Sum += d - was
		run.combos = combosOf(run.Len, run.Sum)
	}
}

// reason marks the digits that the clues leave by the reasoning that the difficulty
// allows. It returns the number of marks beyond one in each cell.
func (f *filling) reason(d Difficulty) int {
	f.erase()
	for e := range f.entries {
		f.strikeUnion(int32(e))
	}
	f.deduce(recipes[d].many, recipes[d].fillings)
	return f.surplus()
}

// reasonBeside returns what reason does, and is faster for a cell whose digits are tried one after
// the other. What follows from clues does not depend on their order. So it takes the clues of all
// entries except the cell's two first, and only once: their result stays in f.beside until settle
// clears it, when the digit of a cell has changed for good. Then it takes those two.
func (f *filling) reasonBeside(cell int32, d Difficulty) int {
	own := [2]int32{f.across[cell], f.down[cell]}
	if beside, ok := f.beside[cell]; ok {
		copy(f.marks, beside)
	} else {
		f.erase()
		for e := range f.entries {
			if f.silent[e] = slices.Contains(own[:], int32(e)); !f.silent[e] {
				f.strikeUnion(int32(e))
			}
		}
		f.deduce(recipes[d].many, recipes[d].fillings)
		clear(f.silent)
		f.beside[cell] = slices.Clone(f.marks)
	}
	f.trail = f.trail[:0] // nothing of this is put back
	for _, e := range own {
		f.push(e)
		f.strikeUnion(e)
	}
	f.deduce(recipes[d].many, recipes[d].fillings)
	return f.surplus()
}

// strikeUnion strikes from the cells of an entry the digits that no combination with its length and
// sum has.
func (f *filling) strikeUnion(e int32) {
	run := &f.entries[e]
	for _, cell := range run.cells {
		f.strike(cell, allDigits&^run.union)
	}
}

// surplus sets f.open to the number of open cells, and returns the number of marks beyond one in
// each, added up.
func (f *filling) surplus() (n int) {
	f.open = 0
	for _, m := range f.marks {
		if marks := bits.OnesCount16(m); marks > 1 {
			f.open++
			n += marks - 1
		}
	}
	return n
}

// deduce goes on until nothing follows any more. It looks at all fillings of an
// entry, which takes long, only if nothing else leads on.
func (f *filling) deduce(many, fillings bool) {
	f.later = f.later[:0]
	for len(f.queue) > 0 {
		for next := 0; next < len(f.queue); next++ {
			e := f.queue[next]
			f.queued[e] = false
			if f.silent[e] {
				continue
			}
			f.combine(e, many)
			if fillings && !f.waits[e] {
				f.waits[e] = true
				f.later = append(f.later, e)
			}
		}
		f.queue = f.queue[:0]
		for len(f.later) > 0 && len(f.queue) == 0 {
			e := f.later[0]
			f.later = f.later[1:]
			f.waits[e] = false
			f.arrange(e)
		}
	}
}

// combine strikes from an entry's cells the digits of its decided cells. If only one combination
// fits the marks, or if any is true, it strikes the digits that no fitting combination has. Then
// it decides hidden singles: digits that every fitting combination has and one cell can take.
func (b *bench) combine(e int32, any bool) {
	run := &b.entries[e]
	var marks [maxLen]uint16
	var decided, once, twice uint16
	for _, cell := range run.cells {
		if m := b.marks[cell]; single(m) {
			decided |= m
		}
	}
	for i, cell := range run.cells {
		if !single(b.marks[cell]) {
			b.strike(cell, decided)
		}
		marks[i] = b.marks[cell]
	}
	some, every, n := run.allowed(marks[:run.Len])
	for _, cell := range run.cells {
		if any || n == 1 {
			b.strike(cell, allDigits&^some)
		}
		twice |= once & b.marks[cell]
		once |= b.marks[cell]
	}
	hidden := every & once &^ twice // once has the marks of any cell, twice those of several
	for _, cell := range run.cells {
		if own := b.marks[cell] & hidden; single(own) {
			b.strike(cell, allDigits&^own)
		}
	}
}

// settle gives random open cells other digits, a bounded number of times, and keeps each change
// that leaves fewer marks by measure, and one in four of those that leave as many. It reports
// whether the clues came to be enough to solve the puzzle by reason. For Expert it instead
// reports whether the puzzle came to have that grade.
func (f *filling) settle(random *rand.Rand, d Difficulty) bool {
	left := f.measure(d, f.reason(d))
	open := f.openCells()
	grades := 20 // calls of grade, which take long
	for tries := 20 * len(open); tries > 0 && grades > 0 && !f.timeOver(); tries-- {
		if len(open) == 0 && d < Expert {
			return true
		}
		if len(open) == 0 { // after assumptions
			if f.grade() == Expert {
				return true
			}
			grades--
			f.reason(d)
			open = f.openCells()
		}
		cell := open[random.IntN(len(open))]
		was, free := f.digit[cell], f.freeDigits(cell)
		if free == 0 {
			continue
		}
		f.put(cell, drawDigit(random, free))
		now := f.measure(d, f.reasonBeside(cell, d))
		if now > left || now == left && random.IntN(4) > 0 {
			f.put(cell, was)
		} else {
			left, open = now, f.openCells()
			clear(f.beside)
		}
	}
	return len(open) == 0 && d < Expert
}

// measure returns how far the clues are from being right for difficulty d, given the surplus of
// marks that reason found. Below Expert it is that surplus. For Expert it is the surplus that is
// left after assumptions, which it makes here. But clues that need no assumption are farthest
// from right, and next are those that leave more than a third of the cells open before any
// assumption: there it makes none.
func (f *filling) measure(d Difficulty, surplus int) int {
	const far = 1 << 20 // more than any surplus
	switch {
	case d < Expert:
		return surplus
	case surplus == 0:
		return 2 * far
	case 3*f.open > len(f.marks):
		return far + surplus
	}
	f.force()
	return f.surplus()
}

// openCells returns the cells with several marks.
func (f *filling) openCells() (open []int32) {
	for cell, m := range f.marks {
		if bits.OnesCount16(m) > 1 {
			open = append(open, int32(cell))
		}
	}
	return open
}

// drawDigit draws a digit of a set, each as likely as the others. The set is not empty.
func drawDigit(random *rand.Rand, set uint16) int {
	n := random.IntN(bits.OnesCount16(set))
	for d := range digits(set) {
		if n--; n < 0 {
			return d
		}
	}
	return 0
}
