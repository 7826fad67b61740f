package engine

import (
	"math"
	"math/rand/v2"
	"slices"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// belief estimates for each cell how likely it is filled in a solution, by belief propagation
// between the rows and the columns (the sum-product algorithm: Kschischang et al. 2001). Given
// independent odds for each of its cells, a line's own odds follow exactly from a sum over all its
// arrangements, which two sweeps of O(cells · runs) compute. A line sends each cell its odds
// without the part that came from that cell, and the crossing line takes them as its input. The
// page has short loops everywhere, so the result is no probability, but it is a good first guess of
// a picture.
type belief[M line.Mask] struct {
	grid  *grid[M]
	odds  [2][]float64 // odds of each cell to be filled, as its row says and as its column says
	lean  []float64    // factor of each cell's odds that reinforce adds; 1 at first
	lines lineOdds

	spans  [][]line.Extent // extents of each line's runs, for the cells in seen
	seen   []line.Known[M] // for each line, the cells known when its spans were made
	made   []bool          // for each line, whether its spans were made
	solver line.LineSolver[M]
}

// newBelief starts with even odds for seed 0, with random ones for any other seed.
func newBelief[M line.Mask](g *grid[M], seed uint64) *belief[M] {
	b := &belief[M]{
		grid:   g,
		lean:   slices.Repeat([]float64{1}, g.rows*g.cols),
		spans:  make([][]line.Extent, len(g.clues)),
		seen:   make([]line.Known[M], len(g.clues)),
		made:   make([]bool, len(g.clues)),
		solver: line.NewSweeps[M](g.clues),
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for side := range b.odds {
		b.odds[side] = make([]float64, g.rows*g.cols)
		for c := range b.odds[side] {
			b.odds[side][c] = 1
			if seed > 0 {
				b.odds[side][c] = math.Exp(r.NormFloat64())
			}
		}
	}
	return b
}

// mostOdds bounds the odds in a message, so that it cannot drown all later ones.
const mostOdds = 1e3

// round passes messages from all rows, then from all columns. A line whose cells are all known, or
// whose arrangements have next to no weight, sends none. It reports false when the budget has ended.
func (b *belief[M]) round() bool {
	g := b.grid
	for line, runs := range g.clues {
		if g.budget.ended() {
			return false
		}
		spans := b.spansOf(line)
		if spans == nil {
			continue
		}
		from, step, side := g.cellOf(line, 0), 1, 0
		if line >= g.rows {
			step, side = g.cols, 1
		}
		told, tell := b.odds[1-side], b.odds[side]
		l, cells := &b.lines, &g.lines[line]
		l.reset(g.size(line))
		for i := range l.fill {
			word, bit := i/64, i%64
			switch {
			case cells.Filled[word]>>bit&1 == 1:
				l.fill[i], l.empty[i] = 1, 0
			case cells.Empty[word]>>bit&1 == 1:
				l.fill[i], l.empty[i] = 0, 1
			default:
				c := from + i*step
				odds := told[c] * b.lean[c]
				if odds > 1 {
					l.fill[i], l.empty[i] = 1, 1/odds
				} else {
					l.fill[i], l.empty[i] = odds, 1
				}
			}
		}
		if !l.sum(runs, spans) {
			continue
		}
		for i := range l.fill {
			if (cells.Filled[i/64]|cells.Empty[i/64])>>(i%64)&1 == 1 {
				continue
			}
			c := from + i*step
			odds := l.filled[i] / max(l.total-l.filled[i], 1e-300) / (told[c] * b.lean[c])
			tell[c] = clamp(math.Sqrt(odds * tell[c])) // geometric mean of the old and the new odds: without it they swing
		}
	}
	return true
}

// spansOf returns the places where each run of a line may start, as far as the line alone tells
// from each side; nil when no cell of the line is open.
func (b *belief[M]) spansOf(which int) []line.Extent {
	g, cells, runs := b.grid, &b.grid.lines[which], b.grid.clues[which]
	if b.made[which] && b.seen[which] == *cells {
		return b.spans[which]
	}
	n, k := g.size(which), len(runs)
	b.made[which], b.seen[which] = true, *cells
	spans := b.spans[which]
	if spans == nil {
		spans = make([]line.Extent, k)
	}
	some := cells.Filled
	line.Add(&some, &cells.Empty)
	if some == line.Prefix[M](n) || !b.solver.Extents(runs, n, *cells, spans) {
		spans = nil
	}
	b.spans[which] = spans
	return spans
}

// clamp returns odds, at most mostOdds and at least its reciprocal.
func clamp(odds float64) float64 { return min(max(odds, 1/mostOdds), mostOdds) }

// oddsOf returns the odds of a cell to be filled.
func (b *belief[M]) oddsOf(cell int) float64 {
	return b.odds[0][cell] * b.odds[1][cell] * b.lean[cell]
}

// pass passes messages for a number of rounds. It reports false when the budget has ended.
func (b *belief[M]) pass(rounds int) bool {
	for range rounds {
		if !b.round() {
			return false
		}
	}
	return true
}

// confidence returns how many times likelier a cell has one value than the other.
func (b *belief[M]) confidence(cell int) float64 {
	odds := b.oddsOf(cell)
	return max(odds, 1/odds)
}

// value returns the likelier value of a cell.
func (b *belief[M]) value(cell int) puzzle.Cell {
	if b.oddsOf(cell) < 1 {
		return puzzle.Empty
	}
	return puzzle.Filled
}

// decimate decides a share of the open cells, those of most confidence; it follows the lines,
// passes messages again, and goes on until the picture is complete. If some cell can take neither
// value, it takes back shares, each time twice as many as before, and passes messages anew from
// there. After mostBack shares in one step it gives up with a contradiction. The cells decided stay
// on the trail.
func (b *belief[M]) decimate(rounds int) finding {
	g := b.grid
	if !b.pass(settlingRounds) {
		return interrupted
	}
	var marks []int // of the trail, before each share
	for back := 1; !g.complete(); {
		if !b.pass(rounds) {
			return interrupted
		}
		marks = append(marks, len(g.trail))
		switch b.decideShare() {
		case interrupted:
			return interrupted
		case contradiction:
			if back > mostBack {
				return contradiction
			}
			to := max(0, len(marks)-back)
			back *= 2
			g.undo(marks[to])
			marks = marks[:to]
			if !b.pass(rethinkingRounds) {
				return interrupted
			}
		}
	}
	return consistent
}

const (
	mostBack         = 4  // shares taken back at once, at the most
	rethinkingRounds = 10 // rounds
)

// decideShare decides the cells of most confidence.
func (b *belief[M]) decideShare() finding {
	for _, c := range b.surestCells() {
		if b.grid.at(c) != puzzle.Unknown {
			continue
		}
		if f := b.decideCell(c); f != consistent {
			return f
		}
	}
	return consistent
}

// decideCell gives an Unknown cell its likelier value, or the other one if that contradicts.
func (b *belief[M]) decideCell(c int) finding {
	g, mark := b.grid, len(b.grid.trail)
	f := g.assume(c, b.value(c))
	if f == contradiction {
		g.undo(mark)
		f = g.assume(c, puzzle.Opposite(b.value(c)))
	}
	if f != consistent {
		g.undo(mark)
	}
	return f
}

// surestCells returns the open cells of most confidence, surest first: a share decimatedShare of
// all open ones.
func (b *belief[M]) surestCells() []int {
	g := b.grid
	open := g.rows*g.cols - len(g.trail)
	most := 1 + int(float64(open-1)*decimatedShare)
	cells, confidences := make([]int, 0, most+1), make([]float64, 0, most+1)
	for row := range g.rows {
		some := g.lines[row].Filled
		line.Add(&some, &g.lines[row].Empty)
		line.Each(line.Without(line.Prefix[M](g.cols), some), func(i int) {
			c := row*g.cols + i
			confidence := b.confidence(c)
			if len(cells) == most && confidence <= confidences[most-1] {
				return
			}
			at, _ := slices.BinarySearchFunc(confidences, confidence, func(x, y float64) int {
				if x >= y {
					return -1
				}
				return 1
			})
			cells, confidences = slices.Insert(cells, at, c), slices.Insert(confidences, at, confidence)
			if len(cells) > most {
				cells, confidences = cells[:most], confidences[:most]
			}
		})
	}
	return cells
}

// decimatedShare is the share of the open cells decided at a time. A lower one takes longer and
// hardly gets further.
const decimatedShare = .05

// reinforce has each cell lean, round by round, further to the side on which its lines see it,
// until nearly all cells are sure (Braunstein and Zecchina, "Learning by message passing in
// networks of discrete synapses", 2006). Nothing is decided on the way, so that a cell seen wrongly
// at first can still turn. Decimation often ends at a contradiction half way; reinforce ends at a
// whole picture that breaks a handful of lines. It returns the picture and those lines, or false
// when the budget has ended.
func (b *belief[M]) reinforce() (picture []puzzle.Cell, broken []int, inTime bool) {
	g := b.grid
	if !b.pass(settlingRounds) {
		return nil, nil, false
	}
	for n := 1; ; n++ {
		if !b.round() {
			return nil, nil, false
		}
		for c, lean := range b.lean {
			b.lean[c] = clamp(lean * math.Pow(b.odds[0][c]*b.odds[1][c], reinforcement))
		}
		last := n == reinforcements
		if last || n%roundsPerLook == 0 {
			picture = b.picture()
			broken = g.brokenLines(picture)
			if last || len(broken) == 0 {
				return picture, broken, true
			}
		}
	}
}

const (
	reinforcement  = .05 // the power of a cell's odds that is added each round
	reinforcements = 300 // rounds
	roundsPerLook  = 20  // rounds between checks whether the picture fits
)

// picture returns the known cells, and the likelier value of every other cell.
func (b *belief[M]) picture() []puzzle.Cell {
	picture := b.grid.cells()
	for c, value := range picture {
		if value == puzzle.Unknown {
			picture[c] = b.value(c)
		}
	}
	return picture
}

// doubtful returns the open cells of some lines whose confidence is below 20, or about which row and
// column disagree, each with odds of more than e. A cell in two of the lines comes twice.
func (b *belief[M]) doubtful(lines []int) (cells []int) {
	for _, line := range lines {
		for i := range b.grid.size(line) {
			c := b.grid.cellOf(line, i)
			row, column := math.Log(b.odds[0][c]), math.Log(b.odds[1][c])
			disagree := row*column < 0 && min(math.Abs(row), math.Abs(column)) > 1
			if b.grid.at(c) == puzzle.Unknown && (disagree || b.confidence(c) < 20) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// brokenLines returns the lines whose clues a picture does not keep.
func (g *grid[M]) brokenLines(picture []puzzle.Cell) (lines []int) {
	for line, clue := range g.clues {
		cells := make([]puzzle.Cell, g.size(line))
		for i := range cells {
			cells[i] = picture[g.cellOf(line, i)]
		}
		if !slices.EqualFunc(puzzle.RunsOf(cells, 0, 1, len(cells)), clue, func(run puzzle.Run, length int) bool { return run.Length == length }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// settlingRounds is the number of rounds in which messages cross a page a few times.
const settlingRounds = 40
