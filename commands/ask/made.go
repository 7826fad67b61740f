package ask

import (
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

// A Beginning is how a game came about, as its reply carries it below the puzzle, on the made line.
type Beginning struct {
	Made   string // the order that the puzzle was made by, as one types it; "" for none
	Began  int    // seconds from when the game's reply was sent to when the game began in it
	Streak int    // days in a row, the last one yesterday, on which the person is proved to have solved a puzzle of the day
	Table  string // the Origin of a chat.Entry for the result; "" for none
}

// Signs of the made line: madeSign starts it, and the others stand before what is not 0 or "".
const (
	madeSign   = "* "
	beganSign  = " +"
	streakSign = " ~"
	tableSign  = " ^"
)

// cutMade cuts the made line off what stands below a puzzle. If the first line is no made line, it
// returns an empty Beginning and all of the text.
func cutMade(saved string) (b Beginning, rest string) {
	line, rest, _ := strings.Cut(saved, "\n")
	line, ok := strings.CutPrefix(line, madeSign)
	if !ok {
		return Beginning{}, saved
	}
	number := func(sign string) (n int) {
		if before, digits, found := cutLast(line, sign); found {
			if read, err := strconv.Atoi(digits); err == nil {
				line, n = before, read
			}
		}
		return n
	}
	if before, table, found := cutLast(line, tableSign); found {
		line, b.Table = before, table
	}
	b.Streak, b.Began = number(streakSign), number(beganSign)
	b.Made = line
	return b, rest
}

// cutLast cuts a text at the last sign in it.
func cutLast(text, sign string) (before, after string, found bool) {
	at := strings.LastIndex(text, sign)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(sign):], true
}

// WithoutMade removes the made line from the lines below a puzzle.
func WithoutMade(saved string) string {
	_, rest := cutMade(saved)
	return rest
}

// madeLine returns the made line of the ask's puzzle; "" if no order made it.
func (b Beginning) madeLine() string {
	if b.Made == "" {
		return ""
	}
	line := madeSign + b.Made
	if b.Began > 0 {
		line += beganSign + strconv.Itoa(b.Began)
	}
	if b.Streak > 0 {
		line += streakSign + strconv.Itoa(b.Streak)
	}
	if b.Table != "" {
		line += tableSign + b.Table
	}
	return line
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
// between them. It adds no line if the order itself stands for the puzzle and there is no more to say.
func (a *Ask) WithMade(code string) string {
	puzzle, turns, _ := strings.Cut(code, "\n")
	if a.Beginning == (Beginning{Made: puzzle}) {
		return code
	}
	return Join("\n", puzzle, a.madeLine(), turns)
}
