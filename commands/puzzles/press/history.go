package press

import "strings"

// A history is a game so far, as the reply carries it below the puzzle, in one line: its
// presses, with a sign before each that a hint was asked for.
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

func (h *history) press(pad string) {
	h.presses = append(h.presses, pressed{pad, h.hinted})
	h.hinted = false
}

// takeBack undoes the last press. What a hint said stays said.
func (h *history) takeBack() {
	if n := len(h.presses); n > 0 {
		h.hinted = h.hinted || h.presses[n-1].hinted
		h.presses = h.presses[:n-1]
	}
}

// hints is how many presses were made after a hint.
func (h *history) hints() (n int) {
	for _, p := range h.presses {
		if p.hinted {
			n++
		}
	}
	return n
}
