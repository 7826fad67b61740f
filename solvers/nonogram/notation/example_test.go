package notation_test

import (
	"fmt"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
)

func ExampleParse() {
	for _, text := range []string{
		"2;2|1;2;1", "rows: 2, 2 columns: 1, 2, 1", "C;C|B;C;B", "3x2:1/2/1/2/2", "nonogram/3/2/1212g2g",
		`{"rows":[[2],[2]],"columns":[[1],[2],[1]]}`, "##./.##",
	} {
		p, err := notation.Parse(text)
		fmt.Println(p, err)
	}
	// Output:
	// 2;2|1;2;1 <nil>
	// 2;2|1;2;1 <nil>
	// 2;2|1;2;1 <nil>
	// 2;2|1;2;1 <nil>
	// 2;2|1;2;1 <nil>
	// 2;2|1;2;1 <nil>
	// 2;2|1;2;1 <nil>
}

func ExampleParse_colours() {
	for _, text := range []string{"3r 1g; 2b | red 1, blue 1; 1r1b; 🟥1; green 1", "rr.\n.gb", "3;1|2;1;1"} {
		p, err := notation.Parse(text)
		fmt.Println(p, err)
	}
	// Output:
	// r=#f00,g=#008000,b=#00f:3r1g;2b|1r1b;1r1b;1r;1g <nil>
	// r=#f00,g=#008000,b=#00f:2r;1g1b|1r;1r1g;1b <nil>
	// 3;1|2;1;1 <nil>
}

func ExampleLink() {
	p, _ := nonogram.Parse("2;2|1;2;1")
	fmt.Println(notation.Link(p))
	// Output: https://puzz.link/p?nonogram/3/2/1212g2g
}

func ExampleSplit() {
	for name, text := range notation.Split("$first\n1\n1\n$second\n0\n0\n") {
		p, err := notation.Parse(text)
		fmt.Println(name, p, err)
	}
	// Output:
	// first 1|1 <nil>
	// second 0|0 <nil>
}
