package nonogram

import (
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// findFlaws returns the reasons to doubt a body's lines. ends are the other extents that it may have, lines holds the
// words of the rows and columns; pixels is the height of a digit on the image, which is too small below 7. A board is
// cut if the image ends within a quarter of a cell at any of nine places along its sides, or where the lines run on to
// the right or down.
func findFlaws(v *page.View, b body, ends []image.Rectangle, lines [2][][]script.Word, pixels float64, mirror bool) []board.Flaw {
	var flaws []board.Flaw
	across, down := b.sides()
	if hasOddRules(across) || hasOddRules(down) {
		flaws = append(flaws, board.ThickRules)
	}
	if hasUnseen(across, lines[0]) || hasUnseen(down, lines[1]) {
		flaws = append(flaws, board.UnseenLines)
	}
	if len(ends) > 0 || b.Below+b.Behind > 0 {
		flaws = append(flaws, board.Ends)
	}
	rows, cols := b.Upright()
	_, right, _, bottom := b.RunOn()
	for i := range 9 {
		f := (float64(i) + .5) / 9
		r, c := f*float64(b.rows), f*float64(b.cols)
		const beyond = .25 // cells; the step of RunOn
		if right > 0 && b.FirstCol+b.cols == cols && !v.Shows(b.Place(r, float64(b.cols)+right+1.5*beyond)) ||
			bottom > 0 && b.FirstRow+b.rows == rows && !v.Shows(b.Place(float64(b.rows)+bottom+1.5*beyond, c)) {
			flaws = append(flaws, board.Cut) // part of a cell lies beyond the image
			break
		}
		if !v.Shows(b.Place(r, float64(b.cols)-beyond)) || !v.Shows(b.Place(float64(b.rows)-beyond, c)) ||
			!v.Shows(b.Place(r, beyond)) || !v.Shows(b.Place(beyond, c)) {
			flaws = append(flaws, board.Cut)
			break
		}
	}
	if !slices.Contains(flaws, board.Cut) && v.RunsOff(b.Mesh, b.rows, b.cols, cells.Right, cells.Bottom) {
		flaws = append(flaws, board.Cut)
	}
	if mirror {
		flaws = append(flaws, board.Mirrored)
	}
	if pixels < 7 {
		flaws = append(flaws, board.TooSmall)
	}
	return flaws
}

// isCutOff reports whether the numbers of a line go on beyond the image: a blob of about a digit's size lies at the
// image's edge, and less than 1.5 digit heights from a number of its line.
func isCutOff(v *page.View, m plane.Mesh, b *script.Band, h script.Hand, lines [][]script.Word) bool {
	for _, x := range b.Blobs[h.Lighter] {
		r, c := b.Middle(x.Box)
		k := b.LineOf(r, c)
		if k < 0 || len(lines[k]) == 0 {
			continue
		}
		a, w := b.Place(x.Box), float64(x.Box.Dy())
		inner, outer := m.Place(r, a.Right), m.Place(r, a.Left-.03)
		if b.Cols {
			w = float64(x.Box.Dx())
			inner, outer = m.Place(a.Bottom, c), m.Place(a.Top-.03, c)
		}
		if w < .3*h.Height || w > 1.3*h.Height || !v.Shows(inner) || v.Shows(outer) {
			continue
		}
		near := math.Inf(1)
		for _, word := range lines[k] {
			box := word.Box()
			gap := box.Min.X - x.Box.Max.X
			if b.Cols {
				gap = box.Min.Y - x.Box.Max.Y
			}
			near = min(near, plane.Abs(float64(gap)))
		}
		if near < 1.5*h.Height {
			return true
		}
	}
	return false
}

// countUp reports whether each of three or more lines has one number, its place among them from 1: these may be the
// names of the lines.
func countUp(lines []board.Line) bool {
	for i, l := range lines {
		if len(l.Readings) == 0 || !slices.Equal(l.Readings[0].Numbers, []int{i + 1}) {
			return false
		}
	}
	return len(lines) >= 3
}

// hasUnseen reports whether a line of the lattice was not seen, only inferred. An outermost line is also known
// by a clue beside it: if boxes for clues are as dark as the line, it cannot be seen.
func hasUnseen(rules []float64, clues [][]script.Word) bool {
	last := len(rules) - 1
	for i, t := range rules {
		known := i == 0 && len(clues[0]) > 0 || i == last && len(clues[last-1]) > 0
		if t == 0 && !known {
			return true
		}
	}
	return false
}

// hasOddRules reports whether thicker lines within a board stand elsewhere than after every fifth or tenth cell:
// then a line was lost or seen twice. lines holds the thickness of all lines, in pixels. Boards with thicker lines
// after all 3, 4 or 6 cells, or with none, tell nothing; nor does one thick line of ten or more, nor the frame around
// one row or column.
func hasOddRules(lines []float64) bool {
	if len(lines) < 4 {
		return false
	}
	inner := lines[1 : len(lines)-1]
	usual := plane.Median(append([]float64(nil), inner...), 0)
	var thick []int
	for i, t := range inner {
		if isThick(t, usual) {
			thick = append(thick, i+1)
		}
	}
	if len(thick) < 2 && len(inner) >= 10 || len(thick) == 0 {
		return false
	}
	for _, period := range []int{5, 3, 4, 6} {
		var odd []int // thick lines in other places
		for _, i := range thick {
			if i%period != 0 {
				odd = append(odd, i)
			}
		}
		every := len(thick)-len(odd) == len(inner)/period
		framed := len(odd) == 1 && (odd[0] == 1 || odd[0] == len(inner)) || len(odd) == 2 && odd[1] == odd[0]+1
		if len(odd) == 0 && (period == 5 || every) || framed && every && period == 5 && len(inner) >= period {
			return false
		}
	}
	return true
}
