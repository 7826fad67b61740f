package commands

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"kibitz/solvers"
	"kibitz/solvers/cardflip"
)

// mostDealt is how many cards are dealt: as many as there are buttons for.
const mostDealt = padRow * padRow

var cardsForm = regexp.MustCompile(`^\s*(\d+)[\s,]+(?i:random)(?:[\s,]+(\S+))?[\s,]*$`)

// readCards reads a row, by the rules of p, or deals one to an order like
// "9 random 7".
func readCards(text string, p cardflip.Puzzle) (*cardflip.Puzzle, error) {
	at := cardsForm.FindStringSubmatchIndex(text)
	if at == nil {
		row, err := cardflip.Parse(text)
		if err == nil {
			row.Game, row.Misere, row.Work = p.Game, p.Misere, p.Work
		}
		return row, err
	}
	cards, err := strconv.Atoi(text[at[2]:at[3]])
	if err != nil || cards < 1 || cards > mostDealt {
		return nil, solvers.At(text, at[2], "order.cards", fmt.Sprintf("a row of 1 to %d cards", mostDealt), with{"Max": mostDealt})
	}
	number := uint64(1)
	if at[4] >= 0 {
		if number, err = strconv.ParseUint(text[at[4]:at[5]], 10, 64); err != nil {
			return nil, solvers.At(text, at[4], "order.row", "the number of a random row, such as 42", nil)
		}
	}
	p.Cards = cards
	row, ok := p.Random(number)
	if !ok {
		return nil, solvers.At(text, at[2], "order.unwinnable", "another number of cards: of so many I found no row that the player to move wins", nil)
	}
	return row, nil
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
