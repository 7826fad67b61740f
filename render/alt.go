package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxAlt is the longest alt text, in characters: Discord's limit.
const MaxAlt = 1024

// How much of MaxAlt the title and the caption may take; the rows have what
// they leave.
const (
	maxTitle   = 200
	maxCaption = 500
)

var kindWords = [kinds]string{
	Blank: "blank", Filled: "filled", Crossed: "empty", Open: "open",
	LampOff: "off", LampOn: "on", CardDown: "face down", CardUp: "face up",
	Clear: "clear", Cloudy: "cloudy", OrbOff: "orb off", OrbOn: "orb on",
	Block: "block", Sum: "sum", Digit: "blank", Hole: "gap",
	Lamp2: "at 2", Lamp3: "at 3", Lamp4: "at 4", Lamp5: "at 5", Lamp6: "at 6", Lamp7: "at 7", Lamp8: "at 8",
}

var markWords = [marks]string{
	Press: "press", Differ: "differs", Proof: "proof", Pick: "pick", New: "new",
}

// The other words of Alt and Text. A number stands before all but wordMaybe.
const (
	wordDown      = "down"
	wordRight     = "right"
	wordMaybe     = "maybe"
	wordMoreCells = "more cells"
	wordMoreRows  = "more rows"
	wordColumns   = "columns"
	wordDiagonal  = "diagonal"
)

// Words are all that Alt and Text ask Say for.
func Words() []string {
	all := []string{wordDown, wordRight, wordMaybe, wordMoreCells, wordMoreRows, wordColumns, wordDiagonal}
	all = append(all, kindWords[:]...)
	all = append(all, markWords[NoMark+1:]...)
	slices.Sort(all)
	return slices.Compact(all)
}

// say is a word in the board's language.
func (b *Board) say(word string) string {
	if b.Say == nil || word == "" {
		return word
	}
	return b.Say(word)
}

// Alt is the board in words, for those who cannot see the picture: Title, size,
// the rows with runs of equal cells counted ("4 on, off"), Caption. It has at
// most MaxAlt characters; rows that find no room are counted ("… 12 more rows").
func (b *Board) Alt() string {
	title, caption := clip(b.Title, maxTitle), clip(b.Caption, maxCaption)
	const lineEnds = 3
	used := utf8.RuneCountInString(title) + utf8.RuneCountInString(b.size()) + utf8.RuneCountInString(caption) + lineEnds
	return b.inWords(title, caption, MaxAlt-used)
}

// Text is Alt at full length.
func (b *Board) Text() string { return b.inWords(b.Title, b.Caption, math.MaxInt) }

func (b *Board) inWords(title, caption string, room int) string {
	parts := []string{title}
	if b.Rows > 0 && b.Cols > 0 && len(b.Cells) == b.Rows*b.Cols {
		parts = append(parts, b.size(), b.rowWords(room))
	}
	parts = append(parts, caption)
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n")
}

func (b *Board) size() string {
	if b.wrapped {
		return fmt.Sprintf("1 × %d", (b.Rows-1)*b.Cols+len(b.line(b.Rows-1)))
	}
	if b.Orbs {
		return fmt.Sprintf("%d × %d", b.Rows-1, b.Cols-1)
	}
	return fmt.Sprintf("%d × %d", b.Rows, b.Cols)
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// rowWords is the rows in at most room characters: whole rows, or of the first
// row as many cells as there is room for.
func (b *Board) rowWords(room int) string {
	more := len(" … 9223372036854775807 , 9223372036854775807 ") + utf8.RuneCountInString(b.say(wordMoreCells)+b.say(wordMoreRows)) // reserved
	var rows []string
	lines := b.lines()
	for r, line := range lines {
		name, cells := clip(line.name, 20), len(line.cells)
		words, told := b.cellWords(line.cells, room-more-utf8.RuneCountInString(name)-2)
		if told < cells && r > 0 {
			rows = append(rows, fmt.Sprintf("… %d %s", len(lines)-r, b.say(wordMoreRows)))
			break
		}
		row := name + ": " + words
		if told < cells {
			row += fmt.Sprintf(" … %d %s", cells-told, b.say(wordMoreCells))
			if len(lines) > 1 {
				row += fmt.Sprintf(", %d %s", len(lines)-1, b.say(wordMoreRows))
			}
			rows = append(rows, row)
			break
		}
		rows = append(rows, row)
		room -= utf8.RuneCountInString(row) + 1
	}
	return strings.Join(rows, "\n")
}

// A spokenLine is cells that are told together, by the name of their row.
type spokenLine struct {
	name  string
	cells []Cell
}

// lines are the rows as they are told: of a row of orbs the diagonal's by itself.
func (b *Board) lines() (lines []spokenLine) {
	for r := range b.Rows {
		row := b.line(r)
		if b.Orbs && r == b.Rows-1 {
			lines = append(lines, spokenLine{b.say(wordColumns), row[1:]}, spokenLine{b.say(wordDiagonal), row[:1]})
		} else {
			lines = append(lines, spokenLine{b.rowName(r), row})
		}
	}
	return lines
}

// cellWords is a row in at most room characters, and how many cells that told.
func (b *Board) cellWords(row []Cell, room int) (string, int) {
	var out strings.Builder
	for c := 0; c < len(row); {
		n := 1
		for row[c].Text == "" && c+n < len(row) && row[c+n] == row[c] {
			n++
		}
		item := b.cellWord(&row[c])
		if n > 1 {
			item = strconv.Itoa(n) + " " + item
		}
		if c > 0 {
			item = ", " + item
		}
		if room -= utf8.RuneCountInString(item); room < 0 {
			return out.String(), c
		}
		out.WriteString(item)
		c += n
	}
	return out.String(), len(row)
}

// cellWord is one cell.
func (b *Board) cellWord(c *Cell) string {
	kind := b.say(kindWords[c.Kind%kinds])
	mark := b.say(markWords[c.Mark%marks])
	if mark != "" {
		mark = " " + mark
	}
	switch {
	case c.Kind == Sum:
		return b.sumWords(c) + mark
	case c.Mark == Press && c.Text != "":
		return kind + mark + " " + short(c.Text)
	case c.Text != "" && c.Kind == Digit:
		return short(c.Text) + mark
	case c.Text != "":
		return kind + " " + short(c.Text) + mark
	case c.Notes != 0:
		return b.say(wordMaybe) + " " + c.noted() + mark
	}
	return kind + mark
}

// sumWords is a square with its sums: "sum 23 down 16 right".
func (b *Board) sumWords(c *Cell) string {
	words := b.say(kindWords[Sum])
	if c.Down != 0 {
		words += fmt.Sprintf(" %d %s", c.Down, b.say(wordDown))
	}
	if c.Right != 0 {
		words += fmt.Sprintf(" %d %s", c.Right, b.say(wordRight))
	}
	return words
}

// noted is the digits of the pencil marks.
func (c *Cell) noted() string {
	var out []byte
	for d := 1; d <= 9; d++ {
		if c.Notes>>d&1 != 0 {
			out = append(out, '0'+byte(d))
		}
	}
	return string(out)
}
