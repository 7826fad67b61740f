package notation

import (
	"image/color"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// reading is what a text holds: a puzzle in black and white, or one in colours.
type reading struct {
	plain    *nonogram.Puzzle
	coloured *nonogram.Coloured

	// second is what Parse says of a text in colours: where the second one comes up. It is there
	// also where the text has a mistake.
	second error
}

// plain is a reader of an encoding without colours.
func plain(read func(source) (*nonogram.Puzzle, error)) func(source) (reading, error) {
	return func(s source) (reading, error) {
		p, err := read(s)
		return reading{plain: p}, err
	}
}

// reading ends a draft that may have colours. One colour is black and white.
func (d *draft) reading() (reading, error) {
	rows, cols, palette, err := d.Painted()
	if err != nil {
		return reading{second: d.Inks.Second(d.Text)}, err
	}
	if !several(rows, cols) {
		return reading{plain: &nonogram.Puzzle{Rows: lengths(rows), Cols: lengths(cols)}}, nil
	}
	p := &nonogram.Coloured{Palette: inks(palette), Background: d.background(), Rows: runs(rows), Cols: runs(cols)}
	return d.checked(p)
}

// checked is a puzzle whose palette has no fault and that the solver takes.
func (d *draft) checked(p *nonogram.Coloured) (reading, error) {
	second := d.Inks.Second(d.Text)
	if d.fault != nil {
		return reading{second: second}, d.fault
	}
	if p.Check() != nil {
		return reading{second: second}, d.Text.TooMuch()
	}
	return reading{coloured: p, second: second}, nil
}

// wrong takes in a fault of the palette. It counts where the puzzle is in colours; only the
// first does.
func (d *draft) wrong(err error) {
	if d.fault == nil {
		d.fault = err
	}
}

// declare says what colour a key stands for, whose name may be its RGB.
func (d *draft) declare(key, name string, rgb color.RGBA, known bool) {
	if strings.HasPrefix(name, "#") {
		name = ""
	}
	d.Inks.Declare(key, name, rgb, known)
}

// several tells whether there are runs in two colours or more.
func several(sides ...[][]clues.Run) bool {
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

func lengths(lines [][]clues.Run) [][]int {
	all := make([][]int, len(lines))
	for i, line := range lines {
		for _, run := range line {
			all[i] = append(all[i], run.Length)
		}
	}
	return all
}

func runs(lines [][]clues.Run) [][]nonogram.Run {
	all := make([][]nonogram.Run, len(lines))
	for i, line := range lines {
		for _, run := range line {
			all[i] = append(all[i], nonogram.Run(run))
		}
	}
	return all
}

func inks(palette []clues.Ink) (all []nonogram.Ink) {
	for _, ink := range palette {
		all = append(all, nonogram.Ink(ink))
	}
	return all
}

// canvas is a picture in colours as it is read, row-major.
type canvas struct {
	*draft
	cells []int // indices of Inks.Use, or -1 for the background
	order []int // of the first use
}

func (s source) canvas() *canvas { return &canvas{draft: s.draft()} }

// add adds a cell at a place in the text; "." is one of the background.
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

// picture reads rows of cells, split by separators. Read says what a text begins with: the key of a
// cell's colour, "." for the background, "" for what is no cell; of size 0 it is wrong.
func (c *canvas) picture(p span, separators string, read func(string) (key string, size int)) (reading, error) {
	height, width, err := c.rows(p, separators, read)
	if err == nil {
		err = c.Text.CheckSize(p.Lo, height, width)
	}
	if err != nil {
		return reading{second: c.Inks.Second(c.Text)}, err
	}
	return c.reading(width)
}

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

// reading ends the picture, whose size is checked already.
func (c *canvas) reading(width int) (reading, error) {
	palette, index := c.Inks.Settle(c.order)
	picture := make([]nonogram.Shades, len(c.cells))
	one := make([]nonogram.Cell, len(c.cells))
	first, both := -1, false
	for i, cell := range c.cells {
		picture[i], one[i] = nonogram.Background, nonogram.Empty
		if cell >= 0 {
			colour := index[cell]
			picture[i], one[i] = nonogram.ShadeOf(colour), nonogram.Filled
			both = both || first >= 0 && colour != first
			first = colour
		}
	}
	if !both {
		return reading{plain: nonogram.FromPicture(one, width)}, nil
	}
	return c.checked(nonogram.FromColours(picture, width, inks(palette), c.background()))
}

// background is what the text says of it, or white.
func (d *draft) background() color.RGBA {
	if d.Inks.Background == (color.RGBA{}) {
		return clues.White
	}
	return d.Inks.Background
}
