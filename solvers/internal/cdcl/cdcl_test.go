package cdcl

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/solvers/internal/cdcl/drattest"
)

// formula is what a Solver is asked, for the oracle.
type formula struct {
	vars    int
	clauses [][]Lit
}

func randomFormula(r *rand.Rand) formula {
	f := formula{vars: 1 + r.IntN(12)}
	for range r.IntN(5 * f.vars) {
		clause := make([]Lit, 1+r.IntN(4))
		for i := range clause {
			clause[i] = Lit(r.IntN(2 * f.vars))
		}
		f.clauses = append(f.clauses, clause)
	}
	return f
}

// holds says whether the clauses and the literals hold where bit v is variable v.
func (f formula) holds(bits int, literals []Lit) bool {
	is := func(l Lit) bool { return bits>>l.Var()&1 == 1 != l.Negative() }
	for _, l := range literals {
		if !is(l) {
			return false
		}
	}
	for _, clause := range f.clauses {
		if !slices.ContainsFunc(clause, is) {
			return false
		}
	}
	return true
}

func (f formula) satisfiable(literals []Lit) bool {
	for bits := range 1 << f.vars {
		if f.holds(bits, literals) {
			return true
		}
	}
	return false
}

func (f formula) solver() *Solver {
	s := new(Solver)
	f.addTo(s)
	return s
}

func (f formula) addTo(s *Solver) {
	for range f.vars {
		s.NewVar()
	}
	for _, clause := range f.clauses {
		s.Add(clause...)
	}
}

// proved fails the test unless the proof that was written shows that there is no model.
func proved(t *testing.T, formula, proof *bytes.Buffer) {
	t.Helper()
	if err := drattest.Refutes(bytes.NewReader(formula.Bytes()), bytes.NewReader(proof.Bytes())); err != nil {
		t.Fatalf("%v\nformula\n%sproof\n%s", err, formula, proof)
	}
}

func (f formula) check(t *testing.T, s *Solver, assumptions []Lit) {
	t.Helper()
	want := Unsat
	if f.satisfiable(assumptions) {
		want = Sat
	}
	if got := s.Solve(context.Background(), assumptions...); got != want {
		t.Fatalf("%v under %v: status %v, by trying all %v", f, assumptions, got, want)
	}
	if want == Sat {
		bits := 0
		for v := range f.vars {
			if s.Value(Pos(v)) {
				bits |= 1 << v
			}
		}
		if !f.holds(bits, assumptions) {
			t.Fatalf("%v under %v: %b is no model", f, assumptions, bits)
		}
		return
	}
	for _, l := range s.Core() {
		if !slices.Contains(assumptions, l) {
			t.Fatalf("%v: %d in the core is no assumption", f, l)
		}
	}
	if f.satisfiable(s.Core()) {
		t.Fatalf("%v: the core %v can hold", f, s.Core())
	}
}

// Every answer, model and core agrees with trying all assignments, while
// assumptions come and go and clauses are added.
func TestAgainstAllAssignments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		f := randomFormula(r)
		s := f.solver()
		for range 4 {
			assumptions := make([]Lit, r.IntN(5))
			for i := range assumptions {
				assumptions[i] = Lit(r.IntN(2 * f.vars))
			}
			f.check(t, s, assumptions)
			clause := make([]Lit, 1+r.IntN(3))
			for i := range clause {
				clause[i] = Lit(r.IntN(2 * f.vars))
			}
			f.clauses = append(f.clauses, clause)
			s.Add(clause...)
			if r.IntN(4) == 0 {
				s.forget(true)
			}
		}
	}
}

// pigeons says that each of n+1 pigeons sits in one of n holes, none with another.
func pigeons(n int) *Solver {
	s := new(Solver)
	addPigeons(s, n)
	return s
}

func addPigeons(s *Solver, n int) {
	in := func(pigeon, hole int) Lit { return Pos(pigeon*n + hole) }
	for range (n + 1) * n {
		s.NewVar()
	}
	for p := range n + 1 {
		clause := make([]Lit, n)
		for h := range clause {
			clause[h] = in(p, h)
		}
		s.Add(clause...)
		for q := range p {
			for h := range n {
				s.Add(in(p, h).Not(), in(q, h).Not())
			}
		}
	}
}

// What is said to have no model has a proof that another program checks: formulas with
// no model, and with none under assumptions that then hold for good.
func TestProofs(t *testing.T) {
	var formula, proof bytes.Buffer
	s := &Solver{Proof: DRAT(&formula, &proof)}
	addPigeons(s, 7) // thousands of conflicts, so that clauses are forgotten
	if s.Solve(t.Context()) != Unsat || s.reduced == 0 {
		t.Errorf("too easy: clauses forgotten %d times", s.reduced)
	}
	proved(t, &formula, &proof)
	r := rand.New(rand.NewPCG(5, 6))
	none, under := 0, 0
	for range 5000 {
		f := randomFormula(r)
		formula.Reset()
		proof.Reset()
		s := &Solver{Proof: DRAT(&formula, &proof)}
		f.addTo(s)
		for range 4 {
			assumptions := make([]Lit, r.IntN(5))
			for i := range assumptions {
				assumptions[i] = Lit(r.IntN(2 * f.vars))
			}
			status := s.Solve(t.Context(), assumptions...)
			if r.IntN(4) == 0 {
				s.forget(true)
			}
			if status == Unsat {
				if len(s.Core()) > 0 {
					under++
				}
				for _, l := range slices.Clone(s.Core()) {
					s.Add(l)
				}
				if s.Solve(t.Context()) != Unsat {
					t.Fatalf("%v: the core %v can hold", f, s.Core())
				}
				none++
				proved(t, &formula, &proof)
				break
			}
			s.Add(Lit(r.IntN(2*f.vars)), Lit(r.IntN(2*f.vars)))
		}
	}
	if none < 1000 || under < 1000 {
		t.Errorf("%d proofs, %d under assumptions", none, under)
	}
}

// The clauses of a proof that are not deleted are those that the solver has. What holds for good is told, and
// at the end not again.
func TestProofForgets(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	decided := 0
	for range 300 {
		clauses, steps, holds := 0, 0, map[Lit]bool{}
		s := &Solver{Proof: func(step Step, clause []Lit) {
			steps++
			switch {
			case len(clause) == 1:
				holds[clause[0]] = true
			case step == Deleted:
				clauses--
			case len(clause) > 1:
				clauses++
			}
		}}
		for range 12 {
			s.NewVar()
		}
		for range 45 {
			v := r.Perm(12)
			s.Add(Lit(2*v[0]+r.IntN(2)), Lit(2*v[1]+r.IntN(2)), Lit(2*v[2]+r.IntN(2)))
		}
		if s.Solve(t.Context()) != Sat {
			continue
		}
		s.forget(true)
		decided += len(s.trail)
		for _, l := range s.trail {
			if !holds[l] {
				t.Fatalf("the proof does not tell that %d holds", l)
			}
		}
		told := steps
		s.forget(false)
		if steps != told {
			t.Fatalf("%d steps of a proof for nothing new", steps-told)
		}
		for c := ref(1); int(c) < len(s.arena); c += header + ref(s.size(c)) {
			clauses--
		}
		if clauses != 0 {
			t.Fatalf("the proof has %d clauses more than the solver", clauses)
		}
	}
	if decided < 100 {
		t.Errorf("%d literals were decided", decided)
	}
}

// DRAT writes what its checkers read: variables from 1, a 0 behind each clause, a d before a deleted one.
func TestDRAT(t *testing.T) {
	var formula, proof bytes.Buffer
	tell := DRAT(&formula, &proof)
	tell(Given, []Lit{Pos(0), Pos(1).Not()})
	tell(Learned, []Lit{Pos(9).Not()})
	tell(Deleted, []Lit{Pos(0), Pos(1).Not()})
	tell(Learned, nil)
	if formula.String() != "1 -2 0\n" || proof.String() != "-10 0\nd 1 -2 0\n0\n" {
		t.Errorf("formula %q, proof %q", &formula, &proof)
	}
}

// Variables come from the heap the most active first, also those that came back or were raised.
func TestHeap(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		var h heap
		activity := make([]float64, 1+r.IntN(50))
		h.grow(len(activity) - 1)
		for range 3 {
			for _, v := range r.Perm(len(activity)) {
				activity[v] += r.Float64()
				h.raise(v, activity)
				h.push(v, activity)
			}
			var got []float64
			for range r.IntN(len(activity) + 1) {
				got = append(got, activity[h.pop(activity)])
			}
			want := slices.Clone(activity)
			slices.Sort(want)
			slices.Reverse(want)
			if !slices.Equal(got, want[:len(got)]) {
				t.Fatalf("%v instead of %v", got, want)
			}
		}
	}
}

// A proof that lacks a step, or the formula a clause, does not pass.
func TestProofsThatFail(t *testing.T) {
	var formula, proof bytes.Buffer
	s := &Solver{Proof: DRAT(&formula, &proof)}
	addPigeons(s, 4)
	s.Solve(t.Context())
	proved(t, &formula, &proof)
	lines := bytes.SplitAfter(formula.Bytes(), []byte("\n"))
	without := bytes.Join(lines[1:], nil) // one pigeon may fly
	if drattest.Refutes(bytes.NewReader(without), bytes.NewReader(proof.Bytes())) == nil {
		t.Error("four pigeons do fit into four holes")
	}
	if drattest.Refutes(&formula, strings.NewReader("0\n")) == nil {
		t.Error("that is not seen at once")
	}
}

func TestPigeonholePrinciple(t *testing.T) {
	for n := 1; n <= 8; n++ {
		if got := pigeons(n).Solve(context.Background()); got != Unsat {
			t.Errorf("%d pigeons fit into %d holes: status %v", n+1, n, got)
		}
	}
}

// random3SAT has 200 variables and the ratio of clauses at which such formulas
// are hardest: it takes thousands of conflicts, restarts and forgetting.
func random3SAT(seed uint64) formula {
	r := rand.New(rand.NewPCG(seed, 3))
	f := formula{vars: 200}
	for range 852 {
		vars := r.Perm(f.vars)[:3]
		clause := make([]Lit, 3)
		for i, v := range vars {
			clause[i] = Lit(2*v + r.IntN(2))
		}
		f.clauses = append(f.clauses, clause)
	}
	return f
}

// What is learned on the way does not change what is true: a formula, and each of
// its halves under a literal, agree.
func TestHalvesAgreeWithTheWhole(t *testing.T) {
	for seed := range uint64(5) {
		f := random3SAT(seed)
		s := f.solver()
		whole := s.Solve(context.Background())
		half, other := Unsat, Unsat
		fresh := f.solver()
		half = fresh.Solve(context.Background(), Pos(0))
		other = fresh.Solve(context.Background(), Pos(0).Not())
		if (whole == Sat) != (half == Sat || other == Sat) {
			t.Errorf("formula %d: %v, its halves %v and %v", seed, whole, half, other)
		}
		if whole == Sat {
			for _, clause := range f.clauses {
				if !slices.ContainsFunc(clause, s.Value) {
					t.Fatalf("formula %d: the model breaks a clause", seed)
				}
			}
		}
	}
}

func TestSameCallsSameAnswers(t *testing.T) {
	f := random3SAT(7)
	a, b := f.solver(), f.solver()
	for range 3 {
		a.Solve(context.Background(), Pos(5))
		b.Solve(context.Background(), Pos(5))
	}
	if a.Conflicts != b.Conflicts || a.Propagations != b.Propagations || !slices.Equal(a.model, b.model) {
		t.Errorf("%d conflicts, then %d", a.Conflicts, b.Conflicts)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	s := pigeons(14)
	if got := s.Solve(ctx); got != OutOfTime {
		t.Fatal(got)
	}
	if got := s.Solve(context.Background(), Pos(0), Pos(14)); got != Unsat {
		t.Errorf("two pigeons in one hole: status %v", got)
	}
}

func TestGivesUpBeyondItsMemory(t *testing.T) {
	s := pigeons(14)
	s.Memory = 4000
	if got := s.Solve(context.Background()); got != OutOfMemory {
		t.Error(got)
	}
}

// It asks for more memory before it gives up, and keeps to what it gets.
func TestAsksForMemory(t *testing.T) {
	for _, most := range []int{8000, 1 << 20} {
		s := pigeons(8)
		s.Memory = 2000
		s.More = func(words int) int {
			if words != s.Memory {
				t.Errorf("asked with a bound of %d words, not %d", words, s.Memory)
			}
			return min(2*words, most)
		}
		got := s.Solve(context.Background())
		if want := map[int]Status{8000: OutOfMemory, 1 << 20: Unsat}[most]; got != want {
			t.Errorf("up to %d words: %v, want %v", most, got, want)
		}
		if longest := 64; len(s.arena) > s.Memory+longest {
			t.Errorf("%d words, %d allowed", len(s.arena), s.Memory)
		}
	}
}

func TestGivesUpBeyondItsPatience(t *testing.T) {
	s := pigeons(14)
	s.Patience = 100
	if got := s.Solve(context.Background()); got != OutOfPatience || s.Conflicts != 100 {
		t.Errorf("%v after %d conflicts", got, s.Conflicts)
	}
}

// Once the context has ended nothing is begun, however little there would be to do.
func TestEndedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := pigeons(3).Solve(ctx); got != OutOfTime {
		t.Error(got)
	}
}

func TestNoClauses(t *testing.T) {
	s := new(Solver)
	if got := s.Solve(context.Background()); got != Sat {
		t.Errorf("nothing to hold: status %v", got)
	}
	s.Add()
	if got := s.Solve(context.Background()); got != Unsat {
		t.Errorf("the empty clause: status %v", got)
	}
}

// TestDecided: a question is answered by a model or by a proof that there is none, and by nothing else.
func TestDecided(t *testing.T) {
	for status, want := range map[Status]bool{OutOfPatience: false, OutOfTime: false, OutOfMemory: false, Sat: true, Unsat: true} {
		if status.Decided() != want {
			t.Errorf("%v: decided %v", status, status.Decided())
		}
	}
}
