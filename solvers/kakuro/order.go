package kakuro

import (
	"context"
	"fmt"
	"strings"

	"kibitz/solvers/internal/order"
)

// An Order asks for a puzzle that is yet to be made, such as "10x10 hard 42", or "###/#../#.. easy"
// for one with this layout. A number means the same puzzle for good.
type Order struct {
	order.Graded
	layout *Puzzle // nil for any
}

// ParseOrder reads an order: rows × columns or a layout, a difficulty and a number. Without a
// difficulty it is Medium; without a number any may be drawn, and it is 1 until then. It returns nil
// for a text that is no order. The error is a *solvers.SyntaxError, also for a size that is not
// made, and for a layout that no digits fill if more text stands behind it.
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
		case wrong != nil && strings.TrimSpace(text[rest:]) == "": // may be the beginning of a puzzle
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

// String returns the order as people type it.
func (o *Order) String() string {
	if o.layout == nil {
		return o.Graded.String()
	}
	return fmt.Sprintf("%s %s%s", o.layout.layoutText(), o.Grade, o.Choice)
}

// Drawn returns the order with a number drawn from dice, a random number. An order that has a
// number keeps it.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Graded.Drawn(dice), o.layout} }

// Any returns the order without its number.
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
