package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kibitz/render"
	"kibitz/solvers/tothemoon"
)

var tothemoonPuzzle = puzzle{
	name:    "tothemoon",
	example: "1011/0111/0001/1101",
	samples: []string{"4x4 random 42", "#.##/.###/...#/##.#", "011010001"},
	do:      []string{"solve", "check", "hint", "steps", "animate", "play"},
	seldom:  []string{"animate", "play"},
	options: []Option{{Name: "limit", Type: Number, Min: 1, Max: tothemoon.MaxCells + 2}},
	edit:    &editor{off: "⬜", on: "⬛", sizes: boards(), start: extent{4, 4}},
	deal:    func(seed uint64) string { return fmt.Sprintf("4x4 random %d", seed) },
	read:    readSky,
}

type sky struct{ *tothemoon.Puzzle }

func (g sky) extent() (rows, cols int) { return g.Rows, g.Cols }

func (g sky) act(ctx context.Context, do string, say phrases) *Reply {
	a, err := g.Solve(ctx)
	switch {
	case err != nil:
		return outOfTime(say)
	case !a.Solvable:
		return g.unsolvable(a, say)
	}
	r := &Reply{Tone: Good, Title: say.count("tothemoon.solved", a.Min, size(g.Rows, g.Cols, say))}
	if !a.Within {
		r.Tone = Mixed
		r.Title = say.count("tothemoon.over", a.Min, with{"Limit": g.Limit})
	}
	switch do {
	case "check": // whether, not how
		r.Text = g.solutions(a, say)
		return r
	case "steps", "hint", "animate":
		way := g.steps(ctx, r, say)
		if do == "animate" {
			g.draw(r, a, say)
			r.animate(len(way), func(done int) *render.Board { return g.after(way[:done]) }, bare(g.after(way)), say)
		}
		return r
	default:
		r.Text = join("\n", g.orbs(a, say), say.text("tothemoon.smallest", nil), g.solutions(a, say), g.within(a, say))
	}
	g.draw(r, a, say)
	return r
}

func (g sky) orbs(a *tothemoon.Answer, say phrases) string {
	const most = 60
	names := g.orbNames(a, say)
	if len(names) == 0 {
		return say.text("tothemoon.clear", nil)
	}
	return say.text("tothemoon.press", with{"Orbs": say.list(names, most)})
}

// orbName says row or column with the name: i is a row as well as a column.
func (sky) orbName(o tothemoon.Orb, say phrases) string {
	switch o.Kind {
	case tothemoon.Row:
		return say.text("tothemoon.row", with{"Name": tothemoon.RowName(o.Index)})
	case tothemoon.Column:
		return say.text("tothemoon.column", with{"Name": colName(o.Index)})
	}
	return say.text("tothemoon.diagonal", nil)
}

// colName is a column with its number, as which it stands over a board in emoji.
func colName(i int) string { return fmt.Sprintf("%s (%d)", tothemoon.ColName(i), i+1) }

// orbNames are those of the orbs that an answer presses.
func (g sky) orbNames(a *tothemoon.Answer, say phrases) []string {
	pressed := map[tothemoon.Kind][]bool{tothemoon.Row: a.RowOrbs, tothemoon.Column: a.ColOrbs, tothemoon.Diagonal: {a.Diagonal}}
	var names []string
	for _, kind := range []tothemoon.Kind{tothemoon.Row, tothemoon.Column, tothemoon.Diagonal} {
		for i, on := range pressed[kind] {
			if on {
				names = append(names, g.orbName(tothemoon.Orb{Kind: kind, Index: i}, say))
			}
		}
	}
	return names
}

func (g sky) solutions(a *tothemoon.Answer, say phrases) string {
	return say.count("tothemoon.solutions", a.Solutions, nil)
}

func (g sky) within(a *tothemoon.Answer, say phrases) string {
	if g.Limit == 0 || !a.Within {
		return ""
	}
	return say.text("tothemoon.within", with{"Limit": g.Limit})
}

// unsolvable says why: for either state of the diagonal orb, four cells that
// no row or column orb can all clear (theorem 5 of the seed).
func (g sky) unsolvable(a *tothemoon.Answer, say phrases) *Reply {
	r := &Reply{
		Tone:  Bad,
		Title: say.text("tothemoon.unsolvable", size(g.Rows, g.Cols, say)),
		Text: join("\n", say.text("tothemoon.parity", nil),
			g.rectangle("tothemoon.proof-off", a.Proof[0], say),
			g.rectangle("tothemoon.proof-on", a.Proof[1], say)),
	}
	if g.helpless(a) {
		r.Text = join("\n", say.text("tothemoon.parity", nil), g.rectangle("tothemoon.proof", a.Proof[0], say))
	}
	if !drawn(g.Rows, g.Cols) {
		return r
	}
	r.Board = g.board(r.Title, nil)
	r.legend = legend{"proof": "legend.corner-off", "pick": "legend.corner-on"}
	if g.helpless(a) {
		r.legend["proof"] = "legend.corner"
	}
	// The two rectangles may share a corner: the first one keeps it.
	for i, mark := range []render.Mark{render.Proof, render.Pick} {
		for _, row := range a.Proof[i].Rows {
			for _, col := range a.Proof[i].Cols {
				if cell := r.Board.At(row, col+1); cell.Mark == render.NoMark {
					cell.Mark = mark
				}
			}
		}
	}
	r.Board.Caption = r.Text
	r.Picture = true // marks as emoji would hide which cells are cloudy
	return r
}

// helpless tells whether the same four cells prove it with the diagonal orb and
// without.
func (sky) helpless(a *tothemoon.Answer) bool { return *a.Proof[0] == *a.Proof[1] }

func (g sky) rectangle(id string, p *tothemoon.Rectangle, say phrases) string {
	crossed := false // by the diagonal
	for _, row := range p.Rows {
		for _, col := range p.Cols {
			crossed = crossed || row+col == g.Rows-1
		}
	}
	return say.text(id, with{
		"Crossed": crossed,
		"Row1":    tothemoon.RowName(p.Rows[0]), "Row2": tothemoon.RowName(p.Rows[1]),
		"Col1": colName(p.Cols[0]), "Col2": colName(p.Cols[1]),
	})
}

// singly is how many presses have a page each.
const singly = 12

// steps leads through the presses in order, and returns them. Each has a page with
// the board after it; where they are many, each kind of orb has.
func (g sky) steps(ctx context.Context, r *Reply, say phrases) []tothemoon.Step {
	const most = 500
	var way []tothemoon.Step
	for step := range g.Steps(ctx) {
		if way = append(way, step); len(way) == most {
			break
		}
	}
	if len(way) == 0 {
		r.Text = say.text("tothemoon.clear", nil)
		return nil
	}
	var told []stage
	for i, step := range way {
		s := stage{where: g.orbName(step.Orb, say), why: g.step(way, i, say)}
		s.opens = i > 0 && (len(way) <= singly || step.Technique != way[i-1].Technique)
		told = append(told, s)
	}
	r.teach(told, func(done int) *render.Board { return g.after(way[:done]) }, say)
	r.look = func(b *render.Board, next int) { g.look(b, way[next].Orb) }
	r.Picture = true // emoji do not show what a press has flipped
	return way
}

// step says what press i of a way does, and why.
func (g sky) step(way []tothemoon.Step, i int, say phrases) string {
	step, about := way[i], with{"Orb": way[i].Orb.String()}
	switch step.Orb.Kind {
	case tothemoon.Diagonal:
		about["Other"] = ""
		if other := g.unlike(); other >= 0 {
			about["Other"] = tothemoon.RowName(other)
		}
	case tothemoon.Column:
		about["Orb"] = colName(step.Orb.Index)
		about["Cloudy"] = slices.ContainsFunc(way, func(s tothemoon.Step) bool { return s.Orb == tothemoon.Orb{Kind: tothemoon.Row} })
		about["Last"] = i == len(way)-1 || way[i+1].Technique != step.Technique
	}
	alike := ""
	if i == 0 && step.Orb.Kind != tothemoon.Diagonal {
		alike = say.text("tothemoon.alike", nil)
	}
	return join(" ", alike, say.text("tothemoon.step."+strings.ReplaceAll(step.Technique, " ", "-"), about))
}

// unlike is the first row that is neither like the first one nor its opposite; -1
// where there is none, and row and column orbs can clear the sky.
func (g sky) unlike() int {
	for r := range g.Rows {
		for c := range g.Cols {
			if (g.Cloudy(r, c) != g.Cloudy(0, c)) != (g.Cloudy(r, 0) != g.Cloudy(0, 0)) {
				return r
			}
		}
	}
	return -1
}

// look marks an orb.
func (g sky) look(b *render.Board, orb tothemoon.Orb) {
	row, col := g.place(orb)
	b.At(row, col).Mark = render.Pick
}

// place is where an orb stands on the board.
func (g sky) place(orb tothemoon.Orb) (row, col int) {
	switch orb.Kind {
	case tothemoon.Row:
		return orb.Index, 0
	case tothemoon.Column:
		return g.Rows, orb.Index + 1
	}
	return g.Rows, 0
}

// after is the sky when the steps are done, with their orbs lit; what the last one
// flipped is marked, and its orb.
func (g sky) after(way []tothemoon.Step) *render.Board {
	if !drawn(g.Rows, g.Cols) {
		return nil
	}
	before, now := g.Puzzle, g.Puzzle
	for _, step := range way {
		before, now = now, now.Pressed(step.Orb)
	}
	b := sky{now}.board("", nil)
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

func (g sky) draw(r *Reply, a *tothemoon.Answer, say phrases) {
	if !drawn(g.Rows, g.Cols) {
		r.Files = append(r.Files, written("orbs", a.Orbs()))
		return
	}
	r.Board, r.legend = g.board(r.Title, a), legend{"press": "legend.press-orb", render.PressLit: "legend.press-orb"}
	r.Board.Caption = g.orbs(a, say)
}

// board is the sky with its orbs: the rows' at the left, the columns' below,
// the diagonal's in the corner. Those that a presses are lit.
func (g sky) board(title string, a *tothemoon.Answer) *render.Board {
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
		*b.At(r, 0) = orb(a != nil && a.RowOrbs[r])
		for c := range g.Cols {
			b.At(r, c+1).Kind = render.Clear
			if g.Cloudy(r, c) {
				b.At(r, c+1).Kind = render.Cloudy
			}
		}
	}
	for c := range g.Cols {
		b.ColNames[c+1] = tothemoon.ColName(c)
		*b.At(g.Rows, c+1) = orb(a != nil && a.ColOrbs[c])
	}
	*b.At(g.Rows, 0) = orb(a != nil && a.Diagonal)
	return b
}

type skyRecord struct {
	Head
	Min       *int     `json:"min,omitempty"`
	Orbs      []string `json:"orbs"` // a, b, … rows from the top; i, ii, … columns from the left; diagonal
	Solutions int      `json:"solutions"`
	Within    *bool    `json:"within,omitempty"` // with a limit: whether it suffices
}

func (g sky) record(ctx context.Context) Record {
	var a *tothemoon.Answer
	r := &skyRecord{Orbs: []string{}, Head: timed(func() (err error) { a, err = g.Solve(ctx); return })}
	if a == nil {
		return &r.Head
	}
	r.Verdict, r.Hard = "unsolvable", "no press set"
	if a.Solvable {
		r.Verdict, r.Hard = "solvable", fmt.Sprintf("presses: %d: %s", a.Min, strings.Join(a.Orbs(), " "))
		r.Min, r.Orbs, r.Solutions = &a.Min, append(r.Orbs, a.Orbs()...), a.Solutions
		if g.Limit > 0 {
			r.Within = &a.Within
		}
	}
	return r
}

// orbs are all orbs of a sky.
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

// pads are the orbs: the rows', the columns', the diagonal's.
func (g sky) pads() [][]pad {
	if max(g.Rows, g.Cols) > padRow {
		return nil
	}
	arrows := [...]string{tothemoon.Row: "➡️", tothemoon.Column: "⬆️", tothemoon.Diagonal: "↗️"}
	rows := make([][]pad, len(arrows))
	for _, orb := range orbs(g.Puzzle) {
		label := orb.String()
		if orb.Kind == tothemoon.Diagonal {
			label = ""
		}
		rows[orb.Kind] = append(rows[orb.Kind], pad{name: orb.String(), label: label, emoji: arrows[orb.Kind]})
	}
	return rows
}

func (g sky) press(name string) (playable, bool) {
	for _, orb := range orbs(g.Puzzle) {
		if orb.String() == name {
			return sky{g.Pressed(orb)}, true
		}
	}
	return nil, false
}

func (g sky) left(ctx context.Context) ([]string, bool) {
	a, err := g.Solve(ctx)
	if err != nil || !a.Solvable {
		return nil, false
	}
	return a.Orbs(), true
}

func (g sky) scene(r *Reply, _ phrases) { r.Board = g.board(r.Title, nil) }
