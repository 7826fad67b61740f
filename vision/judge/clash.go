package judge

import (
	"context"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
	"kibitz/vision"
)

// clashing returns the cells whose marks contradict each other, in reading order: sets of marks that no
// solution has together and that no mark can be left out of. Together is true if a set has more than one
// cell. impossible reports whether it is proved that no solution has the marks of some cells. When ctx
// ends a set may be larger than need be; without any contradiction there is none.
func clashing(ctx context.Context, cells []int, impossible func(context.Context, []int) bool) (all []int, together bool) {
	cells = slices.Clone(cells)
	for len(cells) > 0 && impossible(ctx, cells) {
		set := slices.Clone(cells)
		for i := 0; i < len(set); {
			if less := slices.Delete(slices.Clone(set), i, i+1); impossible(ctx, less) {
				set = less
			} else {
				i++
			}
		}
		if len(set) == 0 { // no solution at all: the marks are not to blame
			return nil, false
		}
		all, together = append(all, set...), together || len(set) > 1
		cells = slices.DeleteFunc(cells, func(i int) bool { return slices.Contains(set, i) })
	}
	slices.Sort(all)
	return all, together
}

// addClash adds to the verdict on a nonogram the marks that only together contradict the puzzle. Signs
// holds the cells whose mark was read off a sign, which a user has not confirmed.
func addClash(ctx context.Context, v *Verdict, marks []nonogram.Cell, signs []int) {
	ctx, cancel := context.WithTimeout(ctx, markTime)
	defer cancel()
	p, err := notation.Parse(v.likeliest())
	if err != nil || p.Check() != nil || len(marks) != len(p.Rows)*len(p.Cols) {
		return
	}
	v.Misfits, v.Together = clashing(ctx, signs, func(ctx context.Context, cells []int) bool {
		q := *p
		q.Given = slices.Clone(marks)
		for i, mark := range marks {
			if mark == nonogram.Unknown || slices.Contains(signs, i) && !slices.Contains(cells, i) {
				q.Given[i] = p.Open()
			}
		}
		a, err := q.Decide(ctx)
		return err == nil && a.Verdict == solvers.None
	})
}

// likeliest returns the encoding of the puzzle that logic chose, else of what the reading looks like.
func (v *Verdict) likeliest() string {
	if v.Repaired != "" {
		return v.Repaired
	}
	return v.Puzzle
}

// judgeDigits sets the Misfits of a Kakuro: the digits that contradict every solution, or else those that
// do so together. Digits that a user confirmed, of probability 1, are none of them.
func judgeDigits(ctx context.Context, r *vision.Reading, v *Verdict) {
	ctx, cancel := context.WithTimeout(ctx, markTime)
	defer cancel()
	p, err := kakuro.Parse(v.likeliest())
	if err != nil || len(p.Cells) != len(r.Cells) {
		return
	}
	a, err := p.Solve(ctx)
	if err != nil || a.Verdict != solvers.Unique && a.Verdict != solvers.Multiple {
		return
	}
	var read []int
	for i, cell := range r.Cells {
		d := digitOf(cell)
		if d == 0 || !p.Cells[i].White {
			continue
		}
		if cell.Digit[0].P == 1 {
			p.Cells[i].Given = d
			continue
		}
		if read = append(read, i); a.Candidates[i]>>d&1 == 0 {
			v.Misfits = append(v.Misfits, i)
		}
	}
	if v.Misfits != nil || a.Verdict == solvers.Unique {
		return
	}
	v.Misfits, v.Together = clashing(ctx, read, func(ctx context.Context, cells []int) bool {
		q := *p
		q.Cells = slices.Clone(p.Cells)
		for _, i := range cells {
			q.Cells[i].Given = digitOf(r.Cells[i])
		}
		a, err := q.Decide(ctx)
		return err == nil && a.Verdict == solvers.None
	})
}
