package order

import "fmt"

// A Choice says which of the puzzles of one kind is ordered.
type Choice struct {
	Number uint64 // it means the same puzzle for good
	Open   bool   // the order names no number: any may be drawn, and Number is 1 until then
}

// Unsaid is the choice of an order that names no number.
var Unsaid = Choice{Number: 1, Open: true}

// Draws is the number of numbers that the dice choose from. Up to seven digits are typed
// without a slip.
const Draws = 1_000_000

// Drawn returns a choice with a number from 1 to Draws drawn from dice, a random number, if c is
// Open. A choice that names its number is returned as it is.
func (c Choice) Drawn(dice uint64) Choice {
	if !c.Open {
		return c
	}
	return Choice{Number: 1 + dice%Draws}
}

// String returns the number with a blank before it, as it ends an order; "" if c is Open.
func (c Choice) String() string {
	if c.Open {
		return ""
	}
	return fmt.Sprint(" ", c.Number)
}
