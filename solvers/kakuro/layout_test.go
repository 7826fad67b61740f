package kakuro

import (
	"errors"
	"strings"
	"testing"

	"kibitz/solvers"
)

// What is made for a layout has that layout, one solution, and steps as hard as was asked for.
func TestFill(t *testing.T) {
	for _, c := range []struct {
		layout string
		d      Difficulty
	}{
		{"#####/#..##/#...#/##..#/#####", Easy},
		{"####/#.../#...", Medium},
		{"..#../...../#...#/...../..#..", Easy}, // without its border
		{"#####/#..../#..../#..../#....", Hard},
	} {
		layout, _, err := readLayout(c.layout)
		if err != nil {
			t.Errorf("%s: %v", c.layout, err)
			continue
		}
		for seed := range uint64(3) {
			p, err := Fill(t.Context(), layout, c.d, seed)
			if err != nil {
				t.Errorf("%s: %v", c.layout, err)
				continue
			}
			a := solved(t, p)
			_, hardest := replay(t, p, a.Solutions)
			if a.Verdict != solvers.Unique || hardest.Difficulty() != c.d {
				t.Errorf("%s, %d: %v by %v", c.layout, seed, a.Verdict, hardest)
			}
			if p.layoutText() != layout.layoutText() {
				t.Errorf("%s, %d: %s", c.layout, seed, p.layoutText())
			}
			if again, err := Fill(t.Context(), layout, c.d, seed); err != nil || again.Line() != p.Line() {
				t.Errorf("%s, %d: once %s, once %s", c.layout, seed, p.Line(), again.Line())
			}
		}
	}
}

// Two rows of nine cells have the same sum, whatever it is filled with: exchanged, they are
// another solution.
func TestFillInVain(t *testing.T) {
	layout, _, _ := readLayout("##########/#........./#.........")
	if p, err := Fill(t.Context(), layout, Easy, 1); !errors.Is(err, ErrSize) {
		t.Errorf("%v, %v", p, err)
	}
}

func TestOrdersWithLayout(t *testing.T) {
	for text, want := range map[string]string{
		"###/#../#.. easy 7":                   "###/#../#.. easy 7",
		"../..  hard":                          "###/#../#.. hard",
		"#⬛⬛\n#⬜️⬜️\n#⬜️⬜️":                    "###/#../#.. medium",
		"###/#../#.. 어려움 #3":                   "###/#../#.. hard 3",
		"###/#../#.. 17 16 / 17 16":            "",
		"###/#../#.. across: 17 16 down: 1 2":  "",
		"###/#./#..":                           "",
		"##":                                   "",
		"###/### easy":                         "a layout with white cells",
		"###/#..":                              "",
		"###/#../#.# easy":                     "2 to 9 white cells in a row or column, where these are 1 from r3c2 on",
		strings.Repeat(".", 26) + "/..":        "",
		strings.Repeat("../", 25) + ".. easy":  "a layout of at most 25 rows and columns, the clue border included",
		"###/#../#.. easy 1234567890123456789": "a number of at most 18 digits",
	} {
		o, err := ParseOrder(text)
		var syntax *solvers.SyntaxError
		switch {
		case errors.As(err, &syntax):
			if syntax.Expected != want {
				t.Errorf("%q: expected %s, not %s", text, syntax.Expected, want)
			}
		case o == nil:
			if want != "" {
				t.Errorf("%q: no order, expected %s", text, want)
			}
		case o.String() != want:
			t.Errorf("%q: %s, expected %s", text, o, want)
		default:
			if again, err := ParseOrder(want); err != nil || again.String() != want {
				t.Errorf("%s reads as %v, %v", want, again, err)
			}
		}
	}
}

func FuzzOrder(f *testing.F) {
	for _, text := range []string{"###/#../#.. easy 7", "10x10 hard 3", "..\n..", "⬛⬛/⬜️⬜️ x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ParseOrder(text)
		if o == nil || err != nil {
			return
		}
		again, err := ParseOrder(o.String())
		if err != nil || again == nil || again.String() != o.String() {
			t.Fatalf("%q: %s reads as %v, %v", text, o, again, err)
		}
	})
}
