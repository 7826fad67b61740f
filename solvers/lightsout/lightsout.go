// Package lightsout solves Lights Out: a board of lamps, each lit or dark,
// where pressing a lamp toggles it and its neighbours above, below, left and
// right. The aim is to turn everything off. Boards may wrap, have holes, other
// neighbourhoods, lamps of up to nine states and another aim; Rules say which. Lamps may
// be hexagons (hex.go), the vertices of any graph, or switched by buttons that say which
// (net.go).
//
// The order of presses does not matter, and with q states a q-th press of the
// same lamp undoes the others, so a solution is a vector over the integers
// modulo q: how often each lamp is pressed. If column i of the matrix A is what
// a press of lamp i adds, and b is what each lamp lacks to its target, the
// solutions are those of A·x = b.
//
// The kernel of A holds the quiet patterns: press sets that change nothing. With
// two states their dimension is the nullity k, and a solvable board has exactly
// 2^k solutions. Where A is symmetric, as it is on every board but those of a
// Flip ID or a list of buttons, its image is what is orthogonal to the kernel: a board is
// unsolvable just if a quiet pattern overlaps the lamps to be changed an odd number of times
// (K. Sutner, Linear Cellular Automata and the Garden-of-Eden, 1989).
//
// How A·x = b is solved depends on what the board is: see [Puzzle.Solve]. Among
// the solutions, the one with the fewest presses is the word of least weight in a
// coset of a linear code; walsh.go tells how it is found and proved.
package lightsout

import (
	"context"
	"fmt"

	"kibitz/solvers"
)

// MaxCells is the number of cells of the largest board that Parse accepts.
const MaxCells = 1 << 16

// maxQuiet bounds the bytes that the quiet patterns of a board take. Without holes
// they take half of it as a rule: a torus of 256 × 256 whose lamps toggle their
// diagonal neighbours has 1020 of them. With holes that leave every lamp alone there
// are as many patterns as lamps.
const maxQuiet = 1 << 27

// ErrQuiet says that a board has more quiet patterns than there is room for.
var ErrQuiet = fmt.Errorf("more quiet patterns than there is room for: %w", solvers.ErrMemory)

// Puzzle is a board of Rows × Cols lamps, the rules of its presses and its aim.
type Puzzle struct {
	Rows, Cols int
	Lamps      []uint8 // row-major: 0 is off, States-1 the most; 0 at a hole
	Target     []uint8 // what each lamp shall be, likewise; nil is all off
	Holes      []bool  // where there is no lamp; nil is nowhere
	Rules

	// matrix is what presses toggle where a Flip ID or a net says so, in the place of
	// Rules: bit j of row i is whether press i toggles lamp j. Else nil.
	matrix []vector
	net    *net // nil on a board
	hex    bool // lamps are hexagons: see Hexagonal
}

// hole reports whether there is no lamp at cell i.
func (p *Puzzle) hole(i int) bool { return p.Holes != nil && p.Holes[i] }

// lampless reports whether cell i is a hole, or one of a net that only a button stands in.
func (p *Puzzle) lampless(i int) bool {
	return p.hole(i) || p.net != nil && i >= len(p.net.lamps)
}

// lacks returns what presses must add to each lamp, modulo the states.
func (p *Puzzle) lacks() []uint8 {
	q := uint8(p.states())
	lack := make([]uint8, len(p.Lamps))
	for i, state := range p.Lamps {
		lack[i] = (p.target(i) + q - state) % q
	}
	return lack
}

// target returns the state that lamp i shall have.
func (p *Puzzle) target(i int) uint8 {
	if p.Target == nil {
		return 0
	}
	return p.Target[i]
}

// Answer is the result of Solve: whether the board can be solved, and how. Patterns are row-major, of
// Rows × Cols: how often each lamp is pressed, below the number of states.
type Answer struct {
	Solvable bool
	Presses  []uint8 // a solution with the fewest presses found; nil if unsolvable
	Min      int     // how many presses that is
	Proved   bool    // no solution has fewer

	Nullity int     // k, with two or another prime number of states
	Quiet   []Quiet // as many quiet patterns: they and their sums are all there are

	// Certificate, of an unsolvable board, gives each lamp a number such that
	// every press adds a multiple of the states to the sum of all lamps, each
	// times its number; what the lamps lack does not. With two states it is a set
	// of lamps of which every press toggles an even number, and an odd number
	// must change. It is a quiet pattern, but on some boards of a Flip ID.
	Certificate []uint8

	states int
}

// Quiet is a press set that changes nothing. Every such set is the sum of the
// patterns of an Answer, each taken less than Order times, in exactly one way. Those
// after a pattern leave the first lamp that it presses alone. (Taken Order times, a
// pattern need not be gone: with four states it may be the sum of others then.)
type Quiet struct {
	Pattern []uint8
	Order   int
}

// Solve decides the board and finds a solution with the fewest presses.
//
// Lamps that toggle in rows and columns, with or without themselves, on a
// rectangle, a cylinder or a torus, are solved by polynomials (lattice.go); holes
// and other neighbourhoods by elimination along the rows (band.go, ring.go),
// O(m·n³/64) words for m rows of n lamps with two states, and the matrix of a Flip
// ID by the same elimination, which is the usual one there.
//
// With two states the minimum is proved, in a minute on two cores, up to nullity 37
// or so, and up to 40 on a square that is its own image in all mirrors (walsh.go); with
// more, while the solutions are no more than a hundred million. Where ctx ends during that
// search, or leaves it no chance, the answer is the best solution found, with Proved
// false; where it ends before, the error is that of ctx. On a board with thousands of
// quiet patterns, which only holes can make, it is ErrQuiet, and that of Check where
// there is no such puzzle. What is found is replayed before it is returned; were it
// wrong, the error would be solvers.ErrBug.
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
