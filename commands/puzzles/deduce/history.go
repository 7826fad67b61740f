package deduce

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
)

// A history is a game so far, as the reply carries it below the puzzle: the turns, with a
// semicolon between them, and a "?" where a hint was asked for. Where they grow too long the early ones give way
// to a snapshot, a line with the sheet as they left it, and a line that counts them; those
// cannot be undone.
type history struct {
	snapshot string // "" for none
	past     past
	turns    []string
}

// past is how many turns and hints gave way to a snapshot.
type past struct{ turns, hints int }

// Signs of lines that are no turns: snapshotSign starts the line with the sheet, pastForm is
// the one that counts what gave way to it, and draftSign starts each line of moves that were
// typed and refused.
const (
	snapshotSign = ask.SnapshotSign
	pastForm     = "!%d+%d"
	draftSign    = "~"
	hinted       = "?"
	turnBreak    = "; "
)

func readHistory(text string) (h history) {
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "", strings.HasPrefix(line, draftSign):
		case strings.HasPrefix(line, snapshotSign):
			h.snapshot = line
		case strings.HasPrefix(line, pastForm[:1]):
			_, _ = fmt.Sscanf(line, pastForm, &h.past.turns, &h.past.hints) // of a message that is not ours none are counted
		default:
			h.turns = append(h.turns, strings.Split(line, turnBreak)...)
		}
	}
	return h
}

func (h history) String() string {
	gone := ""
	if h.past != (past{}) {
		gone = fmt.Sprintf(pastForm, h.past.turns, h.past.hints)
	}
	return ask.Join("\n", h.snapshot, gone, strings.Join(h.turns, turnBreak))
}

// draft is what was typed and refused, as the reply carries it below the turns.
func draft(typed string) string {
	if typed = strings.TrimSpace(typed); typed == "" {
		return ""
	}
	return draftSign + strings.ReplaceAll(strings.ReplaceAll(typed, "\r\n", "\n"), "\n", "\n"+draftSign)
}

// readDraft is what was typed, of what a reply carries.
func readDraft(carried string) string {
	var typed []string
	for line := range strings.Lines(carried) {
		if line, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), draftSign); ok {
			typed = append(typed, line)
		}
	}
	return strings.Join(typed, "\n")
}

// hint notes that one was asked for, once for each time that there is another.
func (h *history) hint() {
	if n := len(h.turns); n == 0 || h.turns[n-1] != hinted {
		h.turns = append(h.turns, hinted)
	}
}

// undo takes the last turn back. A hint stays counted.
func (h *history) undo() {
	if i := h.last(); i >= 0 {
		h.turns = slices.Delete(h.turns, i, i+1)
	}
}

// last is the index of the last turn that is no hint; -1 where none can be undone.
func (h *history) last() int {
	for i, turn := range slices.Backward(h.turns) {
		if turn != hinted {
			return i
		}
	}
	return -1
}

// giveWay puts a sheet in the place of the turns that led to it, but for the last few.
func (h *history) giveWay(sheet string, but int) {
	gone := history{past: h.past, turns: h.turns[:len(h.turns)-but]}
	turns, hints := gone.effort()
	h.past = past{len(turns), hints}
	h.snapshot, h.turns = sheet, h.turns[len(h.turns)-but:]
}

// effort is how each turn went, and how many hints there were. When those of the past were is
// not known any more: they are spread over its turns.
func (h *history) effort() (turns []ask.Turn, hints int) {
	turns, hints = slices.Repeat([]ask.Turn{ask.PlainTurn}, h.past.turns), h.past.hints
	for i := range min(h.past.hints, h.past.turns) {
		turns[i*h.past.turns/h.past.hints] = ask.HintedTurn
	}
	for i, turn := range h.turns {
		if turn == hinted {
			hints++
			continue
		}
		turns = append(turns, ask.TurnAfter(i > 0 && h.turns[i-1] == hinted))
	}
	return turns, hints
}

// snapshot is a sheet as the line that stands for the turns that led to it.
func snapshot(sheet, printed []byte, cols int) string {
	own := slices.Clone(sheet)
	for i, sign := range printed {
		if sign != Unmarked {
			own[i] = Unmarked // it is in the puzzle
		}
	}
	return snapshotSign + strings.Join(ask.Lines(own, cols, func(sign byte) byte { return sign }), "/")
}
