package tothemoon_test

import (
	"context"
	"fmt"

	"kibitz/solvers/tothemoon"
)

func Example() {
	p, err := tothemoon.Parse("0110/1111/1100")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("solvable:", a.Solvable, "in", a.Min, "presses; press sets:", a.Solutions)
	for step := range p.Steps(context.Background()) {
		fmt.Println(step.Technique, step.Orb)
	}
	// Output:
	// solvable: true in 3 presses; press sets: 2
	// diagonal diagonal
	// first row ii
	// uniform row b
}
