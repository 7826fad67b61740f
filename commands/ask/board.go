package ask

import (
	"fmt"
	"strconv"
	"strings"

	"kibitz/commands/words"
	"kibitz/render"
)

// maxDrawn is the longest side, in cells, of a board that is drawn. Nobody could read the picture of
// a larger one, so it comes as a file of text.
const maxDrawn = 120

// Spoken reports whether the answer will be read aloud: boards and buttons are then in words.
func (a *Ask) Spoken() bool { return a.Options.Text("style") == "text" }

// Drawn reports whether a board of that size is worth a picture.
func Drawn(rows, cols int) bool { return rows <= maxDrawn && cols <= maxDrawn }

// TooLargeToDraw returns the notice for a board that is too large for the picture it would need.
func (a *Ask) TooLargeToDraw() *Answer {
	return a.Notice("too-large-to-draw", words.With{"Max": maxDrawn})
}

// PhoneWidth is how many emoji a phone shows in a line without wrapping.
const PhoneWidth = 10

// LongestBlock is how long a puzzle's encoding may be, in characters, to stand in the reply
// itself. A longer one comes in a file.
const LongestBlock = 1200

// LongestGame is the same for a puzzle with what has been marked in it, below answers that
// are short.
const LongestGame = 2600

// SnapshotSign starts the line below a puzzle that has what is marked in it.
const SnapshotSign = "="

// CellName returns a cell's name as people say it: b3 is the second column, third row from the top.
func CellName(r, c int) string { return columnName(c) + strconv.Itoa(r+1) }

// columnName returns the name of column c, counted from 0 at the left: a, b, … z, aa, ab, ….
func columnName(c int) string {
	name := ""
	for c++; c > 0; c = (c - 1) / 26 {
		name = string(rune('a'+(c-1)%26)) + name
	}
	return name
}

// RowColumn returns the name of a cell on a board whose edges carry clues instead of names: r3c2 is
// the third row, second column.
func RowColumn(r, c int) string { return fmt.Sprintf("r%dc%d", r+1, c+1) }

// NameCells puts the names of CellName along a board's edges.
func NameCells(b *render.Board) {
	b.RowNames, b.ColNames = numbers(b.Rows), nil
	for c := range b.Cols {
		b.ColNames = append(b.ColNames, columnName(c))
	}
}

// NumberCells puts the numbers of RowColumn along a board's edges.
func NumberCells(b *render.Board) { b.RowNames, b.ColNames = numbers(b.Rows), numbers(b.Cols) }

// numbers returns the numbers from 1 to n as names.
func numbers(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

// Lines writes a row-major grid as one string a row.
func Lines[T any](cells []T, cols int, sign func(T) byte) []string {
	var rows []string
	for start := 0; start < len(cells); start += cols {
		var b strings.Builder
		for _, cell := range cells[start : start+cols] {
			b.WriteByte(sign(cell))
		}
		rows = append(rows, b.String())
	}
	return rows
}

// Size returns a board's size in words, as the value Size: 5×5, or for an oblong which number
// counts rows and which columns.
func Size(rows, cols int, say words.Phrases) words.With {
	id := words.If(rows == cols, "square", "oblong")
	return words.With{"Size": say.Text(id, words.With{"Rows": rows, "Cols": cols})}
}

// Seen says what was read: the kind of puzzle and its size, if that is known.
func (k *Kind) Seen(g Game, say words.Phrases) string {
	name := words.With{"Puzzle": say.Text(k.Name + ".name")}
	rows, cols := g.Size()
	switch rows {
	case 0:
		return name["Puzzle"].(string)
	case 1:
		return say.Count("seen.row", cols, name)
	}
	return say.Text("seen.board", name, words.With{"Size": fmt.Sprintf("%d×%d", rows, cols)})
}

// Unmarked removes the marks of a board and returns it; nil for nil.
func Unmarked(b *render.Board) *render.Board {
	if b != nil {
		for i := range b.Cells {
			b.Cells[i].Mark = render.NoMark
		}
	}
	return b
}
