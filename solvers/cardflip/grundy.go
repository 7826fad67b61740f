package cardflip

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"kibitz/solvers"
)

// Values holds the Grundy values of a game's runs in normal play. They are computed
// by the sparse space phenomenon (see mexer).
//
// Values that repeat for long enough repeat for ever, by the octal periodicity
// theorem (Guy and Smith; Winning Ways, chapter 4): if the game
// takes at most k cards at once, and G(n+p) = G(n) for all e ≤ n < 2e + p + k,
// where e ≥ 1, then for all n ≥ e. For let n ≥ 2e + p + k, and the equation hold
// below n. A move in a run of n+p cards leaves i ≤ j with i + j ≥ n + p - k, so
// that j ≥ e + p, and taking p cards off j makes it a move in a run of n with
// the same value; and the reverse, as there j ≥ e.
type Values struct {
	g []uint32 // G(0), G(1), …; the preperiod and one period if a period was proved

	Preperiod int // G(n+Period) = G(n) for all n ≥ Preperiod; both are the least such numbers
	Period    int // 0 if none was proved
}

// At returns the value of a run of n ≥ 0 cards. Without a period n must be among
// the values computed.
func (v *Values) At(n int) int {
	if n >= len(v.g) {
		n = v.Preperiod + (n-v.Preperiod)%v.Period
	}
	return int(v.g[n])
}

// maxValues is the greatest number of values that are computed: one for every run
// that Parse accepts.
const maxValues = MaxCards + 1

// Values computes the values of runs up to need cards, and goes on until a period
// is proved or work options have been looked at (see mexer), whichever is first. It
// looks at about 10^9 options a second. It reports progress in values up to need,
// and then in options up to work. The error is that of ctx if it ended before need
// was reached, or that of Check; need is from 0 to MaxCards.
func (g Game) Values(ctx context.Context, need, work int) (*Values, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if need < 0 || need > MaxCards {
		return nil, fmt.Errorf("cardflip: found a run of %d cards, expected 0 to %d", need, MaxCards)
	}
	const first, between = 64, 1 << 20
	m := mexer{game: g.orDefault(), Values: &Values{}}
	checked, reported := -between, time.Now()
	had := int64(0) // bytes
	for size := first; ; size = min(size+size/16, maxValues) {
		takes := m.bytes(size, need)
		switch err := solvers.Take(ctx, takes-had); {
		case err != nil && len(m.g) > need:
			return m.Values, nil
		case err != nil:
			return nil, err
		}
		had = takes
		m.g = slices.Grow(m.g, max(need+1-len(m.g), 0))
		for len(m.g) < size {
			if m.looked-checked >= between {
				checked = m.looked
				if now := time.Now(); now.Sub(reported) >= time.Second/4 {
					reported = now
					if len(m.g) <= need {
						solvers.Report(ctx, len(m.g), need+1)
					} else {
						solvers.Report(ctx, min(m.looked, work), work)
					}
				}
				if ctx.Err() != nil && len(m.g) > need {
					return m.Values, nil
				} else if ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			m.next()
		}
		if m.provePeriod(m.game.mostTaken()) || size > need && (m.looked >= work || size == maxValues) {
			return m.Values, nil
		}
		m.chooseMask()
	}
}

// bytes returns the memory in bytes that size values take, with the rare ones so far and with
// what provePeriod needs. A value takes 4 bytes, and 2 more in provePeriod, which makes a list
// of int32 half as long. A rare value takes another 8. A list that grows is copied into one a
// quarter longer, and for that time takes 2.25 times its length. Up to need the values do not
// grow so, because room for them is made at the beginning.
func (m *mexer) bytes(size, need int) int64 {
	rare := 18 * int64(len(m.rare))
	if size <= need {
		return 6*int64(need) + rare
	}
	return 11*int64(size) + rare
}

// provePeriod finds the shortest period that the values prove by the theorem at Values, for a
// game that takes at most k cards at once. If there is one, it sets Preperiod and Period, drops
// the values behind the first period and returns true. It takes time linear in the number of
// values.
func (v *Values) provePeriod(k int) bool {
	size := len(v.g)
	for p, repeat := range v.repeats((size-k)/2 - 1) { // no longer period can satisfy the theorem
		n := size - p - int(repeat) // the preperiod, if the period is p
		if p > 0 && 2*(max(n, 1)+p)+k <= size {
			v.Preperiod, v.Period = n, p
			v.g = slices.Clone(v.g[:n+p])
			return true
		}
	}
	return false
}

// repeats returns, for each p from 1 to most, how many values on end, from the last one
// backwards, are equal to the value p before them: the Z-function of the values read backwards.
// The number for p = 0 is not computed, and 0.
func (v *Values) repeats(most int) []int32 {
	last := len(v.g) - 1
	z := make([]int32, max(most+1, 1))
	// Of the matches so far, the one that reaches farthest back: the values from to to-1, counted
	// from the last, are equal to the last to-from ones. So z[p-from] tells most of z[p].
	from, to := 0, 0
	for p := 1; p < len(z); p++ {
		n := 0
		if p < to {
			n = min(int(z[p-from]), to-p)
		}
		if p+n >= to {
			for p+n <= last && v.g[last-n] == v.g[last-p-n] {
				n++
			}
			from, to = p, p+n
		}
		z[p] = int32(n)
	}
	return z
}

// strategy finds the winning moves: those that turn a run of value v into runs with
// nim-sum v xor sum. It finds all of them only if ctx has not ended.
type strategy struct {
	ctx    context.Context
	game   Game
	values *Values
	sum    int
}

// count returns the number of winning moves in one run of n cards.
func (s strategy) count(n int) int {
	count := 0
	for take := range s.game {
		count += s.wins(n, take).count()
	}
	return count
}

// winningMoves returns the first winning moves in the runs, up to most of them, in the order of
// Puzzle.Moves. It passes over runs whose length has no winning move.
func (s strategy) winningMoves(runs []Run, most int) []Move {
	counts := map[int32]int{}
	var moves []Move
	for _, run := range runs {
		if len(moves) == most {
			break
		}
		n, ok := counts[run.Len]
		if !ok {
			n = s.count(int(run.Len))
			counts[run.Len] = n
		}
		for take := range s.game {
			if n == 0 {
				break
			}
			for left := range s.wins(int(run.Len), take).all() {
				if len(moves) < most {
					moves = append(moves, Move{run, left, take, int(run.Len) - take - left})
				} else {
					break
				}
			}
		}
	}
	return moves
}

// wins holds the winning moves that take a given number of cards of a run. A move is given by
// the number of cards that it leaves before the taken ones. Far from both ends of the run the
// moves repeat with the period of the values, and only one period is kept.
type wins struct {
	head     []int // ascending, as are cycle and tail
	cycle    []int // the moves in the first period behind head
	from, to int   // the cycle starts at from, and repeats below to
	period   int
	tail     []int // the moves from to on
}

// wins returns the winning moves that take take cards of a run of n. If ctx ends some are
// missing.
func (s strategy) wins(n, take int) wins {
	var w wins
	rest, digit, v := n-take, s.game[take], s.values
	target := 0 // the nim-sum of the runs left by a winning move
	if rest >= 0 {
		target = v.At(n) ^ s.sum
	}
	hit := func(left int) bool { return v.At(left)^v.At(rest-left) == target }
	among := func(lefts []int, from, to int) []int {
		for left := from; left < to; left++ {
			if (left-from)%(1<<16) == 0 && s.ctx.Err() != nil {
				break
			}
			if hit(left) {
				lefts = append(lefts, left)
			}
		}
		return lefts
	}
	one := rest > 0 && digit&leavesOne != 0 && v.At(rest) == target
	if rest == 0 && digit&leavesNone != 0 && target == 0 || one {
		w.head = append(w.head, 0)
	}
	if rest > 0 && digit&leavesTwo != 0 {
		e := max(v.Preperiod, 1)
		if v.Period == 0 || rest < 2*(e+v.Period) { // not even two periods between the ends
			w.head = among(w.head, 1, rest)
		} else {
			// From e to rest-e both runs have e cards or more, so both values repeat.
			w.from, w.to, w.period = e, rest-e+1, v.Period
			w.head = among(w.head, 1, w.from)
			w.cycle = among(nil, w.from, w.from+w.period)
			w.tail = among(nil, w.to, rest)
		}
	}
	if one {
		w.tail = append(w.tail, rest)
	}
	return w
}

// count returns the number of moves, without going through the periods.
func (w wins) count() int {
	count := len(w.head) + len(w.tail)
	if len(w.cycle) > 0 {
		periods := (w.to - w.from) / w.period
		last, _ := slices.BinarySearch(w.cycle, w.to-periods*w.period) // moves in the part of a period before to
		count += periods*len(w.cycle) + last
	}
	return count
}

// all yields the moves in ascending order.
func (w wins) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, left := range w.head {
			if !yield(left) {
				return
			}
		}
		for shift := 0; len(w.cycle) > 0 && w.from+shift < w.to; shift += w.period {
			for _, left := range w.cycle {
				if left+shift >= w.to {
					break
				}
				if !yield(left + shift) {
					return
				}
			}
		}
		for _, left := range w.tail {
			if !yield(left) {
				return
			}
		}
	}
}
