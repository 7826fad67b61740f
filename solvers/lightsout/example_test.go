package lightsout_test

import (
	"context"
	"fmt"

	"kibitz/solvers/lightsout"
)

func Example() {
	p, err := lightsout.Parse("11110/11101/11101/00011/11011")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("solutions:", a.Count())
	fmt.Println("fewest presses:", a.Min, "proved:", a.Proved)
	for i, times := range a.Presses {
		if times > 0 {
			fmt.Printf("(%d,%d) ", i/p.Cols, i%p.Cols)
		}
	}
	// Output:
	// solutions: 4
	// fewest presses: 6 proved: true
	// (0,1) (1,3) (2,0) (2,3) (4,0) (4,4)
}

// A board that cannot be solved comes with the reason: a quiet pattern that
// overlaps its lit lamps an odd number of times.
func ExampleAnswer_certificate() {
	p, err := lightsout.Parse("5x5: a1")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("solvable:", a.Solvable)
	fmt.Println("quiet pattern:", &lightsout.Puzzle{Rows: 5, Cols: 5, Lamps: a.Certificate})
	// Output:
	// solvable: false
	// quiet pattern: 10101/10101/00000/10101/10101
}
