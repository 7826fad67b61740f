package nonogram

import (
	"context"

	"kibitz/solvers"
	"kibitz/solvers/internal/tally"
)

// Count is the number of solutions, up to limit; see Puzzle.Count.
func (p *Coloured) Count(ctx context.Context, limit int) (n int, exact bool) {
	a, err := p.Solve(ctx)
	if err != nil {
		return 0, false
	}
	return p.CountFrom(ctx, a, limit)
}

// CountFrom is Count for whoever has p's answer already.
func (p *Coloured) CountFrom(ctx context.Context, a *ColouredAnswer, limit int) (n int, exact bool) {
	limit = tally.Limit(limit)
	if p.Check() != nil {
		return 0, false
	}
	if n, exact, ok := tally.Known(a.Verdict, len(a.Solutions), limit); ok {
		return n, exact
	}
	n, exact = p.masks().study(ctx, p, false).count(p.literals(a.Grid), limit)
	return max(n, min(len(a.Solutions), limit)), exact
}

// Core is a set of lines that contradict each other whatever all others say; see Puzzle.Core.
func (p *Coloured) Core(ctx context.Context) (lines []Line, minimal bool) {
	if ctx.Err() != nil || p.Check() != nil {
		return nil, false
	}
	return p.masks().study(ctx, p, true).core()
}

// WithMarks is the puzzle with what a person has marked as given cells: the shades that each can
// have, all of them where nothing is marked. Who crosses nothing out need not be told of the
// background of lines that have all their runs: that is marked, too. The marks are copied.
func (p *Coloured) WithMarks(marks []Shades) *Coloured {
	cols := len(p.Cols)
	given := make([]Shades, len(marks))
	seen := make([]Shades, len(marks)) // with background for what is not decided
	crossed := false
	for i, s := range marks {
		given[i], seen[i] = s, s
		if !s.One() {
			seen[i] = Background
		}
		crossed = crossed || s == Background
	}
	finished := func(runs, marked []Run) bool {
		if len(runs) != len(marked) {
			return false
		}
		for j := range runs {
			if runs[j] != marked[j] {
				return false
			}
		}
		return true
	}
	if !crossed && len(marks) == len(p.Rows)*cols {
		drawn := FromColours(seen, cols, p.Palette, p.Background)
		for i, s := range marks {
			if !s.One() && s&Background != 0 && (finished(p.Rows[i/cols], drawn.Rows[i/cols]) || finished(p.Cols[i%cols], drawn.Cols[i%cols])) {
				given[i] = Background
			}
		}
	}
	return &Coloured{Palette: p.Palette, Background: p.Background, Rows: p.Rows, Cols: p.Cols, Given: given}
}

// A ColouredSlip is one run that, with another length or another colour, gives a puzzle without
// solution one.
type ColouredSlip struct {
	Line     Line
	Run      int // which of the line's runs, from 0
	Was, May Run // in the puzzle, and what helps
	Unique   bool
}

// Slips looks for single runs whose length or colour may have been mistyped: with
// another one the totals of rows and columns are equal for every colour, and the puzzle has a
// solution, proved. See Puzzle.Slips.
func (p *Coloured) Slips(ctx context.Context) (slips []ColouredSlip, complete bool) {
	if p.Check() != nil {
		return nil, false
	}
	complete = true
	var several []ColouredSlip
	for _, s := range p.possibleSlips() {
		q := p.Mended(s)
		if q == nil {
			continue
		}
		switch q.decidedWithin(ctx) {
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

// possibleSlips are the runs that make the totals equal when they change: of one colour that
// alone differs, in length; of one colour as much as another has too little, in colour.
func (p *Coloured) possibleSlips() (all []ColouredSlip) {
	rows, cols := p.Totals()
	for side, lines := range [2][][]Run{p.Rows, p.Cols} {
		missing := make([]int, len(rows)) // on this side, by colour
		var differ []int
		for c := range missing {
			missing[c] = cols[c] - rows[c]
			if side == columns {
				missing[c] = -missing[c]
			}
			if missing[c] != 0 {
				differ = append(differ, c)
			}
		}
		for i, runs := range lines {
			for j, was := range runs {
				may := was
				switch {
				case len(differ) == 1 && was.Colour == differ[0]:
					may.Length += missing[was.Colour]
				case len(differ) == 2 && missing[was.Colour] == -was.Length:
					may.Colour = differ[0] + differ[1] - was.Colour
					if missing[may.Colour] != was.Length {
						continue
					}
				default:
					continue
				}
				all = append(all, ColouredSlip{Line: Line{side == columns, i}, Run: j, Was: was, May: may})
			}
		}
	}
	return all
}

// Mended is the puzzle with the run that a slip may have; nil where it is none of this
// puzzle's.
func (p *Coloured) Mended(s ColouredSlip) *Coloured {
	q := &Coloured{Palette: p.Palette, Background: p.Background, Rows: cloneLines(p.Rows), Cols: cloneLines(p.Cols), Given: p.Given}
	lines := q.Rows
	if s.Line.Column {
		lines = q.Cols
	}
	if s.Line.Index < 0 || s.Line.Index >= len(lines) || s.Run < 0 || s.Run >= len(lines[s.Line.Index]) {
		return nil
	}
	lines[s.Line.Index][s.Run] = s.May
	if q.Check() != nil {
		return nil
	}
	return q
}

func (p *Coloured) decidedWithin(ctx context.Context) solvers.Verdict {
	ctx, cancel := context.WithTimeout(ctx, slipTime)
	defer cancel()
	a, err := p.Decide(ctx)
	if err != nil {
		return solvers.Undecided
	}
	return a.Verdict
}
