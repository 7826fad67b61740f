// Package page holds an image in the form that all readers need (View), and what a reader makes of one of its
// lattices (Candidate).
package page

import (
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
	"kibitz/vision/photo"
)

// A View is an image in the form that all readers need.
type View struct {
	Halves     []*image.Gray                  // its lightness; each image has half the sides of the one before
	Colour     func(x, y int) (r, g, b uint8) // colour of a pixel of Halves[0]
	Screen     bool                           // a screenshot: lines run along the pixels
	SecondLook bool                           // the image is searched a second time, for other ink
	looked     map[sought]*cells.Board        // what the net said; see Cells
}

// NewView returns the view of a photo.
func NewView(p *photo.Photo) *View {
	return &View{Halves: photo.Pyramid(p.Luma(), smallestHalf), Colour: p.Pixels(), looked: map[sought]*cells.Board{}}
}

// A Candidate is what a reader makes of one lattice.
type Candidate struct {
	*board.Reading
	Glyphs    float64         // number of digits there seem to be, or of cells told apart
	Explained float64         // number of them that are read, each counted by its probability
	Read      float64         // Explained as a share of Glyphs
	Strange   float64         // number of digits in places where this kind has none
	Whole     float64         // share of lines that have a clue, or of other things this kind must have
	Area      image.Rectangle // the board with its clues on the image
	Drawing   plane.Drawing   // becomes Straight if this candidate is chosen
	Seen      bool            // the net of package cells sees this kind of board in its place
	Sound     bool            // a nonogram whose clues fit together, so that it counts whatever is in its cells
}

// Best reads in several ways and returns the reading that explains most; nil if there is none.
func Best[W any](ways []W, read func(W) (*Candidate, error)) (best *Candidate, err error) {
	for _, way := range ways {
		c, err := read(way)
		if err != nil {
			return nil, err
		}
		if c != nil && (best == nil || c.Explained > best.Explained) {
			best = c
		}
	}
	return best, nil
}

// Clear reports whether a board is what it was read as, rather than merely could be: at least six digits or cells
// are read, more than seven tenths of all, even if digits in strange places count as not read, and little that it
// must have is missing.
func (c *Candidate) Clear() bool {
	return c.Read*c.Glyphs > .7*(c.Glyphs+c.Strange) && c.Whole > .7 && c.Explained >= 6
}

// Certain reports whether a board can be nothing else, so that other readers need not look. A Kakuro must
// have as many sums as its runs need, because the numbers beside a nonogram's cells look like a few sums.
func (c *Candidate) Certain() bool {
	dense := c.Kind != board.Kakuro || c.Explained > .25*float64(c.Rows*c.Cols)
	return dense && c.Read > .8 && c.Whole > .8 && c.Explained >= 12
}

// Better reports whether a board counts rather than another one on the same lattice: a sound one, or the one that
// explains more.
func (c *Candidate) Better(than *Candidate) bool {
	if than == nil || c.Sound != than.Sound {
		return than == nil || c.Sound
	}
	return c.Explained > than.Explained
}

// Numbered reports whether a nonogram has enough numbers. Lines with a few blobs that look like numbers have
// not.
func (c *Candidate) Numbered() bool {
	return c.Kind != board.Nonogram || c.Read > .25 && c.Whole > .3 && c.Explained >= max(3, c.Strange)
}

// Shows reports whether a place is on the image.
func (v *View) Shows(p lattice.Point) bool {
	b := v.Halves[0].Rect
	return p.X >= 0 && p.Y >= 0 && p.X < float64(b.Dx()) && p.Y < float64(b.Dy())
}

// Reach returns how many cells beyond the body's left edge, or top edge if above, the image shows. It is a
// multiple of 0.25 and no more than `most`. At three of five places along the edge the image must show as much.
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

// RunsOff reports whether the lines of a board of rows × cols run on beyond one of some sides up to the image's edge,
// less than a cell away: there was more of it.
func (v *View) RunsOff(m plane.Mesh, rows, cols int, sides ...int) bool {
	const least, share = 3, .7 // lines that are seen in the board's last cells; how many of them run on
	for _, side := range sides {
		lines, at := rows, func(along, beyond float64) lattice.Point { return m.Place(along, float64(cols)+beyond) }
		if side == cells.Bottom {
			lines, at = cols, func(along, beyond float64) lattice.Point { return m.Place(float64(rows)+beyond, along) }
		}
		edge := v.edge(at, lines)
		if edge == 0 || edge > 1 {
			continue
		}
		seen, on := 0, 0
		for k := 1; k < lines; k++ {
			within, beyond := v.ruled(at, float64(k), -.8, -.2), v.ruled(at, float64(k), .3*edge, .9*edge)
			if plane.Abs(within) < 6 {
				continue
			}
			if seen++; beyond/within > .5 {
				on++
			}
		}
		if seen >= least && float64(on) >= share*float64(seen) {
			return true
		}
	}
	return false
}

// edge returns how many cells beyond a side the image ends, in tenths; 0 if it does so at once, and more than 1 if it
// shows a whole cell.
func (v *View) edge(at func(along, beyond float64) lattice.Point, lines int) (far float64) {
	for far <= 1 && v.Shows(at(.3*float64(lines), far+.1)) && v.Shows(at(.7*float64(lines), far+.1)) {
		far += .1
	}
	return far
}

// ruled returns how much darker a line is than the middles of the cells beside it, in grey levels, from one place to
// another beyond a side. A line may lie a little off.
func (v *View) ruled(at func(along, beyond float64) lattice.Point, line, from, to float64) (dark float64) {
	const off = .08 // cells
	light := func(along float64) (sum float64) {
		for i := range 5 {
			p := at(along, from+(to-from)*float64(i)/4)
			if !v.Shows(p) {
				continue
			}
			r, g, b := v.Colour(int(p.X), int(p.Y))
			sum += (float64(r) + float64(g) + float64(b)) / 15
		}
		return sum
	}
	paper := (light(line-.5) + light(line+.5)) / 2
	for i := -4; i <= 4; i++ {
		if d := paper - light(line+off*float64(i)/4); plane.Abs(d) > plane.Abs(dark) {
			dark = d
		}
	}
	return dark
}

// IsScreen reports whether an image is a screenshot rather than a photo: most of its neighbouring pixels
// differ by at most one grey level, which no camera yields.
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

// IsDark reports whether nearly all of an image is dark, as an app in a dark theme is.
func IsDark(g *image.Gray) bool {
	const most, nearly = 100, .9 // grey levels; share of the pixels
	return plane.Quantile(g.Pix, nearly) < most
}

// Outline returns the rectangle of the image around an area of a board, whose sides may bend: around five places
// of each side.
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

// Blank reports whether nearly all cells in a lattice's bottom right quarter have one colour each. A
// nonogram's cells have, filled or not; cells with numbers or diagonals have two colours.
func (v *View) Blank(l *lattice.Lattice) bool {
	const dusty = .1 // share of cells with marks or dust
	return v.Marked(plane.Mesh{Lattice: l}, image.Rect(l.Cols/2, l.Rows/2, l.Cols, l.Rows), 45) <= dusty
}

// Marked returns the share of an extent's cells whose lightest and darkest samples differ by more than ink grey
// levels.
func (v *View) Marked(m plane.Mesh, in image.Rectangle, ink uint8) float64 {
	const side = 7 // samples across the inner part of a cell, and down
	level := levelFor(m, v.Halves, 2*side)
	g, scale := v.Halves[level], math.Pow(.5, float64(level))
	marked, n := 0., 0.
	for row := in.Min.Y; row < in.Max.Y; row++ {
		for col := in.Min.X; col < in.Max.X; col++ {
			low, high := uint8(255), uint8(0)
			for i := range side * side { // over the cell's inner 0.64, away from its rules
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

// levelFor returns the index of the smallest half on which cells have at least side pixels a side, or 0.
func levelFor(m plane.Mesh, halves []*image.Gray, side float64) int {
	w, h := m.Size(m.Upright())
	level := 0
	for level+1 < len(halves) && min(w, h)/math.Pow(2, float64(level+1)) >= side {
		level++
	}
	return level
}

// smallestHalf is the number of pixels at which halving an image stops: the last half has at most this many.
const smallestHalf = 100_000

// Few reports whether an image has fewer pixels than any camera takes: it shows a handheld's screen.
func (v *View) Few() bool { return v.Halves[0].Rect.Dx()*v.Halves[0].Rect.Dy() < smallestHalf }
