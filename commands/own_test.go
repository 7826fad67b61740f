package commands

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"kibitz/render"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// The clues of a nonogram are read off Kibitz's own picture of it, with the numbers of its lines
// beside them: these are as high as digits of clues, and are none of them.
func TestOwnPictureIsRead(t *testing.T) {
	for _, size := range []int{5, 6, 8, 10, 12, 20} {
		for theme, name := range map[render.Theme]string{render.Dark: "dark", render.Light: "light"} {
			order := fmt.Sprintf("%dx%d easy 1", size, size)
			r := typed(t, "nonogram", options{"do": "hint", "puzzle": order, "theme": name})
			data, err := r.Board.PNG(theme)
			if err != nil {
				t.Fatal(err)
			}
			board, err := vision.Read(context.Background(), data, vision.Hint{Kind: vision.Nonogram})
			if err != nil {
				t.Errorf("%s, %s: %v", order, name, err)
				continue
			}
			for side, lines := range map[string]struct {
				want [][]int
				got  []vision.Line
			}{"row": {r.Board.Left, board.RowClues}, "column": {r.Board.Top, board.ColClues}} {
				if len(lines.want) != len(lines.got) {
					t.Errorf("%s, %s: %d %ss", order, name, len(lines.got), side)
					continue
				}
				for i, l := range lines.got {
					if read := l.Readings[0].Numbers; !slices.Equal(read, lines.want[i]) {
						t.Errorf("%s, %s: %s %d, %v, is read as %v", order, name, side, i+1, lines.want[i], read)
					}
				}
			}
		}
	}
}

// A nonogram in colours is read off Kibitz's own picture of it with its colours: the letters beside the numbers are no
// digits.
func TestOwnColoursAreRead(t *testing.T) {
	for _, order := range []string{"10x10 medium 3 colours 5"} {
		for theme, name := range map[render.Theme]string{render.Dark: "dark", render.Light: "light"} {
			b := typed(t, "nonogram", options{"do": "hint", "puzzle": order, "theme": name, "style": "picture"}).Board
			data, err := b.PNG(theme)
			if err != nil {
				t.Fatal(err)
			}
			_, want := shows(b)
			if wrong := misreadAs(t.Context(), data, vision.Nonogram, vision.Nonogram, want); wrong != "" {
				t.Errorf("%s, %s: %s, want %s", order, name, wrong, want)
			}
		}
	}
}

// A Sudoku is read off Kibitz's own picture of it with its candidates: those are no givens.
func TestOwnSudokuIsRead(t *testing.T) {
	for theme, name := range map[render.Theme]string{render.Dark: "dark", render.Light: "light"} {
		o := options{"do": "candidates", "theme": name, "puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}
		data, err := typed(t, "sudoku", o).Board.PNG(theme)
		if err != nil {
			t.Fatal(err)
		}
		board, err := vision.Read(context.Background(), data, vision.Hint{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v := judge.Judge(context.Background(), board); !v.Sure || v.Repaired != o["puzzle"] {
			t.Errorf("%s: sure %v, read as %s", name, v.Sure, v.Repaired)
		}
	}
}
