package cardflip

import (
	"context"
	"iter"
	"slices"

	"kibitz/solvers"
)

// A position is two parts of which it is the sum; the first is a form. The
// second is a form too, or else less than 0: -n is a run of n cards whose form
// is not computed. It is the long run of the row, of which the forms are not
// worth their time: it is enough to know who wins, and one good move shows that.
type position [2]form

// A winner says who wins a position. Only lost and won are proved.
type winner uint8

const (
	undecided winner = iota // time or memory ran out, or nobody has looked. The zero value, so that nothing is proved by a value that was never set
	lost                    // whoever is to move loses
	won                     // whoever is to move wins
)

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
	tried int // kinds of moves of the row that are decided
	kinds int // all of them
}

// What a search may keep: 60 MB of forms, and 192 MB of outcomes while their
// table grows for the last time.
const (
	maxForms    = 1 << 21
	maxOutcomes = 1 << 24
)

// solveMisere decides who wins the row and by which moves: by the game's quotient, or else
// by a search. Of 0.07 no quotient is known; that of runs up to 30 cards was not found in 17 s,
// and such rows are searched in a millisecond.
func (p *Puzzle) solveMisere(ctx context.Context) *Answer {
	game := p.Game.orPairs()
	if !game.IsPairs() {
		if q := game.quotient(ctx, int(p.longest())); q != nil {
			return p.solveByQuotient(ctx, q)
		}
	}
	return p.searchMisere(ctx)
}

// searchMisere searches. Equal runs are alike, so a move counts by what it leaves of which
// run.
func (p *Puzzle) searchMisere(ctx context.Context) *Answer {
	type kind struct{ run, take, shorter, longer int }
	kindOf := func(m Move) kind {
		return kind{int(m.Run.Len), m.Take, min(m.Left, m.Right), max(m.Left, m.Right)}
	}
	a := &Answer{}
	m, ok := newMisere(ctx, p.Game.orPairs(), p.Runs)
	if !ok {
		return a
	}
	for n := range p.lengths().all() {
		for range m.game.halves(n) {
			m.kinds++
		}
	}
	theirs := map[kind]winner{}
	for move := range p.Moves() {
		k := kindOf(move)
		if theirs[k] == undecided {
			theirs[k] = m.after(p.Runs, move)
		}
		switch m.tried = len(theirs); theirs[k] {
		case undecided:
			a.First = a.Winning > 0
			return a
		case lost:
			if a.Winning++; a.Winning <= Listed {
				a.Moves = append(a.Moves, move)
			}
		}
	}
	a.Decided, a.First = true, len(theirs) == 0 || a.Winning > 0
	return a
}

// newMisere is ready to search rows of which these are the runs; ok is false where
// there is no time or room even for their forms.
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
	// A part that a move leaves of the longest run, and is not the longer one,
	// has no more than half its cards. A few more forms save more positions
	// than they cost.
	m.runs, ok = m.forms.runs(game, max(second, longest*5/8))
	return m, ok
}

// after says who wins what a move leaves of the row.
func (m *misere) after(runs []Run, move Move) winner {
	p, ok := m.position(runs, move)
	if !ok {
		return undecided
	}
	return m.winner(p)
}

// position is what a move leaves of the row. Here as below, ok is false where there is
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
	return m.sorted(sum, m.run(last))
}

// run is a run of n cards as a part of a position.
func (m *misere) run(n int) form {
	if n < len(m.runs) {
		return m.runs[n]
	}
	return form(-n)
}

// sorted is the position of two parts, the same for those that differ only in
// their order or in where a star belongs.
func (m *misere) sorted(a, b form) (p position, ok bool) {
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

// options yields the positions that a move leads to. One that is not ok stands for
// all that may follow, and is the last.
func (m *misere) options(p position) iter.Seq2[position, bool] {
	return func(yield func(position, bool) bool) {
		a, b := p[0], p[1]
		next := func(a, b form) bool {
			q, ok := m.sorted(a, b)
			return yield(q, ok) && ok
		}
		if b < 0 {
			for left, right := range m.game.halves(int(-b)) {
				sum, ok := m.forms.sum(a, m.runs[left])
				if !ok {
					yield(position{}, false)
					return
				}
				if !next(sum, m.run(right)) {
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

// halves yields what a move may leave of a run of n, the shorter part first.
func (g Game) halves(n int) iter.Seq2[int, int] {
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

// winner says who wins: whoever is to move does where there is no move, or one that
// leaves a lost position. It looks for one among those that are known first.
func (m *misere) winner(p position) winner {
	if w := m.look(p); w != undecided {
		return w
	}
	if m.known.full() || m.known.n%256 == 0 && m.timeOver() {
		return undecided
	}
	w := m.search(p)
	if w != undecided {
		m.known.add(p, w == won)
	}
	return w
}

func (m *misere) search(p position) winner {
	stuck := true
	for q, ok := range m.options(p) {
		if !ok {
			return undecided
		}
		stuck = false
		if m.look(q) == lost {
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

// timeOver says whether time is over, and reports progress: first that of the forms was,
// now it is that of the moves.
func (m *misere) timeOver() bool {
	m.forms.report(m.tried, m.kinds)
	return m.forms.ctx.Err() != nil
}

// look says who wins p where that is known.
func (m *misere) look(p position) winner {
	if p[1] == zero {
		return winnerOf(!m.forms.lost[p[0]])
	}
	return m.known.get(p)
}

// outcomes remembers who wins: a hash table of 8 bytes an entry, an open one,
// as a map would take four times that.
type outcomes struct {
	ctx     context.Context // of whose Memory the table is
	entries []uint64        // both parts and, as the last bit, whether the position is won; 0 is free
	n       int
	closed  bool // there is no memory for a larger table
}

func newOutcomes(ctx context.Context) outcomes {
	return outcomes{ctx: ctx, entries: make([]uint64, 1<<10)}
}

// full says whether the largest table that there may be is too dense.
func (t *outcomes) full() bool { return t.closed || t.n >= maxOutcomes/4*3 }

// grow doubles the table, if there is the memory.
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

func (t *outcomes) get(p position) winner {
	e := t.entries[t.slot(entry(p))]
	if e == 0 {
		return undecided
	}
	return winnerOf(e&1 == 1)
}

func (t *outcomes) add(p position, won bool) {
	if t.n >= len(t.entries)/4*3 && !t.grow() {
		return // it need not be remembered
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

// entry is p in 63 bits, not all of them 0 since its second part is not.
func entry(p position) uint64 { return uint64(uint32(p[1]))<<32 | uint64(uint32(p[0]))<<1 }

// slot is where the entry is, or would be put.
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
