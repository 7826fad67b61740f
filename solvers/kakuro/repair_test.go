package kakuro

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kibitz/solvers"
)

// oneSolution says by brute force whether p has just one.
func oneSolution(p *Puzzle) bool {
	found, complete := allSolutions(p, 1)
	return complete && len(found) == 1
}

// mendable says by brute force whether k changed sums can leave one solution.
func mendable(p *Puzzle, entries []Entry, k int) bool {
	if k == 0 {
		return oneSolution(p)
	}
	for i, e := range entries {
		if (e.Across && e.Col == 0) || (!e.Across && e.Row == 0) {
			continue
		}
		least, most := sumRange(e.Len)
		for sum := least; sum <= most; sum++ {
			if sum == e.Sum {
				continue
			}
			p.setSum(e, sum)
			if mendable(p, entries[i+1:], k-1) {
				p.setSum(e, e.Sum)
				return true
			}
		}
		p.setSum(e, e.Sum)
	}
	return false
}

// checkRepair ends the test unless the changes of a repair of p lead to its Puzzle, that and each
// puzzle with a change Instead have one solution by brute force if that is claimed, and the bound
// Least agrees with the number of changes.
func checkRepair(t testing.TB, p *Puzzle, r *Repaired, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	q := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
	for _, c := range r.Changed {
		if !slices.Contains(p.Entries(), c.Entry) || c.Sum == c.Now {
			t.Fatalf("%v is no change\n%s", c, p)
		}
		q.setSum(c.Entry, c.Now)
	}
	if q.String() != r.Puzzle.String() {
		t.Fatalf("%v make\n%snot\n%s", r.Changed, q, r.Puzzle)
	}
	for _, c := range r.Instead {
		q := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
		q.setSum(c.Entry, c.Now)
		if !oneSolution(q) || len(r.Changed) != 1 {
			t.Fatalf("%v instead does not do\n%s", c, p)
		}
	}
	if r.Verdict == solvers.Unique && !oneSolution(r.Puzzle) {
		t.Fatalf("not unique after %v\n%s", r.Changed, r.Puzzle)
	}
	if r.Proved && (r.Verdict != solvers.Unique || r.Least != len(r.Changed)) || r.Verdict == solvers.Unique && r.Least > len(r.Changed) {
		t.Fatalf("%v, at least %d, proved %v\n%s", r.Changed, r.Least, r.Proved, p)
	}
}

func TestRepairAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	seen := map[int]int{}
	for range 300 {
		p := randomPuzzle(rng, 1+rng.IntN(2), 2)
		r, err := p.Repair(context.Background(), nil)
		checkRepair(t, p, r, err)
		for k := range r.Least {
			if k < 3 && mendable(p, p.Entries(), k) {
				t.Fatalf("%d changes do, not %d\n%s", k, r.Least, p)
			}
		}
		if r.Proved {
			seen[r.Least]++
		}
	}
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 {
		t.Errorf("number of changes, and how often: %v", seen)
	}
}

// One sum misread in KP-1 is found, and that no other single sum would do better
// needs no trying: the totals say by how much it is wrong.
func TestRepairOfAMisreadSum(t *testing.T) {
	p := parsed(t, kp1)
	p.at(5, 2).Across = 19 // was 16
	r, err := p.Repair(context.Background(), nil)
	checkRepair(t, p, r, err)
	if !r.Proved || len(r.Changed) != 1 {
		t.Errorf("%v, proved %v", r.Changed, r.Proved)
	}
	right := Change{Entry{Across: true, Row: 5, Col: 3, Len: 5, Sum: 19}, 16}
	if !slices.Contains(append(r.Changed, r.Instead...), right) {
		t.Errorf("%v or %v, not %v", r.Changed, r.Instead, right)
	}
}

func TestRepairOutOfTime(t *testing.T) {
	p := parsed(t, `#,16\,13\,6\/\9,.,.,./\18,.,.,./\8,.,.,.`)
	whole, err := p.Repair(context.Background(), nil)
	checkRepair(t, p, whole, err)
	for looks := 1; looks < 4000; looks += 1 + looks/4 {
		r, err := p.Repair(&lapse{context.Background(), looks}, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkRepair(t, p, r, err)
		if r.Least > whole.Least && whole.Proved {
			t.Fatalf("after %d looks at least %d, in the end %d", looks, r.Least, whole.Least)
		}
	}
}

// TestRepairInTime: a budget that is too short ends in an answer, or, on a machine so
// slow that there is none, in the error of the context.
func TestRepairInTime(t *testing.T) {
	p := generate(t, 14, 14, Easy, 1)
	nudge(p, p.Entries()[3], 1)
	nudge(p, p.Entries()[60], 1)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := p.Repair(ctx, nil); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
}

func TestRepairRefuses(t *testing.T) {
	p := &Puzzle{Rows: 100, Cols: 100, Cells: make([]Cell, 10000)}
	p.Cells[5050].White = true
	if _, err := p.Repair(context.Background(), nil); !errors.Is(err, ErrSize) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := parsed(t, kp1).Repair(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRepairKeeping: kept sums stay, nothing but them stands in the way, and what is proved is
// true of repairs that keep them.
func TestRepairKeeping(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	again, none := 0, 0
	for range 200 {
		p := randomPuzzle(rng, 1+rng.IntN(2), 2)
		first, err := p.Repair(context.Background(), nil)
		checkRepair(t, p, first, err)
		var keep []Entry
		for _, c := range first.Changed {
			keep = append(keep, c.Entry)
		}
		if keep == nil {
			continue
		}
		r, err := p.Repair(context.Background(), keep)
		checkRepair(t, p, r, err)
		for _, c := range append(r.Changed, r.Instead...) {
			if slices.Contains(keep, c.Entry) {
				t.Fatalf("%v is kept, and changed to %v\n%s", keep, c, p)
			}
		}
		free := slices.DeleteFunc(p.Entries(), func(e Entry) bool { return slices.Contains(keep, e) })
		for k := range r.Least {
			if k < 3 && mendable(p, free, k) {
				t.Fatalf("%d changes do, not %d, with %v kept\n%s", k, r.Least, keep, p)
			}
		}
		if r.Verdict == solvers.Unique {
			again++
		} else {
			none++
		}
	}
	if again == 0 || none == 0 {
		t.Errorf("%d repaired again, %d not", again, none)
	}
}
