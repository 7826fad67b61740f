package lightsout

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
	"kibitz/solvers/internal/order"
)

// An Order is for a board made by random presses on dark lamps, so that presses can
// make it dark again; whether they can bring it to another target is to be seen. The
// generator is part of the notation: a number means the same board for good.
type Order struct {
	Rows, Cols int
	Number     uint64
	Rules      Rules // which are no part of the text

	aim aim
}

// ParseOrder reads an order for the usual game: see Rules.ParseOrder.
func ParseOrder(text string) (*Order, error) { return Rules{}.ParseOrder(text) }

// ParseOrder reads an order for a game by these rules, such as "7x7 random 42" or
// "7x7 random 42 > on": rows x columns, a number, 1 if none is given, and what is to be
// reached, as in Parse. It is nil for a text that is no order. The error is a
// *solvers.SyntaxError, for a size without lamps or with more than MaxCells and for a
// target that does not fit too; or that of Rules.Check.
func (r Rules) ParseOrder(text string) (*Order, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	board, target, aimed := strings.Cut(text, ">")
	o, err := order.Form{Puzzle: "lightsout", Thing: "board"}.Read(text, 0, len(board))
	if o == nil || err != nil {
		return nil, err
	}
	made := &Order{Rows: o.Size[0], Cols: o.Size[1], Number: o.Number, Rules: r}
	if !fits(made.Rows, made.Cols) {
		return nil, sizeError(text, o.At)
	}
	if aimed {
		start, end := cells.Trim(target)
		made.aim, err = made.shape().readTarget(text, len(board)+1+start, len(board)+1+end)
	}
	return made, err
}

// sizeError is the error for a size of lamps that cannot be.
func sizeError(text string, offset int) error {
	return solvers.At(text, offset, "lightsout.size",
		fmt.Sprintf("a size of rows x columns, from 1x1, with no more than %d lamps", MaxCells), map[string]any{"Max": MaxCells})
}

// shape is a puzzle of that size by those rules, without lamps.
func (o *Order) shape() *Puzzle { return &Puzzle{Rows: o.Rows, Cols: o.Cols, Rules: o.Rules} }

// String is the order as one types it.
func (o *Order) String() string {
	text := fmt.Sprintf("%dx%d random %d", o.Rows, o.Cols, o.Number)
	switch {
	case o.aim.board != nil:
		text += " > " + o.shape().rows(o.aim.board)
	case o.aim.state == 1:
		text += " > on"
	case o.aim.state > 1:
		text += fmt.Sprintf(" > %d", o.aim.state)
	}
	return text
}

// Next is the order for the next board of its kind.
func (o *Order) Next() *Order {
	next := *o
	next.Number++
	return &next
}

// Make makes the board, in some milliseconds at most. The error is that of ctx, or says what cannot be.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	if err := o.Rules.Check(); err != nil {
		return nil, err
	}
	if !fits(o.Rows, o.Cols) {
		return nil, fmt.Errorf("lightsout: found an order for %d rows and %d columns, expected 1 to %d lamps", o.Rows, o.Cols, MaxCells)
	}
	p := o.shape()
	p.Lamps = make([]uint8, o.Rows*o.Cols)
	rng := rand.NewPCG(o.Number, 0)
	for i := range p.Lamps {
		if i%o.Cols == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.press(p.Lamps, i, int(rng.Uint64()%uint64(p.states())))
	}
	p.setTarget(o.aim)
	return p, nil
}
