package nonogram

import (
	"fmt"
	"image/color"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// colourRecord is what a batch says of a nonogram in colours. Runs are pairs, a length and a
// letter; rows of cells are letters, '.' for what is empty.
type colourRecord struct {
	*deduce.Record
	Palette    map[string]string `json:"palette"`
	Background string            `json:"background"`
	RowClues   [][][2]any        `json:"rows"`
	ColClues   [][][2]any        `json:"columns"`
	Cols       int               `json:"cols,omitempty"` // none: the clues have it
	Grid       []string          `json:"grid,omitempty"` // none: it is the backbone
	Count      *int              `json:"count,omitempty"`
	Solutions  [][]string        `json:"solutions,omitempty"` // two at most
	Backbone   []string          `json:"backbone,omitempty"`  // '?' where solutions differ or nothing is proved
	Options    []colourOption    `json:"options,omitempty"`
}

// colourOption is what a cell may be that is not decided: letters, '.' for empty. It is counted
// from 1.
type colourOption struct {
	Row    int    `json:"row"`
	Column int    `json:"column"`
	May    string `json:"may"`
}

// Recorded adds the puzzle in colours, its solutions and what open cells may be.
func (p nonogramGame) Recorded(r *deduce.Record, of *deduce.Solved) ask.Record {
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
	a := of.Answer.(nonogramAnswer)
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

// pairs returns clues with each run as its length and its letter.
func (p nonogramGame) pairs(lines [][]nonogram.Run) [][][2]any {
	all := make([][][2]any, len(lines))
	for i, runs := range lines {
		all[i] = [][2]any{}
		for _, run := range runs {
			all[i] = append(all[i], [2]any{run.Length, string(p.Palette[run.Colour].Letter)})
		}
	}
	return all
}

func colourHex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
