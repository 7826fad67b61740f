package lattice

import (
	"context"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A camera maps a place of a flat board, in cells, to the image.
type camera func(row, col float64) Point

// drawGrid draws a grid through a camera, dark on light. Lines have a width in pixels, every fifth twice
// that. Each pixel is the mean of 3 × 3 places.
func drawGrid(w, h, rows, cols int, width float64, see camera, noise float64, seed uint64) *image.Gray {
	const fine = 3
	ink := make([]bool, w*h*fine*fine)
	dot := func(p Point, wide float64) {
		x0, x1 := int(math.Round((p.X-wide/2)*fine)), int(math.Round((p.X+wide/2)*fine))
		y0, y1 := int(math.Round((p.Y-wide/2)*fine)), int(math.Round((p.Y+wide/2)*fine))
		for y := max(y0, 0); y < min(y1, h*fine); y++ {
			for x := max(x0, 0); x < min(x1, w*fine); x++ {
				ink[y*w*fine+x] = true
			}
		}
	}
	line := func(n int, length int, at func(t float64) Point) {
		wide := width
		if n%5 == 0 {
			wide *= 2
		}
		for t := 0.; t <= float64(length); t += .005 {
			dot(at(t), wide)
		}
	}
	for r := range rows + 1 {
		line(r, cols, func(t float64) Point { return see(float64(r), t) })
	}
	for c := range cols + 1 {
		line(c, rows, func(t float64) Point { return see(t, float64(c)) })
	}
	g := image.NewGray(image.Rect(0, 0, w, h))
	rnd := rand.New(rand.NewPCG(seed, 1))
	for y := range h {
		for x := range w {
			n := 0.
			for i := range fine * fine {
				if ink[(y*fine+i/fine)*w*fine+x*fine+i%fine] {
					n++
				}
			}
			v := 220 - 150*n/(fine*fine) + noise*rnd.NormFloat64()
			g.SetGray(x, y, color.Gray{uint8(min(max(v, 0), 255))})
		}
	}
	return g
}

// flat returns a camera straight above.
func flat(x, y, cell float64) camera {
	return func(r, c float64) Point { return Point{x + c*cell, y + r*cell} }
}

// farOff returns the greatest distance of a lattice's crossings from the truth, in cells.
func farOff(l *Lattice, see camera) float64 {
	worst := 0.
	for r := range l.Rows + 1 {
		for c := range l.Cols + 1 {
			p := see(float64(r), float64(c))
			worst = max(worst, l.at(r, c).sub(p).norm()/l.pitch())
		}
	}
	return worst
}

func TestCameras(t *testing.T) {
	for _, test := range []struct {
		name       string
		rows, cols int
		screen     bool
		noise      float64
		see        camera
	}{
		{"screen", 15, 20, true, 0, flat(20, 30, 20)},
		{"turned", 10, 10, false, 5, func(r, c float64) Point {
			return Point{120 + 28*c - 4*r, 60 + 4*c + 28*r}
		}},
		{"perspective", 15, 15, false, 5, func(r, c float64) Point {
			w := 1 + .02*r + .01*c
			return Point{60 + 34*c/w + 3*r, 60 + 34*r/w + 2*c}
		}},
		{"askew", 12, 10, false, 5, func(r, c float64) Point {
			return Point{290 + 18*c - 21*r, 60 + 21*c + 18*r}
		}},
		{"curl", 20, 20, false, 5, func(r, c float64) Point {
			return Point{50 + 25*c - .3*c*c, 60 + 22*r + 14*math.Sin(c/6)}
		}},
	} {
		g := drawGrid(600, 600, test.rows, test.cols, 1.5, test.see, test.noise, 1)
		found, err := Find(context.Background(), g, test.screen)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 || found[0].Rows != test.rows || found[0].Cols != test.cols {
			t.Errorf("%s: %d lattices", test.name, len(found))
			for _, l := range found {
				t.Errorf("%d × %d", l.Rows, l.Cols)
			}
			continue
		}
		if d := farOff(found[0], test.see); d > .1 {
			t.Errorf("%s: a crossing is %.3f of a cell away", test.name, d)
		}
	}
}

// turned returns an image after quarter turns, or its mirror image.
func turned(g *image.Gray, turns int, mirror bool) *image.Gray {
	for range turns {
		t := image.NewGray(image.Rect(0, 0, g.Rect.Dy(), g.Rect.Dx()))
		for y := range g.Rect.Dy() {
			for x := range g.Rect.Dx() {
				t.SetGray(g.Rect.Dy()-1-y, x, g.GrayAt(x, y))
			}
		}
		g = t
	}
	if mirror {
		t := image.NewGray(g.Rect)
		for y := range g.Rect.Dy() {
			for x := range g.Rect.Dx() {
				t.SetGray(g.Rect.Dx()-1-x, y, g.GrayAt(x, y))
			}
		}
		g = t
	}
	return g
}

func TestTurnsMirrorsNegatives(t *testing.T) {
	see := func(r, c float64) Point {
		w := 1 + .01*r + .006*c
		return Point{50 + 30*c/w + 2*r, 40 + 28*r/w + 3*math.Sin(c/5)}
	}
	g := drawGrid(520, 420, 12, 14, 1.4, see, 4, 7)
	for turns := range 4 {
		for _, mirror := range []bool{false, true} {
			negative := mirror == (turns%2 == 0) // each with both, in half as many pictures
			m := turned(g, turns, mirror)
			if negative {
				n := image.NewGray(m.Rect)
				for i, v := range m.Pix {
					n.Pix[i] = 255 - v
				}
				m = n
			}
			rows, cols := 12, 14
			if turns%2 == 1 {
				rows, cols = cols, rows
			}
			found, err := Find(context.Background(), m, false)
			if err != nil || len(found) != 1 || found[0].Rows != rows || found[0].Cols != cols {
				t.Errorf("%d turns, mirror %v, negative %v: %d found, %v", turns, mirror, negative, len(found), err)
				for _, l := range found {
					t.Errorf("%d × %d, seen %.2f", l.Rows, l.Cols, l.Seen)
				}
			}
		}
	}
}

// TestNoGrid: an image without a grid has no lattice.
func TestNoGrid(t *testing.T) {
	face := func(size float64) font.Face {
		f, err := opentype.Parse(goregular.TTF)
		if err != nil {
			t.Fatal(err)
		}
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			t.Fatal(err)
		}
		return face
	}
	rnd := rand.New(rand.NewPCG(3, 3))
	text := func(size float64) *image.Gray {
		g := image.NewGray(image.Rect(0, 0, 800, 1000))
		for i := range g.Pix {
			g.Pix[i] = uint8(225 + rnd.IntN(9))
		}
		d := font.Drawer{Dst: g, Src: image.Black, Face: face(size)}
		for y := 40.; y < 960; y += 1.3 * size {
			d.Dot = fixed.P(40, int(y))
			for d.Dot.X.Round() < 720 {
				word := make([]byte, 1+rnd.IntN(9))
				for i := range word {
					word[i] = "etaoinshrdlucmfwypvbgkjqxz0123456789"[min(rnd.IntN(40), 35)]
				}
				d.DrawString(string(word) + " ")
			}
		}
		return g
	}
	noise := func(w, h int, spread float64) *image.Gray {
		g := image.NewGray(image.Rect(0, 0, w, h))
		for i := range g.Pix {
			g.Pix[i] = uint8(min(max(128+spread*rnd.NormFloat64(), 0), 255))
		}
		return g
	}
	ramp := image.NewGray(image.Rect(0, 0, 900, 700))
	for i := range ramp.Pix {
		ramp.Pix[i] = uint8(i % 900 / 4)
	}
	for name, g := range map[string]*image.Gray{
		"blank":         image.NewGray(image.Rect(0, 0, 900, 700)),
		"ramp":          ramp,
		"grain":         noise(1200, 900, 12),
		"noise":         noise(700, 900, 90),
		"text":          text(20),
		"large text":    text(34),
		"small text":    text(11),
		"small":         noise(30, 30, 90),
		"one row":       noise(2000, 1, 90),
		"a long column": noise(24, 20000, 90),
	} {
		for _, screen := range []bool{false, true} {
			found, err := Find(context.Background(), g, screen)
			if err != nil {
				t.Error(name, err)
			}
			for _, l := range found {
				t.Errorf("%s, screen %v: %d × %d, seen %.2f, explained %.0f, pitch %.0f", name, screen, l.Rows, l.Cols, l.Seen, l.explained, l.pitch())
			}
		}
	}
}

// TestHues: lines are found that differ from their cells by hue alone.
func TestHues(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 300, 260))
	for y := range 260 {
		for x := range 300 {
			c := color.RGBA{200, 100, 60, 255}
			if in := x >= 20 && x <= 260 && y >= 20 && y <= 220; in && ((x-20)%24 == 0 || (y-20)%20 == 0) {
				c = color.RGBA{102, 150, 61, 255} // as bright
			}
			m.SetRGBA(x, y, c)
		}
	}
	found, err := Find(context.Background(), m, true)
	if err != nil || len(found) != 1 || found[0].Rows != 10 || found[0].Cols != 10 {
		t.Fatal(found, err)
	}
}

// TestStraight: the view of a lattice is its board without the camera, also in places where only the bend of
// the lines tells where they are.
func TestStraight(t *testing.T) {
	see := func(r, c float64) Point {
		w := 1 + .012*r + .006*c
		return Point{130 + 30*c/w + 2*r, 110 + 28*r/w + 4*math.Sin(c/5)}
	}
	g := drawGrid(600, 500, 12, 14, 1.6, see, 3, 2)
	found, err := Find(context.Background(), g, false)
	if err != nil || len(found) == 0 {
		t.Fatal(err)
	}
	l := found[0]
	for r := -2.; r <= 14; r += .5 {
		for c := -2.; c <= 16; c += .5 {
			limit := .06
			if r < 0 || c < 0 || r > 12 || c > 14 {
				limit = .2
			}
			if d := l.At(r, c).sub(see(r, c)).norm() / l.pitch(); d > limit {
				t.Errorf("row %v column %v is %.2f cells away", r, c, d)
			}
		}
	}
	v := View{Row0: 0, Col0: 0, Row1: 12, Col1: 14, Cell: 20}
	flat := l.Gray(g, v)
	colour := l.RGBA(g, v)
	if w, h := v.Size(); flat.Rect != image.Rect(0, 0, w, h) || colour.Rect != flat.Rect || w != 280 || h != 240 {
		t.Fatal(flat.Rect, colour.Rect)
	}
	for r := range 12 {
		for c := range 14 {
			x, y := 20*c, 20*r
			middle, line := flat.GrayAt(x+10, y+10).Y, min(flat.GrayAt(x+10, y).Y, flat.GrayAt(x+10, max(y-1, 0)).Y)
			if middle < 190 || line > 190 {
				t.Errorf("cell %d, %d: %d in its middle, %d on its line", r, c, middle, line)
			}
			if d := int(colour.RGBAAt(x+10, y+10).G) - int(middle); d < -1 || d > 1 {
				t.Errorf("cell %d, %d: %d in colour, %d in grey", r, c, colour.RGBAAt(x+10, y+10).G, middle)
			}
		}
	}
}

// TestRules: the fifth lines are the thick ones.
func TestRules(t *testing.T) {
	g := drawGrid(600, 600, 15, 15, 1.5, func(r, c float64) Point {
		return Point{60 + 30*c + 2*r, 60 + 30*r - 2*c}
	}, 4, 3)
	found, err := Find(context.Background(), g, false)
	if err != nil || len(found) != 1 {
		t.Fatal(len(found), err)
	}
	for _, rules := range [][]float64{found[0].RowRules, found[0].ColRules} {
		for i, thick := range rules {
			if thick < .8 || (thick > 2) != (i%5 == 0) {
				t.Errorf("line %d: %.1f of %v", i, thick, rules)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, image.NewGray(image.Rect(0, 0, 500, 500)), false); err != context.Canceled {
		t.Error(err)
	}
}

// FuzzFind: whatever the image, lattices are whole and their places are numbers.
func FuzzFind(f *testing.F) {
	g := drawGrid(120, 100, 5, 6, 1.2, flat(10, 8, 16), 2, 4)
	f.Add(g.Pix, 120, false)
	f.Add(g.Pix, 120, true)
	f.Add(g.Pix, 99, true)
	f.Fuzz(func(t *testing.T, pix []byte, w int, screen bool) {
		if w < 1 || w > 1000 || len(pix) > 100_000 {
			return
		}
		h := len(pix) / w
		g := &image.Gray{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, h)}
		found, err := Find(context.Background(), g, screen)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range found {
			if l.Rows < 1 || l.Cols < 1 || len(l.Points) != (l.Rows+1)*(l.Cols+1) || len(l.RowRules) != l.Rows+1 || len(l.ColRules) != l.Cols+1 {
				t.Fatal(l)
			}
			for r := -3.; r <= float64(l.Rows+3); r++ {
				for c := -3.; c <= float64(l.Cols+3); c++ {
					if p := l.At(r, c); !(math.Abs(p.X)+math.Abs(p.Y) < 1e6) {
						t.Fatal(r, c, p)
					}
				}
			}
			l.Gray(g, View{-1, -1, float64(l.Rows), float64(l.Cols), 4})
		}
	})
}

// Closing and opening are what their definitions say, wherever a byte's high bit is.
func TestMorphology(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		b := make([]uint8, 1+rng.IntN(60))
		for i := range b {
			b[i] = uint8(rng.Uint32())
		}
		w := 1 + rng.IntN(min(len(b), 12))
		high, low := slices.Clone(b), slices.Clone(b)
		dilate(high, w)
		erode(low, w)
		for i := range b {
			if i+w <= len(b) && high[i] != slices.Max(b[i:i+w]) {
				t.Fatalf("greatest of %d of %v at %d: %d", w, b, i, high[i])
			}
			if i+1 >= w && low[i] != slices.Min(b[i+1-w:i+1]) {
				t.Fatalf("least of %d of %v before %d: %d", w, b, i, low[i])
			}
		}
	}
}

// A lattice of thick lines that faint ones divide ranks below the lattice of all lines, as it may be found at another
// size of the image alone.
func TestDividedRanksHigher(t *testing.T) {
	const side, cells, edge = 20, 10, 30 // pixels, cells of a side, pixels around the board
	img := image.NewGray(image.Rect(0, 0, side*cells+2*edge, side*cells+2*edge))
	for i := range img.Pix {
		x, y := i%img.Stride-edge, i/img.Stride-edge
		img.Pix[i] = 255
		if x >= 0 && y >= 0 && x <= side*cells && y <= side*cells {
			switch {
			case min(x%(5*side), y%(5*side)) == 0:
				img.Pix[i] = 0
			case min(x%side, y%side) == 0:
				img.Pix[i] = 230
			}
		}
	}
	thick := New(2, 2, func(row, col int) Point { return Point{float64(edge+5*side*col) + .5, float64(edge+5*side*row) + .5} })
	thick.explained = 4
	all := thick.divide(newPlane(img, 1, 0))
	if all.Rows != cells || all.Cols != cells || all.score() <= thick.score() {
		t.Errorf("%d × %d cells rank %v, the thick lines alone %v", all.Rows, all.Cols, all.score(), thick.score())
	}
}

// A board without outline has its outermost cells: its lines end in the open, a cell beyond the outermost crossings.
// Lines that stick out by less, or on three sides alone, add none.
func TestCloseUp(t *testing.T) {
	const cell, lines = 30, 9
	for _, c := range []struct {
		before, behind, rows, cols int // how far lines stick out at the top and the left, at the bottom and the right
	}{{27, 27, 10, 10}, {27, 30, 10, 10}, {10, 10, 8, 8}, {27, 0, 8, 8}} {
		g := image.NewGray(image.Rect(0, 0, 400, 400))
		for i := range g.Pix {
			g.Pix[i] = 250
		}
		const first = 60
		for k := range lines {
			for at := first - c.before; at < first+(lines-1)*cell+c.behind; at++ {
				g.SetGray(at, first+k*cell, color.Gray{120})
				g.SetGray(first+k*cell, at, color.Gray{120})
			}
		}
		found, err := Find(t.Context(), g, true)
		if err != nil || len(found) != 1 {
			t.Fatalf("%+v: %d lattices, %v", c, len(found), err)
		}
		l := found[0]
		if l.Rows != c.rows || l.Cols != c.cols {
			t.Errorf("%+v: %d × %d", c, l.Rows, l.Cols)
		}
		if p := l.at(1, 1); c.rows == 10 && p.sub(Point{first + .5, first + .5}).norm() > 1 {
			t.Errorf("%+v: the first crossing is at %v", c, p)
		}
	}
}

// A board on ruled paper is found beside the paper's lines, which are far fainter and more.
func TestRuledPaper(t *testing.T) {
	const paper, cell, edge, cells = 26, 37, 111, 9
	img := image.NewGray(image.Rect(0, 0, 560, 560))
	for i := range img.Pix {
		x, y := i%img.Stride, i/img.Stride
		img.Pix[i] = 255
		if min(x%paper, y%paper) == 0 {
			img.Pix[i] = 236
		}
		if x, y := x-edge, y-edge; x >= 0 && y >= 0 && x < cells*cell+2 && y < cells*cell+2 && min(x%cell, y%cell) < 2 {
			img.Pix[i] = 20
		}
	}
	found, err := Find(t.Context(), img, true)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(found, func(l *Lattice) bool { return l.Rows == cells && l.Cols == cells }) {
		for _, l := range found {
			t.Logf("%d × %d", l.Rows, l.Cols)
		}
		t.Error("the board is not found")
	}
}
