package kakuro

import (
	"math"
	"math/bits"

	"kibitz/solvers"
)

// search decides the regions of open cells one by one, and returns the verdict on the whole. It
// returns None if one region has no solution, and Unique only if each was searched to the end.
// Multiple needs a solution of every region and two of one. It writes two solutions into the
// answer for Multiple, and one for Undecided if every region has one. A region with one solution
// is made final in the grid.
func (g *grid) search(a *Answer) solvers.Verdict {
	g.found = g.regions()
	unsolved, several, undecided := false, false, false
	for i := range g.found {
		r := &g.found[i]
		switch o := g.solve(r); {
		case len(r.solutions) > 1:
			several = true
		case o == noneLeft && len(r.solutions) == 0:
			return solvers.None
		case o == noneLeft:
			g.adopt(r)
		default: // out of time
			undecided = true
			unsolved = unsolved || len(r.solutions) == 0
		}
	}
	switch {
	case unsolved:
		return solvers.Undecided
	case several:
		a.Solutions = [][]int{g.compose(0), g.compose(1)}
		return solvers.Multiple
	case undecided:
		a.Solutions = [][]int{g.compose(0)}
		return solvers.Undecided
	}
	return solvers.Unique
}

// effort is the number of looks at entries, for each cell of a region, before learning
// takes over. Most regions need fewer, and a page costs as much time.
const effort = 16

// solve finds up to two solutions of a region, by search for a number of looks and then by learning.
// It returns noneLeft if the region has no more than those found, someLeft with two, or outOfTime.
func (g *grid) solve(r *region) outcome {
	o := g.enumerate(r.cells, effort*len(r.cells), g.collect(r))
	if o == outOfLooks {
		o = g.learn(r)
	}
	return o
}

// collect returns a function that enumerate calls for each solution of a region. It notes up to two
// solutions, and returns false at the second. It replaces r.solutions as soon as it has found more
// than these.
func (g *grid) collect(r *region) func() bool {
	var found [][]uint16
	return func() bool {
		found = append(found, g.see(r.cells))
		if len(found) > len(r.solutions) {
			r.solutions = found
		}
		return len(found) < 2
	}
}

// enumerate visits the solutions of cells, each once, until visit returns false or
// the number of looks at entries is used up.
func (g *grid) enumerate(cells []int32, looks int, visit func() bool) outcome {
	g.until = g.ticks + min(looks, math.MaxInt-g.ticks)
	o := g.branch(cells, visit)
	g.undo(0)
	g.until = math.MaxInt
	return o
}

// branch continues enumerate from the present state: it puts a candidate into a cell and goes on
// with the other cells, then strikes that candidate and begins anew. It returns noneLeft if visit
// saw all solutions, someLeft if visit returned false, else outOfTime or outOfLooks. The caller
// undoes its strikes, which stay on the trail.
func (g *grid) branch(cells []int32, visit func() bool) outcome {
	for {
		for len(cells) > 0 && single(g.cand[cells[0]]) {
			cells = cells[1:]
		}
		if len(cells) == 0 {
			if visit() {
				return noneLeft
			}
			return someLeft
		}
		cell := g.choose(cells)
		d := g.unseenCandidate(cell)
		mark := len(g.trail)
		o := g.assume(cell, d)
		if o == someLeft {
			o = g.branch(cells, visit)
		}
		if o != noneLeft {
			return o
		}
		g.undo(mark)
		if o := g.exclude(cell, d); o != someLeft {
			return o
		}
	}
}

// choose returns the open cell to branch on: the first of cells with the fewest
// candidates in proportion to the blame of its entries ("dom/wdeg", Boussemart et
// al. 2004). One of cells is open. Without the blame, search forgets where it failed
// and thrashes: a region of 105 cells took over 20 s without it, and 0.3 ms with it.
func (g *grid) choose(cells []int32) int32 {
	best, fewest, most := int32(-1), 1, 0 // as if of endless candidates, so that any open cell is better
	for _, cell := range cells {
		n := bits.OnesCount16(g.cand[cell])
		blame := int(g.blame[g.across[cell]]) + int(g.blame[g.down[cell]])
		if n > 1 && n*most < fewest*blame { // n/blame < fewest/most
			best, fewest, most = cell, n, blame
		}
	}
	return best
}

// unseenCandidate returns the least candidate of a cell that no solution so far had there,
// or the least of all: solutions unlike each other leave less to prove.
func (g *grid) unseenCandidate(cell int32) int {
	if fresh := g.cand[cell] &^ g.seen[cell]; fresh != 0 {
		return bits.TrailingZeros16(fresh)
	}
	return bits.TrailingZeros16(g.cand[cell])
}

// see notes the digits that decided cells have in a solution, and returns them
// as masks.
func (g *grid) see(cells []int32) []uint16 {
	masks := make([]uint16, len(cells))
	for i, cell := range cells {
		masks[i] = g.cand[cell]
		g.seen[cell] |= masks[i]
	}
	return masks
}

// adopt makes the only solution of a region final: it strikes all other candidates for good.
func (g *grid) adopt(r *region) {
	for i, cell := range r.cells {
		g.strike(cell, allDigits&^r.solutions[0][i])
	}
	g.toFill.clear()
	g.commit()
}

// compose puts solutions of all regions together, row-major: solution k of each region,
// or its last one.
func (g *grid) compose(k int) []int {
	all := g.decided()
	for _, r := range g.found {
		solution := r.solutions[min(k, len(r.solutions)-1)]
		for i, cell := range r.cells {
			all[g.places[cell]] = bits.TrailingZeros16(solution[i])
		}
	}
	return all
}

// proveBackbone decides every cell that has the same digit in all solutions. It reports
// whether it came to the end.
//
// A region with few solutions shows those cells once all solutions are seen; the others
// are compared by learning. The largest region comes first: the page at hand is that of
// the last region, if it was learned from.
func (g *grid) proveBackbone() bool {
	for i := range g.found {
		r := &g.found[len(g.found)-1-i]
		if len(r.solutions) < 2 {
			continue
		}
		seeAll := func() bool { g.see(r.cells); return true }
		if g.enumerate(r.cells, effort*len(r.cells), seeAll) != noneLeft && !g.compare(r) {
			return false
		}
		for _, cell := range r.cells {
			if single(g.seen[cell]) {
				g.strike(cell, allDigits&^g.seen[cell])
			}
		}
		g.toFill.clear()
		g.commit()
	}
	return true
}
