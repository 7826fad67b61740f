// Package page holds an image as all readers need it, and what a reader makes of it.
package page

import (
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
	"kibitz/vision/photo"
)

// A View is an image as all readers need it.
type View struct {
	Halves     []*image.Gray                  // how light it is; each of half the sides of the one before
	Colour     func(x, y int) (r, g, b uint8) // of the first of them
	Screen     bool                           // its lines run along the pixels
	SecondLook bool                           // it is looked at a second time, for other ink
}

// NewView makes the view of a photo.
func NewView(p *photo.Photo) *View {
	return &View{Halves: photo.Pyramid(p.Luma(), smallestHalf), Colour: p.Pixels()}
}

// A Candidate is what a reader makes of one lattice.
type Candidate struct {
	*board.Reading
	Glyphs    float64         // how many digits there seem to be, or cells that are told apart
	Explained float64         // how many of them are read, each as far as it is sure
	Read      float64         // the share of them that is
	Strange   float64         // how many digits there are besides, where its kind has none
	Whole     float64         // the share of lines that have a clue, or of what else a board has to have
	Area      image.Rectangle // where it is on the image, clues and all
	Drawing   plane.Drawing   // of its Straight, if it is chosen
}

// Clear tells a board that is what it was read as from one that merely could be.
func (c *Candidate) Clear() bool {
	return c.Read*c.Glyphs > .7*(c.Glyphs+c.Strange) && c.Whole > .7 && c.Explained >= 6
}

// Certain tells a board that can be nothing else: other readers need not look.
// Of a nonogram, the numbers beside its cells look like a Kakuro's sums: of a Kakuro there have to
// be as many as its runs take.
func (c *Candidate) Certain() bool {
	dense := c.Kind != board.Kakuro || c.Explained > .25*float64(c.Rows*c.Cols)
	return dense && c.Read > .8 && c.Whole > .8 && c.Explained >= 12
}

// Numbered tells a nonogram from lines that have here and there what looks like a number.
func (c *Candidate) Numbered() bool {
	return c.Kind != board.Nonogram || c.Read > .25 && c.Whole > .3 && c.Explained >= max(3, c.Strange)
}

// Shows tells whether a place is on the image.
func (v *View) Shows(p lattice.Point) bool {
	b := v.Halves[0].Rect
	return p.X >= 0 && p.Y >= 0 && p.X < float64(b.Dx()) && p.Y < float64(b.Dy())
}

// Reach is how many cells beyond the body's top or left edge the image shows, at most most.
func (v *View) Reach(m plane.Mesh, rows, cols int, above bool, most float64) float64 {
	far := 0.
	for far+.25 <= most {
		d, seen := far+.25, 0
		for i := range 5 {
			p := m.Place(float64(i)/4*float64(rows), -d)
			if above {
				p = m.Place(-d, float64(i)/4*float64(cols))
			}
			if v.Shows(p) {
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

// IsScreen tells a screenshot from a photo: most of its neighbouring pixels are alike, as a
// camera never takes them.
func IsScreen(g *image.Gray) bool {
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

// Outline is where cells of a lattice are on the image.
func Outline(m plane.Mesh, a plane.Area) image.Rectangle {
	var box image.Rectangle
	for i := range 5 {
		f := float64(i) / 4
		r, c := a.Top+f*(a.Bottom-a.Top), a.Left+f*(a.Right-a.Left)
		for _, p := range []lattice.Point{m.Place(r, a.Left), m.Place(r, a.Right), m.Place(a.Top, c), m.Place(a.Bottom, c)} {
			x, y := int(math.Round(p.X)), int(math.Round(p.Y))
			box = box.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return box
}

// Blank tells whether the cells in a lattice's last quarter have one colour each, nearly all of them:
// below and right of a nonogram's clues, filled or not, they have; numbers and diagonals are of two.
func (v *View) Blank(l *lattice.Lattice) bool {
	const few = .1 // marks or dust
	return v.Marked(l, plane.Block{Top: l.Rows / 2, Left: l.Cols / 2, Bottom: l.Rows, Right: l.Cols}, 45) <= few
}

// Marked is the share of cells with ink in them that differs by more than so many levels of grey from
// what it is on.
func (v *View) Marked(l *lattice.Lattice, in plane.Block, ink uint8) float64 {
	const side = 7 // samples across the inner part of a cell, and down
	m := plane.Mesh{Lattice: l}
	level := level(m, v.Halves, 2*side)
	g, scale := v.Halves[level], math.Pow(.5, float64(level))
	marked, n := 0., 0.
	for row := in.Top; row < in.Bottom; row++ {
		for col := in.Left; col < in.Right; col++ {
			low, high := uint8(255), uint8(0)
			for i := range side * side {
				p := m.Place(float64(row)+.18+.64*float64(i/side)/(side-1), float64(col)+.18+.64*float64(i%side)/(side-1))
				s := plane.Bilinear(g, p.X*scale-.5, p.Y*scale-.5)
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
func level(m plane.Mesh, halves []*image.Gray, side float64) int {
	w, h := m.Size(m.Upright())
	level := 0
	for level+1 < len(halves) && min(w, h)/math.Pow(2, float64(level+1)) >= side {
		level++
	}
	return level
}

// smallestHalf is how many pixels the smallest of an image's halves may have.
const smallestHalf = 100_000

// Few tells whether an image has fewer pixels than any camera takes: it is of a handheld's screen.
func (v *View) Few() bool { return v.Halves[0].Rect.Dx()*v.Halves[0].Rect.Dy() < smallestHalf }
