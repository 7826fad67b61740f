package order

import "fmt"

// A Choice is which of the puzzles of one kind is ordered.
type Choice struct {
	Number uint64 // it means the same puzzle for good
	Open   bool   // nobody said a number: it may be any, and is 1 where none is drawn
}

// Unsaid is the choice where nobody said a number.
var Unsaid = Choice{Number: 1, Open: true}

// Draws is how many numbers the dice choose from: as many as one still types without a slip.
const Draws = 1_000_000

// Drawn is the choice with a number that the dice give, where nobody said one.
func (c Choice) Drawn(dice uint64) Choice {
	if !c.Open {
		return c
	}
	return Choice{Number: 1 + dice%Draws}
}

// String is the number with a blank before it, as it ends an order; "" where there is none.
func (c Choice) String() string {
	if c.Open {
		return ""
	}
	return fmt.Sprint(" ", c.Number)
}
