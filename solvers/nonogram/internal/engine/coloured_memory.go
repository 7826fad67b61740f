package engine

import (
	"math/bits"
	"unsafe"

	"kibitz/solvers/nonogram/internal/line"
)

// lineMemory remembers lines in colours solved before; see memory. Most lines that a probe leads to
// were seen by an earlier one.
type lineMemory[L line.Mask] struct {
	of    []int32 // number of the line at each place, counted from 1; negative if it had no arrangement, 0 for none
	masks []L     // for each place and shade, the cells before, and then those after
	last  uint64  // last place: one less than a power of two
	new   int     // lines put in since the places were last doubled
}

const mostRemembered = 4 << 20 // bytes of masks

// begin forgets all lines, and prepares for lines in a number of shades.
func (m *lineMemory[L]) begin(shades int) { m.resize(minMemory, shades) }

// resize makes room for a number of places, all empty.
func (m *lineMemory[L]) resize(places, shades int) {
	m.of, m.last, m.new = line.Renew(m.of, places), uint64(places-1), 0
	if n := 2 * shades * places; cap(m.masks) < n {
		m.masks = make([]L, n)
	} else {
		m.masks = m.masks[:n]
	}
}

// remembered returns the result of the solver's Arrange, from memory if it is there.
func (c *canvas[L]) remembered(line int, may []L) ([]L, bool) {
	m, has := &c.memory, c.solver.Lines[line].Has
	h := uint64(line + 1)
	for s := has; s != 0; s &= s - 1 {
		of := &may[bits.TrailingZeros64(uint64(s))]
		for i := range len(*of) {
			h = (h ^ (*of)[i]) * 0x9e3779b97f4a7c15
			h ^= h >> 32
		}
	}
	place := int(h & m.last)
	before := m.masks[2*c.shades*place:][:c.shades]
	after := m.masks[(2*place+1)*c.shades:][:c.shades]
	if of := m.of[place]; of == int32(line+1) || of == -int32(line+1) {
		same := true
		for s := has; s != 0; s &= s - 1 {
			shade := bits.TrailingZeros64(uint64(s))
			same = same && before[shade] == may[shade]
		}
		if same {
			return after, of > 0
		}
	}
	out, ok := c.solver.Arrange(line, may)
	if m.new++; m.new > 2*int(m.last) && 4*c.shades*len(m.of)*int(unsafe.Sizeof(*new(L))) <= mostRemembered {
		m.resize(2*len(m.of), c.shades)
		return out, ok
	}
	for s := has; s != 0; s &= s - 1 {
		shade := bits.TrailingZeros64(uint64(s))
		before[shade], after[shade] = may[shade], out[shade]
	}
	m.of[place] = int32(line + 1)
	if !ok {
		m.of[place] = -m.of[place]
	}
	return out, ok
}
