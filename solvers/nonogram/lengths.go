package nonogram

// New returns the puzzle in black and white whose runs have these lengths, rows from left to right
// and columns from top to bottom. Check says whether there can be such a puzzle.
func New(rows, cols [][]int) *Puzzle { return &Puzzle{Rows: ofLengths(rows), Cols: ofLengths(cols)} }

func ofLengths(lines [][]int) [][]Run {
	all := make([][]Run, len(lines))
	for i, lengths := range lines {
		for _, length := range lengths {
			all[i] = append(all[i], Run{Length: length})
		}
	}
	return all
}

// Lengths returns the lengths of all runs, whatever their colours.
func (p *Puzzle) Lengths() (rows, cols [][]int) {
	all := lengths(p.Rows, p.Cols)
	return all[:len(p.Rows)], all[len(p.Rows):]
}

// lengths returns the lengths of the runs of all lines, as line solvers in black and white take
// them.
func lengths(sides ...[][]Run) [][]int {
	lines, n := 0, 0
	for _, side := range sides {
		lines += len(side)
		for _, runs := range side {
			n += len(runs)
		}
	}
	all, flat := make([][]int, 0, lines), make([]int, 0, n)
	for _, side := range sides {
		for _, runs := range side {
			from := len(flat)
			for _, run := range runs {
				flat = append(flat, run.Length)
			}
			all = append(all, flat[from:len(flat):len(flat)])
		}
	}
	return all
}
