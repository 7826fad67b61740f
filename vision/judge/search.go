package judge

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"
)

// Limits of a search. Time ends it as well.
const (
	mostStates = 100_000 // states looked at, of about a hundred bytes each
	mostTries  = 5_000   // choices given to the solver
	mostWorlds = 256     // choices that make sense
	negligible = 1e-5    // the search ends if the missed part is less than this share of the found one
	hopeless   = 1e-9    // the least likelihood of a choice that is looked at, the likeliest having 1
)

// A world is a choice that makes sense.
type world struct {
	choice choice
	p      float64 // its likelihood, the choice of all first ways having 1, times its prior
	held   bool    // its puzzle has exactly one solution
}

// found is the result of a search.
type found struct {
	worlds []world // the likeliest first
	sum    float64 // of their p
	missed float64 // the likelihood of all choices with equal totals that were not looked at
	whole  bool    // the missed part is negligible
}

// A state is a choice to look at, as its changes from the likeliest choice.
type state struct {
	p       float64
	changes []change
}

// A change takes another than the first living way of a field. Fields are numbered in the order of
// the search: those with the likeliest second way come first.
type change struct {
	field, way uint16
}

// A queue is a heap of states, the likeliest on top.
type queue []state

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].p > q[j].p }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(s any)        { *q = append(*q, s.(state)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// searchTwice makes a short search and, if it is not whole, prunes ways and makes a long one. It
// takes at most 60 % of patience, which leaves time for what comes after.
func (m *model) searchTwice(ctx context.Context) *found {
	ctx, cancel := context.WithTimeout(ctx, patience*6/10)
	defer cancel()
	if m.prune == nil {
		return m.search(ctx, mostStates, mostTries)
	}
	f := m.search(ctx, mostStates/40, mostTries/40) // short: a fortieth of the limits
	if f.whole || ctx.Err() != nil {
		return f
	}
	half, cancel := context.WithTimeout(ctx, patience*3/10)
	m.prune(half)
	cancel()
	// If time ends early the second search may have found less than the first.
	if g := m.search(ctx, mostStates, mostTries); g.whole || g.sum >= f.sum {
		return g
	}
	return f
}

// search looks at the choices of living ways in the order of their likelihood, each once: see
// pushAfter. It rates those with equal totals and returns the ones that make sense. It ends when the
// rest is negligible, at a limit, or with ctx; only if the rest is negligible, or there is none, the
// result is whole.
func (m *model) search(ctx context.Context, mostStates, mostTries int) *found {
	f := &found{missed: m.equalTotals()}
	alive, order := m.alive()
	if alive == nil {
		f.whole = true
		return f
	}
	first, p := m.likeliest(), 1.0
	for i, ways := range alive {
		first[i] = ways[0]
		p *= m.fields[i].ways[ways[0]].p
	}
	ratio := func(c change) float64 {
		i := order[c.field]
		return m.fields[i].ways[alive[i][c.way]].p / m.fields[i].ways[alive[i][0]].p
	}
	q, c := queue{{p: p}}, make(choice, len(first))
	tries, ended := 0, false
	for n := 0; len(q) > 0 && n < mostStates && tries < mostTries && len(f.worlds) < mostWorlds; n++ {
		s := heap.Pop(&q).(state)
		// What is left is no more than the missed part that makes sense, and no more than all states
		// that may still be looked at, each no likelier than s.
		if s.p < hopeless*p || min(f.missed*m.chance, float64(mostStates)*s.p) < negligible*f.sum {
			f.whole = true
			break
		}
		if n&63 == 0 && ctx.Err() != nil { // each 64th time, as asking takes longer than a state
			ended = true
			break
		}
		copy(c, first)
		for _, change := range s.changes {
			i := order[change.field]
			c[i] = alive[i][change.way]
		}
		if m.equal(c) {
			tries++
			prior, held := m.rate(ctx, c)
			if ctx.Err() != nil { // the solver was interrupted
				ended = true
				break
			}
			f.missed -= s.p
			if prior > 0 {
				f.worlds = append(f.worlds, world{choice: slices.Clone(c), p: s.p * prior, held: held})
				f.sum += s.p * prior
			}
		}
		q.pushAfter(s, alive, order, ratio)
	}
	f.missed, f.whole = max(f.missed, 0), f.whole || len(q) == 0 && !ended
	slices.SortStableFunc(f.worlds, func(a, b world) int { return cmp.Compare(b.p, a.p) })
	return f
}

// pushAfter adds the states that follow from one: those that change its last field further, the next
// field too, or the next field instead. Each state follows from exactly one other. Ratio returns the
// likelihood of a change, no change having 1.
func (q *queue) pushAfter(s state, alive [][]uint8, order []int, ratio func(change) float64) {
	next := change{way: 1}
	if k := len(s.changes); k > 0 {
		last, before := s.changes[k-1], s.changes[:k-1]
		if int(last.way)+1 < len(alive[order[last.field]]) {
			further := change{last.field, last.way + 1}
			heap.Push(q, state{s.p / ratio(last) * ratio(further), append(slices.Clone(before), further)})
		}
		next.field = last.field + 1
		if last.way == 1 && int(next.field) < len(order) {
			heap.Push(q, state{s.p / ratio(last) * ratio(next), append(slices.Clone(before), next)})
		}
	}
	if int(next.field) < len(order) {
		heap.Push(q, state{s.p * ratio(next), append(slices.Clone(s.changes), next)})
	}
}

// alive returns the living ways of each field, the likeliest first, or nil if a field has none; and
// the fields with more than one, in the order of the likelihood of their second way, the first
// having 1.
func (m *model) alive() (ways [][]uint8, order []int) {
	ways = make([][]uint8, len(m.fields))
	for i, f := range m.fields {
		for j, w := range f.ways {
			if !w.dead && w.p > 0 {
				ways[i] = append(ways[i], uint8(j))
			}
		}
		slices.SortStableFunc(ways[i], func(a, b uint8) int { return cmp.Compare(f.ways[b].p, f.ways[a].p) })
		switch {
		case len(ways[i]) == 0:
			return nil, nil
		case len(ways[i]) > 1:
			order = append(order, i)
		}
	}
	second := func(i int) float64 {
		return m.fields[i].ways[ways[i][1]].p / m.fields[i].ways[ways[i][0]].p
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(second(b), second(a))
	})
	return ways, order
}

// equal reports whether the totals of rows and columns are equal, those of each colour, or not known.
func (m *model) equal(c choice) bool {
	if !m.totals {
		return true
	}
	total, shades := 0, 0
	for i, f := range m.fields {
		w := &f.ways[c[i]]
		if w.loose {
			return true
		}
		total, shades = total+w.total, shades+w.shades
	}
	return total == 0 && shades == 0
}

// equalTotals returns the likelihood of all choices with equal or unknown totals together, whatever the colours. If
// totals do not matter, or range too widely to be added up, it returns the likelihood of all choices.
func (m *model) equalTotals() float64 {
	all, known := 1.0, 1.0 // the likelihood of all choices, and of those without a loose way
	low, high := 0, 0
	for _, f := range m.fields {
		sum, tight := 0.0, 0.0
		least, most := math.MaxInt32, math.MinInt32
		for _, w := range f.ways {
			switch {
			case w.dead:
				continue
			case !w.loose:
				tight += w.p
				least, most = min(least, w.total), max(most, w.total)
			}
			sum += w.p
		}
		all, known = all*sum, known*tight
		if tight > 0 {
			low, high = low+least, high+most
		}
	}
	const widest = 1 << 12 // the largest range of totals that is added up exactly
	switch {
	case !m.totals || high-low > widest:
		return all
	case known == 0 || low > 0 || high < 0:
		return all - known
	}
	at, from := []float64{1}, 0 // at[t-from] is the likelihood of the total t so far
	for _, f := range m.fields {
		least, most := math.MaxInt32, math.MinInt32
		for _, w := range f.ways {
			if !w.dead && !w.loose {
				least, most = min(least, w.total), max(most, w.total)
			}
		}
		next := make([]float64, len(at)+most-least)
		for _, w := range f.ways {
			if w.dead || w.loose {
				continue
			}
			for t, p := range at {
				next[t+w.total-least] += p * w.p
			}
		}
		at, from = next, from+least
	}
	return all - known + at[-from]
}
