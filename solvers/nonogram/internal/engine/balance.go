package engine

import (
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// balance proves by prices that a solution is the only one. Each cell in which a picture
// differs from it earns a coin, of which the cell's row is paid a share and its column
// the rest; shares may be negative. With the solution's own arrangement a line earns
// nothing, with the best of all arrangements of its clue that or more. Another solution
// differs in two rows at least, in two cells of each: if all lines together can earn less
// than four coins, there is none.
//
// The least sum over all shares is what the linear relaxation of rows and columns says (a
// Lagrangian decomposition: Guignard and Kim 1987). It counts where clauses have to go
// through exponentially many cases: for n-Dom and Forever it is zero. It is looked for with
// each line's best arrangement softened to a mean of all (Nesterov 2005), and seen when it
// is found in integers, so that no proof hangs on rounding.
type balance[M line.Mask] struct {
	grid     *grid[M]
	solution []puzzle.Cell
	spans    [][]line.Extent // of each line's runs; nil for a line that is known
	line     line.PricedLine
}

const (
	coin        = 1 << 20 // what a cell earns
	debt        = 1 << 30 // coins that it costs to differ in a cell that is known
	mostShare   = 1 << 20 // coins; with it no sum over the lines overflows
	temperature = 4       // coins that make an arrangement e times as likely
	mostSteps   = 150
	lookAfter   = 10  // steps
	enough      = .95 // of the sum before that may be left then, or it is given up
)

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

// proves says whether it found shares that leave no room for another solution. That it did
// not says nothing.
func (b *balance[M]) proves() bool {
	m := newQuasiNewton(len(b.solution), b.soft)
	last := m.value
	for n := 1; n <= mostSteps && !b.grid.budget.ended(); n++ {
		if !m.step() {
			return false
		}
		switch most, ok := b.most(m.x); {
		case !ok:
			return false
		case most < 4*coin:
			return true
		}
		if n%lookAfter == 0 {
			if m.value > enough*last {
				return false
			}
			last = m.value
		}
	}
	return false
}

// most is the most that all lines earn, when the row is paid so many coins more than half for
// each cell. It is false for shares beyond bounds.
func (b *balance[M]) most(shares []float64) (total int64, ok bool) {
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

// soft is what all lines earn, softened, and how it grows with each share.
func (b *balance[M]) soft(shares, slope []float64) (total float64) {
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
