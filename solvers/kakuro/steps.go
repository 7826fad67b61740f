package kakuro

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"kibitz/solvers"
)

// Step is one deduction: what it is called, where it was seen, what follows and
// why.
type Step struct {
	Technique Technique
	Entry     Entry    // where to look; for Forcing the entry left without a filling, for AreaSum and Trial none
	Cells     []Placed // what follows: digits placed first, then digits struck

	Cross  Entry    // NakedSingle: the entry down through the cell, as Entry is the one across
	Digits uint16   // bit d: what the step is about: the digits left to the entry, needed, or shared by Seen
	Seen   []Placed // the cells of a pair or triple; of AreaSum those left over; of Excluded the open ones, where just two make Sum

	// Area holds, for AreaSum, entries across and down that have all their open
	// cells in common but Seen. Those add up to Sum, each with its sign: 1 in an
	// entry across, -1 in one down.
	Area  []Entry
	Signs []int
	Sum   int

	// Assumed is, for Forcing, the cell with the Digit that falls. Chain holds
	// the entries to fill in turn after it, the last of which is Entry; none can
	// be left out.
	Assumed Placed
	Chain   []Entry
}

// Placed is a cell, and what a Step does to it.
type Placed struct {
	Row, Col int    // from 0
	Digit    int    // the digit placed there, 0 for none
	Removed  uint16 // bit d: digit d stops being a mark
	Left     uint16 // bit d: digit d is still one after that
}

// Steps yields the way to the digits of Answer.Grid for a person. Each step is
// the easiest there is: in every entry LastCell, then MagicSum, and so on,
// entries with the oldest news first; then areas, then all fillings of an entry;
// then the contradiction that takes the fewest entries; what is left then, all
// at once. Every cell of the grid that is not given is placed by one step. They end early when
// ctx does, and where a puzzle without solution contradicts itself.
func (p *Puzzle) Steps(ctx context.Context) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if ctx.Err() == nil && p.Check() == nil {
			if l := newLesson(ctx, p, yield); l.teach() {
				l.trial()
			}
		}
	}
}

// Difficulty is that of the hardest of p's Steps.
func (p *Puzzle) Difficulty(ctx context.Context) (Difficulty, error) {
	if err := p.Check(); err != nil {
		return Easy, err
	}
	return p.grade(ctx), ctx.Err()
}

// Rate is how much work p's Steps are, if it has one solution, which is not asked. For a step
// one looks at as many entries as it took to find one in which a rule of its class says anything,
// and at all where none does.
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

// grade is Difficulty of a puzzle that is known to pass Check: Extreme where search is
// needed, or time ends. Generate makes puzzles by it.
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
	unknown int              // cells that are not
	next    []int            // of each entry, the rule to try
	waiting [][]int32        // by that rule, the entries, oldest first; some have moved on
	looks   [Extreme + 1]int // at entries since the last step, by the class of the rule
	done    bool             // nobody listens any more, or a cell has no mark left
}

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

// copy is another lesson at the same point, without what waits; it tells the same listener.
func (l *lesson) copy() *lesson {
	b := *l.bench
	b.marks, b.queued = slices.Clone(l.marks), make([]bool, len(l.queued))
	b.trail, b.queue = nil, nil
	return &lesson{bench: &b, yield: l.yield, known: slices.Clone(l.known), unknown: l.unknown}
}

// teach tells all steps but the last, by search, and says whether that is needed.
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

// restartEntries puts the entries with news back to the first rule.
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

// try applies a rule to an entry. Where that told nothing, the next one waits.
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

// tell writes down what a step strikes, and tells it if that is anything.
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

// strikeFrom is a step that takes digits from cells.
func (l *lesson) strikeFrom(step Step, cells []int32, digits uint16) bool {
	return l.tell(step, func() {
		for _, cell := range cells {
			l.strike(cell, digits)
		}
	})
}

// place is a step that puts a digit into a cell, and takes it from the others
// of its entries.
func (l *lesson) place(step Step, cell int32, digit uint16) bool {
	at := l.placed(cell)
	at.Digit, at.Left = bits.TrailingZeros16(digit), digit
	step.Cells = append(step.Cells, at)
	return l.tell(step, func() { l.write(cell, digit) })
}

// write puts a digit into a cell, and takes it from the others of its entries.
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

// know notes that a cell is placed; its entries may have a last cell now.
func (l *lesson) know(cell int32) {
	l.known[cell] = true
	l.unknown--
	l.push(l.across[cell])
	l.push(l.down[cell])
}

// all are where cells are.
func (l *lesson) all(cells []int32) (places []Placed) {
	for _, cell := range cells {
		places = append(places, l.placed(cell))
	}
	return places
}

// names are the entries by number.
func (l *lesson) names(entries []int32) (all []Entry) {
	for _, e := range entries {
		all = append(all, l.entries[e].Entry)
	}
	return all
}

// A refutation of an assumption: the entries filled in turn, the last of which
// has no filling.
type refutation struct {
	cell  int32
	digit int
	chain []int32
}

// forcing tells the shortest contradiction. It reports false where there is
// none.
func (l *lesson) forcing() bool {
	r, ok := l.shortest()
	return ok && l.tellForcing(r)
}

// tellForcing strikes a digit that is refuted.
func (l *lesson) tellForcing(r refutation) bool {
	last := l.entries[r.chain[len(r.chain)-1]].Entry
	assumed := l.placed(r.cell)
	assumed.Digit = r.digit
	return l.strikeFrom(Step{Technique: Forcing, Entry: last, Assumed: assumed, Chain: l.names(r.chain)}, []int32{r.cell}, 1<<r.digit)
}

// shortest is the refutation with the fewest entries, of all digits of all
// cells. What follows from an assumption goes out in waves: the entries with
// news, then those with news from these. A contradiction in wave w takes w
// entries at least, so that what has been found bounds how far to look; few
// waves are tried first.
func (l *lesson) shortest() (best refutation, ok bool) {
	for _, waves := range []int{2, 4, len(l.marks) * maxLen} {
		for cell := range int32(len(l.marks)) {
			if l.known[cell] {
				continue
			}
			for d := range digits(l.marks[cell]) {
				if ok {
					waves = min(waves, len(best.chain)-1)
				}
				if l.timeOver() || waves < 2 {
					return best, ok && !l.over
				}
				chain := l.prune(cell, d, l.refute(cell, d, waves))
				if chain != nil && !l.over && (!ok || len(chain) < len(best.chain)) {
					best, ok = refutation{cell, d, chain}, true
				}
			}
		}
		if ok {
			break
		}
	}
	return best, ok && !l.over
}

// refute follows an assumption for so many waves. It returns the entries that
// struck anything and in the end the one without a filling, or nil.
func (l *lesson) refute(cell int32, d, waves int) (chain []int32) {
	mark := len(l.trail)
	defer func() { l.undo(mark) }()
	l.strike(cell, allDigits&^(1<<d))
	for next, wave := 0, 0; wave < waves && next < len(l.queue); wave++ {
		for end := len(l.queue); next < end; next++ {
			e := l.queue[next]
			led, ok := l.arrange(e)
			if l.queued[e] = false; led || !ok {
				chain = append(chain, e)
			}
			if !ok {
				return chain
			}
		}
		if l.timeOver() {
			return nil
		}
	}
	return nil
}

// prune leaves out of a chain what the contradiction does not need.
func (l *lesson) prune(cell int32, d int, chain []int32) []int32 {
	for i := len(chain) - 2; i >= 0 && !l.timeOver(); i-- {
		if shorter := l.replay(cell, d, slices.Concat(chain[:i], chain[i+1:])); shorter != nil {
			chain = shorter
			i = min(i, len(chain)-1)
		}
	}
	return chain
}

// replay fills the entries in turn up to the one without a filling; nil where
// all have one. Entries that strike nothing are left out.
func (l *lesson) replay(cell int32, d int, entries []int32) (chain []int32) {
	mark := len(l.trail)
	defer func() { l.undo(mark) }()
	l.strike(cell, allDigits&^(1<<d))
	for _, e := range entries {
		led, ok := l.arrange(e)
		if led || !ok {
			chain = append(chain, e)
		}
		if !ok {
			return chain
		}
	}
	return nil
}

// trial tells what is left, by search, if there is a solution.
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
