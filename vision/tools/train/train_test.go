package main

import (
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/gofont/gosmallcaps"

	"kibitz/vision/internal/digits"
)

// goFonts returns the Go fonts as one family. The net was not trained on them, and no font has to be
// installed.
func goFonts(t testing.TB) []family {
	t.Helper()
	var all []family
	for _, data := range [][]byte{goregular.TTF, gobold.TTF, goitalic.TTF, gomedium.TTF, gomono.TTF, gomonobold.TTF, gosmallcaps.TTF} {
		f, _, ok := parse(data)
		if !ok {
			t.Fatal("a Go font was not read")
		}
		all = append(all, family{f})
	}
	return all
}

// Numbers that are drawn for training, in fonts that the net has not seen, are read, and their labels are what they
// show.
func TestNumbersDrawn(t *testing.T) {
	const tried, least = 600, .85
	s, r := newSource(goFonts(t)), rand.New(rand.NewPCG(5, 6))
	s.families = s.withRest
	var cut []digits.NumberGlyph
	var labels [][2]uint8
	for range tried {
		g, label := s.number(r)
		cut, labels = append(cut, g), append(labels, label)
	}
	read, err := digits.ReadNumbers(context.Background(), cut)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for i, p := range read {
		chance := p.None()
		switch l := labels[i]; {
		case l[1] < none:
			chance = p.P(10*int(l[0]) + int(l[1]))
		case l[0] < none:
			chance = p.P(int(l[0]))
		}
		if chance > .5 {
			right++
		}
	}
	if right < least*tried {
		t.Errorf("%d of %d numbers are read", right, tried)
	}
	t.Logf("%d of %d numbers are read", right, tried)
}

// The embedded weights read photos and screenshots of unknown fonts, drawn here and as hard as those of
// training. When this was written 0.3 % of the surest half, 0.7 % of the surest 80 % and 5 % of all were
// wrong.
func TestUnseenFonts(t *testing.T) {
	if testing.Short() {
		t.Skip("much to compute: left to a whole run")
	}
	s := newSource(goFonts(t))
	s.families = s.withRest // without the pixel fonts, which the net was trained on
	tests := s.tests(7, 3000)
	glyphs := make([]digits.Glyph, len(tests))
	for i, x := range tests {
		glyphs[i] = x.glyph
	}
	probs, err := digits.Read(context.Background(), glyphs)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]reading, len(tests))
	for i, p := range probs {
		best, prob := p.Best()
		all[i] = reading{tests[i].class, best, float64(prob)}
	}
	table(t.Output(), all) // sorts them, the surest first
	wrong := func(share float64) (n int) {
		for _, r := range all[:int(share*float64(len(all)))] {
			if r.class != r.best {
				n++
			}
		}
		return n
	}
	for _, bound := range []struct{ share, most float64 }{{.5, .005}, {.8, .02}, {1, .08}} {
		if n := wrong(bound.share); float64(n) > bound.most*bound.share*float64(len(all)) {
			t.Errorf("of the surest %.0f %% %d are wrong, more than %.1f %%", 100*bound.share, n, 100*bound.most)
		}
	}
}

// The trainer's net is the one in use: with the embedded weights both give the same answers.
func TestSameNet(t *testing.T) {
	b, err := os.ReadFile("../../internal/digits/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(b))
		b = b[4:]
		return v
	}
	temperature := float64(number())
	n := newWeights()
	for i := range n.w {
		size := n.inputs(i)
		for o := range n.b[i] {
			scale := number()
			n.b[i][o] = number()
			for j := range size {
				n.w[i][o*size+j] = scale * float32(int8(b[j]))
			}
			b = b[size:]
		}
	}
	if len(b) != 0 {
		t.Fatalf("%d bytes are left", len(b))
	}
	p := newPass()
	for _, x := range newSource(goFonts(t)).tests(3, 50) {
		p.forward(n, &x.glyph)
		probs, err := digits.Read(context.Background(), []digits.Glyph{x.glyph})
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, v := range p.out {
			sum += math.Exp(float64(v) / temperature)
		}
		for c, got := range probs[0] {
			if want := math.Exp(float64(p.out[c])/temperature) / sum; math.Abs(want-float64(got)) > 1e-4 {
				t.Fatalf("class %d has %g here and %g there", c, want, got)
			}
		}
	}
}

// Derivatives are the change of the loss when a weight changes a little.
func TestDerivatives(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	n := newWeights()
	n.start(r)
	for i := range n.b {
		for o := range n.b[i] {
			n.b[i][o] = float32(.1 * r.NormFloat64())
		}
	}
	x := newSource(goFonts(t)).tests(5, 1)[0]
	p := newPass()
	p.forward(n, &x.glyph)
	p.backward(n, x.class)
	loss := func() float64 {
		q := newPass()
		q.forward(n, &x.glyph)
		return -math.Log(float64(q.prob[x.class]))
	}
	for layer := range n.w {
		// A moved weight makes other places the strongest, so single figures differ a little; together
		// they point the same way.
		var both, got2, want2 float64
		for range 60 {
			w, d := n.w[layer], p.d.w[layer]
			if r.IntN(4) == 0 {
				w, d = n.b[layer], p.d.b[layer]
			}
			i := r.IntN(len(w))
			const step = 1e-3
			was := w[i]
			w[i] = was + step
			more := loss()
			w[i] = was - step
			less := loss()
			w[i] = was
			got, want := float64(d[i]), (more-less)/(2*step)
			both, got2, want2 = both+got*want, got2+got*got, want2+want*want
		}
		if cos := both / math.Sqrt(got2*want2); cos < .995 || got2 < .9*want2 || got2 > 1.1*want2 {
			t.Errorf("layer %d: the derivatives' cosine to what was measured is %.4f, their squares %.4g and %.4g", layer, cos, got2, want2)
		}
	}
}

// The same seed draws the same examples.
func TestSeed(t *testing.T) {
	fonts := goFonts(t)
	a, b := newSource(fonts).tests(1, 40), newSource(fonts).tests(1, 40)
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("glyph %d differs", i)
		}
	}
}

// The distance to the edge of a disc is right.
func TestOutlineOfDisc(t *testing.T) {
	const radius, n = 50, 100
	m := image.NewAlpha(image.Rect(0, 0, n, n))
	for y := range n {
		for x := range n {
			if math.Hypot(float64(x)-49.5, float64(y)-49.5) < radius {
				m.SetAlpha(x, y, color.Alpha{255})
			}
		}
	}
	o := newOutline(m, n)
	for _, at := range [][2]float64{{.4, 0}, {0, -.45}, {.3, .3}, {.52, 0}, {-.36, .36}} {
		want := .5 - math.Hypot(at[0], at[1])
		if got := o.at(at[0], at[1]); math.Abs(got-want) > .01 {
			t.Errorf("at %v the distance is %.3f, not %.3f", at, got, want)
		}
	}
}

func TestPixelFontsAreWhole(t *testing.T) {
	for _, f := range pixelFamilies() {
		for d, o := range f[0].digits {
			if o.width < .08 || o.height < .75 || o.at(o.width, o.height) > 0 {
				t.Errorf("%s %d: %.2f × %.2f", f[0].family, d, o.width, o.height)
			}
		}
	}
}
