// Package clues reads the clues of a nonogram off a text. A [Text] knows where everything
// stands, so that whatever is wrong becomes an error at its place; a [Draft] takes in the
// clues line by line and stops at the first that breaks a limit.
//
// It is what the canonical encoding (package nonogram) and all others (package notation)
// have in common.
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
	Raw string // as it came

	// Clean has a space in place of each byte of Raw that means nothing: byte order mark,
	// zero-width characters, blanks other than the newline, code fences. So offsets are the
	// same in both.
	Clean string
}

// Span is a part of a text: bytes Lo to Hi, Hi not among them.
type Span struct{ Lo, Hi int }

func NewText(raw string) *Text { return &Text{raw, cleaned(raw, true)} }

// WithInvisible is the text with its invisible characters left in, where a space in their
// place would part what belongs together.
func (t *Text) WithInvisible() *Text { return &Text{t.Raw, cleaned(t.Raw, false)} }

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

// Invisible says whether a character is one of those without width that come along when
// people copy from web pages and phones.
func Invisible(r rune) bool {
	switch {
	case r >= '\u200b' && r <= '\u200f', r == '\u2060', r == '\ufeff', r == '\ufe0e', r == '\ufe0f':
		return true
	}
	return false
}

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

// Expected is the error for a text that stops being a puzzle at offset; see [solvers.At].
func (t *Text) Expected(offset int, code, what string, args map[string]any) *solvers.SyntaxError {
	return solvers.At(t.Raw, offset, code, what, args)
}

// All is the whole text.
func (t *Text) All() Span { return Span{0, len(t.Clean)} }

// Body is the text without the blanks and newlines at both ends.
func (t *Text) Body() Span { return t.Trim(t.All()) }

// Of is what stands at p.
func (t *Text) Of(p Span) string { return t.Clean[p.Lo:p.Hi] }

// Trim leaves out blanks and newlines at both ends.
func (t *Text) Trim(p Span) Span {
	for p.Lo < p.Hi && IsBlank(t.Clean[p.Lo]) {
		p.Lo++
	}
	for p.Lo < p.Hi && IsBlank(t.Clean[p.Hi-1]) {
		p.Hi--
	}
	return p
}

// Skip is the first place from offset on that is not blank, or hi.
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

// Number reads the digits at offset, and says where they end. What is above ten million
// is that.
func (t *Text) Number(offset, hi int) (n, end int) {
	const enough = 10_000_000
	for end = offset; end < hi && IsDigit(t.Clean[end]); end++ {
		n = min(10*n+int(t.Clean[end]-'0'), enough)
	}
	return n, end
}

// Numbers reads a line that is nothing but count numbers.
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

// Only says whether all characters but blanks are allowed ones.
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
