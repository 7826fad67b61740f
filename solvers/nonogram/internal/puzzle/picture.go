package puzzle

import "image/color"

// FromPicture returns the puzzle in black and white of a finished picture, row-major with cols
// cells a row. It keeps the picture. Package drawing makes pictures of images.
func FromPicture(picture []Cell, cols int) *Puzzle {
	return FromColours(picture, cols, nil, color.RGBA{})
}

// FromColours returns the puzzle of a finished picture in colours, row-major with cols cells a row,
// each of one shade. It keeps the picture.
func FromColours(picture []Cell, cols int, palette []Ink, background color.RGBA) *Puzzle {
	rows := len(picture) / cols
	p := &Puzzle{Palette: palette, Background: background, Picture: picture, Rows: make([][]Run, rows), Cols: make([][]Run, cols)}
	for row := range p.Rows {
		p.Rows[row] = RunsOf(picture, row*cols, 1, cols)
	}
	for col := range p.Cols {
		p.Cols[col] = RunsOf(picture, col, cols, rows)
	}
	return p
}

// Pictured returns the puzzle of another picture, with p's colours and width.
func (p *Puzzle) Pictured(picture []Cell) *Puzzle {
	return FromColours(picture, len(p.Cols), p.Palette, p.Background)
}

// Bare returns p without its Picture and its given cells.
func (p *Puzzle) Bare() *Puzzle {
	return &Puzzle{Palette: p.Palette, Background: p.Background, Rows: p.Rows, Cols: p.Cols}
}

// RunsOf returns the runs in the n cells at from, from+step and so on. An Unknown cell is in no
// run.
func RunsOf(picture []Cell, from, step, n int) (runs []Run) {
	last := Empty
	for i := range n {
		here := picture[from+i*step]
		switch {
		case here <= Empty:
		case here == last:
			runs[len(runs)-1].Length++
		default:
			runs = append(runs, Run{Length: 1, Colour: here.Colour()})
		}
		last = here
	}
	return runs
}
