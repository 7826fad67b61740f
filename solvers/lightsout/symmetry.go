package lightsout

import (
	"math/bits"
	"slices"
)

// If a board is the same turned round or in a mirror, together with the change that its lamps need,
// so are its solutions, with the same number of presses. Only one solution of each such orbit need
// be weighed.
//
// For the search in walsh.go an orbit must be one of whole blocks: the symmetries must map the
// space of the patterns of a block's low bits to itself. The symmetries are a group G of 2, 4 or 8
// elements. So over GF(2) the augmentation ideal I, made of the sums 1 + g, is nilpotent: with K
// all quiet patterns, K ⊃ I·K ⊃ I²·K ⊃ … ⊃ 0. Every symmetry maps any space between two neighbours
// in this chain to itself. A basis of K that goes up the chain has such a space for every number of
// its first patterns.
//
// A symmetry maps the solution x + y·Q to another one. Its y is the sum of offset and the images of
// the ones of y.

// A symmetry maps the solution x + y·Q to another, whose y is images of the ones of y,
// and offset, added up.
type symmetry struct {
	images []uint64
	offset uint64
}

// of returns the y of the solution that the symmetry maps x + y·Q to.
func (t *symmetry) of(y uint64) uint64 {
	image := t.offset
	for ; y != 0; y &= y - 1 {
		image ^= t.images[bits.TrailingZeros64(y)]
	}
	return image
}

// symmetries returns the ways to turn the board or to mirror it that leave its rules, its holes and
// the change that its lamps need as they are, except the one that moves nothing. Of each it has,
// for each cell, the cell that comes to lie there. It returns nil for a Flip ID or a net.
func (p *Puzzle) symmetries() [][]int {
	if p.matrix != nil {
		return nil
	}
	lack := p.lacks()
	var symmetries [][]int
	for way := 1; way < 8; way++ { // three bits: upside down, left to right, rows for columns
		down, across, diagonal := way&1 != 0, way&2 != 0, way&4 != 0
		if diagonal && (p.Rows != p.Cols || p.Wrap == Cylinder || p.hex) {
			break // all later ways swap rows and columns, too
		}
		from := make([]int, len(lack))
		for i := range from {
			r, c := i/p.Cols, i%p.Cols
			if down {
				r = p.Rows - 1 - r
			}
			if across {
				c = p.Cols - 1 - c
			}
			if diagonal {
				r, c = c, r
			}
			from[i] = r*p.Cols + c
		}
		same := true
		for i, j := range from {
			same = same && lack[i] == lack[j] && p.hole(i) == p.hole(j)
		}
		if same {
			symmetries = append(symmetries, from)
		}
	}
	return symmetries
}

// climb returns the solutions of s with a basis of quiet patterns that goes up the chain of the
// symmetries, and the symmetries as they act on that basis. s has two states and is in reduced
// form: so bit i of y says whether the first lamp of pattern i is pressed, and the image of a
// pattern can be read off those lamps. s stays as it is.
func (s *space) climb(symmetries [][]int) (*space, []symmetry) {
	// In reduced form bit j of y is the press of the first lamp of pattern j.
	var acts []symmetry
	for _, from := range symmetries {
		t := symmetry{images: make([]uint64, len(s.quiet))}
		for i, q := range s.quiet {
			at := from[q.first()]
			t.offset |= uint64(s.presses[at]) << i
			for j, q := range s.quiet {
				t.images[j] |= uint64(q.Pattern[at]) << i
			}
		}
		acts = append(acts, t)
	}

	// The chain, from K down.
	whole := make([]uint64, len(s.quiet))
	for i := range whole {
		whole[i] = 1 << i
	}
	chain := [][]uint64{whole}
	for layer := whole; len(layer) > 0; {
		var below echelons
		for _, t := range acts {
			linear := symmetry{images: t.images}
			for _, y := range layer {
				below.add(y ^ linear.of(y))
			}
		}
		layer = below.rows
		chain = append(chain, layer)
	}
	var independent echelons
	var basis []uint64
	for _, layer := range slices.Backward(chain) {
		for _, y := range layer {
			if independent.add(y) {
				basis = append(basis, y)
			}
		}
	}

	up := &space{presses: s.presses}
	for _, y := range basis {
		pattern := make([]uint8, len(s.presses))
		for ; y != 0; y &= y - 1 {
			add(pattern, s.quiet[bits.TrailingZeros64(y)].Pattern, 1, 2)
		}
		up.quiet = append(up.quiet, Quiet{pattern, 2})
	}
	change := invert(basis)
	for i, t := range acts {
		images := make([]uint64, len(basis))
		for j, y := range basis {
			images[j] = change.of((&symmetry{images: t.images}).of(y))
		}
		acts[i] = symmetry{images, change.of(t.offset)}
	}
	return up, acts
}

// echelons are independent vectors, each with a different highest bit.
type echelons struct{ rows []uint64 }

// add adds a vector and returns true, unless it is a sum of vectors that are there already.
func (e *echelons) add(y uint64) bool {
	for _, row := range e.rows {
		y = min(y, y^row) // without the row's highest bit
	}
	if y == 0 {
		return false
	}
	e.rows = append(e.rows, y)
	slices.SortFunc(e.rows, func(a, b uint64) int { return bits.Len64(b) - bits.Len64(a) })
	return true
}

// invert returns the linear map that takes vector number j of a basis to the unit vector 1<<j. It
// brings the basis to unit vectors by Gauss and Jordan's elimination, and notes which were summed.
func invert(basis []uint64) *symmetry {
	rows := slices.Clone(basis)
	inverse := &symmetry{images: make([]uint64, len(basis))}
	sums := make([]uint64, len(basis)) // rows[i] is the sum of the basis vectors whose bits are set
	for i := range sums {
		sums[i] = 1 << i
	}
	for bit := range basis {
		pivot := bit
		for rows[pivot]>>bit&1 == 0 {
			pivot++
		}
		rows[bit], rows[pivot] = rows[pivot], rows[bit]
		sums[bit], sums[pivot] = sums[pivot], sums[bit]
		for i := range rows {
			if i != bit && rows[i]>>bit&1 == 1 {
				rows[i] ^= rows[bit]
				sums[i] ^= sums[bit]
			}
		}
	}
	copy(inverse.images, sums)
	return inverse
}

// A mirror is a symmetry as it acts on blocks: tables of the images of eleven bits at a
// time.
type mirror struct {
	offset uint64
	tables [][1 << mirrorBits]uint64
}

const mirrorBits = 11 // of a block's number, in each table: 2048 words

// newMirror returns a symmetry of the k bits of y as it acts on the numbers of blocks, which are y
// without its first bits.
func newMirror(t symmetry, first, k int) mirror {
	m := mirror{offset: t.offset >> first, tables: make([][1 << mirrorBits]uint64, (k-first+mirrorBits-1)/mirrorBits)}
	for i := range m.tables {
		for sum := range m.tables[i] {
			for j := range mirrorBits {
				if bit := first + i*mirrorBits + j; sum>>j&1 == 1 && bit < k {
					m.tables[i][sum] ^= t.images[bit] >> first
				}
			}
		}
	}
	return m
}

// of returns the number of the block that block number high is mirrored into.
func (m *mirror) of(high uint64) uint64 {
	image := m.offset
	for i := range m.tables {
		image ^= m.tables[i][high>>(i*mirrorBits)&(1<<mirrorBits-1)]
	}
	return image
}
