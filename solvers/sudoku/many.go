package sudoku

import (
	"fmt"
	"iter"
	"regexp"
	"strings"
)

// puzzleIn matches a puzzle in a text of several: a game of OpenSudoku, a line of HoDoKu's library, a
// line of an SDM file.
var puzzleIn = regexp.MustCompile(`data="([0-9.]{81})|(?m)^:[^:\n]*:[^:\n]*:([0-9.+]{81,}):|^\s*([0-9.*_]{81})\b.*$`)

// found returns where the puzzle of a match stands.
func found(m []int) (from, to int) {
	for k := 2; k < len(m); k += 2 {
		if m[k] >= 0 {
			return m[k], m[k+1]
		}
	}
	return m[0], m[1]
}

// firstOfMany returns where the first puzzle of a text stands; all of the text if it has none.
func firstOfMany(text string) (from, to int) {
	if m := puzzleIn.FindStringSubmatchIndex(text); m != nil {
		return found(m)
	}
	return 0, len(text)
}

// Split yields the puzzles of a text that holds several, each with its number as a name; a text with
// one puzzle or none as it is, with no name.
func Split(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		all := puzzleIn.FindAllStringSubmatchIndex(text, -1)
		if len(all) < 2 {
			yield("", text)
			return
		}
		for i, m := range all {
			from, to := found(m)
			line := text[from:to]
			if strings.Contains(line, "+") { // keep the form that tells the filled digits
				line = text[m[0]:m[1]]
			}
			if !yield(fmt.Sprint(i+1), line) {
				return
			}
		}
	}
}
