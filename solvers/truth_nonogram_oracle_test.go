package solvers_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"kibitz/solvers/nonogram"
)

// runsOf returns the clue of a finished line.
func runsOf(line []nonogram.Cell) (clue []nonogram.Run) {
	for i, cell := range line {
		switch {
		case cell != nonogram.Filled:
		case i > 0 && line[i-1] == nonogram.Filled:
			clue[len(clue)-1].Length++
		default:
			clue = append(clue, nonogram.Run{Length: 1})
		}
	}
	return clue
}

// hasClue says whether runsOf(line) is the clue, and makes nothing to say so.
func hasClue(line []nonogram.Cell, clue []nonogram.Run) bool {
	run, k := 0, 0
	for i := range len(line) + 1 {
		if i < len(line) && line[i] == nonogram.Filled {
			run++
		} else if run > 0 {
			if k == len(clue) || clue[k].Length != run {
				return false
			}
			run, k = 0, k+1
		}
	}
	return k == len(clue)
}

// columnOf returns column c of a row-major picture.
func columnOf(picture []nonogram.Cell, cols, c int) []nonogram.Cell {
	var line []nonogram.Cell
	for i := c; i < len(picture); i += cols {
		line = append(line, picture[i])
	}
	return line
}

// solves says whether a finished picture has the clues and the given cells.
func solves(p *nonogram.Puzzle, picture []nonogram.Cell) bool {
	if len(picture) != len(p.Rows)*len(p.Cols) {
		return false
	}
	for i, cell := range picture {
		if cell == nonogram.Unknown || p.Given != nil && p.Given[i] != nonogram.Unknown && p.Given[i] != cell {
			return false
		}
	}
	cols := len(p.Cols)
	for r, clue := range p.Rows {
		if !hasClue(picture[r*cols:(r+1)*cols], clue) {
			return false
		}
	}
	for c, clue := range p.Cols {
		if !hasClue(columnOf(picture, cols, c), clue) {
			return false
		}
	}
	return true
}

// lineOfBits returns a line whose cell i is filled where bit i is set.
func lineOfBits(set, length int) []nonogram.Cell {
	line := make([]nonogram.Cell, length)
	for i := range line {
		line[i] = nonogram.Empty
		if set>>i&1 == 1 {
			line[i] = nonogram.Filled
		}
	}
	return line
}

// rowsThatFit are, for each row, all ways to fill it that have its clue and its given cells. A row
// that is not asked for may be anything that its given cells allow.
func rowsThatFit(p *nonogram.Puzzle, asked func(nonogram.Line) bool) [][][]nonogram.Cell {
	cols := len(p.Cols)
	fit := make([][][]nonogram.Cell, len(p.Rows))
	for r, clue := range p.Rows {
		for set := range 1 << cols {
			line := lineOfBits(set, cols)
			if asked(nonogram.Line{Index: r}) && !hasClue(line, clue) {
				continue
			}
			given := true
			for c, cell := range line {
				given = given && (p.Given == nil || p.Given[r*cols+c] == nonogram.Unknown || p.Given[r*cols+c] == cell)
			}
			if given {
				fit[r] = append(fit[r], line)
			}
		}
	}
	return fit
}

func everyLine(nonogram.Line) bool { return true }

// fillings yields all pictures that have the clues of the lines asked for and the given cells: it
// tries all ways to fill each row with all ways to fill the others.
func fillings(p *nonogram.Puzzle, asked func(nonogram.Line) bool, yield func([]nonogram.Cell) bool) {
	fit := rowsThatFit(p, asked)
	cols := len(p.Cols)
	picture := make([]nonogram.Cell, 0, len(p.Rows)*cols)
	var fill func() bool
	fill = func() bool {
		if r := len(picture) / cols; r < len(p.Rows) {
			for _, line := range fit[r] {
				picture = append(picture[:r*cols], line...)
				if !fill() {
					return false
				}
				picture = picture[:r*cols]
			}
			return true
		}
		for c, clue := range p.Cols {
			if asked(nonogram.Line{Column: true, Index: c}) && !hasClue(columnOf(picture, cols, c), clue) {
				return true
			}
		}
		return yield(slices.Clone(picture))
	}
	fill()
}

// tries returns how many pictures fillings has to look at.
func tries(p *nonogram.Puzzle, asked func(nonogram.Line) bool) int {
	n := 1
	for _, fit := range rowsThatFit(p, asked) {
		if n *= len(fit); n > 1<<40 {
			return n
		}
	}
	return n
}

// allSolutions returns all solutions of a small puzzle.
func allSolutions(p *nonogram.Puzzle) (all [][]nonogram.Cell) {
	fillings(p, everyLine, func(picture []nonogram.Cell) bool {
		all = append(all, picture)
		return true
	})
	return all
}

// common returns what the same cells of all pictures have in common, Unknown where they differ.
func common(pictures [][]nonogram.Cell) []nonogram.Cell {
	same := slices.Clone(pictures[0])
	for _, picture := range pictures {
		for i, cell := range picture {
			if same[i] != cell {
				same[i] = nonogram.Unknown
			}
		}
	}
	return same
}

// settled returns what all arrangements of the clue that fit the known cells have in common; false where
// there is none. An arrangement is runs[0] somewhere, a gap, runs[1] and so on: head[i][k] says
// that the first i cells can hold the first k runs, and tail[i][k] that the cells from i on can
// hold the runs from k on.
func settled(line []nonogram.Cell, clue []nonogram.Run) ([]nonogram.Cell, bool) {
	head := fitting(line, clue)
	reversed, eulc := slices.Clone(line), slices.Clone(clue)
	slices.Reverse(reversed)
	slices.Reverse(eulc)
	back := fitting(reversed, eulc)
	tail := func(i, k int) bool { return back[len(line)-i][len(clue)-k] }

	may := make([][3]bool, len(line))
	for i := range line {
		for k := range len(clue) + 1 { // an empty cell between two runs
			if line[i] != nonogram.Filled && head[i][k] && tail(i+1, k) {
				may[i][nonogram.Empty] = true
			}
		}
	}
	for k, run := range clue {
		length := run.Length
		for start := 0; start+length <= len(line); start++ {
			if !canRun(line, start, length) {
				continue
			}
			before, after := k == 0 && head[start][0], k == len(clue)-1 && tail(start+length, k+1)
			if start > 0 {
				before = line[start-1] != nonogram.Filled && head[start-1][k]
			}
			if start+length < len(line) {
				after = line[start+length] != nonogram.Filled && tail(start+length+1, k+1)
			}
			for i := start; before && after && i < start+length; i++ {
				may[i][nonogram.Filled] = true
			}
		}
	}
	result := make([]nonogram.Cell, len(line))
	for i, may := range may {
		switch {
		case may[nonogram.Empty] && may[nonogram.Filled]:
		case may[nonogram.Empty]:
			result[i] = nonogram.Empty
		case may[nonogram.Filled]:
			result[i] = nonogram.Filled
		default:
			return nil, false
		}
	}
	return result, true
}

// canRun says whether no cell of a run is known to be empty.
func canRun(line []nonogram.Cell, start, length int) bool {
	return !slices.Contains(line[start:start+length], nonogram.Empty)
}

// fitting says for i cells and k runs whether the first i cells of the line can be the first k runs
// and the gaps between and around them.
func fitting(line []nonogram.Cell, clue []nonogram.Run) [][]bool {
	fits := make([][]bool, len(line)+1)
	for i := range fits {
		fits[i] = make([]bool, len(clue)+1)
		fits[i][0] = !slices.Contains(line[:i], nonogram.Filled)
		for k := 1; k <= len(clue); k++ {
			start := i - clue[k-1].Length
			ends := start >= 0 && canRun(line, start, clue[k-1].Length) &&
				(start == 0 && k == 1 || start > 0 && line[start-1] != nonogram.Filled && fits[start-1][k-1])
			fits[i][k] = ends || i > 0 && line[i-1] != nonogram.Filled && fits[i-1][k]
		}
	}
	return fits
}

// byLines returns what follows line by line from the lines asked for; false where one has no arrangement
// left. If no cell is left Unknown the puzzle has one solution at most, for each cell was deduced.
func byLines(p *nonogram.Puzzle, asked func(nonogram.Line) bool) ([]nonogram.Cell, bool) {
	rows, cols := len(p.Rows), len(p.Cols)
	grid := make([]nonogram.Cell, rows*cols)
	copy(grid, p.Given)
	for {
		before := slices.Clone(grid)
		for r, clue := range p.Rows {
			if !asked(nonogram.Line{Index: r}) {
				continue
			}
			line, ok := settled(grid[r*cols:(r+1)*cols], clue)
			if !ok {
				return grid, false
			}
			copy(grid[r*cols:], line)
		}
		for c, clue := range p.Cols {
			if !asked(nonogram.Line{Column: true, Index: c}) {
				continue
			}
			line, ok := settled(columnOf(grid, cols, c), clue)
			if !ok {
				return grid, false
			}
			for r, cell := range line {
				grid[r*cols+c] = cell
			}
		}
		if slices.Equal(before, grid) {
			return grid, true
		}
	}
}

// exchanges yields pictures that differ from this one in the four corners of a rectangle and have
// the same clues: other solutions of its puzzle. Most random pictures have some.
func exchanges(p *nonogram.Puzzle, picture []nonogram.Cell, yield func([]nonogram.Cell) bool) {
	cols := len(p.Cols)
	rows := len(p.Rows)
	for upper := range rows {
		for lower := upper + 1; lower < rows; lower++ {
			for left := range cols {
				for right := left + 1; right < cols; right++ {
					a, b, c, d := upper*cols+left, upper*cols+right, lower*cols+left, lower*cols+right
					if picture[a] == picture[b] || picture[a] != picture[d] || picture[b] != picture[c] {
						continue
					}
					picture[a], picture[b], picture[c], picture[d] = picture[b], picture[a], picture[d], picture[c]
					same := hasClue(picture[upper*cols:(upper+1)*cols], p.Rows[upper]) &&
						hasClue(picture[lower*cols:(lower+1)*cols], p.Rows[lower]) &&
						hasClue(columnOf(picture, cols, left), p.Cols[left]) &&
						hasClue(columnOf(picture, cols, right), p.Cols[right])
					other := slices.Clone(picture)
					picture[a], picture[b], picture[c], picture[d] = picture[b], picture[a], picture[d], picture[c]
					if same && !yield(other) {
						return
					}
				}
			}
		}
	}
}

// tooHeavy says that some k columns want more cells than all rows together can give to any k
// columns, so that there is no solution, though rows and columns may add up to the same.
func tooHeavy(p *nonogram.Puzzle) bool {
	total := func(clue []nonogram.Run) (n int) {
		for _, run := range clue {
			n += run.Length
		}
		return n
	}
	var heavy []int
	for _, clue := range p.Cols {
		heavy = append(heavy, total(clue))
	}
	slices.Sort(heavy)
	slices.Reverse(heavy)
	wanted := 0
	for i, n := range heavy {
		wanted += n
		given := 0
		for _, clue := range p.Rows {
			given += min(total(clue), i+1)
		}
		if wanted > given {
			return true
		}
	}
	return false
}

// A pictureTable says of every picture of a size whether it is the only one with its clues. Bit
// r·cols+c of an index is the cell in row r and column c.
type pictureTable struct {
	rows, cols int
	alone      []bool
}

func newPictureTable(rows, cols int) *pictureTable {
	codes := map[string]uint64{} // a number below 16 for each clue of up to five cells
	code := func(line []nonogram.Cell) uint64 {
		clue := fmt.Sprint(runsOf(line))
		if _, ok := codes[clue]; !ok {
			codes[clue] = uint64(len(codes))
		}
		return codes[clue]
	}
	across, down := make([]uint64, 1<<cols), make([]uint64, 1<<rows)
	for set := range across {
		across[set] = code(lineOfBits(set, cols))
	}
	for set := range down {
		down[set] = code(lineOfBits(set, rows))
	}
	clues := make([]uint64, 1<<(rows*cols))
	count := map[uint64]int{}
	for picture := range clues {
		var all uint64
		for r := range rows {
			all = all<<4 | across[picture>>(r*cols)&(1<<cols-1)]
		}
		for c := range cols {
			set := 0
			for r := range rows {
				set |= picture >> (r*cols + c) & 1 << r
			}
			all = all<<4 | down[set]
		}
		clues[picture] = all
		count[all]++
	}
	table := &pictureTable{rows, cols, make([]bool, len(clues))}
	for picture, all := range clues {
		table.alone[picture] = count[all] == 1
	}
	return table
}

// nearest returns how many cells of a picture must change until it is the only one with its clues.
func (table *pictureTable) nearest(picture []nonogram.Cell) int {
	set := 0
	for i, cell := range picture {
		if cell == nonogram.Filled {
			set |= 1 << i
		}
	}
	least := len(picture)
	for other, alone := range table.alone {
		if alone {
			least = min(least, bits.OnesCount(uint(other^set)))
		}
	}
	return least
}

// pictureTables are those of the sizes that Repair is held to.
var pictureTables = sync.OnceValue(func() []*pictureTable {
	return []*pictureTable{newPictureTable(4, 4), newPictureTable(3, 5), newPictureTable(5, 3), newPictureTable(2, 4)}
})

// TestNonogramOracle: what the quick oracles say of small puzzles is what trying everything says.
func TestNonogramOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		length := 1 + r.IntN(9)
		known, clue := randomPicture(r, 1, length, 0.5), runsOf(randomPicture(r, 1, length, 0.5))
		for i := range known {
			if r.IntN(3) > 0 {
				known[i] = nonogram.Unknown
			}
		}
		line := &nonogram.Puzzle{Rows: [][]nonogram.Run{clue}, Cols: make([][]nonogram.Run, length), Given: known}
		var all [][]nonogram.Cell
		fillings(line, func(line nonogram.Line) bool { return !line.Column }, func(one []nonogram.Cell) bool {
			all = append(all, one)
			return true
		})
		if line := randomPicture(r, 1, length, 0.5); hasClue(line, clue) != slices.Equal(runsOf(line), clue) {
			t.Errorf("%v is the clue of %v: hasClue says %v", clue, line, hasClue(line, clue))
		}
		got, ok := settled(known, clue)
		if ok != (len(all) > 0) || ok && !slices.Equal(got, common(all)) {
			t.Errorf("%v with %v: settled says %v, %v; of %d arrangements", known, clue, got, ok, len(all))
		}
	}
	for range 100 {
		p := nonogram.FromPicture(randomPicture(r, 4, 4, 0.5), 4)
		all := allSolutions(p)
		if !slices.ContainsFunc(all, func(one []nonogram.Cell) bool { return slices.Equal(one, p.Picture) }) {
			t.Errorf("%v: the picture is none of its puzzle's solutions", p)
		}
		if alone := pictureTables()[0].nearest(p.Picture) == 0; alone != (len(all) == 1) {
			t.Errorf("%v: alone %v, and there are %d", p, alone, len(all))
		}
		exchanges(p, p.Picture, func(other []nonogram.Cell) bool {
			if !solves(p, other) || slices.Equal(other, p.Picture) {
				t.Errorf("%v: %v is no other solution", p, other)
			}
			return true
		})
		if q := (&nonogram.Puzzle{Rows: p.Rows, Cols: nonogram.FromPicture(randomPicture(r, 4, 4, 0.5), 4).Cols}); tooHeavy(q) && len(allSolutions(q)) > 0 {
			t.Errorf("%v: has a solution", q)
		}
	}
	// Side by side the counts multiply: checked where everything can still be tried. Two columns
	// and a row are the least that can hold two puzzles.
	for range 30 {
		parts := [][]*nonogramTruth{{smallNonogram(r, 1, 1), smallNonogram(r, 1, 2)}}
		whole := sideBySide(parts)
		if tries(whole.p, everyLine) > 1<<22 {
			continue
		}
		if all := allSolutions(whole.p); len(all) != whole.least {
			t.Errorf("%v: %d solutions, and the product is %d", whole.p, len(all), whole.least)
		}
	}
}
