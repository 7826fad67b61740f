package lightsout

import (
	"cmp"
	"fmt"
	"slices"

	"kibitz/solvers"
)

// Check returns an error for a puzzle that Parse would not make: its rules fail Rules.Check, its
// size has no lamps or more than MaxCells, its lamps, target, holes or matrix do not fit the
// size, or a lamp or a target is in a state that it cannot have. O(Rows·Cols). Every question about
// a puzzle calls it first and returns its error or, where there is no error to return, nothing.
func (p *Puzzle) Check() error {
	if err := p.Rules.Check(); err != nil {
		return err
	}
	if !fits(p.Rows, p.Cols) {
		return fmt.Errorf("lightsout: found %d rows and %d columns, expected 1 to %d lamps", p.Rows, p.Cols, MaxCells)
	}
	n := p.Rows * p.Cols
	wrongly := func(what string, have int) error {
		return fmt.Errorf("lightsout: found %s of %d lamps, expected %d for %d rows and %d columns", what, have, n, p.Rows, p.Cols)
	}
	switch {
	case len(p.Lamps) != n:
		return wrongly("a board", len(p.Lamps))
	case p.Target != nil && len(p.Target) != n:
		return wrongly("a target", len(p.Target))
	case p.Holes != nil && len(p.Holes) != n:
		return wrongly("holes", len(p.Holes))
	case p.matrix != nil && len(p.matrix) != n:
		return wrongly("a matrix", len(p.matrix))
	case p.net != nil && max(len(p.net.lamps), len(p.net.buttons)) != n:
		return wrongly("names", max(len(p.net.lamps), len(p.net.buttons)))
	}
	return cmp.Or(p.checkStates("a lamp", p.Lamps), p.checkStates("a target", p.Target))
}

// checkStates returns an error for the first lamp whose entry in states is more than its highest
// state; a hole has only state 0. what names such an entry in the error.
func (p *Puzzle) checkStates(what string, states []uint8) error {
	for i, state := range states {
		if most := p.mostAt(i); int(state) > most {
			return fmt.Errorf("lightsout: row %d, column %d: found %s in state %d, expected 0 to %d", i/p.Cols+1, i%p.Cols+1, what, state, most)
		}
	}
	return nil
}

// Check returns an error for rules that no game has: it says which number is out of range.
func (r Rules) Check() error {
	switch {
	case r.States != 0 && (r.States < 2 || r.States > MaxStates):
		return fmt.Errorf("lightsout: found %d states, expected 2 to %d, or 0 for 2", r.States, MaxStates)
	case int(r.Neighbours) >= len(directions):
		return fmt.Errorf("lightsout: found neighbours %d, expected 0 to %d", r.Neighbours, len(directions)-1)
	case r.Wrap > Cylinder:
		return fmt.Errorf("lightsout: found wrap %d, expected 0 to %d", r.Wrap, Cylinder)
	}
	return nil
}

// fits reports whether a board can have this size.
func fits(rows, cols int) bool { return rows >= 1 && cols >= 1 && rows <= MaxCells/cols }

// mostAt returns the highest state of lamp i; 0 if there is no lamp.
func (p *Puzzle) mostAt(i int) int {
	if p.lampless(i) {
		return 0
	}
	return p.states() - 1
}

// replay returns an error that is solvers.ErrBug unless the presses bring every lamp
// to its target. O(Rows·Cols); with the matrix of a Flip ID the square of that.
func (p *Puzzle) replay(presses []uint8) error {
	lamps := slices.Clone(p.Lamps)
	for i, times := range presses {
		if times > 0 {
			p.press(lamps, i, int(times))
		}
	}
	for i, state := range lamps {
		if want := p.target(i); state != want {
			return fmt.Errorf("lightsout: %w: its presses leave row %d, column %d in state %d, not %d", solvers.ErrBug, i/p.Cols+1, i%p.Cols+1, state, want)
		}
	}
	return nil
}

// recount returns an error that is solvers.ErrBug unless the certificate shows that
// there is no solution: see Answer. O(Rows·Cols); with the matrix of a Flip ID the square of that.
func (p *Puzzle) recount(certificate []uint8) error {
	q := p.states()
	if certificate == nil || dot(certificate, p.lacks(), q) == 0 {
		return fmt.Errorf("lightsout: %w: nothing shows that the board has no solution", solvers.ErrBug)
	}
	for i := range p.Lamps {
		sum := 0
		for lamp := range p.reach(i) {
			sum += int(certificate[lamp])
		}
		if sum%q != 0 {
			return fmt.Errorf("lightsout: %w: the press of row %d, column %d changes what should stay", solvers.ErrBug, i/p.Cols+1, i%p.Cols+1)
		}
	}
	return nil
}
