package teach

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// Hints alone lead where Steps do, from any marks that are right. Each follows from what is
// there, holds in every solution, and needs no harder class of techniques than the next step.
func TestHints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(1, 5).Draw(t, "height"), rapid.IntRange(1, 5).Draw(t, "width")
		p := puzzle.FromPicture(puzzletest.DrawPicture(t, height, width), width)
		all := puzzletest.Solutions(p)
		marks := puzzletest.Common(all)
		for i := range marks {
			if !rapid.Bool().Draw(t, "marked") {
				marks[i] = puzzle.Unknown
			}
		}
		last := []int{rapid.IntRange(-1, height*width).Draw(t, "last")}
		checkHints(t, p.WithMarks(marks), all, last)
	})
	for _, n := range []int{3, 4} {
		p := puzzletest.Dominoes(n)
		a, err := engine.Solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		checkHints(t, p, a.Solutions, nil)
	}
}

func checkHints(t puzzletest.Tester, p *puzzle.Puzzle, all [][]puzzle.Cell, last []int) {
	cells := make([]puzzle.Cell, len(p.Rows)*len(p.Cols))
	copy(cells, p.Given)
	for hint := range Hints(context.Background(), p, nil, last) {
		if len(hint.Cells) == 0 || hint.Technique == Trial && len(hint.Cells) > 1 {
			t.Fatalf("%s: %v decides %v", p, hint.Technique, hint.Cells)
		}
		checkReason(t, p, cells, hint)
		for next := range Steps(context.Background(), p.WithMarks(slices.Clone(cells))) {
			if hint.Technique.Difficulty() > next.Technique.Difficulty() {
				t.Fatalf("%s: the hint is %v, a step %v", p, hint.Technique, next.Technique)
			}
			break
		}
		for _, c := range hint.Cells {
			cell := c.Row*len(p.Cols) + c.Col
			if cells[cell] != puzzle.Unknown {
				t.Fatalf("%s: %v tells %v again", p, hint.Technique, c)
			}
			cells[cell] = c.Value
			for _, solution := range all {
				if solution[cell] != c.Value {
					t.Fatalf("%s: %v loses a solution by %v", p, hint.Technique, c)
				}
			}
		}
	}
	if want := puzzletest.Common(all); !slices.Equal(cells, want) {
		t.Fatalf("%s: hints lead to %s, want %s", p, puzzletest.RowsOf(cells, len(p.Cols)), puzzletest.RowsOf(want, len(p.Cols)))
	}
}

// Of two lines with as easy a technique the one that decides more is told, though it comes
// later; one that is finished counts twice, and so does one where a cell was decided last.
func TestHintWorth(t *testing.T) {
	for _, c := range []struct {
		puzzle string
		last   []int
		want   puzzle.Line
	}{
		{"1;3;1 1;4;1|2;3;2 1;2;1", nil, puzzle.Line{Index: 3}},             // 4 of 5 decides 3, each 3 of 5 one
		{"1;3;1 1;4;1|2;3;2 1;2;1", []int{5}, puzzle.Line{Index: 3}},        // 1 twice is less than 3
		{"3 1;1;1;1;1|1;1;1;1;5", nil, puzzle.Line{Column: true, Index: 4}}, // both finish; in reading order the row is first
	} {
		for hint := range Hints(context.Background(), puzzletest.MustParse(t, c.puzzle), nil, c.last) {
			if hint.Line != c.want {
				t.Errorf("%s, last %v: %v in %v, want %v", c.puzzle, c.last, hint.Technique, hint.Line, c.want)
			}
			break
		}
	}
	// Two lines worth the same: the one beside the last cell.
	p := puzzletest.MustParse(t, "4;0;4;0;4|1 1 1;1 1 1;1 1 1;1 1 1;0")
	for _, row := range []int{0, 2, 4} {
		for hint := range Hints(context.Background(), p.WithMarks(marked(p, row*5+1)), nil, []int{row*5 + 1}) {
			if hint.Line.Column && hint.Line.Index != 1 || !hint.Line.Column && hint.Line.Index != row {
				t.Errorf("after row %d: %v in %v", row, hint.Technique, hint.Line)
			}
			break
		}
	}
}

// marked are marks with one cell filled.
func marked(p *puzzle.Puzzle, cell int) []puzzle.Cell {
	cells := make([]puzzle.Cell, len(p.Rows)*len(p.Cols))
	cells[cell] = puzzle.Filled
	return cells
}

// TestHintsStop: nothing is told to somebody who has left.
func TestHintsStop(t *testing.T) {
	n := 0
	for range Hints(context.Background(), puzzletest.Dominoes(4), nil, nil) {
		if n++; n == 2 {
			break
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range Hints(ctx, puzzletest.Dominoes(4), nil, nil) {
		t.Error("a hint without time")
	}
}
