package cdcl

// WordBytes is what a word of a clause takes at most, in bytes: of clauses of three or four
// literals, in the arena, in a copy while that grows, in watches and for variables.
const WordBytes = 14

func (s *Solver) memory() int {
	if s.Memory > 0 {
		return s.Memory
	}
	return 1 << 24
}

// Full says whether the clauses have outgrown Memory, as when too many were added.
func (s *Solver) Full() bool { return s.exceeds(s.memory()) }

// exceeds says whether the clauses take more than so many words, and more Memory, for which
// it asks, would not change that.
func (s *Solver) exceeds(words int) bool {
	if len(s.arena) <= words {
		return false
	}
	bound := s.memory()
	if s.More != nil {
		s.Memory = s.More(bound)
	}
	return s.memory() == bound
}
