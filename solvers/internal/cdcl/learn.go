package cdcl

import "cmp"

// learn resolves a conflict into a clause, jumps back to the level at which that clause forces a
// literal, and assigns that literal.
func (s *Solver) learn(conflict ref) {
	s.resolve(conflict)
	s.minimise()
	lbd := s.lbd()
	if lbd <= keepWhenUsed {
		s.minimiseByBinary()
	}
	s.tell(Learned, s.clause...)
	s.clearSeen()
	s.pace.learned(lbd)
	s.increment /= cmp.Or(s.Decay, usualDecay) // instead of a decay of all activities
	if s.increment > 1e100 {
		s.rescale()
	}

	back := 0
	for i := 2; i < len(s.clause); i++ { // the second watch must be the last to be undone
		if s.level[s.clause[i].Var()] > s.level[s.clause[1].Var()] {
			s.clause[1], s.clause[i] = s.clause[i], s.clause[1]
		}
	}
	if len(s.clause) > 1 {
		back = int(s.level[s.clause[1].Var()])
	}
	s.backtrack(back)
	if len(s.clause) == 1 {
		s.assign(s.clause[0], none)
		return
	}
	c := s.store(s.clause, lbd)
	s.arena[c] |= used
	s.attach(c)
	s.assign(s.clause[0], c)
}

// resolve sets s.clause to the negated first unique implication point, followed by the literals of
// lower levels on which the conflict rests.
func (s *Solver) resolve(conflict ref) {
	s.clause = append(s.clause[:0], 0)
	open := 0 // literals of the current level still to be resolved
	at := len(s.trail)
	current := int32(len(s.limits))
	for c := conflict; ; {
		s.noteUse(c)
		for _, q := range s.literals(c) {
			v := int(q >> 1)
			if s.seen[v] != 0 || s.level[v] == 0 {
				continue
			}
			s.seen[v] = source
			s.toClear = append(s.toClear, v)
			s.bump(v)
			if s.level[v] == current {
				open++
			} else {
				s.clause = append(s.clause, Lit(q))
			}
		}
		for at--; s.seen[s.trail[at].Var()] == 0; at-- {
		}
		p := s.trail[at]
		if open--; open == 0 {
			s.clause[0] = p.Not()
			return
		}
		c = s.reasonOf(p)
	}
}

// noteUse marks a learned clause as used, and lowers its LBD to the present one.
func (s *Solver) noteUse(c ref) {
	old := s.arena[c+1]
	if old == 0 {
		return
	}
	s.arena[c] |= used
	if old <= keepForGood {
		return
	}
	s.stamps++
	lbd := uint32(0)
	for _, q := range s.literals(c) {
		if l := s.level[q>>1]; s.stamp[l] != s.stamps {
			s.stamp[l] = s.stamps
			lbd++
		}
	}
	s.arena[c+1] = min(old, max(lbd, 1))
}

// These are the values of seen while a clause is minimised.
const (
	source    = 1 // the variable is in the clause, or was resolved away
	redundant = 2 // it is implied by others of the clause
	needed    = 3 // it is not known to be implied
)

// minimise removes literals that the others of the clause imply. The first always stays.
func (s *Solver) minimise() {
	levels := uint32(0) // levels in the clause; levels 32 apart share a bit, which only makes implied search longer
	for _, l := range s.clause[1:] {
		levels |= 1 << (s.level[l.Var()] & 31)
	}
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if s.reason[l.Var()] == none || !s.implied(l, levels) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// implied reports whether the negation of l follows from the negations of the other literals:
// whether all ways back from it end in the clause. levels has a bit for each level of the clause: a
// way that leads to any other level cannot end in it. Variables on the ways are marked in seen.
func (s *Solver) implied(l Lit, levels uint32) bool {
	s.stack = append(s.stack[:0], l)
	mark := len(s.toClear)
	for len(s.stack) > 0 {
		p := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, q := range s.literals(s.reasonOf(p ^ 1)) {
			v := int(q >> 1)
			if v == p.Var() || s.seen[v] == source || s.seen[v] == redundant || s.level[v] == 0 {
				continue
			}
			if s.reason[v] == none || s.seen[v] == needed || 1<<(s.level[v]&31)&levels == 0 {
				for _, w := range s.toClear[mark:] {
					s.seen[w] = needed // some of these may be implied after all: that only keeps a literal
				}
				return false
			}
			s.seen[v] = redundant
			s.toClear = append(s.toClear, v)
			s.stack = append(s.stack, Lit(q))
		}
	}
	return true
}

// minimiseByBinary removes literals that a binary clause makes redundant: if the clause has a literal
// l, and there is a clause of the first literal and the negation of l, l can go.
func (s *Solver) minimiseByBinary() {
	s.stamps++
	for _, l := range s.clause[1:] {
		s.stamp[l] = s.stamps
	}
	first := s.clause[0]
	dropped := 0
	for _, w := range s.watches[first.Not()] {
		if w.clause&binary == 0 {
			continue
		}
		if l := w.blocker.Not(); s.stamp[l] == s.stamps && s.values[w.blocker] > 0 {
			s.stamp[l] = s.stamps - 1 // no longer stamped: l goes
			dropped++
		}
	}
	if dropped == 0 {
		return
	}
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if s.stamp[l] == s.stamps {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// lbd returns the number of levels in the clause. Few levels mean that its literals tend to be
// assigned together.
func (s *Solver) lbd() (n int) {
	s.stamps++
	for _, l := range s.clause {
		if at := s.level[l.Var()]; s.stamp[at] != s.stamps {
			s.stamp[at] = s.stamps
			n++
		}
	}
	return n
}

// clearSeen resets seen.
func (s *Solver) clearSeen() {
	for _, v := range s.toClear {
		s.seen[v] = 0
	}
	s.toClear = s.toClear[:0]
}

// blame sets core to the false assumption l and the assumptions that force it to be false.
func (s *Solver) blame(l Lit) {
	defer s.tellCore()
	s.core = append(s.core, l)
	if s.level[l.Var()] == 0 {
		return
	}
	s.seen[l.Var()] = source
	for at := len(s.trail) - 1; at >= int(s.limits[0]); at-- {
		p := s.trail[at]
		v := p.Var()
		if s.seen[v] == 0 {
			continue
		}
		s.seen[v] = 0
		if s.reason[v] == none {
			s.core = append(s.core, p) // all decisions so far are assumptions
			continue
		}
		for _, q := range s.literals(s.reasonOf(p)) {
			if w := int(q >> 1); w != v && s.level[w] > 0 {
				s.seen[w] = source
			}
		}
	}
}

// usualDecay is the decay that suits the search for models of nonograms and what Kakuro asks.
const usualDecay = 0.95

// bump raises the activity of a variable.
func (s *Solver) bump(v int) {
	s.activity[v] += s.increment
	s.order.raise(v, s.activity)
}

// rescale scales all activities and the increment down by 1e100, before they overflow; their order
// stays.
func (s *Solver) rescale() {
	for v := range s.activity {
		s.activity[v] *= 1e-100
	}
	s.increment *= 1e-100
}
