package commands

import (
	"context"
	"strings"
	"testing"

	"kibitz/commands/ask/asktest"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
)

// TestTruthWithoutTime: where the time has ended before it began, every answer is the one
// that there is with time, or says that it is not decided. It is never another.
func TestTruthWithoutTime(t *testing.T) {
	c := newCommands(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, k := range puzzles.Kinds() {
		tried := 0
		for text := range asktest.Texts(k) {
			if tried++; tried > 40 {
				break
			}
			if _, err := k.Read(text, nil); err != nil || strings.Contains(text, "random") {
				continue
			}
			for _, action := range k.Actions {
				req := &chat.Request{Command: k.Name, Options: options{"puzzle": text, "do": action.Name}, Locale: "en-US"}
				with, without := c.Inquire(req).Answer(t.Context(), nil), c.Inquire(req).Answer(ended, nil)
				undecided := without.Tone == chat.Mixed && strings.Contains(without.Title+without.Text, "ecided") ||
					strings.Contains(without.Title+without.Note, "time")
				if without.Title != with.Title && !undecided {
					t.Errorf("/%s do:%s %s: %s: %s\nwith time: %s: %s", k.Name, action.Name, text, without.Title, without.Text, with.Title, with.Text)
				}
			}
		}
	}
}
