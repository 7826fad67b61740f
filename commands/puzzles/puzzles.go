// Package puzzles is what people are told of each kind of puzzle, a file or two a kind: how
// it is written, what can be done with it, and the sentences and boards of its answers.
// What several kinds have in common is in deduce and press.
package puzzles

import "kibitz/commands/ask"

// Kinds are all kinds of puzzle, in the order in which help lists them.
func Kinds() []*ask.Kind {
	return []*ask.Kind{nonogramKind(), lightsoutKind(), kakuroKind(), cardflipKind(), tothemoonKind()}
}
