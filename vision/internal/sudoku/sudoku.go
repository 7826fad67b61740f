// Package sudoku reads a Sudoku off a lattice of 9 × 9 cells: the digit in each cell, and whether it is printed
// or the player's.
//
// The board is straightened. In each cell the ink that hangs together with none of the lines around it is looked
// for at several darknesses (cells.go), since a digit may touch a line at one of them. The net of package digits
// reads it. Small digits beside the usual ones are pencil marks (figures.go), and digits of another colour
// are the player's (written.go).
package sudoku

import (
	"cmp"
	"context"
	"slices"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// Size is the number of rows and columns, and size² that of cells.
const size = 9

// fewestGivens is the fewest digits of a Sudoku with one solution: McGuire, Tugemann, Civario,
// "There is no 16-clue Sudoku", 2012.
const fewestGivens = 17

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

// readAs reads a Sudoku that is turned as the mesh says. Unless the hint asks for a Sudoku, either every third line has
// to be thicker than those between, or the digits keep the rules.
func readAs(ctx context.Context, v *page.View, m plane.Mesh, hint board.Hint) (*page.Candidate, error) {
	if !whole(&m, v.Screen) {
		return nil, nil
	}
	across, down := m.Rules()
	thick := thirds(across, m.FirstRow) && thirds(down, m.FirstCol)
	g := newGrid(v, m)
	if err := g.read(ctx); err != nil {
		return nil, err
	}
	g.sort()
	if !thick && hint.Kind != board.Sudoku && !g.keepsRules() {
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
		row, col, digit := i/size, i%size, s.guesses[0].Value
		for k, house := range [3]int{row, col, row/3*3 + col/3} {
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

// whole completes a mesh whose lattice lacks one line at its border, and reports whether it has 9 × 9 cells. The
// thick lines tell which line is missing.
func whole(m *plane.Mesh, screen bool) bool {
	rows, cols := m.Upright()
	if rows == size && cols == size {
		return true
	}
	if min(rows, cols) != size-1 || max(rows, cols) > size {
		return false
	}
	across, down := m.Rules()
	firstRow, ok := missing(across)
	firstCol, also := missing(down)
	if !ok || !also {
		return false
	}
	l := m.Lattice
	m.FirstRow, m.FirstCol = firstRow, firstCol
	m.Beyond = plane.NewPlain(l, plane.Block{Top: 0, Left: 0, Bottom: l.Rows, Right: l.Cols}, screen)
	return m.Beyond != nil
}

// missing returns 0 if there are ten lines, or if the fourth and the seventh of nine are thick: then the last one is
// missing. It returns -1 if the first one is.
func missing(rules []float64) (first int, ok bool) {
	if len(rules) == size+1 {
		return 0, true
	}
	for _, first := range [2]int{0, -1} {
		if thirds(rules, first) {
			return first, true
		}
	}
	return 0, false
}

// thirds reports whether the fourth and the seventh line of a board are at least 1.35 times as thick as the six
// thin lines between. The first rule given is that of line -first.
func thirds(rules []float64, first int) bool {
	var thin []float64
	for i, t := range rules {
		if line := i - first; line > 0 && line < size && line%3 != 0 {
			thin = append(thin, t)
		}
	}
	usual := plane.Median(thin, 0)
	return usual > 0 && min(rules[3+first], rules[6+first]) > 1.35*usual
}

// candidate returns what was read, or nil if it is no Sudoku: there are too few digits, or a third as much else.
// Figures that are no digits, and cells with two digits, count as other. Thick tells that the lines of boxes were
// seen.
func (g *grid) candidate(v *page.View, thick bool) *page.Candidate {
	d := plane.Straight(g.mesh, size, size, all)
	r := &board.Reading{Kind: board.Sudoku, Rows: size, Cols: size, Screen: v.Screen}
	c := &page.Candidate{Reading: r, Drawing: d, Area: page.Outline(g.mesh, all), Whole: 1}
	digits := 0
	for i := range g.cells {
		s := &g.cells[i]
		y, x := float64(i/size), float64(i%size)
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
	if digits < fewestGivens || c.Glyphs-c.Explained > c.Explained/3 {
		return nil
	}
	if !thick {
		r.Flaws = append(r.Flaws, board.ThickRules)
	}
	c.Read = c.Explained / c.Glyphs
	return c
}

// all is the area of a board.
var all = plane.Area{Top: 0, Left: 0, Bottom: size, Right: size}
