package kakuro

import (
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// A sight holds what the net of package cells sees on a lattice and around it.
type sight struct {
	*cells.Board
	first               image.Point // the board's first cell, in cells of the lattice
	white, down, across []float64   // the probabilities of each of its cells
}

// surely is the probability of a kind above which no other kind is looked for.
const surely = .8

// look asks the net about a lattice that is turned as the mesh says, and farther if the board goes on where the lattice
// ends. It returns nil if the net sees no Kakuro there. If the hint asks for one, the net's word on the kind counts for
// little.
func look(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint) (*sight, error) {
	likely := float32(.3) // the least probability of the kind
	if hint.Kind == board.Kakuro {
		likely = .02
	}
	b, first, err := v.CellsAround(ctx, m, func(b *cells.Board) (image.Rectangle, bool) {
		in := newSight(b, image.Point{}).extent()
		return image.Rect(in.Left, in.Top, in.Right, in.Bottom), b.Kind[cells.Kakuro] >= likely
	})
	if b == nil || err != nil {
		return nil, err
	}
	return newSight(b, first), nil
}

// newSight returns what the net saw, first in cells of the lattice.
func newSight(b *cells.Board, first image.Point) *sight {
	n := len(b.Class)
	s := &sight{b, first, make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		in := 1 - b.Is(i, cells.Outside)
		s.white[i] = b.Is(i, cells.White, cells.Written)
		s.down[i], s.across[i] = float64(b.Down[i])*in, float64(b.Across[i])*in
		// A lone sum in the middle of its cell is seen, but not whose it is.
		rest := max(0, b.Is(i, cells.SumBlock)-max(s.down[i], s.across[i])) / 2
		s.down[i], s.across[i] = s.down[i]+rest, s.across[i]+rest
	}
	return s
}

// shows reports whether a cell is likely to be white or to have a sum.
func (s *sight) shows(i int) bool { return max(s.white[i], s.down[i], s.across[i]) > .5 }

// extent returns the smallest block around the largest group of cells that hang together, corners included, and
// are white or have sums. Its first row and its first column have no white cell, as those of the board: if need be
// it takes in one more. Its last ones have some: sums without a cell after them are other writing.
// Places are those of the net's board.
func (s *sight) extent() (b plane.Block) {
	seen := make([]bool, len(s.white))
	most := 0
	for start := range seen {
		if seen[start] || !s.shows(start) {
			continue
		}
		in, group := image.Rectangle{}, []int{start}
		seen[start] = true
		for n := 0; n < len(group); n++ {
			row, col := group[n]/s.Cols, group[n]%s.Cols
			in = in.Union(image.Rect(col, row, col+1, row+1))
			for k := range 9 {
				r, c := row+k/3-1, col+k%3-1
				if i := r*s.Cols + c; r >= 0 && c >= 0 && r < s.Rows && c < s.Cols && !seen[i] && s.shows(i) {
					seen[i] = true
					group = append(group, i)
				}
			}
		}
		if len(group) > most {
			most = len(group)
			b = plane.Block{Top: in.Min.Y, Left: in.Min.X, Bottom: in.Max.Y, Right: in.Max.X}
		}
	}
	whiteIn := func(in plane.Block) bool {
		for r := in.Top; r < in.Bottom; r++ {
			for c := in.Left; c < in.Right; c++ {
				if s.white[r*s.Cols+c] > .5 {
					return true
				}
			}
		}
		return false
	}
	for ; b.Bottom > b.Top && !whiteIn(plane.Block{Top: b.Bottom - 1, Left: b.Left, Bottom: b.Bottom, Right: b.Right}); b.Bottom-- {
	}
	for ; b.Right > b.Left && !whiteIn(plane.Block{Top: b.Top, Left: b.Right - 1, Bottom: b.Bottom, Right: b.Right}); b.Right-- {
	}
	if b.Top > 0 && whiteIn(plane.Block{Top: b.Top, Left: b.Left, Bottom: min(b.Top+1, b.Bottom), Right: b.Right}) {
		b.Top--
	}
	if b.Left > 0 && whiteIn(plane.Block{Top: b.Top, Left: b.Left, Bottom: b.Bottom, Right: min(b.Left+1, b.Right)}) {
		b.Left--
	}
	return b
}

// A plan is a layout in the making: which cells of a block are white, and how likely that is by what the net sees.
type plan struct {
	*sight
	plane.Block
	is []bool
}

// fill takes the cells for white that the net does, with single cells changed as long as that makes white cells and
// sums together likelier.
func (p *plan) fill() {
	rows, cols := p.Bottom-p.Top, p.Right-p.Left
	p.is = make([]bool, rows*cols)
	for i := range p.is {
		p.is[i] = p.white[p.at(i)] > .5 && i >= cols && i%cols > 0
	}
	const rounds = 12
	for range rounds {
		changed := false
		for i := range p.is {
			if i >= cols && i%cols > 0 && p.gain(i) > 1e-6 {
				p.is[i] = !p.is[i]
				changed = true
			}
		}
		if !changed {
			break
		}
	}
}

// heedShades makes cells of a shade whiter, or less white, if the net takes most cells of their shade for that: the
// blocks of a screen have one colour, or a few. Cells of the first lines are blocks.
func (p *plan) heedShades(shade func(cell image.Point) int) {
	const least, most = 3, 5. // cells of a shade that tell something; log odds that they may add at most
	logit := func(p float64) float64 { p = min(max(p, 1e-3), 1-1e-3); return math.Log(p / (1 - p)) }
	cols := p.Right - p.Left
	sums, white, n := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for i := range p.is {
		k, of := p.at(i), shade(image.Pt(p.Left+i%cols, p.Top+i/cols))
		v := p.white[k]
		if i < cols || i%cols == 0 {
			v = 0
		}
		sums[of], n[of] = sums[of]+logit(v), n[of]+1
		if v > .5 {
			white[of]++
		}
	}
	for i := range p.is {
		k, of := p.at(i), shade(image.Pt(p.Left+i%cols, p.Top+i/cols))
		if n[of] < least {
			continue
		}
		agree := math.Abs(2*white[of]/n[of] - 1)
		told := min(max(sums[of]/n[of], -most), most) * agree * agree
		p.white[k] = 1 / (1 + math.Exp(-logit(p.white[k])-2*told))
	}
}

// at returns the index in the sight of a cell of the plan.
func (p *plan) at(i int) int {
	cols := p.Right - p.Left
	return (p.Top+i/cols)*p.Cols + p.Left + i%cols
}

// gain returns by how much the log likelihood grows if a cell changes. Only the cell and the blocks before its runs
// matter.
func (p *plan) gain(i int) float64 {
	cols := p.Right - p.Left
	near := []int{i}
	for _, step := range [2]int{1, cols} {
		for k, n := i-step, 0; k >= 0 && n < 2; k, n = k-step, n+1 { // the two cells before have it in their runs
			if step == 1 && k/cols != i/cols {
				break
			}
			near = append(near, k)
		}
	}
	sum := func() (e float64) {
		for _, k := range near {
			e += p.likelihood(k)
		}
		return e
	}
	before := sum()
	p.is[i] = !p.is[i]
	after := sum()
	p.is[i] = !p.is[i]
	return after - before
}

// likelihood returns the log likelihood of what the net sees in a cell, if the plan is right: a sum has to stand
// before a run of two or more, may stand before a single white cell, and stands nowhere else.
func (p *plan) likelihood(i int) float64 {
	const least, single = 1e-4, .7 // the least probability; what a single cell costs either way
	log := func(v float64) float64 { return math.Log(min(max(v, least), 1)) }
	k, cols := p.at(i), p.Right-p.Left
	e := log(1 - p.white[k])
	if p.is[i] {
		e = log(p.white[k])
	}
	for side, v := range [2]float64{p.down[k], p.across[k]} {
		step := [2]int{cols, 1}[side]
		run := 0
		for n := i + step; !p.is[i] && run < 2 && n < len(p.is) && (side == 0 || n/cols == i/cols) && p.is[n]; n += step {
			run++
		}
		switch run {
		case 0:
			e += log(1 - v)
		case 1:
			e += max(log(v), log(1-v)) - single
		default:
			e += log(v)
		}
	}
	return e
}

// consistent reports whether sums as seen stand exactly before the runs of the plan.
func (p *plan) consistent() bool {
	cols := p.Right - p.Left
	for i := range p.is {
		k := p.at(i)
		if p.is[i] != (p.white[k] > .5) {
			return false
		}
		if p.is[i] {
			continue
		}
		for side, v := range [2]float64{p.down[k], p.across[k]} {
			step := [2]int{cols, 1}[side]
			run := 0
			for n := i + step; run < 2 && n < len(p.is) && (side == 0 || n/cols == i/cols) && p.is[n]; n += step {
				run++
			}
			if run == 0 && v > .5 || run > 1 && v <= .5 {
				return false
			}
		}
	}
	return true
}

// layoutBySight returns the layout that the net sees, on a grid that covers it: the given one if that does. It returns
// nil if the net sees no Kakuro, or one of another size than the hint's.
func layoutBySight(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint, g *grid) (*layout, error) {
	s, err := look(ctx, v, m, hint)
	if s == nil || err != nil {
		return nil, err
	}
	p := &plan{sight: s, Block: s.extent()}
	rows, cols := p.Bottom-p.Top, p.Right-p.Left
	if rows < 2 || cols < 2 {
		return nil, nil
	}
	p.fill()
	if hint.Rows > 0 && rows != hint.Rows || hint.Cols > 0 && cols != hint.Cols {
		return nil, nil
	}
	top, left := p.Top+s.first.Y, p.Left+s.first.X // in cells of the lattice
	if g == nil || top < g.mesh.FirstRow-1 || left < g.mesh.FirstCol-1 || top+rows > g.mesh.FirstRow-1+g.high || left+cols > g.mesh.FirstCol-1+g.wide {
		m.FirstRow, m.FirstCol = min(0, top+1), min(0, left+1)
		high, wide := m.Upright()
		if g, err = newGrid(ctx, v, m, max(0, top+rows-high-1), max(0, left+cols-wide-1)); g == nil || err != nil {
			return nil, err
		}
	}
	if g.flat {
		p.heedShades(func(cell image.Point) int {
			at := cell.Add(s.first).Sub(image.Pt(g.mesh.FirstCol-1, g.mesh.FirstRow-1))
			if k := at.Y*g.wide + at.X; g.plain(k) {
				return g.cells[k].shade
			} else {
				return -1 - g.cells[k].shade
			}
		})
	}
	return bestSeen(g, p.shorter(hint)), nil
}

// bestSeen returns the layout of the first plan that keeps the rules of Kakuro, or else that of the first plan.
func bestSeen(g *grid, plans []*plan) (best *layout) {
	before := g.cells
	var seen []square
	for _, p := range plans {
		g.cells = slices.Clone(before) // a layout notes there whose its numbers are
		for k := range g.cells {
			g.cells[k].figures = slices.Clone(g.cells[k].figures)
		}
		l := newSeen(g, p)
		whole := l.whole()
		if best == nil || whole {
			best, seen = l, g.cells
		}
		if whole {
			break
		}
	}
	g.cells = seen
	return best
}

// shorter returns the plan, and those without up to three of its last rows or columns if the net is not sure of these:
// forms and keys below a board, or to its right, go on in its rhythm.
func (p *plan) shorter(hint board.Hint) (all []*plan) {
	const most, dear = 3, 6. // lines; the log likelihood
	for n := range 2*most + 1 {
		for rows := max(0, n-most); rows <= min(n, most); rows++ {
			less := &plan{sight: p.sight, Block: p.Block}
			less.Bottom, less.Right = less.Bottom-rows, less.Right-n+rows
			small := less.Bottom-less.Top < 3 || less.Right-less.Left < 3
			if n == 0 || !small && (rows == 0 || hint.Rows == 0) && (rows == n || hint.Cols == 0) && p.without(less.Block) < dear {
				less.fill()
				all = append(all, less)
			}
		}
	}
	return all
}

// without returns by how much the cells outside a block are less likely not to be white, in logarithms.
func (p *plan) without(in plane.Block) (cost float64) {
	cols := p.Right - p.Left
	for i := range p.is {
		if r, c := p.Top+i/cols, p.Left+i%cols; r >= in.Bottom || c >= in.Right {
			cost -= math.Log(max(1-p.white[p.at(i)], 1e-3))
		}
	}
	return cost
}

// newSeen returns the layout of a plan.
func newSeen(g *grid, p *plan) *layout {
	top, left := p.Top+p.first.Y, p.Left+p.first.X // in cells of the lattice
	l := &layout{grid: g, top: top - g.mesh.FirstRow + 1, left: left - g.mesh.FirstCol + 1, rows: p.Bottom - p.Top, cols: p.Right - p.Left, white: p.is, plan: p}
	l.weigh()
	l.place(p.sight)
	l.settleSides()
	l.rate()
	l.seen = p.Kind[cells.Kakuro] > surely
	return l
}

// weigh finds the odds of each cell: by what the net sees there, and by its shade. As long as a cell's odds are against
// it, the one with the worst is changed.
func (s *layout) weigh() {
	const rounds = 12 // changes at most
	for round := range rounds + 1 {
		worst := 0
		s.odds = make([]float64, len(s.white))
		for i := range s.odds {
			if s.odds[i] = firstOdds; !s.inFirstLine(i) {
				s.odds[i] = -s.plan.gain(i)
			}
		}
		s.weighShades()
		for i, odds := range s.odds {
			if odds < s.odds[worst] {
				worst = i
			}
		}
		if s.odds[worst] >= 0 || round == rounds {
			break
		}
		s.white[worst] = !s.white[worst]
	}
}

// weighShades adds to the odds of each cell what its shade says: how much commoner it is among the other cells of its
// state that the net is sure of than among those of the other state.
func (s *layout) weighShades() {
	const sure = 4 // log odds of a cell that counts
	most := 3.     // log odds that a shade may add
	if !s.grid.flat {
		most = 1.5 // a shadow changes shades
	}
	n, all := make([][2]float64, s.grid.shades), [2]float64{}
	state := func(i int) int {
		if s.white[i] {
			return 1
		}
		return 0
	}
	for i, odds := range s.odds {
		if odds > sure && !s.inFirstLine(i) {
			n[s.grid.cells[s.at(i)].shade][state(i)]++
			all[state(i)]++
		}
	}
	told := make([]float64, len(s.odds))
	for i, odds := range s.odds {
		mine, at := state(i), n[s.grid.cells[s.at(i)].shade]
		total := all
		if odds > sure {
			at[mine], total[mine] = at[mine]-1, total[mine]-1
		}
		share := func(k int) float64 { return (at[k] + .5) / (total[k] + 1) }
		told[i] = min(max(math.Log(share(mine)/share(1-mine)), -most), most)
	}
	for i := range s.odds {
		if !s.inFirstLine(i) {
			s.odds[i] += told[i]
		}
	}
}

// place notes to which side each number belongs by the ink that the net sees there, and where sums are.
func (s *layout) place(seen *sight) {
	const n = cells.Places
	g := s.grid
	for i := range s.white {
		k := s.at(i)
		c, at := &g.cells[k], s.plan.at(i)
		c.looked, c.sums = true, [2]float64{seen.down[at], seen.across[at]}
		c.summed = c.summed || !s.white[i] && max(c.sums[0], c.sums[1]) > .5
		for j := range c.figures {
			f := &c.figures[j]
			a := g.Place(f.box)
			row0, col0 := float64(g.mesh.FirstRow-seen.first.Y), float64(g.mesh.FirstCol-seen.first.X)
			var votes [4]int
			for y := int((a.Top + row0) * n); y <= int((a.Bottom+row0)*n); y++ {
				for x := int((a.Left + col0) * n); x <= int((a.Right+col0)*n); x++ {
					if y >= 0 && x >= 0 && y < seen.Rows*n && x < seen.Cols*n {
						votes[seen.Ink[y*seen.Cols*n+x]]++
					}
				}
			}
			f.of = 0
			for kind := 1; kind < len(votes); kind++ {
				if votes[kind] > 0 && (f.of == 0 || votes[kind] > votes[f.of]) {
					f.of = kind
				}
			}
		}
	}
}

// noted reports whether the net sees digits of a player in a white cell: pencil marks stand anywhere in it.
func (s *layout) noted(i int) bool {
	return s.plan != nil && s.plan.Is(s.plan.at(i), cells.Written) > surely
}
