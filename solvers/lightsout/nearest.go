package lightsout

import (
	"context"
	"fmt"
	"slices"

	"kibitz/solvers"
)

// A board can be solved exactly if the change that its lamps need is orthogonal to the left kernel
// of the matrix. The products with the patterns of a basis of that kernel are its syndrome. A
// change of one lamp adds a multiple of a column of the basis to the syndrome. So the fewest lamps
// to change are the fewest columns that make up the syndrome, as in the decoding of a linear code.

// Near is a board that can be solved, near one that cannot.
type Near struct {
	Lamps   []uint8
	Changed []int // lamps that differ, in reading order
	Proved  bool  // no solvable board differs in fewer lamps

	Singles []Single // all single changes that suffice, in reading order; none if more are needed
}

// A Single is the change of one lamp to State.
type Single struct {
	Lamp  int
	State uint8
}

// Nearest returns a solvable board that differs from p in few lamps, in the fewest if Proved.
// Usually that is proved if the nullity is small, or if a change of four lamps is enough. It
// returns nil if it finds none.
func (p *Puzzle) Nearest(ctx context.Context) (*Near, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	left := p
	if p.matrix != nil {
		left = p.transposed()
	}
	s, err := left.solutions(ctx)
	if err != nil {
		return nil, err
	}
	n := &Near{Lamps: slices.Clone(p.Lamps)}
	changes, proved := p.correct(ctx, s.quiet)
	if changes == nil {
		return nil, ctx.Err()
	}
	n.Proved = proved
	q := p.states()
	for _, c := range changes {
		if c.times == 0 {
			continue
		}
		n.Lamps[c.lamp] = uint8((int(n.Lamps[c.lamp]) + c.times) % q)
		n.Changed = append(n.Changed, c.lamp)
	}
	slices.Sort(n.Changed)
	after := *p
	after.Lamps = n.Lamps
	want := after.lacks()
	for _, y := range s.quiet {
		if dot(y.Pattern, want, q) != 0 {
			return nil, fmt.Errorf("lightsout: %w: the nearest board has no solution", solvers.ErrBug)
		}
	}
	if len(n.Changed) == 1 {
		n.Singles = p.singles(s.quiet)
	}
	return n, nil
}

// singles returns the changes of one lamp after which the board can be solved, in reading order.
// checks are a basis of the left kernel. With more than two states a lamp may have several.
func (p *Puzzle) singles(checks []Quiet) (found []Single) {
	q, want := p.states(), p.lacks()
	syndrome := make([]int, len(checks))
	for i, y := range checks {
		syndrome[i] = dot(y.Pattern, want, q)
	}
	makesUp := func(lamp, times int) bool { // whether that change takes the whole syndrome away
		for i, y := range checks {
			if times*int(y.Pattern[lamp])%q != syndrome[i] {
				return false
			}
		}
		return true
	}
	for lamp, state := range p.Lamps {
		for times := 1; times < q; times++ {
			if makesUp(lamp, times) {
				found = append(found, Single{lamp, uint8((int(state) + times) % q)})
			}
		}
	}
	return found
}

// A change adds times to the state of a lamp, modulo the states. What the lamp lacks to its target
// is less by as much.
type change struct{ lamp, times int }

// correct returns changes after which the board can be solved, and whether it is proved that
// fewer do not suffice. checks are a basis of the left kernel. It tries no change, then one, and so
// on up to seven, while decodeWork and ctx last; after that, or with too many checks for a
// decoder, it returns the changes of correctSimply, unproved, which may be nil.
func (p *Puzzle) correct(ctx context.Context, checks []Quiet) (changes []change, proved bool) {
	if d := newDecoder(ctx, p, checks); d != nil {
		for most := 0; most < maxCorrected && d.left > 0; most++ {
			if changes, ok := d.make(ctx, d.syndrome, most, 0); ok {
				return changes, true
			}
			if ctx.Err() != nil {
				break
			}
		}
	}
	return p.correctSimply(checks), false
}

// correctSimply returns a change of the first lamp of each pattern, by as much as makes what the
// lamps lack orthogonal to the pattern; it may be a change by 0. It goes from the last pattern to
// the first: no later pattern has that lamp, so those stay orthogonal. It returns nil if no change
// of that lamp does, which only a number of states that is not prime allows.
func (p *Puzzle) correctSimply(checks []Quiet) []change {
	q, want := p.states(), p.lacks()
	changes := []change{}
	for i := len(checks) - 1; i >= 0; i-- {
		lamp := slices.IndexFunc(checks[i].Pattern, func(v uint8) bool { return v != 0 })
		syndrome, unit := dot(checks[i].Pattern, want, q), int(checks[i].Pattern[lamp])
		if syndrome%unit != 0 {
			return nil
		}
		times := syndrome / unit
		want[lamp] = uint8((int(want[lamp]) + q - times) % q)
		changes = append(changes, change{lamp, times})
	}
	return changes
}

const (
	maxCorrected = 8       // the search tries fewer changes than this
	decodeWork   = 1 << 25 // most sums tried
	maxPairs     = 1 << 21 // most pairs of changes kept in memory
)

// A decoder looks for few changes that make up a syndrome. A syndrome is packed into a word: its
// product with check number i is in the field `bits` wide that begins at bit i·bits.
type decoder struct {
	states, bits int
	syndrome     uint64
	columns      []uint64          // what each change subtracts from a syndrome; all different
	changes      []change          // change of each column
	one          map[uint64]int    // index of each column by its value
	two          map[uint64][2]int // indices of two columns by their sum; nil if there are too many pairs
	left         int               // sums that may still be tried
}

// newDecoder returns a decoder for the board p with its tables filled: the columns of all changes
// and, if there are no more than maxPairs, of all pairs. It returns nil if a syndrome has more than
// 64 bits. If ctx ends meanwhile, left is 0.
func newDecoder(ctx context.Context, p *Puzzle, checks []Quiet) *decoder {
	d := &decoder{states: p.states(), bits: 4, one: make(map[uint64]int), left: decodeWork} // 4 bits hold a number below MaxStates
	if d.states == 2 {
		d.bits = 1
	}
	if len(checks)*d.bits > 64 {
		return nil
	}
	want := p.lacks()
	for i, y := range checks {
		d.syndrome |= uint64(dot(y.Pattern, want, d.states)) << (i * d.bits)
	}
	for lamp := range p.Lamps {
		column := uint64(0)
		for i, y := range checks {
			column |= uint64(y.Pattern[lamp]) << (i * d.bits)
		}
		sum := uint64(0)
		for times := 1; times < d.states; times++ {
			sum = d.add(sum, column)
			if _, known := d.one[sum]; sum != 0 && !known { // of changes with equal columns one is enough
				d.one[sum] = len(d.columns)
				d.columns, d.changes = append(d.columns, sum), append(d.changes, change{lamp, times})
			}
		}
	}
	if n := len(d.columns); n*(n-1)/2 <= maxPairs {
		d.two = make(map[uint64][2]int, n*(n-1)/2)
		for i, a := range d.columns {
			if ctx.Err() != nil {
				d.left = 0
				break
			}
			for j, b := range d.columns[:i] {
				if d.changes[i].lamp != d.changes[j].lamp {
					d.two[d.add(a, b)] = [2]int{j, i}
				}
			}
		}
	}
	return d
}

// add returns the sum of two syndromes, each check's bits modulo the states.
func (d *decoder) add(a, b uint64) uint64 {
	if d.states == 2 {
		return a ^ b
	}
	sum := uint64(0)
	for i := 0; i < 64; i += d.bits {
		sum |= ((a>>i&15 + b>>i&15) % uint64(d.states)) << i
	}
	return sum
}

// less returns the syndrome a less a column, each check's bits modulo the states.
func (d *decoder) less(a, column uint64) uint64 {
	if d.states == 2 {
		return a ^ column
	}
	diff := uint64(0)
	for i := 0; i < 64; i += d.bits {
		diff |= ((a>>i&15 + uint64(d.states) - column>>i&15) % uint64(d.states)) << i
	}
	return diff
}

// make returns n changes whose columns add up to the syndrome, and whether there are such changes.
// It chooses them among those from number from on, except the last one or two, which it looks up in
// the tables of all changes. As fewer than n changes are known not to do, no lamp is changed twice.
// It reports false, too, once left is used up or ctx ends, which sets left to 0.
func (d *decoder) make(ctx context.Context, syndrome uint64, n, from int) ([]change, bool) {
	d.left--
	switch {
	case n == 0:
		return []change{}, syndrome == 0
	case n == 1:
		i, ok := d.one[syndrome]
		if !ok {
			return nil, false
		}
		return []change{d.changes[i]}, true
	case n == 2 && d.two != nil:
		pair, ok := d.two[syndrome]
		if !ok {
			return nil, false
		}
		return []change{d.changes[pair[0]], d.changes[pair[1]]}, true
	}
	for i := from; i < len(d.columns) && d.left > 0; i++ {
		if i%64 == 0 && ctx.Err() != nil {
			d.left = 0
			break
		}
		if rest, ok := d.make(ctx, d.less(syndrome, d.columns[i]), n-1, i+1); ok {
			return append(rest, d.changes[i]), true
		}
	}
	return nil, false
}
