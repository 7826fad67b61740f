package vision

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"
)

// TestPlacing: the placing of some spots puts them where they were seen, and takes them back.
func TestPlacing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		want := placing{20 + 10*rng.Float64(), 4 * rng.Float64(), 100, 4 * rng.Float64(), 20 + 10*rng.Float64(), 80,
			.01 * rng.Float64(), .01 * rng.Float64()}
		var spots []spot
		for i := range 20 {
			row, col := float64(i/5), float64(i%5)
			x, y := want.at(row, col)
			spots = append(spots, spot{row: row, col: col, x: x, y: y})
		}
		got, ok := placing{}.fit(spots, inPerspective)
		if !ok {
			t.Fatal("no fit")
		}
		for _, s := range spots {
			if x, y := got.at(s.row, s.col); math.Hypot(x-s.x, y-s.y) > 1e-6 {
				t.Fatalf("(%v, %v) is at (%v, %v), seen at (%v, %v)", s.row, s.col, x, y, s.x, s.y)
			}
			if row, col := got.cell(s.x, s.y); math.Hypot(row-s.row, col-s.col) > 1e-6 {
				t.Fatalf("(%v, %v) comes back as (%v, %v)", s.row, s.col, row, col)
			}
		}
	}
}

// TestTwoMeans parts what is in two heaps, however unequal.
func TestTwoMeans(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		n, first := 2+rng.IntN(60), rgb{200, 180, 40}
		second := rgb{60 * rng.Float64(), 60, 60}
		var looks []rgb
		var want []bool
		for i := range n {
			c, isSecond := first, i > 0 && (i == 1 || rng.IntN(2) == 0)
			if isSecond {
				c = second
			}
			looks = append(looks, c.plus(rgb{10 * rng.Float64(), 10 * rng.Float64(), 10 * rng.Float64()}))
			want = append(want, isSecond)
		}
		of, _ := twoMeans(looks)
		for i := range looks {
			if (of[i] != of[0]) != want[i] {
				t.Fatalf("%d of %d is in the wrong heap", i, n)
			}
		}
	}
}

// TestFlats compares the patches of random maps with those that a flood finds.
func TestFlats(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		m := &colours{w: 5 + rng.IntN(30), h: 5 + rng.IntN(30)}
		for range m.w * m.h {
			m.pix = append(m.pix, [3]uint8{uint8(rng.IntN(3) * 20), 0, 0})
		}
		right, down := m.steps()
		var areas [2]map[image.Rectangle]int
		areas[0], areas[1] = map[image.Rectangle]int{}, map[image.Rectangle]int{}
		for _, p := range m.flats(right, down, 10) {
			areas[0][p.box] += p.area
			n := 0
			for y := p.box.Min.Y; y < p.box.Max.Y; y++ {
				for x := p.box.Min.X; x < p.box.Max.X; x++ {
					if p.has(int32(x), int32(y)) {
						n++
					}
				}
			}
			if n != p.area {
				t.Fatalf("a patch of %d pixels has %d", p.area, n)
			}
		}
		seen := make([]bool, len(m.pix))
		for start := range m.pix {
			if seen[start] {
				continue
			}
			seen[start] = true
			var box image.Rectangle
			part := []int{start}
			for i := 0; i < len(part); i++ {
				x, y := part[i]%m.w, part[i]/m.w
				box = box.Union(image.Rect(x, y, x+1, y+1))
				for _, d := range []image.Point{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
					q := image.Pt(x, y).Add(d)
					at := q.Y*m.w + q.X
					if q.In(image.Rect(0, 0, m.w, m.h)) && !seen[at] && m.pix[at] == m.pix[start] {
						seen[at] = true
						part = append(part, at)
					}
				}
			}
			if min(box.Dx(), box.Dy()) >= leastPatch {
				areas[1][box] += len(part)
			}
		}
		for box, n := range areas[1] {
			if areas[0][box] != n {
				t.Fatalf("patches around %v have %d pixels, want %d", box, areas[0][box], n)
			}
		}
		if len(areas[0]) != len(areas[1]) {
			t.Fatal("patches that a flood does not find")
		}
	}
}
