package cdcl

// A Theory implies more literals than the clauses do, and gives its reasons only when it is asked
// (lazy clause generation: Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation",
// 2009). Literals implied by some literals must be implied by more of them too. A proof cannot
// contain a theory's reasons, so a Solver with a Proof ignores its Theory.
type Theory interface {
	// Push tells the theory of literals that have come to hold, in order. At the root they hold for
	// good.
	Push(literals []Lit, root bool)

	// Pop takes back the literals that were pushed last.
	Pop(literals []Lit)

	// Imply returns some literals that follow from those pushed and do not hold yet, or none when
	// no more do. It returns false and literals that hold but contradict each other.
	Imply() (literals []Lit, ok bool)

	// Why returns literals from which l follows, where l came from Imply. They must have been
	// pushed before l was implied.
	Why(l Lit) []Lit
}

// lazy stands for a reason that the theory still has to give.
const lazy ref = 1<<31 - 1

// implyWork is the number of propagations that a call of Imply counts as, for the looks at the
// context.
const implyWork = 8

// follow assigns all literals that the clauses and the theory force. It returns a clause that
// cannot hold any more, or none.
func (s *Solver) follow() ref {
	for {
		if conflict := s.propagate(); conflict != none || s.Theory == nil || s.Proof != nil {
			return conflict
		}
		s.Theory.Push(s.trail[s.pushed:], len(s.limits) == 0)
		s.pushed = len(s.trail)
		literals, ok := s.Theory.Imply()
		s.Propagations += implyWork
		switch {
		case !ok:
			return s.explain(literals)
		case len(literals) == 0:
			return none
		}
		for _, l := range literals {
			s.assign(l, lazy)
		}
	}
}

// reasonOf returns the clause that forced a literal.
func (s *Solver) reasonOf(l Lit) ref {
	v := l.Var()
	if s.reason[v] == lazy {
		s.reason[v] = s.explain(s.Theory.Why(l), l)
	}
	return s.reason[v]
}

// explain stores the clause that some literals do not all hold, or that one of others does. Once
// these literals are undone nothing refers to it, and the next sweep removes it.
func (s *Solver) explain(literals []Lit, others ...Lit) ref {
	if len(s.arena) == 0 {
		s.arena = append(s.arena, 0)
	}
	c := ref(len(s.arena))
	s.arena = append(s.arena, 0, 0)
	for _, l := range others {
		s.arena = append(s.arena, uint32(l))
	}
	for _, l := range literals {
		if s.level[l.Var()] > 0 {
			s.arena = append(s.arena, uint32(l^1))
		}
	}
	s.arena[c] = uint32(len(s.arena)-int(c)-header)<<2 | dead
	return c
}
