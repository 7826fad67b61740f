// Package sudoku reads a Sudoku off a lattice of 9 × 9, 6 × 6 or 4 × 4 cells: the digit in each cell, and whether it is
// printed or the player's.
//
// The board is straightened. In each cell the ink that hangs together with none of the lines around it is looked
// for at several darknesses (cells.go), since a digit may touch a line at one of them. The net of package digits
// reads it. Small digits beside the usual ones are pencil marks (figures.go), and digits of another colour
// are the player's (written.go).
package sudoku

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// size is the number of rows and columns of nearly all Sudoku.
const size = 9

// layouts are the boxes of a Sudoku by its size, and the fewest digits of one with a single solution. For 9 × 9 see
// McGuire, Tugemann, Civario, "There is no 16-clue Sudoku", 2012.
var layouts = map[int]struct{ boxRows, boxCols, fewest int }{4: {2, 2, 4}, 6: {2, 3, 8}, size: {3, 3, 17}}

// Read reads an upright Sudoku. It returns nil if the lattice shows none.
func Read(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint) (*page.Candidate, error) {
	return readAs(ctx, v, plane.Mesh{Lattice: strongest(l)}, hint)
}

// ReadTurned reads a Sudoku in each of the given orientations and returns the reading that explains most.
func ReadTurned(ctx context.Context, v *page.View, l *lattice.Lattice, hint board.Hint, ways []plane.Orientation) (*page.Candidate, error) {
	return page.Best(ways, func(o plane.Orientation) (*page.Candidate, error) {
		return readAs(ctx, v, plane.Mesh{Lattice: strongest(l), Turns: o.Turns, Mirror: o.Mirror}, hint)
	})
}

// readAs reads a Sudoku that is turned as the mesh says. Unless the hint asks for a Sudoku, either the lines around
// boxes have to be thicker than those between, or the digits keep the rules. A small board has to keep the rules, and
// of one of 4 × 4 the boxes have to be seen, or the net has to see a Sudoku.
func readAs(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint) (*page.Candidate, error) {
	n := whole(&m, v.Screen)
	if n == 0 {
		return nil, nil
	}
	across, down := m.Rules()
	thick := boxed(across, m.FirstRow, n, layouts[n].boxRows) && boxed(down, m.FirstCol, n, layouts[n].boxCols)
	const few = 4 // cells a side, whose digits keep the rules by chance
	if !thick && n <= few && hint.Kind != board.Sudoku {
		if b, err := v.CellsOf(ctx, m.Lattice); b == nil || err != nil || b.Kind[cells.Sudoku] < .5 {
			return nil, err
		}
	}
	g := newGrid(v, m, n)
	if err := g.read(ctx); err != nil {
		return nil, err
	}
	g.sort()
	if (!thick || n < size) && hint.Kind != board.Sudoku && !g.keepsRules() {
		return nil, nil
	}
	g.markWritten()
	return g.candidate(v, thick), nil
}

// keepsRules reports whether no digit stands twice in a row, a column or a box.
func (g *grid) keepsRules() bool {
	var seen [3][size][size + 1]bool
	for i := range g.cells {
		s := &g.cells[i]
		if len(s.guesses) == 0 || s.guesses[0].Value == 0 {
			continue
		}
		row, col, digit, of := i/g.size, i%g.size, s.guesses[0].Value, layouts[g.size]
		if digit > g.size {
			return false
		}
		for k, house := range [3]int{row, col, row/of.boxRows*of.boxRows + col/of.boxCols} {
			if seen[k][house][digit] {
				return false
			}
			seen[k][house][digit] = true
		}
	}
	return true
}

// strongest returns the nine or ten strongest lines each way of a lattice that has more, if all others are far fainter:
// lines that show through from the next page. It returns other lattices as they are.
func strongest(l *lattice.Lattice) *lattice.Lattice {
	rows, cols := strongLines(l.RowRules), strongLines(l.ColRules)
	if max(l.Rows, l.Cols) <= size || min(len(rows), len(cols)) < size || max(len(rows), len(cols)) > size+1 {
		return l
	}
	n := lattice.New(len(rows)-1, len(cols)-1, func(row, col int) lattice.Point { return l.Points[rows[row]*(l.Cols+1)+cols[col]] })
	for i, k := range rows {
		n.RowRules[i] = l.RowRules[k]
	}
	for i, k := range cols {
		n.ColRules[i] = l.ColRules[k]
	}
	return n
}

// strongLines returns the indices of the lines that are at least a third as strong as thin lines are, by the median of
// the strongest.
func strongLines(rules []float64) (lines []int) {
	const far = 3
	strong := slices.Clone(rules)
	slices.SortFunc(strong, func(a, b float64) int { return cmp.Compare(b, a) })
	for i, t := range rules {
		if far*t > strong[min(len(strong)-1, size/2+1)] {
			lines = append(lines, i)
		}
	}
	return lines
}

// whole returns the size of a board: the rows and columns of its mesh. It completes a mesh of 9 × 9 whose lattice lacks
// one line at its border; the thick lines tell which. It returns 0 if it is no board.
func whole(m *plane.Mesh, screen bool) int {
	rows, cols := m.Upright()
	if rows == cols && layouts[rows].fewest > 0 {
		return rows
	}
	if min(rows, cols) != size-1 || max(rows, cols) > size {
		return 0
	}
	across, down := m.Rules()
	firstRow, ok := missing(across)
	firstCol, also := missing(down)
	if !ok || !also {
		return 0
	}
	l := m.Lattice
	m.FirstRow, m.FirstCol = firstRow, firstCol
	m.Beyond = plane.NewPlain(l, plane.Block{Top: 0, Left: 0, Bottom: l.Rows, Right: l.Cols}, screen)
	if m.Beyond == nil {
		return 0
	}
	return size
}

// missing returns 0 if there are ten lines, or if the fourth and the seventh of nine are thick: then the last one is
// missing. It returns -1 if the first one is.
func missing(rules []float64) (first int, ok bool) {
	if len(rules) == size+1 {
		return 0, true
	}
	for _, first := range [2]int{0, -1} {
		if boxed(rules, first, size, 3) {
			return first, true
		}
	}
	return 0, false
}

// boxed reports whether each line of a board of n lines that is a multiple of box is at least 1.35 times as thick as
// the thin lines between. The first rule given is that of line -first.
func boxed(rules []float64, first, n, box int) bool {
	var thin []float64
	least := math.Inf(1)
	for i, t := range rules {
		switch line := i - first; {
		case line <= 0 || line >= n:
		case line%box == 0:
			least = min(least, t)
		default:
			thin = append(thin, t)
		}
	}
	usual := plane.Median(thin, 0)
	return usual > 0 && least > 1.35*usual
}

// candidate returns what was read, or nil if it is no Sudoku: there are too few digits, or a third as much else.
// Figures that are no digits, and cells with two digits, count as other. Thick tells that the lines of boxes were
// seen.
func (g *grid) candidate(v *page.View, thick bool) *page.Candidate {
	all := plane.Area{Bottom: float64(g.size), Right: float64(g.size)}
	d := plane.Straight(g.mesh, g.size, g.size, all)
	r := &board.Reading{Kind: board.Sudoku, Rows: g.size, Cols: g.size, Screen: v.Screen}
	c := &page.Candidate{Reading: r, Drawing: d, Area: page.Outline(g.mesh, all), Whole: 1}
	digits := 0
	for i := range g.cells {
		s := &g.cells[i]
		y, x := float64(i/g.size), float64(i%g.size)
		cell := board.Cell{
			Box:   d.Box(plane.Area{Top: y, Left: x, Bottom: y + 1, Right: x + 1}),
			State: []board.Guess{{Value: board.Blank, P: 1}},
			Digit: s.guesses,
		}
		if len(s.guesses) > 0 && !s.written {
			cell.State[0].Value = board.Filled
		}
		r.Cells = append(r.Cells, cell)
		if !g.cells[i].shown && len(r.Flaws) == 0 {
			r.Flaws = append(r.Flaws, board.Cut)
		}
		if len(s.guesses) > 0 {
			c.Glyphs++
			if s.guesses[0].Value > 0 {
				c.Explained += s.guesses[0].P
				digits++
			}
		}
		c.Glyphs += s.other
	}
	if digits < layouts[g.size].fewest || c.Glyphs-c.Explained > c.Explained/3 {
		return nil
	}
	if !thick {
		r.Flaws = append(r.Flaws, board.ThickRules)
	}
	c.Read = c.Explained / c.Glyphs
	return c
}
