package solvers_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"kibitz/solvers"
	"kibitz/solvers/sudoku"
)

// A sudokuTruth is a puzzle and what is known of its solutions.
type sudokuTruth struct {
	p     *sudoku.Puzzle
	count int      // of solutions, at least where exact is false
	exact bool     // and there are no more
	may   []uint16 // the digits that each cell has in the known ones; nil where not all are known
}

func (truth *sudokuTruth) String() string {
	return fmt.Sprintf("%d solutions, exactly %v, digits %b", truth.count, truth.exact, truth.may)
}

// sudokuFits reports whether a digit breaks no rule in a grid.
func sudokuFits(p *sudoku.Puzzle, grid []int, i, digit int) bool {
	n := p.Size
	rows, cols := sudoku.Boxes(n)
	for j, other := range grid {
		row, col, r, c := i/n, i%n, j/n, j%n
		near := row == r || col == c || row/rows == r/rows && col/cols == c/cols ||
			p.Diagonals && (row == col && r == c || row+col == n-1 && r+c == n-1)
		if j != i && near && other == digit {
			return false
		}
	}
	return true
}

// everySudoku answers a small puzzle by trying every digit in reading order.
func everySudoku(p *sudoku.Puzzle) *sudokuTruth {
	truth := &sudokuTruth{p: p, exact: true, may: make([]uint16, len(p.Givens))}
	grid := slices.Clone(p.Givens)
	var fill func(i int)
	fill = func(i int) {
		if i == len(grid) {
			for k, digit := range grid {
				truth.may[k] |= 1 << digit
			}
			truth.count++
			return
		}
		for digit := 1; digit <= p.Size; digit++ {
			if given := p.Givens[i]; (given == 0 || given == digit) && sudokuFits(p, grid, i, digit) {
				grid[i] = digit
				fill(i + 1)
				grid[i] = given
			}
		}
	}
	fill(0)
	return truth
}

// sudokuFacts are puzzles of 9×9 with a published number of solutions, 1, or with very many.
func sudokuFacts() (all []*sudokuTruth) {
	for text, count := range map[string]int{
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..": 1,
		".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...": 1,
		"123456789" + fmt.Sprintf("%072d", 0):                                               1 << 40, // more than 10¹⁵
	} {
		p, err := sudoku.Parse(text)
		if err != nil {
			panic(err)
		}
		all = append(all, &sudokuTruth{p: p, count: count, exact: count == 1})
	}
	return all
}

// sudokuQuestions asks about small random puzzles, with and without diagonals, and the published ones.
func sudokuQuestions(r *rand.Rand) (asked []question) {
	all := sudokuFacts()
	for n := range 30 {
		p := &sudoku.Puzzle{Size: 4, Diagonals: n%3 == 2, Givens: make([]int, 16)}
		for i := range p.Givens {
			if r.IntN(10) < 3 {
				p.Givens[i] = 1 + r.IntN(4)
			}
		}
		all = append(all, everySudoku(p))
	}
	for _, truth := range all {
		asked = append(asked, truth.questions(r)...)
	}
	return asked
}

// questions returns what is asked of a puzzle.
func (truth *sudokuTruth) questions(r *rand.Rand) []question {
	p, limit := truth.p, countLimit(r)
	if !truth.exact {
		limit = min(limit, 1000)
	}
	ask := func(name string, answer func(ctx context.Context) reply) question {
		return question{"sudoku", name, p.String(), truth.String(), quick, answer}
	}
	asked := []question{
		ask("solve", func(ctx context.Context) reply { return truth.heard(p.Solve(ctx)) }),
		ask("decide", func(ctx context.Context) reply { return truth.heard(p.Decide(ctx)) }),
		ask("count", func(ctx context.Context) reply {
			n, exact := p.Count(ctx, limit)
			return heardCount(n, exact, limit, truth.count, truth.exact)
		}),
	}
	if truth.may == nil {
		return asked
	}
	return append(asked,
		ask("core", func(ctx context.Context) reply { return truth.heardCore(p.Core(ctx)) }),
		ask("steps", func(ctx context.Context) reply { return truth.heardSteps(slices.Collect(p.Steps(ctx))) }),
		ask("repair", func(ctx context.Context) reply { return truth.heardRepair(p.Repair(ctx)) }))
}

// heard judges an answer.
func (truth *sudokuTruth) heard(a *sudoku.Answer, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{said: fmt.Sprintf("%v %v, backbone %v", a.Verdict, a.Grid, a.BackboneProved), decided: a.Verdict != solvers.Undecided}
	heard.wrong = wrongVerdict(a.Verdict, len(a.Solutions), truth.count, truth.exact)
	for _, solution := range a.Solutions {
		for i, digit := range solution {
			if given := truth.p.Givens[i]; !sudokuFits(truth.p, solution, i, digit) || given != 0 && given != digit {
				heard.wrong = "a solution breaks the rules"
			}
		}
	}
	for i, may := range truth.may {
		switch digit := a.Grid[i]; {
		case truth.count == 0 || heard.wrong != "":
		case digit != 0 && may != 1<<digit:
			heard.wrong = fmt.Sprintf("cell %d is not the same in all solutions", i)
		case digit == 0 && a.BackboneProved && bits.OnesCount16(may) == 1:
			heard.wrong = fmt.Sprintf("cell %d is the same in all solutions", i)
		}
	}
	return heard
}

// heardCore judges a core.
func (truth *sudokuTruth) heardCore(core []int, proved solvers.Minimality) reply {
	if core == nil {
		return reply{said: "none", decided: truth.count > 0}
	}
	heard := reply{said: fmt.Sprint(core, proved), decided: proved != solvers.NotMinimal}
	with := func(but int) bool {
		part := &sudoku.Puzzle{Size: truth.p.Size, Diagonals: truth.p.Diagonals, Givens: make([]int, len(truth.p.Givens))}
		for k, i := range core {
			if k != but {
				part.Givens[i] = truth.p.Givens[i]
			}
		}
		return everySudoku(part).count > 0
	}
	if with(-1) {
		heard.wrong = "there is a solution"
	}
	for k := range core {
		if heard.decided && !with(k) {
			heard.wrong = "a part of it is a core"
		}
	}
	return heard
}

// heardSteps judges steps. They must hold in all solutions.
func (truth *sudokuTruth) heardSteps(steps []sudoku.Step) reply {
	heard, placed := reply{said: fmt.Sprintf("%d steps", len(steps))}, 0
	for _, step := range steps {
		for _, c := range step.Cells {
			if c.Digit != 0 {
				placed++
			}
			if truth.count > 0 && (c.Digit != 0 && truth.may[c.Cell] != 1<<c.Digit || truth.may[c.Cell]&c.Removed != 0) {
				heard.wrong = fmt.Sprintf("%v: %+v is not so in all solutions", step.Technique, c)
			}
		}
	}
	same := 0
	for i, may := range truth.may {
		if truth.p.Givens[i] == 0 && bits.OnesCount16(may) == 1 {
			same++
		}
	}
	heard.decided = truth.count == 0 || placed == same
	return heard
}

// heardRepair judges a repair.
func (truth *sudokuTruth) heardRepair(a *sudoku.Repaired, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	heard := reply{said: fmt.Sprintf("%v after %v, at least %d, proved %v", a.Verdict, a.Changed, a.Least, a.Proved), decided: a.Verdict == solvers.Unique}
	switch count := everySudoku(truth.p.Changed(a.Changed...)).count; {
	case a.Verdict == solvers.Unique && count != 1:
		heard.wrong = fmt.Sprintf("it has %d solutions", count)
	case truth.count == 1 && len(a.Changed) > 0:
		heard.wrong = "there was one solution"
	case a.Proved && a.Least > len(a.Changed), a.Verdict == solvers.Unique && a.Least > len(a.Changed):
		heard.wrong = "it says itself that it takes more"
	}
	return heard
}
