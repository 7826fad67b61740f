package render

import "math"

// assign gives each row of a table of costs a column of its own so that the sum of costs is least.
// There are at least as many columns as rows. It is Kuhn's method with potentials, row by row along
// a shortest path. Cost: O(rows² × columns).
func assign(costs [][]float64) (column []int) {
	if len(costs) == 0 {
		return nil
	}
	cols := len(costs[0])
	u, v := make([]float64, len(costs)+1), make([]float64, cols+1) // potentials; row and column 0 are dummies
	row, from := make([]int, cols+1), make([]int, cols+1)
	for r := range costs {
		row[0] = r + 1
		least, used := make([]float64, cols+1), make([]bool, cols+1)
		for c := range least {
			least[c] = math.Inf(1)
		}
		at := 0
		for row[at] != 0 {
			used[at] = true
			next, step := 0, math.Inf(1)
			for c := 1; c <= cols; c++ {
				if used[c] {
					continue
				}
				if cost := costs[row[at]-1][c-1] - u[row[at]] - v[c]; cost < least[c] {
					least[c], from[c] = cost, at
				}
				if least[c] < step {
					next, step = c, least[c]
				}
			}
			for c := range cols + 1 {
				if used[c] {
					u[row[c]] += step
					v[c] -= step
				} else {
					least[c] -= step
				}
			}
			at = next
		}
		for at != 0 {
			row[at] = row[from[at]]
			at = from[at]
		}
	}
	column = make([]int, len(costs))
	for c := 1; c <= cols; c++ {
		if row[c] != 0 {
			column[row[c]-1] = c - 1
		}
	}
	return column
}
