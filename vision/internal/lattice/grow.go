package lattice

import "context"

// A place is a row and a column of a growing lattice, counted from its seed.
type place struct{ r, c int }

func (p place) add(d place, n int) place { return place{p.r + n*d.r, p.c + n*d.c} }

// compass holds the steps to the right, down, to the left and up.
var compass = [4]place{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// A growth is a lattice while it grows.
type growth struct {
	net    *net
	node   []int32 // by place: number of its crossing, from 1; 0: none yet
	places []place // places with a crossing
	placed []bool  // by crossing: whether it has a place
	u, v   Point   // steps to the next column and row at the seed
	rowOf  []int   // by trace that runs across: its row, or unplaced
	colOf  []int   // by trace that runs down: its column, or unplaced
}

const (
	reach    = maxSide + 8 // places on each side of a seed
	unplaced = 1 << 30     // the row or column of a trace without one

	maxTries  = 40      // seeds tried on one plane
	maxGrown  = 200_000 // crossings given a place on one plane
	maxBridge = 4       // steps to the next crossing seen: up to three lines may be missing between
)

// index returns the index of a place in g.node, whose rows and columns go from -reach to reach.
func (g *growth) index(p place) int { return (p.r+reach)*(2*reach+1) + p.c + reach }

func (g *growth) inside(p place) bool {
	return max(p.r, -p.r) <= reach && max(p.c, -p.c) <= reach
}

// at returns the crossing at a place, and false if it has none.
func (g *growth) at(p place) (Point, bool) {
	if !g.inside(p) {
		return Point{}, false
	}
	id := g.node[g.index(p)]
	if id == 0 {
		return Point{}, false
	}
	return g.net.nodes[id-1].Point, true
}

// lattices returns the lattices that grow on the net, in places of the image. It lets at most twelve grow; some of
// these may be no lattice.
func (n *net) lattices(ctx context.Context) (found []*Lattice, err error) {
	for range 12 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g := n.grow()
		if g == nil {
			break
		}
		if l := g.lattice(); l != nil {
			l = l.divide(n.plane)
			l.enlarge(float64(n.plane.scale))
			found = append(found, l)
		}
	}
	return found, nil
}

// grow grows a lattice from the next seed that no lattice has used. It gives up one with fewer than nine
// crossings and takes the next seed. It returns nil if there are no more seeds, or after maxTries of them or
// maxGrown crossings.
func (n *net) grow() *growth {
	for len(n.seeds) > 0 {
		s := n.seeds[len(n.seeds)-1]
		n.seeds = n.seeds[:len(n.seeds)-1]
		if n.nodes[s.node].used {
			continue
		}
		if n.tries++; n.tries > maxTries || n.grown > maxGrown {
			return nil
		}
		n.nodes[s.node].used = true
		g := &growth{
			net: n, u: s.u, v: s.v, placed: make([]bool, len(n.nodes)),
			node: make([]int32, (2*reach+1)*(2*reach+1)),
		}
		g.put(place{}, s.node)
		for i := 0; i < len(g.places); i++ {
			for dir := range compass {
				g.step(g.places[i], dir)
			}
		}
		n.grown += len(g.places)
		if len(g.places) < 9 {
			continue
		}
		g.vote()
		return g
	}
	return nil
}

// put gives a crossing its place.
func (g *growth) put(p place, id int32) {
	g.node[g.index(p)] = id + 1
	g.places = append(g.places, p)
	g.placed[id] = true
}

// step looks for the crossing next to place p and gives it its place; dir is the direction, an index into
// compass. If there is no crossing one step away, a line may be missing: it looks two, three and four steps away.
// It adds nothing if it comes to a place that already has a crossing or is out of reach, or if the crossing that
// it finds has another place already.
func (g *growth) step(p place, dir int) {
	vec := g.vector(p, dir)
	size := vec.norm()
	from, _ := g.at(p)
	for n := 1; n <= maxBridge; n++ {
		q := p.add(compass[dir], n)
		if !g.inside(q) || g.node[g.index(q)] != 0 {
			return
		}
		// In pixels: 12 % of a step, and 3 % more for each further step, as the error of vec adds up. The one
		// pixel more counts where cells are small.
		slack := (.09+.03*float64(n))*size + 1
		id, ok := g.net.nearest(from.add(vec.times(float64(n))), slack)
		if !ok {
			continue
		}
		if !g.placed[id] {
			g.put(q, id)
		}
		return
	}
}

// vector returns the expected step from place p in a direction, in pixels: the mean of the steps in that
// direction around it, in which the nearest count twice. If none is known it returns the seed's step.
func (g *growth) vector(p place, dir int) Point {
	d := compass[dir]
	var sum Point
	var weight float64
	add := func(from place, w float64) { // adds the step from a place, with weight w, if both its ends are known
		a, ok := g.at(from)
		if !ok {
			return
		}
		if b, ok := g.at(from.add(d, 1)); ok {
			sum = sum.add(b.sub(a).times(w))
			weight += w
		}
	}
	// Steps back along the line, and along the lines beside it.
	add(p.add(d, -1), 2)
	add(p.add(d, -2), 1)
	for _, s := range []int{-1, 1} {
		q := place{p.r + s*d.c, p.c + s*d.r}
		add(q, 2)
		add(q.add(d, -1), 1)
	}
	if weight > 0 {
		return sum.times(1 / weight)
	}
	return [4]Point{g.u, g.v, g.u.times(-1), g.v.times(-1)}[dir]
}

// vote gives each trace the row or column that at least two thirds of its crossings have; traces without such a
// majority lose their crossings. It then rebuilds places and node from the traces, so that crossings that growing
// passed by get places, too. A line cannot change its row on the way: where growing slipped by a row, the slip is
// outvoted here.
func (g *growth) vote() {
	rows := make([][]int, len(g.net.across))
	cols := make([][]int, len(g.net.down))
	for _, p := range g.places {
		c := g.net.nodes[g.node[g.index(p)]-1]
		rows[c.h] = append(rows[c.h], p.r)
		cols[c.v] = append(cols[c.v], p.c)
	}
	g.rowOf, g.colOf = elect(rows), elect(cols)
	clear(g.node)
	g.places = g.places[:0]
	for id, c := range g.net.nodes {
		p := place{g.rowOf[c.h], g.colOf[c.v]}
		if p.r == unplaced || p.c == unplaced {
			continue
		}
		// A line may have several traces, some of them stray: the longest one counts.
		at := g.index(p)
		if g.node[at] == 0 {
			g.places = append(g.places, p)
		} else if g.net.length(int32(id)) <= g.net.length(g.node[at]-1) {
			continue
		}
		g.node[at] = int32(id) + 1
	}
}

// elect returns for each trace the line that at least two thirds of its votes are for, or unplaced.
func elect(votes [][]int) []int {
	won := make([]int, len(votes))
	for trace, all := range votes {
		won[trace] = unplaced
		for _, line := range all {
			n := 0
			for _, v := range all {
				if v == line {
					n++
				}
			}
			if 3*n >= 2*len(all) {
				won[trace] = line
				break
			}
		}
	}
	return won
}

// tracesByLine returns the traces of each of n rows, or of n columns, from number first on. of holds the row or
// column of each trace.
func tracesByLine(of []int, all []*trace, first, n int) [][]*trace {
	by := make([][]*trace, n)
	for id, t := range all {
		if i := of[id] - first; i >= 0 && i < n {
			by[i] = append(by[i], t)
		}
	}
	return by
}

// extent returns the first and the last row and column that have a crossing.
func (g *growth) extent() (lo, hi place) {
	lo, hi = g.places[0], g.places[0]
	for _, p := range g.places {
		lo = place{min(lo.r, p.r), min(lo.c, p.c)}
		hi = place{max(hi.r, p.r), max(hi.c, p.c)}
	}
	return lo, hi
}
