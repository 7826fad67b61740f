package puzzle_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
	"kibitz/solvers/nonogram/internal/teach"
)

// With given cells the solutions are those of the clues that have them: so say the verdict,
// the count, the backbone and the steps. The puzzle survives its game ID.
func TestGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			p := puzzletest.DrawPuzzle(t)
			all := puzzletest.Solutions(p)
			given := rapid.SliceOfN(rapid.SampledFrom([]puzzle.Cell{puzzle.Unknown, puzzle.Unknown, puzzle.Empty, puzzle.Filled}), len(p.Rows)*len(p.Cols), -1).Draw(t, "given")[:len(p.Rows)*len(p.Cols)]
			if len(all) > 0 && rapid.Bool().Draw(t, "fitting") {
				for i, value := range given {
					if value != puzzle.Unknown {
						given[i] = all[0][i]
					}
				}
			}
			if slices.ContainsFunc(given, func(c puzzle.Cell) bool { return c != puzzle.Unknown }) {
				p.Given = given
			}
			checkGiven(t, p, slices.DeleteFunc(all, func(picture []puzzle.Cell) bool { return !puzzletest.Allows(p, picture) }))
		}
	})
}

func checkGiven(t *rapid.T, p *puzzle.Puzzle, all [][]puzzle.Cell) {
	again, err := puzzle.Parse(p.String())
	if err != nil || again.String() != p.String() || !slices.Equal(again.Given, p.Given) {
		t.Fatalf("%s reads as %v, %v", p, again, err)
	}
	a, err := engine.Solve(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	want := solvers.Multiple
	switch len(all) {
	case 0:
		want = solvers.None
	case 1:
		want = solvers.Unique
	}
	if n, exact := teach.Count(context.Background(), p, 1000); a.Verdict != want || n != len(all) || !exact {
		t.Fatalf("%s: %v, %d solutions (all: %v), but there are %d", p, a.Verdict, n, exact, len(all))
	}
	if len(all) == 0 {
		return
	}
	if !slices.Equal(a.Grid, puzzletest.Common(all)) {
		t.Fatalf("%s: backbone %s", p, puzzletest.RowsOf(a.Grid, len(p.Cols)))
	}
	grid := make([]puzzle.Cell, len(a.Grid))
	copy(grid, p.Given)
	for step := range teach.Steps(context.Background(), p) {
		for _, c := range step.Cells {
			grid[c.Row*len(p.Cols)+c.Col] = c.Value
		}
	}
	if !slices.Equal(grid, a.Grid) {
		t.Fatalf("%s: steps lead to %s, want %s", p, puzzletest.RowsOf(grid, len(p.Cols)), puzzletest.RowsOf(a.Grid, len(p.Cols)))
	}
}

// The lines of the core contradict each other and the given cells, none of them to spare.
func TestGivenCore(t *testing.T) {
	for _, text := range []string{"2x2:1/1/1/1,ABb", "2x2:1/1/1/1,Ac", "3x3:1/1/1/1/1/1,AdAc", "2x2:1/1/1/1,Abb"} {
		p := puzzletest.MustParse(t, text)
		lines, proved := teach.Core(context.Background(), p)
		fits := func(lines []puzzle.Line) bool {
			for bits := range 1 << len(p.Given) {
				picture := make([]puzzle.Cell, len(p.Given))
				for i := range picture {
					picture[i] = puzzle.Empty + puzzle.Cell(bits>>i&1)
				}
				q := puzzle.FromPicture(picture, len(p.Cols))
				if puzzletest.Allows(p, picture) && !slices.ContainsFunc(lines, func(l puzzle.Line) bool {
					if l.Column {
						return !slices.Equal(q.Cols[l.Index], p.Cols[l.Index])
					}
					return !slices.Equal(q.Rows[l.Index], p.Rows[l.Index])
				}) {
					return true
				}
			}
			return false
		}
		if len(puzzletest.Solutions(p)) == 0 {
			t.Fatal("the clues alone have no solution")
		}
		solvable := slices.ContainsFunc(puzzletest.Solutions(p), func(picture []puzzle.Cell) bool { return puzzletest.Allows(p, picture) })
		if solvable != (lines == nil) || !solvable && (proved == solvers.NotMinimal || fits(lines)) {
			t.Errorf("%s: core %v", text, lines)
		}
		for i := range lines {
			if !fits(slices.Delete(slices.Clone(lines), i, i+1)) {
				t.Errorf("%s: core %v, of which %v is to spare", text, lines, lines[i])
			}
		}
	}
}
