package nonogram

import (
	"context"
	"time"

	"kibitz/solvers"
)

// A Slip is one run that, with another length, gives a puzzle without solution one.
type Slip struct {
	Line   Line
	Run    int // which of the line's runs, from 0
	Was    int // its length in the puzzle
	May    int // the length that helps
	Unique bool
}

// slipTime is what one length may take of the search: the next may be decided at once.
const slipTime = 100 * time.Millisecond

// Slips looks for single runs whose length may have been mistyped: with another one the
// totals of rows and columns are equal, and the puzzle has a solution, proved. Where
// the totals are equal as they are there is none, for one run more or less would part them.
// Those that make the solution the only one come first. Complete says whether every run was
// decided; ctx should have an end, for each run is a puzzle to solve.
func (p *Puzzle) Slips(ctx context.Context) (slips []Slip, complete bool) {
	if p.Check() != nil {
		return nil, false
	}
	rows, cols := p.Totals()
	if rows == cols {
		return nil, true
	}
	complete = true
	var several []Slip
	for side, lines := range [2][][]int{p.Rows, p.Cols} {
		change, length := cols-rows, len(p.Cols)
		if side == columns {
			change, length = rows-cols, len(p.Rows)
		}
		for i, runs := range lines {
			for j, was := range runs {
				may := was + change
				if may < 1 || room(runs)+change > length {
					continue
				}
				switch p.with(side, i, j, may).decidedWithin(ctx, slipTime) {
				case solvers.Unique:
					slips = append(slips, Slip{Line{side == columns, i}, j, was, may, true})
				case solvers.Multiple:
					several = append(several, Slip{Line{side == columns, i}, j, was, may, false})
				case solvers.Undecided:
					complete = false
				}
			}
		}
	}
	return append(slips, several...), complete
}

// room is how many cells a clue takes at least.
func room(runs []int) int {
	need := max(len(runs)-1, 0)
	for _, run := range runs {
		need += run
	}
	return need
}

// Mended is the puzzle with the length that a slip may have; nil where it is none of this
// puzzle's.
func (p *Puzzle) Mended(s Slip) *Puzzle {
	lines, length, side := p.Rows, len(p.Cols), rows
	if s.Line.Column {
		lines, length, side = p.Cols, len(p.Rows), columns
	}
	if s.Line.Index < 0 || s.Line.Index >= len(lines) || s.Run < 0 || s.Run >= len(lines[s.Line.Index]) || s.May < 1 {
		return nil
	}
	runs := lines[s.Line.Index]
	if s.May > length || room(runs)-runs[s.Run]+s.May > length {
		return nil
	}
	q := p.with(side, s.Line.Index, s.Run, s.May)
	q.Picture = nil
	return q
}

// with is the puzzle with another length for one run.
func (p *Puzzle) with(side, line, run, length int) *Puzzle {
	q := *p
	into := &q.Rows
	if side == columns {
		into = &q.Cols
	}
	lines := append([][]int(nil), *into...)
	lines[line] = append([]int(nil), lines[line]...)
	lines[line][run] = length
	*into = lines
	return &q
}

func (p *Puzzle) decidedWithin(ctx context.Context, d time.Duration) solvers.Verdict {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	a, err := p.Decide(ctx)
	if err != nil {
		return solvers.Undecided
	}
	return a.Verdict
}
