package cardflip

import (
	"context"
	"maps"
	"slices"

	"kibitz/solvers"
)

// A Quotient is the misère quotient of a game's runs: each run has a value in a finite
// commutative monoid, and the product of the values of a row's runs says who wins the row.
// See T. E. Plambeck, Taming the wild in impartial combinatorial games, Integers 5
// (2005), and T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games
// (2008).
//
// Values that repeat for long enough repeat for ever. Let a move take at most k cards, let
// the values of runs be known up to N ≥ 2(e+p) + k, and let those of n and n+p be equal
// for e ≤ n ≤ N-p, where e ≥ 1. A move in a run of n > N cards leaves a longer part of e+p
// cards or more. With p cards less that part has the same value, and is what a move leaves
// of the run of n-p; and the reverse. So both runs are of one kind (see sums), and what was
// proved of the one holds for the other.
type Quotient struct {
	Order     int // number of elements
	Preperiod int // runs of n and n+Period cards are equal in every row for all n ≥ Preperiod
	Period    int // 0 if none was proved

	monoid monoid
	runs   []element // values of runs of 0, 1, … cards, up to the end of the first period
}

// value returns the value of a run of n ≥ 0 cards.
func (q *Quotient) value(n int) element {
	if n >= len(q.runs) {
		n = q.Preperiod + (n-q.Preperiod)%q.Period
	}
	return q.runs[n]
}

// Bounds on the search for a quotient.
const (
	quotientWork   = 1 << 18  // units of effort.spend: 0.1 to 0.8 s, and 0.1 s for Kayles
	quotientMemory = 32 << 20 // bytes
)

// quotient returns the quotient of the runs up to need cards, or of all runs if their values
// repeat by then; nil if none was proved.
func (g Game) quotient(ctx context.Context, need int) *Quotient {
	if solvers.Take(ctx, quotientMemory) != nil {
		return nil
	}
	defer solvers.Give(ctx, quotientMemory)
	s := &quotientSearch{game: g, need: need, effort: &effort{ctx, quotientWork}}
	for s.effort.remains() {
		if q := s.try(); q != nil {
			return q
		}
	}
	return nil
}

// An effort bounds the work of a search: the work left, none once ctx has ended.
type effort struct {
	ctx  context.Context
	work int // outcomes of words and checks of sums that are left
}

// spend takes work off, and all of it when ctx has ended. It looks at ctx about once in 1024
// units.
func (e *effort) spend(work int) {
	before := e.work
	if e.work -= work; before>>10 != e.work>>10 && e.ctx.Err() != nil {
		e.work = min(e.work, 0)
	}
}

// remains reports whether any work is left.
func (e *effort) remains() bool { return e.work > 0 }

// A quotientSearch goes through the runs from the shortest on. It takes each run for a sum of
// shorter ones. If that is refuted the run becomes a generator, and the search begins anew.
type quotientSearch struct {
	game       Game
	need       int
	effort     *effort
	contexts   []word // those that told words apart so far
	generators []generator
	words      []word // for each run, a word of generators that are not longer
}

// A generator is a run that is not a sum of shorter ones.
type generator struct {
	run int
	// brief has a word for each value that a move left when the generator was found. It is a
	// guess: beside longer runs those words may not be equal to what the move leaves. It is
	// nil if the guess was wrong, or if there was no such word.
	brief []word
}

// try goes through the runs up to need once and returns the quotient. It returns nil if it has
// found another generator, or that a word or a brief of the tries before was wrong; it notes
// that in s, and the next try begins with it. It also returns nil if the effort is spent.
//
// A run without a move has value 0. A generator has the value of its own word. Any other run has
// the value of a word that it is proved to equal. Each run is added to the proof of the monoid.
func (s *quotientSearch) try() *Quotient {
	sums := s.generatorSums()
	if sums == nil {
		return nil
	}
	runs := make([]element, 0, 64)
	again := false // another word was found for a run, and a longer generator may rest on the old one
	longest := -1
	for _, g := range s.generators {
		longest = max(longest, g.run)
	}
	for n := range s.need + 1 {
		if n == len(s.words) {
			s.words = append(s.words, "")
		}
		k := kind{options: s.valuesLeft(&sums.monoid, runs, n)}
		switch g := s.generator(n); {
		case k.options == set{}: // no move: the run has the value of no runs, 0
		case g != nil:
			k.value = sums.value(s.words[n])
			if !again && g.brief != nil && sums.values(g.brief) != k.options {
				g.brief, again = nil, true
			}
		default:
			word, ok := s.findWord(sums, n, k.options)
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
		if q.provePeriod(s.game.mostTaken()) || n == s.need {
			return q
		}
	}
	return nil
}

// generator returns the generator that is a run of that length, or nil.
func (s *quotientSearch) generator(run int) *generator {
	i := slices.IndexFunc(s.generators, func(g generator) bool { return g.run == run })
	if i < 0 {
		return nil
	}
	return &s.generators[i]
}

// add makes a run a generator, with a word of its own. If each value in options, those that a move
// in it leaves, has a word of shorter generators, these words become its brief. add does nothing
// once the effort is spent.
func (s *quotientSearch) add(run int, sums *sums, options set) {
	if !s.effort.remains() {
		return // the search ended before it was clear that the run is a generator
	}
	g := generator{run: run}
	for e, w := range sums.words {
		if !options.has(element(e)) {
			continue
		}
		if !s.onlyShorter(w, run) {
			g.brief = nil
			break
		}
		g.brief = append(g.brief, w)
	}
	s.words[run] = one(len(s.generators))
	s.generators = append(s.generators, g)
}

// onlyShorter reports whether all generators of a word are shorter than a run.
func (s *quotientSearch) onlyShorter(w word, than int) bool {
	for g := range len(w) {
		if w[g] > 0 && s.generators[g].run >= than {
			return false
		}
	}
	return true
}

// generatorSums returns all sums of generators in a monoid that is proved for them, or nil if that
// takes too much effort. It keeps the contexts that it learned in s.
func (s *quotientSearch) generatorSums() *sums {
	l := &learner{contexts: s.contexts, outcomes: map[word]bool{}, effort: s.effort}
	if l.contexts == nil {
		l.contexts = []word{""}
	}
	for g := range s.generators {
		l.options = append(l.options, s.wordsLeft(&s.generators[g]))
		l.order = append(l.order, g)
	}
	slices.SortFunc(l.order, func(f, g int) int { return s.generators[f].run - s.generators[g].run })
	sums := l.provenSums()
	s.contexts = l.contexts
	return sums
}

// wordsLeft returns the words that a move leaves of a generator: its brief or, without one, those of
// all moves by the words of shorter runs, each once and in any order.
func (s *quotientSearch) wordsLeft(g *generator) []word {
	if g.brief != nil {
		return g.brief
	}
	words := map[word]bool{}
	for left, right := range s.game.parts(g.run) {
		words[s.words[left].plus(s.words[right])] = true
	}
	return slices.Collect(maps.Keys(words))
}

// valuesLeft returns the values that a move leaves of a run of n, by those of shorter runs.
func (s *quotientSearch) valuesLeft(m *monoid, runs []element, n int) (values set) {
	for left, right := range s.game.parts(n) {
		values.add(m.product[runs[left]][runs[right]])
	}
	return values
}

// findWord returns a word of shorter generators that the run of n, whose moves leave the values
// options, is proved to equal. It tries the word that the run had before and then each word of
// sums. It adds the run to sums. ok is false if there is no such word.
func (s *quotientSearch) findWord(sums *sums, n int, options set) (w word, ok bool) {
	for i := -1; i < len(sums.words); i++ { // -1 is the word before
		if w = s.words[n]; i >= 0 {
			w = sums.words[i]
		}
		if !s.onlyShorter(w, n) {
			continue
		}
		if _, ok := sums.add(kind{value: sums.value(w), options: options}); ok {
			return w, true
		}
	}
	return "", false
}

// provePeriod finds the least period that the values prove by the theorem at Quotient, for a game
// that takes at most k cards at once. If there is one, it sets Preperiod and Period, drops the
// values behind the first period and returns true.
func (q *Quotient) provePeriod(k int) bool {
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

// solveByQuotient decides who wins the row and by which moves. It counts the runs by their
// value: a move wins if the product of the values of the runs that it leaves and of all other
// runs is lost. It goes through the moves of a run only if it needs them for the list, or for the
// first count at that length. If ctx ends it returns an answer that is not decided.
func (p *Puzzle) solveByQuotient(ctx context.Context, q *Quotient) *Answer {
	a := &Answer{Decided: true, Quotient: q}
	m, game := &q.monoid, p.Game.orDefault()
	runs := make([]int, q.Order) // of each value
	for _, run := range p.Runs {
		runs[q.value(int(run.Len))]++
	}
	others := make([]element, q.Order) // the product of all runs except one with that value
	for e := range others {
		for f, n := range runs {
			if f == e {
				n = max(n-1, 0)
			}
			others[e] = m.product[others[e]][m.power(element(f), n)]
		}
	}
	winning := map[int32]int{} // number of winning moves in a run of that length
	for _, run := range p.Runs {
		rest, n := others[q.value(int(run.Len))], int(run.Len)
		count, counted := winning[run.Len]
		if counted && (count == 0 || len(a.Moves) == Listed) { // no move to list
			a.Winning += count
			continue
		}
		count = 0
		for take := range game {
			for s := range game.splits(n, take) {
				if s.left%(1<<16) == 0 && ctx.Err() != nil { // a look at the clock now and then
					return &Answer{}
				}
				if !m.lost.has(m.product[rest][m.product[q.value(s.left)][q.value(s.right)]]) {
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
