package press

import (
	"context"
	"strings"

	"kibitz/commands/ask"
)

// A history is a game so far, as the reply carries it in one line below the puzzle: its presses,
// each with a sign before it if a hint was asked for first.
type history struct {
	presses []pressed
	hinted  bool // since the last press
}

// pressed is one press.
type pressed struct {
	pad    string
	hinted bool // a hint was asked for before it
}

const hintedSign = "?"

// readHistory reads a history that String has written.
func readHistory(text string) (h history) {
	for _, word := range strings.Fields(text) {
		if word == hintedSign {
			h.hinted = true
		} else {
			h.press(word)
		}
	}
	return h
}

// String writes the history as the reply carries it.
func (h history) String() string {
	var line []string
	for _, p := range h.presses {
		if p.hinted {
			line = append(line, hintedSign)
		}
		line = append(line, p.pad)
	}
	if h.hinted {
		line = append(line, hintedSign)
	}
	return strings.Join(line, " ")
}

// press adds a press.
func (h *history) press(pad string) {
	h.presses = append(h.presses, pressed{pad, h.hinted})
	h.hinted = false
}

// takeBack undoes the last press, if there is one. If a hint was asked for before it, the hint
// counts for the next press instead.
func (h *history) takeBack() {
	if n := len(h.presses); n > 0 {
		h.hinted = h.hinted || h.presses[n-1].hinted
		h.presses = h.presses[:n-1]
	}
}

// hints returns how many presses were made after a hint.
func (h *history) hints() (n int) {
	for _, p := range h.presses {
		if p.hinted {
			n++
		}
	}
	return n
}

// Standing returns a function that makes the presses below the puzzle of a game, and returns the puzzle
// that they lead to. It returns the puzzle itself if a press does not fit it, or nothing is left to press.
func Standing(read func(text string, o ask.Options) (ask.Game, error)) func(ctx context.Context, puzzle, saved string, o ask.Options) string {
	return func(ctx context.Context, puzzle, saved string, o ask.Options) string {
		game, err := read(puzzle, o)
		now, ok := game.(Game)
		for _, p := range readHistory(saved).presses {
			if err == nil && ok {
				now, ok = now.Press(p.pad)
			}
		}
		if err != nil || !ok {
			return puzzle
		}
		if left, err := now.Left(ctx); err != nil || len(left.Pads) == 0 {
			return puzzle
		}
		return now.String()
	}
}
