package solvers

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says where a text stops being a puzzle, what stands there and
// what should.
type SyntaxError struct {
	Line, Column int    // from 1; Column counts characters, not bytes
	Source       string // that whole line of the text
	Found        string // what stands there; "" is the end of the text, "\n" that of a line before it
	Expected     string // in English: "a clue from 0 to 10"

	// Code names the expectation, and Args the values in it, so that it can be
	// said in another language: "nonogram.clue" with {"Max": 10}.
	Code string
	Args map[string]any
}

// Error says the place, what stands there and what should, in English.
func (e *SyntaxError) Error() string {
	found := fmt.Sprintf("%q", e.Found)
	switch e.Found {
	case "":
		found = "the end of the text"
	case "\n":
		found = "the end of the line"
	}
	return fmt.Sprintf("line %d, column %d: found %s, expected %s", e.Line, e.Column, found, e.Expected)
}

// maxFound bounds Found, in characters: an error quotes a word, not a page.
const maxFound = 24

// At returns a SyntaxError at the byte offset of text, with Line, Column,
// Source and Found read off the text there. Found is the word that starts at
// offset: up to the next blank or separator, and never across a line. Blanks at
// the end of a line or of the text are that end.
func At(text string, offset int, code, expected string, args map[string]any) *SyntaxError {
	offset = min(max(offset, 0), len(text))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	return &SyntaxError{
		Line:     strings.Count(text[:offset], "\n") + 1,
		Column:   utf8.RuneCountInString(text[start:offset]) + 1,
		Source:   strings.TrimSuffix(text[start:end], "\r"),
		Found:    word(text[offset:]),
		Expected: expected,
		Code:     code,
		Args:     args,
	}
}

// word returns the first word of s, or its first character if that ends a word. It returns ""
// if s is blank, and "\n" if the first line is blank and a later one is not.
func word(s string) string {
	if line, rest, more := strings.Cut(s, "\n"); strings.TrimSpace(line) == "" {
		if more && strings.TrimSpace(rest) != "" {
			return "\n"
		}
		return ""
	}
	n := 0
	for i, r := range s {
		ends := unicode.IsSpace(r) || strings.ContainsRune(",;|/", r)
		switch {
		case n == maxFound, n > 0 && ends:
			return s[:i]
		case ends:
			return string(r)
		}
		n++
	}
	return s
}
