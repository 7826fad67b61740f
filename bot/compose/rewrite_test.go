package compose

import (
	"encoding/json"
	"strings"
	"testing"

	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
	"kibitz/render"
)

// posted returns a reply as Discord hands it back.
func posted(t *testing.T, r *chat.Reply) *wire.Posted {
	t.Helper()
	p, err := Reply(r).FollowUp()
	if err != nil {
		t.Fatal(err)
	}
	var m wire.Posted
	if err := json.Unmarshal(wiretest.Open(t, p.ContentType, p.Body).Body, &m); err != nil {
		t.Fatal(err)
	}
	for i := range m.Components[0].Components {
		c := &m.Components[0].Components[i]
		for j := range c.Items {
			c.Items[j].Media = wire.Media{URL: "https://cdn.discordapp.com/attachments/1/2/board.png?ex=3", ContentType: "image/png"} // its address tells the id
		}
		if c.File != nil {
			c.File, c.Name, c.Size = &wire.Media{URL: "https://cdn.discordapp.com/attachments/1/4/puzzle.txt?ex=3", Attachment: "4"}, "puzzle.txt", 5
		}
	}
	return &m
}

// TestRewritten: a text of a message is rewritten, or put before its controls. The picture and the file
// stay, and so does all else. There is as much room as Discord leaves, and no more.
func TestRewritten(t *testing.T) {
	r := &chat.Reply{
		Title: "The day", Text: "text", Board: render.NewBoard(2, 2), Picture: true, Note: "note", Puzzle: "1|1", InFile: true,
		Buttons: []chat.Button{{Label: "Race", Path: "x?race"}}, Menus: []*chat.Menu{{Path: "x?other", Items: []chat.Item{{Value: "a", Label: "A"}}}},
	}
	const used = len("### The day\ntext") + len("-# note")
	write := func(line string) func(string, int) (string, bool) {
		return func(text string, room int) (string, bool) {
			if text != "" && !strings.HasPrefix(text, "table") {
				return "", false
			}
			if room != 4000-used {
				t.Errorf("room for %d", room)
			}
			if text == "" {
				text = "table"
			}
			return text + line, true
		}
	}
	before := posted(t, r)
	m, err := Rewritten(before, write(" 1"))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := json.Marshal(m)
	wiretest.Validate(t, wiretest.Schema(t, "IncomingWebhookUpdateRequestPartial"), body)
	var types []int
	for _, c := range m.Components[0].Components {
		types = append(types, c.Type)
	}
	text := string(body)
	if want := []int{wire.TypeText, wire.TypeGallery, wire.TypeText, wire.TypeFile, wire.TypeText, wire.TypeRow, wire.TypeRow}; len(types) != len(want) || types[4] != want[4] || types[5] != want[5] ||
		!strings.Contains(text, `"table 1"`) || !strings.Contains(text, "attachment://board.png") || !strings.Contains(text, "attachment://puzzle.txt") ||
		!strings.Contains(text, `"attachments":[{"id":"2","filename":"board.png"},{"id":"4","filename":"puzzle.txt"}]`) || strings.Contains(text, "cdn.discordapp") {
		t.Errorf("parts %v: %s", types, body)
	}
	after := *before
	after.Components = m.Components
	if m, err = Rewritten(&after, write(" 2")); err != nil || m.Components[0].Components[4].Content != "table 1 2" {
		t.Errorf("%+v, %v", m, err)
	}
	if m, err = Rewritten(posted(t, r), func(text string, _ int) (string, bool) { return text, text != "" }); m != nil || err != nil {
		t.Errorf("nothing changed: %+v, %v", m, err)
	}
	long := func(text string, room int) (string, bool) { return strings.Repeat("x", room+1), text == "" }
	none := func(string, int) (string, bool) { return "", false }
	for name, p := range map[string]*wire.Posted{"too long": posted(t, r), "no text": posted(t, r), "not ours": {Content: "hello"}} {
		rewrite := none
		if name == "too long" {
			rewrite = long
		}
		if m, err := Rewritten(p, rewrite); m != nil || err == nil {
			t.Errorf("%s: %+v", name, m)
		}
	}
}
