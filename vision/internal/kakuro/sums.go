package kakuro

import (
	"cmp"
	"image"
	"slices"
	"strconv"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// sum reads the sum of a block for the entry of n cells below it (side 0) or to its right (side 1).
// If n is 0 no sum is needed: sum returns nil unless there is a clear number. If a sum is needed and
// not read, it returns the guess 0, no sum, with a probability:
//   - .5 if the cell has ink that may be a number;
//   - .999 if nothing is drawn at the sum's place;
//   - .9 otherwise, but nil for an entry of one cell;
//   - that of the net instead, if it was asked.
//
// A number that is not aligned with the other sums may have lost a digit: the guesses then include it
// with one digit more.
func (g *grid) sum(cell, side, n int) []board.Guess {
	var best *figure
	s := &g.cells[cell]
	for i := range s.figures {
		f := &s.figures[i]
		if f.side(n > 0, side) && (best == nil || f.sure > best.sure) {
			best = f
		}
	}
	switch {
	case best == nil && (n == 0 || n == 1 && !g.bare(cell, side)):
		return nil
	case best == nil:
		if s.looked { // the net tells a missing sum from one that was not read
			const least, most = .02, .999
			return []board.Guess{{Value: 0, P: min(max(1-s.sums[side], least), most)}}
		}
		if s.unread {
			return []board.Guess{{Value: 0, P: .5}}
		}
		if g.bare(cell, side) {
			return []board.Guess{{Value: 0, P: .999}}
		}
		return []board.Guess{{Value: 0, P: .9}} // some printed boards lack sums
	case n == 0 && best.sure < .9:
		return nil
	}
	out := g.guesses(best, n > 0)
	off := g.aligned[side].off(g, best)
	if off == 0 && len(best.glyphs) == 1 {
		off = g.inkBeside(cell, best)
	}
	if off != 0 && n > 0 && out[0].Value < 10 {
		out = withLostDigit(out, off)
	} else if g.aligned[side].near == 0 && n > 0 && out[0].Value < 10 {
		for i := range out { // without an alignment a digit may be lost unnoticed
			out[i].P *= .99
		}
	}
	return out
}

// bare reports whether the image is of a screen and nothing at all is drawn at the place for the
// sum of a side: the triangle above the diagonal for 1, below it for 0, free of sides and diagonal.
func (g *grid) bare(cell, side int) bool {
	const margin, beside = .12, .2 // distances from the sides and from the diagonal, in cells
	r, c := g.place(cell)
	box := g.pixels(plane.Area{Top: r + margin, Left: c + margin, Bottom: r + 1 - margin, Right: c + 1 - margin})
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			d := g.Col(float64(x)) - c - g.Row(float64(y)) + r // how far right of the diagonal, in cells
			if side == 0 {
				d = -d
			}
			for i, strength := range g.Inks {
				if d > beside && strength.Pix[y*strength.Stride+x] >= g.Floor[i] {
					return false
				}
			}
		}
	}
	return g.flat
}

// inkBeside returns 1 if ink stands before a figure where another digit would, -1 if it stands behind it, and 0 if
// the paper there is bare: ink of nearly the figure's strength in most of its rows, off the sides of the cell and off
// its diagonal.
func (g *grid) inkBeside(cell int, f *figure) int {
	const wide, narrow, tall = .6, .3, .8 // in heights of the figure
	const margin, diagonal, strong = .06, .1, .5
	r, c := g.place(cell)
	inner := g.pixels(plane.Area{Top: r + margin, Left: c + margin, Bottom: r + 1 - margin, Right: c + 1 - margin})
	b, w := f.box, int(wide*float64(f.box.Dy()))
	blob := f.glyphs[0].Blob
	strength := g.Inks[0]
	if at := blob.At[len(blob.At)/2]; g.Inks[1].Pix[at] > strength.Pix[at] {
		strength = g.Inks[1]
	}
	for i, box := range [2]image.Rectangle{image.Rect(b.Min.X-w, b.Min.Y, b.Min.X-1, b.Max.Y), image.Rect(b.Max.X+1, b.Min.Y, b.Max.X+w, b.Max.Y)} {
		if box = box.Intersect(inner); float64(box.Dx()) < narrow*float64(b.Dy()) {
			continue // no room for a digit
		}
		rows := 0
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				d := plane.Abs(g.Col(float64(x)) - c - g.Row(float64(y)) + r)
				if d > diagonal && float64(strength.Pix[y*strength.Stride+x]) >= strong*float64(blob.Peak) {
					rows++
					break
				}
			}
		}
		if float64(rows) >= tall*float64(b.Dy()) {
			return 1 - 2*i
		}
	}
	return 0
}

// side reports whether a figure stands at the place for the sum of a side: above the diagonal for
// the entry to the right (1), below it for the entry downwards (0). If a sum is wanted, a figure on
// the diagonal may be that of either side. If the net says which sum the figure is, that counts alone.
func (f *figure) side(wanted bool, side int) bool {
	if f.of != 0 {
		return f.of == [2]int{cells.Down, cells.Across}[side]
	}
	const middle = .12 // cells from the diagonal
	d := f.c - f.r
	if side == 0 {
		d = -d
	}
	return d >= middle || wanted && d > -middle
}

// mostSum is the largest sum: that of the digits 1 to 9.
const mostSum = 45

// An alignment says where the sums of a side stand in their cells.
type alignment struct {
	what int     // the part of a sum that is aligned: 0 its left edge, 1 its middle, 2 its right edge
	at   float64 // the place of that part, in cells from the left side
	near float64 // the largest usual distance from at, in cells; 0: the sums are not aligned
}

// edge returns the place of a figure's left edge (what 0), middle (1) or right edge (2), in cells.
func (g *grid) edge(f *figure, what int) float64 {
	return f.c + float64(what-1)*float64(f.box.Dx())/g.W/2
}

// align learns from the layout where the sums of each side stand, at least four of them. It takes the part of them
// by which fewest of the sums with one digit are off, if there are at least three, or else that is aligned best.
func (g *grid) align(s *layout) {
	var of [2][]*figure
	for i := range s.white {
		figures := g.cells[s.at(i)].figures
		for j := range figures {
			f := &figures[j]
			if n := f.digits(); s.white[i] || f.sure < .9 || n == 0 || n > 2 {
				continue
			}
			for side := range of {
				if s.run(i, side) > 1 && f.side(true, side) {
					of[side] = append(of[side], f)
					break
				}
			}
		}
	}
	for side, figures := range of {
		if len(figures) < 4 {
			continue
		}
		fewest := len(figures)
		for what := range 3 {
			var at, off []float64
			for _, f := range figures {
				at = append(at, g.edge(f, what))
			}
			middle := plane.Median(at, 0)
			for _, v := range at {
				off = append(off, plane.Abs(v-middle))
			}
			a := alignment{what, middle, max(.02, 3*plane.Share(off, .75, 0))}
			if b, n := &g.aligned[side], a.singlesOff(g, figures); b.near == 0 || n < fewest || n == fewest && a.near < b.near {
				*b, fewest = a, n
			}
		}
	}
}

// singlesOff returns how many of the numbers with one digit are off, 0 if there are fewer than three of them.
func (a alignment) singlesOff(g *grid, figures []*figure) (off int) {
	const few = 3
	n := 0
	for _, f := range figures {
		if len(f.glyphs) == 1 {
			if n++; a.off(g, f) != 0 {
				off++
			}
		}
	}
	if n < few {
		return 0
	}
	return off
}

// off returns 1 if a number stands too far right of the alignment, -1 if too far left, else 0. A
// number that is off may have lost a digit. Too far is farther than usual, and at least a share of the
// number's height: 45 % for an edge, 28 % for the middle. It returns 0 if sums are not aligned, or
// only within half of the height.
func (a alignment) off(g *grid, f *figure) int {
	tall := float64(f.box.Dy()) / g.W
	least := .45 * tall
	if a.what == 1 {
		least = .28 * tall
	}
	d := g.edge(f, a.what) - a.at
	switch {
	case a.near == 0 || a.near > .5*tall || plane.Abs(d) < max(a.near, least):
		return 0
	case d > 0:
		return 1
	}
	return -1
}

// withLostDigit returns the guesses for a number that may have lost a digit: its first one if the
// number is too far right (off 1), its last one if too far left (off -1). Half of the probability
// stays with the numbers seen. The other half goes in equal parts to the sums up to 45 that end, or
// begin, with one of the two likeliest digits seen; one part is left over. At most board.MaxReadings
// guesses are returned.
func withLostDigit(seen []board.Guess, off int) (out []board.Guess) {
	const whole = .5 // the probability that no digit is lost
	for _, x := range seen {
		if x.Value > 0 {
			x.P *= whole
		}
		out = append(out, x)
	}
	for _, x := range seen[:min(len(seen), 2)] {
		if x.Value == 0 || x.Value > 9 {
			continue
		}
		var more []int
		for d := 1; off > 0 && d <= 4; d++ { // no sum is above 45
			more = append(more, 10*d+x.Value)
		}
		for d := 0; off < 0 && d <= 9; d++ {
			more = append(more, 10*x.Value+d)
		}
		more = slices.DeleteFunc(more, func(v int) bool {
			return v > mostSum || slices.ContainsFunc(out, func(g board.Guess) bool { return g.Value == v })
		})
		for _, v := range more {
			out = append(out, board.Guess{Value: v, P: (1 - whole) * x.P / float64(len(more)+1)})
		}
	}
	slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	return out[:min(len(out), board.MaxReadings)]
}

// guesses returns the likeliest numbers of a figure. If a sum is wanted, hardly any glyph is junk.
// Readings that can't be a sum, above 45 or with a leading 0, are left out, and the others share their
// probability. They share no more than half: if more is refused, the reading is doubtful as a whole. If
// all are refused it returns 0, no sum, with probability .3.
func (g *grid) guesses(f *figure, wanted bool) []board.Guess {
	const usual = .5 // the least divisor of the others' probabilities
	type way struct {
		digits string
		p      float64
	}
	ways := []way{{"", 1}}
	refused := 0. // the probability of readings that can't be a sum
	for _, x := range f.glyphs {
		junkFactor := 1. // how much rarer junk is here than the net takes it to be
		if wanted {
			junkFactor = .06
			if g.sumTall > 0 && plane.Abs(float64(x.Box.Dy())/g.sumTall-1) > .2 {
				junkFactor = .4
			}
		}
		before, after := 0., 0. // the sums of probabilities before and after junk is made rarer
		for _, t := range x.Texts {
			before += t.P
			if t.Digits == "" {
				t.P *= junkFactor
			}
			after += t.P
		}
		var next []way
		for _, w := range ways {
			for _, t := range x.Texts {
				p := t.P * before / after
				if t.Digits == "" {
					p *= junkFactor
				}
				if s := w.digits + t.Digits; s == "" || s[0] != '0' && script.Number(s) <= mostSum {
					next = append(next, way{s, w.p * p})
				} else {
					refused += w.p * p
				}
			}
		}
		slices.SortStableFunc(next, func(a, b way) int { return cmp.Compare(b.p, a.p) })
		ways = next[:min(len(next), script.Width)]
	}
	var out []board.Guess
	for _, w := range ways {
		n, _ := strconv.Atoi(w.digits)
		if i := slices.IndexFunc(out, func(x board.Guess) bool { return x.Value == n }); i >= 0 {
			out[i].P += w.p
		} else {
			out = append(out, board.Guess{Value: n, P: w.p})
		}
	}
	slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
	if len(out) == 0 {
		return []board.Guess{{Value: 0, P: .3}}
	}
	for i := range out {
		out[i].P /= max(1-refused, usual)
	}
	return out[:min(len(out), board.MaxReadings)]
}

// digit reads the digit written in a white cell: the first figure of at most one glyph that is probably
// a digit and stands in the middle. Some apps write 0 in an empty cell, so 0 stands for none. It returns
// 0 with probability .98 if there is no such figure.
func (g *grid) digit(cell int) []board.Guess {
	for i := range g.cells[cell].figures {
		f := &g.cells[cell].figures[i]
		if len(f.glyphs) > 1 || f.sure < .5 || plane.Abs(f.r-.5) > .2 || plane.Abs(f.c-.5) > .2 {
			continue
		}
		out := []board.Guess{}
		for _, t := range f.glyphs[0].Texts {
			n := 0
			if len(t.Digits) == 1 {
				n = script.Number(t.Digits)
			} else if t.Digits != "" {
				continue
			}
			if i := slices.IndexFunc(out, func(x board.Guess) bool { return x.Value == n }); i >= 0 {
				out[i].P += t.P
			} else {
				out = append(out, board.Guess{Value: n, P: t.P})
			}
		}
		slices.SortStableFunc(out, func(a, b board.Guess) int { return cmp.Compare(b.P, a.P) })
		if len(out) > 0 {
			return out
		}
	}
	return []board.Guess{{Value: 0, P: .98}}
}
