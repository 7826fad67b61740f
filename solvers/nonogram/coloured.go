package nonogram

import (
	"fmt"
	"image/color"
	"slices"

	"kibitz/solvers/nonogram/internal/clues"
)

// Coloured is a nonogram in colours: len(Rows) × len(Cols) cells, each of the background or
// of one colour of the palette. Runs of the same colour are at least one background cell
// apart, runs of different colours may touch. It is not to be changed once made. It may be
// asked several questions at once.
type Coloured struct {
	Palette    []Ink // the colours of the runs, without the background
	Background color.RGBA
	Rows       [][]Run // clues of each row, top to bottom, runs from left to right
	Cols       [][]Run // clues of each column, left to right, runs from top to bottom

	// Picture is the text's own cells, row-major, each of one shade, when the text was a
	// finished picture and the clues were read off it; else nil.
	Picture []Shades

	// Given are what the cells can be from the start, row-major; nil where nothing is known.
	// Solutions are only those in which each cell has one of its shades.
	Given []Shades
}

// Ink is a colour of a palette. In texts it is its letter, one from a to z or A to Z; no two
// of a palette have the same.
type Ink struct {
	Letter byte
	Name   string // as the text had it, or that of the nearest usual colour; may be empty
	RGB    color.RGBA
}

// Run is a run of a clue: so many cells of the colour with this index in the palette.
type Run struct{ Length, Colour int }

// Shades is the set of what a cell can be: bit 0 is the background, bit i+1 the colour
// with index i in the palette.
type Shades uint64

// Background is the shade of cells that no run covers.
const Background Shades = 1

// ShadeOf is the shade of the colour with this index in the palette.
func ShadeOf(colour int) Shades { return 2 << colour }

// One says whether the set has a single shade.
func (s Shades) One() bool { return s != 0 && s&(s-1) == 0 }

// Limits on a puzzle in colours beside MaxSide and MaxCells: on its colours, and on cells ×
// shades, each side rounded up to a power of two from 64 on; with them a solve stays within
// some hundred megabytes.
const (
	MaxColours = 31
	MaxShaded  = 1 << 21
)

// NewColoured is the puzzle of these clues, which it copies, on a white background. The
// error is Check's.
func NewColoured(palette []Ink, rows, cols [][]Run) (*Coloured, error) {
	p := &Coloured{
		Palette:    slices.Clone(palette),
		Background: color.RGBA{0xff, 0xff, 0xff, 0xff},
		Rows:       cloneLines(rows),
		Cols:       cloneLines(cols),
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p, nil
}

func cloneLines(lines [][]Run) [][]Run {
	copied := make([][]Run, len(lines))
	for i, runs := range lines {
		copied[i] = slices.Clone(runs)
	}
	return copied
}

// Check says what is wrong with a puzzle: sides out of bounds, a palette that is empty, too
// large, or has a letter twice or none, a run below 1 or of no colour of the palette, a line whose runs
// do not fit, given cells that are not one for each cell or cannot be anything.
// O(cells). Every question asks it first.
func (p *Coloured) Check() error {
	rows, cols := len(p.Rows), len(p.Cols)
	if min(rows, cols) < 1 || max(rows, cols) > MaxSide || rows*cols > MaxCells {
		return fmt.Errorf("nonogram: found %d rows and %d columns, expected 1 to %d of each and at most %d cells", rows, cols, MaxSide, MaxCells)
	}
	if err := p.checkPalette(); err != nil {
		return err
	}
	if shades := len(p.Palette) + 1; min(rows, cols)*positions(max(rows, cols), shades) > MaxShaded || layerWords(max(rows, cols))*shades > maxWords {
		return fmt.Errorf("nonogram: found %d rows and %d columns in %d colours, expected a smaller size or fewer colours", rows, cols, len(p.Palette))
	}
	for i, runs := range p.Rows {
		if err := p.checkRuns(runs, cols); err != nil {
			return fmt.Errorf("nonogram: row %d: %w", i+1, err)
		}
	}
	for i, runs := range p.Cols {
		if err := p.checkRuns(runs, rows); err != nil {
			return fmt.Errorf("nonogram: column %d: %w", i+1, err)
		}
	}
	if p.Given != nil && len(p.Given) != rows*cols {
		return fmt.Errorf("nonogram: found %d given cells, expected %d, or none at all", len(p.Given), rows*cols)
	}
	for i, s := range p.Given {
		if s&p.AllShades() == 0 {
			return fmt.Errorf("nonogram: row %d, column %d: found a given cell without a shade, expected one or more", i/cols+1, i%cols+1)
		}
	}
	return nil
}

func (p *Coloured) checkPalette() error {
	if len(p.Palette) < 1 || len(p.Palette) > MaxColours {
		return fmt.Errorf("nonogram: found %d colours, expected 1 to %d", len(p.Palette), MaxColours)
	}
	var seen [256]bool
	for _, ink := range p.Palette {
		if !clues.IsLetter(ink.Letter) || seen[ink.Letter] {
			return fmt.Errorf("nonogram: found %q for a colour, expected a letter from a to z or A to Z, another for each", ink.Letter)
		}
		seen[ink.Letter] = true
	}
	return nil
}

// checkRuns says what is wrong with a clue for so many cells.
func (p *Coloured) checkRuns(runs []Run, cells int) error {
	for _, run := range runs {
		if run.Length < 1 {
			return fmt.Errorf("found a run of %d, expected 1 or more; an empty line has no run", run.Length)
		}
		if run.Colour < 0 || run.Colour >= len(p.Palette) {
			return fmt.Errorf("found a run of colour %d, expected one of the palette, 0 to %d", run.Colour, len(p.Palette)-1)
		}
	}
	if !runsFit(runs, cells) {
		return fmt.Errorf("found runs that take more than its %d cells", cells)
	}
	return nil
}

// runsFit says whether runs of 1 or more have room in so many cells.
func runsFit(runs []Run, cells int) bool {
	for j, run := range runs {
		if run.Length > cells {
			return false
		}
		cells -= run.Length
		if j > 0 && runs[j-1].Colour == run.Colour {
			cells--
		}
	}
	return cells >= 0
}

// AllShades are all that a cell of p can be: the background and each colour.
func (p *Coloured) AllShades() Shades { return ShadeOf(len(p.Palette)) - 1 }

// Totals are, for each colour of the palette, the sums of its row clues and of its column
// clues. Where they differ for some colour there is no solution.
func (p *Coloured) Totals() (rows, cols []int) { return p.total(p.Rows), p.total(p.Cols) }

func (p *Coloured) total(lines [][]Run) []int {
	sums := make([]int, len(p.Palette))
	for _, runs := range lines {
		for _, run := range runs {
			sums[run.Colour] += run.Length
		}
	}
	return sums
}

// unbalanced says whether rows and columns disagree on some colour's total.
func (p *Coloured) unbalanced() bool {
	var more [MaxColours]int // in the rows
	for _, runs := range p.Rows {
		for _, run := range runs {
			more[run.Colour] += run.Length
		}
	}
	for _, runs := range p.Cols {
		for _, run := range runs {
			more[run.Colour] -= run.Length
		}
	}
	return more != [MaxColours]int{}
}

// FromColours is the puzzle that a finished picture gives, row-major with cols cells a row,
// each of one shade. It keeps the picture.
func FromColours(picture []Shades, cols int, palette []Ink, background color.RGBA) *Coloured {
	p := &Coloured{Palette: palette, Background: background, Picture: picture}
	rows := len(picture) / cols
	for row := range rows {
		p.Rows = append(p.Rows, colourRuns(picture, row*cols, 1, cols))
	}
	for col := range cols {
		p.Cols = append(p.Cols, colourRuns(picture, col, cols, rows))
	}
	return p
}

// colourRuns are the runs of n cells, from one on in such steps.
func colourRuns(picture []Shades, from, step, n int) (runs []Run) {
	last := Background
	for i := range n {
		here := picture[from+i*step]
		switch {
		case here == Background:
		case here == last:
			runs[len(runs)-1].Length++
		default:
			runs = append(runs, Run{1, here.Colour()})
		}
		last = here
	}
	return runs
}
