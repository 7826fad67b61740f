package teach

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// A Slip is a change of one run, in its length or its colour, that gives a solution to a puzzle
// without one; or a run that was left out.
type Slip struct {
	Line      puzzle.Line
	Run       int        // index of the run in the line, from 0
	Was, May  puzzle.Run // the run in the puzzle, and the one that gives a solution
	Forgotten bool       // run May was left out: it belongs before the run of index Run, and Was is zero
	Unique    bool       // with May the puzzle has exactly one solution
}

// slipTime bounds the time for deciding one slip: the next one may be decided at once.
const slipTime = 100 * time.Millisecond

// Slips looks for single runs whose length or colour may have been mistyped, or that were left out.
// With the changed run the totals of rows and columns are equal for every colour, and the puzzle has
// a proved solution. If the totals are equal already there is no slip, for a change of one run would
// make them differ. Slips that make the solution unique come first, and changed runs before those left
// out. complete reports whether every candidate was decided. Each candidate is a puzzle to solve, so
// ctx should have an end.
func Slips(ctx context.Context, p *puzzle.Puzzle) (slips []Slip, complete bool) {
	if p.Check() != nil {
		return nil, false
	}
	complete = true
	var several []Slip
	for _, s := range append(possibleSlips(p), possiblyForgotten(p)...) {
		q := Mended(p, s)
		if q == nil {
			continue
		}
		switch decidedWithin(ctx, q, slipTime) {
		case solvers.Unique:
			s.Unique = true
			slips = append(slips, s)
		case solvers.Multiple:
			several = append(several, s)
		case solvers.Undecided:
			complete = false
		}
	}
	return append(slips, several...), complete
}

// missingCells returns, by colour, how many cells fewer the clues of a side need than those of the other
// side; differ lists the colours for which that is not 0.
func missingCells(p *puzzle.Puzzle, side int) (missing, differ []int) {
	rowTotals, colTotals := p.Totals()
	for c := range rowTotals {
		n := colTotals[c] - rowTotals[c]
		if side == puzzle.ColumnSide {
			n = -n
		}
		if missing = append(missing, n); n != 0 {
			differ = append(differ, c)
		}
	}
	return missing, differ
}

// possiblyForgotten returns the runs that may have been left out: if one side has too few cells of one
// colour, a run of that many cells, at each place in each line of that side. Before and behind an equal
// run the clue is the same, so only one of these two places is returned.
func possiblyForgotten(p *puzzle.Puzzle) (all []Slip) {
	for side, lines := range [2][][]puzzle.Run{p.Rows, p.Cols} {
		missing, differ := missingCells(p, side)
		if len(differ) != 1 || missing[differ[0]] < 0 {
			continue
		}
		may := puzzle.Run{Length: missing[differ[0]], Colour: differ[0]}
		for i, runs := range lines {
			for j := range len(runs) + 1 {
				if j == 0 || runs[j-1] != may {
					all = append(all, Slip{Line: puzzle.Line{Column: side == puzzle.ColumnSide, Index: i}, Run: j, May: may, Forgotten: true})
				}
			}
		}
	}
	return all
}

// possibleSlips returns the changes of one run that make the totals equal. If the totals of one
// colour differ, the change is in length; if one colour has too much and another too little by the
// same number, it is in colour.
func possibleSlips(p *puzzle.Puzzle) (all []Slip) {
	for side, lines := range [2][][]puzzle.Run{p.Rows, p.Cols} {
		missing, differ := missingCells(p, side)
		for i, runs := range lines {
			for j, was := range runs {
				if may := changed(was, missing, differ); may != was {
					all = append(all, Slip{Line: puzzle.Line{Column: side == puzzle.ColumnSide, Index: i}, Run: j, Was: was, May: may})
				}
			}
		}
	}
	return all
}

// changed returns the run in place of was that makes the totals equal, or was itself if there is
// none. differ lists the colours whose totals are not equal.
func changed(was puzzle.Run, missing, differ []int) puzzle.Run {
	may := was
	switch {
	case len(differ) == 1 && was.Colour == differ[0]:
		may.Length += missing[was.Colour]
	case len(differ) == 2 && missing[was.Colour] == -was.Length: // the run is all that its colour has too much
		if other := differ[0] + differ[1] - was.Colour; missing[other] == was.Length {
			may.Colour = other
		}
	}
	return may
}

// Mended returns the puzzle with the changed or added run of a slip; nil if the slip does not belong to this
// puzzle or gives no valid one.
func Mended(p *puzzle.Puzzle, s Slip) *puzzle.Puzzle {
	q := p.Bare()
	q.Given = p.Given
	lines := &q.Rows
	if s.Line.Column {
		lines = &q.Cols
	}
	if s.Line.Index < 0 || s.Line.Index >= len(*lines) {
		return nil
	}
	runs := slices.Clone((*lines)[s.Line.Index])
	switch {
	case s.Run < 0 || s.Run > len(runs) || s.Run == len(runs) && !s.Forgotten:
		return nil
	case s.Forgotten:
		runs = slices.Insert(runs, s.Run, s.May)
	default:
		runs[s.Run] = s.May
	}
	*lines = slices.Clone(*lines)
	(*lines)[s.Line.Index] = runs
	if q.Check() != nil {
		return nil
	}
	return q
}

// decidedWithin returns the verdict of p, Undecided if that takes longer than d.
func decidedWithin(ctx context.Context, p *puzzle.Puzzle, d time.Duration) solvers.Verdict {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	a, err := engine.Decide(ctx, p)
	if err != nil {
		return solvers.Undecided
	}
	return a.Verdict
}
