package synth

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// around draws the rest of the page that the style asks for, and adds margins of .4 to 2.5 cells: a
// title and a small picture above the board, a second board, and text with a page number below. Lines
// of text much wider than the board are left out.
func (s *sheet) around(rng *rand.Rand, st Style) {
	board := s.bounds
	w := board.size().X
	beside := Place{Side: Beside}
	y := board.min.Y
	words := strings.Fields("fill the cells so that every line has runs of these lengths in order with at least one blank between any two of them and no digit twice")
	sentence := func(n int) string {
		var all []string
		for range n {
			all = append(all, choose(rng, words))
		}
		return strings.Join(all, " ")
	}
	if st.Title {
		size := st.Digit * between(rng, 1.2, 2.5)
		y -= 2 * size
		s.write(st.Font, size, board.min.X+w/2, y, "Puzzle "+strconv.Itoa(1+rng.IntN(999)), st.Ink, beside)
		y -= size
	}
	if st.Logo { // a small picture of a board
		const cells, side = 5, .8 // cells in a row; a small cell's side, in cells of the board
		x := board.min.X + rng.Float64()*max(0, w-cells*side)
		y -= side * (cells + 1)
		for i := range cells + 1 {
			d := side * float64(i)
			s.line(x, y+d, x+side*cells, y+d, .05, st.Ink)
			s.line(x+d, y, x+d, y+side*cells, .05, st.Ink)
		}
		for i := range cells * cells {
			if chance(rng, .5) {
				cx, cy := x+side*float64(i%cells), y+side*float64(i/cells)
				s.rect(cx, cy, cx+side, cy+side, st.Ink)
			}
		}
	}
	if st.Second {
		s.second(rng, st, board)
	}
	if st.Text {
		size := st.Digit * between(rng, .7, 1.1)
		below := s.bounds.max.Y + 2*size
		for range 2 + rng.IntN(4) {
			line := sentence(4 + rng.IntN(8))
			if length := st.Font.width(line) * size; length < 1.3*w && length > 0 {
				s.write(st.Font, size, board.min.X+length/2, below, line, st.Ink, beside)
			}
			below += 1.9 * size
		}
		s.write(st.Font, size, board.max.X-size, below, strconv.Itoa(1+rng.IntN(300)), st.Ink, beside)
	}
	for side, margin := range []*float64{&s.bounds.min.X, &s.bounds.min.Y, &s.bounds.max.X, &s.bounds.max.Y} {
		room := between(rng, .4, 2.5)
		if side < 2 {
			room = -room
		}
		*margin += room
	}
}

// second draws an empty board of 5 to 8 rows and columns, below or beside the first.
func (s *sheet) second(rng *rand.Rand, st Style, first box) {
	rows, cols := 5+rng.IntN(4), 5+rng.IntN(4)
	x0, y0 := first.min.X, s.bounds.max.Y+2.5
	if chance(rng, .5) {
		x0, y0 = s.bounds.max.X+2.5, max(first.min.Y, 0)
	}
	for r := range rows {
		for i := range 1 + rng.IntN(2) {
			s.write(st.Font, st.Digit, x0+1.4-.8*float64(i), y0+float64(r)+.5, strconv.Itoa(1+rng.IntN(4)), st.Ink, Place{Side: Beside})
		}
	}
	x0 += 2
	rule := max(st.Rule, .03)
	for r := range rows + 1 {
		s.line(x0, y0+float64(r), x0+float64(cols), y0+float64(r), rule, st.Line)
	}
	for c := range cols + 1 {
		s.line(x0+float64(c), y0, x0+float64(c), y0+float64(rows), rule, st.Line)
	}
}
