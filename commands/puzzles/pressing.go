package puzzles

import (
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/press"
)

// pressActions are the rows of a kind that is played on buttons, but for the game itself. A
// solution says the verdict, and offers it no more.
func pressActions(solve, check, hint, steps, animate ask.Do) []ask.Action {
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

// dealLike is the order for a random board of that number, of the size of the one that was
// played before, or so many cells a side.
func dealLike(a *ask.Ask, side int, number uint64) string {
	rows, cols := side, side
	if game, err := a.Kind.Read(a.Text, a.Options); err == nil && a.Turn == ask.Another {
		if g, ok := game.(press.Game); ok && g.Pads() != nil {
			rows, cols = g.Size()
		}
	}
	return fmt.Sprintf("%dx%d random %d", rows, cols, number)
}
