package drawing

import (
	"math"

	"kibitz/solvers/nonogram"
)

// DrawLocal draws shades by local contrast, a number of steps darker or lighter: a cell is filled if
// it is darker than the mean of the square around it, whose side is about a third of the picture's
// shorter side. So a dark eye shows in a dark head, while one threshold for the whole picture would
// fill both. Large even parts are empty inside.
func DrawLocal(shades []float64, rows, cols, darker int) []nonogram.Cell {
	return byNeighbours(shades, rows, cols, max(2, min(rows, cols)/6), darker)
}

// DrawOutline draws the edges of shades, a number of steps darker or lighter: a cell is filled if it
// is darker than the mean of itself and the eight around it, as the dark side of an edge is. An even
// slope has no edge.
func DrawOutline(shades []float64, rows, cols, darker int) []nonogram.Cell {
	return byNeighbours(shades, rows, cols, 1, darker)
}

// byNeighbours fills the cells that are darker than the mean of the square around them. The square
// reaches radius cells to each side, and is cut off at the picture's edges. The difference must be at
// least 6 % of the range from light to dark, so that grain in even parts does not show. Each of the
// `darker` steps multiplies these 6 % by 0.7.
func byNeighbours(shades []float64, rows, cols, radius, darker int) []nonogram.Cell {
	const part = .06 // of the range; the grain of photographs drawn with 25 cells a side is less
	lo, hi := bounds(shades)
	apart := make([]float64, len(shades))
	for i, dark := range shades {
		apart[i] = dark - meanAround(shades, rows, cols, i, radius)
	}
	return byThreshold(apart, rows, cols, part*(hi-lo)*math.Pow(.7, float64(darker)))
}

// meanAround returns the mean shade of the square around a cell.
func meanAround(shades []float64, rows, cols, cell, radius int) float64 {
	r, c := cell/cols, cell%cols
	sum, n := 0., 0
	for y := max(0, r-radius); y <= min(rows-1, r+radius); y++ {
		for x := max(0, c-radius); x <= min(cols-1, c+radius); x++ {
			sum += shades[y*cols+x]
			n++
		}
	}
	return sum / float64(n)
}

// Kept returns the share of the detail of shades that a drawing keeps, from 0 to 1. Two neighbouring
// cells are a detail if they differ by at least a tenth of the range from light to dark. The drawing
// keeps the detail if the darker cell is filled and the lighter one empty. Each detail counts by its
// difference. Without any detail Kept returns 1.
func Kept(shades []float64, drawn []nonogram.Cell, cols int) float64 {
	lo, hi := bounds(shades)
	kept, all := 0., 0.
	for i, dark := range shades {
		for _, next := range []int{i + 1, i + cols} {
			if next >= len(shades) || next == i+1 && next%cols == 0 {
				continue
			}
			darker, lighter, step := i, next, dark-shades[next]
			if step < 0 {
				darker, lighter, step = next, i, -step
			}
			if step < (hi-lo)/10 {
				continue
			}
			all += step
			if drawn[darker] == nonogram.Filled && drawn[lighter] == nonogram.Empty {
				kept += step
			}
		}
	}
	if all == 0 {
		return 1
	}
	return kept / all
}
