// Package gallery holds pictures worth finding: drawings of cats, castles and teapots, each the
// only one with its clues. Puzzles of random shapes are solved only for the solving; with these a
// player also wants to see the picture.
//
// The drawings are in the directory pictures, one file for each size. Each begins with a line "42
// light bulb easy": its number, its name and its demand. The picture below is rows of # (filled)
// and . (empty). Numbers and pictures never change, because people pass them on: a new picture gets
// the next free number.
//
// The colours in which a finished picture is shown are in colours.txt, by its name.
//
// The names of pictures in other languages are in commands/words/locale/pictures. Here a name is an
// identifier in English.
package gallery

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibitz/solvers/nonogram"
)

// Picture is one drawing. It must not be changed.
type Picture struct {
	Number uint64 // from 1; never changes
	Name   string // "light bulb"; pictures of different sizes may share one
	Demand nonogram.Demand
	Rows   []string // of # and .
}

// Size returns the numbers of rows and columns.
func (p *Picture) Size() (rows, cols int) { return len(p.Rows), len(p.Rows[0]) }

// Cells returns the picture's cells, row-major.
func (p *Picture) Cells() (cells []nonogram.Cell) {
	for _, row := range p.Rows {
		for _, sign := range row {
			cell := nonogram.Empty
			if sign == '#' {
				cell = nonogram.Filled
			}
			cells = append(cells, cell)
		}
	}
	return cells
}

// Puzzle returns the picture's clues, without the picture itself.
func (p *Picture) Puzzle() *nonogram.Puzzle {
	_, cols := p.Size()
	drawn := nonogram.FromPicture(p.Cells(), cols)
	return &nonogram.Puzzle{Rows: drawn.Rows, Cols: drawn.Cols}
}

// Pictures returns all pictures, by number. They are read at the first call.
func Pictures() []*Picture { return all() }

//go:embed pictures/*.txt
var files embed.FS

var all = sync.OnceValue(func() (pictures []*Picture) {
	names, err := fs.Glob(files, "pictures/*.txt")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		for drawing := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			p, err := read(drawing)
			if err != nil {
				panic(fmt.Errorf("%s: %w", name, err)) // the files are part of the program
			}
			pictures = append(pictures, p)
		}
	}
	slices.SortFunc(pictures, func(a, b *Picture) int { return cmp.Compare(a.Number, b.Number) })
	return pictures
})

// read reads one drawing, with its first line.
func read(drawing string) (*Picture, error) {
	lines := strings.Split(drawing, "\n")
	words := strings.Fields(lines[0])
	if len(words) < 3 || len(lines) < 2 {
		return nil, fmt.Errorf("found %q, expected a line like \"42 light bulb easy\" and a picture below it", lines[0])
	}
	last := len(words) - 1
	number, err := strconv.ParseUint(words[0], 10, 64)
	if err != nil {
		return nil, err
	}
	demand, err := nonogram.ParseDemand(words[last])
	if err != nil {
		return nil, err
	}
	p := &Picture{Number: number, Name: strings.Join(words[1:last], " "), Demand: demand, Rows: lines[1:]}
	for _, row := range p.Rows {
		if len(row) != len(p.Rows[0]) || strings.Trim(row, "#.") != "" {
			return nil, fmt.Errorf("picture %d: found row %q, expected %d signs, each # or a dot", number, row, len(p.Rows[0]))
		}
	}
	return p, nil
}

// Find returns the picture with these cells, row-major with cols cells a row; nil if there is none.
func Find(cells []nonogram.Cell, cols int) *Picture {
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 && i%cols == 0 {
			b.WriteByte('/')
		}
		b.WriteString(cell.String())
	}
	return byCells()[b.String()]
}

var byCells = sync.OnceValue(func() map[string]*Picture {
	found := map[string]*Picture{}
	for _, p := range all() {
		found[strings.Join(p.Rows, "/")] = p
	}
	return found
})
