package sudoku

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// Parse reads a puzzle in any of its notations, told apart by content: cells in one text or in rows
// with bars between them, a point, 0, * or _ for an open one; SDK, OpenSudoku, a line of HoDoKu, a
// link or a file of puzz.link, a grid of candidates. "x:" before any of them says that the diagonals
// count. What a person has filled in is left out. The error is a *solvers.SyntaxError.
func Parse(text string) (*Puzzle, error) {
	start, end := cells.Trim(text)
	diagonals := len(text[start:end]) >= len(diagonalSign) && strings.EqualFold(text[start:start+len(diagonalSign)], diagonalSign)
	if diagonals {
		start += len(diagonalSign)
	}
	var all []sign
	from, to := start, end
	collection := strings.Contains(text[start:end], "<") || strings.HasPrefix(text[start:end], ":")
	if collection {
		from, to = firstOfMany(text[start:end])
		from, to = start+from, start+to
	}
	if to-from > longest {
		return nil, tooManyCells(text[:to], from)
	}
	switch body := text[start:end]; {
	case linkStart.MatchString(body):
		all = readLink(body, start)
	case strings.HasPrefix(body, "pzprv3"):
		all = readFile(body, start)
	case collection:
		all = readSigns(text[from:to], from, true)
	default:
		all = readGrid(body, start)
	}
	p, err := puzzleOf(text, end, all)
	if p != nil {
		p.Diagonals = diagonals
	}
	return p, err
}

// longest is the length in bytes of a text from which on it is no Sudoku, however many remarks it has. Each byte may
// take a hundred in the making.
const longest = 64 << 10

// tooManyCells returns the error of a text that ends with far too many cells, from a byte offset on.
func tooManyCells(text string, from int) error {
	n, next := 0, from
	for i, r := range text[from:] {
		if !ignored(r, true) {
			if n++; n == mostCells+1 {
				next = from + i
			}
		}
	}
	return cellsError(text, next, n)
}

// A sign is one cell of a text.
type sign struct {
	at    int // byte offset
	digit int // 0 for an open cell, -1 for any other sign
}

// puzzleOf makes a puzzle of the cells of a text that ends at a byte offset.
func puzzleOf(text string, end int, all []sign) (*Puzzle, error) {
	p := &Puzzle{}
	for _, s := range all {
		if s.digit < 0 {
			return nil, solvers.At(text, s.at, "sudoku.cell", "a digit from 1 to 9, or . 0 * _ for an open cell", nil)
		}
		p.Givens = append(p.Givens, s.digit)
	}
	for size, box := range boxes {
		if box.rows > 0 && len(all) == size*size {
			p.Size = size
		}
	}
	if p.Size == 0 {
		if len(all) > mostCells {
			end = all[mostCells].at
		}
		return nil, cellsError(text, end, len(all))
	}
	for _, s := range all {
		if s.digit > p.Size {
			return nil, solvers.At(text, s.at, "sudoku.digit", fmt.Sprintf("a digit from 1 to %d, or . 0 * _ for an open cell", p.Size), map[string]any{"Max": p.Size})
		}
	}
	return p, nil
}

const mostCells = 81

// cellsError says at a byte offset that a text has another number of cells than a grid.
func cellsError(text string, at, have int) error {
	return solvers.At(text, at, "sudoku.cells", fmt.Sprintf("81 cells, or 16, 36 or 64 for a smaller grid; these are %d", have), map[string]any{"Have": have})
}

// Signs of a text: those of open cells, and those that only draw lines.
const (
	openSigns = ".0*_?·□⬜◻▫＿．＊"
	lineSigns = "|+-=:;,/!│┃║─━═┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬┠┨┯┷┿╂╟╢╤╧╪╫'`\"[](){}"
)

// digitOf returns the digit of a sign: 0 for an open cell, -1 for any other sign.
func digitOf(r rune) int {
	switch {
	case '1' <= r && r <= '9':
		return int(r - '0')
	case '１' <= r && r <= '９':
		return int(r - '０')
	case r == '０' || strings.ContainsRune(openSigns, r):
		return 0
	}
	return -1
}

// ignored reports whether a sign stands for nothing: a blank, a part of an emoji, or a drawn line.
func ignored(r rune, lines bool) bool {
	return unicode.IsSpace(r) || cells.Blank(r) || r == '\u20e3' || lines && strings.ContainsRune(lineSigns, r)
}

// readSigns reads a sign for each cell, from a part of a text at a byte offset. If lines is false, - is
// an open cell. A digit after + was filled in by a person, where HoDoKu writes it: filled says so.
func readSigns(text string, at int, filled bool) (all []sign) {
	plus := false
	for i, r := range text {
		if ignored(r, true) {
			plus = r == '+'
			continue
		}
		digit := digitOf(r)
		if filled && plus && digit > 0 {
			digit = 0
		}
		plus = false
		all = append(all, sign{at + i, digit})
	}
	return all
}

// comment matches a line of a file that has no cells: a remark, a heading, a line drawn between boxes.
var comment = regexp.MustCompile(`^(?:[#%].*|\[.*\]|[-+|=:─━═┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬┠┨┯┷┿╂╟╢╤╧╪╫'.*\s]*[-=─━═]{2}[-+|=:─━═┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬┠┨┯┷┿╂╟╢╤╧╪╫'.*\s]*)$`)

// readGrid reads rows of cells. Between two commas, nothing is an open cell. Cells of several digits
// are candidates. What follows the heading [State] of an SDK file is left out.
func readGrid(text string, at int) []sign {
	var all, dashed []sign
	var words []sign
	candidates := false
	for line := range strings.Lines(text) {
		offset := at
		at += len(line)
		if strings.HasPrefix(line, "[State]") {
			break
		}
		if len(dashed) == 0 || !strings.HasPrefix(strings.TrimSpace(line), "#") {
			dashed = append(dashed, readDashed(line, offset)...)
		}
		if comment.MatchString(strings.TrimSpace(line)) {
			continue
		}
		all = append(all, readSigns(withCommas(line), offset, false)...)
		for i, word := range cells.Words(bare(line), 0, len(line)) {
			digit := digitOf([]rune(word)[0])
			if len(word) > 1 && strings.Trim(word, "123456789") == "" {
				digit, candidates = 0, true
			}
			words = append(words, sign{offset + i, digit})
		}
	}
	switch {
	case isSize(len(all)):
		return all
	case candidates && isSize(len(words)):
		return words
	case isSize(len(dashed)):
		return dashed
	}
	return all
}

// isSize reports whether a grid has this number of cells.
func isSize(n int) bool { return n == 16 || n == 36 || n == 64 || n == 81 }

// readDashed reads a line in which - is an open cell.
func readDashed(line string, at int) (all []sign) {
	for i, r := range line {
		if r == '-' {
			all = append(all, sign{at + i, 0})
		} else if !ignored(r, true) {
			all = append(all, sign{at + i, digitOf(r)})
		}
	}
	return all
}

// bare replaces the drawn lines of a text by blanks of the same length.
func bare(line string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && strings.ContainsRune(lineSigns+"*", r) {
			return ' '
		}
		return r
	}, line)
}

// withCommas writes a point for a cell that is left empty between commas, semicolons or tabs. It
// keeps a line without any as it is.
func withCommas(line string) string {
	for _, comma := range []string{",", ";", "\t"} {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), comma)
		if n := len(fields); n != 4 && n != 6 && n != 8 && n != 9 {
			continue
		}
		for i, field := range fields {
			if strings.TrimSpace(field) == "" {
				fields[i] = "."
			}
		}
		return strings.Join(fields, comma)
	}
	return line
}

// linkStart matches the beginning of a link to puzz.link or pzprxs, and captures the size and the cells.
var linkStart = regexp.MustCompile(`^(?:https?://\S*\?)?sudoku/(\d+)/(\d+)/(\S*)`)

// readLink reads the cells of a link: a hexadecimal digit for a given, g to z for 1 to 20 open cells.
func readLink(text string, at int) (all []sign) {
	m := linkStart.FindStringSubmatchIndex(text)
	for i, r := range text[m[6]:m[7]] {
		offset := at + m[6] + i
		switch {
		case 'g' <= r && r <= 'z':
			for range r - 'f' {
				all = append(all, sign{offset, 0})
			}
		case '1' <= r && r <= '9':
			all = append(all, sign{offset, int(r - '0')})
		case r == '.':
			all = append(all, sign{offset, 0})
		default:
			all = append(all, sign{offset, -1})
		}
	}
	size, _ := strconv.Atoi(text[m[2]:m[3]])
	for len(all) < size*size && size <= 9 { // a link leaves open cells at the end out
		all = append(all, sign{at + m[7], 0})
	}
	return all
}

// readFile reads the givens of a file of pzprv3: the size, then the rows. Rows of answers may follow.
func readFile(text string, at int) (all []sign) {
	size, rows := 0, 0
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '/' || r == '\r' }) {
		line = strings.TrimSpace(line)
		n, err := strconv.Atoi(line)
		switch {
		case line == "pzprv3" || line == "sudoku":
		case err == nil && rows == 0:
			size = n
		case rows < size:
			rows++
			all = append(all, readSigns(line, at+strings.Index(text, line), false)...)
		}
	}
	return all
}
