package bot

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
	"kibitz/render"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestDecodeCommand(t *testing.T) {
	in, err := decode(fixture(t, "command.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := &interaction{
		id: "1290000000000000001", app: "1280000000000000002", token: "aW50ZXJhY3Rpb24-secret_token.1",
		kind: kindCommand, user: "5",
		request: &chat.Request{
			Command: "lightsout",
			Options: map[string]any{"puzzle": "110/\"1\"/\u200b한", "limit": int64(1<<53 - 1), "wrap": true, "private": true},
			Locale:  "ko", App: "1280000000000000002", User: "5", Asked: time.UnixMilli(1290000000000000001>>22 + 1420070400000),
		},
	}
	if !reflect.DeepEqual(in, want) {
		t.Errorf("got %+v %+v\nwant %+v %+v", in, in.request, want, want.request)
	}
}

// The message around the button has component types that do not exist yet.
func TestDecodeClick(t *testing.T) {
	in, err := decode(fixture(t, "click.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := chat.Request{Path: "lightsout?do=hint", Said: "### Solved\n```\nnot this\n```", Puzzle: "3;2 1\n1|2", Puzzles: []string{"3;2 1\n1|2"}, Locale: "en-US", App: "1280000000000000002", Options: map[string]any{}, User: "7", Asked: time.UnixMilli(1290000000000000003>>22 + 1420070400000)}
	if !reflect.DeepEqual(*in.request, want) || in.user != "7" || !in.private || in.inPlace || in.refused != "" {
		t.Errorf("got %+v %+v", in, in.request)
	}
}

func TestDecodeKnowsOutwornButtons(t *testing.T) {
	raw := strings.Replace(string(fixture(t, "click.json")), `{"custom_id": "k1/`, `{"custom_id": "k0/`, 1)
	if in, err := decode([]byte(raw)); err != nil || in.refused != noticeUnknownButton {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestDecodeRefusesWhatCannotBeAnswered(t *testing.T) {
	for _, raw := range []string{
		``, `null`, `[]`, `"x"`, `{}`, `{"id":"1","application_id":"2"}`,
		`{"id":"../1","application_id":"2","token":"t"}`,
		`{"id":"1","application_id":"2/3","token":"t"}`,
		`{"id":"1","application_id":"2","token":"a/../b"}`,
		`{"id":"1","application_id":"2","token":"t"`,
	} {
		if in, err := decode([]byte(raw)); err == nil {
			t.Errorf("%s: decoded as %+v", raw, in)
		}
	}
}

// Of a file Discord tells in another place than of the option; what is odd
// there does not spoil the rest.
func TestDecodeFile(t *testing.T) {
	const url = "https://cdn.discordapp.com/ephemeral-attachments/1/77/a.non?ex=1&hm=2"
	for about, want := range map[string]upload{
		`{"id":"77","filename":"a.non","size":12,"url":"` + url + `","proxy_url":"x","content_type":"text/plain","ephemeral":true,"new":{}}`: {option: "file", name: "a.non", kind: "text/plain", url: url, size: 12},
		`{"filename":7,"size":"12","url":"` + url + `","content_type":null}`:                                                                 {option: "file", url: url},
		`{"size":1e99,"url":"` + url + `"}`: {option: "file", url: url},
		`null`:                              {option: "file"},
		`[]`:                                {option: "file"},
	} {
		in, err := decode(withFile(about))
		if err != nil || len(in.files) != 1 || in.files[0] != want {
			t.Errorf("%s: %+v, %v", about, in.files, err)
		}
	}
	in, err := decode(command("5", `{"name":"file","type":11,"value":"77"}`, `{"name":"other","type":11,"value":{}}`))
	if err != nil || len(in.files) != 1 || in.files[0] != (upload{option: "file"}) {
		t.Errorf("nothing told of it: %+v, %v", in.files, err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(fixture(f, "command.json"))
	f.Add(fixture(f, "click.json"))
	f.Add(withFile(`{"filename":"a","size":1,"url":"https://cdn.discordapp.com/x"}`))
	f.Add([]byte(`{"id":"1","application_id":"2","token":"t","type":4,"data":null,"member":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := decode(raw)
		if err != nil {
			return
		}
		if (kindCommand <= in.kind && in.kind <= kindForm) != (in.request != nil) {
			t.Errorf("kind %d with request %v", in.kind, in.request)
		}
		if strings.ContainsAny(in.id+in.app+in.token, "/?#% \n") {
			t.Errorf("unfit for a URL: %+v", in)
		}
	})
}

// A puzzle that a reply shows is the puzzle that a click finds, whatever else
// the reply says; and where none is shown none is found.
func TestClickFindsThePuzzle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawReply(t)
		shown, found := "", ""
		m := compose(r)
		if _, ok := fenced(r.Puzzle); ok && m.hasButtons() {
			shown = r.Puzzle
		}
		if shown == "" {
			shown = linkIn(m.parts)
		}
		if all := puzzlesIn([]component{{Type: typeContainer, Components: m.parts}}); len(all) > 0 {
			found = all[len(all)-1]
		}
		if m.hasButtons() && found != shown {
			t.Fatalf("shown %q, found %q", shown, found)
		}
	})
}

func drawButton(t *rapid.T, text func(int, string) string) chat.Button {
	b := chat.Button{Label: text(3, "label"), Path: text(4, "path"), Mode: chat.Mode(rapid.IntRange(0, int(chat.EditOrPrivately)).Draw(t, "manner"))}
	if rapid.Bool().Draw(t, "with emoji") {
		b.Emoji = "🟨"
	}
	if rapid.Bool().Draw(t, "link") {
		b.URL = "https://example.com/" + strings.Repeat("x", rapid.IntRange(0, 600).Draw(t, "length"))
	}
	return b
}

func (m *message) hasButtons() bool {
	return len(m.parts) > 0 && m.parts[len(m.parts)-1].Type == typeRow
}

// drawReply draws a reply with all that may be hard on a message: long texts,
// code fences, odd characters, many buttons and files.
func drawReply(t *rapid.T) *chat.Reply {
	piece := rapid.SampledFrom([]string{"a", "word ", "\n", "```", "`", "🟦", "한", "@everyone", "\u200b", " ", "\\*", strings.Repeat("x", 300), "-# ", "\xff"})
	text := func(most int, label string) string {
		return strings.Join(rapid.SliceOfN(piece, 0, most).Draw(t, label), "")
	}
	r := &chat.Reply{
		Tone:    chat.Tone(rapid.IntRange(int(chat.Plain), int(chat.Failure)).Draw(t, "tone")),
		Title:   text(4, "title"),
		Text:    text(40, "text"),
		Note:    text(8, "note"),
		Puzzle:  strings.ToValidUTF8(text(20, "puzzle"), "?"),
		Picture: rapid.Bool().Draw(t, "picture"),
		Private: rapid.Bool().Draw(t, "private"),
	}
	if rapid.Bool().Draw(t, "with board") {
		r.Board = drawBoard(t)
		if rapid.Bool().Draw(t, "with film") {
			r.Film = &chat.Film{Frames: []render.Frame{{Board: r.Board}, {Board: r.Board}}, Alt: text(4, "alt")}
		}
	}
	for range rapid.IntRange(0, 30).Draw(t, "buttons") {
		r.Buttons = append(r.Buttons, drawButton(t, text))
	}
	for range rapid.IntRange(0, 6).Draw(t, "rows") {
		var row []chat.Button
		for range rapid.IntRange(0, 6).Draw(t, "row") {
			row = append(row, drawButton(t, text))
		}
		r.Grid = append(r.Grid, row)
	}
	for range rapid.IntRange(0, 3).Draw(t, "menus") {
		menu := &chat.Menu{Path: text(3, "path"), Hint: text(3, "hint"), Mode: chat.EditOrPrivately, Most: rapid.IntRange(0, 30).Draw(t, "most")}
		for range rapid.IntRange(0, 30).Draw(t, "items") {
			picked := rapid.Bool().Draw(t, "picked")
			menu.Items = append(menu.Items, chat.Item{Value: text(2, "value"), Label: text(3, "label"), Detail: text(3, "detail"), Picked: picked})
		}
		r.Menus = append(r.Menus, menu)
	}
	r.Spoiler = rapid.Bool().Draw(t, "spoiler")
	for range rapid.IntRange(0, 12).Draw(t, "files") {
		r.Files = append(r.Files, chat.File{Name: text(2, "name"), Data: []byte(text(2, "data"))})
	}
	if !utf8.ValidString(r.Puzzle) {
		t.Fatal("a puzzle's encoding is text")
	}
	return r
}

// TestDecodeImage: a click whose path asks for it has the image that the reply carries, and no
// other file; any other click has none.
func TestDecodeImage(t *testing.T) {
	const url = "https://cdn.discordapp.com/attachments/1/77/shades.png?ex=1"
	for path, want := range map[string]int{"nonogram?image=true&darker=1": 1, "nonogram?do=check": 0, "nonogram?%zz": 0} {
		in, err := decode([]byte(`{"id":"1","application_id":"2","token":"t","type":3,"data":{"custom_id":"k1p/` + path + `"},"message":{"components":[{"type":17,"components":[` +
			`{"type":13,"name":"puzzle.txt","size":5,"file":{"url":"https://cdn.discordapp.com/attachments/1/76/puzzle.txt"}},` +
			`{"type":13,"name":"shades.png","size":9,"file":{"url":"` + url + `","content_type":"image/png"}}]}]}}`))
		if err != nil || len(in.files) != want {
			t.Fatalf("%s: %v, %v", path, in.files, err)
		}
		if want == 1 && in.files[0] != (upload{option: "image", name: "shades.png", kind: "image/png", url: url, size: 9, limit: chat.MaxImage}) {
			t.Errorf("%+v", in.files[0])
		}
	}
}
