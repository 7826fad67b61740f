package lattice

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A scene is a nonogram as a camera might see it, with the truth.
type scene struct {
	rows, cols int
	left, top  float64 // of the bands of clues, in cells
	boxed      bool    // the clues, in cells of the board's size: left and top are whole
	see        camera
	what       string
	img        *image.Gray
}

// newScene draws a random scene.
func newScene(seed uint64) *scene {
	rnd := rand.New(rand.NewPCG(seed, 5))
	between := func(a, b float64) float64 { return a + (b-a)*rnd.Float64() }
	s := &scene{rows: 5 + rnd.IntN(26), cols: 5 + rnd.IntN(26)}
	if rnd.IntN(2) == 0 {
		s.cols = s.rows
	}
	s.boxed = rnd.IntN(3) == 0
	s.left, s.top = between(1, 1.5+float64(s.cols)/3), between(1, 1.5+float64(s.rows)/3)
	if s.boxed {
		s.left, s.top = math.Ceil(s.left), math.Ceil(s.top)
	}
	pitch := between(13, 40)
	size := (max(float64(s.rows)+s.top, float64(s.cols)+s.left) + 2) * pitch
	if size > 1300 {
		pitch *= 1300 / size
		size = 1300
	}
	n := int(size) + 80
	turn := between(-.2, .2)
	tiltX, tiltY := between(-.25, .25)/size, between(-.25, .25)/size
	curl, wave := between(0, .35), between(.6, 1.6)
	if rnd.IntN(2) == 0 {
		curl = 0
	}
	barrel := between(-.04, .08)
	mid := float64(n) / 2
	s.see = func(r, c float64) Point {
		x := (c - (float64(s.cols)-s.left)/2) * pitch
		y := (r - (float64(s.rows)-s.top)/2) * pitch
		// The paper bends across: it looks shorter where it is steep, and is shifted by its height.
		height := curl * size / 8 * math.Sin(x/size*3*wave)
		x -= curl * curl * size / 20 * math.Sin(x/size*6*wave)
		y += height * .5
		w := 1 + tiltX*x + tiltY*y
		x, y = x/w, y/w
		k := 1 - barrel*(x*x+y*y)/(mid*mid)
		x, y = x*k, y*k
		sin, cos := math.Sincos(turn)
		return Point{mid + .85*(x*cos-y*sin), mid + .85*(x*sin+y*cos)}
	}
	thin := between(.8, 2)
	thick := thin * between(1, 2.5)
	dark := between(60, 190) // difference of thin lines from the paper, in grey levels
	every := []int{5, 5, 5, 10, 1000}[rnd.IntN(5)]
	fills := between(0, .35)
	if rnd.IntN(2) == 0 {
		fills = 0
	}
	noise := between(1, 9)
	blur := rnd.IntN(3)
	s.what = fmt.Sprintf("%d × %d, pitch %.0f, boxed %v, turn %.2f, curl %.2f, thin %.1f, dark %.0f, fills %.2f, noise %.0f, blur %d", s.rows, s.cols, pitch, s.boxed, turn, curl, thin, dark, fills, noise, blur)

	const fine = 2
	ink := make([]float32, n*n*fine*fine)
	dot := func(p Point, wide, shade float64) {
		x0, x1 := int(math.Round((p.X-wide/2)*fine)), int(math.Round((p.X+wide/2)*fine))
		y0, y1 := int(math.Round((p.Y-wide/2)*fine)), int(math.Round((p.Y+wide/2)*fine))
		for y := max(y0, 0); y < min(max(y1, y0+1), n*fine); y++ {
			for x := max(x0, 0); x < min(max(x1, x0+1), n*fine); x++ {
				ink[y*n*fine+x] = max(ink[y*n*fine+x], float32(shade))
			}
		}
	}
	line := func(r0, c0, r1, c1 float64, bold bool) {
		wide, shade := thin, dark
		if bold {
			wide, shade = thick, max(dark, 150)
		}
		steps := int((math.Abs(r1-r0)+math.Abs(c1-c0))*pitch*fine) + 2
		for i := range steps {
			f := float64(i) / float64(steps-1)
			dot(s.see(r0+(r1-r0)*f, c0+(c1-c0)*f), wide, shade)
		}
	}
	R, C := float64(s.rows), float64(s.cols)
	for i := range s.rows + 1 {
		line(float64(i), -s.left, float64(i), C, i%every == 0 || i == s.rows)
	}
	for i := range s.cols + 1 {
		line(-s.top, float64(i), R, float64(i), i%every == 0 || i == s.cols)
	}
	line(-s.top, 0, -s.top, C, true)
	line(0, -s.left, R, -s.left, true)
	if s.boxed {
		for i := 1.; i < s.top; i++ {
			line(-i, 0, -i, C, false)
		}
		for i := 1.; i < s.left; i++ {
			line(0, -i, R, -i, false)
		}
	}
	for r := range s.rows {
		for c := range s.cols {
			if rnd.Float64() >= fills {
				continue
			}
			for i := 0.; i <= 1; i += .4 / pitch {
				for j := 0.; j <= 1; j += .4 / pitch {
					dot(s.see(float64(r)+i, float64(c)+j), .5, 180)
				}
			}
		}
	}
	f, _ := opentype.Parse(gobold.TTF)
	face, _ := opentype.NewFace(f, &opentype.FaceOptions{Size: pitch * fine * .62, DPI: 72})
	glyphs := image.NewGray(image.Rect(0, 0, n*fine, n*fine))
	d := font.Drawer{Dst: glyphs, Src: image.White, Face: face}
	digit := func(r, c float64) {
		p := s.see(r+.72, c+.3)
		d.Dot = fixed.P(int(p.X*fine), int(p.Y*fine))
		d.DrawString(strconv.Itoa(1 + rnd.IntN(12)))
	}
	for r := range s.rows {
		for c := 1.; c <= s.left && (c == 1 || rnd.IntN(3) > 0); c++ {
			digit(float64(r), -c)
		}
	}
	for c := range s.cols {
		for r := 1.; r <= s.top && (r == 1 || rnd.IntN(3) > 0); r++ {
			digit(-r, float64(c))
		}
	}
	for i, v := range glyphs.Pix {
		ink[i] = max(ink[i], float32(v)*.7)
	}
	s.img = image.NewGray(image.Rect(0, 0, n, n))
	light, gx, gy := between(190, 240), between(-50, 0)/float64(n), between(-50, 0)/float64(n)
	for y := range n {
		for x := range n {
			v := float32(0)
			for i := range fine * fine {
				v += ink[(y*fine+i/fine)*n*fine+x*fine+i%fine]
			}
			paper := light + gx*float64(x) + gy*float64(y)
			s.img.SetGray(x, y, color.Gray{uint8(max(paper*(1-float64(v)/(fine*fine*230)), 0))})
		}
	}
	for range blur {
		p := newPlane(s.img, 1, 0).blur()
		s.img.Pix = p.pix
	}
	for i, v := range s.img.Pix {
		s.img.Pix[i] = uint8(min(max(float64(v)+noise*rnd.NormFloat64(), 0), 255))
	}
	return s
}

// right reports whether a lattice is the board, allowing for rows and columns of boxed clues of the same
// size. off is the distance of its crossings from the truth, in cells.
func (s *scene) right(l *Lattice) (bool, float64) {
	for top := 0.; top <= s.top; top++ {
		for left := 0.; left <= s.left; left++ {
			if l.Rows != s.rows+int(top) || l.Cols != s.cols+int(left) {
				continue
			}
			worst := 0.
			for r := range l.Rows + 1 {
				for c := range l.Cols + 1 {
					if float64(r) < top && float64(c) < left {
						continue // nothing is drawn there
					}
					at := s.see(float64(r)-top, float64(c)-left)
					worst = max(worst, l.at(r, c).sub(at).norm()/l.pitch())
				}
			}
			if worst >= .4 {
				return false, worst
			}
			if top == 0 && left == 0 || s.boxed || s.top < 2 || s.left < 2 {
				return true, worst
			}
		}
	}
	return false, 0
}

func TestScenes(t *testing.T) {
	n := uint64(6)
	if *only != "" {
		n, _ = strconv.ParseUint(*only, 10, 64)
	}
	wrong, far := 0, 0.
	for seed := range n {
		s := newScene(seed)
		found, err := Find(context.Background(), s.img, false)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			ok, off := s.right(found[0])
			if ok {
				far = max(far, off)
				continue
			}
			t.Logf("%d: a crossing is %.2f cells away", seed, off)
		}
		wrong++
		t.Logf("%d: %s", seed, s.what)
		for _, l := range found {
			t.Logf("	%d × %d, seen %.2f, explained %.0f, pitch %.0f, left %.1f top %.1f", l.Rows, l.Cols, l.Seen, l.explained, l.pitch(), l.Left, l.Top)
		}
		if *overlay != "" {
			draws(t, fmt.Sprintf("%s/scene%d.png", *overlay, seed), s.img, found)
		}
	}
	t.Logf("%d of %d are not the board; of the others a crossing is %.2f cells away", wrong, n, far)
	if wrong > int(n)/6 {
		t.Error("too many")
	}
}
