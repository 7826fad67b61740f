package lamps

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/photo"
)

// Of boards in one place the one counts that the net sees, whatever the others are worth: not a tiling of the page in
// the tiles' size, nor one of their halves or pairs. The board that was chosen stays if the net sees no other, if it
// differs by a line or two, or if the hint has its size.
func TestInSight(t *testing.T) {
	const pitch, first, side = 40, 200, 5 // of the tiles; in pixels
	img := image.NewRGBA(image.Rect(0, 0, 600, 600))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{40}), image.Point{}, draw.Src)
	for i := range side * side {
		at := image.Pt(first+pitch*(i%side), first+pitch*(i/side))
		lit := []color.Color{color.RGBA{70, 80, 110, 255}, color.RGBA{250, 200, 40, 255}}[(i*i+i/3)%2]
		draw.Draw(img, image.Rect(3, 3, pitch-3, pitch-3).Add(at), image.NewUniform(lit), image.Point{}, draw.Src)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	p, err := photo.Read(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	v := page.NewView(p)
	v.Screen = true
	boardAt := func(from, cell float64, rows, cols int, value float64) *lamps {
		l := lattice.New(rows, cols, func(row, col int) lattice.Point {
			return lattice.Point{X: from + cell*float64(col), Y: from + cell*float64(row)}
		})
		c := &lamps{mesh: plane.Mesh{Lattice: l}, w: cell, h: cell, value: value}
		c.Candidate.Reading = &board.Reading{Kind: board.Lights, Rows: rows, Cols: cols}
		c.Area = page.Outline(c.mesh, plane.Area{Bottom: float64(rows), Right: float64(cols)})
		return c
	}
	right := boardAt(first, pitch, side, side, 1)
	all := []*lamps{right}
	wrong := map[string]*lamps{
		"the whole page":  boardAt(0, pitch, 15, 15, 100),
		"halves of tiles": boardAt(first, pitch/2, 2*side, 2*side, 90),
		"pairs of tiles":  boardAt(first-pitch, 2*pitch, 4, 4, 80),
	}
	for _, c := range wrong {
		all = append(all, c)
	}
	for name, c := range wrong {
		if got, err := c.inSight(t.Context(), v, all, board.Hint{}); got != right || err != nil {
			t.Errorf("%s: %d × %d, %v", name, got.Rows, got.Cols, err)
		}
		if got, err := c.inSight(t.Context(), v, all[1:], board.Hint{}); got != c || err != nil {
			t.Errorf("%s, without the right one: %d × %d, %v", name, got.Rows, got.Cols, err)
		}
		if got, err := c.inSight(t.Context(), v, all, board.Hint{Rows: c.Rows, Cols: c.Cols}); got != c || err != nil {
			t.Errorf("%s, as the hint says: %d × %d, %v", name, got.Rows, got.Cols, err)
		}
	}
	for name, c := range map[string]*lamps{"the right one": right, "a row less": boardAt(first, pitch, side-1, side, 50)} {
		if got, err := c.inSight(t.Context(), v, all, board.Hint{}); got != c || err != nil {
			t.Errorf("%s: %d × %d, %v", name, got.Rows, got.Cols, err)
		}
	}
}

// A cell is odd beside those of its own state: signs that shine make lit tiles differ more than dark ones do.
func TestDoubtOdd(t *testing.T) {
	c := &lamps{}
	c.Candidate.Reading = &board.Reading{}
	for i, far := range []float64{.4, .35, .5, 1.0, .45, 1.1, 1.0, 1.3, 1.2, 1.7} { // distances of the states
		state := i / 5
		c.unlike = append(c.unlike, 100*far)
		c.Cells = append(c.Cells, board.Cell{State: []board.Guess{{Value: state, P: 1}, {Value: 1 - state, P: 0}}})
	}
	c.doubtOdd(100)
	for i := range c.Cells {
		if got, want := c.Cells[i].State[0].P < 1, i == 3; got != want {
			t.Errorf("cell %d, %.0f from its state: doubted is %v", i, c.unlike[i], got)
		}
	}
}

// Cells that repeat those above and before them may be pieces of larger ones; those of an irregular board are not.
func TestInBlocks(t *testing.T) {
	lit := func(row, col int) int { return (row*row + 3*col + row*col/2) % 2 }
	for _, side := range []struct{ cells, pieces int }{{10, 1}, {5, 2}, {5, 5}, {2, 3}} {
		n := side.cells * side.pieces
		c := &lamps{}
		c.Candidate.Reading = &board.Reading{Rows: n, Cols: n}
		for i := range n * n {
			c.Cells = append(c.Cells, board.Cell{State: []board.Guess{{Value: lit(i/n/side.pieces, i%n/side.pieces), P: 1}}})
		}
		if want := side.pieces > 1; c.inBlocks() != (want && n >= 8) {
			t.Errorf("%d cells of %d pieces a side: %v", side.cells, side.pieces, !want)
		}
	}
}
