package cardflip

import (
	"math/bits"
	"slices"
)

// An element of a monoid. The first, 0, is the value of no runs.
type element uint16

// maxOrder is the greatest number of elements of a monoid.
const maxOrder = 512

// A set of elements, as bits.
type set [maxOrder / 64]uint64

func (s *set) add(e element)     { s[e/64] |= 1 << (e % 64) }
func (s set) has(e element) bool { return s[e/64]>>(e%64)&1 == 1 }

// within reports whether t has all elements of s.
func (s set) within(t set) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

// meets reports whether s and t have an element in common.
func (s set) meets(t set) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// union returns the elements of s and of t.
func (s set) union(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// A monoid, finite and commutative.
type monoid struct {
	product [][]element
	lost    set // values of rows that the player to move loses
}

// times returns the products of a set's elements by one.
func (m *monoid) times(s set, by element) (products set) {
	row := m.product[by]
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			products.add(row[64*i+bits.TrailingZeros64(word)])
		}
	}
	return products
}

// power returns the product of n factors e.
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

// A kind holds all that matters of a run: its value, and the values that a move leaves.
type kind struct {
	value   element
	options set
	word    word // of a generator
}

// sums proves that a monoid says who wins all sums of runs of some kinds. By induction on
// the cards left, it does if
//
//   - no move leads from a lost value to a lost one: that is checked for each kind beside
//     each element of the monoid, which stands for the other runs;
//   - from every other value some move leads to a lost one, unless there is no move: that is
//     checked for each pair of a value and the set of values that a move leaves. Those pairs
//     are the transition algebra of Plambeck and Siegel: sums of the kinds' pairs, and finitely
//     many. A pair need not be checked if its set contains that of another pair with the same
//     value, since that stays so whatever is added to both.
type sums struct {
	*hypothesis
	kinds  []kind
	least  [][]pair // for each value, the pairs that are to be checked
	effort *effort
}

// A pair is the set of values that a move leaves of a sum and, if all runs of the sum are
// generators, the word of that sum. The sum's own value is the index in sums.least.
type pair struct {
	options set
	word    word
}

// newSums returns a proof for the monoid of h in which no kind is yet.
func newSums(h *hypothesis, e *effort) *sums {
	return &sums{hypothesis: h, least: make([][]pair, len(h.words)), effort: e}
}

// add proves that the monoid still says who wins with one kind more. If it does not, wrong is a
// sum for which it fails, and s is as before.
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

// close adds to least all pairs that sums with the last of the kinds have, and checks each. If
// one fails or the effort is spent, ok is false and wrong is the word of the sum; least is then
// not complete. To each pair there was it adds the last kind alone; to each new one, every kind.
// It drops pairs that a smaller set with the same value makes needless.
func (s *sums) close() (wrong word, ok bool) {
	type sum struct {
		value element
		pair
	}
	open := []sum{{}} // the empty sum, and all pairs so far
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
			case !s.effort.remains(), !lost && !p.options.meets(s.lost):
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
