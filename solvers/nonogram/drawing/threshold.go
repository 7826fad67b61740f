package drawing

import (
	"math"
	"slices"

	"kibitz/solvers/nonogram"
)

// otsu returns the threshold, of 255 tried between the lowest and the highest shade, that divides the
// shades into two groups with the least variance within, which is the most between them. The shades
// must not all be equal.
func otsu(shades []float64) float64 {
	lo, hi := bounds(shades)
	const bins = 256
	var histogram [bins]int
	sum := 0
	for _, s := range shades {
		bin := min(int((s-lo)/(hi-lo)*bins), bins-1)
		histogram[bin]++
		sum += bin
	}
	best, first, last := -1., 0, 0
	below, sumBelow := 0, 0
	for bin := range bins - 1 {
		below += histogram[bin]
		sumBelow += bin * histogram[bin]
		above := len(shades) - below
		if below == 0 || above == 0 {
			continue
		}
		apart := float64(sumBelow)/float64(below) - float64(sum-sumBelow)/float64(above)
		switch between := float64(below) * float64(above) * apart * apart; {
		case between > best:
			best, first, last = between, bin, bin
		case between == best: // the bins between are empty: take their middle
			last = bin
		}
	}
	return lo + (hi-lo)*float64(first+last+2)/2/bins
}

// floydSteinberg draws shades, 1 for black, with dithering: the error of each cell goes on to its
// neighbours on the right and below, in sixteenths. It changes shades.
func floydSteinberg(shades []float64, rows, cols int) []nonogram.Cell {
	picture := make([]nonogram.Cell, len(shades))
	for i, d := range shades {
		picture[i] = nonogram.Empty
		err := d
		if d > .5 {
			picture[i], err = nonogram.Filled, d-1
		}
		r, c := i/cols, i%cols
		spread := func(dr, dc int, sixteenths float64) {
			if r+dr < rows && c+dc >= 0 && c+dc < cols {
				shades[i+dr*cols+dc] += err * sixteenths / 16
			}
		}
		spread(0, 1, 7)
		spread(1, -1, 3)
		spread(1, 0, 5)
		spread(1, 1, 1)
	}
	return picture
}

// byThreshold fills the cells darker than the threshold. A cell that is a speck, see isSpeck, takes
// the colour of its neighbours if its shade is near the threshold: nearer than a quarter of the range
// of shades. A single cell that is clearly different may be an eye, and stays.
func byThreshold(dark []float64, rows, cols int, threshold float64) []nonogram.Cell {
	lo, hi := bounds(dark)
	picture := make([]nonogram.Cell, len(dark))
	for i, d := range dark {
		picture[i] = nonogram.Empty
		if d > threshold {
			picture[i] = nonogram.Filled
		}
	}
	drawn := slices.Clone(picture)
	for i, d := range dark {
		if math.Abs(d-threshold) < (hi-lo)/4 && isSpeck(drawn, i, rows, cols) {
			picture[i] = nonogram.Filled + nonogram.Empty - picture[i] // the other of the two
		}
	}
	return picture
}

// isSpeck reports whether a cell has eight neighbours and none of its colour.
func isSpeck(picture []nonogram.Cell, cell, rows, cols int) bool {
	r, c := cell/cols, cell%cols
	if r == 0 || c == 0 || r == rows-1 || c == cols-1 {
		return false
	}
	for _, near := range []int{-cols - 1, -cols, -cols + 1, -1, 1, cols - 1, cols, cols + 1} {
		if picture[cell+near] == picture[cell] {
			return false
		}
	}
	return true
}
