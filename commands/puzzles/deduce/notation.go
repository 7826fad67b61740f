package deduce

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// A Notation is how a kind of puzzle is marked.
type Notation struct {
	Signs  string // that count
	Empty  byte   // the one for a cell known to be empty, which may as well stay Unmarked; 0 for none
	Block  byte   // a cell that is not to be marked; 0 where there are none
	Digits bool   // a sign is for one cell, and never for all of a range

	DrawnAs map[rune]byte                       // what people and programs draw a sheet with
	Behind  func() *regexp.Regexp               // a text with marks behind the puzzle: both
	Dots    func(p Puzzle, sheet []byte) []byte // what a Dot on a sheet means; nil where it is none
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

// A move is what is written into a rectangle of cells.
type move struct {
	row, col   int // its upper left cell, from 0
	rows, cols int
	signs      string // one for all cells, or one each, row-major
}

// String is the move as it is typed, and as the reply keeps it.
func (m move) String() string {
	span := func(name string, from, n int) string {
		if n == 1 {
			return fmt.Sprint(name, from+1)
		}
		return fmt.Sprint(name, from+1, "-", from+n)
	}
	return span("r", m.row, m.rows) + span("c", m.col, m.cols) + "=" + m.signs
}

// make writes the move on a sheet of that many columns.
func (m move) make(sheet []byte, cols int) {
	for i := range m.rows * m.cols {
		sheet[(m.row+i/m.cols)*cols+m.col+i%m.cols] = m.signs[i%len(m.signs)]
	}
}

// mostMoved is how many cells moves may mark in all, each as often as it is marked: a file
// can hold a hundred thousand moves of a whole board.
const mostMoved = 1 << 22

// A moveReader reads moves, and sheets.
type moveReader struct {
	*Notation
	text       string
	at         int // bytes of text that are read
	rows, cols int
	printed    []byte
}

// moves reads all moves of the text: like r3c1-5=# or R2 C4 x, with anything blank between
// their parts, and blanks, commas or semicolons between them. Without columns a move is
// about the whole row, without rows about the whole column.
func (s *moveReader) moves() ([]move, error) {
	var all []move
	cells := 0
	for s.skip(" \t\r\n\u00a0\u3000,;"); s.at < len(s.text); s.skip(" \t\r\n\u00a0\u3000,;") {
		if cells > mostMoved {
			return nil, s.fail("moves.most", fmt.Sprintf("nothing more, as the moves before this mark more than %d cells", mostMoved), words.With{"Max": mostMoved})
		}
		m, err := s.move()
		if err != nil {
			return nil, err
		}
		all, cells = append(all, m), cells+m.rows*m.cols
	}
	if len(all) == 0 {
		return nil, s.none()
	}
	return all, nil
}

func (s *moveReader) none() error {
	example := words.If(s.Digits, "r2c3=9", "r3c1-5=#")
	return s.fail("moves.none", "a move like "+example, words.With{"Example": example})
}

func (s *moveReader) fail(code, expected string, args words.With) error {
	return solvers.At(s.text, s.at, code, expected, args)
}

func (s *moveReader) skip(cutset string) {
	s.at = len(s.text) - len(strings.TrimLeft(s.text[s.at:], cutset))
}

func (s *moveReader) move() (move, error) {
	start := s.at
	m := move{rows: s.rows, cols: s.cols}
	var row, col bool // seen
	for !row || !col {
		s.skip(" \t\u00a0\u3000")
		r, _ := utf8.DecodeRuneInString(s.text[s.at:])
		var err error
		switch {
		case strings.ContainsRune("rR", r) && !row:
			row = true
			m.row, m.rows, err = s.span(s.rows, "moves.row", "a row")
		case strings.ContainsRune("cC", r) && !col:
			col = true
			m.col, m.cols, err = s.span(s.cols, "moves.column", "a column")
		case !row && !col:
			return m, s.none()
		default:
			row, col = true, true
		}
		if err != nil {
			return m, err
		}
	}
	s.skip(" \t\u00a0\u3000=:")
	for i := range m.rows * m.cols {
		if at := (m.row+i/m.cols)*s.cols + m.col + i%m.cols; s.printed[at] != Unmarked {
			s.at = start
			name := ask.RowColumn(at/s.cols, at%s.cols)
			return m, s.fail("moves.printed", "cells that are free to mark, and "+name+" is not", words.With{"Cell": name})
		}
	}
	return m, s.signs(&m)
}

// span is a number or two with a dash between, after the letter: where they begin, and how
// many.
func (s *moveReader) span(most int, code, what string) (from, n int, err error) {
	s.at++
	number := func() (int, error) {
		s.skip(" \t\u00a0\u3000")
		digits := len(s.text) - s.at - len(strings.TrimLeft(s.text[s.at:], "0123456789"))
		n, err := strconv.Atoi(s.text[s.at : s.at+digits])
		if err != nil || n < 1 || n > most {
			return 0, s.fail(code, fmt.Sprintf("%s from 1 to %d", what, most), words.With{"Max": most})
		}
		s.at += digits
		return n, nil
	}
	first, err := number()
	if err != nil {
		return 0, 0, err
	}
	last := first
	if rest := strings.TrimLeft(s.text[s.at:], " \t"); rest != "" {
		for _, dash := range []string{"-", "–", "—"} {
			if after, ok := strings.CutPrefix(rest, dash); ok {
				s.at = len(s.text) - len(after)
				if last, err = number(); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	return min(first, last) - 1, max(first, last) - min(first, last) + 1, nil
}

// signs reads the signs of a move: one for all its cells, or one each.
func (s *moveReader) signs(m *move) error {
	start, cells := s.at, m.rows*m.cols
	var signs strings.Builder
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		sign := s.sign(r)
		if sign == 0 {
			break
		}
		signs.WriteByte(sign)
		s.at += size
	}
	m.signs = signs.String()
	switch n := len(m.signs); {
	case n == 0 && s.Digits:
		return s.fail("moves.digit", "a digit from 1 to 9, or ? to clear", nil)
	case n == 0:
		return s.fail("moves.sign", "# to fill, x for empty, or ? to clear", nil)
	case n == cells, n == 1 && (!s.Digits || m.signs[0] == Unmarked):
		return nil
	}
	s.at = start
	return s.fail("moves.count", fmt.Sprintf("as many signs as cells: %d", cells), words.With{"Cells": cells})
}

// sign is the sign that a character of a move stands for, or 0.
func (s *moveReader) sign(r rune) byte {
	switch {
	case r == Unmarked:
		return Unmarked
	case r > 0 && r < utf8.RuneSelf && strings.ContainsRune(s.Signs, r):
		return byte(r)
	case s.Empty != 0 && strings.ContainsRune("xX.×", r):
		return s.Empty
	}
	return 0
}

// firstMove is where a sheet ends and moves begin: at a letter before a number; -1 for
// nowhere.
func firstMove(text string) int {
	for i, r := range text {
		if strings.ContainsRune("rRcC", r) {
			if rest := strings.TrimLeftFunc(text[i+1:], unicode.IsSpace); rest != "" && '0' <= rest[0] && rest[0] <= '9' {
				return i
			}
		}
	}
	return -1
}

// sheet reads what is marked: a sign a cell, row by row, or moves, or a sheet and then
// moves, as a game has them.
func (s *moveReader) sheet() ([]byte, error) {
	s.skip(" \t\r\n\u00a0\u3000" + snapshotSign)
	text := s.text[s.at:]
	end := firstMove(text)
	if end < 0 {
		end = len(text)
	}
	sheet := slices.Clone(s.printed)
	if strings.TrimSpace(text[:end]) != "" {
		if err := s.draw(sheet, text[:end]); err != nil {
			return nil, err
		}
	}
	if s.at = len(s.text) - len(text) + end; end < len(text) {
		moves, err := s.moves()
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			m.make(sheet, s.cols)
		}
	}
	return sheet, nil
}

// A drawing are the signs of a sheet as they were read.
type drawing struct {
	signs  []byte
	places []int // of the signs in the text
}

// draw puts the rows of a text, which starts at s.at, on the sheet.
func (s *moveReader) draw(sheet []byte, text string) error {
	end := s.at + len(strings.TrimRightFunc(text, unicode.IsSpace))
	d, err := s.drawing(text, len(sheet))
	if err != nil {
		return err
	}
	if have := len(d.signs); have < len(sheet) {
		s.at = end
		return s.fail("sheet.more", fmt.Sprintf("%d rows; here are %d", s.rows, have/s.cols), words.With{"Want": s.rows, "Have": have / s.cols})
	}
	for i, sign := range d.signs {
		printed, name := sheet[i], ask.RowColumn(i/s.cols, i%s.cols)
		s.at = d.places[i]
		switch {
		case sign == printed, sign == Unmarked, sign == Dot && printed != Unmarked:
		case sign == s.Block && printed == Unmarked:
			return s.fail("sheet.white", "a digit or ?, as "+name+" is a white cell", words.With{"Cell": name})
		case printed != Unmarked:
			return s.fail("sheet.printed", "what is printed in "+name+": "+string(printed), words.With{"Cell": name, "Sign": string(printed)})
		default:
			sheet[i] = sign
		}
	}
	return nil
}

// drawing reads the signs of a text for that many cells, in whole rows.
func (s *moveReader) drawing(text string, cells int) (d drawing, err error) {
	start, between, wide := s.at, rowsBetween(text, cells), s.cols
	if between == "" {
		wide = cells
	}
	before := 0 // this row
	endRow := func() error {
		have := len(d.signs) - before
		if have > 0 {
			s.at = d.places[before]
		}
		count := words.With{"Want": wide, "Have": have}
		switch before = len(d.signs); {
		case have != 0 && have != wide && between == "":
			return s.fail("sheet.count", fmt.Sprintf("a sign for each of the %d cells; here are %d", wide, have), count)
		case have != 0 && have != wide:
			return s.fail("sheet.row", fmt.Sprintf("a row of %d signs; this one has %d", wide, have), count)
		case before > cells:
			return s.fail("sheet.rows", fmt.Sprintf("%d rows; this is one more", s.rows), words.With{"Want": s.rows})
		}
		return nil
	}
	for i, r := range text {
		switch sign := s.DrawnAs[r]; {
		case strings.ContainsRune(between, r):
			if err := endRow(); err != nil {
				return d, err
			}
		case sign != 0:
			d.signs, d.places = append(d.signs, sign), append(d.places, start+i)
		case !unicode.IsSpace(r) && !strings.ContainsRune(",`\u200b\u200d\u2060\ufe0f\ufeff", r):
			s.at = start + i
			switch {
			case !s.Digits:
				return d, s.fail("sheet.sign", "# for filled, x for empty, or ? for open", nil)
			case s.Block == 0:
				return d, s.fail("sheet.digits", "a digit from 1 to 9, or ? for an open cell", nil)
			}
			return d, s.fail("sheet.digit", "a digit from 1 to 9, ? for an open cell, or # for a block", nil)
		}
	}
	return d, endRow()
}

// rowsBetween are the characters that part the rows of a sheet of so many cells: what a chat
// leaves of line breaks is blanks. "" is none: the cells follow each other.
func rowsBetween(text string, cells int) string {
	const lines, blanks = "\n/|;", " \t\u00a0\u3000"
	switch n := len(strings.Fields(text)); {
	case strings.ContainsAny(strings.TrimSpace(text), lines):
		return lines
	case strings.Contains(text, ","):
		return ","
	case n > 1 && n != cells:
		return blanks
	}
	return ""
}
