package vision

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
)

// A band is where the clues of the rows stand, left of the body, or those of the columns,
// above it.
type band struct {
	strip

	faint bool // its digits may have strokes that are hardly seen

	inks  [2]*image.Gray // dark and light ink
	floor [2]uint8       // weaker ink is none
	trace [2]uint8       // a rule may be as weak as this: along its length it cannot be noise
	blobs [2][]blob
	rules [2][]bool // which pixels were of straight lines
	owner []uint8   // for cut: whose ink a pixel is
	seen  map[*int32]*sight
	pen   float64 // how strong the ink of digits is that are not greyed
}

// A glyph is ink of about a digit's size, and what the net says of it.
type glyph struct {
	blob
	line  int
	r, c  float64      // its middle, in cells
	own   digits.Probs // what the net says of it
	probs digits.Probs // and of all that look like it
	form  *form
	shape *shape // nil if it was not read

	ruled  bool   // a rule parts it from what is before it in its row, where numbers have boxes
	struck bool   // a stroke through it was taken out
	read   []text // what the net says it may say
	texts  []text // and what it may say in its place, the likeliest first
}

// A text is one way to read a glyph: digits, or none if it is no digit.
type text struct {
	digits string
	p      float64
}

// findInk fills in the blobs of both inks.
func (b *band) findInk(ctx context.Context, photo bool) error {
	if photo {
		soften(b.light)
	}
	for i := range b.inks {
		if err := b.findInkOf(ctx, i, photo); err != nil {
			return err
		}
	}
	return nil
}

// findInkOf fills in those of the dark ink, or of the light one.
func (b *band) findInkOf(ctx context.Context, i int, photo bool) error {
	cell := min(b.w, b.h)
	pen := int(math.Round(.35 * cell))
	g := ink(b.light, pen, pen, i == 1)
	b.inks[i] = g
	noise := int(quantile(g.Pix, .5))
	b.floor[i] = uint8(min(8+22*noise/10, 200))
	part := wholeStroke
	if b.faint {
		b.floor[i], part = uint8(min(5+18*noise/10, 200)), faintStroke
	}
	b.trace[i] = b.floor[i]
	if !photo {
		b.trace[i] = uint8(min(3+2*noise, 200))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	on := make([]bool, len(g.Pix))
	for p, v := range g.Pix {
		on[p] = v >= b.floor[i]
	}
	all := slices.Clone(on)
	if err := b.removeLines(ctx, on, g.Pix, int(1.8*max(b.w, b.h)), int(math.Ceil(.25*cell))); err != nil {
		return err
	}
	var upright []int
	if b.clued {
		b.removeSeams(on, g.Pix, photo)
		b.removeRest(on, all, g.Pix)
		upright = b.removeBorders(on, all, g.Pix)
	}
	for p, v := range on {
		all[p] = all[p] && !v
	}
	b.rules[i] = all
	b.blobs[i] = slices.DeleteFunc(strokes(g, on, 6, int(1.6*max(b.w, b.h)), part), func(x blob) bool { return b.onRule(x, upright) })
	return ctx.Err()
}

// lineOf is the clue that a place on the sheet belongs to, from 0; -1 if it is beside all.
func (b *band) lineOf(r, c float64) int {
	v := r
	if b.cols {
		v = c
	}
	if i := int(math.Floor(v)); i >= 0 && i < b.lines {
		return i
	}
	return -1
}

// away is how far a place is from the body, in cells.
func (b *band) away(r, c float64) float64 {
	if b.cols {
		return -r
	}
	return -c
}

// A hand is how the numbers of a board are written: with dark ink or light, and how high.
type hand struct {
	lighter int // 0 or 1, as band.inks
	height  float64
}

// findHand tries the commonest heights of blobs of both inks, and takes the one of which most
// are read as digits. Where nearly all of those of one ink are, the other one is not looked for.
func findHand(ctx context.Context, bands []*band, photo bool) (hand, float64, error) {
	var best hand
	var most float64
	lines, first := 0, 0
	for _, b := range bands {
		lines += b.lines
		if photo {
			soften(b.light)
		}
	}
	if quantile(bands[0].light.Pix, .5) < 90 {
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
			h := hand{light, height}
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
func (h hand) tall(box image.Rectangle) bool {
	d := float64(box.Dy())
	return d >= .72*h.height && d <= 1.28*h.height
}

func (b *band) plausible(x blob) bool {
	w, h := float64(x.box.Dx()), float64(x.box.Dy())
	r, c := b.middle(x.box)
	return h >= 6 && h >= .15*b.h && h <= 1.05*b.h && w <= 1.3*h && w >= .1*h && b.lineOf(r, c) >= 0 && b.away(r, c) > -.05
}

// heights are the three commonest heights of blobs, those near the body counting most.
func heights(bands []*band, light int) []float64 {
	var n [256]float64 // by the logarithm of the height, 4 % each
	bin := func(h float64) int { return min(int(math.Log(h)/math.Log(1.04)), 255) }
	for _, b := range bands {
		for _, x := range b.blobs[light] {
			if !b.plausible(x) {
				continue
			}
			r, c := b.middle(x.box)
			n[bin(float64(x.box.Dy()))] += float64(x.peak) / (1 + max(b.away(r, c), 0))
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
func sample(ctx context.Context, bands []*band, h hand, least float64) (share float64, n int, high []float64, err error) {
	type place struct {
		b    *band
		x    blob
		away float64
	}
	var all []place
	for _, b := range bands {
		for _, x := range b.blobs[h.lighter] {
			if b.plausible(x) && h.tall(x.box) {
				r, c := b.middle(x.box)
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
		if s := p.b.see(p.x, h.lighter); s != nil {
			seen = append(seen, s)
		}
	}
	if err := ask(ctx, seen); err != nil || len(seen) == 0 {
		return 0, 0, nil, err
	}
	var wide []float64
	for _, p := range all {
		wide = append(wide, float64(p.x.box.Dx())/float64(p.x.box.Dy()))
	}
	if median(wide, 0) > squat && h.height > filling*bands[0].h {
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
func (b *band) see(x blob, lighter int) *sight {
	if s := b.seen[&x.at[0]]; s != nil {
		return s
	}
	cut, ok := b.cut(x, lighter)
	if !ok {
		return nil
	}
	if b.seen == nil {
		b.seen = map[*int32]*sight{}
	}
	s := &sight{cut: cut, high: float64(x.box.Dy())}
	b.seen[&x.at[0]] = s
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

// cut makes the net's glyph of a blob, or of a part of whole. What else has ink nearby, rules and
// other digits, is painted over first with what lies under the ink, where it is known what is a rule.
func (b *band) cut(x blob, lighter int, whole ...blob) (digits.Glyph, bool) {
	const mine, others = 1, 2
	if b.owner == nil {
		b.owner = make([]uint8, len(b.light.Pix))
	}
	mark := func(x blob, as uint8) {
		for _, p := range x.at {
			b.owner[p] = as
		}
	}
	for _, w := range whole {
		mark(w, others)
		defer mark(w, 0)
	}
	mark(x, mine)
	defer mark(x, 0)

	width := b.light.Rect.Dx()
	margin := max(3, x.box.Dy()/6)
	patch := image.NewGray(x.box.Inset(-margin).Intersect(b.light.Rect))
	g, rules := b.inks[lighter], b.rules[lighter]
	for y := patch.Rect.Min.Y; y < patch.Rect.Max.Y; y++ {
		for px := patch.Rect.Min.X; px < patch.Rect.Max.X; px++ {
			p := y*width + px
			v := b.light.Pix[p]
			if rules != nil && b.owner[p] != mine && g.Pix[p] >= b.floor[lighter] &&
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
	return digits.Cut(patch, x.box, func(px, py int) bool { return b.owner[py*width+px] == mine })
}

// beside tells whether a pixel touches one of that owner's.
func (b *band) beside(x, y int, owner uint8) bool {
	width, height := b.light.Rect.Dx(), b.light.Rect.Dy()
	for j := max(y-1, 0); j <= min(y+1, height-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, width-1); i++ {
			if b.owner[j*width+i] == owner {
				return true
			}
		}
	}
	return false
}

// glyphs are the digits of a band, and what may be one, read by the net one by one; rest is what has
// another size.
func (b *band) glyphs(ctx context.Context, h hand) (all []glyph, rest []blob, err error) {
	var pieces []blob
	for _, x := range b.unstacked(h) {
		if float64(x.box.Dx()) > 3.2*h.height || float64(x.box.Dy()) > 1.6*h.height {
			continue
		}
		if !h.tall(x.box) {
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
		if s := b.see(g.blob, h.lighter); s != nil {
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
		all[i].own, all[i].probs = s.probs, s.probs
	}
	all = slices.DeleteFunc(all, func(g glyph) bool {
		none := !h.tall(g.box) && junk(&g) > .5
		if none {
			rest = append(rest, g.blob)
		}
		return none
	})
	all, err = b.unstruck(ctx, h, all)
	return all, rest, err
}

// readable are the glyphs with what they may say, and what may be a number that was missed.
func (b *band) readable(ctx context.Context, h hand, all []glyph, rest []blob) ([]glyph, error) {
	if err := b.interpret(ctx, h, all); err != nil {
		return nil, err
	}
	return b.addUnread(h, b.strong(h, all), rest), nil
}

func (b *band) add(all []glyph, x blob) []glyph {
	r, c := b.middle(x.box)
	line := b.lineOf(r, c)
	if line < 0 || b.away(r, c) < -.05 {
		return all
	}
	return append(all, glyph{blob: x, line: line, r: r, c: c})
}

// addUnread adds what has nearly a digit's size and strength, and is nowhere near another: it may be
// a number that was missed, as likely as not.
func (b *band) addUnread(h hand, all []glyph, rest []blob) []glyph {
	read := len(all)
	var peaks []float64
	for i := range all {
		peaks = append(peaks, float64(all[i].peak))
	}
	strong := median(peaks, 255) / 2
next:
	for _, x := range rest {
		w, t := float64(x.box.Dx()), float64(x.box.Dy())
		if t < .5*h.height || w < .12*h.height || w > 2*h.height || float64(x.peak) < strong {
			continue
		}
		for i := range all[:read] {
			if x.box.Overlaps(all[i].box) {
				continue next
			}
		}
		n := len(all)
		if all = b.add(all, x); len(all) > n {
			all[n].probs[digits.Junk] = .5
			all[n].texts = []text{{"", .5}}
		}
	}
	return all
}

// mended are digits that were in pieces, one above another, and what is none even so.
func (h hand) mended(pieces []blob) (whole, rest []blob) {
	slices.SortStableFunc(pieces, func(a, b blob) int { return cmp.Compare(a.box.Min.Y, b.box.Min.Y) })
	used := make([]bool, len(pieces))
	for i, a := range pieces {
		if used[i] {
			continue
		}
		for j := i + 1; j < len(pieces) && float64(pieces[j].box.Min.Y-a.box.Min.Y) < 1.25*h.height; j++ {
			b := pieces[j]
			over := min(a.box.Max.X, b.box.Max.X) - max(a.box.Min.X, b.box.Min.X)
			both := a.box.Union(b.box)
			if !used[j] && 2*over >= min(a.box.Dx(), b.box.Dx()) && float64(both.Dy()) <= 1.25*h.height && float64(both.Dx()) <= h.height {
				a, used[j] = joined(a, b), true
			}
		}
		if h.tall(a.box) {
			whole = append(whole, a)
		} else {
			rest = append(rest, a)
		}
	}
	return whole, rest
}
