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

// MaxRandom is the number of cards of the longest row that is made to order. Make tries
// many rows until one can be won, and longer ones take too long in misère play.
const MaxRandom = 25

// ErrUnwinnable means that no row of the ordered length was found in which a move wins,
// for example because no move of the game takes so few cards.
var ErrUnwinnable = errors.New("cardflip: no row of this length was found that the player to move wins")

// An Order asks for a random row with a winning move. The generator is part of the
// notation: a number means the same row, by the same rules, for good.
type Order struct {
	Cards int
	order.Choice
	Rules Rules // not part of the text
}

// ParseOrder reads an order for a game by these rules, such as "9 random 7": the number
// of cards, and the row's number, 1 if none is given or drawn. It returns nil for a text that
// is no order. The error is a *solvers.SyntaxError, also for no card or more than MaxRandom;
// or that of Rules.Check.
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

// String returns the order as people type it.
func (o *Order) String() string { return fmt.Sprintf("%d random%s", o.Cards, o.Choice) }

// Drawn returns the order with a number drawn from dice, a random number. An order that has a
// number keeps it.
func (o *Order) Drawn(dice uint64) *Order { return &Order{o.Cards, o.Choice.Drawn(dice), o.Rules} }

// Any returns an order for a row of that length by the same rules, without a number.
func (o *Order) Any() *Order { return &Order{o.Cards, order.Unsaid, o.Rules} }

// Make returns the row of the order: it draws rows with three cards in four face up, until one
// has a winning move. The number of the order alone decides what is drawn. The error is
// ErrUnwinnable, that of ctx if it ended before a winning move was proved, that of Rules.Check or
// Puzzle.Solve, or one for a length that is not 1 to MaxRandom.
func (o *Order) Make(ctx context.Context) (*Puzzle, error) {
	if err := o.Rules.Check(); err != nil {
		return nil, err
	}
	if o.Cards < 1 || o.Cards > MaxRandom {
		return nil, fmt.Errorf("cardflip: found an order for %d cards, expected 1 to %d", o.Cards, MaxRandom)
	}
	const tries = 100 // rows drawn at most; one in two to five has a winning move
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
		case !a.Decided && ctx.Err() != nil: // with more time this might be the row
			return nil, ctx.Err()
		}
	}
	return nil, ErrUnwinnable
}
