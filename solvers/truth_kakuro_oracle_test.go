package solvers_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kibitz/solvers/kakuro"
)

// entriesOf returns the runs of white cells across and down, each with the sum of the block before it.
func entriesOf(p *kakuro.Puzzle) (entries []kakuro.Entry) {
	for _, across := range []bool{true, false} {
		for i, cell := range p.Cells {
			row, col := i/p.Cols, i%p.Cols
			before := i - p.Cols
			if across {
				before = i - 1
			}
			begins := cell.White && (across && (col == 0 || !p.Cells[before].White) || !across && (row == 0 || !p.Cells[before].White))
			if !begins {
				continue
			}
			entry := kakuro.Entry{Across: across, Row: row, Col: col}
			switch {
			case across && col > 0:
				entry.Sum = p.Cells[before].Across
			case !across && row > 0:
				entry.Sum = p.Cells[before].Down
			}
			for row < p.Rows && col < p.Cols && p.Cells[row*p.Cols+col].White {
				entry.Len++
				if across {
					col++
				} else {
					row++
				}
			}
			entries = append(entries, entry)
		}
	}
	return entries
}

// cellsOf returns the places of an entry's cells in reading order.
func cellsOf(p *kakuro.Puzzle, entry kakuro.Entry) (cells []int) {
	step := p.Cols
	if entry.Across {
		step = 1
	}
	for k := range entry.Len {
		cells = append(cells, entry.Row*p.Cols+entry.Col+k*step)
	}
	return cells
}

// addsUp says whether digits are all different and have the sum, if there is one.
func addsUp(digits []int, sum int) bool {
	total := 0
	for i, digit := range digits {
		if slices.Contains(digits[:i], digit) {
			return false
		}
		total += digit
	}
	return sum == 0 || total == sum
}

// pick returns the digits of some cells.
func pick(grid, cells []int) (digits []int) {
	for _, cell := range cells {
		digits = append(digits, grid[cell])
	}
	return digits
}

// filled says whether a grid of digits is a solution.
func filled(p *kakuro.Puzzle, grid []int) bool {
	if len(grid) != len(p.Cells) {
		return false
	}
	for i, cell := range p.Cells {
		if cell.White != (grid[i] >= 1 && grid[i] <= 9) || !cell.White && grid[i] != 0 || cell.Given != 0 && grid[i] != cell.Given {
			return false
		}
	}
	for _, entry := range entriesOf(p) {
		if !addsUp(pick(grid, cellsOf(p, entry)), entry.Sum) {
			return false
		}
	}
	return true
}

// digitFillings yields all ways to fill the white cells that obey these entries and the given
// digits, cell by cell in reading order; a cell in none of the entries is tried with one digit
// alone. It gives up, and returns false, after as many digits as it may place.
func digitFillings(p *kakuro.Puzzle, entries []kakuro.Entry, most int, yield func(grid []int) bool) bool {
	type part struct {
		cells []int // of the entry, up to this one
		last  bool
		sum   int
	}
	parts := make([][]part, len(p.Cells))
	for _, entry := range entries {
		cells := cellsOf(p, entry)
		for k, cell := range cells {
			parts[cell] = append(parts[cell], part{cells[:k+1], k == len(cells)-1, entry.Sum})
		}
	}
	grid := make([]int, len(p.Cells))
	more := true
	var fill func(i int)
	fill = func(i int) {
		if i == len(p.Cells) {
			more = yield(slices.Clone(grid))
			return
		}
		cell := p.Cells[i]
		if !cell.White {
			fill(i + 1)
			return
		}
		for digit := 1; digit <= 9 && more && most > 0; digit++ {
			if cell.Given != 0 && digit != cell.Given || cell.Given == 0 && len(parts[i]) == 0 && digit > 1 {
				continue
			}
			most--
			grid[i] = digit
			if !slices.ContainsFunc(parts[i], func(part part) bool {
				sum := 0
				if part.last {
					sum = part.sum
				}
				return !addsUp(pick(grid, part.cells), sum)
			}) {
				fill(i + 1)
			}
		}
		grid[i] = 0
	}
	fill(0)
	return most > 0
}

// byEntries returns the digits that each cell can have in a filling of its entries, entry by entry
// until nothing changes. Where one digit is left in every cell there is one solution at most.
func byEntries(p *kakuro.Puzzle) []uint16 {
	may := make([]uint16, len(p.Cells))
	for i, cell := range p.Cells {
		switch {
		case cell.Given != 0:
			may[i] = 1 << cell.Given
		case cell.White:
			may[i] = 0x3fe
		}
	}
	entries := entriesOf(p)
	for {
		before := slices.Clone(may)
		for _, entry := range entries {
			cells := cellsOf(p, entry)
			seen := make([]uint16, len(cells))
			known := make([]map[uint16]bool, len(cells)+1)
			for k := range known {
				known[k] = map[uint16]bool{}
			}
			// complete says whether cells k and after can be filled beside the digits used.
			var complete func(k int, used uint16) bool
			complete = func(k int, used uint16) bool {
				if k == len(cells) {
					total := 0
					for digit := range 10 {
						total += digit * int(used>>digit&1)
					}
					return entry.Sum == 0 || total == entry.Sum
				}
				can, ok := known[k][used]
				if ok {
					return can
				}
				for digit := 1; digit <= 9; digit++ {
					if bit := uint16(1) << digit; may[cells[k]]&bit != 0 && used&bit == 0 && complete(k+1, used|bit) {
						seen[k] |= bit
						can = true
					}
				}
				known[k][used] = can
				return can
			}
			complete(0, 0)
			for k, cell := range cells {
				may[cell] = seen[k]
			}
		}
		if slices.Equal(before, may) {
			return may
		}
	}
}

// digitExchanges yields solutions that differ from this one in the corners of a rectangle: a over b
// and b over a keep every sum.
func digitExchanges(p *kakuro.Puzzle, grid []int, yield func([]int) bool) {
	entry := make([][2]int, len(grid)) // the number of each cell's entry across, and down
	for n, e := range entriesOf(p) {
		for _, cell := range cellsOf(p, e) {
			if e.Across {
				entry[cell][0] = n
			} else {
				entry[cell][1] = n
			}
		}
	}
	for a := range grid {
		for b := a + 1; b < (a/p.Cols+1)*p.Cols && p.Cells[a].White && p.Cells[b].White && entry[a][0] == entry[b][0]; b++ {
			for down := p.Cols; b+down < len(grid); down += p.Cols {
				c, d := a+down, b+down
				if !p.Cells[c].White || !p.Cells[d].White || entry[c][0] != entry[d][0] ||
					entry[a][1] != entry[c][1] || entry[b][1] != entry[d][1] {
					break
				}
				if grid[a] != grid[d] || grid[b] != grid[c] || p.Cells[a].Given+p.Cells[b].Given+p.Cells[c].Given+p.Cells[d].Given > 0 {
					continue
				}
				other := slices.Clone(grid)
				other[a], other[b], other[c], other[d] = grid[b], grid[a], grid[d], grid[c]
				if !yield(other) {
					return
				}
			}
		}
	}
}

// fewestSums returns how many sums of a puzzle must change, or be added, until it has one solution; -1
// where no sums do. Of each set of entries it leaves the sums open, and looks for sums that
// exactly one filling has.
func fewestSums(p *kakuro.Puzzle) int {
	entries := entriesOf(p)
	type filling struct {
		sums [10]int8
		away uint // bit k: entry k has another sum in the puzzle
	}
	var all []filling
	anySum := slices.Clone(entries)
	for k := range anySum {
		anySum[k].Sum = 0
	}
	digitFillings(p, anySum, 1<<40, func(grid []int) bool {
		var one filling
		for k, entry := range entries {
			for _, cell := range cellsOf(p, entry) {
				one.sums[k] += int8(grid[cell])
			}
			if entry.Sum != 0 && int(one.sums[k]) != entry.Sum {
				one.away |= 1 << k
			}
		}
		all = append(all, one)
		return true
	})
	for changes := range len(entries) + 1 {
		for open := range uint(1) << len(entries) {
			if bits.OnesCount(open) != changes {
				continue
			}
			count := map[[10]int8]int{}
			for _, one := range all {
				if one.away&^open != 0 {
					continue
				}
				for k := range entries {
					if open>>k&1 == 0 {
						one.sums[k] = 0 // as in the puzzle, whatever that is
					}
				}
				count[one.sums]++
			}
			for _, n := range count {
				if n == 1 {
					return changes
				}
			}
		}
	}
	return -1
}

// TestKakuroOracle: what the quick oracles say of small puzzles is what trying everything says.
func TestKakuroOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 100 {
		truth := smallKakuro(r, 2+r.IntN(2), 2+r.IntN(2))
		may := byEntries(truth.p)
		for i := range truth.may {
			if truth.may[i]&^may[i] != 0 {
				t.Errorf("%v: cell %d may be %b, and by its entries only %b", truth.p, i, truth.may[i], may[i])
			}
		}
		if digits := entriesOf(truth.p); !slices.Equal(digits, truth.p.Entries()) {
			t.Errorf("%v: entries %v, and by the package %v", truth.p, digits, truth.p.Entries())
		}
	}
	// The paper's example for a pair: 3 in two cells is 1 and 2 in either order.
	p := &kakuro.Puzzle{Rows: 2, Cols: 3, Cells: []kakuro.Cell{{}, {}, {}, {Across: 3}, {White: true}, {White: true}}}
	count := 0
	digitFillings(p, entriesOf(p), 1000, func(grid []int) bool {
		if !filled(p, grid) {
			t.Errorf("%v is no filling", grid)
		}
		count++
		return true
	})
	if count != 2 || fewestSums(p) != 1 {
		t.Errorf("3 in two cells: %d solutions and %d sums to change, want 2 and 1", count, fewestSums(p))
	}
	for range 20 {
		truth := fromDigits(r, 8, 8)
		digitExchanges(truth.p, truth.one, func(other []int) bool {
			if !filled(truth.p, other) || slices.Equal(other, truth.one) {
				t.Errorf("%v: %v is no other solution", truth.p, other)
			}
			return true
		})
	}
}
