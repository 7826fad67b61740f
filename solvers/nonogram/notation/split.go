package notation

import (
	"iter"
	"strconv"
	"strings"
)

// Split yields the puzzles of a text that holds several, each with its name, in a form that Parse
// reads. It splits the sets of the TAAI contests, where a line "$" and a name comes before each
// puzzle, and bundles of .non files with a line "====" between them, which it numbers from 1. Any
// other text it yields unchanged, with no name.
func Split(text string) iter.Seq2[string, string] {
	if parts := bundle(text); len(parts) > 1 {
		return numbered(parts)
	}
	return func(yield func(name, text string) bool) {
		if !strings.HasPrefix(strings.TrimSpace(text), "$") {
			yield("", text)
			return
		}
		text = strings.TrimLeft(text, " \t\r\n")
		for text != "" {
			end := strings.Index(text, "\n$") + 1
			if end == 0 {
				end = len(text)
			}
			head, _, _ := strings.Cut(text, "\n")
			if !yield(strings.TrimSpace(head[1:]), text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// bundle returns the parts of a text between lines "====".
func bundle(text string) (parts []string) {
	start, at := 0, 0
	for line := range strings.Lines(text) {
		if strings.TrimRight(line, "\r\n") == "====" {
			parts = append(parts, text[start:at])
			start = at + len(line)
		}
		at += len(line)
	}
	return append(parts, text[start:])
}

// numbered yields the parts that are not blank, with their numbers.
func numbered(parts []string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		for i, one := range parts {
			if strings.TrimSpace(one) != "" && !yield(strconv.Itoa(i+1), one) {
				return
			}
		}
	}
}
