package lattice

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// filledBoard returns a board of light and dark cells on a screen, with lines of a grey between: darker than the light
// cells, and lighter than the dark ones.
func filledBoard(side, pitch int, fill func(r, c int) bool) *image.Gray {
	const line = 3 // pixels
	img := image.NewGray(image.Rect(0, 0, (side+2)*pitch, (side+2)*pitch))
	for i := range img.Pix {
		img.Pix[i] = 20
	}
	for y := pitch; y < (side+1)*pitch+line; y++ {
		for x := pitch; x < (side+1)*pitch+line; x++ {
			shade := uint8(110)
			if r, c := y/pitch-1, x/pitch-1; y%pitch >= line && x%pitch >= line && r < side && c < side {
				if shade = 35; fill(r, c) {
					shade = 200
				}
			}
			img.SetGray(x, y, color.Gray{shade})
		}
	}
	return img
}

// A board is found however much of it is filled in, although none of its lines is whole then.
func TestFilledBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var chance [100]bool
	for i := range chance {
		chance[i] = rng.IntN(2) == 0
	}
	fills := map[string]func(r, c int) bool{
		"checked": func(r, c int) bool { return (r+c)%2 == 0 },
		"random":  func(r, c int) bool { return chance[10*r+c] },
	}
	for name, fill := range fills {
		for _, side := range []int{5, 8, 10} {
			for _, pitch := range []int{24, 60, 150} {
				found, err := Find(t.Context(), filledBoard(side, pitch, fill), true)
				if err != nil || len(found) == 0 || found[0].Rows != side || found[0].Cols != side {
					t.Errorf("%s, side %d, pitch %d: %d lattices, %v", name, side, pitch, len(found), err)
				}
			}
		}
	}
}

// Without pieces joined to lines a checked board is not found: else they would not be needed.
func TestFilledBoardsNeedPieces(t *testing.T) {
	p := newPlane(filledBoard(5, 150, func(r, c int) bool { return (r+c)%2 == 0 }), 1, 0)
	if found, err := findAtSizes(t.Context(), p, true, false); err != nil || len(found) > 0 && found[0].explained >= enoughCells {
		t.Errorf("found %d lattices, %v", len(found), err)
	}
}
