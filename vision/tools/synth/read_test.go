package synth_test

import (
	"context"
	"fmt"
	"kibitz/vision"
	"kibitz/vision/tools/synth"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestKakuroDrawn: most drawn boards in Go's fonts, on screens and on paper, are read exactly; and the
// guesses of each place are probabilities.
func TestKakuroDrawn(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	fonts := synth.Fonts()
	exact, n := 0, 0
	for seed := uint64(1); n < 6; seed++ {
		p := synth.Random(seed, synth.Kakuro, synth.Development, fonts)
		if p.Board.Rows*p.Board.Cols > 64 {
			continue // to save time
		}
		n++
		r, err := vision.Read(context.Background(), p.Data, vision.Hint{Kind: vision.Kakuro})
		if err != nil {
			t.Logf("%d (%s, %s): %v", seed, p.Layout, p.Camera, err)
			continue
		}
		wrong := kakuroDiffers(r, p.Truth())
		if wrong == "" {
			exact++
		} else {
			t.Logf("%d (%s, %s)%s", seed, p.Layout, p.Camera, wrong)
		}
		for _, c := range r.Cells {
			for _, guesses := range [][]vision.Guess{c.State, c.Digit, c.Down, c.Across} {
				sum := 0.
				for _, g := range guesses {
					sum += g.P
				}
				if sum > 1.001 || len(guesses) > vision.MaxReadings {
					t.Errorf("%d: guesses %v", seed, guesses)
				}
			}
		}
	}
	t.Logf("exact: %d of %d", exact, n)
	if 2*exact < n {
		t.Errorf("%d of %d boards are read exactly", exact, n)
	}
}

// TestSudokusDrawn: most boards drawn for development in Go's fonts are read exactly, and no pencil mark is taken for a
// given.
func TestSudokusDrawn(t *testing.T) {
	t.Parallel()
	fonts := synth.Fonts()
	const n = 8
	exact := 0
	for seed := uint64(1); seed <= n; seed++ {
		p := synth.Random(seed, synth.Sudoku, synth.Development, fonts)
		r, err := vision.Read(context.Background(), p.Data, vision.Hint{Kind: vision.Sudoku})
		if err != nil {
			t.Logf("%d (%s, %s): %v", seed, p.Layout, p.Camera, err)
			continue
		}
		wrong := ""
		for i, c := range r.Cells {
			given := 0
			if c.State[0].Value == vision.Filled {
				given = c.Digit[0].Value
			}
			if given != p.Board.Givens[i] {
				wrong += fmt.Sprintf(" %d at r%dc%d is read as %d", p.Board.Givens[i], i/9+1, i%9+1, given)
			}
			if len(p.Board.Noted[i]) > 0 && given > 0 {
				t.Errorf("%d: pencil marks at r%dc%d are read as a given %d", seed, i/9+1, i%9+1, given)
			}
		}
		if wrong == "" {
			exact++
		} else {
			t.Logf("%d (%s, %s):%s", seed, p.Layout, p.Camera, wrong)
		}
	}
	if 4*exact < 3*n {
		t.Errorf("%d of %d boards are read exactly", exact, n)
	}
}

// TestSynthScreens: screenshots of lights and cards drawn for development are read exactly.
func TestSynthScreens(t *testing.T) {
	t.Parallel()
	fonts := synth.Fonts()
	for kind, as := range map[synth.Kind]vision.Kind{synth.LightsOut: vision.Lights, synth.CardFlip: vision.Cards} {
		for seed := uint64(1); seed <= 24; seed++ {
			p := synth.Random(seed, kind, synth.Development, fonts)
			if !p.Screen {
				continue
			}
			r, err := vision.Read(context.Background(), p.Data, vision.Hint{Kind: as})
			if err != nil {
				t.Errorf("%s, seed %d: %v", kind, seed, err)
				continue
			}
			var want []string
			for i := 0; i < len(p.Board.Lit); i += p.Board.Cols {
				row := ""
				for _, lit := range p.Board.Lit[i : i+p.Board.Cols] {
					row += map[bool]string{false: "0", true: "1"}[lit]
				}
				want = append(want, row)
			}
			if got := states(r); !slices.Equal(got, named(want)) {
				t.Errorf("%s, seed %d, %s: read %v, want %v", kind, seed, p.Layout, got, named(want))
			}
		}
	}
}

// TestSynthPhotos: most photos of lights drawn for development are read exactly; the others have flaws.
func TestSynthPhotos(t *testing.T) {
	t.Parallel()
	fonts := synth.Fonts()
	n, exact := 0, 0
	for seed := uint64(1); seed <= 20; seed++ {
		p := synth.Random(seed, synth.LightsOut, synth.Development, fonts)
		if p.Screen {
			continue
		}
		n++
		r, err := vision.Read(context.Background(), p.Data, vision.Hint{})
		if err != nil {
			t.Logf("seed %d, %s, %s: %v", seed, p.Layout, p.Camera, err)
			continue
		}
		var want []string
		for row := range slices.Chunk(p.Board.Lit, p.Board.Cols) {
			text := ""
			for _, lit := range row {
				text += map[bool]string{false: "0", true: "1"}[lit]
			}
			want = append(want, text)
		}
		switch {
		case slices.Equal(states(r), named(want)):
			exact++
		case len(r.Flaws) == 0:
			t.Errorf("seed %d, %s, %s: %v for sure, drawn %v", seed, p.Layout, p.Camera, states(r), want)
		default:
			t.Logf("seed %d, %s, %s: %v, drawn %v", seed, p.Layout, p.Camera, states(r), want)
		}
	}
	if 5*exact < 4*n {
		t.Errorf("%d of %d photos were read", exact, n)
	}
}

// TestSynthPhotosOfCards: most photos of cards drawn for development are read exactly.
func TestSynthPhotosOfCards(t *testing.T) {
	t.Parallel()
	fonts := synth.Fonts()
	n, exact := 0, 0
	for seed := uint64(1); seed <= 14; seed++ {
		p := synth.Random(seed, synth.CardFlip, synth.Development, fonts)
		if p.Screen {
			continue
		}
		n++
		r, err := vision.Read(context.Background(), p.Data, vision.Hint{Kind: vision.Cards})
		if err != nil {
			t.Logf("seed %d, %s: %v", seed, p.Layout, err)
			continue
		}
		want := ""
		for _, lit := range p.Board.Lit {
			want += map[bool]string{false: "0", true: "1"}[lit]
		}
		if slices.Equal(states(r), named([]string{want})) {
			exact++
		} else {
			t.Logf("seed %d, %s: read %v, drawn %s", seed, p.Layout, states(r), want)
		}
	}
	if 4*exact < 3*n {
		t.Errorf("%d of %d rows were read", exact, n)
	}
}

// kakuroDiffers returns the differences of a reading's likeliest board from the truth, a text line each.
func kakuroDiffers(r *vision.Reading, truth string) string {
	var rows [][]string
	for line := range strings.Lines(truth) {
		if f := strings.Fields(line); len(f) > 0 {
			rows = append(rows, f)
		}
	}
	if r.Kind != vision.Kakuro || len(rows) != r.Rows || len(rows[0]) != r.Cols {
		return fmt.Sprintf(", kind %d, is %d×%d", r.Kind, len(rows), len(rows[0]))
	}
	out := ""
	for i, c := range r.Cells {
		want := rows[i/r.Cols][i%r.Cols]
		if want == "0" {
			want = "."
		}
		if os.Getenv("DOUBTS") != "" {
			low := c.State[0].P < .998
			for _, g := range [][]vision.Guess{c.Down, c.Across} {
				low = low || len(g) > 0 && g[0].P < .9
			}
			if low {
				out += fmt.Sprintf("\n  doubt %d,%d is %s: state %v down %v across %v", i/r.Cols, i%r.Cols, want, c.State, c.Down, c.Across)
			}
		}
		if got := kakuroCell(c); got != want {
			out += fmt.Sprintf("\n  %d,%d is %s, read %s: state %v digit %v down %v across %v", i/r.Cols, i%r.Cols, want, got, c.State, c.Digit, c.Down, c.Across)
		}
	}
	return out
}

func kakuroCell(c vision.Cell) string {
	text := func(g []vision.Guess) string {
		if len(g) == 0 || g[0].Value == 0 {
			return ""
		}
		return strconv.Itoa(g[0].Value)
	}
	if c.State[0].Value == vision.Blank {
		if d := text(c.Digit); d != "" {
			return d
		}
		return "."
	}
	if d, a := text(c.Down), text(c.Across); d+a != "" {
		return d + `\` + a
	}
	return "#"
}

// states returns the states of a reading, in rows.
func states(r *vision.Reading) (rows []string) {
	for i := 0; i < len(r.Cells); i += r.Cols {
		row := ""
		for _, c := range r.Cells[i : i+r.Cols] {
			row += string('0' + rune(c.State[0].Value))
		}
		rows = append(rows, row)
	}
	return rows
}

// named returns rows with the states renamed so that the first cell has state 0.
func named(rows []string) []string {
	if rows[0][0] == '0' {
		return rows
	}
	var other []string
	for _, row := range rows {
		other = append(other, strings.NewReplacer("0", "1", "1", "0").Replace(row))
	}
	return other
}
