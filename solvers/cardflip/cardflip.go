// Package cardflip plays the card flip game: cards lie in a row, face up or face
// down, and a move turns two adjacent face-up cards face down. A player who cannot
// move loses. It is Dawson's Kayles, the octal game 0.07. The package plays the other
// octal games as well, in which a move turns other numbers of cards (see Game).
//
// Each maximal run of face-up cards is a game of its own. A move in a run of n
// leaves runs of i and j cards, one of them or both perhaps empty, so by the
// theory of Sprague and Grundy a run is worth
//
//	G(n) = mex { G(i) xor G(j) : a move leaves i and j },
//
// the least value that no move leaves. The player to move wins if and only if the
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
// few runs have a rare value, so that few moves matter. Every value is proved all the
// same: see mexer.
//
// In misère play a player who cannot move wins, and values do not add up that way. Some
// games have a finite misère quotient, Kayles among them, which decides every row (see
// Quotient). For the others no complete theory is known; their positions are searched,
// and those that are equal in every sum are searched once (see forms and misere).
package cardflip

import (
	"context"
	"errors"
	"iter"
	"time"

	"kibitz/solvers"
)

// Puzzle is a row of cards, kept as its runs: its methods take time and memory
// by the number of runs, not of cards.
type Puzzle struct {
	Cards int   // in the row, face up or down
	Runs  []Run // the maximal runs of face-up cards, from left to right
	Rules

	// Work is the number of options of runs that Solve may look at in search of a
	// period; with 0 it looks at no more than the row needs.
	Work int
}

// Rules say what a move is and who wins. The zero value is Dawson's Kayles in normal play.
type Rules struct {
	Game   Game // nil for Pairs
	Misere bool // the player who makes the last move loses, rather than wins
}

// Run is a maximal run of face-up cards.
type Run struct {
	Start, Len int32 // its first card, from 0, and the number of its cards
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

// Move takes some adjacent cards of a run: it turns them face down. A move that
// takes none cuts the run in two.
type Move struct {
	Run               Run
	Left, Take, Right int // numbers of cards of the run: before the taken ones, taken, after them
}

// Card returns the first card that the move takes, from 0; for a cut, the card
// behind it.
func (m Move) Card() int { return int(m.Run.Start) + m.Left }

// Moves yields all moves: run by run from the left, fewest cards first, from
// left to right.
func (p *Puzzle) Moves() iter.Seq[Move] {
	game := p.Game.orDefault()
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

// After returns the row after a move. A cut adds a face-down card to the row, between
// the two runs.
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

// Listed is the greatest number of winning moves that an Answer names.
const Listed = 10_000

// Answer says who wins and how.
type Answer struct {
	First   bool   // the player to move wins
	Winning int    // the number of moves that win
	Moves   []Move // the first Listed of them, in the order of Puzzle.Moves

	// Decided is false if time or memory ran out. The Moves at hand are then
	// proved to win but may not be all, and First is proved only if true.
	Decided bool

	NimSum int     // of the runs' values in normal play
	Values *Values // of the runs in normal play; nil in misère play and if Decided is false

	Quotient *Quotient // of the runs in misère play, where one was found; else nil
}

// Solve decides the game and finds all winning moves.
//
// Normal play takes one pass over the runs once the game's Grundy values are
// known. Games with a short period need no time for the values. For the others the
// time grows with the longest run times the number of rare values. Those may be few
// (0.36: 500 for 200,000 cards) or a third of all (0.06), which makes it quadratic.
//
// Misère play takes one pass for games with a known Quotient. Others are searched, in
// time and memory exponential in the number of cards, as far as ctx and a fixed amount
// of memory allow; Answer.Decided reports whether that was enough.
//
// The error is that of Check, or solvers.ErrMemory if there is no memory for the values
// up to the longest run. When ctx ends there is no error but an answer that is not
// decided.
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

// values returns the game's values up to the longest run of the row, and as many more as Work
// allows in search of a period. It takes at most three quarters of the time that ctx has left,
// so that Solve has the rest for the moves. The error is that of Game.Values.
func (p *Puzzle) values(ctx context.Context) (*Values, error) {
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)/4)) // a quarter is left
		defer cancel()
	}
	return p.Game.Values(ctx, int(p.longest()), p.Work)
}

// PeriodWork is a value for Puzzle.Work. It takes about 10 s if no period is found,
// and is enough for the period of 0.376, which starts at 2,268,248.
const PeriodWork = 8 << 30

// longest returns the length of the longest run, in cards.
func (p *Puzzle) longest() int32 {
	longest := int32(0)
	for _, run := range p.Runs {
		longest = max(longest, run.Len)
	}
	return longest
}

// solveNormal answers for normal play. The winner and the number of winning moves follow from the
// number of runs of each length: two runs of the same value cancel in the nim-sum, and a run
// has as many winning moves as each other run of its length. If ctx ends it returns an answer
// that is not decided.
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
	s := strategy{ctx, p.Game.orDefault(), values, a.NimSum}
	for n, runs := range lengths.all() {
		a.Winning += runs * s.count(n)
	}
	a.Moves = s.winningMoves(p.Runs, min(a.Winning, Listed))
	if ctx.Err() != nil { // some may be missing
		return &Answer{}
	}
	return a
}

// lengths holds the number of runs of each length.
type lengths struct {
	short [1 << 10]int // by length, which is short for most runs of a long row
	long  map[int]int  // of the few other lengths
}

// lengths counts the row's runs by length.
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

// all yields each length that some run has, and the number of runs that have it.
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
