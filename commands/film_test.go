package commands

import (
	"bytes"
	"fmt"
	"image/gif"
	"testing"
	"time"

	"kibitz/render"
)

// TestFilms: a film begins with the puzzle, ends with it solved for five
// seconds, takes at most half a minute, has a frame a step while they are few,
// and each of its frames is drawn.
func TestFilms(t *testing.T) {
	for _, c := range []struct {
		command, puzzle string
		frames          int                     // 0 for any number
		solved          func(*render.Cell) bool // of each cell of the last frame; nil for as the still
	}{
		{"nonogram", nonogramPuzzle.example, 0, nil},
		{"nonogram", "15x15 expert 42", 0, nil},
		{"kakuro", kakuroPuzzle.example, 0, nil},
		{"kakuro", "10x10 easy 42", 0, nil},
		{"lightsout", "2x2 all", 4 + 2, is(render.LampOff)}, // every lamp once, the only way
		{"lightsout", "111/111/111", 0, is(render.LampOff)},
		{"lightsout", "20x20 all", 126, is(render.LampOff)},
		{"lightsout", "010/111/010 > 111/111/111", 0, is(render.LampOn)},
		{"cardflip", cardflipPuzzle.example, 3 + 2, is(render.CardDown)},
		{"cardflip", "11111111111", 0, is(render.CardDown, render.CardUp, render.Hole)},
		{"tothemoon", tothemoonPuzzle.example, 4 + 2, is(render.Clear, render.OrbOn, render.OrbOff)},
	} {
		r := ask(t, c.command, map[string]any{"do": "animate", "puzzle": c.puzzle})
		if r.Film == nil || r.Board == nil || !r.Picture {
			t.Fatalf("%s %s: %+v", c.command, c.puzzle, r)
		}
		frames, total := r.Film.Frames, time.Duration(0)
		for _, f := range frames {
			total += f.Hold
		}
		last := frames[len(frames)-1]
		if total > 30*time.Second || last.Hold != 5*time.Second || c.frames != 0 && len(frames) != c.frames {
			t.Errorf("%s %s: %d frames in %v, the last for %v", c.command, c.puzzle, len(frames), total, last.Hold)
		}
		for i, cell := range last.Cells {
			if c.solved == nil && fmt.Sprint(cell) != fmt.Sprint(r.Board.Cells[i]) || c.solved != nil && !c.solved(&cell) {
				t.Errorf("%s %s: cell %d ends as %+v", c.command, c.puzzle, i, cell)
			}
		}
		file, err := render.GIF(frames, r.Theme, 2<<20)
		if err != nil {
			t.Fatal(err)
		}
		if film, err := gif.DecodeAll(bytes.NewReader(file)); err != nil || len(film.Image) != len(frames) || len(file) > 2<<20 {
			t.Errorf("%s %s: %d bytes, %v", c.command, c.puzzle, len(file), err)
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

// TestLampFilm: from one frame to the next there is one press, as the rules of
// Lights Out have it, of the lamp that is marked.
func TestLampFilm(t *testing.T) {
	const side = 5
	r := ask(t, "lightsout", map[string]any{"do": "animate", "puzzle": lightsoutPuzzle.example})
	frames := r.Film.Frames
	for n := 1; n < len(frames)-1; n++ {
		was, now, marked := frames[n-1].Cells, frames[n].Cells, -1
		for i, cell := range now {
			if cell.Mark != render.NoMark {
				marked = i
			}
		}
		for i := range now {
			dr, dc := i/side-marked/side, i%side-marked%side
			if toggled := was[i].Kind != now[i].Kind; marked < 0 || toggled != (dr*dr+dc*dc <= 1) {
				t.Fatalf("frame %d presses lamp %d; lamp %d toggled: %v", n, marked, i, toggled)
			}
		}
	}
}
