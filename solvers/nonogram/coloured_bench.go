package nonogram

import "context"

// newStudyInColours returns the study with the smallest masks in which a line has room with all
// shades.
func newStudyInColours(ctx context.Context, p *Puzzle, every bool) study {
	switch maskWords(max(len(p.Rows), len(p.Cols)), len(p.Palette)+1) {
	case 2:
		return newColouredBench[[2]uint64](ctx, p, every)
	case 4:
		return newColouredBench[[4]uint64](ctx, p, every)
	case 8:
		return newColouredBench[[8]uint64](ctx, p, every)
	case 16:
		return newColouredBench[[16]uint64](ctx, p, every)
	default:
		return newColouredBench[[maxWords]uint64](ctx, p, every)
	}
}

func newColouredBench[M mask](ctx context.Context, p *Puzzle, every bool) *bench[M] {
	lines := len(p.Rows) + len(p.Cols)
	b := &bench[M]{
		ctx:     ctx,
		puzzle:  p,
		paint:   newPaint[M](p, every),
		rows:    len(p.Rows),
		cols:    64 * len(*new(M)),
		clues:   make([][]int, lines),
		relaxed: make([]bool, lines),
		used:    make([]bool, lines),
		queued:  make([]bool, lines),
	}
	b.place = b.paint.layer - 1
	b.lines, b.total = b.paint.open(every, p.Given)
	b.enqueueAll()
	return b
}

// setShade decides that a cell has a shade or has it not, unless that is known, and what follows
// for its others: of the shades of a cell exactly one holds.
func (b *bench[M]) setShade(cell int, value Cell) {
	if b.at(cell) != Unknown {
		return
	}
	b.decideOne(cell, value)
	first := cell/b.cols*b.cols + cell%b.cols&b.place
	last := -1
	for shade := range len(b.paint.puzzle.Palette) + 1 {
		other := first + shade*b.paint.layer
		switch b.at(other) {
		case Filled:
			if value == Empty {
				return
			}
		case Unknown:
			if value == Filled {
				b.decideOne(other, Empty)
			} else if last >= 0 {
				return // two are left
			}
			last = other
		}
	}
	if value == Empty && last >= 0 {
		b.decideOne(last, Filled)
	}
}

// tooManyOfAColour is tooMany for any one colour.
func (b *bench[M]) tooManyOfAColour(lines []int) bool {
	p := b.paint.puzzle
	free := [2]int{len(p.Rows), len(p.Cols)}
	filled := make([][2]int, len(p.Palette))
	for _, line := range lines {
		side, runs := rows, [][]Run(nil)
		if line < b.rows {
			runs = p.Rows[line : line+1]
		} else {
			side, runs = columns, p.Cols[line-b.rows:line-b.rows+1]
		}
		free[side]--
		for colour, n := range p.total(runs) {
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
