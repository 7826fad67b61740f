package kakuro

import (
	"strings"
	"testing"

	"kibitz/vision/internal/cells"
)

// boardOfSums returns a layout and its grid from text: "." is a white cell, "#" a block. Before each entry of two
// cells or more stands a figure of one digit: below, for an entry below, and right, for one to the right.
func boardOfSums(text string, below, right figure) *layout {
	rows := strings.Split(text, "\n")
	s := &layout{rows: len(rows), cols: len(rows[0])}
	s.grid = &grid{high: s.rows, wide: s.cols, cells: make([]square, s.rows*s.cols)}
	for _, c := range strings.Join(rows, "") {
		s.white = append(s.white, c == '.')
	}
	for i, white := range s.white {
		for side, f := range [2]figure{below, right} {
			if f.sure = 1; !white && s.run(i, side) > 1 {
				s.grid.cells[i].figures = append(s.grid.cells[i].figures, f)
			}
		}
	}
	return s
}

// Where lone sums stand says whose sums are those of blocks with two, whatever the net says of them, and if it was not
// asked: in any corners.
func TestSettleSides(t *testing.T) {
	const text = "#####\n#...#\n#....\n##...\n#...#"
	corners := []figure{{r: .2, c: .8}, {r: .8, c: .2}, {r: .2, c: .2}, {r: .8, c: .8}}
	for _, seen := range []int{0, cells.Across} { // the net was not asked, or is wrong of half of them
		for i, below := range corners {
			for k, right := range corners {
				if i == k {
					continue
				}
				below.of, right.of = seen, seen
				s := boardOfSums(text, below, right)
				s.settleSides()
				for at := range s.white {
					for _, f := range s.grid.cells[at].figures {
						want := cells.Down
						if f.r == right.r && f.c == right.c {
							want = cells.Across
						}
						if f.of != want {
							t.Fatalf("down at %v, across at %v: the sum at %v, %v of cell %d is %d", corners[i], corners[k], f.r, f.c, at, f.of)
						}
					}
				}
			}
		}
	}
}

// Sums that stand in the middle of their block if they are alone, and in two corners if not, belong to the sides that
// most votes of the net say.
func TestSettlePairs(t *testing.T) {
	s := boardOfSums("#######\n#..#...\n#......\n##.....\n#......\n#......", figure{r: .2, c: .8}, figure{r: .8, c: .2})
	pairs := 0
	for i := range s.white {
		switch f := s.grid.cells[i].figures; len(f) {
		case 1:
			f[0].r, f[0].c = .5, .5
		case 2:
			if f[0].of, f[1].of = cells.Down, cells.Across; pairs == 0 {
				f[0].of = cells.Across
			}
			pairs++
		}
	}
	if pairs < 2 {
		t.Fatalf("%d blocks have two sums", pairs)
	}
	s.settleSides()
	for i := range s.white {
		for _, f := range s.grid.cells[i].figures {
			down := f.r < .5 || f.r == .5 && s.run(i, 0) > 1
			if (f.of == cells.Down) != down {
				t.Errorf("the sum at %v, %v of cell %d is %d", f.r, f.c, i, f.of)
			}
		}
	}
}

// A white cell that the net is not sure of is surer if its shade is that of other white cells, and doubted if it is
// that of blocks.
func TestWeighShades(t *testing.T) {
	const text = "#####\n#....\n#.##.\n#.##.\n#...."
	const doubtful = 6 // the cell, a white one
	odds := func(shade int) float64 {
		s := boardOfSums(text, figure{}, figure{})
		s.grid.shades, s.grid.flat = 2, true
		s.odds = make([]float64, len(s.white))
		for i, white := range s.white {
			if s.odds[i] = 6; white {
				s.grid.cells[i].shade = 1
			}
		}
		s.odds[doubtful], s.grid.cells[doubtful].shade = 1, shade
		s.weighShades()
		return s.odds[doubtful]
	}
	if white, block := odds(1), odds(0); white < 3 || block > -1 {
		t.Errorf("the log odds of a white cell in the shade of white ones are %.1f, in that of blocks %.1f", white, block)
	}
}
