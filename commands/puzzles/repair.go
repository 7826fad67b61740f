package puzzles

import (
	"errors"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// repairTime is how long a better repair is looked for. Most pictures are repaired in
// milliseconds, with a proof that fewer changes would not do; a large one has the best of
// this time.
const repairTime = 8 * time.Second

// notRepaired is the answer to an error of a repair, of which one says that the puzzle has
// a side above the largest.
func notRepaired(a *ask.Ask, err, tooLarge error, largest int) *ask.Answer {
	if errors.Is(err, tooLarge) {
		return a.Notice("too-large-to-repair", words.With{"Max": largest})
	}
	return a.Unanswered(err)
}

// unrepaired is the answer where no repair was found, and why.
func unrepaired(a *ask.Ask, title, why string) *ask.Answer {
	r := a.New(chat.Mixed, title)
	r.Text = why
	return r
}

// anotherRepair is the button to a repair without the changes of this one, which it carries.
func anotherRepair(a *ask.Ask, from string) chat.Button {
	return a.Button("button.another-repair", ask.Change{"do": "repair", "from": from})
}
