package nonogram

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/internal/cdcl"
)

// sparse is the puzzle of a random square, two cells in five filled.
func sparse(r *rand.Rand, side int) *Puzzle {
	picture := make([]Cell, side*side)
	for i := range picture {
		picture[i] = Empty + Cell(r.IntN(5)/3)
	}
	return FromPicture(picture, side)
}

// A second core changes when an answer comes, and not which.
func TestSecondCore(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	long := rand.New(rand.NewPCG(70, 26)) // learning has no quick answer to this one
	puzzles, count := []*Puzzle{sparse(long, 17+long.IntN(5))}, 50
	if testing.Short() {
		puzzles, count = nil, 12
	}
	r := rand.New(rand.NewPCG(20, 26))
	for n := range count {
		p := sparse(r, 15+r.IntN(5))
		if n%6 == 0 { // mostly without a solution
			r.Shuffle(len(p.Cols), func(i, j int) { p.Cols[i], p.Cols[j] = p.Cols[j], p.Cols[i] })
		}
		puzzles = append(puzzles, p)
	}
	for n, p := range puzzles {
		var answers [2]*Answer
		for i := range answers {
			runtime.GOMAXPROCS(1 + i)
			g := newGrid[[1]uint64](p)
			g.searchProbes = 8 << (n % 5) // so that most searches end before their answer
			g.soloProbes = n % 2 * g.searchProbes
			answers[i], _ = g.solve(context.Background(), n%2 == 1)
			answers[i].Decided = 0
		}
		if !reflect.DeepEqual(answers[0], answers[1]) {
			t.Errorf("%s: on one core %+v, on two %+v", p, answers[0], answers[1])
		}
	}
	if n := busy.Load(); n != 0 {
		t.Errorf("%d cores are still at work", n)
	}
}

// An apprentice that is done before it is asked is asked all the same: its page is taken over, and
// grows as long as the search may go on, which is longer than it.
func TestApprenticeDoneEarly(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	r := rand.New(rand.NewPCG(20, 26))
	const free = 1 << 30
	pages := 0
	for range 40 {
		memory := solvers.NewMemory(free)
		ctx, giveBack := solvers.WithMemory(context.Background(), memory)
		g := newGrid[[1]uint64](sparse(r, 15))
		g.begin(ctx)
		if g.deduce(true) != consistent || g.complete() {
			giveBack()
			continue
		}
		a := newApprentice(g)
		a.stepAside(a.guess, a.finish)
		if !a.aside {
			t.Fatal("no core was idle")
		}
		<-a.done
		had := a.grid.page != nil && a.status != cdcl.OutOfPatience // else a longer search comes first
		g.consult(a)
		a.stop()
		if had && g.page == nil {
			t.Fatal("its page is lost")
		}
		if had {
			pages++
			if err := g.page.memory.Err(); err != nil {
				t.Fatalf("its page cannot grow: %v", err)
			}
			g.page.close()
			g.page = nil
		}
		giveBack()
	}
	if pages == 0 {
		t.Error("no page was taken over")
	}
}

// Wherever the time ends, an answer comes soon, nothing in it is wrong, and no core goes on.
func TestSecondCoreEndsInTime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	r := rand.New(rand.NewPCG(20, 26))
	const side = 20
	for n := range 40 {
		p := sparse(r, side)
		g := newGrid[[1]uint64](p)
		g.searchProbes, g.soloProbes = 8, n%2*8
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(n)*time.Millisecond/2)
		a, _ := g.solve(ctx, true)
		cancel()
		if a.Verdict == solvers.None {
			t.Errorf("%s: no solution, but it has one", p)
		}
		for _, s := range a.Solutions {
			q := FromPicture(s, side)
			if !reflect.DeepEqual(q.Rows, p.Rows) || !reflect.DeepEqual(q.Cols, p.Cols) {
				t.Errorf("%s: %v is no solution", p, s)
			}
			for c, value := range a.Grid {
				if value != Unknown && value != s[c] {
					t.Errorf("%s: cell %d is not %v in all solutions", p, c, value)
				}
			}
		}
		if n := busy.Load(); n != 0 {
			t.Fatalf("%d cores are still at work", n)
		}
	}
}
