package kakuro

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers"
)

// replay follows the steps and checks each against what is true in all
// solutions. It returns how often each cell was placed, and the hardest
// technique.
func replay(t *testing.T, p *Puzzle, solutions [][]int) (placed []int, hardest Technique) {
	t.Helper()
	placed = make([]int, len(p.Cells))
	cand := newGrid(context.Background(), p).candidates()
	for _, e := range p.Entries() { // what is given is struck around it before the first step
		for given := range p.within(e) {
			for other := range p.within(e) {
				if d := p.Cells[given].Given; d != 0 && other != given {
					cand[other] &^= 1 << d
				}
			}
		}
	}
	for step := range p.Steps(context.Background()) {
		hardest = max(hardest, step.Technique)
		if len(step.Cells) == 0 {
			t.Fatalf("an idle step %v\n%s", step, p)
		}
		checkReason(t, p, step, cand, solutions)
		for _, at := range step.Cells {
			i := at.Row*p.Cols + at.Col
			if at.Removed&^cand[i] != 0 {
				t.Fatalf("%v takes what is gone\n%s", step, p)
			}
			cand[i] &^= at.Removed
			if at.Digit != 0 {
				placed[i]++
				if cand[i] != 1<<at.Digit {
					t.Fatalf("%v places a digit among %010b\n%s", step, cand[i], p)
				}
			} else if at.Removed == 0 {
				t.Fatalf("%v does nothing at %v\n%s", step, at, p)
			}
			for _, solution := range solutions {
				if cand[i]>>solution[i]&1 == 0 {
					t.Fatalf("%v loses a solution\n%s", step, p)
				}
			}
		}
	}
	return placed, hardest
}

// checkReason holds what a step gives for its reason against the marks before it.
func checkReason(t *testing.T, p *Puzzle, step Step, cand []uint16, solutions [][]int) {
	t.Helper()
	at := func(c Placed) uint16 { return cand[c.Row*p.Cols+c.Col] }
	within := func(e Entry, c Placed) bool {
		for place := range p.within(e) {
			if place == c.Row*p.Cols+c.Col {
				return true
			}
		}
		return false
	}
	switch step.Technique {
	case NakedSingle:
		c := step.Cells[0]
		if at(c) != 1<<c.Digit || !within(step.Entry, c) || !within(step.Cross, c) {
			t.Fatalf("%v is no naked single\n%s", step, p)
		}
	case HiddenSingle:
		for place := range p.within(step.Entry) {
			c := step.Cells[0]
			if place != c.Row*p.Cols+c.Col && cand[place]&step.Digits != 0 {
				t.Fatalf("%v is not hidden, it has two places\n%s", step, p)
			}
		}
	case NakedPair, NakedTriple:
		for _, c := range step.Seen {
			if at(c)&^step.Digits != 0 || !within(step.Entry, c) || len(step.Seen) != bits.OnesCount16(step.Digits) {
				t.Fatalf("%v holds more\n%s", step, p)
			}
		}
	case HiddenPair, HiddenTriple:
		for place := range p.within(step.Entry) {
			seen := slices.ContainsFunc(step.Seen, func(c Placed) bool { return place == c.Row*p.Cols+c.Col })
			if !seen && cand[place]&step.Digits != 0 {
				t.Fatalf("%v has another place\n%s", step, p)
			}
		}
	case AreaSum:
		count := map[int]int{}
		for _, e := range step.Area {
			for place := range p.within(e) {
				if !single(cand[place]) {
					count[place]++
				}
			}
		}
		for _, solution := range solutions {
			sum := 0
			for i, c := range step.Seen {
				sum += step.Signs[i] * solution[c.Row*p.Cols+c.Col]
			}
			if sum != step.Sum {
				t.Fatalf("%v: they make %d\n%s", step, sum, p)
			}
		}
		for place, n := range count {
			over := slices.ContainsFunc(step.Seen, func(c Placed) bool { return place == c.Row*p.Cols+c.Col })
			if over != (n == 1) {
				t.Fatalf("%v: cell %d is in %d entries\n%s", step, place, n, p)
			}
		}
	case Forcing:
		checkChain(t, p, step, cand)
	}
}

// checkChain fills the entries of a chain in turn, by brute force.
func checkChain(t *testing.T, p *Puzzle, step Step, cand []uint16) {
	t.Helper()
	cand = slices.Clone(cand)
	cand[step.Assumed.Row*p.Cols+step.Assumed.Col] &= 1 << step.Assumed.Digit
	for i, e := range step.Chain {
		var marks []uint16
		for place := range p.within(e) {
			marks = append(marks, cand[place])
		}
		left, k, none := fillings(marks, e.Sum), 0, false
		for place := range p.within(e) {
			if cand[place] != left[k] && i < len(step.Trail) && !slices.ContainsFunc(step.Trail[i], func(at Placed) bool {
				return at.Row*p.Cols+at.Col == place && at.Removed == cand[place]&^left[k] && at.Left == left[k]
			}) {
				t.Fatalf("%v: link %d strikes %v, not that r%dc%d is %b\n%s", step, i, step.Trail[i], place/p.Cols+1, place%p.Cols+1, left[k], p)
			}
			cand[place] = left[k]
			none = none || left[k] == 0
			k++
		}
		if last := i == len(step.Chain)-1; none != last || last && e != step.Entry {
			t.Fatalf("%v: link %d has a filling: %v\n%s", step, i, !none, p)
		}
	}
}

// The steps reach the solution of every puzzle that has just one, and place
// every cell once that is not given. They are the paper's pass as far as it leads, and they
// assume nothing where full consistency suffices.
func TestStepsReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 2))
	puzzles := []*Puzzle{parsed(t, kp1)}
	for _, g := range graded {
		puzzles = append(puzzles, parsed(t, g.line))
	}
	for range 800 {
		puzzles = append(puzzles, randomPuzzle(rng, 1+rng.IntN(5), 1+rng.IntN(5)))
	}
	for _, p := range puzzles {
		a := solved(t, p)
		placed, hardest := replay(t, p, a.Solutions)
		if a.Verdict == solvers.None {
			continue
		}
		for i, n := range placed {
			want := 1
			if a.Grid[i] == 0 || p.Cells[i].Given != 0 {
				want = 0
			}
			if n != want {
				t.Fatalf("cell %d is placed %d times\n%s", i, n, p)
			}
		}
		if a.Verdict == solvers.Unique && (a.RulesLeft == 0) != (hardest <= Excluded) {
			t.Fatalf("the pass leaves %d cells, the steps need %v\n%s", a.RulesLeft, hardest, p)
		}
		if a.Verdict == solvers.Unique && a.Level <= LevelCombinations && hardest > Arrangement {
			t.Fatalf("entries alone suffice, the steps need %v\n%s", hardest, p)
		}
	}
}

// Small random puzzles call for all techniques but the rarest.
func TestStepTechniques(t *testing.T) {
	told := map[Technique]bool{HiddenTriple: true, Trial: true}
	rng := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		for step := range randomPuzzle(rng, 3+rng.IntN(3), 3+rng.IntN(3)).Steps(context.Background()) {
			told[step.Technique] = true
		}
		if len(told) == len(Techniques()) {
			return
		}
	}
	for _, technique := range Techniques() {
		if !told[technique] {
			t.Errorf("no step is %q", technique)
		}
	}
}

// KP-1 takes no more than the paper's pass. The first thing to see in it: 16 in
// two cells is 7 and 9.
func TestStepsOfKP1(t *testing.T) {
	first := true
	for step := range parsed(t, kp1).Steps(context.Background()) {
		if step.Technique > Excluded {
			t.Errorf("KP-1 needs no %s", step.Technique)
		}
		if !first {
			continue
		}
		first = false
		want := Entry{Across: true, Row: 1, Col: 1, Len: 2, Sum: 16}
		if step.Technique != MagicSum || step.Entry != want || len(step.Cells) != 2 || step.Digits != digitSet("79") {
			t.Errorf("got %v", step)
		}
		for _, at := range step.Cells {
			if at.Removed != digitSet("1234568") {
				t.Errorf("r%dc%d loses %d digits", at.Row+1, at.Col+1, bits.OnesCount16(at.Removed))
			}
		}
	}
}

// A listener may leave at any step.
func TestStepsStop(t *testing.T) {
	for _, g := range graded {
		p := parsed(t, g.line)
		total := 0
		for range p.Steps(context.Background()) {
			total++
		}
		for most := 1; most <= total; most++ {
			n := 0
			for range p.Steps(context.Background()) {
				if n++; n == most {
					break
				}
			}
		}
	}
}
