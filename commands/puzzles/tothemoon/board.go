package tothemoon

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/tothemoon"
)

// place returns the cell of an orb on the board.
func (g game) place(orb tothemoon.Orb) (row, col int) {
	switch orb.Kind {
	case tothemoon.Row:
		return orb.Index, 0
	case tothemoon.Column:
		return g.Rows, orb.Index + 1
	}
	return g.Rows, 0
}

// after draws the sky after these steps, with their orbs lit. The last step's orb and the cells
// that it flipped are marked.
func (g game) after(way []tothemoon.Step) *render.Board {
	if !ask.Drawn(g.Rows, g.Cols) {
		return nil
	}
	before, now := g.Puzzle, g.Puzzle
	for _, step := range way {
		before, now = now, now.Pressed(step.Orb)
	}
	b := game{now}.board("", nil)
	for _, step := range way {
		row, col := g.place(step.Orb)
		*b.At(row, col) = render.Cell{Kind: render.OrbOn}
	}
	if len(way) == 0 {
		return b
	}
	row, col := g.place(way[len(way)-1].Orb)
	b.At(row, col).Mark = render.New
	for r := range g.Rows {
		for c := range g.Cols {
			if before.Cloudy(r, c) != now.Cloudy(r, c) {
				b.At(r, c+1).Mark = render.New
			}
		}
	}
	return b
}

// draw adds the board with the orbs to press, or a file if it is too large.
func (g game) draw(r *ask.Answer, s *tothemoon.Answer) {
	if !ask.Drawn(g.Size()) {
		r.Attach("orbs", s.Orbs())
		return
	}
	r.Board, r.Legend = g.board(r.Title, s), map[string]string{"press": "legend.press-orb", render.PressLit: "legend.press-orb"}
	r.Board.Caption = g.orbs(s, r.Ask.Say)
}

// board draws the sky with its orbs: those of rows at the left, those of columns below, and the
// diagonal's in the corner. The orbs that s presses are lit.
func (g game) board(title string, s *tothemoon.Answer) *render.Board {
	b := render.NewBoard(g.Rows+1, g.Cols+1)
	b.Title, b.Orbs = title, true
	b.RowNames, b.ColNames = make([]string, g.Rows+1), make([]string, g.Cols+1)
	orb := func(pressed bool) render.Cell {
		if pressed {
			return render.Cell{Kind: render.OrbOn, Mark: render.Press}
		}
		return render.Cell{Kind: render.OrbOff}
	}
	for r := range g.Rows {
		b.RowNames[r] = tothemoon.RowName(r)
		*b.At(r, 0) = orb(s != nil && s.RowOrbs[r])
		for c := range g.Cols {
			b.At(r, c+1).Kind = render.Clear
			if g.Cloudy(r, c) {
				b.At(r, c+1).Kind = render.Cloudy
			}
		}
	}
	for c := range g.Cols {
		b.ColNames[c+1] = tothemoon.ColName(c)
		*b.At(g.Rows, c+1) = orb(s != nil && s.ColOrbs[c])
	}
	*b.At(g.Rows, 0) = orb(s != nil && s.Diagonal)
	return b
}

// A skyRecord is a batch's report on one sky.
type skyRecord struct {
	ask.RecordHead
	Min       *int     `json:"min,omitempty"`
	Orbs      []string `json:"orbs"` // a, b, … rows from the top; i, ii, … columns from the left; diagonal
	Solutions int      `json:"solutions"`
	Within    *bool    `json:"within,omitempty"` // the limit suffices; nil without a limit
}

// recordSky solves a sky for a batch.
func recordSky(ctx context.Context, asked ask.Game, _ bool) ask.Record {
	g, begun := asked.(game), time.Now()
	s, err := g.Solve(ctx)
	r := &skyRecord{Orbs: []string{}, RecordHead: ask.NewHead(begun, err)}
	if s == nil {
		return &r.RecordHead
	}
	r.Verdict, r.How = "unsolvable", "no press set"
	if s.Solvable {
		r.Verdict, r.How = "solvable", fmt.Sprintf("presses: %d: %s", s.Min, strings.Join(s.Orbs(), " "))
		r.Min, r.Orbs, r.Solutions = &s.Min, append(r.Orbs, s.Orbs()...), s.Solutions
		if g.Limit > 0 {
			r.Within = &s.Within
			r.How += words.If(s.Within, ", within ", ", more than ") + strconv.Itoa(g.Limit)
		}
	}
	return r
}

// orbs returns all orbs of a sky.
func orbs(p *tothemoon.Puzzle) []tothemoon.Orb {
	var all []tothemoon.Orb
	for r := range p.Rows {
		all = append(all, tothemoon.Orb{Kind: tothemoon.Row, Index: r})
	}
	for c := range p.Cols {
		all = append(all, tothemoon.Orb{Kind: tothemoon.Column, Index: c})
	}
	return append(all, tothemoon.Orb{Kind: tothemoon.Diagonal})
}
