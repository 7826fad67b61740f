package compose

import (
	"errors"
	"slices"

	"kibitz/bot/wire"
)

// errFull is the error of a message that has no room for another text, or is none of ours.
var errFull = errors.New("the message takes no more text")

// Rewritten returns the edit of a message of ours that rewrites one of its texts and leaves all else as
// it is; nil if nothing changes. Rewrite returns a text anew, in at most room units, or false for a text
// that it leaves alone. If it leaves all of them alone, Rewritten asks it for a text to be put before the
// controls.
func Rewritten(p *wire.Posted, rewrite func(text string, room int) (string, bool)) (*wire.Message, error) {
	m := p.Again()
	if len(m.Components) != 1 || m.Components[0].Type != wire.TypeContainer {
		return nil, errFull
	}
	parts, room, count := m.Components[0].Components, maxText, 1
	for _, c := range parts {
		room -= wire.Units(c.Content)
		count += 1 + len(c.Components)
	}
	for i, c := range parts {
		if c.Type != wire.TypeText {
			continue
		}
		if text, ok := rewrite(c.Content, room+wire.Units(c.Content)); ok {
			parts[i].Content = text
			return changed(m, text != c.Content, room+wire.Units(c.Content)-wire.Units(text))
		}
	}
	text, ok := rewrite("", room)
	if !ok || count == maxComponents {
		return nil, errFull
	}
	at := slices.IndexFunc(parts, func(c wire.Component) bool { return c.Type == wire.TypeRow })
	if at < 0 {
		at = len(parts)
	}
	m.Components[0].Components = slices.Insert(parts, at, wire.Component{Type: wire.TypeText, Content: text})
	return changed(m, true, room-wire.Units(text))
}

// changed returns m if it is different, and nil if not; errFull if it is longer than Discord takes.
func changed(m *wire.Message, different bool, room int) (*wire.Message, error) {
	switch {
	case !different:
		return nil, nil
	case room < 0:
		return nil, errFull
	}
	return m, nil
}
