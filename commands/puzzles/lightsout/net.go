package lightsout

import (
	"context"
	"errors"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/lightsout"
)

// named reports whether the lamps have names: then they lie on no board.
func (g game) named() bool {
	_, lamps := g.Names()
	return lamps != nil
}

// drawn reports whether the board can be drawn.
func (g game) drawn() bool { return !g.named() && ask.Drawn(g.Size()) }

// lampName returns the name of lamp i.
func (g game) lampName(i int) string {
	if _, lamps := g.Names(); lamps != nil {
		return lamps[i]
	}
	return ask.CellName(i/g.Cols, i%g.Cols)
}

// buttonName returns the name of the button of cell i.
func (g game) buttonName(i int) string {
	if buttons, _ := g.Names(); buttons != nil {
		return buttons[i]
	}
	return ask.CellName(i/g.Cols, i%g.Cols)
}

// size returns a board's size in words, as the value Size of a phrase: rows and columns, or the
// number of lamps if the board is no rectangle.
func (g game) size(say words.Phrases) words.With {
	_, lamps := g.Names()
	switch {
	case lamps != nil:
		return words.With{"Size": say.Count("lightsout.lamps", len(lamps))}
	case g.Hexagonal():
		return words.With{"Size": say.Count("lightsout.lamps", len(g.Lamps)-g.holes())}
	}
	return ask.Size(g.Rows, g.Cols, say)
}

// holes returns how many cells have no lamp.
func (g game) holes() (n int) {
	for _, hole := range g.Holes {
		if hole {
			n++
		}
	}
	return n
}

// pressRule tells what a press does on a board that is no rectangle; "" for a rectangle.
func (g game) pressRule(say words.Phrases) string {
	hollow := g.Neighbours == lightsout.Hollow
	switch {
	case g.Hexagonal():
		return say.Text(words.If(hollow, "lightsout.rule.hex-hollow", "lightsout.rule.hex"))
	case g.Graph():
		return say.Text(words.If(hollow, "lightsout.rule.graph-hollow", "lightsout.rule.graph"))
	case g.named():
		return say.Text("lightsout.rule.buttons")
	}
	return ""
}

// counted names the lamps that a proof counts, for a board that is not drawn.
func (g game) counted(certificate []uint8, say words.Phrases) string {
	const most = 60
	var names []string
	for i, weight := range certificate {
		if weight > 0 {
			names = append(names, pressName(g.lampName(i), int(weight)))
		}
	}
	return say.Text("lightsout.counted", words.With{"Lamps": say.List(names, most)})
}

// playLamps plays the game on buttons.
func playLamps(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
	if g.litOnly {
		if _, _, err := g.LitOnly(ctx); err != nil {
			return litOnlyUnanswered(a, err)
		}
	}
	if g.Pads() != nil || !g.litOnly && !g.named() {
		r := press.Play(ctx, a, g)
		r.Legend = g.legend()
		return r
	}
	r := a.New(chat.Mixed, a.Say.Text("lightsout.no-play"))
	r.Text = a.Say.Text(words.If(g.named(), "lightsout.no-play-named", "lightsout.no-play-lit"))
	return r
}

// namedPads returns the lamps of a graph, each with its own button. It returns nil if there are
// more than a reply has room for, or if buttons and lamps are not the same.
func (g game) namedPads() (rows [][]press.Pad) {
	if !g.Graph() || len(g.Lamps) > press.PadRow*press.PadRow {
		return nil
	}
	for i, state := range g.Lamps {
		if i%press.PadRow == 0 {
			rows = append(rows, nil)
		}
		row := &rows[i/press.PadRow]
		*row = append(*row, press.Pad{Name: ask.CellName(0, i), Label: g.lampName(i), Tile: render.LampTile(int(state), g.States), Called: "lightsout.lamp", State: lampCalled[state], Gap: g.litOnly && state == 0})
	}
	return rows
}

// litOnlyUnanswered tells why the lit-only game was not solved.
func litOnlyUnanswered(a *ask.Ask, err error) *ask.Answer {
	switch {
	case errors.Is(err, lightsout.ErrLitOnly):
		r := a.New(chat.Mixed, a.Say.Text("lightsout.lit-only-bounds"))
		r.Text = a.Say.Text("lightsout.lit-only-bounds-why", words.With{"Most": lightsout.MostLitOnly})
		return r
	case errors.Is(err, lightsout.ErrSearch):
		r := a.New(chat.Mixed, a.Say.Text("lightsout.lit-only-search"))
		r.Text = a.Say.Text("lightsout.lit-only-search-why")
		return r
	}
	return a.Unanswered(err)
}

// onlyLit answers about the lit-only game on a board that has a solution by the usual rules: that
// no order of presses is possible, or for a check the number of presses, or for all other actions
// the presses in their order.
func (g game) onlyLit(a *ask.Ask, s *lampsSolved) *ask.Answer {
	if !s.inOrder {
		r := a.New(chat.Bad, a.Say.Text("lightsout.unsolvable", g.size(a.Say)))
		r.Text = a.Say.Count("lightsout.lit-only-none", s.Min)
		r.Note = g.rules(a.Say)
		g.show(r)
		return r
	}
	if a.Action.Name == ask.Check {
		r := a.New(chat.Good, a.Say.Text("lightsout.solvable", g.size(a.Say)))
		r.Text = a.Say.Count("lightsout.least", len(s.way))
		r.Note, r.Game = g.rules(a.Say), g
		return r
	}
	r := a.New(chat.Good, a.Say.Count("lightsout.solved", len(s.way), g.size(a.Say)))
	r.Text, r.Secret = a.Say.Text("lightsout.proved"), g.inOrder(s.way, a)
	r.Note, r.Game = g.rules(a.Say), g
	g.show(r)
	return r
}

// inOrder tells the presses in their order; for a hint, the first one.
func (g game) inOrder(way []int, a *ask.Ask) string {
	if len(way) == 0 {
		return g.done(a.Say)
	}
	if a.Action.Name == ask.Hint {
		return a.Say.Text("lightsout.press-first", words.With{"Lamp": g.buttonName(way[0])})
	}
	var names []string
	for _, i := range way {
		names = append(names, g.buttonName(i))
	}
	return a.Say.Text("lightsout.press-order", words.With{"Presses": strings.Join(names, " → ")})
}
