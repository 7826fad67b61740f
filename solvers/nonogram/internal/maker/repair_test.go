package maker

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// hang is a budget that only a search without end can exceed.
const hang = 10 * time.Minute

func repair(t testing.TB, picture []puzzle.Cell, cols int) *Repaired {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	r, err := Repair(ctx, puzzle.FromPicture(picture, cols), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkRepaired: what is said to be changed is changed, and the result is unique
// in the eyes of the solver.
func checkRepaired(t testing.TB, picture []puzzle.Cell, r *Repaired) {
	t.Helper()
	var changed []int
	for i, c := range picture {
		if r.Puzzle.Picture[i] != c {
			changed = append(changed, i)
		}
	}
	if !slices.Equal(changed, r.Changed) {
		t.Fatalf("changed %v, said to be %v", changed, r.Changed)
	}
	if a := puzzletest.Must(engine.Solve(context.Background(), r.Puzzle)); a.Verdict != r.Verdict || a.Verdict == solvers.Unique && !slices.Equal(a.Grid, r.Puzzle.Picture) {
		t.Fatalf("%s: %v, said to be %v", r.Puzzle, a.Verdict, r.Verdict)
	}
}

// TestRepairFewest compares with brute force: of all pictures of that size, those
// that share their clues with none are unique, and the fewest changes are the
// shortest distance to one of them.
func TestRepairFewest(t *testing.T) {
	for _, size := range [][2]int{{1, 4}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {3, 4}} {
		rows, cols := size[0], size[1]
		pictures := puzzletest.AllLines(rows * cols) // bit i of the number is cell i
		sharing := map[string]int{}
		for _, picture := range pictures {
			sharing[puzzle.FromPicture(picture, cols).String()]++
		}
		var unique []uint
		for n, picture := range pictures {
			if sharing[puzzle.FromPicture(picture, cols).String()] == 1 {
				unique = append(unique, uint(n))
			}
		}
		for n, picture := range pictures {
			fewest := len(picture)
			for _, u := range unique {
				fewest = min(fewest, bits.OnesCount(uint(n)^u))
			}
			r := repair(t, picture, cols)
			if len(r.Changed) != fewest || !r.Proved || r.Least != fewest {
				t.Fatalf("%s: %d changes (%v proved, least %d), but %d are the fewest",
					puzzletest.RowsOf(picture, cols), len(r.Changed), r.Proved, r.Least, fewest)
			}
			checkRepaired(t, picture, r)
		}
	}
}

// TestRepairKeeping compares with brute force: of the unique pictures that have the kept cells
// as they were, the nearest. Where there is none, that is proved.
func TestRepairKeeping(t *testing.T) {
	const rows, cols = 3, 3
	pictures := puzzletest.AllLines(rows * cols)
	sharing := map[string]int{}
	for _, picture := range pictures {
		sharing[puzzle.FromPicture(picture, cols).String()]++
	}
	random := rand.New(rand.NewPCG(7, 7))
	impossible := 0
	for n, picture := range pictures {
		kept := uint(random.IntN(1 << (rows * cols)))
		var keep []int
		for i := range picture {
			if kept>>i&1 == 1 {
				keep = append(keep, i)
			}
		}
		fewest := len(picture) + 1
		for u, other := range pictures {
			if far := uint(n ^ u); far&kept == 0 && sharing[puzzle.FromPicture(other, cols).String()] == 1 {
				fewest = min(fewest, bits.OnesCount(far))
			}
		}
		r, err := Repair(t.Context(), puzzle.FromPicture(picture, cols), keep)
		if err != nil {
			t.Fatal(err)
		}
		if fewest > len(picture) {
			impossible++
			if r.Verdict == solvers.Unique || r.Proved || r.Least <= len(picture)-len(keep) {
				t.Fatalf("%s keeping %v: %+v, and there is no repair", puzzletest.RowsOf(picture, cols), keep, r)
			}
			continue
		}
		if len(r.Changed) != fewest || !r.Proved {
			t.Fatalf("%s keeping %v: %d changes (%v proved), but %d are the fewest", puzzletest.RowsOf(picture, cols), keep, len(r.Changed), r.Proved, fewest)
		}
		if slices.ContainsFunc(r.Changed, func(i int) bool { return kept>>i&1 == 1 }) {
			t.Fatalf("%s keeping %v: changed %v", puzzletest.RowsOf(picture, cols), keep, r.Changed)
		}
		checkRepaired(t, picture, r)
	}
	if impossible == 0 {
		t.Error("a repair is always possible")
	}
}

// TestRepairNoise: the worst of pictures become unique, well within a budget: of looks
// at it here, as a clock says little of a machine that others use, too.
func TestRepairNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 20))
	for _, size := range []int{10, 10, 10, 20, 20} {
		picture := puzzletest.Noise(random, size*size)
		r, err := Repair(&puzzletest.Countdown{Context: context.Background(), Left: 1000}, puzzle.FromPicture(picture, size), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != solvers.Unique {
			t.Errorf("%d × %d: %v", size, size, r.Verdict)
		}
		checkRepaired(t, picture, r)
	}
}

// Squares of doubt with no line in common: a change can end two of them at most.
func TestRepairApart(t *testing.T) {
	const n = 3
	picture := slices.Repeat([]puzzle.Cell{puzzle.Empty}, 9*n*n)
	for i := range n {
		picture[3*i*3*n+3*i], picture[(3*i+1)*3*n+3*i+1] = puzzle.Filled, puzzle.Filled
	}
	r := repair(t, picture, 3*n)
	if !r.Proved || r.Least < (n+1)/2 {
		t.Errorf("%d changes, least %d, proved %v", len(r.Changed), r.Least, r.Proved)
	}
	checkRepaired(t, picture, r)
}

func TestRepairRefuses(t *testing.T) {
	for _, c := range []struct {
		picture []puzzle.Cell
		cols    int
		want    error
	}{
		{nil, 3, ErrUnfinished},
		{puzzletest.Noise(rand.New(rand.NewPCG(1, 1)), puzzle.MaxMade+1), puzzle.MaxMade + 1, ErrSize},
		{puzzletest.Noise(rand.New(rand.NewPCG(1, 1)), puzzle.MaxMade+1), 1, ErrSize},
		{[]puzzle.Cell{puzzle.Filled, puzzle.Unknown}, 2, ErrUnfinished},
	} {
		if _, err := Repair(context.Background(), puzzle.FromPicture(c.picture, c.cols), nil); !errors.Is(err, c.want) {
			t.Errorf("%d cells by %d: %v, want %v", len(c.picture), c.cols, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Repair(ctx, puzzle.FromPicture([]puzzle.Cell{puzzle.Filled}, 1), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before it began: %v", err)
	}
}

// A budget is kept to.
func TestRepairBudget(t *testing.T) {
	picture := puzzletest.Noise(rand.New(rand.NewPCG(3, 4)), 60*60)
	ctx, cancel := context.WithCancel(context.Background())
	asked := &puzzletest.Countdown{Context: ctx, Left: 50}
	defer cancel()
	r, err := Repair(asked, puzzle.FromPicture(picture, 60), nil)
	if err != nil || r.Proved {
		t.Errorf("%+v, %v", r, err)
	}
}

// What is not decided, for whatever reason, proves nothing: at random some verdicts are
// withheld, for time or for memory, and what is said to be proved is still so.
func TestRepairOfWhatIsNotDecided(t *testing.T) {
	const rows, cols = 3, 4
	sharing := map[string]int{}
	pictures := puzzletest.AllLines(rows * cols)
	for _, picture := range pictures {
		sharing[puzzle.FromPicture(picture, cols).String()]++
	}
	var unique []uint
	for n, picture := range pictures {
		if sharing[puzzle.FromPicture(picture, cols).String()] == 1 {
			unique = append(unique, uint(n))
		}
	}
	random := rand.New(rand.NewPCG(30, 1))
	withheld, proved := 0, 0
	for n, picture := range pictures {
		fewest := len(picture)
		for _, u := range unique {
			fewest = min(fewest, bits.OnesCount(uint(n)^u))
		}
		for _, reason := range []engine.Outcome{engine.OutOfTime, engine.OutOfMemory, engine.OutOfPatience} {
			m := newMender(t.Context(), picture, cols)
			m.answer = func(ctx context.Context, p *puzzle.Puzzle) (*puzzle.Answer, engine.Outcome) {
				if random.IntN(2) == 0 {
					withheld++
					return &puzzle.Answer{}, reason
				}
				return decideOnly(ctx, p)
			}
			m.mend()
			r := m.repaired(t.Context())
			m.cancel()
			if r.Proved {
				proved++
			}
			if r.Least > fewest || r.Proved && len(r.Changed) != fewest {
				t.Fatalf("%s: %d changes, least %d, proved %v, but %d are the fewest",
					puzzletest.RowsOf(picture, cols), len(r.Changed), r.Least, r.Proved, fewest)
			}
			if r.Verdict == solvers.Unique && sharing[r.Puzzle.String()] != 1 {
				t.Fatalf("%s is not unique", r.Puzzle)
			}
		}
	}
	if withheld == 0 || proved == 0 {
		t.Errorf("%d verdicts withheld, %d proved", withheld, proved)
	}
}
