package press

import (
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// A Pad is one thing to press. A Gap keeps its place among the others and cannot be pressed.
// Where it is read aloud it has words in place of its emoji: Called is the phrase for its
// Name, or "" for that as it is, and State the phrase for what it shows, or "".
type Pad struct {
	Name, Label, Emoji, Called, State string
	Gap                               bool
}

// spoken is what a pad is called aloud.
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

// A layout is how pads stand in a reply: as buttons where they are few, else in menus, from
// which several can be picked at once. Of a board with many rows there are two menus: one to
// pick the row, and one for the pads in it.
type layout struct {
	rows     [][]Pad
	called   func(row int) string // a row, in the menus
	open     int                  // the row whose pads can be picked now
	strong   string               // the pad that a hint speaks of; "" for none
	disabled bool
	link     func(what string) string
}

const (
	// PadRow is how many buttons stand in a row, and how many rows of them in a reply: the
	// buttons and their rows are 30 of the 40 components that Discord allows in a message.
	PadRow = 5
	// MenuRow is how many pads a menu holds.
	MenuRow = 25
	// mostMenus is how many menus of pads there are at once.
	mostMenus = 3
)

// What a menu of pads says, beside the names of the pads that were picked.
const (
	pickRow  = "row"
	pickPads = "pick" // and the number of the menu
)

// fits tells whether pads have room in a reply.
func fits(rows [][]Pad) bool { return len(rows) > 0 && len(rows) <= MenuRow && widest(rows) <= MenuRow }

// asButtons tells whether pads have room as buttons.
func asButtons(rows [][]Pad) bool { return len(rows) <= PadRow && widest(rows) <= PadRow }

// AsButtons tells whether all pads of a board of that size are buttons, which then show it.
func AsButtons(rows, cols int) bool { return rows <= PadRow && cols <= PadRow }

func widest(rows [][]Pad) int {
	most := 0
	for _, row := range rows {
		most = max(most, len(row))
	}
	return most
}

// add puts the pads into a reply.
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

func (l layout) buttons(a *ask.Ask, row []Pad) (buttons []chat.Button) {
	for _, pad := range row {
		buttons = append(buttons, padButton(a, pad, l.link(pad.Name), pad.Name == l.strong, l.disabled))
	}
	return buttons
}

// padButton is a pad as a button: the one place that says how it is labelled.
func padButton(a *ask.Ask, pad Pad, path string, strong, disabled bool) chat.Button {
	b := chat.Button{Label: pad.Label, Emoji: pad.Emoji, Path: path, Mode: chat.EditByOwner, Strong: strong, Disabled: disabled || pad.Gap}
	if !a.Spoken() {
		return b
	}
	b.Label, b.Emoji = pad.spoken(a.Say), ""
	if strong {
		b.Label = a.Say.Text("board.pressed", words.With{"State": b.Label, "Mark": a.Say.Text("board.press")})
	}
	return b
}

// addMenu puts one row of pads into a reply, as a menu.
func (l layout) addMenu(r *ask.Answer, row int) {
	menu := &chat.Menu{Path: l.link(pickPads + strconv.Itoa(row+1)), Hint: l.called(row), Mode: chat.EditByOwner}
	for _, pad := range l.rows[row] {
		if !pad.Gap {
			menu.Items = append(menu.Items, chat.Item{Value: pad.Name, Label: padItem(r.Ask, pad)})
		}
	}
	if menu.Most = len(menu.Items); menu.Most > 0 {
		r.Menus = append(r.Menus, menu)
	}
}

// padItem is a pad as an item of a menu, which has its emoji before its name.
func padItem(a *ask.Ask, pad Pad) string {
	switch {
	case a.Spoken():
		return pad.spoken(a.Say)
	case pad.Label == "":
		return pad.Emoji + " " + pad.Name
	}
	return pad.Emoji + " " + pad.Label
}

// picked are the pads that a click names: one by its button, several or none by a menu.
func picked(a *ask.Ask, what string) []string {
	if strings.HasPrefix(what, pickPads) {
		return a.Request.Picked
	}
	return []string{what}
}

// openRow is the row that a click leaves open: the one that was picked, or else the one with
// that pad in it, or the first.
func openRow(a *ask.Ask, what string, rows [][]Pad, pad string) int {
	if row, err := strconv.Atoi(a.Picked); what == pickRow && err == nil && 0 < row && row <= len(rows) {
		return row - 1
	}
	return max(0, slices.IndexFunc(rows, func(row []Pad) bool {
		return slices.ContainsFunc(row, func(p Pad) bool { return p.Name == pad })
	}))
}
