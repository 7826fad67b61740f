package puzzle_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// Each text is the puzzle with this canonical encoding.
func TestParse(t *testing.T) {
	const small = "3;1 1;1;2 1|1 2;2 1;1;0;1 1"
	for _, c := range []struct{ about, text, want string }{
		{"numbers", small, small},
		{"slashes and dots", "3/1.1/1/2.1|1.2/2.1/1//1.1", small},
		{"commas and newlines", "3\n1,1\n1\n2, 1\n|\n1,2\n2,1\n1\n0\n1,1\n", small},
		{"a game ID", "5x4:1.2/2.1/1//1.1/3/1.1/1/2.1", small},
		{"a game ID with given cells", "3x2:1/1/1/1/2,aaAc", "3x2:1/1/1/1/2,aaAc"},
		{"the page of a game ID", "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#1x3:1.1/1//1", "1;0;1|1 1"},
		{"a fence", "```\n" + small + "\n```", small},
	} {
		p, err := puzzle.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
		} else if p.String() != c.want {
			t.Errorf("%s: %s, want %s", c.about, p, c.want)
		}
	}
}

// What is left to package notation is refused where it begins.
func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", " C BA\nA", "##.", "rows: 1 columns: 1", "https://puzz.link/p?nonogram/1/1/11"} {
		_, err := puzzle.Parse(text)
		var at *solvers.SyntaxError
		if !errors.As(err, &at) || at.Code != "nonogram.puzzle" || at.Line != 1 || at.Column != 1+len(text)-len(strings.TrimLeft(text, " ")) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Any text is refused, or a puzzle within the limits whose canonical encoding reads as it.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"1 1;1|2;0;1", "1/1.1/|1,1\n2\n\n1", "```\n1|1\n```", "3x2:2/1/1/3/1", "3x2:1/1/1/1/2,aaAc",
		"26x1:" + strings.Repeat("/", 26) + ",zA", "26x1:" + strings.Repeat("/", 26) + ",Az", "10x10#123", "https://x#1x1:/,a",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := puzzle.Parse(text)
		if err != nil {
			if at := new(solvers.SyntaxError); !errors.As(err, &at) || at.Code == "" || at.Line > 1+strings.Count(text, "\n") {
				t.Fatalf("%q: error %#v", text, err)
			}
			return
		}
		if len(p.Rows) < 1 || len(p.Cols) < 1 || len(p.Rows) > puzzle.MaxSide || len(p.Cols) > puzzle.MaxSide || len(p.Rows)*len(p.Cols) > puzzle.MaxCells {
			t.Fatalf("%q: %d × %d", text, len(p.Rows), len(p.Cols))
		}
		again, err := puzzle.Parse(p.String())
		if err != nil || !slices.EqualFunc(again.Rows, p.Rows, slices.Equal[[]puzzle.Run]) || !slices.EqualFunc(again.Cols, p.Cols, slices.Equal[[]puzzle.Run]) || !slices.Equal(again.Given, p.Given) {
			t.Fatalf("%q: %s reads as %v, %v", text, p, again, err)
		}
	})
}
