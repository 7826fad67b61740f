// Oracles and random puzzles for the tests of all rooms.
package nonogram

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
)

func mustParse(t testing.TB, text string) *Puzzle {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}

// rowsOf writes cells as a picture, rows split by '/'.
func rowsOf(cells []Cell, width int) string {
	var rows []string
	for row := range slices.Chunk(cells, width) {
		rows = append(rows, textOf(row))
	}
	return strings.Join(rows, "/")
}

// dominoes is the n-Dom puzzle of Josh Greifer, 2n+1 cells a side: a chain of
// dominoes with one solution, which no probe sees from n = 5 on.
func dominoes(n int) *Puzzle {
	rows, cols := [][]int{{3}, {1}}, [][]int{{1}, {1}}
	for range n - 1 {
		rows = append(rows, []int{3, 1}, []int{1})
		cols = append(cols, []int{1, 3}, []int{1})
	}
	return New(append(rows, []int{1}), append(cols, []int{3}))
}

// drawPuzzle draws a puzzle up to 5 × 5: of a picture, or with clues at random
// that mostly have no solution.
func drawPuzzle(t *rapid.T) *Puzzle {
	height := rapid.IntRange(1, 5).Draw(t, "height")
	width := rapid.IntRange(1, 5).Draw(t, "width")
	if rapid.Bool().Draw(t, "of a picture") {
		p := FromPicture(drawPicture(t, height, width), width)
		p.Picture = nil
		return p
	}
	p := &Puzzle{}
	for range height {
		p.Rows = append(p.Rows, runsIn(drawPicture(t, 1, width)))
	}
	for range width {
		p.Cols = append(p.Cols, runsIn(drawPicture(t, 1, height)))
	}
	return p
}

func drawPicture(t *rapid.T, height, width int) []Cell {
	return rapid.SliceOfN(rapid.SampledFrom([]Cell{Empty, Filled}), height*width, height*width).Draw(t, "cells")
}

// verdictOn is the verdict on a puzzle with these solutions.
func verdictOn(all [][]Cell) solvers.Verdict {
	return [...]solvers.Verdict{solvers.None, solvers.Unique, solvers.Multiple}[min(len(all), 2)]
}

// oneGoroutine leaves a test to a whole run: a short one has the race detector on, which sees
// nothing in a single goroutine, and takes ten times as long.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine, which a short run leaves to a whole one")
	}
}

// solutions are all solutions of p, by trying every picture whose rows fit: an
// oracle that shares nothing with the solver but runsOf, which has tests of its own.
func solutions(p *Puzzle) (all [][]Cell) {
	width := len(p.Cols)
	patterns := lines(width)
	picture := make([]Cell, 0, len(p.Rows)*width)
	var below func(row int)
	below = func(row int) {
		if row == len(p.Rows) {
			if slices.EqualFunc(FromPicture(picture, width).Cols, p.Cols, slices.Equal[[]Run]) {
				all = append(all, slices.Clone(picture))
			}
			return
		}
		for _, line := range patterns {
			if slices.Equal(runsIn(line), p.Rows[row]) {
				picture = append(picture[:row*width], line...)
				below(row + 1)
			}
		}
	}
	below(0)
	return all
}

// lines are all 2^n lines of n cells.
func lines(n int) (all [][]Cell) {
	for bits := range 1 << n {
		line := make([]Cell, n)
		for i := range line {
			line[i] = Empty + Cell(bits>>i&1)
		}
		all = append(all, line)
	}
	return all
}

// common is what all pictures have in common, Unknown elsewhere.
func common(pictures [][]Cell) []Cell {
	cells := slices.Clone(pictures[0])
	for _, picture := range pictures[1:] {
		for i, c := range picture {
			if cells[i] != c {
				cells[i] = Unknown
			}
		}
	}
	return cells
}

// cellsOf reads a line of '#', '.' and '?'.
func cellsOf(text string) []Cell {
	cells := make([]Cell, 0, len(text))
	for _, r := range text {
		cells = append(cells, map[rune]Cell{'#': Filled, '.': Empty, '?': Unknown}[r])
	}
	return cells
}

func textOf(cells []Cell) string {
	var text []byte
	for _, c := range cells {
		text = append(text, c.String()...)
	}
	return string(text)
}

// enumerated is the same by placing the runs in every possible way.
func enumerated(runs []int, line []Cell) []Cell {
	var found [][]Cell
	var place func(start int, runs []int, cells []Cell)
	place = func(start int, runs []int, cells []Cell) {
		if len(runs) == 0 {
			if cells = slices.Clone(cells); fits(cells, line) {
				found = append(found, cells)
			}
			return
		}
		for at := start; at+need(runs) <= len(line); at++ {
			next := slices.Clone(cells)
			for i := range runs[0] {
				next[at+i] = Filled
			}
			place(at+runs[0]+1, runs[1:], next)
		}
	}
	blank := make([]Cell, len(line))
	for i := range blank {
		blank[i] = Empty
	}
	place(0, runs, blank)
	if found == nil {
		return nil
	}
	return common(found)
}

// need is the number of cells that runs take at least.
func need(runs []int) int {
	cells := len(runs) - 1
	for _, run := range runs {
		cells += run
	}
	return cells
}

// fits says whether cells agree with all that is known of line.
func fits(cells, line []Cell) bool {
	for i, c := range line {
		if c != Unknown && c != cells[i] {
			return false
		}
	}
	return true
}

// drawLine draws runs that leave at most play cells over in a line of n cells, and
// the line with some cells known: of a picture with these runs, or at random.
func drawLine(t *rapid.T, n, play int) (runs []int, line []Cell) {
	play = rapid.IntRange(0, min(play, n)).Draw(t, "play")
	for used := play; used < n; {
		run := rapid.IntRange(1, min(n-used, 1+n/4)).Draw(t, "run")
		runs = append(runs, run)
		used += run + 1
	}
	line = make([]Cell, n)
	truth := make([]Cell, 0, n)
	for _, run := range runs {
		for range rapid.IntRange(0, 1).Draw(t, "shift") {
			truth = append(truth, Empty)
		}
		truth = append(truth, slices.Repeat([]Cell{Filled}, run)...)
		truth = append(truth, Empty)
	}
	consistent := rapid.Bool().Draw(t, "consistent")
	for range rapid.IntRange(0, n).Draw(t, "known") {
		i := rapid.IntRange(0, n-1).Draw(t, "cell")
		switch {
		case !consistent:
			line[i] = rapid.SampledFrom([]Cell{Empty, Filled}).Draw(t, "value")
		case i < len(truth):
			line[i] = truth[i]
		default:
			line[i] = Empty
		}
	}
	return runs, line
}

// solvableBy says whether some picture fits the lines alone, by trying all of them.
func solvableBy(p *Puzzle, lines []Line, pictures [][]Cell) bool {
	return slices.ContainsFunc(pictures, func(picture []Cell) bool {
		return !slices.ContainsFunc(lines, func(line Line) bool {
			return !slices.Equal(runsIn(lineOf(p, picture, line)), clueOf(p, line))
		})
	})
}

func lineOf(p *Puzzle, cells []Cell, line Line) (of []Cell) {
	width := len(p.Cols)
	if !line.Column {
		return cells[line.Index*width : (line.Index+1)*width]
	}
	for row := range p.Rows {
		of = append(of, cells[row*width+line.Index])
	}
	return of
}

func clueOf(p *Puzzle, line Line) []Run {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// noise is a picture with each cell filled or not by a coin.
func noise(random *rand.Rand, cells int) []Cell {
	picture := make([]Cell, cells)
	for i := range picture {
		picture[i] = Empty + Cell(random.IntN(2))
	}
	return picture
}

type tester interface{ Fatalf(string, ...any) }

// countdown is a context that ends when it has been asked often enough.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// must returns the value of a call that cannot fail here.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// runsIn returns the runs of a line in black and white, and lengthsOf their lengths.
func runsIn(line []Cell) []Run    { return runsOf(line, 0, 1, len(line)) }
func lengthsOf(line []Cell) []int { return lengths([][]Run{runsIn(line)})[0] }

// allows says whether a picture has the given cells.
func allows(p *Puzzle, picture []Cell) bool {
	for i, value := range p.Given {
		if value != Unknown && value != picture[i] {
			return false
		}
	}
	return true
}
