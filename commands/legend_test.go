package commands

import (
	"strings"
	"testing"

	"kibitz/render"
)

// What stands in a board is explained under it, whether by emoji or by what a
// picture draws, and nothing else is.
func TestLegends(t *testing.T) {
	for _, c := range []struct {
		command string
		options map[string]any
		want    string
	}{
		{"lightsout", with{"puzzle": "100/000/000"}, "⬛ off · 1️⃣ press here, once each, in any order"},
		{"lightsout", with{"puzzle": "5x5 all"}, "🔴 press here (it is lit)"},
		{"lightsout", with{"puzzle": "10/00", "style": "picture"}, "ring: off · blue disc: press here, once each, in any order"},
		{"lightsout", with{"puzzle": "5x5: a1"}, "red corners: lamp that the proof counts"},
		{"lightsout", with{"puzzle": "5x5: a1", "style": "emoji"}, "🔶 lamp that the proof counts"},
		{"lightsout", with{"puzzle": "12/00", "states": int64(3)}, "1️⃣ press here as often as the number says"},
		{"cardflip", with{"puzzle": "1101"}, "⬛ face down · 🟦 face up · 🟩 a winning move"},
		{"cardflip", with{"puzzle": "1101", "style": "picture"}, "blue back: face down · white face: face up · green frame: a winning move"},
		{"tothemoon", with{"puzzle": "1011/0111/0001/1101"}, "⬜ clear · ⬛ cloudy · ⚪ orb · 🔴 orb to press"},
		{"nonogram", with{"puzzle": "1;1|1;1"}, "❓ differs between solutions"},
		{"nonogram", with{"puzzle": "1;1|1;1", "style": "picture"}, "stripes: differs between solutions"},
		{"nonogram", with{"puzzle": "3;0;1|2;1;1"}, "🔶 part of the contradiction"},
		{"nonogram", with{"puzzle": nonogramPuzzle.example, "do": "steps"}, "×: surely empty · folded corner: new in the last step"},
		{"kakuro", with{"puzzle": "#,1"}, "⬛ block"},
		{"kakuro", with{"puzzle": `#,5\,5\/\5,.,./\5,.,.`, "do": "candidates"}, "small digits: still possible"},
	} {
		r := ask(t, c.command, c.options)
		line, _, _ := strings.Cut(r.Note, "\n")
		if line == "" || !strings.Contains(line, c.want) {
			t.Errorf("%s %v: %q, want %q", c.command, c.options, r.Note, c.want)
		}
		if strings.Contains(r.Note, "⟨") {
			t.Errorf("%s %v: %s", c.command, c.options, r.Note)
		}
	}
}

// A veil covers the legend, too: it would give away that there is a winning move.
func TestLegendVeiled(t *testing.T) {
	r := ask(t, "cardflip", with{"puzzle": "1101", "spoiler": true})
	if strings.Contains(r.Note, "winning") || !strings.Contains(r.Text, "🟩 a winning move") {
		t.Errorf("%q under %q", r.Note, r.Text)
	}
}

// TestContradiction: the picture of a Kakuro without a solution marks the cells of
// the runs that contradict each other, and of all sums only theirs stand out.
func TestContradiction(t *testing.T) {
	r := ask(t, "kakuro", with{"puzzle": `#,17\,3\/\4,.,./\16,.,.`, "do": "check"}) // 17 down needs 8 and 9, 4 across 1 and 3
	for i, cell := range r.Board.Cells {
		row, col := i/3+1, i%3+1
		if marked := row == 2 && col > 1 || row == 3 && col == 2; marked != (cell.Mark == render.Proof) || cell.Notes != 0 {
			t.Errorf("r%dc%d: %+v", row, col, cell)
		}
		if cell.Down != 0 && cell.FaintDown != (cell.Down != 17) || cell.Right != 0 && cell.FaintRight != (cell.Right != 4) {
			t.Errorf("r%dc%d: %+v", row, col, cell)
		}
	}
	if !strings.Contains(r.Text, "4 across at r2c1, 17 down at r1c2") {
		t.Error(r.Text)
	}
}
