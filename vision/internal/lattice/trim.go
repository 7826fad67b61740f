package lattice

import "slices"

// trim sets r0, c0, r1 and c1 to the lattice without lines at its sides that no cell speaks for, such as text, or
// frames that happen to stand a whole number of cells away. A cell is whole if all its sides were seen. The
// outline of a Kakuro may be ragged, with few whole cells at a side. But if nearly all cells in the middle are
// whole, those at the sides must be, too. trim reports false if fewer than two rows or columns are left, or if
// fewer than 30 % of the cells left are whole.
func (s *sheet) trim() bool {
	s.r0, s.c0, s.r1, s.c1 = 0, 0, s.rows-1, s.cols-1
	// Keep the rows and columns that hang together.
	gaps := make([]gap, s.rows-1)
	for i := range gaps {
		gaps[i] = gap{s.distance(i*s.cols, 1, s.cols, s.cols), s.count(i, 0, i+1, s.cols-1), 0}
		for _, f := range s.down[i*s.cols : (i+1)*s.cols] {
			if f >= seenSide {
				gaps[i].sides++
			}
		}
	}
	s.r0, s.r1 = longestRun(gaps)
	gaps = make([]gap, s.cols-1)
	for i := range gaps {
		gaps[i] = gap{s.distance(i+s.r0*s.cols, s.cols, s.r1-s.r0+1, 1), s.count(s.r0, i, s.r1, i+1), 0}
		for r := s.r0; r <= s.r1; r++ {
			if s.across[r*s.cols+i] >= seenSide {
				gaps[i].sides++
			}
		}
	}
	s.c0, s.c1 = longestRun(gaps)
	if !s.shrink(.15, false, s.r0, s.c0, s.r1, s.c1) {
		return false
	}
	if s.boxes = s.clueBoxes(); s.boxes.X > 0 {
		return true
	}
	// Then try to keep only sides with at least 60 % whole cells. If fewer than 90 % of the cells within are whole,
	// or fewer than half of all whole cells are left, the outline is ragged: take the others back.
	ragged := [4]int{s.r0, s.c0, s.r1, s.c1}
	all := s.count(s.r0, s.c0, s.r1, s.c1)
	if s.shrink(.6, true, s.r0, s.c0, s.r1, s.c1) {
		n := s.count(s.r0, s.c0, s.r1, s.c1)
		if float64(n) >= .9*float64((s.r1-s.r0)*(s.c1-s.c0)) && 2*n >= all {
			return true
		}
	}
	s.r0, s.c0, s.r1, s.c1 = ragged[0], ragged[1], ragged[2], ragged[3]
	return float64(all) >= .3*float64((s.r1-s.r0)*(s.c1-s.c0))
}

// A gap describes the cells between one line and the next.
type gap struct {
	size  float64 // median distance of the lines, in pixels
	cells int     // number of whole cells
	sides int     // number of cell sides seen from one line to the other
}

// longestRun returns the first and the last line of the run of gaps with the most whole cells. In a run each gap
// has at least two sides seen, and a tenth of the most that any gap has; and no gap is more than mostChange
// times as wide as its neighbour.
func longestRun(gaps []gap) (first, last int) {
	const mostChange = 1.25 // largest ratio of the sizes of neighbouring gaps
	joined := 0
	for _, g := range gaps {
		joined = max(joined, g.sides)
	}
	most := -1
	for i := 0; i < len(gaps); i++ {
		cells := 0
		j := i
		for ; j < len(gaps); j++ {
			g := gaps[j]
			if g.sides < 2 || 10*g.sides < joined {
				break
			}
			if j > i && (g.size > gaps[j-1].size*mostChange || gaps[j-1].size > g.size*mostChange) {
				break
			}
			cells += g.cells
		}
		if cells > most {
			most, first, last = cells, i, j
		}
		i = max(i, j-1)
	}
	return first, last
}

// distance returns the median distance of n crossings of a line from those of the next, in pixels. The first
// crossing has index first; the line's next one is step further in memory, and the next line's stride further.
func (s *sheet) distance(first, step, n, stride int) float64 {
	all := make([]float64, n)
	for i := range all {
		at := first + i*step
		all[i] = s.at[at+stride].sub(s.at[at]).norm()
	}
	return median(all)
}

// solidity tells true lines from digits in a row or column. It returns for each line, by its number on the sheet,
// the mean share seen of the cell sides along it, and 0 for lines beyond r0..r1 and c0..c1. A side that was seen
// to less than a fifth counts as missing and is left out: a true line on a ragged outline lacks whole sides, and
// the others are seen wholly, so its mean is near 1. Of digits one below another each looks like part of a side,
// so their mean is lower.
func (s *sheet) solidity() (rows, cols []float64) {
	rows, cols = make([]float64, s.rows), make([]float64, s.cols)
	mean := func(first, stride, n int, of []float64) float64 {
		sum, met := 0., 0.
		for i := range n {
			if f := of[first+i*stride]; f >= .2 { // below: missing
				sum += f
				met++
			}
		}
		return sum / max(met, 1)
	}
	for r := s.r0; r <= s.r1; r++ {
		rows[r] = mean(r*s.cols+s.c0, 1, s.c1-s.c0, s.across)
	}
	for c := s.c0; c <= s.c1; c++ {
		cols[c] = mean(s.r0*s.cols+c, s.cols, s.r1-s.r0, s.down)
	}
	return rows, cols
}

// shrink begins with the lines r0..r1 and c0..c1 and moves one of the four sides inwards at a time, the one with
// the smallest share of whole cells beside it, until all four have at least least. It reports false if fewer than
// two rows or columns are left. If solid, it also removes a side whose line has less than three quarters of the
// solidity of most, such as numbers one below another.
func (s *sheet) shrink(least float64, solid bool, r0, c0, r1, c1 int) bool {
	s.r0, s.c0, s.r1, s.c1 = r0, c0, r1, c1
	for s.r1-s.r0 >= 2 && s.c1-s.c0 >= 2 {
		h, w := s.r1-s.r0, s.c1-s.c0
		shares := [4]float64{
			float64(s.count(s.r0, s.c0, s.r0+1, s.c1)) / float64(w),
			float64(s.count(s.r1-1, s.c0, s.r1, s.c1)) / float64(w),
			float64(s.count(s.r0, s.c0, s.r1, s.c0+1)) / float64(h),
			float64(s.count(s.r0, s.c1-1, s.r1, s.c1)) / float64(h),
		}
		if solid {
			rows, cols := s.solidity()
			for i, f := range []float64{rows[s.r0], rows[s.r1], cols[s.c0], cols[s.c1]} {
				usual := median(rows[s.r0 : s.r1+1])
				if i >= 2 {
					usual = median(cols[s.c0 : s.c1+1])
				}
				if f < .75*usual {
					shares[i] = min(shares[i], f/usual*least) // less than least, so that the side goes
				}
			}
		}
		worst := 0
		for i, f := range shares {
			if f < shares[worst] {
				worst = i
			}
		}
		if shares[worst] >= least {
			return true
		}
		switch worst {
		case 0:
			s.r0++
		case 1:
			s.r1--
		case 2:
			s.c0++
		case 3:
			s.c1--
		}
	}
	return false
}

// count returns the number of whole cells in rows r0 to before r1 and columns c0 to before c1.
func (s *sheet) count(r0, c0, r1, c1 int) int {
	n := 0
	for r := r0; r < r1; r++ {
		for c := c0; c < c1; c++ {
			if s.fourSided[r*s.cols+c] {
				n++
			}
		}
	}
	return n
}

// closeUp adds the outermost cells of a board without outline, whose lines end in the open: about a cell beyond the
// outermost crossings on all four sides.
func (l *Lattice) closeUp() {
	const least, most = .6, 1.1 // how far lines run on, in cells
	for _, far := range []float64{l.Left, l.Right, l.Top, l.Bottom} {
		if far < least || far > most {
			return
		}
	}
	o := &Lattice{Rows: l.Rows + 2, Cols: l.Cols + 2, Seen: l.Seen, ink: l.ink, explained: l.explained + float64(2*(l.Rows+l.Cols))}
	o.RowRules = slices.Concat([]float64{0}, l.RowRules, []float64{0})
	o.ColRules = slices.Concat([]float64{0}, l.ColRules, []float64{0})
	for r := range o.Rows + 1 {
		for c := range o.Cols + 1 {
			o.Points = append(o.Points, l.At(float64(r-1), float64(c-1)))
			if r == o.Rows || c == o.Cols {
				continue
			}
			side := 1.
			if r > 0 && c > 0 && r <= l.Rows && c <= l.Cols {
				side = l.Sides[(r-1)*l.Cols+c-1]
			}
			o.Sides = append(o.Sides, side)
		}
	}
	o.spread()
	*l = *o
}
