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

// A graph is given by its edges. Its lamps lie on no board: they have names.
func ExamplePuzzle_Names() {
	p, err := lightsout.Parse("graph: a-b b-c c-d; lit a c")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	buttons, _ := p.Names()
	for i, times := range a.Presses {
		if times > 0 {
			fmt.Println(buttons[i])
		}
	}
	// Output:
	// b
	// c
	// d
}

// Where only a lit lamp may be pressed, the order of the presses matters.
func ExamplePuzzle_LitOnly() {
	p, err := lightsout.Parse("110/011/101")
	if err != nil {
		fmt.Println(err)
		return
	}
	way, possible, err := p.LitOnly(context.Background())
	fmt.Println(len(way), possible, err)
	// Output:
	// 8 true <nil>
}

// A hexagon of side 2 has two lamps on each side. They lie on a rectangle in which every other
// cell is a hole.
func ExamplePuzzle_Hexagonal() {
	p, err := lightsout.Parse("hex 2 random 7")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Hexagonal(), p.Rows, p.Cols, len(p.Lamps))
	fmt.Println(p)
	// Output:
	// true 3 5 15
	// hex: 01/100/01
}
