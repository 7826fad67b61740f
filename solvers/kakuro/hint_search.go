package kakuro

import (
	"cmp"
	"math/bits"
	"slices"
)

// A search makes all deductions that its techniques allow, in waves: first from what is known,
// then from what the wave before has struck. A way that is first found in wave n has at least n
// facts, which bounds how far to look.
type search struct {
	*guide
	ahead   *lesson // a copy of base, on which all facts are written down
	most    Difficulty
	facts   []fact
	touched [][]int32      // for each cell, the facts that struck something there
	seen    map[aimAt]bool // aims that were tried
	work    int            // about how many facts were applied to shorten ways to those aims
}

// aimAt tells aims apart.
type aimAt struct {
	technique Technique
	cell      int32
	entry     int32
}

// mostWork is the work that a search may do once it has found a way: a fifth of a second.
const mostWork = 100_000

// newSearch returns a search by techniques up to a difficulty, from what the base knows, without a
// fact yet.
func (g *guide) newSearch(most Difficulty) *search {
	return &search{guide: g, ahead: g.base.copy(), most: most, touched: make([][]int32, len(g.base.marks)), seen: map[aimAt]bool{}}
}

// search returns the way to a digit that takes the least effort, of those it finds by techniques
// up to a difficulty; its found is false if there is none. It stops once any way of a later wave
// would take as much effort, or when work or time is used up, or nothing more follows. Only if the
// entries give nothing does it look for an area.
func (g *guide) search(most Difficulty) (best way) {
	s := g.newSearch(most)
	entries := make([]int32, len(s.ahead.entries))
	for e := range entries {
		entries[e] = int32(e)
	}
	for wave := 0; ; wave++ {
		for _, w := range s.ways(entries) {
			if !best.found || w.effort() < best.effort() {
				best = w
			}
		}
		if best.found && ((wave+1)*leastEffort >= best.effort() || s.work > mostWork) || s.ahead.done || g.base.timeOver() {
			break
		}
		before := len(s.facts)
		s.wave(entries)
		if len(s.facts) == before && !s.areaSum() {
			break
		}
		entries = slices.Sorted(slices.Values(s.ahead.queue)) // those with news
		s.ahead.clearQueue()
	}
	if best.found {
		best = g.trim(best)
	}
	return best
}

// wave makes and notes the deductions that each of these entries allows, by techniques up to
// s.most.
func (s *search) wave(entries []int32) {
	for _, e := range entries {
		for _, rule := range striking {
			if rule.technique.Difficulty() > s.most {
				continue
			}
			apply := func(l *lesson) bool { return rule.apply(l, e) }
			for !s.ahead.done && !s.ahead.timeOver() && apply(s.ahead) {
				s.note(apply, s.ahead.entries[e].cells)
			}
		}
	}
}

// areaSum makes and notes one deduction of the smallest area that strikes anything, if the
// difficulty allows that. It reports whether it made one. The fact finds its area again from the
// cells of the cut, as long as all of them are open.
func (s *search) areaSum() bool {
	if s.most < AreaSum.Difficulty() || s.ahead.done || s.ahead.timeOver() {
		return false
	}
	best := s.ahead.smallestArea()
	if best == nil {
		return false
	}
	cut := best.over
	apply := func(l *lesson) bool {
		for _, cell := range cut {
			if bits.OnesCount16(l.marks[cell]) < 2 {
				return false
			}
		}
		a := l.area(cut)
		return a != nil && l.tellArea(a)
	}
	var looks []int32
	for _, e := range best.entries {
		looks = append(looks, s.ahead.entries[e].cells...)
	}
	if !apply(s.ahead) {
		return false
	}
	s.note(apply, looks)
	return true
}

// striking are the techniques that strike digits by looking at one entry.
var striking = func() (all []entryRule) {
	for _, rule := range rules {
		if rule.technique != LastCell && rule.technique != NakedSingle && rule.technique != HiddenSingle {
			all = append(all, rule)
		}
	}
	return append(all, entryRule{Arrangement, (*lesson).arrangement})
}()

// note adds the deduction just made to the facts, with the facts that struck something in the
// cells it looked at. apply makes it once more. The cells that it struck from are those of the
// step told last.
func (s *search) note(apply func(*lesson) bool, looks []int32) {
	n := int32(len(s.facts))
	s.facts = append(s.facts, fact{technique: s.told.Technique, apply: apply, needs: s.factsBehind(looks)})
	for _, at := range s.told.Cells {
		cell := s.numbers[at.Row*s.ahead.puzzle.Cols+at.Col]
		s.touched[cell] = append(s.touched[cell], n)
	}
}

// factsBehind returns the facts that struck something in any of these cells, in order.
func (s *search) factsBehind(cells []int32) (all []int32) {
	for _, cell := range cells {
		all = append(all, s.touched[cell]...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// closure returns the facts that struck something in these cells and all facts that those rest
// on, in order.
func (s *search) closure(cells []int32) (all []fact) {
	needed := make([]bool, len(s.facts))
	for _, n := range s.factsBehind(cells) {
		needed[n] = true
	}
	for n := len(s.facts) - 1; n >= 0; n-- {
		if needed[n] {
			for _, earlier := range s.facts[n].needs {
				needed[earlier] = true
			}
		}
	}
	for n, f := range s.facts {
		if needed[n] {
			all = append(all, f)
		}
	}
	return all
}

// ways returns short ways to the aims that have come up in entries with news, in reading order. It
// tries aims with few facts behind them first, in case there is no time for all.
func (s *search) ways(entries []int32) (all []way) {
	type lead struct {
		aim
		facts []fact
	}
	var leads []lead
	for _, a := range s.aims(entries) {
		cells := []int32{a.cell}
		if a.technique == HiddenSingle {
			cells = s.ahead.entries[a.entry].cells
		}
		leads = append(leads, lead{a, s.closure(cells)})
	}
	slices.SortStableFunc(leads, func(a, b lead) int { return cmp.Compare(len(a.facts), len(b.facts)) })
	for _, lead := range leads {
		if s.work > mostWork && len(all) > 0 {
			break
		}
		s.work += len(lead.facts) * len(lead.facts)
		if w := s.shorten(lead.facts, lead.aim); w.found {
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(a, b way) int { return cmp.Compare(a.aim.cell, b.aim.cell) })
	return all
}

// aims returns the digits that can be placed in these entries by all facts so far, and that were
// not tried before.
func (s *search) aims(entries []int32) (all []aim) {
	add := func(a aim) {
		at := aimAt{a.technique, a.cell, a.entry}
		if !s.seen[at] && !s.ahead.known[a.cell] {
			s.seen[at] = true
			all = append(all, a)
		}
	}
	for _, e := range entries {
		if cell, digit := s.ahead.last(e); digit != 0 {
			add(aim{technique: LastCell, cell: cell, digit: digit, entry: e})
		}
		for _, cell := range s.ahead.entries[e].cells {
			if single(s.ahead.marks[cell]) {
				add(aim{technique: NakedSingle, cell: cell, digit: s.ahead.marks[cell], entry: -1})
			}
		}
		_, every, n := s.ahead.allowed(e)
		for d := range digits(every) {
			if takers := s.ahead.takers(e, 1<<d); n > 0 && len(takers) == 1 {
				add(aim{technique: HiddenSingle, cell: takers[0], digit: 1 << d, entry: e})
			}
		}
	}
	return all
}

// assume returns the way to strike a digit by the shortest contradiction that it leads to, if it
// is assumed once nothing follows without an assumption. The way has the facts that the
// contradiction needs. Its found is false if there is no such digit or time ends.
func (g *guide) assume() (best way) {
	s := g.newSearch(Hard)
	entries := make([]int32, len(s.ahead.entries))
	for e := range entries {
		entries[e] = int32(e)
	}
	for before := -1; before < len(s.facts); {
		before = len(s.facts)
		s.wave(entries)
		s.areaSum()
	}
	s.ahead.clearQueue()
	if s.ahead.done || s.ahead.timeOver() {
		return best
	}
	r, ok := s.ahead.shortest()
	if !ok {
		return best
	}
	var looks []int32
	for _, e := range r.chain {
		looks = append(looks, s.ahead.entries[e].cells...)
	}
	a := aim{technique: Forcing, cell: r.cell, digit: 1 << r.digit, chain: r.chain}
	return g.trim(g.shorten(s.closure(append(looks, r.cell)), a))
}
