package puzzles

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// A colourOrder is for a nonogram in so many colours, of a size and a difficulty.
type colourOrder struct {
	nonogram.Order
	colours int
}

// inColours says in how many colours, in the languages of the house.
var inColours = regexp.MustCompile(`(?i)(?:^|\s)(\d{1,9})\s*(?:colou?rs?|가지\s*색|색|色)`)

// parseColourOrder reads an order such as "15x15 medium 42 3 colours", with the words of an order
// in black and white. It is none for any other text.
func parseColourOrder(text string) (o colourOrder, err error) {
	const longest = 200
	if len(text) > longest {
		return o, nil
	}
	m := inColours.FindStringSubmatchIndex(text)
	if m == nil {
		return o, nil
	}
	blank := strings.Repeat(" ", m[1]-m[0]) // places in errors stay as they are
	plain, err := nonogram.ParseColouredOrder(text[:m[0]] + blank + text[m[1]:])
	if wrong := (*solvers.SyntaxError)(nil); errors.As(err, &wrong) {
		wrong.Source = text
	}
	if plain == nil || err != nil {
		return o, err
	}
	const least, most = 2, nonogram.MaxGeneratedColours
	if o.colours, _ = strconv.Atoi(text[m[2]:m[3]]); o.colours < least || o.colours > most {
		return colourOrder{}, solvers.At(text, m[2], "order.colours", fmt.Sprintf("%d to %d colours", least, most), map[string]any{"Min": least, "Max": most})
	}
	o.Order = *plain
	return o, nil
}

// String is the order as one types it.
func (o colourOrder) String() string {
	return fmt.Sprintf("%s %d colours", o.Order.String(), o.colours)
}

// Title says the number of colours, too.
func (o colourOrder) Title() (phrase string, more words.With) {
	return "nonogram.in-colours.made", words.With{"Colours": o.colours}
}

// Drawn is the order with a number that the dice give, where it has none.
func (o colourOrder) Drawn(dice uint64) colourOrder {
	return colourOrder{*o.Order.Drawn(dice), o.colours}
}

// Any is the order for a puzzle of its kind, without a number.
func (o colourOrder) Any() colourOrder { return colourOrder{*o.Order.Any(), o.colours} }

// Make takes the clues alone of what is made.
func (o colourOrder) Make(ctx context.Context) (*nonogram.Coloured, error) {
	demand, err := nonogram.ParseDemand(o.Grade)
	if err != nil {
		return nil, err
	}
	p, err := nonogram.GenerateColoured(ctx, o.Rows, o.Cols, o.colours, demand, o.Number)
	if err != nil {
		return nil, err
	}
	return nonogram.NewColoured(p.Palette, p.Rows, p.Cols)
}

// ordersInColours reads orders for nonograms in colours, or what the others read.
func ordersInColours(others func(text string) (ask.Order, error)) func(text string) (ask.Order, error) {
	coloured := deduce.Orders(parseColourOrder, nonogram.ErrSize, func(p *nonogram.Coloured) deduce.Puzzle { return colourGame{Coloured: p} })
	return func(text string) (ask.Order, error) {
		if o, err := coloured(text); o != nil || err != nil {
			return o, err
		}
		return others(text)
	}
}
