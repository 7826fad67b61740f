package cdcl

// WordBytes is the highest memory use of a word of a clause, in bytes: for clauses of three or four
// literals, in the arena, in a copy while that grows, in watches and for variables.
const WordBytes = 14

// memory returns the bound on the words of clauses.
func (s *Solver) memory() int {
	if s.Memory > 0 {
		return s.Memory
	}
	return 1 << 24
}

// Full reports whether the clauses have outgrown Memory, for example after too many were added.
func (s *Solver) Full() bool { return s.exceeds(s.memory()) }

// exceeds reports whether the clauses take more than a number of words and no more memory is to be
// had. It asks More for memory first, and takes a changed bound for a yes.
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
