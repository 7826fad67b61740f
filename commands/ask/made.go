package ask

import (
	"fmt"
	"strconv"
	"strings"
)

// madeSign starts the line below the puzzle of a game that says by which order the puzzle was
// made, and how long after its reply was sent the game began, where it was not the first there.
const madeSign = "* "

// beganSign stands before those seconds.
const beganSign = " +"

// cutMade cuts that line off what stands below a puzzle.
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

// madeLine returns that line; "" for none.
func (a *Ask) madeLine() string {
	switch {
	case a.Made == "":
		return ""
	case a.Began > 0:
		return fmt.Sprint(madeSign, a.Made, beganSign, a.Began)
	}
	return madeSign + a.Made
}

// MadeRoom returns how many characters that line takes of a reply.
func (a *Ask) MadeRoom() int {
	if line := a.madeLine(); line != "" {
		return len(line) + len("\n")
	}
	return 0
}

// WithMade returns a puzzle, and the turns of a game below it, with that line between them. It adds
// none if the order itself stands for the puzzle.
func (a *Ask) WithMade(code string) string {
	puzzle, turns, _ := strings.Cut(code, "\n")
	if puzzle == a.Made && a.Began == 0 {
		return code
	}
	return Join("\n", puzzle, a.madeLine(), turns)
}
