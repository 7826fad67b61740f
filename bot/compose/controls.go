package compose

import (
	"fmt"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// This file is the part of a message that can be clicked on.

// buttons adds the buttons in rows of maxRow at most. A button for which no component is left, or that
// Discord would not take, is left out and noted in Lost; a spare one without a note.
func (m *Message) buttons(buttons []chat.Button) {
	var row []wire.Component
	flush := func() {
		if len(row) > 0 {
			m.add(wire.Component{Type: wire.TypeRow, Components: row})
			row = nil
		}
	}
	for _, b := range buttons {
		if b.NewRow {
			flush()
		}
		if m.count+len(row)+2 > maxComponents { // 2: this button, and the row around it
			if !b.Spare {
				m.Lost = append(m.Lost, "button "+wire.WithoutValues(b.Path))
			}
			continue
		}
		if c, ok := m.button(b); ok {
			if row == nil {
				row = make([]wire.Component, 0, maxRow)
			}
			row = append(row, c)
		}
		if len(row) == maxRow {
			flush()
		}
	}
	flush()
}

// grid adds rows of buttons, each in a row of its own.
func (m *Message) grid(rows [][]chat.Button) {
	for _, row := range rows {
		m.buttons(row)
	}
}

// button returns a button as a component. It returns false, and notes the button in Lost, for
// one that Discord would not take: without label and emoji, with too long an address, or with
// a custom_id that is too long or not the only one of its kind.
func (m *Message) button(b chat.Button) (wire.Component, bool) {
	c := wire.Component{Type: wire.TypeButton, Style: wire.StyleSecondary, Label: wire.Cut(b.Label, maxLabel), Disabled: b.Disabled}
	if b.Strong {
		c.Style = wire.StylePrimary
	}
	if c.Emoji = m.emoji(b.Tile, b.Emoji); c.Emoji != nil && c.Emoji.ID != "" && b.Label == b.Tile.Text() {
		c.Label = ""
	}
	named := !wire.Blank(b.Label) || b.Emoji != ""
	if b.URL != "" {
		c.Style, c.URL = wire.StyleLink, b.URL
		if !named || wire.Units(b.URL) > wire.MaxURL {
			m.Lost = append(m.Lost, fmt.Sprintf("link of %d characters", wire.Units(b.URL)))
			return c, false
		}
		return c, true
	}
	id, ok := m.unused(b.Path, b.Mode)
	if !ok || !named {
		m.Lost = append(m.Lost, "button "+wire.WithoutValues(b.Path))
		return c, false
	}
	c.CustomID, m.ids[id] = id, true
	return c, true
}

// unused returns a path as a component carries it; false for one that is too long, or that
// another component of the message has.
func (m *Message) unused(path string, mode chat.Mode) (id string, ok bool) {
	id = wire.CustomID(path, mode)
	return id, wire.Units(id) <= maxCustomID && !m.ids[id]
}

// menu adds a menu in a row of its own, without the items that Discord would not take: blank,
// too long, a value that comes twice, or more than maxItems. Of the picked items it marks the
// first menu.Most as picked, or one. A menu without items, or with a custom_id that Discord
// would not take, is left out. What is left out is noted in Lost.
func (m *Message) menu(menu *chat.Menu) {
	id, ok := m.unused(menu.Path, menu.Mode)
	c := wire.Component{Type: wire.TypeMenu, CustomID: id, Placeholder: wire.Cut(menu.Hint, maxHint)}
	values, chosen := map[string]bool{}, 0
	for _, item := range menu.Items {
		if wire.Blank(item.Label) || item.Value == "" || wire.Units(item.Value) > maxItem || values[item.Value] || len(c.Options) == maxItems {
			m.Lost = append(m.Lost, "item of menu "+wire.WithoutValues(menu.Path))
			continue
		}
		values[item.Value] = true
		picked := item.Picked && chosen < max(menu.Most, 1)
		if picked {
			chosen++
		}
		c.Options = append(c.Options, wire.Entry{
			Label: wire.Cut(item.Label, maxItem), Value: item.Value, Description: wire.Cut(item.Detail, maxItem),
			Emoji: m.emoji(item.Tile, item.Emoji), Default: picked,
		})
	}
	if menu.Most > 0 {
		c.MinValues, c.MaxValues = new(0), min(menu.Most, len(c.Options))
	}
	if !ok || len(c.Options) == 0 {
		m.Lost = append(m.Lost, "menu "+wire.WithoutValues(menu.Path))
		return
	}
	m.ids[id] = true
	m.add(wire.Component{Type: wire.TypeRow, Components: []wire.Component{c}})
}
