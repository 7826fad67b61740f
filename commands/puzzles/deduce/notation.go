package deduce

import (
	"regexp"

	"kibitz/commands/words"
)

// A Notation describes how a kind of puzzle is marked.
type Notation struct {
	Signs  string // signs that a person marks
	Empty  byte   // sign of a cell known to be empty, which may also stay Unmarked; 0 for none
	Block  byte   // sign of a cell that is never marked; 0 for none
	Digits bool   // signs are digits: one sign never fills a range

	Paints []Paint // colours of filled cells, in the order of Signs; nil if cells are filled in one way only

	DrawnAs map[rune]byte                       // sign for each character that people and programs draw a sheet with
	Behind  func() *regexp.Regexp               // matches a text with marks behind the puzzle, and captures both
	Dots    func(p Puzzle, sheet []byte) []byte // replaces each Dot on a sheet by its meaning in this puzzle; nil if Dot is not a sign
}

// A Paint is a colour of filled cells.
type Paint struct {
	Sign  byte
	Emoji string
	Name  func(say words.Phrases) string
}

// paint returns the colour of a sign; nil if it is not a colour.
func (n *Notation) paint(sign byte) *Paint {
	for i := range n.Paints {
		if n.Paints[i].Sign == sign {
			return &n.Paints[i]
		}
	}
	return nil
}

// phrase returns the id of a kind's phrase, or of its version for puzzles in colours.
func (n *Notation) phrase(kind, id string) string {
	if n.Paints != nil {
		return kind + ".in-colours." + id
	}
	return kind + "." + id
}

// Unmarked is the sign of a cell with nothing in it. The meaning of Dot depends on the puzzle.
const (
	Unmarked = '?'
	Dot      = '.'
)

// LongestMarks is the longest text of marks, in characters: as much as a chat lets anybody type.
const LongestMarks = 6000

// DrawnAs maps each character of a group to the group's first, its sign.
func DrawnAs(groups ...string) map[rune]byte {
	all := map[rune]byte{}
	for _, group := range groups {
		for _, r := range group {
			all[r] = group[0]
		}
	}
	return all
}

// mistakes returns the marked cells that contradict the key. Where the key is Unmarked, every mark
// is right.
func (n *Notation) mistakes(sheet, key []byte) (wrong []int) {
	for i, sign := range sheet {
		if sign != Unmarked && key[i] != Unmarked && sign != key[i] {
			wrong = append(wrong, i)
		}
	}
	return wrong
}

// solved reports whether every cell has its sign in the key; empty cells may stay Unmarked.
func (n *Notation) solved(sheet, key []byte) bool {
	for i, sign := range sheet {
		if sign != key[i] && (sign != Unmarked || key[i] != n.Empty) {
			return false
		}
	}
	return true
}

// tally returns how many marks are made, right or wrong, and how many are needed. If it counted
// only right ones, the number would betray mistakes.
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
