package solvers_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

func ExampleAt() {
	text := "110\n0x1/11"
	fmt.Println(solvers.At(text, strings.Index(text, "x"), "cell", "a cell: 0 or 1", nil))
	fmt.Println(solvers.At(text, len(text), "cell", "a cell: 0 or 1", nil))
	fmt.Println(solvers.At(text, strings.Index(text, "\n"), "cell", "a cell: 0 or 1", nil))
	// Output:
	// line 2, column 2: found "x1", expected a cell: 0 or 1
	// line 2, column 7: found the end of the text, expected a cell: 0 or 1
	// line 1, column 4: found the end of the line, expected a cell: 0 or 1
}

// TestAtIsWhereItSays: going to the line and column of an error, counted in
// characters, leads to the place that was meant, and to what was found there.
func TestAtIsWhereItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab가\n /,🟨]{0,20}`).Draw(t, "text")
		offset := rapid.IntRange(0, len(text)).Filter(func(i int) bool {
			return i == len(text) || utf8.RuneStart(text[i])
		}).Draw(t, "offset")
		e := solvers.At(text, offset, "code", "something", nil)
		lines := strings.Split(text, "\n")
		if e.Source != lines[e.Line-1] {
			t.Fatalf("line %d is %q, not %q", e.Line, lines[e.Line-1], e.Source)
		}
		back := len(strings.Join(lines[:e.Line-1], "\n"))
		if e.Line > 1 {
			back++
		}
		back += len(string([]rune(e.Source)[:e.Column-1]))
		if back != offset {
			t.Fatalf("%+v points to byte %d, not %d of %q", e, back, offset, text)
		}
		rest, _, _ := strings.Cut(text[offset:], "\n")
		switch {
		case (e.Found == "") != (strings.TrimSpace(text[offset:]) == ""):
			t.Fatalf("%+v of %q at %d: only the end of the text is nothing", e, text, offset)
		case e.Found == "\n" && strings.TrimSpace(rest) != "", e.Found != "\n" && !strings.HasPrefix(rest, e.Found):
			t.Fatalf("%+v is not what stands at %d of %q", e, offset, text)
		}
	})
}

func TestSyntaxErrorIsFound(t *testing.T) {
	err := fmt.Errorf("reading: %w", solvers.At("x", 0, "code", "y", nil))
	if e, ok := errors.AsType[*solvers.SyntaxError](err); !ok || e.Found != "x" {
		t.Errorf("%v", err)
	}
}
