package nonogram

import (
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// A sign is what cells of one look have in them.
type sign uint8

const (
	nothing sign = iota
	solid        // one colour, not the page's
	dense        // strokes over about half of the cell and more
	cross        // strokes along both diagonals
	slash        // strokes along one diagonal
	dot          // a spot in the middle
	frame        // along the sides alone: a cursor
	odd          // anything else: a pointer, a stain, a stroke
)

// readCells returns the states of a body's cells, with their boxes on the drawing s. Cells that look alike share a
// Sign and have the same guesses: what such a sign means on most boards. Package judge decides what it means on this
// board. light says that the numbers have light ink; palette holds the colours that cells may be filled in.
func readCells(v *page.View, b body, s plane.Drawing, light bool, palette []board.Ink) []board.Cell {
	looks := measureLooks(v, b)
	p := findPaper(looks, b.cols, light)
	type key struct {
		sign   sign
		colour int
		ink    byte
		loose  bool // not straight along the diagonals: hatching that looks like a cross, or strokes that look like nothing known
	}
	numbers := map[key]int{}
	signs := p.signs()
	cells := make([]board.Cell, len(looks))
	for i, found := range signs {
		r, c := i/b.cols, i%b.cols
		k := key{sign: found.sign, loose: found.loose && (found.sign == cross || found.sign == odd)}
		if k.sign == solid {
			k.colour = p.shades[i]
		}
		if k.sign == solid || k.sign == dense {
			k.ink = inkOf(looks[i].core, palette)
		}
		if k.sign != nothing && numbers[k] == 0 {
			numbers[k] = len(numbers) + 1
		}
		cells[i] = board.Cell{
			Box:   s.Box(plane.Area{Top: float64(r), Left: float64(c), Bottom: float64(r + 1), Right: float64(c + 1)}),
			State: k.sign.meanings(found.far), Sign: numbers[k], Ink: k.ink,
		}
	}
	share(cells)
	return cells
}

// inkOf returns the letter of the ink whose colour is nearest to a cell's; 0 if that is not near and the next one is
// not much farther.
func inkOf(core colour, palette []board.Ink) (letter byte) {
	const near, nearer = 48, 2 // grey levels, since fillings may be paler than clues; how much nearer than the next ink
	least, next := math.Inf(1), math.Inf(1)
	for _, ink := range palette {
		far := core.far(colour{float64(ink.RGB.R), float64(ink.RGB.G), float64(ink.RGB.B)})
		if far < least {
			letter, least, next = ink.Letter, far, least
		} else {
			next = min(next, far)
		}
	}
	if least > near && nearer*least > next {
		return 0
	}
	return letter
}

// share gives all cells with the same Sign the mean of their guesses.
func share(cells []board.Cell) {
	sums, n := map[int][]float64{}, map[int]float64{}
	for _, c := range cells {
		if sums[c.Sign] == nil {
			sums[c.Sign] = make([]float64, board.Crossed+1)
		}
		for _, g := range c.State {
			sums[c.Sign][g.Value] += g.P
		}
		n[c.Sign]++
	}
	for i := range cells {
		p := slices.Clone(sums[cells[i].Sign])
		for k := range p {
			p[k] /= n[cells[i].Sign]
		}
		cells[i].State = guesses(p)
	}
}

// meanings returns what a sign means, by how it looks alone. far is the distance of its colour from the page's.
func (s sign) meanings(far float64) []board.Guess {
	var filled, crossed float64
	switch s {
	case nothing:
		filled, crossed = .001, .001
	case solid: // shades of empty cells differ by up to 40 grey levels, the palest fillings seen by 60
		filled, crossed = .98*logistic((far-50)/7), .008
	case dense:
		filled, crossed = .95, .03
	case cross:
		filled, crossed = .004, .99
	case slash:
		filled, crossed = .05, .87
	case dot:
		filled, crossed = .04, .92
	case frame:
		filled, crossed = .02, .02
	case odd:
		filled, crossed = .1, .25
	}
	return guesses([]float64{board.Blank: 1 - filled - crossed, board.Filled: filled, board.Crossed: crossed})
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
