package puzzle

// In colours a grid, and the bench like it, has a cell for each shade of a cell: Filled where it
// has the shade, Empty where it has not. This file leads from a puzzle's cells there and back. In
// black and white both are the same.

// Literals returns cells as a grid has them.
func (p *Puzzle) Literals(cells []Cell) []Cell {
	if !p.InColours() {
		return cells
	}
	rows, cols := len(p.Rows), len(p.Cols)
	layer, across := 64*LayerWords(max(rows, cols)), Positions(max(rows, cols), len(p.Palette)+1)
	all := AllEmpty(rows * across)
	for i, set := range cells {
		for shade := range len(p.Palette) + 1 {
			if set>>shade&1 == 1 {
				all[i/cols*across+shade*layer+i%cols] = Unknown
				if set.One() {
					all[i/cols*across+shade*layer+i%cols] = Filled
				}
			}
		}
	}
	return all
}

// Positions returns the indices that some cells of p have in a grid, with their first shade.
func (p *Puzzle) Positions(cells []int) (all []int) {
	if !p.InColours() {
		return cells
	}
	rows, cols := len(p.Rows), len(p.Cols)
	across := Positions(max(rows, cols), len(p.Palette)+1)
	for _, cell := range cells {
		if cell >= 0 && cell < rows*cols {
			all = append(all, cell/cols*across+cell%cols)
		}
	}
	return all
}

// Shades returns the cells of a grid as sets, without what is Empty. In black and white these are
// the cells themselves.
func (p *Puzzle) Shades(cells []Cell) []Cell {
	if !p.InColours() {
		return cells
	}
	rows, cols := len(p.Rows), len(p.Cols)
	layer := 64 * LayerWords(max(rows, cols))
	across := len(cells) / rows
	sets := make([]Cell, rows*cols)
	for r := range rows {
		for s := range len(p.Palette) + 1 {
			for c, value := range cells[r*across+s*layer:][:cols] {
				if value != Empty {
					sets[r*cols+c] |= 1 << s
				}
			}
		}
	}
	return sets
}

// AllEmpty returns n cells that are Empty.
func AllEmpty(n int) []Cell {
	cells := make([]Cell, n)
	cells[0] = Empty
	for have := 1; have < n; have *= 2 {
		copy(cells[have:], cells[:have])
	}
	return cells
}

const MaxWords = 64 // of the largest mask

// LayerWords returns the number of words that a layer takes.
func LayerWords(side int) int {
	words := 1
	for 64*words < side {
		words *= 2
	}
	return words
}

// MaskWords returns the number of words of the smallest mask that a line with these shades fits
// into.
// Each size of mask makes the program larger by 100 kB: the least used are left out.
func MaskWords(side, shades int) int {
	for _, words := range []int{2, 4, 8, 16} {
		if LayerWords(side)*shades <= words {
			return words
		}
	}
	return MaxWords
}

// Positions returns the number of positions of a line with these shades.
func Positions(side, shades int) int { return 64 * MaskWords(side, shades) }
