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
	p.is = make([]bool, rows*cols)
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
		g.cells = slices.Clone(before) // a layout notes there which sum each number is
		for k := range g.cells {
			g.cells[k].figures = slices.Clone(g.cells[k].figures)
		}
		l := newSeen(g, p)
		l.shortened = plans[0].without(p.Block) > math.Ln2 // a cell as likely white as not
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
