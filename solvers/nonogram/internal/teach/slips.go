package teach

import (
	"context"
	"slices"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// A Slip is one run that, with another length or another colour, gives a puzzle without solution
// one.
type Slip struct {
	Line     puzzle.Line
	Run      int        // which of the line's runs, from 0
	Was, May puzzle.Run // in the puzzle, and what helps
	Unique   bool
}

// slipTime is the time that deciding one slip may take: the next may be decided at once.
const slipTime = 100 * time.Millisecond

// Slips looks for single runs whose length or colour may have been mistyped: with another one the
// totals of rows and columns are equal for every colour, and the puzzle has a solution, proved. Where
// the totals are equal as they are there is none, for one run more or less would part them.
// Those that make the solution the only one come first. Complete reports whether every run was
// decided; ctx should have an end, for each run is a puzzle to solve.
func Slips(ctx context.Context, p *puzzle.Puzzle) (slips []Slip, complete bool) {
	if p.Check() != nil {
		return nil, false
	}
	complete = true
	var several []Slip
	for _, s := range possibleSlips(p) {
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

// possibleSlips returns the changes of one run that make the totals equal. If one colour alone
// differs they are to its length; if one colour has too much by what another has too little they
// are to its colour.
func possibleSlips(p *puzzle.Puzzle) (all []Slip) {
	rowTotals, colTotals := p.Totals()
	for side, lines := range [2][][]puzzle.Run{p.Rows, p.Cols} {
		missing := make([]int, len(rowTotals)) // on this side, by colour
		var differ []int
		for c := range missing {
			missing[c] = colTotals[c] - rowTotals[c]
			if side == puzzle.ColumnSide {
				missing[c] = -missing[c]
			}
			if missing[c] != 0 {
				differ = append(differ, c)
			}
		}
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

// changed returns the run that makes the totals equal in place of another, or that one itself if
// there is none. Differ are the colours of which cells are missing.
func changed(was puzzle.Run, missing, differ []int) puzzle.Run {
	may := was
	switch {
	case len(differ) == 1 && was.Colour == differ[0]:
		may.Length += missing[was.Colour]
	case len(differ) == 2 && missing[was.Colour] == -was.Length:
		if other := differ[0] + differ[1] - was.Colour; missing[other] == was.Length {
			may.Colour = other
		}
	}
	return may
}

// Mended returns the puzzle with the run that a slip may have; nil where it is none of this
// puzzle's.
func Mended(p *puzzle.Puzzle, s Slip) *puzzle.Puzzle {
	q := p.Bare()
	q.Given = p.Given
	lines := &q.Rows
	if s.Line.Column {
		lines = &q.Cols
	}
	if s.Line.Index < 0 || s.Line.Index >= len(*lines) || s.Run < 0 || s.Run >= len((*lines)[s.Line.Index]) {
		return nil
	}
	*lines = slices.Clone(*lines)
	runs := slices.Clone((*lines)[s.Line.Index])
	runs[s.Run] = s.May
	(*lines)[s.Line.Index] = runs
	if q.Check() != nil {
		return nil
	}
	return q
}

// decidedWithin returns the verdict of p, Undecided where that takes longer than d.
func decidedWithin(ctx context.Context, p *puzzle.Puzzle, d time.Duration) solvers.Verdict {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	a, err := engine.Decide(ctx, p)
	if err != nil {
		return solvers.Undecided
	}
	return a.Verdict
}
