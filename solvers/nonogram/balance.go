package nonogram

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
type balance[M mask] struct {
	grid     *grid[M]
	solution []Cell
	spans    [][]extent // of each line's runs; nil for a line that is known
	line     pricedLine
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

func newBalance[M mask](g *grid[M], solution []Cell) *balance[M] {
	b := &balance[M]{grid: g, solution: solution, spans: make([][]extent, len(g.clues))}
	solver := newSweeps[M](g.clues)
	for line, runs := range g.clues {
		known := g.lines[line].filled
		add(&known, &g.lines[line].empty)
		spans := make([]extent, len(runs))
		if known != prefix[M](g.size(line)) && solver.extents(runs, g.size(line), g.lines[line], spans) {
			b.spans[line] = spans
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
		l.reset(g.size(line))
		for i := range l.price {
			c := g.cellOf(line, i)
			share := int64(shares[c] * coin)
			switch {
			case share > mostShare*coin || share < -mostShare*coin:
				return 0, false
			case g.at(c) != Unknown:
				l.price[i] = -debt * coin
			case line < g.rows:
				l.price[i] = coin/2 + share
			default:
				l.price[i] = coin/2 - share
			}
			l.filled[i] = b.solution[c] == Filled
		}
		total += l.most(runs, b.spans[line])
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
		l.reset(g.size(line))
		sign := 1.0
		if line >= g.rows {
			sign = -1
		}
		for i := range l.odds {
			c := g.cellOf(line, i)
			l.odds[i] = (.5 + sign*shares[c]) / temperature
			if g.at(c) != Unknown {
				l.odds[i] = -debt / temperature
			}
			l.filled[i] = b.solution[c] == Filled
		}
		total += temperature * l.soft(runs, b.spans[line])
		for i, differs := range l.differs {
			if c := g.cellOf(line, i); g.at(c) == Unknown {
				slope[c] += sign * differs
			}
		}
	}
	return total
}
