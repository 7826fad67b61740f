package vision

import (
	"context"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/vision/synth"
)

// TestSettled: where cells meet says which of them are lit, whatever they look like by themselves.
func TestSettled(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		rows, cols := 2+rng.IntN(7), 2+rng.IntN(7)
		lit, looks := make([]float64, rows*cols), make([]float64, rows*cols)
		for i := range lit {
			lit[i] = float64(rng.IntN(2))
			if looks[i] = 1.5; rng.IntN(2) == 0 {
				looks[i] = -1.5
			}
		}
		lit[0], lit[1] = 0, 1 // boards in one state say nothing
		var joints []joint
		for i := range lit {
			if i%cols < cols-1 {
				joints = append(joints, joint{i, i + 1, lit[i+1] - lit[i] + .1*rng.NormFloat64()})
			}
			if i+cols < len(lit) {
				joints = append(joints, joint{i, i + cols, lit[i+cols] - lit[i] + .1*rng.NormFloat64()})
			}
		}
		for i, odds := range settled(len(lit), joints, looks, .2) {
			if (odds > 0) != (lit[i] == 1) {
				t.Fatalf("%d × %d: cell %d is %v, odds %.1f", rows, cols, i, lit[i], odds)
			}
		}
	}
}

// TestShadeOnABoard: a lamp that is lit in the shade is as dark as one that is not beside it.
func TestShadeOnABoard(t *testing.T) {
	p := newLampPicture("0110100", "1001011", "0111010", "1010110", "0011001", "1100101", "0101110")
	p.page, p.panel = color.RGBA{235, 235, 235, 255}, color.RGBA{20, 20, 20, 255}
	p.colours[0], p.colours[1] = color.RGBA{110, 110, 110, 255}, color.RGBA{235, 235, 235, 255}
	img := p.image()
	rng := rand.New(rand.NewPCG(9, 10))
	b := img.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			light := 1.
			if x+2*y > (b.Dx()+2*b.Dy())/2 {
				light = .45
			}
			c, noise := img.RGBAAt(x, y), 3*rng.NormFloat64()
			at := func(v uint8) uint8 { return uint8(min(max(float64(v)*light+noise, 0), 255)) }
			img.SetRGBA(x, y, color.RGBA{at(c.R), at(c.G), at(c.B), 255})
		}
	}
	r := readLights(t, encoded(img), Hint{Kind: Lights})
	if !slices.Equal(states(r), named(p.rows)) {
		t.Errorf("read %v, drawn %v", states(r), named(p.rows))
	}
	if len(r.Flaws) == 0 {
		t.Error("a board in the shade is said to be sure")
	}
}

// TestSynthPhotosOfCards reads rows as they are drawn for development: most of them.
func TestSynthPhotosOfCards(t *testing.T) {
	t.Parallel()
	fonts := synth.Fonts()
	n, exact := 0, 0
	for seed := uint64(1); seed <= 14; seed++ {
		p := synth.Random(seed, synth.CardFlip, synth.Development, fonts)
		if p.Screen {
			continue
		}
		n++
		r, err := Read(context.Background(), p.Data, Hint{Kind: Cards})
		if err != nil {
			t.Logf("seed %d, %s: %v", seed, p.Layout, err)
			continue
		}
		want := ""
		for _, lit := range p.Board.Lit {
			want += map[bool]string{false: "0", true: "1"}[lit]
		}
		if slices.Equal(states(r), named([]string{want})) {
			exact++
		} else {
			t.Logf("seed %d, %s: read %v, drawn %s", seed, p.Layout, states(r), want)
		}
	}
	if 4*exact < 3*n {
		t.Errorf("%d of %d rows were read", exact, n)
	}
}

// TestSmooth: where all pixels are alike, so they are when they are smooth, up to the map's edges.
func TestSmooth(t *testing.T) {
	m := &colours{w: 9, h: 5, pix: make([][3]uint8, 45)}
	for i := range m.pix {
		m.pix[i] = [3]uint8{10, 200, 30}
	}
	if s := m.smooth(3); !slices.Equal(s.pix, m.pix) {
		t.Error("smooth changes one colour")
	}
	m.pix[22] = [3]uint8{210, 0, 30} // the middle
	if s := m.smooth(1).pix[22]; s[0] <= 10 || s[0] >= 210 || s[1] <= 0 || s[1] >= 200 {
		t.Errorf("the middle is %v", s)
	}
}
