// Package sheet sets puzzles on paper: a PDF with the puzzles first, and their solutions on pages
// behind them. It draws the boards of nonograms and of puzzles of digits. It needs no words and so
// no language: a puzzle has a number, its size, and stars for its difficulty.
package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"kibitz/render"
)

// A Puzzle is one puzzle of a sheet.
type Puzzle struct {
	Board    *render.Board // the puzzle to solve
	Solution *render.Board // nil for none
	Stars    int           // full stars of MostStars; 0 shows no stars
}

// MostStars is the number of stars beside a puzzle, full and empty.
const MostStars = 4

// The page is A4, in points of 1/72 inch. Everything within its margins is also on US Letter, which
// is wider and 50 points shorter, whichever end of the page is cut.
const (
	pageWidth, pageHeight = 595, 842
	marginX, marginY      = 40, 80
	gap                   = 24 // space between puzzles
	header                = 22 // height of the line above each puzzle
)

// A layout is the number of puzzles on a page.
type layout struct{ down, across int }

// layouts are tried in this order. If the cells are too small in all of them, the last one is
// taken.
var layouts = []layout{{4, 3}, {3, 2}, {2, 2}, {2, 1}, {1, 1}}

// The cells of a puzzle have room for a pencil; those of a solution are only looked at.
const (
	leastCell     = 15.0 // points: 5 mm
	leastSolution = 5.0
	mostCell      = 34.0 // 12 mm
)

// PDF returns the sheet. The puzzles stand in the order given, as many on a page as leaves their
// cells large enough.
func PDF(puzzles []Puzzle) []byte {
	d := new(document)
	var set, solved []numbered
	for i, p := range puzzles {
		set = append(set, numbered{i + 1, p, p.Board})
		if p.Solution != nil {
			solved = append(solved, numbered{i + 1, p, p.Solution})
		}
	}
	d.lay(set, leastCell, len(puzzles))
	d.lay(solved, leastSolution, len(puzzles))
	return d.bytes()
}

// numbered is a board with its place among the puzzles.
type numbered struct {
	number int
	Puzzle
	board *render.Board
}

// lay puts boards on new pages, in the layout that fits them with cells of at least `least` points.
// `all` is the number of puzzles on the sheet.
func (d *document) lay(boards []numbered, least float64, all int) {
	l := fitting(boards, least)
	var on *page
	width, height := l.room()
	for i, n := range boards {
		place := i % (l.down * l.across)
		if place == 0 {
			on = d.page()
		}
		x := marginX + float64(place%l.across)*(width+gap)
		top := pageHeight - marginY - float64(place/l.across)*(height+gap+header)
		on.grey(0)
		n.head(on, x, top-header*0.6, all)
		drawing{on, n.board, min(mostCell, cellIn(n.board, width, height)), x, top - header}.draw()
	}
}

// room returns the room for a puzzle below its header.
func (l layout) room() (width, height float64) {
	across, down := float64(l.across), float64(l.down)
	return (pageWidth - 2*marginX - gap*(across-1)) / across, (pageHeight-2*marginY-gap*(down-1))/down - header
}

// fitting returns the layout with the most puzzles on a page whose cells are large enough. It has
// no more places than there are puzzles.
func fitting(boards []numbered, least float64) layout {
	for i, l := range layouts {
		width, height := l.room()
		fits := i+1 < len(layouts) && l.down*l.across <= 2*len(boards)-1
		for _, n := range boards {
			fits = fits && cellIn(n.board, width, height) >= least
		}
		if fits {
			return l
		}
	}
	return layouts[len(layouts)-1]
}

// clueRoom is the room for a clue beside the grid, in cells.
const clueRoom = 0.7

// margins returns the room that a board's clues need, in cells.
func margins(b *render.Board) (left, top float64) {
	for _, runs := range b.Left {
		left = max(left, clueRoom*float64(len(runs)))
	}
	for _, runs := range b.Top {
		top = max(top, clueRoom*float64(len(runs)))
	}
	return left, top
}

// cellIn returns the largest size of a cell for which the board has room.
func cellIn(b *render.Board, width, height float64) float64 {
	left, top := margins(b)
	return min(width/(left+float64(b.Cols)), height/(top+float64(b.Rows)))
}

// head prints the puzzle's number, if there are several, its size and its difficulty.
func (n numbered) head(p *page, x, y float64, all int) {
	const size = 11
	if all > 1 {
		p.text(helvetica, size+2, x, y, strconv.Itoa(n.number)+".")
		x += 34
	}
	p.text(helvetica, size, x, y, fmt.Sprintf("%d x %d", n.board.Rows, n.board.Cols))
	if n.Stars > 0 {
		stars := strings.Repeat("H", n.Stars) + strings.Repeat("I", MostStars-n.Stars)
		p.text(dingbats, size, x+62, y, stars)
	}
}
