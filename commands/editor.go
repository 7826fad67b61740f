package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An editor is a board of buttons on which a puzzle is put together, for who has
// it on paper or on a screen. Its state is the puzzle itself, in the reply's
// code block like every other: what a click changes is read there, so that any
// process can serve it, and Solve is a button like under any reply.
//
// 5×5 is the largest: the buttons and their rows are 30 of the 40 components
// that Discord allows in a message.
type editor struct {
	off, on string // emoji
	sizes   []extent
	start   extent
}

// An extent is rows and columns.
type extent struct{ rows, cols int }

func (e extent) String() string { return fmt.Sprintf("%dx%d", e.rows, e.cols) }

// boards are the extents from 2×2 to 5×5.
func boards() (all []extent) {
	for rows := 2; rows <= padRow; rows++ {
		for cols := 2; cols <= padRow; cols++ {
			all = append(all, extent{rows, cols})
		}
	}
	return all
}

// singles are the extents of one row, up to as many cells as five rows of buttons
// hold.
func singles() (all []extent) {
	for cols := 1; cols <= padRow*padRow; cols++ {
		all = append(all, extent{1, cols})
	}
	return all
}

// padRow is how many buttons stand in a row, and how many rows of them in a
// reply.
const padRow = 5

// reply is the board after what was clicked.
func (e *editor) reply(p *puzzle, c call, do string, say phrases) *Reply {
	grid := e.read(c.text)
	switch edit := c.options.text("edit"); edit {
	case "":
	case "clear":
		grid = blankSketch(grid.extent)
	case "size":
		i := slices.IndexFunc(e.sizes, func(s extent) bool { return s.String() == c.picked })
		if i < 0 {
			return notice(say, "unknown", nil)
		}
		grid = grid.resized(e.sizes[i])
	default:
		if i := slices.IndexFunc(grid.cells, func(cell sketchCell) bool { return cell.name == edit }); i >= 0 {
			grid.cells[i].on = !grid.cells[i].on
		}
	}
	return e.show(grid, p, c.options, do, say)
}

func (e *editor) show(g sketch, p *puzzle, o values, do string, say phrases) *Reply {
	turn := func(edit string) string { return path(p, o, o.kept(values{"edit": edit})) }
	aloud := either(o.flag("private"), Aside, Aloud)
	r := &Reply{
		Title:   say.text(p.name+".edit.title", nil),
		Text:    say.text(p.name+".edit.text", nil),
		Puzzle:  g.String(),
		Menu:    &Menu{Path: turn("size"), Hint: say.text("edit.size", nil), Manner: Turn},
		Private: true,
	}
	for i, cell := range g.cells {
		if i%g.wide() == 0 {
			r.Grid = append(r.Grid, nil)
		}
		row := &r.Grid[len(r.Grid)-1]
		*row = append(*row, Button{Emoji: either(cell.on, e.on, e.off), Path: turn(cell.name), Manner: Turn})
	}
	for _, s := range e.sizes {
		r.Menu.Items = append(r.Menu.Items, Item{Value: s.String(), Label: s.label(say), Picked: s == g.extent})
	}
	r.Buttons = []Button{{Label: say.text("button."+do, nil), Path: path(p, o, values{"do": do}), Manner: aloud, Strong: true}}
	if slices.Contains(p.do, "play") && do != "play" {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.play", nil), Path: path(p, o, values{"do": "play"}), Manner: aloud})
	}
	r.Buttons = append(r.Buttons,
		Button{Label: say.text("button.clear", nil), Path: turn("clear"), Manner: Turn},
		Button{Label: say.text("button.type", nil), Path: path(p, o, o.kept(values{"do": do, "form": "new"}))})
	return r
}

// label is an extent in words.
func (s extent) label(say phrases) string {
	if s.rows == 1 {
		return say.count("edit.row", s.cols, nil)
	}
	return say.text("edit.board", with{"Rows": s.rows, "Cols": s.cols})
}

// A sketch is a board that is being put together.
type sketch struct {
	extent
	cells []sketchCell // row-major
}

type sketchCell struct {
	name string // of its button
	on   bool
}

func blankSketch(s extent) sketch {
	g := sketch{extent: s}
	for i := range s.rows * s.cols {
		name := cellName(i/s.cols, i%s.cols)
		if s.rows == 1 {
			name = strconv.Itoa(i + 1)
		}
		g.cells = append(g.cells, sketchCell{name: name})
	}
	return g
}

// read is the inverse of String; what is no board of this editor is an empty one.
func (e *editor) read(text string) sketch {
	lines := strings.Split(text, "/")
	s := extent{len(lines), len(lines[0])}
	if !slices.Contains(e.sizes, s) {
		return blankSketch(e.start)
	}
	g := blankSketch(s)
	for r, line := range lines {
		if len(line) != s.cols || strings.Trim(line, "01") != "" {
			return blankSketch(e.start)
		}
		for c := range line {
			g.cells[r*s.cols+c].on = line[c] == '1'
		}
	}
	return g
}

// String is the board in a notation that its solver reads: rows of 0 and 1.
func (g sketch) String() string {
	return strings.Join(lines(g.cells, g.cols, func(c sketchCell) byte { return either[byte](c.on, '1', '0') }), "/")
}

// resized keeps the cells that are in both.
func (g sketch) resized(s extent) sketch {
	out := blankSketch(s)
	for r := range min(s.rows, g.rows) {
		for c := range min(s.cols, g.cols) {
			out.cells[r*s.cols+c].on = g.cells[r*g.cols+c].on
		}
	}
	return out
}

// wide is how many buttons stand side by side.
func (g sketch) wide() int { return min(g.cols, padRow) }
