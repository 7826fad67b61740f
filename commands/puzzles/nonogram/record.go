package nonogram

import (
	"fmt"
	"image/color"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// A colourRecord is a batch's report on a nonogram in colours. Runs are pairs of a length and a
// letter. Rows of cells are letters, '.' for empty.
type colourRecord struct {
	*deduce.Record
	Palette    map[string]string `json:"palette"`
	Background string            `json:"background"`
	RowClues   [][][2]any        `json:"rows"`
	ColClues   [][][2]any        `json:"columns"`
	Cols       int               `json:"cols,omitempty"` // hides Record.Cols: the clues tell it
	Grid       []string          `json:"grid,omitempty"` // hides Record.Grid: Backbone tells it
	Count      *int              `json:"count,omitempty"`
	Solutions  [][]string        `json:"solutions,omitempty"` // at most two
	Backbone   []string          `json:"backbone,omitempty"`  // '?' where solutions differ or nothing is proved
	Options    []colourOption    `json:"options,omitempty"`
}

// A colourOption tells the possible states of an undecided cell: letters, '.' for empty. Rows and
// columns are counted from 1.
type colourOption struct {
	Row    int    `json:"row"`
	Column int    `json:"column"`
	May    string `json:"may"`
}

// Recorded adds the puzzle in colours, its solutions and the possible states of open cells.
func (p game) Recorded(r *deduce.Record, of *deduce.Solved) ask.Record {
	if !p.InColours() {
		return r
	}
	c := &colourRecord{Record: r, Palette: map[string]string{}, Background: colourHex(p.Background), Count: r.Solutions}
	for _, k := range p.Palette {
		c.Palette[string(k.Letter)] = colourHex(k.RGB)
	}
	c.RowClues, c.ColClues = p.pairs(p.Rows), p.pairs(p.Cols)
	rows := func(cells []nonogram.Cell) []string {
		return ask.Lines(cells, len(p.Cols), func(s nonogram.Cell) byte {
			if s == nonogram.Empty {
				return '.'
			}
			return p.sign(s)
		})
	}
	a := of.Answer.(answer)
	for _, solution := range a.Solutions {
		c.Solutions = append(c.Solutions, rows(solution))
	}
	if a.Verdict == solvers.None {
		return c
	}
	c.Backbone = rows(a.Grid)
	for i, s := range a.Grid {
		if !s.One() {
			c.Options = append(c.Options, colourOption{i/len(p.Cols) + 1, i%len(p.Cols) + 1, p.letters(s)})
		}
	}
	return c
}

// pairs returns clues with each run as a pair of its length and its letter.
func (p game) pairs(lines [][]nonogram.Run) [][][2]any {
	all := make([][][2]any, len(lines))
	for i, runs := range lines {
		all[i] = [][2]any{}
		for _, run := range runs {
			all[i] = append(all[i], [2]any{run.Length, string(p.Palette[run.Colour].Letter)})
		}
	}
	return all
}

// colourHex writes a colour as #rrggbb.
func colourHex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
