package render

import "strconv"

// The marks. Each has a shape of its own: a disc, stripes, a ring or four corners, a frame, a bar or a dot.
// They lie on the cell with a halo around them, and leave the cell's size alone.

// press draws a disc with a rim, and a dot in it unless the cell has a text, which content writes
// there.
func (b *brush) press() {
	r := .29 * b.s
	b.fill(path{}.disc(b.cx, b.cy, r+max(1, .05*b.s)), onBadge)
	b.fill(path{}.disc(b.cx, b.cy, r), badge)
	if b.Text == "" {
		b.fill(path{}.disc(b.cx, b.cy, .1*b.s), onBadge)
	}
}

// differ draws stripes, paler where a text or pencil marks are to be read on them. A cell with
// swatches, which say how it differs, has a thin frame instead.
func (b *brush) differ() {
	switch {
	case b.Kind%kinds == Sum:
		b.stripes(slash)
	case b.Kind%kinds == Digit && b.readable():
		b.stripes(query)
	case b.readable():
		b.stripes(tint)
	case b.extra != nil && len(b.may()) > 1: // the swatches show how it differs
		b.fill(path{}.frame(0, 0, b.w, b.h, 0, max(1, .05*b.s)), differ)
	default:
		b.stripes(differ)
	}
	b.set()
}

// set draws the frame of a cell's set, and its number unless a pencil mark stands there: an unbroken
// frame for the first set, a dashed one for the second, and a double one for the third.
func (b *brush) set() {
	if b.Set < 1 || b.Set > MostSets {
		return
	}
	t, o, k := max(2, .09*b.s), max(1, .035*b.s), [MostSets]ink{pick, fresh, orb}[b.Set-1]
	b.fill(path{}.frame(0, 0, b.w, b.h, 0, t+o), halo)
	switch b.Set {
	case 1:
		b.fill(path{}.frame(0, 0, b.w, b.h, 0, t), k)
	case 2:
		b.fill(path{}.dashes(b.w, b.h, t), k)
	case 3:
		b.fill(path{}.frame(0, 0, b.w, b.h, 0, t/2).frame(t, t, b.w-2*t, b.h-2*t, 0, t/2), k)
	}
	if b.Notes>>9&1 == 0 {
		b.badge(strconv.Itoa(b.Set), k, halo)
	}
}

// dashes adds the sides of a frame along the inside of a box, each as three dashes of thickness t.
func (p path) dashes(w, h, t float32) path {
	for i := range 3 {
		from, to := (float32(i)+.15)/3, (float32(i)+.85)/3
		p = p.polygon(from*w, 0, to*w, 0, to*w, t, from*w, t).
			polygon(from*w, h-t, to*w, h-t, to*w, h, from*w, h).
			polygon(0, from*h, t, from*h, t, to*h, 0, to*h).
			polygon(w-t, from*h, w, from*h, w, to*h, w-t, to*h)
	}
	return p
}

// stripes draws four stripes that run up to the right across the cell, or two on a cell of less than
// 16 pixels.
func (b *brush) stripes(k ink) {
	n := float32(4)
	if b.s < 16 {
		n = 2
	}
	step := 2 * b.w / n
	for i := range int(n) {
		lo, hi := float32(i)*step+step/4, float32(i)*step+step*3/4
		b.fill(path{}.band(0, 0, b.w, b.h, lo, hi), k)
	}
}

// band returns the part of a box where lo ≤ x+y ≤ hi, from its upper left corner.
func (p path) band(x, y, w, h, lo, hi float32) path {
	hi = min(hi, w+h)
	p = p.move(x+min(lo, w), y+max(0, lo-w))
	if lo < w && hi > w {
		p = p.line(x+w, y)
	}
	p = p.line(x+min(hi, w), y+max(0, hi-w)).line(x+max(0, hi-h), y+min(hi, h))
	if lo < h && hi > h {
		p = p.line(x, y+h)
	}
	return p.line(x+max(0, lo-h), y+min(lo, h))
}

// proof draws a ring within a halo around what stands in a square: a mistake. Around other cells, whose own look may be
// round, it draws the four corners of a frame, and the tag, the weight of a lamp, on a badge.
func (b *brush) proof() {
	switch b.Kind % kinds {
	case Blank, Open, Filled, Crossed, Painted, Digit:
		r, t, o := .4*b.s, max(2, .08*b.s), max(1, .03*b.s)
		b.fill(path{}.ring(b.cx, b.cy, r+o, t+2*o), halo)
		b.fill(path{}.ring(b.cx, b.cy, r, t), proof)
		b.pill(proof, halo)
		return
	}
	t, n, o := max(2, .08*b.s), .27*b.s, float32(max(1, round(.02*b.s)))
	b.fill(path{}.brackets(0, b.w, b.h, t+2*o, n+2*o), halo)
	b.fill(path{}.brackets(o, b.w-o, b.h-o, t, n), proof)
	b.pill(proof, halo)
}

// brackets adds the four corners of a frame that reaches from x, x to X, Y. Each has two arms, t
// thick and n long.
func (p path) brackets(x, X, Y, t, n float32) path {
	return p.
		polygon(x, x, x+n, x, x+n, x+t, x+t, x+t, x+t, x+n, x, x+n).
		polygon(X, x, X, x+n, X-t, x+n, X-t, x+t, X-n, x+t, X-n, x).
		polygon(X, Y, X-n, Y, X-n, Y-t, X-t, Y-t, X-t, Y-n, X, Y-n).
		polygon(x, Y, x, Y-n, x+t, Y-n, x+t, Y-t, x+n, Y-t, x+n, Y)
}

// pick draws a frame along the cell's edge, with a halo inside it.
func (b *brush) pick() {
	t, o := max(2, .08*b.s), max(1, .035*b.s)
	b.fill(path{}.frame(0, 0, b.w, b.h, rounding*b.s, t+o), halo)
	b.fill(path{}.frame(0, 0, b.w, b.h, rounding*b.s, t), pick)
}

// fresh tints a square. A filled cell is bright with a dark dot, and a cleared one dim with an
// empty dot, so that the two differ without colour, too. Other squares and tiles have a bar at
// their foot. The number of the step replaces the dot, or stands on the bar.
func (b *brush) fresh() {
	if b.extra != nil { // a tint would be one more colour
		b.bar()
		return
	}
	switch b.Kind % kinds {
	case Filled:
		b.whole(fresh)
		if b.tag(.56, halo) {
			return
		}
		b.fill(path{}.disc(b.cx, b.cy, .17*b.s), halo)
	case Blank, Crossed, Open:
		b.whole(freshCell)
		switch {
		case b.readable():
			b.bar()
		case b.tag(.56, fresh):
		case b.Kind == Crossed:
			b.fill(path{}.saltire(b.cx, b.cy, .24*b.s, max(2, .1*b.s)), fresh)
		default:
			b.fill(path{}.ring(b.cx, b.cy, .24*b.s, max(1, .09*b.s)), fresh)
		}
	case Digit:
		b.whole(freshWhite)
		t := max(2, .06*b.s) // thin enough for the pencil marks above it
		b.fill(path{}.polygon(0, b.h-t, b.w, b.h-t, b.w, b.h, 0, b.h), freshBlock)
		if b.Notes == 0 {
			b.pill(freshBlock, onBadge)
		}
	case Block, Sum:
		b.whole(freshBlock)
		if b.Kind == Sum {
			b.fill(path{}.stroke(0, 0, b.w, b.h, max(1, b.s/40)), slash)
		}
		b.bar()
	default:
		b.bar()
	}
}

// tag writes the tag into the middle of the cell, `size` of its side high, and returns true. It
// returns false, and writes nothing, if the cell has no tag or the text would be too small to read.
func (b *brush) tag(size float32, k ink) bool {
	if b.Tag == "" || size*b.s < smallest {
		return false
	}
	b.write(b.Tag, bold, size*b.s, .86*b.s, b.cx, b.cy, k)
	return true
}

// bar draws a bar at the cell's foot or, if the cell has a tag, the tag on a badge in its place.
func (b *brush) bar() {
	if b.Tag != "" {
		b.pill(fresh, halo)
		return
	}
	o := max(1, .03*b.s)
	t := max(2, .11*b.s)
	b.fill(path{}.round(.14*b.w-o, b.h-t-2*o, .72*b.w+2*o, t+2*o, t), halo)
	b.fill(path{}.round(.14*b.w, b.h-t-o, .72*b.w, t, t/2), fresh)
}

// pill draws the tag, in the ink on, on a badge of the ink k; nothing if the cell has no tag.
func (b *brush) pill(k, on ink) {
	if b.Tag != "" {
		b.badge(b.Tag, k, on)
	}
}

// badge draws a text, in the ink on, on a badge of the ink k in the lower right corner.
func (b *brush) badge(tag string, k, on ink) {
	size := max(.24*b.s, smallest)
	h, o := 1.25*size, max(1, .03*b.s)
	w := max(h, min(measure(bold, tag)*size+.6*size, b.w-2*o))
	x, y := b.w-w-o, b.h-h-o
	b.fill(path{}.round(x-o, y-o, w+2*o, h+2*o, h), halo)
	b.fill(path{}.round(x, y, w, h, h/2), k)
	b.write(tag, bold, size, w-.3*size, x+w/2, y+h/2, on)
}
