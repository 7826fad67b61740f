package deduce

import (
	"regexp"

	"kibitz/commands/words"
)

// A Notation is how a kind of puzzle is marked.
type Notation struct {
	Signs  string // that count
	Empty  byte   // the one for a cell known to be empty, which may as well stay Unmarked; 0 for none
	Block  byte   // a cell that is not to be marked; 0 where there are none
	Digits bool   // a sign is for one cell, and never for all of a range

	Paints []Paint // the colours that cells are filled in, in the order of Signs; nil where there is but one way

	DrawnAs map[rune]byte                       // what people and programs draw a sheet with
	Behind  func() *regexp.Regexp               // a text with marks behind the puzzle: both
	Dots    func(p Puzzle, sheet []byte) []byte // what a Dot on a sheet means; nil where it is none
}

// A Paint is a colour that cells are filled in.
type Paint struct {
	Sign  byte
	Emoji string
	Name  func(say words.Phrases) string
}

// paint is the colour of a sign; nil for none.
func (n *Notation) paint(sign byte) *Paint {
	for i := range n.Paints {
		if n.Paints[i].Sign == sign {
			return &n.Paints[i]
		}
	}
	return nil
}

// phrase is the id of a kind's phrase, which may be another one for puzzles in colours.
func (n *Notation) phrase(kind, id string) string {
	if n.Paints != nil {
		return kind + ".in-colours." + id
	}
	return kind + "." + id
}

// Unmarked is the sign of a cell with nothing in it, and Dot one that the puzzle decides the
// meaning of.
const (
	Unmarked = '?'
	Dot      = '.'
)

// LongestMarks is how long marks may be, in characters: as much as a chat lets anybody type.
const LongestMarks = 6000

// DrawnAs are characters by the sign that they stand for, the first of its group.
func DrawnAs(groups ...string) map[rune]byte {
	all := map[rune]byte{}
	for _, group := range groups {
		for _, r := range group {
			all[r] = group[0]
		}
	}
	return all
}

// mistakes are the cells that contradict the key, as far as that says.
func (n *Notation) mistakes(sheet, key []byte) (wrong []int) {
	for i, sign := range sheet {
		if sign != Unmarked && key[i] != Unmarked && sign != key[i] {
			wrong = append(wrong, i)
		}
	}
	return wrong
}

// solved tells whether all is marked that has to be.
func (n *Notation) solved(sheet, key []byte) bool {
	for i, sign := range sheet {
		if sign != key[i] && (sign != Unmarked || key[i] != n.Empty) {
			return false
		}
	}
	return true
}

// tally is how many marks are made, right or wrong, and how many there are to make: a
// number that knew which are right would tell of mistakes.
func (n *Notation) tally(sheet, printed, key []byte) (made, all int) {
	for i, sign := range sheet {
		if printed[i] == Unmarked && key[i] != n.Empty {
			all++
		}
		if printed[i] == Unmarked && sign != Unmarked && sign != n.Empty {
			made++
		}
	}
	return made, all
}
