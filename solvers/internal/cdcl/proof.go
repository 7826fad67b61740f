package cdcl

import (
	"io"
	"strconv"
)

// Step is the role of a clause in a proof that a formula has no model.
type Step int8

const (
	Given   Step = iota // the clause was added
	Learned             // the clause follows: if all its literals are false, the clauses before it force a contradiction
	Deleted             // an earlier clause that is no longer used
)

// DRAT returns a Proof. It writes the given clauses to formula, in DIMACS without the "p cnf" line,
// and the others to proof, in the text format of the DRAT checkers (Wetzler, Heule and Hunt,
// "DRAT-trim", 2014). Errors of the writers are lost.
//
// A proof that there is no model ends with the empty clause. If Solve found that assumptions cannot
// hold, it ends with the clause that one of its Core is false.
func DRAT(formula, proof io.Writer) func(Step, []Lit) {
	var line []byte
	return func(step Step, clause []Lit) {
		to := proof
		line = line[:0]
		switch step {
		case Given:
			to = formula
		case Deleted:
			line = append(line, "d "...)
		}
		for _, l := range clause {
			if l.Negative() {
				line = append(line, '-')
			}
			line = strconv.AppendInt(line, int64(l.Var())+1, 10)
			line = append(line, ' ')
		}
		to.Write(append(line, "0\n"...))
	}
}

// tell passes a clause to Proof.
func (s *Solver) tell(step Step, clause ...Lit) {
	if s.Proof != nil {
		s.Proof(step, clause)
	}
}

// refute records that the formula has no model, and ends the proof with the empty clause.
func (s *Solver) refute() {
	s.unsat = true
	s.tell(Learned)
}

// tellCore tells Proof that the assumptions in core do not all hold.
func (s *Solver) tellCore() {
	if s.Proof == nil {
		return
	}
	clause := make([]Lit, len(s.core))
	for i, l := range s.core {
		clause[i] = l.Not()
	}
	s.tell(Learned, clause...)
}

// tellRoot tells Proof of the literals that hold at the root, before the clauses that forced them
// may be removed.
func (s *Solver) tellRoot() {
	if s.Proof == nil {
		return
	}
	for _, l := range s.trail[s.told:] {
		s.tell(Learned, l)
	}
	s.told = len(s.trail)
}

// tellChange writes to the proof that a clause shrinks to its literals without a value at the root.
// If keep is false it writes only that the clause is deleted. It writes nothing if nothing changed.
func (s *Solver) tellChange(clause []uint32, keep bool) {
	if s.Proof == nil {
		return
	}
	var before, after []Lit
	for _, l := range clause {
		before = append(before, Lit(l))
		if s.values[l] == 0 {
			after = append(after, Lit(l))
		}
	}
	if keep && len(after) == len(before) {
		return
	}
	if keep {
		s.tell(Learned, after...)
	}
	s.tell(Deleted, before...)
}
