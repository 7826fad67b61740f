package cdcl

import (
	"io"
	"strconv"
)

// Step is what a clause is to a proof that a formula has no model.
type Step int8

const (
	Given   Step = iota // it was added
	Learned             // it follows: with all its literals false, what the clauses before force ends in a contradiction
	Deleted             // one from before that is not used from here on
)

// DRAT is a Proof that writes what is given to formula, as clauses of DIMACS without the
// "p cnf" line, and the rest to proof, in the text format of the DRAT checkers (Wetzler,
// Heule and Hunt, "DRAT-trim", 2014). Only a writer's own errors are lost.
//
// The proof is one of no model once it has the empty clause. Where Solve found that
// assumptions cannot hold, it has the clause that one of its Core does not.
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

// tell tells Proof of a clause.
func (s *Solver) tell(step Step, clause ...Lit) {
	if s.Proof != nil {
		s.Proof(step, clause)
	}
}

// refute notes that the formula has no model.
func (s *Solver) refute() {
	s.unsat = true
	s.tell(Learned)
}

// tellCore tells that the assumptions in core do not all hold.
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

// tellRoot tells what holds at the root, before the clauses that forced it may go.
func (s *Solver) tellRoot() {
	if s.Proof == nil {
		return
	}
	for _, l := range s.trail[s.told:] {
		s.tell(Learned, l)
	}
	s.told = len(s.trail)
}

// tellChange tells that of a clause only the literals that are open at the root are left, or
// with keep false nothing.
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
