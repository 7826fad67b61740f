package sudoku

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// The least and the greatest side of a cell on the sheet, in pixels.
const (
	leastSide = 48
	mostSide  = 64
)

// A grid is a straightened board.
type grid struct {
	*plane.Sheet
	mesh  plane.Mesh
	view  *page.View
	cells [size * size]square
	inks  [2]*image.Gray // how much darker, and how much lighter, a pixel is than all around it
	noise float64        // the peak of cells without ink, in grey levels
}

// A square is what is seen in a cell.
type square struct {
	shown   bool // the image shows it
	window  image.Rectangle
	look    look
	found   []figure      // digits and marks in it, each once for each darkness
	digit   *figure       // the one that is its digit; nil for none
	guesses []board.Guess // what digit it is; 0: none
	written bool          // by the player
	other   float64       // figures that are of no Sudoku
}

// newGrid straightens the board of a mesh.
func newGrid(v *page.View, m plane.Mesh) *grid {
	const edge = .1 // cells around the board
	w, h := m.Size(size, size)
	short := min(w, h)
	side := min(max(short, leastSide), mostSide)
	a := plane.Area{Top: -edge, Left: -edge, Bottom: size + edge, Right: size + edge}
	g := &grid{Sheet: plane.NewSheet(m, v.Halves, a, w*side/short, h*side/short, w), mesh: m, view: v}
	pen := int(math.Round(.45 * min(g.W, g.H)))
	for i := range g.inks {
		g.inks[i] = ink.Of(g.Light, pen, pen, i == 1)
	}
	for i := range g.cells {
		y, x := float64(i/size), float64(i%size)
		g.cells[i].shown = v.Shows(m.Place(y+.35, x+.35)) && v.Shows(m.Place(y+.65, x+.65))
		g.cells[i].window = image.Rect(g.x(x), g.y(y), g.x(x+1), g.y(y+1)).Intersect(g.Light.Rect)
	}
	return g
}

// x and y return the pixel of the sheet at which a column and a row begin.
func (g *grid) x(col float64) int { return int(math.Round((col - g.Left) * g.W)) }
func (g *grid) y(row float64) int { return int(math.Round((row - g.Top) * g.H)) }

// A look is the ink in a cell's middle.
type look struct {
	light bool    // it is lighter than the paper
	peak  float64 // how much the strongest ink differs from the paper, in grey levels
	clear float64 // how much more it differs than the other ink does, as a share
}

// look measures the ink of a window's middle: the strongest 2 % of its pixels. Holes of digits look like ink of the
// other kind, so the ink is what differs most from the paper, which is most of the cell.
func (g *grid) look(window image.Rectangle) look {
	light := pixels(g.Light, window)
	paper := float64(plane.Quantile(light, .5))
	dark, bright := paper-float64(plane.Quantile(light, .02)), float64(plane.Quantile(light, .98))-paper
	l := look{light: bright > dark, clear: plane.Abs(bright-dark) / max(bright, dark, 1)}
	l.peak = g.peak(window, l)
	return l
}

// peak returns the strength of the strongest ink in a window's middle.
func (g *grid) peak(window image.Rectangle, l look) float64 {
	return float64(plane.Quantile(pixels(g.inkOf(l), window), .98))
}

// pixels returns the pixels of a window's middle.
func pixels(of *image.Gray, window image.Rectangle) (all []uint8) {
	const middle = 5 // a fifth of the side is left out at each edge
	in := window.Inset(min(window.Dx(), window.Dy()) / middle)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		all = append(all, of.Pix[y*of.Stride+in.Min.X:y*of.Stride+in.Max.X]...)
	}
	return all
}

// inkOf returns the strength of a look's ink in each pixel of the sheet.
func (g *grid) inkOf(l look) *image.Gray {
	if l.light {
		return g.inks[1]
	}
	return g.inks[0]
}

// agree gives cells whose ink may be dark or light the ink that most cells have whose ink is clear.
func (g *grid) agree() {
	const clearly = .3
	light := 0.
	for i := range g.cells {
		if l := g.cells[i].look; l.clear > clearly && l.light {
			light += l.peak
		} else if l.clear > clearly {
			light -= l.peak
		}
	}
	for i := range g.cells {
		if s := &g.cells[i]; s.look.clear <= clearly && s.look.light != (light > 0) {
			s.look.light = light > 0
			s.look.peak = g.peak(s.window, s.look)
		}
	}
}

// A figure is a piece of ink in the middle of a cell, or several pieces side by side.
type figure struct {
	box   image.Rectangle
	cut   digits.Glyph
	probs digits.Probs
}

// darknesses are the shares of a cell's contrast from which on a pixel is ink. A digit that touches a line at one of
// them may be apart from it at the next.
var darknesses = [...]float64{.35, .5, .65}

// read finds the figures of all cells and lets the net read them.
func (g *grid) read(ctx context.Context) error {
	var peaks []float64
	for i := range g.cells {
		s := &g.cells[i]
		s.look = g.look(s.window)
	}
	g.agree()
	for i := range g.cells {
		peaks = append(peaks, g.cells[i].look.peak)
	}
	const blank, least = .1, 10 // the share of cells that are surely empty; grey levels
	g.noise = max(least, 2*plane.Share(peaks, blank, 0))
	if whole := plane.Share(peaks, .5, 0); g.noise > whole/2 { // hardly a cell is empty
		g.noise = max(least, whole/4)
	}
	var cut []digits.Glyph
	var of []*figure
	for i := range g.cells {
		s := &g.cells[i]
		if !s.shown || s.look.peak < g.noise {
			continue
		}
		for _, share := range darknesses {
			for _, p := range g.pieces(s.window, s.look, share) {
				if glyph, ok := digits.Cut(g.Light, p.box, p.has); ok {
					s.found = append(s.found, figure{box: p.box, cut: glyph})
					cut = append(cut, glyph)
				}
			}
		}
	}
	probs, err := digits.Read(ctx, cut)
	if err != nil {
		return err
	}
	for i := range g.cells {
		for k := range g.cells[i].found {
			of = append(of, &g.cells[i].found[k])
		}
	}
	for i, f := range of {
		f.probs = probs[i]
	}
	return nil
}

// A piece is ink that hangs together, or lies within the box of such ink.
type piece struct {
	box    image.Rectangle
	window image.Rectangle
	labels []int
	own    map[int]bool
}

// has reports whether a pixel of the sheet is ink of the piece.
func (p *piece) has(x, y int) bool {
	return image.Pt(x, y).In(p.window) && p.own[p.labels[(y-p.window.Min.Y)*p.window.Dx()+x-p.window.Min.X]]
}

// pieces returns the pieces of ink in a window that do not reach its edge, those in the box of another joined to it.
// Specks are left out.
func (g *grid) pieces(window image.Rectangle, l look, share float64) (found []*piece) {
	w, strength := window.Dx(), g.inkOf(l)
	inked := func(x, y int) bool {
		return float64(strength.Pix[y*strength.Stride+x]) > share*l.peak
	}
	labels := make([]int, w*window.Dy())
	var boxes []image.Rectangle
	var sizes []int
	for y := window.Min.Y; y < window.Max.Y; y++ {
		for x := window.Min.X; x < window.Max.X; x++ {
			if labels[(y-window.Min.Y)*w+x-window.Min.X] == 0 && inked(x, y) {
				box, n := fill(labels, window, image.Pt(x, y), len(boxes)+1, inked)
				boxes, sizes = append(boxes, box), append(sizes, n)
			}
		}
	}
	inner := window.Inset(2)
	tall := window.Dy()
	for i, b := range boxes {
		if !b.In(inner) || 8*b.Dy() < tall || 14*b.Dx() < tall {
			continue
		}
		p := &piece{box: b, window: window, labels: labels, own: map[int]bool{i + 1: true}}
		inOther := false
		for j, other := range boxes {
			switch {
			case i == j || !other.In(inner):
			case b.In(other.Inset(-1)) && sizes[i] < sizes[j]:
				inOther = true
			case other.In(b.Inset(-tall/16)) && sizes[j] <= sizes[i] && sizes[j] > 4:
				p.own[j+1], p.box = true, p.box.Union(other)
			}
		}
		if !inOther {
			found = append(found, p)
		}
	}
	return found
}

// fill labels the ink that hangs together with a pixel, and returns its box and number of pixels.
func fill(labels []int, window image.Rectangle, from image.Point, id int, inked func(x, y int) bool) (box image.Rectangle, n int) {
	at := func(p image.Point) int { return (p.Y-window.Min.Y)*window.Dx() + p.X - window.Min.X }
	labels[at(from)] = id
	for stack := []image.Point{from}; len(stack) > 0; {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		box = box.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
		n++
		for k := range 9 {
			q := p.Add(image.Pt(k%3-1, k/3-1))
			if q.In(window) && labels[at(q)] == 0 && inked(q.X, q.Y) {
				labels[at(q)] = id
				stack = append(stack, q)
			}
		}
	}
	return box, n
}

// colour returns the mean colour of a cell's ink and of its paper on the image, near the middle of a figure.
func (g *grid) colour(f *figure, l look) (c page.RGB) {
	bounds := g.view.Halves[0].Rect
	n, strength := 0., g.inkOf(l)
	for y := f.box.Min.Y; y < f.box.Max.Y; y++ {
		for x := f.box.Min.X; x < f.box.Max.X; x++ {
			if float64(strength.Pix[y*strength.Stride+x]) < .7*l.peak {
				continue
			}
			p := g.mesh.Place(g.Row(float64(y)+.5), g.Col(float64(x)+.5))
			c = c.Plus(colourAt(g.view, p, bounds))
			n++
		}
	}
	return c.Times(1 / max(n, 1))
}

// colourAt returns the colour of a place of the image.
func colourAt(v *page.View, p lattice.Point, bounds image.Rectangle) page.RGB {
	r, gr, b := v.Colour(min(max(int(p.X), 0), bounds.Dx()-1), min(max(int(p.Y), 0), bounds.Dy()-1))
	return page.RGB{float64(r), float64(gr), float64(b)}
}
