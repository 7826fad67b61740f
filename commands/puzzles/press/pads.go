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

// A Pad is a button to press, or an item of a menu. A Gap keeps its place and cannot be pressed. On
// a board read aloud, words replace the tile: Called is the id of the phrase for its name, "" for
// the plain Name, and State the id of the phrase for its state, "" for none.
type Pad struct {
	Name, Label, Called, State string
	Tile                       render.Tile
	Gap                        bool
	Cell                       int // on the whole Scene
}

// spoken returns the words for a pad, as they are read aloud.
func (p Pad) spoken(say words.Phrases) string {
	name := p.Name
	if p.Called != "" {
		name = say.Text(p.Called, words.With{"Name": words.If(p.Label != "", p.Label, p.Name)})
	}
	if p.State == "" {
		return name
	}
	return say.Text("board.pad", words.With{"Name": name, "State": say.Text(p.State)})
}

// A layout places pads in a reply: as buttons if they have room, else in menus, from which several
// can be picked at once. A board with many rows has two menus: one to pick a row, and one of the
// pads in it.
type layout struct {
	rows     [][]Pad
	called   func(row int) string // names a row, in the menus
	open     int                  // row whose pads can be picked now
	strong   string               // name of the pad that a hint points to; "" for none
	disabled bool
	link     func(what string) string
}

const (
	// PadRow is the most buttons in a row, and the most rows of buttons in a reply. The buttons and
	// their rows take 30 of the 40 components that Discord allows in a message.
	PadRow = 5
	// MenuRow is the most pads in a menu.
	MenuRow = 25
	// mostMenus is the most menus of pads in a reply.
	mostMenus = 3
)

// Clicks on a menu of pads. They come with the names of the picked pads.
const (
	pickRow  = "row"
	pickPads = "pick" // the number of the menu follows
)

// fits reports whether pads have room in a reply.
func fits(rows [][]Pad) bool { return len(rows) > 0 && len(rows) <= MenuRow && widest(rows) <= MenuRow }

// asButtons reports whether pads have room as buttons.
func asButtons(rows [][]Pad) bool { return len(rows) <= PadRow && widest(rows) <= PadRow }

// AsButtons reports whether all pads of a board of this size are buttons, which then show the
// board.
func AsButtons(rows, cols int) bool { return rows <= PadRow && cols <= PadRow }

// widest returns the number of pads in the longest row.
func widest(rows [][]Pad) int {
	most := 0
	for _, row := range rows {
		most = max(most, len(row))
	}
	return most
}

// add puts the pads into a reply: as buttons if they have room; else up to mostMenus rows as one
// menu each, or a single pad as a button; else a menu of rows and a menu of the open row's pads.
// Disabled pads are shown only as buttons.
func (l layout) add(r *ask.Answer, say words.Phrases) {
	switch {
	case asButtons(l.rows):
		for _, row := range l.rows {
			r.Grid = append(r.Grid, l.buttons(r.Ask, row))
		}
	case l.disabled:
	case len(l.rows) <= mostMenus:
		for i, row := range l.rows {
			if len(row) == 1 {
				r.Grid = append(r.Grid, l.buttons(r.Ask, row))
			} else {
				l.addMenu(r, i)
			}
		}
	default:
		rows := &chat.Menu{Path: l.link(pickRow), Hint: say.Text("edit.pick-row"), Mode: chat.EditByOwner}
		for i := range l.rows {
			rows.Items = append(rows.Items, chat.Item{Value: strconv.Itoa(i + 1), Label: l.called(i), Picked: i == l.open})
		}
		r.Menus = append(r.Menus, rows)
		l.addMenu(r, l.open)
	}
}

// buttons returns a row of pads as buttons.
func (l layout) buttons(a *ask.Ask, row []Pad) (buttons []chat.Button) {
	for _, pad := range row {
		buttons = append(buttons, padButton(a, pad, l.link(pad.Name), pad.Name == l.strong, l.disabled))
	}
	return buttons
}

// padButton returns a pad as a button. If buttons are read aloud, words replace its tile, and also
// say that a hint points to it (strong).
func padButton(a *ask.Ask, pad Pad, path string, strong, disabled bool) chat.Button {
	b := chat.Button{Label: pad.Label, Emoji: pad.Tile.Emoji(), Tile: pad.Tile, Path: path, Mode: chat.EditByOwner, Strong: strong, Disabled: disabled || pad.Gap}
	if !a.Spoken() {
		return b
	}
	b.Label, b.Emoji, b.Tile = pad.spoken(a.Say), "", render.NoTile
	if strong {
		b.Label = a.Say.Text("board.pressed", words.With{"State": b.Label, "Mark": a.Say.Text("board.press")})
	}
	return b
}

// addMenu puts one row of pads into a reply, as a menu from which several can be picked. It leaves
// out gaps, and adds no menu without items.
func (l layout) addMenu(r *ask.Answer, row int) {
	menu := &chat.Menu{Path: l.link(pickPads + strconv.Itoa(row+1)), Hint: l.called(row), Mode: chat.EditByOwner}
	for _, pad := range l.rows[row] {
		if !pad.Gap {
			menu.Items = append(menu.Items, padItem(r.Ask, pad))
		}
	}
	if menu.Most = len(menu.Items); menu.Most > 0 {
		r.Menus = append(r.Menus, menu)
	}
}

// padItem returns a pad as an item of a menu, with its tile before its name.
func padItem(a *ask.Ask, pad Pad) chat.Item {
	if a.Spoken() {
		return chat.Item{Value: pad.Name, Label: pad.spoken(a.Say)}
	}
	return chat.Item{Value: pad.Name, Label: words.If(pad.Label != "", pad.Label, pad.Name), Emoji: pad.Tile.Emoji(), Tile: pad.Tile}
}

// picked returns the names of the pads that a click presses: one by a button, any number by a menu.
func picked(a *ask.Ask, what string) []string {
	if strings.HasPrefix(what, pickPads) {
		return a.Request.Picked
	}
	return []string{what}
}

// openRow returns the index of the row that a click leaves open: the row that it picked, or else
// the one that has the pad of this name, or else the first.
func openRow(a *ask.Ask, what string, rows [][]Pad, pad string) int {
	if row, err := strconv.Atoi(a.Picked); what == pickRow && err == nil && 0 < row && row <= len(rows) {
		return row - 1
	}
	return max(0, slices.IndexFunc(rows, func(row []Pad) bool {
		return slices.ContainsFunc(row, func(p Pad) bool { return p.Name == pad })
	}))
}
