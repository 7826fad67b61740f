package compose

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
	"kibitz/render"
)

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
			frame := render.Frame{Draw: func() *render.Board { return r.Board }}
			r.Film = &chat.Film{Frames: []render.Frame{frame, frame}, Alt: text(4, "alt")}
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
	if r.Tucked = rapid.Bool().Draw(t, "tucked"); r.Tucked { // buttons with room
		for i := range rapid.IntRange(0, 5).Draw(t, "roomy") {
			r.Buttons = append(r.Buttons, chat.Button{Label: "a", Path: fmt.Sprint("game?at=", i)})
		}
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

func drawBoard(t *rapid.T) *render.Board {
	b := render.NewBoard(rapid.IntRange(1, 60).Draw(t, "rows"), rapid.IntRange(1, 60).Draw(t, "cols"))
	for i := range b.Cells {
		b.Cells[i].Kind = []render.Kind{render.LampOff, render.LampOn}[i%2]
	}
	b.Title = strings.Repeat("A long title. ", rapid.IntRange(0, 120).Draw(t, "words"))
	return b
}

func (m *Message) hasButtons() bool {
	return len(m.Parts) > 0 && m.Parts[len(m.Parts)-1].Type == wire.TypeRow
}
