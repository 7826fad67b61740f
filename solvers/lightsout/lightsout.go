// Package lightsout solves Lights Out: a board of lamps, each lit or dark, where pressing a lamp
// toggles it and its neighbours above, below, left and right. The aim is to turn everything off.
// Rules may let boards wrap, have holes or other neighbourhoods, give lamps up to nine states, and
// set another aim. Lamps may be hexagons (hex.go), the vertices of any graph, or switched by
// buttons with lists of lamps (net.go).
//
// The order of presses does not matter, and with q states a q-th press of the same lamp undoes the
// others. So a solution is a vector over the integers modulo q: the number of presses of each lamp.
// Let column i of the matrix A be the change by a press of lamp i, and b the change that each lamp
// needs to reach its target. Then the solutions are those of A·x = b.
//
// The kernel of A holds the quiet patterns: press sets that change nothing. With two states their
// dimension is the nullity k, and a solvable board has exactly 2^k solutions. A is symmetric on
// every board except those of a Flip ID or a list of buttons. If it is, its image is the orthogonal
// complement of the kernel: a board is unsolvable exactly if a quiet pattern overlaps the lamps to
// be changed an odd number of times (K. Sutner, Linear Cellular Automata and the Garden-of-Eden,
// 1989).
//
// The method for A·x = b depends on the board: see [Puzzle.Solve]. Among the solutions, the one
// with the fewest presses is the word of least weight in a coset of a linear code; walsh.go tells
// how it is found and proved.
package lightsout

import (
	"context"
	"fmt"

	"kibitz/solvers"
)

// MaxCells is the number of cells of the largest board that Parse accepts.
const MaxCells = 1 << 16

// maxQuiet bounds the bytes of a board's quiet patterns. Without holes they take at most about half
// of it: a torus of 256 × 256 whose lamps toggle their diagonal neighbours has 1020 of them. Holes
// that leave every lamp alone make as many patterns as lamps.
const maxQuiet = 1 << 27

// ErrQuiet says that a board has more quiet patterns than there is room for.
var ErrQuiet = fmt.Errorf("more quiet patterns than there is room for: %w", solvers.ErrMemory)

// Puzzle is a board of Rows × Cols lamps, the rules of its presses and its aim.
type Puzzle struct {
	Rows, Cols int
	Lamps      []uint8 // state of each lamp, row-major: 0 is off, States-1 the highest; 0 at a hole
	Target     []uint8 // wanted state of each lamp, row-major; nil is all off
	Holes      []bool  // cells without a lamp; nil for none
	Rules

	// matrix replaces Rules on boards of a Flip ID and on nets: bit j of row i tells whether press
	// i toggles lamp j. Otherwise nil.
	matrix []vector
	net    *net // nil on a board
	hex    bool // lamps are hexagons: see Hexagonal
}

// hole reports whether there is no lamp at cell i.
func (p *Puzzle) hole(i int) bool { return p.Holes != nil && p.Holes[i] }

// lampless reports whether cell i is a hole, or in a net a cell with only a button.
func (p *Puzzle) lampless(i int) bool {
	return p.hole(i) || p.net != nil && i >= len(p.net.lamps)
}

// lacks returns the states that presses must add to each lamp, modulo the states.
func (p *Puzzle) lacks() []uint8 {
	q := uint8(p.states())
	lack := make([]uint8, len(p.Lamps))
	for i, state := range p.Lamps {
		lack[i] = (p.target(i) + q - state) % q
	}
	return lack
}

// target returns the wanted state of lamp i.
func (p *Puzzle) target(i int) uint8 {
	if p.Target == nil {
		return 0
	}
	return p.Target[i]
}

// Answer is the result of Solve: whether the board can be solved, and how. Patterns are row-major,
// Rows × Cols: the number of presses of each lamp, below the number of states.
type Answer struct {
	Solvable bool
	Presses  []uint8 // a solution with the fewest presses found; nil if unsolvable
	Min      int     // number of presses in Presses
	Proved   bool    // no solution has fewer

	Nullity int     // k, the dimension of the quiet patterns, if the number of states is prime
	Quiet   []Quiet // a basis: these patterns and their sums are all quiet patterns

	// Certificate proves that a board is unsolvable. It gives each lamp a number, and weighs the
	// lamps by these numbers. Every press adds a multiple of the states to the weighted sum, but
	// the change that the lamps need is no such multiple. With two states it is a set of lamps:
	// every press toggles an even number of them, and an odd number must change. It is a quiet
	// pattern, except on some boards of a Flip ID or of buttons.
	Certificate []uint8

	states int
}

// Quiet is a press set that changes nothing. Every such set is the sum of the patterns of an
// Answer, each taken less than Order times, in exactly one way. No later pattern presses the first
// lamp of an earlier one. (A pattern taken Order times need not vanish: with four states it may
// then be the sum of others.)
type Quiet struct {
	Pattern []uint8
	Order   int
}

// Solve decides the board and finds a solution with the fewest presses.
//
// Lamps that toggle in rows and columns, with or without themselves, on a rectangle, a cylinder or
// a torus, are solved by polynomials with two states (lattice.go), and by equations for the first
// row with more (modular.go). Holes and other neighbourhoods are solved by elimination along the rows
// (band.go, ring.go), O(m·n³/64) words for m rows of n lamps with two states. The matrix of a Flip ID
// is solved by the same elimination, which is the usual one there.
//
// With two states the minimum is proved, in a minute on two cores, up to nullity 37 or so, and up
// to 40 on a square that is its own image in all mirrors (walsh.go). With more states it is proved
// if there are at most a hundred million solutions. If ctx ends during that search, or leaves it no
// chance, the answer is the best solution found, with Proved false. If ctx ends before, the error
// is that of ctx. The error is ErrQuiet for a board with thousands of quiet patterns, which only
// holes can make, and that of Check for an invalid puzzle. A result is replayed before it is
// returned; if it were wrong, the error would be solvers.ErrBug.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) {
	s, err := p.solutions(ctx)
	if err != nil {
		return nil, err
	}
	a := &Answer{Nullity: len(s.quiet), Quiet: s.quiet, Certificate: s.certificate, states: p.states()}
	if s.presses == nil {
		return a, nil
	}
	a.Solvable = true
	a.Presses, a.Proved = lightest(ctx, s, p.states(), solveWork, p.symmetries())
	a.Min = weight(a.Presses)
	if err := p.replay(a.Presses); err != nil {
		return nil, err
	}
	return a, nil
}
