package zmod_test

import (
	"context"
	"fmt"

	"kibitz/solvers/internal/zmod"
)

// 2·x + 2·y = 2 modulo 4 has eight solutions: (1, 0), and what the kernel's
// two generators, of orders 2 and 4, add to it.
func ExampleRing_Solve() {
	x, ok, kernel, _ := zmod.Ring{P: 2, E: 2}.Solve(context.Background(), [][]uint8{{2, 2}}, []uint8{2}, 2)
	fmt.Println(x, ok)
	for _, g := range kernel {
		fmt.Println(g.Vector, "of order", g.Order)
	}
	// Output:
	// [1 0] true
	// [2 0] of order 2
	// [3 1] of order 4
}
