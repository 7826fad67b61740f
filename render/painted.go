package render

// Only boards in colours have what this file draws: cells with the letter of their colour or its
// pattern, swatches of a cell's possible colours, clues as chips, and a key to the patterns.

// letterWide is the least width of a cell, in pixels, whose letter can be read in a picture seen at
// seenWide pixels. Smaller cells have patterns.
const (
	letterWide = 14
	seenWide   = 550
)

// lettered reports whether cells have their colours' letters: whether they are about letterWide
// wide where the picture is seen, which shrinks one wider than seenWide to that.
func (l *layout) lettered() bool {
	return float32(l.w)*min(seenWide/float32(max(l.width, 1)), 1) >= letterWide-.5
}

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
	case b.lettered():
		b.letterOf(int(b.Colour), .52*b.s, b.cx, b.cy)
	default:
		b.pattern(int(b.Colour), 0, 0, b.w, b.h)
	}
}

// letterOf writes the letter of a colour, size pixels high, with its middle at x, y, in black or
// white, whichever is legible on that colour.
func (d *drawing) letterOf(colour int, size, x, y float32) {
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

// swatches draws the colours that a cell may have, side by side with space between them: two
// halves, up to four quarters, or up to nine ninths, each with its letter if that has room, else
// its pattern. The ground has an outline in the place of both. For more than nine colours it draws a
// question mark.
func (b *brush) swatches(may []ink) {
	n := 2 // swatches in a line
	switch {
	case len(may) > 9:
		b.write("?", medium, .5*b.s, b.s, b.cx, b.cy, legibleOn(b.hex(ground)))
		return
	case len(may) > 4:
		n = 3
	}
	edge, gap := max(1, .08*b.s), max(1, .05*b.s)
	w, h := (b.w-2*edge+gap)/float32(n), (b.h-2*edge+gap)/float32(n)
	for i, k := range may {
		x, y, wide := edge+float32(i%n)*w, edge+float32(i/n)*h, w-gap
		high := h - gap
		if len(may) == 2 { // halves are as high as the cell
			high = b.h - 2*edge
		}
		b.fill(path{}.polygon(x, y, x+wide, y, x+wide, y+high, x, y+high), k)
		switch {
		case k == ground:
			b.wash(path{}.frame(x, y, wide, high, 0, max(1, .04*b.s)), legibleOn(b.hex(ground)), 1)
		case min(wide, high) >= letterWide:
			b.letterOf(int(k-shade), .6*min(wide, high), x+wide/2, y+high/2)
		default:
			b.pattern(int(k-shade), x, y, wide, high)
		}
	}
}

// Sizes of chips, in ems of a clue's digits.
const (
	chipSide   = .35 // room at both sides of the text
	chipGap    = .3  // gap between two chips of the same colour, which may not touch
	letterSize = .74 // size of the letter
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
	y := float32(d.rowY(r)) + (float32(d.h)-high)/2
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
		d.chip(number, letter, colour, float32(d.colX(c))+1, below-up, float32(d.w)-2, high, d.clues, faint)
	}
}

// A key tells the letter of each pattern, on a picture too fine for letters in its cells.
type key struct {
	top    int // where it begins, in pixels from the picture's upper side
	across int // how many entries are in a line; 0 if there is no key
}

// The size of a key's entry, in pixels: the side of a swatch, and the width and the height that
// the swatch and its letter take with the space to the next entry.
const (
	keySwatch = 28
	keyWide   = 76
	keyHigh   = 40
)

// key returns the place of the board's key, and makes the layout l higher by the room that the key
// takes below the board. It returns the zero key, and leaves l alone, for a board without colours
// or with cells large enough for letters.
func (b *Board) key(l *layout) (k key) {
	if len(b.Palette) == 0 || b.Prize != nil || l.lettered() {
		return k
	}
	// The key begins a quarter of an entry below the board, in what was the picture's lower margin.
	k.top, k.across = l.height-l.pad+keyHigh/4, max(1, (l.width-2*l.pad)/keyWide)
	l.height += keyHigh/4 + (min(len(b.Palette), MostColours)+k.across-1)/k.across*keyHigh
	return k
}

// drawKey draws the key in the room that Board.key made for it: for each colour of the palette a
// square in that colour with its pattern, and the colour's letter to the right of it. It draws
// nothing for the zero key.
func (d *drawing) drawKey(k key) {
	if k.across == 0 {
		return
	}
	for i := range d.extra[shade-ground:] { // the palette's colours, as a picture shows them
		x, y := float32(d.x0+i%k.across*keyWide), float32(k.top+i/k.across*keyHigh)
		d.fill(path{}.polygon(x, y, x+keySwatch, y, x+keySwatch, y+keySwatch, x, y+keySwatch), shade+ink(i))
		d.pattern(i, x, y, keySwatch, keySwatch)
		// The letter's middle is .45 of a swatch behind the swatch's right side.
		d.write(string(d.Palette[i].Letter), medium, keySwatch, keyWide, x+1.45*keySwatch, y+keySwatch/2, text)
	}
}
