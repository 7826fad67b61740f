package lamps

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFacing: a board without gaps is found on photos from nearly all camera positions, with its
// crossings at the right places.
func TestFacing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const side, cell, first, boards = 300, 32, 70, 12
	missed := 0
	for range boards {
		rows, cols := 3+rng.IntN(3), 3+rng.IntN(3)
		flat := &colours{w: side, h: side, across: 1, down: 1, pix: slices.Repeat([][3]uint8{{235, 230, 220}}, side*side)}
		for y := range rows * cell {
			for x := range cols * cell {
				flat.pix[(first+y)*side+first+x] = [3]uint8{40, 50, 90}
				if (x/cell+y/cell)%2 == 0 || x/cell == 1 && y/cell > 0 {
					flat.pix[(first+y)*side+first+x] = [3]uint8{230, 180, 40}
				}
			}
		}
		turn := func(most float64) float64 { return most * (2*rng.Float64() - 1) }
		// From the photo to the flat board.
		sin, cos := math.Sincos(turn(.3))
		way := placing{cos, -sin, turn(20), sin, cos, turn(20), turn(.0008), turn(.0008)}.from(-side/2, -side/2).shifted(side/2, side/2)
		photo := flat.seen(way, side, side)
		photo.way = nil
		for i, c := range photo.pix { // blend with the page, as a camera's edges are soft
			if c == [3]uint8{} {
				photo.pix[i] = flat.pix[0]
			}
		}
		f, ok := photo.facing()
		if !ok {
			t.Errorf("%d×%d, %v: not seen face on", rows, cols, way)
			continue
		}
		all, err := f.combs(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(all, func(c tiling) bool {
			if c.rows != rows || c.cols != cols {
				return false
			}
			l := f.lattice(c)
			for r := range rows + 1 {
				for k := range cols + 1 {
					p := l.Points[r*(cols+1)+k]
					x, y := way.at(p.Y, p.X)
					if math.Hypot(x-float64(first+k*cell), y-float64(first+r*cell)) > .15*cell {
						return false
					}
				}
			}
			return true
		})
		if !found {
			missed++
			t.Logf("%d×%d, %v: not among %d boards", rows, cols, way, len(all))
		}
	}
	if missed > boards/6 {
		t.Errorf("%d of %d boards were missed", missed, boards)
	}
}

// shifted returns a placing moved by x and y.
func (p placing) shifted(x, y float64) placing {
	for k, z := range [3]float64{p[6], p[7], 1} {
		p[k], p[3+k] = p[k]+x*z, p[3+k]+y*z
	}
	return p
}
