package lightsout

// packed is a set of lamps, a bit for each. Each row begins with a word of its own: column c of row
// r is bit c%64 of word r·stride + c/64, and the bits beyond the last column are zero.
type packed struct {
	rows, cols, stride int
	words              []uint64
}

func newPacked(rows, cols int) packed {
	stride := (cols + 63) / 64
	return packed{rows, cols, stride, make([]uint64, rows*stride)}
}

// packLamps packs a row-major pattern of zeros and ones.
func packLamps(rows, cols int, pattern []uint8) packed {
	p := newPacked(rows, cols)
	for r := range rows {
		row := p.row(r)
		for c, v := range pattern[r*cols : (r+1)*cols] {
			row[c/64] |= uint64(v) << (c % 64)
		}
	}
	return p
}

// unpack returns the pattern, row-major.
func (p packed) unpack() []uint8 {
	pattern := make([]uint8, p.rows*p.cols)
	for r := range p.rows {
		row := p.row(r)
		for c := range p.cols {
			pattern[r*p.cols+c] = uint8(row[c/64] >> (c % 64) & 1)
		}
	}
	return pattern
}

func (p packed) row(r int) []uint64 { return p.words[r*p.stride : (r+1)*p.stride] }
