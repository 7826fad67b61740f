// Package cdcl decides propositional formulas in conjunctive normal form by
// conflict-driven clause learning.
//
// The search assigns variables one by one and follows the implications of the clauses.
// When a clause is left with no way to hold, the implications that led there
// are resolved into a new clause, the first unique implication point of the last
// decision level (1-UIP), which rules out the same mistake everywhere; the
// search jumps back to where that clause would have forced something.
//
// It is fast by these methods, with their sources:
//
//   - two watched literals for each clause, with a blocking literal beside each
//     watch that mostly answers without a look at the clause (Chaff; MiniSat);
//   - all clauses in one arena of 32-bit words, so that the garbage collector has
//     no pointers to follow and a sweep over all clauses is sequential;
//   - learned clauses minimised by recursive self-subsumption (Sörensson and
//     Biere 2009) and with the binary clauses at hand (Glucose);
//   - variables chosen by decaying activity (VSIDS), with the value they had last, or where a
//     model is expected in the longest assignment without a conflict (Biere and Fleury 2020);
//   - restarts by the recent quality of learned clauses, the number of decision
//     levels in them (LBD: Audemard and Simon 2009), in turn with rare
//     restarts on Luby's sequence, which find solutions better (Biere 2019);
//   - three in four of the middling learned clauses forgotten at growing intervals.
//
// A Solver is incremental: clauses may be added between calls of Solve, what was
// learned stays, and Solve takes assumptions that hold for one call, as in
// Eén and Sörensson, "An extensible SAT-solver" (2003). The same calls give the
// same answers: nothing here is random.
//
// A [Theory] may know more than the clauses, and say why when asked.
//
// That there is no model can be checked by another program: see [DRAT] and package
// drattest.
//
// Why no library is used: gini (go-air/gini v1.0.4, its last release of 2021) bounds its
// work by the clock alone, so that answers would depend on the machine; neither it
// nor gophersat (v1.4.0 of 2023) has a bound in conflicts or memory, values to prefer,
// activities to raise, literals fixed at the root, and a context. Nor are they faster by and
// large. In ms, on the same clauses of nonograms, for the first model and for that and the proof that
// it is the only one:
//
//	page        variables   this           gini           gophersat
//	8-Dom             943   7.9, all 21.1  7.5, all 22.6  19
//	9-Dom            1203  38.5, all 49.0  47.6, all 77.8  139
//	Forever          1642   1.5, all 4.0   1.1, all 2.4    4.5
//	Knotty           9855  over 3000       over 3000      not tried
package cdcl

import (
	"context"
	"math"
	"slices"
)

// Lit is a variable or its negation: 2v or 2v+1 for variable v, from 0.
type Lit int32

// Pos returns the literal that variable v is true.
func Pos(v int) Lit { return Lit(v) << 1 }

// Not returns the opposite literal.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the literal's variable.
func (l Lit) Var() int { return int(l >> 1) }

// Negative reports whether l is the negation of its variable.
func (l Lit) Negative() bool { return l&1 == 1 }

// Status is the result of a call of Solve.
type Status int8

const (
	OutOfPatience Status = iota // after Patience conflicts; another call goes on from there
	OutOfTime                   // the context has ended
	OutOfMemory                 // the clauses have outgrown Memory
	Sat                         // a model is at hand: see Value
	Unsat                       // there is no model under the assumptions: see Core
)

// Decided reports whether the question was answered.
func (st Status) Decided() bool { return st == Sat || st == Unsat }

func (st Status) String() string {
	return [...]string{"out of patience", "out of time", "out of memory", "satisfiable", "unsatisfiable"}[st]
}

// Solver holds a formula and what was learned about it. The zero Solver is an
// empty formula, ready for use.
type Solver struct {
	// Memory bounds the words of clauses kept. A word takes up to WordBytes in all. 0 stands for
	// 1<<24. Beyond it learned clauses are removed, and Solve gives up if that does not help.
	Memory int

	// More is called before learned clauses are removed for lack of Memory. It returns a higher
	// bound, or the present one. If it is nil the bound stays.
	More func(words int) int

	// Patience bounds the conflicts of one call of Solve; 0 stands for no bound.
	Patience int64

	// Stay makes every restart begin with the values of the last model, or with those preferred
	// since, to find the next model near it.
	Stay bool

	// Seek is for when a model is expected. Restarts are rare, and a variable first takes its value
	// in the longest assignment without a conflict of this call.
	Seek bool

	// Decay is the share of a variable's activity that is left after each conflict; 0 stands for
	// usualDecay. A lower share turns sooner to the variables of the last conflicts.
	Decay float64

	// Proof, if set before the first clause is added, is called with every clause in turn, and must
	// not keep it; see DRAT.
	Proof func(Step, []Lit)

	// Theory, if set before the first Solve, implies further literals.
	Theory Theory

	Conflicts, Decisions, Propagations, Restarts int64 // counts so far

	arena   []uint32 // see clause.go
	learned int      // learned clauses in arena
	watches [][]watch
	loaded  bool // the clauses are watched
	unsat   bool // the formula alone has no model

	values []int8 // value of each literal: 1 true, -1 false, 0 open
	level  []int32
	reason []ref
	trail  []Lit
	limits []int32 // length of the trail at each decision
	head   int     // the trail before head is propagated

	activity  []float64
	increment float64
	order     heap
	phase     []int8 // for each variable, the value to try first
	anchor    []int8 // for each variable, its value in the last model, or the one preferred since
	target    []int8 // for each variable, its value in the longest assignment without a conflict of this call; 0 if open there
	reached   int    // length of that assignment

	assumptions []Lit
	model       []int8
	core        []Lit

	seen     []uint8
	stack    []Lit
	toClear  []int
	clause   []Lit
	stamp    []int64 // for each level or literal, the value of stamps when it was last counted
	stamps   int64
	pace     pace
	reduceAt int64 // conflicts at which clauses are next forgotten
	reduced  int64 // number of times that clauses were forgotten
	simple   int   // number of root literals when the clauses were last simplified
	swept    int64 // propagations then; a sweep takes about as long as one for each word
	pushed   int   // number of literals of the trail passed to Theory
	told     int   // number of root literals passed to Proof
}

// NewVar adds a variable and returns it; Solve first tries it false.
func (s *Solver) NewVar() int {
	v := len(s.level)
	s.values = append(s.values, 0, 0)
	s.watches = append(s.watches, nil, nil)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, none)
	s.activity = append(s.activity, 0)
	s.phase = append(s.phase, -1)
	s.anchor = append(s.anchor, -1)
	s.target = append(s.target, 0)
	s.seen = append(s.seen, 0)
	s.stamp = append(s.stamp, 0, 0)
	s.order.grow(v)
	s.order.push(v, s.activity)
	return v
}

// Reserve makes room for vars more variables, and for clauses of words words.
func (s *Solver) Reserve(vars, words int) {
	s.values = slices.Grow(s.values, 2*vars)
	s.watches = slices.Grow(s.watches, 2*vars)
	s.level = slices.Grow(s.level, vars)
	s.reason = slices.Grow(s.reason, vars)
	s.trail = slices.Grow(s.trail, vars)
	s.activity = slices.Grow(s.activity, vars)
	s.phase = slices.Grow(s.phase, vars)
	s.anchor = slices.Grow(s.anchor, vars)
	s.target = slices.Grow(s.target, vars)
	s.seen = slices.Grow(s.seen, vars)
	s.stamp = slices.Grow(s.stamp, 2*vars)
	s.order.vars = slices.Grow(s.order.vars, vars)
	s.order.at = slices.Grow(s.order.at, vars)
	s.arena = slices.Grow(s.arena, min(words, s.memory()))
}

// Vars returns the number of variables.
func (s *Solver) Vars() int { return len(s.level) }

// Prefer makes Solve first try the value of a literal's variable with which the literal is true.
// Later it tries the last value that the variable had.
func (s *Solver) Prefer(l Lit) {
	value := int8(1)
	if l.Negative() {
		value = -1
	}
	s.phase[l.Var()], s.anchor[l.Var()] = value, value
}

// Weigh raises the activity of a variable, so that Solve decides it earlier.
func (s *Solver) Weigh(v int, by float64) {
	s.start()
	s.activity[v] += by * s.increment
	s.order.raise(v, s.activity)
}

// start initializes a zero Solver.
func (s *Solver) start() {
	if s.increment == 0 {
		s.increment = 1
		s.pace.start()
		s.reduceAt = firstReduce
	}
}

// Add adds the clause that at least one of the literals holds. It does not keep the slice. After a
// clause without literals the formula has no model.
func (s *Solver) Add(literals ...Lit) {
	s.backtrack(0)
	if s.Proof != nil {
		s.tell(Given, slices.Clone(literals)...) // a copy, so that the slices of callers can stay on the stack
	}
	if s.unsat {
		return
	}
	s.clause = append(s.clause[:0], literals...)
	slices.Sort(s.clause)
	kept := s.clause[:0]
	for i, l := range s.clause {
		if s.values[l] > 0 || i > 0 && l == s.clause[i-1]^1 && l.Negative() {
			return // the clause always holds
		}
		if s.values[l] == 0 && (len(kept) == 0 || kept[len(kept)-1] != l) {
			kept = append(kept, l)
		}
	}
	if len(kept) < len(literals) {
		s.tell(Learned, kept...)
	}
	switch len(kept) {
	case 0:
		s.unsat = true
	case 1:
		s.assign(kept[0], none)
		if len(s.arena) == 0 {
			s.simple = len(s.trail) // no clause contains it
		}
		if s.loaded && s.propagate() != none {
			s.refute()
		}
	default:
		c := s.store(kept, 0)
		if s.loaded {
			s.attach(c)
		}
	}
}

// Value reports whether l holds in the model of the last Solve that was Sat.
func (s *Solver) Value(l Lit) bool { return s.model[l] > 0 }

// Fixed returns 1 when l is known to hold in every model, -1 when its negation is, else 0.
func (s *Solver) Fixed(l Lit) int8 {
	if s.values[l] != 0 && s.level[l.Var()] == 0 {
		return s.values[l]
	}
	return 0
}

// Core returns assumptions of the last Solve that cannot all hold together, if it was Unsat; none
// when the formula alone has no model. It is not always the smallest such set. It is valid until
// the next Solve.
func (s *Solver) Core() []Lit { return s.core }

// Solve looks for a model in which the assumptions hold. It notices within some milliseconds that a
// context has ended. Any other result than Sat or Unsat is the reason why it stopped.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	s.start()
	s.core = s.core[:0]
	s.assumptions = append(s.assumptions[:0], assumptions...)
	for len(s.stamp) <= s.Vars()+len(assumptions) {
		s.stamp = append(s.stamp, 0) // at most one level for each
	}
	defer s.backtrack(0)
	switch {
	case s.unsat:
		return Unsat
	case ctx.Err() != nil:
		return OutOfTime
	}
	s.backtrack(0)
	if !s.loaded {
		s.load()
	}
	if s.propagate() != none {
		s.refute()
		return Unsat
	}
	if len(s.trail) > s.simple && s.Propagations-s.swept >= int64(len(s.arena)) {
		s.forget(false)
	}
	return s.search(ctx)
}

// propagationsPerLook is the number of propagations between looks at the context: some
// milliseconds.
const propagationsPerLook = 1 << 14

// search decides, propagates and learns until there is a result.
func (s *Solver) search(ctx context.Context) Status {
	look := s.Propagations
	end := int64(math.MaxInt64)
	if s.Patience > 0 {
		end = s.Conflicts + s.Patience
	}
	s.resetPhases()
	s.reached = 0
	clear(s.target)
	for {
		if conflict := s.follow(); conflict != none {
			s.Conflicts++
			if len(s.limits) == 0 {
				s.refute()
				return Unsat
			}
			s.noteTarget()
			s.learn(conflict)
			if s.Full() {
				s.reduceAt = s.Conflicts
			}
			if s.Conflicts >= end {
				return OutOfPatience
			}
		} else if s.Conflicts >= s.reduceAt {
			s.forget(true)
			if s.unsat {
				return Unsat
			}
			if s.exceeds(s.memory() / 8 * 7) { // with less room it would only forget
				return OutOfMemory
			}
		} else if s.pace.restart(s.Seek) {
			s.Restarts++
			s.backtrack(s.reusable())
			s.resetPhases()
		} else if status, over := s.decide(); over {
			return status
		}
		if s.Propagations-look > propagationsPerLook {
			look = s.Propagations
			if ctx.Err() != nil {
				return OutOfTime
			}
		}
	}
}

// resetPhases makes the values of the last model the first to try, if Stay is set.
func (s *Solver) resetPhases() {
	if !s.Stay {
		return
	}
	copy(s.phase, s.anchor)
}
