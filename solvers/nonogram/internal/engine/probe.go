package engine

import (
	"math/bits"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// prober holds the data that probing keeps from one probe to the next. Between probes these hold:
//
//   - fresh has cells whose probe would find nothing: the lines in its reach are as they were when
//     the cell was last probed. That takes account of the trail up to freshAt;
//   - base holds the lines as they are, if the trail has length baseAt.
//
// Within a probe, halves holds the lines that its first value touched, as they were then: those
// with halfOf equal to round.
type prober[M line.Mask] struct {
	gain    [][2]int32 // for each cell, how many cells its last probe decided with Empty, with Filled
	fresh   []M        // for each row, the cells that need no probe
	freshAt int
	reach   []lineSet // for each cell, the lines that its last probe touched

	base   []line.Known[M]
	baseAt int // length of the trail for which base holds, -1 for none

	halves   []line.Known[M]
	halfOf   []int
	round    int   // number of probes so far
	rows     []int // rows that both values of the last probe touched
	opposite []M   // for each of rows, the cells that the two values decided in opposite ways

	all    M // all cells of a row
	memory memory[M]
	saved  []probed // stack of the probes saved at the nodes above
}

// probed holds the findings of a cell's probe.
type probed struct {
	cell  int32
	gain  [2]int32
	reach lineSet
}

// mostProbed bounds saved, in probes, to some 32 MB. Nodes beyond do not save any.
const mostProbed = 1 << 20

// save puts the probes of all open cells on the stack; at that moment none of these cells has
// anything to find. It returns the place on the stack, -1 if there is no room.
func (pr *prober[M]) save(g *grid[M]) (from int) {
	from = len(pr.saved)
	if from+g.total-len(g.trail) > mostProbed {
		return -1
	}
	for row := range g.rows {
		for i := range len(pr.all) {
			for w := ^g.knownWord(row, i); w != 0; w &= w - 1 {
				c := row*g.cols + 64*i + bits.TrailingZeros64(w)
				pr.saved = append(pr.saved, probed{int32(c), pr.gain[c], pr.reach[c]})
			}
		}
	}
	return from
}

// restore takes the probes back to their state at save; the same cells have to be open again. So
// the other value of a guess needs only the probes that it changes.
func (pr *prober[M]) restore(g *grid[M], from int) {
	if from < 0 {
		return
	}
	for _, p := range pr.saved[from:] {
		pr.gain[p.cell], pr.reach[p.cell] = p.gain, p.reach
	}
	pr.saved = pr.saved[:from]
	for row := range pr.fresh {
		for i := range len(pr.all) {
			pr.fresh[row][i] = ^g.knownWord(row, i)
		}
	}
}

// probes returns the prober, which it makes at the first call.
func (g *grid[M]) probes() *prober[M] {
	if g.prober == nil {
		cells := g.rows * g.cols
		g.prober = &prober[M]{
			gain:    make([][2]int32, cells),
			fresh:   make([]M, g.rows),
			reach:   make([]lineSet, cells),
			base:    make([]line.Known[M], len(g.lines)),
			halves:  make([]line.Known[M], len(g.lines)),
			halfOf:  make([]int, len(g.lines)),
			all:     line.Prefix[M](g.cols),
			baseAt:  -1,
			freshAt: len(g.trail),
			memory:  newMemory[M](),
		}
	}
	return g.prober
}

// lineSet is a set of rows and a set of columns. Lines 64 apart share a bit: the set may report a
// line that it does not have. That saves memory and makes the test quick.
type lineSet struct{ rows, cols uint64 }

// add adds a line. Lines are numbered rows first, and rows is the number of rows.
func (s *lineSet) add(line, rows int) {
	if line < rows {
		s.rows |= 1 << (line % 64)
	} else {
		s.cols |= 1 << ((line - rows) % 64)
	}
}

// meets reports whether two sets share a line, or a bit.
func (s lineSet) meets(t lineSet) bool { return s.rows&t.rows|s.cols&t.cols != 0 }

// refresh marks the probes stale that touched a line decided since its last call: they may lead
// further now.
func (pr *prober[M]) refresh(g *grid[M]) {
	if len(g.trail) > pr.freshAt {
		pr.markStale(g, pr.freshAt)
		pr.freshAt = len(g.trail)
	}
}

// markStale removes from fresh the cells whose probes touched a line of some cell decided since the
// trail had length mark.
func (pr *prober[M]) markStale(g *grid[M], mark int) {
	var changed lineSet
	for _, cell := range g.trail[mark:] {
		changed.add(int(cell)/g.cols, g.rows)
		changed.add(g.rows+int(cell)%g.cols&g.place, g.rows)
	}
	for row := range pr.fresh {
		fresh := &pr.fresh[row]
		for i := range len(*fresh) {
			for w := (*fresh)[i]; w != 0; w &= w - 1 {
				if pr.reach[row*g.cols+64*i+bits.TrailingZeros64(w)].meets(changed) {
					(*fresh)[i] &^= w & -w
				}
			}
		}
	}
}

// mostNeighbours is the highest number of known neighbours that Unknown cells commonly have once no
// line decides more. Cells with many known neighbours are probed first: they decide most, while a
// probe in the open goes through many lines. This order saves one to three quarters of all lines.
const mostNeighbours = 3

// probeAll probes the cells that have at least a number of known neighbours and are not fresh.
// Cells that it decides are certain if all earlier ones were.
func (g *grid[M]) probeAll(neighbours int, certain bool) finding {
	for row := range g.rows {
		for i := range len(g.prober.all) {
			for later := ^uint64(0); ; { // cells that a probe decides are neighbours at once
				w := g.candidates(row, i, neighbours) & later
				if w == 0 {
					break
				}
				n := bits.TrailingZeros64(w)
				later = ^uint64(1) << n
				before := len(g.trail)
				f := g.probe(row*g.cols + 64*i + n)
				if f == contradiction || len(g.trail) > before {
					g.level = max(g.level, puzzle.ByProbe)
				}
				if f != consistent {
					return f
				}
				g.prober.refresh(g)
				g.secure(certain)
			}
		}
	}
	return consistent
}

// candidates returns the cells in word i of a row that probeAll should probe.
func (g *grid[M]) candidates(row, i, neighbours int) uint64 {
	here := g.knownWord(row, i)
	open := ^here &^ g.prober.fresh[row][i]
	if open == 0 || neighbours == 0 {
		return open
	}
	left, right := here<<1|g.knownWord(row, i-1)>>63, here>>1|g.knownWord(row, i+1)<<63
	above, below := g.knownWord(row-1, i), g.knownWord(row+1, i)
	// cells with one known neighbour of a pair, and with both
	beside, between := left^right, left&right
	along, within := above^below, above&below
	switch neighbours { // at least 1, 2 or 3 of the four
	case 1:
		return open & (beside | between | along | within)
	case 2:
		return open & (between | within | beside&along)
	}
	return open & (between&(along|within) | beside&within)
}

// knownWord returns word i of the known cells of a row. Cells beyond the frame count as known.
func (g *grid[M]) knownWord(row, i int) uint64 {
	if row < 0 || row == g.rows || i < 0 || i == len(g.prober.all) {
		return ^uint64(0)
	}
	l := &g.lines[row]
	return l.Filled[i] | l.Empty[i] | ^g.prober.all[i]
}

// probe tries both values of an Unknown cell and follows the cells that this decides.
func (g *grid[M]) probe(cell int) finding {
	g.probed++
	if f := g.try(cell); f != contradiction {
		return f
	}
	first := g.failed
	f := g.propagate()
	if f == contradiction {
		g.failedOpposite = first
	}
	return f
}

// try assumes both values of an Unknown cell in turn; no line may be queued. It decides the cells
// that follow from both, after which it queues no line. If one value contradicts, it decides the
// cell with the other value.
func (g *grid[M]) try(cell int) finding {
	pr := g.probes()
	if mark := len(g.trail); pr.baseAt != mark {
		copy(pr.base, g.lines)
		pr.baseAt = mark
	}
	var touched lineSet
	if f := g.followHalf(cell, puzzle.Filled, &touched); f != consistent {
		return g.endHalf(cell, puzzle.Filled, f)
	}
	pr.round++
	for _, line := range g.touched {
		pr.halves[line], pr.halfOf[line] = g.lines[line], pr.round
	}
	g.takeBack()
	if f := g.followHalf(cell, puzzle.Empty, &touched); f != consistent {
		return g.endHalf(cell, puzzle.Empty, f)
	}
	pr.reach[cell] = touched
	g.keepCommon()
	pr.refresh(g)
	// The cells common to both halves lead neither of them any further. A cell that they decided
	// in opposite ways has nothing to find either: its halves are parts of these.
	for i, row := range pr.rows {
		cells := line.Without(pr.opposite[i], pr.fresh[row])
		line.Each(cells, func(i int) {
			if other := row*g.cols + i; other != cell {
				pr.reach[other], pr.gain[other] = touched, [2]int32{}
			}
		})
		line.Add(&pr.fresh[row], &cells)
	}
	return consistent
}

// followHalf assumes a value of a cell and follows the lines. If all stays consistent, it adds the
// lines that changed to touched.
func (g *grid[M]) followHalf(cell int, value puzzle.Cell, touched *lineSet) finding {
	mark := len(g.trail)
	f := g.assume(cell, value)
	g.prober.gain[cell][value-puzzle.Empty] = int32(len(g.trail) - mark)
	if f == consistent {
		for _, line := range g.touched {
			touched.add(line, g.rows)
		}
	}
	return f
}

// endHalf takes back half a probe that was not consistent. After a contradiction it gives the cell
// the other value.
func (g *grid[M]) endHalf(cell int, value puzzle.Cell, f finding) finding {
	g.takeBack()
	if f == contradiction {
		g.set(cell, puzzle.Opposite(value))
	}
	return f
}

// takeBack undoes half a probe.
func (g *grid[M]) takeBack() {
	for _, line := range g.touched {
		g.lines[line] = g.prober.base[line]
	}
	g.trail = g.trail[:g.prober.baseAt]
}

// keepCommon takes back the second half of a probe, and decides the cells that both halves decided
// alike. No line decides more in either half, so none does after that.
func (g *grid[M]) keepCommon() {
	pr := g.prober
	rows := pr.rows[:0]
	pr.opposite = pr.opposite[:0]
	for _, which := range g.touched {
		if which < g.rows && pr.halfOf[which] == pr.round {
			pr.halfOf[which] = 0
			both := &pr.halves[which]
			pr.opposite = append(pr.opposite, decidedOpposite(both, &g.lines[which]))
			line.Keep(&both.Filled, &g.lines[which].Filled)
			line.Keep(&both.Empty, &g.lines[which].Empty)
			rows = append(rows, which)
		}
	}
	pr.rows = rows
	g.takeBack()
	for _, which := range rows {
		both, before := &pr.halves[which], &pr.base[which]
		if *both != *before {
			g.write(which, line.Without(both.Filled, before.Filled), puzzle.Filled)
			g.write(which, line.Without(both.Empty, before.Empty), puzzle.Empty)
		}
	}
	g.emptyQueue()
}

// decidedOpposite returns the cells that are filled in one of two outcomes and empty in the other.
func decidedOpposite[M line.Mask](a, b *line.Known[M]) M {
	one, other := a.Filled, a.Empty
	line.Keep(&one, &b.Empty)
	line.Keep(&other, &b.Filled)
	line.Add(&one, &other)
	return one
}

// memory remembers lines solved before: most lines that a probe leads to were seen by an earlier
// probe. Each place keeps the last line that was put there.
type memory[M line.Mask] struct {
	places []remembered[M]
	last   uint64 // last place in use: one less than a power of two
	new    int    // lines put in since the places were last doubled
}

// remembered holds one line solved: the cells known before and after.
type remembered[M line.Mask] struct {
	before, after line.Known[M]
	line          int32 // number of the line, counted from 1; 0 for none
	ok            bool  // the line had an arrangement
}

// minMemory and maxMemory bound the number of places in use. Memory fresh from the system costs a
// short solve more than the remembered lines save, so only the first minMemory places are used
// until many lines have come. More than maxMemory hardly remember more.
const minMemory, maxMemory = 1 << 8, 1 << 13

// newMemory returns an empty memory.
func newMemory[M line.Mask]() memory[M] {
	return memory[M]{places: make([]remembered[M], maxMemory), last: minMemory - 1}
}

// of returns the place where a line with the known cells l belongs, by a hash of both. Each product
// spreads a bit over the bits above it, and each shift by 32 brings those down again; the first
// factor is 2⁶⁴ divided by the golden ratio.
func (m *memory[M]) of(line int, l *line.Known[M]) *remembered[M] {
	h := uint64(line + 1)
	for i := range len(l.Filled) {
		h = (h ^ l.Filled[i]) * 0x9e3779b97f4a7c15
		h = (h ^ h>>32 ^ l.Empty[i]) * 0xd6e8feb86659fd93
	}
	return &m.places[(h^h>>32)&m.last]
}

// replace puts a line in place p and returns it. After many lines it doubles the places, and uses
// the line's new place.
func (m *memory[M]) replace(p *remembered[M], line int, l *line.Known[M]) *remembered[M] {
	if m.new++; m.new > 2*int(m.last) && m.last < maxMemory-1 {
		m.last, m.new = 2*m.last+1, 0
		p = m.of(line, l)
	}
	p.line, p.before = int32(line+1), *l
	return p
}
