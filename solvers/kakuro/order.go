package kakuro

import (
	"context"
	"fmt"
	"strings"

	"kibitz/solvers/internal/order"
)

// An Order is for a puzzle that is yet to be made, such as "10x10 hard 42", or "###/#../#.. easy"
// for one with this layout. A number means the same puzzle for good.
type Order struct {
	order.Graded
	layout *Puzzle // nil for any
}

// ParseOrder reads an order: rows × columns or a layout, a difficulty and a number, 1 if none is
// given or drawn. It is nil for a text that is no order. The error is a *solvers.SyntaxError,
// for a size that is not made too, and for a layout that nothing can fill.
func ParseOrder(text string) (*Order, error) {
	grades := order.Grades{Usual: Medium.String(), Least: MinGenerated}
	for _, d := range Demands() {
		grades.Names = append(grades.Names, d.String())
	}
	grades.Most = func(name string) int {
		d, _ := ParseDifficulty(name)
		return MaxGenerated(d)
	}
	if layout, rest, wrong := readLayout(text); layout != nil {
		o, err := grades.ReadBehind(text, rest)
		switch {
		case o == nil:
			return nil, err
		case wrong != nil && strings.TrimSpace(text[rest:]) == "": // a puzzle may go on so
			return nil, nil
		case wrong != nil:
			return nil, wrong
		}
		o.Rows, o.Cols = layout.Rows, layout.Cols
		return &Order{*o, layout}, nil
	}
	o, err := grades.Read(text)
	if o == nil {
		return nil, err
	}
	return &Order{Graded: *o}, nil
}

// String is the order as one types it.
func (o *Order) String() string {
	if o.layout == nil {
		return o.Graded.String()
	}
	return fmt.Sprintf("%s %s%s", o.layout.layoutText(), o.Grade, o.Choice)
}

// Drawn is the order with a number that the dice give, where it has none.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Graded.Drawn(dice), o.layout} }

// Any is the order for a puzzle of its kind, without a number.
func (o *Order) Any() *Order { return &Order{o.Graded.Any(), o.layout} }

// Make makes the puzzle. The error is that of Generate, or of Fill.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	d, err := ParseDifficulty(o.Grade)
	if err != nil {
		return nil, err
	}
	if o.layout != nil {
		return Fill(ctx, o.layout, d, o.Number)
	}
	return Generate(ctx, o.Rows, o.Cols, d, o.Number)
}
