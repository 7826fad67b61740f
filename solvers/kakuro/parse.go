package kakuro

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"kibitz/solvers"
)

// Parse reads a puzzle, told apart by its content:
//
//   - grid text: rows of cells split by blanks. A cell is # (a block), . _ or 0
//     (a white cell), x (a block if one stands at the edge), a digit (a white cell that holds it) or
//     the sums of a block: 23\16 is 23 down and 16 across, either may be missing. A first line of two
//     numbers is the size, rows and columns; // begins a comment at the start of a line or after a
//     blank.
//   - the same with its line breaks lost, if it starts with its size.
//   - a table: cells between | as copied from a sheet or from Markdown, or
//     after commas. In a table with # but no . an empty cell is white, in one
//     with . but no # it is a block.
//   - a sheet: cells between tabs, empty ones too. See readSheet.
//   - on one line: in all of these a / ends a row as a line break does, which
//     is why a clue is written with \ there. See Line. Where each row has a line
//     of its own, the / of newspapers does as well: 23/16, 23/ or /16.
//   - the shape of the grid, and then its sums in reading order: "### / #.. /
//     #.. across: 17 16 down: 17 16". See sketch.
//   - a puzz.link or pzprv3 address or its part from kakuro/ on. See Link.
//   - a file of pzprv3, with line breaks or slashes.
//   - a list of entries by the cell that the sum stands in: "8x8 across: r2c1=16
//     in 2, … down: r1c2=23 in 3, … given: r2c2=9". With the size in front the
//     number of cells may be left out. "rows:" and "columns:" do as well.
//     See Listing.
//   - the words that go with a picture of Kibitz, less its digits.
//
// Backticks, no-break and zero-width spaces around cells count as blanks. An
// error is a *solvers.SyntaxError, also for a puzzle that is no Kakuro: a clue
// without cells, an entry of more than 9, a sum out of range for its length.
func Parse(text string) (*Puzzle, error) {
	clean := withoutComments(blanked(text))
	s := &scan{text: text}
	start, isLink := linkStart(clean)
	drawn := markUnseen(clean, text)
	switch {
	case isFile(clean):
		return s.file(clean)
	case isLink:
		return s.link(clean, start)
	case isSketch(drawn):
		return s.sketch(drawn)
	case isListing(clean):
		return s.listing(clean)
	case isPicture(clean):
		return s.picture(clean)
	}
	if p, ok := readSheet(backslashed(clean), text); ok {
		return p, nil
	}
	p, err := s.grid(backslashed(clean))
	if err != nil && !strings.Contains(strings.Trim(clean, " \n"), "\n") {
		if at := slashedSum().FindStringIndex(clean); at != nil && !strings.Contains(clean, `\`) {
			at[0] += len(clean[at[0]:at[1]]) - len(strings.TrimLeft(clean[at[0]:at[1]], " ,/"))
			return nil, s.fail(at[0], "slash", nil, `sums with a \, such as 23\16, or each row on a line of its own: in a text of one line a / ends a row`)
		}
	}
	return p, err
}

// slashedSum matches a slash beside a number of two digits, which must be a sum, because no cell
// holds two digits.
var slashedSum = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[ ,/])(?:\d\d/|/\d\d)`) })

// backslashed replaces / by \ in sums written as in a newspaper, 23/16, if each row of the text
// has a line of its own.
func backslashed(clean string) string {
	if strings.Contains(clean, `\`) || !strings.Contains(strings.Trim(clean, " \n"), "\n") || !newspaper().MatchString(clean) {
		return clean
	}
	return strings.ReplaceAll(clean, "/", `\`)
}

var newspaper = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d/|/\d`) })

// scan puts a puzzle together from a text.
type scan struct {
	text    string
	rows    int
	cols    int // 0 before the first row
	cells   []Cell
	offsets []int32 // byte offset in text of each cell
	blank   []int   // cells left empty in a table
	crosses []int   // cells written x
	clued   bool    // the text has sums
	blocks  bool    // a # was seen
	whites  bool    // a . was seen
}

// fail returns a syntax error at a byte offset of the text.
func (s *scan) fail(offset int, code string, args map[string]any, expected string, values ...any) error {
	return solvers.At(s.text, offset, "kakuro."+code, fmt.Sprintf(expected, values...), args)
}

// blanked puts a blank for each byte of the characters that chats leave around pasted
// text, so that offsets stay.
func blanked(text string) string {
	text = withoutFence(text)
	isBlank := func(r rune) bool {
		switch r {
		case '\n':
			return false
		case '`', '\u200b', '\u200c', '\u200d', '\u2060', '\ufe0f', '\ufeff':
			return true
		}
		return unicode.IsSpace(r)
	}
	if strings.IndexFunc(text, isBlank) < 0 {
		return text
	}
	clean := []byte(text)
	for i, r := range text {
		if isBlank(r) {
			copy(clean[i:], "   "[:len(string(r))])
		}
	}
	return string(clean)
}

// withoutFence blanks the opening of a code block with the language it names:
// the backticks, and a word that fills the rest of their line.
func withoutFence(text string) string {
	open := strings.Index(text, "```")
	if open < 0 || strings.TrimSpace(text[:open]) != "" {
		return text
	}
	open += len("```")
	line, _, _ := strings.Cut(text[open:], "\n")
	for _, r := range strings.TrimSpace(line) {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) {
			return text
		}
	}
	return text[:open] + strings.Repeat(" ", len(line)) + text[open+len(line):]
}

// withoutComments blanks what follows // at the start of a line or after a
// blank.
func withoutComments(text string) string {
	if !strings.Contains(text, "//") {
		return text
	}
	clean := []byte(text)
	for i := 0; i < len(clean); i++ {
		if strings.HasPrefix(text[i:], "//") && (i == 0 || clean[i-1] == ' ' || clean[i-1] == '\n') {
			for ; i < len(clean) && clean[i] != '\n'; i++ {
				clean[i] = ' '
			}
		}
	}
	return string(clean)
}

// puzzle returns the puzzle that was read, if it passes Check.
func (s *scan) puzzle() (*Puzzle, error) {
	p := &Puzzle{Rows: s.rows, Cols: s.cols, Cells: s.cells}
	f := p.wrongClue()
	switch {
	case f == nil:
		return p, nil
	case f.code == "white":
		return nil, s.fail(len(s.text), "white", nil, "%s", f.expected)
	}
	return nil, s.fail(int(s.offsets[f.place]), f.code, f.args, "%s", f.expected)
}

// readSheet reads rows of cells between tabs, as copied from a spreadsheet, where blocks without sums and
// white cells may both be empty: an empty cell is a block in the first row or column, and white
// elsewhere. Chats take away blanks at both ends of a message, so cells may be missing there. Clean has
// each character of text at its place, with blanks for tabs. It returns false for any other text.
func readSheet(clean, text string) (*Puzzle, bool) {
	if !strings.Contains(text, "\t") || strings.ContainsAny(clean, "|,") {
		return nil, false
	}
	rows, cols := sheetRows(clean, text)
	s := &scan{text: text, rows: len(rows), cols: cols, clued: strings.Contains(clean, `\`)}
	if s.rows == 0 || s.rows > MaxCells/max(cols, 1) {
		return nil, false
	}
	for _, row := range rows {
		row = append(row, make([]sheetCell, max(cols-len(row), 0))...)
		for _, c := range row[:cols] {
			if s.cell(c.at, c.word) != nil {
				return nil, false
			}
		}
	}
	s.fillCrosses()
	for _, i := range s.blank {
		s.cells[i].White = !s.onEdge(i) && (s.blocks || !s.whites)
	}
	p, err := s.puzzle()
	return p, err == nil
}

// A sheetCell is what stands in a cell of a sheet, and its byte offset.
type sheetCell struct {
	at   int
	word string
}

// sheetRows returns the rows of a sheet without empty ones at its end, and the number of columns up
// to the last one that is not empty. A sum at the very start cannot be in the first column, so the
// empty cells before it were lost.
func sheetRows(clean, text string) (rows [][]sheetCell, cols int) {
	full, widest := 0, 0
	for from := 0; from <= len(clean); {
		end := rowEnd(clean, from)
		var row []sheetCell
		for at := from; at <= end; {
			next := end
			if i := strings.IndexByte(text[at:end], '\t'); i >= 0 {
				next = at + i
			}
			row = append(row, sheetCell{at, strings.TrimSpace(clean[at:next])})
			at = next + 1
		}
		if rows = append(rows, row); strings.TrimSpace(clean[from:end]) != "" {
			full = len(rows)
		} else if full == 0 {
			rows = nil // nothing stands above the sheet
		}
		if len(rows) > 1 {
			widest = max(widest, len(row))
		}
		from = end + 1
	}
	rows = rows[:full]
	if full > 0 && strings.Contains(rows[0][0].word, `\`) {
		rows[0] = append(make([]sheetCell, max(widest-len(rows[0]), 1)), rows[0]...)
	}
	for _, row := range rows {
		for i, c := range row {
			if c.word != "" {
				cols = max(cols, i+1)
			}
		}
	}
	return rows, cols
}
