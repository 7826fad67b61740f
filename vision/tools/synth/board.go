package synth

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
)

// A Board is a puzzle as far as its player has solved it.
type Board struct {
	Kind       Kind
	Rows, Cols int

	RowClues, ColClues [][]int // of a nonogram; an empty line has no numbers
	Marks              []Mark  // of a nonogram: the player's marks, row-major

	Sums []Sums // of Kakuro, row-major, the first row and column included
	Lit  []bool // of Lights Out: lit; of cards: face up; row-major

	Givens, Written []int   // of Sudoku, row-major: the printed digits, and the player's; 0: none
	Noted           [][]int // of Sudoku: the pencil marks
}

// A Mark is the state of a nonogram's cell.
type Mark uint8

const (
	Blank Mark = iota
	Filled
	Crossed
)

// Sums is a cell of Kakuro: a white one, or a block and its sums.
type Sums struct {
	White        bool
	Down, Across int // of a block; 0: none
	Digit        int // the player's, in a white cell; 0: none
}

// Truth returns the puzzle as text, without a line feed at the end.
//
//   - Nonogram: "rows|columns", lines split by commas and numbers by blanks, 0 for an empty line.
//   - Kakuro: a text line for each row, cells split by blanks: "#" a block, `D\A` one with sums, "." a
//     white cell, a digit a filled one.
//   - Sudoku: a text line for each row, with a point for a cell without a given.
//   - Lights and cards: a text line of 0 and 1 for each row.
func (b *Board) Truth() string {
	switch b.Kind {
	case Nonogram:
		return clues(b.RowClues) + "|" + clues(b.ColClues)
	case Kakuro:
		return b.grid(" ", func(i int) string { return b.Sums[i].String() })
	}
	return b.grid("", func(i int) string {
		switch {
		case b.Kind == Sudoku && b.Givens[i] == 0:
			return "."
		case b.Kind == Sudoku:
			return strconv.Itoa(b.Givens[i])
		case b.Lit[i]:
			return "1"
		}
		return "0"
	})
}

// clues returns the numbers of lines as text.
func clues(lines [][]int) string {
	var all []string
	for _, line := range lines {
		text := strings.Trim(fmt.Sprint(line), "[]")
		if text == "" {
			text = "0"
		}
		all = append(all, text)
	}
	return strings.Join(all, ",")
}

// String returns a cell in the notation of Truth.
func (s Sums) String() string {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	switch {
	case s.White && s.Digit == 0:
		return "."
	case s.White:
		return number(s.Digit)
	case s.Down+s.Across == 0:
		return "#"
	}
	return number(s.Down) + `\` + number(s.Across)
}

// grid joins the texts of cells to rows.
func (b *Board) grid(between string, cell func(i int) string) string {
	var rows []string
	for r := range b.Rows {
		var cells []string
		for c := range b.Cols {
			cells = append(cells, cell(r*b.Cols+c))
		}
		rows = append(rows, strings.Join(cells, between))
	}
	return strings.Join(rows, "\n")
}

// NewBoard makes a random puzzle and solves the share of it that the style says. Nonograms and Kakuro
// have one solution.
func NewBoard(rng *rand.Rand, kind Kind, s Style) *Board {
	switch kind {
	case Nonogram:
		return newNonogram(rng, s)
	case Kakuro:
		return newKakuro(rng, s)
	case Sudoku:
		return newSudoku(rng, s)
	case CardFlip:
		return newLights(rng, kind, 1, 4+rng.IntN(12))
	}
	side := 3 + rng.IntN(6)
	if chance(rng, .2) {
		return newLights(rng, kind, side, 3+rng.IntN(6))
	}
	return newLights(rng, kind, side, side)
}

// newNonogram makes a nonogram, in 70 % of cases a square of a usual size, else 5 to 25 rows and
// columns. If none is found of that size it tries another. The share s.Progress of its cells is marked.
func newNonogram(rng *rand.Rand, s Style) *Board {
	usual := []int{5, 10, 10, 15, 15, 20, 20, 25, 30}
	rows := choose(rng, usual)
	cols := rows
	if chance(rng, .3) {
		rows, cols = 5+rng.IntN(21), 5+rng.IntN(21)
	}
	p, err := nonogram.Generate(context.Background(), rows, cols, 0, nonogram.FewRounds, rng.Uint64())
	if err != nil {
		return newNonogram(rng, s)
	}
	b := &Board{Kind: Nonogram, Rows: rows, Cols: cols, Marks: make([]Mark, rows*cols)}
	b.RowClues, b.ColClues = p.Lengths()
	if s.Progress == 0 {
		return b
	}
	a, err := p.Decide(context.Background())
	if err != nil {
		panic(err) // of a puzzle that was just made
	}
	for i, cell := range a.Grid {
		switch {
		case !chance(rng, s.Progress):
		case cell == nonogram.Filled:
			b.Marks[i] = Filled
		case s.Cross != NoSign:
			b.Marks[i] = Crossed
		}
	}
	return b
}

// newKakuro makes an easy Kakuro of 5 to 12 rows and columns. If none is found of that size it tries
// another. The share s.Progress of its white cells has digits.
func newKakuro(rng *rand.Rand, s Style) *Board {
	rows, cols := 5+rng.IntN(8), 5+rng.IntN(8)
	if chance(rng, .6) {
		cols = rows
	}
	p, err := kakuro.Generate(context.Background(), rows, cols, solvers.Easy, rng.Uint64())
	if err != nil {
		return newKakuro(rng, s)
	}
	b := &Board{Kind: Kakuro, Rows: rows, Cols: cols, Sums: make([]Sums, rows*cols)}
	var digits []int
	if s.Progress > 0 {
		a, err := p.Decide(context.Background())
		if err != nil {
			panic(err) // of a puzzle that was just made
		}
		digits = a.Grid
	}
	for i, cell := range p.Cells {
		b.Sums[i] = Sums{White: cell.White, Down: cell.Down, Across: cell.Across, Digit: cell.Given}
		if cell.White && digits != nil && chance(rng, s.Progress) {
			b.Sums[i].Digit = digits[i]
		}
	}
	return b
}

// newLights makes a board with 25 to 75 % of its cells lit. It may have no solution.
func newLights(rng *rand.Rand, kind Kind, rows, cols int) *Board {
	b := &Board{Kind: kind, Rows: rows, Cols: cols, Lit: make([]bool, rows*cols)}
	share := between(rng, .25, .75)
	for i := range b.Lit {
		b.Lit[i] = chance(rng, share)
	}
	return b
}
