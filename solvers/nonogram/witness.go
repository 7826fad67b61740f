package nonogram

import (
	"maps"
	"slices"
)

// witness is a switch: it was one of some picture, and may be of others.
type witness struct {
	cells []int
	masks []lineMask
}

// lineMask are the cells of a line in a witness.
type lineMask struct {
	line int
	mask wide
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
		if l.line < m.rows {
			rows++
		} else {
			cols++
		}
	}
	return rows*m.cols + cols*m.rows - rows*cols
}

// holds reports whether w is a switch of the picture on trial.
func (m *mender) holds(w *witness) bool {
	for i := range w.masks {
		l := &w.masks[i]
		ink := m.ink[l.line]
		for j := range ink {
			ink[j] ^= l.mask[j]
		}
		if m.runs = inkRuns(m.runs[:0], &ink); !slices.Equal(m.runs, m.clues[l.line]) {
			return false
		}
	}
	return true
}

// apart returns a number of switches of the picture with no line in common.
func (m *mender) apart() (n int) {
	taken := make([]bool, m.rows+m.cols)
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
			if m.is(cell) == filled {
				put(cell)
			}
		}
	}
	for _, l := range w.masks {
		for i := range m.length(l.line) {
			if l.line < m.rows {
				put(l.line*m.cols + i)
			} else {
				put(i*m.cols + l.line - m.rows)
			}
		}
	}
	return cells
}

// squares looks for a switch of four cells, the corners of a rectangle, among
// the cells that lines leave open; there are no others that could be in one.
func (m *mender) squares() bool {
	open := m.openCells()
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
			r1, c1, r2, c2 := a/m.cols, a%m.cols, d/m.cols, d%m.cols
			b, c := r1*m.cols+c2, r2*m.cols+c1
			if r1 >= r2 || c1 == c2 || !isOpen[b] || !isOpen[c] ||
				m.is(a) != m.is(d) || m.is(b) != m.is(c) || m.is(a) == m.is(b) {
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
	part := make([]int, m.rows+m.cols) // union-find over lines
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
		part[find(cell/m.cols)] = find(m.rows + cell%m.cols)
	}
	parts := map[int][]int{}
	for _, cell := range cells {
		root := find(cell / m.cols)
		parts[root] = append(parts[root], cell)
	}
	for _, root := range slices.Sorted(maps.Keys(parts)) {
		m.addWitness(m.newWitness(parts[root]))
	}
}

func (m *mender) newWitness(cells []int) *witness {
	masks := map[int]*wide{}
	put := func(line, i int) {
		if masks[line] == nil {
			masks[line] = new(wide)
		}
		toggle(masks[line], i)
	}
	for _, cell := range cells {
		put(cell/m.cols, cell%m.cols)
		put(m.rows+cell%m.cols, cell/m.cols)
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
