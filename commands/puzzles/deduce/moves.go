package deduce

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// A move writes signs into a rectangle of cells.
type move struct {
	row, col   int // its upper left cell, from 0
	rows, cols int
	signs      string // one sign for all cells, or one for each, row-major
}

// String writes the move as it is typed, and as the reply keeps it.
func (m move) String() string {
	span := func(name string, from, n int) string {
		if n == 1 {
			return fmt.Sprint(name, from+1)
		}
		return fmt.Sprint(name, from+1, "-", from+n)
	}
	return span("r", m.row, m.rows) + span("c", m.col, m.cols) + "=" + m.signs
}

// make carries the move out on a sheet with this many columns.
func (m move) make(sheet []byte, cols int) {
	for i := range m.rows * m.cols {
		sheet[m.cell(i, cols)] = m.signs[i%len(m.signs)]
	}
}

// cell returns the i-th cell of the move on a sheet with this many columns.
func (m move) cell(i, cols int) int { return (m.row+i/m.cols)*cols + m.col + i%m.cols }

// mostMoved limits the cells that moves mark together, each counted as often as it is marked. A
// file can hold a hundred thousand moves of a whole board.
const mostMoved = 1 << 22

// A moveReader reads moves, and sheets.
type moveReader struct {
	*Notation
	text       string
	at         int // number of bytes read
	rows, cols int
	printed    []byte

	verb    byte   // sign of a word before the cells, as in "fill r1c2, r1c3"; 0 for none
	moved   int    // cells of the moves so far, each counted in every move that has it
	undrawn []int  // cells that a typed sheet leaves out
	unsaid  []move // cells that were named without a sign: they get the next sign in the text
}

// Characters between the parts of a move, and between moves.
const (
	blanks = " \t\u00a0\u3000"
	breaks = blanks + "\r\n,;.、。"
)

// moves reads all moves of the text: like r3c1-5=#, R2 C4 x, "row 2 columns 1-3 filled" or "fill
// r2c1-r2c3". Its words are English, Korean or Japanese. Blanks, commas, semicolons and newlines
// separate moves. A move without columns writes into the whole row, and one without rows into the
// whole column. Fewer signs than cells go into the first cells. Several places may share the sign
// at their end, as in "r4 r5 r6=#". Places without any sign are filled, where there is one way to
// fill.
func (s *moveReader) moves() ([]move, error) {
	var all []move
	for s.skip(breaks); s.at < len(s.text); s.skip(breaks) {
		if s.moved > mostMoved {
			return nil, s.tooMany()
		}
		start := s.at
		made, err := s.move()
		if err != nil {
			return nil, s.quote(err, start)
		}
		all = append(all, made...)
	}
	if s.unsaid != nil {
		filled, err := s.shared(s.Signs[:1])
		return append(all, filled...), err
	}
	if len(all) == 0 {
		return nil, s.none()
	}
	return all, nil
}

// shared returns the moves that write one sign into all cells that were named without one.
func (s *moveReader) shared(sign string) (all []move, err error) {
	for _, m := range s.unsaid {
		moves, err := s.wholeLines([]move{m}, sign, s.at, false)
		if err != nil {
			return nil, err
		}
		all = append(all, moves...)
	}
	s.unsaid = nil
	return all, nil
}

// quote adds to the error of a move that begins at byte `start` the move's text, as the argument
// Quoted: up to the next comma, semicolon or end of line behind the error, and `longest` characters
// at most. The text also replaces the error's Found, unless that tells that the text ends there.
func (s *moveReader) quote(err error, start int) error {
	const longest = 40
	syntax, ok := err.(*solvers.SyntaxError)
	if !ok {
		return err
	}
	from, end := max(start, s.at), len(s.text)
	if i := strings.IndexAny(s.text[from:], ",;\r\n"); i >= 0 {
		end = from + i
	}
	quoted := []rune(strings.TrimRight(s.text[start:end], breaks))
	if len(quoted) > longest {
		quoted = append(quoted[:longest], '…')
	}
	syntax.Args = words.Merge(syntax.Args, words.With{"Quoted": string(quoted)})
	if syntax.Found != "" && len(quoted) > 0 {
		syntax.Found = string(quoted)
	}
	return syntax
}

// tooMany returns the error for moves of more than mostMoved cells.
func (s *moveReader) tooMany() error {
	return s.fail("moves.most", fmt.Sprintf("nothing more, as the moves before this mark more than %d cells", mostMoved), words.With{"Max": mostMoved})
}

// none returns the error for a text without a move, with an example that fits the puzzle.
func (s *moveReader) none() error {
	example := words.If(s.Digits, "r2c3=9", "r3c1-5=#")
	if s.Paints != nil {
		example = "r3c1-5=" + s.Signs[:1]
	}
	return s.fail("moves.none", "a move like "+example, words.With{"Example": example})
}

// fail returns the error for the text at the reader's place.
func (s *moveReader) fail(code, expected string, args words.With) error {
	return solvers.At(s.text, s.at, code, expected, args)
}

// skip passes the characters of a set.
func (s *moveReader) skip(cutset string) {
	s.at = len(s.text) - len(strings.TrimLeft(s.text[s.at:], cutset))
}

// move reads the next move: its cells, then its signs, or instead of signs a word behind or before
// the cells. It returns a move for each rectangle.
func (s *moveReader) move() ([]move, error) {
	start := s.at
	h, err := s.place()
	if err != nil {
		return nil, err
	}
	if h.lines[onRows] == nil && h.lines[onColumns] == nil {
		s.at = start
		return nil, s.none()
	}
	rects, before := h.rectangles(s.rows, s.cols), s.moved
	for _, m := range rects {
		s.moved += m.rows * m.cols
	}
	if s.moved-before > mostMoved { // this move alone marks too much; moves checks the sum of all
		s.at = start
		return nil, s.tooMany()
	}
	signs, at := s.signs(), s.at
	switch {
	case signs != "":
	case h.verb != 0:
		signs = string(h.verb)
	case s.verb != 0:
		signs = string(s.verb)
	case s.Digits || s.Paints != nil || h.signed:
		return nil, s.signless(rects[0])
	default:
		s.unsaid = append(s.unsaid, rects...)
		return nil, nil
	}
	var first []move
	if s.unsaid != nil && len(signs) == 1 {
		if first, err = s.shared(signs); err != nil {
			return nil, err
		}
	}
	s.at = start
	if whole := h.lines[onRows] == nil || h.lines[onColumns] == nil; whole {
		rects, err = s.wholeLines(rects, signs, at, h.signed)
	} else {
		rects, err = s.cells(rects, signs, at)
	}
	if err == nil {
		s.at = at
	}
	return append(first, rects...), err
}

// signless returns the error for cells without a sign, with an example of how to write one.
func (s *moveReader) signless(m move) error {
	m.signs = s.Signs[:1]
	if s.Digits {
		sample := words.If(len(s.Signs) == 9, "912867354", s.Signs)
		m.signs = sample[:min(m.rows*m.cols, len(sample))]
	}
	args := words.With{"Write": m.String()}
	if s.Digits {
		return s.fail("moves.digit", s.digitOr("or ? to clear"), words.Merge(args, s.highest()))
	}
	if s.Paints != nil {
		return s.fail("moves.colour", "the letter of a colour, "+string(s.Empty)+" for empty, or ? to clear", words.Merge(args, s.letters()))
	}
	return s.fail("moves.sign", "# to fill, x for empty, or ? to clear", args)
}

// digitOr says that a digit is expected, or what else may stand in its place.
func (n *Notation) digitOr(other string) string {
	return fmt.Sprintf("a digit from 1 to %d, %s", len(n.Signs), other)
}

// highest returns the highest digit, for phrases.
func (n *Notation) highest() words.With { return words.With{"Max": len(n.Signs)} }

// letters returns the letters of a puzzle's colours, for phrases.
func (n *Notation) letters() words.With {
	var letters []string
	for _, p := range n.Paints {
		letters = append(letters, string(p.Sign))
	}
	return words.With{"Letters": strings.Join(letters, " "), "Empty": string(n.Empty)}
}

// cells returns the moves that write signs into rectangles of cells: one sign into all cells, or
// each sign into its cell. A single digit is not written into several cells. End is the byte behind
// the signs, for errors. It returns an error if a cell is printed or the number of signs fits
// neither way.
func (s *moveReader) cells(rects []move, signs string, end int) ([]move, error) {
	count := 0
	for _, m := range rects {
		for i := range m.rows * m.cols {
			if at := m.cell(i, s.cols); s.printed[at] != Unmarked {
				name := ask.RowColumn(at/s.cols, at%s.cols)
				return nil, s.fail("moves.printed", "cells that are free to mark, and "+name+" is not", words.With{"Cell": name})
			}
		}
		count += m.rows * m.cols
	}
	forAll := len(signs) == 1 && (!s.Digits || signs[0] == Unmarked)
	switch {
	case s.Block != 0 && strings.IndexByte(signs, s.Block) >= 0:
		s.at = max(end-len(signs), 0)
		return nil, s.fail("moves.digit", s.digitOr("or ? to clear"), s.highest())
	case len(signs) != count && !forAll:
		return nil, s.wrongCount(count, end-len(signs))
	}
	for i := range rects {
		rects[i].signs = signs
		if n := rects[i].rows * rects[i].cols; !forAll {
			rects[i].signs, signs = signs[:n], signs[n:]
		}
	}
	return rects, nil
}

// wrongCount returns the error, at byte `at`, for a number of signs that is neither one for all
// cells nor one for each.
func (s *moveReader) wrongCount(cells, at int) error {
	s.at = max(at, 0)
	return s.fail("moves.count", fmt.Sprintf("as many signs as cells: %d", cells), words.With{"Cells": cells})
}

// wholeLines returns the moves that write signs into whole rows or columns, without their printed
// cells. Fewer signs than cells go into the first free cells of a single line; in puzzles of digits
// only if signed, which reports that = or : stands between the line and the signs. End is the byte
// behind the signs, for errors.
func (s *moveReader) wholeLines(rects []move, signs string, end int, signed bool) ([]move, error) {
	var cells, free []int
	for _, m := range rects {
		for i := range m.rows * m.cols {
			at := m.cell(i, s.cols)
			if cells = append(cells, at); s.printed[at] == Unmarked {
				free = append(free, at)
			}
		}
	}
	oneLine := len(rects) == 1 && (rects[0].rows == 1 || rects[0].cols == 1)
	n, forAll := len(signs), len(signs) == 1 && (!s.Digits || signs[0] == Unmarked)
	switch {
	case (forAll || n == len(cells)) && len(free) == len(cells):
		return s.cells(rects, signs, end)
	case forAll:
		return s.joined(free, strings.Repeat(signs, len(free)))
	case s.Block != 0 && strings.IndexByte(signs, s.Block) >= 0 && n <= len(cells), n == len(cells):
		return s.joined(cells[:n], signs)
	case oneLine && n <= len(free) && (signed || !s.Digits || n == len(free)):
		return s.joined(free[:n], signs)
	}
	return nil, s.wrongCount(len(free), end-n)
}

// joined returns the moves that write signs[i] into cells[i], with neighbours that follow each
// other in a row or a column in one move. A printed cell accepts its own sign or Unmarked, and is
// left out. Any other sign for it is an error.
func (s *moveReader) joined(cells []int, signs string) (moves []move, err error) {
	for i, at := range cells {
		sign, printed := signs[i], s.printed[at]
		switch {
		case printed != Unmarked && (sign == printed || sign == Unmarked):
			continue
		case printed != Unmarked, sign == s.Block && s.Block != 0:
			name := ask.RowColumn(at/s.cols, at%s.cols)
			return nil, s.fail("moves.printed", "cells that are free to mark, and "+name+" is not", words.With{"Cell": name})
		}
		m := move{at / s.cols, at % s.cols, 1, 1, string(sign)}
		if n := len(moves); n > 0 {
			last := &moves[n-1]
			switch {
			case last.rows == 1 && m.row == last.row && m.col == last.col+last.cols:
				last.cols, last.signs = last.cols+1, last.signs+m.signs
				continue
			case last.cols == 1 && m.col == last.col && m.row == last.row+last.rows:
				last.rows, last.signs = last.rows+1, last.signs+m.signs
				continue
			}
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// signs reads the signs of a move, and passes blanks and commas between them. It stops before the
// first character that is no sign, and before the next move. It returns "" if there are no signs.
func (s *moveReader) signs() string {
	var signs strings.Builder
	for {
		at := s.at
		if s.skip(blanks); signs.Len() > 0 {
			s.skip(blanks + ",、\ufe0f")
		}
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		sign := s.sign(r)
		if sign == 0 || signs.Len() > 0 && s.startsLine() {
			if s.at = at; signs.Len() == 0 {
				s.skip(blanks)
			}
			return signs.String()
		}
		signs.WriteByte(sign)
		s.at += size
	}
}

// sign returns the sign that a character of a move stands for; 0 for none.
func (s *moveReader) sign(r rune) byte {
	drawn := s.DrawnAs[r]
	switch {
	case r == Unmarked, r == '-' && drawn != 0:
		return Unmarked
	case r > 0 && r < utf8.RuneSelf && strings.ContainsRune(s.Signs, r): // the signs themselves are ASCII
		return byte(r)
	case !s.Digits && '0' <= r && r <= '9': // it begins the number of a row or a column
		return 0
	case drawn == Dot:
		return s.Empty
	}
	return drawn
}
