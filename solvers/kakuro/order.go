package kakuro

import (
	"context"

	"kibitz/solvers/internal/order"
)

// An Order is for a puzzle that is yet to be made, such as "10x10 hard 42". A number means
// the same puzzle for good.
type Order struct{ order.Graded }

// ParseOrder reads an order: rows × columns, a difficulty and a number, 1 if none is given. It
// is nil for a text that is no order. The error is a *solvers.SyntaxError, for a size that is
// not made too.
func ParseOrder(text string) (*Order, error) {
	grades := order.Grades{Usual: Medium.String(), Least: MinGenerated}
	for _, d := range Demands() {
		grades.Names = append(grades.Names, d.String())
	}
	grades.Most = func(name string) int {
		d, _ := ParseDifficulty(name)
		return MaxGenerated(d)
	}
	o, err := grades.Read(text)
	if o == nil {
		return nil, err
	}
	return &Order{*o}, nil
}

// Next is the order for the next puzzle of its kind.
func (o *Order) Next() *Order {
	next := *o
	next.Number++
	return &next
}

// Make makes the puzzle. The error is that of Generate.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	d, err := ParseDifficulty(o.Grade)
	if err != nil {
		return nil, err
	}
	return Generate(ctx, o.Rows, o.Cols, d, o.Number)
}
