package ink

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"slices"
	"testing"
)

// Dilate gives the largest pixel of every window, for all sizes.
func TestMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		width, height := 1+rng.IntN(20), 1+rng.IntN(20)
		w, h := 1+rng.IntN(24), 1+rng.IntN(24)
		p := make([]uint8, width*height)
		for i := range p {
			p[i] = uint8(rng.IntN(256))
		}
		want := make([]uint8, len(p))
		for y := range height {
			for x := range width {
				for j := max(0, y-h/2); j <= min(height-1, y+h/2); j++ {
					for i := max(0, x-w/2); i <= min(width-1, x+w/2); i++ {
						want[y*width+x] = max(want[y*width+x], p[j*width+i])
					}
				}
			}
		}
		if Dilate(p, width, height, w, h); !slices.Equal(p, want) {
			t.Fatalf("%d×%d, window %d×%d: %v, want %v", width, height, w, h, p, want)
		}
	}
}

// drawn returns ink where the rows have a #.
func drawn(rows ...string) (ink []bool, width, height int) {
	for _, row := range rows {
		for _, c := range row {
			ink = append(ink, c == '#')
		}
	}
	return ink, len(rows[0]), len(rows)
}

func same(t *testing.T, got []bool, want ...string) {
	t.Helper()
	ink, width, _ := drawn(want...)
	if slices.Equal(got, ink) {
		return
	}
	for y := 0; y*width < len(got); y++ {
		row := ""
		for _, v := range got[y*width:][:width] {
			row += map[bool]string{true: "#", false: "."}[v]
		}
		t.Log(row)
	}
	t.Error("not what is left when the line is gone")
}

// A line is removed. A blob apart from it stays, a blob that touches it is cut off, and a blob that crosses
// it stays whole.
func TestRemoveRules(t *testing.T) {
	ink, w, h := drawn(
		".....................#..........",
		"...##................#..........",
		"..#..#...............#..........",
		"..#..#....#####......#..........",
		"...##.....#...#......#..........",
		".........#....#......#..........",
		".........#....#......#..........",
		".........#....#......#..........",
		".........#....#......#..........",
		"################################",
		".....................#..........",
		".....................#..........",
		".....................#..........",
		".....................#..........",
		".....................#..........",
	)
	strength := make([]uint8, len(ink))
	for i, v := range ink {
		if v {
			strength[i] = 200
		}
	}
	RemoveRules(t.Context(), ink, strength, w, h, 24, 3)
	same(t, ink,
		".....................#..........",
		"...##................#..........",
		"..#..#...............#..........",
		"..#..#....#####......#..........",
		"...##.....#...#......#..........",
		".........#....#......#..........",
		".........#....#......#..........",
		".........#....#......#..........",
		".........#....#......#..........",
		".....................#..........",
		".....................#..........",
		".....................#..........",
		".....................#..........",
		".....................#..........",
		".....................#..........",
	)
}

// A digit on a far fainter line that shows through from the page's other side keeps its foot.
func TestRemoveFaintRules(t *testing.T) {
	picture := []string{
		"...........#........",
		"..........##........",
		"...........#........",
		"....................",
		"...........#........",
		"...........#........",
		"-----------#--------",
		"........#######-----",
	}
	was, w, h := drawn(picture...)
	ink, strength := make([]bool, len(was)), make([]uint8, len(was))
	for i := range ink {
		switch picture[i/w][i%w] {
		case '#':
			ink[i], strength[i] = true, 200
		case '-':
			ink[i], strength[i] = true, 40
		}
	}
	RemoveRules(t.Context(), ink, strength, w, h, 18, 3)
	for i, v := range ink {
		if v != (picture[i/w][i%w] == '#') {
			t.Errorf("row %d, column %d: ink is %t", i/w, i%w, v)
		}
	}
}

// A faint line along a row of digits, as from a page's other side, joins them to one piece of ink. They are
// still found: they remain at two fifths of its strength.
func TestBlobsOnFaintLine(t *testing.T) {
	const n, largest = 12, 4
	g := image.NewGray(image.Rect(0, 0, 5*n, 7))
	for x := range g.Rect.Dx() {
		g.SetGray(x, 3, color.Gray{40})
	}
	want := make([]image.Rectangle, n)
	for i := range want {
		want[i] = image.Rect(5*i+1, 1, 5*i+4, 6)
		draw.Draw(g, want[i], image.NewUniform(color.Gray{200}), image.Point{}, draw.Src)
	}
	ink := make([]bool, len(g.Pix))
	for i, v := range g.Pix {
		ink[i] = v > 0
	}
	if g.Rect.Dx() <= 8*largest {
		t.Fatal("the line is no longer than what was left out once")
	}
	var got []image.Rectangle
	for _, b := range Blobs(g, ink, 6, largest) {
		got = append(got, b.Box)
	}
	slices.SortFunc(got, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	if !slices.Equal(got, want) {
		t.Errorf("found %v, drawn were %v", got, want)
	}
}

// A slim digit in a faint box is a blob of its own, though it is too small to count for the strength of the whole. In
// a box of more than a third of its strength it is not.
func TestSlimDigitInABox(t *testing.T) {
	const side = 52
	digit := image.Rect(22, 14, 27, 37)
	for _, c := range []struct {
		box, digit uint8
		apart      bool
	}{{14, 178, true}, {100, 178, false}} {
		g, on := image.NewGray(image.Rect(0, 0, side, side)), make([]bool, side*side)
		for i := range on {
			g.Pix[i], on[i] = c.box, true
			if image.Pt(i%side, i/side).In(digit) {
				g.Pix[i] = c.digit
			}
		}
		found := slices.ContainsFunc(Strokes(g, on, 6, 2*side, WholeStroke), func(b Blob) bool { return b.Box == digit })
		if found != c.apart {
			t.Errorf("a digit of %d in a box of %d is a blob of its own: %v", c.digit, c.box, found)
		}
	}
}
