package line

import "kibitz/solvers/nonogram/internal/puzzle"

// Places returns where each run of a clue can begin, and which shades each cell can have, over all
// arrangements of the clue that the cells of a line allow. It is exact, in colours or not, and plain
// rather than fast: cells × runs steps, for a person who looks at one line. Starts and may are nil
// if there is no arrangement. A cell that is puzzle.Unknown allows every shade.
func Places(clue []puzzle.Run, cells []puzzle.Cell) (starts [][]int, may []puzzle.Cell) {
	a := arrangements{clue: clue, cells: cells}
	a.sweep()
	if !a.after[0][0] {
		return nil, nil
	}
	starts, may = make([][]int, len(clue)), make([]puzzle.Cell, len(cells))
	for j := range len(clue) + 1 {
		for i := range cells {
			if a.before[j][i] && a.allows(i, puzzle.Empty) && a.after[j][i+1] {
				may[i] |= puzzle.Empty
			}
			if j == len(clue) || !a.before[j][i] {
				continue
			}
			end, ok := a.end(j, i)
			if !ok || !a.after[j+1][end] {
				continue
			}
			starts[j] = append(starts[j], i)
			for at := i; at < end; at++ {
				may[at] |= shadeBehind(at-i, clue[j])
			}
		}
	}
	return starts, may
}

// shadeBehind returns the shade of the cell n cells behind the first cell of a run: the run's own shade,
// or that of an empty cell if n is at least the run's length.
func shadeBehind(n int, run puzzle.Run) puzzle.Cell {
	if n < run.Length {
		return puzzle.ShadeOf(run.Colour)
	}
	return puzzle.Empty
}

// arrangements says for each place in a line which runs can lie before it, and which from it on.
type arrangements struct {
	clue  []puzzle.Run
	cells []puzzle.Cell

	before [][]bool // before[j][i]: the first i cells can hold exactly the first j runs, each with the gap behind it
	after  [][]bool // after[j][i]: the cells from i on can hold exactly the runs from j on
}

// allows reports whether a cell may have a shade.
func (a *arrangements) allows(cell int, shade puzzle.Cell) bool {
	return a.cells[cell] == puzzle.Unknown || a.cells[cell]&shade != 0
}

// end returns the index of the cell behind run j if the run begins at cell i. If the next run has the
// same colour, that is the cell behind the gap between the two. ok is false if the run or its gap cannot lie there.
func (a *arrangements) end(j, i int) (end int, ok bool) {
	run := a.clue[j]
	for end = i; end < i+run.Length; end++ {
		if end >= len(a.cells) || !a.allows(end, puzzle.ShadeOf(run.Colour)) {
			return end, false
		}
	}
	if j+1 == len(a.clue) || a.clue[j+1].Colour != run.Colour {
		return end, true
	}
	return end + 1, end < len(a.cells) && a.allows(end, puzzle.Empty)
}

// sweep fills both tables.
func (a *arrangements) sweep() {
	n, k := len(a.cells), len(a.clue)
	a.before, a.after = make([][]bool, k+1), make([][]bool, k+1)
	for j := range k + 1 {
		a.before[j], a.after[j] = make([]bool, n+1), make([]bool, n+1)
	}
	a.before[0][0], a.after[k][n] = true, true
	for j := range k + 1 {
		for i := range n {
			if !a.before[j][i] {
				continue
			}
			a.before[j][i+1] = a.before[j][i+1] || a.allows(i, puzzle.Empty)
			if j < k {
				if end, ok := a.end(j, i); ok {
					a.before[j+1][end] = true
				}
			}
		}
	}
	for j := k; j >= 0; j-- {
		for i := n - 1; i >= 0; i-- {
			a.after[j][i] = a.after[j][i+1] && a.allows(i, puzzle.Empty)
			if j < k {
				end, ok := a.end(j, i)
				a.after[j][i] = a.after[j][i] || ok && a.after[j+1][end]
			}
		}
	}
}
