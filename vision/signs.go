package vision

import (
	"context"
	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/lattice"
	"math"
	"slices"
)

// How large a lattice is drawn where all of it is looked at: about lookedPixels, its cells between leastSide
// and mostSide pixels wide, and never more than maxLooked pixels, each of which takes a dozen bytes.
const (
	lookedPixels = 1_100_000
	maxLooked    = 3_000_000
	leastSide    = 28
	mostSide     = 44
)

// Signs finds the digits on lattices and beside them, whichever way up; those of a lattice once.
type Signs struct {
	*view
	cut  map[*lattice.Lattice][]digits.Glyph
	seen map[*lattice.Lattice][8]float64 // how many are digits, by orientation
}

// newSigns returns a Signs for an image that has not looked at any lattice.
func newSigns(v *view) *Signs {
	return &Signs{v, map[*lattice.Lattice][]digits.Glyph{}, map[*lattice.Lattice][8]float64{}}
}

// fewestSigns is how many of some glyphs are digits at least where there are numbers at all: of any
// signs a few look like digits, in one orientation or another.
func fewestSigns(glyphs []digits.Glyph) float64 {
	const fewest, part = 2, .1
	return max(fewest, part*float64(len(glyphs)))
}

// digitsSeen are how many of some glyphs on a lattice and beside it are digits, by orientation; none
// where these are fewer than of any signs.
func (v *Signs) digitsSeen(ctx context.Context, l *lattice.Lattice) (seen [8]float64, err error) {
	if seen, ok := v.seen[l]; ok {
		return seen, nil
	}
	glyphs, err := v.signs(ctx, l)
	for k := range seen {
		if err == nil {
			seen[k], err = digitsAmong(ctx, glyphs, orientation{k % 4, k >= 4})
		}
		if seen[k] < fewestSigns(glyphs) {
			seen[k] = 0
		}
	}
	if err == nil {
		v.seen[l] = seen
	}
	return seen, err
}

// digitsAmong is how many of some glyphs are digits in an orientation, each as far as it is sure.
func digitsAmong(ctx context.Context, glyphs []digits.Glyph, o orientation) (seen float64, err error) {
	turned := make([]digits.Glyph, len(glyphs))
	for i := range glyphs {
		turned[i] = glyphs[i].Turned(o.turns, o.mirror)
	}
	probs, err := digits.Read(ctx, turned)
	for _, p := range probs {
		if d := float64(slices.Max(p[:10])); d > .5 {
			seen += d
		}
	}
	return seen, err
}

// signs are some of the glyphs on a lattice and beside it, those on two strips across its middle: the
// numbers of a nonogram, on whichever sides they stand, and those of a Kakuro are on them.
func (v *Signs) signs(ctx context.Context, l *lattice.Lattice) (cut []digits.Glyph, err error) {
	if cut, ok := v.cut[l]; ok {
		return cut, nil
	}
	const most, around, wide = 32, 1.5, 8 // glyphs; cells beside the lattice; and of a strip
	m := mesh{Lattice: l}
	if m.beyond = newPlain(l, block{0, 0, l.Rows, l.Cols}, v.screen); m.beyond == nil {
		return nil, nil
	}
	rows, cols := float64(l.Rows), float64(l.Cols)
	whole := area{-around, -around, rows + around, cols + around}
	level, upright := whole, whole
	level.top, level.bottom = max(whole.top, (rows-wide)/2), min(whole.bottom, (rows+wide)/2)
	upright.left, upright.right = max(whole.left, (cols-wide)/2), min(whole.right, (cols+wide)/2)
	strips := []area{level, upright}
	if min(rows, cols) <= wide {
		strips = []area{whole}
	}
	w, h := m.size(l.Rows, l.Cols)
	short := min(w, h)
	side := min(max(short, leastSide), mostSide)
	for _, a := range strips {
		side = min(side, math.Sqrt(lookedPixels/((a.bottom-a.top)*(a.right-a.left))))
	}
	type place struct {
		b   *band
		x   blob
		ink int
	}
	var places []place
	for _, a := range strips {
		b := &band{strip: strip{sheet: newSheet(m, v.halves, a, w*side/short, h*side/short, w), lines: l.Rows}}
		if err := b.findInk(ctx, !v.screen); err != nil {
			return nil, err
		}
		for i, blobs := range b.blobs {
			for _, x := range blobs {
				long, thin := float64(max(x.box.Dx(), x.box.Dy())), float64(min(x.box.Dx(), x.box.Dy()))
				if long >= 6 && long >= .15*side && long <= .95*side && thin >= .1*long {
					places = append(places, place{b, x, i})
				}
			}
		}
	}
	var peaks []float64
	for _, p := range places {
		peaks = append(peaks, float64(p.x.peak))
	}
	faint := .3 * share(peaks, .9, 0) // marks may be so; numbers have the strongest ink
	places = slices.DeleteFunc(places, func(p place) bool { return float64(p.x.peak) < faint })
	for k := range min(most, len(places)) {
		p := places[k*len(places)/min(most, len(places))]
		if g, ok := p.b.cut(p.x, p.ink); ok {
			cut = append(cut, g)
		}
	}
	v.cut[l] = cut
	return cut, ctx.Err()
}
