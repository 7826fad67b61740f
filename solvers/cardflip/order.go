package cardflip

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
	"kibitz/solvers/internal/order"
)

// MaxRandom is the longest row that is made to order. A row that can be won is looked
// for among many, and misère play of longer ones takes long.
const MaxRandom = 25

// ErrUnwinnable is that no row of so many cards was found that the player to move wins
// by a move, as where no move takes so few cards.
var ErrUnwinnable = errors.New("cardflip: no row of so many cards was found that the player to move wins")

// An Order is for a random row with a move that wins for the player to move. The
// generator is part of the notation: a number means the same row, by the same rules,
// for good.
type Order struct {
	Cards int
	order.Choice
	Rules Rules // which are no part of the text
}

// ParseOrder reads an order for Dawson's Kayles: see Rules.ParseOrder.
func ParseOrder(text string) (*Order, error) { return Rules{}.ParseOrder(text) }

// ParseOrder reads an order for a game by these rules, such as "9 random 7": how many
// cards and a number, 1 if none is given or drawn. It is nil for a text that is no order. The
// error is a *solvers.SyntaxError, for no card or more than MaxRandom too; or that of
// Rules.Check.
func (r Rules) ParseOrder(text string) (*Order, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	start, end := cells.Trim(text)
	o, err := order.Form{Puzzle: "cardflip", Thing: "row", Row: true}.Read(text, start, end)
	if o == nil || err != nil {
		return nil, err
	}
	made := &Order{Cards: o.Size[0], Choice: o.Choice, Rules: r}
	if made.Cards < 1 || made.Cards > MaxRandom {
		return nil, solvers.At(text, o.At, "cardflip.cards", fmt.Sprintf("a row of 1 to %d cards", MaxRandom), map[string]any{"Max": MaxRandom})
	}
	return made, nil
}

// String is the order as one types it.
func (o *Order) String() string { return fmt.Sprintf("%d random%s", o.Cards, o.Choice) }

// Drawn is the order with a number that the dice give, where it has none.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Cards, o.Choice.Drawn(dice), o.Rules} }

// Any is the order for a row of its kind, without a number.
func (o *Order) Any() *Order { return &Order{o.Cards, order.Unsaid, o.Rules} }

// Make makes the row: three cards in four are face up, and each row drawn is solved
// until one can be won. The error is ErrUnwinnable, that of ctx if it ended before, or
// says what cannot be.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	if err := o.Rules.Check(); err != nil {
		return nil, err
	}
	if o.Cards < 1 || o.Cards > MaxRandom {
		return nil, fmt.Errorf("cardflip: found an order for %d cards, expected 1 to %d", o.Cards, MaxRandom)
	}
	const tries = 100 // of which one in two to five wins
	rng := rand.NewPCG(o.Number, 0)
	for range tries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d := deal{}
		for range o.Cards {
			d.card(rng.Uint64()%4 > 0)
		}
		d.close()
		p := &Puzzle{Cards: d.cards, Runs: d.laid, Rules: o.Rules}
		a, err := p.Solve(ctx)
		switch {
		case err != nil:
			return nil, err
		case len(a.Moves) > 0:
			return p, nil
		case !a.Decided && ctx.Err() != nil: // with more time it might be this row
			return nil, ctx.Err()
		}
	}
	return nil, ErrUnwinnable
}
