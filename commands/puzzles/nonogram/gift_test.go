package nonogram

import (
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
)

// TestGiftNames: a gift's encoding gives the name back, also with marks, and does not show it. Solving
// tells it. What is no name behind a puzzle is a mistake as before.
func TestGiftNames(t *testing.T) {
	k, say := Kind(), words.In("en-US")
	const clues, solution = "1;3;1|1;3;1", "x#x###x#x"
	for _, name := range []string{"A plus", "더하기", "a !b", "=#?#", "プラス|1;1"} {
		code := game{Puzzle: must(t, k, clues).Puzzle.(game).Puzzle, name: name}.String()
		if strings.Contains(code, name) {
			t.Errorf("%s shows %s", code, name)
		}
		for _, text := range []string{code, code + "\n=?#?/???/???"} {
			g := must(t, k, text)
			if p := g.Puzzle.(game); p.name != name || g.String() != text || p.Puzzle.String() != clues {
				t.Errorf("%q reads as %q named %q", text, g, p.name)
			}
			if told := g.Now().Reveals([]byte(solution), say); !strings.Contains(told, words.Quoted(name, longest)) {
				t.Errorf("%s is told as %q", name, told)
			}
		}
	}
	for _, text := range []string{clues + " !a", clues + " !a b", clues + " !____", clues + "!QQ"} {
		if g, err := k.Read(text, nil); err == nil {
			t.Errorf("%q reads as %v", text, g)
		}
	}
}

func must(t *testing.T, k *ask.Kind, text string) deduce.Game {
	t.Helper()
	g, err := k.Read(text, nil)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return g.(deduce.Game)
}
