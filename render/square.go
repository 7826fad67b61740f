package render

import (
	"image"
	"strconv"
)

// A look is the way in which a kind of cell is drawn.
type look struct {
	ruled bool         // squares with lines around them, not tiles
	flat  ink          // colour of a cell too small for more
	on    ink          // colour of its text
	size  float32      // size of its text, as a share of the cell's side
	draw  func(*brush) // draws it on paper, or on the lines of the grid
}

var looks = [kinds]look{
	Blank:    {true, cell, text, .62, (*brush).blank},
	Filled:   {true, filled, onInk, .62, (*brush).filled},
	Crossed:  {true, cell, text, .62, (*brush).crossed},
	Open:     {true, line, text, .62, (*brush).open},
	LampOff:  {false, lampOff, onBadge, .4, (*brush).lampOff},
	LampOn:   {false, lampOn, onLamp, .4, (*brush).lampOn},
	CardDown: {false, back, onBadge, .62, (*brush).cardDown},
	CardUp:   {false, face, pip, .62, (*brush).cardUp},
	Clear:    {false, sky, onSky, .62, (*brush).clear},
	Cloudy:   {false, storm, onBadge, .62, (*brush).cloudy},
	OrbOff:   {false, orbRim, text, .34, (*brush).orbOff},
	OrbOn:    {false, orb, paper, .34, (*brush).orbOn},
	Block:    {true, block, sums, .62, (*brush).block},
	Sum:      {true, block, sums, .45, (*brush).sum},
	Digit:    {true, white, onWhite, .62, (*brush).digit},
	Hole:     {false, paper, dim, .62, (*brush).hole},
	Lamp2:    {false, lamp2, onLamp, .4, (*brush).lamp},
	Lamp3:    {false, lamp3, onBadge, .4, (*brush).lamp},
	Lamp4:    {false, lamp4, onBadge, .4, (*brush).lamp},
	Lamp5:    {false, lamp5, onBadge, .4, (*brush).lamp},
	Lamp6:    {false, lamp6, onLamp, .4, (*brush).lamp},
	Lamp7:    {false, lamp7, onBadge, .4, (*brush).lamp},
	Lamp8:    {false, lamp8, onLamp, .4, (*brush).lamp},
	Painted:  {true, filled, onInk, .62, (*brush).painted},
}

// flags gives the colour of a mark on a cell too small for more.
var flags = [marks]ink{Press: badge, Differ: differ, Proof: proof, Pick: pick, New: fresh}

var strokes = [marks]func(*brush){
	Press: (*brush).press, Differ: (*brush).differ, Proof: (*brush).proof, Pick: (*brush).pick, New: (*brush).fresh,
}

// flat returns the one colour of a cell that is too small for more: that of its mark, else that of
// its kind. On a board in colours a cell that would be paper is in the ground's colour.
func (d *drawing) flat(c *Cell) ink {
	if m := c.Mark % marks; m != NoMark {
		return flags[m]
	}
	flat := looks[c.Kind%kinds].flat
	switch {
	case d.extra == nil:
	case c.Kind == Painted && int(c.Colour) < len(d.extra)-int(shade-ground):
		return shade + ink(c.Colour)
	case flat == cell:
		return ground
	}
	return flat
}

// A brush draws one cell.
type brush struct {
	*drawing
	*Cell
	w, h      float32 // size of the cell, in pixels
	cx, cy, s float32 // its middle, and its shorter side
}

// square draws a cell with its upper left corner at x, y. It changes nothing
// around the cell, and equal cells come out equal wherever they lie.
func (d *drawing) square(what *Cell, x, y int) {
	d.at, d.clip = image.Pt(x, y), image.Rect(x, y, x+d.w, y+d.h)
	defer func() { d.at, d.clip = image.Point{}, d.img.Rect }()
	b := &brush{drawing: d, Cell: what, w: float32(d.w), h: float32(d.h)}
	b.cx, b.cy, b.s = b.w/2, b.h/2, min(b.w, b.h)
	if b.Mark == Differ && b.readable() {
		b.whole(b.plain())
	} else {
		looks[b.Kind%kinds].draw(b)
	}
	if mark := strokes[what.Mark%marks]; mark != nil {
		mark(b)
	}
	b.content()
}

// plain returns the ground of a square with nothing in it: white for digits, the board's own on a
// board in colours, else the theme's.
func (b *brush) plain() ink {
	switch {
	case b.Kind%kinds == Digit && b.Shaded:
		return shadedWhite
	case b.Kind%kinds == Digit:
		return white
	case b.extra != nil:
		return ground
	}
	return cell
}

// readable reports whether the cell has a text or pencil marks on its ground.
func (b *brush) readable() bool {
	return b.Kind%kinds != Sum && (b.Text != "" || b.Notes != 0)
}

// content draws what there is to read, on top of all else: sums, else the text, else pencil marks.
// Pencil marks are only drawn on a square's ground or on stripes.
func (b *brush) content() {
	look := &looks[b.Kind%kinds]
	on, pencil := look.on, dim
	switch {
	case b.Kind%kinds == Digit:
		pencil = noted
	case b.Mark == Differ:
		on, pencil = text, text
	}
	switch {
	case b.Kind%kinds == Sum:
		b.number(b.Down, b.FaintDown, -1, 1)
		b.number(b.Right, b.FaintRight, 1, -1)
	case b.Mark == Press && b.Text != "":
		b.write(b.Text, bold, .36*b.s, .46*b.s, b.cx, b.cy, onBadge)
	case b.Given:
		b.write(b.Text, bold, look.size*b.s, .9*b.s, b.cx, b.cy, on)
	case b.Text != "":
		b.write(b.Text, medium, look.size*b.s, min(1.3*look.size, .9)*b.s, b.cx, b.cy, on)
	case b.Mark == Differ || look.flat == cell || look.flat == white:
		b.notes(pencil)
	}
}

// number writes a sum into its half of the cell, dx and dy being -1 or 1 towards that half; it writes
// nothing for 0. Two digits of this size just fit there, so that the sums of a 30×30 can still be
// read at a chat's width.
func (b *brush) number(n int, pale bool, dx, dy float32) {
	if n != 0 {
		size, on := looks[Sum].size*b.s, sums
		if pale {
			on = faint
		}
		b.write(strconv.Itoa(n), medium, size, 1.3*size, b.cx+dx*.2*b.s, b.cy+dy*.27*b.s, on)
	}
}

// notes writes the pencil marks, each digit at its own place in three rows of three.
func (b *brush) notes(k ink) {
	for d := range 9 {
		if b.Notes>>(d+1)&1 != 0 {
			col, row := float32(d%3-1), float32(d/3-1)
			b.write(strconv.Itoa(d+1), medium, .25*b.s, b.s, b.cx+.29*col*b.s, b.cy+.29*row*b.s, k)
		}
	}
}

// Grounds.

// whole covers the cell.
func (b *brush) whole(k ink) { b.rect(0, 0, b.drawing.w, b.drawing.h, k) }

func (b *brush) blank() { b.whole(b.plain()) }
func (b *brush) digit() { b.whole(b.plain()) }
func (b *brush) block() { b.whole(block) }
func (b *brush) hole()  { b.whole(paper) }

func (b *brush) filled() {
	switch {
	case b.Prize == nil:
		b.whole(filled)
	case b.extra != nil:
		b.whole(shade)
	default:
		b.whole(prize)
	}
}

// crossed draws a cross, paler on a board in colours; none under a text.
func (b *brush) crossed() {
	b.whole(b.plain())
	switch {
	case b.Text != "":
	case b.extra != nil:
		b.wash(path{}.saltire(b.cx, b.cy, .17*b.s, max(1, .06*b.s)), legibleOn(b.hex(ground)), steps/2)
	default:
		b.fill(path{}.saltire(b.cx, b.cy, .17*b.s, max(1, .05*b.s)), cross)
	}
}

// saltire returns a cross of two strokes of thickness t that reach r from their middle.
func (p path) saltire(x, y, r, t float32) path {
	return p.stroke(x-r, y-r, x+r, y+r, t).stroke(x-r, y+r, x+r, y-r, t)
}

// open draws the colours that the cell may have, if they are several, else a question mark, unless a
// mark, a text or pencil marks are drawn there.
func (b *brush) open() {
	b.whole(b.plain())
	if may := b.may(); b.extra != nil && len(may) > 1 {
		b.swatches(may)
		return
	}
	if b.Mark != Differ && b.Mark != New && !b.readable() {
		b.write("?", medium, .5*b.s, b.s, b.cx, b.cy, cross)
	}
}

func (b *brush) sum() {
	b.whole(block)
	b.fill(path{}.stroke(0, 0, b.w, b.h, max(1, b.s/40)), slash)
}

// rounding is the radius of a tile's corners, as a share of its side.
const rounding = .14

// tile covers the cell with a rounded tile.
func (b *brush) tile(k ink) {
	b.whole(paper)
	b.fill(path{}.round(0, 0, b.w, b.h, rounding*b.s), k)
}

func (b *brush) lampOff() {
	b.tile(lampOff)
	if b.Text == "" || b.Mark == Press {
		b.fill(path{}.ring(b.cx, b.cy, .27*b.s, max(1, .035*b.s)), lampRim)
	}
}

func (b *brush) lampOn() {
	b.tile(lampOn)
	b.wash(path{}.disc(b.cx, b.cy, .38*b.s), lampGlow, steps*3/8)
	b.fill(path{}.disc(b.cx, b.cy, .27*b.s), lampGlow)
}

// lamp draws a lamp of more than two states: each state has a colour and its number.
func (b *brush) lamp() {
	state := int(b.Kind%kinds-Lamp2) + 2
	b.tile(lamp2 + ink(state-2))
	if b.Text == "" && b.Mark != Press {
		on := onBadge
		if state == 2 || state == 6 || state == 8 { // pale colours
			on = onLamp
		}
		b.write(strconv.Itoa(state), medium, .4*b.s, b.s, b.cx, b.cy, on)
	}
}

// card returns a card's outline, d inside its edge: the largest card, three wide and four high, that
// the cell has room for.
func (b *brush) card(d float32) path {
	w, h := min(b.w, b.h*3/4), min(b.h, b.w*4/3)
	return path{}.round(b.cx-w/2+d, b.cy-h/2+d, w-2*d, h-2*d, .12*w-d/2)
}

// cardDown draws a card's back, with a frame and three hollow diamonds below each other unless the
// cell has a text.
func (b *brush) cardDown() {
	b.whole(paper)
	b.fill(b.card(0), back)
	w, h := min(b.w, b.h*3/4), min(b.h, b.w*4/3)
	if b.Text != "" {
		return
	}
	d, t := .09*w, max(1, .025*w)
	b.fill(path{}.frame(b.cx-w/2+d, b.cy-h/2+d, w-2*d, h-2*d, .06*w, t), weave)
	for i := -1; i <= 1; i++ {
		y := b.cy + float32(i)*.3*w
		b.fill(path{}.diamond(b.cx, y, .15*w).undiamond(b.cx, y, .15*w-1.5*t), weave)
	}
}

// cardUp draws a card's face with a thin edge, and a diamond unless the cell has a text.
func (b *brush) cardUp() {
	b.whole(paper)
	b.fill(b.card(0), rule)
	b.fill(b.card(max(1, .02*b.s)), face)
	if b.Text == "" {
		w := min(b.w, b.h*3/4)
		b.fill(path{}.diamond(b.cx, b.cy, .27*w), pip)
	}
}

func (p path) diamond(x, y, r float32) path {
	return p.polygon(x, y-1.25*r, x+r, y, x, y+1.25*r, x-r, y)
}

func (p path) undiamond(x, y, r float32) path {
	return p.polygon(x, y-1.25*r, x-r, y, x, y+1.25*r, x+r, y)
}

func (b *brush) clear() { b.tile(sky) }

// cloudy draws a dark tile, and a cloud of three discs on a bar unless the cell has a text.
func (b *brush) cloudy() {
	b.tile(storm)
	if b.Text != "" {
		return
	}
	u := b.s
	b.fill(path{}.
		disc(b.cx-.15*u, b.cy-.02*u, .125*u).
		disc(b.cx+.04*u, b.cy-.085*u, .175*u).
		disc(b.cx+.2*u, b.cy+.035*u, .105*u).
		round(b.cx-.305*u, b.cy-.02*u, .61*u, .17*u, .085*u), cloud)
}

func (b *brush) orbOff() {
	b.whole(paper)
	b.fill(path{}.ring(b.cx, b.cy, .3*b.s, max(1, .035*b.s)), orbRim)
}

// orbOn draws a ball in a ring, with a gleam up to the left unless the cell has a text.
func (b *brush) orbOn() {
	b.whole(paper)
	b.fill(path{}.ring(b.cx, b.cy, .42*b.s, max(1, .035*b.s)), orb)
	b.fill(path{}.disc(b.cx, b.cy, .33*b.s), orb)
	if b.Text == "" {
		b.fill(path{}.disc(b.cx-.1*b.s, b.cy-.12*b.s, .08*b.s), shine)
	}
}
