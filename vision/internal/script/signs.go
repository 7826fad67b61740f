package script

import (
	"context"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
)

// The size of the sheet on which all of a lattice is looked at. It has about LookedPixels pixels and cells
// from LeastSide to MostSide pixels wide. It never has more than MaxLooked pixels, as each takes a dozen
// bytes.
const (
	LookedPixels = 1_100_000
	MaxLooked    = 3_000_000
	LeastSide    = 28
	MostSide     = 44
)

// Signs finds the digits on lattices and beside them in all orientations, once for each lattice.
type Signs struct {
	*page.View
	cut  map[*lattice.Lattice][]digits.Glyph // glyphs of the lattices looked at so far
	seen map[*lattice.Lattice][8]float64     // number of digits, by orientation
}

// NewSigns returns a Signs for an image. It has looked at no lattice yet.
func NewSigns(v *page.View) *Signs {
	return &Signs{v, map[*lattice.Lattice][]digits.Glyph{}, map[*lattice.Lattice][8]float64{}}
}

// FewestSigns returns how many of these glyphs must be digits before a board has numbers: 2, or a tenth.
// Among any signs a few look like digits in one orientation or another.
func FewestSigns(glyphs []digits.Glyph) float64 {
	const fewestDigits, leastShare = 2, .1 // digits; share of the glyphs
	return max(fewestDigits, leastShare*float64(len(glyphs)))
}

// DigitsSeen returns how many glyphs on a lattice and beside it are digits, by orientation: first the four
// turns, then the four turns followed by a mirror. A number below FewestSigns becomes 0.
func (v *Signs) DigitsSeen(ctx context.Context, l *lattice.Lattice) (seen [8]float64, err error) {
	if seen, ok := v.seen[l]; ok {
		return seen, nil
	}
	glyphs, err := v.Glyphs(ctx, l)
	for k := range seen {
		if err == nil {
			seen[k], err = DigitsAmong(ctx, glyphs, plane.Orientation{Turns: k % 4, Mirror: k >= 4})
		}
		if seen[k] < FewestSigns(glyphs) {
			seen[k] = 0
		}
	}
	if err == nil {
		v.seen[l] = seen
	}
	return seen, err
}

// DigitsAmong returns how many glyphs are digits in an orientation. Each counts with its probability if that
// is above one half.
func DigitsAmong(ctx context.Context, glyphs []digits.Glyph, o plane.Orientation) (seen float64, err error) {
	turned := make([]digits.Glyph, len(glyphs))
	for i := range glyphs {
		turned[i] = glyphs[i].Turned(o.Turns, o.Mirror)
	}
	probs, err := digits.Read(ctx, turned)
	for _, p := range probs {
		if d := float64(slices.Max(p[:10])); d > .5 {
			seen += d
		}
	}
	return seen, err
}

// Glyphs returns up to 32 glyphs on a lattice and beside it, from a level and an upright strip across its
// middle. The numbers of a nonogram lie on these strips whichever side they stand on, and so do those of a
// Kakuro. Glyphs takes blobs of both inks with about a digit's size and at least three tenths of the strongest
// ink, evenly spread if there are too many. If the lattice is degenerate it returns none.
func (v *Signs) Glyphs(ctx context.Context, l *lattice.Lattice) (cut []digits.Glyph, err error) {
	if cut, ok := v.cut[l]; ok {
		return cut, nil
	}
	const mostGlyphs, around, stripWidth = 32, 1.5, 8 // glyphs; cells beside the lattice; cells across a strip
	m := plane.Mesh{Lattice: l}
	if m.Beyond = plane.NewPlain(l, plane.Block{Top: 0, Left: 0, Bottom: l.Rows, Right: l.Cols}, v.Screen); m.Beyond == nil {
		return nil, nil
	}
	rows, cols := float64(l.Rows), float64(l.Cols)
	whole := plane.Area{Top: -around, Left: -around, Bottom: rows + around, Right: cols + around}
	level, upright := whole, whole
	level.Top, level.Bottom = max(whole.Top, (rows-stripWidth)/2), min(whole.Bottom, (rows+stripWidth)/2)
	upright.Left, upright.Right = max(whole.Left, (cols-stripWidth)/2), min(whole.Right, (cols+stripWidth)/2)
	strips := []plane.Area{level, upright}
	if min(rows, cols) <= stripWidth {
		strips = []plane.Area{whole}
	}
	w, h := m.Size(l.Rows, l.Cols)
	short := min(w, h)
	side := min(max(short, LeastSide), MostSide)
	for _, a := range strips {
		side = min(side, math.Sqrt(LookedPixels/((a.Bottom-a.Top)*(a.Right-a.Left))))
	}
	type place struct {
		b   *Band
		x   ink.Blob
		ink int
	}
	var places []place
	for _, a := range strips {
		b := &Band{Strip: ink.Strip{Sheet: plane.NewSheet(m, v.Halves, a, w*side/short, h*side/short, w), Lines: l.Rows}}
		if err := b.FindInk(ctx, !v.Screen); err != nil {
			return nil, err
		}
		for i, blobs := range b.Blobs {
			for _, x := range blobs {
				long, thin := float64(max(x.Box.Dx(), x.Box.Dy())), float64(min(x.Box.Dx(), x.Box.Dy()))
				if long >= 6 && long >= .15*side && long <= .95*side && thin >= .1*long {
					places = append(places, place{b, x, i})
				}
			}
		}
	}
	var peaks []float64
	for _, p := range places {
		peaks = append(peaks, float64(p.x.Peak))
	}
	faint := .3 * plane.Share(peaks, .9, 0) // marks may be faint; numbers have the strongest ink
	places = slices.DeleteFunc(places, func(p place) bool { return float64(p.x.Peak) < faint })
	for k := range min(mostGlyphs, len(places)) {
		p := places[k*len(places)/min(mostGlyphs, len(places))]
		if g, ok := p.b.Cut(p.x, p.ink); ok {
			cut = append(cut, g)
		}
	}
	v.cut[l] = cut
	return cut, ctx.Err()
}
