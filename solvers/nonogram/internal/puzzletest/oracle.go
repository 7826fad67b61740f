// Package puzzletest has brute force and random puzzles for the tests of all rooms of nonogram.
package puzzletest

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kibitz/solvers"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// MustParse parses a puzzle, and fails the test if it cannot.
func MustParse(t testing.TB, text string) *puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}

// RowsOf writes cells as a picture, rows separated by '/'.
func RowsOf(cells []puzzle.Cell, width int) string {
	var rows []string
	for row := range slices.Chunk(cells, width) {
		rows = append(rows, TextOf(row))
	}
	return strings.Join(rows, "/")
}

// Dominoes returns the n-Dom puzzle of Josh Greifer, 2n+1 cells a side: a chain of dominoes with
// one solution, which no probe finds from n = 5 on.
func Dominoes(n int) *puzzle.Puzzle {
	rows, cols := [][]int{{3}, {1}}, [][]int{{1}, {1}}
	for range n - 1 {
		rows = append(rows, []int{3, 1}, []int{1})
		cols = append(cols, []int{1, 3}, []int{1})
	}
	return puzzle.New(append(rows, []int{1}), append(cols, []int{3}))
}

// DrawPuzzle draws a puzzle of up to 5 × 5 cells: of a picture, or with random clues that mostly
// have no solution.
func DrawPuzzle(t *rapid.T) *puzzle.Puzzle {
	height := rapid.IntRange(1, 5).Draw(t, "height")
	width := rapid.IntRange(1, 5).Draw(t, "width")
	if rapid.Bool().Draw(t, "of a picture") {
		p := puzzle.FromPicture(DrawPicture(t, height, width), width)
		p.Picture = nil
		return p
	}
	p := &puzzle.Puzzle{}
	for range height {
		p.Rows = append(p.Rows, RunsIn(DrawPicture(t, 1, width)))
	}
	for range width {
		p.Cols = append(p.Cols, RunsIn(DrawPicture(t, 1, height)))
	}
	return p
}

// DrawPicture draws a picture in black and white.
func DrawPicture(t *rapid.T, height, width int) []puzzle.Cell {
	return rapid.SliceOfN(rapid.SampledFrom([]puzzle.Cell{puzzle.Empty, puzzle.Filled}), height*width, height*width).Draw(t, "cells")
}

// VerdictOn returns the verdict on a puzzle with these solutions.
func VerdictOn(all [][]puzzle.Cell) solvers.Verdict {
	return [...]solvers.Verdict{solvers.None, solvers.Unique, solvers.Multiple}[min(len(all), 2)]
}

// OneGoroutine skips a test in a short run. Short runs use the race detector, which finds nothing
// in a single goroutine and takes ten times as long.
func OneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one goroutine, which a short run leaves to a whole one")
	}
}

// Solutions returns all solutions of p, by trying every picture whose rows fit. This oracle shares
// nothing with the solver except RunsOf, which has tests of its own.
func Solutions(p *puzzle.Puzzle) (all [][]puzzle.Cell) {
	width := len(p.Cols)
	patterns := AllLines(width)
	picture := make([]puzzle.Cell, 0, len(p.Rows)*width)
	var below func(row int)
	below = func(row int) {
		if row == len(p.Rows) {
			if slices.EqualFunc(puzzle.FromPicture(picture, width).Cols, p.Cols, slices.Equal[[]puzzle.Run]) {
				all = append(all, slices.Clone(picture))
			}
			return
		}
		for _, line := range patterns {
			if slices.Equal(RunsIn(line), p.Rows[row]) {
				picture = append(picture[:row*width], line...)
				below(row + 1)
			}
		}
	}
	below(0)
	return all
}

// AllLines returns all 2^n lines of n cells.
func AllLines(n int) (all [][]puzzle.Cell) {
	for bits := range 1 << n {
		line := make([]puzzle.Cell, n)
		for i := range line {
			line[i] = puzzle.Empty + puzzle.Cell(bits>>i&1)
		}
		all = append(all, line)
	}
	return all
}

// Common returns the cells that all pictures have in common, Unknown elsewhere.
func Common(pictures [][]puzzle.Cell) []puzzle.Cell {
	cells := slices.Clone(pictures[0])
	for _, picture := range pictures[1:] {
		for i, c := range picture {
			if cells[i] != c {
				cells[i] = puzzle.Unknown
			}
		}
	}
	return cells
}

// CellsOf reads a line of '#', '.' and '?'.
func CellsOf(text string) []puzzle.Cell {
	cells := make([]puzzle.Cell, 0, len(text))
	for _, r := range text {
		cells = append(cells, map[rune]puzzle.Cell{'#': puzzle.Filled, '.': puzzle.Empty, '?': puzzle.Unknown}[r])
	}
	return cells
}

// TextOf writes a line of '#', '.' and '?'.
func TextOf(cells []puzzle.Cell) string {
	var text []byte
	for _, c := range cells {
		text = append(text, c.String()...)
	}
	return string(text)
}

// Enumerated returns the cells common to all arrangements that fit a line, by placing the runs in
// every possible way; nil if there is none.
func Enumerated(runs []int, line []puzzle.Cell) []puzzle.Cell {
	var found [][]puzzle.Cell
	var place func(start int, runs []int, cells []puzzle.Cell)
	place = func(start int, runs []int, cells []puzzle.Cell) {
		if len(runs) == 0 {
			if cells = slices.Clone(cells); Fits(cells, line) {
				found = append(found, cells)
			}
			return
		}
		for at := start; at+Need(runs) <= len(line); at++ {
			next := slices.Clone(cells)
			for i := range runs[0] {
				next[at+i] = puzzle.Filled
			}
			place(at+runs[0]+1, runs[1:], next)
		}
	}
	blank := make([]puzzle.Cell, len(line))
	for i := range blank {
		blank[i] = puzzle.Empty
	}
	place(0, runs, blank)
	if found == nil {
		return nil
	}
	return Common(found)
}

// Need returns the least number of cells that runs take.
func Need(runs []int) int {
	cells := len(runs) - 1
	for _, run := range runs {
		cells += run
	}
	return cells
}

// Fits reports whether cells agree with all known cells of line.
func Fits(cells, line []puzzle.Cell) bool {
	for i, c := range line {
		if c != puzzle.Unknown && c != cells[i] {
			return false
		}
	}
	return true
}

// DrawLine draws runs that leave at most play cells over in a line of n cells, and the line with
// some cells known: those of a picture with these runs, or random ones.
func DrawLine(t *rapid.T, n, play int) (runs []int, line []puzzle.Cell) {
	play = rapid.IntRange(0, min(play, n)).Draw(t, "play")
	for used := play; used < n; {
		run := rapid.IntRange(1, min(n-used, 1+n/4)).Draw(t, "run")
		runs = append(runs, run)
		used += run + 1
	}
	line = make([]puzzle.Cell, n)
	truth := make([]puzzle.Cell, 0, n)
	for _, run := range runs {
		for range rapid.IntRange(0, 1).Draw(t, "shift") {
			truth = append(truth, puzzle.Empty)
		}
		truth = append(truth, slices.Repeat([]puzzle.Cell{puzzle.Filled}, run)...)
		truth = append(truth, puzzle.Empty)
	}
	consistent := rapid.Bool().Draw(t, "consistent")
	for range rapid.IntRange(0, n).Draw(t, "known") {
		i := rapid.IntRange(0, n-1).Draw(t, "cell")
		switch {
		case !consistent:
			line[i] = rapid.SampledFrom([]puzzle.Cell{puzzle.Empty, puzzle.Filled}).Draw(t, "value")
		case i < len(truth):
			line[i] = truth[i]
		default:
			line[i] = puzzle.Empty
		}
	}
	return runs, line
}

// SolvableBy reports whether some picture fits the lines alone, by trying all of them.
func SolvableBy(p *puzzle.Puzzle, lines []puzzle.Line, pictures [][]puzzle.Cell) bool {
	return slices.ContainsFunc(pictures, func(picture []puzzle.Cell) bool {
		return !slices.ContainsFunc(lines, func(line puzzle.Line) bool {
			return !slices.Equal(RunsIn(LineOf(p, picture, line)), ClueOf(p, line))
		})
	})
}

// LineOf returns the cells of a line.
func LineOf(p *puzzle.Puzzle, cells []puzzle.Cell, line puzzle.Line) (of []puzzle.Cell) {
	width := len(p.Cols)
	if !line.Column {
		return cells[line.Index*width : (line.Index+1)*width]
	}
	for row := range p.Rows {
		of = append(of, cells[row*width+line.Index])
	}
	return of
}

// ClueOf returns the clue of a line.
func ClueOf(p *puzzle.Puzzle, line puzzle.Line) []puzzle.Run {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// Noise returns a picture with each cell filled with probability one half.
func Noise(random *rand.Rand, cells int) []puzzle.Cell {
	picture := make([]puzzle.Cell, cells)
	for i := range picture {
		picture[i] = puzzle.Empty + puzzle.Cell(random.IntN(2))
	}
	return picture
}

// Tester is the part of testing.T that laws need.
type Tester interface{ Fatalf(string, ...any) }

// Countdown is a context that ends after Err has been called Left times.
type Countdown struct {
	context.Context
	Left int
}

// Err implements context.Context.
func (c *Countdown) Err() error {
	if c.Left--; c.Left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Must returns the value of a call that cannot fail here.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// RunsIn returns the runs of a line in black and white, and LengthsOf their lengths.
func RunsIn(line []puzzle.Cell) []puzzle.Run { return puzzle.RunsOf(line, 0, 1, len(line)) }
func LengthsOf(line []puzzle.Cell) []int     { return puzzle.Lengths([][]puzzle.Run{RunsIn(line)})[0] }

// Allows reports whether a picture has the given cells.
func Allows(p *puzzle.Puzzle, picture []puzzle.Cell) bool {
	for i, value := range p.Given {
		if value != puzzle.Unknown && value != picture[i] {
			return false
		}
	}
	return true
}
