package bot

import (
	"fmt"

	"kibitz/commands/chat"
)

// This file is the part of a message that can be clicked on.

// buttons adds rows of buttons while there are components left.
func (m *message) buttons(buttons []chat.Button) {
	var row []component
	flush := func() {
		if len(row) > 0 {
			m.add(component{Type: typeRow, Components: row})
			row = nil
		}
	}
	for _, b := range buttons {
		if m.count+len(row)+2 > maxComponents {
			m.lost = append(m.lost, "button "+withoutValues(b.Path))
			continue
		}
		if c, ok := m.button(b); ok {
			if row == nil {
				row = make([]component, 0, maxRow)
			}
			row = append(row, c)
		}
		if len(row) == maxRow {
			flush()
		}
	}
	flush()
}

// grid adds rows of buttons as they are.
func (m *message) grid(rows [][]chat.Button) {
	for _, row := range rows {
		m.buttons(row)
	}
}

// button is false for one that Discord would not take.
func (m *message) button(b chat.Button) (component, bool) {
	c := component{Type: typeButton, Style: styleSecondary, Label: cut(b.Label, maxLabel), Disabled: b.Disabled}
	if b.Strong {
		c.Style = stylePrimary
	}
	if b.Emoji != "" {
		c.Emoji = &emoji{b.Emoji}
	}
	named := !blank(b.Label) || b.Emoji != ""
	if b.URL != "" {
		c.Style, c.URL = styleLink, b.URL
		if !named || units(b.URL) > maxURL {
			m.lost = append(m.lost, fmt.Sprintf("link of %d characters", units(b.URL)))
			return c, false
		}
		return c, true
	}
	id, ok := m.unused(b.Path, b.Mode)
	if !ok || !named {
		m.lost = append(m.lost, "button "+withoutValues(b.Path))
		return c, false
	}
	c.CustomID, m.ids[id] = id, true
	return c, true
}

// unused returns a path as a component carries it; false for one that is too long, or that
// another component of the message has.
func (m *message) unused(path string, mode chat.Mode) (id string, ok bool) {
	id = customID(path, mode)
	return id, units(id) <= maxCustomID && !m.ids[id]
}

// menu adds a menu, if it is one that Discord would take.
func (m *message) menu(menu *chat.Menu) {
	id, ok := m.unused(menu.Path, menu.Mode)
	c := component{Type: typeMenu, CustomID: id, Placeholder: cut(menu.Hint, maxHint)}
	values, chosen := map[string]bool{}, 0
	for _, item := range menu.Items {
		if blank(item.Label) || item.Value == "" || units(item.Value) > maxItem || values[item.Value] || len(c.Options) == maxItems {
			m.lost = append(m.lost, "item of menu "+withoutValues(menu.Path))
			continue
		}
		values[item.Value] = true
		picked := item.Picked && chosen < max(menu.Most, 1)
		if picked {
			chosen++
		}
		c.Options = append(c.Options, entry{cut(item.Label, maxItem), item.Value, cut(item.Detail, maxItem), picked})
	}
	if menu.Most > 0 {
		c.MinValues, c.MaxValues = new(0), min(menu.Most, len(c.Options))
	}
	if !ok || len(c.Options) == 0 {
		m.lost = append(m.lost, "menu "+withoutValues(menu.Path))
		return
	}
	m.ids[id] = true
	m.add(component{Type: typeRow, Components: []component{c}})
}
