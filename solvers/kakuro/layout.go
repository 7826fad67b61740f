package kakuro

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// Fill gives a layout clues for one solution and that difficulty: a puzzle whose sums and given
// digits, if it has any, do not count. The same arguments give the same puzzle. Clues are found
// as Generate finds them; some layouts have none, of a difficulty or at all, and the error is
// ErrSize then, or ctx's.
func Fill(ctx context.Context, layout *Puzzle, d Difficulty, seed uint64) (*Puzzle, error) {
	if err := layout.Check(); err != nil {
		return nil, err
	}
	for try := range attempts {
		random := rand.New(rand.NewPCG(seed, uint64(try)<<8|uint64(d)))
		p := layout.bare()
		f := newFilling(ctx, p)
		if f.fillTight(random, looks[d].weights) && f.settle(random, d) && f.grade() == d {
			return p, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return nil, ErrSize
}

// bare is the puzzle's layout alone.
func (p *Puzzle) bare() *Puzzle {
	layout := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: make([]Cell, len(p.Cells))}
	for i, c := range p.Cells {
		layout.Cells[i].White = c.White
	}
	return layout
}

// fillTight is fill for layouts with long entries: the cell with the fewest digits free comes
// next, and where it has none, those before it are drawn anew.
func (f *filling) fillTight(random *rand.Rand, weights [10]int) bool {
	order := random.Perm(len(f.digit))
	draws := 50 * len(order)
	var next func() bool
	next = func() bool {
		cell, fewest := int32(-1), 10
		for _, i := range order {
			if n := bits.OnesCount16(f.free(int32(i))); f.digit[i] == 0 && n < fewest {
				cell, fewest = int32(i), n
			}
		}
		if cell < 0 {
			return true
		}
		for free := f.free(cell); free != 0 && draws > 0; draws-- {
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

// take takes the digit out of a cell.
func (f *filling) take(cell int32) {
	d := f.digit[cell]
	f.digit[cell] = 0
	for _, e := range [2]int32{f.across[cell], f.down[cell]} {
		f.taken[e] &^= 1 << d
		f.entries[e].Sum -= d
	}
}

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

// layoutRow tells whether a text is a row of blocks and white cells, and which.
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

// readLayout reads a layout at the beginning of a text: rows of # for blocks and . for white
// cells, split by newlines or '/'. What stands behind the rows on the last line is left. It is
// nil where the text begins in another way, and rest is where it goes on. A border of blocks is
// put around white cells that lack it. The error is a *solvers.SyntaxError.
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
				return nil, at, nil // the reader of puzzles says which row
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
	p = bordered(rows)
	return p, min(rest, end), p.fillable(text, append(offsets[:p.Rows-len(rows)], offsets...))
}

// bordered is the layout of rows, with blocks above and to the left.
func bordered(rows [][]bool) *Puzzle {
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

// fillable says what is wrong with a layout whose rows stand at these offsets of a text.
func (p *Puzzle) fillable(text string, offsets []int) error {
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

// layoutText is a layout as rows of # and '.', split by '/'.
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
