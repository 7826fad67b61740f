package cdcl

import (
	"cmp"
	"slices"
)

// ref is the place of a clause in the arena: two words of header, then its literals, the two
// watched ones first.
//
//	word 0: number of literals << 2 | used << 1 | dead
//	word 1: LBD, 0 for a clause of the formula itself
type ref uint32

const (
	none   ref = 0       // no clause begins here: the first word of the arena is not used
	binary ref = 1 << 31 // set in a watch whose clause has two literals: the blocker is the other

	header = 2
	dead   = 1
	used   = 2 // the clause took part in a conflict since clauses were last forgotten
)

// watch is a clause in the list of a literal. When that literal becomes true, one of the clause's
// two watched literals becomes false. blocker is some other literal of the clause.
type watch struct {
	clause  ref
	blocker Lit
}

// size returns the number of literals of a clause.
func (s *Solver) size(c ref) int { return int(s.arena[c] >> 2) }

// literals returns the literals of a clause.
func (s *Solver) literals(c ref) []uint32 {
	return s.arena[c+header:][:s.arena[c]>>2]
}

// store puts a clause of at least two literals into the arena.
func (s *Solver) store(literals []Lit, lbd int) ref {
	if len(s.arena) == 0 {
		s.arena = append(s.arena, 0)
	}
	c := ref(len(s.arena))
	s.arena = append(s.arena, uint32(len(literals))<<2, uint32(lbd))
	for _, l := range literals {
		s.arena = append(s.arena, uint32(l))
	}
	if lbd > 0 {
		s.learned++
	}
	return c
}

// load watches all clauses added before the first Solve, in lists of exactly the length needed.
func (s *Solver) load() {
	s.loaded = true
	lengths := make([]int32, len(s.watches))
	total := 0
	for c := ref(1); int(c) < len(s.arena); c += header + ref(s.size(c)) {
		for _, l := range s.literals(c)[:2] {
			lengths[l^1]++
			total++
		}
	}
	all := make([]watch, total)
	for l, n := range lengths {
		s.watches[l], all = all[:0:n], all[n:]
	}
	for c := ref(1); int(c) < len(s.arena); c += header + ref(s.size(c)) {
		s.attach(c)
	}
}

// attach watches the first two literals of a clause.
func (s *Solver) attach(c ref) {
	literals := s.literals(c)
	a, b := Lit(literals[0]), Lit(literals[1])
	if len(literals) == 2 {
		c |= binary
	}
	s.watches[a^1] = append(s.watches[a^1], watch{c, b})
	s.watches[b^1] = append(s.watches[b^1], watch{c, a})
}

// These tell after how many conflicts learned clauses are forgotten, and up to which LBD they
// are kept: for good, or as long as they are used. Fewer conflicts in
// between, and fewer clauses kept, allow more conflicts in the same time.
const (
	firstReduce  = 2000 // conflicts before the first time
	moreToReduce = 100  // more conflicts before each further time
	keepForGood  = 2    // LBD
	keepWhenUsed = 6    // LBD
)

// forget goes back to the root and removes the clauses and literals that are decided there. If
// learned is set, it also removes most of the worse learned clauses. The arena is compacted in
// place and all watches are set anew; at the root no clause is a reason.
func (s *Solver) forget(learned bool) {
	s.backtrack(0)
	if learned {
		s.reduced++
		s.reduceAt = s.Conflicts + firstReduce + moreToReduce*s.reduced
		s.condemn()
	}
	s.sweep()
	s.simple, s.swept = len(s.trail), s.Propagations
}

// condemn marks the worse learned clauses dead: of those that are not kept by their LBD the worst three
// in four, by LBD and then by length; all of them if more than three quarters of Memory are in use.
// It also forgets which clauses were used.
func (s *Solver) condemn() {
	var middling []ref
	for c := ref(1); int(c) < len(s.arena); c += header + ref(s.size(c)) {
		lbd := s.arena[c+1]
		wasUsed := s.arena[c]&used != 0
		s.arena[c] &^= used
		if lbd <= keepForGood || lbd <= keepWhenUsed && wasUsed {
			continue
		}
		middling = append(middling, c)
	}
	slices.SortFunc(middling, func(a, b ref) int {
		return cmp.Or(cmp.Compare(s.arena[b+1], s.arena[a+1]), cmp.Compare(s.size(b), s.size(a)), cmp.Compare(a, b))
	})
	most := len(middling) / 4 * 3
	if s.exceeds(s.memory() / 4 * 3) {
		most = len(middling)
	}
	for _, c := range middling[:most] {
		s.arena[c] |= dead
	}
}

// sweep compacts the arena. It removes dead clauses, clauses that hold at the root, and literals
// that are false there.
func (s *Solver) sweep() {
	s.tellRoot()
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	s.learned = 0
	to := ref(1)
	for from := ref(1); int(from) < len(s.arena); {
		size := s.size(from)
		next := from + header + ref(size)
		kept := s.strip(from, to)
		if kept > 1 {
			if s.arena[to+1] > 0 {
				s.learned++
			}
			to += header + ref(kept)
		}
		from = next
	}
	if len(s.arena) > 0 {
		s.arena = s.arena[:to]
	}
	// Binary clauses come first in each list: they cost least to look at.
	for c := ref(1); int(c) < len(s.arena); c += header + ref(s.size(c)) {
		if s.size(c) == 2 {
			s.attach(c)
		}
	}
	for c := ref(1); int(c) < len(s.arena); c += header + ref(s.size(c)) {
		if s.size(c) > 2 {
			s.attach(c)
		}
	}
}

// strip copies a clause down to an earlier place without the literals that are false at the root.
// It returns how many are left, 0 for a clause to remove. All literals are propagated, so at least
// two are left otherwise.
func (s *Solver) strip(from, to ref) (kept int) {
	flags := s.arena[from] & used
	literals := s.literals(from)
	if s.arena[from]&dead != 0 {
		s.tellChange(literals, false)
		return 0
	}
	lbd := s.arena[from+1]
	for _, l := range literals {
		if s.values[l] > 0 {
			s.tellChange(literals, false)
			return 0
		}
	}
	s.tellChange(literals, true)
	for _, l := range literals {
		if s.values[l] == 0 {
			s.arena[to+header+ref(kept)] = l
			kept++
		}
	}
	s.arena[to] = uint32(kept)<<2 | flags
	s.arena[to+1] = lbd
	return kept
}
