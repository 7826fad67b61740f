package cells

import (
	"errors"
	"slices"
	"testing"

	"kibitz/solvers"
)

var plain = Format{
	Puzzle:    "test",
	Notations: []Notation{{'0', '1'}, {'.', '#'}, {'.', '*'}, {'⬛', '🟨'}},
	MaxCells:  16,
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"110/001", "110/001"},
		{"110\n001\n", "110/001"},
		{"110\r\n001\r\n", "110/001"},
		{"110;001", "110/001"},
		{"|110|001|", "110/001"},
		{"110,001", "110/001"},
		{"110, 001", "110/001"},
		{"110 001", "110/001"},
		{"1 1 0 / 0 0 1", "110/001"},
		{"1,1,0\n0,0,1", "110/001"},
		{"1 1 0, 0 0 1", "110/001"},
		{"1, 0, 0, 1", "10/01"},
		{"1 0 0 1", "10/01"},
		{"1001", "10/01"},
		{"1001/", "1001/"},
		{"10011", "10011"},
		{"1/0/0/1", "1/0/0/1"},
		{"1", "1"},
		{"##./..#", "110/001"},
		{"*..\n.**", "100/011"},
		{"🟨⬛\n⬛⬛", "10/00"},
		{"🟨\ufe0f⬛\ufe0f ⬛\ufe0f⬛\ufe0f", "10/00"},
		{"```\n110\n001\n```", "110/001"},
		{"`110/001`", "110/001"},
		{"\ufeff11\u200b0\u00a0001\u3000", "110/001"},
	} {
		b, err := plain.Parse(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		} else if got := b.String(); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct {
		text         string
		line, column int
		expected     string
	}{
		{"", 1, 1, "a cell: 0 or 1, . or #, . or *, ⬛ or 🟨"},
		{" \n", 1, 1, "a cell: 0 or 1, . or #, . or *, ⬛ or 🟨"},
		{"//", 1, 3, "a cell: 0 or 1, . or #, . or *, ⬛ or 🟨"},
		{"110\n0012", 2, 4, "a cell: 0 or 1"},
		{"1O1", 1, 2, "a cell: 0 or 1"},
		{".1", 1, 2, "a cell: . or #, . or *"},
		{".#*", 1, 3, "a cell: . or #"},
		{"110\n01\n111", 2, 1, "a row of 3 cells like the first row; this one has 2"},
		{"110/0011/111", 1, 5, "a row of 3 cells like the first row; this one has 4"},
		{"01010101/01010101/0", 1, 19, "no more than 16 cells"},
		{"1\xff0", 1, 2, "a cell: 0 or 1"},
		{"11`00", 1, 3, "a cell: 0 or 1"},
	} {
		_, err := plain.Parse(test.text)
		var syntax *solvers.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v, want a syntax error", test.text, err)
		} else if syntax.Line != test.line || syntax.Column != test.column || syntax.Expected != test.expected {
			t.Errorf("%q: %v, want line %d, column %d, expected %s", test.text, err, test.line, test.column, test.expected)
		}
	}
}

func TestWords(t *testing.T) {
	text := "skip a1, c3\u200b\nd4 ,skip"
	var got []string
	for offset, word := range Words(text, 4, len(text)-4) {
		if text[offset:offset+len(word)] != word {
			t.Errorf("%q is not at %d", word, offset)
		}
		got = append(got, word)
	}
	if want := []string{"a1", "c3", "d4"}; !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
}

func TestParseRow(t *testing.T) {
	for text, want := range map[string]string{
		"1101":             "1101",
		"1, 1, 0, 1":       "1101",
		"11 0\u200b1\n0":   "11010",
		"🟨⬛ 🟨\ufe0f":       "101",
		"1101010101010101": "1101010101010101",
	} {
		var row []bool
		err := plain.ParseRow(text, 0, len(text), func(on bool) { row = append(row, on) })
		if got := string(appendRow(nil, row)); err != nil || got != want {
			t.Errorf("%q is %s, %v; want %s", text, got, err, want)
		}
	}
	for text, column := range map[string]int{"": 1, " , ": 4, "11/01": 3, "1#": 2, "11010101010101011": 17} {
		err := plain.ParseRow(text, 0, len(text), func(bool) {})
		var syntax *solvers.SyntaxError
		if !errors.As(err, &syntax) || syntax.Column != column {
			t.Errorf("%q: %v, want a syntax error in column %d", text, err, column)
		}
	}
}
