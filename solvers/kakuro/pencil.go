package kakuro

// PencilMarks returns what the sums leave to each cell by themselves, row-major: bit d for a digit
// d that a combination of the entry across has and one of the entry down, both with the given
// digits of their entries, and that no other cell there is given. It is 0 in blocks and where
// nothing is left; nil for a puzzle that Check refuses.
//
// Nothing is concluded from one mark on another, so that they give nothing away: a cell with a
// single one strikes that digit nowhere.
func (p *Puzzle) PencilMarks() []uint16 {
	if p.Check() != nil {
		return nil
	}
	marks := make([]uint16, len(p.Cells))
	for i, cell := range p.Cells {
		if cell.White {
			marks[i] = allDigits
		}
	}
	for _, e := range p.entries() {
		given, twice := uint16(0), false
		for place := range p.within(e) {
			if d := p.Cells[place].Given; d != 0 {
				twice = twice || given>>d&1 == 1
				given |= 1 << d
			}
		}
		union := uint16(0)
		for _, set := range combosOf(e.Len, e.Sum).sets {
			if given&^set == 0 && !twice {
				union |= set
			}
		}
		for place := range p.within(e) {
			if d := p.Cells[place].Given; d != 0 {
				marks[place] &= union & (1 << d)
			} else {
				marks[place] &= union &^ given
			}
		}
	}
	return marks
}
