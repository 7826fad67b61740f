package engine

import (
	"math/bits"
	"slices"
	"time"
	"unsafe"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// linesGuessed bounds the lines that guesses may solve, as a multiple of the puzzle's lines.
// linesSearched bounds those of the search, as a multiple of those of the probes. Both are
// empirical.
const (
	linesGuessed  = 20
	linesSearched = 2
)

// Solve decides most puzzles. For several solutions the answer has no proof of the backbone. It is
// Undecided if the puzzle takes more than lines, a few guesses and probes.
func (c *canvas[L]) Solve() *puzzle.Answer {
	defer c.close()
	a := c.decide()
	a.Decided = time.Since(c.budget.begun)
	switch a.Verdict {
	case solvers.Unique:
		a.BackboneProved = true
		a.Grid = slices.Clone(a.Solutions[0])
	default:
		a.Grid = c.sets()
	}
	if len(a.Solutions) == 2 {
		MustSolve(c.puzzle, a.Solutions...)
	}
	return a
}

// decide tries lines, then guesses with lines alone, then probes, then guesses with probes.
func (c *canvas[L]) decide() *puzzle.Answer {
	if !c.puzzle.Balanced() {
		return &puzzle.Answer{Verdict: solvers.None}
	}
	switch c.propagate() {
	case interrupted:
		return &puzzle.Answer{}
	case contradiction:
		return &puzzle.Answer{Verdict: solvers.None, Conflict: []puzzle.Line{c.name(c.failed)}}
	}
	if c.open == 0 {
		return &puzzle.Answer{Verdict: solvers.Unique, Solutions: [][]puzzle.Cell{c.solution()}}
	}
	a := &puzzle.Answer{}
	before := c.open
	patience := linesGuessed * (c.rows + c.cols)
	if c.open >= openToDive { // see grid.dive
		patience = max(patience, diveLines*c.rows*c.cols)
	}
	ended := c.search(patience, false)
	if len(c.found) < 2 {
		guessed := c.solved
		c.probe.begin(c)
		f, conflict := c.refutations()
		if f == consistent && c.open > 0 && len(c.found) < 2 {
			f, conflict = c.probes()
		}
		switch {
		case f == contradiction:
			return &puzzle.Answer{Verdict: solvers.None, Level: puzzle.ByProbe, Conflict: conflict}
		case f == consistent && c.open == 0:
			return &puzzle.Answer{Verdict: solvers.Unique, Level: puzzle.ByProbe, Solutions: [][]puzzle.Cell{c.solution()}}
		case f == consistent && len(c.found) < 2 && ended == OutOfPatience:
			ended = c.search(linesSearched*(c.solved-guessed), true)
		}
	}
	switch {
	case len(c.found) == 2:
		a.Verdict, a.Level, a.Solutions = solvers.Multiple, puzzle.BySearch, c.found
	case len(c.found) == 1 && ended == Decided:
		a.Verdict, a.Level, a.Solutions = solvers.Unique, puzzle.BySearch, c.found
	case c.open < before:
		a.Level = puzzle.ByProbe
	}
	return a
}

// search looks for two solutions by guesses at one cell after another, with lines alone or with
// probes below them. It returns Decided when it has found two, or all there are. Afterwards the
// canvas is as before.
//
// Most puzzles with several solutions have them side by side, and show them to the last guess of
// the first way down.
func (c *canvas[L]) search(patience int, probing bool) Outcome {
	c.until, c.probing = c.solved+patience, probing
	return c.guesses()
}

// guesses continues a search when no line is queued. It chooses a cell and tries its shades in turn.
// A shade below which everything was seen is struck out; with lines alone and several shades left,
// what follows from that may make it choose another cell. The canvas is as before when it returns.
func (c *canvas[L]) guesses() Outcome {
	switch {
	case c.open == 0:
		c.keepSolution(c.solution())
		return Decided
	case len(c.found) == 2:
		return Decided
	case c.solved > c.until || c.tooDeep():
		return OutOfPatience
	}
	c.depth++
	defer func() { c.depth-- }()
	row, col, shade := c.guess()
	kept := c.keepProbes()
	m := c.suppose()
	defer c.undo(m)
	for may := c.at(row, col); ; shade = may.Colour() + 1 {
		below := c.suppose()
		c.choose(row, col, shade)
		ended := c.searchBelow()
		c.undo(below)
		c.restoreProbes(kept)
		if !c.probing && len(c.found) == 0 { // a wrong guess: from here on with the patience of a small board
			c.until = min(c.until, c.solved+linesGuessed*(c.rows+c.cols))
		}
		if may &^= 1 << shade; ended != Decided || len(c.found) == 2 || may == 0 {
			return ended
		}
		c.strike(row, shade, col)
		if c.probing || may.One() {
			return c.searchBelow()
		}
		if f := c.propagate(); f != consistent {
			return outcomeBelow(f)
		}
		if c.at(row, col) != may {
			return c.guesses()
		}
	}
}

// mostSaved bounds the memory that a search keeps to go back to, in bytes. A puzzle that needs more
// is left to learning.
const mostSaved = 64 << 20 // bytes

// tooDeep reports whether the search keeps more than mostSaved bytes.
func (c *canvas[L]) tooDeep() bool {
	kept := len(c.masks) * int(unsafe.Sizeof(*new(L)))
	if c.probing {
		kept += c.depth * c.rows * c.cols * int(unsafe.Sizeof(lineSet{})+unsafe.Sizeof(gain{}))
	}
	return kept > mostSaved
}

// searchBelow propagates the last decision, probes if the search does, and goes on guessing.
func (c *canvas[L]) searchBelow() Outcome {
	f := c.propagate()
	if f == consistent && c.probing && c.open > 0 {
		c.markStale()
		f, _ = c.probes()
	}
	if f != consistent {
		return outcomeBelow(f)
	}
	return c.guesses()
}

// outcomeBelow returns the outcome of a search that a finding of lines or probes ended.
func outcomeBelow(f finding) Outcome {
	if f == interrupted {
		return OutOfTime
	}
	return Decided
}

// keepSolution adds a solution to found, up to two different ones.
func (c *canvas[L]) keepSolution(solution []puzzle.Cell) {
	if len(c.found) == 0 || len(c.found) == 1 && !slices.Equal(c.found[0], solution) {
		c.found = append(c.found, solution)
	}
}

// guess returns a cell to guess at, and its first shade to try. Without probes it takes a cell with
// many known neighbours, which decides most.
func (c *canvas[L]) guess() (row, col, shade int) {
	if c.probing {
		return c.mostGained()
	}
	c.survey()
	for neighbours := mostNeighbours; ; neighbours-- {
		for row := range c.rows {
			for i := 0; 64*i < c.cols; i++ {
				if cells := c.openCells(row, i, neighbours); cells != 0 {
					col := 64*i + bits.TrailingZeros64(cells)
					return row, col, c.at(row, col).Colour() + 1
				}
			}
		}
	}
}
