package cdcl

// reusable is the level up to which a restart would decide the same again.
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

// decide takes the next assumption, or else the most active open variable. It is
// over, with Sat, when none is open, and with Unsat when an assumption cannot hold.
func (s *Solver) decide() (status Status, over bool) {
	for len(s.limits) < len(s.assumptions) {
		l := s.assumptions[len(s.limits)]
		switch {
		case s.values[l] > 0:
			s.limits = append(s.limits, int32(len(s.trail))) // a level of its own all the same
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
			s.guess(s.first(v))
			return status, false
		}
	}
	s.model = append(s.model[:0], s.values...)
	for v := range s.anchor {
		s.anchor[v] = s.values[Pos(v)]
	}
	return Sat, true
}

// first is the literal of an open variable to try first.
func (s *Solver) first(v int) Lit {
	value := s.phase[v]
	if s.target[v] != 0 {
		value = s.target[v]
	}
	if value < 0 {
		return Pos(v).Not()
	}
	return Pos(v)
}

func (s *Solver) guess(l Lit) {
	s.Decisions++
	s.limits = append(s.limits, int32(len(s.trail)))
	s.assign(l, none)
}

func (s *Solver) assign(l Lit, because ref) {
	s.values[l], s.values[l^1] = 1, -1
	v := l.Var()
	s.level[v] = int32(len(s.limits))
	s.reason[v] = because
	s.trail = append(s.trail, l)
}

// backtrack takes back every decision above a level.
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
		s.phase[v] = 1 - 2*int8(l&1)
		s.values[l], s.values[l^1] = 0, 0
		s.order.push(v, s.activity)
	}
	s.trail = s.trail[:mark]
	s.limits = s.limits[:level]
	s.head = mark
}

// aim notes the values before a conflict, when a model is sought, if there have never been so
// many (target phases: Biere and Fleury 2020).
func (s *Solver) aim() {
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
