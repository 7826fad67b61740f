package kakuro

import (
	"maps"
	"math/bits"
	"slices"
)

// An area is a set of entries, some across and some down. Most of its open cells
// lie in two of them; those that lie in one are left over. All other cells are
// counted both ways, so the sums across less the sums down are equal to the cells
// left over in entries across less those left over in entries down.
//
// Take the entries for the nodes of a graph and the open cells for its edges: an
// area with one cell left over is one side of a bridge, with two, of a cut of two
// edges, and so on. Small cuts are found by labels: give each edge outside a
// spanning tree a random number, and each edge of the tree the sum (xor) of those
// that close a cycle through it. Edges whose labels add up to nothing are a cut
// (Pritchard and Thurimella, "Fast computation of small cuts via cycle space
// sampling", 2011). Each is checked, so that chance cannot make one.
type area struct {
	entries []int32
	over    []int32 // the cells left over
	signs   []int   // for each cell left over: 1 if its entry across is in the area, -1 if the one down is
	sum     int     // of the cells left over, with their signs
}

// largestArea is the greatest number of entries that a person would add up.
const largestArea = 16

// areaSum tells a step of the smallest area that leads to any digits to strike.
func (l *lesson) areaSum() bool {
	best := l.smallestArea()
	return best != nil && l.tellArea(best)
}

// smallestArea returns the smallest area that leads to any digits to strike; nil for none.
func (l *lesson) smallestArea() (best *area) {
	for _, cut := range l.cuts() {
		a := l.area(cut)
		if a == nil || best != nil && len(a.entries) >= len(best.entries) {
			continue
		}
		if _, any := l.leftOver(a); any {
			best = a
		}
	}
	return best
}

// tellArea tells the step of an area.
func (l *lesson) tellArea(best *area) bool {
	struck, _ := l.leftOver(best)
	step := Step{Technique: AreaSum, Area: l.entriesByNumber(best.entries), Seen: l.placesOf(best.over), Signs: best.signs, Sum: best.sum}
	return l.tell(step, func() {
		for i, cell := range best.over {
			l.strike(cell, struck[i])
		}
	})
}

// leftOver returns for each cell left over the digits that it cannot have, and whether any of
// them is still a mark. It tries all digits in those cells together: they add up to a.sum with
// their signs, and differ in cells of the same entry.
func (l *lesson) leftOver(a *area) (struck []uint16, any bool) {
	fits := make([]uint16, len(a.over))
	digit := make([]int, len(a.over))
	var fill func(i, sum int)
	fill = func(i, sum int) {
		if i == len(a.over) {
			for k, d := range digit {
				if sum == a.sum {
					fits[k] |= 1 << d
				}
			}
			return
		}
	next:
		for d := range digits(l.marks[a.over[i]]) {
			for k, other := range a.over[:i] {
				if digit[k] == d && (l.across[other] == l.across[a.over[i]] || l.down[other] == l.down[a.over[i]]) {
					continue next
				}
			}
			digit[i] = d
			fill(i+1, sum+a.signs[i]*d)
		}
	}
	fill(0, 0)
	for i, cell := range a.over {
		struck = append(struck, allDigits&^fits[i])
		any = any || l.marks[cell]&^fits[i] != 0
	}
	return struck, any
}

// area returns the smaller side of a cut of these cells, of the sides that have at most
// largestArea entries and a sum in each. It returns nil if neither has, or if these cells do not
// cut the graph.
func (l *lesson) area(cut []int32) *area {
	var best *area
	for _, start := range [2]int32{l.across[cut[0]], l.down[cut[0]]} {
		if a := l.side(start, cut); a != nil && (best == nil || len(a.entries) < len(best.entries)) {
			best = a
		}
	}
	return best
}

// side returns the entries that are connected with the entry start through open cells
// that are not in cut. It returns nil if they are no side of the cut, too many, or have an
// entry without a sum.
func (l *lesson) side(start int32, cut []int32) *area {
	a := &area{entries: []int32{start}}
	for i := 0; i < len(a.entries); i++ {
		run := &l.entries[a.entries[i]]
		if run.Sum == 0 || len(a.entries) > largestArea {
			return nil
		}
		sign := 1
		if !run.Across {
			sign = -1
		}
		a.sum += sign * run.Sum
		for _, cell := range run.cells {
			switch {
			case single(l.marks[cell]):
				a.sum -= sign * bits.TrailingZeros16(l.marks[cell])
			case slices.Contains(cut, cell):
				if slices.Contains(a.over, cell) {
					return nil // both its entries are here
				}
				a.over, a.signs = append(a.over, cell), append(a.signs, sign)
			default:
				for _, e := range [2]int32{l.across[cell], l.down[cell]} {
					if !slices.Contains(a.entries, e) {
						a.entries = append(a.entries, e)
					}
				}
			}
		}
	}
	if len(a.over) != len(cut) || len(a.entries) == 1 {
		return nil
	}
	return a
}

// cuts returns sets of open cells that most likely cut the graph, because their labels add up
// to 0: of one cell, of two, or of three if two of them share an entry. It leaves out the pairs of
// a label that largestArea cells or more have, which bounds the number of pairs.
func (l *lesson) cuts() (all [][]int32) {
	labels := l.labels()
	byLabel := map[uint64][]int32{}
	for cell, label := range labels {
		if bits.OnesCount16(l.marks[cell]) > 1 {
			byLabel[label] = append(byLabel[label], int32(cell))
		}
	}
	for _, cell := range byLabel[0] {
		all = append(all, []int32{cell})
	}
	for _, label := range slices.Sorted(maps.Keys(byLabel)) {
		for i, cell := range byLabel[label] {
			for _, other := range byLabel[label][:i] {
				if label != 0 && len(byLabel[label]) < largestArea {
					all = append(all, []int32{other, cell})
				}
			}
		}
	}
	for e := range l.entries {
		cells := l.entries[e].cells
		for i, cell := range cells {
			for _, other := range cells[:i] {
				if bits.OnesCount16(l.marks[cell]) < 2 || bits.OnesCount16(l.marks[other]) < 2 || labels[cell] == labels[other] {
					continue
				}
				for _, third := range byLabel[labels[cell]^labels[other]] {
					if third != cell && third != other {
						all = append(all, []int32{other, cell, third})
					}
				}
			}
		}
	}
	return all
}

// labels returns the labels of the open cells, by which cuts finds small cuts (see area), and 0
// for other cells. A cell outside the spanning tree gets a random label. Then each cell of the
// tree, from the leaves up, gets the sum of the labels of all other cells of the entry below it.
func (l *lesson) labels() []uint64 {
	labels := make([]uint64, len(l.marks))
	parent := make([]int32, len(l.entries)) // the cell by which the walk came, -1 where it began
	acc := make([]uint64, len(l.entries))   // sum of the labels of edges at a node, then below it
	seen, inTree := make([]bool, len(l.entries)), make([]bool, len(l.marks))
	var order []int32
	visit := func(start int32) {
		seen[start], parent[start] = true, -1
		first := len(order)
		order = append(order, start)
		for i := first; i < len(order); i++ {
			for _, cell := range l.entries[order[i]].cells {
				if bits.OnesCount16(l.marks[cell]) < 2 {
					continue
				}
				for _, e := range [2]int32{l.across[cell], l.down[cell]} {
					if !seen[e] {
						seen[e], inTree[cell], parent[e] = true, true, cell
						order = append(order, e)
					}
				}
			}
		}
	}
	for e := range l.entries {
		if !seen[e] {
			visit(int32(e))
		}
	}
	for cell := range l.marks {
		if bits.OnesCount16(l.marks[cell]) > 1 && !inTree[cell] {
			labels[cell] = mixBits(uint64(cell))
			acc[l.across[cell]] ^= labels[cell]
			acc[l.down[cell]] ^= labels[cell]
		}
	}
	for _, e := range slices.Backward(order) { // children before their parents
		if cell := parent[e]; cell >= 0 {
			labels[cell] = acc[e]
			acc[l.across[cell]+l.down[cell]-e] ^= acc[e] // at the other entry of the cell
		}
	}
	return labels
}

// mixBits returns a number that looks random and is always the same for n (SplitMix64).
func mixBits(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
