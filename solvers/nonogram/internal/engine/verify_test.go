package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// A picture is a solution if and only if its clues are the puzzle's and it has the cells
// given: seen for all pictures of all clues of a small size.
func TestWrong(t *testing.T) {
	pictures := puzzletest.AllLines(6)
	for n, picture := range pictures {
		p := puzzle.FromPicture(picture, 3)
		if n%2 == 1 {
			p.Given = make([]puzzle.Cell, 6)
			p.Given[n%6] = picture[n%6]
		}
		for _, other := range pictures {
			q := puzzle.FromPicture(other, 3)
			want := slices.EqualFunc(q.Rows, p.Rows, slices.Equal[[]puzzle.Run]) && slices.EqualFunc(q.Cols, p.Cols, slices.Equal[[]puzzle.Run]) &&
				puzzletest.Allows(p, other)
			if err := checkPicture(p, other); (err == nil) != want {
				t.Fatalf("%s: %s: %v", p, puzzletest.RowsOf(other, 3), err)
			}
		}
	}
	p := puzzle.FromPicture(pictures[5], 3)
	for _, picture := range [][]puzzle.Cell{nil, pictures[5][:5], slices.Concat(pictures[5], pictures[5]), make([]puzzle.Cell, 6)} {
		if checkPicture(p, picture) == nil {
			t.Errorf("%v is a solution of %s", picture, p)
		}
	}
}

// Nor does the width matter, up to where words end and beyond.
func TestWrongAtEveryWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(50, 1))
	for _, width := range []int{1, 63, 64, 65, 127, 128, 129, 200} {
		for range 20 {
			picture := puzzletest.Noise(r, 5*width)
			p := puzzle.FromPicture(slices.Clone(picture), width)
			if err := checkPicture(p, picture); err != nil {
				t.Errorf("width %d: %v", width, err)
			}
			cell := r.IntN(len(picture))
			for picture[cell] = puzzle.Opposite(picture[cell]); picture[cell] != puzzle.Unknown; picture[cell]-- {
				if picture[cell] != p.Picture[cell] && checkPicture(p, picture) == nil {
					t.Errorf("width %d: cell %d may be %v as well", width, cell, picture[cell])
				}
			}
			if checkPicture(p, picture) == nil {
				t.Errorf("width %d: cell %d may be unknown", width, cell)
			}
		}
	}
}

// No verdict comes of a picture that is no solution, nor of one solution twice.
func TestMustSolve(t *testing.T) {
	p := puzzle.FromPicture([]puzzle.Cell{puzzle.Filled, puzzle.Empty, puzzle.Empty, puzzle.Filled}, 2)
	one, other := p.Picture, []puzzle.Cell{puzzle.Empty, puzzle.Filled, puzzle.Filled, puzzle.Empty}
	for _, c := range []struct {
		pictures [][]puzzle.Cell
		panics   bool
	}{
		{nil, false},
		{[][]puzzle.Cell{one}, false},
		{[][]puzzle.Cell{one, other}, false},
		{[][]puzzle.Cell{one, one}, true},
		{[][]puzzle.Cell{one, {puzzle.Empty, puzzle.Filled, puzzle.Empty, puzzle.Filled}}, true},
		{[][]puzzle.Cell{{puzzle.Filled, puzzle.Unknown, puzzle.Unknown, puzzle.Filled}}, true},
	} {
		func() {
			defer func() {
				if got := recover(); (got != nil) != c.panics {
					t.Errorf("%v: panic %v", c.pictures, got)
				}
			}()
			MustSolve(p, c.pictures...)
		}()
	}
}
