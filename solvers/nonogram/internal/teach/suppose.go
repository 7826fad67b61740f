package teach

import (
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// refutation proves that a cell does not have a value: assume the value, solve the lines of the
// chain in turn, and the last one has no arrangement.
type refutation struct {
	cell  int
	value puzzle.Cell
	chain []int
}

// suppose tells the shortest contradiction, or else the cells that both values of some cell lead
// to. It reports false if it finds neither.
func (l *lesson[M]) suppose() bool {
	if r, ok := l.shortestRefutation(); ok {
		last := l.name(r.chain[len(r.chain)-1])
		assumed := Placed{r.cell / l.cols, r.cell % l.cols, r.value}
		l.tell(Step{Technique: Contradiction, Line: last, Assumed: assumed, Chain: l.names(r.chain), Trail: l.trailOf(r)}, func() {
			l.set(r.cell, puzzle.Opposite(r.value))
		})
		return true
	}
	cell, both := l.eitherWay()
	if both == nil || l.over {
		return false
	}
	l.tell(Step{Technique: EitherWay, Line: l.name(cell / l.cols), Assumed: Placed{cell / l.cols, cell % l.cols, puzzle.Unknown}}, func() {
		for _, c := range both {
			l.set(c.Row*l.cols+c.Col, c.Value)
		}
	})
	return true
}

// shortestRefutation returns the refutation with the fewest lines, over both values of all cells.
// It follows an assumption in waves: first the lines with a new cell, then those that cross new
// cells of the first, and so on. A contradiction in wave w takes at least w lines, so the best
// chain so far bounds the number of waves. Few waves are tried first.
func (l *lesson[M]) shortestRefutation() (best refutation, ok bool) {
	for _, waves := range []int{2, 4, len(l.clues) * len(l.clues)} {
		for cell := range l.rows * l.cols {
			if l.at(cell) != puzzle.Unknown {
				continue
			}
			for _, value := range []puzzle.Cell{puzzle.Filled, puzzle.Empty} {
				if ok {
					waves = min(waves, len(best.chain)-1)
				}
				if waves < 2 {
					return best, ok
				}
				chain := l.refuteCached(cell, value, waves)
				if l.over {
					return best, false
				}
				if chain != nil && (!ok || len(chain) < len(best.chain)) {
					best, ok = refutation{cell, value, chain}, true
				}
			}
		}
		if ok {
			break
		}
	}
	return best, ok
}

// doubt keeps the result of following an assumption. It holds as long as the lines looked at do not
// change.
type doubt struct {
	chain []int // lines of its refutation, or nil
	waves int   // number of waves followed
	lines []int // lines looked at
	told  int   // number of steps told before
}

// mostKept bounds the number of lines that all doubts hold, and so their memory: 32 MB.
const mostKept = 4 << 20

// refuteCached refutes and prunes, or returns the earlier result if none of its lines has changed.
func (l *lesson[M]) refuteCached(cell int, value puzzle.Cell, waves int) (chain []int) {
	if l.doubts == nil {
		l.doubts = make([]doubt, 2*l.rows*l.cols)
	}
	d := &l.doubts[2*cell+int(value-puzzle.Empty)]
	fresh := d.lines != nil && (d.chain != nil || d.waves >= waves)
	if fresh && !slices.ContainsFunc(d.lines, func(line int) bool { return l.changed[line] > d.told }) {
		return d.chain
	}
	chain, lines := l.refute(cell, value, waves)
	chain = l.prune(cell, value, chain)
	l.kept -= len(d.lines)
	*d = doubt{}
	if l.kept += len(lines); l.kept > mostKept {
		l.kept -= len(lines)
		return chain
	}
	*d = doubt{chain, waves, lines, l.told}
	return chain
}

// refute follows an assumption for a number of waves. The chain it returns has the lines that
// decided cells, and at last the one without an arrangement; it is nil if there is no
// contradiction, or if the budget ends. looked has all lines that were solved. The assumption and
// all that followed is taken back.
func (l *lesson[M]) refute(cell int, value puzzle.Cell, waves int) (chain, looked []int) {
	mark := len(l.trail)
	next := 0
	defer func() {
		looked = slices.Clone(l.queue[:next])
		l.undo(mark)
		l.emptyQueue()
	}()
	l.set(cell, value)
	for wave := 0; wave < waves && next < len(l.queue); wave++ {
		for end := len(l.queue); next < end; next++ {
			if l.spent() {
				return nil, nil
			}
			line := l.queue[next]
			any, ok := l.solveLine(line)
			l.queued[line] = false
			if any || !ok {
				chain = append(chain, line)
			}
			if !ok {
				next++
				return chain, nil
			}
		}
	}
	return nil, nil
}

// prune removes the lines from a chain without which the contradiction still follows, from the last
// but one to the first. It returns nil for nil.
func (l *lesson[M]) prune(cell int, value puzzle.Cell, chain []int) []int {
	for i := len(chain) - 2; i >= 0 && !l.over; i-- {
		if shorter := l.replay(cell, value, slices.Concat(chain[:i], chain[i+1:])); shorter != nil {
			chain = shorter
			i = min(i, len(chain)-1) // more lines than this one may have gone
		}
	}
	return chain
}

// replay solves the lines in turn up to the one without an arrangement. It returns the lines that
// decided cells and that one; nil if every line has an arrangement.
func (l *lesson[M]) replay(cell int, value puzzle.Cell, lines []int) (chain []int) {
	mark := len(l.trail)
	defer func() {
		l.undo(mark)
		l.emptyQueue()
	}()
	l.set(cell, value)
	for _, line := range lines {
		if l.spent() {
			return nil
		}
		any, ok := l.solveLine(line)
		if any || !ok {
			chain = append(chain, line)
		}
		if !ok {
			return chain
		}
	}
	return nil
}

// trailOf returns the cells that each line of a refutation decides, except the last line.
func (l *lesson[M]) trailOf(r refutation) (trail [][]Placed) {
	mark := len(l.trail)
	defer func() {
		l.undo(mark)
		l.emptyQueue()
	}()
	l.set(r.cell, r.value)
	for _, line := range r.chain[:len(r.chain)-1] {
		before := len(l.trail)
		l.solveLine(line)
		var decided []Placed
		for _, cell := range l.trail[before:] {
			decided = append(decided, l.placed(cell))
		}
		trail = append(trail, decided)
	}
	return trail
}

// eitherWay returns the first cell both of whose values decide some other cells alike, and these
// cells, row-major; both is nil if there is no such cell. When the budget ends they mean nothing.
func (l *lesson[M]) eitherWay() (cell int, both []Placed) {
	for cell := range l.rows * l.cols {
		if l.at(cell) != puzzle.Unknown {
			continue
		}
		filled := l.consequences(cell, puzzle.Filled)
		for placed := range l.consequences(cell, puzzle.Empty) {
			if filled[placed] {
				both = append(both, placed)
			}
		}
		if both != nil || l.over {
			slices.SortFunc(both, func(a, b Placed) int { return (a.Row-b.Row)*l.cols + a.Col - b.Col })
			return cell, both
		}
	}
	return 0, nil
}

// consequences returns the cells that lines decide after an assumption, the assumed one included.
func (l *lesson[M]) consequences(cell int, value puzzle.Cell) map[Placed]bool {
	mark := len(l.trail)
	l.assume(cell, value)
	to := map[Placed]bool{}
	for _, c := range l.trail[mark:] {
		to[l.placed(c)] = true
	}
	l.undo(mark)
	return to
}
