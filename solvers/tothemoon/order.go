package tothemoon

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/internal/order"
)

// MaxRandom is the most cells of a grid that is made to order, so that a few letters
// of text cannot take the memory of a large grid.
const MaxRandom = 1 << 16

// An Order asks for a random grid that some orbs clear and that is not clear yet. The
// generator is part of the notation: a number means the same grid for good.
type Order struct {
	Rows, Cols int
	order.Choice
}

// ParseOrder reads an order such as "4x5 random 42": rows x columns and a number, 1
// if none is given or drawn. It returns nil for a text that is no order. The error is
// a *solvers.SyntaxError, also for a size without cells or with more than MaxRandom.
func ParseOrder(text string) (*Order, error) {
	o, err := order.Form{Puzzle: "tothemoon", Thing: "grid"}.Read(text, 0, len(text))
	if o == nil || err != nil {
		return nil, err
	}
	made := &Order{Rows: o.Size[0], Cols: o.Size[1], Choice: o.Choice}
	if !fits(made.Rows, made.Cols, MaxRandom) {
		return nil, solvers.At(text, o.At, "tothemoon.random-size",
			fmt.Sprintf("a size of rows x columns, from 1x1, with no more than %d cells", MaxRandom), map[string]any{"Max": MaxRandom})
	}
	return made, nil
}

// String returns the order as people type it.
func (o *Order) String() string { return fmt.Sprintf("%dx%d random%s", o.Rows, o.Cols, o.Choice) }

// Drawn returns the order with a number drawn from dice, a random number. An order that has a
// number keeps it.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Rows, o.Cols, o.Choice.Drawn(dice)} }

// Any returns an order for a grid of that size, without a number.
func (o *Order) Any() *Order { return &Order{o.Rows, o.Cols, order.Unsaid} }

// Make makes the grid, in a few milliseconds at most: it presses each orb of a clear grid or not,
// by numbers that the order's number alone decides, and begins anew while the grid comes out
// clear. The error is that of ctx, or says that the size is out of bounds.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	if !fits(o.Rows, o.Cols, MaxRandom) {
		return nil, fmt.Errorf("tothemoon: found an order for %d rows and %d columns, expected 1 to %d cells", o.Rows, o.Cols, MaxRandom)
	}
	rng := rand.NewPCG(o.Number, 0)
	pressed := func() bool { return rng.Uint64()%2 == 1 }
	p := New(o.Rows, o.Cols)
	for !slices.ContainsFunc(p.Sky, func(word uint64) bool { return word != 0 }) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		columns := make([]bool, o.Cols)
		for c := range columns {
			columns[c] = pressed()
		}
		for r := range o.Rows {
			row := pressed()
			for c, column := range columns {
				if row != column {
					p.Flip(r, c)
				}
			}
		}
		if pressed() {
			for c := range min(o.Rows, o.Cols) {
				p.Flip(o.Rows-1-c, c)
			}
		}
	}
	return p, nil
}
