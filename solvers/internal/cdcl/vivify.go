package cdcl

import (
	"cmp"
	"context"
	"slices"
)

// vivifyShare is how much work vivify may be, beside all since the last time.
const vivifyShare = .2

// vivify shortens clauses learned since the last time: those of a low LBD, that are likely to
// stay. With the literals of a clause assumed false one after the other, those that turn out
// false by the others need not be in it, and where one turns out true or there is a conflict,
// those that led there are enough (Piette, Hamadi and Saïs, "Vivifying propositional clausal
// formulae", 2008). It goes back to the root, and new clauses are watched after the next
// forget.
func (s *Solver) vivify(ctx context.Context) {
	s.backtrack(0)
	if len(s.arena) > s.memory()/4*3 {
		return // for a while both the old and the new clauses are there
	}
	phase := slices.Clone(s.phase)
	look := s.Propagations
	end := look + int64(vivifyShare*float64(look-s.vivified))
	stop := ref(len(s.arena))
	for c := max(s.fresh, 1); c < stop && s.Propagations < end && !s.unsat; c += header + ref(s.size(c)) {
		if lbd := s.arena[c+1]; lbd > 0 && lbd <= keepWhenUsed && s.size(c) > 2 {
			s.shorten(c)
		}
		if s.Propagations-look > propagationsPerLook {
			look = s.Propagations
			if ctx.Err() != nil {
				break
			}
		}
	}
	copy(s.phase, phase)
	s.vivified = s.Propagations
}

// shorten puts a shorter clause in the place of c, if it finds one. The most active literals
// come first: most clauses that are of use have them.
func (s *Solver) shorten(c ref) {
	var literals []Lit
	for _, l := range s.literals(c) {
		literals = append(literals, Lit(l))
	}
	slices.SortStableFunc(literals, func(a, b Lit) int {
		return cmp.Compare(s.activity[b.Var()], s.activity[a.Var()])
	})
	holds := s.suppose(literals)
	s.backtrack(0)
	if holds || len(s.clause) == len(literals) {
		return
	}
	s.Shortened++
	s.tell(Learned, s.clause...)
	s.arena[c] |= dead
	if len(s.clause) > 1 {
		lbd := min(int(s.arena[c+1]), len(s.clause))
		s.arena[s.store(s.clause, lbd)] |= used
		return
	}
	s.assign(s.clause[0], none)
	if s.propagate() != none {
		s.refute()
	}
}

// suppose assumes the literals of a clause false, and leaves in s.clause as many of them as
// it takes. It says whether the clause holds at the root.
func (s *Solver) suppose(literals []Lit) (holds bool) {
	s.clause = s.clause[:0]
	for _, l := range literals {
		switch {
		case s.values[l] < 0:
			continue
		case s.values[l] > 0 && s.level[l.Var()] == 0:
			return true
		case s.values[l] > 0:
			s.decisions(s.reason[l.Var()])
			s.clause = append(s.clause, l)
			return false
		}
		s.guess(l.Not())
		s.clause = append(s.clause, l)
		if conflict := s.propagate(); conflict != none {
			s.decisions(conflict)
			return false
		}
	}
	return false
}

// decisions leaves in s.clause the negations of the decisions by which the literals of a clause
// are false, but for one that may be true.
func (s *Solver) decisions(c ref) {
	s.clause = s.clause[:0]
	s.blameFor(c)
	for at := len(s.trail) - 1; at >= int(s.limits[0]); at-- {
		p := s.trail[at]
		if s.seen[p.Var()] == 0 {
			continue
		}
		s.seen[p.Var()] = 0
		if because := s.reason[p.Var()]; because != none {
			s.blameFor(because)
		} else {
			s.clause = append(s.clause, p.Not())
		}
	}
}

// blameFor marks the literals of a clause that are false, and not at the root.
func (s *Solver) blameFor(c ref) {
	for _, l := range s.literals(c) {
		if v := l >> 1; s.values[l] < 0 && s.level[v] > 0 {
			s.seen[v] = source
		}
	}
}
