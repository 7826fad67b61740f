package nonogram

import "kibitz/vision/internal/plane"

// clueGrounds tells boxes for clues from cells by the ground that they stand on: if nearly all digits of a block stand
// on one ground, and the cells in its lower right quarter on another, then all cells on the first are boxes for clues,
// blank ones too. It returns false, and changes nothing, if clues have no ground of their own. sure is that of
// digitsIn; look returns the looks of all its cells, and is called if there are enough digits.
func clueGrounds(look func() []look, sure [][]float64, in plane.Block) bool {
	const (
		digit, few = .5, 4 // how sure a digit is; how many are too few
		nearly     = .8    // share of the digits
		apart      = 8     // grey levels between the two grounds
		box        = .5    // what a blank box counts, beside digits
	)
	n := 0
	for _, row := range sure[in.Top:in.Bottom] {
		for _, d := range row[in.Left:in.Right] {
			if d > digit {
				n++
			}
		}
	}
	if n < few {
		return false
	}
	looks, cols := look(), len(sure[0])
	var clues, cells []colour
	for r := in.Top; r < in.Bottom; r++ {
		for c := in.Left; c < in.Right; c++ {
			ground := looks[r*cols+c].ground
			if sure[r][c] > digit {
				clues = append(clues, ground)
			}
			if 2*r >= in.Top+in.Bottom && 2*c >= in.Left+in.Right {
				cells = append(cells, ground)
			}
		}
	}
	clue, cell := medianColour(clues), medianColour(cells)
	isClue := func(ground colour) bool { return 2*ground.far(clue) < ground.far(cell) }
	share := func(all []colour) (n float64) {
		for _, c := range all {
			if isClue(c) {
				n += 1 / float64(len(all))
			}
		}
		return n
	}
	if clue.far(cell) < apart || share(clues) < nearly || share(cells) > 0 {
		return false
	}
	for r := in.Top; r < in.Bottom; r++ {
		for c := in.Left; c < in.Right; c++ {
			if sure[r][c] <= digit && isClue(looks[r*cols+c].ground) {
				sure[r][c] = box
			}
		}
	}
	return true
}
