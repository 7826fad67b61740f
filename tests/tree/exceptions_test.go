package tree

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The file of exceptions lists all that is over a limit today. It may only shrink. A test fails if
// something is over a limit and not listed, or worse than its line, or better than its line. After a
// mend, `go test ./tests/tree -shrink` rewrites the file: it lowers numbers and takes out lines, and
// never adds a line nor raises a number.
//
// A line has the check, the wing, the name (or - where the wing is meant), the number, and after
// a # why it stays, if it stays for good. Lines go by wing and not by package, so that code which
// moves to another room of its wing keeps its line.
const exceptionsFile = "testdata/exceptions.txt"

var shrink = flag.Bool("shrink", false, "lower the exceptions to what the tree needs today")

// subject is a place that a check finds or an exception excuses.
type subject struct{ check, wing, name string }

func (s subject) String() string { return s.check + " " + s.wing + " " + s.name }

// exception is a line of the file.
type exception struct {
	number int
	reason string
}

// wing returns the part of the house that a room belongs to: its first folder, and its second
// one too in solvers and for commands/puzzles.
func wing(room string) string {
	parts := strings.Split(room, "/")
	if len(parts) > 1 && (parts[0] == "solvers" || parts[0] == "commands" && parts[1] == "puzzles") {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// readExceptions parses the lines of the file.
func readExceptions(text string) (map[subject]exception, error) {
	all := map[subject]exception{}
	for line := range strings.Lines(text) {
		facts, reason, _ := strings.Cut(strings.TrimSpace(line), "#")
		words := strings.Fields(facts)
		if len(words) == 0 {
			continue
		}
		if len(words) != 4 {
			return nil, fmt.Errorf("%q: want a check, a wing, a name and a number", line)
		}
		s := subject{words[0], words[1], words[2]}
		number, err := strconv.Atoi(words[3])
		if err != nil {
			return nil, err
		}
		if _, twice := all[s]; twice {
			return nil, fmt.Errorf("%s is listed twice", s)
		}
		all[s] = exception{number, strings.TrimSpace(reason)}
	}
	return all, nil
}

// writeExceptions returns the text that readExceptions reads.
func writeExceptions(all map[subject]exception) string {
	var lines []string
	for s, e := range all {
		line := fmt.Sprintf("%-9s %-18s %-34s %4d", s.check, s.wing, s.name, e.number)
		if e.reason != "" {
			line += "  # " + e.reason
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}

// compare returns the differences between the findings of a check and the exceptions for it, a
// sentence each.
func compare(check string, found map[subject]int, listed map[subject]exception) (wrong []string) {
	for s, n := range found {
		e, ok := listed[s]
		switch {
		case !ok:
			wrong = append(wrong, fmt.Sprintf("%s: %d, and no exception is made for it", s, n))
		case n > e.number:
			wrong = append(wrong, fmt.Sprintf("%s: %d, and the exception is for %d", s, n, e.number))
		case n < e.number:
			wrong = append(wrong, fmt.Sprintf("%s: only %d by now, and the exception is for %d: run go test ./tests/tree -shrink", s, n, e.number))
		}
	}
	for s := range listed {
		if _, ok := found[s]; s.check == check && !ok {
			wrong = append(wrong, fmt.Sprintf("%s needs its exception no more: run go test ./tests/tree -shrink", s))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// shrunk returns the exceptions with those of one check as low as its findings allow.
func shrunk(check string, found map[subject]int, listed map[subject]exception) map[subject]exception {
	out := maps.Clone(listed)
	for s, e := range listed {
		if s.check != check {
			continue
		}
		n, needed := found[s]
		if !needed {
			delete(out, s)
			continue
		}
		out[s] = exception{min(n, e.number), e.reason}
	}
	return out
}

// hold fails the test where the findings of a check differ from the exceptions. Tests that call it
// do not run in parallel: with -shrink each rewrites the file.
func hold(t *testing.T, check string, found map[subject]int) {
	t.Helper()
	text, err := os.ReadFile(exceptionsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // none is left
		t.Fatal(err)
	}
	listed, err := readExceptions(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if *shrink {
		listed = shrunk(check, found, listed)
		if err := os.WriteFile(exceptionsFile, []byte(writeExceptions(listed)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range compare(check, found, listed) {
		t.Error(line)
	}
}

func TestExceptionsOnlyShrink(t *testing.T) {
	a, b, c := subject{"file", "bot", "a.go"}, subject{"file", "bot", "b.go"}, subject{"other", "bot", "-"}
	listed := map[subject]exception{a: {500, "why"}, c: {3, ""}}
	for _, test := range []struct {
		name  string
		found map[subject]int
		wrong int
		after map[subject]exception
	}{
		{"as listed", map[subject]int{a: 500}, 0, listed},
		{"worse", map[subject]int{a: 501}, 1, listed},
		{"better", map[subject]int{a: 450}, 1, map[subject]exception{a: {450, "why"}, c: {3, ""}}},
		{"mended", nil, 1, map[subject]exception{c: {3, ""}}},
		{"another", map[subject]int{a: 500, b: 401}, 1, listed},
		{"better, and another", map[subject]int{a: 450, b: 401}, 2, map[subject]exception{a: {450, "why"}, c: {3, ""}}},
	} {
		if wrong := compare("file", test.found, listed); len(wrong) != test.wrong {
			t.Errorf("%s: %q", test.name, wrong)
		}
		after := shrunk("file", test.found, listed)
		if !maps.Equal(after, test.after) {
			t.Errorf("%s: shrunk to %v", test.name, after)
		}
		again, err := readExceptions(writeExceptions(after))
		if err != nil || !maps.Equal(after, again) {
			t.Errorf("%s: written and read again: %v, %v", test.name, again, err)
		}
	}
	for _, text := range []string{"file bot a.go", "file bot a.go many", "file bot a.go 500\nfile bot a.go 501"} {
		if _, err := readExceptions(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
