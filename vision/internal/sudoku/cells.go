package sudoku

import (
	"context"
	"image"
	"math"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
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
	size  int // rows and columns
	cells []square
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

// newGrid straightens the board of n × n cells of a mesh.
func newGrid(v *page.View, m plane.Mesh, n int) *grid {
	const edge = .1 // cells around the board
	w, h := m.Size(n, n)
	short := min(w, h)
	side := min(max(short, leastSide), mostSide)
	a := plane.Area{Top: -edge, Left: -edge, Bottom: float64(n) + edge, Right: float64(n) + edge}
	g := &grid{Sheet: plane.NewSheet(m, v.Halves, a, w*side/short, h*side/short, w), mesh: m, view: v, size: n, cells: make([]square, n*n)}
	pen := int(math.Round(.45 * min(g.W, g.H)))
	for i := range g.inks {
		g.inks[i] = ink.Of(g.Light, pen, pen, i == 1)
	}
	for i := range g.cells {
		y, x := float64(i/n), float64(i%n)
		g.cells[i].shown = v.Shows(m.Place(y+.35, x+.35)) && v.Shows(m.Place(y+.65, x+.65))
		g.cells[i].window = image.Rect(g.x(x), g.y(y), g.x(x+1), g.y(y+1)).Intersect(g.Light.Rect)
	}
	return g
}

// x and y return the pixel of the sheet at which a column and a row begin.
func (g *grid) x(col float64) int { return int(math.Round((col - g.Left) * g.W)) }
func (g *grid) y(row float64) int { return int(math.Round((row - g.Top) * g.H)) }

// A look is the ink in a cell's middle, and the paper.
type look struct {
	light bool    // it is lighter than the paper
	peak  float64 // how much the strongest ink differs from the paper, in grey levels
	paper float64 // the lightness of most of the cell
	clear float64 // how much more it differs than the other ink does, as a share
}

// look measures the ink of a window's middle: the strongest 2 % of its pixels. Holes of digits look like ink of the
// other kind, so the ink is what differs most from the paper, which is most of the cell.
func (g *grid) look(window image.Rectangle) look {
	light := pixels(g.Light, window)
	paper := float64(plane.Quantile(light, .5))
	dark, bright := paper-float64(plane.Quantile(light, .02)), float64(plane.Quantile(light, .98))-paper
	l := look{light: bright > dark, clear: plane.Abs(bright-dark) / max(bright, dark, 1)}
	l.peak, l.paper = g.peak(window, l), paper
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

// contrast returns how strong the ink is, as a share of the most it could be. A shadow does not change it.
func (l look) contrast() float64 {
	if l.light {
		return l.peak / max(255-l.paper, 16)
	}
	return l.peak / max(l.paper, 16)
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
	loose bool // it was cut off a line
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
	if err := g.find(ctx, false, func(s *square) (found []*piece) {
		for _, share := range darknesses {
			found = append(found, g.pieces(s.window, 2, g.inked(s.look, share))...)
		}
		return found
	}); err != nil {
		return err
	}
	apart, err := g.withoutRules(ctx)
	if err != nil {
		return err
	}
	return g.find(ctx, true, func(s *square) []*piece {
		for i := range s.found {
			if class, _ := s.found[i].probs.Best(); class < digits.Junk && 3*s.found[i].box.Dy() > s.window.Dy() {
				return nil // it has a digit
			}
		}
		on := apart[0]
		if s.look.light {
			on = apart[1]
		}
		return g.pieces(s.window, 0, func(x, y int) bool { return on[y*g.Light.Rect.Dx()+x] })
	})
}

// find adds the pieces of ink that a function finds in each cell with ink, and lets the net read them. If loose, they
// were cut off lines.
func (g *grid) find(ctx context.Context, loose bool, in func(*square) []*piece) error {
	var cut []digits.Glyph
	var of []*square
	for i := range g.cells {
		s := &g.cells[i]
		if !s.shown || s.look.peak < g.noise {
			continue
		}
		for _, p := range in(s) {
			if glyph, ok := digits.Cut(g.Light, p.box, p.has); ok {
				s.found = append(s.found, figure{box: p.box, cut: glyph, loose: loose})
				cut, of = append(cut, glyph), append(of, s)
			}
		}
	}
	probs, err := digits.Read(ctx, cut)
	if err != nil {
		return err
	}
	read := map[*square]int{} // how many of a cell's last figures are read
	for i := len(of) - 1; i >= 0; i-- {
		s := of[i]
		read[s]++
		s.found[len(s.found)-read[s]].probs = probs[i]
	}
	return nil
}

// inked returns a function that reports whether a pixel of the sheet has a share of the strength of a look's peak.
func (g *grid) inked(l look, share float64) func(x, y int) bool {
	strength := g.inkOf(l)
	return func(x, y int) bool { return float64(strength.Pix[y*strength.Stride+x]) > share*l.peak }
}

// withoutRules returns the dark and the light ink of the sheet without straight lines.
func (g *grid) withoutRules(ctx context.Context) (apart [2][]bool, err error) {
	const share, thick = .4, .2 // of the peak of a cell's ink; of a cell
	width, height := g.Light.Rect.Dx(), g.Light.Rect.Dy()
	for k := range apart {
		on := make([]bool, width*height)
		for i := range g.cells {
			s := &g.cells[i]
			inked := g.inked(look{light: k == 1, peak: s.look.peak}, share)
			for y := s.window.Min.Y; y < s.window.Max.Y; y++ {
				for x := s.window.Min.X; x < s.window.Max.X; x++ {
					on[y*width+x] = inked(x, y)
				}
			}
		}
		if err := ink.RemoveRules(ctx, on, g.inks[k].Pix, width, height, int(.9*max(g.W, g.H)), int(math.Ceil(thick*min(g.W, g.H)))); err != nil {
			return apart, err
		}
		apart[k] = on
	}
	return apart, nil
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

// pieces returns the pieces of ink in a window that are at least edge pixels inside, those in the box of another
// joined to it. Specks are left out.
func (g *grid) pieces(window image.Rectangle, edge int, inked func(x, y int) bool) (found []*piece) {
	w := window.Dx()
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
	inner := window.Inset(edge)
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

// colours returns the mean colours on the image of a cell's ink, within its digit, and of the paper around.
func (g *grid) colours(s *square) (ink, paper page.RGB) {
	bounds := g.view.Halves[0].Rect
	inked, blank, strength := 0., 0., g.inkOf(s.look)
	around := s.digit.box.Inset(-s.digit.box.Dy() / 5).Intersect(s.window)
	for y := around.Min.Y; y < around.Max.Y; y++ {
		for x := around.Min.X; x < around.Max.X; x++ {
			share := float64(strength.Pix[y*strength.Stride+x]) / s.look.peak
			if share > .1 && share < .7 {
				continue
			}
			p := g.mesh.Place(g.Row(float64(y)+.5), g.Col(float64(x)+.5))
			r, gr, b := g.view.Colour(min(max(int(p.X), 0), bounds.Dx()-1), min(max(int(p.Y), 0), bounds.Dy()-1))
			if c := (page.RGB{float64(r), float64(gr), float64(b)}); share >= .7 {
				ink, inked = ink.Plus(c), inked+1
			} else {
				paper, blank = paper.Plus(c), blank+1
			}
		}
	}
	return ink.Times(1 / max(inked, 1)), paper.Times(1 / max(blank, 1))
}
