// Package cardflip plays the card flip game: cards lie in a row, face up or face
// down, and a move turns two adjacent face-up cards face down. Who cannot move
// loses. It is Dawson's Kayles, the octal game 0.07; the other octal games
// are played as well, in which a move turns other numbers of cards (see Game).
//
// Each maximal run of face-up cards is a game of its own. A move in a run of n
// leaves runs of i and j cards, one of them or both perhaps empty, so by the
// theory of Sprague and Grundy a run is worth
//
//	G(n) = mex { G(i) xor G(j) : a move leaves i and j },
//
// the least value that no move leaves, and the player to move wins just if the
// nim-sum, the xor of all runs' values, is not 0: by any move that makes it 0.
// For 0.07 the sequence G is OEIS A002187 shifted by one, and has period 34 from
// n = 53 on. A period is proved by the octal periodicity theorem (see Values), so
// that a short table serves every length.
//
// Some games take millions of values before they repeat, or are not known to
// repeat. Their values are computed by the sparse space phenomenon of Berlekamp,
// Conway and Guy (Winning Ways, chapter 4; Gangolli and Plambeck, A note on
// periodicity in some octal games, 1989; Flammenkamp, Sparse- and
// common-positions of Sprague-Grundy values of octal games): numbers are divided
// in two kinds so that a common one is the xor of a rare one and a common one, and
// few runs have a rare value, so that few moves matter. See mexer for how every
// value is proved all the same.
//
// In misère play, where who cannot move wins, values do not add up that way. Some games
// have a finite misère quotient, Kayles among them, and what holds for that holds for every
// row (see Quotient). Of the others no complete theory is known; there positions are
// searched, those that are equal in every sum being searched once (see forms and misere).
package cardflip

import (
	"context"
	"errors"
	"iter"
	"time"

	"kibitz/solvers"
)

// Puzzle is a row of cards, kept as its runs: whatever is done with it takes
// time and memory by their number, not by that of the cards.
type Puzzle struct {
	Cards int   // in the row, face up or down
	Runs  []Run // the maximal runs of face-up cards, from left to right
	Rules

	// Work is how many options of runs are looked at in search of a period, if
	// need be; 0 is no more than the row needs.
	Work int
}

// Rules are what a move is and what it is played for. The zero value is Dawson's Kayles
// in normal play.
type Rules struct {
	Game   Game // nil for Pairs
	Misere bool // who cannot move wins: who makes the last move loses
}

// Run is a maximal run of face-up cards.
type Run struct {
	Start, Len int32 // its first card, from 0, and how many they are
}

// String writes the cards as a row of 0 and 1; Parse reads them back. Rules
// are not part of it.
func (p *Puzzle) String() string {
	row := make([]byte, p.Cards)
	for i := range row {
		row[i] = '0'
	}
	for _, run := range p.Runs {
		for i := range run.Len {
			row[run.Start+i] = '1'
		}
	}
	return string(row)
}

// Move takes some adjacent cards of a run: it turns them face down. One that
// takes none cuts the run in two.
type Move struct {
	Run               Run
	Left, Take, Right int // cards of the run before those that it takes, these, and those after them
}

// Card is the first card that the move takes, from 0; of a cut, the card that
// it is made before.
func (m Move) Card() int { return int(m.Run.Start) + m.Left }

// Moves yields all moves: run by run from the left, fewest cards first, from
// left to right.
func (p *Puzzle) Moves() iter.Seq[Move] {
	game := p.Game.orPairs()
	return func(yield func(Move) bool) {
		if p.Check() != nil {
			return
		}
		for _, run := range p.Runs {
			for take := range game {
				for s := range game.splits(int(run.Len), take) {
					if !yield(Move{run, s.left, take, s.right}) {
						return
					}
				}
			}
		}
	}
}

// After is the row after a move. A cut leaves a face-down card more in the row,
// between the two runs.
func (p *Puzzle) After(m Move) *Puzzle {
	shift := int32(0)
	if m.Take == 0 {
		shift = 1
	}
	q := &Puzzle{Cards: p.Cards + int(shift), Rules: p.Rules}
	add := func(start, n int32) {
		if n > 0 {
			q.Runs = append(q.Runs, Run{start, n})
		}
	}
	for _, run := range p.Runs {
		switch {
		case run.Start < m.Run.Start:
			add(run.Start, run.Len)
		case run.Start > m.Run.Start:
			add(run.Start+shift, run.Len)
		default:
			add(run.Start, int32(m.Left))
			add(run.Start+shift+int32(m.Left+m.Take), int32(m.Right))
		}
	}
	return q
}

// Listed is how many winning moves an Answer names at most.
const Listed = 10_000

// Answer says who wins and how.
type Answer struct {
	First   bool   // the player to move wins
	Winning int    // how many moves win
	Moves   []Move // the first Listed of them, in the order of Puzzle.Moves

	// Decided is false where time or memory ran out. The Moves at hand are then
	// proved to win but may not be all, and First is proved only if true.
	Decided bool

	NimSum int     // of the runs' values in normal play
	Values *Values // of the runs in normal play; nil in misère play and where it is not decided

	Quotient *Quotient // of the runs in misère play, where one was found; else nil
}

// Solve decides the game and finds all winning moves.
//
// Normal play takes one pass over the runs once the game's Grundy values are
// known. That takes no time for the games whose period is short. For the others
// it goes with the longest run times the number of rare values, which may be few
// (0.36: 500 for 200,000 cards) or a third of all (0.06), where the time is
// quadratic. In misère play it takes one pass for games of which a Quotient is
// found; others are searched, in time and memory exponential in the number of cards, as far as
// ctx and a fixed amount of memory allow; Answer.Decided tells. The error is that of Check, or
// solvers.ErrMemory where there is none for the values up to the longest run: the end of ctx
// is no error but an answer that is not decided.
func (p *Puzzle) Solve(ctx context.Context) (*Answer, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if p.Misere {
		return p.solveMisere(ctx), nil
	}
	values, err := p.values(ctx)
	switch {
	case errors.Is(err, solvers.ErrMemory):
		return nil, err
	case err != nil:
		return &Answer{}, nil
	}
	return p.solveNormal(ctx, values), nil
}

// values are the game's, as far as the row and the search for a period need
// them. They get three quarters of the time, so that some is left to use them.
func (p *Puzzle) values(ctx context.Context) (*Values, error) {
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)/4))
		defer cancel()
	}
	return p.Game.Values(ctx, int(p.longest()), p.Work)
}

// PeriodWork is a Work of about 10 s where no period is found. It is enough for
// that of 0.376, which starts at 2,268,248.
const PeriodWork = 8 << 30

func (p *Puzzle) longest() int32 {
	longest := int32(0)
	for _, run := range p.Runs {
		longest = max(longest, run.Len)
	}
	return longest
}

// solveNormal counts equal runs first: all else follows from how many there are
// of each length.
func (p *Puzzle) solveNormal(ctx context.Context, values *Values) *Answer {
	a := &Answer{Decided: true, Values: values}
	lengths := p.lengths()
	for n, runs := range lengths.all() {
		if runs%2 == 1 {
			a.NimSum ^= values.At(n)
		}
	}
	if a.NimSum == 0 {
		return a
	}
	a.First = true
	s := strategy{ctx, p.Game.orPairs(), values, a.NimSum}
	for n, runs := range lengths.all() {
		a.Winning += runs * s.count(n)
	}
	a.Moves = s.list(p.Runs, min(a.Winning, Listed))
	if ctx.Err() != nil { // some may be missing
		return &Answer{}
	}
	return a
}

// lengths are how many runs there are of each length.
type lengths struct {
	short [1 << 10]int // most runs of a long row
	long  map[int]int  // the few others
}

func (p *Puzzle) lengths() *lengths {
	l := &lengths{long: map[int]int{}}
	for _, run := range p.Runs {
		if int(run.Len) < len(l.short) {
			l.short[run.Len]++
		} else {
			l.long[int(run.Len)]++
		}
	}
	return l
}

// all yields the lengths that there are, and how many runs have each.
func (l *lengths) all() iter.Seq2[int, int] {
	return func(yield func(n, runs int) bool) {
		for n, runs := range l.short {
			if runs > 0 && !yield(n, runs) {
				return
			}
		}
		for n, runs := range l.long {
			if !yield(n, runs) {
				return
			}
		}
	}
}
