package press

import (
	"fmt"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// Actions returns the actions of a kind that is played on buttons, without the game itself. Under
// a solution there is no button to the verdict, which it has already.
func Actions(solve, check, hint, steps, animate ask.Do) []ask.Action {
	actions := ask.Usual(solve, check, steps, animate)
	for i := range actions {
		switch a := &actions[i]; a.Name {
		case ask.Hint:
			a.Do = hint
		case ask.Check:
			a.Button = false
			a.When = func(r *ask.Answer) bool {
				return r.Tone != chat.Bad && r.Ask.Action.Name != ask.Solve && r.Ask.Action.Name != ask.Check
			}
		}
	}
	return actions
}

// DealLike returns the order for the random board of this number. If the ask wants another game
// after one that was played, the board has the size of that one. Otherwise it has `side` rows and
// columns.
func DealLike(a *ask.Ask, side int, number uint64) string {
	rows, cols := side, side
	if game, err := a.Kind.Read(a.Text, a.Options); err == nil && a.Turn == ask.Another {
		if g, ok := game.(Game); ok && g.Pads() != nil {
			rows, cols = g.Size()
		}
	}
	return fmt.Sprintf("%dx%d random %d", rows, cols, number)
}

// Lines writes a board for mending by hand: a line for each row of cells.
func Lines(g ask.Game) string { return strings.ReplaceAll(g.String(), "/", "\n") }
