package cardflip

import "iter"

// A word is a row of generators: a byte for each generator says how many of it there are. It
// has no zeros at its end.
type word string

// plus returns the word of both rows together.
func (w word) plus(v word) word {
	if len(w) < len(v) {
		w, v = v, w
	}
	if v == "" {
		return w
	}
	sum := []byte(w)
	for i := range len(v) {
		sum[i] += v[i]
	}
	return word(sum)
}

// without returns w with one generator g fewer.
func (w word) without(g int) word {
	rest := []byte(w)
	rest[g]--
	n := len(rest)
	for n > 0 && rest[n-1] == 0 {
		n--
	}
	return word(rest[:n])
}

// one returns the word of a single generator.
func one(g int) word {
	w := make([]byte, g+1)
	w[g] = 1
	return word(w)
}

// A learner asks who wins words. It takes two words for one element of a monoid if both have
// the same outcome together with each context, which is a word too: D. Angluin, Learning
// regular sets from queries and counterexamples (1987).
type learner struct {
	options  [][]word // for each generator, the words that a move leaves
	order    []int    // the generators by length
	contexts []word   // the first is ""
	outcomes map[word]bool
	effort   *effort
}

// lost reports whether the player to move loses a word. The result means nothing once there
// is no effort left.
func (l *learner) lost(w word) bool {
	lost, ok := l.outcomes[w]
	if ok || w == "" {
		return lost
	}
	if l.effort.spend(1); !l.effort.remains() {
		return false
	}
	lost = true
	for o := range l.after(w) {
		if l.lost(o) {
			lost = false
			break
		}
	}
	l.outcomes[w] = lost
	return lost
}

// after yields the words that a move in w leaves.
func (l *learner) after(w word) iter.Seq[word] {
	return func(yield func(word) bool) {
		for g := range len(w) {
			if w[g] == 0 {
				continue
			}
			rest := w.without(g)
			for _, o := range l.options[g] {
				if !yield(rest.plus(o)) {
					return
				}
			}
		}
	}
}

// provenSums returns the sums of all generators in a monoid that is proved for them; nil if
// that takes too much effort.
func (l *learner) provenSums() *sums {
	for {
		h := l.learn()
		if h == nil {
			return nil
		}
		wrong, s := l.prove(h)
		if s != nil {
			return s
		}
		if !l.refute(h, wrong) {
			return nil
		}
	}
}

// prove returns the proof of a hypothesis, or a word for which it fails.
func (l *learner) prove(h *hypothesis) (wrong word, s *sums) {
	s = newSums(h, l.effort)
	for g, options := range l.options {
		w := one(g)
		if wrong, ok := s.add(kind{h.value(w), h.values(options), w}); !ok {
			return wrong, nil
		}
	}
	return "", s
}

// learn returns the least monoid that agrees with the contexts. It adds contexts until the
// order of generators makes no difference; nil if that takes too much effort.
func (l *learner) learn() *hypothesis {
	for {
		h := l.closed()
		if h == nil {
			return nil
		}
		e, f, g, ok := h.disorder()
		if !ok {
			h.multiply()
			return h
		}
		if !l.separate(h, e, f, g) {
			return nil
		}
	}
}

// closed returns a hypothesis with an element for each row of outcomes that words have with
// the contexts. The element's word has the shortest generators that give that row. It returns
// nil if there is too little effort left.
func (l *learner) closed() *hypothesis {
	h := &hypothesis{}
	known := map[string]element{}
	row := make([]byte, len(l.contexts))
	find := func(w word) element {
		for i, c := range l.contexts {
			row[i] = 0
			if l.lost(w.plus(c)) {
				row[i] = 1
			}
		}
		e, ok := known[string(row)]
		if !ok && len(h.words) < maxOrder {
			e = element(len(h.words))
			known[string(row)] = e
			if h.words = append(h.words, w); row[0] == 1 {
				h.lost.add(e)
			}
			h.next = append(h.next, make([]element, len(l.options)))
		} else if !ok { // too many elements: give up
			l.effort.spend(l.effort.work)
		}
		return e
	}
	find("")
	for k, longest := range l.order {
		old := len(h.words) // these elements have met all generators so far except the longest
		for e := 0; e < len(h.words) && l.effort.remains(); e++ {
			by := l.order[:k+1]
			if e < old {
				by = []int{longest}
			}
			for _, g := range by {
				next := find(h.words[e].plus(one(g)))
				h.next[e][g] = next
			}
		}
	}
	if !l.effort.remains() {
		return nil
	}
	return h
}

// separate adds a context that shows where h is wrong, given that h makes e followed by f and g
// another element than e followed by g and f, though both are the same game. A context tells
// those two elements apart, and so e with f, or e with g, was taken for the wrong element.
// separate returns false if no context shows that, as once effort is spent.
func (l *learner) separate(h *hypothesis, e element, f, g int) bool {
	whole := h.words[e].plus(one(f)).plus(one(g))
	for _, c := range l.contexts {
		for _, way := range [2]struct{ by, then int }{{f, g}, {g, f}} {
			context := one(way.then).plus(c)
			if l.lost(h.words[h.next[e][way.by]].plus(context)) != l.lost(whole.plus(c)) {
				l.contexts = append(l.contexts, context)
				return true
			}
		}
	}
	return false
}

// refute adds a context that shows where a hypothesis is wrong about a word, or about a word
// that a move in it leaves. It returns false if it is wrong about none of them.
func (l *learner) refute(h *hypothesis, w word) bool {
	if l.trace(h, w) {
		return true
	}
	for o := range l.after(w) {
		if l.trace(h, o) {
			return true
		}
	}
	return false
}

// trace adds a context if a hypothesis is wrong about who wins a word, and reports whether it
// did. It follows the word from element to element, to the first step at which the element's own
// word with the rest no longer has the outcome of the whole: there one element was taken for
// another, and the rest is the context. R. L. Rivest and R. E. Schapire, Inference of finite
// automata using homing sequences (1993).
func (l *learner) trace(h *hypothesis, w word) bool {
	truth := l.lost(w)
	if truth == h.lost.has(h.value(w)) {
		return false
	}
	e, rest := element(0), w
	for g := range len(w) {
		for range w[g] {
			e, rest = h.next[e][g], rest.without(g)
			if l.lost(h.words[e].plus(rest)) != truth {
				l.contexts = append(l.contexts, rest)
				return true
			}
		}
	}
	return false
}

// A hypothesis is a monoid that may be the quotient of the generators.
type hypothesis struct {
	monoid
	words []word      // for each element, a word with that value
	next  [][]element // for each element and generator, the element of both together
}

// value returns the element of a word.
func (h *hypothesis) value(w word) element { return h.with(0, w) }

// with returns the element of e together with the runs of w.
func (h *hypothesis) with(e element, w word) element {
	for g := range len(w) {
		for range w[g] {
			e = h.next[e][g]
		}
	}
	return e
}

// values returns the elements of words.
func (h *hypothesis) values(words []word) (s set) {
	for _, w := range words {
		s.add(h.value(w))
	}
	return s
}

// disorder finds an element e and generators f and g such that e followed by f and g is another
// element than e followed by g and f.
func (h *hypothesis) disorder() (e element, f, g int, ok bool) {
	for e, next := range h.next {
		for f := range next {
			for g := range f {
				if h.next[next[f]][g] != h.next[next[g]][f] {
					return element(e), f, g, true
				}
			}
		}
	}
	return 0, 0, 0, false
}

// multiply fills the table of products.
func (h *hypothesis) multiply() {
	h.product = make([][]element, len(h.words))
	for e := range h.product {
		h.product[e] = make([]element, len(h.words))
		for f, w := range h.words {
			h.product[e][f] = h.with(element(e), w)
		}
	}
}
