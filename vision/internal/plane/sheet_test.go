package plane

import (
	"math"
	"math/rand/v2"
	"testing"

	"kibitz/vision/internal/lattice"
)

// seen returns a lattice as a camera sees it, by a homography.
func seen(rows, cols int, at func(r, c float64) lattice.Point) *lattice.Lattice {
	l := &lattice.Lattice{Rows: rows, Cols: cols, RowRules: make([]float64, rows+1), ColRules: make([]float64, cols+1)}
	for r := range rows + 1 {
		for c := range cols + 1 {
			l.Points = append(l.Points, at(float64(r), float64(c)))
		}
	}
	return l
}

func tilted(r, c float64) lattice.Point {
	w := 1 + .004*r - .003*c
	return lattice.Point{X: (100 + 40*c + 3*r) / w, Y: (80 - 2*c + 38*r) / w}
}

// Beyond a lattice seen from the side the plane goes on as the page does, even if some crossings were seen in
// wrong places.
func TestPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	l := seen(15, 12, tilted)
	for range 5 {
		l.Points[rng.IntN(len(l.Points))].X += 18
	}
	p := NewPlain(l, Block{0, 0, 15, 12}, false)
	if p == nil {
		t.Fatal("no fit")
	}
	for range 300 {
		r, c := -6+23*rng.Float64(), -6+20*rng.Float64()
		got, want := p.at(r, c), tilted(r, c)
		if d := math.Hypot(got.X-want.X, got.Y-want.Y); d > 8 {
			t.Errorf("(%.1f, %.1f) is %.1f pixels off", r, c, d)
		}
	}
}

// A turn exchanges rows and columns, and a block of the turned lattice is the same cells of the lattice.
func TestTurns(t *testing.T) {
	l := seen(7, 4, tilted)
	at := func(r, c float64) lattice.Point {
		p := NewPlain(l, Block{0, 0, 7, 4}, true)
		return p.at(r, c)
	}
	plain := NewPlain(l, Block{0, 0, 7, 4}, true)
	for turns := range 4 {
		for _, mirror := range []bool{false, true} {
			m := Mesh{Lattice: l, Turns: turns, Mirror: mirror, Beyond: plain}
			rows, cols := m.Upright()
			if rows*cols != 28 || (rows == 7) != (turns%2 == 0) {
				t.Errorf("%d turns: %d × %d", turns, rows, cols)
			}
			s := m.Stored(Block{1, 1, 2, 3})
			middle := m.Place(1.5, 2)
			want := at(float64(s.Top+s.Bottom)/2, float64(s.Left+s.Right)/2)
			if math.Hypot(middle.X-want.X, middle.Y-want.Y) > 1e-6 {
				t.Errorf("%d turns, mirrored %v: the block is elsewhere", turns, mirror)
			}
			// A turned image keeps its hand, a mirrored one does not.
			o, x, y := m.Place(0, 0), m.Place(0, 1), m.Place(1, 0)
			cross := (x.X-o.X)*(y.Y-o.Y) - (x.Y-o.Y)*(y.X-o.X)
			if (cross > 0) == mirror {
				t.Errorf("%d turns, mirrored %v: has the wrong hand", turns, mirror)
			}
		}
	}
}

// Places before the body that are moved behind it and below it are where Place puts them, up to the body's very edge.
func TestMoved(t *testing.T) {
	at := func(r, c float64) lattice.Point { return lattice.Point{X: 20 + 30*c, Y: 10 + 25*r} }
	m := Mesh{Lattice: seen(7, 4, at), Below: 9.5, Behind: 6.25}
	m.Beyond = NewPlain(m.Lattice, Block{0, 0, 7, 4}, true)
	for _, c := range [][4]float64{{-1, 2, -1 + 9.5, 2}, {3, -2, 3, -2 + 6.25}, {-.5, -.5, 9, 5.75}, {0, 0, 0, 0}, {2, 5, 2, 5}} {
		if got, want := m.Place(c[0], c[1]), at(c[2], c[3]); math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-6 {
			t.Errorf("(%v, %v) is at %v, not %v", c[0], c[1], got, want)
		}
	}
	a, n := Area{Top: -2.3, Left: -1.7, Bottom: 7.3, Right: 1.2}, 0
	width, height := pixels(a.Right-a.Left, 40), pixels(a.Bottom-a.Top, 40)
	Straighten(m, a, 40, 40, func(y int, all []lattice.Point) {
		for x, got := range all {
			row := a.Top + (float64(y)+.5)*(a.Bottom-a.Top)/float64(height)
			col := a.Left + (float64(x)+.5)*(a.Right-a.Left)/float64(width)
			if want := m.Place(row, col); math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-6 {
				t.Fatalf("(%.3f, %.3f) is at %v, not %v", row, col, got, want)
			}
			n++
		}
	})
	if n != width*height {
		t.Errorf("%d of %d places", n, width*height)
	}
}
