package cardflip

import (
	"context"
	"slices"
)

// Best returns a move that wins. If there is none it returns a move that divides a run as
// evenly as possible, which leaves the other player most to think about; nil if there is no
// move at all. proved is false if time ended before it was clear that no move is better.
func (p *Puzzle) Best(ctx context.Context) (move *Move, proved bool) {
	a, err := p.Solve(ctx)
	return p.best(a), err == nil && (a.Decided || a.First)
}

// best returns the move of Best by an answer. If a is nil it takes no move for a winning one.
func (p *Puzzle) best(a *Answer) *Move {
	if a != nil && len(a.Moves) > 0 {
		return &a.Moves[0]
	}
	all := slices.Collect(p.Moves())
	if len(all) == 0 {
		return nil
	}
	// The difference of the two parts less their sum: that is -2 times the shorter part.
	uneven := func(m Move) int { return max(m.Left, m.Right) - min(m.Left, m.Right) - m.Left - m.Right }
	even := slices.MinFunc(all, func(a, b Move) int { return uneven(a) - uneven(b) })
	return &even
}

// Line plays the row out with two players who make no mistake. It returns the moves, and the
// row before each move and after the last. The losing player has no best move: Line takes that
// of Best. ok is false if there is no time to decide a row.
func (p *Puzzle) Line(ctx context.Context) (moves []Move, rows []*Puzzle, ok bool) {
	var q *Quotient // of the first row; it serves all others too
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

// Turned returns for each card of the row the number of the move that turns it, from 1, or 0 if
// none of moves does. The moves follow each other from this row on. A card that a cut adds to
// the row is left out.
func (p *Puzzle) Turned(moves []Move) []int {
	in := make([]int, p.Cards)
	at := make([]int, p.Cards) // the card of the row that lies at each place now; -1 for one that a cut put in
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
