// Package puzzles lists the kinds of puzzle. What people are told of a kind is in a room of its own:
// how it is written, what can be done with it, and the sentences and boards of its answers. What
// pencil-and-paper puzzles have in common is in deduce, and what puzzles of buttons have, in press.
package puzzles

import (
	"kibitz/commands/ask"
	"kibitz/commands/puzzles/cardflip"
	"kibitz/commands/puzzles/kakuro"
	"kibitz/commands/puzzles/lightsout"
	"kibitz/commands/puzzles/nonogram"
	"kibitz/commands/puzzles/tothemoon"
)

// Kinds returns all kinds of puzzle, in the order in which help lists them.
func Kinds() []*ask.Kind {
	return []*ask.Kind{nonogram.Kind(), lightsout.Kind(), kakuro.Kind(), cardflip.Kind(), tothemoon.Kind()}
}
