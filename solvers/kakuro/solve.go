package kakuro

import (
	"context"
	"math/bits"
	"time"

	"kibitz/solvers"
)

// Level is the hardest method that a verdict needed, or that was under way when
// time ran out.
type Level int

const (
	LevelRules        Level = iota // the paper's pass
	LevelCombinations              // full consistency of each entry
	LevelForcing                   // one digit assumed at a time
	LevelSearch                    // assume and backtrack
)

// String returns the level's name, in lower case.
func (l Level) String() string {
	return [...]string{"rules", "combinations", "forcing", "search"}[l]
}

// Answer holds the result of Solve. Its grids are row-major, Rows × Cols, with 0
// in the blocks. It shares no memory with the solver.
type Answer struct {
	Verdict solvers.Verdict
	Level   Level

	// Decided is the time that the verdict took. The proof of the backbone comes after it.
	Decided time.Duration

	// Grid has the digits proved to be the same in every solution, and 0 in
	// the other cells. With verdict None it is all 0.
	Grid []int

	// Candidates has bit d set where digit d was not excluded, in decided
	// cells too. It holds the digits of every solution, and after Level search
	// perhaps others. With verdict None it holds the candidates that were left
	// when the contradiction was seen.
	Candidates []uint16

	// Solutions has one solution with verdict Unique, two different ones
	// with Multiple, and none or one with Undecided.
	Solutions [][]int

	// RulesLeft is the number of white cells that the paper's pass left open, or
	// that were open when it saw a contradiction or its time ended.
	RulesLeft int

	// Conflict holds, with verdict None, the entries that show the contradiction:
	// one that has no filling left, two that leave no digit for the cell where they
	// cross, or all of a part of the grid in which the sums across and down
	// differ. It is nil if only search found the contradiction.
	Conflict []Entry

	// BackboneProved says that Grid is complete: a white cell that is 0 there
	// differs between solutions. It is false if time ran out before, with verdict
	// None, and with Multiple from Decide.
	BackboneProved bool
}

// Solve says whether p has no, one or several solutions, and which digits all of them
// share. If ctx ends before that is settled the answer is Undecided, or Multiple with
// BackboneProved false, with the digits that are certain by then. The error is that
// of ctx if it has ended already, that of Check, or solvers.ErrBug if a solution
// breaks its clues: each is checked before it is returned.
//
// The levels up to forcing take polynomial time: the pass and full consistency
// less than a microsecond an entry, each a few times; forcing as much again for
// each candidate. Search is exponential at worst.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) { return p.solve(ctx, true) }

// Decide solves p as Solve does, without the proof of the backbone, which can take longer than the
// verdict. With Multiple, Grid holds the digits that were certain by the time of the
// second solution.
func (p *Puzzle) Decide(ctx context.Context) (*Answer, error) { return p.solve(ctx, false) }

// solve solves p as Solve does, with the proof of the backbone or without.
func (p *Puzzle) solve(ctx context.Context, backbone bool) (*Answer, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p.answer(ctx, backbone)
}

// answer solves a puzzle that is known to pass Check: by reason, and then by search if that leaves
// cells open. If backbone is true and there are several solutions, it then proves the backbone. It
// checks the answer before it returns it. The error is that of ctx if it has ended already, or
// solvers.ErrBug.
func (p *Puzzle) answer(ctx context.Context, backbone bool) (*Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	begun := time.Now()
	g, a := newGrid(ctx, p), &Answer{}
	defer func() { g.page.close() }()
	switch o := g.reason(a); {
	case o == noneLeft:
		a.Verdict = solvers.None
	case o == someLeft && g.open == 0:
		a.Verdict = solvers.Unique
	case o == someLeft:
		a.Level = LevelSearch
		a.Verdict = g.search(a)
	}
	a.Decided = time.Since(begun)
	switch a.Verdict {
	case solvers.Unique:
		a.BackboneProved = true
		a.Solutions = [][]int{g.decided()}
	case solvers.Multiple:
		a.BackboneProved = backbone && g.proveBackbone()
	}
	a.Candidates = g.candidates()
	a.Grid = make([]int, len(p.Cells))
	if a.Verdict != solvers.None {
		a.Grid = g.decided()
	}
	if err := p.verify(a); err != nil {
		return nil, err
	}
	return a, nil
}

// reason climbs the levels below search as far as needed. If it leaves no cell open the
// puzzle is solved.
func (g *grid) reason(a *Answer) outcome {
	for level, climb := range []func() outcome{
		LevelRules:        g.rules,
		LevelCombinations: g.combinations,
		LevelForcing:      g.forceAll,
	} {
		a.Level = Level(level)
		o := climb()
		g.commit()
		if a.Level == LevelRules {
			a.RulesLeft = g.open
		}
		if o == noneLeft {
			a.Conflict = g.conflict()
		}
		if o != someLeft || g.open == 0 {
			return o
		}
	}
	return someLeft
}

// combinations makes every entry consistent and compares the sums of every region.
func (g *grid) combinations() outcome {
	o := g.propagate()
	if o == someLeft && !g.balanced() {
		return noneLeft
	}
	return o
}

// conflict returns the entries in which the last contradiction was seen, without those
// that forbid nothing.
func (g *grid) conflict() []Entry {
	var all []Entry
	for _, i := range g.failed {
		if e := g.entries[i].Entry; e.Len > 1 || e.Sum > 0 {
			all = append(all, e)
		}
	}
	return all
}

// candidates returns a row-major copy of the candidates.
func (g *grid) candidates() []uint16 {
	all := make([]uint16, len(g.puzzle.Cells))
	for cell, place := range g.places {
		all[place] = g.cand[cell]
	}
	return all
}

// decided returns a row-major copy of the decided digits, with 0 in open cells.
func (g *grid) decided() []int {
	all := make([]int, len(g.puzzle.Cells))
	for cell, place := range g.places {
		if single(g.cand[cell]) {
			all[place] = bits.TrailingZeros16(g.cand[cell])
		}
	}
	return all
}
