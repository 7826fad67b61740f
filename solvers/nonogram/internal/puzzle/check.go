package puzzle

import (
	"fmt"

	"kibitz/solvers/nonogram/internal/clues"
)

// These limit the size of puzzles.
const (
	// MaxSide is the highest number of cells in a line: 1024. The longest line fits the widest mask
	// of the line solver.
	MaxSide = clues.MaxSide

	// MaxCells is the highest number of cells of a puzzle: 512 × 512. It keeps a solve in black and
	// white within some tens of megabytes.
	MaxCells = clues.MaxCells

	// MaxColours is the highest number of colours in a palette.
	MaxColours = clues.MaxColours

	// MaxShaded is the highest number of cells × shades of a puzzle in colours, with the longer
	// side rounded up to a power of two from 64 on. It keeps a solve in colours within some hundred
	// megabytes.
	MaxShaded = 1 << 21

	// MaxMade is the longest side, in cells, of a picture that Repair and package drawing take.
	MaxMade = 128
)

// Check returns an error for an invalid puzzle; Parse makes none. A puzzle is invalid if a side is
// out of bounds; if its palette is too large, or has a letter that is used twice or is not a
// letter; if a run is shorter than 1 or has a colour that is not in the palette; if the runs of a
// line do not fit; or if the given cells are not as many as the cells, or one of them has no
// possible shade. O(cells). Every method that returns an error checks first and returns this one;
// the others then return nothing.
func (p *Puzzle) Check() error {
	rows, cols := len(p.Rows), len(p.Cols)
	if min(rows, cols) < 1 || max(rows, cols) > MaxSide || rows*cols > MaxCells {
		return fmt.Errorf("nonogram: found %d rows and %d columns, expected 1 to %d of each and at most %d cells", rows, cols, MaxSide, MaxCells)
	}
	if err := p.checkPalette(); err != nil {
		return err
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
	return p.checkGiven()
}

// checkPalette returns an error for an invalid palette, or a puzzle too large for its colours.
func (p *Puzzle) checkPalette() error {
	if len(p.Palette) > MaxColours {
		return fmt.Errorf("nonogram: found %d colours, expected at most %d", len(p.Palette), MaxColours)
	}
	var seen [256]bool
	for _, ink := range p.Palette {
		if !clues.IsLetter(ink.Letter) || seen[ink.Letter] {
			return fmt.Errorf("nonogram: found %q for a colour, expected a letter from a to z or A to Z, another for each", ink.Letter)
		}
		seen[ink.Letter] = true
	}
	if !p.InColours() {
		return nil
	}
	rows, cols, shades := len(p.Rows), len(p.Cols), len(p.Palette)+1
	if min(rows, cols)*Positions(max(rows, cols), shades) > MaxShaded || LayerWords(max(rows, cols))*shades > MaxWords {
		return fmt.Errorf("nonogram: found %d rows and %d columns in %d colours, expected a smaller size or fewer colours", rows, cols, len(p.Palette))
	}
	return nil
}

// checkRuns returns an error for an invalid clue of a line with a number of cells.
func (p *Puzzle) checkRuns(runs []Run, cells int) error {
	colours := p.colours()
	for _, run := range runs {
		if run.Length < 1 {
			return fmt.Errorf("found a run of %d, expected 1 or more; an empty line has no run", run.Length)
		}
		if run.Colour < 0 || run.Colour >= colours {
			return fmt.Errorf("found a run of colour %d, expected one of the palette, 0 to %d", run.Colour, colours-1)
		}
	}
	if !runsFit(runs, cells) {
		return fmt.Errorf("found runs that take more than its %d cells", cells)
	}
	return nil
}

// runsFit reports whether runs of length 1 or more fit in a number of cells.
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

// checkGiven returns an error for invalid given cells.
func (p *Puzzle) checkGiven() error {
	rows, cols := len(p.Rows), len(p.Cols)
	if p.Given != nil && len(p.Given) != rows*cols {
		return fmt.Errorf("nonogram: found %d given cells, expected %d, or none at all", len(p.Given), rows*cols)
	}
	for i, s := range p.Given {
		switch {
		case p.InColours() && s&p.AllShades() == 0:
			return fmt.Errorf("nonogram: row %d, column %d: found a given cell without a shade, expected one or more", i/cols+1, i%cols+1)
		case !p.InColours() && s > Filled:
			return fmt.Errorf("nonogram: row %d, column %d: found the given cell %d, expected Unknown, Empty or Filled", i/cols+1, i%cols+1, uint32(s))
		}
	}
	return nil
}

// Totals returns the sum of the row clues and the sum of the column clues, for each colour of the
// palette. In black and white each has one element. If they differ there is no solution.
func (p *Puzzle) Totals() (rows, cols []int) { return p.Total(p.Rows), p.Total(p.Cols) }

// Total returns, for each colour, the number of cells that some clues require.
func (p *Puzzle) Total(lines [][]Run) []int {
	sums := make([]int, p.colours())
	for _, runs := range lines {
		for _, run := range runs {
			sums[run.Colour] += run.Length
		}
	}
	return sums
}

// Balanced reports whether rows and columns require the same number of cells of each colour. If
// not, there is no solution.
func (p *Puzzle) Balanced() bool {
	var more [MaxColours]int // cells in the rows less cells in the columns
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
	return more == [MaxColours]int{}
}
