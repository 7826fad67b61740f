package engine

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// effort counts the guesses of a search, and the probes below them.
type effort struct{ guesses, probes int }

// exceeds reports whether either count is above that of patience.
func (e effort) exceeds(patience effort) bool {
	return e.guesses > patience.guesses || e.probes > patience.probes
}

// plus returns the sum; math.MaxInt stands for no bound.
func (e effort) plus(f effort) effort {
	return effort{e.guesses + min(f.guesses, math.MaxInt-e.guesses), e.probes + min(f.probes, math.MaxInt-e.probes)}
}

// probesPerCell bounds the probes of the search before learning, per cell: about as many as take
// the time of learning on a page. Empirical.
const probesPerCell = 1.5

// search holds the options and the state of one depth-first search for solutions.
type search[M line.Mask] struct {
	wanted   int        // number of solutions to stop at
	patience effort     // effort after which it gives up
	weaker   bool       // guess the value that decides fewer cells
	noise    float64    // random share added to a cell's score
	random   *rand.Rand // source of noise

	certain bool // the cells decided at its start are certain
	depth   int  // guesses above the current node
	spent   effort
	found   [][]puzzle.Cell
}

// explore looks for two solutions, from the certain cells on, in this order: lines alone, a quick
// guess, probes, a short search, and learning. As soon as one has an answer it returns that, and
// raises g.level to the method. When the budget ends it returns what was found.
func (g *grid[M]) explore() result {
	f := g.propagate()
	g.secure(true)
	if f != consistent || g.complete() {
		return g.resultOf(f)
	}
	if g.paint != nil && g.paint.drafted && g.paint.found == nil { // the canvas has probed and searched
		g.level = puzzle.BySearch
		return g.learn()
	}
	found := g.easilyFound()
	if g.paint == nil && len(found) == 2 {
		g.level = puzzle.BySearch
		return result{Decided, found}
	}
	if f = g.deduce(true); f != consistent || g.complete() {
		r := g.resultOf(f)
		if f == interrupted {
			r.solutions = found
		}
		return r
	}
	g.level = puzzle.BySearch
	switch len(found) {
	case 2:
		return result{Decided, found}
	case 1:
		return g.findBeside(found[0])
	}
	r := g.attempt(&search[M]{wanted: 2, patience: effort{g.searchProbes, g.searchProbes}})
	switch {
	case r.outcome != OutOfPatience:
		return r
	case len(r.solutions) > 0:
		return g.findBeside(r.solutions[0])
	}
	return g.learn()
}

// resultOf returns the result when lines and probes alone have answered: the grid is complete, or f
// is not consistent.
func (g *grid[M]) resultOf(f finding) result {
	switch f {
	case interrupted:
		return result{outcome: OutOfTime}
	case contradiction:
		return result{outcome: Decided}
	}
	return result{Decided, [][]puzzle.Cell{g.cells()}}
}

// easilyFound returns up to two solutions. In colours they are those of the canvas; in black and
// white a dive finds the first, and a switch the second.
func (g *grid[M]) easilyFound() [][]puzzle.Cell {
	if g.paint != nil {
		return g.paint.found
	}
	first := g.dive()
	if first == nil {
		return nil
	}
	if other := g.findSwitch(first); other != nil {
		return [][]puzzle.Cell{first, other}
	}
	return [][]puzzle.Cell{first}
}

// A dive is made on boards with at least openToDive open cells, where probing each takes longer
// than a dive. It gives up after diveLines lines for each cell; a board of n × n cells
// with the clue 1 in every line takes two.
const (
	openToDive = 1 << 12 // cells
	diveLines  = 3       // for each cell of the board
)

// dive returns a solution that it found by guesses and lines alone, or nil. It fills one open cell
// after another, or empties it if filling it contradicts; it never goes back further. On large
// symmetric boards, which have very many solutions, nearly every guess is right while probes decide
// nothing. In colours the canvas dives.
func (g *grid[M]) dive() []puzzle.Cell {
	if g.total-len(g.trail) < openToDive {
		return nil
	}
	defer g.undo(g.certain)
	for c, lines := 0, 0; !g.complete(); c++ {
		if g.at(c) != puzzle.Unknown {
			continue
		}
		mark := len(g.trail)
		f := g.assume(c, puzzle.Filled)
		lines += len(g.touched)
		if f == contradiction {
			g.undo(mark)
			f = g.assume(c, puzzle.Empty)
			lines += len(g.touched)
		}
		if f != consistent || lines > diveLines*g.total {
			return nil
		}
	}
	return g.cells()
}

// attempt runs a search from the cells decided now, and then goes back to them. Cells that the
// search proved stay decided.
func (g *grid[M]) attempt(s *search[M]) result {
	mark := len(g.trail)
	s.certain = mark == g.certain
	ended := g.search(s)
	g.undo(max(mark, g.certain))
	return result{ended, s.found}
}

// search looks at everything that is open below the guesses made so far: it deduces, guesses at a
// cell, and then gives that cell the other value for good. Decided says that all of it was seen, or
// that the wanted number of solutions was found. The cells decided stay decided; callers undo them.
func (g *grid[M]) search(s *search[M]) Outcome {
	for {
		before := g.probed
		f := g.deduce(s.certain && s.depth == 0 && s.found == nil) // after a solution, the cells decided are those of one branch only
		if s.depth > 0 {
			s.spent.probes += g.probed - before
		}
		switch {
		case f == interrupted:
			return OutOfTime
		case f == contradiction:
			return Decided
		case g.complete():
			g.collect(s)
			return Decided
		}
		if s.spent.guesses++; s.spent.exceeds(s.patience) {
			return OutOfPatience
		}
		cell, value := g.branch(s)
		if ended := g.guess(s, cell, value); ended != Decided || len(s.found) >= s.wanted {
			return ended
		}
		if s.spent.exceeds(s.patience) {
			return OutOfPatience
		}
		g.set(cell, puzzle.Opposite(value))
	}
}

// guess searches with one cell decided, and then takes the cell back.
func (g *grid[M]) guess(s *search[M], cell int, value puzzle.Cell) Outcome {
	mark := len(g.trail)
	saved := g.prober.save(g)
	s.depth++
	g.set(cell, value)
	ended := g.search(s)
	s.depth--
	g.undo(mark)
	g.prober.restore(g, saved)
	return ended
}

// collect adds the complete grid to the solutions, and a second one if that is wanted and a switch
// finds it. The next solution may be near, so the search gets its patience once more.
func (g *grid[M]) collect(s *search[M]) {
	solution := g.cells()
	s.found = append(s.found, solution)
	if len(s.found) == 1 && s.wanted > 1 && s.depth > 0 {
		if other := g.findSwitch(solution); other != nil {
			s.found = append(s.found, other)
		}
	}
	s.patience = s.patience.plus(s.spent)
}

// branch picks the cell to guess at: the one with the highest score by its last probes. It returns
// the value that decides more cells, or the other one if the search wants the weaker.
func (g *grid[M]) branch(s *search[M]) (cell int, value puzzle.Cell) {
	best := -1.0
	for row := range g.rows {
		for i := range len(g.prober.all) {
			for w := ^g.knownWord(row, i); w != 0; w &= w - 1 {
				c := row*g.cols + 64*i + bits.TrailingZeros64(w)
				worth := score(g.prober.gain[c])
				if s.noise > 0 {
					worth *= 1 + s.noise*s.random.Float64()
				}
				if worth > best {
					best, cell = worth, c
				}
			}
		}
	}
	if gain := g.prober.gain[cell]; (gain[1] >= gain[0]) != s.weaker {
		return cell, puzzle.Filled
	}
	return cell, puzzle.Empty
}

// score rates a guess at a cell by the number of cells that each of its values decides. Both
// branches should end soon, so the smaller number counts in full and the difference by its
// logarithm; the factor is empirical.
func score(gain [2]int32) float64 {
	low, high := min(gain[0], gain[1]), max(gain[0], gain[1])
	return float64(low) + 1.85*math.Log1p(float64(high-low))
}

// A puzzle that is too large for learning is searched in rounds; each round has more patience.
const (
	firstPatience = 100     // guesses
	weakPatience  = 4       // times firstPatience, for the search that guesses the weaker value
	morePatience  = 1.5     // factor from one round to the next
	mostPatience  = 1 << 40 // guesses
	someNoise     = 0.3     // share of a cell's score, from the second round on
)

// persist searches without learning until it has wanted solutions, known included, or a complete
// search shows that there are no more. A search that runs out of patience starts anew with other
// guesses and more patience, so that one of them is complete in the end. Every other search guesses
// the value that decides less. When the budget ends it returns the solutions so far.
func (g *grid[M]) persist(wanted int, known [][]puzzle.Cell) result {
	var noise float64
	var random *rand.Rand
	for patience := float64(firstPatience); ; patience = min(patience*morePatience, mostPatience) {
		for _, s := range []search[M]{
			{patience: effort{int(patience), math.MaxInt}},
			{patience: effort{int(patience) * weakPatience, math.MaxInt}, weaker: true},
		} {
			if g.budget.ended() {
				return result{OutOfTime, known}
			}
			s.wanted, s.noise, s.random = wanted, noise, random
			r := g.attempt(&s)
			if r.outcome == Decided {
				return r
			}
			if known = union(known, r.solutions); len(known) >= wanted {
				return result{Decided, known[:wanted]}
			}
			if r.outcome != OutOfPatience {
				return result{r.outcome, known}
			}
		}
		if random == nil {
			noise, random = someNoise, rand.New(rand.NewPCG(1, 2))
		}
	}
}

// union returns some, followed by those of others that are not in some.
func union(some, others [][]puzzle.Cell) [][]puzzle.Cell {
	for _, other := range others {
		if !slices.ContainsFunc(some, func(one []puzzle.Cell) bool { return slices.Equal(one, other) }) {
			some = append(some, other)
		}
	}
	return some
}

// proveByCell proves the backbone of two solutions without learning. For each candidate it looks
// for a solution with that cell flipped. A solution rules out every candidate in which it differs.
func (g *grid[M]) proveByCell(solutions [][]puzzle.Cell) Outcome {
	candidates := slices.Clone(solutions[0])
	ruleOut := func(solution []puzzle.Cell) {
		for c, value := range solution {
			if candidates[c] != value {
				candidates[c] = puzzle.Unknown
			}
		}
	}
	ruleOut(solutions[1])
	for cell := range candidates {
		value := candidates[cell]
		if value == puzzle.Unknown || g.at(cell) != puzzle.Unknown {
			continue
		}
		mark := len(g.trail)
		g.set(cell, puzzle.Opposite(value))
		r := g.solutionBelow()
		g.undo(mark)
		switch {
		case len(r.solutions) > 0:
			g.mustSolve(r.solutions...)
			ruleOut(r.solutions[0])
		case r.outcome == Decided:
			g.assume(cell, value)
			g.certain = len(g.trail)
		default:
			return r.outcome
		}
	}
	return Decided
}

// solutionBelow looks for one solution that has the cells decided now; these need not be certain.
func (g *grid[M]) solutionBelow() result {
	switch g.deduce(false) {
	case interrupted:
		return result{outcome: OutOfTime}
	case contradiction:
		return result{outcome: Decided}
	}
	if g.complete() {
		return result{Decided, [][]puzzle.Cell{g.cells()}}
	}
	return g.persist(1, nil)
}
