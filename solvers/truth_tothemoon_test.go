package solvers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/tothemoon"
)

// A moonTruth is a sky and what is known of its solutions.
type moonTruth struct {
	p         *tothemoon.Puzzle
	solutions int
	least     int // presses, where there are solutions
}

func (truth *moonTruth) String() string {
	return fmt.Sprintf("%d solutions, the smallest with %d presses", truth.solutions, truth.least)
}

// onDiagonal says whether a cell is on the diagonal from the bottom-left cell up.
func onDiagonal(p *tothemoon.Puzzle, row, col int) bool { return row+col == p.Rows-1 }

// byColours answers a sky of any size. Without the diagonal orb a cloudy cell says that just one of
// its two orbs is pressed, a clear one both or none. All orbs hang together by these, so that the
// first row orb decides all others, and either choice for it is a solution or neither.
func byColours(p *tothemoon.Puzzle) *moonTruth {
	truth := &moonTruth{p: p}
	for _, diagonal := range []bool{false, true} {
		cloudy := func(row, col int) bool { return p.Cloudy(row, col) != (diagonal && onDiagonal(p, row, col)) }
		cols, rows := make([]bool, p.Cols), make([]bool, p.Rows)
		presses, ok := 0, true
		for col := range cols {
			cols[col] = cloudy(0, col)
			if cols[col] {
				presses++
			}
		}
		for row := range rows {
			rows[row] = cloudy(row, 0) != cols[0]
			if rows[row] {
				presses++
			}
			for col := range cols {
				ok = ok && cloudy(row, col) == (rows[row] != cols[col])
			}
		}
		if !ok {
			continue
		}
		presses = min(presses, p.Rows+p.Cols-presses) // or all others instead
		if diagonal {
			presses++
		}
		if truth.solutions == 0 || presses < truth.least {
			truth.least = presses
		}
		truth.solutions += 2
	}
	return truth
}

// clears says whether some presses clear the sky.
func clears(p *tothemoon.Puzzle, rows, cols []bool, diagonal bool) bool {
	for row := range p.Rows {
		for col := range p.Cols {
			if p.Cloudy(row, col) != ((rows[row] != cols[col]) != (diagonal && onDiagonal(p, row, col))) {
				return false
			}
		}
	}
	return true
}

// byAllOrbs answers a small sky by trying every set of orbs.
func byAllOrbs(p *tothemoon.Puzzle) *moonTruth {
	truth := &moonTruth{p: p}
	orbs := make([]bool, p.Rows+p.Cols+1)
	for set := range 1 << len(orbs) {
		presses := 0
		for i := range orbs {
			orbs[i] = set>>i&1 == 1
			presses += set >> i & 1
		}
		if clears(p, orbs[:p.Rows], orbs[p.Rows:p.Rows+p.Cols], orbs[p.Rows+p.Cols]) {
			if truth.solutions++; truth.solutions == 1 || presses < truth.least {
				truth.least = presses
			}
		}
	}
	return truth
}

// skyAtRandom was made by pressing orbs, and a cell of it may have been flipped after.
func skyAtRandom(r *rand.Rand, rows, cols int) *tothemoon.Puzzle {
	p := tothemoon.New(rows, cols)
	rowOrbs, colOrbs, diagonal := make([]bool, rows), make([]bool, cols), r.IntN(2) == 0
	for i := range rowOrbs {
		rowOrbs[i] = r.IntN(2) == 0
	}
	for i := range colOrbs {
		colOrbs[i] = r.IntN(2) == 0
	}
	for row := range rows {
		for col := range cols {
			if (rowOrbs[row] != colOrbs[col]) != (diagonal && onDiagonal(p, row, col)) {
				p.Flip(row, col)
			}
		}
	}
	if r.IntN(3) == 0 {
		p.Flip(r.IntN(rows), r.IntN(cols))
	}
	p.Limit = r.IntN(rows + cols + 1)
	return p
}

// toTheMoonQuestions returns the questions of one round about grids drawn from r, each with a judge
// of its answer.
func toTheMoonQuestions(r *rand.Rand) (asked []question) {
	both := func(pace pace, truth *moonTruth) {
		puzzle := truth.p.String()
		if len(puzzle) > 2000 {
			puzzle = fmt.Sprintf("%s… (%d × %d)", puzzle[:2000], truth.p.Rows, truth.p.Cols)
		}
		ask := func(name string, put func(context.Context) reply) {
			asked = append(asked, question{
				solver: "tothemoon", name: name, puzzle: fmt.Sprintf("%s limit %d", puzzle, truth.p.Limit), truth: truth.String(), pace: pace, ask: put,
			})
		}
		ask("Solve", func(ctx context.Context) reply { return truth.heard(truth.p.Solve(ctx)) })
		ask("Steps", func(ctx context.Context) reply { return truth.heardSteps(slices.Collect(truth.p.Steps(ctx))) })
	}
	for range 20 {
		both(quick, byAllOrbs(skyAtRandom(r, 1+r.IntN(4), 1+r.IntN(4))))
	}
	for range 4 {
		both(quick, byColours(skyAtRandom(r, 1+r.IntN(150), 1+r.IntN(150))))
	}
	both(quick, byColours(skyAtRandom(r, 1000, 1000+r.IntN(1000))))
	return asked
}

// heard judges an Answer.
func (truth *moonTruth) heard(a *tothemoon.Answer, err error) reply {
	if err != nil {
		return undecided("%v", err)
	}
	p := truth.p
	heard := reply{said: fmt.Sprintf("solvable %v, %d presses, %d solutions, within %v", a.Solvable, a.Min, a.Solutions, a.Within), decided: true}
	switch {
	case a.Solvable != (truth.solutions > 0), a.Solutions != truth.solutions:
		heard.wrong = "how many solutions there are"
	case !a.Solvable:
		for state, proof := range a.Proof {
			if proof == nil {
				heard.wrong = "there is no proof"
				continue
			}
			odd := false
			for _, row := range proof.Rows {
				for _, col := range proof.Cols {
					odd = odd != p.Cloudy(row, col) != (state == 1 && onDiagonal(p, row, col))
				}
			}
			if !odd {
				heard.wrong = fmt.Sprintf("%v has an even number of clouds, with the diagonal orb pressed %d times", *proof, state)
			}
		}
	case a.Min != truth.least:
		heard.wrong = "the fewest presses"
	case !clears(p, a.RowOrbs, a.ColOrbs, a.Diagonal):
		heard.wrong = "its orbs do not clear the sky"
	case len(a.Orbs()) != a.Min:
		heard.wrong = fmt.Sprintf("it presses %d orbs", len(a.Orbs()))
	case p.Limit > 0 && a.Within != (truth.least <= p.Limit), p.Limit == 0 && !a.Within:
		heard.wrong = "whether that is within the limit"
	}
	return heard
}

// heardSteps judges presses: all of a solution with the fewest, or a part of it where time ended.
func (truth *moonTruth) heardSteps(steps []tothemoon.Step) reply {
	heard := reply{said: fmt.Sprintf("%d presses", len(steps)), decided: truth.solutions == 0 || len(steps) == truth.least}
	rows, cols, diagonal := make([]bool, truth.p.Rows), make([]bool, truth.p.Cols), false
	for _, step := range steps {
		switch step.Orb.Kind {
		case tothemoon.Row:
			rows[step.Orb.Index] = !rows[step.Orb.Index]
		case tothemoon.Column:
			cols[step.Orb.Index] = !cols[step.Orb.Index]
		case tothemoon.Diagonal:
			diagonal = !diagonal
		}
	}
	switch {
	case len(steps) > 0 && truth.solutions == 0:
		heard.wrong = "nothing clears the sky"
	case len(steps) > truth.least:
		heard.wrong = "fewer presses do"
	case len(steps) == truth.least && truth.solutions > 0 && !clears(truth.p, rows, cols, diagonal):
		heard.wrong = "the presses do not clear the sky"
	}
	return heard
}

// TestToTheMoonOracle: what the colours say of small skies is what trying all orbs says.
func TestToTheMoonOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		p := skyAtRandom(r, 1+r.IntN(4), 1+r.IntN(4))
		if got, want := byColours(p).String(), byAllOrbs(p).String(); got != want {
			t.Errorf("%v: %s by colours, %s by trying", p, got, want)
		}
	}
}
