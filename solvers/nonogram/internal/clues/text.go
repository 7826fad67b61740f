// Package clues reads the clues of a nonogram from a text. A [Text] keeps the place of everything,
// so that each error has its place. A [Draft] collects the clues line by line and stops at the
// first that breaks a limit.
//
// It is common to the canonical encoding (package puzzle) and all others (package notation).
package clues

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"kibitz/solvers"
)

// Text is a text to be read.
type Text struct {
	Raw string // the text as it was given

	// Clean is Raw with a space in place of each byte that means nothing: byte order mark,
	// zero-width characters, blanks other than the newline, code fences. So offsets are the same in
	// both.
	Clean string
}

// Span is a part of a text: the bytes from Lo up to but not including Hi.
type Span struct{ Lo, Hi int }

// NewText returns a text to be read.
func NewText(raw string) *Text { return &Text{raw, cleaned(raw, true)} }

// WithInvisible returns the text with its invisible characters left in, if a space in their place
// would split a word.
func (t *Text) WithInvisible() *Text { return &Text{t.Raw, cleaned(t.Raw, false)} }

// cleaned returns the Clean text; invisibles tells whether to blank invisible characters.
func cleaned(raw string, invisibles bool) string {
	b := []byte(raw)
	for i, r := range raw {
		if r != '\n' && unicode.IsSpace(r) || invisibles && Invisible(r) {
			blank(b[i : i+utf8.RuneLen(r)])
		}
	}
	unfence(b)
	return string(b)
}

// Invisible reports whether a character is one of those without width that people copy from web
// pages and phones.
func Invisible(r rune) bool {
	switch {
	case r >= '\u200b' && r <= '\u200f', r == '\u2060', r == '\ufeff', r == '\ufe0e', r == '\ufe0f':
		return true
	}
	return false
}

// blank fills b with spaces.
func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}

// unfence blanks the backticks around a text, and the language after an opening ```.
func unfence(b []byte) {
	lo := len(b) - len(strings.TrimLeft(string(b), " \n"))
	open := lo
	for open < len(b) && b[open] == '`' {
		open++
	}
	if open-lo == 3 {
		language := open
		for language < len(b) && IsLower(b[language]) {
			language++
		}
		if language < len(b) && b[language] == '\n' {
			open = language
		}
	}
	blank(b[lo:open])
	for hi := len(b); hi > 0 && strings.IndexByte(" \n`", b[hi-1]) >= 0; hi-- {
		if b[hi-1] == '`' {
			b[hi-1] = ' '
		}
	}
}

// Expected returns the error for a text that stops being a puzzle at offset; see [solvers.At].
func (t *Text) Expected(offset int, code, what string, args map[string]any) *solvers.SyntaxError {
	return solvers.At(t.Raw, offset, code, what, args)
}

// All returns the span of the whole text.
func (t *Text) All() Span { return Span{0, len(t.Clean)} }

// Body returns the span of the text without blanks and newlines at both ends.
func (t *Text) Body() Span { return t.Trim(t.All()) }

// Of returns the text of a span.
func (t *Text) Of(p Span) string { return t.Clean[p.Lo:p.Hi] }

// Trim removes blanks and newlines at both ends of a span.
func (t *Text) Trim(p Span) Span {
	for p.Lo < p.Hi && IsBlank(t.Clean[p.Lo]) {
		p.Lo++
	}
	for p.Lo < p.Hi && IsBlank(t.Clean[p.Hi-1]) {
		p.Hi--
	}
	return p
}

// Skip returns the first place from offset on that is not blank, or hi.
func (t *Text) Skip(offset, hi int) int {
	for offset < hi && IsBlank(t.Clean[offset]) {
		offset++
	}
	return offset
}

// Split yields the parts of p between separators, each trimmed.
func (t *Text) Split(p Span, separators string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for {
			cut := strings.IndexAny(t.Of(p), separators)
			if cut < 0 {
				yield(t.Trim(p))
				return
			}
			if !yield(t.Trim(Span{p.Lo, p.Lo + cut})) {
				return
			}
			p.Lo += cut + 1
		}
	}
}

// Lines yields the lines of p that are not blank, each trimmed.
func (t *Text) Lines(p Span) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for line := range t.Split(p, "\n") {
			if line.Lo < line.Hi && !yield(line) {
				return
			}
		}
	}
}

// Number returns the value of the digits at offset, at most ten million, and their end.
func (t *Text) Number(offset, hi int) (n, end int) {
	const enough = 10_000_000
	for end = offset; end < hi && IsDigit(t.Clean[end]); end++ {
		n = min(10*n+int(t.Clean[end]-'0'), enough)
	}
	return n, end
}

// Numbers reads a span that has exactly count numbers and nothing else.
func (t *Text) Numbers(p Span, count int) ([]int, bool) {
	var ns []int
	for i := t.Skip(p.Lo, p.Hi); i < p.Hi; i = t.Skip(i, p.Hi) {
		n, end := t.Number(i, p.Hi)
		if end == i || len(ns) == count {
			return nil, false
		}
		ns = append(ns, n)
		i = end
	}
	return ns, len(ns) == count
}

// Only reports whether all characters that are not blank are allowed.
func (t *Text) Only(allowed func(byte) bool) bool {
	for i := range len(t.Clean) {
		if c := t.Clean[i]; !IsBlank(c) && !allowed(c) {
			return false
		}
	}
	return true
}

func IsBlank(c byte) bool  { return c == ' ' || c == '\n' }
func IsDigit(c byte) bool  { return '0' <= c && c <= '9' }
func IsLower(c byte) bool  { return 'a' <= c && c <= 'z' }
func IsUpper(c byte) bool  { return 'A' <= c && c <= 'Z' }
func IsLetter(c byte) bool { return IsLower(c) || IsUpper(c) }
