// Package puzzles is what people are told of each kind of puzzle, a file or two a kind: how
// it is written, what can be done with it, and the sentences and boards of its answers.
// What several kinds have in common is in deduce and press.
package puzzles

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
)

// Kinds are all kinds of puzzle, in the order in which help lists them.
func Kinds() []*ask.Kind {
	return []*ask.Kind{nonogramKind(), lightsoutKind(), kakuroKind(), cardflipKind(), tothemoonKind()}
}

// names are what a solver calls some of its things.
func names[T fmt.Stringer](all ...T) (names []string) {
	for _, one := range all {
		names = append(names, one.String())
	}
	return names
}

// difficulties are the names of those that the techniques have.
func difficulties[T interface{ Difficulty() D }, D fmt.Stringer](techniques []T) (names []string) {
	for _, t := range techniques {
		names = append(names, t.Difficulty().String())
	}
	return slices.Compact(names)
}

// phraseID is the last part of a phrase's id for what a solver names with blanks.
func phraseID(name string) string { return strings.ReplaceAll(name, " ", "-") }

// lessonIDs are the ids of lessons on techniques with those names.
func lessonIDs(names []string) (ids []string) {
	for _, name := range names {
		ids = append(ids, phraseID(name))
	}
	return ids
}

// count counts the cells that hold the value.
func count[T comparable](cells []T, value T) int {
	n := 0
	for _, c := range cells {
		if c == value {
			n++
		}
	}
	return n
}
