package cdcl

import (
	"math/rand/v2"
	"testing"
)

// hidden is a theory of clauses that the solver does not have.
type hidden struct {
	clauses [][]Lit
	values  []int8 // of each literal pushed
	why     map[Lit][]Lit
}

func (h *hidden) Push(literals []Lit, _ bool) {
	for _, l := range literals {
		h.values[l], h.values[l^1] = 1, -1
	}
}

func (h *hidden) Pop(literals []Lit) {
	for _, l := range literals {
		h.values[l], h.values[l^1] = 0, 0
	}
}

func (h *hidden) Imply() ([]Lit, bool) {
	for _, clause := range h.clauses {
		var open, others []Lit
		holds := h.values[clause[0]] > 0
		for i, l := range clause {
			switch holds = holds || h.values[l] > 0; {
			case h.values[l] < 0:
				others = append(others, l.Not())
			case i == 0 || len(open) == 0 || open[0] != l:
				open = append(open, l)
			}
		}
		switch {
		case holds || len(open) > 1:
		case len(open) == 0:
			return others, false
		default:
			h.why[open[0]] = others
			return open, true
		}
	}
	return nil, true
}

func (h *hidden) Why(l Lit) []Lit { return h.why[l] }

// Answers, models and cores agree with trying all assignments when a theory has a part of the
// clauses, or all of them.
func TestTheoryAgainstAllAssignments(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for n := range 3000 {
		f := randomFormula(r)
		s, h := new(Solver), &hidden{values: make([]int8, 2*f.vars), why: map[Lit][]Lit{}}
		s.Theory = h
		for range f.vars {
			s.NewVar()
		}
		for _, clause := range f.clauses {
			if r.IntN(3) < n%4 {
				h.clauses = append(h.clauses, clause)
			} else {
				s.Add(clause...)
			}
		}
		for range 4 {
			var assumptions []Lit
			for range r.IntN(4) {
				assumptions = append(assumptions, Lit(r.IntN(2*f.vars)))
			}
			f.check(t, s, assumptions)
			clause := []Lit{Lit(r.IntN(2 * f.vars)), Lit(r.IntN(2 * f.vars)), Lit(r.IntN(2 * f.vars))}
			f.clauses = append(f.clauses, clause)
			s.Add(clause...)
		}
	}
}

// What only a theory forces is learned from as clauses are: no two of n pigeons share a hole,
// and nobody but the theory says so.
func TestTheoryOfPigeons(t *testing.T) {
	const n = 6
	whole := pigeons(n)
	want := whole.Solve(t.Context())
	s, h := new(Solver), &hidden{why: map[Lit][]Lit{}}
	s.Theory = h
	copied := new(Solver)
	copied.Proof = func(step Step, clause []Lit) {
		if step == Given && len(clause) == 2 {
			h.clauses = append(h.clauses, append([]Lit(nil), clause...))
		} else if step == Given {
			for s.Vars() <= clause[len(clause)-1].Var() {
				s.NewVar()
			}
			s.Add(clause...)
		}
	}
	addPigeons(copied, n)
	h.values = make([]int8, 2*s.Vars())
	if got := s.Solve(t.Context()); got != want || want != Unsat {
		t.Errorf("%v, want %v", got, want)
	}
	if len(h.clauses) == 0 || s.Conflicts == 0 {
		t.Errorf("%d clauses hidden, %d conflicts", len(h.clauses), s.Conflicts)
	}
}
