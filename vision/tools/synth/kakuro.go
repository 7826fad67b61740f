package synth

import (
	"math/rand/v2"
	"strconv"
)

// kakuro draws the board, its first row and column included, from (0, 0) on.
func (s *sheet) kakuro(_ *rand.Rand, b *Board, st Style) {
	k := st.Kakuro
	for i, cell := range b.Sums {
		row, col := i/b.Cols, i%b.Cols
		x, y := float64(col), float64(row)
		switch {
		case cell.White:
			s.rect(x, y, x+1, y+1, st.Body)
		case k.Outline && isUnneeded(b, row, col):
			s.bounds.add(x, y, x+1, y+1)
			continue
		default:
			s.rect(x, y, x+1, y+1, k.Block)
			if !k.Spare || cell.Down+cell.Across == 0 {
				s.hatch(x, y, k)
			}
		}
		s.cellLines(x, y, st)
	}
	if st.Frame > 0 && !k.Outline {
		frame := st
		frame.Rule, frame.Every = 0, 0
		s.lines(b.Rows, b.Cols, 0, 0, frame)
	}
	for i, cell := range b.Sums {
		row, col := i/b.Cols, i%b.Cols
		x, y := float64(col), float64(row)
		if cell.White {
			if cell.Digit > 0 {
				s.write(st.Font, st.Digit, x+.5, y+.5, strconv.Itoa(cell.Digit), k.DigitInk, Place{Cell, row, col, 0})
			}
			continue
		}
		if k.Outline && isUnneeded(b, row, col) {
			continue
		}
		s.sums(x, y, row, col, cell, st)
	}
}

// sums draws a block's sums and its diagonal, if the style gives it one. Sums stand on both sides of the
// diagonal: the lower left one is that of the entry below, the upper right one that of the entry to
// the right.
func (s *sheet) sums(x, y float64, row, col int, cell Sums, st Style) {
	k := st.Kakuro
	both := cell.Down > 0 && cell.Across > 0
	slashed := k.Diagonal == Always || k.Diagonal == WithSums && cell.Down+cell.Across > 0 || both
	if slashed {
		s.line(x, y, x+1, y+1, max(st.Rule, .02), k.Slash)
	}
	for _, sum := range []struct {
		side Side
		n    int
		x, y float64
	}{{Down, cell.Down, .29 - k.Corner, .74 + k.Corner}, {Across, cell.Across, .71 + k.Corner, .26 - k.Corner}} {
		if sum.n == 0 {
			continue
		}
		if k.Middle && !slashed {
			sum.x, sum.y = .5, .5
		}
		s.write(st.Font, k.SumSize, x+sum.x, y+sum.y, strconv.Itoa(sum.n), k.SumInk, Place{sum.side, row, col, 0})
	}
}

// isUnneeded reports whether a cell is a block without sums, and without a white cell beside it.
func isUnneeded(b *Board, row, col int) bool {
	if cell := b.Sums[row*b.Cols+col]; cell.White || cell.Down+cell.Across > 0 {
		return false
	}
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if r, c := row+d[0], col+d[1]; r >= 0 && c >= 0 && r < b.Rows && c < b.Cols && b.Sums[r*b.Cols+c].White {
			return false
		}
	}
	return true
}

// cellLines draws a cell's four lines.
func (s *sheet) cellLines(x, y float64, st Style) {
	t := st.Rule / 2
	if t <= 0 {
		return
	}
	s.rect(x-t, y-t, x+1+t, y+t, st.Line)
	s.rect(x-t, y+1-t, x+1+t, y+1+t, st.Line)
	s.rect(x-t, y-t, x+t, y+1+t, st.Line)
	s.rect(x+1-t, y-t, x+1+t, y+1+t, st.Line)
}

// Stripes is the direction of stripes.
type Stripes uint8

const (
	Rising  Stripes = iota // like /
	Falling                // like \
	Level
	Crosswise // rising and falling
)

// hatch draws stripes over a cell.
func (s *sheet) hatch(x, y float64, k KakuroStyle) {
	if k.Hatch.A == 0 {
		return
	}
	const stripes = 6 // along a cell's side
	for i := 1; i < 2*stripes; i++ {
		d := float64(i) / stripes // x + y, constant along a rising stripe
		x0, x1 := max(0, d-1), min(1, d)
		if k.Stripes == Rising || k.Stripes == Crosswise {
			s.line(x+x0, y+d-x0, x+x1, y+d-x1, .025, k.Hatch)
		}
		if k.Stripes == Falling || k.Stripes == Crosswise {
			s.line(x+1-x0, y+d-x0, x+1-x1, y+d-x1, .025, k.Hatch)
		}
		if k.Stripes == Level {
			s.line(x, y+d/2, x+1, y+d/2, .025, k.Hatch)
		}
	}
}

// stripedStyle has striped blocks instead of black ones.
func stripedStyle(rng *rand.Rand) Style {
	s := sums(rng, chance(rng, .4))
	k := &s.Kakuro
	k.Block, k.Hatch = grey(uint8(225+rng.IntN(31))), grey(uint8(90+rng.IntN(110)))
	k.Stripes, k.Spare = choose(rng, []Stripes{Falling, Level, Crosswise}), chance(rng, .5)
	k.SumInk, k.Slash, k.Corner = s.Ink, s.Ink, between(rng, 0, .05)
	k.Diagonal = choose(rng, []Diagonal{WithBoth, WithSums, Always})
	k.Middle = chance(rng, .5)
	return s
}

// raggedStyle lacks the blocks at the edge without sums and white neighbours.
func raggedStyle(rng *rand.Rand) Style {
	s := sums(rng, chance(rng, .3))
	k := &s.Kakuro
	k.Outline, s.Frame = true, 0
	k.Diagonal, k.Corner = choose(rng, []Diagonal{WithBoth, WithSums, Always}), between(rng, 0, .05)
	if chance(rng, .5) {
		k.Block, k.SumInk, k.Slash = grey(uint8(190+rng.IntN(66))), s.Ink, s.Ink
		k.Middle = chance(rng, .3)
	}
	s.Text = chance(rng, .4)
	return s
}
