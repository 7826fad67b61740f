package nonogram

import (
	"image"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// This file doubts where a board ends. An empty line that was not seen, or one too many, changes no total.

// findEnds returns the other extents that a body may have, in its cells, the likeliest first. empty says which rows and
// columns are. The first is where the net sees it end, or its rules if this is the net's body. It may have a line more
// where part of one is seen to the right or below, no outermost empty line if isOneLong, and else a line more where
// openSides says so, and if isOneShort. A body of a size that a user named has no other extents.
func findEnds(b body, empty [2][]bool) (all []image.Rectangle) {
	if b.sized {
		return nil
	}
	if !b.other.Empty() {
		all = append(all, b.other)
	}
	changed := [4]bool{} // sides
	add := func(side, by int) {
		if !changed[side] {
			changed[side], all = true, append(all, cells.Grow(b.extent(), side, by))
		}
	}
	rows, cols := b.Upright()
	_, right, _, bottom := b.RunOn()
	if right > 0 && b.FirstCol+b.cols == cols {
		add(cells.Right, 1)
	}
	if bottom > 0 && b.FirstRow+b.rows == rows {
		add(cells.Bottom, 1)
	}
	ways := [...][2]int{{cells.Top, cells.Bottom}, {cells.Left, cells.Right}}
	for i, sides := range ways {
		switch last := len(empty[i]) - 1; {
		case isOneLong(empty[i]) && empty[i][last]:
			add(sides[1], -1)
		case isOneLong(empty[i]):
			add(sides[0], -1)
		}
	}
	across, down := b.sides()
	for _, side := range openSides(across, down, empty) {
		add(side, 1)
	}
	for i, sides := range ways {
		if isOneShort(len(empty[i]), len(empty[1-i])) && !changed[sides[0]] {
			add(sides[1], 1)
		}
	}
	return all
}

// sides returns the thickness of the rules across and down a body, in pixels.
func (b body) sides() (across, down []float64) {
	across, down = b.Rules()
	return linesFrom(across, b.FirstRow, b.rows), linesFrom(down, b.FirstCol, b.cols)
}

// linesFrom returns the lines of n cells from number first on. Lines beyond the lattice count as unseen.
func linesFrom(lines []float64, first, n int) []float64 {
	out := make([]float64, n+1)
	for i := range out {
		if j := first + i; j >= 0 && j < len(lines) {
			out[i] = lines[j]
		}
	}
	return out
}

// isOneShort reports whether a side of n lines would have 5, 10, 15 and so on, as the other one has, if it had one
// more. Such a line may be empty and look like the page: then all totals are right without it.
func isOneShort(n, other int) bool { return n%5 == 4 && other%5 == 0 }

// isOneLong reports whether a side would have 5, 10, 15 and so on without its outermost line, and that line is empty:
// it may be a row of buttons.
func isOneLong(empty []bool) bool {
	n := len(empty)
	return n > 5 && n%5 == 1 && (empty[0] || empty[n-1])
}

// openSides returns the sides at which a board may have one more empty line, which have an unusual length: none of 5,
// 10, 15 and so on. Either the last line at such a side is empty, as a further one may be, and no thick rule ends it.
// Or that side's rule is like a usual one and those of the other three sides are thick: a frame that does not close.
// across and down hold the thickness of the rules, in pixels; empty says which rows and columns are.
func openSides(across, down []float64, empty [2][]bool) (open []int) {
	t := plane.Median(slices.Concat(across[1:len(across)-1], down[1:len(down)-1]), 0)
	var frame, thin []float64 // the thick ones of the outer rules, and the others
	unclosed, unusual := 0, false
	for i, rules := range [...][]float64{across, down} {
		n := len(empty[i])
		for k, rule := range []float64{rules[0], rules[n]} {
			if isThick(rule, t) {
				frame = append(frame, rule)
				continue
			}
			thin = append(thin, rule)
			unclosed, unusual = [...]int{cells.Top, cells.Left}[i]+k, n%5 != 0
			if unusual && empty[i][k*(n-1)] {
				open = append(open, unclosed)
			}
		}
	}
	if len(open) == 0 && len(thin) == 1 && unusual && thin[0] < t+(slices.Min(frame)-t)/3 {
		open = append(open, unclosed)
	}
	return open
}

// isThick reports whether a rule is thicker than the usual one, both in proportion and in pixels.
func isThick(rule, usual float64) bool { return rule > 1.6*usual && rule > usual+.8 }

// rivals returns the board r with other extents that it may have, the first two that differ in size. The drawing has
// room for all of them. far is how many cells the clues reach from the body.
func (s *draft) rivals(v *page.View, r *board.Reading, ends []image.Rectangle, d plane.Drawing, far float64) (all []*board.Reading) {
	const most = 2
	for _, in := range ends {
		same := func(o *board.Reading) bool { return o.Rows == in.Dy() && o.Cols == in.Dx() }
		if len(all) < most && !same(r) && !slices.ContainsFunc(all, same) && (in == s.other || s.mayBe(v, in)) {
			all = append(all, s.within(v, r, in, d, far))
		}
	}
	return all
}

// mayBe reports whether the lines of an extent beside the body may belong to it: the image shows both of their ends,
// and no clue stands in them.
func (s *draft) mayBe(v *page.View, in image.Rectangle) bool {
	for side := range 4 {
		line := cells.Outer(in, side)
		if line.Overlaps(s.extent()) {
			continue
		}
		first, last := s.Place(float64(line.Min.Y)+.5, float64(line.Min.X)+.5), s.Place(float64(line.Max.Y)-.5, float64(line.Max.X)-.5)
		before := line.Min.Y < 0 || line.Min.X < 0
		if !v.Shows(first) || !v.Shows(last) || before && v.Marked(s.Mesh, line, inked) > 0 {
			return false
		}
	}
	return true
}

// inked is by how many grey levels a cell's lightest and darkest samples differ if something is in it.
const inked = 45

// within returns the part of the board r in an extent, which may have lines more. Their cells are blank, and so are
// their clues, unless something is seen in the clue's place: then anything may be there.
func (s *draft) within(v *page.View, r *board.Reading, in image.Rectangle, d plane.Drawing, far float64) *board.Reading {
	const bare, marked = .995, .01 // the probabilities of an empty line
	reach := int(far)
	clue := func(lines []board.Line, k int, where image.Rectangle) board.Line {
		if k >= 0 && k < len(lines) {
			return lines[k]
		}
		p := bare
		if v.Marked(s.Mesh, where, inked) > 0 {
			p = marked
		}
		return board.Line{Box: d.Box(areaOf(where)), Readings: []board.Clue{{P: p}}}
	}
	o := *r
	o.Rows, o.Cols, o.RowClues, o.ColClues, o.Cells = in.Dy(), in.Dx(), nil, nil, nil
	for y := in.Min.Y; y < in.Max.Y; y++ {
		o.RowClues = append(o.RowClues, clue(r.RowClues, y, image.Rect(-reach, y, 0, y+1)))
	}
	for x := in.Min.X; x < in.Max.X; x++ {
		o.ColClues = append(o.ColClues, clue(r.ColClues, x, image.Rect(x, -reach, x+1, 0)))
	}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if y >= 0 && y < r.Rows && x >= 0 && x < r.Cols {
				o.Cells = append(o.Cells, r.Cells[y*r.Cols+x])
				continue
			}
			o.Cells = append(o.Cells, board.Cell{Box: d.Box(areaOf(image.Rect(x, y, x+1, y+1))), State: nothing.meanings(0)})
		}
	}
	return &o
}

// areaOf returns an extent as an area.
func areaOf(r image.Rectangle) plane.Area {
	return plane.Area{Top: float64(r.Min.Y), Left: float64(r.Min.X), Bottom: float64(r.Max.Y), Right: float64(r.Max.X)}
}
