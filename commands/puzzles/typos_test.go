package puzzles

import (
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
)

// FuzzMend: a code that a link carries mends one number of the puzzle, or nothing at all.
func FuzzMend(f *testing.F) {
	for _, code := range []string{"r3.1.5", "c5.1.2", "a2.2.16", "d2.3.16", "", "r", "r0.0.0", "r9.9.9", "a-1.2.3", "r3.1.05", "d2.3.99999999999999999999"} {
		f.Add(code)
	}
	read := func(name, text string) ask.Game {
		g, err := ask.Named(Kinds(), name).Read(text, nil)
		if err != nil {
			f.Fatal(err)
		}
		return g
	}
	games := map[string]ask.Game{
		"nonogram": read("nonogram", "1 1;5;4;3;1|2;4;4;4;2"),
		"kakuro":   read("kakuro", "###/#../#.. 17 16 / 17 15"),
	}
	say := words.In("en")
	mends := 0
	for _, code := range []string{"r3.1.5", "d2.3.16"} {
		for _, g := range games {
			if mended, _ := deduce.Mend(g, code, say); mended != nil {
				mends++
			}
		}
	}
	if mends != 2 {
		f.Errorf("%d codes mend", mends)
	}
	f.Fuzz(func(t *testing.T, code string) {
		for name, g := range games {
			mended, told := deduce.Mend(g, code, say)
			if mended == nil {
				continue
			}
			again, err := ask.Named(Kinds(), name).Read(mended.String(), nil)
			if err != nil || told == "" || again.String() != mended.String() {
				t.Errorf("%s: %q makes %q, %q, %v", name, code, mended, told, err)
			}
		}
	})
}
