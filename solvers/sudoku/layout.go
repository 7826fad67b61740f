package sudoku

import "sync"

// A box is the size of the boxes of a grid, in cells.
type box struct{ rows, cols int }

// boxes has the boxes of each size of grid; a size without boxes is none.
var boxes = [10]box{4: {2, 2}, 6: {2, 3}, 8: {2, 4}, 9: {3, 3}}

// Boxes returns the size of the boxes of a grid of this size, in cells.
func Boxes(size int) (rows, cols int) { return boxes[size].rows, boxes[size].cols }

// Side says what kind of line or area a house is.
type Side int

const (
	Row Side = iota
	Column
	Box
	Diagonal
)

// String returns the side's name, in lower case.
func (s Side) String() string { return [...]string{"row", "column", "box", "diagonal"}[s] }

// A House is a set of cells that holds every digit once: a row, a column, a box or a diagonal.
type House struct {
	Side   Side
	Number int // from 0; boxes in reading order, the diagonal from the top left corner first
}

// A layout is what the grids of a size have in common.
type layout struct {
	size   int
	all    set
	names  []House
	houses []set // the cells of each house of names
	peers  [81]set
	with   [81][]int // for each cell the houses that it belongs to

	crossings []crossing // of every two houses with at least two cells in common
}

// A crossing has the cells of one house that are not in another, and the other way round.
type crossing struct{ one, other set }

// layouts makes the layout of each size, without diagonals and with them, when it is first asked for.
var layouts = func() (all [10][2]func() *layout) {
	for size := range all {
		for k := range all[size] {
			all[size][k] = sync.OnceValue(func() *layout { return newLayout(size, k == 1) })
		}
	}
	return all
}()

// layout returns the layout of a puzzle that passes Check.
func (p *Puzzle) layout() *layout {
	if p.Diagonals {
		return layouts[p.Size][1]()
	}
	return layouts[p.Size][0]()
}

// newLayout returns the layout of grids of a size.
func newLayout(size int, diagonals bool) *layout {
	l, b := &layout{size: size}, boxes[size]
	n := 3
	if diagonals {
		n = 4
	}
	for side := range Side(n) {
		numbers := size
		if side == Diagonal {
			numbers = 2
		}
		for number := range numbers {
			var house set
			for k := range size {
				row, col := number, k
				switch side {
				case Column:
					row, col = k, number
				case Box:
					wide := size / b.cols
					row, col = number/wide*b.rows+k/b.cols, number%wide*b.cols+k%b.cols
				case Diagonal:
					row, col = k, k
					if number == 1 {
						col = size - 1 - k
					}
				}
				house = house.or(setOf(row*size + col))
			}
			l.names, l.houses = append(l.names, House{side, number}), append(l.houses, house)
			l.all = l.all.or(house)
		}
	}
	for h, house := range l.houses {
		for i := range house.cells() {
			l.with[i] = append(l.with[i], h)
			l.peers[i] = l.peers[i].or(house.without(setOf(i)))
		}
	}
	for h, one := range l.houses {
		for _, other := range l.houses[:h] {
			if one.and(other).count() > 1 {
				l.crossings = append(l.crossings, crossing{one.without(other), other.without(one)})
			}
		}
	}
	return l
}

// Houses returns the houses of the puzzle, and the cells of each.
func (p *Puzzle) Houses() (names []House, cells [][]int) {
	if p.Check() != nil {
		return nil, nil
	}
	l := p.layout()
	for _, house := range l.houses {
		cells = append(cells, house.list())
	}
	return append([]House(nil), l.names...), cells
}
