package deduce

import (
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// DigitNotation returns the notation of puzzles of the digits 1 to `most`. Block is the sign of cells
// without a digit; 0 if every cell has one.
func DigitNotation(block byte, most int) *Notation {
	drawn, behind := []string{"?.0_⬜□·-"}, `(?s)^(.*?\S)\s+(=.*|[rRcC]\s*\d.*)$`
	if block != 0 {
		drawn = append(drawn, "#⬛■█◼🔲xX")
		behind = `(?s)^(.*?\S)\s+(=.*|#[#?.\d/\s]*(?:[rRcC]\s*\d.*)?|[rRcC]\s*\d.*)$`
	}
	for digit := '1'; digit <= '0'+rune(most); digit++ {
		drawn = append(drawn, string(digit))
	}
	return &Notation{
		Signs: "123456789"[:most], Digits: true, Block: block, DrawnAs: DrawnAs(drawn...),
		Behind: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(behind) }),
	}
}

// DigitSheet returns the sheet of a grid of digits, in which 0 is unknown.
func DigitSheet(digits []int) []byte {
	sheet := make([]byte, len(digits))
	for i, digit := range digits {
		sheet[i] = words.If(digit == 0, Unmarked, '0'+byte(digit))
	}
	return sheet
}

// SheetDigits returns the digits of a sheet: the inverse of DigitSheet, with 0 for every other
// sign.
func SheetDigits(sheet []byte) []int {
	digits := make([]int, len(sheet))
	for i, sign := range sheet {
		if '1' <= sign && sign <= '9' {
			digits[i] = int(sign - '0')
		}
	}
	return digits
}

// FilledDigits implements Puzzle.Filled for puzzles of digits. An open cell shows its notes, and is
// marked as differing if there are several solutions. A puzzle without a solution shows only its
// printed signs.
func FilledDigits(p Puzzle, sheet []byte, of *Solved) *render.Board {
	if of != nil && of.Verdict == solvers.None {
		return p.Board(p.Printed())
	}
	b := p.Board(sheet)
	for i := range b.Cells { // an answer fades no sums
		b.Cells[i].FaintDown, b.Cells[i].FaintRight = false, false
	}
	for i, sign := range sheet {
		if sign != Unmarked || of == nil {
			continue
		}
		b.Cells[i].Notes = of.Notes[i]
		if of.Verdict == solvers.Multiple {
			b.Cells[i].Mark = render.Differ
		}
	}
	return b
}

// A DigitChange is the effect of a step on a cell: it places Digit, or removes the digits Removed
// and leaves Left. Left is 0 if unknown. Sets of digits are bits 1 to 9.
type DigitChange struct {
	Cell, Digit   int
	Removed, Left uint16
}

// Changes sets the cells that a step of p decides, the digits that it strikes, and how it is drawn.
func (s *Step) Changes(p Puzzle, changes []DigitChange) {
	for _, c := range changes {
		if c.Digit != 0 {
			s.Decides, s.Signs = append(s.Decides, c.Cell), append(s.Signs, '0'+byte(c.Digit))
			continue
		}
		for digit := 1; digit <= 9; digit++ {
			if c.Removed>>digit&1 == 1 {
				s.Strikes = append(s.Strikes, Claim{Cell: c.Cell, Sign: '0' + byte(digit), Not: true})
			}
		}
	}
	s.Draw = func(b *render.Board, mark render.Mark) {
		for _, c := range changes {
			c.draw(b, p)
			b.Cells[c.Cell].Mark = mark
		}
	}
}

// draw puts the digit on the board, or the remaining digits as pencil marks.
func (c DigitChange) draw(b *render.Board, p Puzzle) {
	const digits = 0x3fe // bits 1 to 9
	at := &b.Cells[c.Cell]
	switch {
	case c.Digit != 0:
		at.Text = strconv.Itoa(c.Digit)
	case c.Left != 0:
		at.Notes = c.Left
	case at.Notes == 0:
		at.Notes = digits &^ c.Removed
	default:
		at.Notes &^= c.Removed
	}
	if at.Text != "" {
		at.Notes = 0
	}
	if c.Digit == 0 {
		return
	}
	for _, group := range p.Groups() { // remove its notes from cells that must differ
		if slices.Contains(group, c.Cell) {
			for _, i := range group {
				b.Cells[i].Notes &^= 1 << c.Digit
			}
		}
	}
}

// TellDigits tells the placed digits, or else the removed digits. If fewer than four are left, and
// fewer than were removed, it tells those instead. Cells with the same change are told together. It
// does not tell that a placed digit is removed around it.
func TellDigits(p Puzzle, changes []DigitChange, say words.Phrases) string {
	const most = 9
	type fact struct {
		phrase string
		digits uint16
	}
	var placed, parts []string
	var order []fact
	cells := map[fact][]string{}
	for _, c := range changes {
		if c.Digit != 0 {
			placed = append(placed, DigitIn(p, c.Cell, c.Digit, say))
			continue
		}
		f := fact{"digits.not", c.Removed}
		if left := bits.OnesCount16(c.Left); left > 0 && left < min(4, bits.OnesCount16(c.Removed)) {
			f = fact{"digits.only", c.Left}
		}
		if cells[f] == nil {
			order = append(order, f)
		}
		cells[f] = append(cells[f], CellName(p, c.Cell))
	}
	if placed != nil {
		return say.List(placed, most)
	}
	for _, f := range order {
		parts = append(parts, say.Text(f.phrase, words.With{"Cells": say.List(cells[f], most), "Digits": DigitRanges(f.digits, say)}))
	}
	return strings.Join(parts, say.Text("semicolon"))
}

// TellTwo tells the first cells in which two solutions differ, with the digits of each solution.
func TellTwo(p Puzzle, solutions [][]byte, say words.Phrases) string {
	const most = 6
	var told [2][]string
	for i := range solutions[0] {
		if solutions[0][i] != solutions[1][i] {
			for k := range told {
				told[k] = append(told[k], Claim{Cell: i, Sign: solutions[k][i]}.Text(p, say))
			}
		}
	}
	return say.Text("digits.for-example", words.With{"First": say.List(told[0], most), "Second": say.List(told[1], most)})
}

// DigitIn tells that a digit is in a cell.
func DigitIn(p Puzzle, cell, digit int, say words.Phrases) string {
	return say.Text("digits.equal", words.With{"Cells": CellName(p, cell), "Digit": digit})
}

// CellName returns a cell's name as people say it: r3c2.
func CellName(p Puzzle, cell int) string {
	_, cols := p.Size()
	return ask.RowColumn(cell/cols, cell%cols)
}

// DigitRanges writes the digits of a set, and three or more in a row as the first and the last.
func DigitRanges(set uint16, say words.Phrases) string {
	var parts []string
	for set != 0 {
		first := bits.TrailingZeros16(set)
		n := bits.TrailingZeros16(^(set >> first))
		last := first + n - 1
		if n < 3 {
			last = first
		}
		part := strconv.Itoa(first)
		if last > first {
			part += "–" + strconv.Itoa(last)
		}
		parts = append(parts, part)
		set &^= 1<<(last+1) - 1
	}
	return say.Series(parts)
}

// DigitSet writes the digits of a set in rising order.
func DigitSet(set uint16, between string) string {
	var digits []string
	for ; set != 0; set &= set - 1 {
		digits = append(digits, strconv.Itoa(bits.TrailingZeros16(set)))
	}
	return strings.Join(digits, between)
}
