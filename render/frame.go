package render

import "strconv"

// frames draws a frame with a halo around each area of Framed, over the lines between its cells; around
// a line with a clue or a sum it has that in it, too. It skips areas that are not on the board or
// have no mark.
func (d *drawing) frames() {
	for _, a := range d.Framed {
		if !d.holds(a) || a.Mark%marks == NoMark {
			continue
		}
		x0, y0 := d.x(a.Col), d.y(a.Row)
		x1, y1 := d.x(a.Col+a.Cols-1)+d.w, d.y(a.Row+a.Rows-1)+d.h
		t, o := min(max(3, .09*float32(d.w)), 12), min(max(1, .03*float32(d.w)), 4)
		switch left, up := d.clueOf(a); {
		case left > 0:
			x0 -= left
		case up > 0:
			y0 -= up
		}
		radius := t + float32(min(d.w, d.h))*rounding
		x, y, w, h := float32(x0)-t, float32(y0)-t, float32(x1-x0)+2*t, float32(y1-y0)+2*t
		d.fill(path{}.frame(x-o, y-o, w+2*o, h+2*o, radius+o, t+2*o), halo)
		d.fill(path{}.frame(x, y, w, h, radius, t), flags[a.Mark%marks])
	}
}

// holds reports whether an area has cells, all on the board.
func (b *Board) holds(a Area) bool {
	return a.Row >= 0 && a.Col >= 0 && a.Rows > 0 && a.Cols > 0 && a.Row+a.Rows <= b.Rows && a.Col+a.Cols <= b.Cols
}

// clueOf returns the number of columns to the left of an area, or of rows above it, at which its
// clue lies: beside the board, or in the square of sums before it. 0, 0 means no clue.
func (d *drawing) clueOf(a Area) (left, up int) {
	switch {
	case d.wholeRow(a) && d.clues > 0:
		return d.edge + d.left, 0
	case d.wholeColumn(a) && d.clues > 0:
		return 0, d.edge + d.top
	case d.sumLeft(a):
		return d.x(a.Col) - d.x(a.Col-1), 0
	case d.sumAbove(a):
		return 0, d.y(a.Row) - d.y(a.Row-1)
	}
	return 0, 0
}

// wholeRow reports whether an area is a row with its clue, and wholeColumn the same of a column.
func (b *Board) wholeRow(a Area) bool {
	return a.Rows == 1 && a.Cols == b.Cols && a.Row < len(b.Left)
}

func (b *Board) wholeColumn(a Area) bool {
	return a.Cols == 1 && a.Rows == b.Rows && a.Col < len(b.Top)
}

// sumLeft reports whether an area is the cells of a row behind their sum, and sumAbove the same of
// a column.
func (b *Board) sumLeft(a Area) bool {
	return a.Rows == 1 && a.Cols > 1 && a.Col > 0 && b.At(a.Row, a.Col-1).Kind == Sum && b.At(a.Row, a.Col-1).Right != 0
}

func (b *Board) sumAbove(a Area) bool {
	return a.Cols == 1 && a.Rows > 1 && a.Row > 0 && b.At(a.Row-1, a.Col).Kind == Sum && b.At(a.Row-1, a.Col).Down != 0
}

// A strip shows a line of a big board once more, above it, and large enough to read while the
// picture is seen at a third of its size. It has the clue and below it the line's cells from first
// to last, folded.
//
// A phone shows a picture 353 points wide before it is opened. In that width the cells and clues of
// a nonogram of 50×50 have 6 points a column, 3 for each digit of a clue like 27, which nobody can
// read; the 550 points of a desktop are enough. Parts of the picture would take four messages. So
// only the line under discussion is repeated in a strip. All clues are in the opened picture, in
// style:text and on the printed sheet.
type strip struct {
	*Board
	*layout
	name    string // name of the place of the clue: beside a board the line's number
	clue    []int
	colours []int // colours of the clue; nil for none
	most    int   // largest size of its cells, in pixels
}

// Cells smaller than this, in pixels, are too fine for a phone.
const (
	fineClues = 30 // on a board whose clues are as large as its cells
	fineSums  = 44 // on a board with sums of half the cell's size and pencil marks of a quarter
)

const (
	mostStrips = 2  // most strips above a board, which they make smaller
	stripWide  = 25 // most cells in a line of a strip
	clueCell   = 46 // largest size of a strip's cells in pixels; its clue's digits are as large
	noteCell   = 96 // the same with pencil marks
)

// folded returns how many of n cells stand in each line of a strip: at most stripWide, in as few lines
// as that takes, of about equal length. It is a multiple of five.
func folded(n int) int {
	lines := (n + stripWide - 1) / stripWide
	return ((n+lines-1)/lines + 4) / 5 * 5
}

// strips returns strips of the lines of Framed, for a board with that layout: at most mostStrips, as
// far as a picture of MaxSide has room, and only strips with larger cells than the board's. A line of a
// board whose cells are large enough for a phone has none.
func (b *Board) strips(l *layout) (all []*strip) {
	height := l.height
	for _, a := range b.Framed {
		if !b.holds(a) {
			continue
		}
		s := b.strip(a)
		if s == nil || l.w >= fineSums || l.w >= fineClues && s.most == clueCell {
			continue
		}
		s.fit(l)
		height += s.height
		if len(all) < mostStrips && height <= MaxSide && s.w > l.w {
			all = append(all, s)
		}
	}
	return all
}

// strip returns the strip of the line a, without a layout; nil for a line without a clue. Its cells
// are numbered as on the board. Lines of sums may have pencil marks, so their cells may be larger.
func (b *Board) strip(a Area) *strip {
	s, first := &strip{most: clueCell}, a.Col
	switch {
	case b.wholeRow(a):
		s.name, s.clue = strconv.Itoa(a.Row+1)+" →", b.Left[a.Row]
		if b.LeftColours != nil {
			s.colours = b.LeftColours[a.Row]
		}
	case b.wholeColumn(a):
		s.name, s.clue, first = strconv.Itoa(a.Col+1)+" ↓", b.Top[a.Col], a.Row
		if b.TopColours != nil {
			s.colours = b.TopColours[a.Col]
		}
	case b.sumLeft(a):
		s.name, s.clue, s.most = "→", []int{b.At(a.Row, a.Col-1).Right}, noteCell
	case b.sumAbove(a):
		s.name, s.clue, s.most, first = "↓", []int{b.At(a.Row-1, a.Col).Down}, noteCell, a.Row
	default:
		return nil
	}
	n := a.Rows * a.Cols
	s.Board = Wrapped(n, folded(n))
	s.Rule, s.Palette, s.Ground = b.Rule, b.Palette, b.Ground
	for i := range n {
		s.Cells[i] = *b.At(a.Row+i%a.Rows, a.Col+i%a.Cols)
		s.ColNames[i] = strconv.Itoa(first + i + 1)
	}
	return s
}

// fit lays a strip out with the largest cells, up to s.most, that the width of its board's picture
// has room for, in the middle of it. One and a half times the digits' size is left above the cells
// for the clue.
func (s *strip) fit(l *layout) {
	e := s.extent()
	e.within = float32(l.width)
	for side := s.most; side > 0; side-- {
		if s.layout = e.at(side); s.width <= l.width {
			break
		}
	}
	s.lower(round(1.5 * s.digits()))
	s.x0 += (l.width - s.width) / 2
}

// digits returns the size of the clue's digits.
func (s *strip) digits() float32 { return float32(min(s.w, clueCell)) }

// drawOn draws the strip on its board's picture, `below` pixels from the top: the cells, and above them
// the line's name and its clue, smaller if they would not fit. It moves the layout down by that.
func (s *strip) drawOn(c *canvas, below int) {
	s.y0 += below
	d := &drawing{Board: s.Board, layout: s.layout, canvas: c}
	d.draw()
	x, y := float32(d.x0), float32(below+d.pad)+.5*s.digits()
	wide := measure(medium, s.name) * s.digits()
	d.write(s.name, medium, s.digits(), wide+1, x+wide/2, y, dim)
	x += wide + s.digits()
	if len(s.colours) > 0 {
		clue, colours := [][]int{s.clue}, [][]int{s.colours}
		size := min(s.digits()/1.3, (float32(d.img.Rect.Dx()-d.pad)-x)/s.chipsWide(clue, colours, 0))
		d.lineOfChips(clue, colours, 0, x, y-.65*size, 1.3*size, size, false)
		return
	}
	clue := ""
	for i, n := range s.clue {
		if i > 0 {
			clue += "  "
		}
		clue += strconv.Itoa(n)
	}
	if clue == "" {
		clue = "0"
	}
	room := float32(d.img.Rect.Dx()-d.pad) - x
	words := min(measure(medium, clue)*s.digits(), room)
	d.write(clue, medium, s.digits(), room, x+words/2, y, text)
}
