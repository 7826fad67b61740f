// Package puzzles lists the kinds of puzzle. Each kind tells people of its puzzles in a room of its
// own: how they are written, what can be done with them, and the sentences and boards of its
// answers. Pencil-and-paper puzzles share the room deduce, and puzzles of buttons share press.
package puzzles

import (
	"kibitz/commands/ask"
	"kibitz/commands/puzzles/cardflip"
	"kibitz/commands/puzzles/kakuro"
	"kibitz/commands/puzzles/lightsout"
	"kibitz/commands/puzzles/nonogram"
	"kibitz/commands/puzzles/sudoku"
	"kibitz/commands/puzzles/tothemoon"
)

// Kinds returns all kinds of puzzle, in the order in which help lists them.
func Kinds() []*ask.Kind {
	return []*ask.Kind{nonogram.Kind(), lightsout.Kind(), kakuro.Kind(), sudoku.Kind(), cardflip.Kind(), tothemoon.Kind()}
}
