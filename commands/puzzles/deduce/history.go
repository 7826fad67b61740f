package deduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// A history is a game so far, as the reply carries it below the puzzle: the turns, with semicolons
// between them, and a "?" for each hint. When it grows too long, the early turns are replaced by a
// snapshot, a line with the sheet that they led to, and a line that counts them. Those turns cannot
// be undone.
type history struct {
	snapshot string // "" for none
	past     past
	turns    []string

	spoiled bool // the game was given up before, and the solution seen
	pasted  bool // one of the turns that a snapshot replaced was a solution that was pasted

	views
	notes map[string]uint16 // a person's pencil marks, by the cell's name: digits as bits 1 to 9
}

// views tells how a player wants to see the game and to enter marks.
type views struct {
	byCell     bool // the menus of a line pick single cells, not places of runs
	inPencil   bool // digit buttons write pencil marks
	candidates bool // the digits that the sums leave are shown
}

// past counts the turns and hints that a snapshot replaced.
type past struct{ turns, hints int }

// Signs of lines that are not turns. snapshotSign starts the line with the sheet. pastForm counts
// the turns and hints that it replaced. draftSign starts each line of moves that were typed and
// refused. noteSign starts the line with the pencil marks. The signs of flags stand on a line of
// their own.
const (
	snapshotSign = ask.SnapshotSign
	pastForm     = "!%d+%d"
	draftSign    = "~"
	noteSign     = "^"
	hinted       = "?"
	turnBreak    = "; "
)

// A flag is one of a history's properties, with its sign.
type flag struct {
	sign string
	set  *bool
}

// flags returns all properties of the history that have a sign.
func (h *history) flags() []flag {
	return []flag{{"$", &h.spoiled}, {"&", &h.pasted}, {"@", &h.byCell}, {"_", &h.inPencil}, {"%", &h.candidates}}
}

// view returns the property that a turn switches; nil for any other turn.
func (v *views) view(turn string) *bool {
	switch turn {
	case "cells":
		return &v.byCell
	case "pencil":
		return &v.inPencil
	case "candidates":
		return &v.candidates
	}
	return nil
}

// readHistory reads a history that String has written.
func readHistory(text string) (h history) {
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "", strings.HasPrefix(line, draftSign):
		case strings.Trim(line, "$&@_%") == "":
			for _, f := range h.flags() {
				*f.set = strings.Contains(line, f.sign)
			}
		case strings.HasPrefix(line, noteSign):
			h.notes = readNotes(line[len(noteSign):])
		case strings.HasPrefix(line, snapshotSign):
			h.snapshot = line
		case strings.HasPrefix(line, pastForm[:1]):
			_, _ = fmt.Sscanf(line, pastForm, &h.past.turns, &h.past.hints) // a line that cannot be read counts nothing
		default:
			h.turns = append(h.turns, strings.Split(line, turnBreak)...)
		}
	}
	return h
}

// String writes the history as the reply carries it.
func (h history) String() string {
	gone := ""
	if h.past != (past{}) {
		gone = fmt.Sprintf(pastForm, h.past.turns, h.past.hints)
	}
	signs := ""
	for _, f := range h.flags() {
		signs += words.If(*f.set, f.sign, "")
	}
	return ask.Join("\n", h.snapshot, signs, writeNotes(h.notes), gone, strings.Join(h.turns, turnBreak))
}

// Standing returns the puzzle of a game with marks behind it, made of the lines below it: the snapshot,
// and the moves since then.
func Standing(_ context.Context, puzzle, saved string, _ ask.Options) string {
	h := readHistory(saved)
	moves := slices.DeleteFunc(h.turns, func(turn string) bool { return turn == hinted })
	return ask.Join("\n", puzzle, h.snapshot, strings.Join(moves, turnBreak))
}

// draft writes typed moves that were refused, as the reply carries them below the turns.
func draft(typed string) string {
	if typed = strings.TrimSpace(typed); typed == "" {
		return ""
	}
	return draftSign + strings.ReplaceAll(strings.ReplaceAll(typed, "\r\n", "\n"), "\n", "\n"+draftSign)
}

// readDraft returns the typed moves that a reply carries.
func readDraft(carried string) string {
	var typed []string
	for line := range strings.Lines(carried) {
		if line, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), draftSign); ok {
			typed = append(typed, line)
		}
	}
	return strings.Join(typed, "\n")
}

// hint notes a hint, unless the last entry is one: hints in a row without a turn between them count
// once.
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

// last returns the index of the last turn, hints left aside; -1 if there is none to undo.
func (h *history) last() int {
	for i, turn := range slices.Backward(h.turns) {
		if turn != hinted {
			return i
		}
	}
	return -1
}

// giveWay replaces the turns, except the last `but`, by a snapshot of the sheet that they led to,
// and adds their numbers of turns and hints to the past.
func (h *history) giveWay(sheet string, but int) {
	gone := history{past: h.past, turns: h.turns[:len(h.turns)-but]}
	turns, hints := gone.effort()
	h.past = past{len(turns), hints}
	h.snapshot, h.turns = sheet, h.turns[len(h.turns)-but:]
}

// effort returns how each turn went, and the number of hints. Where the hints of the past stood is
// lost, so they are spread evenly over its turns.
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

// snapshot writes a sheet as the line that replaces the turns that led to it.
func snapshot(sheet, printed []byte, cols int) string {
	own := slices.Clone(sheet)
	for i, sign := range printed {
		if sign != Unmarked {
			own[i] = Unmarked // the puzzle itself tells it
		}
	}
	return snapshotSign + strings.Join(ask.Lines(own, cols, func(sign byte) byte { return sign }), "/")
}
