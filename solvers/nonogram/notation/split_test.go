package notation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A set falls into its puzzles, in order and whole; any other text is one puzzle.
func TestSplit(t *testing.T) {
	var set strings.Builder
	var want []string
	for i := range 20 {
		one := fmt.Sprintf("$ %d\r\n%s\r\n", i, strings.Repeat("1\t1\r\n", i))
		want = append(want, one)
		set.WriteString(one)
	}
	n := 0
	for name, text := range Split("\n" + set.String()) {
		if name != fmt.Sprint(n) || text != want[n] {
			t.Errorf("puzzle %d is %q: %q", n, name, text)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d puzzles, want %d", n, len(want))
	}
	for name, text := range Split(" 1|1 ") {
		if name != "" || text != " 1|1 " {
			t.Errorf("one puzzle is %q: %q", name, text)
		}
	}
}

// A bundle falls into its files, numbered.
func TestSplitBundle(t *testing.T) {
	const first, second = "width 1\nheight 1\nrows\n1\ncolumns\n1\n", "\nrows\n0\ncolumns\n0\n"
	var got []string
	for name, text := range Split(first + "====\r\n" + second + "====\n\n====") {
		got = append(got, name+": "+text)
		if _, err := Parse(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if want := []string{"1: " + first, "2: " + second}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("$1\n1\n1\n$2\n1\n1\n")
	f.Add("$\n$\n\n$")
	f.Add("1|1")
	f.Add("1|1\n====\n1|1")
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for _, part := range Split(text) {
			before, after, ok := strings.Cut(rest, part)
			if before = strings.Trim(before, "=\r\n"); !ok || strings.TrimSpace(before) != "" {
				t.Fatalf("%q: %q comes after %q", text, part, before)
			}
			rest = after
		}
		if strings.TrimSpace(strings.Trim(rest, "=\r\n")) != "" {
			t.Fatalf("%q: %q is lost", text, rest)
		}
	})
}
