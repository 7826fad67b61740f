package nonogram_test

import (
	"context"
	"fmt"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
)

// Two dots on a diagonal could as well lie on the other one.
func ExampleRepair() {
	p, _ := notation.Parse("##.. ##.. ..#. ...#")
	r, err := nonogram.Repair(context.Background(), p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict(p), "but", verdict(r.Puzzle), "with", len(r.Changed), "change; proved:", r.Proved)
	// Output:
	// multiple but unique with 1 change; proved: true
}

func verdict(p *nonogram.Puzzle) string {
	a, _ := p.Solve(context.Background())
	return a.Verdict.String()
}
