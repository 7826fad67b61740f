package lightsout

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
	"kibitz/solvers/internal/order"
)

// An Order is for a board made by random presses on dark lamps, so that presses can make it dark
// again. Whether they can bring it to another target is not known. The generator is part of the
// notation: a number means the same board for good.
type Order struct {
	Rows, Cols int
	order.Choice
	Rules Rules // Rules are not part of the text

	side int // side of a hexagon; 0 for a rectangle
	aim  aim
}

// ParseOrder reads an order for the usual game: see Rules.ParseOrder.
func ParseOrder(text string) (*Order, error) { return Rules{}.ParseOrder(text) }

// ParseOrder reads an order for a game by these rules, such as "7x7 random 42" or
// "7x7 random 42 > on": rows x columns, a number, 1 if none is given or drawn, and what is to be
// reached, as in Parse. "hex 4 random 42" is one for a hexagon of that side.
//
// It returns nil and no error for a text that is no order, a graph or buttons among them. The
// errors, in this order: that of Rules.Check, whatever the text; and a *solvers.SyntaxError where
// something else stands in the place of the number or behind it, where the size has no lamps or
// more than MaxCells cells, or where the target does not fit. Only beside the last is there an
// order, which must not be used.
func (r Rules) ParseOrder(text string) (*Order, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	start, _ := cells.Trim(text)
	hex := word(text[start:]) == "hex" // any other word begins a graph or buttons
	switch {
	case hex:
		start += len("hex")
	case word(text[start:]) != "":
		return nil, nil
	}
	board, target, aimed := strings.Cut(text, ">")
	o, err := order.Form{Puzzle: "lightsout", Thing: "board", Row: hex}.Read(text, min(start, len(board)), len(board))
	if o == nil || err != nil {
		return nil, err
	}
	made := &Order{Choice: o.Choice, Rules: r}
	if hex {
		// A hexagon has 2·side-1 rows, and as many lamps in the middle row, which with a hole
		// between two of them take 4·side-3 cells. A larger side would not fit either, and these
		// products might overflow.
		made.side = min(o.Size[0], MaxCells)
		made.Rows, made.Cols = 2*made.side-1, 4*made.side-3
	} else {
		made.Rows, made.Cols = o.Size[0], o.Size[1]
	}
	if !fits(made.Rows, made.Cols) {
		return nil, sizeError(text, o.At)
	}
	if aimed { // the target stands after the board and the sign > of one byte
		start, end := cells.Trim(target)
		made.aim, err = made.shape().readTarget(text, len(board)+1+start, len(board)+1+end)
	}
	return made, err
}

// sizeError returns the error for a size that no board has, which stands in text at offset.
func sizeError(text string, offset int) error {
	return solvers.At(text, offset, "lightsout.size",
		fmt.Sprintf("a size of rows x columns, from 1x1, with no more than %d lamps", MaxCells), map[string]any{"Max": MaxCells})
}

// shape returns a puzzle of the order's size and rules, with all lamps dark and no target.
func (o *Order) shape() *Puzzle {
	if o.side == 0 {
		return &Puzzle{Rows: o.Rows, Cols: o.Cols, Rules: o.Rules, Lamps: make([]uint8, o.Rows*o.Cols)}
	}
	p, err := o.Rules.hexBoard("", hexagon(o.side))
	if err != nil {
		panic(err) // its size fits
	}
	return p
}

// String returns the order as one types it.
func (o *Order) String() string {
	text := fmt.Sprintf("%dx%d random%s", o.Rows, o.Cols, o.Choice)
	if o.side > 0 {
		text = fmt.Sprintf("hex %d random%s", o.side, o.Choice)
	}
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

// Drawn returns the order with a number that the dice give, or the order itself if it has a number.
// Some numbers of small boards make a board with nothing to press: up to 16 numbers are tried
// until one does not, and if all do, the first is taken.
func (o *Order) Drawn(dice uint64) *Order {
	if !o.Open {
		return o
	}
	const tries, small = 16, 64 // small in cells; of larger boards less than one in 2⁶⁰ or so is done, and they take longer to make
	for i := range uint64(tries) {
		drawn := o.with(o.Choice.Drawn(dice + i))
		if o.Rows*o.Cols > small || !drawn.done() {
			return drawn
		}
	}
	return o.with(o.Choice.Drawn(dice))
}

// done reports whether the board needs no press.
func (o *Order) done() bool {
	p, err := o.Make(context.Background())
	return err == nil && !slices.ContainsFunc(p.lacks(), func(states uint8) bool { return states > 0 })
}

// Any returns the order for a board of its kind, without a number.
func (o *Order) Any() *Order { return o.with(order.Unsaid) }

func (o *Order) with(number order.Choice) *Order {
	other := *o
	other.Choice = number
	return &other
}

// Make makes the board, in some milliseconds at most: it presses every lamp of a dark board a
// random number of times, from 0 to one less than the states, and then sets the target. The error
// is that of ctx, that of Rules.Check, or one for a size that no board has.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	if err := o.Rules.Check(); err != nil {
		return nil, err
	}
	if !fits(o.Rows, o.Cols) {
		return nil, fmt.Errorf("lightsout: found an order for %d rows and %d columns, expected 1 to %d lamps", o.Rows, o.Cols, MaxCells)
	}
	p := o.shape()
	rng := rand.NewPCG(o.Number, 0)
	for i := range p.Lamps {
		if i%o.Cols == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if p.hole(i) {
			continue
		}
		p.press(p.Lamps, i, int(rng.Uint64()%uint64(p.states())))
	}
	p.setTarget(o.aim)
	return p, nil
}
