package lightsout

import (
	"context"
	"math/big"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/lightsout"
)

// Pads returns the lamps. If only lit lamps may be pressed, the others are gaps, and all pads must
// fit on buttons: from a menu a player could pick two lamps at once, and the first press may put
// the second one out.
func (g game) Pads() [][]press.Pad {
	switch {
	case g.named():
		return g.namedPads()
	case max(g.Rows, g.Cols) > press.MenuRow, g.litOnly && !press.AsButtons(g.Rows, g.Cols):
		return nil
	}
	rows := make([][]press.Pad, g.Rows)
	for i, state := range g.Lamps {
		pad := press.Pad{Name: ask.CellName(i/g.Cols, i%g.Cols), Tile: render.LampTile(int(state), g.States), State: lampCalled[state], Gap: g.litOnly && state == 0, Cell: i}
		if g.Holes != nil && g.Holes[i] {
			pad.Gap, pad.Tile, pad.State = true, render.GapTile, "board.gap"
		}
		rows[i/g.Cols] = append(rows[i/g.Cols], pad)
	}
	return rows
}

// Group names a row of lamps.
func (g game) Group(row int, say words.Phrases) string {
	return say.Text("edit.row", words.With{"Number": row + 1})
}

// lamp returns the index of the lamp with this name, a column in letters and a row in digits: c12.
// ok is false if the board has no such cell, or a hole there.
func (g game) lamp(name string) (i int, ok bool) {
	col, row := 0, strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	for _, letter := range name[:len(name)-len(row)] {
		if col = col*26 + int(letter-'a') + 1; col > g.Cols { // columns are a … z, aa, ab, …
			return 0, false
		}
	}
	r, err := strconv.Atoi(row)
	if err != nil || col == 0 || r < 1 || r > g.Rows {
		return 0, false
	}
	i = (r-1)*g.Cols + col - 1
	return i, g.Holes == nil || !g.Holes[i]
}

// Press returns the board after a press of the lamp with this name.
func (g game) Press(pad string) (press.Game, bool) {
	i, ok := g.lamp(pad)
	if !ok || g.litOnly && g.Lamps[i] == 0 {
		return nil, false
	}
	return game{Puzzle: g.Pressed(i), litOnly: g.litOnly}, true
}

// Left returns a solution with the fewest presses.
func (g game) Left(ctx context.Context) (press.Way, error) {
	if g.litOnly {
		way, possible, err := g.LitOnly(ctx)
		w := press.Way{Solvable: possible, Proved: true}
		for _, i := range way {
			w.Pads = append(w.Pads, ask.CellName(i/g.Cols, i%g.Cols))
		}
		return w, err
	}
	s, err := g.Solve(ctx)
	if err != nil {
		return press.Way{}, err
	}
	return g.way(s), nil
}

// way returns the presses of a solution, in reading order. A lamp to be pressed several times comes
// several times.
func (g game) way(s *lightsout.Answer) press.Way {
	w := press.Way{Solvable: s.Solvable, Proved: s.Proved}
	for i, times := range s.Presses {
		for range times {
			w.Pads = append(w.Pads, ask.CellName(i/g.Cols, i%g.Cols))
		}
	}
	return w
}

// Scene draws the board if menus stand for the lamps or the board is read aloud; otherwise it
// returns nil.
func (g game) Scene(spoken bool) *render.Board {
	if g.named() || !spoken && press.AsButtons(g.Rows, g.Cols) {
		return nil
	}
	return g.board("")
}

// Task tells the usual goal, and what a press does by the usual rules.
func (g game) Task(say words.Phrases, _ bool) string {
	goal, usual := "", ""
	if g.usualGoal() {
		goal = say.Text("lightsout.goal.off")
	}
	if g.Neighbours == lightsout.Plus && !g.Matrix() && !g.Hexagonal() && !g.named() {
		usual = say.Text("lightsout.press-plus")
	}
	return say.Sentences(goal, usual)
}

// usualGoal reports whether all lamps are to be dark.
func (g game) usualGoal() bool {
	state, alike := g.evenTarget()
	return alike && state == 0
}

// Rules tells the rules that differ from the usual ones.
func (g game) Rules(say words.Phrases) string { return g.rules(say) }

// Goal tells the lamps to reach, unless they are all dark. If they differ, it shows them on a board.
// Lamps that lie on no board are shown as the puzzle was typed.
func (g game) Goal(say words.Phrases) string {
	state, alike := g.evenTarget()
	switch {
	case g.named():
		return "`" + g.String() + "`"
	case g.usualGoal():
		return ""
	case alike && g.States <= 2:
		return say.Text("lightsout.goal.on")
	case alike:
		return say.Text("lightsout.goal.state", words.With{"Lamp": lampEmoji(state)})
	}
	b := game{Puzzle: &lightsout.Puzzle{Rows: g.Rows, Cols: g.Cols, Lamps: g.Target, Holes: g.Holes}}.board("")
	return say.Text("lightsout.goal.board", words.With{"Board": b.Emoji()})
}

// evenTarget returns the state that all lamps are to reach; false if their targets differ.
func (g game) evenTarget() (state uint8, alike bool) {
	first := true
	for i := range g.Lamps {
		if g.Holes != nil && g.Holes[i] {
			continue
		}
		if !first && g.target(i) != state {
			return 0, false
		}
		state, first = g.target(i), false
	}
	return state, true
}

// hints leads through the fewest presses; on a board too large to play, through the chase.
func (g game) hints(ctx context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	if g.Pads() == nil || g.named() {
		return g.steps(ctx, a, s)
	}
	r := a.New(chat.Good, a.Say.Text("lightsout.solvable", g.size(a.Say)))
	w := g.way(s)
	if len(w.Pads) == 0 {
		r.Text = g.done(a.Say)
		return r
	}
	press.Lead(ctx, r, g, w, func(now press.Game, last string) *render.Board {
		b := now.(game).board("")
		if i, ok := g.lamp(last); ok {
			b.Cells[i].Mark = render.New
		}
		return b
	})
	r.Legend = g.legend()
	return r
}

// Hint tells the row of the first press of way w, then its lamp, then the reason: a proof by the
// lamps that decide about this press, which the board marks, or what a solution without it costs. A
// board of named lamps has no rows, and its nudge is the lamp. In the lit-only game there is no
// reason to tell.
func (g game) Hint(ctx context.Context, w press.Way, say words.Phrases) (ask.Stage, *render.Board) {
	i, _ := g.lamp(w.Pads[0])
	s := ask.Stage{
		Nudge: say.Text("lightsout.hint.where", words.With{"Row": i/g.Cols + 1}),
		What:  say.Text("lightsout.press", words.With{"Presses": g.buttonName(i)}),
	}
	switch {
	case g.named() && g.litOnly:
		s.Nudge = s.What
		return s, nil
	case g.named(): // no board can show the lamps that decide
		s.Nudge, s.Why = s.What, g.without(ctx, i, w, say)
		return s, nil
	case g.litOnly:
		return s, nil
	}
	if lamps := g.deciding(ctx, i); lamps != nil {
		b, wrong := g.board(""), 0
		for j, counts := range lamps {
			if counts == 0 {
				continue
			}
			b.Cells[j].Mark = render.Proof
			if g.Lamps[j] != g.target(j) {
				wrong++
			}
		}
		s.Why = say.Count("lightsout.hint.parity", wrong, words.With{"Lamp": w.Pads[0]})
		return s, b
	}
	s.Why = g.without(ctx, i, w, say)
	return s, nil
}

// deciding returns lamps that prove whether lamp i is pressed: its press toggles an odd number of
// them, and every other press an even number. Then it is pressed exactly if an odd number of them
// are wrong. The presses that toggle lamp i alone are such lamps, because lamps toggle each other
// mutually. It returns nil if there are none, or if lamps have more than two states.
func (g game) deciding(ctx context.Context, i int) []uint8 {
	if g.States > 2 || g.Matrix() {
		return nil
	}
	alone := *g.Puzzle
	alone.Lamps, alone.Target = make([]uint8, len(g.Lamps)), nil
	alone.Lamps[i] = 1
	s, err := alone.Solve(ctx)
	if err != nil || !s.Solvable {
		return nil
	}
	return s.Presses
}

// without tells how many presses the best solution without a press of lamp i takes, compared with
// way w, which has one; or that every solution presses it. It returns "" if there are more than
// `most` solutions to look at.
func (g game) without(ctx context.Context, i int, w press.Way, say words.Phrases) string {
	const most = 1 << 12 // solutions to look at
	s, err := g.Solve(ctx)
	if err != nil || s.Count().Cmp(big.NewInt(most)) > 0 {
		return ""
	}
	least := -1
	for x := range g.Solutions(s) {
		if n := weight(x); x[i] == 0 && (least < 0 || n < least) {
			least = n
		}
	}
	about := words.With{"Lamp": g.buttonName(i), "With": len(w.Pads), "Without": least}
	switch {
	case least < 0:
		return say.Text("lightsout.hint.always", about)
	case least > len(w.Pads):
		return say.Text("lightsout.hint.longer", about)
	}
	return say.Text("lightsout.hint.either", about)
}
