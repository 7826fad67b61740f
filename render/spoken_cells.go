package render

import (
	"slices"
	"strconv"
	"strings"
)

// naming is the way in which a board's cells are named.
type naming uint8

const (
	byColumn      naming = iota // "column 3", beside the name of its row
	byLetter                    // "c"
	byCard                      // "card 3"
	byCoordinates               // "r2c3"
)

// namingOf returns how a board names its cells: by coordinates on a Kakuro, which has sums, blocks or
// digits; by card in a row of cards; by letter if the first column is named a; else by column.
func namingOf(b *Board) naming {
	cards := len(b.Cells) > 0
	for i := range b.Cells {
		switch b.Cells[i].Kind {
		case Sum, Block, Digit:
			return byCoordinates
		case CardDown, CardUp, Hole:
		default:
			cards = false
		}
	}
	switch {
	case cards && (b.Rows == 1 || b.wrapped):
		return byCard
	case len(b.ColNames) > 0 && b.ColNames[0] == "a":
		return byLetter
	}
	return byColumn
}

// An item is the text for some cells of a line.
type item struct {
	text  string
	cells int
}

// runs returns what is told of row r in its order, cells of one state next to each other together,
// without the row's orb. A state that the whole row has stands without the names of the cells,
// except for a single cell and for cards.
func (t *teller) runs(r int, row []Cell) (items []item) {
	first := 0
	if t.Orbs {
		first = 1
	}
	for c := first; c < len(row); {
		n := 1
		for c+n < len(row) && t.state(&row[c+n]) == t.state(&row[c]) {
			n++
		}
		state := t.state(&row[c])
		if n < len(row)-first || n == 1 || t.naming == byCard {
			state = t.say("state", values{"Cells": t.named(r, [][2]int{{c, c + n - 1}}), "State": state})
		}
		items = append(items, item{state, n})
		c += n
	}
	return items
}

// rests are the kinds that may be told as "all the rest" of a line, the likeliest first.
var rests = []Kind{Blank, Open, Crossed, OrbOff}

// groups returns what is told of row r, from column first on, by states: those with marks first,
// the kinds of rests last, and the last one of all, if it is such a kind, as all the rest. A state
// that all cells have stands without their names.
func (t *teller) groups(r int, row []Cell, first int) (items []item) {
	type group struct {
		state string
		cell  Cell
		spans [][2]int
		cells int
	}
	var all []group
	for c := first; c < len(row); c++ {
		state := t.state(&row[c])
		i := slices.IndexFunc(all, func(g group) bool { return g.state == state })
		if i < 0 {
			all, i = append(all, group{state: state, cell: row[c]}), len(all)
		}
		g := &all[i]
		g.cells++
		if n := len(g.spans); n > 0 && g.spans[n-1][1] == c-1 {
			g.spans[n-1][1] = c
		} else {
			g.spans = append(g.spans, [2]int{c, c})
		}
	}
	plain := func(g group) bool { return g.cell.Mark == NoMark || t.aside[g.cell.Mark%marks] }
	order := func(g group) int { // the likeliest rest comes last
		rest := slices.Index(rests, g.cell.Kind)
		switch {
		case !plain(g):
			return 0
		case rest < 0:
			return 1
		}
		return 1 + len(rests) - rest
	}
	slices.SortStableFunc(all, func(x, y group) int { return order(x) - order(y) })
	for i, g := range all {
		text := t.say("state", values{"Cells": t.named(r, g.spans), "State": g.state})
		switch rest := plain(g) && slices.Contains(rests, g.cell.Kind); {
		case len(all) == 1 && g.cells > 1:
			text = g.state
		case i == len(all)-1 && rest:
			text = t.say("rest", values{"State": g.state})
		}
		items = append(items, item{text, g.cells})
	}
	return items
}

// state returns all that is said of a cell except its place. It keeps it for equal cells.
func (t *teller) state(c *Cell) string {
	told, known := t.states[*c]
	if !known {
		told = t.stateOf(c)
		t.states[*c] = told
	}
	return told
}

// stateOf returns what state does, worked out anew: what the cell is, with its sums, its digit, its
// possible colours or its pencil marks, and its mark, unless that is told at the top.
func (t *teller) stateOf(c *Cell) string {
	number, _ := strconv.Atoi(c.Text + c.Tag) // one of the two is empty as a rule; 0 if they are no number
	mark := c.Mark % marks
	if t.aside[mark] {
		mark = NoMark
	}
	state := t.word(kindWords[c.Kind%kinds], nil)
	if c.Kind == Painted && int(c.Colour) < len(t.Palette) {
		state = t.colourName(int(c.Colour))
	}
	switch orb := c.Kind == OrbOn || c.Kind == OrbOff; {
	case orb && mark == Press:
		return t.say("press-orb", nil)
	case c.Kind == Sum:
		state = t.sumState(c)
	case c.Kind == Digit && c.Text != "":
		state = c.Text
	case c.May != 0 && c.Kind == Open:
		state = t.say(wordMay, values{"State": t.list("or", t.mayNames(c.May))})
	case c.Notes != 0:
		state = t.say(wordMaybe, values{"State": state, "Digits": t.list("or", t.noted(c.Notes))})
	case mark == NoMark && c.Text != "" && number > 0 && (c.Kind == CardUp || c.Kind == CardDown):
		state = t.say("move", values{"State": state, "Number": number})
	}
	if mark == NoMark {
		return state
	}
	phrase, word := "marked", t.word(markWords[mark], values{"Count": max(number, 1)})
	switch {
	case mark == Press:
		phrase = "pressed"
	case mark == New && c.Tag != "":
		word = t.say("in-step", values{"Mark": word, "Step": c.Tag})
	case mark == Differ && c.Set > 0:
		word = t.say("in-set", values{"Mark": word, "Set": c.Set})
	}
	return t.say(phrase, values{"State": state, "Mark": word})
}

// mayNames returns the possible colours of a cell, the ground last.
func (t *teller) mayNames(may uint64) (names []string) {
	for i := range t.Palette {
		if may>>(i+1)&1 != 0 {
			names = append(names, t.colourName(i))
		}
	}
	if may&1 != 0 {
		names = append(names, t.say(kindWords[Blank], nil))
	}
	return names
}

// palette returns the colours of the board and their letters; "" for none.
func (t *teller) palette() string {
	var names []string
	for _, c := range t.Palette {
		names = append(names, string(c.Letter)+" "+t.say(c.Name, nil))
	}
	if names == nil {
		return ""
	}
	return t.say("palette", values{"Names": strings.Join(names, t.say("comma", nil))})
}

// sumState tells a black square with its sums.
func (t *teller) sumState(c *Cell) string {
	with := values{"Down": c.Down, "Right": c.Right}
	switch {
	case c.Down == 0 && c.Right == 0:
		return t.word(kindWords[Block], nil)
	case c.Down == 0:
		return t.say("sum-right", with)
	case c.Right == 0:
		return t.say("sum-down", with)
	}
	return t.say("sum-two", with)
}

// noted returns the digits of pencil marks: digit d is noted if bit d of notes is set. Three and more
// in a row are named by the first and the last.
func (t *teller) noted(notes uint16) (digits []string) {
	for d := 1; d <= 9; d++ {
		last := d // in the end the first digit from d on that is not noted
		for notes>>last&1 != 0 && last <= 9 {
			last++
		}
		switch n := last - d; {
		case n == 0:
		case n < 3:
			digits = append(digits, strconv.Itoa(d))
		default:
			digits = append(digits, t.say("range", values{"From": d, "To": last - 1}))
			d = last - 1
		}
	}
	return digits
}

// list joins items, with "and" or "or" before the last one.
func (t *teller) list(phrase string, items []string) string {
	n := len(items) - 1
	if n < 1 {
		return strings.Join(items, "")
	}
	return t.say(phrase, values{"Items": strings.Join(items[:n], t.say("comma", nil)), "Last": items[n]})
}

// lineOf returns the word for one row, or for several.
func lineOf(rows int) string {
	if rows == 1 {
		return "row"
	}
	return "rows"
}

// named names cells of row r by their spans, each from its first column to its last; or of column r
// by their rows, if columns are told.
func (t *teller) named(r int, spans [][2]int) string {
	var names []string
	cells := 0
	for _, s := range spans {
		from, to := [2]int{r, s[0]}, [2]int{r, s[1]}
		if t.down {
			from, to = [2]int{s[0], r}, [2]int{s[1], r}
		}
		names = append(names, t.span(from, to))
		cells += s[1] - s[0] + 1
	}
	all := values{"Names": t.list("and", names)}
	switch {
	case t.naming == byColumn && t.down:
		return t.say(lineOf(cells), values{"Name": all["Names"]})
	case t.naming == byColumn && cells == 1:
		return t.say("column", all)
	case t.naming == byColumn:
		return t.say("columns", all)
	case t.naming == byCard && cells == 1:
		return t.say("card", all)
	case t.naming == byCard:
		return t.say("cards", all)
	}
	return t.list("and", names)
}

// span names neighbouring cells by the first and the last.
func (t *teller) span(from, to [2]int) string {
	if from == to {
		return t.inRow(from)
	}
	return t.say("range", values{"From": t.inRow(from), "To": t.inRow(to)})
}

// inRow names the cell at row at[0], column at[1] within its row: by its column, or by coordinates
// on a board that calls its cells so.
func (t *teller) inRow(at [2]int) string {
	switch {
	case t.naming == byCoordinates:
		return coordinates(at[0], at[1])
	case t.down:
		return t.rowName(at[0])
	}
	return t.colName(at[1])
}

// colName returns a column's name, or else its number.
func (t *teller) colName(c int) string {
	if c < len(t.ColNames) && t.ColNames[c] != "" {
		return t.ColNames[c]
	}
	return strconv.Itoa(c + 1)
}

// alone names a cell where its row is not said: as "c5" if columns have letters, else as "r5c3".
func (t *teller) alone(r, c int) string {
	if t.naming == byLetter {
		return t.inRow([2]int{r, c}) + t.rowName(r)
	}
	return coordinates(r, c)
}

func coordinates(r, c int) string { return "r" + strconv.Itoa(r+1) + "c" + strconv.Itoa(c+1) }

// A sum is the clue for the cells from one on to another.
type sum struct {
	sum      int
	from, to [2]int
}

// sums returns the sums of the board, in reading order of their black squares. A sum that no cell
// for a digit follows is left out.
func (t *teller) sums() (across, down []sum) {
	for r := range t.Rows {
		for c := range t.Cols {
			cell := t.At(r, c)
			if cell.Kind != Sum {
				continue
			}
			if n := t.digits(r, c, 0, 1); n > 0 && cell.Right > 0 {
				across = append(across, sum{cell.Right, [2]int{r, c + 1}, [2]int{r, c + n}})
			}
			if n := t.digits(r, c, 1, 0); n > 0 && cell.Down > 0 {
				down = append(down, sum{cell.Down, [2]int{r + 1, c}, [2]int{r + n, c}})
			}
		}
	}
	return across, down
}

// digits returns how many cells for digits follow the cell at r, c without a gap, in steps of down
// rows and right columns.
func (t *teller) digits(r, c, down, right int) (n int) {
	for {
		r, c = r+down, c+right
		if r >= t.Rows || c >= t.Cols || t.At(r, c).Kind != Digit {
			return n
		}
		n++
	}
}
