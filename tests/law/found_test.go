package law

import (
	"strings"
	"testing"

	"kibitz/commands/chat"
)

// Faults that random games found, each by the fewest clicks that show it.

// TestAnotherIsPlayable: the board after a won one has something to press, even if the number 549 is
// drawn, whose board is dark from the start.
func TestAnotherIsPlayable(t *testing.T) {
	c := newReplicas(t).start()
	r := c.Inquire(&chat.Request{Path: "lightsout?do=play&turn=another", Puzzle: "1x1/1x1\nb1 b1", Chance: 549, Locale: "en-US"}).Answer(t.Context(), nil)
	if r.Tone == chat.Failure || len(r.Grid) == 0 {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
}

// TestLampsOfManyStates: each sign in small print has its words, also under a game on menus.
func TestLampsOfManyStates(t *testing.T) {
	c := newReplicas(t).start()
	r := c.Inquire(&chat.Request{Command: "lightsout", Locale: "en-US", Options: map[string]any{
		"do": "play", "puzzle": "6x6 random 2", "states": int64(9), "style": "emoji",
	}}).Answer(t.Context(), nil)
	if r.Picture || strings.Contains(r.Note, "⟨") {
		t.Errorf("in a picture %v: %s", r.Picture, r.Note)
	}
}
