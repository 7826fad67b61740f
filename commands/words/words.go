// Package words is all that people are told, in every language: the phrases of
// locale/*.yaml, and how they are put together.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/width"
	"gopkg.in/yaml.v3"

	"kibitz/solvers"
)

//go:embed locale/*.yaml
var locale embed.FS

// bundle is all phrases. They are read when the first of them is wanted: a batch wants
// none, and would start twice as slowly with them.
var bundle = sync.OnceValues(func() (*i18n.Bundle, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	files, err := fs.Glob(locale, "locale/*.yaml")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if _, err := bundle.LoadMessageFileFS(locale, file); err != nil {
			return nil, fmt.Errorf("words in %s: %w", file, err)
		}
	}
	return bundle, nil
})

// Check tells whether the phrases can be read. They are part of the program, so all else
// here takes it for granted.
func Check() error {
	_, err := bundle()
	return err
}

func mustBundle() *i18n.Bundle {
	b, err := bundle()
	if err != nil {
		panic(err)
	}
	return b
}

// IDs are the ids of phrases that begin alike and end in those names, in which solvers may
// have blanks.
func IDs(prefix string, names ...string) (ids []string) {
	for _, name := range names {
		ids = append(ids, prefix+strings.ReplaceAll(name, " ", "-"))
	}
	return ids
}

// In is how to speak to a person of that locale.
func In(locale string) Phrases {
	if p, ok := known()[locale]; ok {
		return p
	}
	return in(locale)
}

func in(locale string) Phrases { return Phrases{i18n.NewLocalizer(mustBundle(), locale, "en")} }

// known are the phrases in each of Locales: to find out what a locale's name means takes
// 4 µs, and an answer asks several times.
var known = sync.OnceValue(func() map[string]Phrases {
	all := map[string]Phrases{}
	for _, locale := range Locales() {
		all[locale] = in(locale)
	}
	return all
})

// Locales are the languages that there are phrases in, as Discord names them.
func Locales() []string {
	var names []string
	for _, tag := range mustBundle().LanguageTags() {
		if tag == language.English {
			tag = language.AmericanEnglish
		}
		names = append(names, tag.String())
	}
	return names
}

// Phrases speak one person's language.
type Phrases struct{ localizer *i18n.Localizer }

// With are the values that go into a phrase, by name.
type With = map[string]any

// Text is the phrase of that id. A phrase that is missing shows as ⟨id⟩, which
// no test lets pass.
func (p Phrases) Text(id string, data ...With) string {
	return p.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: Merge(data...)})
}

// Count is the phrase of that id in the plural form for n, with n as Count.
func (p Phrases) Count(id string, n int, data ...With) string {
	all := Merge(data...)
	all["Count"] = n
	return p.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: all, PluralCount: n})
}

// Board is a word of a board's description, one of render.Words.
func (p Phrases) Board(word string) string {
	return p.Text("board." + strings.ReplaceAll(word, " ", "-"))
}

// Merge is all of the values in one.
func Merge(data ...With) With {
	all := With{}
	for _, d := range data {
		maps.Copy(all, d)
	}
	return all
}

func (p Phrases) localize(c *i18n.LocalizeConfig) string {
	s, err := p.localizer.Localize(c)
	if err != nil && s == "" {
		return "⟨" + c.MessageID + "⟩"
	}
	return strings.TrimSuffix(s, "\n")
}

// Expected is what a SyntaxError expected, in the person's language where the
// locale has words for its code, else in the solver's English.
func (p Phrases) Expected(e *solvers.SyntaxError) string { return Inert(p.ExpectedPlain(e)) }

// ExpectedPlain is Expected where there is no Markdown.
func (p Phrases) ExpectedPlain(e *solvers.SyntaxError) string {
	s, err := p.localizer.Localize(&i18n.LocalizeConfig{MessageID: "expected." + e.Code, TemplateData: e.Args})
	if err != nil || s == "" {
		return e.Expected
	}
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

// Visible replaces every character that cannot be seen, or that changes what
// can, so that a line of code reads as it is stored.
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

// Pointer shows a line with a caret under its column (from 1, in characters),
// in a code block. Of a long line it shows what is around the column.
func Pointer(line string, column int) string {
	const around = 24
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

// columns is how many columns of a fixed-width font the text takes.
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

// List joins words as the language does, at most limit of them, and says how many
// more there are.
func (p Phrases) List(items []string, limit int) string {
	if len(items) <= limit {
		return p.Series(items)
	}
	return p.Text("more", With{"Items": p.Series(items[:limit]), "More": len(items) - limit})
}

// Series joins words as the language does.
func (p Phrases) Series(items []string) string { return strings.Join(items, p.Text("comma")) }

// If chooses one of two ids, or of two other things.
func If[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
