package kakuro

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"kibitz/solvers"
)

// Step is one deduction: its name, its place, its result and its reason.
type Step struct {
	Technique Technique
	Entry     Entry    // where to look; for Forcing the entry left without a filling, for AreaSum and Trial none
	Cells     []Placed // what follows: digits placed first, then digits struck

	Cross  Entry    // NakedSingle: the entry down through the cell, as Entry is the one across
	Digits uint16   // bit d: the digits that the step is about: left to the entry, needed by it, or shared by Seen
	Seen   []Placed // the cells of a pair or triple; AreaSum: those left over; Excluded: the open ones, if just two make Sum

	// Area holds, for AreaSum, entries across and down that have all their open
	// cells in common except Seen. The cells in Seen add up to Sum, each with its
	// sign: 1 in an entry across, -1 in one down.
	Area  []Entry
	Signs []int
	Sum   int

	// Assumed is, for Forcing, the cell with the Digit to strike. Chain holds the
	// entries to fill in turn once it is assumed; the last one is Entry, and none
	// can be left out.
	Assumed Placed
	Chain   []Entry
	Trail   [][]Placed // for each entry of Chain except the last, the digits that it strikes in turn
}

// Placed is a cell, and the change that a Step makes to it.
type Placed struct {
	Row, Col int    // from 0
	Digit    int    // the digit placed there, 0 for none
	Removed  uint16 // bit d: digit d stops being a mark
	Left     uint16 // bit d: digit d is still one after that
}

// Steps yields a person's way to the digits of Answer.Grid. Each step is the easiest
// there is: LastCell in every entry, then MagicSum, and so on, entries with the oldest
// news first; then areas, then all fillings of an entry; then the contradiction that
// takes the fewest entries; and then, all at once, the rest. One step places each cell
// of the grid that is not given. Steps end early when ctx does, and when a puzzle
// without solution contradicts itself.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if ctx.Err() == nil && p.Check() == nil {
			if l := newLesson(ctx, p, yield); l.teach() {
				l.trial()
			}
		}
	}
}

// Difficulty returns the difficulty of the hardest of p's Steps.
func (p *Puzzle) Difficulty(ctx context.Context) (Difficulty, error) {
	if err := p.Check(); err != nil {
		return Easy, err
	}
	return p.grade(ctx), ctx.Err()
}

// Rate returns how much work p's Steps are. It assumes that p has one solution, and does not check
// that. The places of a step are the entries that it took to find one in which a rule of its class
// says anything, or all entries if none does.
func (p *Puzzle) Rate(ctx context.Context) (r solvers.Rating, err error) {
	if err := p.Check(); err != nil {
		return r, err
	}
	var l *lesson
	l = newLesson(ctx, p, func(s Step) bool {
		d := s.Technique.Difficulty()
		if d > Hard {
			l.looks[d] = len(l.entries)
		}
		r.Add(d, l.looks[d], 1)
		l.looks = [len(l.looks)]int{}
		return true
	})
	if l.teach() {
		l.trial()
	}
	return r, ctx.Err()
}

// grade returns the Difficulty of a puzzle that is known to pass Check. It returns Extreme if search is
// needed or time ends. Generate makes puzzles by it.
func (p *Puzzle) grade(ctx context.Context) Difficulty {
	hardest := Easy
	l := newLesson(ctx, p, func(step Step) bool {
		hardest = max(hardest, step.Technique.Difficulty())
		return true
	})
	if l.teach() || l.timeOver() {
		return Extreme
	}
	return hardest
}

// lesson is the state of Steps.
type lesson struct {
	*bench
	yield   func(Step) bool
	known   []bool           // cells that are given or were placed
	unknown int              // number of cells that are not known
	next    []int            // for each entry, the rule to try
	waiting [][]int32        // for each rule, the entries that wait for it, oldest first; some have moved on
	looks   [Extreme + 1]int // number of looks at entries since the last step, by the class of the rule
	done    bool             // the caller wants no more steps, or a cell has no mark left
}

// newLesson returns a lesson that knows the given digits of p, and tells its steps to yield.
func newLesson(ctx context.Context, p *Puzzle, yield func(Step) bool) *lesson {
	s := newBench(ctx, p)
	l := &lesson{
		bench:   s,
		yield:   yield,
		known:   make([]bool, len(s.marks)),
		unknown: len(s.marks),
		next:    make([]int, len(s.entries)),
		waiting: make([][]int32, len(rules)+1),
	}
	for e := range l.next {
		l.next[e] = -1
	}
	for cell, place := range s.places {
		if p.Cells[place].Given != 0 {
			l.write(int32(cell), s.marks[cell])
		}
	}
	l.trail, l.done = l.trail[:0], slices.Contains(l.marks, 0)
	return l
}

// copy returns another lesson that knows the same cells and has the same marks, with no entry
// waiting and nothing to undo. It yields to the same caller. The two share what neither changes.
func (l *lesson) copy() *lesson {
	b := *l.bench
	b.marks, b.queued = slices.Clone(l.marks), make([]bool, len(l.queued))
	b.trail, b.queue = nil, nil
	return &lesson{bench: &b, yield: l.yield, known: slices.Clone(l.known), unknown: l.unknown}
}

// teach tells all steps except Trial, and reports whether that one is needed: cells are left and no
// other technique leads on. It returns false if the lesson is done or time is over.
func (l *lesson) teach() bool {
	for !l.done && l.unknown > 0 && !l.timeOver() {
		l.restartEntries()
		e, rule := l.easiest(len(rules))
		if e >= 0 {
			l.try(e, rule, rules[rule].apply)
			continue
		}
		if l.areaSum() {
			continue
		}
		if e, rule = l.easiest(len(rules) + 1); e >= 0 {
			l.try(e, rule, (*lesson).arrangement)
		} else if !l.forcing() {
			return !l.done && !l.over
		}
	}
	return false
}

// restartEntries lets the entries with news wait for the first rule again, and clears the queue.
func (l *lesson) restartEntries() {
	for _, e := range l.queue {
		if l.next[e] != 0 {
			l.next[e] = 0
			l.waiting[0] = append(l.waiting[0], e)
		}
	}
	l.clearQueue()
}

// easiest takes the entry that waits for the easiest of the first n rules, and
// has done so longest; -1 for none.
func (l *lesson) easiest(n int) (e int32, rule int) {
	for rule, waiting := range l.waiting[:n] {
		for len(waiting) > 0 {
			e, waiting = waiting[0], waiting[1:]
			l.waiting[rule] = waiting
			if l.next[e] == rule {
				return e, rule
			}
		}
	}
	return -1, 0
}

// try applies a rule to an entry. If that tells nothing, the entry waits for the next rule.
func (l *lesson) try(e int32, rule int, apply func(*lesson, int32) bool) {
	class := Hard
	if rule < len(rules) {
		class = rules[rule].technique.Difficulty()
	}
	l.looks[class]++
	if apply(l, e) {
		l.next[e] = 0
		l.waiting[0] = append(l.waiting[0], e)
		return
	}
	if l.next[e]++; rule < len(rules) {
		l.waiting[rule+1] = append(l.waiting[rule+1], e)
	}
}

// tell makes the strikes of a step by calling write, adds the cells that lost a mark to the step,
// and yields the step. It returns false, and yields nothing, if the step names no cell. It sets l.done
// if the caller wants no more steps or a cell has no mark left.
func (l *lesson) tell(step Step, write func()) bool {
	mark := len(l.trail)
	write()
	for _, was := range l.trail[mark:] {
		at := l.placed(was.cell)
		at.Removed, at.Left = was.cand&^l.marks[was.cell], l.marks[was.cell]
		if i := slices.IndexFunc(step.Cells, func(p Placed) bool { return p.Row == at.Row && p.Col == at.Col }); i >= 0 {
			step.Cells[i].Removed |= at.Removed
		} else {
			step.Cells = append(step.Cells, at)
		}
		l.done = l.done || l.marks[was.cell] == 0
	}
	if len(step.Cells) == 0 {
		return false
	}
	l.done = !l.yield(step) || l.done
	return true
}

// strikeFrom tells a step that takes digits from cells. It reports whether it struck any.
func (l *lesson) strikeFrom(step Step, cells []int32, digits uint16) bool {
	return l.tell(step, func() {
		for _, cell := range cells {
			l.strike(cell, digits)
		}
	})
}

// place tells a step that puts a digit into a cell, and takes the digit from the other cells of
// the cell's two entries. It returns what tell does.
func (l *lesson) place(step Step, cell int32, digit uint16) bool {
	at := l.placed(cell)
	at.Digit, at.Left = bits.TrailingZeros16(digit), digit
	step.Cells = append(step.Cells, at)
	return l.tell(step, func() { l.write(cell, digit) })
}

// write puts a digit into a cell, and takes it from the other cells of its entries.
func (l *lesson) write(cell int32, digit uint16) {
	l.know(cell)
	l.strike(cell, allDigits&^digit)
	for _, e := range [2]int32{l.across[cell], l.down[cell]} {
		for _, other := range l.entries[e].cells {
			if other != cell {
				l.strike(other, digit)
			}
		}
	}
}

// know notes that a cell is placed. Its entries have news, since they may have a last cell now.
func (l *lesson) know(cell int32) {
	l.known[cell] = true
	l.unknown--
	l.push(l.across[cell])
	l.push(l.down[cell])
}

// placesOf returns the places of cells.
func (l *lesson) placesOf(cells []int32) (places []Placed) {
	for _, cell := range cells {
		places = append(places, l.placed(cell))
	}
	return places
}

// entriesByNumber returns the entries with these numbers.
func (l *lesson) entriesByNumber(entries []int32) (all []Entry) {
	for _, e := range entries {
		all = append(all, l.entries[e].Entry)
	}
	return all
}

// trial tells in one step the digits of all cells that are left and have the same digit in all
// solutions, by search. It tells nothing if there is no solution or no such cell.
func (l *lesson) trial() {
	a, err := l.puzzle.Solve(l.ctx)
	if err != nil || a.Verdict == solvers.None {
		return
	}
	step := Step{Technique: Trial}
	for cell, place := range l.places {
		if digit := a.Grid[place]; digit != 0 && !l.known[cell] {
			at := l.placed(int32(cell))
			at.Digit, at.Removed, at.Left = digit, l.marks[cell]&^(1<<digit), 1<<digit
			step.Cells = append(step.Cells, at)
		}
	}
	if step.Cells != nil {
		l.yield(step)
	}
}
