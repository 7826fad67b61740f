package nonogram

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"kibitz/solvers"
)

// source is a text to be read. In text all that means nothing (byte order mark,
// zero-width and other blanks, fences) is a space for each of its bytes, so that
// offsets are the same in both.
type source struct{ original, text string }

// span is a part of the text: bytes lo to hi.
type span struct{ lo, hi int }

func newSource(text string) *source { return &source{text, blanked(text, true)} }

// blanked is text with a space for each byte that means nothing, those of
// invisible characters if so wanted.
func blanked(text string, invisibles bool) string {
	b := []byte(text)
	for i, r := range text {
		if r != '\n' && unicode.IsSpace(r) || invisibles && invisible(r) {
			blank(b[i : i+utf8.RuneLen(r)])
		}
	}
	unfence(b)
	return string(b)
}

// invisible characters come along when people copy from web pages and phones.
func invisible(r rune) bool {
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
	const backticks = "`"
	lo := len(b) - len(strings.TrimLeft(string(b), " \n"))
	open := lo
	for open < len(b) && b[open] == backticks[0] {
		open++
	}
	if open-lo == 3 {
		language := open
		for language < len(b) && 'a' <= b[language] && b[language] <= 'z' {
			language++
		}
		if language < len(b) && b[language] == '\n' {
			open = language
		}
	}
	blank(b[lo:open])
	for hi := len(b); hi > 0 && strings.IndexByte(" \n`", b[hi-1]) >= 0; hi-- {
		if b[hi-1] == backticks[0] {
			b[hi-1] = ' '
		}
	}
}

func (s *source) err(offset int, code, expected string, args map[string]any) *solvers.SyntaxError {
	return solvers.At(s.original, offset, code, expected, args)
}

func (s *source) all() span { return span{0, len(s.text)} }

func (s *source) of(p span) string { return s.text[p.lo:p.hi] }

// trim leaves out blanks and newlines at both ends.
func (s *source) trim(p span) span {
	for p.lo < p.hi && isBlank(s.text[p.lo]) {
		p.lo++
	}
	for p.lo < p.hi && isBlank(s.text[p.hi-1]) {
		p.hi--
	}
	return p
}

// skip is the first place from offset on that is not blank, or hi.
func (s *source) skip(offset, hi int) int {
	for offset < hi && isBlank(s.text[offset]) {
		offset++
	}
	return offset
}

// split yields the parts of p between separators, each trimmed.
func (s *source) split(p span, separators string) iter.Seq[span] {
	return func(yield func(span) bool) {
		for {
			cut := strings.IndexAny(s.of(p), separators)
			if cut < 0 {
				yield(s.trim(p))
				return
			}
			if !yield(s.trim(span{p.lo, p.lo + cut})) {
				return
			}
			p.lo += cut + 1
		}
	}
}

// lines yields the lines of p that are not blank, each trimmed.
func (s *source) lines(p span) iter.Seq[span] {
	return func(yield func(span) bool) {
		for line := range s.split(p, "\n") {
			if line.lo < line.hi && !yield(line) {
				return
			}
		}
	}
}

// number reads the digits at offset. What is above ten million is that.
func (s *source) number(offset, hi int) (n, end int) {
	const enough = 10_000_000
	for end = offset; end < hi && isDigit(s.text[end]); end++ {
		n = min(10*n+int(s.text[end]-'0'), enough)
	}
	return n, end
}

// numbers reads a line that is nothing but count numbers.
func (s *source) numbers(p span, count int) ([]int, bool) {
	var ns []int
	for i := s.skip(p.lo, p.hi); i < p.hi; i = s.skip(i, p.hi) {
		n, end := s.number(i, p.hi)
		if end == i || len(ns) == count {
			return nil, false
		}
		ns = append(ns, n)
		i = end
	}
	return ns, len(ns) == count
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// only says whether all of the text is of these characters, blanks apart.
func (s *source) only(allowed func(byte) bool) bool {
	for i := range len(s.text) {
		if c := s.text[i]; !isBlank(c) && !allowed(c) {
			return false
		}
	}
	return true
}
