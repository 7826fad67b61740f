package compose

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
	"kibitz/render"
)

func TestMessagesAreWithinDiscordsLimits(t *testing.T) {
	updates := wiretest.Schema(t, "UpdateMessageInteractionCallbackRequest")
	callbacks, edits := wiretest.Schema(t, "CreateMessageInteractionCallbackRequest"), wiretest.Schema(t, "IncomingWebhookUpdateRequestPartial")
	rapid.Check(t, func(t *rapid.T) {
		r := drawReply(t)
		m := Reply(r)
		p, err := m.Callback()
		if err != nil {
			t.Fatal(err)
		}
		first := wiretest.Open(t, p.ContentType, p.Body)
		wiretest.Validate(t, callbacks, first.Body)
		if p, err = m.Edit(); err != nil {
			t.Fatal(err)
		}
		later := wiretest.Open(t, p.ContentType, p.Body)
		m.InPlace = true
		if p, err = m.Callback(); err != nil {
			t.Fatal(err)
		}
		wiretest.Validate(t, updates, wiretest.Open(t, p.ContentType, p.Body).Body)
		wiretest.Validate(t, edits, later.Body)

		var callback struct{ Data wire.Message }
		var edit wire.Message
		if err := json.Unmarshal(first.Body, &callback); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(later.Body, &edit); err != nil {
			t.Fatal(err)
		}
		if private := callback.Data.Flags&wire.FlagEphemeral != 0; private != r.Private || edit.Flags != wire.FlagComponentsV2 {
			t.Fatalf("flags %d and %d for private %v", callback.Data.Flags, edit.Flags, r.Private)
		}
		for _, w := range []wire.Message{callback.Data, edit} {
			checkRules(t, w, first.Files)
		}
	})
}

// TestPostsAreWithinDiscordsLimits: so are several replies in one message.
func TestPostsAreWithinDiscordsLimits(t *testing.T) {
	posts := wiretest.Schema(t, "IncomingWebhookRequestPartial")
	rapid.Check(t, func(t *rapid.T) {
		var replies []*chat.Reply
		for range rapid.IntRange(1, 10).Draw(t, "replies") {
			r := drawReply(t)
			r.Spoiler, r.Film = false, nil // as of the puzzles of a day
			replies = append(replies, r)
		}
		p, err := Post(replies).FollowUp()
		if err != nil {
			t.Fatal(err)
		}
		opened := wiretest.Open(t, p.ContentType, p.Body)
		wiretest.Validate(t, posts, opened.Body)
		var w wire.Message
		if err := json.Unmarshal(opened.Body, &w); err != nil {
			t.Fatal(err)
		}
		checkRules(t, w, opened.Files)
	})
}

// checkRules checks what Discord demands beyond its schema.
func checkRules(t *rapid.T, w wire.Message, files map[string][]byte) {
	texts, components := 0, 0
	ids := map[string]bool{}
	referred := map[string]bool{}
	var walk func([]wire.Component)
	walk = func(list []wire.Component) {
		for _, c := range list {
			components++
			texts += len(utf16.Encode([]rune(c.Content)))
			if c.Type == wire.TypeText && strings.TrimSpace(c.Content) == "" {
				t.Fatal("an empty text")
			}
			if c.Type == wire.TypeButton && c.Label == "" && c.Emoji == nil {
				t.Fatalf("button %q is blank", c.CustomID)
			}
			if c.Type == wire.TypeButton && (c.URL == "") != (c.CustomID != "") {
				t.Fatalf("button %q leads to %q too", c.CustomID, c.URL)
			}
			if c.CustomID != "" && ids[c.CustomID] {
				t.Fatalf("%q twice", c.CustomID)
			}
			ids[c.CustomID] = true
			if c.File != nil {
				referred[strings.TrimPrefix(c.File.URL, "attachment://")] = true
			}
			for _, i := range c.Items {
				referred[strings.TrimPrefix(i.Media.URL, "attachment://")] = true
			}
			walk(c.Components)
		}
	}
	walk(w.Components)
	if texts > 4000 || components > 40 || len(w.Attachments) > 10 {
		t.Fatalf("%d characters, %d components, %d files", texts, components, len(w.Attachments))
	}
	if len(w.Attachments) != len(files) || len(referred) != len(files) {
		t.Fatalf("%d files, listed %v, shown %v", len(files), w.Attachments, referred)
	}
	for _, a := range w.Attachments {
		if _, there := files["files["+a.ID+"] "+a.Filename]; !there || !referred[a.Filename] {
			t.Fatalf("%+v is not among the parts or not shown", a)
		}
	}
}

func TestNothingPings(t *testing.T) {
	m := Reply(&chat.Reply{Title: "@everyone", Text: "<@1> <@&2>"})
	for _, encode := range []func() (wire.Payload, error){m.Callback, m.Edit} {
		p, err := encode()
		if err != nil || !bytes.Contains(p.Body, []byte(`"allowed_mentions":{"parse":[]}`)) {
			t.Errorf("%s, %v", p.Body, err)
		}
	}
}

func TestReplyIsLaidOutInOrder(t *testing.T) {
	b := render.NewBoard(2, 2)
	for i := range b.Cells {
		b.Cells[i].Kind = render.LampOn
	}
	m := Reply(&chat.Reply{
		Tone: chat.Good, Title: "Solved\nin two", Text: "Press **one**.", Board: b,
		Puzzle: "11/11", Note: "first\n\nsecond", Files: []chat.File{{Name: "all.txt", Data: []byte("x")}},
		Buttons: []chat.Button{{Label: "Hint", Path: "lightsout?do=hint"}, {Label: "Again", Path: "lightsout?do=hint"}, {Label: " ", Path: "x"},
			{Label: "Play it", URL: "https://example.org/#1"}},
	})
	if len(m.Parts) != 6 {
		t.Fatalf("%+v", m.Parts)
	}
	if got := m.Parts[0].Content; got != "### Solved in two\nPress **one**." {
		t.Errorf("head %q", got)
	}
	if got := m.Parts[1].Content; got != b.Emoji() {
		t.Errorf("board %q", got)
	}
	if got := m.Parts[2].Content; got != "```\n11/11\n```" {
		t.Errorf("puzzle %q", got)
	}
	if got := m.Parts[3].Content; got != "-# first\n-# second" {
		t.Errorf("note %q", got)
	}
	if got := m.Parts[4].File; got == nil || got.URL != "attachment://all.txt" {
		t.Errorf("file %+v", got)
	}
	if row := m.Parts[5].Components; len(row) != 2 || row[0].CustomID != "k1/lightsout?do=hint" || len(m.Lost) != 2 {
		t.Errorf("buttons %+v, lost %v", row, m.Lost)
	} else if link := row[1]; link.URL != "https://example.org/#1" || link.Style != 5 || link.CustomID != "" {
		t.Errorf("link %+v", link)
	}
}

func TestLongPartsBecomeFiles(t *testing.T) {
	long := strings.Repeat("One more line of text.\n", 400)
	m := Reply(&chat.Reply{Title: "T", Text: "```\n" + long + "```", Puzzle: "11/11", Buttons: []chat.Button{{Label: "a", Path: "a"}}})
	if len(m.files) != 1 || m.files[0].name != "reply.txt" || !strings.Contains(string(m.files[0].data), long) {
		t.Fatalf("%+v", m.files)
	}
	if head := m.Parts[0].Content; !strings.HasSuffix(head, "…\n```") || strings.Count(head, "```") != 2 {
		t.Errorf("the code block is not closed: …%q", head[len(head)-40:])
	}
	if !m.hasButtons() {
		t.Error("the puzzle fits, but the buttons are gone")
	}

	m = Reply(&chat.Reply{Title: "T", Puzzle: strings.Repeat("1", 5000), Buttons: []chat.Button{{Label: "a", Path: "a"}}})
	if len(m.files) != 1 || m.files[0].name != "puzzle.txt" || len(m.files[0].data) != 5000 {
		t.Fatalf("%+v", m.files)
	}
	if !m.hasButtons() {
		t.Error("the puzzle is in a file, but the buttons are gone")
	}
	if m := Reply(&chat.Reply{Puzzle: strings.Repeat("1", chat.MaxPuzzleFile+1), Buttons: []chat.Button{{Label: "a", Path: "a"}}}); m.hasButtons() {
		t.Error("a button whose click could not read the puzzle")
	}
}

func TestColorsAreDistinct(t *testing.T) {
	seen := map[int]bool{}
	for _, c := range colors {
		if seen[c] {
			t.Errorf("%06x twice", c)
		}
		seen[c] = true
	}
}

// A puzzle that a reply shows is the puzzle that a click finds, whatever else
// the reply says; and where none is shown none is found.
func TestClickFindsThePuzzle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReply(t)
		shown, found := "", ""
		m := Reply(r)
		_, tucked := wire.Tucked(m.Parts)
		if _, ok := wire.Fenced(r.Puzzle); (ok || tucked) && m.hasButtons() {
			shown = r.Puzzle
		}
		if shown == "" {
			shown = wire.Link(m.Parts)
		}
		if all := wire.Puzzles([]wire.Component{{Type: wire.TypeContainer, Components: m.Parts}}); len(all) > 0 {
			found = all[len(all)-1]
		}
		if m.hasButtons() && found != shown {
			t.Fatalf("shown %q, found %q", shown, found)
		}
	})
}
