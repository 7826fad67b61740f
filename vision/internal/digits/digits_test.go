package digits

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The weights are those that go -C vision/tools run ./train -seed 1 made.
const sum = "e11d9353c017b3efad6b4d22d5cfcc05fda26d209081dc6359c797fa010c95bc"

func TestWeights(t *testing.T) {
	if len(weights) > 64<<10 {
		t.Errorf("%d bytes of weights, at most 64 KiB are wanted", len(weights))
	}
	if s := sha256.Sum256(weights); hex.EncodeToString(s[:]) != sum {
		t.Errorf("weights.bin has sum %x", s)
	}
	if _, err := decode(weights[1:], digitShapes); err == nil {
		t.Error("weights that lack a byte were taken")
	}
}

// print draws a text and returns where it stands.
func print(t testing.TB, ttf []byte, text string, size float64, pen, paper uint8) (*image.Gray, image.Rectangle) {
	t.Helper()
	f, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	g := image.NewGray(image.Rect(0, 0, int(size*float64(len(text)+1)), int(2*size)))
	draw.Draw(g, g.Rect, image.NewUniform(color.Gray{paper}), image.Point{}, draw.Src)
	d := font.Drawer{Dst: g, Src: image.NewUniform(color.Gray{pen}), Face: face, Dot: fixed.P(int(size/2), int(1.5*size))}
	box, _ := d.BoundString(text)
	d.DrawString(text)
	return g, image.Rect(box.Min.X.Floor(), box.Min.Y.Floor(), box.Max.X.Ceil(), box.Max.Y.Ceil())
}

var fonts = map[string][]byte{"Go": goregular.TTF, "Go Bold": gobold.TTF, "Go Mono": gomono.TTF}

// Digits of fonts that the net was not trained on are all read if drawn cleanly, in any size and polarity,
// and the net is sure of them.
func TestClean(t *testing.T) {
	for name, ttf := range fonts {
		for _, size := range []float64{12, 16, 24, 40, 120} {
			for _, look := range [][2]uint8{{0, 255}, {255, 0}, {90, 140}, {200, 60}} {
				for d := range 10 {
					g, box := print(t, ttf, string(rune('0'+d)), size, look[0], look[1])
					glyph, ok := Cut(g, box, nil)
					if !ok {
						t.Fatalf("%s %g %d: nothing was cut", name, size, d)
					}
					p, err := Read(context.Background(), []Glyph{glyph})
					if err != nil {
						t.Fatal(err)
					}
					if class, prob := p[0].Best(); class != d || prob < .8 {
						t.Errorf("%s %g %v: %d was read as %d, %.3f", name, size, look, d, class, prob)
					}
				}
			}
		}
	}
}

// Junk is not read as a digit, and two digits are known to be two.
func TestOthers(t *testing.T) {
	for text, want := range map[string]int{
		"X": Junk, "+": Junk, "K": Junk, "#": Junk, ".": Junk, "-": Junk, "?": Junk, "W": Junk,
		"11": Touching, "12": Touching, "20": Touching, "48": Touching, "15": Touching,
	} {
		for name, ttf := range fonts {
			g, box := print(t, ttf, text, 30, 0, 255)
			glyph, _ := Cut(g, box, nil)
			p, err := Read(context.Background(), []Glyph{glyph})
			if err != nil {
				t.Fatal(err)
			}
			if class, prob := p[0].Best(); class != want {
				t.Errorf("%s: %s was read as %d, %.3f", name, text, class, prob)
			}
		}
	}
}

// A glyph is the same dark on light and light on dark, and nearly the same on a page lit from one side.
func TestCutIgnoresLight(t *testing.T) {
	for d := range 10 {
		g, box := print(t, goregular.TTF, string(rune('0'+d)), 30, 40, 200)
		want, ok := Cut(g, box, nil)
		if !ok {
			t.Fatal("nothing was cut")
		}
		inverse := image.NewGray(g.Rect)
		slope := image.NewGray(g.Rect)
		for i, v := range g.Pix {
			inverse.Pix[i] = 255 - v
			slope.Pix[i] = uint8(float64(v) + float64(i%g.Stride) - 20)
		}
		if got, _ := Cut(inverse, box, nil); got != want {
			t.Errorf("%d differs in inverse", d)
		}
		got, _ := Cut(slope, box, nil)
		for i := range got {
			if e := int(got[i]) - int(want[i]); e > 40 || e < -40 {
				t.Errorf("%d differs by %d of 255 on a slope", d, e)
				break
			}
		}
	}
}

// Ink that the caller says is not the glyph's is ignored.
func TestCutKeepsToInk(t *testing.T) {
	g, box := print(t, goregular.TTF, "5", 30, 0, 255)
	alone, _ := Cut(g, box, nil)
	own := *g
	own.Pix = append([]uint8(nil), g.Pix...)
	x := box.Max.X - 1
	for y := range g.Rect.Dy() { // a rule along the box's right side
		g.SetGray(x+2, y, color.Gray{0})
		g.SetGray(x+3, y, color.Gray{0})
	}
	box.Max.X += 4
	glyph, ok := Cut(g, box, func(x, y int) bool { return own.GrayAt(x, y).Y < 128 })
	if !ok {
		t.Fatal("nothing was cut")
	}
	p, err := Read(context.Background(), []Glyph{alone, glyph})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p {
		if class, _ := p[i].Best(); class != 5 {
			t.Errorf("5 was read as %d", class)
		}
	}
}

func TestCutOfNothing(t *testing.T) {
	g := image.NewGray(image.Rect(10, 10, 60, 50))
	for _, box := range []image.Rectangle{{}, image.Rect(20, 20, 30, 30), image.Rect(0, 0, 5, 5), image.Rect(-100, -100, 900, 900)} {
		if _, ok := Cut(g, box, nil); ok {
			t.Errorf("%v: something was cut off an empty image", box)
		}
		if _, ok := Cut(g, box, func(x, y int) bool { return true }); ok {
			t.Errorf("%v: something was cut off an empty image that is all ink", box)
		}
	}
}

func TestProbsSumToOne(t *testing.T) {
	glyphs := make([]Glyph, 20)
	for i := range glyphs {
		for j := range glyphs[i] {
			glyphs[i][j] = uint8(i * j * 7)
		}
	}
	all, err := Read(context.Background(), glyphs)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range all {
		var s float64
		for _, v := range p {
			s += float64(v)
		}
		if math.Abs(s-1) > 1e-5 {
			t.Errorf("the probabilities of glyph %d sum to %g", i, s)
		}
	}
}

// Read allocates for the batch, not for each glyph.
func TestReadAllocates(t *testing.T) {
	count := func(n int) float64 {
		glyphs := make([]Glyph, n)
		return testing.AllocsPerRun(2, func() { Read(context.Background(), glyphs) })
	}
	if one, many := count(1), count(40); one != many {
		t.Errorf("%v allocations for one glyph, %v for forty", one, many)
	}
	g, box := print(t, goregular.TTF, "5", 30, 0, 255)
	if n := testing.AllocsPerRun(10, func() { Cut(g, box, nil) }); n > 0 {
		t.Errorf("%v allocations for a cut", n)
	}
}

func TestReadEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, make([]Glyph, 10)); err == nil {
		t.Error("went on after its context was done")
	}
}

func FuzzCut(f *testing.F) {
	f.Add([]byte("0123456789"), 3, 0, 0, 3, 3)
	f.Fuzz(func(t *testing.T, pix []byte, w, x0, y0, x1, y1 int) {
		if w < 1 || w > len(pix) {
			return
		}
		g := &image.Gray{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, len(pix)/w)}
		box := image.Rect(x0, y0, x1, y1)
		Cut(g, box, nil)
		Cut(g, box, func(x, y int) bool { return g.GrayAt(x, y).Y > 100 })
	})
}

// BenchmarkRead reads 300 glyphs, about as many as a large puzzle has.
func BenchmarkRead(b *testing.B) {
	glyphs := make([]Glyph, 300)
	for i := range glyphs {
		for j := range glyphs[i] {
			glyphs[i][j] = uint8(i * j)
		}
	}
	for b.Loop() {
		Read(context.Background(), glyphs)
	}
}

// A glyph turned and turned back is unchanged, and turning moves its ink as turning paper does.
func TestTurned(t *testing.T) {
	var g Glyph
	g[0*Side+5] = 1 // above, on the left
	for _, c := range []struct {
		turns  int
		mirror bool
		y, x   int
	}{{1, false, 5, Side - 1}, {2, false, Side - 1, Side - 6}, {3, false, Side - 6, 0}, {0, true, 0, Side - 6}, {1, true, 5, 0}} {
		if out := g.Turned(c.turns, c.mirror); out[c.y*Side+c.x] != 1 {
			t.Errorf("turned %d times, mirrored %v: the ink is not at %d, %d", c.turns, c.mirror, c.y, c.x)
		}
	}
	for k := range 4 {
		once := g.Turned(k, false)
		if again := once.Turned(4-k, false); again != g {
			t.Errorf("%d turns and %d are not a whole one", k, 4-k)
		}
	}
}
