package kakuro

import (
	"cmp"
	"slices"
	"strconv"

	"kibitz/vision/internal/board"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/script"
)

// sum reads the sum of a block for the entry below it (side 0) or to its right (side 1), which has
// n cells. It returns nil where none is and none need be.
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
		if s.unread {
			return []board.Guess{{Value: 0, P: .5}}
		}
		if g.bare(cell, side) {
			return []board.Guess{{Value: 0, P: .999}}
		}
		return []board.Guess{{Value: 0, P: .9}} // print lacks some
	case n == 0 && best.sure < .9:
		return nil
	}
	out := g.guesses(best, n > 0)
	if off := g.aligned[side].off(g, best); off != 0 && n > 0 {
		out = incomplete(out, off)
	} else if g.aligned[side].near == 0 && n > 0 && out[0].Value < 10 {
		for i := range out { // where others stand is not known
			out[i].P *= .99
		}
	}
	return out
}

// bare tells whether nothing at all is drawn on a screen where the sum of a side would stand.
func (g *grid) bare(cell, side int) bool {
	const margin, beside = .12, .2 // from the sides, and from the diagonal
	r, c := g.place(cell)
	box := g.pixels(plane.Area{Top: r + margin, Left: c + margin, Bottom: r + 1 - margin, Right: c + 1 - margin})
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			d := g.Col(float64(x)) - c - g.Row(float64(y)) + r
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

// side tells whether a figure stands where the sum of a side does: above the diagonal that for the
// entry to the right, below it that for the entry downwards. One in the middle is of either.
func (f *figure) side(wanted bool, side int) bool {
	const middle = .12
	d := f.c - f.r
	if side == 0 {
		d = -d
	}
	return d >= middle || wanted && d > -middle
}

// mostSum is what nine different digits add up to.
const mostSum = 45

// An alignment is where all sums of a side stand: with what of them, 0 the left edge, 1 the
// middle, 2 the right edge, at which place of their cell.
type alignment struct {
	what int
	at   float64
	near float64 // others are not farther from it, in cells; 0: there is no such place
}

// edge is where a figure is, in cells.
func (g *grid) edge(f *figure, what int) float64 {
	return f.c + float64(what-1)*float64(f.box.Dx())/g.W/2
}

// align learns where the sums of each side stand.
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
		for what := range 3 {
			var at, off []float64
			for _, f := range figures {
				at = append(at, g.edge(f, what))
			}
			middle := plane.Median(at, 0)
			for _, v := range at {
				off = append(off, plane.Abs(v-middle))
			}
			near := max(.02, 3*plane.Share(off, .75, 0))
			if a := &g.aligned[side]; a.near == 0 || near < a.near {
				*a = alignment{what, middle, near}
			}
		}
	}
}

// off tells whether a number stands elsewhere, so that part of it may not be seen: 1 if too far on
// the right, -1 if on the left.
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

// incomplete are the guesses of a number of which a digit may be missing: its first one if what
// is seen is too far on the right, else its last one.
func incomplete(seen []board.Guess, off int) (out []board.Guess) {
	const whole = .5
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
		for d := 1; off > 0 && d <= 4; d++ {
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

// guesses are the likeliest numbers of a figure. Where a number must be, hardly anything is junk. What is
// no sum is none of them, unless next to nothing else is left: that has some other reason.
func (g *grid) guesses(f *figure, wanted bool) []board.Guess {
	const usual = .5
	type way struct {
		digits string
		p      float64
	}
	ways := []way{{"", 1}}
	refused := 0. // of what is no sum
	for _, x := range f.glyphs {
		less := 1.
		if wanted {
			less = .06
			if g.sumTall > 0 && plane.Abs(float64(x.Box.Dy())/g.sumTall-1) > .2 {
				less = .4
			}
		}
		before, after := 0., 0.
		for _, t := range x.Texts {
			before += t.P
			if t.Digits == "" {
				t.P *= less
			}
			after += t.P
		}
		var next []way
		for _, w := range ways {
			for _, t := range x.Texts {
				p := t.P * before / after
				if t.Digits == "" {
					p *= less
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

// digit reads what is written in a white cell; an app's 0 is nothing.
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
