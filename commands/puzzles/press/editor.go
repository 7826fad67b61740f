// Package press plays puzzles whose board is made of buttons. A board is drawn by tapping (Editor)
// and played by pressing, alone (Play), against the bot (Match) or against a person (Duel). Nothing
// is kept between two clicks: the reply carries the puzzle and what was pressed, so any process can
// serve any click.
package press

import (
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// An Editor is a board on which a person taps in a puzzle from paper or from a screen. Its reply
// carries the board so far as a puzzle. A tap takes a cell to its next state, and after the last
// one to the first.
type Editor struct {
	States      func(o ask.Options) []State // in the order of taps, off first
	Least, Most Size
	Start       Size
}

// A State of a cell is a tile, and the id of the phrase that names it aloud.
type State struct {
	Tile   render.Tile
	Called string
}

// Size is numbers of rows and columns.
type Size struct{ Rows, Cols int }

// MostTapped is the longest side of a board in an Editor. Items for the numbers of rows and of
// columns share one menu.
const MostTapped = 13

// EditorSays returns the ids of the phrases that an Editor needs of a kind.
func EditorSays(kind string) []string { return words.IDs(kind+".edit.", "title", "text") }

// TwoStates returns the States of a board whose cells are off or on.
func TwoStates(off, on State) func(ask.Options) []State {
	return func(ask.Options) []State { return []State{off, on} }
}

// Clicks on an Editor that are not cells.
const (
	clearAll = "clear"
	setSize  = "size" // to the picked item: r7 for rows, c7 for columns
	rowsSign = "r"
	colsSign = "c"
)

// Edit returns the message that shows the board after a click. The ask's text is the board so far.
// A picked size that the board cannot have is answered with a notice; taps on cells that it does
// not have change nothing.
func (e *Editor) Edit(a *ask.Ask) *ask.Answer {
	states := e.States(a.Options)
	board := e.read(a.Text, len(states))
	tapped := ""
	switch a.Edit {
	case "", pickRow:
	case clearAll:
		board = newSketch(board.Size)
	case setSize:
		to, ok := e.pickedSize(board.Size, a.Picked)
		if !ok {
			return a.Notice("unknown")
		}
		board = board.resized(to)
	default:
		for _, name := range picked(a, a.Edit) {
			if i := slices.IndexFunc(board.cells, func(c cell) bool { return c.name == name }); i >= 0 {
				board.cells[i].state = (board.cells[i].state + 1) % len(states)
				tapped = name
			}
		}
	}
	return e.show(board, states, tapped, a)
}

// show returns the message that shows the board as buttons or menus. Below are a menu of other
// sizes, and buttons to do what the ask wants with the board, or a hint first if it leaves that
// open, to play it, and to clear it or, while nothing is tapped, to type a puzzle instead: 25 cells
// leave room for four buttons. In menus the row of the tapped cell stays open; tapped is "" for none.
func (e *Editor) show(board sketch, states []State, tapped string, a *ask.Ask) *ask.Answer {
	unread := *a
	unread.Unread = true // the links carry all options, as no Game has been read yet to encode them
	a = &unread
	edit := func(what string) string { return a.Link(a.Keep(ask.Change{"edit": what})) }
	name := a.Kind.Name
	r := a.New(chat.Plain, a.Say.Text(name+".edit.title"))
	r.Puzzle, r.Private = board.String(), true
	ways := waysOn(a)
	r.Text = a.Say.Text(name+".edit.text", words.With{"Action": a.Say.Text("button." + ways[0]), "States": cycle(states)})
	if a.Spoken() {
		r.Text = render.WithoutEmoji(r.Text)
	}
	pads := board.pads(states)
	if !asButtons(pads) {
		r.Text = ask.Join("\n", r.Text, a.Say.Text("edit.menus"))
		if g, err := a.Kind.Read(r.Puzzle, a.Options); err == nil {
			r.Show(g.(Game).Scene(a.Spoken()), "")
		}
	}
	layout{rows: pads, called: rowName(a.Say), open: openRow(a, a.Edit, pads, tapped), link: edit}.add(r, a.Say)
	e.addSizes(r, board.Size, edit)
	for i, action := range ways {
		b := a.Choice("button."+action, action)
		b.Strong = i == 0
		r.Offer(b)
	}
	if !strings.ContainsAny(r.Puzzle, "12345678") {
		r.Offer(a.Button("button.type", a.Keep(ask.Change{"form": "new"})))
		return r
	}
	empty := a.Button("button.clear", a.Keep(ask.Change{"edit": clearAll}))
	empty.Mode = chat.EditByOwner
	r.Offer(empty)
	return r
}

// waysOn returns the actions that an Editor offers for its board, the wanted one first.
func waysOn(a *ask.Ask) []string {
	switch {
	case a.Action.Name == ask.Offer:
		return []string{ask.Hint, ask.Play, ask.Solve}
	case a.Action.Game:
		return []string{a.Action.Name}
	}
	return []string{a.Action.Name, ask.Play}
}

// cycle writes the states of a cell in the order of taps, as "⬛ → 🟨 → 🟧 → ⬛"; "" for two states.
func cycle(states []State) string {
	if len(states) <= 2 {
		return ""
	}
	var signs []string
	for i := range len(states) + 1 {
		signs = append(signs, states[i%len(states)].Tile.Emoji())
	}
	return strings.Join(signs, " → ")
}

// rowName returns a function that names the rows of a board, counted from 0.
func rowName(say words.Phrases) func(int) string {
	return func(row int) string { return say.Text("edit.row", words.With{"Number": row + 1}) }
}

// addSizes adds the menu of other sizes. An item changes the number of rows or of columns. There
// are none for a direction whose length is fixed, nor for the lengths that the board has now.
func (e *Editor) addSizes(r *ask.Answer, now Size, link func(what string) string) {
	say := r.Ask.Say
	menu := &chat.Menu{Path: link(setSize), Hint: say.Text("edit.size"), Mode: chat.EditByOwner}
	add := func(sign string, least, most, now int, label func(n int) string) {
		for n := least; n <= most && least < most; n++ {
			if n != now {
				menu.Items = append(menu.Items, chat.Item{Value: sign + strconv.Itoa(n), Label: label(n)})
			}
		}
	}
	add(rowsSign, e.Least.Rows, e.Most.Rows, now.Rows, func(n int) string { return say.Count("edit.rows", n) })
	add(colsSign, e.Least.Cols, e.Most.Cols, now.Cols, func(n int) string {
		return say.Count(words.If(e.Most.Rows == 1, "edit.cards", "edit.columns"), n)
	})
	r.Menus = append(r.Menus, menu)
}

// pickedSize returns the size `now` with the number of rows or columns that was picked, such as r7
// or c7. It returns false if the board cannot have that size.
func (e *Editor) pickedSize(now Size, picked string) (Size, bool) {
	n, err := strconv.Atoi(strings.TrimLeft(picked, rowsSign+colsSign))
	if strings.HasPrefix(picked, rowsSign) {
		now.Rows = n
	} else {
		now.Cols = n
	}
	return now, err == nil && e.allows(now)
}

// allows reports whether a board may have this size.
func (e *Editor) allows(s Size) bool {
	return e.Least.Rows <= s.Rows && s.Rows <= e.Most.Rows && e.Least.Cols <= s.Cols && s.Cols <= e.Most.Cols
}

// A sketch is a board in an Editor.
type sketch struct {
	Size
	cells []cell // row-major
}

type cell struct {
	name  string // name of its pad
	state int
}

// newSketch returns a board with all cells off.
func newSketch(s Size) sketch {
	board := sketch{Size: s}
	for i := range s.Rows * s.Cols {
		name := ask.CellName(i/s.Cols, i%s.Cols)
		if s.Rows == 1 {
			name = strconv.Itoa(i + 1)
		}
		board.cells = append(board.cells, cell{name: name})
	}
	return board
}

// read reads a board that String has written, with this many states a cell. It returns a board of
// size Start with all cells off for any other text.
func (e *Editor) read(text string, states int) sketch {
	rows := strings.Split(text, "/")
	size := Size{len(rows), len(rows[0])}
	if !e.allows(size) {
		return newSketch(e.Start)
	}
	board := newSketch(size)
	for r, row := range rows {
		if len(row) != size.Cols || strings.Trim(row, "012345678"[:states]) != "" {
			return newSketch(e.Start)
		}
		for c := range row {
			board.cells[r*size.Cols+c].state = int(row[c] - '0')
		}
	}
	return board
}

// String writes the board as its solver reads it: rows of digits.
func (s sketch) String() string {
	return strings.Join(ask.Lines(s.cells, s.Cols, func(c cell) byte { return '0' + byte(c.state) }), "/")
}

// pads returns the cells as pads, in rows. A board of a single row is broken into rows of PadRow
// pads, so that more of it fits as buttons.
func (s sketch) pads(states []State) (rows [][]Pad) {
	width := s.Cols
	if s.Rows == 1 {
		width = min(width, PadRow)
	}
	for i, c := range s.cells {
		if i%width == 0 {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], Pad{Name: c.name, Tile: states[c.state].Tile, State: states[c.state].Called, Called: words.If(s.Rows == 1, "board.pad-card", "")})
	}
	return rows
}

// resized returns the board in another size, with the cells that both sizes have.
func (s sketch) resized(to Size) sketch {
	board := newSketch(to)
	for r := range min(to.Rows, s.Rows) {
		for c := range min(to.Cols, s.Cols) {
			board.cells[r*to.Cols+c].state = s.cells[r*s.Cols+c].state
		}
	}
	return board
}
