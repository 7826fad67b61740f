package render

import (
	"image"
	"strconv"
)

// A look is how a kind of cell is drawn.
type look struct {
	ruled bool         // a square with lines around it, not a tile
	flat  ink          // its colour where there is room for nothing else
	on    ink          // its text's colour
	size  float32      // its text's size, as a share of the cell's side
	draw  func(*brush) // on paper, or on the lines of the grid
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
	Digit:    {true, cell, text, .62, (*brush).blank},
	Hole:     {false, paper, dim, .62, (*brush).hole},
	Lamp2:    {false, lamp2, onLamp, .4, (*brush).lamp},
	Lamp3:    {false, lamp3, onBadge, .4, (*brush).lamp},
	Lamp4:    {false, lamp4, onBadge, .4, (*brush).lamp},
	Lamp5:    {false, lamp5, onBadge, .4, (*brush).lamp},
	Lamp6:    {false, lamp6, onLamp, .4, (*brush).lamp},
	Lamp7:    {false, lamp7, onBadge, .4, (*brush).lamp},
	Lamp8:    {false, lamp8, onLamp, .4, (*brush).lamp},
}

// flags is a mark where there is room for nothing but its colour.
var flags = [marks]ink{Press: badge, Differ: differ, Proof: proof, Pick: pick, New: fresh}

var strokes = [marks]func(*brush){
	Press: (*brush).press, Differ: (*brush).differ, Proof: (*brush).proof, Pick: (*brush).pick, New: (*brush).fresh,
}

// flat is the one colour of a cell that is too small for more.
func (c *Cell) flat() ink {
	if m := c.Mark % marks; m != NoMark {
		return flags[m]
	}
	return looks[c.Kind%kinds].flat
}

// A brush draws one cell.
type brush struct {
	*drawing
	*Cell
	x, y, w, h float32 // what to draw on, in pixels
	cx, cy, s  float32 // its middle, and its shorter side
	inset      bool    // a part of the cell, inside a mark
}

// square draws a cell with its upper left corner at x, y. It changes nothing
// around the cell, and equal cells come out equal wherever they lie.
func (d *drawing) square(what *Cell, x, y int) {
	d.at, d.clip = image.Pt(x, y), image.Rect(x, y, x+d.w, y+d.h)
	defer func() { d.at, d.clip = image.Point{}, d.img.Rect }()
	b := &brush{drawing: d, Cell: what, w: float32(d.w), h: float32(d.h)}
	b.cx, b.cy, b.s = b.w/2, b.h/2, min(b.w, b.h)
	b.ground()
	if mark := strokes[what.Mark%marks]; mark != nil {
		mark(b)
	}
	b.content()
}

// ground draws what the cell is. Inside a frame or brackets it is smaller, so
// that they stand on plain ground whatever it is.
func (b *brush) ground() {
	inner := *b
	switch {
	case b.Mark == Differ && b.readable():
		b.whole(cell)
		return
	case b.framed():
		b.whole(b.plain())
		d := float32(round(.13 * b.s))
		inner = brush{b.drawing, b.Cell, b.x + d, b.y + d, b.w - 2*d, b.h - 2*d, b.cx, b.cy, b.s - 2*d, true}
	}
	looks[b.Kind%kinds].draw(&inner)
}

// framed says whether the mark stands around the cell.
func (b *brush) framed() bool { return b.Mark == Proof || b.Mark == Pick }

// plain is the ground that the kind of cell lies on.
func (b *brush) plain() ink {
	if looks[b.Kind%kinds].ruled {
		return cell
	}
	return paper
}

// readable says whether the cell has a text or pencil marks on its ground.
func (b *brush) readable() bool {
	return b.Kind%kinds != Sum && (b.Text != "" || b.Notes != 0)
}

// content draws what there is to read, on top of all else.
func (b *brush) content() {
	look := &looks[b.Kind%kinds]
	on := look.on
	if b.Mark == Differ {
		on = text
	}
	switch {
	case b.Kind%kinds == Sum:
		b.number(b.Down, b.FaintDown, -1, 1)
		b.number(b.Right, b.FaintRight, 1, -1)
	case b.Mark == Press && b.Text != "":
		b.write(short(b.Text), bold, .36*b.s, .46*b.s, b.cx, b.cy, onBadge)
	case b.Text != "":
		size := look.size * b.s
		if b.framed() && look.flat != cell {
			size *= .7
		}
		b.write(short(b.Text), medium, size, 1.3*size, b.cx, b.cy, on)
	case b.Mark == Differ:
		b.notes(text)
	case look.flat == cell:
		b.notes(dim)
	}
}

// short is the first three characters of a text.
func short(s string) string {
	n := 0
	for i := range s {
		if n++; n > 3 {
			return s[:i]
		}
	}
	return s
}

// number writes a sum into its half of the cell. Two digits of this size just fit
// there, so that the sums of a 30×30 can still be read at a chat's width.
func (b *brush) number(n int, pale bool, dx, dy float32) {
	if n != 0 {
		size, on := looks[Sum].size*b.s, sums
		if pale {
			on = faint
		}
		b.write(strconv.Itoa(n), medium, size, 1.3*size, b.cx+dx*.2*b.s, b.cy+dy*.27*b.s, on)
	}
}

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
func (b *brush) whole(k ink) {
	if b.inset {
		b.fill(path{}.round(b.x, b.y, b.w, b.h, .08*b.s), k)
		return
	}
	b.rect(int(b.x), int(b.y), int(b.w), int(b.h), k)
}

func (b *brush) blank()  { b.whole(cell) }
func (b *brush) filled() { b.whole(filled) }
func (b *brush) block()  { b.whole(block) }
func (b *brush) hole()   { b.whole(paper) }

func (b *brush) crossed() {
	b.whole(cell)
	if b.Text == "" {
		b.saltire(.17*b.s, max(1, .05*b.s), cross)
	}
}

// saltire is a cross of two strokes that reach r from the middle.
func (b *brush) saltire(r, t float32, k ink) {
	b.fill(path{}.stroke(b.cx-r, b.cy-r, b.cx+r, b.cy+r, t).stroke(b.cx-r, b.cy+r, b.cx+r, b.cy-r, t), k)
}

func (b *brush) open() {
	b.whole(cell)
	if b.Mark != Differ && !b.readable() {
		b.write("?", medium, .5*b.s, b.s, b.cx, b.cy, cross)
	}
}

func (b *brush) sum() {
	b.whole(block)
	b.fill(path{}.stroke(b.x, b.y, b.x+b.w, b.y+b.h, max(1, b.s/40)), slash)
}

// rounding is the radius of a tile's corners, as a share of its side.
const rounding = .14

// tile covers the cell with a rounded tile.
func (b *brush) tile(k ink) {
	b.whole(paper)
	b.fill(path{}.round(b.x, b.y, b.w, b.h, rounding*b.s), k)
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

// lamp is a lamp of many states: each has a colour and its number.
func (b *brush) lamp() {
	state := int(b.Kind%kinds-Lamp2) + 2
	b.tile(lamp2 + ink(state-2))
	if b.Text == "" && b.Mark != Press {
		on := onBadge
		if state == 2 || state == 6 || state == 8 { // pale
			on = onLamp
		}
		b.write(strconv.Itoa(state), medium, .4*b.s, b.s, b.cx, b.cy, on)
	}
}

// card is a card's outline, inset by d.
func (b *brush) card(d float32) path {
	w, h := min(b.w, b.h*3/4), min(b.h, b.w*4/3)
	return path{}.round(b.cx-w/2+d, b.cy-h/2+d, w-2*d, h-2*d, .12*w-d/2)
}

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

func (b *brush) orbOn() {
	b.whole(paper)
	b.fill(path{}.ring(b.cx, b.cy, .42*b.s, max(1, .035*b.s)), orb)
	b.fill(path{}.disc(b.cx, b.cy, .33*b.s), orb)
	if b.Text == "" {
		b.fill(path{}.disc(b.cx-.1*b.s, b.cy-.12*b.s, .08*b.s), shine)
	}
}

// Marks. Each has a shape of its own: a disc, stripes, four brackets, a frame,
// a folded corner.

func (b *brush) press() {
	r := .29 * b.s
	b.fill(path{}.disc(b.cx, b.cy, r+max(1, .05*b.s)), onBadge)
	b.fill(path{}.disc(b.cx, b.cy, r), badge)
	if b.Text == "" {
		b.fill(path{}.disc(b.cx, b.cy, .1*b.s), onBadge)
	}
}

func (b *brush) differ() {
	switch {
	case b.Kind%kinds == Sum:
		b.stripes(slash)
	case b.readable():
		b.stripes(tint)
	default:
		b.stripes(differ)
	}
}

// stripes run up to the right across the cell.
func (b *brush) stripes(k ink) {
	n := float32(4)
	if b.s < 16 {
		n = 2
	}
	step := 2 * b.w / n
	for i := range int(n) {
		lo, hi := float32(i)*step+step/4, float32(i)*step+step*3/4
		b.fill(path{}.band(b.x, b.y, b.w, b.h, lo, hi), k)
	}
}

// band is the part of a box where lo ≤ x+y ≤ hi, from its upper left corner.
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

func (b *brush) proof() { b.brackets(float32(round(.02*b.s)), max(2, .075*b.s), .34*b.s, proof) }

// brackets are a frame's four corners, inset by d, thick t and long n.
func (b *brush) brackets(d, t, n float32, k ink) {
	x, y, X, Y := b.x+d, b.y+d, b.x+b.w-d, b.y+b.h-d
	b.fill(path{}.
		polygon(x, y, x+n, y, x+n, y+t, x+t, y+t, x+t, y+n, x, y+n).
		polygon(X, y, X, y+n, X-t, y+n, X-t, y+t, X-n, y+t, X-n, y).
		polygon(X, Y, X-n, Y, X-n, Y-t, X-t, Y-t, X-t, Y-n, X, Y-n).
		polygon(x, Y, x, Y-n, x+t, Y-n, x+t, Y-t, x+n, Y-t, x+n, Y), k)
}

func (b *brush) pick() {
	d := float32(round(.02 * b.s))
	b.fill(path{}.frame(b.x+d, b.y+d, b.w-2*d, b.h-2*d, rounding*b.s, max(2, .075*b.s)), pick)
}

func (b *brush) fresh() {
	n, d, r := .3*b.s, 2*max(1, .03*b.s), float32(0)
	if !looks[b.Kind%kinds].ruled {
		r = rounding * b.s
	}
	b.fill(path{}.flap(b.x+b.w, b.y, n+d, r), halo)
	b.fill(path{}.flap(b.x+b.w, b.y, n, r), fresh)
}

// flap is the corner at x, y folded over by n, itself rounded by r.
func (p path) flap(x, y, n, r float32) path {
	k := r * (1 - bow)
	return p.move(x-n, y).line(x-r, y).cube(x-k, y, x, y+k, x, y+r).line(x, y+n)
}
