package line

import (
	"math/rand/v2"
	"testing"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// lineShades returns the shades of each cell in the arrangements of a line that fit the known
// cells. It goes through all states, the numbers of cells and runs placed, from both ends.
func lineShades(runs []puzzle.Run, known []puzzle.Cell) ([]puzzle.Cell, bool) {
	n, k := len(known), len(runs)
	fits := func(at, j int) bool { // run j at these cells
		for i := at; i < at+runs[j].Length; i++ {
			if i >= n || known[i]&puzzle.ShadeOf(runs[j].Colour) == 0 {
				return false
			}
		}
		return true
	}
	// ends[i][j][g]: the cells before i can be the first j runs; g 1 if the last is background
	var head, tail [130][130][2]bool
	head[0][0][1] = true
	for i := range n {
		for j := range k + 1 {
			for g := range 2 {
				if !head[i][j][g] {
					continue
				}
				if known[i]&puzzle.Empty != 0 {
					head[i+1][j][1] = true
				}
				if j < k && fits(i, j) && (g == 1 || runs[j].Colour != runs[j-1].Colour) {
					head[i+runs[j].Length][j+1][0] = true
				}
			}
		}
	}
	tail[n][k][0], tail[n][k][1] = true, true // [i][j][g]: those from i on can be the runs from j on, after what g says
	all := make([]puzzle.Cell, n)
	for i := n - 1; i >= 0; i-- {
		for j := k; j >= 0; j-- {
			for g := range 2 {
				if known[i]&puzzle.Empty != 0 && tail[i+1][j][1] {
					tail[i][j][g] = true
					if head[i][j][g] {
						all[i] |= puzzle.Empty
					}
				}
				if j < k && fits(i, j) && (g == 1 || j == 0 || runs[j].Colour != runs[j-1].Colour) && tail[i+runs[j].Length][j+1][0] {
					tail[i][j][g] = true
					for c := i; head[i][j][g] && c < i+runs[j].Length; c++ {
						all[c] |= puzzle.ShadeOf(runs[j].Colour)
					}
				}
			}
		}
	}
	return all, tail[0][0][1]
}

// TestColouredLine: the line solvers in colours, in words and in masks, find what going through
// all states finds.
func TestColouredLine(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 3))
	for round := range 4000 {
		n, colours := 1+r.IntN(64), 1+r.IntN(3)
		if round%4 == 0 {
			n = 65 + r.IntN(64)
		}
		line := make([]puzzle.Cell, n)
		density, stay := r.Float64(), r.Float64()
		for i := range line {
			switch {
			case i > 0 && r.Float64() < stay:
				line[i] = line[i-1]
			case r.Float64() < density:
				line[i] = puzzle.ShadeOf(r.IntN(colours))
			default:
				line[i] = puzzle.Empty
			}
		}
		runs := puzzle.RunsOf(line, 0, 1, n)
		known := make([]puzzle.Cell, n)
		for i := range known {
			known[i] = puzzle.ShadesOf(runs)
			switch r.IntN(6) {
			case 0:
				known[i] = line[i]
			case 1:
				known[i] &= line[i] | puzzle.Cell(r.IntN(16))
			case 2:
				if r.IntN(n) == 0 {
					known[i] &= puzzle.Cell(1 + r.IntN(15))
				}
			}
		}
		want, ok := lineShades(runs, known)
		p := &puzzle.Puzzle{Palette: make([]puzzle.Ink, 3), Rows: [][]puzzle.Run{runs}, Cols: make([][]puzzle.Run, n)}
		if n <= 64 {
			checkLine(t, p, solverOf[[1]uint64](p).Arrange, known, want, ok)
		}
		checkLine(t, p, solverOf[[2]uint64](p).Arrange, known, want, ok)
		masks := solverOf[[4]uint64](p)
		checkLine(t, p, func(line int, may [][4]uint64) ([][4]uint64, bool) {
			return masks.out, masks.wide.arrange(&masks.Lines[line], may, masks.out)
		}, known, want, ok)
		if t.Failed() {
			return
		}
	}
}

func solverOf[L Mask](p *puzzle.Puzzle) *ColourSolver[L] {
	s := new(ColourSolver[L])
	s.Read(p, false)
	return s
}

func checkLine[L Mask](t *testing.T, p *puzzle.Puzzle, arrange func(int, []L) ([]L, bool), cells, want []puzzle.Cell, wantOK bool) {
	may := make([]L, 4)
	for shade := range may {
		for i, s := range cells {
			may[shade][i/64] |= uint64(s>>shade&1) << (i % 64)
		}
	}
	out, ok := arrange(0, may)
	if ok != wantOK {
		t.Errorf("%v with %v: %v, want %v", p.Rows[0], cells, ok, wantOK)
		return
	}
	for i, s := range want {
		for shade := range may {
			if has := out[shade][i/64]>>(i%64)&1 == 1; ok && has != (s>>shade&1 == 1) {
				t.Errorf("%v with %v: cell %d has %b, and the solver says of shade %d %v", p.Rows[0], cells, i, s, shade, has)
				return
			}
		}
	}
}
