package render

// Only boards in colours have what this file draws: cells with the letter of their colour or its
// pattern, swatches of a cell's possible colours, clues as chips, and a key to the patterns.

// lettered reports whether a box, a cell or a swatch in it, has room for a letter that a phone shows
// well enough. A letter is at most .9 ems wide and 1.1 high. A box without room gets a pattern.
func (l *layout) lettered(w, h float32) bool { return w >= .9*l.least && h >= 1.1*l.least }

// painted draws a cell in its colour, with the colour's letter or, where cells are too small for
// letters, its pattern. A text of the cell's own takes the place of both. A cell whose colour the
// palette does not have looks like a filled one.
func (b *brush) painted() {
	if int(b.Colour) >= len(b.Palette) || int(b.Colour) >= MostColours {
		b.filled()
		return
	}
	b.whole(shade + ink(b.Colour))
	switch {
	case b.Text != "", b.Prize != nil:
	case b.lettered(b.s, b.s):
		b.letterOf(int(b.Colour), b.s, b.cx, b.cy)
	default:
		b.pattern(int(b.Colour), 0, 0, b.w, b.h)
	}
}

// letterOf writes the letter of a colour in a square of that side with its middle at x, y, in black
// or white, whichever is legible on that colour.
func (d *drawing) letterOf(colour int, side, x, y float32) {
	size := max(.52*side, d.least)
	d.write(string(d.Palette[colour].Letter), medium, size, 2*size, x, y, legibleOn(d.hex(shade+ink(colour))))
}

// patterns add lines and shapes to a path, so that colours can be told apart where letters are too
// small: in the box with its upper left corner at x, y, w wide and h high, with lines t thick. The
// first colour has none; then come dots, lines that rise, lines that fall, two lines across, two
// down, a cross and a ring.
var patterns = [...]func(p path, x, y, w, h, t float32) path{
	func(p path, _, _, _, _, _ float32) path { return p },
	func(p path, x, y, w, h, _ float32) path {
		for _, at := range [...][2]float32{{.28, .28}, {.72, .28}, {.28, .72}, {.72, .72}} {
			p = p.disc(x+at[0]*w, y+at[1]*h, max(1, .13*w))
		}
		return p
	},
	func(p path, x, y, w, h, t float32) path {
		return p.stroke(x, y+.5*h, x+.5*w, y, t).stroke(x, y+h, x+w, y, t).stroke(x+.5*w, y+h, x+w, y+.5*h, t)
	},
	func(p path, x, y, w, h, t float32) path {
		return p.stroke(x, y+.5*h, x+.5*w, y+h, t).stroke(x, y, x+w, y+h, t).stroke(x+.5*w, y, x+w, y+.5*h, t)
	},
	func(p path, x, y, w, h, t float32) path {
		return p.stroke(x, y+.3*h, x+w, y+.3*h, t).stroke(x, y+.7*h, x+w, y+.7*h, t)
	},
	func(p path, x, y, w, h, t float32) path {
		return p.stroke(x+.3*w, y, x+.3*w, y+h, t).stroke(x+.7*w, y, x+.7*w, y+h, t)
	},
	func(p path, x, y, w, h, t float32) path {
		return p.stroke(x, y+.5*h, x+w, y+.5*h, t).stroke(x+.5*w, y, x+.5*w, y+h, t)
	},
	func(p path, x, y, w, h, t float32) path { return p.ring(x+.5*w, y+.5*h, .32*min(w, h), t) },
}

// pattern draws a colour's pattern in a box, in three quarters black or white. From the ninth colour
// on the patterns come again, with a frame around the box.
func (d *drawing) pattern(colour int, x, y, w, h float32) {
	t := max(1, .1*min(w, h))
	p := patterns[colour%len(patterns)](nil, x, y, w, h, t)
	if colour >= len(patterns) {
		p = p.frame(x, y, w, h, 0, t)
	}
	d.wash(p, legibleOn(d.hex(shade+ink(colour))), steps*3/4)
}

// A grid of swatches shares a cell.
type grid struct {
	line       int     // swatches in a line
	edge, gap  float32 // space around them, and between two of them
	wide, high float32 // size of a swatch
}

// swatchGrid returns the places of the swatches of n colours in a cell with sides s: two halves, up
// to four quarters, or up to nine ninths.
func swatchGrid(n int, s float32) grid {
	g := grid{line: 2, edge: max(1, .08*s), gap: max(1, .05*s)}
	if n > 4 {
		g.line = 3
	}
	g.wide = (s-2*g.edge+g.gap)/float32(g.line) - g.gap
	g.high = g.wide
	if n == 2 { // halves are as high as the cell
		g.high = s - 2*g.edge
	}
	return g
}

// swatches draws the colours that a cell may have, side by side with space between them, each with
// its letter if that has room, else its pattern. The ground has an outline in the place of both. For
// more than nine colours it draws a question mark.
func (b *brush) swatches(may []ink) {
	if len(may) > 9 {
		b.write("?", medium, .5*b.s, b.s, b.cx, b.cy, legibleOn(b.hex(ground)))
		return
	}
	g := swatchGrid(len(may), b.s)
	for i, k := range may {
		x, y := g.edge+float32(i%g.line)*(g.wide+g.gap), g.edge+float32(i/g.line)*(g.high+g.gap)
		b.fill(path{}.polygon(x, y, x+g.wide, y, x+g.wide, y+g.high, x, y+g.high), k)
		switch {
		case k == ground:
			b.wash(path{}.frame(x, y, g.wide, g.high, 0, max(1, .04*b.s)), legibleOn(b.hex(ground)), 1)
		case b.lettered(g.wide, g.high):
			b.letterOf(int(k-shade), g.wide, x+g.wide/2, y+g.high/2)
		default:
			b.pattern(int(k-shade), x, y, g.wide, g.high)
		}
	}
}

// Sizes of chips, in ems of a clue's digits.
const (
	chipSide   = .25 // room at both sides of the text
	chipRoom   = .12 // the same at both sides together, in a column no wider than its cells
	chipGap    = .3  // gap between two chips of the same colour, which may not touch
	letterSize = .9  // size of the letter
)

// chipWide returns how wide a clue's chip is, in ems.
func chipWide(number, letter string) float32 { return labelWide(number, letter) + 2*chipSide }

// labelWide returns how wide a clue's number and letter are together, in ems, with .04 between them.
func labelWide(number, letter string) float32 {
	return measure(medium, number) + letterSize*measure(medium, letter) + .04
}

// chipsWide returns the width of a line of chips, in ems. Chips of different colours touch, as
// their runs may.
func (b *Board) chipsWide(clue, colours [][]int, line int) (wide float32) {
	for i := range clue[line] {
		wide += chipWide(b.label(clue, colours, line, i))
		if i > 0 && colours[line][i] == colours[line][i-1] {
			wide += chipGap
		}
	}
	return wide
}

// chip draws one clue in the box with its upper left corner at x, y, w wide and h high: number and
// letter on the clue's colour or, if faint, subdued within a frame of that colour. Digits are size
// pixels high, or smaller where number and letter would not fit the box.
func (d *drawing) chip(number, letter string, colour int, x, y, w, h, size float32, faint bool) {
	k := shade + ink(colour)
	ink, room := legibleOn(d.hex(k)), w-.12*size
	d.fill(path{}.polygon(x, y, x+w, y, x+w, y+h, x, y+h), k)
	if faint {
		t := max(1, .1*size)
		d.fill(path{}.polygon(x+t, y+t, x+w-t, y+t, x+w-t, y+h-t, x+t, y+h-t), band)
		ink = done
	}
	wide := labelWide(number, letter)
	size = min(size, room/wide)
	left := x + (w-wide*size)/2 // the number from there, the letter up to as far from the other side
	numberWide := measure(medium, number) * size
	d.write(number, medium, size, w, left+numberWide/2, y+h/2, ink)
	letterWide := measure(medium, letter) * letterSize * size
	d.write(letter, medium, letterSize*size, w, left+wide*size-letterWide/2, y+h/2+.06*size, ink)
}

// rowChips draws the clue of row r so that its last chip ends at right. Chips are 1.3 times as high
// as their digits, or as high as the cell less a pixel above and below.
func (d *drawing) rowChips(r int, right float32) {
	high := min(float32(d.h)-2, 1.3*d.clues)
	y := float32(d.y(r)) + (float32(d.h)-high)/2
	faint := r < len(d.FaintLeft) && d.FaintLeft[r]
	d.lineOfChips(d.Left, d.LeftColours, r, right-d.chipsWide(d.Left, d.LeftColours, r)*d.clues, y, high, d.clues, faint)
}

// lineOfChips draws the clue of a line from left to right, its first chip with its upper left corner
// at x, y. Chips are high pixels high, digits size.
func (d *drawing) lineOfChips(clue, colours [][]int, line int, x, y, high, size float32, faint bool) {
	for i, colour := range colours[line] {
		number, letter := d.label(clue, colours, line, i)
		if i > 0 && colour == colours[line][i-1] {
			x += chipGap * size
		}
		wide := chipWide(number, letter) * size
		left, right := float32(round(x)), float32(round(x+wide)) // whole pixels let chips touch
		d.chip(number, letter, colour, left, float32(round(y)), right-left, float32(round(high)), size, faint)
		x += wide
	}
}

// columnChips draws the clue of a column, whose last number has its middle at height foot. Between
// two chips of one colour, whose runs may not touch, there is a gap of at least two pixels, taken
// off the upper chip's height.
func (d *drawing) columnChips(c int, foot float32) {
	clue, colours := d.Top[c], d.TopColours[c]
	faint := c < len(d.FaintTop) && d.FaintTop[c]
	below := float32(round(foot + .5*float32(d.leading))) // the foot of the last chip
	for i, colour := range colours {
		number, letter := d.label(d.Top, d.TopColours, c, i)
		up, high := float32((len(clue)-i)*d.leading), float32(d.leading)
		if i+1 < len(colours) && colours[i+1] == colour {
			high -= max(2, float32(round(.16*d.clues)))
		}
		d.chip(number, letter, colour, float32(d.x(c))+1, below-up, float32(d.w)-2, high, d.clues, faint)
	}
}

// A key tells the letter of each pattern, on a picture too fine for letters in its cells or beside
// its clues.
type key struct {
	top    int // where it begins, in pixels from the picture's upper side
	across int // how many entries are in a line; 0 if there is no key
	swatch int // side of an entry's swatch, in pixels
}

// wide and high return the size of a key's entry: the swatch, its letter, and space to the next one.
func (k key) wide() int { return k.swatch * 5 / 2 }
func (k key) high() int { return k.swatch * 3 / 2 }

// key returns the place of the board's key, and makes the layout l higher by the room that the key
// takes below the board. It returns the zero key, and leaves l alone, for a board without colours
// or with room for all letters.
func (b *Board) key(l *layout) (k key) {
	if len(b.Palette) == 0 || b.Prize != nil || b.allLettered(l) {
		return k
	}
	k.swatch = round(l.least)
	// The key begins a quarter of an entry below the board, in what was the picture's lower margin.
	k.top, k.across = l.height-l.pad+k.high()/4, max(1, (l.width-2*l.pad)/k.wide())
	l.height += k.high()/4 + (min(len(b.Palette), MostColours)+k.across-1)/k.across*k.high()
	return k
}

// allLettered reports whether a phone shows all letters well enough: those of cells, of the swatches
// in them, and of clues.
func (b *Board) allLettered(l *layout) bool {
	s := float32(l.w)
	if !l.lettered(s, s) || b.LeftColours != nil && letterSize*l.clues < .999*l.least {
		return false
	}
	for i := range b.Cells {
		if n := len(b.Cells[i].may()); n > 1 && b.Cells[i].Kind == Open {
			if g := swatchGrid(n, s); !l.lettered(g.wide, g.high) {
				return false
			}
		}
	}
	return true
}

// drawKey draws the key in the room that Board.key made for it: for each colour of the palette a
// square in that colour with its pattern, and the colour's letter to the right of it. It draws
// nothing for the zero key.
func (d *drawing) drawKey(k key) {
	if k.across == 0 {
		return
	}
	side := float32(k.swatch)
	for i := range d.extra[shade-ground:] { // the palette's colours, as a picture shows them
		x, y := float32(d.x0+i%k.across*k.wide()), float32(k.top+i/k.across*k.high())
		d.fill(path{}.polygon(x, y, x+side, y, x+side, y+side, x, y+side), shade+ink(i))
		d.pattern(i, x, y, side, side)
		// The letter's middle is .45 of a swatch behind the swatch's right side.
		d.write(string(d.Palette[i].Letter), medium, d.least, side, x+1.45*side, y+side/2, text)
	}
}
