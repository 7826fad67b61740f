// Package press is for puzzles whose board is made of buttons: it is put together by
// tapping (Editor), and played by pressing, alone (Play) or against the bot (Match).
// Nothing is kept between two clicks: the reply carries the puzzle with what was pressed,
// so that any process can serve any click.
package press

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// An Editor is a board of buttons on which a puzzle is put together, for who has it on
// paper or on a screen. What is on the board so far is the puzzle that its reply carries.
//
// 5×5 is the largest board: the buttons and their rows are 30 of the 40 components that
// Discord allows in a message.
type Editor struct {
	Off, On string // emoji
	Sizes   []Size
	Start   Size
}

// Size is rows and columns.
type Size struct{ Rows, Cols int }

func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Rows, s.Cols) }

// PadRow is how many buttons stand in a row, and how many rows of them in a reply.
const PadRow = 5

// EditorSays are the ids of the phrases that an Editor says of a kind of that name.
func EditorSays(kind string) []string { return words.IDs(kind+".edit.", "title", "text") }

// Boards are the sizes from 2×2 to 5×5.
func Boards() (all []Size) {
	for rows := 2; rows <= PadRow; rows++ {
		for cols := 2; cols <= PadRow; cols++ {
			all = append(all, Size{rows, cols})
		}
	}
	return all
}

// SingleRows are the sizes of one row, up to as many cells as five rows of buttons hold.
func SingleRows() (all []Size) {
	for cols := 1; cols <= PadRow*PadRow; cols++ {
		all = append(all, Size{1, cols})
	}
	return all
}

// Edit is the board after what was clicked.
func (e *Editor) Edit(a *ask.Ask) *ask.Answer {
	board := e.read(a.Text)
	switch a.Edit {
	case "":
	case "clear":
		board = blank(board.Size)
	case "size":
		i := slices.IndexFunc(e.Sizes, func(s Size) bool { return s.String() == a.Picked })
		if i < 0 {
			return a.Notice("unknown")
		}
		board = board.resized(e.Sizes[i])
	default:
		if i := slices.IndexFunc(board.cells, func(c cell) bool { return c.name == a.Edit }); i >= 0 {
			board.cells[i].on = !board.cells[i].on
		}
	}
	return e.show(board, a)
}

func (e *Editor) show(board sketch, a *ask.Ask) *ask.Answer {
	unread := *a
	unread.Unread = true
	a = &unread
	edit := func(what string) string { return a.Link(a.Keep(ask.Change{"edit": what})) }
	name := a.Kind.Name
	r := a.New(chat.Plain, a.Say.Text(name+".edit.title"))
	r.Text, r.Puzzle, r.Private = a.Say.Text(name+".edit.text"), board.String(), true
	r.Menu = &chat.Menu{Path: edit("size"), Hint: a.Say.Text("edit.size"), Mode: chat.EditByOwner}
	for i, c := range board.cells {
		if i%min(board.Cols, PadRow) == 0 {
			r.Grid = append(r.Grid, nil)
		}
		row := &r.Grid[len(r.Grid)-1]
		*row = append(*row, chat.Button{Emoji: words.If(c.on, e.On, e.Off), Path: edit(c.name), Mode: chat.EditByOwner})
	}
	for _, s := range e.Sizes {
		r.Menu.Items = append(r.Menu.Items, chat.Item{Value: s.String(), Label: s.label(a.Say), Picked: s == board.Size})
	}
	goOn := func(action *ask.Action, strong bool) {
		b := a.Button("button."+action.Name, a.KeepSpoiler(ask.Change{"do": action.Name}))
		b.Mode, b.Strong = words.If(a.WantsPrivate() || action.Private, chat.Privately, chat.Publicly), strong
		r.Offer(b)
	}
	goOn(a.Action, true)
	if !a.Action.Game {
		goOn(a.Kind.Action(ask.Play), false)
	}
	empty := a.Button("button.clear", a.Keep(ask.Change{"edit": "clear"}))
	empty.Mode = chat.EditByOwner
	r.Offer(empty, a.Button("button.type", a.Keep(ask.Change{"do": a.Action.Name, "form": "new"})))
	return r
}

// label is a size in words.
func (s Size) label(say words.Phrases) string {
	if s.Rows == 1 {
		return say.Count("edit.row", s.Cols)
	}
	return say.Text("edit.board", words.With{"Rows": s.Rows, "Cols": s.Cols})
}

// A sketch is a board that is being put together.
type sketch struct {
	Size
	cells []cell // row-major
}

type cell struct {
	name string // of its button
	on   bool
}

func blank(s Size) sketch {
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

// read is the inverse of String. What is no board of this editor is an empty one.
func (e *Editor) read(text string) sketch {
	rows := strings.Split(text, "/")
	size := Size{len(rows), len(rows[0])}
	if !slices.Contains(e.Sizes, size) {
		return blank(e.Start)
	}
	board := blank(size)
	for r, row := range rows {
		if len(row) != size.Cols || strings.Trim(row, "01") != "" {
			return blank(e.Start)
		}
		for c := range row {
			board.cells[r*size.Cols+c].on = row[c] == '1'
		}
	}
	return board
}

// String is the board in a notation that its solver reads: rows of 0 and 1.
func (s sketch) String() string {
	return strings.Join(ask.Lines(s.cells, s.Cols, func(c cell) byte { return words.If[byte](c.on, '1', '0') }), "/")
}

// resized keeps the cells that are in both.
func (s sketch) resized(to Size) sketch {
	board := blank(to)
	for r := range min(to.Rows, s.Rows) {
		for c := range min(to.Cols, s.Cols) {
			board.cells[r*to.Cols+c].on = s.cells[r*s.Cols+c].on
		}
	}
	return board
}
