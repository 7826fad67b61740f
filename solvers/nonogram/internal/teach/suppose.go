package teach

import (
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// A refutation of an assumption: the lines solved in turn, the last of which has no
// arrangement.
type refutation struct {
	cell  int
	value puzzle.Cell
	chain []int
}

// suppose looks for the shortest contradiction, or else for what both values of a cell lead
// to. It reports false where there is neither.
func (l *lesson[M]) suppose() bool {
	if r, ok := l.shortest(); ok {
		last := l.name(r.chain[len(r.chain)-1])
		assumed := Placed{r.cell / l.cols, r.cell % l.cols, r.value}
		l.tell(Step{Technique: Contradiction, Line: last, Assumed: assumed, Chain: l.names(r.chain)}, func() {
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

// shortest returns the refutation with the fewest lines, of all values of all cells. What
// it follows from an assumption goes out in waves: the lines with a new cell, then those that
// cross new cells of these. A contradiction in wave w takes w lines at least, so that what has
// been found bounds how far to look; few waves are tried first.
func (l *lesson[M]) shortest() (best refutation, ok bool) {
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
				chain := l.doubted(cell, value, waves)
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

// doubt is what came of an assumption. It holds as long as the lines looked at stay as
// they are.
type doubt struct {
	chain []int // the lines of its refutation, or nil
	waves int   // so far it was followed
	lines []int // looked at
	told  int   // the steps before
}

// mostKept bounds the lines that all doubts hold, and so their memory: 32 MB.
const mostKept = 4 << 20

// doubted refutes and prunes, or returns what that found before if nothing has changed for it.
func (l *lesson[M]) doubted(cell int, value puzzle.Cell, waves int) (chain []int) {
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

// refute follows an assumption for so many waves. It returns the lines that decided cells
// and in the end the one without an arrangement, or nil; and all that were looked at.
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

// prune leaves out of a chain what the contradiction does not need.
func (l *lesson[M]) prune(cell int, value puzzle.Cell, chain []int) []int {
	for i := len(chain) - 2; i >= 0 && !l.over; i-- {
		if shorter := l.replay(cell, value, slices.Concat(chain[:i], chain[i+1:])); shorter != nil {
			chain = shorter
			i = min(i, len(chain)-1)
		}
	}
	return chain
}

// replay solves the lines in turn up to the one without an arrangement; nil where
// all have one. Lines that say nothing are left out.
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

// eitherWay finds a cell whose both values decide some other cell alike.
func (l *lesson[M]) eitherWay() (cell int, both []Placed) {
	for cell := range l.rows * l.cols {
		if l.at(cell) != puzzle.Unknown {
			continue
		}
		filled := l.led(cell, puzzle.Filled)
		for placed := range l.led(cell, puzzle.Empty) {
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

// led returns what an assumption leads to.
func (l *lesson[M]) led(cell int, value puzzle.Cell) map[Placed]bool {
	mark := len(l.trail)
	l.assume(cell, value)
	to := map[Placed]bool{}
	for _, c := range l.trail[mark:] {
		to[l.placed(c)] = true
	}
	l.undo(mark)
	return to
}
