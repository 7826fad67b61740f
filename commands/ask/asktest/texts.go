// Package asktest is for tests that are about every kind of puzzle, those of next year
// among them.
package asktest

import (
	"iter"
	"math/rand/v2"
	"slices"

	"kibitz/commands/ask"
)

// Texts yields texts that may be puzzles of that kind, its examples first, then without end
// its examples with some characters changed or left out: puzzles with one solution, with
// several and with none are soon among them. They are always the same.
func Texts(k *ask.Kind) iter.Seq[string] {
	return func(yield func(string) bool) {
		var alphabet []rune
		for _, text := range k.Examples() {
			if !yield(text) {
				return
			}
			alphabet = append(alphabet, []rune(text)...)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for {
			text := []rune(k.Examples()[random.IntN(len(k.Examples()))])
			sign, left := alphabet[random.IntN(len(alphabet))], random.IntN(3) == 0
			for range 1 + random.IntN(1+random.IntN(5)) {
				if at := random.IntN(len(text)); left {
					text = slices.Delete(text, at, at+1)
				} else {
					text[at] = sign
				}
				if len(text) == 0 {
					break
				}
			}
			if !yield(string(text)) {
				return
			}
		}
	}
}
