package commands

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
)

// hard are texts as long as a chat allows that a reader may have trouble with.
func hard() map[string]string {
	const most = 6000
	long := func(piece string) string { return strings.Repeat(piece, most/len(piece)) }
	texts := map[string]string{
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
		"cardflip order":   "25 random 999999999",
		"tothemoon rows":   long("01/"),
		"spaces":           strings.Repeat(" ", most),
		"emoji":            long("🟨"),
	}
	for _, k := range puzzles.Kinds() {
		texts[k.Name+" again"] = long(k.Example)
		texts[k.Name+" rows"] = long(k.Example + "\n")
	}
	return texts
}

// TestSuggest: whatever is typed, there is at most what Discord takes, and no suggestion
// changes a puzzle that is whole.
func TestSuggest(t *testing.T) {
	c, texts := newCommands(t), hard()
	for _, k := range puzzles.Kinds() {
		for _, sample := range append(k.Examples(), "") {
			texts[k.Name+" "+sample] = sample
		}
	}
	check := func(t interface{ Errorf(string, ...any) }, k *ask.Kind, text string) {
		for _, choice := range c.Suggest(ended(), &chat.Request{Command: k.Name, Options: options{"puzzle": text}}, "puzzle") {
			if n := utf8.RuneCountInString(choice.Value); n < 1 || n > 100 || choice.Name == "" || strings.Contains(choice.Name, "⟨") {
				t.Errorf("%s %q: %+v", k.Name, text, choice)
			}
			whole, err := k.Read(text, nil)
			if err != nil || choice.Value == ask.AsTyped {
				continue
			}
			if again, err := k.Read(choice.Value, nil); err != nil || again.String() != whole.String() {
				t.Errorf("%s %q: picking %q gives another puzzle", k.Name, text, choice.Value)
			}
		}
	}
	for _, text := range texts {
		for _, k := range puzzles.Kinds() {
			check(t, k, text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(puzzles.Kinds()).Draw(t, "kind")
		check(t, k, rapid.StringMatching(`[0-9A-Za-z#./\\,;| x:-]{0,200}`).Draw(t, "text"))
	})
}

func BenchmarkSuggest(b *testing.B) {
	c := newCommands(b)
	for name, text := range hard() {
		for _, k := range puzzles.Kinds() {
			b.Run(fmt.Sprint(k.Name, "/", name), func(b *testing.B) {
				for b.Loop() {
					c.Suggest(b.Context(), &chat.Request{Command: k.Name, Options: options{"puzzle": text}}, "puzzle")
				}
			})
		}
	}
}
