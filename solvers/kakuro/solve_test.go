package kakuro

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

func solved(t rapid.TB, p *Puzzle) *Answer {
	t.Helper()
	a, err := p.Solve(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestKP1(t *testing.T) {
	a := solved(t, parsed(t, kp1))
	want := givens(t, kp1Solution)
	if a.Verdict != solvers.Unique || a.Level != LevelRules || a.RulesLeft != 0 {
		t.Errorf("%v by %v, %d cells left by the rules; the paper's pass solves it", a.Verdict, a.Level, a.RulesLeft)
	}
	if !slices.Equal(a.Grid, want) || len(a.Solutions) != 1 || !slices.Equal(a.Solutions[0], want) || !a.BackboneProved {
		t.Errorf("got %v, want %v", a.Grid, want)
	}
}

// Small grids for each way to a verdict. Their solutions are checked against
// brute force below, as every random one's.
var graded = []struct {
	line    string
	verdict solvers.Verdict
	level   Level
}{
	{`#,20\,11\,12\/\23,.,.,./\15,.,.,./\5,.,.,#`, solvers.Unique, LevelRules},
	{`#,24\,9\,#/\12,.,.,16\/\21,.,.,./\16,.,.,.`, solvers.Unique, LevelCombinations},
	{`#,11\,18\,11\/\24,.,.,./\10,.,.,./\6,.,.,#`, solvers.Unique, LevelForcing},
	{`#,6\,12\,#/\9,.,.,#/\3,.,.,#/\6,.,.,#`, solvers.Multiple, LevelSearch},
	{`#,#,19\,13\/#,17\10,.,./\22,.,.,./\16,.,.,#`, solvers.None, LevelRules},
	{`#,16\,13\,6\/\9,.,.,./\18,.,.,./\9,.,.,.`, solvers.None, LevelCombinations},
	{`#,16\,16\,#/\14,.,.,#/\14,.,.,./\17,.,.,4/\1,.,#,#`, solvers.None, LevelForcing},
	{`#,22\,#,#/#,6,9\,17\/\13,.,.,./\13,.,.,./\17,.,.,./#,.,#,#`, solvers.None, LevelSearch},
}

func TestLevels(t *testing.T) {
	for _, g := range graded {
		p := parsed(t, g.line)
		a := solved(t, p)
		if a.Verdict != g.verdict || a.Level != g.level {
			t.Errorf("%s: %v by %v, want %v by %v", g.line, a.Verdict, a.Level, g.verdict, g.level)
		}
		checkAnswer(t, p, a)
	}
}

// A contradiction is shown where it is: in one entry, at a crossing, or over an
// area whose sums across and down differ.
func TestConflict(t *testing.T) {
	across := func(row, col, length, sum int) Entry { return Entry{true, row, col, length, sum} }
	down := func(row, col, length, sum int) Entry { return Entry{false, row, col, length, sum} }
	for _, c := range []struct {
		line string
		want []Entry
	}{
		{`\17,7,.`, []Entry{across(0, 1, 2, 17)}},
		{`#,17\,4\/\3,.,./#,.,.`, []Entry{across(1, 1, 2, 3), down(1, 1, 2, 17)}},
		{`#,13\,10\,10\/\16,.,.,./\18,.,.,.`, []Entry{
			across(1, 1, 3, 16), across(2, 1, 3, 18), down(1, 1, 2, 13), down(1, 2, 2, 10), down(1, 3, 2, 10)}},
	} {
		if a := solved(t, parsed(t, c.line)); a.Verdict != solvers.None || !slices.Equal(a.Conflict, c.want) {
			t.Errorf("%s: %v, conflict %v, want %v", c.line, a.Verdict, a.Conflict, c.want)
		}
	}
}

// checkAnswer holds an answer against all solutions, found by brute force.
func checkAnswer(t rapid.TB, p *Puzzle, a *Answer) {
	t.Helper()
	const most = 500
	all, complete := allSolutions(p, most)
	if !complete {
		if a.Verdict != solvers.Multiple {
			t.Fatalf("%v, but there are hundreds of solutions\n%s", a.Verdict, p)
		}
		return
	}
	want := solvers.Multiple
	switch len(all) {
	case 0:
		want = solvers.None
	case 1:
		want = solvers.Unique
	}
	if a.Verdict != want || len(a.Solutions) != min(len(all), 2) {
		t.Fatalf("%v with %d solutions, want %v\n%s", a.Verdict, len(a.Solutions), want, p)
	}
	for i, solution := range a.Solutions {
		if !slices.ContainsFunc(all, func(s []int) bool { return slices.Equal(s, solution) }) {
			t.Fatalf("%v is no solution\n%s", solution, p)
		}
		if i > 0 && slices.Equal(solution, a.Solutions[0]) {
			t.Fatalf("the same solution twice\n%s", p)
		}
	}
	held := make([]uint16, len(p.Cells))
	for _, solution := range all {
		for i, d := range solution {
			held[i] |= 1 << d &^ 1
		}
	}
	backbone := make([]int, len(p.Cells))
	for i, mask := range held {
		if single(mask) {
			backbone[i] = bits.TrailingZeros16(mask)
		}
	}
	if !slices.Equal(a.Grid, backbone) || a.BackboneProved != (len(all) > 0) {
		t.Fatalf("backbone %v (proved %v), want %v\n%s", a.Grid, a.BackboneProved, backbone, p)
	}
	g := newGrid(context.Background(), p)
	g.rules()
	pencil := g.candidates()
	for i := range held {
		if held[i]&^a.Candidates[i] != 0 || held[i]&^pencil[i] != 0 {
			t.Fatalf("cell %d: solutions hold %010b, candidates %010b, pencil marks %010b\n%s", i, held[i], a.Candidates[i], pencil[i], p)
		}
	}
	if got := open(pencil); a.Verdict != solvers.None && got != a.RulesLeft {
		t.Fatalf("RulesLeft is %d, %d cells have several pencil marks\n%s", a.RulesLeft, got, p)
	}
	if a.Verdict != solvers.None {
		return
	}
	if (a.Conflict == nil) != (a.Level == LevelSearch) {
		t.Fatalf("none by %v, conflict %v\n%s", a.Level, a.Conflict, p)
	}
	for _, e := range a.Conflict {
		if !slices.Contains(p.Entries(), e) {
			t.Fatalf("conflict in %v, which is no entry\n%s", e, p)
		}
	}
}

// open counts the cells with more than one candidate.
func open(cand []uint16) (n int) {
	for _, mask := range cand {
		if bits.OnesCount16(mask) > 1 {
			n++
		}
	}
	return n
}

func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2023))
	seen := map[string]int{}
	for range 2000 {
		p := randomPuzzle(rng, 1+rng.IntN(4), 1+rng.IntN(4))
		a := solved(t, p)
		checkAnswer(t, p, a)
		seen[a.Verdict.String()+" by "+a.Level.String()]++
		if a.Verdict == solvers.None && a.Level >= LevelForcing || a.Verdict == solvers.None && len(a.Conflict) > 2 && len(p.Cells) < 14 {
			t.Log(a.Verdict, a.Level, p.Line(), a.Conflict)
		}
	}
	t.Log(seen)
	for _, kind := range []string{
		"unique by rules", "unique by combinations", "unique by forcing", "multiple by search",
		"none by rules", "none by combinations",
	} {
		if seen[kind] == 0 {
			t.Errorf("no random puzzle was %s", kind)
		}
	}
}

// Search alone, without any reasoning before it, comes to the same verdict.
func TestSearchAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 4))
	for range 1000 {
		p := randomPuzzle(rng, 1+rng.IntN(4), 1+rng.IntN(3))
		g := newGrid(context.Background(), p)
		if g.propagate() == noneLeft {
			continue
		}
		g.commit()
		var a Answer
		got := g.search(&a)
		if want := solved(t, p).Verdict; got != want {
			t.Fatalf("search says %v, Solve %v\n%s", got, want, p)
		}
	}
}

// Full consistency leaves just the digits that some filling of the entry has.
func TestFillAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	for range 3000 {
		n := 1 + rng.IntN(maxLen)
		p := &Puzzle{Rows: 1, Cols: n + 1, Cells: make([]Cell, n+1)}
		least, most := sumRange(n)
		if rng.IntN(4) > 0 {
			p.Cells[0].Across = least + rng.IntN(most-least+1)
		}
		for i := range n {
			p.Cells[i+1].White = true
		}
		g := newGrid(context.Background(), p)
		for i := range g.cand {
			g.cand[i] &= uint16(rng.IntN(1<<10)) | 1<<(1+rng.IntN(9))
		}
		want := fillings(g.cand, p.Cells[0].Across)
		ok := g.fill(0)
		if !ok {
			g.cand = make([]uint16, n)
		}
		if !slices.Equal(g.cand, want) {
			t.Fatalf("left %010b, want %010b", g.cand, want)
		}
	}
}

// fillings returns which digits each cell has over all ways to take different
// digits from cand that add up to sum, if that is not 0.
func fillings(cand []uint16, sum int) []uint16 {
	held := make([]uint16, len(cand))
	digit := make([]int, len(cand))
	var fill func(i int, used uint16, total int)
	fill = func(i int, used uint16, total int) {
		if i == len(cand) {
			if sum == 0 || total == sum {
				for k, d := range digit {
					held[k] |= 1 << d
				}
			}
			return
		}
		for d := 1; d <= 9; d++ {
			if bit := uint16(1) << d; cand[i]&^used&bit != 0 {
				digit[i] = d
				fill(i+1, used|bit, total+d)
			}
		}
	}
	fill(0, 0, 0)
	return held
}

// drawPuzzle lets rapid choose, and shrink, the seed and the size.
func drawPuzzle(t *rapid.T) *Puzzle {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	return randomPuzzle(rng, rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "cols"))
}

func TestTransposed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		q := &Puzzle{Rows: p.Cols, Cols: p.Rows, Cells: make([]Cell, len(p.Cells))}
		for i, cell := range p.Cells {
			cell.Down, cell.Across = cell.Across, cell.Down
			*q.at(i%p.Cols, i/p.Cols) = cell
		}
		a, b := solved(t, p), solved(t, q)
		turned := make([]int, len(p.Cells))
		for i := range turned {
			turned[i] = b.Grid[i%p.Cols*q.Cols+i/p.Cols]
		}
		if a.Verdict != b.Verdict || !slices.Equal(a.Grid, turned) || a.Verdict != solvers.None && a.RulesLeft != b.RulesLeft {
			t.Fatalf("%v, transposed %v\n%s", a, b, p)
		}
	})
}

// Ten minus each digit solves the puzzle whose sums are ten a cell less the
// sums.
func TestComplement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		q := &Puzzle{Rows: p.Rows, Cols: p.Cols, Cells: slices.Clone(p.Cells)}
		for _, e := range p.Entries() {
			switch {
			case e.Sum == 0:
			case e.Across:
				q.at(e.Row, e.Col-1).Across = 10*e.Len - e.Sum
			default:
				q.at(e.Row-1, e.Col).Down = 10*e.Len - e.Sum
			}
		}
		for i := range q.Cells {
			if g := &q.Cells[i].Given; *g > 0 {
				*g = 10 - *g
			}
		}
		a, b := solved(t, p), solved(t, q)
		for i, d := range b.Grid {
			if d > 0 {
				b.Grid[i] = 10 - d
			}
		}
		if a.Verdict != b.Verdict || !slices.Equal(a.Grid, b.Grid) || a.Verdict != solvers.None && a.RulesLeft != b.RulesLeft {
			t.Fatalf("%v, complemented %v\n%s", a, b, p)
		}
	})
}

// lapse is a context that ends after a number of looks at it.
type lapse struct {
	context.Context
	looks int
}

func (l *lapse) Err() error {
	if l.looks--; l.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestOutOfTime(t *testing.T) {
	for _, line := range []string{
		`#,13\,3\,33\,38\,30\,40\/\26,.,.,.,.,.,./\25,.,.,.,.,.,./#,19\,21\20,.,.,.,./\32,.,.,.,.,.,./\32,.,.,.,.,.,./\34,.,.,.,.,.,./\28,.,.,.,.,.,.`,
	} {
		p := parsed(t, line)
		whole := solved(t, p)
		verdicts := map[solvers.Verdict]bool{}
		for looks := 1; ; looks += 1 + looks/4 {
			ctx := &lapse{context.Background(), looks}
			a, err := p.Solve(ctx)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[a.Verdict] = true
			if a.Verdict != whole.Verdict && a.Verdict != solvers.Undecided {
				t.Fatalf("%v after %d looks, %v in the end", a.Verdict, looks, whole.Verdict)
			}
			for i, d := range a.Grid {
				if d != 0 && d != whole.Grid[i] {
					t.Fatalf("cell %d is %d after %d looks, %d in the end", i, d, looks, whole.Grid[i])
				}
			}
			if a.BackboneProved && !slices.Equal(a.Grid, whole.Grid) {
				t.Fatalf("after %d looks a wrong backbone passes for proved", looks)
			}
			if ctx.looks >= 0 {
				if a.Decided = whole.Decided; !reflect.DeepEqual(a, whole) {
					t.Errorf("in time, yet %v is not %v", a, whole)
				}
				break
			}
		}
		if !verdicts[solvers.Undecided] {
			t.Error("never undecided")
		}
	}
}

func TestEndedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := parsed(t, kp1)
	if a, err := p.Solve(ctx); a != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", a, err)
	}
	for hint := range p.Hints(ctx) {
		t.Errorf("hint %v", hint)
	}
}

func TestSolvesAtOnce(t *testing.T) {
	p := parsed(t, kp1)
	want := solved(t, p)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if a, err := p.Solve(context.Background()); err != nil || !slices.Equal(a.Grid, want.Grid) {
				t.Errorf("%v, %v", a, err)
			}
		})
	}
	group.Wait()
}
