package nonogram

import "math/bits"

// prober is what probing keeps from one probe to the next.
type prober[M mask] struct {
	gain   [][2]int32 // for each cell, what its last probe decided: with Empty, with Filled
	fresh  []M        // for each row, the cells of which no line that their last probe touched has changed since
	reach  []lineSet  // for each cell, the lines that its last probe touched
	base   []known[M] // the lines as they are outside of probes, when synced
	first  []known[M] // lines as the first half of a probe left them, for those it touched
	saved  []int      // for each line, the round that first is of
	round  int        // probes so far
	rows   []int      // that the last probe has in common, and for each
	tied   []M        // the cells that its halves decided in opposite ways
	all    M          // a row's cells
	synced int        // length of the trail that base stands for
	heeded int        // length of the trail that fresh takes account of
	memory memory[M]
	kept   []probed // stack of what was kept of probes at the nodes above
}

// probed is what a probe of a cell found.
type probed struct {
	cell  int32
	gain  [2]int32
	reach lineSet
}

// mostProbed bounds kept to some 32 MB. Nodes beyond do without.
const mostProbed = 1 << 20

// keep notes the probes of all open cells, none of which has anything to find at the
// moment. It returns where on the stack they are, -1 for nowhere.
func (pr *prober[M]) keep(g *grid[M]) (from int) {
	from = len(pr.kept)
	if from+g.rows*g.cols-len(g.trail) > mostProbed {
		return -1
	}
	for row := range g.rows {
		for i := range len(pr.all) {
			for w := ^g.knownWord(row, i); w != 0; w &= w - 1 {
				c := row*g.cols + 64*i + bits.TrailingZeros64(w)
				pr.kept = append(pr.kept, probed{int32(c), pr.gain[c], pr.reach[c]})
			}
		}
	}
	return from
}

// restore takes the probes back to what they were at keep, the same cells being open
// again. So the other value of a guess has only those to do that it changes.
func (pr *prober[M]) restore(g *grid[M], from int) {
	if from < 0 {
		return
	}
	for _, p := range pr.kept[from:] {
		pr.gain[p.cell], pr.reach[p.cell] = p.gain, p.reach
	}
	pr.kept = pr.kept[:from]
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
			gain:   make([][2]int32, cells),
			fresh:  make([]M, g.rows),
			reach:  make([]lineSet, cells),
			base:   make([]known[M], len(g.lines)),
			first:  make([]known[M], len(g.lines)),
			saved:  make([]int, len(g.lines)),
			all:    prefix[M](g.cols),
			synced: -1,
			heeded: len(g.trail),
			memory: newMemory[M](),
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

// heed takes account of what was decided since it was called last: a probe that
// touched one of those lines may lead further now.
func (pr *prober[M]) heed(g *grid[M]) {
	if len(g.trail) > pr.heeded {
		pr.spoil(g, pr.heeded)
		pr.heeded = len(g.trail)
	}
}

// spoil marks the probes that touched a line of the cells decided since the trail
// was at mark.
func (pr *prober[M]) spoil(g *grid[M], mark int) {
	var changed lineSet
	for _, cell := range g.trail[mark:] {
		changed.add(int(cell)/g.cols, g.rows)
		changed.add(g.rows+int(cell)%g.cols, g.rows)
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

// mostNeighbours is what an Unknown cell between lines without news mostly has at
// best. Cells with many known neighbours are probed first: they decide
// most, and a probe in the open goes through many lines. It saves one to three
// quarters of all lines.
const mostNeighbours = 3

// probeAll probes the cells with at least some number of known neighbours, unless
// nothing has changed for them.
func (g *grid[M]) probeAll(neighbours int) bool {
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
				ok := g.probe(row*g.cols + 64*i + n)
				if !ok || len(g.trail) > before {
					g.level = max(g.level, ByProbe)
				}
				if !ok {
					return false
				}
				g.prober.heed(g)
				g.secure()
			}
		}
	}
	return true
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
	return l.filled[i] | l.empty[i] | ^g.prober.all[i]
}

// probe tries both values of an Unknown cell and follows what that decides.
func (g *grid[M]) probe(cell int) bool {
	if g.depth > 0 {
		g.spent.probes++
	}
	refuted := g.try(cell)
	first := g.failed
	if refuted == Unknown {
		return !g.budget.over
	}
	if g.propagate() {
		return true
	}
	g.against = first
	return false
}

// try assumes both values of an Unknown cell in turn, in a grid without news. It
// decides what follows from both, which gives no line any news; or else the cell
// against the value that leads to a contradiction, which it returns.
func (g *grid[M]) try(cell int) (refuted Cell) {
	pr := g.probes()
	if mark := len(g.trail); pr.synced != mark {
		copy(pr.base, g.lines)
		pr.synced = mark
	}
	var touched lineSet
	if !g.half(cell, Filled, &touched) {
		g.takeBack()
		if g.budget.over {
			return Unknown
		}
		g.set(cell, Empty)
		return Filled
	}
	pr.round++
	for _, line := range g.touched {
		pr.first[line], pr.saved[line] = g.lines[line], pr.round
	}
	g.takeBack()
	ok := g.half(cell, Empty, &touched)
	if !ok {
		g.takeBack()
		if g.budget.over {
			return Unknown
		}
		g.set(cell, Filled)
		return Empty
	}
	pr.reach[cell] = touched
	g.agree()
	pr.heed(g)
	// What both halves led to leads neither any further. Nor has a cell that they decided
	// in opposite ways anything to find: its halves are parts of these.
	for i, row := range pr.rows {
		tied := without(pr.tied[i], pr.fresh[row])
		each(tied, func(i int) {
			if other := row*g.cols + i; other != cell {
				pr.reach[other], pr.gain[other] = touched, [2]int32{}
			}
		})
		add(&pr.fresh[row], &tied)
	}
	return Unknown
}

// half assumes a cell and follows the lines.
func (g *grid[M]) half(cell int, value Cell, touched *lineSet) bool {
	mark := len(g.trail)
	ok := g.assume(cell, value)
	g.prober.gain[cell][value-Empty] = int32(len(g.trail) - mark)
	if ok {
		for _, line := range g.touched {
			touched.add(line, g.rows)
		}
	}
	return ok
}

// takeBack undoes half a probe.
func (g *grid[M]) takeBack() {
	for _, line := range g.touched {
		g.lines[line] = g.prober.base[line]
	}
	g.trail = g.trail[:g.prober.synced]
}

// agree takes back the second half of a probe, and decides what it has in common
// with the first. Each half left no line with news, so that what is in both
// leaves none either.
func (g *grid[M]) agree() {
	pr := g.prober
	rows := pr.rows[:0]
	pr.tied = pr.tied[:0]
	for _, line := range g.touched {
		if line < g.rows && pr.saved[line] == pr.round {
			pr.saved[line] = 0
			both := &pr.first[line]
			pr.tied = append(pr.tied, opposed(both, &g.lines[line]))
			keep(&both.filled, &g.lines[line].filled)
			keep(&both.empty, &g.lines[line].empty)
			rows = append(rows, line)
		}
	}
	pr.rows = rows
	g.takeBack()
	for _, line := range rows {
		both, before := &pr.first[line], &pr.base[line]
		if *both != *before {
			g.write(line, without(both.filled, before.filled), Filled)
			g.write(line, without(both.empty, before.empty), Empty)
		}
	}
	g.emptyQueue()
}

// opposed are the cells that two outcomes decide in opposite ways.
func opposed[M mask](a, b *known[M]) M {
	one, other := a.filled, a.empty
	keep(&one, &b.empty)
	keep(&other, &b.filled)
	add(&one, &other)
	return one
}

// memory remembers lines solved before: a probe mostly leads to lines that an
// earlier one has seen. Each place keeps the last line that came there.
type memory[M mask] struct {
	places []remembered[M]
	last   uint64 // place in use: one less than a power of two
	new    int    // lines put in since there were so many places
}

type remembered[M mask] struct {
	before, after known[M]
	line          int32 // from 1, 0 for none
	ok            bool
}

// A puzzle that takes little should not pay for memory fresh from the system, which
// costs more than the lines it saves: only the first few places are in use, and so
// paid for, before many lines have come. More places than the most hardly catch more.
const minMemory, maxMemory = 1 << 8, 1 << 13

func newMemory[M mask]() memory[M] {
	return memory[M]{places: make([]remembered[M], maxMemory), last: minMemory - 1}
}

// of is the place where a line belongs.
func (m *memory[M]) of(line int, l *known[M]) *remembered[M] {
	h := uint64(line + 1)
	for i := range len(l.filled) {
		h = (h ^ l.filled[i]) * 0x9e3779b97f4a7c15
		h = (h ^ h>>32 ^ l.empty[i]) * 0xd6e8feb86659fd93
	}
	return &m.places[(h^h>>32)&m.last]
}

// claim gives a line its place p, or after many lines one among twice the places.
func (m *memory[M]) claim(p *remembered[M], line int, l *known[M]) *remembered[M] {
	if m.new++; m.new > 2*int(m.last) && m.last < maxMemory-1 {
		m.last, m.new = 2*m.last+1, 0
		p = m.of(line, l)
	}
	p.line, p.before = int32(line+1), *l
	return p
}
