package gallery

import (
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// grades are the difficulties that pictures of each demand may have. Those of many rounds are
// solved line by line, some of them with line logic.
var grades = map[nonogram.Demand][]nonogram.Difficulty{
	nonogram.FewRounds: {nonogram.Easy}, nonogram.ManyRounds: {nonogram.Medium, nonogram.Hard}, nonogram.Contradictions: {nonogram.Expert},
}

// TestPictures: each picture is the only one with its clues, which ask of a person what it
// says; lines alone solve it, unless it is said to be for experts.
func TestPictures(t *testing.T) {
	if n := len(Pictures()); n < 300 {
		t.Errorf("there are %d", n)
	}
	for _, p := range Pictures() {
		rows, cols := p.Size()
		a, err := p.Puzzle().Decide(t.Context())
		if err != nil || a.Verdict != solvers.Unique || !slices.Equal(a.Solutions[0], p.Cells()) {
			t.Errorf("%d, %s: %v, %v", p.Number, p.Name, a.Verdict, err)
			continue
		}
		if d, err := p.Puzzle().Difficulty(t.Context()); err != nil || !slices.Contains(grades[p.Demand], d) {
			t.Errorf("%d, %s is %v, not %v, %v", p.Number, p.Name, d, p.Demand, err)
		}
		if rows != cols || rows%5 != 0 {
			t.Errorf("%d, %s is %d×%d", p.Number, p.Name, rows, cols)
		}
		if p.Puzzle().Picture != nil || p.Puzzle().Given != nil {
			t.Errorf("%d, %s is in its own puzzle", p.Number, p.Name)
		}
	}
}

// TestFrames: a picture fills its frame, so that its size is not a fault of the drawing.
func TestFrames(t *testing.T) {
	for _, p := range Pictures() {
		for _, side := range sides(p.Rows) {
			if !strings.Contains(side, "#") {
				t.Errorf("%d, %s has an empty row or column at its border", p.Number, p.Name)
			}
		}
	}
}

// sides are the rows and columns at the border.
func sides(rows []string) []string {
	var left, right strings.Builder
	for _, row := range rows {
		left.WriteByte(row[0])
		right.WriteByte(row[len(row)-1])
	}
	return []string{rows[0], rows[len(rows)-1], left.String(), right.String()}
}

// TestNumbers: numbers go from 1 on without a gap, and a picture is known by its name and its
// size.
func TestNumbers(t *testing.T) {
	type known struct {
		name string
		rows int
	}
	seen := map[known]uint64{}
	for i, p := range Pictures() {
		if p.Number != uint64(i)+1 {
			t.Errorf("%s has number %d, not %d", p.Name, p.Number, i+1)
		}
		id := known{p.Name, len(p.Rows)}
		if seen[id] > 0 {
			t.Errorf("%d and %d are both %s of one size", seen[id], p.Number, p.Name)
		}
		seen[id] = p.Number
	}
}

// TestDifferent: no picture is another one, nor its mirror image, nor turned.
func TestDifferent(t *testing.T) {
	seen := map[string]uint64{}
	for _, p := range Pictures() {
		looks := map[string]bool{}
		rows := p.Rows
		for range 4 {
			rows = turned(rows)
			looks[strings.Join(rows, "/")] = true
			looks[strings.Join(mirrored(rows), "/")] = true
		}
		for look := range looks {
			if seen[look] > 0 {
				t.Errorf("%d and %d are one picture", seen[look], p.Number)
			}
			seen[look] = p.Number
		}
	}
}

func turned(rows []string) (turned []string) {
	for c := range rows[0] {
		var b strings.Builder
		for r := range rows {
			b.WriteByte(rows[len(rows)-1-r][c])
		}
		turned = append(turned, b.String())
	}
	return turned
}

func mirrored(rows []string) []string {
	upside := slices.Clone(rows)
	slices.Reverse(upside)
	return upside
}

// TestFind: a picture is found by its cells, and its mirror image is none.
func TestFind(t *testing.T) {
	for _, p := range Pictures() {
		_, cols := p.Size()
		if found := Find(p.Cells(), cols); found != p {
			t.Errorf("for %d, %s: %v", p.Number, p.Name, found)
		}
	}
	p := Pictures()[0]
	cells := p.Cells()
	cells[0] = 3 - cells[0] // Empty for Filled, and the other way round
	if found := Find(cells, len(p.Rows)); found != nil {
		t.Errorf("with another cell, %d is still %s", p.Number, found.Name)
	}
	if found := Find(nil, 0); found != nil {
		t.Errorf("no cells are %s", found.Name)
	}
}

func TestReadRefuses(t *testing.T) {
	for drawing, want := range map[string]string{
		"":                          `found ""`,
		"1 cat easy":                `found "1 cat easy"`,
		"cat easy\n#":               `found "cat easy"`,
		"one cat easy\n#":           `parsing "one"`,
		"1 cat simple\n#":           `no difficulty "simple"`,
		"1 cat easy\n##\n#":         `found row "#", expected 2`,
		"1 cat easy\n#x":            `found row "#x"`,
		"1 light bulb expert\n##\n": `found row ""`,
	} {
		if _, err := read(drawing); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", drawing, err)
		}
	}
}
