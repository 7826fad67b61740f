package nonogram

import (
	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
)

// A nonogramOrder has a title of its own for a puzzle in colours.
type nonogramOrder struct{ *nonogram.Order }

// Drawn returns the order with a number that the dice give, where it has none.
func (o nonogramOrder) Drawn(dice uint64) nonogramOrder { return nonogramOrder{o.Order.Drawn(dice)} }

// Any returns the order for a puzzle of its kind, without a number.
func (o nonogramOrder) Any() nonogramOrder { return nonogramOrder{o.Order.Any()} }

// Title says the number of colours, too.
func (o nonogramOrder) Title() (phrase string, more words.With) {
	if o.Colours == 0 {
		return "nonogram.made", nil
	}
	return "nonogram.in-colours.made", words.With{"Colours": o.Colours}
}

// nonogramOrders returns what reads an order for a nonogram that is made.
func nonogramOrders() func(text string) (ask.Order, error) {
	parse := func(text string) (nonogramOrder, error) {
		o, err := nonogram.ParseOrder(text)
		return nonogramOrder{o}, err
	}
	return deduce.Orders(parse, nonogram.ErrSize, asGame)
}
