package render

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A teller puts a board into words, line by line.
type teller struct {
	*Board
	naming naming
	down   bool            // a column is told as rows are, from its top down
	orbs   bool            // there is something to say of the orbs
	aside  [marks]bool     // marks told by themselves at the top, and not with each cell
	states map[Cell]string // texts for cells seen before
	looks  [marks][]string // for marks told aside: the lines and cells that have them
	whole  map[[2]int]bool // lines that a mark told aside covers: {row, -1}, {-1, column}
}

// A spokenLine is one line of a board in words: equal rows, a few clues of columns, or a few sums.
// They are counted if it is left out.
type spokenLine struct {
	kind    lineKind
	from    int // first row or column
	rows    int
	columns int
	sums    []sum
	urgent  bool // has marks
}

type lineKind uint8

const (
	rowLine lineKind = iota
	cardLine
	orbLine
	diagonalLine
	columnLine
	acrossLine
	downLine
)

// urgency returns 1 for a line with marks, else 0: Alt tells the former first.
func (l spokenLine) urgency() int {
	if l.urgent {
		return 1
	}
	return 0
}

// together is the number of columns' clues, sums, or rows with clues in one line of words.
const together = 5

// manyRows is the least number of rows with clues on a board that tells similar rows together.
const manyRows = 2*together + 1

// newTeller returns a teller that knows which marks are told at the top. There is something to say
// of orbs if one is pressed or has a mark.
func newTeller(b *Board) *teller {
	t := &teller{Board: b, naming: namingOf(b), states: map[Cell]string{}, whole: map[[2]int]bool{}}
	t.orbs = b.Orbs && slices.ContainsFunc(b.Cells, func(c Cell) bool {
		return c.Kind == OrbOn || c.Kind == OrbOff && c.Mark != NoMark
	})
	t.setFrames()
	t.setAside()
	return t
}

// clued reports whether there are clues on the margins. A board may have those of rows alone.
func (t *teller) clued() bool {
	return len(t.Left) == t.Rows && (t.Top == nil || len(t.Top) == t.Cols) && t.Rows > 0
}

// lines returns all that is told of the board, in its order: rows, orbs, the clues of columns, sums
// across and sums down. It returns nil for a board whose cells do not fit its size, and one line
// for cards. The row of holes between two boards is left out.
func (t *teller) lines() (all []spokenLine) {
	if t.Rows < 1 || t.Cols < 1 || len(t.Cells) != t.Rows*t.Cols {
		return nil
	}
	if t.naming == byCard {
		return []spokenLine{{kind: cardLine, rows: 1}}
	}
	rows := t.Rows
	if t.Orbs {
		rows--
	}
	for r := 0; r < rows; {
		if r > 0 && r == t.Parting {
			r++
			continue
		}
		n := 1
		for r+n < rows && n < t.mostAlike(r) && t.alike(r, r+n) {
			n++
		}
		all = append(all, spokenLine{kind: rowLine, from: r, rows: n, urgent: t.hasMarks(r, n)})
		r += n
	}
	if t.orbs {
		all = append(all, spokenLine{kind: orbLine, from: rows, rows: 1, urgent: true}, spokenLine{kind: diagonalLine, from: rows, rows: 1, urgent: true})
	}
	if t.clued() && t.Top != nil {
		for c := 0; c < t.Cols; c += together {
			l := spokenLine{kind: columnLine, from: c, columns: min(together, t.Cols-c)}
			for i := range l.columns {
				l.urgent = l.urgent || t.whole[[2]int{-1, c + i}]
			}
			all = append(all, l)
		}
	}
	across, down := t.sums()
	for some := range slices.Chunk(across, together) {
		all = append(all, spokenLine{kind: acrossLine, sums: some})
	}
	for some := range slices.Chunk(down, together) {
		all = append(all, spokenLine{kind: downLine, sums: some})
	}
	return all
}

// mostAlike returns how many rows from row r on may be told together if they are alike: 1 on a
// board whose cells are called by coordinates, all on one without clues. With clues it is 5 on a
// board of more than 10 rows if the cells of row r are all the same, else 1.
func (t *teller) mostAlike(r int) int {
	row := t.row(r)
	switch {
	case t.naming == byCoordinates:
		return 1
	case !t.clued():
		return t.Rows
	case t.Rows < manyRows || slices.ContainsFunc(row, func(c Cell) bool { return c != row[0] }):
		return 1
	}
	return together
}

func (t *teller) row(r int) []Cell { return t.Cells[r*t.Cols:][:t.Cols] }

// alike reports whether two rows have equal cells, and both or neither is a line told at the top.
func (t *teller) alike(r, other int) bool {
	return slices.Equal(t.row(r), t.row(other)) && t.whole[[2]int{r, -1}] == t.whole[[2]int{other, -1}]
}

// hasMarks reports whether one of n rows that are alike, from row r on, has a mark that is not told
// at the top, or is a line that is.
func (t *teller) hasMarks(r, n int) bool {
	return slices.ContainsFunc(t.Cells[r*t.Cols:][:n*t.Cols], func(c Cell) bool {
		return c.Mark != NoMark && !t.aside[c.Mark%marks]
	}) || t.whole[[2]int{r, -1}]
}

// Line returns one row or column in words, with its clue and its cells.
func (b *Board) Line(column bool, at int) string {
	t := newTeller(b)
	if !column {
		return t.text(spokenLine{kind: rowLine, from: at, rows: 1})
	}
	t.down = true
	var cells []Cell
	for r := range t.Rows {
		cells = append(cells, *t.At(r, at))
	}
	name, items := t.say("column", values{"Names": t.colName(at)}), []item(nil)
	if t.clued() && t.Top != nil {
		name = t.say("column-cells", values{"Name": t.colName(at), "Clue": t.clue(t.Top, t.TopColours, t.FaintTop, at)})
		items = t.groups(at, cells, 0)
	} else {
		items = t.runs(at, cells)
	}
	var told []string
	for _, i := range items {
		told = append(told, i.text)
	}
	return t.sentence(name, told, nil)
}

// Marked returns in words the lines that the marks are about: those that are framed, or else the
// column in which all marked cells stand, or else their rows.
func (b *Board) Marked() string {
	var told []string
	for _, a := range b.Framed {
		switch {
		case a.Rows == 1 && a.Cols > 1:
			told = append(told, b.Line(false, a.Row))
		case a.Cols == 1:
			told = append(told, b.Line(true, a.Col))
		}
	}
	if told != nil {
		return joined(told)
	}
	rows, columns := map[int]bool{}, map[int]bool{}
	for i := range b.Cells {
		if b.Cells[i].Mark != NoMark {
			rows[i/b.Cols], columns[i%b.Cols] = true, true
		}
	}
	if len(columns) == 1 && len(rows) > 1 {
		return b.Line(true, slices.Collect(maps.Keys(columns))[0])
	}
	for _, r := range slices.Sorted(maps.Keys(rows)) {
		told = append(told, b.Line(false, r))
	}
	return joined(told)
}

// text returns a line in words.
func (t *teller) text(l spokenLine) string {
	name, items, after := t.parts(l)
	var told []string
	for _, i := range items {
		told = append(told, i.text)
	}
	return t.sentence(name, told, after)
}

// sentence returns the sentence that tells of the line called name, and behind it the sentences in
// after. If told is empty there is no sentence of the line itself.
func (t *teller) sentence(name string, told, after []string) string {
	var all []string
	if len(told) > 0 {
		all = append(all, capital(t.say("line", values{"Name": name, "Told": strings.Join(told, t.say("semi", nil))})))
	}
	return t.follow(append(all, after...))
}

// follow joins sentences as the board's language does.
func (t *teller) follow(sentences []string) (told string) {
	for i, next := range sentences {
		if i == 0 {
			told = next
		} else {
			told = t.say("sentences", values{"Told": told, "Next": next})
		}
	}
	return told
}

// beginning returns as much of a line in words as room characters hold, with how many cells are
// left out; "" if not even its first item fits.
func (t *teller) beginning(l spokenLine, room int) string {
	name, items, _ := t.parts(l)
	left := 0
	for _, i := range items {
		left += i.cells
	}
	var told []string
	best := ""
	for _, i := range items {
		told = append(told, i.text)
		left -= i.cells
		text := t.sentence(name, told, []string{t.say("more-cells", values{"Count": left})})
		if utf8.RuneCountInString(text) > room {
			return best
		}
		best = text
	}
	return best
}

// parts returns the name of a line, the items that are told of its cells, and the sentences that
// follow them. A line of columns has only those: one for each column's clue.
func (t *teller) parts(l spokenLine) (name string, items []item, after []string) {
	switch l.kind {
	case cardLine:
		return t.say("cards-line", nil), t.runs(0, t.cardCells()), nil
	case orbLine:
		return t.say("orbs", nil), t.groups(l.from, t.row(l.from), 1), nil
	case diagonalLine:
		// The orb of the diagonal stands first in the row of orbs.
		return t.say("diagonal", nil), []item{{t.state(t.At(l.from, 0)), 1}}, nil
	case columnLine:
		for c := l.from; c < l.from+l.columns; c++ {
			after = append(after, capital(t.say("column-clue", values{"Name": strconv.Itoa(c + 1), "Clue": t.clue(t.Top, t.TopColours, t.FaintTop, c)})))
		}
		return "", nil, after
	case acrossLine, downLine:
		name := map[lineKind]string{acrossLine: "across", downLine: "down"}[l.kind]
		for _, s := range l.sums {
			items = append(items, item{t.say("sum-of", values{"Sum": s.sum, "Cells": t.span(s.from, s.to)}), 0})
		}
		return t.say(name, nil), items, nil
	}
	return t.rowParts(l)
}

// rowParts returns the parts of one row, or of rows that are the same. The clue of one row is part
// of its name; those of several rows follow as sentences. On a board with clues, cells are told by
// their states, on others in their order, with a row's orb first.
func (t *teller) rowParts(l spokenLine) (name string, items []item, after []string) {
	first := t.rowName(l.from)
	clued := func(phrase string, r int) string {
		return t.say(phrase, values{"Name": t.rowName(r), "Clue": t.clue(t.Left, t.LeftColours, t.FaintLeft, r)})
	}
	switch {
	case l.rows > 1:
		name = t.say("rows", values{"Name": t.say("range", values{"From": first, "To": t.rowName(l.from + l.rows - 1)})})
		for r := l.from; r < l.from+l.rows && t.clued(); r++ {
			after = append(after, capital(clued("row-clue-alone", r)))
		}
	case t.clued():
		name = clued("row-clue", l.from)
	default:
		name = t.say("row", values{"Name": first})
	}
	row := t.row(l.from)
	switch {
	case t.clued():
		items = t.groups(l.from, row, 0)
	case t.orbs:
		items = append([]item{{t.state(&row[0]), 1}}, t.runs(l.from, row)...)
	default:
		items = t.runs(l.from, row)
	}
	return name, items, after
}

// cardCells returns the cards of a row, without the Holes that fill up its last line.
func (t *teller) cardCells() []Cell {
	cells := t.Cells
	for len(cells) > 0 && cells[len(cells)-1].Kind == Hole {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// clue returns in words clue i of clues: the lengths of its runs, with their colours if colours has
// them, "0" if it has none, and that it is done with if done says so.
func (t *teller) clue(clues, colours [][]int, done []bool, i int) string {
	between, told := " ", []string{}
	for k, n := range clues[i] {
		run := strconv.Itoa(n)
		if i < len(colours) && colours[i][k] < len(t.Palette) {
			between = t.say("comma", nil)
			run = t.say(wordRun, values{"Number": n, "Colour": t.colourName(colours[i][k])})
		}
		told = append(told, run)
	}
	if len(told) == 0 {
		told = []string{"0"}
	}
	clue := strings.Join(told, between)
	if i < len(done) && done[i] {
		return t.say("done", values{"Clue": clue})
	}
	return clue
}

// capital makes the first letter of a sentence a capital, unless the first word has one letter:
// such a word is a name.
func capital(s string) string {
	if len(s) > 1 && 'a' <= s[1] && s[1] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}
