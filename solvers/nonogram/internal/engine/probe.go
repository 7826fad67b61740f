package engine

import (
	"math/bits"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// prober is what probing keeps from one probe to the next. Between probes:
//
//   - a cell in fresh has nothing to find: the lines in its reach are as they were when it
//     was probed last. That takes account of the trail up to freshAt;
//   - base holds the lines as they are, if the trail is baseAt long.
//
// Within a probe, halves holds what its first value made of the lines that it touched,
// those with halfOf equal to round.
type prober[M line.Mask] struct {
	gain    [][2]int32 // for each cell, what its last probe decided: with Empty, with Filled
	fresh   []M        // for each row, the cells that need no probe
	freshAt int
	reach   []lineSet // for each cell, the lines that its last probe touched

	base   []line.Known[M]
	baseAt int // -1 for none

	halves   []line.Known[M]
	halfOf   []int
	round    int   // probes so far
	rows     []int // that the last probe has in common, and for each
	opposite []M   // the cells that its two values decided in opposite ways

	all    M // a row's cells
	memory memory[M]
	saved  []probed // stack of what was saved of probes at the nodes above
}

// probed is what a probe of a cell found.
type probed struct {
	cell  int32
	gain  [2]int32
	reach lineSet
}

// mostProbed bounds saved to some 32 MB. Nodes beyond do without.
const mostProbed = 1 << 20

// save notes the probes of all open cells, none of which has anything to find at the
// moment. It returns where on the stack they are, -1 for nowhere.
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

// restore takes the probes back to what they were at save, the same cells being open
// again. So the other value of a guess has only those to do that it changes.
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

// lineSet is a set of rows and a set of columns. Lines 64 apart share a bit: the set
// may say yes where it should say no, for less memory and a quick test.
type lineSet struct{ rows, cols uint64 }

func (s *lineSet) add(line, rows int) {
	if line < rows {
		s.rows |= 1 << (line % 64)
	} else {
		s.cols |= 1 << ((line - rows) % 64)
	}
}

func (s lineSet) meets(t lineSet) bool { return s.rows&t.rows|s.cols&t.cols != 0 }

// refresh takes account of what was decided since it was called last: a probe that
// touched one of those lines may lead further now.
func (pr *prober[M]) refresh(g *grid[M]) {
	if len(g.trail) > pr.freshAt {
		pr.markStale(g, pr.freshAt)
		pr.freshAt = len(g.trail)
	}
}

// markStale takes from fresh the cells whose probes touched a line of the cells decided
// since the trail was at mark.
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

// mostNeighbours is what an Unknown cell mostly has at best, once no line decides more. Cells with many known neighbours are probed first: they decide
// most, and a probe in the open goes through many lines. It saves one to three
// quarters of all lines.
const mostNeighbours = 3

// probeAll probes the cells with at least some number of known neighbours, unless
// nothing has changed for them. What it decides is certain if all before was.
func (g *grid[M]) probeAll(neighbours int, certain bool) finding {
	for row := range g.rows {
		for i := range len(g.prober.all) {
			for later := ^uint64(0); ; { // what a probe decides counts at once
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

// candidates are the cells in word i of a row for probeAll to probe.
func (g *grid[M]) candidates(row, i, neighbours int) uint64 {
	here := g.knownWord(row, i)
	open := ^here &^ g.prober.fresh[row][i]
	if open == 0 || neighbours == 0 {
		return open
	}
	left, right := here<<1|g.knownWord(row, i-1)>>63, here>>1|g.knownWord(row, i+1)<<63
	above, below := g.knownWord(row-1, i), g.knownWord(row+1, i)
	// one of a pair, and both of it
	beside, between := left^right, left&right
	along, within := above^below, above&below
	switch neighbours {
	case 1:
		return open & (beside | between | along | within)
	case 2:
		return open & (between | within | beside&along)
	}
	return open & (between&(along|within) | beside&within)
}

// knownWord is word i of the known cells of a row. All beyond the frame counts as known.
func (g *grid[M]) knownWord(row, i int) uint64 {
	if row < 0 || row == g.rows || i < 0 || i == len(g.prober.all) {
		return ^uint64(0)
	}
	l := &g.lines[row]
	return l.Filled[i] | l.Empty[i] | ^g.prober.all[i]
}

// probe tries both values of an Unknown cell and follows what that decides.
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

// try assumes both values of an Unknown cell in turn, where no line is queued. It
// decides what follows from both, after which none need be; or at a contradiction
// the cell with the other value.
func (g *grid[M]) try(cell int) finding {
	pr := g.probes()
	if mark := len(g.trail); pr.baseAt != mark {
		copy(pr.base, g.lines)
		pr.baseAt = mark
	}
	var touched lineSet
	if f := g.half(cell, puzzle.Filled, &touched); f != consistent {
		return g.refuted(cell, puzzle.Filled, f)
	}
	pr.round++
	for _, line := range g.touched {
		pr.halves[line], pr.halfOf[line] = g.lines[line], pr.round
	}
	g.takeBack()
	if f := g.half(cell, puzzle.Empty, &touched); f != consistent {
		return g.refuted(cell, puzzle.Empty, f)
	}
	pr.reach[cell] = touched
	g.agree()
	pr.refresh(g)
	// What both halves led to leads neither any further. Nor has a cell that they decided
	// in opposite ways anything to find: its halves are parts of these.
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

// half assumes a cell and follows the lines.
func (g *grid[M]) half(cell int, value puzzle.Cell, touched *lineSet) finding {
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

// refuted takes back a half that did not end well. If it contradicts, the cell has the
// other value.
func (g *grid[M]) refuted(cell int, value puzzle.Cell, f finding) finding {
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

// agree takes back the second half of a probe, and decides what it has in common
// with the first. No line decides any more in either half, so that none does after
// what is in both.
func (g *grid[M]) agree() {
	pr := g.prober
	rows := pr.rows[:0]
	pr.opposite = pr.opposite[:0]
	for _, which := range g.touched {
		if which < g.rows && pr.halfOf[which] == pr.round {
			pr.halfOf[which] = 0
			both := &pr.halves[which]
			pr.opposite = append(pr.opposite, opposed(both, &g.lines[which]))
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

// opposed are the cells that two outcomes decide in opposite ways.
func opposed[M line.Mask](a, b *line.Known[M]) M {
	one, other := a.Filled, a.Empty
	line.Keep(&one, &b.Empty)
	line.Keep(&other, &b.Filled)
	line.Add(&one, &other)
	return one
}

// memory remembers lines solved before: a probe mostly leads to lines that an
// earlier one has seen. Each place keeps the last line that came there.
type memory[M line.Mask] struct {
	places []remembered[M]
	last   uint64 // place in use: one less than a power of two
	new    int    // lines put in since there were so many places
}

type remembered[M line.Mask] struct {
	before, after line.Known[M]
	line          int32 // from 1, 0 for none
	ok            bool
}

// A puzzle that takes little should not pay for memory fresh from the system, which
// costs more than the lines it saves: only the first few places are in use, and so
// paid for, before many lines have come. More places than the most hardly catch more.
const minMemory, maxMemory = 1 << 8, 1 << 13

func newMemory[M line.Mask]() memory[M] {
	return memory[M]{places: make([]remembered[M], maxMemory), last: minMemory - 1}
}

// of is the place where a line belongs.
func (m *memory[M]) of(line int, l *line.Known[M]) *remembered[M] {
	h := uint64(line + 1)
	for i := range len(l.Filled) {
		h = (h ^ l.Filled[i]) * 0x9e3779b97f4a7c15
		h = (h ^ h>>32 ^ l.Empty[i]) * 0xd6e8feb86659fd93
	}
	return &m.places[(h^h>>32)&m.last]
}

// replace gives a line its place p, or after many lines one among twice the places.
func (m *memory[M]) replace(p *remembered[M], line int, l *line.Known[M]) *remembered[M] {
	if m.new++; m.new > 2*int(m.last) && m.last < maxMemory-1 {
		m.last, m.new = 2*m.last+1, 0
		p = m.of(line, l)
	}
	p.line, p.before = int32(line+1), *l
	return p
}
