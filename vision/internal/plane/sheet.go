// Package plane relates places: those of a board to those of the image (Mesh), an area of a board to a
// straight picture of it (Sheet, Drawing), and a page to places beyond the lines that were seen.
package plane

import (
	"image"
	"math"

	"kibitz/vision/internal/lattice"
)

// A Mesh relates places of a board to places of the image. Whole numbers are crossings of lines. (0, 0) is
// the top left corner of the body; clues have negative numbers.
type Mesh struct {
	*lattice.Lattice
	Turns              int    // quarter turns to the right that make the image upright
	Mirror             bool   // whether left and right are exchanged after the turns
	FirstRow, FirstCol int    // rows and columns of the upright lattice before the body's first
	Beyond             *plain // relates places beyond the ruled part; nil: the lattice relates all places

	// By how many cells places above the body, and before it, lie farther down and to the right: clues that stand below
	// it, or behind it, are seen where they usually are. 0 for clues in the usual place.
	Below, Behind float64
}

// Upright returns the number of rows and columns of the lattice once the image is upright.
func (m Mesh) Upright() (rows, cols int) {
	if m.Turns%2 == 1 {
		return m.Cols, m.Rows
	}
	return m.Rows, m.Cols
}

// Place returns where a place of the board is on the image. It counts rows and columns from the body's top left
// corner; from there it goes to the upright lattice, and to the lattice as it lies on the image.
func (m Mesh) Place(row, col float64) lattice.Point {
	down, right := m.moved(row, col)
	return m.placed(row+down, col+right)
}

// moved returns how far a place is moved: see Below and Behind.
func (m Mesh) moved(row, col float64) (down, right float64) {
	if row < 0 {
		down = m.Below
	}
	if col < 0 {
		right = m.Behind
	}
	return down, right
}

// placed returns where a place of the board is that is moved already.
func (m Mesh) placed(row, col float64) lattice.Point {
	row, col = row+float64(m.FirstRow), col+float64(m.FirstCol)
	rows, cols := m.Upright()
	if m.Mirror {
		col = float64(cols) - col
	}
	for range m.Turns {
		row, col = float64(cols)-col, row
		rows, cols = cols, rows
	}
	if m.Beyond != nil {
		return m.Beyond.at(row, col)
	}
	return m.At(row, col)
}

// Stored returns a block of the upright lattice in the rows and columns of the lattice itself.
func (m Mesh) Stored(b Block) Block {
	rows, cols := m.Upright()
	if m.Mirror {
		b.Left, b.Right = cols-b.Right, cols-b.Left
	}
	for range m.Turns {
		b = Block{cols - b.Right, b.Top, cols - b.Left, b.Bottom}
		rows, cols = cols, rows
	}
	return b
}

// Rules returns the darkness of the lines of the upright lattice, those across and those down.
func (m Mesh) Rules() (across, down []float64) {
	across, down = m.RowRules, m.ColRules
	for range m.Turns {
		across, down = down, reverse(across)
	}
	if m.Mirror {
		down = reverse(down)
	}
	return across, down
}

// RunOn returns how far the lines of the upright lattice go on beyond it, in cells.
func (m Mesh) RunOn() (left, right, top, bottom float64) {
	left, right, top, bottom = m.Left, m.Right, m.Top, m.Bottom
	for range m.Turns {
		left, right, top, bottom = bottom, top, left, right
	}
	if m.Mirror {
		left, right = right, left
	}
	return left, right, top, bottom
}

// Size returns the mean width and height, in image pixels, of the cells of a board of rows × cols.
func (m Mesh) Size(rows, cols int) (w, h float64) {
	r, c := float64(rows), float64(cols)
	across := (dist(m.Place(0, 0), m.Place(0, c)) + dist(m.Place(r, 0), m.Place(r, c))) / 2
	down := (dist(m.Place(0, 0), m.Place(r, 0)) + dist(m.Place(0, c), m.Place(r, c))) / 2
	return across / c, down / r
}

// dist returns the distance of two points.
func dist(a, b lattice.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// reverse returns the values in reverse order.
func reverse(s []float64) []float64 {
	b := make([]float64, len(s))
	for i, v := range s {
		b[len(s)-1-i] = v
	}
	return b
}

// An Area is a rectangle of a board, in cells from the body's top left corner.
type Area struct{ Top, Left, Bottom, Right float64 }

// A Sheet is an area of a board in grey, without perspective, curl and turn.
type Sheet struct {
	Area
	Light *image.Gray
	W, H  float64 // pixels a cell
}

// nodesPerCell is the number of places in a cell's side at which Straighten asks the mesh; between them it
// interpolates linearly.
const nodesPerCell = 2

// Straighten draws an area of a board with cells of about w × h pixels, calling put for each
// row of pixels with their places on the image. It returns the drawing's size.
func Straighten(m Mesh, a Area, w, h float64, put func(y int, at []lattice.Point)) (int, int) {
	width, height := pixels(a.Right-a.Left, w), pixels(a.Bottom-a.Top, h)
	across, down := (a.Right-a.Left)/float64(width), (a.Bottom-a.Top)/float64(height) // cells a pixel
	const part = 1. / nodesPerCell
	left, top := a.Left, a.Top
	if m.Behind+m.Below > 0 { // the body's edges, from where on places are moved, are between two parts
		left, top = math.Floor(a.Left*nodesPerCell)*part, math.Floor(a.Top*nodesPerCell)*part
	}
	n := int(math.Ceil((a.Right - left) * nodesPerCell))
	above, below := make([]lattice.Point, 2*n), make([]lattice.Point, 2*n) // both ends of each part
	line := func(p []lattice.Point, row, within float64) {
		for i := range n {
			col := left + float64(i)*part
			down, right := m.moved(within, col+part/2)
			p[2*i], p[2*i+1] = m.placed(row+down, col+right), m.placed(row+down, col+right+part)
		}
	}
	row, at, ends := -1, make([]lattice.Point, width), make([]lattice.Point, 2*n) // of the parts, in this row of pixels
	for y := range height {
		v := (a.Top - top + (float64(y)+.5)*down) * nodesPerCell
		if int(v) != row {
			row = int(v)
			first := top + float64(row)*part
			line(above, first, first+part/2)
			line(below, first+part, first+part/2)
		}
		v -= float64(row)
		for i, p := range above {
			ends[i] = lattice.Point{X: p.X + v*(below[i].X-p.X), Y: p.Y + v*(below[i].Y-p.Y)}
		}
		for x := range at {
			u := (a.Left - left + (float64(x)+.5)*across) * nodesPerCell
			i := int(u)
			u -= float64(i)
			p, q := ends[2*i], ends[2*i+1]
			at[x] = lattice.Point{X: p.X + u*(q.X-p.X), Y: p.Y + u*(q.Y-p.Y)}
		}
		put(y, at)
	}
	return width, height
}

// pixels returns the number of pixels of some cells at each pixels a cell, at least 1.
func pixels(cells, each float64) int { return max(1, int(math.Round(cells*each))) }

// NewSheet straightens an area with cells of about w × h pixels. imageW is the width of a cell on the image,
// in pixels. It samples the smallest half of the image that has as many pixels as the sheet. Beyond the image
// it carries the image's edge on.
func NewSheet(m Mesh, halves []*image.Gray, a Area, w, h, imageW float64) *Sheet {
	level := 0
	for level+1 < len(halves) && imageW/math.Pow(2, float64(level+1)) >= w*.99 {
		level++
	}
	g, scale := halves[level], math.Pow(.5, float64(level))
	s := BlankSheet(a, w, h)
	Straighten(m, a, w, h, func(y int, at []lattice.Point) {
		line := s.Light.Pix[y*s.Light.Stride:]
		for x, p := range at {
			line[x] = Bilinear(g, p.X*scale-.5, p.Y*scale-.5)
		}
	})
	return s
}

// BlankSheet returns the sheet of an area with cells of about w × h pixels, all black.
func BlankSheet(a Area, w, h float64) *Sheet {
	width, height := pixels(a.Right-a.Left, w), pixels(a.Bottom-a.Top, h)
	s := &Sheet{Area: a, Light: image.NewGray(image.Rect(0, 0, width, height))}
	s.W, s.H = float64(width)/(a.Right-a.Left), float64(height)/(a.Bottom-a.Top)
	return s
}

// Bilinear returns the lightness at a place between four pixels. (0, 0) is the middle of the first pixel. Beyond
// the image the lightness of its edge goes on.
func Bilinear(g *image.Gray, x, y float64) uint8 {
	i, j, right, down := int(x), int(y), 1, g.Stride
	if !(x >= 0 && y >= 0 && x < float64(g.Rect.Dx()-1) && y < float64(g.Rect.Dy()-1)) { // at the edge, or beyond
		x = min(max(x, 0), float64(g.Rect.Dx()-1))
		y = min(max(y, 0), float64(g.Rect.Dy()-1))
		i, j = min(int(x), max(g.Rect.Dx()-2, 0)), min(int(y), max(g.Rect.Dy()-2, 0))
		right, down = min(1, g.Rect.Dx()-1), g.Stride*min(1, g.Rect.Dy()-1)
	}
	u, v := int(256*(x-float64(i))), int(256*(y-float64(j))) // in 256ths, so that all is done in whole numbers
	p := g.Pix[j*g.Stride+i:]
	top := int(p[0])*(256-u) + int(p[right])*u
	bottom := int(p[down])*(256-u) + int(p[down+right])*u
	return uint8((top*(256-v) + bottom*v + 1<<15) >> 16)
}

// Row returns where a pixel is on the board, in rows.
func (s *Sheet) Row(y float64) float64 { return s.Top + y/s.H }

// Col returns where a pixel is on the board, in columns.
func (s *Sheet) Col(x float64) float64 { return s.Left + x/s.W }

// Place returns the area of the board that a part of the sheet shows.
func (s *Sheet) Place(box image.Rectangle) Area {
	return Area{s.Row(float64(box.Min.Y)), s.Col(float64(box.Min.X)), s.Row(float64(box.Max.Y)), s.Col(float64(box.Max.X))}
}

// A Block is a rectangle of a lattice's cells.
type Block struct{ Top, Left, Bottom, Right int }

// An Orientation makes an image upright: by Turns quarter turns to the right and then, if Mirror, by
// exchanging left and right.
type Orientation struct {
	Turns  int
	Mirror bool
}

// Middle returns where the middle of a part of the sheet is on the board.
func (s *Sheet) Middle(box image.Rectangle) (r, c float64) {
	return s.Row(float64(box.Min.Y+box.Max.Y) / 2), s.Col(float64(box.Min.X+box.Max.X) / 2)
}
