package gf2_test

import (
	"fmt"

	"kibitz/solvers/internal/gf2"
)

// t+1 has an inverse modulo t³+t+1, as they have no common divisor: t²+t.
func ExampleCofactor() {
	p, f := gf2.Poly{0b11}, gf2.Poly{0b1011}
	g, u := gf2.Cofactor(p, f)
	fmt.Printf("divisor %b, cofactor %b\n", g, u)
	_, rest := gf2.DivMod(gf2.Mul(p, u), f)
	fmt.Printf("their product leaves %b\n", rest)
	// Output:
	// divisor [1], cofactor [110]
	// their product leaves [1]
}
