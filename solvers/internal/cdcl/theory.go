package cdcl

// A Theory knows more than the clauses of what follows from an assignment, and says why only
// when it is asked (lazy clause generation: Ohrimenko, Stuckey and Codish, "Propagation via
// lazy clause generation", 2009). What follows from some literals must follow from more of them
// too. A proof knows of no theory: a Solver with a Proof does without.
type Theory interface {
	// Push tells of literals that have come to hold, in order; at the root for good.
	Push(literals []Lit, root bool)

	// Pop takes back those that were pushed last.
	Pop(literals []Lit)

	// Imply returns some literals that follow from those pushed and do not hold yet, or none when
	// no more do. It returns false with literals that cannot all hold, and do.
	Imply() (literals []Lit, ok bool)

	// Why is for a literal that came from Imply: literals pushed before that from which it follows.
	Why(l Lit) []Lit
}

// lazy stands for a reason that the theory has.
const lazy ref = 1<<31 - 1

// implyWork is what a call of Imply counts for, in propagations.
const implyWork = 8

// follow assigns all that the clauses and the theory force. It returns a clause that cannot
// hold any more, if there is one.
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

// because is the reason of a literal that holds by others.
func (s *Solver) because(l Lit) ref {
	v := l.Var()
	if s.reason[v] == lazy {
		s.reason[v] = s.explain(s.Theory.Why(l), l)
	}
	return s.reason[v]
}

// explain stores the clause that some literals do not all hold, or one of others does. It is
// nobody's once they are undone, and goes with the next sweep.
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
