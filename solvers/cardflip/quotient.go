package cardflip

import (
	"context"
	"maps"
	"slices"

	"kibitz/solvers"
)

// A Quotient is the misère quotient of a game's runs: each run has a value in a finite
// commutative monoid, and the product of the values of a row's runs says who wins it. It is
// that of T. E. Plambeck, Taming the wild in impartial combinatorial games, Integers 5
// (2005), and of T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games
// (2008).
//
// Where the values repeat for long enough they do so for ever. Let a move take at most k
// cards, the values of runs be known up to N ≥ 2(e+p) + k, and those of n and n+p be equal
// for e ≤ n ≤ N-p, where e ≥ 1. Then that goes on: of what a move leaves of a run of n > N
// cards the longer part has e+p or more, and with p cards less the same value; that is what
// a move leaves of the run of n-p, and the reverse. So both runs are of one kind (see
// sums), and what was proved of the one holds for the other.
type Quotient struct {
	Order     int // how many elements it has
	Preperiod int // runs n and n+Period are equal in every row for all n ≥ Preperiod
	Period    int // 0 where none was proved

	monoid monoid
	runs   []element // of runs 0, 1, …, up to the end of the first period
}

// of is the value of a run of n ≥ 0 cards.
func (q *Quotient) of(n int) element {
	if n >= len(q.runs) {
		n = q.Preperiod + (n-q.Preperiod)%q.Period
	}
	return q.runs[n]
}

// What is done and kept at most to find a quotient: 0.1 to 0.8 s. That of Kayles takes 0.1.
const (
	quotientWork   = 1 << 18
	quotientMemory = 32 << 20
)

// quotient is that of the runs up to need cards, or of all runs where they repeat by then;
// nil where none was proved.
func (g Game) quotient(ctx context.Context, need int) *Quotient {
	if solvers.Take(ctx, quotientMemory) != nil {
		return nil
	}
	defer solvers.Give(ctx, quotientMemory)
	s := &quotientSearch{game: g, need: need, effort: &effort{ctx, quotientWork}}
	for s.effort.left() {
		if q := s.try(); q != nil {
			return q
		}
	}
	return nil
}

// An effort is what may still be done.
type effort struct {
	ctx  context.Context
	work int
}

// spend takes some of it, and ends it with ctx.
func (e *effort) spend(work int) {
	before := e.work
	if e.work -= work; before>>10 != e.work>>10 && e.ctx.Err() != nil {
		e.work = min(e.work, 0)
	}
}

func (e *effort) left() bool { return e.work > 0 }

// A quotientSearch goes through the runs from the shortest on. It takes each for a sum of
// shorter ones, unless that is refuted; then it is a generator, and all begins anew.
type quotientSearch struct {
	game       Game
	need       int
	effort     *effort
	contexts   []word // what told words apart so far
	generators []generator
	words      []word // of each run, of generators that are not longer
}

// A generator is a run that is no sum of shorter ones.
type generator struct {
	run int
	// brief has a word of each value that a move left when the generator was found: a guess,
	// for they may have been no equals of what is left in the company of longer runs. It is
	// nil where that came out, or there were none.
	brief []word
}

// try is the quotient, or nil where there is a generator more, or something else that the
// last try had wrong.
func (s *quotientSearch) try() *Quotient {
	sums := s.ofGenerators()
	if sums == nil {
		return nil
	}
	runs := make([]element, 0, 64)
	again := false // another word was found for a run that longer generators are made of
	longest := -1
	for _, g := range s.generators {
		longest = max(longest, g.run)
	}
	for n := range s.need + 1 {
		if n == len(s.words) {
			s.words = append(s.words, "")
		}
		k := kind{options: s.left(&sums.monoid, runs, n)}
		switch g := s.generator(n); {
		case k.options == set{}: // no move: as if it were not there
		case g != nil:
			k.value = sums.value(s.words[n])
			if !again && g.brief != nil && sums.values(g.brief) != k.options {
				g.brief, again = nil, true
			}
		default:
			word, ok := s.word(sums, n, k.options)
			if !ok {
				s.add(n, sums, k.options)
				return nil
			}
			if k.value = sums.value(word); word != s.words[n] {
				again = again || n < longest
				s.words[n] = word
			}
		}
		if _, ok := sums.add(k); !ok || again && n >= longest {
			return nil
		}
		runs = append(runs, k.value)
		q := &Quotient{Order: len(sums.words), monoid: sums.monoid, runs: runs}
		if q.repeats(s.game.largest()) || n == s.need {
			return q
		}
	}
	return nil
}

func (s *quotientSearch) generator(run int) *generator {
	i := slices.IndexFunc(s.generators, func(g generator) bool { return g.run == run })
	if i < 0 {
		return nil
	}
	return &s.generators[i]
}

// add makes a run a generator.
func (s *quotientSearch) add(run int, sums *sums, options set) {
	if !s.effort.left() {
		return // it may be none
	}
	g := generator{run: run}
	for e, w := range sums.words {
		if !options.has(element(e)) {
			continue
		}
		if !s.shorter(w, run) {
			g.brief = nil
			break
		}
		g.brief = append(g.brief, w)
	}
	s.words[run] = one(len(s.generators))
	s.generators = append(s.generators, g)
}

// shorter says whether a word has none but generators that are shorter than a run.
func (s *quotientSearch) shorter(w word, than int) bool {
	for g := range len(w) {
		if w[g] > 0 && s.generators[g].run >= than {
			return false
		}
	}
	return true
}

// ofGenerators are all sums of generators in a monoid that is proved of them, or nil.
func (s *quotientSearch) ofGenerators() *sums {
	l := &learner{contexts: s.contexts, outcomes: map[word]bool{}, effort: s.effort}
	if l.contexts == nil {
		l.contexts = []word{""}
	}
	for g := range s.generators {
		l.options = append(l.options, s.wordsLeft(&s.generators[g]))
		l.order = append(l.order, g)
	}
	slices.SortFunc(l.order, func(f, g int) int { return s.generators[f].run - s.generators[g].run })
	sums := l.proved()
	s.contexts = l.contexts
	return sums
}

// wordsLeft are the words that a move leaves of a generator.
func (s *quotientSearch) wordsLeft(g *generator) []word {
	if g.brief != nil {
		return g.brief
	}
	words := map[word]bool{}
	for left, right := range s.game.halves(g.run) {
		words[s.words[left].plus(s.words[right])] = true
	}
	return slices.Collect(maps.Keys(words))
}

// left are the values that a move leaves of a run of n, by those of shorter runs.
func (s *quotientSearch) left(m *monoid, runs []element, n int) (values set) {
	for left, right := range s.game.halves(n) {
		values.add(m.product[runs[left]][runs[right]])
	}
	return values
}

// word is one of shorter generators that a run is equal to: the one that it had before, if
// that can still be proved.
func (s *quotientSearch) word(sums *sums, n int, options set) (w word, ok bool) {
	for i := -1; i < len(sums.words); i++ {
		if w = s.words[n]; i >= 0 {
			w = sums.words[i]
		}
		if !s.shorter(w, n) {
			continue
		}
		if _, ok := sums.add(kind{value: sums.value(w), options: options}); ok {
			return w, true
		}
	}
	return "", false
}

// repeats finds the least period that the values prove, for a game that takes at most k cards
// at once, and keeps only that.
func (q *Quotient) repeats(k int) bool {
	last := len(q.runs) - 1
	for p := 1; 2*(1+p)+k <= last; p++ {
		from := last - p + 1
		for from > 1 && q.runs[from-1] == q.runs[from-1+p] {
			from--
		}
		if 2*(from+p)+k <= last {
			q.Preperiod, q.Period, q.runs = from, p, q.runs[:from+p]
			return true
		}
	}
	return false
}

// solveByQuotient counts runs by their value: a move wins if what it leaves of its run, with
// all others, is lost.
func (p *Puzzle) solveByQuotient(ctx context.Context, q *Quotient) *Answer {
	a := &Answer{Decided: true, Quotient: q}
	m, game := &q.monoid, p.Game.orPairs()
	runs := make([]int, q.Order) // of each value
	for _, run := range p.Runs {
		runs[q.of(int(run.Len))]++
	}
	others := make([]element, q.Order) // the product of all runs but one of a value
	for e := range others {
		for f, n := range runs {
			if f == e {
				n = max(n-1, 0)
			}
			others[e] = m.product[others[e]][m.power(element(f), n)]
		}
	}
	winning := map[int32]int{} // moves in a run
	for _, run := range p.Runs {
		rest, n := others[q.of(int(run.Len))], int(run.Len)
		count, counted := winning[run.Len]
		if counted && (count == 0 || len(a.Moves) == Listed) {
			a.Winning += count
			continue
		}
		count = 0
		for take := range game {
			for s := range game.splits(n, take) {
				if s.left%(1<<16) == 0 && ctx.Err() != nil {
					return &Answer{}
				}
				if !m.lost.has(m.product[rest][m.product[q.of(s.left)][q.of(s.right)]]) {
					continue
				}
				if count++; len(a.Moves) < Listed {
					a.Moves = append(a.Moves, Move{run, s.left, take, s.right})
				}
			}
		}
		winning[run.Len] = count
		a.Winning += count
	}
	whole := element(0)
	for f, n := range runs {
		whole = m.product[whole][m.power(element(f), n)]
	}
	a.First = !m.lost.has(whole)
	return a
}
