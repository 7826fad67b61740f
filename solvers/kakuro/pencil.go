package kakuro

// PencilMarks returns the digits that the sums by themselves leave to each cell, row-major. Bit d
// is set if both the entry across and the entry down have a combination with digit d and with
// their given digits, and no other cell of the two is given d. The marks are 0 in blocks and in
// cells without a digit left. The result is nil for a puzzle that Check refuses.
//
// One mark strikes no other, so that the marks give nothing away: a digit that is alone in its
// cell stays in the other cells of its entries.
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
