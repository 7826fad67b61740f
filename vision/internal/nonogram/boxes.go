package nonogram

import (
	"context"
	"math"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// Boxes for clues are told from the cells of the body by the digits in them.

// mostLooked is the number of blobs read at most to find where a body begins.
const mostLooked = 400

// digitsIn returns for each cell how sure it is that the cell holds a digit, from -1 to 1; below 0, it holds
// something else. It reads the highest blob of each ink in a cell, of those with about a digit's size. If there are
// more than most such blobs, it reads every second, third and so on, and multiplies what these say by 2, 3 and so on.
func digitsIn(ctx context.Context, b *script.Band, rows, cols, most int) ([][]float64, error) {
	sure := make([][]float64, rows)
	for r := range sure {
		sure[r] = make([]float64, cols)
	}
	var peaks []float64
	for i := range b.Blobs {
		for _, x := range b.Blobs[i] {
			peaks = append(peaks, float64(x.Peak))
		}
	}
	faint := .3 * plane.Share(peaks, .9, 0) // marks may be faint; numbers have the strongest ink
	type place struct{ cell, ink, blob int }
	var places []place
	for i := range b.Blobs {
		highest := make(map[int]int) // by cell: index of its place
		for k, x := range b.Blobs[i] {
			r, c := b.Middle(x.Box)
			row, col := int(math.Floor(r)), int(math.Floor(c))
			d := float64(x.Box.Dy()) / b.H
			if row < 0 || col < 0 || row >= rows || col >= cols || d < .15 || d > .95 || float64(x.Box.Dx()) > b.W || float64(x.Peak) < faint {
				continue
			}
			if wide := float64(x.Box.Dx()) / b.W; d > .7 && wide > .7 {
				continue // the outline of a filled cell: no digit fills its box
			}
			cell := row*cols + col
			if j, ok := highest[cell]; !ok {
				highest[cell] = len(places)
				places = append(places, place{cell, i, k})
			} else if x.Box.Dy() > b.Blobs[i][places[j].blob].Box.Dy() {
				places[j].blob = k
			}
		}
	}
	// If there are too many, read every step-th.
	step := (len(places) + most - 1) / most
	var cut []digits.Glyph
	var of []int
	for k := 0; k < len(places); k += step {
		p := places[k]
		if g, ok := b.Cut(b.Blobs[p.ink][p.blob], p.ink); ok {
			cut, of = append(cut, g), append(of, p.cell)
		}
	}
	probs, err := digits.Read(ctx, cut)
	for i, p := range probs {
		cell := &sure[of[i]/cols][of[i]%cols]
		if s := float64(step) * (1 - 2*float64(p[digits.Junk])); s > *cell || *cell == 0 {
			*cell = s // counts for those that were not read, too
		}
	}
	return sure, err
}

// splitBoxes returns how many of a block's first rows and columns are boxes for clues, at most about half. It takes
// the split with the most digits in boxes above and before the body, less those within the body. sure is that of
// digitsIn.
func splitBoxes(sure [][]float64, in plane.Block) (top, left int) {
	sum := func(r0, c0, r1, c1 int) (s float64) {
		for r := r0; r < r1; r++ {
			for c := c0; c < c1; c++ {
				s += sure[r][c]
			}
		}
		return s
	}
	best := math.Inf(-1)
	const leastGain = 2 // digits that boxes must explain more than a split without them
	for t := 0; in.Top+t+1 < in.Bottom && t <= (in.Bottom-in.Top+3)/2; t++ {
		for l := 0; in.Left+l+1 < in.Right && l <= (in.Right-in.Left+3)/2; l++ {
			r, c := in.Top+t, in.Left+l
			// The boxes next to the body have digits, except before an empty line.
			if t > 0 && sum(r-1, c, r, in.Right) < .3*float64(in.Right-c) || l > 0 && sum(r, c-1, in.Bottom, c) < .3*float64(in.Bottom-r) {
				continue
			}
			score := sum(in.Top, c, r, in.Right) + sum(r, in.Left, in.Bottom, c) - sum(r, c, in.Bottom, in.Right)
			if t > 0 {
				score -= leastGain
			}
			if l > 0 {
				score -= leastGain
			}
			if score > best {
				best, top, left = score, t, l
			}
		}
	}
	return top, left
}

// withoutLabels returns a block without its last column, or its last row, if nearly every cell of it has a digit and
// hardly one beside it: these are the numbers of the lines.
func withoutLabels(sure [][]float64, in plane.Block) plane.Block {
	const digit, nearly, hardly = .5, .8, .1 // how sure a digit is; shares of a line
	share := func(top, left, bottom, right int) (n float64) {
		for r := top; r < bottom; r++ {
			for c := left; c < right; c++ {
				if sure[r][c] > digit {
					n += 1 / float64((bottom-top)*(right-left))
				}
			}
		}
		return n
	}
	const least = 3 // lines of a block
	if in.Right-in.Left > least && share(in.Top, in.Right-1, in.Bottom, in.Right) >= nearly && share(in.Top, in.Right-2, in.Bottom, in.Right-1) <= hardly {
		in.Right--
	}
	if in.Bottom-in.Top > least && share(in.Bottom-1, in.Left, in.Bottom, in.Right) >= nearly && share(in.Bottom-2, in.Left, in.Bottom-1, in.Right) <= hardly {
		in.Bottom--
	}
	return in
}
