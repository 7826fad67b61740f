package cardflip

import (
	"context"
	"slices"
)

// Best is a move that wins wherever there is one, or else one that divides a run as evenly
// as may be and leaves much to think about; nil where there is none at all. It is proved to
// be as good as any other, or not for lack of time.
func (p *Puzzle) Best(ctx context.Context) (move *Move, proved bool) {
	a, err := p.Solve(ctx)
	return p.best(a), err == nil && (a.Decided || a.First)
}

// best is as good a move as any, where the answer is known; a may be nil.
func (p *Puzzle) best(a *Answer) *Move {
	if a != nil && len(a.Moves) > 0 {
		return &a.Moves[0]
	}
	all := slices.Collect(p.Moves())
	if len(all) == 0 {
		return nil
	}
	uneven := func(m Move) int { return max(m.Left, m.Right) - min(m.Left, m.Right) - m.Left - m.Right }
	even := slices.MinFunc(all, func(a, b Move) int { return uneven(a) - uneven(b) })
	return &even
}

// Line is the row played out by two who make no mistake, and the row before each move and
// after the last. Whoever loses has no best move: any will do. It is not ok where there is
// no time to tell.
func (p *Puzzle) Line(ctx context.Context) (moves []Move, rows []*Puzzle, ok bool) {
	var q *Quotient // of the first row, and so of all
	for now := p; ; now = now.After(moves[len(moves)-1]) {
		rows = append(rows, now)
		var a *Answer
		if q != nil {
			a = now.solveByQuotient(ctx, q)
		} else if a, _ = now.Solve(ctx); a != nil {
			q = a.Quotient
		}
		switch move := now.best(a); {
		case a == nil || !a.Decided && !a.First:
			return nil, nil, false
		case move == nil:
			return moves, rows, true
		default:
			moves = append(moves, *move)
		}
	}
}

// Turned says in which of the moves, from 1, each card of the row is turned; 0 for never.
func (p *Puzzle) Turned(moves []Move) []int {
	in := make([]int, p.Cards)
	at := make([]int, p.Cards) // which card of the row lies at a place now; -1 for one that a cut put in
	for i := range at {
		at[i] = i
	}
	for n, m := range moves {
		if m.Take == 0 {
			at = slices.Insert(at, m.Card(), -1)
		}
		for _, card := range at[m.Card():][:m.Take] {
			in[card] = n + 1
		}
	}
	return in
}
