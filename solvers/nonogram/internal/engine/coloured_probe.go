package engine

import (
	"math"
	"math/bits"
	"slices"

	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// touch is what probing a canvas keeps; see prober.
type touch[L line.Mask] struct {
	fresh []L       // for each row, the cells that need no probe
	reach []lineSet // for each cell, the lines that its last probe touched
	gain  []gain    // and what it decided

	// Of the probe under way, for the rows that it touched:
	round  int32
	of     []int32 // the probe that a row was last touched in
	times  []int32 // by so many of its shades
	rows   []int32
	either []L // of a row and shade: the cells that have it after some shade of the cell probed
	alone  []L // those that have nothing else then
}

// gain is how many shades the probe of a cell struck out: with the shade that strikes out most,
// and with the one that does least.
type gain struct {
	shade     int8
	most, low int32
}

// count takes account of a shade that struck out a number of others.
func (g *gain) count(shade int8, struck int32, first bool) {
	if first || struck > g.most {
		g.most, g.shade = struck, shade
	}
	if first || struck < g.low {
		g.low = struck
	}
}

// begin sets t up for a canvas that has probed no cell.
func (t *touch[L]) begin(c *canvas[L]) {
	t.fresh, t.reach = line.Renew(t.fresh, c.rows), line.Renew(t.reach, c.rows*c.cols)
	t.gain = line.Renew(t.gain, c.rows*c.cols)
	c.probed = true
	c.memory.begin(c.shades)
	t.round, t.of, t.times = 0, line.Renew(t.of, c.rows), line.Renew(t.times, c.rows)
	t.either, t.alone = line.Renew(t.either, c.rows*c.shades), line.Renew(t.alone, c.rows*c.shades)
}

// refutations probes cells. Once a solution is known it follows only the shades that the solution
// lacks: only those can contradict, and those that lead to the solution take longest. It
// returns what probes does.
func (c *canvas[L]) refutations() (f finding, conflict []puzzle.Line) {
	c.refuting, c.skipped = true, false
	f, conflict = c.probes()
	c.refuting = false
	if c.skipped {
		clear(c.probe.fresh)
	}
	return f, conflict
}

// probes probes cells until none has anything to find. In a search it probes only cells with a
// known neighbour: others seldom find anything. Of a contradiction it returns the lines.
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
				for later := ^uint64(0); ; { // what a probe decides counts at once
					cells := c.crowded(row, i, neighbours) &^ c.probe.fresh[row][i] & later
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

// try follows each shade that a cell may have, and strikes out those that contradict and
// whatever is struck out after all others.
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
				c.note(c.solution())
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
		c.agree(followed, reach)
	}
	if c.open == before {
		return consistent, nil
	}
	return c.followProbe(failed)
}

// followProbe follows what a probe has struck out. Of a contradiction it returns the lines, with
// those that failed below the shades of the cell.
func (c *canvas[L]) followProbe(failed []int) (finding, []puzzle.Line) {
	f := c.propagate()
	if f == contradiction {
		return f, c.conflict(append(failed, c.failed))
	}
	c.stale()
	c.survey()
	return f, nil
}

// gather notes what one more shade has left of the rows that changed since a mark.
func (c *canvas[L]) gather(m mark, followed int32) {
	t := &c.probe
	for _, s := range c.saved[m.saved:] {
		row := int(s.line)
		if row >= c.rows {
			continue
		}
		here := c.may[row*c.shades : (row+1)*c.shades]
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

// agree strikes out what all shades followed have struck out. A cell each of whose shades is
// alone after one of them has nothing to find: its probe is part of this one.
func (c *canvas[L]) agree(followed int32, reach lineSet) {
	t := &c.probe
	for _, which := range t.rows {
		row := int(which)
		covered := line.Prefix[L](c.cols)
		for shade := range c.shades {
			may := &c.may[row*c.shades+shade]
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

// stale takes from fresh the cells whose probes touched a line that the last propagate touched.
func (c *canvas[L]) stale() {
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

// mostGained returns the open cell whose shades strike out most, by their last probes, and the
// shade that strikes out most; see grid.branch.
func (c *canvas[L]) mostGained() (row, col, shade int) {
	c.survey()
	best := -1.0
	for r := range c.rows {
		for i := 0; 64*i < c.cols; i++ {
			for cells := c.crowded(r, i, 0); cells != 0; cells &= cells - 1 {
				at := 64*i + bits.TrailingZeros64(cells)
				g := c.probe.gain[r*c.cols+at]
				if score := float64(g.low) + 1.85*math.Log1p(float64(g.most-g.low)); score > best {
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

// keptProbes are the probes of a node of the search.
type keptProbes[L line.Mask] struct {
	fresh []L
	reach []lineSet
	gain  []gain
}

func (c *canvas[L]) keepProbes() (k keptProbes[L]) {
	if c.probing {
		k = keptProbes[L]{slices.Clone(c.probe.fresh), slices.Clone(c.probe.reach), slices.Clone(c.probe.gain)}
	}
	return k
}

// restoreProbes takes the probes back to what they were, the same shades being open again.
func (c *canvas[L]) restoreProbes(k keptProbes[L]) {
	if c.probing {
		copy(c.probe.fresh, k.fresh)
		copy(c.probe.reach, k.reach)
		copy(c.probe.gain, k.gain)
	}
}
