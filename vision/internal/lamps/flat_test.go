package lamps

import (
	"image"
	"math/rand/v2"
	"testing"
)

// TestFlats compares the patches of random maps with those of a flood fill.
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
