package puzzle

// In colours engine.grid and teach.bench have a cell for each shade of a cell: Filled if the cell
// has the shade, Empty if it has not. This file converts a puzzle's cells to those and back. In
// black and white both are the same.

// Literals converts cells of p to cells of a grid.
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

// Positions converts indices of cells of p to indices of a grid, those of the background.
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

// Shades converts cells of a grid to sets of the shades that are not Empty. In black and white it
// returns the cells themselves.
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

// AllEmpty returns n Empty cells.
func AllEmpty(n int) []Cell {
	cells := make([]Cell, n)
	cells[0] = Empty
	for have := 1; have < n; have *= 2 {
		copy(cells[have:], cells[:have])
	}
	return cells
}

// MaxWords is the number of words of the largest mask.
const MaxWords = 64

// LayerWords returns the number of words of a layer, the cells of one shade, for a puzzle whose
// longer side is side: a power of two.
func LayerWords(side int) int {
	words := 1
	for 64*words < side {
		words *= 2
	}
	return words
}

// MaskWords returns the number of words of the smallest mask that holds a line in a number of
// shades. Each size of mask makes the program larger by 100 kB, so the least used sizes are left
// out.
func MaskWords(side, shades int) int {
	for _, words := range []int{2, 4, 8, 16} {
		if LayerWords(side)*shades <= words {
			return words
		}
	}
	return MaxWords
}

// Positions returns the number of positions of a line in a grid, for a number of shades.
func Positions(side, shades int) int { return 64 * MaskWords(side, shades) }
