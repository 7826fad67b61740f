package lightsout

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestTurns: on a board that is its own mirror image in some way, the search that
// looks at one of each orbit finds what the whole search does.
func TestTurns(t *testing.T) {
	sizes := []Puzzle{
		{Rows: 19, Cols: 19}, {Rows: 16, Cols: 33}, {Rows: 30, Cols: 30}, {Rows: 32, Cols: 32}, {Rows: 20, Cols: 20, Rules: Rules{Neighbours: Hollow}},
		{Rows: 10, Cols: 10, Rules: Rules{Wrap: Torus}}, {Rows: 12, Cols: 12, Rules: Rules{Wrap: Torus}}, {Rows: 17, Cols: 17, Rules: Rules{Wrap: Torus}},
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(sizes).Draw(t, "size")
		p.Lamps = make([]uint8, p.Rows*p.Cols)
		made := rapid.SliceOfN(rapid.Uint8Range(0, 1), len(p.Lamps), len(p.Lamps)).Draw(t, "presses")
		all := p.symmetries()
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(all)-1), 1, 2).Draw(t, "symmetries") {
			turned := make([]uint8, len(made))
			for i, from := range all[i] {
				turned[i] = made[from]
			}
			add(made, turned, 1, 2)
		}
		p.Target = p.after(made)
		s, err := p.solutions(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		k := len(s.quiet)
		whole := newWalsh(merged(s), k)
		want, _ := whole.search(context.Background(), peak{sum: whole.begun})

		symmetries := p.symmetries()
		up, acts := s.climb(symmetries)
		some := newWalsh(merged(up), k)
		for _, act := range acts {
			some.mirrors = append(some.mirrors, newMirror(act, low+some.lanes, k))
		}
		got, _ := some.search(context.Background(), peak{sum: some.begun})
		if got.sum != want.sum || some.begun != whole.begun {
			t.Fatalf("%d × %d, %d symmetries, nullity %d: %d, want %d", p.Rows, p.Cols, len(symmetries), k, got.sum, want.sum)
		}
	})
}

// TestNullityForty proves the fewest presses where the quiet patterns are 40, which
// takes 70 s on one core and has no published value to hold it to:
//
//	LIGHTSOUT_LONG=1 go test -run NullityForty ./solvers/lightsout
func TestNullityForty(t *testing.T) {
	if os.Getenv("LIGHTSOUT_LONG") == "" {
		t.Skip("takes about a minute, and LIGHTSOUT_LONG is not set")
	}
	p := parse(t, "61x61 all")
	a := solveIn(t, p, 4*time.Minute)
	check(t, p, a)
	if !a.Proved || a.Nullity != 40 {
		t.Errorf("%d presses, proved %v, nullity %d", a.Min, a.Proved, a.Nullity)
	}
	t.Logf("%d presses", a.Min)
}

// BenchmarkMinimum is the search for the fewest presses on n × n lit lamps alone,
// the solutions being known.
func BenchmarkMinimum(b *testing.B) {
	for _, n := range []int{19, 30, 47, 39} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := parse(b, fmt.Sprintf("%dx%d all", n, n))
			s, err := p.solutions(context.Background())
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for range b.N {
				if _, proved := lightest(context.Background(), s, 2, solveWork, p.symmetries()); !proved {
					b.Fatal("not proved")
				}
			}
			b.ReportMetric(float64(int(1)<<len(s.quiet))*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
