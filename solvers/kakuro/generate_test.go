package kakuro

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
)

func generate(t testing.TB, rows, cols int, d Difficulty, seed uint64) *Puzzle {
	t.Helper()
	p, err := Generate(context.Background(), rows, cols, d, seed)
	if err != nil {
		t.Fatalf("%d × %d, %v, %d: %v", rows, cols, d, seed, err)
	}
	return p
}

// In the eyes of the solver each puzzle has one solution, and the steps that
// lead there are as hard as was asked for.
func TestGenerate(t *testing.T) {
	for _, size := range [][2]int{{6, 6}, {8, 8}, {10, 10}, {7, 12}, {14, 14}, {20, 20}} {
		for _, d := range Demands() {
			if size[0] > MaxGenerated(d) || d == Expert && size[0] != 8 || testing.Short() && (d == Expert || size[0] == 20) {
				continue
			}
			for _, seed := range []uint64{1, 42} {
				if seed == 1 && (d == Expert || size[0] == 20) {
					continue // seconds
				}
				p := generate(t, size[0], size[1], d, seed)
				a := solved(t, p)
				_, hardest := replay(t, p, a.Solutions)
				if a.Verdict != solvers.Unique || hardest.Difficulty() != d {
					t.Errorf("%v, %v, %d: %v by %v", size, d, seed, a.Verdict, hardest)
				}
				if p.Rows != size[0] || p.Cols != size[1] {
					t.Errorf("%v, %v, %d: %d × %d", size, d, seed, p.Rows, p.Cols)
				}
				roundTrips(t, p)
			}
		}
	}
}

// What an order gave once it gives for ever: these stand in people's chats.
func TestGenerateForEver(t *testing.T) {
	for _, c := range []struct {
		d    Difficulty
		seed uint64
		want string
	}{
		{Easy, 1, `#,3\,32\,#,8\,3\,#,#/\11,.,.,\5,.,.,27\,12\/\9,.,.,17\17,.,.,.,./#,\12,.,.,.,7\6,.,./#,5\9,.,.,7\4,.,.,#/\7,.,.,10\11,.,.,.,9\/\15,.,.,.,.,\17,.,./#,#,\8,.,.,\9,.,.`},
		{Medium, 42, `#,19\,40\,6\,24\,#,32\,4\/\15,.,.,.,.,\3,.,./\28,.,.,.,.,17\8,.,./\17,.,.,7\23,.,.,.,#/#,\14,.,.,24\15,.,.,17\/#,17\12,.,.,.,14\5,.,./\16,.,.,\26,.,.,.,./\12,.,.,\27,.,.,.,.`},
		{Hard, 42, `#,#,42\,3\,#,18\,39\,#/#,21\7,.,.,3\4,.,.,#/\22,.,.,.,.,.,.,30\/\9,.,.,24\26,.,.,.,./\24,.,.,.,6\21,.,.,./\27,.,.,.,.,12\10,.,./#,\37,.,.,.,.,.,./#,\6,.,.,\5,.,.,#`},
		{Expert, 42, `#,#,#,14\,41\,5\,21\,#/#,8\,14\10,.,.,.,.,4\/\35,.,.,.,.,.,.,./\16,.,.,.,.,13\10,.,./#,11\,14\13,.,.,.,13\,10\/\6,.,.,6\28,.,.,.,./\29,.,.,.,.,.,.,./#,\27,.,.,.,.,#,#`},
	} {
		if got := generate(t, 8, 8, c.d, c.seed).Line(); got != c.want {
			t.Errorf("8x8 %v %d is\n%s, was\n%s", c.d, c.seed, got, c.want)
		}
	}
}

// A layout has entries of 2 to 9 cells, hangs together, and looks the same
// turned by half.
func TestLayout(t *testing.T) {
	made := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := layout(rng, 5+rng.IntN(20), 5+rng.IntN(20), 5)
		if p == nil {
			continue
		}
		made++
		for _, e := range p.Entries() {
			if e.Len < 2 || e.Len > 9 {
				t.Fatalf("an entry of %d\n%s", e.Len, p)
			}
		}
		for r := 1; r < p.Rows; r++ {
			for c := 1; c < p.Cols; c++ {
				if p.white(r, c) != p.white(p.Rows-r, p.Cols-c) {
					t.Fatalf("turned, it differs at r%dc%d\n%s", r+1, c+1, p)
				}
			}
		}
		if !p.connected() {
			t.Fatalf("in parts\n%s", p)
		}
	}
	if made < 100 {
		t.Errorf("only %d of 200 layouts are fit", made)
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		d          Difficulty
	}{{4, 8, Easy}, {8, 31, Easy}, {15, 15, Expert}, {8, 8, Extreme}, {8, 8, -1}} {
		if _, err := Generate(context.Background(), c.rows, c.cols, c.d, 1); !errors.Is(err, ErrSize) {
			t.Errorf("%v: %v", c, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Generate(ctx, 10, 10, Easy, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestLookAt: whatever digits are tried in whatever cells, what is seen first without the clues
// of a cell's entries, and then with them, is what is seen with all at once.
func TestLookAt(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for d := Easy; d <= Expert; d++ {
		for range 5 {
			p := layout(random, 9, 9, recipes[d].longest)
			if p == nil {
				continue
			}
			f := newFilling(t.Context(), p)
			if !f.fill(random, recipes[d].weights) {
				continue
			}
			for range 60 {
				cell := int32(random.IntN(len(f.marks)))
				for range 3 {
					free, was := f.freeDigits(cell), f.digit[cell]
					if free == 0 {
						continue
					}
					f.put(cell, drawDigit(random, free))
					surplus := f.reasonBeside(cell, d)
					marks, open := slices.Clone(f.marks), f.open
					if want := f.reason(d); surplus != want || open != f.open || !slices.Equal(marks, f.marks) {
						t.Fatalf("%s, %v: %d marks too many in %d cells, want %d in %d", p, d, surplus, open, want, f.open)
					}
					f.put(cell, was)
				}
				if free := f.freeDigits(cell); free != 0 {
					f.put(cell, drawDigit(random, free))
					clear(f.beside)
				}
			}
		}
	}
}
