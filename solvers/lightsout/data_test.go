package lightsout

import (
	"context"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestCody has boards of the test suites of MATLAB Cody, problems 44751 to 44767,
// with their presses replayed. 44757 says that 13 presses are required; 9 do.
func TestCody(t *testing.T) {
	for _, test := range []struct {
		board  string
		states int
		min    int
	}{
		{"01000/11101/01011/10001/11000", 2, 3},
		{"10000/01000/11000/01000/10000", 2, 3},
		{"10101/10101/00000/10101/10101", 2, 6},
		{"01010/10001/11011/10001/01010", 2, 6},
		{"01010/10101/01110/10101/01010", 2, 9},
		{"00000/00100/01110/00100/00000", 2, 1},
		{"01110/11011/10101/11011/01110", 2, 9},
		{"11022/10002/00000/02200/21120", 3, 5},
	} {
		p, err := Rules{States: test.states}.Parse(test.board)
		if err != nil {
			t.Fatal(err)
		}
		if a := solve(t, p); a.Min != test.min || !a.Proved {
			t.Errorf("%s: %d presses, proved %v; want %d", test.board, a.Min, a.Proved, test.min)
		}
	}
}

// TestTable: pressed in the top row of the board that the chase left, and chased
// again, every rule turns all off. There are 2^(columns − nullity) of them, or a basis
// of those, and no solution has fewer presses in the top row.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Puzzle{
			Rows: rapid.IntRange(1, 12).Draw(t, "rows"), Cols: rapid.IntRange(1, 14).Draw(t, "cols"),
			Rules: Rules{Wrap: rapid.SampledFrom([]Wrap{Flat, Cylinder}).Draw(t, "wrap"), Neighbours: rapid.SampledFrom([]Neighbours{Plus, Hollow}).Draw(t, "neighbours")},
		}
		p.Lamps = make([]uint8, p.Rows*p.Cols)
		nullity := solveIn(t, p, briefly).Nullity
		rules, whole := p.Table(context.Background())
		if want := p.Cols - nullity; whole && len(rules) != 1<<want || !whole && len(rules) != want {
			t.Fatalf("%d rules, whole %v, nullity %d", len(rules), whole, nullity)
		}
		for _, rule := range rules {
			copy(p.Lamps[len(p.Lamps)-p.Cols:], rule.Bottom)
			top := make([]uint8, p.Cols)
			lack := p.lacks()
			for i, times := range rule.Top {
				p.press(lack, i, int(times))
			}
			p.chaseDown(lack, func(_ string, i, times int) bool { p.press(lack, i, times); return true })
			if weight(lack) != 0 {
				t.Fatalf("%v at the bottom of %d × %d: %v leave %v", rule.Bottom, p.Rows, p.Cols, rule.Top, lack)
			}
			for step := range p.Steps(context.Background()) {
				if step.Technique == TopRow {
					top[step.Col] = 1
				}
			}
			if whole && weight(top) != weight(rule.Top) {
				t.Fatalf("%v at the bottom of %d × %d: %v, the steps press %v", rule.Bottom, p.Rows, p.Cols, rule.Top, top)
			}
		}
	})
}

// TestNearest tries all boards that can be solved: those that some presses take to
// the target.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyBoard(9).Draw(t, "board")
		if pow(p.states(), len(p.Lamps)) > 3000 {
			return
		}
		target := p.Target
		if target == nil {
			target = make([]uint8, len(p.Lamps))
		}
		least := len(p.Lamps)
		singles := map[Single]bool{}
		forAll(len(p.Lamps), p.states(), func(presses []uint8) {
			differ, single := 0, Single{}
			for i, state := range p.after(presses) { // the target plus those presses can be solved, too
				if state != target[i] {
					differ++
					single = Single{i, uint8((int(p.Lamps[i]) + int(target[i]) - int(state) + p.states()) % p.states())}
				}
			}
			if differ == 1 {
				singles[single] = true
			}
			least = min(least, differ)
		})
		near, err := p.Nearest(context.Background())
		if err != nil || near == nil {
			t.Fatalf("%v, %+v: %+v, %v", p, p.Rules, near, err)
		}
		changed := 0
		for i, state := range near.Lamps {
			if state != p.Lamps[i] {
				changed++
			}
		}
		if changed != len(near.Changed) || changed < least || near.Proved && changed > least {
			t.Fatalf("%v, %+v: %+v, want %d lamps changed", p, p.Rules, near, least)
		}
		if least == 1 && len(near.Changed) == 1 && len(near.Singles) != len(singles) {
			t.Fatalf("%v, %+v: %+v, want %v", p, p.Rules, near.Singles, singles)
		}
		for _, s := range near.Singles {
			if !singles[s] {
				t.Fatalf("%v, %+v: %+v, want %v", p, p.Rules, near.Singles, singles)
			}
		}
		other := *p
		if other.Lamps = near.Lamps; !solve(t, &other).Solvable {
			t.Fatalf("%v, %+v: %+v can't be solved", p, p.Rules, near)
		}
	})
}

func pow(base, exponent int) int {
	n := 1
	for range min(exponent, 20) {
		n = min(n*base, 1<<30)
	}
	return n
}

// FuzzRules: no text by any rules breaks the parser, and what it reads, written,
// is read again.
func FuzzRules(f *testing.F) {
	for _, text := range []string{"12x/0▪2 > on", "3x3 random 4 > 111/111/111", "3x3:d0740b1a40bb244c270d8,458 > on", "10x01/", "1 > 2", "88>", "🟧🟥⬛ > off"} {
		f.Add(text, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, states uint8) {
		if len(text) > 5000 {
			return
		}
		r := Rules{States: 2 + int(states)%(MaxStates-1)}
		p, err := r.Parse(text)
		if err != nil {
			return
		}
		again, err := r.Parse(p.String())
		if err != nil || again.String() != p.String() || strings.Count(p.String(), ">") > 1 {
			t.Fatalf("%q: %v, read back %v, %v", text, p, again, err)
		}
		if len(p.Lamps) <= 30 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			defer cancel()
			if a, err := p.Solve(ctx); err == nil {
				check(t, p, a)
			}
		}
	})
}
