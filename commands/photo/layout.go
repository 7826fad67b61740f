package photo

import (
	"encoding/binary"
	"encoding/json"
	"image"
	"slices"

	"kibitz/vision"
)

// A layout says where the parts of a board stand on its straightened image. The image's file has it
// in a comment (JPEG's COM segment), as the text of a reading would be far too long with it. An
// image that lost its comment on the way is shown without rings.
type layout struct {
	Rows, Cols []lineLayout `json:",omitempty"`
	Cells      []box        `json:",omitempty"`
	Grid       *gridLayout  `json:",omitempty"` // the cells, if their boxes stand in rows and columns
	Rivals     []*layout    `json:",omitempty"`
}

// A lineLayout is the box of a line, and the boxes of its numbers for each way to read it.
type lineLayout struct {
	Box  box
	Ways []wayLayout `json:",omitempty"`
}

type wayLayout struct {
	Clue  string
	Boxes []box
}

// A gridLayout has the left and right ends of columns, and the top and bottom ends of rows.
type gridLayout struct{ Cols, Rows [][2]int }

// gridOf returns the layout of cells, row by row; nil if their boxes do not stand in rows and columns.
func gridOf(r *vision.Reading) *gridLayout {
	g := &gridLayout{make([][2]int, r.Cols), make([][2]int, r.Rows)}
	if len(r.Cells) != r.Rows*r.Cols {
		return nil
	}
	for i, c := range r.Cells {
		row, col := i/r.Cols, i%r.Cols
		if i < r.Cols {
			g.Cols[col] = [2]int{c.Box.Min.X, c.Box.Max.X}
		}
		if col == 0 {
			g.Rows[row] = [2]int{c.Box.Min.Y, c.Box.Max.Y}
		}
		if g.box(row, col).rect() != c.Box {
			return nil
		}
	}
	return g
}

// box returns the box of a cell.
func (g *gridLayout) box(row, col int) box {
	return box{g.Cols[col][0], g.Rows[row][0], g.Cols[col][1], g.Rows[row][1]}
}

// A box is a rectangle: left, top, right, bottom.
type box [4]int

func boxOf(r image.Rectangle) box   { return box{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y} }
func (b box) rect() image.Rectangle { return image.Rect(b[0], b[1], b[2], b[3]) }
func boxesOf(all []image.Rectangle) (boxes []box) {
	for _, r := range all {
		boxes = append(boxes, boxOf(r))
	}
	return boxes
}

// layoutOf returns the layout of a board that was read.
func layoutOf(r *vision.Reading) *layout {
	p := &layout{}
	of := func(lines []vision.Line) (all []lineLayout) {
		for _, l := range lines {
			place := lineLayout{Box: boxOf(l.Box)}
			for _, way := range l.Readings[:min(2, len(l.Readings))] { // a third reading is hardly ever right
				place.Ways = append(place.Ways, wayLayout{way.Text(), boxesOf(way.Boxes)})
			}
			all = append(all, place)
		}
		return all
	}
	p.Rows, p.Cols = of(r.RowClues), of(r.ColClues)
	if p.Grid = gridOf(r); p.Grid == nil {
		for _, c := range r.Cells {
			p.Cells = append(p.Cells, boxOf(c.Box))
		}
	}
	for _, rival := range r.Rivals {
		p.Rivals = append(p.Rivals, layoutOf(rival))
	}
	return p
}

// Markers of a JPEG, ITU-T T.81, table B.1.
const (
	startOfImage = "\xff\xd8"
	commentary   = "\xff\xfe"
	mostComment  = 65_533 // bytes
)

// layoutSign begins the comment.
const layoutSign = "kibitz layout "

// comment returns the file of a JPEG with the layout in its comment, or the file as it is where the
// layout is too long for one.
func (p *layout) comment(file []byte) []byte {
	text, err := json.Marshal(p)
	text = append([]byte(layoutSign), text...)
	if err != nil || len(text) > mostComment || len(file) < len(startOfImage) {
		return file
	}
	segment := binary.BigEndian.AppendUint16([]byte(commentary), uint16(len(text)+2))
	return slices.Concat([]byte(startOfImage), segment, text, file[len(startOfImage):])
}

// layoutIn reads the layout in the comment of a JPEG file, which is its first segment. It returns
// an empty layout if there is none.
func layoutIn(file []byte) *layout {
	p := &layout{}
	const head = len(startOfImage) + len(commentary)
	if len(file) < head+2 || string(file[:head]) != startOfImage+commentary {
		return p
	}
	text := file[head+2:]
	text = text[:min(len(text), max(0, int(binary.BigEndian.Uint16(file[head:]))-2))] // the length counts its own two bytes
	if len(text) < len(layoutSign) || string(text[:len(layoutSign)]) != layoutSign || json.Unmarshal(text[len(layoutSign):], p) != nil {
		return &layout{}
	}
	return p
}

// restore gives a reading the boxes of the layout, cut to its image. The numbers of a line get
// their boxes only for a way to read it that the layout has, too. Rows, columns or cells whose
// number differs from the layout's stay as they are.
func (p *layout) restore(r *vision.Reading) {
	on := func(b box) image.Rectangle { return b.rect().Intersect(r.Straight.Rect) }
	into := func(lines []vision.Line, of []lineLayout) {
		if len(lines) != len(of) {
			return
		}
		for i := range lines {
			l := &lines[i]
			l.Box, l.Readings = on(of[i].Box), slices.Clone(l.Readings)
			for k := range l.Readings {
				for _, way := range of[i].Ways {
					if way.Clue == l.Readings[k].Text() && len(way.Boxes) == len(l.Readings[k].Numbers) {
						l.Readings[k].Boxes = nil
						for _, b := range way.Boxes {
							l.Readings[k].Boxes = append(l.Readings[k].Boxes, on(b))
						}
					}
				}
			}
		}
	}
	into(r.RowClues, p.Rows)
	into(r.ColClues, p.Cols)
	for i, rival := range r.Rivals {
		if i < len(p.Rivals) && p.Rivals[i] != nil {
			rival.Straight = r.Straight
			p.Rivals[i].restore(rival)
		}
	}
	if len(p.Cells) == len(r.Cells) {
		for i, b := range p.Cells {
			r.Cells[i].Box = on(b)
		}
	}
	if g := p.Grid; g != nil && len(g.Rows) == r.Rows && len(g.Cols) == r.Cols && len(r.Cells) == r.Rows*r.Cols {
		for i := range r.Cells {
			r.Cells[i].Box = on(g.box(i/r.Cols, i%r.Cols))
		}
	}
}
