package tothemoon

import (
	"context"
	"strconv"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/tothemoon"
)

// padName names an orb in the history of a game. Row i and column i share a name, so columns go by
// their numbers.
func padName(orb tothemoon.Orb) string {
	if orb.Kind == tothemoon.Column {
		return strconv.Itoa(orb.Index + 1)
	}
	return orb.String()
}

// Pads returns the orbs in three rows: the rows' orbs, the columns' and the diagonal's.
func (g game) Pads() [][]press.Pad {
	if max(g.Rows, g.Cols) > press.MenuRow {
		return nil
	}
	tiles := [...]render.Tile{tothemoon.Row: render.RowTile, tothemoon.Column: render.ColumnTile, tothemoon.Diagonal: render.DiagonalTile}
	called := [...]string{tothemoon.Row: "board.pad-row", tothemoon.Column: "board.pad-column", tothemoon.Diagonal: "board.pad-diagonal"}
	rows := make([][]press.Pad, len(tiles))
	for _, orb := range orbs(g.Puzzle) {
		label := orb.String()
		if orb.Kind == tothemoon.Diagonal {
			label = ""
		}
		row, col := g.place(orb)
		rows[orb.Kind] = append(rows[orb.Kind], press.Pad{
			Name: padName(orb), Label: label, Tile: tiles[orb.Kind], Called: called[orb.Kind], Cell: row*(g.Cols+1) + col,
		})
	}
	return rows
}

// Group names one kind of orb.
func (g game) Group(row int, say words.Phrases) string {
	return say.Text([...]string{tothemoon.Row: "tothemoon.orbs.row", tothemoon.Column: "tothemoon.orbs.column", tothemoon.Diagonal: "tothemoon.diagonal"}[row])
}

// Press returns the sky after a press of the orb with this name.
func (g game) Press(pad string) (press.Game, bool) {
	for _, orb := range orbs(g.Puzzle) {
		if padName(orb) == pad {
			return game{g.Pressed(orb)}, true
		}
	}
	return nil, false
}

// Left returns the fewest presses, in the order in which the steps teach them.
func (g game) Left(ctx context.Context) (press.Way, error) {
	s, err := g.Solve(ctx)
	if err != nil {
		return press.Way{}, err
	}
	w := press.Way{Solvable: s.Solvable, Proved: true}
	for step := range g.Steps(ctx) {
		w.Pads = append(w.Pads, padName(step.Orb))
	}
	if len(w.Pads) < s.Min {
		return w, ctx.Err()
	}
	return w, nil
}

// Hint explains the first press as the steps do.
func (g game) Hint(ctx context.Context, _ press.Way, say words.Phrases) (ask.Stage, *render.Board) {
	var way []tothemoon.Step
	for step := range g.Steps(ctx) {
		way = append(way, step)
	}
	if len(way) == 0 { // the time ended
		return ask.Stage{}, nil
	}
	return g.stage(way, 0, say), nil
}

// Scene draws the sky alone, beside buttons in the places of the orbs. Beside menus, or read aloud,
// it draws the whole board.
func (g game) Scene(spoken bool) *render.Board {
	whole, b := g.board("", nil), render.NewBoard(g.Rows, g.Cols)
	if spoken || !press.AsButtons(g.Rows, g.Cols) {
		return whole
	}
	b.RowNames = whole.RowNames[:g.Rows]
	for r := range g.Rows {
		copy(b.Cells[r*g.Cols:][:g.Cols], whole.Cells[r*whole.Cols+1:])
	}
	return b
}

// Task tells the goal, and what the orbs do.
func (g game) Task(say words.Phrases, spoken bool) string {
	return say.Text("tothemoon.play", words.With{"Spoken": spoken})
}

// Rules returns "": the rules are always the usual ones.
func (g game) Rules(words.Phrases) string { return "" }

// Goal returns "": the goal is always the usual one.
func (g game) Goal(words.Phrases) string { return "" }
