package nonogram

import (
	"context"

	"kibitz/solvers/internal/order"
)

// An Order is for a puzzle that is yet to be made, such as "15x15 expert 42". A number means
// the same puzzle for good.
type Order struct{ order.Graded }

var grades = order.Grades{
	Names: []string{FewRounds.String(), ManyRounds.String(), Contradictions.String()},
	Usual: ManyRounds.String(),
	Least: MinGenerated,
	Most: func(name string) int {
		if name == Contradictions.String() {
			return MaxContradictions
		}
		return MaxGenerated
	},
}

// ParseOrder reads an order: rows × columns, a difficulty and a number, 1 if none is given or drawn. It
// is nil for a text that is no order. The error is a *solvers.SyntaxError, for a size that is
// not made too.
func ParseOrder(text string) (*Order, error) {
	o, err := grades.Read(text)
	if o == nil {
		return nil, err
	}
	return &Order{*o}, nil
}

// Drawn is the order with a number that the dice give, where it has none.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Graded.Drawn(dice)} }

// Any is the order for a puzzle of its kind, without a number.
func (o *Order) Any() *Order { return &Order{o.Graded.Any()} }

// Make makes the puzzle, without its picture. The error is that of Generate.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	demand, err := ParseDemand(o.Grade)
	if err != nil {
		return nil, err
	}
	p, err := Generate(ctx, o.Rows, o.Cols, demand, o.Number)
	if err != nil {
		return nil, err
	}
	return &Puzzle{Rows: p.Rows, Cols: p.Cols}, nil
}
