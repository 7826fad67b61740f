package bot

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"kibitz/commands/chat"
	"kibitz/render"
	"kibitz/tests/discord"
)

func drawBoard(t *rapid.T) *render.Board {
	b := render.NewBoard(rapid.IntRange(1, 60).Draw(t, "rows"), rapid.IntRange(1, 60).Draw(t, "cols"))
	for i := range b.Cells {
		b.Cells[i].Kind = []render.Kind{render.LampOff, render.LampOn}[i%2]
	}
	b.Title = strings.Repeat("A long title. ", rapid.IntRange(0, 120).Draw(t, "words"))
	return b
}

// schema is what Discord's own document has under that name.
func schema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	s, err := discord.Component(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// opened is a payload taken apart as Discord does.
type opened struct {
	body  []byte
	files map[string][]byte // by part name
}

func open(t interface{ Fatal(...any) }, contentType string, body []byte) opened {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "application/json" {
		return opened{body: body}
	}
	o := opened{files: map[string][]byte{}}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			return o
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		if p.FormName() == "payload_json" {
			o.body = data
		} else {
			o.files[p.FormName()+" "+p.FileName()] = data
		}
	}
}

func validate(t interface{ Fatalf(string, ...any) }, s *jsonschema.Schema, body []byte) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = s.Validate(v)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
}

func TestMessagesAreWithinDiscordsLimits(t *testing.T) {
	updates := schema(t, "UpdateMessageInteractionCallbackRequest")
	callbacks, edits := schema(t, "CreateMessageInteractionCallbackRequest"), schema(t, "IncomingWebhookUpdateRequestPartial")
	rapid.Check(t, func(t *rapid.T) {
		r := drawReply(t)
		m := compose(r)
		p, err := m.callback()
		if err != nil {
			t.Fatal(err)
		}
		first := open(t, p.contentType, p.body)
		validate(t, callbacks, first.body)
		if p, err = m.edit(); err != nil {
			t.Fatal(err)
		}
		later := open(t, p.contentType, p.body)
		m.inPlace = true
		if p, err = m.callback(); err != nil {
			t.Fatal(err)
		}
		validate(t, updates, open(t, p.contentType, p.body).body)
		validate(t, edits, later.body)

		var callback struct{ Data wireMessage }
		var edit wireMessage
		if err := json.Unmarshal(first.body, &callback); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(later.body, &edit); err != nil {
			t.Fatal(err)
		}
		if private := callback.Data.Flags&flagEphemeral != 0; private != r.Private || edit.Flags != flagComponentsV2 {
			t.Fatalf("flags %d and %d for private %v", callback.Data.Flags, edit.Flags, r.Private)
		}
		for _, w := range []wireMessage{callback.Data, edit} {
			checkRules(t, w, first.files)
		}
	})
}

// checkRules checks what Discord demands beyond its schema.
func checkRules(t *rapid.T, w wireMessage, files map[string][]byte) {
	texts, components := 0, 0
	ids := map[string]bool{}
	referred := map[string]bool{}
	var walk func([]component)
	walk = func(list []component) {
		for _, c := range list {
			components++
			texts += len(utf16.Encode([]rune(c.Content)))
			if c.Type == typeText && strings.TrimSpace(c.Content) == "" {
				t.Fatal("an empty text")
			}
			if c.Type == typeButton && c.Label == "" && c.Emoji == nil {
				t.Fatalf("button %q is blank", c.CustomID)
			}
			if c.Type == typeButton && (c.URL == "") != (c.CustomID != "") {
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
	m := compose(&chat.Reply{Title: "@everyone", Text: "<@1> <@&2>"})
	for _, encode := range []func() (payload, error){m.callback, m.edit} {
		p, err := encode()
		if err != nil || !bytes.Contains(p.body, []byte(`"allowed_mentions":{"parse":[]}`)) {
			t.Errorf("%s, %v", p.body, err)
		}
	}
}

func TestReplyIsLaidOutInOrder(t *testing.T) {
	b := render.NewBoard(2, 2)
	for i := range b.Cells {
		b.Cells[i].Kind = render.LampOn
	}
	m := compose(&chat.Reply{
		Tone: chat.Good, Title: "Solved\nin two", Text: "Press **one**.", Board: b,
		Puzzle: "11/11", Note: "first\n\nsecond", Files: []chat.File{{Name: "all.txt", Data: []byte("x")}},
		Buttons: []chat.Button{{Label: "Hint", Path: "lightsout?do=hint"}, {Label: "Again", Path: "lightsout?do=hint"}, {Label: " ", Path: "x"},
			{Label: "Play it", URL: "https://example.org/#1"}},
	})
	if len(m.parts) != 6 {
		t.Fatalf("%+v", m.parts)
	}
	if got := m.parts[0].Content; got != "### Solved in two\nPress **one**." {
		t.Errorf("head %q", got)
	}
	if got := m.parts[1].Content; got != b.Emoji() {
		t.Errorf("board %q", got)
	}
	if got := m.parts[2].Content; got != "```\n11/11\n```" {
		t.Errorf("puzzle %q", got)
	}
	if got := m.parts[3].Content; got != "-# first\n-# second" {
		t.Errorf("note %q", got)
	}
	if got := m.parts[4].File; got == nil || got.URL != "attachment://all.txt" {
		t.Errorf("file %+v", got)
	}
	if row := m.parts[5].Components; len(row) != 2 || row[0].CustomID != "k1/lightsout?do=hint" || len(m.lost) != 2 {
		t.Errorf("buttons %+v, lost %v", row, m.lost)
	} else if link := row[1]; link.URL != "https://example.org/#1" || link.Style != 5 || link.CustomID != "" {
		t.Errorf("link %+v", link)
	}
}

func TestPictureHasItsAltText(t *testing.T) {
	b := render.NewBoard(3, 3)
	b.Title = "Lights Out, 3 × 3, solved"
	m := compose(&chat.Reply{Board: b, Picture: true})
	if len(m.files) != 1 || m.files[0].name != "board.png" || m.files[0].alt != b.Alt() {
		t.Fatalf("%+v", m.files)
	}
	if _, err := png.Decode(bytes.NewReader(m.files[0].data)); err != nil {
		t.Error(err)
	}
	if i := m.parts[0].Items; len(i) != 1 || i[0].Description != b.Alt() || i[0].Media.URL != "attachment://board.png" {
		t.Errorf("%+v", i)
	}
}

// A film is a gallery of its own before the picture that stands still, each with
// an alt text; a spoiler veils both.
func TestFilmBesideItsStill(t *testing.T) {
	var frames []render.Frame
	for n := range 4 {
		b := render.NewBoard(1, 3)
		for i := range b.Cells {
			b.Cells[i].Kind = render.LampOn
			if i < n {
				b.Cells[i].Kind = render.LampOff
			}
		}
		frames = append(frames, render.Frame{Board: b, Hold: time.Second})
	}
	still := frames[0].Board
	m := compose(&chat.Reply{Board: still, Picture: true, Spoiler: true, Film: &chat.Film{Frames: frames, Alt: "lamps go out"}})
	if len(m.files) != 2 || m.files[0].name != "board.gif" || m.files[0].contentType != "image/gif" || m.files[1].name != "board.png" || len(m.lost) != 0 {
		t.Fatalf("%d files, lost %q", len(m.files), m.lost)
	}
	if film, err := gif.DecodeAll(bytes.NewReader(m.files[0].data)); err != nil || len(film.Image) != len(frames) {
		t.Errorf("%v, %+v", err, film)
	}
	for i, alt := range []string{still.Veiled(), still.Veiled()} {
		if items := m.parts[i].Items; len(items) != 1 || items[0].Description != alt || items[0].Media.URL != "attachment://"+m.files[i].name || !items[0].Spoiler {
			t.Errorf("part %d: %+v", i, items)
		}
	}
}

// A board whose cells do not match its size cannot be drawn at all.
func TestUndrawablePictureIsSurvived(t *testing.T) {
	bad := &render.Board{Rows: 2, Cols: 2}
	if _, err := drawn(func() ([]byte, error) { return bad.PNG(render.Dark) }); err == nil {
		t.Error("drawn")
	}
	m := compose(&chat.Reply{Board: render.NewBoard(3, 3), Picture: true, Film: &chat.Film{Frames: []render.Frame{{Board: bad}}}})
	if len(m.files) != 1 || m.files[0].name != "board.png" || len(m.lost) != 1 {
		t.Errorf("%d files, lost %q", len(m.files), m.lost)
	}
}

func TestLongPartsBecomeFiles(t *testing.T) {
	long := strings.Repeat("One more line of text.\n", 400)
	m := compose(&chat.Reply{Title: "T", Text: "```\n" + long + "```", Puzzle: "11/11", Buttons: []chat.Button{{Label: "a", Path: "a"}}})
	if len(m.files) != 1 || m.files[0].name != "reply.txt" || !strings.Contains(string(m.files[0].data), long) {
		t.Fatalf("%+v", m.files)
	}
	if head := m.parts[0].Content; !strings.HasSuffix(head, "…\n```") || strings.Count(head, fence) != 2 {
		t.Errorf("the code block is not closed: …%q", head[len(head)-40:])
	}
	if !m.hasButtons() {
		t.Error("the puzzle fits, but the buttons are gone")
	}

	m = compose(&chat.Reply{Title: "T", Puzzle: strings.Repeat("1", 5000), Buttons: []chat.Button{{Label: "a", Path: "a"}}})
	if len(m.files) != 1 || m.files[0].name != "puzzle.txt" || len(m.files[0].data) != 5000 {
		t.Fatalf("%+v", m.files)
	}
	if !m.hasButtons() {
		t.Error("the puzzle is in a file, but the buttons are gone")
	}
	if m := compose(&chat.Reply{Puzzle: strings.Repeat("1", chat.MaxPuzzleFile+1), Buttons: []chat.Button{{Label: "a", Path: "a"}}}); m.hasButtons() {
		t.Error("a button whose click could not read the puzzle")
	}
}

func TestFilesTooLargeAreLeftOut(t *testing.T) {
	big := make([]byte, 9<<20)
	m := compose(&chat.Reply{Text: "x", Files: []chat.File{{Name: "a", Data: big}, {Name: "b", Data: big}, {Name: "c", Data: big}, {Name: "d", Data: make([]byte, 11<<20)}}})
	if len(m.files) != 2 || len(m.lost) != 2 {
		t.Errorf("%d files, lost %v", len(m.files), m.lost)
	}
}

func TestFileNamesAreUnique(t *testing.T) {
	m := compose(&chat.Reply{Text: strings.Repeat("x", 5000), Files: []chat.File{{Name: "reply.txt"}, {Name: "reply.txt"}, {Name: "../a b"}, {Name: ""}}})
	var names []string
	for _, f := range m.files {
		names = append(names, f.name)
	}
	if want := []string{"reply.txt", "2-reply.txt", "3-reply.txt", "_a_b", "file"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
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

func TestCutIsHonest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		n := rapid.IntRange(1, 20).Draw(t, "n")
		got := cut(s, n)
		if units(got) > n {
			t.Fatalf("cut(%q, %d) = %q", s, n, got)
		}
		if got != s && (!strings.HasSuffix(got, "…") || !strings.HasPrefix(s, strings.TrimSuffix(got, "…"))) {
			t.Fatalf("cut(%q, %d) = %q", s, n, got)
		}
	})
}

func TestOtherResponsesMatchTheSchema(t *testing.T) {
	for name, body := range map[string]any{
		"ApplicationCommandAutocompleteCallbackRequest": wireCallback{answerChoices, wireSuggestions{[]choice{{Name: "a", Value: "b"}}}},
		"CreateMessageInteractionCallbackRequest":       json.RawMessage(deferral(&interaction{private: true}).body),
		"UpdateMessageInteractionCallbackRequest":       json.RawMessage(deferral(&interaction{inPlace: true}).body),
		"ModalInteractionCallbackRequest": wireCallback{answerForm, newModal(&chat.Form{
			Title: strings.Repeat("t", 99), Path: "x?form=new", Text: strings.Repeat("x", 5000), Fields: []chat.Field{{Name: "a", Label: strings.Repeat("l", 99), Detail: strings.Repeat("d", 200), Sample: strings.Repeat("s", 200), Value: "v"}},
		})},
	} {
		p, err := jsonPayload(body)
		if err != nil {
			t.Fatal(err)
		}
		validate(t, schema(t, name), p.body)
	}
	b, _ := newFakeBot(t, fakeHandler{}, &fakeREST{}, nil)
	if p, _ := jsonPayload(wireCallback{answerChoices, b.suggest(&interaction{request: &chat.Request{}})}); string(p.body) != `{"type":8,"data":{"choices":[]}}` {
		t.Errorf("%s", p.body)
	}
}

// TestBetween: the age of a message when it was clicked on, by Discord's clock alone.
func TestBetween(t *testing.T) {
	for _, at := range []struct {
		from, to string
		want     time.Duration
	}{{"4194304", "8388608000", 1999 * time.Millisecond}, {"8", "8", 0}, {"9000000000", "1", 0}, {"", "8", 0}, {"x", "8", 0}} {
		if got := between(at.from, at.to); got != at.want {
			t.Errorf("between %s and %s: %v, not %v", at.from, at.to, got, at.want)
		}
	}
}

// TestClicksByAnyone: the one mode in which a stranger's click changes a message.
func TestClicksByAnyone(t *testing.T) {
	for mode, prefix := range prefixes {
		in := &interaction{user: "7", request: &chat.Request{}}
		in.route(prefix+"x", "8")
		if in.inPlace != (chat.Mode(mode) == chat.EditByAnyone) {
			t.Errorf("%s: in place %v", prefix, in.inPlace)
		}
	}
}
