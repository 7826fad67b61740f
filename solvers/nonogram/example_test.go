package nonogram_test

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

func show(cells []nonogram.Cell, width int) {
	for row := range slices.Chunk(cells, width) {
		for _, cell := range row {
			fmt.Print(cell)
		}
		fmt.Println()
	}
}

func Example() {
	p, err := nonogram.Parse("3;2 1;3 2;2 2;6;1 5;6;1;2|1 2;3 1;1 5;7 1;5;3;4;3")
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Verdict, "by", a.Level)
	show(a.Grid, len(p.Cols))
	// Output:
	// unique by line
	// .###....
	// ##.#....
	// .###..##
	// ..##..##
	// ..######
	// #.#####.
	// ######..
	// ....#...
	// ...##...
}

// A puzzle maker's picture is not always the only one with its clues.
func ExamplePuzzle_Solve_backbone() {
	p, _ := nonogram.Parse("2;2;2|1;3;2")
	a, _ := p.Solve(context.Background())
	fmt.Println(p, "is", a.Verdict)
	show(a.Grid, len(p.Cols))
	// Output:
	// 2;2;2|1;3;2 is multiple
	// ?#?
	// .##
	// ?#?
}

func ExamplePuzzle_Steps() {
	p, _ := nonogram.Parse("3;1;1|3;1;1")
	for step := range p.Steps(context.Background()) {
		fmt.Println(step.Line, step.Technique, step.Cells)
	}
	// Output:
	// {false 0} simple boxes [{0 0 #} {0 1 #} {0 2 #}]
	// {true 0} simple boxes [{1 0 #} {2 0 #}]
	// {true 1} simple spaces [{1 1 .} {2 1 .}]
	// {true 2} simple spaces [{1 2 .} {2 2 .}]
}

func ExampleParse_error() {
	_, err := nonogram.Parse("3;2 2;1|1;1;2;1")
	fmt.Println(err)
	var syntax *solvers.SyntaxError
	fmt.Println(errors.As(err, &syntax), syntax.Code, syntax.Args)
	// Output:
	// line 1, column 3: found "2 2", expected a clue for 4 cells; this one needs 5 (3 rows, 4 columns: is a column missing?)
	// true nonogram.forgotten map[Cells:4 Clue:2 2 Cols:4 Missing:column Need:5 Open:true Rows:3]
}
