// Package cells reads boards of cells with two states, which several puzzles
// have, written in rows and pasted into a chat. In a chat they pick up code
// fences, full-width and no-break spaces, and invisible characters; the package
// reads over all of those.
package cells

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"

	"kibitz/solvers"
)

// A Board is rows × columns of cells.
type Board struct {
	Rows, Cols int
	On         []bool // row-major
	// Row-major, if Format has More: the number of the cell's sign in it, from 1, or 0 for a cell with one
	// of the two states.
	More []int
}

// Notation is one way to write the two states of a cell.
type Notation struct{ Off, On rune }

// Format is what one puzzle accepts.
type Format struct {
	Puzzle    string     // prefix of the error codes: "lightsout"
	Notations []Notation // a text keeps to one of them
	More      []rune     // signs of cells with neither of the two states, in any notation
	Holes     int        // the first Holes signs of More mark places without a cell
	MaxCells  int
}

// String writes a board as rows of 0 and 1 with a slash between rows. A board of one row ends in a
// slash if Parse would read it as a square without: if its length is a square above 1.
func (b *Board) String() string {
	text := make([]byte, 0, len(b.On)+b.Rows)
	for row := range slices.Chunk(b.On, b.Cols) {
		text = append(appendRow(text, row), '/')
	}
	if _, square := squareRoot(b.Cols); b.Rows > 1 || b.Cols == 1 || !square {
		text = text[:len(text)-1]
	}
	return string(text)
}

// appendRow appends a row of cells as 0 and 1.
func appendRow(text []byte, on []bool) []byte {
	for _, on := range on {
		digit := byte('0')
		if on {
			digit = '1'
		}
		text = append(text, digit)
	}
	return text
}

// class is a kind of characters. Those from space on separate cells or rows: a
// higher class separates more strongly.
type class uint8

const (
	symbol class = iota
	ignored
	space
	comma
	rowEnd
)

// classOf returns the class of a character.
func classOf(r rune) class {
	switch r {
	case '\n', '/', ';', '|':
		return rowEnd
	case ',':
		return comma
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\ufe0e', '\ufe0f':
		return ignored // zero-width characters, byte order mark, variation selectors
	}
	if unicode.IsSpace(r) {
		return space
	}
	return symbol
}

// Blank reports whether r is a space of any kind or an invisible character.
func Blank(r rune) bool {
	c := classOf(r)
	return c == space || c == ignored || r == '\n'
}

func blankOrComma(r rune) bool { return Blank(r) || r == ',' }

// Trim returns the offsets of the part of text that is left without the blanks and
// backticks around it: text[start:end].
func Trim(text string) (start, end int) {
	around := func(r rune) bool { return Blank(r) || r == '`' }
	end = len(strings.TrimRightFunc(text, around))
	start = end - len(strings.TrimLeftFunc(text[:end], around))
	return start, end
}

// Words yields the words of text[start:end], each after its offset in text.
// Blanks and commas separate words.
func Words(text string, start, end int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for start < end {
			rest := strings.TrimLeftFunc(text[start:end], blankOrComma)
			start = end - len(rest)
			n := strings.IndexFunc(rest, blankOrComma)
			if n < 0 {
				n = len(rest)
			}
			if n > 0 && !yield(start, rest[:n]) {
				return
			}
			start += n
		}
	}
}

// Parse reads a board. Lines, slashes, semicolons and bars end a row; without
// any of them commas do, and without commas spaces. Weaker separators stand
// between cells and mean nothing. A run of n² cells that nothing ends is a
// square of n × n, any other run a single row.
func (f Format) Parse(text string) (*Board, error) {
	start, end := Trim(text)
	return f.ParseBoard(text, start, end)
}

// ParseBoard reads text[start:end] as Parse does. The error is a *solvers.SyntaxError: for a sign
// that is no cell, also one of another notation than the cells before it, a row of another width,
// more than MaxCells, or no cell at all.
func (f Format) ParseBoard(text string, start, end int) (*Board, error) {
	ender := strongestSeparator(text[start:end])
	rd := reader{Format: f, text: text, notations: f.Notations}
	for i, r := range text[start:end] {
		var err *solvers.SyntaxError
		switch c := classOf(r); {
		case c == symbol:
			err = rd.cell(start+i, r)
		case c == ender:
			err = rd.endRow(false)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := rd.endRow(true); err != nil {
		return nil, err
	}
	if rd.Rows == 0 {
		return nil, rd.noCell(end)
	}
	if ender != rowEnd && (rd.Rows == 1 || rd.Cols == 1) {
		rd.reshape()
	}
	return &rd.Board, nil
}

// ParseRow reads text[start:end] as a single row of cells and hands them to
// cell, from the left. Blanks and commas between them mean nothing.
func (f Format) ParseRow(text string, start, end int, cell func(on bool)) error {
	rd := reader{Format: f, text: text, notations: f.Notations}
	n := 0
	only := Notation{-1, -1} // the notation, once one is left: its cells then take no call of fits, as a row may be long
	for i, r := range text[start:end] {
		if r != only.Off && r != only.On {
			if !rd.fits(r) {
				if blankOrComma(r) {
					continue
				}
				return rd.noCell(start + i)
			}
			if len(rd.notations) == 1 {
				only = rd.notations[0]
			}
		}
		if n++; n > f.MaxCells {
			return rd.tooMany(start + i)
		}
		cell(r == rd.notations[0].On)
	}
	if n == 0 {
		return rd.noCell(end)
	}
	return nil
}

// strongestSeparator returns the class that ends the rows of text: the strongest one in it.
func strongestSeparator(text string) class {
	c := space
	for _, r := range text {
		c = max(c, classOf(r))
	}
	return c
}

// A reader puts a board together, cell by cell.
type reader struct {
	Format
	Board
	text      string
	notations []Notation // those that fit all cells so far
	rowStart  int        // offset of the row's first cell
	rowLen    int        // cells of the row so far
}

// cell adds the cell that is written as r at the byte offset of the text. The error is for a sign
// that is no cell in the notations left, and for a cell beyond MaxCells.
func (rd *reader) cell(offset int, r rune) *solvers.SyntaxError {
	more := slices.Index(rd.Format.More, r) + 1
	switch {
	case more == 0 && !rd.fits(r):
		return rd.noCell(offset)
	case len(rd.On) == rd.MaxCells:
		return rd.tooMany(offset)
	}
	if rd.rowLen == 0 {
		rd.rowStart = offset
	}
	rd.rowLen++
	rd.On = append(rd.On, r == rd.notations[0].On)
	if rd.Format.More != nil {
		rd.Board.More = append(rd.Board.More, more)
	}
	return nil
}

// fits reports whether r is a cell in a notation that fits all cells so far. If so it keeps only
// the notations that have r: one is left after the first cell, unless two notations share its sign.
func (rd *reader) fits(r rune) bool {
	lacks := func(n Notation) bool { return r != n.Off && r != n.On }
	if len(rd.notations) == 1 {
		return !lacks(rd.notations[0])
	}
	fit := slices.DeleteFunc(slices.Clone(rd.notations), lacks)
	if len(fit) == 0 {
		return false
	}
	rd.notations = fit
	return true
}

// endRow ends the row begun, if any. The error is for a row that is not as long as the first.
// The last row of a text may still be going on: if it is too short, its error has Open set.
func (rd *reader) endRow(last bool) *solvers.SyntaxError {
	if rd.rowLen == 0 {
		return nil
	}
	if rd.Rows == 0 {
		rd.Cols = rd.rowLen
	}
	if rd.rowLen != rd.Cols {
		return solvers.At(rd.text, rd.rowStart, rd.Puzzle+".row",
			fmt.Sprintf("a row of %d cells like the first row; this one has %d", rd.Cols, rd.rowLen),
			map[string]any{"Cols": rd.Cols, "Cells": rd.rowLen, "Want": rd.Cols, "Have": rd.rowLen, "Open": last && rd.rowLen < rd.Cols})
	}
	rd.Rows++
	rd.rowLen = 0
	return nil
}

// tooMany returns the error for a cell beyond MaxCells.
func (rd *reader) tooMany(offset int) *solvers.SyntaxError {
	return solvers.At(rd.text, offset, rd.Puzzle+".size", fmt.Sprintf("no more than %d cells", rd.MaxCells),
		map[string]any{"Max": rd.MaxCells})
}

// noCell returns the error for a character that is no cell, with all signs that would be.
func (rd *reader) noCell(offset int) *solvers.SyntaxError {
	var pairs, signs []string
	for _, n := range rd.notations {
		pairs = append(pairs, fmt.Sprintf("%c or %c", n.Off, n.On))
		signs = append(signs, string(n.Off), string(n.On))
	}
	for _, r := range rd.Format.More[rd.Holes:] {
		pairs = append(pairs, string(r))
		signs = append(signs, string(r))
	}
	var holes []string
	for _, r := range rd.Format.More[:rd.Holes] {
		holes = append(holes, string(r))
	}
	if holes != nil {
		pairs = append(pairs, "or a hole: "+strings.Join(holes, " "))
	}
	return solvers.At(rd.text, offset, rd.Puzzle+".cell", "a cell: "+strings.Join(pairs, ", "),
		map[string]any{"Cells": strings.Join(signs, " "), "Holes": strings.Join(holes, " ")})
}

// reshape turns a board of a single row or column into a square if the number of cells
// is one, or else into one row.
func (rd *reader) reshape() {
	rd.Rows, rd.Cols = 1, len(rd.On)
	if n, square := squareRoot(len(rd.On)); square {
		rd.Rows, rd.Cols = n, n
	}
}

// squareRoot returns the square root of n, rounded down, and whether n is a square.
func squareRoot(n int) (int, bool) {
	r := int(math.Sqrt(float64(n)))
	return r, r*r == n
}
