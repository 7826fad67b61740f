package kakuro

import (
	"cmp"
	"math/bits"
	"slices"
)

// A region is a set of open cells that share entries with each other and with
// no other open cell: the digits in one say nothing about other regions.
type region struct {
	cells     []int32
	solutions [][]uint16 // of these cells, up to two; each mask has one digit
}

// regions groups the open cells into regions: two open cells of one entry are in the same region.
// Small regions come first, each with its cells ascending and without solutions yet.
func (g *grid) regions() []region {
	var all []region
	seen := make([]bool, len(g.cand))
	for cell := range g.cand {
		if seen[cell] || single(g.cand[cell]) {
			continue
		}
		seen[cell] = true
		cells := []int32{int32(cell)}
		for i := 0; i < len(cells); i++ {
			for _, e := range [2]int32{g.across[cells[i]], g.down[cells[i]]} {
				for _, next := range g.entries[e].cells {
					if !seen[next] && !single(g.cand[next]) {
						seen[next] = true
						cells = append(cells, next)
					}
				}
			}
		}
		slices.Sort(cells)
		all = append(all, region{cells: cells})
	}
	slices.SortStableFunc(all, func(r, s region) int { return cmp.Compare(len(r.cells), len(s.cells)) })
	return all
}

// balanced reports whether the sums of every region can be: if all of its entries
// have clues, those across must leave the same total for its cells as those down.
// One misread clue breaks that, and search alone may take forever to find out.
func (g *grid) balanced() bool {
	for _, r := range g.regions() {
		entries := g.entriesOf(r.cells)
		if !g.sumsMeet(entries) {
			return g.fail(entries...)
		}
	}
	return true
}

// sumsMeet reports whether the entries across leave the same total for their open
// cells as those down. It returns true if an entry has no sum.
func (g *grid) sumsMeet(entries []int32) bool {
	excess := 0
	for _, e := range entries {
		run := &g.entries[e]
		if run.Sum == 0 {
			return true
		}
		left := run.Sum
		for _, cell := range run.cells {
			if single(g.cand[cell]) {
				left -= bits.TrailingZeros16(g.cand[cell])
			}
		}
		if !run.Across {
			left = -left
		}
		excess += left
	}
	return excess == 0
}

// entriesOf returns the entries of cells, each once, across before down.
func (g *grid) entriesOf(cells []int32) []int32 {
	var all []int32
	for _, cell := range cells {
		all = append(all, g.across[cell], g.down[cell])
	}
	slices.Sort(all)
	return slices.Compact(all)
}
