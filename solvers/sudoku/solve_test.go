package sudoku

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
)

// known are published puzzles with one solution each: one of 17 givens from Royle's list, Inkala's of
// 2006 (AI Escargot), 2010 and 2012, and "Golden Nugget" and "Platinum Blonde" from the lists of the
// hardest.
var known = []string{
	"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	"..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
	".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}

// parsed returns the puzzle of a text.
func parsed(t testing.TB, text string) *Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPublishedPuzzlesAreUnique(t *testing.T) {
	for _, text := range known {
		a, err := parsed(t, text).Solve(t.Context())
		if err != nil || a.Verdict != solvers.Unique {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
}

// Published counts: 288 grids of 4×4, and 28,200,960 of 6×6. One in 24, and one in 720, has a given first
// row.
func TestPublishedCounts(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{"................", 288},
		{"123456" + "..............................", 28_200_960 / 720},
		{"1234" + "............", 288 / 24},
	} {
		if n, exact := parsed(t, test.text).Count(t.Context(), MaxCount); n != test.want || !exact {
			t.Errorf("%s: %d, %v, want %d", test.text, n, exact, test.want)
		}
	}
}

// Small puzzles have the solutions that trying everything finds, and Solve knows which cells differ.
func TestSmallPuzzles(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 1))
	seen := map[solvers.Verdict]int{}
	for n := range 600 {
		p := small(rng, 4+2*(n%2), n%4 > 1)
		may, count := make([]uint16, len(p.Givens)), 0
		everyGrid(p, func(grid []int) bool {
			for i, d := range grid {
				may[i] |= 1 << d
			}
			count++
			return true
		})
		a, err := p.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen[a.Verdict]++
		want := []solvers.Verdict{solvers.None, solvers.Unique, solvers.Multiple}[min(count, 2)]
		if a.Verdict != want {
			t.Errorf("%s: %v, want %v", p, a.Verdict, want)
		}
		if got, exact := p.Count(t.Context(), MaxCount); got != count || !exact {
			t.Errorf("%s: %d solutions, want %d", p, got, count)
		}
		for i, m := range may {
			same := 0
			if bits.OnesCount16(m) == 1 {
				same = bits.TrailingZeros16(m)
			}
			if count > 0 && (a.Grid[i] != same || a.Candidates[i] != m) {
				t.Errorf("%s: cell %d is %d of %b, want %d of %b", p, i, a.Grid[i], a.Candidates[i], same, m)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("verdicts seen: %v", seen)
	}
}

// A core has no solution, and each of its givens is needed for that; fewest says that no smaller set is one.
func TestCore(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 2))
	tried := 0
	for tried < 60 {
		p := small(rng, 4, tried%2 == 1)
		core, proved := p.Core(t.Context())
		count := func(cells []int) (n int) {
			part := &Puzzle{Size: p.Size, Diagonals: p.Diagonals, Givens: make([]int, len(p.Givens))}
			for _, i := range cells {
				part.Givens[i] = p.Givens[i]
			}
			everyGrid(part, func([]int) bool { n++; return false })
			return n
		}
		if (core == nil) != (count(p.given()) > 0) {
			t.Errorf("%s: core %v", p, core)
		}
		if core == nil {
			continue
		}
		tried++
		if count(core) > 0 {
			t.Errorf("%s: core %v has a solution", p, core)
		}
		for k := range core {
			if count(slices.Delete(slices.Clone(core), k, k+1)) == 0 {
				t.Errorf("%s: core %v does not need its number %d", p, core, k)
			}
		}
		for set := range sets(p.given(), len(core)-1) {
			if proved == solvers.Fewest && count(set) == 0 {
				t.Errorf("%s: core %v, and %v is smaller", p, core, set)
				break
			}
		}
	}
}

// Ended contexts give no false answer.
func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := parsed(t, known[3])
	if a, err := p.Solve(ctx); err == nil {
		t.Errorf("Solve: %v", a)
	}
	if n, exact := p.Count(ctx, 5); n > 1 || exact {
		t.Errorf("Count: %d, %v", n, exact)
	}
	if core, _ := p.Core(ctx); core != nil {
		t.Errorf("Core: %v", core)
	}
	for s := range p.Steps(ctx) {
		t.Errorf("Steps: %v", s)
	}
}

// The least changes that Repair needs are those that trying all small sets of changes finds.
func TestRepair(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 3))
	for n := range 60 {
		p := small(rng, 4, n%2 == 1)
		r, err := p.Repair(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != solvers.Unique || !r.Puzzle.sole() {
			t.Errorf("%s: %v after %v", p, r.Verdict, r.Changed)
		}
		if changed := p.Changed(r.Changed...); changed.String() != r.Puzzle.String() {
			t.Errorf("%s: %v makes %s, not %s", p, r.Changed, changed, r.Puzzle)
		}
		if len(r.Changed) > 2 && r.Least != 3 {
			t.Errorf("%s: %d changes, and at least %d", p, len(r.Changed), r.Least)
		}
		if len(r.Changed) == 2 && p.given() != nil && oneDoes(p) {
			t.Errorf("%s: %v, and one change is enough", p, r.Changed)
		}
	}
}

// oneDoes reports whether one given added to a puzzle makes one solution, or also one that is changed or
// left out if the puzzle has none.
func oneDoes(p *Puzzle) bool {
	wrong := p.solvable() == nil
	for i, was := range p.Givens {
		for now := range p.Size + 1 {
			count := 0
			if was == 0 || wrong {
				everyGrid(p.Changed(Change{i, was, now}), func([]int) bool { count++; return count < 2 })
			}
			if count == 1 {
				return true
			}
		}
	}
	return false
}

func BenchmarkDecide(b *testing.B) {
	for _, text := range known {
		p := parsed(b, text)
		b.Run(p.String()[:12], func(b *testing.B) {
			for b.Loop() {
				p.Decide(context.Background())
			}
		})
	}
}
