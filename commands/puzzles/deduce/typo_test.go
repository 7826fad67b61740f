package deduce_test

import (
	"slices"
	"strings"
	"testing"

	"kibitz/commands/puzzles/deduce"
)

// FuzzDraft: what was typed and refused is in the form again, line by line, and is no turn.
func FuzzDraft(f *testing.F) {
	for _, text := range []string{"row 1 c4-5", "r1c1=#\nr2c9=#", "~", "=#", " a \n\n~b", "", "!1+1", "* 5x5 easy"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		want := strings.TrimSpace(strings.ReplaceAll(typed, "\r\n", "\n"))
		if strings.Contains(want, "\r") { // which no form sends
			return
		}
		if got := deduce.Redrafted(typed); got != want {
			t.Errorf("%q becomes %q", typed, got)
		}
		if turns := deduce.TurnsOf("r1c1=#; r2c2=x\n" + deduce.Draft(typed)); !slices.Equal(turns, []string{"r1c1=#", "r2c2=x"}) {
			t.Errorf("%q leaves the turns %q", typed, turns)
		}
	})
}

// TestLikelyFirst: a slip of one finger comes before others, which stay in their order.
func TestLikelyFirst(t *testing.T) {
	var typos []deduce.Typo
	for _, n := range [][2]int{{9, 12}, {9, 8}, {17, 28}, {12, 21}, {1, 11}, {16, 6}, {19, 91}, {23, 41}} {
		typos = append(typos, deduce.Typo{Was: n[0], May: n[1]})
	}
	var got [][2]int
	for _, typo := range deduce.LikelyFirst(typos) {
		got = append(got, [2]int{typo.Was, typo.May})
	}
	if want := [][2]int{{9, 8}, {12, 21}, {1, 11}, {16, 6}, {19, 91}, {9, 12}, {17, 28}, {23, 41}}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
