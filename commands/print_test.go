package commands

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kibitz/commands/chat"
)

// TestPrintFound: all puzzles of a message that can be printed come on one sheet, those of
// other kinds do not, and what no button leads to is refused.
func TestPrintFound(t *testing.T) {
	c := newCommands(t)
	texts := []string{"```\n1 1;5;5;3;1|2;4;4;4;2\n```", "```\n1 1 1 1 0 1 1\n```", "```\n#,17\\,16\\/\\17,.,./\\16,.,.\n```"}
	for size := 5; size < 13; size++ {
		texts = append(texts, fmt.Sprintf("`%dx%d easy 1`", size, size+1)) // a nonogram or a Kakuro
	}
	found := c.Inquire(&chat.Request{Command: "Solve this puzzle", Target: &chat.Target{Texts: []string{strings.Join(texts, "\n")}}, Locale: "en-US"}).Answer(t.Context(), nil)
	var sheet chat.Button
	for _, b := range found.Buttons {
		if b.Label == "Print 10 puzzles" {
			sheet = b
		}
	}
	r := c.Inquire(&chat.Request{Path: sheet.Path, Puzzles: found.Puzzles, Locale: "en-US"}).Answer(t.Context(), nil)
	if r.Title != "10 puzzles to print" || len(r.Files) != 1 || !bytes.HasPrefix(r.Files[0].Data, []byte("%PDF")) {
		t.Errorf("%v leads to %s, with %d files", found.Buttons, r.Title, len(r.Files))
	}
	for _, at := range []string{"x", "-1", "99", ".", "0.", strings.Repeat("0.", 40) + "0"} {
		if r := c.Inquire(&chat.Request{Path: "find?at=" + at, Puzzles: found.Puzzles, Locale: "en-US"}).Answer(t.Context(), nil); r.Tone != chat.Failure {
			t.Errorf("at %s: %s", at, r.Title)
		}
	}
}
