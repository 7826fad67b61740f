package teach

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// A run of a puzzle is mistyped: the slip is found, and each one found does give a solution,
// by trying all pictures.
func TestSlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
		p := puzzle.FromPicture(rapid.SliceOfN(rapid.SampledFrom([]puzzle.Cell{puzzle.Empty, puzzle.Filled}), rows*cols, rows*cols).Draw(t, "picture"), cols)
		p.Picture = nil
		side := rapid.IntRange(0, 1).Draw(t, "side")
		lines := [2][][]puzzle.Run{p.Rows, p.Cols}[side]
		line := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
		if len(lines[line]) == 0 {
			return
		}
		run := rapid.IntRange(0, len(lines[line])-1).Draw(t, "run")
		was := lines[line][run]
		typed := puzzle.Run{Length: rapid.IntRange(1, 6).Draw(t, "typed")}
		mistyped := Mended(p, Slip{Line: puzzle.Line{Column: side == puzzle.ColumnSide, Index: line}, Run: run, May: typed})
		if mistyped == nil {
			return // Parse refuses it
		}
		slips, complete := Slips(context.Background(), mistyped)
		if typed == was {
			if len(slips) > 0 || !complete {
				t.Fatalf("%v of %s, whose totals are equal", slips, p)
			}
			return
		}
		if !complete {
			return // too little time
		}
		if !slices.ContainsFunc(slips, func(s Slip) bool {
			return s.Line == puzzle.Line{Column: side == puzzle.ColumnSide, Index: line} && s.Run == run && s.Was == typed && s.May == was
		}) {
			t.Fatalf("%v of %s, not the %v of %s", slips, mistyped, was, p)
		}
		for _, s := range slips {
			mended := Mended(mistyped, s)
			n := len(puzzletest.Solutions(mended))
			if n == 0 || s.Unique != (n == 1) {
				t.Fatalf("%+v gives %d solutions of %s", s, n, mended)
			}
		}
	})
}

// A run of a puzzle is left out: it is found, and each slip that is found gives a solution, by trying
// all pictures.
func TestForgotten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
		p := puzzle.FromPicture(rapid.SliceOfN(rapid.SampledFrom([]puzzle.Cell{puzzle.Empty, puzzle.Filled}), rows*cols, rows*cols).Draw(t, "picture"), cols)
		p.Picture = nil
		line := rapid.IntRange(0, rows-1).Draw(t, "line")
		if len(p.Rows[line]) == 0 {
			return
		}
		run := rapid.IntRange(0, len(p.Rows[line])-1).Draw(t, "run")
		whole := p.String()
		short := p.Bare()
		short.Rows = slices.Clone(short.Rows)
		short.Rows[line] = slices.Delete(slices.Clone(short.Rows[line]), run, run+1)
		slips, complete := Slips(context.Background(), short)
		if !complete {
			return // too little time
		}
		found := false
		for _, s := range slips {
			mended := Mended(short, s)
			n := len(puzzletest.Solutions(mended))
			if n == 0 || s.Unique != (n == 1) {
				t.Fatalf("%+v gives %d solutions of %s", s, n, mended)
			}
			found = found || s.Forgotten && mended.String() == whole
		}
		if !found {
			t.Fatalf("%+v of %s, not what was left out of %s", slips, short, whole)
		}
	})
}
