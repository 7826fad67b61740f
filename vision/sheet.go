package vision

import (
	"image"
	"math"

	"kibitz/vision/internal/lattice"
)

// A mesh says where a place of a board is on the image. Whole numbers are the crossings of
// lines; (0, 0) is the top left corner of the body, clues have negative numbers.
type mesh struct {
	*lattice.Lattice
	turns     int    // quarter turns to the right that make the image upright
	mirror    bool   // then left and right are exchanged
	top, left int    // rows and columns of the lattice, upright, before the body's first
	beyond    *plain // where places beyond the ruled part are; nil: as the lattice has it
}

// upright are the rows and columns of the lattice once the image is upright.
func (m mesh) upright() (rows, cols int) {
	if m.turns%2 == 1 {
		return m.Cols, m.Rows
	}
	return m.Rows, m.Cols
}

func (m mesh) at(row, col float64) lattice.Point {
	row, col = row+float64(m.top), col+float64(m.left)
	rows, cols := m.upright()
	if m.mirror {
		col = float64(cols) - col
	}
	for range m.turns {
		row, col = float64(cols)-col, row
		rows, cols = cols, rows
	}
	if m.beyond != nil {
		return m.beyond.at(row, col)
	}
	return m.At(row, col)
}

// stored is a block of the upright lattice as the lattice itself counts.
func (m mesh) stored(b block) block {
	rows, cols := m.upright()
	if m.mirror {
		b.left, b.right = cols-b.right, cols-b.left
	}
	for range m.turns {
		b = block{cols - b.right, b.top, cols - b.left, b.bottom}
		rows, cols = cols, rows
	}
	return b
}

// rules are how thick the lines of the lattice look, those across and those down.
func (m mesh) rules() (across, down []float64) {
	across, down = m.RowRules, m.ColRules
	for range m.turns {
		across, down = down, backwards(across)
	}
	if m.mirror {
		down = backwards(down)
	}
	return across, down
}

// runOn is how far the lines run on beyond the lattice, in cells.
func (m mesh) runOn() (left, right, top, bottom float64) {
	left, right, top, bottom = m.Left, m.Right, m.Top, m.Bottom
	for range m.turns {
		left, right, top, bottom = bottom, top, left, right
	}
	if m.mirror {
		left, right = right, left
	}
	return left, right, top, bottom
}

// size is how wide and high a cell of rows × cols cells is on the image, on average.
func (m mesh) size(rows, cols int) (w, h float64) {
	r, c := float64(rows), float64(cols)
	across := (dist(m.at(0, 0), m.at(0, c)) + dist(m.at(r, 0), m.at(r, c))) / 2
	down := (dist(m.at(0, 0), m.at(r, 0)) + dist(m.at(0, c), m.at(r, c))) / 2
	return across / c, down / r
}

func dist(a, b lattice.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

func backwards(s []float64) []float64 {
	b := make([]float64, len(s))
	for i, v := range s {
		b[len(s)-1-i] = v
	}
	return b
}

// An area is a rectangle of a board, in cells from the body's top left corner.
type area struct{ top, left, bottom, right float64 }

// A sheet is an area of a board as it would be without perspective, curl and turn.
type sheet struct {
	area
	light *image.Gray
	w, h  float64 // pixels a cell
}

// nodes a cell between which straighten takes the mesh for linear, to each side.
const nodes = 2

// straighten draws an area of a board with cells of about w × h pixels, calling put for each
// row of pixels with their places on the image. It returns the drawing's size.
func straighten(m mesh, a area, w, h float64, put func(y int, at []lattice.Point)) (int, int) {
	width, height := pixels(a.right-a.left, w), pixels(a.bottom-a.top, h)
	across, down := (a.right-a.left)/float64(width), (a.bottom-a.top)/float64(height) // cells a pixel
	n := int(math.Ceil((a.right-a.left)*nodes)) + 1
	above, below := make([]lattice.Point, n+1), make([]lattice.Point, n+1)
	line := func(p []lattice.Point, row int) {
		for i := range p {
			p[i] = m.at(a.top+float64(row)/nodes, a.left+float64(i)/nodes)
		}
	}
	row, at := -1, make([]lattice.Point, width)
	for y := range height {
		v := (float64(y) + .5) * down * nodes
		if int(v) != row {
			row = int(v)
			line(above, row)
			line(below, row+1)
		}
		v -= float64(row)
		for x := range at {
			u := (float64(x) + .5) * across * nodes
			i := int(u)
			u -= float64(i)
			p, q, r, s := above[i], above[i+1], below[i], below[i+1]
			at[x] = lattice.Point{
				X: (1-v)*((1-u)*p.X+u*q.X) + v*((1-u)*r.X+u*s.X),
				Y: (1-v)*((1-u)*p.Y+u*q.Y) + v*((1-u)*r.Y+u*s.Y),
			}
		}
		put(y, at)
	}
	return width, height
}

func pixels(cells, each float64) int { return max(1, int(math.Round(cells*each))) }

// newSheet straightens an area from whichever half of the image has as many pixels as the
// sheet or a little more. Beyond the image it carries the image's edge on.
func newSheet(m mesh, halves []*image.Gray, a area, w, h, imageW float64) *sheet {
	level := 0
	for level+1 < len(halves) && imageW/math.Pow(2, float64(level+1)) >= w*.99 {
		level++
	}
	g, scale := halves[level], math.Pow(.5, float64(level))
	width, height := pixels(a.right-a.left, w), pixels(a.bottom-a.top, h)
	s := &sheet{area: a, light: image.NewGray(image.Rect(0, 0, width, height))}
	s.w, s.h = float64(width)/(a.right-a.left), float64(height)/(a.bottom-a.top)
	straighten(m, a, w, h, func(y int, at []lattice.Point) {
		for x, p := range at {
			s.light.Pix[y*width+x] = bilinear(g, p.X*scale-.5, p.Y*scale-.5)
		}
	})
	return s
}

// bilinear is the light between four pixels; (0, 0) is the middle of the first.
func bilinear(g *image.Gray, x, y float64) uint8 {
	i, j, right, down := int(x), int(y), 1, g.Stride
	if !(x >= 0 && y >= 0 && x < float64(g.Rect.Dx()-1) && y < float64(g.Rect.Dy()-1)) { // at the edge, or beyond
		x = min(max(x, 0), float64(g.Rect.Dx()-1))
		y = min(max(y, 0), float64(g.Rect.Dy()-1))
		i, j = min(int(x), max(g.Rect.Dx()-2, 0)), min(int(y), max(g.Rect.Dy()-2, 0))
		right, down = min(1, g.Rect.Dx()-1), g.Stride*min(1, g.Rect.Dy()-1)
	}
	u, v := int(256*(x-float64(i))), int(256*(y-float64(j)))
	p := g.Pix[j*g.Stride+i:]
	top := int(p[0])*(256-u) + int(p[right])*u
	bottom := int(p[down])*(256-u) + int(p[down+right])*u
	return uint8((top*(256-v) + bottom*v + 1<<15) >> 16)
}

// row and col are where a pixel's place is on the board, in cells.
func (s *sheet) row(y float64) float64 { return s.top + y/s.h }
func (s *sheet) col(x float64) float64 { return s.left + x/s.w }

// place is where a part of the sheet is on the board.
func (s *sheet) place(box image.Rectangle) area {
	return area{s.row(float64(box.Min.Y)), s.col(float64(box.Min.X)), s.row(float64(box.Max.Y)), s.col(float64(box.Max.X))}
}

// A block is a rectangle of a lattice's cells.
type block struct{ top, left, bottom, right int }

// An orientation is how an image is made upright: by quarter turns to the right, and then by exchanging
// left and right.
type orientation struct {
	turns  int
	mirror bool
}

// middle returns where the middle of a part of the sheet is on the board.
func (s *sheet) middle(box image.Rectangle) (r, c float64) {
	return s.row(float64(box.Min.Y+box.Max.Y) / 2), s.col(float64(box.Min.X+box.Max.X) / 2)
}
