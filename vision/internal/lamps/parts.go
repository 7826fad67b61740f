package lamps

import (
	"math"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
)

// unlike returns the distance of each cell's face from the mean face of its state: the root mean
// square over its samples. Lamps in one state look alike, even with signs on them; keys of a keyboard,
// numbers and icons do not.
func unlike(faces []face, of []int) []float64 {
	var mean [2]face
	var count [2]float64
	for i := range faces {
		count[of[i]]++
		for k, c := range faces[i] {
			mean[of[i]][k] = mean[of[i]][k].Plus(c)
		}
	}
	far := make([]float64, len(faces))
	for i := range faces {
		for k, c := range faces[i] {
			d := c.To(mean[of[i]][k].Times(1 / count[of[i]]))
			far[i] += d * d / (faceSide * faceSide)
		}
		far[i] = math.Sqrt(far[i])
	}
	return far
}

// parts splits a board at lines of cells that look like no others: the gaps between boards with cells
// that happen to be in line. It returns nil if there is no such line. Parts of one row or one column
// are left out.
func (c *lamps) parts() []*lattice.Lattice {
	rows, cols := c.between(c.Rows, c.Cols, c.Cols, 1), c.between(c.Cols, c.Rows, 1, c.Cols)
	if len(rows)+len(cols) == 2 {
		return nil
	}
	var all []*lattice.Lattice
	for _, r := range rows {
		for _, k := range cols {
			if min(r.to-r.from, k.to-k.from) >= 2 {
				all = append(all, lattice.New(r.to-r.from, k.to-k.from, func(row, col int) lattice.Point {
					return c.mesh.Place(float64(row+r.from), float64(col+k.from))
				}))
			}
		}
	}
	return all
}

// between returns the spans of lines between those that look like no others: each cell of these is
// far from the look of its state. The first and the last line always count as part of a span. Lines
// is the number of lines, cells the number of cells in each; line and cell are the distances in
// unlike from line to line, and from cell to cell in a line.
func (c *lamps) between(lines, cells, line, cell int) (spans []span) {
	const odd, times = .25, 3 // the least distance, as a multiple of the states' and of the median cell's
	least := max(odd*c.states[0].To(c.states[1]), times*plane.Median(append([]float64(nil), c.unlike...), 0))
	from := 0
	for i := range lines + 1 {
		out := i == lines
		if i > 0 && i < lines-1 {
			for k := range cells {
				if out = c.unlike[i*line+k*cell] > least; !out {
					break
				}
			}
		}
		if out {
			spans = append(spans, span{from, i})
			from = i + 1
		}
	}
	return spans
}

// A span holds the lines from up to, without to.
type span struct{ from, to int }
