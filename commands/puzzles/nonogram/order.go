package nonogram

import (
	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
)

// An order has a title of its own for a puzzle in colours.
type order struct{ *nonogram.Order }

// Drawn returns the order with a number from the dice, unless it has a number.
func (o order) Drawn(dice uint64) order { return order{o.Order.Drawn(dice)} }

// Any returns the order without its number.
func (o order) Any() order { return order{o.Order.Any()} }

// Title returns the phrase for the title, and in colours their number.
func (o order) Title() (phrase string, more words.With) {
	if o.Colours == 0 {
		return "nonogram.made", nil
	}
	return "nonogram.in-colours.made", words.With{"Colours": o.Colours}
}

// orders returns a function that reads orders for generated nonograms.
func orders() func(text string) (ask.Order, error) {
	parse := func(text string) (order, error) {
		o, err := nonogram.ParseOrder(text)
		return order{o}, err
	}
	return deduce.Orders(parse, nonogram.ErrSize, asGame)
}
