package commands

import (
	"context"

	"kibitz/solvers/tothemoon"
)

// readSky reads a grid, or an order for a random one.
func readSky(text string, o values) (subject, error) {
	if again := o.text("make"); again != "" { // the button for another
		text = again
	}
	p, err := tothemoon.Parse(text)
	if err != nil {
		return nil, err
	}
	p.Limit = o.number("limit")
	if order, _ := tothemoon.ParseOrder(text); order != nil {
		return madeSky{sky{p}, ordered(order, order.Number, o)}, nil
	}
	return sky{p}, nil
}

// madeSky is a grid that was made to order.
type madeSky struct {
	sky
	randomOrder
}

func (g madeSky) act(ctx context.Context, do string, say phrases) *Reply {
	if do != "solve" || !drawn(g.Rows, g.Cols) || len(g.String()) > longestBlock {
		return g.sky.act(ctx, do, say)
	}
	r := &Reply{
		Tone:  Good,
		Title: say.text("tothemoon.made", with{"Size": size(g.Rows, g.Cols, say)["Size"], "Number": g.seed}),
		Text:  say.text("tothemoon.made-how", nil),
		Note:  say.text("tothemoon.made-again", with{"Command": "/tothemoon puzzle:" + g.order}),
		did:   "blank",
	}
	r.Board = g.board(r.Title, nil)
	r.Buttons = another(&tothemoonPuzzle, g.options, "solve", g.next, say)
	return r
}
