package bot

import (
	"slices"
	"unicode/utf8"

	"kibitz/commands/chat"
)

// attachPuzzle attaches the puzzle for clicks to read; false for one that they could not.
func (m *message) attachPuzzle(puzzle string) bool {
	lost := len(m.lost)
	m.attach(chat.PuzzleFile, []byte(puzzle))
	if len(m.lost) > lost || len(puzzle) > chat.MaxPuzzleFile || !utf8.ValidString(puzzle) {
		return false
	}
	m.shown[len(m.shown)-1].Spoiler = false // it gives nothing away
	m.puzzle = puzzle
	return true
}

// puzzles are those that the message carries.
func (m *message) puzzles() []string {
	if m.puzzle != "" {
		return []string{m.puzzle}
	}
	return puzzlesIn(m.parts)
}

// A keptFile is the attachment with the puzzle of the message that was clicked on.
type keptFile struct{ id, puzzle string }

// keep has a message, which takes the place of another, keep that one's file where it has
// the same puzzle: who clicks twice has the file for the second click, too.
func (m *message) keep(f keptFile) {
	if m.puzzle != "" && m.puzzle == f.puzzle {
		m.kept = f.id
	}
}

// sent are the files that are not there already.
func (m *message) sent() []attachment {
	if m.kept == "" {
		return m.files
	}
	return slices.DeleteFunc(slices.Clone(m.files), func(a attachment) bool { return a.name == chat.PuzzleFile })
}
