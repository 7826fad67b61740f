package maker

import (
	"maps"
	"slices"

	"kibitz/solvers/nonogram/internal/teach"
)

// witness is a switch of some picture, a set of cells that can all be flipped with every clue kept.
// It may be a switch of other pictures as well.
type witness struct {
	cells []int
	masks []lineMask
}

// lineMask holds the cells of a witness in one line.
type lineMask struct {
	line int
	mask teach.Wide
}

// maxWitnesses bounds the number of witnesses kept, and so their memory and time.
const maxWitnesses = 1024

// narrowestWitness returns a witness against the picture, nil if none is known: the one with the
// fewest cells in its lines. When no changes are left to make, left is 0 and any witness will do.
func (m *mender) narrowestWitness(left int) (best *witness) {
	least, at := 0, 0
	for i, w := range m.witnesses {
		if !m.holds(w) {
			continue
		}
		n := m.cellsInLines(w)
		if best == nil || n < least {
			best, least, at = w, n, i
		}
		if left == 0 {
			break
		}
	}
	if left == 0 && best != nil { // the witness that refuted one set may well refute the next
		copy(m.witnesses[1:at+1], m.witnesses[:at])
		m.witnesses[0] = best
	}
	return best
}

// cellsInLines returns the number of cells in the lines of a witness.
func (m *mender) cellsInLines(w *witness) int {
	rows, cols := 0, 0
	for _, l := range w.masks {
		if l.line < m.Rows {
			rows++
		} else {
			cols++
		}
	}
	return rows*m.Cols + cols*m.Rows - rows*cols
}

// holds reports whether w is a switch of the picture on trial.
func (m *mender) holds(w *witness) bool {
	for i := range w.masks {
		l := &w.masks[i]
		ink := m.Ink[l.line]
		for j := range ink {
			ink[j] ^= l.mask[j]
		}
		if m.runs = teach.InkRuns(m.runs[:0], &ink); !slices.Equal(m.runs, m.Clues[l.line]) {
			return false
		}
	}
	return true
}

// disjointSwitches returns the size of a set of known switches of the picture that share no lines.
func (m *mender) disjointSwitches() (n int) {
	taken := make([]bool, m.Rows+m.Cols)
	for _, w := range m.witnesses {
		if slices.ContainsFunc(w.masks, func(l lineMask) bool { return taken[l.line] }) || !m.holds(w) {
			continue
		}
		for _, l := range w.masks {
			taken[l.line] = true
		}
		n++
	}
	return n
}

// changeableCells returns the cells in the lines of a witness that may be changed. The witness's
// own cells come first, since changing one of them breaks it most often. Of these the empty ones
// come first, since filling a cell leaves no line empty.
func (m *mender) changeableCells(w *witness) []int {
	mark := make(map[int]bool)
	var cells []int
	put := func(cell int) {
		if !mark[cell] && m.frozen[cell] == 0 && !slices.Contains(m.changed, cell) {
			mark[cell] = true
			cells = append(cells, cell)
		}
	}
	for _, filled := range []bool{false, true} {
		for _, cell := range w.cells {
			if m.Is(cell) == filled {
				put(cell)
			}
		}
	}
	for _, l := range w.masks {
		for i := range m.Length(l.line) {
			if l.line < m.Rows {
				put(l.line*m.Cols + i)
			} else {
				put(i*m.Cols + l.line - m.Rows)
			}
		}
	}
	return cells
}

// squares looks for a switch of four cells, the corners of a rectangle, among the cells that lines
// leave open; no other cell can be in a switch. It adds the switch as a witness.
func (m *mender) squares() bool {
	open := m.OpenCells()
	const enough = 200 // more would cost more than solving
	if len(open) > enough {
		return false
	}
	isOpen := make(map[int]bool, len(open))
	for _, cell := range open {
		isOpen[cell] = true
	}
	for _, a := range open {
		for _, d := range open {
			r1, c1, r2, c2 := a/m.Cols, a%m.Cols, d/m.Cols, d%m.Cols
			b, c := r1*m.Cols+c2, r2*m.Cols+c1
			if r1 >= r2 || c1 == c2 || !isOpen[b] || !isOpen[c] ||
				m.Is(a) != m.Is(d) || m.Is(b) != m.Is(c) || m.Is(a) == m.Is(b) {
				continue
			}
			if w := m.newWitness([]int{a, b, c, d}); m.holds(w) {
				m.addWitness(w)
				return true
			}
		}
	}
	return false
}

// split adds the parts of a switch that share no line as witnesses. Each part is a switch.
func (m *mender) split(cells []int) {
	part := make([]int, m.Rows+m.Cols) // union-find over lines
	for i := range part {
		part[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if part[i] != i {
			part[i] = find(part[i])
		}
		return part[i]
	}
	for _, cell := range cells {
		part[find(cell/m.Cols)] = find(m.Rows + cell%m.Cols)
	}
	parts := map[int][]int{}
	for _, cell := range cells {
		root := find(cell / m.Cols)
		parts[root] = append(parts[root], cell)
	}
	for _, root := range slices.Sorted(maps.Keys(parts)) {
		m.addWitness(m.newWitness(parts[root]))
	}
}

// newWitness returns a witness of some cells.
func (m *mender) newWitness(cells []int) *witness {
	masks := map[int]*teach.Wide{}
	put := func(line, i int) {
		if masks[line] == nil {
			masks[line] = new(teach.Wide)
		}
		teach.Toggle(masks[line], i)
	}
	for _, cell := range cells {
		put(cell/m.Cols, cell%m.Cols)
		put(m.Rows+cell%m.Cols, cell/m.Cols)
	}
	w := &witness{cells: cells}
	for _, line := range slices.Sorted(maps.Keys(masks)) {
		w.masks = append(w.masks, lineMask{line, *masks[line]})
	}
	return w
}

// addWitness puts a witness in front. If there are too many it drops the last, which served longest
// ago.
func (m *mender) addWitness(w *witness) {
	if len(m.witnesses) == maxWitnesses {
		m.witnesses = m.witnesses[:maxWitnesses-1]
	}
	m.witnesses = slices.Insert(m.witnesses, 0, w)
}

// refuted reports whether some known witness is a switch of the picture.
func (m *mender) refuted() bool { return m.narrowestWitness(0) != nil }
