package notation

import (
	"fmt"

	"kibitz/solvers/nonogram"
)

// point is a cell of a picture in JSON: its place in the text, its row, and the number of its
// colour in the palette; the first colour is the background.
type point struct {
	at, row, colour int
}

// matrix reads {"points":[[0,1],[2,2]]} (github.com/kazluBR/dynamicpix).
func (r *jsonReader) matrix() error {
	row := 0
	return r.array(func() error {
		row++
		return r.array(func() error {
			at := r.place()
			token, err := r.next()
			if err != nil {
				return err
			}
			n, ok := count(token)
			switch {
			case !ok || n > nonogram.MaxColours:
				return r.Text.Expected(at, "nonogram.point", "the number of a colour in the palette, 0 for the background", nil)
			case len(r.points) == nonogram.MaxCells:
				return r.Text.CheckSize(at, nonogram.MaxSide+1, nonogram.MaxSide+1)
			}
			r.points = append(r.points, point{at, row, n})
			return nil
		})
	})
}

// picture returns the puzzle of the points read.
func (r *jsonReader) picture() (*nonogram.Puzzle, error) {
	for i, c := range r.listed {
		if c.key = fmt.Sprint(i); i == 0 {
			c.key = "."
		}
		r.declareJSON(c)
	}
	c := &canvas{draft: r.draft}
	width := 0
	for _, p := range r.points {
		if p.row == r.points[0].row {
			width++
		}
	}
	for i, p := range r.points {
		if want := r.points[0].row + i/width; p.row != want || i == len(r.points)-1 && i%width != width-1 {
			return nil, source{r.Text}.unequal(p.at, width, i%width)
		}
		key := fmt.Sprint(p.colour)
		if p.colour == 0 {
			key = "."
		}
		if err := c.add(p.at, key); err != nil {
			return nil, err
		}
	}
	if err := r.Text.CheckSize(r.points[0].at, len(r.points)/width, width); err != nil {
		return nil, err
	}
	return c.reading(width)
}
