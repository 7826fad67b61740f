package commands

import (
	"bytes"
	"fmt"
	"image/gif"
	"strings"
	"testing"
	"time"

	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/render"
)

// TestFilms: the film of every example that has one takes at most half a minute, ends with
// the puzzle solved for five seconds, and each of its frames is drawn.
func TestFilms(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		if k.Action("animate") == nil {
			continue
		}
		filmed := 0
		for _, text := range k.Examples() {
			r := typed(t, k.Name, options{"do": "animate", "puzzle": text})
			if r.Film == nil {
				if r.Tone == chat.Good && r.Board != nil {
					t.Errorf("%s %s: no film: %s", k.Name, text, r.Title)
				}
				continue // what cannot be solved, and tables
			}
			filmed++
			film(t, r)
		}
		if filmed == 0 {
			t.Errorf("%s: no film", k.Name)
		}
	}
}

// film checks what holds of all films, and returns the last frame.
func film(t *testing.T, r *chat.Reply) *render.Board {
	t.Helper()
	frames, total := r.Film.Frames, time.Duration(0)
	for _, f := range frames {
		total += f.Hold
	}
	last := frames[len(frames)-1]
	if total > 30*time.Second || last.Hold != 5*time.Second || r.Board == nil || !r.Picture || r.Film.Alt == "" {
		t.Errorf("%s: %d frames in %v, the last for %v", r.Title, len(frames), total, last.Hold)
	}
	file, err := render.GIF(frames, r.Theme, 2<<20)
	if err != nil {
		t.Fatal(err)
	}
	if film, err := gif.DecodeAll(bytes.NewReader(file)); err != nil || len(film.Image) != len(frames) || len(file) > 2<<20 {
		t.Errorf("%s: %d bytes, %v", r.Title, len(file), err)
	}
	return last.Draw()
}

// TestEndsOfFilms: a film has a frame a step while they are few, and its last frame is the
// puzzle solved, by the rules of each.
func TestEndsOfFilms(t *testing.T) {
	for _, c := range []struct {
		command, puzzle string
		frames          int                     // 0 for any number
		solved          func(*render.Cell) bool // of each cell of the last frame; nil for as the still
	}{
		{"nonogram", puzzles.Kinds()[0].Example, 0, nil},
		{"nonogram", "15x15 expert 42", 0, nil},
		{"kakuro", "10x10 easy 42", 0, nil},
		{"lightsout", "2x2 all", 4 + 2, is(render.LampOff)}, // every lamp once, the only way
		{"lightsout", "111/111/111", 0, is(render.LampOff)},
		{"lightsout", "20x20 all", 126, is(render.LampOff)},
		{"lightsout", "010/111/010 > 111/111/111", 0, is(render.LampOn)},
		{"cardflip", "1 1 1 1 0 1 1", 3 + 2, is(render.CardDown)},
		{"cardflip", "11111111111", 0, is(render.CardDown, render.CardUp, render.Hole)},
		{"tothemoon", "1011/0111/0001/1101", 4 + 2, is(render.Clear, render.OrbOn, render.OrbOff)},
	} {
		r := typed(t, c.command, options{"do": "animate", "puzzle": c.puzzle})
		if r.Film == nil {
			t.Fatalf("%s %s: %+v", c.command, c.puzzle, r)
		}
		if n := len(r.Film.Frames); c.frames != 0 && n != c.frames {
			t.Errorf("%s %s: %d frames", c.command, c.puzzle, n)
		}
		for i, cell := range film(t, r).Cells {
			if c.solved == nil && fmt.Sprint(cell) != fmt.Sprint(r.Board.Cells[i]) || c.solved != nil && !c.solved(&cell) {
				t.Errorf("%s %s: cell %d ends as %+v", c.command, c.puzzle, i, cell)
			}
		}
	}
}

func is(kinds ...render.Kind) func(*render.Cell) bool {
	return func(c *render.Cell) bool {
		for _, k := range kinds {
			if c.Kind == k && c.Mark == render.NoMark {
				return true
			}
		}
		return false
	}
}

// TestLegends: what stands in a board is explained under it, whether by emoji or by what a
// picture draws.
func TestLegends(t *testing.T) {
	for _, c := range []struct {
		command string
		options options
		want    string
	}{
		{"lightsout", options{"puzzle": "100/000/000"}, "⬛ off · 🔵 press here, once each, in any order"},
		{"lightsout", options{"puzzle": "5x5 all"}, "🟨 lit · 🔴 press here, once each, in any order"},
		{"lightsout", options{"puzzle": "11110/11101/11101/00011/11011"}, "🔵 press here, once each, in any order · 🔴 press here (it is lit)"},
		{"lightsout", options{"puzzle": "10/00", "style": "picture"}, "ring: off · blue disc: press here, once each, in any order"},
		{"lightsout", options{"puzzle": "5x5: a1"}, "red: lamp that the proof counts"},
		{"lightsout", options{"puzzle": "5x5: a1", "style": "emoji"}, "🔶 lamp that the proof counts"},
		{"lightsout", options{"puzzle": "12/00", "states": int64(3)}, "blue disc: press here as often as the number says"},
		{"cardflip", options{"puzzle": "1101"}, "🟦 face down · ⬜ face up · 🟩 a winning move"},
		{"cardflip", options{"puzzle": "1101", "style": "picture"}, "blue back: face down · white face: face up · green frame: a winning move"},
		{"tothemoon", options{"puzzle": "1011/0111/0001/1101"}, "🟦 clear · ☁️ cloudy · ⚪ orb · 🔴 orb to press"},
		{"nonogram", options{"puzzle": "1;1|1;1", "style": "emoji"}, "1️⃣ they change together"},
		{"nonogram", options{"puzzle": "1;1;1|1;1;1", "style": "emoji"}, "❓ differs between solutions · 1️⃣ they change together"},
		{"nonogram", options{"puzzle": "1;1|1;1"}, "stripes: differs between solutions"},
		{"nonogram", options{"puzzle": "3;0;1|2;1;1"}, "red: part of the contradiction"},
		{"nonogram", options{"puzzle": puzzles.Kinds()[0].Example, "do": "steps"}, "×: empty · blue tint or bar: changed here (number: its step)"},
		{"kakuro", options{"puzzle": `#,5\,5\/\5,.,./\5,.,.`, "do": "candidates"}, "small digits: still possible"},
	} {
		r := typed(t, c.command, c.options)
		line, _, _ := strings.Cut(r.Note, "\n")
		if line == "" || !strings.Contains(line, c.want) || strings.Contains(r.Note, "⟨") {
			t.Errorf("%s %v: %q, want %q", c.command, c.options, r.Note, c.want)
		}
	}
}

// TestEverySignIsExplained: of every kind, in every action and style, all signs of a board
// are explained, each once, and nothing else is. The states of lamps are told with the rules.
func TestEverySignIsExplained(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		texts := ofEveryTone(t, k)
		for _, action := range k.Actions {
			for _, style := range []string{"auto", "picture", "emoji"} {
				for _, text := range texts {
					r := typed(t, k.Name, options{"puzzle": text, "do": action.Name, "style": style})
					if r.Board == nil || r.Film != nil {
						continue
					}
					signs := r.Board.EmojiSigns()
					if r.Picture {
						signs = r.Board.PictureSigns()
					}
					line, _, _ := strings.Cut(r.Note, "\n")
					if told := len(strings.Split(line, " · ")); len(signs) > 0 && told != len(signs) {
						t.Errorf("%s do:%s style:%s %s: %q explains %v", k.Name, action.Name, style, text, line, signs)
					}
				}
			}
		}
	}
}

// TestLegendVeiled: a veil covers the legend, too: it would give away that there is a winning
// move.
func TestLegendVeiled(t *testing.T) {
	r := typed(t, "cardflip", options{"puzzle": "1101", "spoiler": true})
	if strings.Contains(r.Note, "winning") || !strings.Contains(r.Secret, "🟩 a winning move") {
		t.Errorf("%q under %q", r.Note, r.Secret)
	}
}
