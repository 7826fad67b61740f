package judge

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibitz/solvers/sudoku"
	"kibitz/vision"
)

// sudokus returns Sudoku with one solution, easy and hard by turns.
func sudokus(t testing.TB, n int) (all []*sudoku.Puzzle) {
	for i := range n {
		order, err := sudoku.ParseOrder(fmt.Sprintf("9x9 %s %d", []string{"easy", "hard"}[i%2], i+1), false)
		if err != nil {
			t.Fatal(err)
		}
		p, err := order.Make(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// seenSudoku returns a reading of a Sudoku, with how many givens that look like another digit or like none, or
// that a speck looks like.
func seenSudoku(random *rand.Rand, p *sudoku.Puzzle, hard float64) (r *vision.Reading, wrong int) {
	r = &vision.Reading{Kind: vision.Sudoku, Rows: p.Size, Cols: p.Size}
	for _, truth := range p.Givens {
		cell := vision.Cell{State: []vision.Guess{{Value: vision.Filled, P: 1}}}
		if truth == 0 && random.Float64() > hard/10 {
			cell.State[0].Value = vision.Blank
			r.Cells = append(r.Cells, cell)
			continue
		}
		c := crowded(random, hard)
		if truth == 0 {
			c = doubtful
		}
		slot := c.slot(random)
		values := []int{truth}
		for i, p := range c {
			value := truth
			for i != slot && slices.Contains(values, value) {
				value = random.IntN(10)
				if looks := alike['0'+byte(truth)]; truth > 0 && random.IntN(2) == 0 {
					value, _ = strconv.Atoi(looks[:1])
				}
			}
			values = append(values, value)
			cell.Digit = append(cell.Digit, vision.Guess{Value: value, P: p})
		}
		if cell.Digit[0].Value != truth {
			wrong++
		}
		r.Cells = append(r.Cells, cell)
	}
	return r, wrong
}

// TestSudokuNeverSilentlyWrong is TestNeverSilentlyWrong for Sudoku. A Sudoku is wrong if its solution is.
func TestSudokuNeverSilentlyWrong(t *testing.T) {
	all := sudokus(t, 20)
	for _, hard := range []float64{0.01, 0.1, 0.3} {
		random := rand.New(rand.NewPCG(17, 18))
		boards, misread, clean, repaired, wrong, asked, answers, mended := 0, 0, 0, 0, 0, 0, 0, 0
		for misread < many(8) {
			truth := all[random.IntN(len(all))]
			r, bad := seenSudoku(random, truth, hard)
			boards++
			misread += min(bad, 1)
			v := Judge(context.Background(), r)
			for sure := v.Sure; !sure && len(v.Doubts) > 0; sure = v.Sure {
				if v.Doubts[0].Place.Side != Cell {
					t.Fatal(v.Doubts[0])
				}
				if asked++; asked > 400 {
					break
				}
				answers++
				at := v.Doubts[0].Place
				s, err := Settle(r, at, givenText(truth.Givens[at.Row*9+at.Col]))
				if err == nil {
					s, err = ParseText(Text(s))
				}
				if err != nil {
					t.Fatal(err)
				}
				r = s
				if v = Judge(context.Background(), r); v.Sure {
					mended++
				}
			}
			switch {
			case !v.Sure:
			case solution(t, v.Repaired) != solution(t, truth.String()):
				wrong++
				t.Logf("silently wrong, %d misread: %s", bad, Text(r))
			case bad > 0:
				repaired++
			default:
				clean++
			}
		}
		t.Logf("%.2f hard: %d boards; right %d of %d clean, %d of %d misread, after %d answers %d; silently wrong %d",
			hard, boards, clean, boards-misread, repaired, misread, answers, mended, wrong)
		if wrong > misread/1000 {
			t.Errorf("silently wrong %d of %d", wrong, misread)
		}
		if misread >= 8 && repaired == 0 {
			t.Error("nothing was repaired")
		}
	}
}

// solution returns the solution of a puzzle that has one.
func solution(t *testing.T, text string) string {
	p, err := sudoku.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Decide(context.Background())
	if err != nil || len(a.Solutions) != 1 {
		t.Fatal(text, err, a)
	}
	return fmt.Sprint(a.Solutions[0])
}

// The readings of a Sudoku with 30 givens: each is sure, or says why it is not.
func TestSudokuVerdicts(t *testing.T) {
	const whole = "53..7..../6..195.../.98....6./8...6...3/4..8.3..1/7...2...6/.6....28./...419..5/....8..79"
	for _, test := range []struct {
		name, was, is string
		sure, several bool
		doubt         string // the first place asked about, and its readings
		marks, misfit string
	}{
		{name: "as it is", sure: true},
		{name: "5 fits as well", was: "2...6/.6", is: "(2~5@3)...6/.6", doubt: "r6c5 2 5"},
		{name: "only 5 fits", was: "53..7", is: "(3~5@6)3..7", sure: true},
		{name: "an answer", was: "2...6/.6", is: "2!...6/.6", sure: true},
		{name: "a given that was not seen, and is not needed", was: "53..7", is: "53...", sure: true},
		{name: "a speck that may be a given", was: "53..7", is: "53(.~4@6).7", sure: true},
		{name: "a given that was not seen, and is needed", was: "2...6/.6", is: "....6/.6", several: true},
		{name: "a given twice in its row", was: "53..7", is: "53.57", sure: false, doubt: "r1c4 . 5"},
		{name: "written digits", was: "53..7", is: "53'4.7", sure: true, marks: "r1c3"},
		{name: "a wrong one", was: "53..7", is: "53'2.7", sure: true, marks: "r1c3", misfit: "r1c3"},
		{name: "a wrong one that the player confirmed", was: "53..7", is: "53'2!.7", sure: true, marks: "r1c3"},
	} {
		r, err := ParseText("seen sudoku: " + strings.Replace(whole, test.was, test.is, 1))
		if err != nil {
			t.Fatal(test.name, err)
		}
		v := Judge(context.Background(), r)
		doubt, misfit, marks := "", "", ""
		if len(v.Doubts) > 0 {
			doubt = fmt.Sprintf("r%dc%d", v.Doubts[0].Place.Row+1, v.Doubts[0].Place.Col+1)
			for _, way := range v.Doubts[0].Readings[:min(2, len(v.Doubts[0].Readings))] {
				doubt += " " + way.Text
			}
		}
		for _, i := range v.Misfits {
			misfit += fmt.Sprintf("r%dc%d", i/9+1, i%9+1)
		}
		for i, sign := range strings.ReplaceAll(v.Marks, "/", "") {
			if sign != '?' {
				marks += fmt.Sprintf("r%dc%d", i/9+1, i%9+1)
			}
		}
		if v.Sure != test.sure || v.Several != test.several || doubt != test.doubt || misfit != test.misfit || marks != test.marks {
			t.Errorf("%s: sure %v, several %v, doubt %q, misfits %q, marks %q: %s", test.name, v.Sure, v.Several, doubt, misfit, marks, v.Repaired)
		}
	}
}
