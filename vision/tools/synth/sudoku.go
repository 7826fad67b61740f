package synth

import (
	"context"
	"fmt"
	"image/color"
	"math/rand/v2"
	"strconv"

	"kibitz/solvers/sudoku"
)

// SudokuStyle says how a Sudoku looks.
type SudokuStyle struct {
	Shade  color.RGBA // of every other box, if its alpha is not 0
	Chosen color.RGBA // of a cell, its row and its column, if its alpha is not 0
	Own    color.RGBA // of the player's digits
	Hand   *Font      // of the player's digits; nil: the font of the givens
	Notes  float64    // the share of open cells with pencil marks
}

// newSudoku makes a Sudoku of any difficulty. The share s.Progress of its open cells has digits, and the share
// s.Sudoku.Notes of the others two to four pencil marks.
func newSudoku(rng *rand.Rand, s Style) *Board {
	order, err := sudoku.ParseOrder(fmt.Sprintf("9x9 %s %d", choose(rng, []string{"easy", "medium", "hard"}), 1+rng.IntN(1e6)), false)
	if err != nil {
		panic(err) // we wrote the order
	}
	p, err := order.Make(context.Background())
	if err != nil {
		panic(err)
	}
	a, err := p.Decide(context.Background())
	if err != nil {
		panic(err) // of a puzzle that was just made
	}
	b := &Board{Kind: Sudoku, Rows: p.Size, Cols: p.Size, Givens: p.Givens, Written: make([]int, len(p.Givens)), Noted: make([][]int, len(p.Givens))}
	for i, digit := range p.Givens {
		switch {
		case digit > 0:
		case chance(rng, s.Progress):
			b.Written[i] = a.Solutions[0][i]
		case chance(rng, s.Sudoku.Notes):
			for _, n := range rng.Perm(p.Size)[:2+rng.IntN(3)] {
				b.Noted[i] = append(b.Noted[i], n+1)
			}
		}
	}
	return b
}

// sudoku draws the board from (0, 0) on.
func (s *sheet) sudoku(rng *rand.Rand, b *Board, st Style) {
	k, chosen := st.Sudoku, rng.IntN(b.Rows*b.Cols)
	for i := range b.Rows * b.Cols {
		row, col := i/b.Cols, i%b.Cols
		x, y := float64(col), float64(row)
		s.rect(x, y, x+1, y+1, st.Body)
		if (row/3+col/3)%2 == 1 {
			s.rect(x, y, x+1, y+1, k.Shade)
		}
		if row == chosen/b.Cols || col == chosen%b.Cols {
			s.rect(x, y, x+1, y+1, k.Chosen)
		}
	}
	s.lines(b.Rows, b.Cols, 0, 0, st)
	hand := k.Hand
	if hand == nil {
		hand = st.Font
	}
	for i, digit := range b.Givens {
		row, col := i/b.Cols, i%b.Cols
		x, y := float64(col), float64(row)
		switch {
		case digit > 0:
			s.write(st.Font, st.Digit, x+.5, y+.5, strconv.Itoa(digit), st.Ink, Place{Cell, row, col, 0})
		case b.Written[i] > 0:
			s.write(hand, st.Digit, x+.5, y+.5, strconv.Itoa(b.Written[i]), k.Own, Place{Cell, row, col, 0})
		}
		for _, n := range b.Noted[i] {
			s.write(st.Font, .19, x+.2+.3*float64((n-1)%3), y+.2+.3*float64((n-1)/3), strconv.Itoa(n), mix(st.Ink, st.Body, .35), Place{Beside, row, col, 0})
		}
	}
}

// pressStyle imitates a newspaper's Sudoku; the other styles of Sudoku on paper begin with it.
func pressStyle(rng *rand.Rand) Style {
	s := paper(rng)
	s.Every, s.Rule, s.Digit = 3, between(rng, .015, .04), between(rng, .42, .65)
	s.Thick = s.Rule * between(rng, 2, 4)
	s.Frame = s.Thick
	s.Sudoku.Own = about(rng, choose(rng, []rgba{rgb(0x2040c0), rgb(0x1060a0), rgb(0xc03030)}))
	if chance(rng, .3) {
		s.Progress = between(rng, .05, .5)
	}
	return s
}

// shadedStyle has every other box grey or coloured, and thin lines.
func shadedStyle(rng *rand.Rand) Style {
	s := pressStyle(rng)
	s.Sudoku.Shade = mix(s.Body, about(rng, choose(rng, []rgba{grey(60), rgb(0x60a0e0), rgb(0xe0a040)})), between(rng, .15, .35))
	s.Line = grey(uint8(rng.IntN(90)))
	return s
}

// boardAppStyle imitates an app's board, with pencil marks, a chosen cell and the player's digits in blue.
func boardAppStyle(rng *rand.Rand) Style {
	s := pressStyle(rng)
	s.Screen, s.Body, s.Paper = true, grey(255), grey(uint8(235+rng.IntN(21)))
	s.Line = grey(uint8(rng.IntN(150)))
	s.Progress, s.Sudoku.Notes = between(rng, 0, .6), between(rng, 0, .5)
	if chance(rng, .6) {
		s.Sudoku.Chosen = about(rng, rgb(0xdde8f4))
	}
	return s
}

// magazineStyle has coloured ink and large digits, and the board of another puzzle beside it.
func magazineStyle(rng *rand.Rand) Style {
	s := pressStyle(rng)
	s.Digit, s.Second, s.Text = between(rng, .6, .75), chance(rng, .4), true
	s.Ink = about(rng, choose(rng, []rgba{rgb(0x802020), rgb(0x203070), grey(20)}))
	s.Sudoku.Own = about(rng, rgb(0x20a020))
	s.Body = mix(grey(255), about(rng, rgb(0xf0e0a0)), between(rng, 0, .6))
	return s
}

// nightBoardStyle imitates an app's board in the dark.
func nightBoardStyle(rng *rand.Rand) Style {
	s := boardAppStyle(rng)
	s.Paper, s.Body, s.Ink = about(rng, grey(25)), about(rng, grey(40)), grey(uint8(200+rng.IntN(56)))
	s.Line, s.Sudoku.Own = grey(uint8(90+rng.IntN(80))), about(rng, choose(rng, []rgba{rgb(0x5090ff), rgb(0x40d080), rgb(0xf0b040)}))
	s.Sudoku.Chosen = rgba{}
	if chance(rng, .5) {
		s.Sudoku.Shade = mix(s.Body, grey(255), .06)
	}
	return s
}

// siteBoardStyle imitates a site's board: large digits on white, with shaded boxes.
func siteBoardStyle(rng *rand.Rand) Style {
	s := boardAppStyle(rng)
	s.Digit, s.Sudoku.Shade = between(rng, .55, .72), about(rng, rgb(0xe8ece0))
	s.Title, s.Text = chance(rng, .6), chance(rng, .4)
	return s
}
