package lattice

import (
	"math"
	"sort"
)

// A crossing is the point at which a trace that runs across meets one that runs down.
type crossing struct {
	Point
	h, v int32 // numbers of the two traces
	used bool  // in a lattice already or tried, so no longer a seed
}

// A net is the traces of an image with their crossings.
type net struct {
	plane        *plane
	across, down []*trace
	nodes        []crossing
	byH, byV     [][]int32 // crossings of each trace, in order
	grid         [][]int32 // crossings in each square of the image, bucket pixels wide
	gridW, gridH int       // size of grid, in squares
	seeds        []seed    // the likeliest last
	tries, grown int       // seeds tried, and crossings given places
}

const bucket = 16 // side of a square of net.grid, in pixels

// newNet returns the net of some traces, with its seeds. A trace may end up to three strips before it meets
// another.
func newNet(p *plane, across, down []*trace) *net {
	n := &net{plane: p, across: across, down: down}
	n.gridW, n.gridH = p.w/bucket+1, p.h/bucket+1
	n.grid = make([][]int32, n.gridW*n.gridH)
	n.byH = make([][]int32, len(across))
	n.byV = make([][]int32, len(down))
	type box struct{ lo, hi, min, max float64 }
	boxes := func(all []*trace) []box {
		bs := make([]box, len(all))
		for i, t := range all {
			lo, hi := t.span()
			slack := 3 * float64(t.step)
			b := box{lo - slack, hi + slack, math.Inf(1), math.Inf(-1)}
			for _, p := range t.pos {
				b.min, b.max = min(b.min, float64(p)), max(b.max, float64(p))
			}
			b.min -= 8
			b.max += 8
			bs[i] = b
		}
		return bs
	}
	hs, vs := boxes(across), boxes(down)
	for i, h := range across {
		for j, v := range down {
			a, b := hs[i], vs[j]
			if a.hi < b.min || a.lo > b.max || b.hi < a.min || b.lo > a.max {
				continue
			}
			// Each is followed to where it meets the other; the steps shrink fast, as neither is steep.
			x := min(max((b.min+b.max)/2, a.lo), a.hi)
			y := h.at(x)
			for range 4 {
				x = v.at(y)
				y = h.at(x)
			}
			if !(x >= max(a.lo, 0) && x <= min(a.hi, float64(p.w)) && y >= max(b.lo, 0) && y <= min(b.hi, float64(p.h))) {
				continue
			}
			id := int32(len(n.nodes))
			n.nodes = append(n.nodes, crossing{Point: Point{x, y}, h: int32(i), v: int32(j)})
			n.byH[i] = append(n.byH[i], id)
			n.byV[j] = append(n.byV[j], id)
			at := int(y)/bucket*n.gridW + int(x)/bucket
			n.grid[at] = append(n.grid[at], id)
		}
	}
	for _, ids := range n.byH {
		sort.Slice(ids, func(i, j int) bool { return n.nodes[ids[i]].X < n.nodes[ids[j]].X })
	}
	for _, ids := range n.byV {
		sort.Slice(ids, func(i, j int) bool { return n.nodes[ids[i]].Y < n.nodes[ids[j]].Y })
	}
	n.findSeeds()
	return n
}

// nearest returns the number of the crossing nearest to p, if one is less than within pixels away.
func (n *net) nearest(p Point, within float64) (int32, bool) {
	found, best := int32(-1), within*within
	x0, x1 := max(int((p.X-within)/bucket), 0), min(int((p.X+within)/bucket), n.gridW-1)
	y0, y1 := max(int((p.Y-within)/bucket), 0), min(int((p.Y+within)/bucket), n.gridH-1)
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			for _, id := range n.grid[y*n.gridW+x] {
				q := n.nodes[id].Point
				if d := (q.X-p.X)*(q.X-p.X) + (q.Y-p.Y)*(q.Y-p.Y); d < best {
					found, best = id, d
				}
			}
		}
	}
	return found, found >= 0
}

// A seed is a crossing whose neighbours on both its traces are evenly spaced.
type seed struct {
	node int32
	u, v Point // steps to the next crossing across and down
	like int   // number of seeds with cells of about this size
}

// leastCell is the least side of a cell, in pixels. In a smaller one nothing can be read.
const leastCell = 7

// findSeeds finds the seeds and sorts them. Those with the commonest size of a cell come last, because grow takes
// them from the end. Cells with sides below leastCell, or one side more than twice the other, give no seed.
func (n *net) findSeeds() {
	u := n.evenSteps(n.byH)
	v := n.evenSteps(n.byV)
	bin := func(f float64) int { return int(math.Log(f) * 8) } // a bin is 13 % wide
	count := map[[2]int]int{}
	for id := range n.nodes {
		a, b := u[id].norm(), v[id].norm()
		if a < leastCell || b < leastCell || a > 2*b || b > 2*a {
			continue
		}
		n.seeds = append(n.seeds, seed{node: int32(id), u: u[id], v: v[id]})
		count[[2]int{bin(a), bin(b)}]++
	}
	for i := range n.seeds {
		s := &n.seeds[i]
		a, b := bin(s.u.norm()), bin(s.v.norm())
		for i := -1; i <= 1; i++ {
			for j := -1; j <= 1; j++ {
				s.like += count[[2]int{a + i, b + j}]
			}
		}
	}
	sort.SliceStable(n.seeds, func(i, j int) bool { return n.seeds[i].like < n.seeds[j].like })
}

// evenSteps returns for each crossing the step to the next one on its trace, if the step from the one before is
// the same within 12 % of its length. Otherwise the step is zero. lines holds the crossings of each trace.
func (n *net) evenSteps(lines [][]int32) []Point {
	steps := make([]Point, len(n.nodes))
	for _, ids := range lines {
		for i, id := range ids {
			at := n.nodes[id].Point
			// A double trace or a stray one may lie between.
			for a := i + 1; a < len(ids) && a <= i+3; a++ {
				next := n.nodes[ids[a]].sub(at)
				size := next.norm()
				if size < leastCell {
					continue
				}
				if _, ok := n.crossingBefore(ids, i, at.sub(next), .12*size); ok {
					steps[id] = next
					break
				}
			}
		}
	}
	return steps
}

// crossingBefore returns, of the four crossings before the i-th of ids, the last one less than within pixels
// from p.
func (n *net) crossingBefore(ids []int32, i int, p Point, within float64) (int32, bool) {
	for b := i - 1; b >= 0 && b >= i-4; b-- {
		if n.nodes[ids[b]].sub(p).norm() < within {
			return ids[b], true
		}
	}
	return 0, false
}

// length returns the length of both traces of a crossing together, in strips.
func (n *net) length(id int32) int {
	c := n.nodes[id]
	return len(n.across[c.h].pos) + len(n.down[c.v].pos)
}
