package nonogram

import (
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// cellSide is the side of a cell, in pixels, when its state is looked at.
const cellSide = 16

// A look is what the inside of a cell looks like.
type look struct {
	middle [3]float64 // median colour
	marked float64    // share of its pixels with another colour
	light  float64    // lightness of the median colour
}

// readCells returns the states of a body's cells, with their boxes on the drawing s. Cells are filled if they are
// the darker one of two classes, or the lighter one if the numbers have light ink; if all make one class, hardly any
// is. A cross or a dot covers part of its cell.
func readCells(v *page.View, b body, s plane.Drawing, light bool) []board.Cell {
	looks := measureLooks(v, b)
	lights := make([]float64, len(looks))
	for i, l := range looks {
		lights[i] = l.light
	}
	cut, apart := twoClasses(lights)
	marks := make([]float64, len(looks))
	for i, l := range looks {
		marks[i] = l.marked
	}
	grain := plane.Share(marks, .2, 0) // marked share of a cell without a mark, by noise
	least, clearer := .08, 60.         // share of its cell that a thin cross covers; steepness of the decision
	if v.Screen && grain < .01 {
		least, clearer = .045, 100
	}
	cells := make([]board.Cell, len(looks))
	for i, l := range looks {
		r, c := i/b.cols, i%b.cols
		cell := board.Cell{Box: s.Box(plane.Area{Top: float64(r), Left: float64(c), Bottom: float64(r + 1), Right: float64(c + 1)})}
		filled := .002
		if apart > 0 {
			d := (cut - l.light) / (apart / 2) // 1 in the middle of the darker class
			if light {
				d = -d
			}
			filled = logistic(8 * d) // nearly 0 or 1 in the middle of a class
		}
		crossed := (1 - filled) * logistic(clearer*(l.marked-grain-least))
		cell.State = guesses([]float64{board.Blank: 1 - filled - crossed, board.Filled: filled, board.Crossed: crossed})
		cells[i] = cell
	}
	return cells
}

// logistic returns the logistic function, kept between 0.001 and 0.999.
func logistic(x float64) float64 { return min(max(1/(1+math.Exp(-x)), .001), .999) }

// guesses returns the states with their probabilities, the likeliest first. p[i] is that of state i; a negative one
// becomes 0.
func guesses(p []float64) []board.Guess {
	g := make([]board.Guess, len(p))
	for i, p := range p {
		g[i] = board.Guess{Value: i, P: max(p, 0)}
	}
	slices.SortStableFunc(g, func(a, b board.Guess) int {
		switch {
		case a.P > b.P:
			return -1
		case a.P < b.P:
			return 1
		}
		return 0
	})
	return g
}

// measureLooks returns what the middle parts of the cells look like, away from their rules.
func measureLooks(v *page.View, b body) []look {
	const from, to = cellSide / 5, cellSide - cellSide/5 // pixels of the middle part
	bounds := v.Halves[0].Rect
	pixel := make([][][3]uint8, b.rows*b.cols)
	plane.Straighten(b.Mesh, plane.Area{Top: 0, Left: 0, Bottom: float64(b.rows), Right: float64(b.cols)}, cellSide, cellSide, func(y int, at []lattice.Point) {
		if j := y % cellSide; j < from || j >= to {
			return
		}
		for x, p := range at {
			if i := x % cellSide; i < from || i >= to {
				continue
			}
			r, g, bl := v.Colour(min(max(int(p.X), 0), bounds.Dx()-1), min(max(int(p.Y), 0), bounds.Dy()-1))
			cell := &pixel[y/cellSide*b.cols+x/cellSide]
			*cell = append(*cell, [3]uint8{r, g, bl})
		}
	})
	looks := make([]look, len(pixel))
	for i, all := range pixel {
		l := &looks[i]
		var values []uint8
		for k := range 3 {
			values = values[:0]
			for _, p := range all {
				values = append(values, p[k])
			}
			slices.Sort(values)
			l.middle[k] = float64(values[len(values)/2])
		}
		for _, p := range all {
			far := 0.
			for k := range 3 {
				far += plane.Abs(float64(p[k]) - l.middle[k])
			}
			if far > 90 { // grey levels, over the three colours
				l.marked++
			}
		}
		l.marked /= float64(len(all))
		l.light = .3*l.middle[0] + .59*l.middle[1] + .11*l.middle[2]
	}
	return looks
}

// twoClasses divides values at cut, so that the spread within both classes is least (Otsu 1979). apart is the
// distance of the classes' means, or 0 if the values make one class.
func twoClasses(values []float64) (cut, apart float64) {
	s := slices.Clone(values)
	slices.Sort(s)
	total, squares := 0., 0.
	for _, v := range s {
		total += v
		squares += v * v
	}
	n := float64(len(s))
	spread := squares - total*total/n
	low, best := 0., 0.
	for i, v := range s[:len(s)-1] {
		low += v
		k := float64(i + 1)
		a, b := low/k, (total-low)/(n-k)
		if between := k * (n - k) / n * (b - a) * (b - a); between > best {
			best, cut, apart = between, (v+s[i+1])/2, b-a
		}
	}
	// The shades of one kind of cell fill the range between; those of two kinds leave it empty.
	if spread == 0 || best < .85*spread || apart < 50 {
		return 0, 0
	}
	return cut, apart
}
