package compose

import (
	"slices"
	"unicode/utf8"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// attachPuzzle attaches the puzzle as a file for clicks to read; false for one that they
// could not read.
func (m *Message) attachPuzzle(puzzle string) bool {
	lost := len(m.Lost)
	m.attach(chat.PuzzleFile, []byte(puzzle))
	if len(m.Lost) > lost || len(puzzle) > chat.MaxPuzzleFile || !utf8.ValidString(puzzle) {
		return false
	}
	m.shown[len(m.shown)-1].Spoiler = false // it gives nothing away
	m.puzzle = puzzle
	return true
}

// Puzzles returns the puzzles that the message carries.
func (m *Message) Puzzles() []string {
	if m.puzzle != "" {
		return []string{m.puzzle}
	}
	return wire.Puzzles(m.Parts)
}

// A KeptFile is the attachment with the puzzle of the message that was clicked on.
type KeptFile struct{ ID, Puzzle string }

// Keep has a message that takes the place of another keep the other's file if the puzzle is
// the same, so that a second quick click finds it, too.
func (m *Message) Keep(f KeptFile) {
	if m.puzzle != "" && m.puzzle == f.Puzzle {
		m.Kept = f.ID
	}
}

// sent returns the files that have to be sent: all but one that is kept.
func (m *Message) sent() []attachment {
	if m.Kept == "" {
		return m.files
	}
	return slices.DeleteFunc(slices.Clone(m.files), func(a attachment) bool { return a.name == chat.PuzzleFile })
}
