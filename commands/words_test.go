package commands

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/cardflip"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/lightsout"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/tothemoon"
)

// ids are what a language's file says, by id: all its plural forms together.
func ids(t *testing.T, lang string) map[string]string {
	t.Helper()
	text, err := fs.ReadFile(locale, "locale/"+lang+".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	var walk func(prefix string, v any)
	walk = func(prefix string, v any) {
		node, ok := v.(map[string]any)
		if !ok {
			ids[prefix] = fmt.Sprint(v)
			return
		}
		for k, child := range node {
			if k == "one" || k == "other" || k == "zero" {
				ids[prefix] += fmt.Sprintln(child)
				continue
			}
			walk(strings.TrimPrefix(prefix+"."+k, "."), child)
		}
	}
	walk("", tree)
	return ids
}

// translations are the languages beside English, by the names of their files.
func translations(t *testing.T) (langs []string) {
	t.Helper()
	files, err := fs.Glob(locale, "locale/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if lang := strings.TrimSuffix(filepath.Base(file), ".yaml"); lang != "en" {
			langs = append(langs, lang)
		}
	}
	return langs
}

// spoken are the string literals of the package's code: whole ids, and those
// that end in a dot, to which the code adds a name.
func spoken(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var literals []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					literals = append(literals, s)
				}
			}
			return true
		})
	}
	return literals
}

// composed are the ids that the code puts together from a name that a solver,
// a puzzle or the bot may use.
func composed(t *testing.T) []string {
	t.Helper()
	composed := map[string][]string{
		"notice.busy.user.":           {"title", "text"},
		"notice.busy.bot.":            {"title", "text"},
		"notice.file.too-large.":      {"title", "text"},
		"notice.file.unreachable.":    {"title", "text"},
		"notice.incident.":            {"title", "text"},
		"notice.unknown.":             {"title", "text"},
		"notice.too-long.":            {"title", "text"},
		"notice.no-puzzle.":           {"title", "text"},
		"notice.two-puzzles.":         {"title", "text"},
		"notice.file.no-text.":        {"title", "text"},
		"notice.overdue.":             {"title", "text"},
		"notice.stopping.":            {"title", "text"},
		"nonogram.":                   verdicts(),
		"kakuro.":                     verdicts(),
		"nonogram.level.":             {nonogram.ByLine.String(), nonogram.ByProbe.String(), nonogram.BySearch.String()},
		"kakuro.level.":               {"rules", "combinations", "forcing", "search"},
		"nonogram.made-level.":        {"easy", "medium", "expert"},
		"nonogram.demand.":            {"easy", "medium", "expert"},
		"nonogram.difficulty.":        {nonogram.Easy.String(), nonogram.Medium.String(), nonogram.Hard.String(), nonogram.Expert.String(), nonogram.Extreme.String()},
		"nonogram.option.":            {"marks", "image", "size", "dither", "invert"},
		"kakuro.option.":              {"marks"},
		"notice.image.":               {"size.title", "size.text", "pixels.title", "pixels.text", "flat.title", "flat.text", "unreadable.title", "unreadable.text"},
		"notice.not-made.":            {"title", "text"},
		"notice.too-large-to-repair.": {"title", "text"},
		"notice.too-large-to-draw.":   {"title", "text"},
		"nonogram.step.":              techniques(),
		"kakuro.step.":                sumTechniques(),
		"kakuro.difficulty.":          {kakuro.Easy.String(), kakuro.Medium.String(), kakuro.Hard.String(), kakuro.Expert.String(), kakuro.Extreme.String()},
		"kakuro.demand.":              kakuroDifficulties(),
		"kakuro.made-level.":          kakuroDifficulties(),
		"lightsout.step.":             {lightsout.Chase, lightsout.Chase + "-aim", lightsout.TopRow, lightsout.TopRow + "-aim", lightsout.Direct},
		"lightsout.rule.":             {"matrix", "king", "diagonals", "hollow", "torus", "cylinder", "states", "target"},
		"choice.neighbours.":          {"plus", "king", "diagonals", "hollow"},
		"cardflip.step.":              {cardflip.Value, cardflip.NimSum, cardflip.Winning, cardflip.Winning + "-misere"},
		"cardflip.digit.":             {"1", "2", "3", "4", "5", "6", "7"},
		"cardflip.match.":             {"theirs-cut", "mine-cut"},
		"tothemoon.step.":             {tothemoon.DiagonalFirst, tothemoon.FirstRow, tothemoon.UniformRow},
		"choice.style.":               {"auto", "emoji", "picture", "text"},
		"choice.theme.":               {"dark", "light"},
		"cells.":                      {"differ", "may-differ", "all-differ", "all-may-differ", "all-pair-differ"},
		"lightsout.option.":           {"wrap", "cylinder", "neighbours", "states", "target", "number"},
		"cardflip.option.":            {"misere", "game"},
		"tothemoon.option.":           {"limit"},
		"button.":                     {"help", "try", "emoji", "picture", "previous", "next", "more", "next-hint"},
		"notice.not-yours.":           {"title", "text"},
		"notice.nothing-found.":       {"title", "text"},
		"notice.too-large-to-pencil.": {"title", "text"},
		"notice.unplayable.":          {"title", "text"},
		"notice.played-out.":          {"title", "text"},
		"notice.too-large-to-play.":   {"title", "text"},
		"board.":                      boardWords(),
		"legend.looks.":               {"empty", "open", "off", "on", "face down", "face up", "orb off", "orb on", "press", "differs", "proof", "pick", "new", "maybe"},
		"legend.means.": {"blank", "filled", "empty", "open", "off", "on", "gap", "block", "face down", "face up", "clear", "cloudy", "orb off", "orb on",
			"press", render.PressLit, "differs", "proof", "pick", "new", "maybe"},
		"kakuro.across-free": {""},
		"kakuro.down-free":   {""},
	}
	set := newSet(t)
	for _, p := range set.puzzles {
		composed[p.name+"."] = append(composed[p.name+"."], "name", "names", "brief", "puzzle", "rules", "encodings")
		if p.edit != nil {
			composed[p.name+".edit."] = []string{"title", "text"}
		}
		if p.pens != nil {
			composed[p.name+"."] = append(composed[p.name+"."], "moves", "moves-sample", "so-far")
		}
		if p.deal != nil || p.pens != nil {
			composed[p.name+"."] = append(composed[p.name+"."], "play")
		}
		composed["progress."] = append(composed["progress."], p.name)
		composed["choice.do."] = append(composed["choice.do."], p.do...)
		composed["button."] = append(composed["button."], p.do...)
	}
	var ids []string
	for prefix, names := range composed {
		for _, name := range names {
			ids = append(ids, strings.ReplaceAll(prefix+name, " ", "-"))
		}
	}
	return ids
}

// TestWords: the ids in en.yaml are those that the code says, whole or put
// together, and no others.
func TestWords(t *testing.T) {
	ids := ids(t, "en")
	roots := map[string]bool{}
	for id := range ids {
		root, _, _ := strings.Cut(id, ".")
		roots[root] = true
	}
	said := map[string]bool{}
	for _, id := range composed(t) {
		said[id] = true
	}
	for _, l := range spoken(t) {
		root, rest, dotted := strings.Cut(l, ".")
		if ids[l] != "" || dotted && roots[root] && rest != "" && !strings.ContainsAny(l, " {/") && !strings.HasSuffix(l, ".") {
			said[l] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(said)) {
		if ids[id] == "" {
			t.Errorf("%s is said and not in en.yaml", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if !said[id] {
			t.Errorf("%s is in en.yaml and never said", id)
		}
	}
}

// placeholder is a value that goes into a phrase.
var placeholder = regexp.MustCompile(`\.[A-Z]\w*`)

func placeholders(phrase string) map[string]bool {
	set := map[string]bool{}
	for _, name := range placeholder.FindAllString(strings.Join(action.FindAllString(phrase, -1), " "), -1) {
		set[name] = true
	}
	return set
}

var action = regexp.MustCompile(`\{\{.*?\}\}`)

// TestTranslations: every language says all that English does, with the same
// values in it, the expectations of the solvers by their codes, and nothing else.
// What counts may name its number where English has no need to.
func TestTranslations(t *testing.T) {
	english, codes := ids(t, "en"), codes(t)
	for _, lang := range translations(t) {
		words := ids(t, lang)
		for id, phrase := range english {
			told, want := placeholders(words[id]), placeholders(phrase)
			if words[id] == "" {
				t.Errorf("%s.yaml has no %s", lang, id)
				continue
			}
			delete(told, ".Count")
			delete(want, ".Count")
			if !maps.Equal(told, want) {
				t.Errorf("%s.yaml: %s has %v, not %v", lang, id, told, want)
			}
		}
		for code := range codes {
			if words["expected."+code] == "" {
				t.Errorf("%s.yaml has no expected.%s", lang, code)
			}
		}
		for id := range words {
			if code, expected := strings.CutPrefix(id, "expected."); english[id] == "" && !(expected && codes[code]) {
				t.Errorf("%s.yaml has %s, which nobody says", lang, id)
			}
		}
	}
}

// TestLocales: everybody is spoken to in their language, or else in English.
func TestLocales(t *testing.T) {
	words := newSet(t).words
	for locale, want := range map[string]string{
		"en-US": "Solution", "en-GB": "Solution", "ko": "정답 보기", "ja": "解答を見る",
		"de": "Solution", "zh-CN": "Solution", "pt-BR": "Solution", "": "Solution", "?": "Solution",
	} {
		if got := words.in(locale).text("button.solve", nil); got != want {
			t.Errorf("%q is answered with %q, not %q", locale, got, want)
		}
	}
}

func techniques() []string {
	var names []string
	for _, technique := range nonogram.Techniques() {
		names = append(names, technique.String())
	}
	return names
}

func sumTechniques() []string {
	var names []string
	for _, technique := range kakuro.Techniques() {
		names = append(names, technique.String())
	}
	return names
}

func boardWords() []string {
	words := render.Words()
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], " ", "-")
	}
	return words
}

func verdicts() []string {
	var names []string
	for v := solvers.Undecided; v <= solvers.Multiple; v++ {
		names = append(names, v.String())
	}
	return names
}

func newSet(t testing.TB) *Set {
	t.Helper()
	set, err := New(Settings{MaxPuzzle: 6000})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestPointer: the caret stands under the character that was named, whatever
// the width of those before it, and whatever is invisible shows.
func TestPointer(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		want   string
	}{
		{"110/0x1", 6, "110/0x1\n     ^"},
		{"", 1, "\n^"},
		{"12", 3, "12\n  ^"},
		{"가나x", 3, "가나x\n    ^"},
		{"a\u200bb`", 2, "a�bˋ\n ^"},
		{strings.Repeat("0", 50) + "x" + strings.Repeat("1", 50), 51,
			"…" + strings.Repeat("0", 24) + "x" + strings.Repeat("1", 23) + "…\n" + strings.Repeat(" ", 25) + "^"},
	} {
		want := "```\n" + c.want + "\n```"
		if got := pointer(c.line, c.column); got != want {
			t.Errorf("pointer(%q, %d) =\n%s\nwant\n%s", c.line, c.column, got, want)
		}
	}
}

// TestInert: whatever a stranger wrote, quoted it holds no mention, no
// Markdown, no line break and nothing invisible.
func TestInert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := inert(rapid.String().Draw(t, "text"))
		plain := regexp.MustCompile(`\\.`).ReplaceAllString(s, "") // what is escaped does nothing
		if strings.ContainsAny(plain, "@*_<~|[]>`\n\r\u200b\u202e") || !utf8.ValidString(s) {
			t.Fatalf("%q still does something", s)
		}
	})
}
