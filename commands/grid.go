package commands

import (
	"fmt"
	"strconv"
	"strings"
)

// columnName is a, b, … z, aa, ab, …: the columns of a board from the left.
func columnName(c int) string {
	name := ""
	for c++; c > 0; c = (c - 1) / 26 {
		name = string(rune('a'+(c-1)%26)) + name
	}
	return name
}

// cellName is a cell as people say it: b3 is the second column, third row from
// the top.
func cellName(r, c int) string { return columnName(c) + strconv.Itoa(r+1) }

// rowColumn is a cell of a board whose edges carry clues instead of names: r3c2
// is the third row, second column.
func rowColumn(r, c int) string { return fmt.Sprintf("r%dc%d", r+1, c+1) }

// gridNames are the names along a board's rows and columns.
func gridNames(rows, cols int) (row, col []string) {
	for c := range cols {
		col = append(col, columnName(c))
	}
	return numbers(rows), col
}

// numbers are 1 to n as names along a board: r3c2 is found by them.
func numbers(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

// lines writes a row-major grid as one string a row.
func lines[T any](cells []T, cols int, sign func(T) byte) []string {
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

// size is a board's size in words: 5×5, or which number counts what.
func size(rows, cols int, say phrases) with {
	id := either(rows == cols, "square", "oblong")
	return with{"Size": say.text(id, with{"Rows": rows, "Cols": cols})}
}

// Boards larger than this are given as a file of text instead of a picture:
// nobody could read the picture.
const maxDrawn = 120

// drawn says whether a board of that size is worth a picture.
func drawn(rows, cols int) bool { return rows <= maxDrawn && cols <= maxDrawn }

// written is a grid as a file to be downloaded.
func written(name string, rows []string) File {
	return File{Name: name + ".txt", Data: []byte(strings.Join(rows, "\n") + "\n")}
}

// numberedFrom is a numbered list, one item a line, whose first number is given.
func numberedFrom(first int, items []string) string {
	var b strings.Builder
	for i, item := range items {
		b.WriteString(strconv.Itoa(first+i) + ". " + item + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
