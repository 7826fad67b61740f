package nonogram

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A picture is a solution if and only if its clues are the puzzle's and it has the cells
// given: seen for all pictures of all clues of a small size.
func TestWrong(t *testing.T) {
	pictures := lines(6)
	for n, picture := range pictures {
		p := FromPicture(picture, 3)
		if n%2 == 1 {
			p.Given = make([]Cell, 6)
			p.Given[n%6] = picture[n%6]
		}
		for _, other := range pictures {
			q := FromPicture(other, 3)
			want := slices.EqualFunc(q.Rows, p.Rows, slices.Equal[[]Run]) && slices.EqualFunc(q.Cols, p.Cols, slices.Equal[[]Run]) &&
				allows(p, other)
			if err := p.wrong(other); (err == nil) != want {
				t.Fatalf("%s: %s: %v", p, rowsOf(other, 3), err)
			}
		}
	}
	p := FromPicture(pictures[5], 3)
	for _, picture := range [][]Cell{nil, pictures[5][:5], slices.Concat(pictures[5], pictures[5]), make([]Cell, 6)} {
		if p.wrong(picture) == nil {
			t.Errorf("%v is a solution of %s", picture, p)
		}
	}
}

// Nor does the width matter, up to where words end and beyond.
func TestWrongAtEveryWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(50, 1))
	for _, width := range []int{1, 63, 64, 65, 127, 128, 129, 200} {
		for range 20 {
			picture := noise(r, 5*width)
			p := FromPicture(slices.Clone(picture), width)
			if err := p.wrong(picture); err != nil {
				t.Errorf("width %d: %v", width, err)
			}
			cell := r.IntN(len(picture))
			for picture[cell] = opposite(picture[cell]); picture[cell] != Unknown; picture[cell]-- {
				if picture[cell] != p.Picture[cell] && p.wrong(picture) == nil {
					t.Errorf("width %d: cell %d may be %v as well", width, cell, picture[cell])
				}
			}
			if p.wrong(picture) == nil {
				t.Errorf("width %d: cell %d may be unknown", width, cell)
			}
		}
	}
}

// No verdict comes of a picture that is no solution, nor of one solution twice.
func TestMustSolve(t *testing.T) {
	p := FromPicture([]Cell{Filled, Empty, Empty, Filled}, 2)
	one, other := p.Picture, []Cell{Empty, Filled, Filled, Empty}
	for _, c := range []struct {
		pictures [][]Cell
		panics   bool
	}{
		{nil, false},
		{[][]Cell{one}, false},
		{[][]Cell{one, other}, false},
		{[][]Cell{one, one}, true},
		{[][]Cell{one, {Empty, Filled, Empty, Filled}}, true},
		{[][]Cell{{Filled, Unknown, Unknown, Filled}}, true},
	} {
		func() {
			defer func() {
				if got := recover(); (got != nil) != c.panics {
					t.Errorf("%v: panic %v", c.pictures, got)
				}
			}()
			p.mustSolve(c.pictures...)
		}()
	}
}
