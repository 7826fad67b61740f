package nonogram

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The lines of a core contradict each other, and no fewer of them do.
func TestCoreAgainstBruteForce(t *testing.T) {
	sizes := [][2]int{{1, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {4, 3}, {3, 4}}
	pictures := map[int][][]Cell{}
	for _, size := range sizes {
		pictures[size[0]*size[1]] = lines(size[0] * size[1])
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 5 {
			size := rapid.SampledFrom(sizes).Draw(t, "size")
			p := &Puzzle{}
			for range size[0] {
				p.Rows = append(p.Rows, runsIn(drawPicture(t, 1, size[1])))
			}
			for range size[1] {
				p.Cols = append(p.Cols, runsIn(drawPicture(t, 1, size[0])))
			}
			checkCore(t, p, pictures[size[0]*size[1]])
		}
	})
}

func checkCore(t tester, p *Puzzle, pictures [][]Cell) {
	var all []Line
	for i := range p.Rows {
		all = append(all, Line{Index: i})
	}
	for i := range p.Cols {
		all = append(all, Line{Column: true, Index: i})
	}
	core, minimal := p.Core(context.Background())
	if solvableBy(p, all, pictures) {
		if core != nil || minimal {
			t.Fatalf("%s has a solution, and the core %v", p, core)
		}
		return
	}
	if core == nil || !minimal || solvableBy(p, core, pictures) {
		t.Fatalf("%s: %v is no core (minimal: %v)", p, core, minimal)
	}
	for i := range core {
		if !solvableBy(p, slices.Concat(core[:i], core[i+1:]), pictures) {
			t.Fatalf("%s: the core %v does without %v", p, core, core[i])
		}
	}
}

// Whenever the budget ends, what is left contradicts itself.
func TestCoreOutOfTime(t *testing.T) {
	p := mustParse(t, "1 1;2;1;2|1;1 1;2;1 1")
	want, _ := p.Core(context.Background())
	pictures := lines(16)
	for asked := 0; asked < 400; asked += 1 + asked/8 {
		core, minimal := p.Core(&countdown{Context: context.Background(), left: asked})
		if core != nil && solvableBy(p, core, pictures) || minimal && !slices.Equal(core, want) {
			t.Fatalf("asked %d times: %v (minimal: %v)", asked, core, minimal)
		}
	}
}

// A clue changed in a large picture is found among the lines around it.
func TestCoreOfALargePuzzle(t *testing.T) {
	const side = 30
	picture := make([]Cell, side*side)
	for i := range picture {
		picture[i] = Empty
		if row, col := i/side, i%side; row*row+col*col < 700 && (row+col)%7 != 0 {
			picture[i] = Filled
		}
	}
	p := FromPicture(picture, side)
	wrong := slices.Clone(p.Cols[9])
	wrong[0].Length++
	wrong[1].Length--
	p.Cols[9] = wrong
	core, minimal := p.Core(context.Background())
	if !minimal || !slices.Contains(core, Line{Column: true, Index: 9}) {
		t.Errorf("core %v, minimal: %v", core, minimal)
	}
	if n := len(core); n > 30 {
		t.Errorf("a core of %d lines of 60", n)
	}
}
