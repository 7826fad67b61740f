package solvers_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/cardflip"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/lightsout"
	"kibitz/solvers/nonogram"
)

const mb = 1 << 20

// borrow returns a context for one request of a memory.
func borrow(m *solvers.Memory) (context.Context, func()) {
	return solvers.WithMemory(context.Background(), m)
}

// Requests for memory wait until there is enough, in the order in which they came; a request
// within its allowance does not wait.
func TestTakeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := solvers.NewMemory(100 * mb)
		got := make(chan string, 4)
		var asking sync.WaitGroup
		defer asking.Wait()
		ask := func(name string, bytes int64, keep time.Duration) {
			ctx, giveBack := borrow(m)
			asking.Go(func() {
				defer giveBack()
				if err := solvers.Take(ctx, bytes); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				got <- name
				time.Sleep(keep)
			})
			synctest.Wait()
		}
		ask("first", 80*mb, time.Minute)
		ask("large", 90*mb, time.Second)
		ask("after it", 15*mb, time.Second)
		ask("tiny", mb, time.Second)
		for _, want := range []string{"first", "tiny"} {
			if name := <-got; name != want {
				t.Errorf("%s got memory, want %s", name, want)
			}
		}
		begun := time.Now()
		for _, want := range []string{"large", "after it"} {
			if name := <-got; name != want || time.Since(begun) < time.Second {
				t.Errorf("%s got memory after %v, want %s", name, time.Since(begun), want)
			}
		}
	})
}

// The end of a request's time ends its waiting, and those behind it go on.
func TestTakeHeedsItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := solvers.NewMemory(100 * mb)
		first, firstBack := borrow(m)
		if err := solvers.Take(first, 80*mb); err != nil {
			t.Fatal(err)
		}
		brief, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		brief, briefBack := solvers.WithMemory(brief, m)
		late := make(chan error, 2)
		go func() { late <- solvers.Take(brief, 90*mb) }()
		synctest.Wait()
		small, smallBack := borrow(m)
		go func() { late <- solvers.Take(small, 10*mb) }()
		if err := <-late; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after a second: %v", err)
		}
		if err := <-late; err != nil {
			t.Errorf("behind it: %v", err)
		}
		for _, giveBack := range []func(){firstBack, briefBack, smallBack} {
			giveBack()
		}
		all, giveBack := borrow(m)
		defer giveBack()
		if err := solvers.Take(all, 101*mb); err != nil {
			t.Errorf("not all was given back: %v", err)
		}
	})
}

// What can never be had is refused at once, and so is more than is free where some is held.
func TestTakeRefuses(t *testing.T) {
	m := solvers.NewMemory(100 * mb)
	one, oneBack := borrow(m)
	other, otherBack := borrow(m)
	defer oneBack()
	defer otherBack()
	for _, c := range []struct {
		what string
		ctx  context.Context
		mb   int64
		want error
	}{
		{"more than all", one, 102, solvers.ErrMemory},
		{"a half", one, 51, nil},
		{"the other half", other, 50, nil},
		{"a third half", one, 50, solvers.ErrMemory},
		{"a third half of the other", other, 50, solvers.ErrMemory},
	} {
		if err := solvers.Take(c.ctx, c.mb*mb); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	solvers.Give(one, 51*mb)
	if err := solvers.Take(other, 50*mb); err != nil {
		t.Errorf("after one gave back: %v", err)
	}
	if err := solvers.Take(context.Background(), 1<<60); err != nil {
		t.Errorf("without a bound: %v", err)
	}
}

// latticed returns a Kakuro of side × side cells, all in one region, with blocks on a skew lattice. It
// has at least one solution.
func latticed(side int) string {
	block := func(r, c int) bool { return r == 0 || c == 0 || (r+2*c)%5 == 0 }
	var b strings.Builder
	for i := range side * side {
		r, c := i/side, i%side
		if i > 0 {
			b.WriteByte(",/"[1-min(c, 1)])
		}
		if !block(r, c) {
			b.WriteByte('.')
			continue
		}
		sum := func(dr, dc int) (n int) {
			for r, c := r+dr, c+dc; r < side && c < side && !block(r, c); r, c = r+dr, c+dc {
				n += 1 + (c+2*r)%9
			}
			return n
		}
		switch down, across := sum(1, 0), sum(0, 1); {
		case down > 0 && across > 0:
			fmt.Fprintf(&b, `%d\%d`, down, across)
		case down > 0:
			fmt.Fprintf(&b, `%d\`, down)
		case across > 0:
			fmt.Fprintf(&b, `\%d`, across)
		default:
			b.WriteByte('#')
		}
	}
	return b.String()
}

// With whatever memory there is a solver says what is true or that it has no answer, and gives
// back what it worked in.
func TestTruthAtTheEndOfMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(60, 60))
	cells := make([]nonogram.Cell, 60*60)
	for i := range cells {
		cells[i] = []nonogram.Cell{nonogram.Filled, nonogram.Empty}[rng.IntN(2)]
	}
	picture := nonogram.FromPicture(cells, 60)
	sums, err := kakuro.Parse(latticed(60))
	if err != nil {
		t.Fatal(err)
	}
	lamps, err := lightsout.Rules{Neighbours: lightsout.King}.Parse(strings.Repeat(strings.Repeat("1", 100)+"/", 99) + strings.Repeat("1", 100))
	if err != nil {
		t.Fatal(err)
	}
	row, err := cardflip.Parse("runs: 60 50 40")
	if err != nil {
		t.Fatal(err)
	}
	row.Misere = true
	for _, most := range []int64{0, 2, 8, 200} {
		m := solvers.NewMemory(most * mb)
		for name, solve := range map[string]func(context.Context) error{
			"nonogram": func(ctx context.Context) error {
				a, err := picture.Solve(ctx)
				if err == nil && a.Verdict == solvers.None {
					t.Errorf("a picture's puzzle with %d MB: %v", most, a.Verdict)
				}
				return err
			},
			"kakuro": func(ctx context.Context) error {
				a, err := sums.Solve(ctx)
				if err == nil && a.Verdict == solvers.None {
					t.Errorf("sums of digits with %d MB: %v", most, a.Verdict)
				}
				return err
			},
			"lightsout": func(ctx context.Context) error {
				a, err := lamps.Solve(ctx)
				if err == nil && !a.Solvable {
					t.Errorf("lamps with %d MB: %v", most, err)
				}
				return err
			},
			"cardflip": func(ctx context.Context) error {
				_, err := row.Solve(ctx)
				return err
			},
		} {
			ctx, giveBack := borrow(m)
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			if err := solve(ctx); err != nil && !errors.Is(err, solvers.ErrMemory) && ctx.Err() == nil {
				t.Errorf("%s with %d MB: %v", name, most, err)
			}
			if name != "cardflip" { // whose answer stands on what was found
				after, afterBack := solvers.WithMemory(context.Background(), m)
				after, afterCancel := context.WithTimeout(after, time.Minute)
				if err := solvers.Take(after, most*mb); err != nil {
					t.Errorf("%s with %d MB keeps some of it", name, most)
				}
				afterBack()
				afterCancel()
			}
			giveBack()
			cancel()
		}
	}
}
