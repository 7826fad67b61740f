package kakuro

import (
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"
)

// kp1 is Wikipedia's example of a Kakuro, the paper's KP-1.
const kp1 = `8 8
# 23\ 30\ # # 27\ 12\ 16\
\16 . . # 17\24 . . .
\17 . . 15\29 . . . .
\35 . . . . . 12\ #
# \7 . . 7\8 . . 7\
# 11\ 10\16 . . . . .
\21 . . . . \5 . .
\6 . . . # \3 . .
`

const kp1Solution = `8 8
# # # # # # # #
# 9 7 # # 8 7 9
# 8 9 # 8 9 5 7
# 6 8 5 9 7 # #
# # 6 1 # 2 6 #
# # # 4 6 1 3 2
# 8 9 3 1 # 1 4
# 3 1 2 # # 2 1
`

// givens returns the digits printed in a grid, row-major.
func givens(t rapid.TB, text string) []int {
	all := []int{}
	for _, cell := range parsed(t, text).Cells {
		all = append(all, cell.Given)
	}
	return all
}

func parsed(t rapid.TB, text string) *Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// allSolutions tries every digit in every cell in turn: the rules of the game
// and nothing else. It gives up, with false, after most solutions.
func allSolutions(p *Puzzle, most int) ([][]int, bool) {
	var found [][]int
	grid := make([]int, len(p.Cells))
	place := func(e Entry, k int) int {
		if e.Across {
			return e.Row*p.Cols + e.Col + k
		}
		return (e.Row+k)*p.Cols + e.Col
	}
	entries := make([][]Entry, len(p.Cells))
	for _, e := range p.Entries() {
		for k := range e.Len {
			entries[place(e, k)] = append(entries[place(e, k)], e)
		}
	}
	fits := func(e Entry) bool {
		sum, open, used := 0, 0, 0
		for k := range e.Len {
			d := grid[place(e, k)]
			if d == 0 {
				open++
			} else if used>>d&1 == 1 {
				return false
			}
			sum += d
			used |= 1 << d
		}
		return e.Sum == 0 || sum <= e.Sum && sum+9*open >= e.Sum
	}
	var fill func(i int) bool
	fill = func(i int) bool {
		if i == len(grid) {
			found = append(found, slices.Clone(grid))
			return len(found) <= most
		}
		if !p.Cells[i].White {
			return fill(i + 1)
		}
		for d := 1; d <= 9; d++ {
			if g := p.Cells[i].Given; g != 0 && g != d {
				continue
			}
			grid[i] = d
			if fits(entries[i][0]) && fits(entries[i][1]) && !fill(i+1) {
				return false
			}
		}
		grid[i] = 0
		return true
	}
	complete := fill(0)
	return found, complete
}

// randomPuzzle returns a small grid with clues from a random filling; some clues
// are then left out or changed by a little, some cells given, some wrongly.
func randomPuzzle(rng *rand.Rand, rows, cols int) *Puzzle {
	p := &Puzzle{Rows: rows + 1, Cols: cols + 1, Cells: make([]Cell, (rows+1)*(cols+1))}
	blocks := rng.Float64() * 0.5
	p.at(1, 1).White = true
	for r := 1; r <= rows; r++ {
		for c := 1; c <= cols; c++ {
			p.at(r, c).White = p.at(r, c).White || rng.Float64() >= blocks
		}
	}
	filling := make([]int, len(p.Cells))
	for i, cell := range p.Cells {
		if cell.White {
			filling[i] = randomDigit(rng, p, filling, i)
		}
	}
	entries := p.Entries()
	for _, e := range entries {
		dr, dc := e.step()
		for k := range e.Len {
			*clueOf(p, e) += filling[(e.Row+k*dr)*p.Cols+e.Col+k*dc]
		}
	}
	switch rng.IntN(5) {
	case 0:
		for _, e := range entries {
			if rng.IntN(6) == 0 {
				*clueOf(p, e) = 0
			}
		}
	case 1:
		nudge(p, entries[rng.IntN(len(entries))], rng.IntN(9)-4)
	case 2: // the sums across and down stay alike
		e, f := entries[rng.IntN(len(entries))], entries[rng.IntN(len(entries))]
		if by := 1 + rng.IntN(4); e.Across == f.Across && e != f && nudge(p, e, by) && !nudge(p, f, -by) {
			nudge(p, e, -by)
		}
	}
	for i := range p.Cells {
		if cell := &p.Cells[i]; cell.White && rng.IntN(20) == 0 {
			cell.Given = filling[i]
			if rng.IntN(9) == 0 {
				cell.Given = 1 + rng.IntN(9)
			}
		}
	}
	return p
}

// clueOf returns where the sum of e stands.
func clueOf(p *Puzzle, e Entry) *int {
	if e.Across {
		return &p.at(e.Row, e.Col-1).Across
	}
	return &p.at(e.Row-1, e.Col).Down
}

// nudge changes the sum of e, if the result can be a sum.
func nudge(p *Puzzle, e Entry, by int) bool {
	sum := clueOf(p, e)
	if Combinations(e.Len, *sum+by) == nil {
		return false
	}
	*sum += by
	return true
}

// randomDigit returns one that the row and the column of cell i lack so far.
func randomDigit(rng *rand.Rand, p *Puzzle, filling []int, i int) int {
	used := map[int]bool{}
	for k := i - 1; p.Cells[k].White; k-- {
		used[filling[k]] = true
	}
	for k := i - p.Cols; p.Cells[k].White; k -= p.Cols {
		used[filling[k]] = true
	}
	for {
		if d := 1 + rng.IntN(9); !used[d] {
			return d
		}
	}
}
