package teach

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/puzzle"
	"kibitz/solvers/nonogram/internal/puzzletest"
)

// Steps tell every cell once, and together what Solve says.
func TestSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height, width := rapid.IntRange(1, 8).Draw(t, "height"), rapid.IntRange(1, 8).Draw(t, "width")
		checkSteps(t, puzzle.FromPicture(puzzletest.DrawPicture(t, height, width), width))
	})
	checkSteps(t, puzzletest.Dominoes(3))
	checkSteps(t, puzzletest.Dominoes(5))
}

func checkSteps(t puzzletest.Tester, p *puzzle.Puzzle) {
	a, err := engine.Solve(context.Background(), p)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	replayed := make([]puzzle.Cell, len(a.Grid))
	for step := range Steps(context.Background(), p) {
		if len(step.Cells) == 0 {
			t.Fatalf("%s: %v without cells", p, step.Technique)
		}
		checkReason(t, p, replayed, step)
		for _, c := range step.Cells {
			cell := &replayed[c.Row*len(p.Cols)+c.Col]
			if *cell != puzzle.Unknown {
				t.Fatalf("%s: %v tells cell %d, %d again", p, step.Technique, c.Row, c.Col)
			}
			*cell = c.Value
		}
	}
	if !slices.Equal(replayed, a.Grid) {
		t.Fatalf("%s: steps lead to %s, want %s", p, puzzletest.RowsOf(replayed, len(p.Cols)), puzzletest.RowsOf(a.Grid, len(p.Cols)))
	}
}

// checkReason checks that a step follows from the cells before it as it says.
func checkReason(t puzzletest.Tester, p *puzzle.Puzzle, cells []puzzle.Cell, step Step) {
	switch {
	case step.Technique <= LineLogic:
		all := puzzletest.Enumerated(lengthsIn(p, step.Line), puzzletest.LineOf(p, cells, step.Line))
		for _, c := range step.Cells {
			i, index := c.Col, c.Row
			if step.Line.Column {
				i, index = c.Row, c.Col
			}
			if index != step.Line.Index || all[i] != c.Value {
				t.Fatalf("%s: %v in %v says %v, which its arrangements do not", p, step.Technique, step.Line, c)
			}
		}
		for _, s := range step.Spans {
			if s.From < 0 || s.To < s.From || s.To >= len(all) || s.Run >= len(puzzletest.ClueOf(p, step.Line)) {
				t.Fatalf("%s: %v in %v has the span %v", p, step.Technique, step.Line, s)
			}
		}
	case step.Technique == Contradiction:
		c := step.Assumed
		if len(step.Cells) != 1 || step.Cells[0] != (Placed{c.Row, c.Col, puzzle.Opposite(c.Value)}) {
			t.Fatalf("%s: %v refuted gives %v", p, c, step.Cells)
		}
		if fallen, _ := follow(p, cells, c, step.Chain); fallen != len(step.Chain)-1 || step.Line != step.Chain[fallen] {
			t.Fatalf("%s: %v: the contradiction is in line %d of %v", p, c, fallen, step.Chain)
		}
		if len(step.Trail) != len(step.Chain)-1 {
			t.Fatalf("%s: %v: the lines before the last of %v decide %v", p, c, step.Chain, step.Trail)
		}
		for i := range step.Trail {
			_, before := follow(p, cells, c, step.Chain[:i])
			_, after := follow(p, cells, c, step.Chain[:i+1])
			for _, placed := range step.Trail[i] {
				before[placed.Row*len(p.Cols)+placed.Col] = placed.Value
			}
			if !slices.Equal(before, after) {
				t.Fatalf("%s: %v: line %d of %v decides %v", p, c, i, step.Chain, step.Trail[i])
			}
		}
		for i := range step.Chain {
			if fallen, _ := follow(p, cells, c, slices.Concat(step.Chain[:i], step.Chain[i+1:])); fallen >= 0 {
				t.Fatalf("%s: %v falls without line %d of %v", p, c, i, step.Chain)
			}
		}
	}
}

// follow solves lines in turn after an assumption, by enumeration: which of them has no
// arrangement, or -1, and the cells then.
func follow(p *puzzle.Puzzle, cells []puzzle.Cell, assumed Placed, chain []puzzle.Line) (fallen int, after []puzzle.Cell) {
	cells = slices.Clone(cells)
	cells[assumed.Row*len(p.Cols)+assumed.Col] = assumed.Value
	for n, line := range chain {
		all := puzzletest.Enumerated(lengthsIn(p, line), puzzletest.LineOf(p, cells, line))
		if all == nil {
			return n, cells
		}
		for i, c := range all {
			if line.Column {
				cells[i*len(p.Cols)+line.Index] = c
			} else {
				cells[line.Index*len(p.Cols)+i] = c
			}
		}
	}
	return -1, cells
}

// lengthsIn returns the lengths of the runs of a line's clue.
func lengthsIn(p *puzzle.Puzzle, line puzzle.Line) []int {
	return puzzle.Lengths([][]puzzle.Run{puzzletest.ClueOf(p, line)})[0]
}

// The contradiction told first is the shortest that any value of any cell leads to, where it
// takes two lines; no puzzle takes fewer.
func TestShortestContradiction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(3, 6).Draw(t, "side")
		p := puzzle.FromPicture(puzzletest.DrawPicture(t, side, side), side)
		cells := make([]puzzle.Cell, side*side)
		for step := range Steps(context.Background(), p) {
			if step.Technique == Contradiction {
				if len(step.Chain) > 2 && refutedByTwo(p, cells) {
					t.Fatalf("%s: %v falls by %v, but two lines do", p, step.Assumed, step.Chain)
				}
				return
			}
			for _, c := range step.Cells {
				cells[c.Row*side+c.Col] = c.Value
			}
		}
	})
}

// refutedByTwo says whether some value of some cell leaves no arrangement in one of
// two lines solved in turn.
func refutedByTwo(p *puzzle.Puzzle, cells []puzzle.Cell) bool {
	var all []puzzle.Line
	for i := range p.Rows {
		all = append(all, puzzle.Line{Index: i})
	}
	for i := range p.Cols {
		all = append(all, puzzle.Line{Column: true, Index: i})
	}
	for i, c := range cells {
		if c != puzzle.Unknown {
			continue
		}
		for _, value := range []puzzle.Cell{puzzle.Filled, puzzle.Empty} {
			assumed := Placed{i / len(p.Cols), i % len(p.Cols), value}
			for _, first := range all {
				for _, second := range all {
					if fallen, _ := follow(p, cells, assumed, []puzzle.Line{first, second}); fallen >= 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// The techniques that a puzzle of each level takes, and how hard that is.
func TestStepTechniques(t *testing.T) {
	for puzzle, want := range map[string]struct {
		techniques []Technique
		difficulty Difficulty
	}{
		"0;1|0;1":                 {[]Technique{SimpleSpaces, Forcing}, Easy},
		"3;1;1|3;1;1":             {[]Technique{SimpleBoxes, SimpleSpaces}, Easy},
		"2;1 1;1 1;1 1|3;1;1 1;2": {[]Technique{SimpleBoxes, SimpleSpaces, Forcing, Punctuating, Contradiction}, Expert},
	} {
		p := puzzletest.MustParse(t, puzzle)
		var got []Technique
		for step := range Steps(context.Background(), p) {
			got = append(got, step.Technique)
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want.techniques) {
			t.Errorf("%s takes %v, want %v", puzzle, got, want.techniques)
		}
		if got, err := DifficultyOf(context.Background(), p); got != want.difficulty || err != nil {
			t.Errorf("%s is %v (%v), want %v", puzzle, got, err, want.difficulty)
		}
	}
	if got, _ := DifficultyOf(context.Background(), puzzletest.Dominoes(5)); got != Extreme {
		t.Errorf("the 5-Dom is %v", got)
	}
}

// What has no solution, or several, is neither easy nor hard, whatever steps there are.
func TestDifficultyOfOneSolutionOnly(t *testing.T) {
	for _, text := range []string{"1;1|1;1", "2;2;2|1;3;2", "3;0;1|1;1;2", "2;1|1;1", "1 1;2;1;2|1;1 1;2;1 1"} {
		if got, err := DifficultyOf(t.Context(), puzzletest.MustParse(t, text)); !errors.Is(err, ErrNotUnique) {
			t.Errorf("%s is %v (%v)", text, got, err)
		}
	}
	p := puzzletest.Dominoes(5)
	for asked := 0; ; asked += 1 + asked/8 {
		got, err := DifficultyOf(&puzzletest.Countdown{Context: t.Context(), Left: asked}, p)
		if err == nil {
			if got != Extreme {
				t.Errorf("asked %d times: %v", asked, got)
			}
			return
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("asked %d times: %v", asked, err)
		}
	}
}

// Whoever stops listening to steps is told no more of them.
func TestStepsStop(t *testing.T) {
	p := puzzletest.MustParse(t, "3;2 1;3 2;2 2;6;1 5;6;1;2|1 2;3 1;1 5;7 1;5;3;4;3")
	for _, most := range []int{1, 5, 20} {
		n := 0
		for range Steps(context.Background(), p) {
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Errorf("%d steps, want %d", n, most)
		}
	}
}

// Steps cut short are the first of all steps.
func TestStepsOutOfTime(t *testing.T) {
	p := puzzletest.Dominoes(4)
	want := slices.Collect(Steps(context.Background(), p))
	for asked := 1; asked < 5000; asked += 1 + asked/8 {
		n := 0
		for step := range Steps(&puzzletest.Countdown{Context: context.Background(), Left: asked}, p) {
			if step.Technique != Trial && !slices.Equal(step.Cells, want[n].Cells) {
				t.Fatalf("asked %d times: step %d is %v, want %v", asked, n, step, want[n])
			}
			n++
		}
	}
}

// Whenever the time ends, the steps from an answer lead to it.
func TestStepsFromAnswer(t *testing.T) {
	p := puzzletest.Dominoes(4)
	answer, err := engine.Solve(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for asked := 1; asked < 5000; asked += 1 + asked/8 {
		grid := make([]puzzle.Cell, len(answer.Grid))
		for step := range StepsFrom(&puzzletest.Countdown{Context: context.Background(), Left: asked}, p, answer) {
			for _, c := range step.Cells {
				if grid[c.Row*len(p.Cols)+c.Col] != puzzle.Unknown {
					t.Fatalf("asked %d times: %v is decided again", asked, c)
				}
				grid[c.Row*len(p.Cols)+c.Col] = c.Value
			}
		}
		if !slices.Equal(grid, answer.Grid) {
			t.Fatalf("asked %d times: %s, want %s", asked, puzzletest.RowsOf(grid, len(p.Cols)), puzzletest.RowsOf(answer.Grid, len(p.Cols)))
		}
	}
}

// Each rule sees what Wikipedia's article "Nonogram" shows of it, or a case like that.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		technique  Technique
		runs       []int
		line, want string
		span       Span
	}{
		{SimpleBoxes, []int{8}, "??????????", "??######??", Span{0, 0, 9}},
		{SimpleBoxes, []int{4, 3}, "??????????", "??##???#??", Span{0, 0, 5}},
		{SimpleSpaces, nil, "????", "....", Span{}},
		{SimpleSpaces, []int{2}, "?##??", ".##..", Span{}},
		{SimpleSpaces, []int{3, 1}, "???#????#?", ".??#??..#.", Span{0, 1, 5}},
		{Punctuating, []int{3, 1}, "???###????", "??.###.???", Span{0, 3, 5}},
		{Glue, []int{5, 1}, "??#???????", "??###?????", Span{0, 0, 6}},
		{Glue, []int{1, 3}, "????????#?", "???????##?", Span{1, 6, 9}},
		{Mercury, []int{3, 1}, "???#??????", ".??#??????", Span{0, 1, 5}},
		{Mercury, []int{3, 1}, "???##?????", "..?##?????", Span{0, 2, 5}},
		{Mercury, []int{1, 3}, "??????#???", "??????#??.", Span{1, 4, 8}},
		{Splitting, []int{2, 2}, "???#?#????", "???#.#????", Span{-1, 3, 5}},
		{Joining, []int{4, 2}, "?.?#?#????", "?.?###????", Span{0, 2, 6}},
		{Forcing, []int{4, 2}, "???.????????", "....?###??#?", Span{}},
		{Forcing, []int{3}, "??.????.??", "...?##?...", Span{0, 3, 6}},
		{Overlap, []int{3, 3}, "?#?????????", "?##????????", Span{}},
	} {
		var got []puzzle.Cell
		spanned := c.span == Span{}
		line := puzzletest.CellsOf(c.line)
		v := newView(c.runs, line)
		got = slices.Clone(line)
		for _, rule := range rules {
			if rule.technique != c.technique {
				continue
			}
			for _, s := range rule.see(v) {
				for i := s.lo; i < s.hi; i++ {
					if got[i] == puzzle.Unknown {
						got[i] = s.value
						spanned = spanned || c.span == Span{s.run, s.from, s.until - 1}
					}
				}
			}
		}
		if puzzletest.TextOf(got) != c.want || !spanned {
			t.Errorf("%v of %v in %s: %s, want %s; span %v: %v", c.technique, c.runs, c.line, puzzletest.TextOf(got), c.want, c.span, spanned)
		}
	}
}

// No rule sees what is not so in all arrangements, and where the runs may start at the
// earliest and at the latest is where some arrangement has them.
func TestRulesAreSound(t *testing.T) {
	seen := map[int]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 50 {
			checkRules(t, seen)
		}
	})
	for i, rule := range rules {
		if seen[i] == 0 {
			t.Errorf("rule %d, %v, has seen nothing", i, rule.technique)
		}
	}
}

func checkRules(t *rapid.T, seen map[int]int) {
	n := rapid.IntRange(1, 14).Draw(t, "n")
	runs, line := puzzletest.DrawLine(t, n, 14)
	all := puzzletest.Enumerated(runs, line)
	if all == nil {
		return
	}
	v := newView(runs, line)
	for j := range runs {
		early, late := true, true
		for shift := range v.runs[j] {
			early = early && all[v.first[j]+shift] != puzzle.Empty
			late = late && all[v.last[j]+shift] != puzzle.Empty
		}
		if !early || !late || v.first[j] > v.last[j] {
			t.Fatalf("runs %v in %s: run %d from %d to %d", runs, puzzletest.TextOf(line), j, v.first[j], v.last[j])
		}
	}
	for i, rule := range rules {
		for _, s := range rule.see(v) {
			for at := s.lo; at < s.hi; at++ {
				if line[at] == puzzle.Unknown && all[at] != s.value {
					t.Fatalf("%v (rule %d) of %v in %s says %v of cell %d", rule.technique, i, runs, puzzletest.TextOf(line), s.value, at)
				}
				if line[at] == puzzle.Unknown {
					seen[i]++
				}
			}
			if s.run >= 0 && (s.from < 0 || s.until > n || s.until-s.from < runs[s.run]) {
				t.Fatalf("%v of %v in %s: run %d in %d to %d", rule.technique, runs, puzzletest.TextOf(line), s.run, s.from, s.until)
			}
		}
	}
}

// A harder technique is never in an easier class.
func TestTechniquesAreOrdered(t *testing.T) {
	for i, technique := range Techniques() {
		if technique != Technique(i) || technique > 0 && technique.Difficulty() < (technique-1).Difficulty() {
			t.Errorf("technique %d, %v, is %v", i, technique, technique.Difficulty())
		}
	}
}
