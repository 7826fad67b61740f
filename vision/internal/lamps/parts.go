package lamps

import (
	"math"

	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/plane"
)

// unlike is how far the face of each cell is from the mean face of its state, by the root of the mean
// square. Lamps in one state look alike, signs on them and all; keys of a keyboard, numbers and
// the icons of a screen do not.
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

// parts are the boards that a board is made of, if there is a line in it whose cells look like no
// others: what lies between boards whose cells happen to be in line.
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

// between are the spans of lines of so many cells between those that look like no others; line and
// cell are how far lines are apart in the cells, and cells in a line.
func (c *lamps) between(lines, cells, line, cell int) (spans []span) {
	const odd, times = .25, 3 // of the distance of the two states; of what is usual
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

// A span is lines from one up to another.
type span struct{ from, to int }
