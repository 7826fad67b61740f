// Package words is all that people are told, in every language: the phrases of
// locale/*.yaml, the names of pictures in locale/pictures, and how they are put together.
package words

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/width"

	"kibitz/solvers"
)

//go:embed locale/*.yaml locale/pictures/*.yaml
var locale embed.FS

// languages holds all phrases. They are read when the first one is wanted: a batch wants none, and
// would start twice as slowly with them.
var languages = sync.OnceValues(func() ([]*tongue, error) {
	var all []*tongue
	for _, pattern := range []string{"locale/*.yaml", "locale/pictures/*.yaml"} {
		files, err := fs.Glob(locale, pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if all, err = load(all, file); err != nil {
				return nil, fmt.Errorf("words in %s: %w", file, err)
			}
		}
	}
	// English is the first, which answers where no other fits.
	slices.SortFunc(all, func(a, b *tongue) int {
		return cmp.Or(cmp.Compare(If(a.tag == language.English, 0, 1), If(b.tag == language.English, 0, 1)),
			strings.Compare(a.tag.String(), b.tag.String()))
	})
	return all, nil
})

// Check returns an error if the phrases can't be read. They are part of the program, so all else
// here takes them for granted.
func Check() error {
	_, err := languages()
	return err
}

// mustKnow returns all languages, English first. It panics if they can't be read, which Check tells
// at the start.
func mustKnow() []*tongue {
	all, err := languages()
	if err != nil {
		panic(err)
	}
	return all
}

// ID returns a solver's name for something, which may have blanks, as the last part of a phrase's
// id, which has hyphens.
func ID(name string) string { return strings.ReplaceAll(name, " ", "-") }

// IDs returns the ids of phrases that begin alike and end in these names of a solver's.
func IDs(prefix string, names ...string) (ids []string) {
	for _, name := range names {
		ids = append(ids, prefix+ID(name))
	}
	return ids
}

// Names returns the name of each value, as its String has it.
func Names[T fmt.Stringer](all ...T) (names []string) {
	for _, one := range all {
		names = append(names, one.String())
	}
	return names
}

// Distinct returns the texts in their order, each once.
func Distinct(texts []string) (all []string) {
	for _, text := range texts {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// In returns the phrases for a person with that locale.
func In(locale string) Phrases {
	if p, ok := known()[locale]; ok {
		return p
	}
	return in(locale)
}

// in returns the phrases in the language that fits a locale best, such as en for en-GB; English if
// none fits.
func in(locale string) Phrases {
	all := mustKnow()
	var tags []language.Tag
	for _, t := range all {
		tags = append(tags, t.tag)
	}
	_, i := language.MatchStrings(language.NewMatcher(tags), locale)
	return Phrases{all[i], all[0]}
}

// known holds the phrases of each of Locales: to match a locale's name takes microseconds, and an
// answer asks for it several times.
var known = sync.OnceValue(func() map[string]Phrases {
	all := map[string]Phrases{}
	for _, locale := range Locales() {
		all[locale] = in(locale)
	}
	return all
})

// Locales returns the languages that have phrases, as Discord names them.
func Locales() []string {
	var names []string
	for _, t := range mustKnow() {
		names = append(names, If(t.tag == language.English, language.AmericanEnglish, t.tag).String())
	}
	return names
}

// Phrases speak one person's language.
type Phrases struct {
	own, english *tongue
}

// With holds the values that go into a phrase, by name.
type With = map[string]any

// Text returns the phrase of an id. A phrase that is missing shows as ⟨id⟩, which no test lets pass.
func (p Phrases) Text(id string, data ...With) string {
	switch len(data) {
	case 0:
		return p.said(id, nil, nil)
	case 1:
		return p.said(id, nil, data[0])
	}
	return p.said(id, nil, Merge(data...))
}

// Count returns the phrase of an id in the plural form for n, with n as its value Count.
func (p Phrases) Count(id string, n int, data ...With) string {
	all := Merge(data...)
	all["Count"] = n
	return p.said(id, &n, all)
}

// said returns a phrase with its values, in the plural form for n unless n is nil; ⟨id⟩ if there is
// no such phrase.
func (p Phrases) said(id string, n *int, values With) string {
	if text, ok := p.find(id, n, values); ok {
		return text
	}
	return "⟨" + id + "⟩"
}

// find returns a phrase with its values in the person's language, or else in English; false if
// neither has it.
func (p Phrases) find(id string, n *int, values With) (string, bool) {
	for _, t := range []*tongue{p.own, p.english} {
		if phrase, ok := t.phrase(id, n); ok {
			return phrase.with(values), true
		}
	}
	return "", false
}

// Board returns a phrase of a board's description. The phrase is a word of render.Words, or an id,
// which has a dot. If the values have a Count, the phrase is in the plural form for it.
func (p Phrases) Board(phrase string, with With) string {
	if !strings.Contains(phrase, ".") {
		phrase = IDs("board.", phrase)[0] // the word's own id
	}
	if n, ok := with["Count"].(int); ok {
		return p.Count(phrase, n, with)
	}
	return p.Text(phrase, with)
}

// Merge returns all values in one map. Later ones win.
func Merge(data ...With) With {
	all := With{}
	for _, d := range data {
		maps.Copy(all, d)
	}
	return all
}

// Expected says what a SyntaxError expected, in the person's language if the locale has words for
// its code, else in the solver's English.
func (p Phrases) Expected(e *solvers.SyntaxError) string { return Inert(p.ExpectedPlain(e)) }

// ExpectedPlain returns the text of Expected for a place without Markdown.
func (p Phrases) ExpectedPlain(e *solvers.SyntaxError) string {
	if s, ok := p.find("expected."+e.Code, nil, e.Args); ok && s != "" {
		return s
	}
	return e.Expected
}

// Plainly says a SyntaxError in a sentence of its own, if the locale has one for its code; else "".
func (p Phrases) Plainly(e *solvers.SyntaxError) string {
	s, _ := p.find("plainly."+e.Code, nil, e.Args)
	return s
}

// Inert makes a stranger's text safe to quote within a line: no Markdown, no
// mention, nothing invisible, no new line.
func Inert(s string) string {
	var b strings.Builder
	for _, r := range Visible(s) {
		if strings.ContainsRune("\\*_~|<>[]@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Visible replaces every character that cannot be seen, or that changes how others look, so that a
// line of code reads as it is stored. Tabs, no-break blanks and ideographic blanks become plain
// blanks, and a backquote a mark that looks like one.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\u00a0' || r == '\u3000':
			return ' '
		case r == '`':
			return 'ˋ' // a code block must not end early
		case !unicode.IsPrint(r):
			return '�'
		}
		return r
	}, s)
}

// Plain returns what a person typed on one line, without what cannot be seen, and of at most `most`
// characters.
func Plain(s string, most int) string {
	const joiner = '\u200d' // holds emoji such as families together
	seen := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '`':
			return 'ˋ'
		case !unicode.IsPrint(r) && r != joiner:
			return -1
		}
		return r
	}, s)
	runes := []rune(strings.Join(strings.Fields(seen), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}

// Quoted returns what Plain returns with a backslash before each sign of Markdown, mentions and
// addresses, so that a chat shows the text as it was typed.
func Quoted(s string, most int) string {
	var quoted strings.Builder
	for _, r := range Plain(s, most) {
		if strings.ContainsRune("\\*_~|<>[]()#:/@-+", r) {
			quoted.WriteByte('\\')
		}
		quoted.WriteRune(r)
	}
	return quoted.String()
}

// Pointer shows a line with a caret under a column (from 1, in characters), in a code block. It cuts
// a long line down to what is around the column.
func Pointer(line string, column int) string {
	const around = 24 // characters shown on each side of the place
	runes := []rune(Visible(line))
	at := min(max(column-1, 0), len(runes))
	from, to := max(at-around, 0), min(at+around, len(runes))
	head, tail := "", ""
	if from > 0 {
		head = "…"
	}
	if to < len(runes) {
		tail = "…"
	}
	indent := columns([]rune(head)) + columns(runes[from:at])
	return "```\n" + head + string(runes[from:to]) + tail + "\n" + strings.Repeat(" ", indent) + "^\n```"
}

// Capital returns a name with its first letter in upper case, as it begins a line. A coordinate such
// as r3c6, a letter before a digit, stays as it is.
func Capital(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	if n < len(name) && unicode.IsDigit(rune(name[n])) {
		return name
	}
	return string(unicode.ToUpper(first)) + name[n:]
}

// columns returns how many columns of a fixed-width font a text takes: two for a wide character of
// East Asian scripts, none for an accent that combines with the character before it.
func columns(text []rune) int {
	n := 0
	for _, r := range text {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			if !unicode.Is(unicode.Mn, r) {
				n++
			}
		}
	}
	return n
}

// List joins words as the language does, at most limit of them, and says how many more there are.
func (p Phrases) List(items []string, limit int) string {
	if len(items) <= limit {
		return p.Series(items)
	}
	return p.Text("more", With{"Items": p.Series(items[:limit]), "More": len(items) - limit})
}

// Series joins words as the language does.
func (p Phrases) Series(items []string) string { return strings.Join(items, p.Text("comma")) }

// Sentences joins sentences as the language does, without the empty ones: Japanese has no blank
// between them.
func (p Phrases) Sentences(all ...string) (told string) {
	for _, next := range all {
		switch {
		case told == "":
			told = next
		case next != "":
			told = p.Text("board.sentences", With{"Told": told, "Next": next})
		}
	}
	return told
}

// If chooses one of two ids, or of two other things.
func If[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
