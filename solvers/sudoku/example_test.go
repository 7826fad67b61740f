package sudoku_test

import (
	"context"
	"fmt"

	"kibitz/solvers/sudoku"
)

// The example of Wikipedia's article.
func Example() {
	p, err := sudoku.Parse(`
		53. .7. ...
		6.. 195 ...
		.98 ... .6.

		8.. .6. ..3
		4.. 8.3 ..1
		7.. .2. ..6

		.6. ... 28.
		... 419 ..5
		... .8. .79`)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, _ := p.Solve(context.Background())
	fmt.Println(a.Verdict, "by", a.Level)
	fmt.Println(a.Grid[:9])
	for step := range p.Steps(context.Background()) {
		fmt.Printf("%v: cell %d is %d\n", step.Technique, step.Cells[0].Cell, step.Cells[0].Digit)
		break
	}
	// Output:
	// unique by singles
	// [5 3 4 6 7 8 9 1 2]
	// hidden single: cell 5 is 8
}

func ExampleParse_error() {
	_, err := sudoku.Parse("1234 34.. .... ...5")
	fmt.Println(err)
	// Output: line 1, column 19: found "5", expected a digit from 1 to 4, or . 0 * _ for an open cell
}
