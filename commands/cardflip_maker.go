package commands

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"kibitz/solvers"
	"kibitz/solvers/cardflip"
)

// readCards reads a row by these rules, or deals one to an order like "9 random 7".
func readCards(text string, rules cardflip.Rules) (*cardflip.Puzzle, *cardflip.Order, error) {
	order, err := rules.ParseOrder(text)
	if err != nil {
		return nil, nil, err
	}
	if order == nil {
		row, err := rules.Parse(text)
		return row, nil, err
	}
	row, err := order.Make(context.Background())
	if errors.Is(err, cardflip.ErrUnwinnable) {
		start := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
		err = solvers.At(text, start, "order.unwinnable", "another number of cards: of so many I found no row that the player to move wins", nil)
	}
	return row, order, err
}

// madeRow is a row that was dealt to order.
type madeRow struct {
	row
	randomOrder
}

func (g madeRow) act(ctx context.Context, do string, say phrases) *Reply {
	if do != "solve" {
		return g.row.act(ctx, do, say)
	}
	command := "/cardflip puzzle:" + g.order
	if code := g.row.options.text("game"); code != "" {
		command += " game:" + code
	}
	if g.Misere {
		command += " misere:True"
	}
	r := &Reply{
		Tone:  Good,
		Title: say.count("cardflip.made", g.Cards, with{"Number": g.seed}),
		Text:  say.text("cardflip.made-how", nil),
		Note:  join("\n", g.rules(say), say.text("cardflip.made-again", with{"Command": command})),
		did:   "blank",
	}
	g.draw(r, nil)
	r.Buttons = another(&cardflipPuzzle, g.row.options, "solve", g.next, say)
	return r
}
