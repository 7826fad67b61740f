package kakuro

import (
	"cmp"
	"context"
	"iter"
	"math/bits"
	"slices"

	"kibitz/solvers"
)

// A Hint is the way to the next digit: the fewest and easiest deductions found that lead from
// what a player has to a digit. It tells nothing that the digit does not need.
type Hint struct {
	Steps []Step // each follows from the digits so far, the Steps before it and earlier hints that were only a part of a way
	Aim   Placed // the cell that they lead to; its Digit is 0 if they are only a part of the way, on which the next Hint goes on
}

// nearFacts is the number of deductions before a digit that a person takes in at once. A longer
// way is told in parts of that many.
const nearFacts = 4

// Hints yields a way to the solution digit by digit, from the given digits on. It tells every
// deduction except that a placed digit cannot be in its entries twice. It takes the easiest class
// of techniques that leads to a digit within nearFacts, in that class the way of the least effort,
// and of equal ways the first in reading order. A hint does not build on what an earlier hint with
// a digit has told, so that each can be understood alone; it does build on a part of a way.
//
// Hints end early when ctx does, and when a puzzle without solution contradicts itself.
func (p *Puzzle) Hints(ctx context.Context) iter.Seq[Hint] {
	return func(yield func(Hint) bool) {
		if ctx.Err() != nil || p.Check() != nil {
			return
		}
		g := newGuide(ctx, p)
		for !g.base.done && g.base.unknown > 0 && !g.base.timeOver() {
			hints := g.next()
			for _, hint := range hints {
				if !yield(hint) {
					return
				}
			}
			if hints == nil {
				return
			}
		}
	}
}

// A guide finds hints.
type guide struct {
	base    *lesson // what is known between two hints
	told    Step    // the last deduction that base or a copy of it told
	numbers []int32 // of each place in Puzzle.Cells, the cell
	key     []int   // the solution, once only search goes on; nil before
}

// newGuide returns a guide that knows the given digits of p.
func newGuide(ctx context.Context, p *Puzzle) *guide {
	g := &guide{numbers: make([]int32, len(p.Cells))}
	g.base = newLesson(ctx, p, func(step Step) bool { g.told = step; return true })
	g.base.clearQueue()
	for cell, place := range g.base.places {
		g.numbers[place] = int32(cell)
	}
	return g
}

// next returns the hints up to the next digit or, if assumptions are needed, up to the next digit
// struck; nil for none. It takes the easiest class of techniques that leads to a digit in few
// deductions. If none does, it takes the way of the least effort of all classes, then an
// assumption, then search.
func (g *guide) next() []Hint {
	var best way
	for most := Easy; most <= Hard; most++ {
		w := g.search(most)
		switch {
		case g.base.timeOver():
			return nil
		case w.found && (!best.found || w.near() || w.effort() < best.effort()):
			best = w
		}
		if best.found && best.near() {
			break
		}
	}
	if !best.found {
		best = g.assume()
	}
	if !best.found {
		return g.trial()
	}
	return g.tell(best)
}

// tell makes the deductions of a way and returns the hints that tell it, each with at most
// nearFacts of its steps. The last hint adds the step of the aim. What it strikes on the way is
// then put back in the base, where only its digit stays, so that later hints do not build on it;
// they may build on the hints before it. A digit to strike, by Forcing, is no digit placed: there
// all stays, and the Aim has no Digit.
func (g *guide) tell(w way) (hints []Hint) {
	l, to, steps := g.base, g.base.placed(w.aim.cell), w.steps
	for ; len(steps) > nearFacts; steps = steps[nearFacts:] {
		hints = append(hints, Hint{Steps: steps[:nearFacts:nearFacts], Aim: to})
	}
	before, last := w.facts[:len(w.facts)-len(steps)], w.facts[len(w.facts)-len(steps):]
	g.apply(before)
	mark := len(l.trail)
	g.apply(last)
	w.aim.tell(l)
	steps = append(steps, g.told)
	if w.aim.technique == Forcing {
		return append(hints, Hint{Steps: steps, Aim: to})
	}
	l.undo(mark)
	l.known[w.aim.cell] = false // the trail does not hold this, and write counts it once more
	l.unknown++
	l.write(w.aim.cell, w.aim.digit)
	to.Digit, to.Left = bits.TrailingZeros16(w.aim.digit), w.aim.digit
	return append(hints, Hint{Steps: steps, Aim: to})
}

// apply makes deductions once more, in the base, without the cells that each spares. It returns the
// facts that still strike anything, and the step of each.
func (g *guide) apply(facts []fact) (used []fact, steps []Step) {
	for _, f := range facts {
		g.base.spared = f.spared
		if f.apply(g.base) {
			used, steps = append(used, f), append(steps, g.told)
		}
	}
	g.base.spared = nil
	return used, steps
}

// trial places the digit of the first open cell in reading order that has the same digit in all
// solutions, and returns the hint for it; nil if there is none. It solves the puzzle the first
// time, and keeps the solution in g.key.
func (g *guide) trial() []Hint {
	l := g.base
	if g.key == nil {
		a, err := l.puzzle.Solve(l.ctx)
		if err != nil || a.Verdict == solvers.None {
			return nil
		}
		g.key = a.Grid
	}
	for cell, place := range l.places {
		if digit := g.key[place]; digit != 0 && !l.known[cell] {
			l.place(Step{Technique: Trial}, int32(cell), 1<<digit)
			aim := l.placed(int32(cell))
			aim.Digit, aim.Left = digit, 1<<digit
			return []Hint{{Steps: []Step{g.told}, Aim: aim}}
		}
	}
	return nil
}

// A fact is a deduction that can be made once more when more or less is known.
type fact struct {
	technique Technique
	apply     func(*lesson) bool
	needs     []int32 // the facts before it that struck something in the cells that it looks at
	spared    []int32 // cells that it strikes nothing from, because the way does not need that
}

// efforts say how hard a fact of each technique is to see. Only their order matters, and how
// they compare to one fact more.
var efforts = [...]int{
	LastCell: 0, NakedSingle: 1, HiddenSingle: 5,
	MagicSum: 2, SumRange: 3, OnlyCombination: 4, Excluded: 4,
	NakedPair: 5, HiddenPair: 6, NakedTriple: 7, HiddenTriple: 8,
	AreaSum: 8, Arrangement: 9, Forcing: 12, Trial: 20,
}

// leastEffort is the effort of the easiest fact.
const leastEffort = 2

// An aim is the end of a way: a digit in a cell or, for Forcing, a digit to strike.
type aim struct {
	technique Technique
	cell      int32
	digit     uint16
	entry     int32   // of LastCell and HiddenSingle
	chain     []int32 // of Forcing: the entries to fill in turn
}

// holds reports whether what the lesson knows is enough for the last step of the way: that its
// technique gives the digit of the aim or, for Forcing, that the chain leads to a contradiction.
func (a *aim) holds(l *lesson) bool {
	switch a.technique {
	case LastCell:
		_, digit := l.last(a.entry)
		return digit == a.digit
	case NakedSingle:
		return l.marks[a.cell] == a.digit
	case HiddenSingle:
		_, every, n := l.allowed(a.entry)
		takers := l.takers(a.entry, a.digit)
		return n > 0 && every&a.digit != 0 && len(takers) == 1
	}
	return l.replay(a.cell, bits.TrailingZeros16(a.digit), a.chain) != nil
}

// tell tells the last step of the way in the lesson, by the technique of the aim.
func (a *aim) tell(l *lesson) {
	switch a.technique {
	case LastCell:
		l.place(Step{Technique: LastCell, Entry: l.entries[a.entry].Entry}, a.cell, a.digit)
	case NakedSingle:
		l.tellNaked(a.cell)
	case HiddenSingle:
		l.place(Step{Technique: HiddenSingle, Entry: l.entries[a.entry].Entry, Digits: a.digit}, a.cell, a.digit)
	case Forcing:
		l.tellForcing(refutation{a.cell, bits.TrailingZeros16(a.digit), a.chain})
	}
}

// A way is facts that lead to an aim.
type way struct {
	found bool
	aim   aim
	facts []fact
	steps []Step // what the facts strike, one each
}

// near reports whether the way is short enough to tell at once.
func (w *way) near() bool { return len(w.facts) <= nearFacts }

// effort returns how hard it is to see the way.
func (w *way) effort() int {
	sum := efforts[w.aim.technique]
	for _, f := range w.facts {
		sum += efforts[f.technique]
	}
	return sum
}

// walk makes deductions from what is known, and returns the way if they lead to the aim. It
// leaves out facts that strike nothing.
func (g *guide) walk(facts []fact, a aim) way {
	l, w := g.base, way{aim: a}
	mark := len(l.trail)
	w.facts, w.steps = g.apply(facts)
	w.found = a.holds(l)
	l.undo(mark)
	l.done = false
	return w
}

// shorten returns the way to an aim by some of facts, without those that the aim does not need.
// It first leaves out runs of half of them, then of a quarter and so on, and then one fact at a
// time, the hardest technique first. If all facts do not lead to the aim, the way is not found.
func (g *guide) shorten(facts []fact, a aim) way {
	w := g.walk(facts, a)
	for size := len(w.facts) / 2; size > 1; size /= 2 {
		for end := len(w.facts); end > 0 && w.found; end -= size {
			w = g.without(w, max(end-size, 0), min(end, len(w.facts)))
		}
	}
	for technique := Trial; technique >= MagicSum; technique-- {
		for i := len(w.facts) - 1; i >= 0 && w.found; i-- {
			if i < len(w.facts) && w.facts[i].technique == technique {
				w = g.without(w, i, i+1)
			}
		}
	}
	return w
}

// without returns w without facts from to to-1 if that leads to the aim too and there is time;
// else w.
func (g *guide) without(w way, from, to int) way {
	if from >= to || g.base.timeOver() {
		return w
	}
	if less := g.walk(slices.Concat(w.facts[:from], w.facts[to:]), w.aim); less.found {
		return less
	}
	return w
}

// trim puts the easiest facts first if the way still leads to the aim, and spares the cells that
// it does not need.
func (g *guide) trim(w way) way {
	easiest := slices.Clone(w.facts)
	slices.SortStableFunc(easiest, func(a, b fact) int { return cmp.Compare(efforts[a.technique], efforts[b.technique]) })
	if sorted := g.walk(easiest, w.aim); sorted.found && len(sorted.facts) == len(w.facts) {
		w = sorted
	}
	for i := len(w.facts) - 1; i >= 0; i-- {
		for k := len(w.steps[i].Cells) - 1; k >= 0 && !g.base.timeOver(); k-- {
			facts := slices.Clone(w.facts)
			at := w.steps[i].Cells[k]
			facts[i].spared = append(slices.Clone(facts[i].spared), g.numbers[at.Row*g.base.puzzle.Cols+at.Col])
			if less := g.walk(facts, w.aim); less.found && len(less.facts) == len(facts) {
				w = less
			}
		}
	}
	return w
}
