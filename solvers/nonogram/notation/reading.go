package notation

import (
	"image/color"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// reading returns the puzzle of a draft that may have colours. With one colour it is in black and
// white.
func (d *draft) reading() (*nonogram.Puzzle, error) {
	rows, cols, palette, err := d.Painted()
	if err != nil {
		return nil, err
	}
	if several(rows, cols) {
		return d.checked(&nonogram.Puzzle{Palette: palette, Background: d.background(), Rows: rows, Cols: cols})
	}
	for _, side := range [][][]nonogram.Run{rows, cols} {
		for _, runs := range side {
			for i := range runs {
				runs[i].Colour = 0
			}
		}
	}
	return &nonogram.Puzzle{Rows: rows, Cols: cols}, nil
}

// checked returns a puzzle in colours, if its palette has no fault and the solver takes it.
func (d *draft) checked(p *nonogram.Puzzle) (*nonogram.Puzzle, error) {
	if d.fault != nil {
		return nil, d.fault
	}
	if p.Check() != nil {
		return nil, d.Text.TooMuch()
	}
	return p, nil
}

// addFault keeps the first error in the palette. It matters only if the puzzle is in colours.
func (d *draft) addFault(err error) {
	if d.fault == nil {
		d.fault = err
	}
}

// declare sets the colour of a key. The name may be its RGB.
func (d *draft) declare(key, name string, rgb color.RGBA, known bool) {
	if strings.HasPrefix(name, "#") {
		name = ""
	}
	d.Inks.Declare(key, name, rgb, known)
}

// several reports whether there are runs in at least two colours.
func several(sides ...[][]nonogram.Run) bool {
	first := -1
	for _, side := range sides {
		for _, line := range side {
			for _, run := range line {
				if first < 0 {
					first = run.Colour
				}
				if run.Colour != first {
					return true
				}
			}
		}
	}
	return false
}

// canvas is a picture in colours while it is read, row-major.
type canvas struct {
	*draft
	cells []int // indices of Inks.Use, or -1 for the background
	order []int // indices in the order of their first use
}

// canvas returns an empty canvas.
func (s source) canvas() *canvas { return &canvas{draft: s.draft()} }

// add adds a cell at a place in the text; "." is the background.
func (c *canvas) add(at int, key string) error {
	if len(c.cells) == nonogram.MaxCells {
		return c.Text.CheckSize(at, nonogram.MaxSide+1, nonogram.MaxSide+1)
	}
	if key == "." {
		c.cells = append(c.cells, -1)
		return nil
	}
	i, err := c.Inks.Use(c.Text, at, key)
	c.cells = append(c.cells, i)
	for _, known := range c.order {
		if known == i {
			return err
		}
	}
	c.order = append(c.order, i)
	return err
}

// picture reads rows of cells with given separators. read returns the key of the cell at the
// beginning of a text, "." for the background or "" for no cell, and its size in bytes; 0 is an
// error.
func (c *canvas) picture(p span, separators string, read func(string) (key string, size int)) (*nonogram.Puzzle, error) {
	height, width, err := c.rows(p, separators, read)
	if err == nil {
		err = c.Text.CheckSize(p.Lo, height, width)
	}
	if err != nil {
		return nil, err
	}
	return c.reading(width)
}

// rows reads the cells, and returns the size of the picture.
func (c *canvas) rows(p span, separators string, read func(string) (key string, size int)) (height, width int, err error) {
	for row := range c.Text.Split(p, separators) {
		before := len(c.cells)
		for at := row.Lo; at < row.Hi; {
			if c.Text.Clean[at] == ' ' {
				at++
				continue
			}
			key, size := read(c.Text.Clean[at:row.Hi])
			if size == 0 {
				return 0, 0, c.Text.Expected(at, "nonogram.shade", "a cell: the letter or the square of a colour, or . for the background", nil)
			}
			if key != "" {
				if err := c.add(at, key); err != nil {
					return 0, 0, err
				}
			}
			at += size
		}
		n := len(c.cells) - before
		if n == 0 {
			continue
		}
		if height++; height == 1 {
			width = n
		}
		if n != width {
			return 0, 0, source{c.Text}.unequal(row.Lo, width, n)
		}
	}
	return height, width, nil
}

// reading returns the puzzle of the picture; the caller has checked its size.
func (c *canvas) reading(width int) (*nonogram.Puzzle, error) {
	palette, index := c.Inks.Settle(c.order)
	picture := make([]nonogram.Cell, len(c.cells))
	one := make([]nonogram.Cell, len(c.cells))
	first, both := -1, false
	for i, cell := range c.cells {
		picture[i], one[i] = nonogram.Empty, nonogram.Empty
		if cell >= 0 {
			colour := index[cell]
			picture[i], one[i] = nonogram.ShadeOf(colour), nonogram.Filled
			both = both || first >= 0 && colour != first
			first = colour
		}
	}
	if !both {
		return nonogram.FromPicture(one, width), nil
	}
	return c.checked(nonogram.FromColours(picture, width, palette, c.background()))
}

// background returns the background that the text declares, or white.
func (d *draft) background() color.RGBA {
	if d.Inks.Background == (color.RGBA{}) {
		return clues.White
	}
	return d.Inks.Background
}
