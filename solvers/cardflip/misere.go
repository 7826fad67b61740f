package cardflip

import (
	"context"
	"iter"
	"slices"
)

// A position is two parts of which it is the sum; the first is a form. The
// second is a form too, or else less than 0: -n is a run of n cards whose form
// is not computed. It is the long run of the row, of which the forms are not
// worth their time: it is enough to know who wins, and one good move shows that.
type position [2]form

// misere searches positions.
type misere struct {
	game  Game
	forms *forms
	runs  []form // the forms of runs, up to more than half of the longest
	known outcomes
	cut   bool // the search has run out of time or memory, and its word is nothing worth
}

// What a search may keep: 60 MB of forms, and 192 MB of outcomes while their
// table grows for the last time.
const (
	maxForms    = 1 << 21
	maxOutcomes = 1 << 24
)

// solveMisere decides who wins the row and by which moves.
func (p *Puzzle) solveMisere(ctx context.Context) *Answer {
	m := newMisere(ctx, p.Game.orPairs(), p.Runs)
	a := &Answer{}
	movable := false
	won := map[[4]int32]bool{} // by what is left of the run: equal runs are alike
	for move := range p.Moves() {
		movable = true
		l, r := int32(move.Left), int32(move.Right)
		kind := [4]int32{move.Run.Len, int32(move.Take), min(l, r), max(l, r)}
		theirs, ok := won[kind]
		if !ok {
			theirs = m.won(m.position(p.Runs, move))
			won[kind] = theirs
		}
		if m.cut {
			a.First = a.Winning > 0
			return a
		}
		if !theirs {
			if a.Winning++; a.Winning <= Listed {
				a.Moves = append(a.Moves, move)
			}
		}
	}
	a.Decided, a.First = true, !movable || a.Winning > 0
	return a
}

// newMisere is ready to search rows of which these are the runs.
func newMisere(ctx context.Context, game Game, runs []Run) *misere {
	m := &misere{game: game, forms: newForms(ctx, maxForms), known: newOutcomes()}
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
	forms, ok := m.forms.runs(game, max(second, longest*5/8))
	m.runs, m.cut = forms, !ok
	return m
}

// position is what a move leaves of the row.
func (m *misere) position(runs []Run, move Move) position {
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
		if m.cut {
			return position{}
		}
		sum = m.sum(sum, m.runs[n])
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

func (m *misere) sum(a, b form) form {
	s, ok := m.forms.sum(a, b)
	m.cut = m.cut || !ok
	return s
}

// sorted is the position of two parts, the same for those that differ only in
// their order or in where a star belongs.
func (m *misere) sorted(a, b form) position {
	if b < 0 {
		return position{a, b}
	}
	twinA, twinB := m.sum(a, star), m.sum(b, star)
	odd := twinA < a != (twinB < b)
	a, b = min(a, twinA), min(b, twinB)
	if a < b {
		a, b = b, a
	}
	if odd {
		a = m.sum(a, star)
	}
	return position{a, b}
}

// options yields the positions that a move leads to, until the search is cut.
func (m *misere) options(p position) iter.Seq[position] {
	return func(yield func(position) bool) {
		a, b := p[0], p[1]
		if b < 0 {
			for left, right := range m.halves(int(-b)) {
				q := m.sorted(m.sum(a, m.runs[left]), m.run(right))
				if m.cut || !yield(q) {
					return
				}
			}
		} else {
			for _, o := range m.forms.options[b] {
				if q := m.sorted(a, o); m.cut || !yield(q) {
					return
				}
			}
		}
		for _, o := range m.forms.options[a] {
			if q := m.sorted(o, b); m.cut || !yield(q) {
				return
			}
		}
	}
}

// halves yields what a move may leave of a run of n, the shorter part first.
func (m *misere) halves(n int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for take := range m.game {
			for s := range m.game.splits(n, take) {
				if s.left <= s.right && !yield(s.left, s.right) {
					return
				}
			}
		}
	}
}

// won says whether the player to move wins: there is no move, or one that
// leaves a lost position. It looks for one among those that are known first.
func (m *misere) won(p position) bool {
	won, ok := m.look(p)
	if ok || m.cut {
		return won
	}
	if m.known.full() || m.known.n%256 == 0 && m.forms.ctx.Err() != nil {
		m.cut = true
		return false
	}
	stuck := true
	for q := range m.options(p) {
		stuck = false
		if theirs, ok := m.look(q); ok && !theirs {
			won = true
			break
		}
	}
	won = won || stuck
	if !won {
		for q := range m.options(p) {
			if !m.won(q) {
				won = true
				break
			}
		}
	}
	if !m.cut {
		m.known.add(p, won)
	}
	return won
}

// look says who wins p where that is known.
func (m *misere) look(p position) (won, ok bool) {
	if p[1] == zero {
		return !m.forms.lost[p[0]], true
	}
	return m.known.get(p)
}

// outcomes remembers who wins: a hash table of 8 bytes an entry, an open one,
// as a map would take four times that.
type outcomes struct {
	entries []uint64 // both parts and, as the last bit, whether the position is won; 0 is free
	n       int
}

func newOutcomes() outcomes { return outcomes{entries: make([]uint64, 1<<10)} }

// full says whether a table of maxOutcomes entries would be too dense.
func (t *outcomes) full() bool { return t.n >= maxOutcomes/4*3 }

func (t *outcomes) get(p position) (won, ok bool) {
	e := t.entries[t.slot(entry(p))]
	return e&1 == 1, e != 0
}

func (t *outcomes) add(p position, won bool) {
	if t.n >= len(t.entries)/4*3 {
		old := t.entries
		t.entries = make([]uint64, 2*len(old))
		for _, e := range old {
			if e != 0 {
				t.entries[t.slot(e)] = e
			}
		}
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
