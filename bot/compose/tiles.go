package compose

import (
	"kibitz/bot/wire"
	"kibitz/render"
)

// Tiles are the emoji of the application that show tiles as the pictures of a theme do. It may lack any
// of them: plain emoji take their places.
type Tiles map[ThemedTile]wire.Emoji

// A ThemedTile is a tile as the pictures of a theme show it.
type ThemedTile struct {
	Tile  render.Tile
	Theme render.Theme
}

// A tiled is an emoji that shows a tile, and the plain emoji that can take its place.
type tiled struct {
	at    *wire.Emoji
	plain string
}

// emoji returns the emoji of a tile, or else the plain one; nil if there is neither.
func (m *Message) emoji(tile render.Tile, plain string) *wire.Emoji {
	if own, ok := m.tiles[ThemedTile{tile, m.theme}]; ok {
		m.tiled = append(m.tiled, tiled{&own, tile.Emoji()})
		return &own
	}
	if plain == "" {
		return nil
	}
	return &wire.Emoji{Name: plain}
}

// Untile puts plain emoji in the places of all tiles; false if the message has none.
func (m *Message) Untile() bool {
	for _, t := range m.tiled {
		*t.at = wire.Emoji{Name: t.plain}
	}
	had := len(m.tiled) > 0
	m.tiled = nil
	return had
}
