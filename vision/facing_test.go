package vision

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/vision/synth"
)

// TestFacing: a board without gaps is found on a map nearly wherever a camera stood, its crossings where
// they are.
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
		for i, c := range photo.pix { // a camera's edges are soft: the page has none
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

// shifted is the placing with so much added to its places.
func (p placing) shifted(x, y float64) placing {
	for k, z := range [3]float64{p[6], p[7], 1} {
		p[k], p[3+k] = p[k]+x*z, p[3+k]+y*z
	}
	return p
}

// TestSynthPhotos reads photos as they are drawn for development: most of them, and no other is said
// to be sure.
func TestSynthPhotos(t *testing.T) {
	t.Parallel()
	fonts := synth.Fonts()
	n, exact := 0, 0
	for seed := uint64(1); seed <= 20; seed++ {
		p := synth.Random(seed, synth.LightsOut, synth.Development, fonts)
		if p.Screen {
			continue
		}
		n++
		r, err := Read(context.Background(), p.Data, Hint{})
		if err != nil {
			t.Logf("seed %d, %s, %s: %v", seed, p.Layout, p.Camera, err)
			continue
		}
		var want []string
		for row := range slices.Chunk(p.Board.Lit, p.Board.Cols) {
			text := ""
			for _, lit := range row {
				text += map[bool]string{false: "0", true: "1"}[lit]
			}
			want = append(want, text)
		}
		switch {
		case slices.Equal(states(r), named(want)):
			exact++
		case len(r.Flaws) == 0:
			t.Errorf("seed %d, %s, %s: %v for sure, drawn %v", seed, p.Layout, p.Camera, states(r), want)
		default:
			t.Logf("seed %d, %s, %s: %v, drawn %v", seed, p.Layout, p.Camera, states(r), want)
		}
	}
	if 5*exact < 4*n {
		t.Errorf("%d of %d photos were read", exact, n)
	}
}

// TestTwoBoardsOfLights: of boards side by side the one that is asked for is read, in reading order.
func TestTwoBoardsOfLights(t *testing.T) {
	t.Parallel()
	first := newLampPicture("0110", "1001", "0101", "1110")
	second := newLampPicture("10110", "01001", "11010", "00111", "01100")
	second.gap, second.w, second.h = 4, 44, 44
	var sheet *image.RGBA
	for i, p := range []lampPicture{first, second} {
		if i == 0 {
			sheet = image.NewRGBA(image.Rect(0, 0, 800, 420))
			draw.Draw(sheet, sheet.Rect, image.NewUniform(p.page), image.Point{}, draw.Src)
		}
		for r, row := range p.rows {
			for c, state := range row {
				draw.Draw(sheet, p.tile(r, c).Add(image.Pt(i*360, 0)), image.NewUniform(p.colours[state-'0']), image.Point{}, draw.Src)
			}
		}
	}
	for i, p := range []lampPicture{first, second} {
		r := readLights(t, encoded(sheet), Hint{Kind: Lights, Board: i + 1})
		if len(r.Boards) != 2 || !slices.Equal(states(r), named(p.rows)) {
			t.Errorf("board %d of %v: %v, drawn %v", i+1, r.Boards, states(r), p.rows)
		}
	}
}

// TestSizeIsKnown: cells of which every two by two are alike look like larger ones, to who does not
// know how many there are.
func TestSizeIsKnown(t *testing.T) {
	t.Parallel()
	p := newLampPicture("001100", "001100", "110011", "110011", "110000", "110000")
	p.gap, p.page = 0, color.RGBA{250, 250, 250, 255}
	r := readLights(t, p.draw(), Hint{Kind: Lights, Rows: 6, Cols: 6})
	if !slices.Equal(states(r), named(p.rows)) {
		t.Errorf("read %v, drawn %v", states(r), p.rows)
	}
	if r := readLights(t, p.draw(), Hint{Kind: Lights}); r.Rows != 3 {
		t.Errorf("%d rows without a hint", r.Rows)
	}
}
