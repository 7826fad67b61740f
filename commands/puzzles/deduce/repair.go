package deduce

import (
	"errors"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// RepairTime limits the search for a better repair. Most pictures are repaired in milliseconds,
// with a proof that fewer changes would not do. A large one gets the best repair found in this
// time.
const RepairTime = 8 * time.Second

// NotRepaired returns the answer to an error of a repair. TooLarge is the error for a puzzle with a
// side above largest.
func NotRepaired(a *ask.Ask, err, tooLarge error, largest int) *ask.Answer {
	if errors.Is(err, tooLarge) {
		return a.Notice("too-large-to-repair", words.With{"Max": largest})
	}
	return a.Unanswered(err)
}

// Unrepaired returns the answer that no repair was found, and why.
func Unrepaired(a *ask.Ask, title, why string) *ask.Answer {
	r := a.New(chat.Mixed, title)
	r.Text = why
	return r
}

// AnotherRepair returns the button to a different repair. It carries this one's changes, which the
// next one leaves out.
func AnotherRepair(a *ask.Ask, from string) chat.Button {
	return a.Button("button.another-repair", ask.Change{"do": "repair", "from": from})
}
