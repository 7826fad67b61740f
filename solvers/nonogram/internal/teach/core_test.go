package teach

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// The lines of a core contradict each other, and no fewer of them do.
func TestCoreAgainstBruteForce(t *testing.T) {
	sizes := [][2]int{{1, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {4, 3}, {3, 4}}
	pictures := map[int][][]puzzle.Cell{}
	for _, size := range sizes {
		pictures[size[0]*size[1]] = puzzletest.AllLines(size[0] * size[1])
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 5 {
			size := rapid.SampledFrom(sizes).Draw(t, "size")
			p := &puzzle.Puzzle{}
			for range size[0] {
				p.Rows = append(p.Rows, puzzletest.RunsIn(puzzletest.DrawPicture(t, 1, size[1])))
			}
			for range size[1] {
				p.Cols = append(p.Cols, puzzletest.RunsIn(puzzletest.DrawPicture(t, 1, size[0])))
			}
			checkCore(t, p, pictures[size[0]*size[1]])
		}
	})
}

func checkCore(t puzzletest.Tester, p *puzzle.Puzzle, pictures [][]puzzle.Cell) {
	var all []puzzle.Line
	for i := range p.Rows {
		all = append(all, puzzle.Line{Index: i})
	}
	for i := range p.Cols {
		all = append(all, puzzle.Line{Column: true, Index: i})
	}
	core, proved := Core(context.Background(), p)
	if puzzletest.SolvableBy(p, all, pictures) {
		if core != nil || proved != solvers.NotMinimal {
			t.Fatalf("%s has a solution, and the core %v", p, core)
		}
		return
	}
	if core == nil || proved == solvers.NotMinimal || puzzletest.SolvableBy(p, core, pictures) {
		t.Fatalf("%s: %v is no core (%v)", p, core, proved)
	}
	for i := range core {
		if !puzzletest.SolvableBy(p, slices.Concat(core[:i], core[i+1:]), pictures) {
			t.Fatalf("%s: the core %v does without %v", p, core, core[i])
		}
	}
	if proved != solvers.Fewest {
		if len(core) <= 4 {
			t.Fatalf("%s: not proved that %v has the fewest lines", p, core)
		}
		return
	}
	for set := range 1 << len(all) {
		var fewer []puzzle.Line
		for i, line := range all {
			if set>>i&1 == 1 {
				fewer = append(fewer, line)
			}
		}
		if len(fewer) == len(core)-1 && !puzzletest.SolvableBy(p, fewer, pictures) {
			t.Fatalf("%s: %v has not the fewest lines, %v contradict each other", p, core, fewer)
		}
	}
}

// Whenever the budget ends, what is left contradicts itself.
func TestCoreOutOfTime(t *testing.T) {
	p := puzzletest.MustParse(t, "1 1;2;1;2|1;1 1;2;1 1")
	want, _ := Core(context.Background(), p)
	pictures := puzzletest.AllLines(16)
	for asked := 0; asked < 400; asked += 1 + asked/8 {
		core, proved := Core(&puzzletest.Countdown{Context: context.Background(), Left: asked}, p)
		if core != nil && puzzletest.SolvableBy(p, core, pictures) || proved == solvers.Fewest && len(core) != len(want) {
			t.Fatalf("asked %d times: %v (%v)", asked, core, proved)
		}
	}
}

// A clue changed in a large picture is found among the lines around it.
func TestCoreOfALargePuzzle(t *testing.T) {
	const side = 30
	picture := make([]puzzle.Cell, side*side)
	for i := range picture {
		picture[i] = puzzle.Empty
		if row, col := i/side, i%side; row*row+col*col < 700 && (row+col)%7 != 0 {
			picture[i] = puzzle.Filled
		}
	}
	p := puzzle.FromPicture(picture, side)
	wrong := slices.Clone(p.Cols[9])
	wrong[0].Length++
	wrong[1].Length--
	p.Cols[9] = wrong
	core, proved := Core(context.Background(), p)
	if proved == solvers.NotMinimal || !slices.Contains(core, puzzle.Line{Column: true, Index: 9}) {
		t.Errorf("core %v, %v", core, proved)
	}
	if n := len(core); n > 30 {
		t.Errorf("a core of %d lines of 60", n)
	}
}
