package notation

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers/nonogram"
)

var (
	// bracketedLine matches the clue of one line, in brackets.
	bracketedLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[\d ,.-]*\]|\([\d ,.-]*\)`) })

	// sideBreaks match what may stand between the last row and the first column, the surest first: a
	// bar, a label, the end of one list and the beginning of another, a blank line, a newline.
	sideBreaks = sync.OnceValue(func() (all []*regexp.Regexp) {
		for _, pattern := range []string{`\|`, `[A-Za-z\x80-\xff]`, `[\])][^\[(]*[\[(]`, `\n *\n`, `\n`} {
			all = append(all, regexp.MustCompile(pattern))
		}
		return all
	})
)

// unbracketed returns a text in which each line of clues stands in brackets, as in programs and in
// chats, "[[1,1],[5]]" or "(1,1) (5)", with ';' between the lines and, unless a label
// stands there, '|' between the sides. The places of everything else stay. It returns false for any
// other text, and if it is not plain where the columns begin.
func unbracketed(clean string) ([]byte, bool) {
	if !strings.ContainsAny(clean, "[(") {
		return nil, false
	}
	lines := bracketedLine().FindAllStringIndex(clean, -1)
	if len(lines) < 2 {
		return nil, false
	}
	text := []byte(clean)
	var gaps []string
	end := 0
	for i, line := range append(lines, []int{len(clean), len(clean)}) {
		gap := clean[end:line[0]]
		if strings.ContainsAny(gap, "0123456789\"{}#") {
			return nil, false
		}
		for j := end; j < line[0]; j++ {
			if strings.IndexByte("[](),;", text[j]) >= 0 {
				text[j] = ' '
			}
		}
		if end = line[1]; i > 0 && i < len(lines) {
			gaps = append(gaps, gap)
		}
	}
	columns, label := sideBreak(gaps)
	if columns < 0 {
		return nil, false
	}
	for i, line := range lines {
		text[line[0]], text[line[1]-1] = ' ', ';'
		switch {
		case i == len(lines)-1, i == columns && label:
			text[line[1]-1] = ' '
		case i == columns:
			text[line[1]-1] = '|'
			copy(text[line[1]:], strings.ReplaceAll(string(text[line[1]:lines[i+1][0]]), "|", " "))
		}
	}
	return text, true
}

// sideBreak returns the index of the gap between rows and columns, and whether a label stands there.
// It returns -1 if there is no such gap, or more than one.
func sideBreak(gaps []string) (at int, label bool) {
	for kind, pattern := range sideBreaks() {
		at = -1
		for i, gap := range gaps {
			if !pattern.MatchString(gap) {
				continue
			}
			if at >= 0 {
				return -1, false
			}
			at = i
		}
		if at >= 0 {
			return at, kind == 1
		}
	}
	return -1, false
}

// sizeLine matches a size that stands on a line of its own above the clues.
var sizeLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \n]*(\d{1,4}) ?(?:[xX*]|×) ?(\d{1,4}) *\n`)
})

// isSized reports whether a text begins with a size on a line of its own: "5x5".
func isSized(s source) bool { return sizeLine().MatchString(s.Clean) }

// readSized reads the clues below a size, which may be rows × columns or the other way round. If
// nothing tells rows and columns apart, the size does. The error is also for another size than that.
func readSized(s source) (*nonogram.Puzzle, error) {
	at := sizeLine().FindStringSubmatchIndex(s.Clean)
	height, _ := strconv.Atoi(s.Clean[at[2]:at[3]])
	width, _ := strconv.Atoi(s.Clean[at[4]:at[5]])
	text := []byte(s.Clean)
	copy(text, strings.Repeat(" ", at[1]))
	below := s.withClean(text)
	p, err := read(below)
	for _, rows := range []int{height, width} {
		if lined, ok := below.dividedAfter(rows); ok && (err != nil || !sized(p, height, width)) {
			if other, wrong := read(lined); wrong == nil && sized(other, height, width) {
				return other, nil
			}
		}
	}
	switch {
	case err != nil:
		return nil, err
	case sized(p, height, width):
		return p, nil
	case len(p.Rows) != height:
		return nil, s.TooFew(at[1], height, len(p.Rows))
	}
	return nil, s.TooFew(at[1], width, len(p.Cols))
}

// sized reports whether a puzzle has a size, rows × columns or the other way round.
func sized(p *nonogram.Puzzle, height, width int) bool {
	rows, cols := len(p.Rows), len(p.Cols)
	return rows == height && cols == width || rows == width && cols == height
}

// dividedAfter returns the source with a '|' in place of the newline after the first rows lines of
// text. It returns false for fewer lines.
func (s source) dividedAfter(rows int) (source, bool) {
	n := 0
	for line := range s.Lines(s.All()) {
		if n++; n == rows {
			end := strings.IndexByte(s.Clean[line.Hi:], '\n')
			if end < 0 {
				return s, false
			}
			text := []byte(s.Clean)
			text[line.Hi+end] = '|'
			return s.withClean(text), true
		}
	}
	return s, false
}
