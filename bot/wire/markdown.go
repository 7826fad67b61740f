package wire

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

const fence = "```"

// Units returns the length of s in UTF-16 units, as Discord counts characters.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// Cut shortens s to at most n units. A text that was shortened ends in an ellipsis.
func Cut(s string, n int) string {
	if Units(s) <= n {
		return s
	}
	left := n - len([]rune("…"))
	for i, r := range s {
		if left -= utf16.RuneLen(r); left < 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// CutMarkdown shortens s to at most n units as Cut does. It closes a code block that it has
// cut: an odd number of fences says that one is open.
func CutMarkdown(s string, n int) string {
	short := Cut(s, n)
	if short == s || strings.Count(short, fence)%2 == 0 {
		return short
	}
	const closing = "\n" + fence
	return Cut(s, n-len(closing)) + closing
}

// Blank reports whether s shows nothing.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !unicode.IsControl(r)
	}) < 0
}

// Fenced returns s as a code block; ok is false for a text that no block can hold.
func Fenced(s string) (block string, ok bool) {
	return fence + "\n" + s + "\n" + fence, !strings.Contains(s, fence) && !Blank(s)
}

// Unfence returns the text that Fenced has put into a code block. It returns false for a block
// that is not one code block and nothing else.
func Unfence(block string) (string, bool) {
	s, ok := strings.CutPrefix(block, fence+"\n")
	if !ok {
		return "", false
	}
	s, ok = strings.CutSuffix(s, "\n"+fence)
	return s, ok && !strings.Contains(s, fence)
}
