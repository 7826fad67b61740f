package teach

import (
	"context"

	"kibitz/solvers/nonogram/internal/engine"
	"kibitz/solvers/nonogram/internal/line"
	"kibitz/solvers/nonogram/internal/puzzle"
)

// newStudyInColours returns a study with the smallest masks that hold a line in all shades.
func newStudyInColours(ctx context.Context, p *puzzle.Puzzle, every bool) study {
	switch puzzle.MaskWords(max(len(p.Rows), len(p.Cols)), len(p.Palette)+1) {
	case 2:
		return newColouredBench[[2]uint64](ctx, p, every)
	case 4:
		return newColouredBench[[4]uint64](ctx, p, every)
	case 8:
		return newColouredBench[[8]uint64](ctx, p, every)
	case 16:
		return newColouredBench[[16]uint64](ctx, p, every)
	default:
		return newColouredBench[[puzzle.MaxWords]uint64](ctx, p, every)
	}
}

// newColouredBench returns a bench for a puzzle in colours; for every see NewStudy. A row holds the
// cells of one shade after those of another, so cols is the number of bits of a mask.
func newColouredBench[M line.Mask](ctx context.Context, p *puzzle.Puzzle, every bool) *bench[M] {
	lines := len(p.Rows) + len(p.Cols)
	b := &bench[M]{
		ctx:     ctx,
		puzzle:  p,
		paint:   engine.NewPaint[M](p, every),
		rows:    len(p.Rows),
		cols:    64 * len(*new(M)),
		clues:   make([][]int, lines),
		relaxed: make([]bool, lines),
		used:    make([]bool, lines),
		queued:  make([]bool, lines),
	}
	b.place = b.paint.Layer - 1
	b.lines, b.total = b.paint.Open(every, p.Given)
	b.enqueueAll()
	return b
}

// setShade decides that a cell has a shade or does not have it, unless that is known, and decides
// its other shades as far as they follow: each cell has exactly one shade.
func (b *bench[M]) setShade(cell int, value puzzle.Cell) {
	if b.at(cell) != puzzle.Unknown {
		return
	}
	b.decideOne(cell, value)
	first := cell/b.cols*b.cols + cell%b.cols&b.place
	last := -1
	for shade := range len(b.paint.Puzzle.Palette) + 1 {
		other := first + shade*b.paint.Layer
		switch b.at(other) {
		case puzzle.Filled:
			if value == puzzle.Empty {
				return
			}
		case puzzle.Unknown:
			if value == puzzle.Filled {
				b.decideOne(other, puzzle.Empty)
			} else if last >= 0 {
				return // two are left
			}
			last = other
		}
	}
	if value == puzzle.Empty && last >= 0 {
		b.decideOne(last, puzzle.Filled)
	}
}

// tooManyOfAColour reports whether for some colour the clues of one side, as far as they are among
// lines, need more cells than those of the other side leave; see tooMany.
func (b *bench[M]) tooManyOfAColour(lines []int) bool {
	p := b.paint.Puzzle
	free := [2]int{len(p.Rows), len(p.Cols)} // for each side, the number of lines left out
	filled := make([][2]int, len(p.Palette))
	for _, line := range lines {
		side, runs := puzzle.RowSide, [][]puzzle.Run(nil)
		if line < b.rows {
			runs = p.Rows[line : line+1]
		} else {
			side, runs = puzzle.ColumnSide, p.Cols[line-b.rows:line-b.rows+1]
		}
		free[side]--
		for colour, n := range p.Total(runs) {
			filled[colour][side] += n
		}
	}
	for _, n := range filled {
		for side, length := range [2]int{len(p.Cols), len(p.Rows)} {
			if n[1-side] > n[side]+free[side]*length {
				return true
			}
		}
	}
	return false
}
