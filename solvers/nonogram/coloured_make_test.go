package nonogram_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// TestGenerateColoured: what is made has the size and the colours asked for and one solution, its
// picture, and is the same again for the same number.
func TestGenerateColoured(t *testing.T) {
	ctx := context.Background()
	for _, d := range nonogram.Demands() {
		for seed := range uint64(3) {
			rows, cols, colours := 12+3*int(seed), 14, 2+int(seed)
			p, err := nonogram.Generate(ctx, rows, cols, colours, d, seed)
			if err != nil {
				t.Errorf("%d×%d in %d colours, %v: %v", rows, cols, colours, d, err)
				continue
			}
			a, err := p.Decide(ctx)
			if err != nil || a.Verdict != solvers.Unique || len(p.Rows) != rows || len(p.Cols) != cols || len(p.Palette) != colours {
				t.Errorf("%v: %v, %v", p, a.Verdict, err)
			}
			if q, err := nonogram.Generate(ctx, rows, cols, colours, d, seed); err != nil || q.String() != p.String() {
				t.Errorf("%v is %v the second time, %v", p, q, err)
			}
		}
	}
	if _, err := nonogram.Generate(ctx, 4, 10, 2, nonogram.FewRounds, 1); err != nonogram.ErrSize {
		t.Error(err)
	}
}

// TestEasyColoured: small easy puzzles are easy, and medium ones are not.
func TestEasyColoured(t *testing.T) {
	for seed := range uint64(6) {
		for d, want := range map[nonogram.Demand]nonogram.Difficulty{nonogram.FewRounds: nonogram.Easy, nonogram.ManyRounds: nonogram.Medium} {
			p, err := nonogram.Generate(context.Background(), 5+int(seed), 10, 2+int(seed)%3, d, seed)
			if err != nil {
				t.Fatal(err)
			}
			if found, err := p.Difficulty(context.Background()); err != nil || (found == nonogram.Easy) != (want == nonogram.Easy) {
				t.Errorf("%v is %v, %v", d, found, err)
			}
		}
	}
}

// TestParseOrderInColours: what can be ordered is what is made.
func TestParseOrderInColours(t *testing.T) {
	if o, err := nonogram.ParseOrder("40x5 easy 7 3 colours"); err != nil || o.Rows != 40 || o.Cols != 5 || o.Colours != 3 {
		t.Errorf("%v, %v", o, err)
	}
	if o, err := nonogram.ParseOrder("41x5 easy 7 3 colours"); err == nil {
		t.Errorf("%v", o)
	}
}

// TestColouredLetters: a palette has letters, as its texts can have no other keys.
func TestColouredLetters(t *testing.T) {
	for letter, ok := range map[byte]bool{'a': true, 'Z': true, '.': false, '7': false, 0: false, 0xe4: false} {
		p := &nonogram.Puzzle{Palette: []nonogram.Ink{{Letter: letter}}, Rows: [][]nonogram.Run{nil}, Cols: [][]nonogram.Run{nil}}
		if err := p.Check(); (err == nil) != ok {
			t.Errorf("%q: %v", letter, err)
		}
	}
}

// TestRepairColoured repairs small pictures, and tries all pictures with fewer changes, or all of
// those that keep some cells: none of them is the only one with its clues.
func TestRepairColoured(t *testing.T) {
	const none = 1000 // no number of changes does
	r := rand.New(rand.NewPCG(13, 6))
	changed, impossible := map[int]int{}, 0
	for try := 0; try < 40; {
		rows, cols := 2, 2+r.IntN(2)
		if r.IntN(8) == 0 {
			rows = 3
		}
		picture := make([]nonogram.Cell, rows*cols)
		for i := range picture {
			picture[i] = []nonogram.Cell{1, 1, 1, 2, 4}[r.IntN(5)]
		}
		p := nonogram.FromColours(picture, cols, inks(2), nonogram.Puzzle{}.Background)
		if a, err := p.Decide(context.Background()); err != nil || a.Verdict == solvers.Unique && try > 5 {
			continue
		}
		try++
		var keep []int
		if try%2 == 1 {
			keep = r.Perm(len(picture))[:len(picture)-r.IntN(4)]
		}
		made, err := nonogram.Repair(context.Background(), p, keep)
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		found := made.Verdict == solvers.Unique
		if a, err := made.Puzzle.Decide(context.Background()); found && (err != nil || a.Verdict != solvers.Unique || !made.Proved || made.Least != len(made.Changed)) {
			t.Errorf("%v, keeping %v: %+v", p, keep, made)
		}
		clues := map[string]int{}
		near := map[string]int{} // the fewest changes to a picture with those clues
		for n := range pow3(rows * cols) {
			other, changes := make([]nonogram.Cell, rows*cols), 0
			for i := range other {
				other[i] = 1 << (n % 3)
				n /= 3
				if other[i] != picture[i] {
					changes++
				}
			}
			if slices.ContainsFunc(keep, func(cell int) bool { return other[cell] != picture[cell] }) {
				changes = none
			}
			key := nonogram.FromColours(other, cols, inks(2), p.Background).String()
			clues[key]++
			near[key] = changes
		}
		least := none
		for key, n := range clues {
			if n == 1 {
				least = min(least, near[key])
			}
		}
		switch {
		case (least == none) == found, found && least != made.Least:
			t.Errorf("%v, keeping %v: %d changes do, found %d, %v", p, keep, least, made.Least, found)
		case !found:
			impossible++
		}
		changed[least]++
	}
	if changed[0] == 0 || changed[1] == 0 || impossible == 0 {
		t.Errorf("seen are %v, %d impossible", changed, impossible)
	}
}

func pow3(n int) int {
	if n == 0 {
		return 1
	}
	return 3 * pow3(n-1)
}

// dying is a context that ends at a look.
type dying struct {
	context.Context
	looks, last int
}

func (d *dying) Err() error {
	if d.looks++; d.looks > d.last {
		return context.Canceled
	}
	return nil
}

// TestGenerateColouredBrokenOff: wherever the context ends, there is the puzzle or an error.
func TestGenerateColouredBrokenOff(t *testing.T) {
	for seed := range uint64(4) {
		whole := &dying{context.Background(), 0, 1 << 40}
		want, err := nonogram.Generate(whole, 15, 15, 3, nonogram.FewRounds, seed)
		if err != nil {
			t.Fatal(err)
		}
		for last := range min(whole.looks, 400) {
			ctx := &dying{context.Background(), 0, whole.looks - last}
			if p, err := nonogram.Generate(ctx, 15, 15, 3, nonogram.FewRounds, seed); err == nil && p.String() != want.String() {
				t.Fatalf("ended at look %d of %d: %v, not %v", ctx.last, whole.looks, p, want)
			}
		}
	}
}

// TestRepairColouredUndecided: where it is not known whether a picture needs a change, none is said
// to be needed.
func TestRepairColouredUndecided(t *testing.T) {
	picture := make([]nonogram.Cell, 30*30)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range picture {
		picture[i] = []nonogram.Cell{1, 2, 4}[r.IntN(3)]
	}
	p := nonogram.FromColours(picture, 30, inks(2), nonogram.Puzzle{}.Background)
	for last := 1; last < 100; last += 7 {
		made, err := nonogram.Repair(&dying{context.Background(), 0, last}, p, nil)
		if err == nil && made.Verdict == solvers.Undecided && (made.Least > 0 || made.Proved) {
			t.Errorf("ended at look %d: %+v", last, made)
		}
	}
}
