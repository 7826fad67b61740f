package kakuro

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kibitz/solvers"
)

// A follower holds hints against the marks that a player has who knows nothing but them.
type follower struct {
	*testing.T
	p         *Puzzle
	solutions [][]int
	marks     []uint16 // what stays between two hints
	placed    []int    // of each cell, how often
}

// newFollower returns a follower of p that knows the given digits and nothing else.
func newFollower(t *testing.T, p *Puzzle, solutions [][]int) *follower {
	f := &follower{t, p, solutions, newGrid(context.Background(), p).candidates(), make([]int, len(p.Cells))}
	for i, cell := range p.Cells {
		if cell.Given != 0 {
			f.place(f.marks, i, cell.Given)
		}
	}
	return f
}

// place puts a digit into a cell, and strikes it from the others of its entries.
func (f *follower) place(marks []uint16, cell, digit int) {
	for _, e := range f.p.Entries() {
		if within := slices.Collect(f.p.within(e)); slices.Contains(within, cell) {
			for _, other := range within {
				marks[other] &^= 1 << digit
			}
		}
	}
	marks[cell] = 1 << digit
}

// follow checks that each step of a hint follows from what is there, and takes it into account.
func (f *follower) follow(hint Hint) {
	f.Helper()
	now := slices.Clone(f.marks)
	if len(hint.Steps) == 0 || len(hint.Steps) > nearFacts+1 {
		f.Fatalf("%d steps at once\n%s", len(hint.Steps), f.p)
	}
	for _, step := range hint.Steps {
		checkReason(f.T, f.p, step, now, f.solutions)
		f.follows(step, now)
		for _, at := range step.Cells {
			cell := at.Row*f.p.Cols + at.Col
			if at.Digit != 0 {
				f.place(now, cell, at.Digit)
			}
			now[cell] &^= at.Removed
			if now[cell] != at.Left {
				f.Fatalf("%v: %+v, left are %010b\n%s", step, at, now[cell], f.p)
			}
			for _, solution := range f.solutions {
				if now[cell]>>solution[cell]&1 == 0 {
					f.Fatalf("%v loses a solution\n%s", step, f.p)
				}
			}
		}
	}
	f.isNeeded(hint)
	aim := hint.Aim.Row*f.p.Cols + hint.Aim.Col
	if hint.Aim.Digit == 0 {
		f.marks = now
		return
	}
	if now[aim] != 1<<hint.Aim.Digit {
		f.Fatalf("%+v does not place its digit\n%s", hint, f.p)
	}
	f.place(f.marks, aim, hint.Aim.Digit)
	f.placed[aim]++
}

// follows tries all ways to fill what a step looks at: none has what it strikes.
func (f *follower) follows(step Step, marks []uint16) {
	f.Helper()
	possible := slices.Clone(marks)
	switch step.Technique {
	case NakedSingle, Forcing, Trial: // checkReason does, or the solutions do
		return
	case AreaSum:
		f.fillArea(step, marks, possible)
	default:
		var within []uint16
		for place := range f.p.within(step.Entry) {
			within = append(within, marks[place])
		}
		k, left := 0, fillings(within, step.Entry.Sum)
		for place := range f.p.within(step.Entry) {
			possible[place] = left[k]
			k++
		}
	}
	for _, at := range step.Cells {
		cell := at.Row*f.p.Cols + at.Col
		if at.Digit != 0 && possible[cell] != 1<<at.Digit {
			f.Fatalf("%v: %010b are possible\n%s", step, possible[cell], f.p)
		}
		if at.Digit == 0 && step.Cells[0].Digit == 0 && possible[cell]&at.Removed != 0 {
			f.Fatalf("%v strikes what is possible\n%s", step, f.p)
		}
	}
}

// fillArea has the digits that the cells left over can have by their equation.
func (f *follower) fillArea(step Step, marks, possible []uint16) {
	var digit []int
	var fill func(i, sum int)
	for _, at := range step.Seen {
		possible[at.Row*f.p.Cols+at.Col] = 0
	}
	fill = func(i, sum int) {
		if i < len(step.Seen) {
			for d := range digits(marks[step.Seen[i].Row*f.p.Cols+step.Seen[i].Col]) {
				digit = append(digit[:i], d)
				fill(i+1, sum+step.Signs[i]*d)
			}
			return
		}
		for _, e := range f.p.Entries() {
			used := map[int]bool{}
			for k, at := range step.Seen {
				if slices.Contains(slices.Collect(f.p.within(e)), at.Row*f.p.Cols+at.Col) {
					if used[digit[k]] {
						return
					}
					used[digit[k]] = true
				}
			}
		}
		for k, at := range step.Seen {
			if sum == step.Sum {
				possible[at.Row*f.p.Cols+at.Col] |= 1 << digit[k]
			}
		}
	}
	fill(0, 0)
}

// isNeeded checks that a later step looks at a cell that a step strikes something from.
func (f *follower) isNeeded(hint Hint) {
	f.Helper()
	for i, step := range hint.Steps[:len(hint.Steps)-1] {
		for _, at := range step.Cells {
			used := hint.Aim.Digit == 0 // the next hint may look there
			for _, later := range hint.Steps[i+1:] {
				cells := []int{hint.Aim.Row*f.p.Cols + hint.Aim.Col}
				for _, e := range append([]Entry{later.Entry}, append(later.Area, later.Chain...)...) {
					cells = append(cells, slices.Collect(f.p.within(e))...)
				}
				used = used || slices.Contains(cells, at.Row*f.p.Cols+at.Col)
			}
			if !used {
				f.Fatalf("nobody needs %+v of %v\n%s", at, step, f.p)
			}
		}
	}
}

// Hints alone lead to all that is the same in every solution, each step of them follows from what
// was told before, and none is told in vain.
func TestHints(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 17))
	puzzles := []*Puzzle{parsed(t, kp1)}
	for _, g := range graded {
		puzzles = append(puzzles, parsed(t, g.line))
	}
	for range 800 {
		puzzles = append(puzzles, randomPuzzle(rng, 1+rng.IntN(5), 1+rng.IntN(5)))
	}
	for _, d := range Demands() {
		p, err := Generate(context.Background(), 9, 9, d, 3)
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
	told := map[Technique]bool{NakedPair: true, HiddenPair: true, NakedTriple: true, HiddenTriple: true, Trial: true} // rare
	for _, p := range puzzles {
		a := solved(t, p)
		if a.Verdict == solvers.None {
			continue
		}
		f := newFollower(t, p, a.Solutions)
		for hint := range p.Hints(context.Background()) {
			f.follow(hint)
			for _, step := range hint.Steps {
				told[step.Technique] = true
			}
		}
		for i, n := range f.placed {
			if want := a.Grid[i] != 0 && p.Cells[i].Given == 0; want != (n == 1) {
				t.Fatalf("cell %d is placed %d times\n%s", i, n, p)
			}
		}
	}
	for _, technique := range Techniques() {
		if !told[technique] {
			t.Errorf("no hint tells of %q", technique)
		}
	}
}

// A digit that crossing entries of few combinations fix comes first: 4 is 1 and 3, and 11 in two
// cells has no 1. That the other cell of 11 is then 8 is as near, but harder to see.
func TestHintMagicCrossing(t *testing.T) {
	for hint := range parsed(t, `#,11\,#,#/\4,.,.,#/#,.,.,./#,#,.,.`).Hints(context.Background()) {
		var techniques []Technique
		for _, step := range hint.Steps {
			techniques = append(techniques, step.Technique)
		}
		if hint.Aim.Digit != 3 || hint.Aim.Row != 1 || hint.Aim.Col != 1 || len(hint.Steps) != 3 || techniques[2] != NakedSingle {
			t.Errorf("%v to %+v", techniques, hint.Aim)
		}
		return
	}
	t.Error("no hint")
}

// Whoever asks for a hint in an easy puzzle is given a digit at once.
func TestFirstHint(t *testing.T) {
	for _, side := range []int{6, 8, 10} {
		for seed := range uint64(20) {
			p, err := Generate(context.Background(), side, side, Easy, seed)
			if err != nil {
				t.Fatal(err)
			}
			for hint := range p.Hints(context.Background()) {
				if hint.Aim.Digit == 0 {
					t.Errorf("%d×%d number %d begins with %+v", side, side, seed, hint)
				}
				break
			}
		}
	}
}

// KIBITZ_KAKURO is a directory of published puzzles: *.kk in the directories in it. What is measured of
// those that have one solution is a table of docs/figures.md. A hint takes three taps to be read to its
// end; where steps were told one a hint, each took three.
func TestHintFigures(t *testing.T) {
	dir := os.Getenv("KIBITZ_KAKURO")
	if dir == "" {
		t.Skip("KIBITZ_KAKURO is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.kk"))
	if err != nil || files == nil {
		t.Fatalf("no puzzles in %s: %v", dir, err)
	}
	var steps, hints, facts gaps
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const most = 400 // cells
		p, err := Parse(string(text))
		if err != nil || len(p.Cells) > most || solved(t, p).Verdict != solvers.Unique {
			continue
		}
		steps.begin()
		for step := range p.Steps(context.Background()) {
			placed := 0
			for _, at := range step.Cells {
				placed += min(at.Digit, 1)
			}
			steps.add(1, placed)
		}
		hints.begin()
		facts.begin()
		for hint := range p.Hints(context.Background()) {
			hints.add(1, min(hint.Aim.Digit, 1))
			facts.add(len(hint.Steps), min(hint.Aim.Digit, 1))
		}
	}
	t.Logf("%d puzzles, %d digits", len(steps.first), len(steps.all))
	t.Log("                          mean  median  90 %  99 %  most")
	for _, row := range []struct {
		what string
		n    []int
		taps int
	}{
		{"facts to a digit, steps ", steps.all, 1}, {"facts to a digit, hints ", facts.all, 1},
		{"facts to the first, st. ", steps.first, 1}, {"facts to the first, h.  ", facts.first, 1},
		{"taps to a digit, steps  ", steps.all, 3}, {"taps to a digit, hints  ", hints.all, 3},
		{"taps to the first, steps", steps.first, 3}, {"taps to the first, hints", hints.first, 3},
	} {
		t.Log(row.what, spread(row.n, row.taps))
	}
}

// spread returns mean, median, percentiles and maximum of times n.
func spread(n []int, times int) string {
	slices.Sort(n)
	sum := 0
	for _, one := range n {
		sum += one * times
	}
	at := func(percent int) int { return n[(len(n)-1)*percent/100] * times }
	return fmt.Sprintf("%6.2f %7d %5d %5d %5d", float64(sum)/float64(len(n)), at(50), at(90), at(99), at(100))
}

// gaps counts the deductions that hints tell before each digit: all of them, and those before the
// first digit of each puzzle.
type gaps struct {
	all, first []int
	since      int
	begun      bool // a digit was placed in this puzzle
}

func (g *gaps) begin() { g.since, g.begun = 0, false }

// add counts a hint that tells some deductions and then places some digits, mostly one or none. The
// deductions of hints without a digit count for the next digit.
func (g *gaps) add(told, placed int) {
	g.since += told
	for range placed {
		if g.all = append(g.all, g.since); !g.begun {
			g.first, g.begun = append(g.first, g.since), true
		}
		g.since = 0
	}
}
