package render

import (
	"errors"
	"strconv"
)

// ErrSize is the error of a board that no picture can show: more than MaxSide
// cells to a side.
var ErrSize = errors.New("render: board too big for a picture")

// ErrShape is the error of a board whose Cells are not Rows × Cols.
var ErrShape = errors.New("render: cells are not rows × columns")

// MaxSide is the longest side of a picture, in pixels.
const MaxSide = 4096

// Discord shows a picture at most about 550 points wide, on screens of up to two pixels a point. So
// a picture is about 1,000 pixels wide; a board too fine for that may take more.
var stills = [...]frame{
	{side: 1000, cell: 25},
	{side: 1200, cell: 19},
	{side: MaxSide, cell: 1},
}

// films are the frames of animations: half the size of stills.
var films = [...]frame{
	{side: 600, cell: 15},
	{side: 800, cell: 11},
	{side: MaxSide, cell: 1},
}

// A frame is the longest side of a picture whose cells may be as small as `cell`, in pixels.
type frame struct{ side, cell int }

const (
	largest  = 232 // a cell's side; a 4×4 board fills a frame
	flatCell = 6   // a smaller cell is only its colour
	legible  = 10  // the smallest cell that shows more than its colour
	smallest = 5   // smallest size of a text
)

// A layout holds the places and sizes of everything on a board, in whole pixels.
type layout struct {
	w, h int // size of a cell
	pad  int // margin around the picture

	gap  int // space between two cells
	rule int // the same at a heavier line
	edge int // width of the board's edge

	across, down ruling // of the lines between columns, and between rows

	names, clues float32 // text sizes; 0 if they are left out
	least        float32 // least size of a colour's letter that a phone shows well enough
	rowStep      int     // distance between named rows; 1 if all have names
	colStep      int     // the same for columns
	between      float32 // distance from one clue of a row to the next
	leading      int     // distance from one clue of a column to the next
	left, top    int     // clue margins
	rows, cols   int     // coordinate margins: beside the rows, above the columns
	strip        int     // the same above each further line of a wrapped row

	x0, y0        int // corner of the first cell
	width, height int // size of the picture
}

// An extent holds what a board needs from its layout, at any size.
type extent struct {
	rows, cols         int
	across, down       ruling  // of the lines between columns, and between rows
	ruled              bool    // squares with lines between them, not tiles with gaps
	tall               bool    // cards: three wide, four high
	leftWide, leftGaps float32 // the widest row of clues: digits in ems, and spaces
	topLong            int     // the longest column of clues
	topWide            float32 // the widest clue in a column, in ems
	rowName, colName   float32 // the widest names, in ems
	wrapped            bool    // one row in several lines
	seamless           bool    // cells touch each other
	chips              bool    // clues are numbers on their colours, with letters
	within             float32 // width of the picture that a strip is drawn on; 0 for a picture of its own
}

// extent returns what the board asks of a layout, as a still. A board is tall if all its cells are
// cards or holes, and ruled if one of its cells is.
func (b *Board) extent() extent {
	e := extent{rows: b.Rows, cols: b.Cols, across: b.colRule(), down: b.rowRule(), tall: true, wrapped: b.wrapped, seamless: b.Prize != nil, chips: b.LeftColours != nil}
	for i := range b.Cells {
		k := b.Cells[i].Kind
		e.ruled = e.ruled || looks[k%kinds].ruled
		e.tall = e.tall && (k == CardUp || k == CardDown || k == Hole)
	}
	b.clueExtent(&e)
	for _, s := range b.RowNames {
		e.rowName = max(e.rowName, measure(medium, s))
	}
	for _, s := range b.ColNames {
		e.colName = max(e.colName, measure(medium, s))
	}
	return e
}

// clueExtent sets in e what the clues ask for: the width of the widest row of clues, the length of
// the longest column, and the widest clue in a column. Chips have their gaps in their widths.
func (b *Board) clueExtent(e *extent) {
	var best float32
	for r, clues := range b.Left {
		var wide float32
		for _, n := range clues {
			wide += measure(medium, strconv.Itoa(n))
		}
		gaps := float32(len(clues) - 1)
		if b.LeftColours != nil {
			wide, gaps = b.chipsWide(b.Left, b.LeftColours, r), 0
		}
		if total := wide + clueSpace*gaps; total > best {
			best, e.leftWide, e.leftGaps = total, wide, gaps
		}
	}
	for c, clues := range b.Top {
		e.topLong = max(e.topLong, len(clues))
		for i := range clues {
			number, letter := b.label(b.Top, b.TopColours, c, i)
			wide := measure(medium, number)
			if letter != "" {
				wide = labelWide(number, letter) + chipRoom
			}
			e.topWide = max(e.topWide, wide)
		}
	}
}

const (
	clueSpace   = .5  // between two clues of a row, in ems
	clueLeading = 1.2 // between two clues of a column, in ems
	clueMargin  = .45 // at both ends of a line of clues, in ems
)

// lay returns the layout of a still.
func (b *Board) lay() (*layout, error) { return b.layIn(stills[:]) }

// layIn returns the layout with the largest cells that its frame has room for. It tries the frames
// in their order, each with cells from the last one's smallest down to its own. The error is
// ErrSize if no frame has room, or ErrShape.
func (b *Board) layIn(frames []frame) (*layout, error) {
	if b.Rows > MaxSide || b.Cols > MaxSide {
		return nil, ErrSize
	}
	if b.Rows < 1 || b.Cols < 1 || len(b.Cells) != b.Rows*b.Cols {
		return nil, ErrShape
	}
	e := b.extent()
	from := largest
	for _, f := range frames {
		for side := from; side >= f.cell; side-- {
			if l := e.at(side); l.even() && l.width <= f.side && l.height <= f.side {
				return l, nil
			}
		}
		from = min(from, f.cell)
	}
	return nil, ErrSize
}

// even reports whether all cells start at pixels of one parity. With two pixels a byte, equal cells
// are then equal to the compressor, too. That takes a twentieth off a nonogram's file and a quarter
// off a Kakuro's. Cells too small to show more than their colour need no such care.
func (l *layout) even() bool {
	return l.w < legible || (l.w+l.gap)%2 == 0
}

// at returns the layout with cells side pixels wide; cards are a third higher than wide. Cells that
// are too small to read have no margins, clues or names.
func (e *extent) at(side int) *layout {
	s := float32(side)
	l := &layout{w: side, h: side, rowStep: 1, colStep: 1, across: e.across, down: e.down}
	if e.tall {
		l.h = side * 4 / 3
	}
	l.lines(e, s)
	if side >= legible {
		l.pad = min(28, 8+side/3)
	}
	across := l.span(e.cols, l.w, e.across) + 2*l.edge + 2*l.pad
	if side >= legible {
		l.clueMargins(e, s, float32(across))
		l.nameMargins(e, float32(across+l.left))
	}
	l.x0 = l.pad + l.rows + l.left + l.edge
	l.y0 = l.pad + l.cols + l.top + l.edge
	l.width = across + l.rows + l.left
	l.height = l.y0 + l.span(e.rows, l.h, e.down) + (e.rows-1)*l.strip + l.edge + l.pad
	l.least = sizeOnPhone * max(float32(l.width), e.within)
	return l
}

// lines sets the widths of the lines or gaps between cells s pixels wide. Between squares a line is
// about a 36th of a cell, a heavier one up to four pixels more, and the edge is as the latter;
// between tiles a gap is about a 14th. Cells of one colour alone have none, and neither has a finished picture.
func (l *layout) lines(e *extent, s float32) {
	switch {
	case s < flatCell || e.seamless:
		return
	case e.ruled:
		l.gap = max(1, round(s/36))
		l.rule = l.gap + 2*max(1, round(s/28))
		l.rule = min(l.rule, l.gap+4)
		l.edge = l.rule
	default:
		l.gap = max(1, round(s/14))
		l.rule = 2*l.gap + 1
	}
}

// A phone shows a picture 353 points wide before it is opened. Names and letters of colours have
// digits at least 9 points high there. A digit of the font is .723 ems high, and half a pixel is
// lost where its size is rounded.
const (
	phoneWide   = 353.
	digitHigh   = .723
	sizeOnPhone = 9.2 / digitHigh / phoneWide // of a text, as a share of the picture's width
)

// clueMargins sets the size of the clues beside cells s pixels wide, and the room that they take.
// Clues on chips are larger if that makes their letters large enough for a phone and has room;
// across is the picture's width without clues and names.
func (l *layout) clueMargins(e *extent, s, across float32) {
	if e.leftWide == 0 && e.topLong == 0 {
		return
	}
	l.clues = max(min(.5*s+3, 20+.2*s), 6)
	most := l.clues
	if e.topWide > 0 {
		most = .94 * s / e.topWide
		l.clues = min(l.clues, most)
	}
	left := e.leftWide + clueSpace*e.leftGaps + 2*clueMargin
	if e.chips {
		share := float32(sizeOnPhone / letterSize)
		wanted := share * across / (1 - share*left - sizeOnPhone*e.nameRoom())
		if l.clues < wanted && wanted <= most {
			l.clues = wanted
		}
	}
	l.between = clueSpace * l.clues
	l.leading = round(clueLeading * l.clues)
	if e.leftWide > 0 {
		l.left = round(left * l.clues)
	}
	if e.topLong > 0 {
		l.top = round((clueLeading*float32(e.topLong) + 2*clueMargin - .2) * l.clues)
	}
}

// nameRoom returns the width of the rows' names with the space around them, in ems.
func (e *extent) nameRoom() float32 {
	if e.rowName == 0 {
		return 0
	}
	return e.rowName + .7
}

// nameMargins sets the size of the names, which a phone shows well enough, and the room that they
// take. If that is too large for all lines, every fifth is named, or every tenth, and so on. The
// picture is across pixels wide without the names.
func (l *layout) nameMargins(e *extent, across float32) {
	if e.rowName == 0 && e.colName == 0 {
		return
	}
	room := e.nameRoom()
	l.names = sizeOnPhone * max(across/(1-sizeOnPhone*room), e.within)
	l.rows = round(room * l.names)
	l.rowStep = step(.95*l.names, l.h+l.gap)
	l.colStep = step((e.colName+.3)*l.names, l.w+l.gap)
	if e.colName > 0 {
		l.cols = round(1.25 * l.names)
		if e.wrapped {
			l.strip = l.cols + l.gap + l.edge
		}
	}
}

// step returns the distance between named lines that are pitch pixels apart, for names that need
// `need` pixels: 1 if all have room, else 5, 10, 50 and so on. The first line is always named, so
// it and the next have one line less between them.
func step(need float32, pitch int) int {
	n := 1
	for i := 0; float32(max(n-1, 1)*pitch) < need; i++ {
		n *= [...]int{5, 2}[i%2]
	}
	return n
}

// named reports whether line i has its name beside it.
func named(i, step int) bool { return i == 0 || (i+1)%step == 0 }

// lower moves the board down in a picture that becomes higher by as much.
func (l *layout) lower(by int) { l.y0, l.height = l.y0+by, l.height+by }

// span returns the length of n cells and the gaps between them.
func (l *layout) span(n, side int, by ruling) int {
	return l.offset(n, side, by) - l.before(n, by)
}

// offset returns the distance from the start of cell 0 to the start of cell i.
func (l *layout) offset(i, side int, by ruling) int {
	return i*(side+l.gap) + by.before(i)*(l.rule-l.gap)
}

// before returns the width of the gap between cell i-1 and cell i.
func (l *layout) before(i int, by ruling) int {
	if by.heavy(i) {
		return l.rule
	}
	return l.gap
}

func (l *layout) x(c int) int { return l.x0 + l.offset(c, l.w, l.across) }
func (l *layout) y(r int) int { return l.y0 + l.offset(r, l.h, l.down) + r*l.strip }

func round(x float32) int {
	if x < 0 {
		return -int(.5 - x)
	}
	return int(x + .5)
}
