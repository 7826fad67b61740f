package cdcl

// propagate assigns all literals that the clauses force. It returns a clause that cannot hold any
// more, or none. Each literal that holds is looked up in the list of the clauses that watch its
// negation. A clause looks for another literal to watch; without one, its other watched literal is
// forced. The list is compacted on the way: kept counts the watches that stay in it.
func (s *Solver) propagate() ref {
	values := s.values
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		s.Propagations++
		not := p ^ 1
		list := s.watches[p]
		kept := 0
	next:
		for i := 0; i < len(list); i++ {
			w := list[i]
			v := values[w.blocker]
			if v > 0 {
				list[kept] = w
				kept++
				continue
			}
			if w.clause&binary != 0 {
				list[kept] = w
				kept++
				if v < 0 {
					kept += copy(list[kept:], list[i+1:])
					s.watches[p] = list[:kept]
					return w.clause &^ binary
				}
				s.assign(w.blocker, w.clause&^binary)
				continue
			}
			c := s.literals(w.clause)
			other := c[0] ^ c[1] ^ uint32(not) // not is one of the two watched literals, this is the other
			first := Lit(other)
			if first != w.blocker && values[first] > 0 {
				list[kept] = watch{w.clause, first}
				kept++
				continue
			}
			for k := 2; k < len(c); k++ {
				if l := Lit(c[k]); values[l] >= 0 {
					c[0], c[1], c[k] = other, uint32(l), uint32(not)
					s.watches[l^1] = append(s.watches[l^1], watch{w.clause, first})
					continue next
				}
			}
			list[kept] = watch{w.clause, first}
			kept++
			if values[first] < 0 {
				kept += copy(list[kept:], list[i+1:])
				s.watches[p] = list[:kept]
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[p] = list[:kept]
	}
	return none
}
