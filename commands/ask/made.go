package ask

import (
	"fmt"
	"strconv"
	"strings"

	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// DailyWord is the first word of an order for the puzzle of a day.
const DailyWord = "daily"

// Races reports whether the game is that of the puzzle of a day, whose clock runs from the game's
// first message on.
func (a *Ask) Races() bool { return strings.HasPrefix(a.Made, DailyWord+" ") }

// AnotherGame returns the button to a game with another puzzle. It takes the place of this game as
// long as that has not begun; else it comes in a message of its own.
func (a *Ask) AnotherGame(begun bool) chat.Button {
	return a.nextGame("button.another", Another, begun)
}

// HarderGame returns the button to a game with a harder puzzle, which comes where AnotherGame's
// does.
func (a *Ask) HarderGame(begun bool) chat.Button { return a.nextGame("button.harder", Harder, begun) }

func (a *Ask) nextGame(label, turn string, begun bool) chat.Button {
	b := a.Button(label, Change{"do": Play, "turn": turn})
	b.Mode = words.If(begun || a.Races(), chat.Beside, chat.EditByOwner)
	return b
}

// madeSign starts the "made" line. It stands below the puzzle of a game, and says by which order
// the puzzle was made. If the game is not the first one in its reply, it also says how many seconds
// after the reply was sent the game began.
const madeSign = "* "

// beganSign stands before those seconds.
const beganSign = " +"

// cutMade cuts the made line off what stands below a puzzle. It returns the order, the seconds (0
// for none), and the rest. If the first line is no made line, it returns "" and all of the text.
func cutMade(saved string) (made string, began int, rest string) {
	line, rest, _ := strings.Cut(saved, "\n")
	made, ok := strings.CutPrefix(line, madeSign)
	if !ok {
		return "", 0, saved
	}
	if order, seconds, late := strings.Cut(made, beganSign); late {
		if n, err := strconv.Atoi(seconds); err == nil {
			return order, n, rest
		}
	}
	return made, 0, rest
}

// WithoutMade removes the made line from the lines below a puzzle.
func WithoutMade(saved string) string {
	_, _, rest := cutMade(saved)
	return rest
}

// madeLine returns the made line of the ask's puzzle; "" if no order made it.
func (a *Ask) madeLine() string {
	switch {
	case a.Made == "":
		return ""
	case a.Began > 0:
		return fmt.Sprint(madeSign, a.Made, beganSign, a.Began)
	}
	return madeSign + a.Made
}

// MadeRoom returns how many bytes the made line takes of a reply, with the end of its line; 0 if
// there is none.
func (a *Ask) MadeRoom() int {
	if line := a.madeLine(); line != "" {
		return len(line) + len("\n")
	}
	return 0
}

// WithMade returns the text of a puzzle and of a game's turns below it, with the made line put
// between them. It adds no line if the order itself stands for the puzzle and the game was the
// first in its reply.
func (a *Ask) WithMade(code string) string {
	puzzle, turns, _ := strings.Cut(code, "\n")
	if puzzle == a.Made && a.Began == 0 {
		return code
	}
	return Join("\n", puzzle, a.madeLine(), turns)
}
