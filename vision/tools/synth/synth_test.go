package synth

import (
	"bytes"
	"context"
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
)

// The same seed gives the same file, and another seed another.
func TestSeeds(t *testing.T) {
	fonts := Fonts()
	for k, kind := range append(Kinds(), Nonogram, Kakuro, LightsOut) {
		draw := Random
		if k >= len(Kinds()) {
			draw = NewLook
		}
		for _, split := range []Split{Development, HeldOut} {
			first, again, other := draw(1, kind, split, fonts), draw(1, kind, split, fonts), draw(2, kind, split, fonts)
			if !bytes.Equal(first.Data, again.Data) || first.Truth() != again.Truth() || bytes.Equal(first.Data, other.Data) {
				t.Errorf("%s, %v: a seed is not a picture", kind, split)
			}
			img, _, err := image.Decode(bytes.NewReader(first.Data))
			if err != nil || img.Bounds() != first.Image.Rect {
				t.Errorf("%s, %v: the file is %v, %v", kind, split, img.Bounds(), err)
			}
		}
	}
}

// The halves have nothing in common.
func TestSplits(t *testing.T) {
	fonts := Fonts()
	if a, b := Half(fonts, Development), Half(fonts, HeldOut); len(a) < 3 || len(b) < 3 || len(a)+len(b) != len(fonts) {
		t.Errorf("%d and %d of %d fonts", len(a), len(b), len(fonts))
	}
	names := map[string]bool{}
	for _, kind := range Kinds() {
		for _, l := range Layouts(kind, Development) {
			names[string(kind)+l.Name] = true
		}
		for _, l := range Layouts(kind, HeldOut) {
			if names[string(kind)+l.Name] {
				t.Errorf("%s: %s is in both halves", kind, l.Name)
			}
		}
	}
	for _, m := range Cameras(Development) {
		names[m.Name] = true
	}
	for _, m := range Cameras(HeldOut) {
		if names[m.Name] {
			t.Errorf("%s is in both halves", m.Name)
		}
	}
}

// Drawn puzzles have one solution, and their truth is their text.
func TestBoards(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 0))
		style := Style{Progress: float64(seed % 2), Cross: CrossSign}
		b := NewBoard(rng, Nonogram, style)
		n, err := nonogram.Parse(strings.ReplaceAll(b.Truth(), ",", ";"))
		if err != nil || len(n.Rows) != b.Rows || len(n.Cols) != b.Cols {
			t.Fatalf("%s: %v", b.Truth(), err)
		}
		if a, err := n.Decide(context.Background()); err != nil || a.Verdict != solvers.Unique {
			t.Errorf("%s: %v, %v", b.Truth(), a.Verdict, err)
		} else if style.Progress == 1 {
			for i, cell := range a.Grid {
				if (cell == nonogram.Filled) != (b.Marks[i] == Filled) {
					t.Fatalf("%s: cell %d is marked %v", b.Truth(), i, b.Marks[i])
				}
			}
		}
		style.Progress = 0
		b = NewBoard(rng, Kakuro, style)
		k, err := kakuro.Parse(b.Truth())
		if err != nil || k.Rows != b.Rows || k.Cols != b.Cols {
			t.Fatalf("%s: %v", b.Truth(), err)
		}
		if a, err := k.Decide(context.Background()); err != nil || a.Verdict != solvers.Unique {
			t.Errorf("%s: %v, %v", b.Truth(), a.Verdict, err)
		}
		b = NewBoard(rng, LightsOut, style)
		if lines := strings.Split(b.Truth(), "\n"); len(lines) != b.Rows || len(lines[0]) != b.Cols || strings.Trim(b.Truth(), "01\n") != "" {
			t.Errorf("%dx%d: %s", b.Rows, b.Cols, b.Truth())
		}
	}
}

// The map from the page to the picture is the inverse of the map from the picture to the page.
func TestView(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, split := range []Split{Development, HeldOut} {
		for _, m := range Cameras(split) {
			c := m.Camera(rng)
			if c.Screenshot {
				continue
			}
			v := newView(c, 900, 700, .7)
			v.centre = Point{300, 250}
			for range 100 {
				p := Point{900 * rng.Float64(), 700 * rng.Float64()}
				if q := v.page(v.seen(p)); math.Hypot(p.X-q.X, p.Y-q.Y) > .01 {
					t.Fatalf("%s: %v goes to %v", m.Name, p, q)
				}
			}
		}
	}
}

// A picture tells the right places of crossings and digits: on a plain screenshot to the pixel, through
// a camera nearly so.
func TestGeometry(t *testing.T) {
	style := Style{
		Screen: true, Font: Fonts()[0], Digit: .5, Paper: grey(255), Body: grey(255), Ink: grey(0), Line: grey(0), Rule: .08,
		Nonogram: NonogramStyle{Ink: grey(0), Slot: 1, Band: Tiles, Fill: grey(255), Zero: "0"},
	}
	straight := Camera{OfScreen: true, Screenshot: true, Digit: 20}
	tilted := Camera{Digit: 20, Turn: .1, Tilt: [2]float64{.2, -.3}, Curl: .15, Bow: .03, Barrel: .03, Light: 1}
	for name, c := range map[string]Camera{"straight": straight, "tilted": tilted} {
		rng := rand.New(rand.NewPCG(3, 3))
		b := NewBoard(rng, Nonogram, style)
		p := Draw(rng, b, style, c)
		if len(p.Lattice) != (b.Rows+1)*(b.Cols+1) {
			t.Fatalf("%s: %d crossings of %d × %d cells", name, len(p.Lattice), b.Rows, b.Cols)
		}
		dark := func(x, y float64) bool { return p.Image.RGBAAt(int(x), int(y)).G < 110 }
		for i, q := range p.Lattice {
			if !dark(q.X, q.Y) {
				t.Errorf("%s: crossing %d is not at %v", name, i, q)
			}
		}
		numbers := map[Place]int{}
		for _, g := range p.Glyphs {
			if g.Place.Side != Beside {
				numbers[g.Place] = 10*numbers[g.Place] + g.Digit
			}
			ink, left, top, right, bottom := 0, g.Box[0].X, g.Box[0].Y, g.Box[2].X, g.Box[2].Y
			for y := math.Floor(top); y <= bottom; y++ {
				for x := math.Floor(left); x <= right; x++ {
					if dark(x, y) {
						ink++
					}
				}
			}
			if share := float64(ink) / ((right - left) * (bottom - top)); share < .1 {
				t.Errorf("%s: of a %d at %v %.2f is ink", name, g.Digit, g.Box, share)
			}
		}
		for r, clue := range b.RowClues {
			for i, v := range clue {
				if got := numbers[Place{Row, r, 0, i}]; got != v {
					t.Errorf("%s: row %d has %d for %d", name, r, got, v)
				}
			}
		}
		for col, clue := range b.ColClues {
			for i, v := range clue {
				if got := numbers[Place{Col, 0, col, i}]; got != v {
					t.Errorf("%s: column %d has %d for %d", name, col, got, v)
				}
			}
		}
	}
}
