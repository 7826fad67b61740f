package judge

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/sudoku"
	"kibitz/vision"
)

// judgeSudoku judges a Sudoku by its givens. It is sure only of a puzzle with one solution, as all printed ones have.
//
// That also holds the lines in place, and the cells without ink: givens that were shifted by a line, or that belong to
// no Sudoku, contradict each other, and a given that was overlooked changes nothing where the others have one
// solution. So the puzzles with one solution that have the same one count as one.
func judgeSudoku(ctx, whole context.Context, r *vision.Reading, v *Verdict) {
	v.Marks = writtenDigits(r)
	m := newSquares(r)
	if len(m.fields) == 0 {
		return
	}
	j := m.judge(ctx)
	if len(j.found.worlds) > 0 {
		m.join(ctx, j.found)
		j.misplaced = !j.found.worlds[0].held
	}
	j.write(v)
	if v.Several = j.misplaced && v.Repaired == v.Puzzle; v.Several {
		v.Doubts = nil // other digits would not help
	}
	judgeWritten(whole, r, v)
}

// squares is the model of a Sudoku. Its fields are the cells that may have a given.
type squares struct {
	model
	size   int
	cells  []int   // the cell of each field
	values [][]int // the values of each field's ways; 0: no digit
}

const (
	// leastSlip is the least probability that a given is another digit or none, whatever the reader says.
	leastSlip = 3e-4

	// severalSudoku is the prior of a printed Sudoku with more than one solution, one with a single solution
	// having 1: publishers check that.
	severalSudoku = 0.01

	// givenFits is the probability that a Sudoku with misread givens makes sense, those with several solutions
	// weighed by their prior. Of 160 puzzles with 27 givens on average 4 % have one solution with one of them
	// misread, and 0.8 % with two.
	givenFits = 0.02
)

// newSquares returns the model of a reading. Each field has a way for every digit and one for none, since
// few readings are likely enough to be refuted by the rest.
func newSquares(r *vision.Reading) *squares {
	m := &squares{size: r.Rows}
	m.rate, m.encode, m.chance, m.slack, m.loose = m.rateSquares, m.text, givenFits, 1, 1
	for i, cell := range r.Cells {
		if len(cell.State) == 0 || cell.State[0].Value != vision.Filled || len(cell.Digit) == 0 {
			continue
		}
		m.cells = append(m.cells, i)
		m.addDigit(Doubt{Place: Place{Cell, i / r.Cols, i % r.Cols}, Box: cell.Box}, cell.Digit)
	}
	return m
}

// addDigit adds a field with the guesses for its digit, and with the digits that are not among them. Those share what
// the guesses leave, at least leastSlip, with no digit.
func (m *squares) addDigit(at Doubt, guesses []vision.Guess) {
	var ways []way
	var values []int
	left := 1.
	for _, g := range guesses {
		if left -= g.P; 0 <= g.Value && g.Value <= m.size && !slices.Contains(values, g.Value) {
			ways, values = append(ways, way{text: givenText(g.Value), p: g.P}), append(values, g.Value)
		}
	}
	least := leastSlip / float64(m.size)
	for i := range ways {
		ways[i].p = max(ways[i].p, least)
	}
	for value := range m.size + 1 {
		if said := len(guesses) == 1 && guesses[0].P == 1; !said && !slices.Contains(values, value) {
			ways = append(ways, way{text: givenText(value), p: max(left/float64(m.size+1-len(guesses)), least)})
			values = append(values, value)
		}
	}
	m.values = append(m.values, values)
	m.add(at.Place, at.Box, ways, 0)
}

// givenText returns the text of a given, "." for none.
func givenText(value int) string {
	if value == 0 {
		return "."
	}
	return strconv.Itoa(value)
}

// puzzle returns the puzzle of a choice.
func (m *squares) puzzle(c choice) *sudoku.Puzzle {
	p := &sudoku.Puzzle{Size: m.size, Givens: make([]int, m.size*m.size)}
	for i, cell := range m.cells {
		p.Givens[cell] = m.values[i][c[i]]
	}
	return p
}

// text returns the encoding of a choice.
func (m *squares) text(c choice) string { return m.puzzle(c).String() }

// rateSquares returns the prior of a choice, and whether the puzzle has one solution.
func (m *squares) rateSquares(ctx context.Context, c choice) (prior float64, held bool) {
	prior, _, held = m.decide(ctx, c)
	return prior, held
}

// decide returns the prior of a choice and, if held, its only solution.
func (m *squares) decide(ctx context.Context, c choice) (prior float64, solution []int, held bool) {
	ctx, cancel := context.WithTimeout(ctx, oneTry)
	defer cancel()
	a, err := m.puzzle(c).Decide(ctx)
	switch {
	case err != nil:
		return severalSudoku, nil, false
	case a.Verdict == solvers.Unique:
		return 1, a.Solutions[0], true
	case a.Verdict == solvers.None:
		return 0, nil, false
	}
	return severalSudoku, nil, false
}

// join joins the worlds that have the best one's only solution to it: no matter which of their givens are printed, the
// answer is the same.
func (m *squares) join(ctx context.Context, f *found) {
	best := &f.worlds[0]
	_, solution, held := m.decide(ctx, best.choice)
	if !held {
		return
	}
	f.worlds = slices.DeleteFunc(f.worlds, func(w world) bool {
		if !w.held || slices.Equal(w.choice, best.choice) {
			return false
		}
		for i, cell := range m.cells {
			if value := m.values[i][w.choice[i]]; value > 0 && value != solution[cell] {
				return false
			}
		}
		best.p += w.p
		return true
	})
}

// writtenDigits returns the digits that the player has written, as far as they are sure: a digit or ? for each cell,
// with / between rows. It returns "" if no digit is sure.
func writtenDigits(r *vision.Reading) string {
	var b strings.Builder
	some := false
	for i, cell := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			b.WriteByte('/')
		}
		if d := writtenDigit(cell); d > 0 {
			b.WriteByte('0' + byte(d))
			some = true
		} else {
			b.WriteByte('?')
		}
	}
	if !some {
		return ""
	}
	return b.String()
}

// writtenDigit returns the digit that the player has written into a cell of a Sudoku; 0 if none is sure.
func writtenDigit(cell vision.Cell) int {
	if len(cell.State) > 0 && cell.State[0].Value == vision.Filled {
		return 0
	}
	return digitOf(cell)
}

// judgeWritten sets the Misfits of a Sudoku: the digits of the player that no solution has. Digits that a user
// confirmed are none of them.
func judgeWritten(ctx context.Context, r *vision.Reading, v *Verdict) {
	ctx, cancel := context.WithTimeout(ctx, markTime)
	defer cancel()
	p, err := sudoku.Parse(v.likeliest())
	if err != nil || len(p.Givens) != len(r.Cells) {
		return
	}
	a, err := p.Solve(ctx)
	if err != nil || a.Verdict != solvers.Unique && a.Verdict != solvers.Multiple {
		return
	}
	for i, cell := range r.Cells {
		if d := writtenDigit(cell); d > 0 && cell.Digit[0].P < 1 && a.Candidates[i]>>d&1 == 0 {
			v.Misfits = append(v.Misfits, i)
		}
	}
}
