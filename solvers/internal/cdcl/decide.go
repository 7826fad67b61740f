package cdcl

// reusable returns the level up to which a restart would make the same decisions again: those of
// variables more active than any open one, and the assumptions. It drops variables that are assigned
// from the top of the order.
func (s *Solver) reusable() int {
	for !s.order.empty() && s.values[Pos(s.order.top())] != 0 {
		s.order.pop(s.activity)
	}
	if s.order.empty() {
		return len(s.limits)
	}
	next := s.activity[s.order.top()]
	l := min(len(s.assumptions), len(s.limits))
	for l < len(s.limits) && s.activity[s.trail[s.limits[l]].Var()] > next {
		l++
	}
	return l
}

// decide takes the next assumption, or else the most active open variable. over reports that the
// search has ended: with Sat when no variable is open, with Unsat when an assumption cannot hold.
func (s *Solver) decide() (status Status, over bool) {
	for len(s.limits) < len(s.assumptions) {
		l := s.assumptions[len(s.limits)]
		switch {
		case s.values[l] > 0:
			s.limits = append(s.limits, int32(len(s.trail))) // it still gets a level of its own
		case s.values[l] < 0:
			s.blame(l)
			return Unsat, true
		default:
			s.guess(l)
			return status, false
		}
	}
	for !s.order.empty() {
		v := s.order.pop(s.activity)
		if s.values[Pos(v)] == 0 {
			s.guess(s.firstTry(v))
			return status, false
		}
	}
	s.model = append(s.model[:0], s.values...)
	for v := range s.anchor {
		s.anchor[v] = s.values[Pos(v)]
	}
	return Sat, true
}

// firstTry returns the literal of an open variable to try first.
func (s *Solver) firstTry(v int) Lit {
	value := s.phase[v]
	if s.target[v] != 0 {
		value = s.target[v]
	}
	if value < 0 {
		return Pos(v).Not()
	}
	return Pos(v)
}

// guess makes a decision, on a new level.
func (s *Solver) guess(l Lit) {
	s.Decisions++
	s.limits = append(s.limits, int32(len(s.trail)))
	s.assign(l, none)
}

// assign makes a literal true, with the clause that forces it or none.
func (s *Solver) assign(l Lit, reason ref) {
	s.values[l], s.values[l^1] = 1, -1
	v := l.Var()
	s.level[v] = int32(len(s.limits))
	s.reason[v] = reason
	s.trail = append(s.trail, l)
}

// backtrack undoes every decision above a level, with all that followed from it. It keeps the values
// as the phases of their variables, and takes them back from the Theory.
func (s *Solver) backtrack(level int) {
	if level >= len(s.limits) {
		return
	}
	mark := int(s.limits[level])
	if s.pushed > mark {
		s.Theory.Pop(s.trail[mark:s.pushed])
		s.pushed = mark
	}
	for _, l := range s.trail[mark:] {
		v := l.Var()
		s.phase[v] = 1 - 2*int8(l&1) // 1 for a variable that was true, -1 for false
		s.values[l], s.values[l^1] = 0, 0
		s.order.push(v, s.activity)
	}
	s.trail = s.trail[:mark]
	s.limits = s.limits[:level]
	s.head = mark
}

// noteTarget keeps the assignment before a conflict as the target, if a model is sought and no
// earlier one of this call was longer (target phases: Biere and Fleury 2020).
func (s *Solver) noteTarget() {
	if !s.Seek || len(s.limits) == 0 {
		return
	}
	if before := s.trail[:s.limits[len(s.limits)-1]]; len(before) > s.reached {
		s.reached = len(before)
		for _, l := range before {
			s.target[l.Var()] = 1 - 2*int8(l&1)
		}
	}
}
