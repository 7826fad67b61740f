package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// TestColouredWays: searching, learning and searching without learning come to the same of
// pictures too open for lines and probes.
func TestColouredWays(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 2))
	verdicts := map[solvers.Verdict]int{}
	for range 300 {
		rows, cols, colours := 3+r.IntN(6), 3+r.IntN(6), 1+r.IntN(3)
		picture := make([]puzzle.Cell, rows*cols)
		for i := range picture {
			picture[i] = 1 << r.IntN(colours+1)
		}
		palette := make([]puzzle.Ink, colours)
		for i := range palette {
			palette[i].Letter = byte('a' + i)
		}
		p := puzzle.FromColours(picture, cols, palette, puzzle.Puzzle{}.Background)
		if r.IntN(2) == 0 { // one run of a row moves to another row
			from, to := r.IntN(rows), r.IntN(rows)
			if n := len(p.Rows[from]); n > 0 {
				p.Rows[to] = append(p.Rows[to], p.Rows[from][n-1])
				p.Rows[from] = p.Rows[from][:n-1]
			}
			if p.Check() != nil {
				continue
			}
		}
		want, err := Solve(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		verdicts[want.Verdict]++
		for _, ways := range []shares{
			{searchProbes: 0, mostClauses: mostClauses},
			{searchProbes: 1 << 30, mostClauses: mostClauses},
			{searchProbes: 0, mostClauses: 0},
		} {
			g := newColouredGrid[[4]uint64](p, false, nil)
			g.shares = ways
			a, ended := g.Solve(context.Background(), true)
			if ended != Decided || a.Verdict != want.Verdict {
				t.Errorf("%v: with %+v %v, else %v", p, ways, a.Verdict, want.Verdict)
				return
			}
			for i, s := range p.Shades(a.Grid) {
				if a.Verdict != solvers.None && s != want.Grid[i] {
					t.Fatalf("%v: with %+v cell %d has %b, else %b", p, ways, i, s, want.Grid[i])
				}
			}
		}
	}
	if min(verdicts[solvers.None], verdicts[solvers.Unique], verdicts[solvers.Multiple]) < 10 {
		t.Errorf("seen are %v", verdicts)
	}
}

// TestColouredFrame: empty lines around a puzzle change nothing, however long its lines become.
func TestColouredFrame(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 9))
	for _, side := range []int{64, 65, 128, 129, 300} {
		for range 20 {
			rows, cols, colours := 3+r.IntN(5), 3+r.IntN(5), 1+r.IntN(3)
			picture := make([]puzzle.Cell, rows*cols)
			for i := range picture {
				picture[i] = 1 << r.IntN(colours+1)
			}
			palette := make([]puzzle.Ink, colours)
			for i := range palette {
				palette[i].Letter = byte('a' + i)
			}
			p := puzzle.FromColours(picture, cols, palette, puzzle.Puzzle{}.Background)
			up, left := r.IntN(20), r.IntN(side-cols+1)
			q := &puzzle.Puzzle{Palette: palette, Rows: make([][]puzzle.Run, up+rows), Cols: make([][]puzzle.Run, side)}
			copy(q.Rows[up:], p.Rows)
			copy(q.Cols[left:], p.Cols)
			if r.IntN(2) == 0 { // on its side
				q.Rows, q.Cols = q.Cols, q.Rows
			}
			a, err := Solve(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			b, err := Solve(context.Background(), q)
			if err != nil || b.Verdict != a.Verdict || b.Level != a.Level {
				t.Errorf("%v: %v by %v, in a frame %v by %v, %v", p, a.Verdict, a.Level, b.Verdict, b.Level, err)
				continue
			}
			for i, s := range a.Grid {
				row, col := up+i/cols, left+i%cols
				if len(q.Rows) == side {
					row, col = col, row
				}
				if b.Grid[row*len(q.Cols)+col] != s {
					t.Fatalf("%v: cell %d has %b, in a frame %b", p, i, s, b.Grid[row*len(q.Cols)+col])
				}
			}
		}
	}
}
