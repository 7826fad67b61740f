package render

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Every emoji that stands in a board is one of its signs, and every sign stands
// in it; numbers alone say what they are.
func TestEmojiSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBoard(1, rapid.IntRange(1, 6).Draw(t, "cells"))
		for i := range b.Cells {
			b.Cells[i] = Cell{
				Kind: Kind(rapid.IntRange(0, int(kinds)-1).Draw(t, "kind")),
				Mark: Mark(rapid.IntRange(0, int(marks)-1).Draw(t, "mark")),
				Text: rapid.SampledFrom([]string{"", "", "3", "12"}).Draw(t, "text"),
			}
		}
		left := b.Emoji()
		for _, sign := range b.EmojiSigns() {
			if sign.Word == "" || !strings.Contains(b.Emoji(), sign.Emoji) {
				t.Errorf("%s: no %+v", b.Emoji(), sign)
			}
			left = strings.ReplaceAll(left, sign.Emoji, "")
		}
		if left = strings.ReplaceAll(left, keycaps["3"], ""); left != "" {
			t.Errorf("%s: %s is no sign", b.Emoji(), left)
		}
	})
}

// A picture has a sign for every mark and every drawing that stands for something
// else, but not for what a mark hides.
func TestPictureSigns(t *testing.T) {
	b := NewBoard(1, 6)
	b.Cells[0] = Cell{Kind: Open, Mark: Differ}
	b.Cells[1] = Cell{Kind: LampOn, Mark: Press}
	b.Cells[2] = Cell{Kind: LampOff, Mark: New}
	b.Cells[3] = Cell{Kind: Filled, Mark: Proof}
	b.Cells[4] = Cell{Kind: Digit, Notes: 1 << 3, Mark: Pick}
	b.Cells[5] = Cell{Kind: Crossed}
	var words []string
	for _, sign := range b.PictureSigns() {
		words = append(words, sign.Word)
	}
	if want := []string{"empty", "off", "press", "differs", "proof", "pick", "new", "maybe"}; !slices.Equal(words, want) {
		t.Errorf("%q, want %q", words, want)
	}
}
