package sudoku

import (
	"context"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/order"
)

// An Order asks for a puzzle that is yet to be made, such as "9x9 hard 42", or "x:9x9 hard 42" for one
// with diagonals. A number means the same puzzle for good.
type Order struct {
	order.Graded
	diagonals bool
}

// Demands returns the difficulties that puzzles are made in, easy first.
func Demands() []solvers.Difficulty {
	return []solvers.Difficulty{solvers.Easy, solvers.Medium, solvers.Hard, solvers.Expert}
}

// ParseOrder reads an order: the size, a difficulty and a number. The puzzle has diagonals if `diagonals`
// or the text says so. Without a difficulty it is Medium, or Easy for a small grid; without a number any
// may be drawn, and it is 1 until then. It returns nil for a text that is no order. The error is a
// *solvers.SyntaxError, also for a size that is not made.
func ParseOrder(text string, diagonals bool) (*Order, error) {
	rest := strings.TrimLeft(text, " \n\t`")
	body, crossed := strings.CutPrefix(rest, diagonalSign)
	diagonals = diagonals || crossed
	grades := order.Grades{Usual: solvers.Medium.String(), Least: 4, Most: func(string) int { return 9 }}
	for _, d := range Demands() {
		grades.Names = append(grades.Names, d.String())
	}
	g, err := grades.Read(body)
	if g == nil || err != nil {
		return nil, err
	}
	if g.Rows != g.Cols || boxes[g.Rows] == (box{}) || diagonals && g.Rows < 8 {
		return nil, solvers.At(text, len(text)-len(body), "sudoku.size", "4x4, 6x6, 8x8 or 9x9; with diagonals 8x8 or 9x9", nil)
	}
	if g.Rows < 8 {
		g.Grade = solvers.Easy.String() // small grids have no others
	}
	return &Order{*g, diagonals}, nil
}

// String returns the order as people type it.
func (o *Order) String() string {
	if o.diagonals {
		return diagonalSign + o.Graded.String()
	}
	return o.Graded.String()
}

// Drawn returns the order with a number drawn from dice, a random number. An order that has a number
// keeps it.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Graded.Drawn(dice), o.diagonals} }

// Any returns the order without its number.
func (o *Order) Any() *Order { return &Order{o.Graded.Any(), o.diagonals} }

// Make makes the puzzle. The error is that of Generate.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	d, _ := solvers.ParseDifficulty(o.Grade)
	return Generate(ctx, o.Rows, o.diagonals, d, o.Number)
}
