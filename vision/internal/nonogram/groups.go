package nonogram

import "slices"

// groupings returns the ways to part tints into groups, the finest first, and which of them is the plainest. A group is
// the indices of its tints, and the largest comes first. The tints of a group hang together by small differences, and
// groups are apart by far larger ones; plainest is the way in which these are farthest apart by comparison.
func groupings(all []tint) (ways [][][]int, plainest int) {
	const least, noise, larger = 12, 4, 2 // the least difference between groups; those that count as equal; how much larger it is
	tree := spanning(all)
	widest, before := 0., noise
	for _, e := range slices.SortedFunc(slices.Values(tree), func(a, b edge) int { return a.far - b.far }) {
		before = max(before, noise)
		if e.far >= least && e.far >= larger*before {
			if ratio := float64(e.far) / float64(before); ratio > widest {
				widest, plainest = ratio, len(ways)
			}
			ways = append(ways, parted(tree, e.far))
		}
		before = e.far
	}
	return ways, plainest
}

// An edge joins two tints, named by their indices.
type edge struct{ from, to, far int }

// spanning returns a minimal spanning tree (Prim 1957), in the order in which tints join the first; the first joins
// itself.
func spanning(all []tint) (tree []edge) {
	var left []edge
	for i := range all {
		left = append(left, edge{0, i, all[i].far(all[0])})
	}
	for len(left) > 0 {
		next := 0
		for i := range left {
			if left[i].far < left[next].far {
				next = i
			}
		}
		e := left[next]
		tree, left = append(tree, e), slices.Delete(left, next, next+1)
		for i := range left {
			if far := all[left[i].to].far(all[e.to]); far < left[i].far {
				left[i].from, left[i].far = e.to, far
			}
		}
	}
	return tree
}

// parted returns the groups of a spanning tree without the edges from a length on.
func parted(tree []edge, cut int) (groups [][]int) {
	group := make([]int, len(tree))
	for i, e := range tree {
		if i == 0 || e.far >= cut {
			group[e.to], groups = len(groups), append(groups, nil)
		} else {
			group[e.to] = group[e.from]
		}
		groups[group[e.to]] = append(groups[group[e.to]], e.to)
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return len(b) - len(a) })
	return groups
}
