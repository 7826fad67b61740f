package kakuro

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

// fillable reports whether the given digits and some entries alone leave a filling,
// by trying every digit in every cell of theirs.
func fillable(p *Puzzle, entries []Entry) bool {
	grid := make([]int, len(p.Cells))
	var cells []int
	for _, e := range entries {
		for place := range p.within(e) {
			if !slices.Contains(cells, place) {
				cells = append(cells, place)
			}
		}
	}
	wrong := func(e Entry) bool {
		sum, used, open := 0, 0, 0
		for place := range p.within(e) {
			d := grid[place]
			if d == 0 {
				open++
				continue
			}
			if used>>d&1 == 1 {
				return true
			}
			used |= 1 << d
			sum += d
		}
		return e.Sum > 0 && (sum > e.Sum || sum+9*open < e.Sum || open == 0 && sum != e.Sum)
	}
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == len(cells) {
			return true
		}
		for d := 1; d <= 9; d++ {
			if given := p.Cells[cells[i]].Given; given != 0 && given != d {
				continue
			}
			grid[cells[i]] = d
			if !slices.ContainsFunc(entries, wrong) && fill(i+1) {
				return true
			}
		}
		grid[cells[i]] = 0
		return false
	}
	return fill(0)
}

// The entries of a core contradict each other, and no fewer of them do.
func checkCore(t rapid.TB, p *Puzzle) bool {
	t.Helper()
	core, proved := p.Core(context.Background())
	if fillable(p, p.Entries()) {
		if core != nil || proved != solvers.NotMinimal {
			t.Fatalf("there is a solution, and the core %v\n%s", core, p)
		}
		return false
	}
	if core == nil || proved == solvers.NotMinimal || fillable(p, core) {
		t.Fatalf("%v is no core (%v)\n%s", core, proved, p)
	}
	for i := range core {
		if !fillable(p, slices.Concat(core[:i], core[i+1:])) {
			t.Fatalf("the core %v does without %v\n%s", core, core[i], p)
		}
	}
	if n := len(core); proved == solvers.Fewest && n > 1 {
		for set := range choices(p.Entries(), n-1) {
			if !fillable(p, set) {
				t.Fatalf("%v has not the fewest entries: %v contradict each other\n%s", core, set, p)
			}
		}
	} else if n > 0 && n <= 4 && proved != solvers.Fewest {
		t.Fatalf("%v: not proved to have the fewest entries\n%s", core, p)
	}
	return true
}

// choices yields all sets of n items.
func choices[T any](items []T, n int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var choose func(set []T, from int) bool
		choose = func(set []T, from int) bool {
			if len(set) == n {
				return yield(slices.Clone(set))
			}
			for i := from; i < len(items); i++ {
				if !choose(append(set, items[i]), i+1) {
					return false
				}
			}
			return true
		}
		choose(nil, 0)
	}
}

func TestCoreAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 3))
	none := 0
	for range 2500 {
		if checkCore(t, randomPuzzle(rng, 1+rng.IntN(3), 1+rng.IntN(3))) {
			none++
		}
	}
	if none < 200 {
		t.Errorf("only %d puzzles without a solution", none)
	}
}

// One sum of KP-1 raised by one breaks the totals; two, one across and one down,
// contradict near where they are.
func TestCoreOfKP1(t *testing.T) {
	p := parsed(t, kp1)
	if across, down, alike := p.Totals(); across != down || !alike {
		t.Errorf("%d across, %d down", across, down)
	}
	p.at(7, 0).Across++
	if across, down, alike := p.Totals(); across != down+1 || !alike {
		t.Errorf("%d across, %d down", across, down)
	}
	p.at(2, 3).Down++
	core, proved := p.Core(context.Background())
	want := Entry{Across: false, Row: 3, Col: 3, Len: 5, Sum: 16}
	if proved == solvers.NotMinimal || !slices.Contains(core, want) || len(core) > 6 {
		t.Errorf("%v (%v)", core, proved)
	}
}

// Whenever the budget ends, what is left contradicts itself.
func TestCoreOutOfTime(t *testing.T) {
	p := parsed(t, `#,22\,#,#/#,6,9\,17\/\13,.,.,./\13,.,.,./\17,.,.,./#,.,#,#`)
	want, _ := p.Core(context.Background())
	for looks := range 200 {
		core, proved := p.Core(&lapse{context.Background(), looks})
		if core != nil && fillable(p, core) || proved == solvers.Fewest && len(core) != len(want) {
			t.Fatalf("after %d looks: %v (%v)", looks, core, proved)
		}
	}
}

// The sums across and down need be alike only where every cell is in a sum both
// ways, entries of one cell among them.
func TestTotals(t *testing.T) {
	for _, test := range []struct {
		text  string
		alike bool
	}{
		{`#,#,7\/\3,1,1/#,#,.`, false},  // r2c2 is in no sum down, r3c3 in none across
		{`#,#,#,#/\6,.,.,.`, false},     // no sum down at all
		{`#,4\,3\/\7,.,.`, true},        // sums down of one cell each
		{`#,4\,3\/\7,.,./#,#,#`, true},  //
		{`#,4\,9\/\7,.,./#,#,.`, false}, // r3c3 is in no sum across
		{`#,4\,9\/\7,.,./#,\6,.`, true}, //
		{`#,4\,9\/\7,.,./#,\6,9`, true}, // a given digit changes nothing
		{`#,#,9\/\7,.,./#,\6,.`, false}, //
	} {
		p := parsed(t, test.text)
		across, down, alike := p.Totals()
		if alike != test.alike {
			t.Errorf("%s: alike %v", test.text, alike)
		}
		if all, _ := allSolutions(p, 1); alike && across != down && len(all) > 0 {
			t.Errorf("%s: %d across, %d down, and a solution", test.text, across, down)
		}
	}
}

// A core may hold entries of one cell: those with a sum are that digit, those
// without say nothing.
func TestCoreWithSingleCells(t *testing.T) {
	p := parsed(t, `#,4\,#/\5,.,#`) // one cell, 5 across and 4 down
	core, proved := p.Core(context.Background())
	want := []Entry{{true, 1, 1, 1, 5}, {false, 1, 1, 1, 4}}
	if proved == solvers.NotMinimal || !slices.Equal(core, want) {
		t.Errorf("%v (%v)", core, proved)
	}
	p = parsed(t, `#,#,7\/\3,1,1/#,#,.`)
	core, proved = p.Core(context.Background())
	if want := []Entry{{true, 1, 1, 2, 3}}; proved == solvers.NotMinimal || !slices.Equal(core, want) {
		t.Errorf("%v (%v), want %v", core, proved, want)
	}
}
