package kakuro

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// Fill returns a puzzle with the blocks of layout, one solution and that difficulty. It ignores
// the sums and given digits of layout. The same arguments give the same puzzle. It finds clues
// as Generate does. The error is that of ctx, or ErrSize for a layout without such clues.
func Fill(ctx context.Context, layout *Puzzle, d Difficulty, seed uint64) (*Puzzle, error) {
	if err := layout.Check(); err != nil {
		return nil, err
	}
	for try := range attempts {
		random := rand.New(rand.NewPCG(seed, uint64(try)<<8|uint64(d)))
		p := layout.bareLayout()
		f := newFilling(ctx, p)
		if f.fillTight(random, recipes[d].weights) && f.settle(random, d) && f.grade() == d {
			return p, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, ErrSize
}

// bareLayout returns the puzzle's layout alone.
func (p *Puzzle) bareLayout() *Puzzle {
	layout := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: make([]Cell, len(p.Cells))}
	for i, c := range p.Cells {
		layout.Cells[i].White = c.White
	}
	return layout
}

// fillTight fills layouts with long entries, in which fill would often fail: the cell with the
// fewest free digits comes next, and if none of its digits leads on, the cells before it are
// drawn anew. It returns false if 50 draws for each cell, all taken together, found no filling.
func (f *filling) fillTight(random *rand.Rand, weights [10]int) bool {
	order := random.Perm(len(f.digit))
	draws := 50 * len(order)
	var next func() bool
	next = func() bool {
		cell, fewest := int32(-1), 10
		for _, i := range order {
			if n := bits.OnesCount16(f.freeDigits(int32(i))); f.digit[i] == 0 && n < fewest {
				cell, fewest = int32(i), n
			}
		}
		if cell < 0 {
			return true
		}
		for free := f.freeDigits(cell); free != 0 && draws > 0; draws-- {
			d := drawWeighted(random, free, weights)
			free &^= 1 << d
			f.put(cell, d)
			if next() {
				return true
			}
			f.take(cell)
		}
		return false
	}
	return next()
}

// take takes the digit out of a cell. The sums of its entries follow; their combinations do not,
// until put writes the next digit.
func (f *filling) take(cell int32) {
	d := f.digit[cell]
	f.digit[cell] = 0
	for _, e := range [2]int32{f.across[cell], f.down[cell]} {
		f.taken[e] &^= 1 << d
		f.entries[e].Sum -= d
	}
}

// drawWeighted draws a digit of a set, with probabilities in proportion to weights. The set is
// not empty, and its weights are above 0.
func drawWeighted(random *rand.Rand, set uint16, weights [10]int) int {
	total := 0
	for d := range digits(set) {
		total += weights[d]
	}
	n := random.IntN(total)
	for d := range digits(set) {
		if n -= weights[d]; n < 0 {
			return d
		}
	}
	return 0
}

// layoutRow reads a row of blocks and white cells, of two cells or more. ok is false for any
// other text.
func layoutRow(text string) (white []bool, ok bool) {
	for _, r := range text {
		switch {
		case cells.Blank(r):
		case strings.ContainsRune("#⬛■█", r):
			white = append(white, false)
		case strings.ContainsRune(".⬜□_", r):
			white = append(white, true)
		case r != '\ufe0f': // after an emoji
			return nil, false
		}
	}
	return white, len(white) > 1
}

// readLayout reads a layout at the beginning of a text: two rows or more of # for blocks and . for
// white cells, split by newlines or '/'. rest is the byte offset of the text behind the rows. p is
// nil if the text does not begin with a layout, or if its rows are not alike in width. readLayout
// adds a border of blocks to white cells that lack it. The error is a *solvers.SyntaxError for a
// layout that checkFillable refuses; p and rest are there all the same.
func readLayout(text string) (p *Puzzle, rest int, err error) {
	start, end := cells.Trim(text)
	var rows [][]bool
	var offsets []int
	for at := start; at < end; {
		n := strings.IndexAny(text[at:end], "/\n")
		if n < 0 {
			n = end - at
		}
		row, until := text[at:at+n], at+n
		white, ok := layoutRow(row)
		if !ok && len(rows) > 0 { // the last row has words behind it
			first, _, _ := strings.Cut(strings.TrimLeft(row, " "), " ")
			if white, ok = layoutRow(first); ok {
				until = at + strings.Index(row, first) + len(first)
			}
		}
		if !ok && strings.TrimSpace(row) != "" {
			break
		}
		if ok {
			if len(rows) > 0 && len(white) != len(rows[0]) {
				return nil, at, nil // Parse returns the error for the row
			}
			rows, offsets = append(rows, white), append(offsets, at)
		}
		rest = until
		if until < at+n {
			break
		}
		at += n + 1
	}
	if len(rows) < 2 {
		return nil, 0, nil
	}
	p = withBorder(rows)
	// A border row above, if one was added, has the offset of the first row.
	return p, min(rest, end), p.checkFillable(text, append(offsets[:p.Rows-len(rows)], offsets...))
}

// withBorder returns the layout of rows, with blocks above and to the left.
func withBorder(rows [][]bool) *Puzzle {
	top, left := 0, 0
	for i, row := range rows {
		for j, white := range row {
			if white && i == 0 {
				top = 1
			}
			if white && j == 0 {
				left = 1
			}
		}
	}
	p := &Puzzle{Rows: len(rows) + top, Cols: len(rows[0]) + left}
	p.Cells = make([]Cell, p.Rows*p.Cols)
	for i, row := range rows {
		for j, white := range row {
			p.Cells[(i+top)*p.Cols+j+left].White = white
		}
	}
	return p
}

// checkFillable returns an error for a layout that is too large, has no white cell, or has an entry
// of 1 cell or more than 9, which no digits fill. offsets are the byte offsets of its rows in text.
func (p *Puzzle) checkFillable(text string, offsets []int) error {
	if most := MaxGenerated(Easy); max(p.Rows, p.Cols) > most {
		return solvers.At(text, offsets[0], "kakuro.layout-size", fmt.Sprintf("a layout of at most %d rows and columns, the clue border included", most), map[string]any{"Max": most})
	}
	entries := p.entries()
	if len(entries) == 0 {
		return solvers.At(text, offsets[0], "kakuro.layout-white", "a layout with white cells", nil)
	}
	for _, e := range entries {
		if e.Len < 2 || e.Len > maxLen {
			return solvers.At(text, offsets[e.Row], "kakuro.layout-entry",
				fmt.Sprintf("2 to %d white cells in a row or column, where these are %d from r%dc%d on", maxLen, e.Len, e.Row+1, e.Col+1),
				map[string]any{"Most": maxLen, "Len": e.Len, "Cell": fmt.Sprintf("r%dc%d", e.Row+1, e.Col+1)})
		}
	}
	return nil
}

// layoutText returns a layout as rows of # and '.', split by '/'.
func (p *Puzzle) layoutText() string {
	var b strings.Builder
	for i, c := range p.Cells {
		if i > 0 && i%p.Cols == 0 {
			b.WriteByte('/')
		}
		if c.White {
			b.WriteByte('.')
		} else {
			b.WriteByte('#')
		}
	}
	return b.String()
}

// layout returns a random grid of blocks and white cells without clues. It makes blocks in pairs
// that are each other's image when the grid is turned by half: where an entry through the cell is
// longer than longest, and at one in four other cells. It takes a pair back that would leave a
// white cell alone in an entry, or the white cells not connected. It returns nil if an entry came
// out too short or too long even so.
func layout(random *rand.Rand, rows, cols, longest int) *Puzzle {
	p := &Puzzle{Rows: rows, Cols: cols, Cells: make([]Cell, rows*cols)}
	inner := (rows - 1) * (cols - 1)
	place := func(i int) int { return (i/(cols-1)+1)*cols + i%(cols-1) + 1 }
	for i := range inner {
		p.Cells[place(i)].White = true
	}
	for _, i := range random.Perm(inner) {
		a, b := place(i), place(inner-1-i)
		if !p.Cells[a].White || p.reach(a) <= longest && random.IntN(4) > 0 {
			continue
		}
		p.Cells[a].White, p.Cells[b].White = false, false
		if !p.fitsAround(a) || !p.fitsAround(b) || !p.connected() {
			p.Cells[a].White, p.Cells[b].White = true, true
		}
	}
	for _, e := range p.entries() {
		if e.Len < 2 || e.Len > maxLen {
			return nil
		}
	}
	return p
}

// reach returns the length of the longer of the two entries through a white cell.
func (p *Puzzle) reach(place int) int {
	r, c := place/p.Cols, place%p.Cols
	count := func(dr, dc int) (n int) {
		for p.white(r+(n+1)*dr, c+(n+1)*dc) {
			n++
		}
		return n
	}
	return 1 + max(count(0, 1)+count(0, -1), count(1, 0)+count(-1, 0))
}

// fitsAround reports whether the block at a place leaves no white cell beside it alone in the
// entry that begins or ends there.
func (p *Puzzle) fitsAround(place int) bool {
	r, c := place/p.Cols, place%p.Cols
	for _, d := range [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		if p.white(r+d[0], c+d[1]) && !p.white(r+2*d[0], c+2*d[1]) {
			return false
		}
	}
	return true
}

// connected reports whether all white cells are connected.
func (p *Puzzle) connected() bool {
	white := 0
	for _, cell := range p.Cells {
		if cell.White {
			white++
		}
	}
	start := slices.IndexFunc(p.Cells, func(c Cell) bool { return c.White })
	if start < 0 {
		return false
	}
	seen := make([]bool, len(p.Cells))
	seen[start] = true
	found := []int{start}
	for i := 0; i < len(found); i++ {
		r, c := found[i]/p.Cols, found[i]%p.Cols
		for _, d := range [4][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			if next := found[i] + d[0]*p.Cols + d[1]; p.white(r+d[0], c+d[1]) && !seen[next] {
				seen[next] = true
				found = append(found, next)
			}
		}
	}
	return len(found) == white
}
