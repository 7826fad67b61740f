package nonogram

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"kibitz/solvers"
)

// engine is one solve of one puzzle. There is one for each size of mask.
type engine interface {
	solve(ctx context.Context, backbone bool) *Answer
}

func newEngine(p *Puzzle) engine {
	switch side := max(len(p.Rows), len(p.Cols)); {
	case side <= 64:
		return newGrid[[1]uint64](p)
	case side <= 128:
		return newGrid[[2]uint64](p)
	case side <= 256:
		return newGrid[[4]uint64](p)
	case side <= 512:
		return newGrid[[8]uint64](p)
	default:
		return newGrid[[16]uint64](p)
	}
}

// grid is the puzzle with what is known of its cells at the moment. Lines are
// numbered rows first; cells are row-major.
type grid[M mask] struct {
	puzzle     *Puzzle
	rows, cols int
	clues      [][]int
	lines      []known[M] // kept for both directions: each cell is in two lines
	solver     lineSolver[M]

	trail    []int32 // the cells decided, in order: undo goes back along it
	queue    []int   // lines with news
	queued   []bool
	touched  []int // the lines that the last propagate looked at, some of them repeatedly
	failed   int   // the line that was last left without an arrangement
	against  int   // the line that the other value of the same cell left so; else failed again
	level    Level
	prober   *prober[M] // made when lines alone do not do
	depth    int        // assumptions that the search is below
	certain  int        // the part of trail that holds in every solution
	found    [][]Cell   // solutions so far
	wanted   int        // solutions to stop at
	brief    bool       // the verdict is enough
	spent    effort     // since the search began anew
	patience effort     // after which to do so, as long as there is no solution
	yielding bool       // guesses take the value that decides less
	noise    float64    // in the choice of the next guess
	rng      *rand.Rand // for it
	page     *page      // for what the search leaves; see learn.go
	haste    int        // the probes of the search before learning
	alone    int        // those of them before it takes a second core

	apprentice *apprentice[M] // that waits for a second core, during that search

	budget budget
}

// newGrid is p's, with the given cells decided.
func newGrid[M mask](p *Puzzle) *grid[M] {
	rows, cols := len(p.Rows), len(p.Cols)
	clues := slices.Concat(p.Rows, p.Cols)
	g := &grid[M]{
		puzzle: p,
		rows:   rows,
		cols:   cols,
		clues:  clues,
		lines:  make([]known[M], len(clues)),
		solver: newLineSolver[M](mostRuns(clues)),
		queued: make([]bool, len(clues)),
		trail:  make([]int32, 0, rows*cols),
		wanted: 2,
		haste:  int(float64(rows*cols) * probesPerCell),
		alone:  probesBeforeHelp,
	}
	g.give(p.Given)
	return g
}

// size is the number of cells in a line.
func (g *grid[M]) size(line int) int {
	if line < g.rows {
		return g.cols
	}
	return g.rows
}

// cellOf is the cell at position i of a line.
func (g *grid[M]) cellOf(line, i int) int {
	if line < g.rows {
		return line*g.cols + i
	}
	return i*g.cols + line - g.rows
}

func (g *grid[M]) name(line int) Line {
	if line < g.rows {
		return Line{Index: line}
	}
	return Line{Column: true, Index: line - g.rows}
}

func (g *grid[M]) at(cell int) Cell {
	row := &g.lines[cell/g.cols]
	word, bit := cell%g.cols/64, uint(cell%g.cols%64)
	switch {
	case row.filled[word]>>bit&1 == 1:
		return Filled
	case row.empty[word]>>bit&1 == 1:
		return Empty
	}
	return Unknown
}

func (g *grid[M]) cells() []Cell {
	cells := make([]Cell, g.rows*g.cols)
	for row := range g.rows {
		l, cells := &g.lines[row], cells[row*g.cols:(row+1)*g.cols]
		for i := range cells {
			filled, empty := l.filled[i/64]>>(i%64)&1, l.empty[i/64]>>(i%64)&1
			cells[i] = Cell(empty*uint64(Empty) + filled*uint64(Filled))
		}
	}
	return cells
}

func (g *grid[M]) complete() bool { return len(g.trail) == g.rows*g.cols }

// set decides a cell that is Unknown, and queues both its lines.
func (g *grid[M]) set(cell int, value Cell) {
	row, col := cell/g.cols, cell%g.cols
	g.put(row, col, value)
	g.put(g.rows+col, row, value)
	g.trail = append(g.trail, int32(cell))
}

// put writes a value at position i of a line, and queues the line.
func (g *grid[M]) put(line, i int, value Cell) {
	if value == Filled {
		g.lines[line].filled[i/64] |= 1 << (i % 64)
	} else {
		g.lines[line].empty[i/64] |= 1 << (i % 64)
	}
	g.enqueue(line)
}

// undo takes back all that was decided since the trail was at mark.
func (g *grid[M]) undo(mark int) {
	if g.prober != nil {
		g.prober.spoil(g, mark)
		g.prober.heeded = min(g.prober.heeded, mark)
		g.prober.synced = -1
	}
	for _, cell := range g.trail[mark:] {
		row, col := int(cell)/g.cols, int(cell)%g.cols
		g.clear(row, col)
		g.clear(g.rows+col, row)
	}
	g.trail = g.trail[:mark]
}

func (g *grid[M]) clear(line, i int) {
	g.lines[line].filled[i/64] &^= 1 << (i % 64)
	g.lines[line].empty[i/64] &^= 1 << (i % 64)
}

func (g *grid[M]) enqueue(line int) {
	if !g.queued[line] {
		g.queued[line] = true
		g.queue = append(g.queue, line)
	}
}

func (g *grid[M]) emptyQueue() { g.leaveQueue(0) }

// leaveQueue forgets the lines queued from place next on. All that were queued are
// touched.
func (g *grid[M]) leaveQueue(next int) {
	for _, line := range g.queue[next:] {
		g.queued[line] = false
	}
	g.queue, g.touched = g.touched[:0], g.queue
}

// news returns the cells of a line that its clue decides now, and false when the
// clue has no arrangement left.
func (g *grid[M]) news(line int) (known[M], bool) {
	before := &g.lines[line]
	after, ok := g.arrangement(line, before)
	if !ok {
		g.failed, g.against = line, line
		return known[M]{}, false
	}
	drop(&after.filled, &before.filled)
	drop(&after.empty, &before.empty)
	return after, true
}

// arrangement is what the clue of a line makes of the cells known, remembered from
// the last time if there was one.
func (g *grid[M]) arrangement(line int, before *known[M]) (known[M], bool) {
	if g.prober == nil { // nothing comes twice before the first probe
		return g.solver.arrange(g.clues[line], g.size(line), *before)
	}
	m := g.prober.memory.of(line, before)
	if m.line != int32(line+1) || m.before != *before {
		m = g.prober.memory.claim(m, line, before)
		m.after, m.ok = g.solver.arrange(g.clues[line], g.size(line), *before)
	}
	return m.after, m.ok
}

// write decides cells of a line, all Unknown so far, and queues the lines they cross.
func (g *grid[M]) write(line int, cells M, value Cell) {
	across, step, at := 0, g.cols, line-g.rows
	if line < g.rows {
		across, step, at = g.rows, 1, line
	}
	cell := g.cellOf(line, 0)
	word, bit := at/64, uint64(1)<<(at%64)
	for i := range len(cells) {
		for w := cells[i]; w != 0; w &= w - 1 {
			n := 64*i + bits.TrailingZeros64(w)
			crossed := &g.lines[across+n]
			if value == Filled {
				crossed.filled[word] |= bit
			} else {
				crossed.empty[word] |= bit
			}
			g.enqueue(across + n)
			g.trail = append(g.trail, int32(cell+n*step))
		}
	}
	if value == Filled {
		add(&g.lines[line].filled, &cells)
	} else {
		add(&g.lines[line].empty, &cells)
	}
}

// propagate solves queued lines until none has news. It reports false at a
// contradiction, and when the budget has ended.
func (g *grid[M]) propagate() bool {
	next := 0
	for ; next < len(g.queue); next++ {
		if g.budget.spent(g.certain) {
			break
		}
		line := g.queue[next]
		g.queued[line] = false
		news, ok := g.news(line)
		if !ok {
			g.leaveQueue(next + 1)
			return false
		}
		if news.filled != *new(M) {
			g.write(line, news.filled, Filled)
		}
		if news.empty != *new(M) {
			g.write(line, news.empty, Empty)
		}
	}
	g.leaveQueue(next)
	return !g.budget.over
}

// deduce goes as far as lines and probes lead. It reports false at a
// contradiction, and when the budget has ended; what it decided before that
// stays decided.
func (g *grid[M]) deduce() bool {
	defer g.secure()
	if !g.propagate() {
		return false
	}
	if g.complete() {
		return true
	}
	g.probes()
	g.prober.heed(g)
	for neighbours := mostNeighbours; neighbours >= 0; {
		before := len(g.trail)
		if !g.probeAll(neighbours) {
			return false
		}
		if len(g.trail) == before {
			neighbours--
		}
	}
	return true
}

// secure notes that all decided so far holds in every solution, if it does:
// outside of assumptions, and with no solution left behind on another branch.
func (g *grid[M]) secure() {
	if g.depth == 0 && len(g.found) == 0 {
		g.certain = len(g.trail)
	}
}

// assume decides a cell and follows the lines.
func (g *grid[M]) assume(cell int, value Cell) bool {
	g.set(cell, value)
	return g.propagate()
}

// conflict names the lines of the last contradiction.
func (g *grid[M]) conflict() []Line {
	if g.against == g.failed {
		return []Line{g.name(g.failed)}
	}
	return []Line{g.name(g.against), g.name(g.failed)}
}

// effort is what a search costs: its guesses and the probes below them.
type effort struct{ guesses, probes int }

func (e effort) exceeds(patience effort) bool {
	return e.guesses > patience.guesses || e.probes > patience.probes
}

// A search before learning has about as many probes as a page takes to learn; a longer
// one comes when learning has no quick answer. What is too large to learn is searched all
// the same, ever more patiently. The figures are empirical.
const (
	probesPerCell = 1.5
	firstPatience = 100 // guesses
	yieldPatience = 4   // times as many
	morePatience  = 1.5
	someNoise     = 0.3
)

// explore finds solutions of what is decided, until it has found the number
// wanted, or there are no more, or the budget ends.
func (g *grid[M]) explore() {
	switch {
	case !g.deduce():
		return
	case g.complete():
		g.keep(g.cells())
		return
	case g.depth > 0: // only what is too large to learn is explored there
		g.persist()
		return
	}
	a := newApprentice(g)
	defer a.dismiss()
	g.apprentice = a
	over := g.attempt(effort{guesses: g.haste, probes: g.haste})
	g.apprentice = nil
	if !over && len(g.found) == 0 {
		over = g.consult(a)
	}
	if over || len(g.found) >= g.wanted {
		return
	}
	a.dismiss()
	if g.learned() == nil {
		g.persist()
		return
	}
	g.study()
}

// searchAgain is the longer search, from cells that were proved. It says whether it came to
// an end. If not, what it decided for certain is left out of what is learned from then on,
// which took longer with it as often as not.
func (g *grid[M]) searchAgain(proved []Cell) bool {
	certain := g.certain
	g.undo(certain)
	g.give(proved)
	for line := range g.clues {
		g.enqueue(line)
	}
	if g.attempt(effort{firstPatience, math.MaxInt}) {
		return true
	}
	g.certain = certain
	g.undo(certain)
	return false
}

// persist searches without learning. A search that runs out of patience starts anew
// with other guesses, and goes further each time, so that one of them is complete
// in the end. Every other search guesses the value that decides less.
func (g *grid[M]) persist() {
	for patience := float64(firstPatience); ; patience *= morePatience {
		for _, yielding := range []bool{false, true} {
			g.yielding, g.found = yielding, nil
			guesses := int(patience)
			if yielding {
				guesses *= yieldPatience
			}
			if g.attempt(effort{guesses, math.MaxInt}) {
				return
			}
		}
		if g.rng == nil {
			g.noise, g.rng = someNoise, rand.New(rand.NewPCG(1, 2))
		}
	}
}

// attempt says whether the search came to an end before its patience did.
func (g *grid[M]) attempt(patience effort) bool {
	g.spent, g.patience = effort{}, patience
	g.search()
	return !g.spent.exceeds(g.patience)
}

// search goes depth first. It gives up when it has run out of patience.
func (g *grid[M]) search() {
	for g.deduce() {
		if g.complete() {
			g.keep(g.cells())
			g.patience.guesses += g.spent.guesses // the next solution may be near this one
			g.patience.probes += g.spent.probes
			return
		}
		if g.spent.guesses++; g.spent.exceeds(g.patience) {
			return
		}
		if a := g.apprentice; a != nil && g.spent.probes > g.alone {
			a.stepAside(a.guess, a.study)
		}
		g.level = BySearch
		cell, value := g.branch()
		mark := len(g.trail)
		kept := g.prober.keep(g)
		g.depth++
		g.set(cell, value)
		g.search()
		g.depth--
		g.undo(mark)
		g.prober.restore(g, kept)
		if g.budget.over || len(g.found) >= g.wanted || g.spent.exceeds(g.patience) {
			return
		}
		g.set(cell, opposite(value))
	}
}

// keep notes a solution, and one beside it if that is wanted and easily found.
func (g *grid[M]) keep(solution []Cell) {
	g.found = append(g.found, solution)
	guessed := g.depth > 0 || g.page != nil
	if len(g.found) == 1 && g.wanted > 1 && guessed {
		if other := g.another(); other != nil {
			g.found = append(g.found, other)
		}
	}
}

// branch picks the cell whose two values decide most, by their last probes, with
// the value that decides more, or when yielding less. Both branches should end soon, so the weaker effect
// counts in full and the difference by its logarithm; the factor is empirical.
func (g *grid[M]) branch() (cell int, value Cell) {
	best := -1.0
	for row := range g.rows {
		for i := range len(g.prober.all) {
			for w := ^g.knownWord(row, i); w != 0; w &= w - 1 {
				c := row*g.cols + 64*i + bits.TrailingZeros64(w)
				gain := g.prober.gain[c]
				low, high := min(gain[0], gain[1]), max(gain[0], gain[1])
				score := float64(low) + 1.85*math.Log1p(float64(high-low))
				if g.noise > 0 {
					score *= 1 + g.noise*g.rng.Float64()
				}
				if score > best {
					best, cell = score, c
				}
			}
		}
	}
	if gain := g.prober.gain[cell]; (gain[1] >= gain[0]) != g.yielding {
		return cell, Filled
	}
	return cell, Empty
}

// solve decides the puzzle, and proves the backbone if asked to.
func (g *grid[M]) solve(ctx context.Context, backbone bool) *Answer {
	if rows, cols := g.puzzle.Totals(); rows != cols {
		return &Answer{Verdict: solvers.None, Grid: g.cells()}
	}
	g.begin(ctx)
	g.brief = !backbone
	return g.decide()
}

// begin starts the clock, with every line to be looked at that says something by itself.
func (g *grid[M]) begin(ctx context.Context) {
	now := time.Now()
	g.budget = budget{ctx: ctx, total: g.rows * g.cols, begun: now, reported: now}
	for line := range g.clues {
		if g.tells(line) {
			g.enqueue(line)
		}
	}
}

// tells says whether the clue of a line decides any of its cells, or none fits, with
// nothing known: whether some run is longer than the line has cells to spare.
func (g *grid[M]) tells(line int) bool {
	spare, longest := g.size(line)+1, 0
	for _, run := range g.clues[line] {
		spare -= run + 1
		longest = max(longest, run)
	}
	return longest == 0 || spare < longest
}

// decide goes on from what is decided so far to the end.
func (g *grid[M]) decide() *Answer {
	busy.Add(1)
	defer busy.Add(-1)
	g.explore()
	a := &Answer{Verdict: g.verdict(), Level: g.level, Solutions: slices.Clone(g.found), Decided: time.Since(g.budget.begun)}
	switch a.Verdict {
	case solvers.None:
		a.Conflict = g.conflict()
		if g.page != nil {
			a.Conflict = g.contradicting()
		}
	case solvers.Unique:
		a.BackboneProved = true
		a.Grid = slices.Clone(g.found[0])
		return a
	case solvers.Multiple:
		g.undo(g.certain)
		a.BackboneProved = !g.brief && g.proveBackbone()
	case solvers.Undecided:
		g.undo(g.certain)
		g.settle()
	}
	a.Grid = g.cells()
	return a
}

func (g *grid[M]) verdict() solvers.Verdict {
	switch {
	case len(g.found) >= 2:
		return solvers.Multiple
	case g.budget.over:
		return solvers.Undecided
	case len(g.found) == 1:
		return solvers.Unique
	}
	return solvers.None
}

// proveByCell proves the backbone without learning. For each
// candidate it looks for a solution with that cell flipped; one that turns up
// rules out all candidates in which it differs. It reports false when the
// budget ended before.
func (g *grid[M]) proveByCell() bool {
	candidates := slices.Clone(g.found[0])
	dismiss := func(solution []Cell) {
		for c, value := range solution {
			if candidates[c] != value {
				candidates[c] = Unknown
			}
		}
	}
	dismiss(g.found[1])
	g.depth++ // nothing below is certain by itself
	defer func() { g.depth-- }()
	for cell := range candidates {
		value := candidates[cell]
		if value == Unknown || g.at(cell) != Unknown {
			continue
		}
		mark := len(g.trail)
		g.found, g.wanted = nil, 1
		g.set(cell, opposite(value))
		g.explore()
		g.undo(mark)
		switch {
		case g.budget.over:
			return false
		case len(g.found) > 0:
			dismiss(g.found[0])
		default:
			g.assume(cell, value)
			g.certain = len(g.trail)
		}
	}
	return true
}

// budget is the time that a solve has, as its context tells it.
type budget struct {
	ctx      context.Context
	over     bool
	total    int // cells
	lines    int // solved since the last look at the clock
	begun    time.Time
	reported time.Time
}

// A look at the clock costs as much as a short line; the longest lines take
// some tens of microseconds each.
const (
	linesPerLook   = 256
	reportInterval = 250 * time.Millisecond
)

// spent counts a line to be solved, and says whether the budget has ended. Now
// and then it reports the cells decided.
func (b *budget) spent(decided int) bool {
	if b.lines++; b.over || b.lines < linesPerLook {
		return b.over
	}
	b.lines = 0
	b.over = b.ctx.Err() != nil
	b.report(decided)
	return b.over
}

// ended looks at the clock.
func (b *budget) ended() bool {
	b.over = b.over || b.ctx.Err() != nil
	return b.over
}

// report tells the cells decided, now and then.
func (b *budget) report(decided int) {
	if now := time.Now(); now.Sub(b.reported) >= reportInterval {
		b.reported = now
		solvers.Report(b.ctx, decided, b.total)
	}
}
