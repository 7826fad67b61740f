package kakuro_test

import (
	"context"
	"fmt"
	"math/bits"

	"kibitz/solvers/kakuro"
)

// A square of four cells: 17 is 8 and 9, 16 is 7 and 9.
func Example() {
	p, err := kakuro.Parse(`
		#    17\  16\
		\17  .    .
		\16  .    .`)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := p.Solve(context.Background())
	fmt.Println(a.Verdict, "by", a.Level)
	for r := 1; r < p.Rows; r++ {
		fmt.Println(a.Grid[r*p.Cols+1 : (r+1)*p.Cols])
	}
	// Output:
	// unique by rules
	// [8 9]
	// [9 7]
}

func ExampleParse_error() {
	_, err := kakuro.Parse(`#,18\/\9,./\8,.`)
	fmt.Println(err)
	// Output: line 1, column 3: found "18\\", expected a sum from 3 to 17 for 2 cells
}

func ExampleCombinations() {
	for _, set := range kakuro.Combinations(3, 23) {
		for ; set != 0; set &= set - 1 {
			fmt.Print(bits.TrailingZeros16(set), " ")
		}
		fmt.Println()
	}
	// Output: 6 8 9
}

func ExamplePuzzle_Steps() {
	p, _ := kakuro.Parse(`#,17\,16\/\17,.,./\16,.,.`)
	for step := range p.Steps(context.Background()) {
		for _, at := range step.Cells {
			if at.Digit != 0 {
				fmt.Printf("r%dc%d = %d, %s in %d\n", at.Row+1, at.Col+1, at.Digit, step.Technique, step.Entry.Sum)
			}
		}
	}
	// Output:
	// r2c3 = 9, naked single in 17
	// r2c2 = 8, last cell in 17
	// r3c3 = 7, last cell in 16
	// r3c2 = 9, last cell in 17
}

func ExamplePuzzle_Line() {
	p, _ := kakuro.Parse("https://puzz.link/p?kakuro/2/2/nhghg")
	fmt.Println(p.Line())
	fmt.Println(p.Link())
	// Output:
	// #,17\,16\/\17,.,./\16,.,.
	// kakuro/2/2/nhghg
}
