package compose

import (
	"encoding/json"
	"testing"

	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
	"kibitz/render"
)

// emojiOf returns what the first button and the first item of a message show: names, ids and labels.
func emojiOf(t *testing.T, m *Message) (button, item wire.Emoji, label string) {
	t.Helper()
	for _, row := range m.Parts {
		for _, c := range row.Components {
			switch {
			case c.Type == wire.TypeButton && c.Emoji != nil:
				button, label = *c.Emoji, c.Label
			case c.Type == wire.TypeMenu && c.Options[0].Emoji != nil:
				item = *c.Options[0].Emoji
			}
		}
	}
	p, err := m.Callback()
	if err != nil {
		t.Fatal(err)
	}
	wiretest.Validate(t, wiretest.Schema(t, "CreateMessageInteractionCallbackRequest"), p.Body)
	return button, item, label
}

// TestTiles: a button and an item show the emoji of their tile in the reply's theme, a label that is on
// the tile is left out, and where that emoji is missing they show the plain one.
func TestTiles(t *testing.T) {
	seven := render.DigitTile(7)
	lit := wire.Emoji{Name: "lit_ab12cd", ID: "123456789012345678"}
	digit := wire.Emoji{Name: "digit_7_0f0f0f", ID: "223456789012345678"}
	tiles := Tiles{{render.LitTile, render.Light}: lit, {seven, render.Light}: digit}
	reply := func(theme render.Theme) *chat.Reply {
		return &chat.Reply{
			Title: "x", Theme: theme,
			Menus:   []*chat.Menu{{Path: "m", Items: []chat.Item{{Value: "v", Label: "c1", Emoji: "🟨", Tile: render.LitTile}}}},
			Buttons: []chat.Button{{Label: "7", Path: "b", Tile: seven}},
		}
	}
	if button, item, label := emojiOf(t, tiles.Reply(reply(render.Light))); button != digit || item != lit || label != "" {
		t.Errorf("button %v %q, item %v", button, label, item)
	}
	for name, m := range map[string]*Message{"another theme": tiles.Reply(reply(render.Dark)), "no tiles": Reply(reply(render.Light))} {
		if button, item, _ := emojiOf(t, m); button != (wire.Emoji{}) || item != (wire.Emoji{Name: "🟨"}) {
			t.Errorf("%s: button %v, item %v", name, button, item)
		}
	}
	named := reply(render.Light)
	named.Buttons[0].Label = "seven"
	if _, _, label := emojiOf(t, tiles.Reply(named)); label != "seven" {
		t.Errorf("label %q", label)
	}

	m := tiles.Reply(reply(render.Light))
	if !m.Untile() {
		t.Error("the message has no tiles")
	}
	if button, item, _ := emojiOf(t, m); button != (wire.Emoji{Name: "7️⃣"}) || item != (wire.Emoji{Name: "🟨"}) {
		t.Errorf("without its tiles: button %v, item %v", button, item)
	}
	if m.Untile() || Reply(reply(render.Light)).Untile() {
		t.Error("a message without tiles has some")
	}
}

// TestPlainEmojiHaveNoID: an emoji without an id is sent without one, as Discord takes "" for a wrong one.
func TestPlainEmojiHaveNoID(t *testing.T) {
	text, err := json.Marshal(wire.Emoji{Name: "🟨"})
	if err != nil || string(text) != `{"name":"🟨"}` {
		t.Errorf("%s, %v", text, err)
	}
}
