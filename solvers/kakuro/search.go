package kakuro

import (
	"math"
	"math/bits"

	"kibitz/solvers"
)

// search decides the regions of open cells one by one, and returns the verdict
// on the whole.
func (b *board) search(a *Answer) solvers.Verdict {
	b.found = b.regions()
	fewest, most := 2, 0
	for i := range b.found {
		r := &b.found[i]
		b.solve(r)
		n := len(r.solutions)
		fewest, most = min(fewest, n), max(most, n)
		switch {
		case b.ended: // this region, and all after it, may have more solutions
		case n == 0:
			return solvers.None
		case n == 1:
			b.adopt(r)
		}
	}
	switch {
	case fewest == 0:
		return solvers.Undecided
	case most > 1:
		a.Solutions = [][]int{b.compose(0), b.compose(1)}
		return solvers.Multiple
	case b.ended:
		a.Solutions = [][]int{b.compose(0)}
		return solvers.Undecided
	}
	return solvers.Unique
}

// effort is how many looks at entries, for each of its cells, a region is worth
// before learning takes over. Most regions need less, and a page costs as much.
const effort = 16

// solve finds up to two solutions of a region.
func (b *board) solve(r *region) {
	done := b.enumerate(r.cells, effort*len(r.cells), b.collect(r))
	if !done && len(r.solutions) < 2 && !b.ended {
		b.study(r)
	}
}

// collect visits up to two solutions of a region.
func (b *board) collect(r *region) func() bool {
	var found [][]uint16
	return func() bool {
		found = append(found, b.see(r.cells))
		if len(found) > len(r.solutions) {
			r.solutions = found
		}
		return len(found) < 2
	}
}

// enumerate visits the solutions of cells, each once, and says whether those
// were all: not if visit returned false, or the looks at entries or the time ran out.
func (b *board) enumerate(cells []int32, looks int, visit func() bool) (all bool) {
	b.until = b.ticks + min(looks, math.MaxInt-b.ticks)
	all = b.branch(cells, visit)
	b.undo(0)
	b.until = math.MaxInt
	return all
}

// branch is enumerate from here on. What it strikes stays on the trail.
func (b *board) branch(cells []int32, visit func() bool) (all bool) {
	for {
		for len(cells) > 0 && single(b.cand[cells[0]]) {
			cells = cells[1:]
		}
		if len(cells) == 0 {
			return visit()
		}
		cell := b.choose(cells)
		d := b.freshest(cell)
		mark := len(b.trail)
		if b.assume(cell, d) && !b.branch(cells, visit) {
			return false
		}
		b.undo(mark)
		if b.stopped() || !b.exclude(cell, d) {
			return !b.stopped()
		}
	}
}

// choose is the open cell to branch on: of cells, which holds one, the first
// with the fewest candidates for the blame that its entries have had ("dom/wdeg",
// Boussemart et al. 2004). Without the blame, search forgets where it failed
// and thrashes: a region of 105 cells without an end in 20 s takes 0.3 ms so.
func (b *board) choose(cells []int32) int32 {
	best, fewest, most := int32(-1), 1, 0
	for _, cell := range cells {
		n := bits.OnesCount16(b.cand[cell])
		blame := int(b.blame[b.across[cell]]) + int(b.blame[b.down[cell]])
		if n > 1 && n*most < fewest*blame {
			best, fewest, most = cell, n, blame
		}
	}
	return best
}

// freshest is the least candidate of a cell that no solution had there so far,
// or the least of all: solutions unlike each other leave less to prove.
func (b *board) freshest(cell int32) int {
	if fresh := b.cand[cell] &^ b.seen[cell]; fresh != 0 {
		return bits.TrailingZeros16(fresh)
	}
	return bits.TrailingZeros16(b.cand[cell])
}

// see notes the digits that decided cells have in a solution, and returns them
// as masks.
func (b *board) see(cells []int32) []uint16 {
	masks := make([]uint16, len(cells))
	for i, cell := range cells {
		masks[i] = b.cand[cell]
		b.seen[cell] |= masks[i]
	}
	return masks
}

// adopt makes the only solution of a region final.
func (b *board) adopt(r *region) {
	for i, cell := range r.cells {
		b.strike(cell, allDigits&^r.solutions[0][i])
	}
	b.toFill.clear()
	b.commit()
}

// compose puts solutions of all regions together, row-major: number k of each,
// or the last it has.
func (b *board) compose(k int) []int {
	all := b.grid()
	for _, r := range b.found {
		solution := r.solutions[min(k, len(r.solutions)-1)]
		for i, cell := range r.cells {
			all[b.places[cell]] = bits.TrailingZeros16(solution[i])
		}
	}
	return all
}

// proveBackbone decides every cell that has the same digit in all solutions. It
// returns false if time was over before.
//
// A region with few solutions shows it when all of them are seen; the others
// are compared by learning. The largest come first: the page at hand is that of
// the last region, if it was learned from.
func (b *board) proveBackbone() bool {
	for i := range b.found {
		r := &b.found[len(b.found)-1-i]
		if len(r.solutions) < 2 {
			continue
		}
		seeAll := func() bool { b.see(r.cells); return true }
		if !b.enumerate(r.cells, effort*len(r.cells), seeAll) && !b.compare(r) {
			return false
		}
		for _, cell := range r.cells {
			if single(b.seen[cell]) {
				b.strike(cell, allDigits&^b.seen[cell])
			}
		}
		b.toFill.clear()
		b.commit()
	}
	return true
}
