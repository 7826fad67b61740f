package cardflip

import (
	"context"
	"iter"
	"slices"

	"kibitz/solvers"
)

// A position is the sum of two parts. The first part is a form. The second is a
// form too, or else negative: -n is a run of n cards whose form is not computed.
// That is the long run of the row, whose forms would take more time than they
// save: it is enough to know who wins, and one good move shows that.
type position [2]form

// A winner says who wins a position. Only lost and won are proved.
type winner uint8

const (
	undecided winner = iota // time or memory ran out, or nobody has looked. The zero value, so that nothing is proved by a value that was never set
	lost                    // the player to move loses
	won                     // the player to move wins
)

// winnerOf returns won or lost.
func winnerOf(wins bool) winner {
	if wins {
		return won
	}
	return lost
}

// misere searches positions.
type misere struct {
	game  Game
	forms *forms
	runs  []form // the forms of runs, up to more than half of the longest
	known outcomes
	tried int // number of kinds of moves of the row that are decided
	kinds int // number of kinds of moves of the row
}

// The most options and sums of forms, and entries for outcomes, that a search keeps:
// 60 MB of forms, and 192 MB of outcomes while their table grows for the last time.
const (
	maxForms    = 1 << 21
	maxOutcomes = 1 << 24
)

// solveMisere decides who wins the row and by which moves: by the game's quotient, or else
// by a search. No quotient of 0.07 is known, so it does not look for one: the quotient of
// runs up to 30 cards was not found in 17 s, and such rows are searched in a millisecond.
func (p *Puzzle) solveMisere(ctx context.Context) *Answer {
	game := p.Game.orDefault()
	if !game.IsPairs() {
		if q := game.quotient(ctx, int(p.longest())); q != nil {
			return p.solveByQuotient(ctx, q)
		}
	}
	return p.searchMisere(ctx)
}

// searchMisere decides who wins the row and by which moves, by a search. Moves that leave
// the same of runs of the same length are of one kind, and are decided once. If time or memory
// ends, the answer is not decided, and has the winning moves found so far. A player without a move
// wins.
func (p *Puzzle) searchMisere(ctx context.Context) *Answer {
	type kind struct{ run, take, shorter, longer int }
	kindOf := func(m Move) kind {
		return kind{int(m.Run.Len), m.Take, min(m.Left, m.Right), max(m.Left, m.Right)}
	}
	a := &Answer{}
	m, ok := newMisere(ctx, p.Game.orDefault(), p.Runs)
	if !ok {
		return a
	}
	for n := range p.lengths().all() {
		for range m.game.parts(n) {
			m.kinds++
		}
	}
	after := map[kind]winner{}
	for move := range p.Moves() {
		k := kindOf(move)
		if after[k] == undecided {
			after[k] = m.after(p.Runs, move)
		}
		switch m.tried = len(after); after[k] {
		case undecided:
			a.First = a.Winning > 0
			return a
		case lost:
			if a.Winning++; a.Winning <= Listed {
				a.Moves = append(a.Moves, move)
			}
		}
	}
	a.Decided, a.First = true, len(after) == 0 || a.Winning > 0
	return a
}

// newMisere returns a search for a row with these runs; ok is false if there is no time
// or room for their forms.
func newMisere(ctx context.Context, game Game, runs []Run) (m *misere, ok bool) {
	m = &misere{game: game, forms: newForms(ctx, maxForms), known: newOutcomes(ctx)}
	longest, second := 0, 0
	for _, run := range runs {
		if n := int(run.Len); n > longest {
			longest, second = n, longest
		} else {
			second = max(second, n)
		}
	}
	// Of the two parts that a move leaves of the longest run, the shorter has no more
	// than half its cards. A few more forms save more positions than they cost.
	m.runs, ok = m.forms.runs(game, max(second, longest*5/8))
	return m, ok
}

// after returns who wins the position that a move leaves of the row, or undecided if there is no
// time or room to tell.
func (m *misere) after(runs []Run, move Move) winner {
	p, ok := m.position(runs, move)
	if !ok {
		return undecided
	}
	return m.winner(p)
}

// position returns the position that a move leaves of the row: its first part is the sum of all
// runs except the longest, its second part the longest. Here as below, ok is false if there is
// no time or no room for a sum.
func (m *misere) position(runs []Run, move Move) (p position, ok bool) {
	parts := []int{move.Left, move.Right}
	for _, run := range runs {
		if run != move.Run {
			parts = append(parts, int(run.Len))
		}
	}
	slices.Sort(parts)
	rest, last := parts[:len(parts)-1], parts[len(parts)-1]
	sum := zero
	for _, n := range rest {
		if sum, ok = m.forms.sum(sum, m.runs[n]); !ok {
			return position{}, false
		}
	}
	return m.canonical(sum, m.part(last))
}

// part returns a run of n cards as a part of a position.
func (m *misere) part(n int) form {
	if n < len(m.runs) {
		return m.runs[n]
	}
	return form(-n)
}

// canonical returns the position of two parts. Sums that are equal by a change of order or of
// the place of a star give the same position: of a part and its sum with star it takes the
// lesser for both parts, adds the star to the first part if one of the two sums had it (two
// stars are zero), and puts the greater part first. A run whose form is not computed stays
// second as it is.
func (m *misere) canonical(a, b form) (p position, ok bool) {
	if b < 0 {
		return position{a, b}, true
	}
	twinA, okA := m.forms.sum(a, star)
	twinB, okB := m.forms.sum(b, star)
	if !okA || !okB {
		return position{}, false
	}
	odd := twinA < a != (twinB < b)
	a, b = min(a, twinA), min(b, twinB)
	if a < b {
		a, b = b, a
	}
	if odd {
		a, ok = m.forms.sum(a, star)
		return position{a, b}, ok
	}
	return position{a, b}, true
}

// options yields the positions that a move in either part of p leads to, each with true. If time
// or room ends it yields false once, in place of all positions that are left. A position may come
// twice. A move in a run whose form is not computed leaves two runs: the shorter one is added to
// the other part, the longer one stays a part of its own.
func (m *misere) options(p position) iter.Seq2[position, bool] {
	return func(yield func(position, bool) bool) {
		a, b := p[0], p[1]
		next := func(a, b form) bool {
			q, ok := m.canonical(a, b)
			return yield(q, ok) && ok
		}
		if b < 0 {
			for left, right := range m.game.parts(int(-b)) {
				sum, ok := m.forms.sum(a, m.runs[left])
				if !ok {
					yield(position{}, false)
					return
				}
				if !next(sum, m.part(right)) {
					return
				}
			}
		} else {
			for _, o := range m.forms.options[b] {
				if !next(a, o) {
					return
				}
			}
		}
		for _, o := range m.forms.options[a] {
			if !next(o, b) {
				return
			}
		}
	}
}

// parts yields the two parts that a move may leave of a run of n, the shorter part first.
func (g Game) parts(n int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for take := range g {
			for s := range g.splits(n, take) {
				if s.left <= s.right && !yield(s.left, s.right) {
					return
				}
			}
		}
	}
}

// winner returns who wins a position: the player to move, if there is no move or one that
// leaves a lost position. It remembers the outcome. It returns undecided if time or memory ends
// first.
func (m *misere) winner(p position) winner {
	if w := m.lookUp(p); w != undecided {
		return w
	}
	if m.known.full() || m.known.n%256 == 0 && m.timeOver() { // a look at the clock now and then
		return undecided
	}
	w := m.search(p)
	if w != undecided {
		m.known.add(p, w == won)
	}
	return w
}

// search decides a position that is not known, as winner does. It first looks for a move to a
// position that is known to be lost, before it searches any. Without a move the player to move
// wins, as in all misère play.
func (m *misere) search(p position) winner {
	stuck := true
	for q, ok := range m.options(p) {
		if !ok {
			return undecided
		}
		stuck = false
		if m.lookUp(q) == lost {
			return won
		}
	}
	if stuck {
		return won
	}
	for q, ok := range m.options(p) {
		if !ok {
			return undecided
		}
		switch m.winner(q) {
		case lost:
			return won
		case undecided:
			return undecided
		}
	}
	return lost
}

// timeOver reports whether time is over. It also reports progress: in moves of the row, as
// the forms have reported theirs before.
func (m *misere) timeOver() bool {
	m.forms.report(m.tried, m.kinds)
	return m.forms.ctx.Err() != nil
}

// lookUp says who wins p, or undecided if that is not known.
func (m *misere) lookUp(p position) winner {
	if p[1] == zero {
		return winnerOf(!m.forms.lost[p[0]])
	}
	return m.known.get(p)
}

// outcomes remembers who wins positions. It is a hash table with open addressing of 8
// bytes an entry; a map would take four times as much.
type outcomes struct {
	ctx     context.Context // the table takes its memory from the Memory of this
	entries []uint64        // both parts and, as the last bit, whether the position is won; 0 is free
	n       int             // number of entries in use
	closed  bool            // there is no memory for a larger table
}

// newOutcomes returns an empty table. Its first 8 KB are not taken from the Memory of ctx.
func newOutcomes(ctx context.Context) outcomes {
	return outcomes{ctx: ctx, entries: make([]uint64, 1<<10)}
}

// full reports whether the table is as large as it may be and too dense.
func (t *outcomes) full() bool { return t.closed || t.n >= maxOutcomes/4*3 }

// grow doubles the table. It reports whether there was the memory for that.
func (t *outcomes) grow() bool {
	old := t.entries
	if t.closed = solvers.Take(t.ctx, 8*2*int64(len(old))) != nil; t.closed {
		return false
	}
	t.entries = make([]uint64, 2*len(old))
	for _, e := range old {
		if e != 0 {
			t.entries[t.slot(e)] = e
		}
	}
	solvers.Give(t.ctx, 8*int64(len(old)))
	return true
}

// get returns who wins p, or undecided if that is not remembered.
func (t *outcomes) get(p position) winner {
	e := t.entries[t.slot(entry(p))]
	if e == 0 {
		return undecided
	}
	return winnerOf(e&1 == 1)
}

// add remembers whether p is won, if the table has room or memory to grow: it grows when three
// quarters of it are in use.
func (t *outcomes) add(p position, won bool) {
	if t.n >= len(t.entries)/4*3 && !t.grow() {
		return // forgetting an outcome costs time alone
	}
	e := entry(p)
	i := t.slot(e)
	if t.entries[i] == 0 {
		t.n++
	}
	if won {
		e |= 1
	}
	t.entries[i] = e
}

// entry returns the 63 bits that stand for p, with the last bit left 0 for the outcome. The first
// part is a form and so has 31 bits. The entry is not 0, because the second part is not.
func entry(p position) uint64 { return uint64(uint32(p[1]))<<32 | uint64(uint32(p[0]))<<1 }

// slot returns the index of an entry in the table, or of the free place for it. It hashes by
// Fibonacci's method, 2^64 divided by the golden ratio, and goes on from place to place. The last
// bit of e does not count.
func (t *outcomes) slot(e uint64) int {
	const golden = 0x9e3779b97f4a7c15
	mask := uint64(len(t.entries) - 1)
	h := (e >> 1) * golden
	i := (h ^ h>>32) & mask
	for t.entries[i] != 0 && t.entries[i]>>1 != e>>1 {
		i = (i + 1) & mask
	}
	return int(i)
}
