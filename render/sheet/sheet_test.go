package sheet

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kibitz/render"
)

// puzzle is a board with clues as long as they get, and its solution.
func puzzle(rows, cols int) Puzzle {
	b := render.NewBoard(rows, cols)
	b.Rule = 5
	for range rows {
		b.Left = append(b.Left, make([]int, (cols+1)/2))
	}
	for range cols {
		b.Top = append(b.Top, make([]int, (rows+1)/2))
	}
	solution := *b
	solution.Cells = cellsOfAllKinds(rows * cols)
	return Puzzle{Board: b, Solution: &solution, Stars: 2}
}

func cellsOfAllKinds(n int) []render.Cell {
	kinds := []render.Cell{{Kind: render.Filled}, {Kind: render.Crossed}, {Kind: render.Block},
		{Kind: render.Sum, Down: 17, Right: 45}, {Kind: render.Digit, Text: "9"}, {Kind: render.Blank}}
	cells := make([]render.Cell, n)
	for i := range cells {
		cells[i] = kinds[i%len(kinds)]
	}
	return cells
}

// pages counts those of a file.
func pages(pdf []byte) int { return bytes.Count(pdf, []byte("/Type/Page/")) }

// TestPages: one puzzle has a page, and its solution one behind it; small ones share pages,
// and one that is large has a page for itself.
func TestPages(t *testing.T) {
	many := func(n, side int) (all []Puzzle) {
		for range n {
			all = append(all, puzzle(side, side))
		}
		return all
	}
	unsolved := puzzle(5, 5)
	unsolved.Solution = nil
	for _, c := range []struct {
		puzzles []Puzzle
		want    int
	}{{many(1, 10), 2}, {many(2, 5), 2}, {many(12, 5), 2}, {many(13, 5), 4}, {many(2, 60), 4}, {[]Puzzle{unsolved}, 1}, {append(many(1, 5), unsolved), 2}} {
		if got := pages(PDF(c.puzzles)); got != c.want {
			t.Errorf("%d puzzles, the first of %d rows: %d pages, want %d", len(c.puzzles), c.puzzles[0].Board.Rows, got, c.want)
		}
	}
}

var startxref = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`)

// TestTable: the table of a PDF says where each of its objects starts, and the stream of each
// page is as long as it says.
func TestTable(t *testing.T) {
	pdf := PDF([]Puzzle{puzzle(10, 15), puzzle(3, 3)})
	at, err := strconv.Atoi(string(startxref.FindSubmatch(pdf)[1]))
	if err != nil || !bytes.HasPrefix(pdf[at:], []byte("xref\n")) {
		t.Fatalf("the table is not at %d: %v", at, err)
	}
	lines := strings.Split(string(pdf[at:]), "\n")
	for i, line := range lines[3:] {
		if line == "trailer" {
			break
		}
		start, err := strconv.Atoi(line[:10])
		if err != nil || len(line) != len("0000000000 00000 n ") || !bytes.HasPrefix(pdf[start:], fmt.Appendf(nil, "%d 0 obj\n", i+1)) {
			t.Errorf("object %d is not at %q", i+1, line)
		}
	}
	for _, m := range regexp.MustCompile(`(?s)/Length (\d+)>>\nstream\n(.*?)endstream`).FindAllSubmatch(pdf, -1) {
		if n, _ := strconv.Atoi(string(m[1])); n != len(m[2]) {
			t.Errorf("a stream of %d bytes says %d", len(m[2]), n)
		}
	}
}

var place = regexp.MustCompile(`(-?[\d.]+) (-?[\d.]+) (m|l|Td)\b`)

// TestMargins: all that is drawn of any board lies where both A4 and Letter have paper and
// printers have ink.
func TestMargins(t *testing.T) {
	const ink = 0.25 * 72
	for _, size := range [][2]int{{1, 1}, {5, 5}, {1, 60}, {60, 1}, {30, 20}, {120, 120}} {
		found := 0
		for _, m := range place.FindAllStringSubmatch(string(PDF([]Puzzle{puzzle(size[0], size[1])})), -1) {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			found++
			if x < ink || x > pageWidth-ink || y < pageHeight-792+ink || y > 792-ink {
				t.Fatalf("%v: something at %s", size, m[0])
			}
		}
		if found < 8 {
			t.Errorf("%v: nothing is drawn", size)
		}
	}
}
