package commands

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// hard are texts as long as a chat allows that a reader may have trouble with.
func hard() map[string]string {
	const most = 6000
	long := func(piece string) string { return strings.Repeat(piece, most/len(piece)) }
	return map[string]string{
		"nonogram digits":  long("1 ") + "|",
		"nonogram lines":   long("1;"),
		"nonogram square":  strings.Repeat("1 1;", 700) + "1|" + strings.Repeat("1 1;", 700) + "1",
		"nonogram order":   "60x60 expert 999999999",
		"nonogram picture": long("#.#/"),
		"nonogram letters": long("CBA;") + "|",
		"nonogram link":    "https://puzz.link/p?nonogram/99/99/" + long("1h"),
		"lightsout row":    long("1"),
		"lightsout rows":   long("10/"),
		"lightsout order":  "256x256 random 999999",
		"lightsout names":  "200x200: " + strings.Repeat("a1 ", 1900),
		"kakuro cells":     long(".,"),
		"kakuro sums":      long(`23\16,`),
		"kakuro link":      "https://puzz.link/p?kakuro/99/99/" + long("z"),
		"cardflip row":     long("1 0"),
		"cardflip runs":    "runs: 9999999",
		"cardflip many":    "runs: " + long("7 "),
		"tothemoon rows":   long("01/"),
		"spaces":           strings.Repeat(" ", most),
		"emoji":            long("🟨"),
	}
}

// TestSuggest: whatever is typed, there is at most what Discord takes, and no
// suggestion changes a puzzle that is whole.
func TestSuggest(t *testing.T) {
	set := newSet(t)
	texts := hard()
	for _, p := range set.puzzles {
		for _, sample := range append([]string{"", p.example}, p.samples...) {
			texts[p.name+" "+sample] = sample
		}
	}
	check := func(t interface{ Errorf(string, ...any) }, p *puzzle, text string) {
		for _, c := range set.Suggest(ended(), &Request{Command: p.name, Options: map[string]any{"puzzle": text}}, "puzzle") {
			if n := utf8.RuneCountInString(c.Value); n < 1 || n > 100 || c.Name == "" || strings.Contains(c.Name, "⟨") {
				t.Errorf("%s %q: %+v", p.name, text, c)
			}
			typed, err := p.read(text, values{})
			if err != nil || c.Value == asTyped {
				continue
			}
			if again, err := p.read(c.Value, values{}); err != nil || again.String() != typed.String() {
				t.Errorf("%s %q: picking %q gives another puzzle", p.name, text, c.Value)
			}
		}
	}
	for _, text := range texts {
		for _, p := range set.puzzles {
			check(t, p, text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(set.puzzles).Draw(t, "puzzle")
		check(t, p, rapid.StringMatching(`[0-9A-Za-z#./\\,;| x:-]{0,200}`).Draw(t, "text"))
	})
}

func BenchmarkSuggest(b *testing.B) {
	set := newSet(b)
	for name, text := range hard() {
		for _, p := range set.puzzles {
			b.Run(fmt.Sprint(p.name, "/", name), func(b *testing.B) {
				for b.Loop() {
					set.Suggest(b.Context(), &Request{Command: p.name, Options: map[string]any{"puzzle": text}}, "puzzle")
				}
			})
		}
	}
}
