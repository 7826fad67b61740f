package deduce_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/ask/asktest"
	"kibitz/commands/puzzles"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// kinds are those of deduction puzzles.
func kinds() (all []*ask.Kind) {
	for _, k := range puzzles.Kinds() {
		if k.Marks != "" {
			all = append(all, k)
		}
	}
	return all
}

func read(t testing.TB, k *ask.Kind, text, marks string) deduce.Game {
	t.Helper()
	turns := slices.DeleteFunc(strings.Split(marks, "; "), func(turn string) bool { return turn == "?" }) // hints in a game
	marks = strings.Join(turns, "; ")
	game, err := k.Read(text, ask.Options{ask.MarksField: marks})
	if err != nil {
		t.Fatalf("%s %q with %q: %v", k.Name, text, marks, err)
	}
	return game.(deduce.Game)
}

func solve(t testing.TB, p deduce.Puzzle) *deduce.Solved {
	t.Helper()
	s, err := p.Solve(context.Background(), false)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// small returns puzzles of up to this many cells and with this verdict, from the first texts:
// a hundred at most, as every other text of some kinds is one.
func small(t testing.TB, k *ask.Kind, v solvers.Verdict, texts, cells int) (all []deduce.Game) {
	t.Helper()
	for text := range asktest.Texts(k) {
		if texts--; texts < 0 || len(all) == 100 {
			break
		}
		game, err := k.Read(text, nil)
		g, ok := game.(deduce.Game)
		if err != nil || !ok {
			continue
		}
		if rows, cols := g.Size(); rows*cols <= cells && solve(t, g).Verdict == v {
			all = append(all, g)
		}
	}
	if len(all) == 0 {
		t.Fatalf("%s: no puzzle is %v", k.Name, v)
	}
	return all
}

// TestStepsFromMarks: from whatever is marked of a solution, the steps decide nothing that
// is marked, and nothing wrong, and lead to the solution.
func TestStepsFromMarks(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, k := range kinds() {
		for _, g := range small(t, k, solvers.Unique, 40, 100) {
			key := solve(t, g).Key
			want := g.Board(key)
			for range 10 {
				sheet := g.Printed()
				for i := range sheet {
					if random.IntN(3) == 0 {
						sheet[i] = key[i]
					}
				}
				from := g.With(sheet)
				b, now := g.Board(sheet), slices.Clone(sheet)
				for step := range from.Steps(t.Context(), nil, words.In("en")) {
					step.Draw(b, render.NoMark)
					for _, i := range step.Decides {
						if now[i] != deduce.Unmarked || b.Cells[i].Kind != want.Cells[i].Kind || b.Cells[i].Text != want.Cells[i].Text {
							t.Fatalf("%s, marked %s: cell %d is decided as %+v; it is %c, and was %c", g, sheet, i, b.Cells[i], key[i], now[i])
						}
						now[i] = key[i]
					}
				}
				if !g.Notation().Done(now, key) {
					t.Fatalf("%s, marked %s: left as %s", g, sheet, now)
				}
			}
		}
	}
}

// solutions are all sheets that solve a puzzle, or nil where they are more than most.
func solutions(t testing.TB, g deduce.Game, most int) (all [][]byte) {
	var fill func(sheet []byte)
	fill = func(sheet []byte) {
		if len(all) > most || solve(t, g.With(sheet)).Verdict == solvers.None {
			return
		}
		i := bytes.IndexByte(sheet, deduce.Unmarked)
		if i < 0 {
			all = append(all, slices.Clone(sheet))
			return
		}
		for _, sign := range []byte(g.Notation().Signs) {
			sheet[i] = sign
			fill(sheet)
		}
		sheet[i] = deduce.Unmarked
	}
	if fill(g.Printed()); len(all) > most {
		return nil
	}
	return all
}

// TestCheckedMarks: of the marks of puzzles with several solutions, those that no solution
// has are wrong; where each alone is right, and no solution has all of them, that is said;
// and only a solution is done.
func TestCheckedMarks(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for _, k := range kinds() {
		tried := map[string]int{}
		for _, g := range small(t, k, solvers.Multiple, 10_000, 81) {
			const most = 60
			all := solutions(t, g, most)
			if all == nil {
				continue
			}
			n, s := g.Notation(), solve(t, g)
			for range 40 {
				g.Marks = spoilt(random, all[random.IntN(len(all))], g.Printed(), n.Signs)
				together := slices.ContainsFunc(all, func(s []byte) bool { return has(s, g.Marks) })
				var want []int
				for i := range g.Marks {
					alone := g.Printed()
					if alone[i] = g.Marks[i]; !slices.ContainsFunc(all, func(s []byte) bool { return has(s, alone) }) {
						want = append(want, i)
					}
				}
				wrong, jointlyImpossible, deadEnd, done := g.Checked(t.Context(), s)
				if !slices.Equal(wrong, want) || jointlyImpossible != (!together && want == nil) || deadEnd == together {
					t.Fatalf("%s: wrong are %v, jointly impossible %t; alone in no solution are %v, together in one: %t", g, wrong, jointlyImpossible, want, together)
				}
				finished := slices.ContainsFunc(all, func(s []byte) bool { return n.Done(g.Marks, s) })
				if done != finished {
					t.Fatalf("%s: done is %t", g, done)
				}
				tried[fmt.Sprint(want != nil, jointlyImpossible, done)]++
			}
		}
		for _, seen := range []string{"true false false", "false true false", "false false true", "false false false"} {
			if tried[seen] == 0 {
				t.Errorf("%s: none tried that are %s, of %v", k.Name, seen, tried)
			}
		}
	}
}

// has tells whether a solution has all of the marks.
func has(solution, marks []byte) bool {
	for i, sign := range marks {
		if sign != deduce.Unmarked && sign != solution[i] {
			return false
		}
	}
	return true
}

// spoilt is a solution with a few cells open and a few other signs, however large it is.
func spoilt(random *rand.Rand, solution, printed []byte, signs string) []byte {
	sheet := slices.Clone(solution)
	cells := func(change func(i int)) {
		for range random.IntN(5) {
			if i := random.IntN(len(sheet)); printed[i] == deduce.Unmarked {
				change(i)
			}
		}
	}
	cells(func(i int) { sheet[i] = deduce.Unmarked })
	cells(func(i int) { sheet[i] = signs[random.IntN(len(signs))] })
	return sheet
}

// TestPair: the two solutions of a puzzle with several are solutions, and differ.
func TestPair(t *testing.T) {
	for _, k := range kinds() {
		for _, g := range small(t, k, solvers.Multiple, 4000, 81) {
			s := solve(t, g)
			if len(s.Solutions) != 2 || bytes.Equal(s.Solutions[0], s.Solutions[1]) {
				t.Fatalf("%s: %d solutions, %s", g, len(s.Solutions), s.Solutions)
			}
			for _, solution := range s.Solutions {
				if solve(t, g.With(solution)).Verdict != solvers.Unique || !has(solution, s.Key) || strings.ContainsRune(string(solution), deduce.Unmarked) {
					t.Errorf("%s: %s is none", g, solution)
				}
			}
		}
	}
}
