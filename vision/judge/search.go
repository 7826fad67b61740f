package judge

import (
	"cmp"
	"container/heap"
	"context"
	"math"
	"slices"
)

// Bounds of a search. Time ends it as well.
const (
	mostStates = 100_000 // looked at, of about a hundred bytes each
	mostTries  = 5_000   // given to the solver
	mostWorlds = 256     // that make sense
	negligible = 1e-5    // the part of what was found that is not worth looking for
	hopeless   = 1e-9    // how likely the last choice is that is looked at, of the likeliest
)

// A world is a choice that makes sense.
type world struct {
	choice choice
	p      float64 // its likelihood, that of the likeliest choice being 1, times its prior
	held   bool
}

// found is what a search came to.
type found struct {
	worlds []world // the likeliest first
	sum    float64 // of their p
	missed float64 // the likelihood of all choices with equal totals that were not looked at
	whole  bool    // what was missed is not worth looking for
}

// A state is a choice on the way: how it differs from the first one.
type state struct {
	p       float64
	changes []change
}

// A change takes another than the first way that is alive. Fields are numbered by how
// little their first change costs.
type change struct {
	field, way uint16
}

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

// searched is a search: first a short one, then one after ways have been pruned. It leaves some
// of the time for what comes after.
func (m *model) searched(ctx context.Context) *found {
	ctx, cancel := context.WithTimeout(ctx, patience*6/10)
	defer cancel()
	if m.prune == nil {
		return m.search(ctx, mostStates, mostTries)
	}
	f := m.search(ctx, mostStates/40, mostTries/40)
	if f.whole || ctx.Err() != nil {
		return f
	}
	half, cancel := context.WithTimeout(ctx, patience*3/10)
	m.prune(half)
	cancel()
	// Where time ends early the second search may have found less than the first.
	if g := m.search(ctx, mostStates, mostTries); g.whole || g.sum >= f.sum {
		return g
	}
	return f
}

// search looks at choices of ways that are alive in the order of their likelihood. Each
// comes up once: out of a state come those that change its last field further, or the
// next field too, or the next one instead.
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
		p *= m.fields[i].ways[ways[0]].of
	}
	ratio := func(c change) float64 {
		i := order[c.field]
		return m.fields[i].ways[alive[i][c.way]].of / m.fields[i].ways[alive[i][0]].of
	}
	q, c := queue{{p: p}}, make(choice, len(first))
	tries, ended := 0, false
	for n := 0; len(q) > 0 && n < mostStates && tries < mostTries && len(f.worlds) < mostWorlds; n++ {
		s := heap.Pop(&q).(state)
		if s.p < hopeless*p || min(f.missed*m.chance, float64(mostStates)*s.p) < negligible*f.sum {
			f.whole = true
			break
		}
		if n&63 == 0 && ctx.Err() != nil {
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
			prior, held := m.fits(ctx, c)
			if ctx.Err() != nil { // the solver has been broken off
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

// pushAfter adds the states that come out of one: ratio says how likely a change is beside no change.
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

// alive is the ways left of each field, nil where one has none, and the fields with more than
// one, those first whose second is likeliest beside their first.
func (m *model) alive() (ways [][]uint8, order []int) {
	ways = make([][]uint8, len(m.fields))
	for i, f := range m.fields {
		for j, w := range f.ways {
			if !w.dead && w.of > 0 {
				ways[i] = append(ways[i], uint8(j))
			}
		}
		slices.SortStableFunc(ways[i], func(a, b uint8) int { return cmp.Compare(f.ways[b].of, f.ways[a].of) })
		switch {
		case len(ways[i]) == 0:
			return nil, nil
		case len(ways[i]) > 1:
			order = append(order, i)
		}
	}
	second := func(i int) float64 {
		return m.fields[i].ways[ways[i][1]].of / m.fields[i].ways[ways[i][0]].of
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(second(b), second(a))
	})
	return ways, order
}

// equal says whether the totals of rows and columns are equal, as far as they are known.
func (m *model) equal(c choice) bool {
	if !m.totals {
		return true
	}
	total := 0
	for i, f := range m.fields {
		w := &f.ways[c[i]]
		if w.loose {
			return true
		}
		total += w.total
	}
	return total == 0
}

// equalTotals is the likelihood of all choices together whose totals are equal, or not known.
func (m *model) equalTotals() float64 {
	all, known := 1.0, 1.0 // of all choices, and of those without a loose way
	low, high := 0, 0
	for _, f := range m.fields {
		sum, tight := 0.0, 0.0
		least, most := math.MaxInt32, math.MinInt32
		for _, w := range f.ways {
			switch {
			case w.dead:
				continue
			case !w.loose:
				tight += w.of
				least, most = min(least, w.total), max(most, w.total)
			}
			sum += w.of
		}
		all, known = all*sum, known*tight
		if tight > 0 {
			low, high = low+least, high+most
		}
	}
	const widest = 1 << 12 // of totals that are told apart
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
				next[t+w.total-least] += p * w.of
			}
		}
		at, from = next, from+least
	}
	return all - known + at[-from]
}
