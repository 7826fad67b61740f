package commands

import (
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// TestLongPuzzlesGoOn: whatever a reply carries of a long puzzle reads as the same puzzle, by
// the same rules, and is carried on: what a click says is what the command would have said.
func TestLongPuzzlesGoOn(t *testing.T) {
	comb := strings.Repeat(";1"+strings.Repeat(" 1", 30), 61)[1:] + "|" + strings.Repeat(";61;0", 30)[1:] + ";61"
	for _, c := range []struct {
		kind    string
		o       options
		carried string // "" for the encoding in a file
	}{
		{"kakuro", options{"puzzle": "22X22  Easy 1"}, "22x22 easy 1"},
		{"lightsout", options{"puzzle": "40x40 random 7", "wrap": true}, "40x40 random 7"},
		{"lightsout", options{"puzzle": " 121x121 all "}, "121x121 all"},
		{"tothemoon", options{"puzzle": "40x40 random 3"}, "40x40 random 3"},
		{"cardflip", options{"puzzle": "runs: 9999966", "game": "kayles"}, "runs: 9999966"},
		{"cardflip", options{"puzzle": strings.Repeat("110", 1000)}, ""},
		{"nonogram", options{"puzzle": comb}, ""},
		{"nonogram", options{"file": chat.Upload{Data: []byte(comb)}}, ""},
	} {
		c.o["do"] = ask.Check
		r := typed(t, c.kind, c.o)
		name := c.carried
		if name == "" {
			name = c.kind + " in a file"
		}
		if r.Tone == chat.Failure || len(r.Buttons) == 0 || r.Puzzle == "" {
			t.Errorf("%s: %s, %d buttons, carries %.40q", name, r.Title, len(r.Buttons), r.Puzzle)
			continue
		}
		if r.InFile != (c.carried == "") || c.carried != "" && r.Puzzle != c.carried {
			t.Errorf("%s: carries %.40q, in a file %v", name, r.Puzzle, r.InFile)
		}
		checked := false
		for _, b := range r.Buttons {
			path := strings.Replace(b.Path, "do=steps", "do="+ask.Check, 1)
			if path == b.Path {
				continue
			}
			checked = true
			again := newCommands(t).click(r, path)
			if again.Title != r.Title || again.Text != r.Text || again.Puzzle != r.Puzzle || again.InFile != r.InFile || len(again.Buttons) != len(r.Buttons) {
				t.Errorf("%s: %s\n%s\nand after a click on %s: %s\n%s", name, r.Title, r.Text, b.Path, again.Title, again.Text)
			}
		}
		if !checked {
			t.Errorf("%s: no way to its steps", name)
		}
	}
}
