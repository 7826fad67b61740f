package vision

import (
	"image"
	"math"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/photo"
)

// A view is an image as all readers need it.
type view struct {
	halves []*image.Gray                  // how light it is; each of half the sides of the one before
	colour func(x, y int) (r, g, b uint8) // of the first of them
	screen bool                           // its lines run along the pixels
	second bool                           // it is looked at a second time, for other ink
}

// newView makes the view of a photo.
func newView(p *photo.Photo) *view {
	return &view{halves: photo.Pyramid(p.Luma(), smallestHalf), colour: p.Pixels()}
}

// A candidate is what a reader makes of one lattice.
type candidate struct {
	*Reading
	glyphs    float64         // how many digits there seem to be, or cells that are told apart
	explained float64         // how many of them are read, each as far as it is sure
	read      float64         // the share of them that is
	strange   float64         // how many digits there are besides, where its kind has none
	whole     float64         // the share of lines that have a clue, or of what else a board has to have
	area      image.Rectangle // where it is on the image, clues and all
	drawing   drawing         // of its Straight, if it is chosen
}

// clear tells a board that is what it was read as from one that merely could be.
func (c *candidate) clear() bool {
	return c.read*c.glyphs > .7*(c.glyphs+c.strange) && c.whole > .7 && c.explained >= 6
}

// certain tells a board that can be nothing else: other readers need not look.
// Of a nonogram, the numbers beside its cells look like a Kakuro's sums: of a Kakuro there have to
// be as many as its runs take.
func (c *candidate) certain() bool {
	dense := c.Kind != Kakuro || c.explained > .25*float64(c.Rows*c.Cols)
	return dense && c.read > .8 && c.whole > .8 && c.explained >= 12
}

// numbered tells a nonogram from lines that have here and there what looks like a number.
func (c *candidate) numbered() bool {
	return c.Kind != Nonogram || c.read > .25 && c.whole > .3 && c.explained >= max(3, c.strange)
}

// shows tells whether a place is on the image.
func (v *view) shows(p lattice.Point) bool {
	b := v.halves[0].Rect
	return p.X >= 0 && p.Y >= 0 && p.X < float64(b.Dx()) && p.Y < float64(b.Dy())
}

// reach is how many cells beyond the body's top or left edge the image shows, at most most.
func (v *view) reach(m mesh, rows, cols int, above bool, most float64) float64 {
	far := 0.
	for far+.25 <= most {
		d, seen := far+.25, 0
		for i := range 5 {
			p := m.at(float64(i)/4*float64(rows), -d)
			if above {
				p = m.at(-d, float64(i)/4*float64(cols))
			}
			if v.shows(p) {
				seen++
			}
		}
		if seen < 3 {
			break
		}
		far = d
	}
	return far
}

// isScreen tells a screenshot from a photo: most of its neighbouring pixels are alike, as a
// camera never takes them.
func isScreen(g *image.Gray) bool {
	alike, n := 0, 0
	step := max(1, g.Rect.Dy()/256)
	for y := 0; y < g.Rect.Dy(); y += step {
		row := g.Pix[y*g.Stride:][:g.Rect.Dx()]
		for x := 1; x < len(row); x++ {
			if d := int(row[x]) - int(row[x-1]); d >= -1 && d <= 1 {
				alike++
			}
			n++
		}
	}
	return n > 0 && float64(alike) > .6*float64(n)
}

// outline is where cells of a lattice are on the image.
func outline(m mesh, a area) image.Rectangle {
	var box image.Rectangle
	for i := range 5 {
		f := float64(i) / 4
		r, c := a.top+f*(a.bottom-a.top), a.left+f*(a.right-a.left)
		for _, p := range []lattice.Point{m.at(r, a.left), m.at(r, a.right), m.at(a.top, c), m.at(a.bottom, c)} {
			x, y := int(math.Round(p.X)), int(math.Round(p.Y))
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

// blank tells whether the cells in a lattice's last quarter have one colour each, nearly all of them:
// below and right of a nonogram's clues, filled or not, they have; numbers and diagonals are of two.
func (v *view) blank(l *lattice.Lattice) bool {
	const few = .1 // marks or dust
	return v.marked(l, block{l.Rows / 2, l.Cols / 2, l.Rows, l.Cols}, 45) <= few
}

// marked is the share of cells with ink in them that differs by more than so many levels of grey from
// what it is on.
func (v *view) marked(l *lattice.Lattice, in block, ink uint8) float64 {
	const side = 7 // samples across the inner part of a cell, and down
	m := mesh{Lattice: l}
	level := m.level(v.halves, 2*side)
	g, scale := v.halves[level], math.Pow(.5, float64(level))
	marked, n := 0., 0.
	for row := in.top; row < in.bottom; row++ {
		for col := in.left; col < in.right; col++ {
			low, high := uint8(255), uint8(0)
			for i := range side * side {
				p := m.at(float64(row)+.18+.64*float64(i/side)/(side-1), float64(col)+.18+.64*float64(i%side)/(side-1))
				s := bilinear(g, p.X*scale-.5, p.Y*scale-.5)
				low, high = min(low, s), max(high, s)
			}
			if n++; high-low > ink {
				marked++
			}
		}
	}
	return marked / n
}

// level is the smallest of an image's halves on which cells have so many pixels a side, or the image.
func (m mesh) level(halves []*image.Gray, side float64) int {
	w, h := m.size(m.upright())
	level := 0
	for level+1 < len(halves) && min(w, h)/math.Pow(2, float64(level+1)) >= side {
		level++
	}
	return level
}

// smallestHalf is how many pixels the smallest of an image's halves may have.
const smallestHalf = 100_000

// few tells whether an image has fewer pixels than any camera takes: it is of a handheld's screen.
func (v *view) few() bool { return v.halves[0].Rect.Dx()*v.halves[0].Rect.Dy() < smallestHalf }
