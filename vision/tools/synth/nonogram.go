package synth

import (
	"math/rand/v2"
	"strconv"
)

// nonogram draws the body from (0, 0) on, with the numbers of rows on its left and those of columns
// above it. Numbers are placed from the body outwards: the last of a line is nearest to it.
func (s *sheet) nonogram(rng *rand.Rand, b *Board, st Style) {
	n := st.Nonogram
	rows, cols := float64(b.Rows), float64(b.Cols)
	wide, high := n.depth(b, st)
	s.rect(0, 0, cols, rows, st.Body)
	s.bands(b, st, wide, high)
	s.marks(b, st)
	if n.Band == Boxed {
		s.rules(b.Rows, b.Cols, -wide, -high, st)
	} else if n.Guides {
		guides := st
		guides.Thick, guides.Frame = st.Rule, st.Rule
		s.lines(b.Rows, b.Cols, -wide, -high, guides)
	}
	s.lines(b.Rows, b.Cols, 0, 0, st)
	for r, clue := range b.RowClues {
		done := s.doneOf(rng, st)
		x := -n.pad(st)
		for i := len(clue) - 1; i >= 0; i-- {
			text := strconv.Itoa(clue[i])
			w := n.Slot
			if n.Band == Open || n.Band == Pills {
				w = st.Font.width(text) * st.Digit
			}
			s.number(st, x-w/2, float64(r)+.5, clue[i], Place{Row, r, 0, i}, done)
			x -= w
			if n.Band == Open || n.Band == Pills {
				x -= n.Gap * st.Digit
			}
		}
		if len(clue) == 0 {
			s.zero(st, -n.pad(st)-n.slot(st)/2, float64(r)+.5, Place{Row, r, 0, 0}, done)
		}
	}
	for c, clue := range b.ColClues {
		done := s.doneOf(rng, st)
		for i := range clue {
			y := -n.pad(st) - (float64(len(clue)-1-i)+.5)*n.step(st)
			s.number(st, float64(c)+.5, y, clue[i], Place{Col, 0, c, i}, done)
		}
		if len(clue) == 0 {
			s.zero(st, float64(c)+.5, -n.pad(st)-.5*n.step(st), Place{Col, 0, c, 0}, done)
		}
	}
	if n.Preview {
		s.preview(b, -wide, -high, -.15*wide, -.15*high)
	}
}

// pad returns the distance from the body to the nearest number.
func (n NonogramStyle) pad(st Style) float64 {
	switch n.Band {
	case Open:
		return .35 * st.Digit
	case Pills:
		return .5 * st.Digit
	}
	return 0
}

// slot returns the room of a number.
func (n NonogramStyle) slot(st Style) float64 {
	if n.Band == Open || n.Band == Pills {
		return st.Digit
	}
	return n.Slot
}

// step returns the distance from one number of a column to the next.
func (n NonogramStyle) step(st Style) float64 {
	if n.Band == Open || n.Band == Pills {
		return n.Pitch * st.Digit
	}
	return n.Slot
}

// depth returns the width of the rows' numbers and the height of the columns' numbers.
func (n NonogramStyle) depth(b *Board, st Style) (wide, high float64) {
	for _, clue := range b.RowClues {
		w := max(1, float64(len(clue))) * n.Slot
		if n.Band == Open || n.Band == Pills {
			w = max(0, float64(len(clue)-1)) * n.Gap * st.Digit
			for _, v := range clue {
				w += st.Font.width(strconv.Itoa(v)) * st.Digit
			}
			w = max(w, st.Digit) + 2*n.pad(st)
		}
		wide = max(wide, w)
	}
	for _, clue := range b.ColClues {
		high = max(high, max(1, float64(len(clue)))*n.step(st)+2*n.pad(st))
	}
	return wide, high
}

// bands draws the ground of the numbers.
func (s *sheet) bands(b *Board, st Style, wide, high float64) {
	n := st.Nonogram
	if n.Band == Tiles {
		return
	}
	const edge = .04 // cells
	for r := range b.Rows {
		fill := n.Fill
		if r%2 == 1 && n.Zebra.A != 0 {
			fill = n.Zebra
		}
		if n.Band == Pills {
			s.round(-wide, float64(r)+edge, -edge, float64(r)+1-edge, .25, fill)
			continue
		}
		s.rect(-wide, float64(r), 0, float64(r)+1, fill)
	}
	for c := range b.Cols {
		fill := n.Fill
		if c%2 == 1 && n.Zebra.A != 0 {
			fill = n.Zebra
		}
		if n.Band == Pills {
			s.round(float64(c)+edge, -high, float64(c)+1-edge, -edge, .25, fill)
			continue
		}
		s.rect(float64(c), -high, float64(c)+1, 0, fill)
	}
}

// doneOf decides at random whether the numbers of a line are done, and returns their look.
func (s *sheet) doneOf(rng *rand.Rand, st Style) Done {
	if st.Nonogram.Done != Stays && chance(rng, st.Nonogram.DoneShare) {
		return st.Nonogram.Done
	}
	return Stays
}

// number draws a number centred at a point, smaller than others if it would be too wide.
func (s *sheet) number(st Style, x, y float64, value int, place Place, done Done) {
	n := st.Nonogram
	if n.Band == Tiles {
		const edge = .05 // cells
		s.rect(x-n.Slot/2+edge, y-n.Slot/2+edge, x+n.Slot/2-edge, y+n.Slot/2-edge, n.Fill)
	}
	ink := n.Ink
	if value > 9 && n.TwoDigits.A != 0 {
		ink = n.TwoDigits
	}
	if done == Greyed {
		ground := n.Fill
		if ground.A == 0 {
			ground = st.Paper
		}
		ink = mix(ink, ground, .5)
	}
	text := strconv.Itoa(value)
	height := st.Digit
	if w, room := st.Font.width(text)*height, n.widest(place.Side); w > room {
		height *= room / w
	}
	s.write(st.Font, height, x, y, text, ink, place)
	if done == Struck {
		w := st.Font.width(text)*height/2 + .1*st.Digit
		s.line(x-w, y+.25*height, x+w, y-.25*height, .09*height, ink)
	}
}

// widest returns the largest width of a number, in cells; 10, no limit, for rows without boxes.
func (n NonogramStyle) widest(side Side) float64 {
	switch {
	case n.Band == Boxed || n.Band == Tiles:
		return .9 * min(n.Slot, 1)
	case side == Col:
		return .94
	}
	return 10
}

// zero draws the sign for an empty line: a 0, a hollow square, or nothing, as the style says.
func (s *sheet) zero(st Style, x, y float64, place Place, done Done) {
	switch n := st.Nonogram; n.Zero {
	case "0":
		s.number(st, x, y, 0, place, done)
	case "□":
		half, thick := .42*st.Digit, .14*st.Digit
		s.line(x-half, y-half, x+half, y-half, thick, n.Ink)
		s.line(x-half, y+half, x+half, y+half, thick, n.Ink)
		s.line(x-half, y-half, x-half, y+half, thick, n.Ink)
		s.line(x+half, y-half, x+half, y+half, thick, n.Ink)
	}
}

// marks draws the player's marks.
func (s *sheet) marks(b *Board, st Style) {
	for i, mark := range b.Marks {
		x, y := float64(i%b.Cols), float64(i/b.Cols)
		const edge = .08 // cells
		switch {
		case mark == Filled:
			s.rect(x+edge, y+edge, x+1-edge, y+1-edge, st.Ink)
		case mark == Crossed && st.Cross == WhiteSign:
			s.rect(x, y, x+1, y+1, grey(255))
		case mark == Crossed && st.Cross == DotSign:
			s.disc(x+.5, y+.5, .1, st.Ink)
		case mark == Crossed && st.Cross == CrossSign:
			s.line(x+.25, y+.25, x+.75, y+.75, .08, mix(st.Ink, st.Body, .35))
			s.line(x+.25, y+.75, x+.75, y+.25, .08, mix(st.Ink, st.Body, .35))
		}
	}
}

// preview draws the filled cells as a small picture in a corner.
func (s *sheet) preview(b *Board, x0, y0, x1, y1 float64) {
	dot := min((x1-x0)/float64(b.Cols), (y1-y0)/float64(b.Rows))
	for i, mark := range b.Marks {
		if mark == Filled {
			x, y := x0+dot*float64(i%b.Cols), y0+dot*float64(i/b.Cols)
			s.rect(x, y, x+dot, y+dot, grey(40))
		}
	}
}

// rules draws the lines between the numbers' boxes, then those of the board.
func (s *sheet) rules(rows, cols int, left, top float64, st Style) {
	slot := st.Nonogram.Slot
	for x := -slot; x > left-.01; x -= slot { // .01: sums of slots are not exact
		s.line(x, 0, x, float64(rows), st.Rule, st.Line)
	}
	for y := -slot; y > top-.01; y -= slot {
		s.line(0, y, float64(cols), y, st.Rule, st.Line)
	}
	s.lines(rows, cols, left, top, st)
}

// lines draws the lines of a board: those between rows begin at left, those between columns at top.
// They are rectangles, which can be aligned to pixels on a screen.
func (s *sheet) lines(rows, cols int, left, top float64, st Style) {
	thick := func(i, last int) float64 {
		switch {
		case i == 0 || i == last:
			return max(st.Frame, st.Rule)
		case st.Every > 0 && i%st.Every == 0:
			return max(st.Thick, st.Rule)
		}
		return st.Rule
	}
	for pass := range 2 { // thick ones over thin ones
		for r := range rows + 1 {
			if t := thick(r, rows); t > 0 && (t > st.Rule) == (pass == 1) {
				s.rect(left, float64(r)-t/2, float64(cols)+t/2, float64(r)+t/2, st.Line)
			}
		}
		for c := range cols + 1 {
			if t := thick(c, cols); t > 0 && (t > st.Rule) == (pass == 1) {
				s.rect(float64(c)-t/2, top, float64(c)+t/2, float64(rows)+t/2, st.Line)
			}
		}
	}
}
