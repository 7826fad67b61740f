package nonogram_test

import (
	"context"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// FuzzColoured: a picture of any bytes is among the solutions of its clues, and what is found
// without one of the engine's means, lines and probes, search or counting, agrees.
func FuzzColoured(f *testing.F) {
	f.Add(uint8(5), uint8(3), []byte("abacabadabacaba"))
	f.Add(uint8(2), uint8(2), []byte("0112"))
	f.Add(uint8(7), uint8(31), []byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, cols, colours uint8, cells []byte) {
		width, n := 1+int(cols)%70, 1+int(colours)%31
		height := min(len(cells)/width, 70)
		if height == 0 {
			return
		}
		picture := make([]nonogram.Cell, width*height)
		for i := range picture {
			picture[i] = 1 << (int(cells[i]) % (n + 1))
		}
		p := nonogram.FromColours(picture, width, inks(n), nonogram.Puzzle{}.Background)
		if q, err := puzzletest.ParseColoured(p.String()); err != nil || len(q.Rows) != height || len(q.Cols) != width {
			t.Fatalf("%v reads as %v, %v", p, q, err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		a, err := p.Decide(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range a.Grid {
			if s&picture[i] == 0 {
				t.Fatalf("%v: cell %d has %b in its own picture, and solutions %b", p, i, picture[i], s)
			}
		}
		if count, exact := p.CountFrom(ctx, a, 3); a.Verdict == solvers.None || exact && (count == 1) != (a.Verdict == solvers.Unique) {
			t.Fatalf("%v: %v, and counted are %d", p, a.Verdict, count)
		}
		q := p.WithMarks(picture)
		if b, err := q.Decide(ctx); err == nil && b.Verdict != solvers.Unique {
			t.Fatalf("%v: %v with all of its own cells given", p, b.Verdict)
		}
	})
}
