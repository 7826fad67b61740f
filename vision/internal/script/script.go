// Package script reads digits and puts them together to numbers: the blobs of a band, the hand that they are
// written in, what the net says of each, and what all of a line say together.
package script

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// A Band is where the clues of the rows stand, left of the body, or those of the columns,
// above it.
type Band struct {
	ink.Strip

	Faint bool // its digits may have strokes that are hardly seen

	Inks  [2]*image.Gray // dark and light ink
	Floor [2]uint8       // weaker ink is none
	Trace [2]uint8       // a rule may be as weak as this: along its length it cannot be noise
	Blobs [2][]ink.Blob
	rules [2][]bool // which pixels were of straight lines
	owner []uint8   // for cut: whose ink a pixel is
	seen  map[*int32]*sight
	pen   float64 // how strong the ink of digits is that are not greyed
}

// A Glyph is ink of about a digit's size, and what the net says of it.
type Glyph struct {
	ink.Blob
	line  int
	R, C  float64      // its middle, in cells
	own   digits.Probs // what the net says of it
	Probs digits.Probs // and of all that look like it
	form  *form
	shape *shape // nil if it was not read

	ruled  bool   // a rule parts it from what is before it in its row, where numbers have boxes
	struck bool   // a stroke through it was taken out
	read   []text // what the net says it may say
	Texts  []text // and what it may say in its place, the likeliest first
}

// A text is one way to read a glyph: digits, or none if it is no digit.
type text struct {
	Digits string
	P      float64
}

// FindInk fills in the blobs of both inks.
func (b *Band) FindInk(ctx context.Context, photo bool) error {
	if photo {
		ink.Soften(b.Light)
	}
	for i := range b.Inks {
		if err := b.findInkOf(ctx, i, photo); err != nil {
			return err
		}
	}
	return nil
}

// findInkOf fills in those of the dark ink, or of the light one.
func (b *Band) findInkOf(ctx context.Context, i int, photo bool) error {
	cell := min(b.W, b.H)
	pen := int(math.Round(.35 * cell))
	g := ink.Of(b.Light, pen, pen, i == 1)
	b.Inks[i] = g
	noise := int(plane.Quantile(g.Pix, .5))
	b.Floor[i] = uint8(min(8+22*noise/10, 200))
	part := ink.WholeStroke
	if b.Faint {
		b.Floor[i], part = uint8(min(5+18*noise/10, 200)), ink.FaintStroke
	}
	b.Trace[i] = b.Floor[i]
	if !photo {
		b.Trace[i] = uint8(min(3+2*noise, 200))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	on := make([]bool, len(g.Pix))
	for p, v := range g.Pix {
		on[p] = v >= b.Floor[i]
	}
	all := slices.Clone(on)
	if err := b.RemoveLines(ctx, on, g.Pix, int(1.8*max(b.W, b.H)), int(math.Ceil(.25*cell))); err != nil {
		return err
	}
	var upright []int
	if b.Clued {
		b.RemoveSeams(on, g.Pix, photo)
		b.RemoveRest(on, all, g.Pix)
		upright = b.RemoveBorders(on, all, g.Pix)
	}
	for p, v := range on {
		all[p] = all[p] && !v
	}
	b.rules[i] = all
	b.Blobs[i] = slices.DeleteFunc(ink.Strokes(g, on, 6, int(1.6*max(b.W, b.H)), part), func(x ink.Blob) bool { return b.OnRule(x, upright) })
	return ctx.Err()
}

// LineOf is the clue that a place on the sheet belongs to, from 0; -1 if it is beside all.
func (b *Band) LineOf(r, c float64) int {
	v := r
	if b.Cols {
		v = c
	}
	if i := int(math.Floor(v)); i >= 0 && i < b.Lines {
		return i
	}
	return -1
}

// away is how far a place is from the body, in cells.
func (b *Band) away(r, c float64) float64 {
	if b.Cols {
		return -r
	}
	return -c
}

// A Hand is how the numbers of a board are written: with dark ink or light, and how high.
type Hand struct {
	Lighter int // 0 or 1, as band.inks
	Height  float64
}

// FindHand tries the commonest heights of blobs of both inks, and takes the one of which most
// are read as digits. Where nearly all of those of one ink are, the other one is not looked for.
func FindHand(ctx context.Context, bands []*Band, photo bool) (Hand, float64, error) {
	var best Hand
	var most float64
	lines, first := 0, 0
	for _, b := range bands {
		lines += b.Lines
		if photo {
			ink.Soften(b.Light)
		}
	}
	if plane.Quantile(bands[0].Light.Pix, .5) < 90 {
		first = 1
	}
	for _, light := range []int{first, 1 - first} {
		for _, b := range bands {
			if err := b.findInkOf(ctx, light, photo); err != nil {
				return best, 0, err
			}
		}
		sure := false
		for _, height := range heights(bands, light) {
			h := Hand{light, height}
			share, n, high, err := sample(ctx, bands, h, most*most)
			if err != nil {
				return best, 0, err
			}
			if score := share * share * math.Sqrt(float64(n)); score > most {
				best, most = h.of(high), score
			}
			sure = sure || share > .85 && n >= max(lines, 12)
		}
		if sure {
			break
		}
	}
	return best, most, nil
}

// tall is the range of digits' heights around a hand's.
func (h Hand) tall(box image.Rectangle) bool {
	d := float64(box.Dy())
	return d >= .72*h.Height && d <= 1.28*h.Height
}

func (b *Band) plausible(x ink.Blob) bool {
	w, h := float64(x.Box.Dx()), float64(x.Box.Dy())
	r, c := b.Middle(x.Box)
	return h >= 6 && h >= .15*b.H && h <= 1.05*b.H && w <= 1.3*h && w >= .1*h && b.LineOf(r, c) >= 0 && b.away(r, c) > -.05
}

// heights are the three commonest heights of blobs, those near the body counting most.
func heights(bands []*Band, light int) []float64 {
	var n [256]float64 // by the logarithm of the height, 4 % each
	bin := func(h float64) int { return min(int(math.Log(h)/math.Log(1.04)), 255) }
	for _, b := range bands {
		for _, x := range b.Blobs[light] {
			if !b.plausible(x) {
				continue
			}
			r, c := b.Middle(x.Box)
			n[bin(float64(x.Box.Dy()))] += float64(x.Peak) / (1 + max(b.away(r, c), 0))
		}
	}
	var found []float64
	for range 3 {
		best, most := 0, 0.
		for i := 2; i < len(n)-2; i++ {
			if sum := n[i-2] + n[i-1] + n[i] + n[i+1] + n[i+2]; sum > most || sum == most && n[i] > n[best] {
				best, most = i, sum
			}
		}
		if most == 0 {
			break
		}
		found = append(found, math.Pow(1.04, float64(best)+.5))
		for i := max(best-4, 0); i <= min(best+4, 255); i++ {
			n[i] = 0
		}
	}
	return found
}

// Boxes with a digit left open in them look like a 0. They are as wide as most digits never are that fill so
// much of a cell's height.
const squat, filling = .92, .8

// sample reads up to 32 blobs of a hand, and says how many there are in all, which share of them are
// digits, and how high these are; of no more than least blobs it reads none.
func sample(ctx context.Context, bands []*Band, h Hand, least float64) (share float64, n int, high []float64, err error) {
	type place struct {
		b    *Band
		x    ink.Blob
		away float64
	}
	var all []place
	for _, b := range bands {
		for _, x := range b.Blobs[h.Lighter] {
			if b.plausible(x) && h.tall(x.Box) {
				r, c := b.Middle(x.Box)
				all = append(all, place{b, x, b.away(r, c)})
			}
		}
	}
	slices.SortStableFunc(all, func(p, q place) int { return cmp.Compare(p.away, q.away) })
	if n = len(all); float64(n) <= least {
		return 0, n, nil, nil
	}
	all = all[:min(len(all), 32)]
	var seen []*sight
	for _, p := range all {
		if s := p.b.see(p.x, h.Lighter); s != nil {
			seen = append(seen, s)
		}
	}
	if err := ask(ctx, seen); err != nil || len(seen) == 0 {
		return 0, 0, nil, err
	}
	var wide []float64
	for _, p := range all {
		wide = append(wide, float64(p.x.Box.Dx())/float64(p.x.Box.Dy()))
	}
	if plane.Median(wide, 0) > squat && h.Height > filling*bands[0].H {
		return 0, n, nil, nil
	}
	for _, s := range seen {
		share += 1 - float64(s.probs[digits.Junk])
		if s.probs[digits.Junk] < .5 {
			high = append(high, s.high)
		}
	}
	return share / float64(len(all)), n, high, nil
}

// A sight is what the net sees of a blob, and what it says of it once it was asked.
type sight struct {
	cut   digits.Glyph
	high  float64 // of the blob
	probs digits.Probs
	asked bool
}

// see is what the net sees of a blob, nil if there is nothing. A blob is known by its first pixel's
// place in memory: heights that are tried have most of their blobs in common.
func (b *Band) see(x ink.Blob, lighter int) *sight {
	if s := b.seen[&x.At[0]]; s != nil {
		return s
	}
	cut, ok := b.Cut(x, lighter)
	if !ok {
		return nil
	}
	if b.seen == nil {
		b.seen = map[*int32]*sight{}
	}
	s := &sight{cut: cut, high: float64(x.Box.Dy())}
	b.seen[&x.At[0]] = s
	return s
}

// ask has the net read what it has not read before.
func ask(ctx context.Context, all []*sight) error {
	var fresh []*sight
	var cut []digits.Glyph
	for _, s := range all {
		if !s.asked {
			fresh, cut = append(fresh, s), append(cut, s.cut)
		}
	}
	probs, err := digits.Read(ctx, cut)
	for i, p := range probs {
		fresh[i].probs, fresh[i].asked = p, true
	}
	return err
}

// Cut makes the net's glyph of a blob, or of a part of whole. What else has ink nearby, rules and
// other digits, is painted over first with what lies under the ink, where it is known what is a rule.
func (b *Band) Cut(x ink.Blob, lighter int, whole ...ink.Blob) (digits.Glyph, bool) {
	const mine, others = 1, 2
	if b.owner == nil {
		b.owner = make([]uint8, len(b.Light.Pix))
	}
	mark := func(x ink.Blob, as uint8) {
		for _, p := range x.At {
			b.owner[p] = as
		}
	}
	for _, w := range whole {
		mark(w, others)
		defer mark(w, 0)
	}
	mark(x, mine)
	defer mark(x, 0)

	width := b.Light.Rect.Dx()
	margin := max(3, x.Box.Dy()/6)
	patch := image.NewGray(x.Box.Inset(-margin).Intersect(b.Light.Rect))
	g, rules := b.Inks[lighter], b.rules[lighter]
	for y := patch.Rect.Min.Y; y < patch.Rect.Max.Y; y++ {
		for px := patch.Rect.Min.X; px < patch.Rect.Max.X; px++ {
			p := y*width + px
			v := b.Light.Pix[p]
			if rules != nil && b.owner[p] != mine && g.Pix[p] >= b.Floor[lighter] &&
				(rules[p] || b.owner[p] == others || !b.beside(px, y, mine)) {
				if lighter == 1 {
					v -= g.Pix[p]
				} else {
					v += g.Pix[p]
				}
			}
			patch.Pix[(y-patch.Rect.Min.Y)*patch.Stride+px-patch.Rect.Min.X] = v
		}
	}
	return digits.Cut(patch, x.Box, func(px, py int) bool { return b.owner[py*width+px] == mine })
}

// beside tells whether a pixel touches one of that owner's.
func (b *Band) beside(x, y int, owner uint8) bool {
	width, height := b.Light.Rect.Dx(), b.Light.Rect.Dy()
	for j := max(y-1, 0); j <= min(y+1, height-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, width-1); i++ {
			if b.owner[j*width+i] == owner {
				return true
			}
		}
	}
	return false
}

// Glyphs are the digits of a band, and what may be one, read by the net one by one; rest is what has
// another size.
func (b *Band) Glyphs(ctx context.Context, h Hand) (all []Glyph, rest []ink.Blob, err error) {
	var pieces []ink.Blob
	for _, x := range b.unstacked(h) {
		if float64(x.Box.Dx()) > 3.2*h.Height || float64(x.Box.Dy()) > 1.6*h.Height {
			continue
		}
		if !h.tall(x.Box) {
			pieces = append(pieces, x)
			continue
		}
		all = b.add(all, x)
	}
	whole, rest := h.mended(pieces)
	for _, x := range whole {
		all = b.add(all, x)
	}
	small, rest := b.paired(h, all, rest)
	for _, x := range small {
		all = b.add(all, x)
	}
	var seen []*sight
	n := 0
	for _, g := range all {
		if s := b.see(g.Blob, h.Lighter); s != nil {
			seen = append(seen, s)
			all[n], all[n].form = g, formOf(&s.cut)
			n++
		}
	}
	all = all[:n]
	if err := ask(ctx, seen); err != nil {
		return nil, nil, err
	}
	for i, s := range seen {
		all[i].own, all[i].Probs = s.probs, s.probs
	}
	all = slices.DeleteFunc(all, func(g Glyph) bool {
		none := !h.tall(g.Box) && Junk(&g) > .5
		if none {
			rest = append(rest, g.Blob)
		}
		return none
	})
	all, err = b.unstruck(ctx, h, all)
	return all, rest, err
}

// Readable are the glyphs with what they may say, and what may be a number that was missed.
func (b *Band) Readable(ctx context.Context, h Hand, all []Glyph, rest []ink.Blob) ([]Glyph, error) {
	if err := b.Interpret(ctx, h, all); err != nil {
		return nil, err
	}
	return b.addUnread(h, b.strong(h, all), rest), nil
}

func (b *Band) add(all []Glyph, x ink.Blob) []Glyph {
	r, c := b.Middle(x.Box)
	line := b.LineOf(r, c)
	if line < 0 || b.away(r, c) < -.05 {
		return all
	}
	return append(all, Glyph{Blob: x, line: line, R: r, C: c})
}

// addUnread adds what has nearly a digit's size and strength, and is nowhere near another: it may be
// a number that was missed, as likely as not.
func (b *Band) addUnread(h Hand, all []Glyph, rest []ink.Blob) []Glyph {
	read := len(all)
	var peaks []float64
	for i := range all {
		peaks = append(peaks, float64(all[i].Peak))
	}
	strong := plane.Median(peaks, 255) / 2
next:
	for _, x := range rest {
		w, t := float64(x.Box.Dx()), float64(x.Box.Dy())
		if t < .5*h.Height || w < .12*h.Height || w > 2*h.Height || float64(x.Peak) < strong {
			continue
		}
		for i := range all[:read] {
			if x.Box.Overlaps(all[i].Box) {
				continue next
			}
		}
		n := len(all)
		if all = b.add(all, x); len(all) > n {
			all[n].Probs[digits.Junk] = .5
			all[n].Texts = []text{{"", .5}}
		}
	}
	return all
}

// mended are digits that were in pieces, one above another, and what is none even so.
func (h Hand) mended(pieces []ink.Blob) (whole, rest []ink.Blob) {
	slices.SortStableFunc(pieces, func(a, b ink.Blob) int { return cmp.Compare(a.Box.Min.Y, b.Box.Min.Y) })
	used := make([]bool, len(pieces))
	for i, a := range pieces {
		if used[i] {
			continue
		}
		for j := i + 1; j < len(pieces) && float64(pieces[j].Box.Min.Y-a.Box.Min.Y) < 1.25*h.Height; j++ {
			b := pieces[j]
			over := min(a.Box.Max.X, b.Box.Max.X) - max(a.Box.Min.X, b.Box.Min.X)
			both := a.Box.Union(b.Box)
			if !used[j] && 2*over >= min(a.Box.Dx(), b.Box.Dx()) && float64(both.Dy()) <= 1.25*h.Height && float64(both.Dx()) <= h.Height {
				a, used[j] = ink.Join(a, b), true
			}
		}
		if h.tall(a.Box) {
			whole = append(whole, a)
		} else {
			rest = append(rest, a)
		}
	}
	return whole, rest
}
