package commands

import (
	"embed"
	"fmt"
	"io/fs"
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

// words are all that the bot says, in every language it knows. They are read when they
// are first wanted, for a batch wants none and would start twice as slowly with them.
type words struct {
	bundle func() (*i18n.Bundle, error)
}

func newWords() *words { return &words{sync.OnceValues(readWords)} }

func readWords() (*i18n.Bundle, error) {
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
}

// in is how to speak to a person of that locale.
func (w *words) in(locale string) phrases {
	bundle, err := w.bundle()
	if err != nil {
		panic(err) // they are part of the program, and New has checked them
	}
	return phrases{i18n.NewLocalizer(bundle, locale, "en")}
}

// locales are the languages that there are words in, as Discord names them.
func (w *words) locales() []string {
	bundle, err := w.bundle()
	if err != nil {
		panic(err) // as in in
	}
	var names []string
	for _, tag := range bundle.LanguageTags() {
		if tag == language.English {
			tag = language.AmericanEnglish
		}
		names = append(names, tag.String())
	}
	return names
}

// phrases speak one person's language.
type phrases struct{ localizer *i18n.Localizer }

// with are the values that go into a phrase.
type with = map[string]any

// text is the phrase of that id. A phrase that is missing shows as ⟨id⟩, which
// no test lets pass.
func (p phrases) text(id string, data with) string {
	return p.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: data})
}

// count is the phrase of that id in the plural form for n, with n as Count.
func (p phrases) count(id string, n int, data with) string {
	all := with{"Count": n}
	for k, v := range data {
		all[k] = v
	}
	return p.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: all, PluralCount: n})
}

// board is a word of a board's description, one of render.Words.
func (p phrases) board(word string) string {
	return p.text("board."+strings.ReplaceAll(word, " ", "-"), nil)
}

func (p phrases) localize(c *i18n.LocalizeConfig) string {
	s, err := p.localizer.Localize(c)
	if err != nil && s == "" {
		return "⟨" + c.MessageID + "⟩"
	}
	return strings.TrimSuffix(s, "\n")
}

// expected is what a SyntaxError expected, in the person's language where the
// locale has words for its code, else in the solver's English.
func (p phrases) expected(e *solvers.SyntaxError) string { return inert(p.expectedPlain(e)) }

// expectedPlain is expected where there is no Markdown.
func (p phrases) expectedPlain(e *solvers.SyntaxError) string {
	s, err := p.localizer.Localize(&i18n.LocalizeConfig{MessageID: "expected." + e.Code, TemplateData: e.Args})
	if err != nil || s == "" {
		return e.Expected
	}
	return s
}

// inert makes a stranger's text safe to quote within a line: no Markdown, no
// mention, nothing invisible, no new line.
func inert(s string) string {
	var b strings.Builder
	for _, r := range visible(s) {
		if strings.ContainsRune("\\*_~|<>[]@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// visible replaces every character that cannot be seen, or that changes what
// can, so that a line of code reads as it is stored.
func visible(s string) string {
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

// pointer shows a line with a caret under its column (from 1, in characters),
// in a code block. Of a long line it shows what is around the column.
func pointer(line string, column int) string {
	const around = 24
	runes := []rune(visible(line))
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

// list joins words as the language does, at most limit of them, and says how many
// more there are.
func (p phrases) list(items []string, limit int) string {
	if len(items) <= limit {
		return p.series(items)
	}
	return p.text("more", with{"Items": p.series(items[:limit]), "More": len(items) - limit})
}

// series joins words as the language does.
func (p phrases) series(items []string) string { return strings.Join(items, p.text("comma", nil)) }
