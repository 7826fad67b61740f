package tree

import (
	"fmt"
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A comment that must be read twice is a defect. Two marks of it can be counted: phrases that
// send the reader back to look for their noun, and comments of functions that begin "X is"
// where a verb should stand.

// phrases are the worst ones, each with a reason or what to write in its place.
var phrases = []struct{ pattern, instead string }{
	{`(what|that|which) (is|are) none`, "name the noun: what is not a digit"},
	{`of (which|whom)`, "begin another sentence"},
	{`but for`, "except"},
	{`(for|to|of|by|from|with) who`, "name who it is: for a reader who …"},
	{`Who `, "name who it is: A reader who …"},
	{`so (many|much)`, "write the parameter's name, or a number with its unit"},
	{`where that is`, "if it is"},
	{`at most most`, "give the parameter another name"},
}

var phrase = func() *regexp.Regexp {
	var all []string
	for _, p := range phrases {
		all = append(all, p.pattern)
	}
	return regexp.MustCompile(`\b(` + strings.Join(all, "|") + `)\b`)
}()

// isOrAre matches a function's comment that begins "X is" or "X are".
var isOrAre = regexp.MustCompile(`^\w+\s(is|are)\b`)

func TestEnglish(t *testing.T) {
	sources := theTree(t)
	t.Run("phrases", func(t *testing.T) {
		hold(t, "phrases", count(phrasesIn(sources)))
		if t.Failed() {
			for _, p := range phrases {
				t.Logf("%-40q %s", p.pattern, p.instead)
			}
			t.Log("where they are: go test ./tests/tree -run TestWhereEnglishIsPoor -v")
		}
	})
	t.Run("is-or-are", func(t *testing.T) { hold(t, "is-or-are", count(nounsFirst(sources))) })
}

// TestWhereEnglishIsPoor lists, with -v, each place that TestEnglish counts, and by wing the
// share of function comments that begin "X is" or "X are".
func TestWhereEnglishIsPoor(t *testing.T) {
	if !testing.Verbose() {
		t.SkipNow()
	}
	sources := theTree(t)
	commented := map[string]int{}
	for _, s := range sources {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && !s.test && f.Doc != nil {
				commented[wing(s.room)]++
			}
		}
	}
	nouns := nounsFirst(sources)
	for _, places := range []map[subject][]string{phrasesIn(sources), nouns} {
		for _, s := range slices.SortedFunc(maps.Keys(places), func(a, b subject) int { return strings.Compare(a.String(), b.String()) }) {
			t.Logf("%s: %d\n\t%s", s, len(places[s]), strings.Join(places[s], "\n\t"))
		}
	}
	for _, w := range slices.Sorted(maps.Keys(commented)) {
		n := len(nouns[subject{"is-or-are", w, "-"}])
		t.Logf("%-20s %4d of %4d function comments begin with \"X is\" or \"X are\": %2d %%", w, n, commented[w], 100*n/commented[w])
	}
}

// count returns how many places there are of each subject.
func count(places map[subject][]string) map[subject]int {
	counts := map[subject]int{}
	for s, list := range places {
		counts[s] = len(list)
	}
	return counts
}

// phrasesIn returns the places of the worst phrases in all comments, tests' too, by wing.
func phrasesIn(sources []source) map[subject][]string {
	found := map[subject][]string{}
	for _, s := range sources {
		key := subject{"phrases", wing(s.room), "-"}
		for _, group := range s.file.Comments {
			text := strings.Join(strings.Fields(group.Text()), " ") // a phrase may go over the end of a line
			for _, match := range phrase.FindAllString(text, -1) {
				place := fmt.Sprintf("%s:%d: %s", s.path, s.set.Position(group.Pos()).Line, match)
				found[key] = append(found[key], place)
			}
		}
	}
	return found
}

// nounsFirst returns the places of functions, tests left aside, with comments that begin "X is"
// or "X are", by wing.
func nounsFirst(sources []source) map[subject][]string {
	found := map[subject][]string{}
	for _, s := range sources {
		key := subject{"is-or-are", wing(s.room), "-"}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && !s.test && isOrAre.MatchString(f.Doc.Text()) {
				found[key] = append(found[key], fmt.Sprintf("%s:%d: %s", s.path, s.set.Position(f.Doc.Pos()).Line, functionName(f)))
			}
		}
	}
	return found
}

func TestEnglishIsMeasured(t *testing.T) {
	sources := parseTable(t, map[string]string{
		"vision/ink/ink.go": `package ink

// mended are digits, and what
// is none even so. Who knows of which?
func mended() {} // but for one

// whoever returns what is there. It is so. The number is one of the digits so far, but forty times.
func whoever() {}

const what = "so many" // of whom there are so much, for whoever asks

// A row
// is a line.
func (r *row) line() {}
`,
		"solvers/kakuro/kakuro_test.go": "package kakuro\n\n// sum is what at most most is where that is; for who asks.\nfunc sum() {}\n",
		"main.go":                       "package main\n\n// main returns what is.\nfunc main() {}\n\n// one is wanted.\ntype one int\n",
	})
	wantPhrases := map[subject]int{{"phrases", "vision", "-"}: 6, {"phrases", "solvers/kakuro", "-"}: 3}
	if wrong := difference(count(phrasesIn(sources)), wantPhrases); wrong != "" {
		t.Error(wrong, phrasesIn(sources))
	}
	wantNouns := map[subject]int{{"is-or-are", "vision", "-"}: 1}
	if wrong := difference(count(nounsFirst(sources)), wantNouns); wrong != "" {
		t.Error(wrong)
	}
}

// difference says how two findings differ; "" for not at all.
func difference(found, want map[subject]int) string {
	if maps.Equal(found, want) {
		return ""
	}
	return fmt.Sprintf("found %v, want %v", found, want)
}
