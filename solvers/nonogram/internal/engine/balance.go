package engine

import (
	"math"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// balance proves by prices that a solution is the only one. Each cell in which a picture differs
// from the solution earns one coin. The cell's row gets a share of the coin and its column the
// rest; shares may be negative. A line earns nothing with the solution's own arrangement, so the
// best of all arrangements of its clue earns nothing or more. Another solution differs in at least
// two rows, and in at least two cells of each: if the best arrangements of all lines together earn
// less than four coins, there is no other solution.
//
// The least sum over all shares is the value of the linear relaxation of rows and columns (a
// Lagrangian decomposition: Guignard and Kim 1987). It helps where clauses have to go through
// exponentially many cases: for n-Dom and Forever it is zero. The search for it softens each line's
// best arrangement to a mean of all (Nesterov 2005). The proof itself is checked in integers, so
// that it does not hang on rounding.
type balance[M line.Mask] struct {
	grid     *grid[M]
	solution []puzzle.Cell
	spans    [][]line.Extent // places of each line's runs; nil for a line that is known
	line     line.PricedLine
}

const (
	coin        = 1 << 20 // price of a cell that differs, in integers
	debt        = 1 << 30 // coins that it costs to differ in a known cell
	mostShare   = 1 << 20 // coins; within it no sum over the lines overflows
	temperature = 4       // coins that make an arrangement e times as likely
	mostSteps   = 150     // steps of the search for shares
	lookAfter   = 2       // steps between looks at the sum; the first is after one step
	mostLeft    = .97     // of the sum at the last look that is left at most, or the look is poor
	mostPoor    = 2       // poor looks in a row, after which it is given up
)

// newBalance prepares a proof that a solution is the only one.
func newBalance[M line.Mask](g *grid[M], solution []puzzle.Cell) *balance[M] {
	b := &balance[M]{grid: g, solution: solution, spans: make([][]line.Extent, len(g.clues))}
	solver := line.NewSweeps[M](g.clues)
	for which, runs := range g.clues {
		known := g.lines[which].Filled
		line.Add(&known, &g.lines[which].Empty)
		spans := make([]line.Extent, len(runs))
		if known != line.Prefix[M](g.size(which)) && solver.Extents(runs, g.size(which), g.lines[which], spans) {
			b.spans[which] = spans
		}
	}
	return b
}

// proves reports whether it found shares that leave no room for another solution. If it did not,
// there may or may not be one.
func (b *balance[M]) proves() bool {
	m := newQuasiNewton(len(b.solution), b.softSum)
	last, poor := math.Inf(1), 0
	for n := 1; n <= mostSteps && !b.grid.budget.ended(); n++ {
		if !m.step() {
			return false
		}
		switch most, ok := b.highestSum(m.x); {
		case !ok:
			return false
		case most < 4*coin: // another solution would earn four coins or more
			return true
		}
		if n%lookAfter == 1 {
			if poor++; m.value <= mostLeft*last {
				poor = 0
			} else if poor == mostPoor {
				return false
			}
			last = m.value
		}
	}
	return false
}

// highestSum returns the sum of the highest earnings of all lines. For each cell the row is paid
// half a coin plus the cell's share, the column half a coin less it. It returns false for a share
// beyond mostShare.
func (b *balance[M]) highestSum(shares []float64) (total int64, ok bool) {
	g, l := b.grid, &b.line
	for line, runs := range g.clues {
		if b.spans[line] == nil {
			continue
		}
		l.Reset(g.size(line))
		for i := range l.Price {
			c := g.cellOf(line, i)
			share := int64(shares[c] * coin)
			switch {
			case share > mostShare*coin || share < -mostShare*coin:
				return 0, false
			case g.at(c) != puzzle.Unknown:
				l.Price[i] = -debt * coin
			case line < g.rows:
				l.Price[i] = coin/2 + share
			default:
				l.Price[i] = coin/2 - share
			}
			l.Filled[i] = b.solution[c] == puzzle.Filled
		}
		total += l.Most(runs, b.spans[line])
	}
	return total, true
}

// softSum returns the softened earnings of all lines, and sets slope to their derivative by each
// share.
func (b *balance[M]) softSum(shares, slope []float64) (total float64) {
	g, l := b.grid, &b.line
	clear(slope)
	for line, runs := range g.clues {
		if b.spans[line] == nil {
			continue
		}
		l.Reset(g.size(line))
		sign := 1.0
		if line >= g.rows {
			sign = -1
		}
		for i := range l.Odds {
			c := g.cellOf(line, i)
			l.Odds[i] = (.5 + sign*shares[c]) / temperature
			if g.at(c) != puzzle.Unknown {
				l.Odds[i] = -debt / temperature
			}
			l.Filled[i] = b.solution[c] == puzzle.Filled
		}
		total += temperature * l.Soft(runs, b.spans[line])
		for i, differs := range l.Differs {
			if c := g.cellOf(line, i); g.at(c) == puzzle.Unknown {
				slope[c] += sign * differs
			}
		}
	}
	return total
}
