// Package tothemoon tells people of To the Moon: how it is written, solved, explained and played.
package tothemoon

import (
	"context"
	"fmt"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/tothemoon"
	"kibitz/vision"
)

// Kind returns the kind of To the Moon.
func Kind() *ask.Kind {
	editor := press.Editor{
		States: press.TwoStates(press.State{Tile: render.ClearTile, Called: "board.clear"}, press.State{Tile: render.CloudyTile, Called: "board.cloudy"}), Start: press.Size{Rows: 4, Cols: 4},
		Least: press.Size{Rows: 2, Cols: 2}, Most: press.Size{Rows: press.MostTapped, Cols: press.MostTapped},
	}
	return &ask.Kind{
		Name:    "tothemoon",
		Example: "1011/0111/0001/1101",
		Samples: []string{"4x4 random 42", "#.##/.###/...#/##.#", "011010001"},
		Order:   "4x4 random 42",
		Actions: append(press.Actions(clearable(game.solve), clearable(game.check), clearable(game.steps), clearable(game.steps), clearable(game.animate)),
			ask.Action{Name: ask.Play, Alone: true, Short: true, Game: true, When: press.CanPlay, Do: ask.On(press.Play)}),
		Options: []ask.Option{{Option: chat.Option{Name: "limit", Type: chat.Number, Min: 1, Max: tothemoon.MaxCells + 2}}},
		Says: slices.Concat(
			press.EditorSays("tothemoon"), words.IDs("tothemoon.", "made-again"),
			words.IDs("tothemoon.hint.", "row", "column", "diagonal"),
			words.IDs("tothemoon.step.", tothemoon.DiagonalFirst, tothemoon.FirstRow, tothemoon.UniformRow)),
		Read:     readSky,
		Standing: press.Standing(readSky),
		Record:   recordSky,
		Edit:     editor.Edit,
		Photo:    vision.Lights,
		Lines:    press.Lines,
		Deal:     func(a *ask.Ask, number uint64) string { return press.DealLike(a, 4, number) },
		Daily:    ask.Daily([...]string{"3x3 random", "4x4 random", "5x5 random"}),
	}
}

// readSky reads a sky or an order for one, with the limit of the options.
func readSky(text string, rules ask.Options) (ask.Game, error) {
	made := func(p *tothemoon.Puzzle) ask.Game {
		p.Limit = max(rules.Number("limit"), 0) // a batch may give a number below 1
		return game{p}
	}
	if o, err := tothemoon.ParseOrder(text); err != nil {
		return nil, err
	} else if o != nil {
		return &ask.Ordered[*tothemoon.Puzzle, *tothemoon.Order]{Solver: o, Rows: o.Rows, Cols: o.Cols, Game: made, Tell: tellSky}, nil
	}
	p, err := tothemoon.Parse(text)
	if err != nil {
		return nil, err
	}
	return made(p), nil
}

// A game is a grid of To the Moon as people are told of it.
type game struct{ *tothemoon.Puzzle }

func (g game) Size() (rows, cols int) { return g.Rows, g.Cols }

// tellSky shows a sky made to order, without its solution. It returns nil if the sky is too large
// to draw.
func tellSky(a *ask.Ask, asked ask.Game, o, another *tothemoon.Order) *ask.Answer {
	g := asked.(game)
	if !ask.Drawn(g.Size()) {
		return nil
	}
	title := a.Say.Text("tothemoon.made", ask.Size(g.Rows, g.Cols, a.Say), words.With{"Number": o.Number})
	r := a.MadeToOrder(g, title, a.Say.Text("tothemoon.made-how"), o, another)
	r.Board = g.board(r.Title, nil)
	return r
}

// ShowUnsolved shows the sky as it is, unless it is too large to be drawn.
func (g game) ShowUnsolved(r *ask.Answer) {
	if ask.Drawn(g.Size()) {
		r.Board = g.board(r.Title, nil)
	}
}

// clearable returns an action about a sky that can be cleared. For any other sky it tells why it
// cannot. Do adds what was asked for.
func clearable(do func(g game, ctx context.Context, r *ask.Answer, s *tothemoon.Answer) *ask.Answer) ask.Do {
	return ask.On(func(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
		s, err := g.Solve(ctx)
		switch {
		case err != nil:
			return a.Unanswered(err)
		case !s.Solvable:
			return g.unsolvable(a, s)
		}
		r := a.New(chat.Good, a.Say.Count("tothemoon.solved", s.Min, ask.Size(g.Rows, g.Cols, a.Say)))
		if !s.Within {
			r.Tone, r.Title = chat.Mixed, a.Say.Count("tothemoon.over", s.Min, words.With{"Limit": g.Limit})
		}
		return do(g, ctx, r, s)
	})
}

// check tells whether the sky can be cleared, and no press.
func (g game) check(_ context.Context, r *ask.Answer, s *tothemoon.Answer) *ask.Answer {
	r.Text = g.solutions(s, r.Ask.Say)
	return r
}

// solve answers with the fewest presses.
func (g game) solve(_ context.Context, r *ask.Answer, s *tothemoon.Answer) *ask.Answer {
	say := r.Ask.Say
	within := ""
	if g.Limit > 0 && s.Within {
		within = say.Text("tothemoon.within", words.With{"Limit": g.Limit})
	}
	r.Text = ask.Join("\n", say.Text("tothemoon.smallest"), g.solutions(s, say), within)
	r.Secret = g.orbs(s, say)
	g.draw(r, s)
	return r
}

// steps leads through the presses.
func (g game) steps(ctx context.Context, r *ask.Answer, _ *tothemoon.Answer) *ask.Answer {
	g.lead(ctx, r)
	return r
}

// animate shows the presses as a film.
func (g game) animate(ctx context.Context, r *ask.Answer, s *tothemoon.Answer) *ask.Answer {
	way := g.lead(ctx, r)
	g.draw(r, s)
	r.Animate(len(way), func(done int) *render.Board { return g.after(way[:done]) }, ask.Unmarked(g.after(way)))
	return r
}

// orbs tells the orbs to press.
func (g game) orbs(s *tothemoon.Answer, say words.Phrases) string {
	const most = 60
	names := g.orbNames(s, say)
	if len(names) == 0 {
		return say.Text("tothemoon.clear")
	}
	return say.Text("tothemoon.press", words.With{"Orbs": say.List(names, most)})
}

// orbName names an orb with its kind, as i is a row as well as a column.
func (game) orbName(o tothemoon.Orb, say words.Phrases) string {
	switch o.Kind {
	case tothemoon.Row:
		return say.Text("tothemoon.row", words.With{"Name": tothemoon.RowName(o.Index)})
	case tothemoon.Column:
		return say.Text("tothemoon.column", words.With{"Name": tothemoon.ColName(o.Index), "Number": o.Index + 1})
	}
	return say.Text("tothemoon.diagonal")
}

// colName returns a column's name, with the number that stands above it on a board in emoji.
func colName(i int) string { return fmt.Sprintf("%s (%d)", tothemoon.ColName(i), i+1) }

// orbNames returns the names of the orbs that an answer presses.
func (g game) orbNames(s *tothemoon.Answer, say words.Phrases) []string {
	pressed := map[tothemoon.Kind][]bool{tothemoon.Row: s.RowOrbs, tothemoon.Column: s.ColOrbs, tothemoon.Diagonal: {s.Diagonal}}
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

// solutions tells how many solutions there are.
func (g game) solutions(s *tothemoon.Answer, say words.Phrases) string {
	return say.Count("tothemoon.solutions", s.Solutions)
}

// unsolvable tells why there is no solution: for either state of the diagonal orb, four cells that
// no row or column orbs can all clear (theorem 5 of the seed).
func (g game) unsolvable(a *ask.Ask, s *tothemoon.Answer) *ask.Answer {
	say := a.Say
	r := a.New(chat.Bad, say.Text("tothemoon.unsolvable", ask.Size(g.Rows, g.Cols, say)))
	alike := *s.Proof[0] == *s.Proof[1] // the same four cells prove both cases
	if alike {
		r.Text = ask.Join("\n", say.Text("tothemoon.parity"), g.rectangle("tothemoon.proof", s.Proof[0], say))
	} else {
		r.Text = ask.Join("\n", say.Text("tothemoon.parity"),
			g.rectangle("tothemoon.proof-off", s.Proof[0], say), g.rectangle("tothemoon.proof-on", s.Proof[1], say))
	}
	if !ask.Drawn(g.Size()) {
		return r
	}
	r.Show(g.board(r.Title, nil), r.Text)
	r.Legend = map[string]string{"proof": words.If(alike, "legend.corner", "legend.corner-off"), "pick": "legend.corner-on"}
	// The two rectangles may share a corner: the first one keeps it.
	for i, mark := range []render.Mark{render.Proof, render.Pick} {
		for _, row := range s.Proof[i].Rows {
			for _, col := range s.Proof[i].Cols {
				if cell := r.Board.At(row, col+1); cell.Mark == render.NoMark {
					cell.Mark = mark
				}
			}
		}
	}
	r.Picture = true // marks as emoji would hide which cells are cloudy
	return r
}

// rectangle tells a proof by four cells.
func (g game) rectangle(id string, p *tothemoon.Rectangle, say words.Phrases) string {
	crossed := false // by the diagonal
	for _, row := range p.Rows {
		for _, col := range p.Cols {
			crossed = crossed || row+col == g.Rows-1
		}
	}
	return say.Text(id, words.With{
		"Crossed": crossed,
		"Row1":    tothemoon.RowName(p.Rows[0]), "Row2": tothemoon.RowName(p.Rows[1]),
		"Col1": colName(p.Cols[0]), "Col2": colName(p.Cols[1]),
	})
}

// singly is the most presses that get a page each.
const singly = 12

// lead lets an answer lead through the presses in order, and returns them: `most` at most. Each
// press has a page with the board after it. If there are more than `singly`, a new page begins only
// with another technique. If the sky is clear already, lead says so and returns nil.
func (g game) lead(ctx context.Context, r *ask.Answer) []tothemoon.Step {
	const most = 500
	say := r.Ask.Say
	var way []tothemoon.Step
	for step := range g.Steps(ctx) {
		if way = append(way, step); len(way) == most {
			break
		}
	}
	if len(way) == 0 {
		r.Text = say.Text("tothemoon.clear")
		return nil
	}
	var told []ask.Stage
	for i, step := range way {
		s := g.stage(way, i, say)
		s.Opens = i > 0 && (len(way) <= singly || step.Technique != way[i-1].Technique)
		told = append(told, s)
	}
	r.Teach(told, func(done int) *render.Board { return g.after(way[:done]) })
	r.Look = func(b *render.Board, next int, done bool) {
		if !done {
			for _, orb := range orbs(g.Puzzle) { // the next degree tells which of them
				if orb.Kind == way[next].Orb.Kind {
					b.At(g.place(orb)).Mark = render.Pick
				}
			}
		}
	}
	r.Picture = true // emoji do not show what a press has flipped
	return way
}

// stage returns press i of a way as a stage: it tells the kind of its orb, then the orb, then the
// reason.
func (g game) stage(way []tothemoon.Step, i int, say words.Phrases) ask.Stage {
	orb := way[i].Orb
	where := [...]string{tothemoon.Row: "tothemoon.hint.row", tothemoon.Column: "tothemoon.hint.column", tothemoon.Diagonal: "tothemoon.hint.diagonal"}
	return ask.Stage{
		Nudge: say.Text(where[orb.Kind]),
		What:  say.Text("tothemoon.press", words.With{"Orbs": g.orbName(orb, say)}),
		Why:   g.step(way, i, say),
	}
}

// step tells what press i of a way does, and why.
func (g game) step(way []tothemoon.Step, i int, say words.Phrases) string {
	step, about := way[i], words.With{"Orb": g.orbName(way[i].Orb, say)}
	switch step.Orb.Kind {
	case tothemoon.Diagonal:
		about["Other"] = ""
		if other := g.unlike(); other >= 0 {
			about["Other"] = tothemoon.RowName(other)
		}
	case tothemoon.Column:
		about["Cloudy"] = slices.ContainsFunc(way, func(s tothemoon.Step) bool { return s.Orb == tothemoon.Orb{Kind: tothemoon.Row} })
		about["Last"] = i == len(way)-1 || way[i+1].Technique != step.Technique
	}
	alike := ""
	if i == 0 && step.Orb.Kind != tothemoon.Diagonal {
		alike = say.Text("tothemoon.alike")
	}
	return say.Sentences(alike, say.Text("tothemoon.step."+words.ID(step.Technique), about))
}

// unlike returns the first row that is neither equal nor opposite to row 0; -1 if there is none:
// then row and column orbs can clear the sky.
func (g game) unlike() int {
	for r := range g.Rows {
		for c := range g.Cols {
			if (g.Cloudy(r, c) != g.Cloudy(0, c)) != (g.Cloudy(r, 0) != g.Cloudy(0, 0)) {
				return r
			}
		}
	}
	return -1
}
