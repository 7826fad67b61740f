package cardflip_test

import (
	"context"
	"fmt"

	"kibitz/solvers/cardflip"
)

func Example() {
	p, err := cardflip.Parse("1 1 1 1 0 1 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, run := range p.Runs {
		fmt.Println("run", run.Len, "has value", a.Values.At(int(run.Len)))
	}
	fmt.Println("nim-sum:", a.NimSum)
	fmt.Println("the player to move wins:", a.First)
	for _, move := range a.Moves {
		fmt.Println("turn", move.Take, "cards from", move.Card())
	}
	// Output:
	// run 4 has value 2
	// run 2 has value 1
	// nim-sum: 3
	// the player to move wins: true
	// turn 2 cards from 0
	// turn 2 cards from 2
}
