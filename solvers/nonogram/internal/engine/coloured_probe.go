package engine

import (
	"math"
	"math/bits"
	"slices"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// touch holds the data that probing a canvas keeps from one probe to the next; see prober.
type touch[L line.Mask] struct {
	fresh []L       // for each row, the cells that need no probe
	reach []lineSet // for each cell, the lines that its last probe touched
	gain  []gain    // for each cell, the gain of its last probe

	// For the present probe and the rows that it touched:
	round  int32   // number of the probe
	of     []int32 // for each row, the probe that last touched it
	times  []int32 // for each row, the number of shades of that probe that touched it
	rows   []int32
	either []L // for each row and shade: the cells that may have it after some shade of the probed cell
	alone  []L // the cells that can have only that shade then
}

// gain counts the shades that the probe of a cell struck out: with the shade that strikes out most,
// and with the one that strikes out least.
type gain struct {
	shade     int8
	most, low int32
}

// count records that struck shades were struck out after one shade of the cell. first begins the gain
// of a new probe.
func (g *gain) count(shade int8, struck int32, first bool) {
	if first || struck > g.most {
		g.most, g.shade = struck, shade
	}
	if first || struck < g.low {
		g.low = struck
	}
}

// begin resets t for a canvas that has probed no cell.
func (t *touch[L]) begin(c *canvas[L]) {
	t.fresh, t.reach = line.Renew(t.fresh, c.rows), line.Renew(t.reach, c.rows*c.cols)
	t.gain = line.Renew(t.gain, c.rows*c.cols)
	c.probed = true
	c.memory.begin(c.shades)
	t.round, t.of, t.times = 0, line.Renew(t.of, c.rows), line.Renew(t.times, c.rows)
	t.either, t.alone = line.Renew(t.either, c.rows*c.shades), line.Renew(t.alone, c.rows*c.shades)
}

// refutations probes cells. Once a solution is known, it probes only shades that the solution
// lacks: only those can contradict, and the shades of the solution take longest. It returns the
// result of probes.
func (c *canvas[L]) refutations() (f finding, conflict []puzzle.Line) {
	c.refuting, c.skipped = true, false
	f, conflict = c.probes()
	c.refuting = false
	if c.skipped {
		clear(c.probe.fresh)
	}
	return f, conflict
}

// probes probes cells until no cell has anything to find. In a search it probes only cells with a
// known neighbour; others seldom find anything. After a contradiction it also returns the lines in
// conflict.
func (c *canvas[L]) probes() (f finding, conflict []puzzle.Line) {
	fewest := 0
	if c.probing {
		fewest = 1
	}
	for neighbours := mostNeighbours; neighbours >= fewest && c.open > 0; {
		before := c.open
		c.survey()
		for row := range c.rows {
			for i := 0; 64*i < c.cols; i++ {
				for later := ^uint64(0); ; { // cells that a probe decides are neighbours at once
					cells := c.openCells(row, i, neighbours) &^ c.probe.fresh[row][i] & later
					if cells == 0 {
						break
					}
					n := bits.TrailingZeros64(cells)
					later = ^uint64(1) << n
					if f, conflict := c.try(row, 64*i+n); f != consistent || len(c.found) == 2 {
						return f, conflict
					}
				}
			}
		}
		if c.open == before {
			neighbours--
		}
	}
	return consistent, nil
}

// try follows each shade that a cell may have, and takes it back. It strikes out the shades of the
// cell that contradict, and all shades of other cells that are struck out after each shade that does
// not; then it propagates. It keeps a solution that it comes upon. While refuting, it passes over
// the cell's shade in the known solution, and then strikes out no common shades. After a
// contradiction it also returns the lines in conflict.
func (c *canvas[L]) try(row, col int) (finding, []puzzle.Line) {
	t := &c.probe
	t.round++
	t.rows = t.rows[:0]
	var reach lineSet
	var refuted puzzle.Cell
	var failed []int
	followed := int32(0)
	var g gain
	may, known := c.at(row, col), puzzle.Cell(0)
	if c.refuting && len(c.found) == 1 {
		known = may & c.found[0][row*c.cols+col]
		may &^= known
		c.skipped = c.skipped || known != 0
	}
	for ; may != 0; may &= may - 1 {
		m := c.suppose()
		c.choose(row, col, may.Colour()+1)
		f := c.propagate()
		switch f {
		case contradiction:
			refuted |= may & -may
			failed = append(failed, c.failed)
		case consistent:
			for _, line := range c.touched {
				reach.add(int(line), c.rows)
			}
			if c.open == 0 {
				c.keepSolution(c.solution())
			}
			c.gather(m, followed)
			g.count(int8(may.Colour()+1), int32(m.open-c.open), followed == 0)
			followed++
		}
		c.undo(m)
		if f == interrupted {
			return f, nil
		}
	}
	if followed == 0 && known == 0 {
		return contradiction, c.conflict(failed)
	}
	t.reach[row*c.cols+col], t.gain[row*c.cols+col] = reach, g
	t.fresh[row][col/64] |= 1 << (col % 64)
	before := c.open
	for ; refuted != 0; refuted &= refuted - 1 {
		c.strike(row, refuted.Colour()+1, col)
	}
	if known == 0 {
		c.strikeCommon(followed, reach)
	}
	if c.open == before {
		return consistent, nil
	}
	return c.followProbe(failed)
}

// followProbe propagates the shades that a probe has struck out. After a contradiction it returns
// the lines in conflict, which include the failed lines of the probe.
func (c *canvas[L]) followProbe(failed []int) (finding, []puzzle.Line) {
	f := c.propagate()
	if f == contradiction {
		return f, c.conflict(append(failed, c.failed))
	}
	c.markStale()
	c.survey()
	return f, nil
}

// gather adds the rows changed since a mark, by one more shade of the probe, to either and alone. A
// row that this probe touches for the first time starts both anew.
func (c *canvas[L]) gather(m mark, followed int32) {
	t := &c.probe
	for _, s := range c.saved[m.saved:] {
		row := int(s.line)
		if row >= c.rows {
			continue
		}
		here := c.possible[row*c.shades : (row+1)*c.shades]
		either, alone := t.either[row*c.shades:][:c.shades], t.alone[row*c.shades:][:c.shades]
		var once, twice L
		for shade := range here {
			for i := range len(once) {
				twice[i] |= once[i] & here[shade][i]
				once[i] |= here[shade][i]
			}
		}
		first := t.of[row] != t.round
		if first {
			t.of[row], t.times[row] = t.round, 0
			t.rows = append(t.rows, s.line)
		}
		t.times[row]++
		for shade := range here {
			single := line.Without(here[shade], twice)
			if first {
				either[shade], alone[shade] = here[shade], single
			} else {
				line.Add(&either[shade], &here[shade])
				line.Add(&alone[shade], &single)
			}
		}
	}
}

// strikeCommon strikes out the shades that are struck out after every shade followed. If each of a
// cell's shades is its only one after some shade of the probe, the cell has nothing to find: its
// own probe is part of this one.
func (c *canvas[L]) strikeCommon(followed int32, reach lineSet) {
	t := &c.probe
	for _, which := range t.rows {
		row := int(which)
		covered := line.Prefix[L](c.cols)
		for shade := range c.shades {
			may := &c.possible[row*c.shades+shade]
			missing := line.Without(*may, t.alone[row*c.shades+shade])
			line.Drop(&covered, &missing)
			if t.times[row] == followed {
				line.Each(line.Without(*may, t.either[row*c.shades+shade]), func(col int) { c.strike(row, shade, col) })
			}
		}
		covered = line.Without(covered, c.known[row])
		line.Each(covered, func(col int) { t.reach[row*c.cols+col], t.gain[row*c.cols+col] = reach, gain{} })
		line.Add(&t.fresh[row], &covered)
	}
}

// markStale removes from fresh the cells whose probes touched a line that the last propagate
// touched.
func (c *canvas[L]) markStale() {
	var changed lineSet
	for _, line := range c.touched {
		changed.add(int(line), c.rows)
	}
	for row := range c.probe.fresh {
		fresh := &c.probe.fresh[row]
		for i := range len(*fresh) {
			for w := (*fresh)[i]; w != 0; w &= w - 1 {
				if c.probe.reach[row*c.cols+64*i+bits.TrailingZeros64(w)].meets(changed) {
					(*fresh)[i] &^= w & -w
				}
			}
		}
	}
}

// conflict returns the names of lines, each once.
func (c *canvas[L]) conflict(failed []int) (lines []puzzle.Line) {
	slices.Sort(failed)
	for _, line := range slices.Compact(failed) {
		lines = append(lines, c.name(line))
	}
	return lines
}

// mostGained returns the open cell with the highest score by its last probe, and its shade that
// strikes out most, or its first possible shade if that one was struck out since; see grid.branch.
func (c *canvas[L]) mostGained() (row, col, shade int) {
	c.survey()
	best := -1.0
	for r := range c.rows {
		for i := 0; 64*i < c.cols; i++ {
			for cells := c.openCells(r, i, 0); cells != 0; cells &= cells - 1 {
				at := 64*i + bits.TrailingZeros64(cells)
				g := c.probe.gain[r*c.cols+at]
				if score := float64(g.low) + 1.85*math.Log1p(float64(g.most-g.low)); score > best { // as score of search.go
					best, row, col, shade = score, r, at, int(g.shade)
				}
			}
		}
	}
	if c.at(row, col)>>shade&1 == 0 {
		shade = c.at(row, col).Colour() + 1
	}
	return row, col, shade
}

// keptProbes holds the probes at a node of the search.
type keptProbes[L line.Mask] struct {
	fresh []L
	reach []lineSet
	gain  []gain
}

// keepProbes returns a copy of the probes, if the search probes.
func (c *canvas[L]) keepProbes() (k keptProbes[L]) {
	if c.probing {
		k = keptProbes[L]{slices.Clone(c.probe.fresh), slices.Clone(c.probe.reach), slices.Clone(c.probe.gain)}
	}
	return k
}

// restoreProbes takes the probes back to a copy; the same shades have to be open again.
func (c *canvas[L]) restoreProbes(k keptProbes[L]) {
	if c.probing {
		copy(c.probe.fresh, k.fresh)
		copy(c.probe.reach, k.reach)
		copy(c.probe.gain, k.gain)
	}
}
