package synth

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// A sheet holds the shapes of a page. Lengths are in cells; the corner of the board's first cell is
// (0, 0).
type sheet struct {
	paper  color.RGBA
	shapes []shape
	bounds box
}

// A box is a rectangle.
type box struct{ min, max Point }

// size returns the width and height of a box.
func (b box) size() Point { return Point{b.max.X - b.min.X, b.max.Y - b.min.Y} }

// add extends a box to include another one.
func (b *box) add(x0, y0, x1, y1 float64) {
	b.min = Point{min(b.min.X, x0), min(b.min.Y, y0)}
	b.max = Point{max(b.max.X, x1), max(b.max.Y, y1)}
}

// A shape is one thing drawn: a polygon, or a text.
type shape struct {
	colour color.RGBA
	points []Point // of a polygon; two are opposite corners of a rectangle
	text   string
	font   *Font
	height float64 // of the text's digits
	middle Point   // of the text
	place  Place
}

// rect draws a rectangle, unless it is empty or transparent.
func (s *sheet) rect(x0, y0, x1, y1 float64, c color.RGBA) {
	if x1 <= x0 || y1 <= y0 || c.A == 0 {
		return
	}
	s.bounds.add(x0, y0, x1, y1)
	s.shapes = append(s.shapes, shape{colour: c, points: []Point{{x0, y0}, {x1, y1}}})
}

// polygon draws a polygon.
func (s *sheet) polygon(c color.RGBA, points ...Point) {
	for _, p := range points {
		s.bounds.add(p.X, p.Y, p.X, p.Y)
	}
	s.shapes = append(s.shapes, shape{colour: c, points: points})
}

// line draws a line.
func (s *sheet) line(x0, y0, x1, y1, thick float64, c color.RGBA) {
	if thick <= 0 {
		return
	}
	if x0 == x1 || y0 == y1 { // a rectangle can be aligned to pixels
		s.rect(min(x0, x1)-thick/2, min(y0, y1)-thick/2, max(x0, x1)+thick/2, max(y0, y1)+thick/2, c)
		return
	}
	length := math.Hypot(x1-x0, y1-y0)
	dx, dy := (x1-x0)/length*thick/2, (y1-y0)/length*thick/2
	s.polygon(c, Point{x0 - dy, y0 + dx}, Point{x1 - dy, y1 + dx}, Point{x1 + dy, y1 - dx}, Point{x0 + dy, y0 - dx})
}

// round draws a rectangle with round corners.
func (s *sheet) round(x0, y0, x1, y1, radius float64, c color.RGBA) {
	radius = min(radius, (x1-x0)/2, (y1-y0)/2)
	if radius <= 0 {
		s.rect(x0, y0, x1, y1, c)
		return
	}
	var points []Point
	const corner = 8 // pieces of an arc
	for i := range 4 * (corner + 1) {
		quarter := i / (corner + 1)
		angle := math.Pi / 2 * (float64(quarter) + float64(i%(corner+1))/corner)
		centre := [4]Point{{x1 - radius, y1 - radius}, {x0 + radius, y1 - radius}, {x0 + radius, y0 + radius}, {x1 - radius, y0 + radius}}[quarter]
		points = append(points, Point{centre.X + radius*math.Cos(angle), centre.Y + radius*math.Sin(angle)})
	}
	s.polygon(c, points...)
}

// disc draws a disc.
func (s *sheet) disc(x, y, radius float64, c color.RGBA) {
	s.round(x-radius, y-radius, x+radius, y+radius, radius, c)
}

// write writes a text, centred at a point. It leaves out texts beside the board in a font of pixels,
// which has no letters.
func (s *sheet) write(f *Font, height, x, y float64, text string, c color.RGBA, place Place) {
	if text == "" || f.outlines == nil && place.Side == Beside {
		return
	}
	w := f.width(text) * height
	s.bounds.add(x-w/2, y-height/2, x+w/2, y+height/2)
	s.shapes = append(s.shapes, shape{colour: c, text: text, font: f, height: height, middle: Point{x, y}, place: place})
}

// A page is a sheet in pixels.
type page struct {
	*image.RGBA
	cell   float64 // the side of a cell, in pixels
	origin Point   // the corner of the board's first cell
	glyphs []Glyph // all digits, also those beside the puzzle
	faces  map[faceKey]font.Face
}

// A faceKey names a face of a font by the height of its digits in cells.
type faceKey struct {
	font   *Font
	height float64
}

// render draws a sheet; cell is the side of a cell in pixels. On a screen edges are aligned to pixels.
func (s *sheet) render(cell float64, screen bool) *page {
	size := s.bounds.size()
	p := &page{
		RGBA:  image.NewRGBA(image.Rect(0, 0, int(math.Ceil(size.X*cell)), int(math.Ceil(size.Y*cell)))),
		cell:  cell,
		faces: map[faceKey]font.Face{},
	}
	p.origin = Point{math.Round(-s.bounds.min.X * cell), math.Round(-s.bounds.min.Y * cell)}
	draw.Draw(p, p.Rect, image.NewUniform(s.paper), image.Point{}, draw.Src)
	for i := range s.shapes {
		switch sh := &s.shapes[i]; {
		case sh.text != "" && sh.font.outlines == nil:
			p.pixelText(sh, screen)
		case sh.text != "":
			p.text(sh)
		case len(sh.points) == 2:
			p.rectangle(p.at(sh.points[0]), p.at(sh.points[1]), sh.colour, screen)
		default:
			p.polygon(sh.points, sh.colour)
		}
	}
	return p
}

// at returns the pixel of a place of the sheet.
func (p *page) at(q Point) Point { return Point{p.origin.X + q.X*p.cell, p.origin.Y + q.Y*p.cell} }

// rectangle fills a rectangle, on a screen aligned to pixels and at least one pixel wide and high.
func (p *page) rectangle(a, b Point, c color.RGBA, screen bool) {
	if screen {
		w, h := max(1, math.Round(b.X-a.X)), max(1, math.Round(b.Y-a.Y))
		a = Point{math.Round(a.X), math.Round(a.Y)}
		b = Point{a.X + w, a.Y + h}
	}
	whole := image.Rect(int(math.Ceil(a.X)), int(math.Ceil(a.Y)), int(b.X), int(b.Y))
	if float64(whole.Min.X) == a.X && float64(whole.Min.Y) == a.Y && float64(whole.Max.X) == b.X && float64(whole.Max.Y) == b.Y {
		draw.Draw(p, whole, image.NewUniform(c), image.Point{}, draw.Over)
		return
	}
	p.fill([]Point{a, {b.X, a.Y}, b, {a.X, b.Y}}, c)
}

// polygon fills a polygon of the sheet.
func (p *page) polygon(points []Point, c color.RGBA) {
	at := make([]Point, len(points))
	for i, q := range points {
		at[i] = p.at(q)
	}
	p.fill(at, c)
}

// fill fills a polygon in pixels, with smooth edges.
func (p *page) fill(points []Point, c color.RGBA) {
	area := box{points[0], points[0]}
	for _, q := range points {
		area.add(q.X, q.Y, q.X, q.Y)
	}
	r := image.Rect(int(math.Floor(area.min.X)), int(math.Floor(area.min.Y)), int(math.Ceil(area.max.X)), int(math.Ceil(area.max.Y)))
	if r.Empty() {
		return
	}
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	for i, q := range points {
		x, y := float32(q.X-float64(r.Min.X)), float32(q.Y-float64(r.Min.Y))
		if i == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
	z.Draw(p, r, image.NewUniform(c), image.Point{})
}

// text draws a text and notes the boxes of its digits.
func (p *page) text(s *shape) {
	key := faceKey{s.font, s.height}
	face := p.faces[key]
	if face == nil {
		face = s.font.face(s.height * p.cell / s.font.digit)
		p.faces[key] = face
	}
	middle := p.at(s.middle)
	x := middle.X - s.font.width(s.text)*s.height*p.cell/2
	y := middle.Y + s.height*p.cell/2
	ink := image.NewUniform(s.colour)
	for i, r := range s.text {
		dot := fixed.Point26_6{X: fixed.Int26_6(math.Round(x * 64)), Y: fixed.Int26_6(math.Round(y * 64))}
		if to, mask, from, _, ok := face.Glyph(dot, r); ok {
			draw.DrawMask(p, to, ink, image.Point{}, mask, from, draw.Over)
		}
		if b, _, ok := face.GlyphBounds(r); ok && r >= '0' && r <= '9' {
			p.glyph(s, i, int(r-'0'), x+float64(b.Min.X)/64, y+float64(b.Min.Y)/64, x+float64(b.Max.X)/64, y+float64(b.Max.Y)/64)
		}
		x += s.font.width(string(r)) * s.height * p.cell
	}
}

// pixelText draws a number with digits of pixels, and notes their boxes. On a screen each dot of a digit
// is a square of whole pixels.
func (p *page) pixelText(s *shape, screen bool) {
	columns, rows := s.font.matrix()
	dot := s.height * p.cell / float64(rows)
	if screen {
		dot = max(1, math.Round(dot))
	}
	middle := p.at(s.middle)
	x := middle.X - dot*float64(len(s.text)*(columns+1)-1)/2
	y := middle.Y - dot*float64(rows)/2
	if screen {
		x, y = math.Round(x), math.Round(y)
	}
	for i, r := range s.text {
		for n, on := range s.font.pixels[r-'0'] {
			if px, py := float64(n%(columns+1)), float64(n/(columns+1)); on == '#' {
				p.rectangle(Point{x + px*dot, y + py*dot}, Point{x + (px+1)*dot, y + (py+1)*dot}, s.colour, screen)
			}
		}
		p.glyph(s, i, int(r-'0'), x, y, x+dot*float64(columns), y+dot*float64(rows))
		x += dot * float64(columns+1)
	}
}

// glyph notes the box of a digit.
func (p *page) glyph(s *shape, nth, digit int, x0, y0, x1, y1 float64) {
	p.glyphs = append(p.glyphs, Glyph{digit, [4]Point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, s.place, nth})
}

// newSheet draws a board and the rest of the page.
func newSheet(rng *rand.Rand, b *Board, s Style) *sheet {
	sh := &sheet{paper: s.Paper}
	switch b.Kind {
	case Nonogram:
		sh.nonogram(rng, b, s)
	case Kakuro:
		sh.kakuro(rng, b, s)
	case Sudoku:
		sh.sudoku(rng, b, s)
	default:
		sh.lights(rng, b, s)
	}
	sh.around(rng, s)
	return sh
}
