package maker

import (
	"maps"
	"slices"

	"kibitz/solvers/nonogram/internal/teach"
)

// witness is a switch: it was one of some picture, and may be of others.
type witness struct {
	cells []int
	masks []lineMask
}

// lineMask are the cells of a line in a witness.
type lineMask struct {
	line int
	mask teach.Wide
}

// maxWitnesses bounds the memory and the time that witnesses cost.
const maxWitnesses = 1024

// narrowest returns a witness against the picture, of those known the one with the
// fewest cells around it; any will do when no changes are left to make. It is nil
// when none is known.
func (m *mender) narrowest(left int) (best *witness) {
	least, at := 0, 0
	for i, w := range m.witnesses {
		if !m.holds(w) {
			continue
		}
		n := m.reach(w)
		if best == nil || n < least {
			best, least, at = w, n, i
		}
		if left == 0 {
			break
		}
	}
	if left == 0 && best != nil { // what refuted one set may well refute the next
		copy(m.witnesses[1:at+1], m.witnesses[:at])
		m.witnesses[0] = best
	}
	return best
}

// reach returns how many cells lie in the lines of a witness.
func (m *mender) reach(w *witness) int {
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

// apart returns a number of switches of the picture with no line in common.
func (m *mender) apart() (n int) {
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

// around returns the cells in the lines of a witness that may be changed. Its own
// come first, as a change there breaks it most often, and of those the empty ones:
// to fill a cell leaves no line empty.
func (m *mender) around(w *witness) []int {
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

// squares looks for a switch of four cells, the corners of a rectangle, among
// the cells that lines leave open; there are no others that could be in one.
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

// split notes the parts of a switch that have no line in common. Each is a switch.
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

// addWitness notes a witness in front, and forgets the one that served longest ago.
func (m *mender) addWitness(w *witness) {
	if len(m.witnesses) == maxWitnesses {
		m.witnesses = m.witnesses[:maxWitnesses-1]
	}
	m.witnesses = slices.Insert(m.witnesses, 0, w)
}

// refuted reports whether a known witness speaks against the picture.
func (m *mender) refuted() bool { return m.narrowest(0) != nil }
