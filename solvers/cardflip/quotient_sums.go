package cardflip

import (
	"math/bits"
	"slices"
)

// An element of a monoid. The first, 0, is that of no runs.
type element uint16

// maxOrder is how many elements a monoid has at most.
const maxOrder = 512

// A set of elements.
type set [maxOrder / 64]uint64

func (s *set) add(e element)     { s[e/64] |= 1 << (e % 64) }
func (s set) has(e element) bool { return s[e/64]>>(e%64)&1 == 1 }

func (s set) within(t set) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

func (s set) meets(t set) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

func (s set) union(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// A monoid that is finite and commutative.
type monoid struct {
	product [][]element
	lost    set // values of rows that the player to move loses
}

// times are the products of a set's elements by one.
func (m *monoid) times(s set, by element) (products set) {
	row := m.product[by]
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			products.add(row[64*i+bits.TrailingZeros64(word)])
		}
	}
	return products
}

// power is the product of n times e.
func (m *monoid) power(e element, n int) element {
	p := element(0)
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			p = m.product[p][e]
		}
		e = m.product[e][e]
	}
	return p
}

// A kind of run is all that matters of it: its value, and the values that a move leaves.
type kind struct {
	value   element
	options set
	word    word // of a generator
}

// sums prove that a monoid says who wins. By induction on what is left, it does for all sums
// of runs of some kinds if
//
//   - no move leads from a lost value to a lost one: that is seen for each kind in all
//     company that it can have, the elements of the monoid;
//   - from every other value some move leads to a lost one, unless there is no move: that is
//     seen for each pair of a value and of the values that a move leaves. Those are the
//     transition algebra of Plambeck and Siegel: sums of those of the kinds, and finitely
//     many. Of the pairs of one value those are enough that have no other's options
//     among theirs, since that remains so whatever is added to both.
type sums struct {
	*hypothesis
	kinds  []kind
	least  [][]pair // of each value: those that are enough
	effort *effort
}

// A pair is what a move leaves of a sum that has some value and, where all its runs are
// generators, the word of that sum.
type pair struct {
	options set
	word    word
}

func newSums(h *hypothesis, e *effort) *sums {
	return &sums{hypothesis: h, least: make([][]pair, len(h.words)), effort: e}
}

// add proves that the monoid holds with one kind more. If it does not, wrong is a sum where it
// fails, and nothing has changed.
func (s *sums) add(k kind) (wrong word, ok bool) {
	if k.options == (set{}) {
		return "", k.value == 0
	}
	if slices.ContainsFunc(s.kinds, func(old kind) bool { return old.value == k.value && old.options == k.options }) {
		return "", true
	}
	for y, product := range s.product[k.value] {
		if s.effort.spend(1); s.lost.has(product) && s.times(k.options, element(y)).meets(s.lost) {
			return k.word.plus(s.words[y]), false
		}
	}
	kinds, least := s.kinds, s.least
	s.kinds, s.least = append(slices.Clip(kinds), k), slices.Clone(least)
	if wrong, ok = s.close(); !ok {
		s.kinds, s.least = kinds, least
	}
	return wrong, ok
}

// close adds all pairs that the last of the kinds leads to.
func (s *sums) close() (wrong word, ok bool) {
	type sum struct {
		value element
		pair
	}
	open := []sum{{}} // nothing, and all that there was
	for value, pairs := range s.least {
		for _, p := range pairs {
			open = append(open, sum{element(value), p})
		}
	}
	old := len(open)
	for i := 0; i < len(open); i++ {
		of, kinds := open[i], s.kinds
		if i < old {
			kinds = kinds[len(kinds)-1:]
		}
		for _, k := range kinds {
			value := s.product[of.value][k.value]
			p := pair{s.times(of.options, k.value).union(s.times(k.options, of.value)), of.word.plus(k.word)}
			s.effort.spend(2)
			switch lost := s.lost.has(value); {
			case !s.effort.left(), !lost && !p.options.meets(s.lost):
				return p.word, false
			case slices.ContainsFunc(s.least[value], func(q pair) bool { return q.options.within(p.options) }):
				continue
			}
			more := func(q pair) bool { return p.options.within(q.options) }
			s.least[value] = append(slices.DeleteFunc(slices.Clone(s.least[value]), more), p)
			open = append(open, sum{value, p})
		}
	}
	return "", true
}
