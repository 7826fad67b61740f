package sudoku

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"kibitz/solvers"
)

// A Step is one deduction: its name, its place, its reason and its result.
type Step struct {
	Technique Technique
	Cells     []Placed // what follows: one digit placed, or digits struck; Trial places several

	Digits uint16  // bit d: the digits that the step is about
	Seen   []int   // the cells of the pattern: pair, corners, wing with its pivot first
	Houses []House // the houses in which the pattern stands
	Covers []House // fish: the lines across; Pointing and Claiming: the house in which digits are struck

	Before []uint16 // as bits, the candidates of each cell before the step; 0 for a cell with a digit

	// Links has, for Chain, candidates that are wrong and right in turn, from the first to the last: one of
	// these two is right. For Forcing it has the assumed digit and what must follow from it, in order.
	Links []Link
	Fails Link // Forcing: the cell without a digit (Digit is 0), or the house without a place for the digit
}

// A Placed is a cell and the change that a Step makes to it.
type Placed struct {
	Cell, Digit int    // Digit is the digit placed, 0 for none
	Removed     uint16 // bit d: digit d stops being a candidate
	Left        uint16 // bit d: digit d is still one after that
}

// A Link is a candidate on the way of a Step.
type Link struct {
	Cell, Digit int
	On          bool
	House       *House // the house that makes it so; nil for the cell itself
}

// A board is the state of Steps: the candidates of each open cell.
type board struct {
	*layout
	places [10]set
	marks  [81]uint16
	open   set
	unique bool // the puzzle has one solution
}

// newBoard returns the board of a puzzle, with candidates struck by the givens alone.
func newBoard(p *Puzzle) *board {
	b := &board{layout: p.layout()}
	b.open = b.all
	for i := range p.Givens {
		b.marks[i] = 1<<(p.Size+1) - 2
	}
	for d := 1; d <= p.Size; d++ {
		b.places[d] = b.all
	}
	for i, digit := range p.Givens {
		if digit != 0 {
			b.place(i, digit)
		}
	}
	return b
}

// PencilMarks returns for each cell, as bits, the digits that no given in its row, column, box or diagonal
// has. For a given that is its own digit. It returns nil for a puzzle that Check refuses.
func (p *Puzzle) PencilMarks() []uint16 {
	if p.Check() != nil {
		return nil
	}
	l, all := p.layout(), make([]uint16, len(p.Givens))
	for i, digit := range p.Givens {
		if all[i] = 1<<(p.Size+1) - 2; digit != 0 {
			all[i] = 1 << digit
		}
		for j := range l.peers[i].cells() {
			all[i] &^= 1 << p.Givens[j] &^ 1
		}
	}
	return all
}

// place places a digit, and strikes it from the cell's peers.
func (b *board) place(i, digit int) {
	b.open = b.open.without(setOf(i))
	b.marks[i] = 0
	for d := 1; d <= b.size; d++ {
		b.places[d] = b.places[d].without(setOf(i))
	}
	for j := range b.places[digit].and(b.peers[i]).cells() {
		b.strike(j, 1<<digit)
	}
}

// strike removes candidates of a cell.
func (b *board) strike(i int, digits uint16) {
	b.marks[i] &^= digits
	for ; digits != 0; digits &= digits - 1 {
		d := bits.TrailingZeros16(digits)
		b.places[d] = b.places[d].without(setOf(i))
	}
}

// apply makes the changes of a step.
func (b *board) apply(s Step) {
	for _, c := range s.Cells {
		if c.Digit != 0 {
			b.place(c.Cell, c.Digit)
		} else {
			b.strike(c.Cell, c.Removed)
		}
	}
}

// dead reports whether an open cell has no candidate.
func (b *board) dead() bool {
	for i := range b.open.cells() {
		if b.marks[i] == 0 {
			return true
		}
	}
	return false
}

// striking returns the cells of a set that have any of these digits, as changes that strike them. It
// returns nil if there are none.
func (b *board) striking(from set, digits uint16) (changes []Placed) {
	for i := range from.and(b.open).cells() {
		if removed := b.marks[i] & digits; removed != 0 {
			changes = append(changes, Placed{Cell: i, Removed: removed, Left: b.marks[i] &^ removed})
		}
	}
	return changes
}

// A rule yields the deductions of one technique on a board.
type rule func(b *board, yield func(Step) bool)

// rules has the rule of each technique up to Forcing.
var rules = [...]rule{
	FullHouse: fullHouses, HiddenSingle: hiddenSingles, NakedSingle: nakedSingles,
	Pointing: locked(true), Claiming: locked(false),
	NakedPair: naked(2), HiddenPair: hidden(2), NakedTriple: naked(3), HiddenTriple: hidden(3),
	XWing: fish(2), Skyscraper: skyscrapers, Kite: kites, XYWing: xyWings, XYZWing: xyzWings, WWing: wWings,
	UniqueRectangle: rectangles, NakedQuad: naked(4), HiddenQuad: hidden(4), Swordfish: fish(3), Jellyfish: fish(4),
	Colouring: colourings, Chain: chains, Forcing: forcings,
}

// Steps yields a person's way to the digits that all solutions share. Each step is the first of the
// easiest technique that gives anything. A unique rectangle rests on there being one solution, which
// is proved first. Without are techniques to leave out. Steps end early when ctx does, and when a
// puzzle without a solution contradicts itself.
func (p *Puzzle) Steps(ctx context.Context, without ...Technique) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		a, b := p.start(ctx)
		for b != nil && ctx.Err() == nil && !b.open.empty() && !b.dead() {
			step, ok := b.nextOrTrial(a, without)
			if !ok || !yield(step) {
				return
			}
			b.apply(step)
		}
	}
}

// start returns the answer to a puzzle and the board on which its steps begin; nil if there are none.
func (p *Puzzle) start(ctx context.Context) (*Answer, *board) {
	if p.Check() != nil {
		return nil, nil
	}
	a, err := p.Solve(ctx)
	if err != nil || p.twins() != nil {
		return nil, nil
	}
	b := newBoard(p)
	b.unique = a.Verdict == solvers.Unique
	return a, b
}

// nextOrTrial returns the first step of the easiest technique, which is Trial if no other gives anything;
// false if that knows no digit either.
func (b *board) nextOrTrial(a *Answer, without []Technique) (step Step, ok bool) {
	if step, ok = b.next(Trial, without); !ok {
		step = b.trial(a)
	}
	step.Before = slices.Clone(b.marks[:len(a.Grid)])
	return step, len(step.Cells) > 0
}

// next returns the first step of the easiest technique before `end`; false if none gives anything.
func (b *board) next(end Technique, without []Technique) (step Step, ok bool) {
	for t, rule := range rules[:end] {
		if slices.Contains(without, Technique(t)) {
			continue
		}
		rule(b, func(s Step) bool {
			step, ok = s, true
			step.Technique = Technique(t)
			return false
		})
		if ok {
			return step, true
		}
	}
	return step, false
}

// trial returns the step that places at once the open cells that an answer knows.
func (b *board) trial(a *Answer) Step {
	s := Step{Technique: Trial}
	for i := range b.open.cells() {
		if a.Grid[i] != 0 {
			s.Cells = append(s.Cells, Placed{Cell: i, Digit: a.Grid[i]})
		}
	}
	return s
}

// Difficulty returns the difficulty of the hardest of p's Steps.
func (p *Puzzle) Difficulty(ctx context.Context) (solvers.Difficulty, error) {
	r, err := p.Rate(ctx)
	return r.Difficulty, err
}

// Rate returns how much work p's Steps are. It assumes that p has one solution. The places of a step
// are the open cells, and those that give one are the steps of its technique, open cells at most.
// Without are techniques to leave out.
func (p *Puzzle) Rate(ctx context.Context, without ...Technique) (r solvers.Rating, err error) {
	if err := p.Check(); err != nil {
		return r, err
	}
	b := newBoard(p)
	b.unique = true
	for !b.open.empty() && !b.dead() {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		step, ok := b.next(Trial, without)
		if !ok {
			r.Add(solvers.Extreme, b.open.count(), 1)
			return r, nil
		}
		open, giving := b.open.count(), 0
		if step.Technique >= Chain {
			giving = 1
		} else {
			rules[step.Technique](b, func(Step) bool { giving++; return giving < open })
		}
		r.Add(step.Technique.Difficulty(), open, giving)
		b.apply(step)
	}
	return r, ctx.Err()
}

// needs reports whether the techniques up to difficulty d solve a puzzle with one solution, and those
// below d do not.
func (p *Puzzle) needs(ctx context.Context, d solvers.Difficulty) bool {
	end := Technique(0)
	for end < Trial && end.Difficulty() <= d {
		end++
	}
	b, hardest := newBoard(p), solvers.Easy
	b.unique = true
	for !b.open.empty() && ctx.Err() == nil {
		step, ok := b.next(end, nil)
		if !ok {
			return false
		}
		hardest = max(hardest, step.Technique.Difficulty())
		b.apply(step)
	}
	return hardest == d && ctx.Err() == nil
}
