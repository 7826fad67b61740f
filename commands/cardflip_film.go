package commands

import (
	"context"
	"slices"
	"strconv"

	"kibitz/render"
	"kibitz/solvers/cardflip"
)

// animate shows one line of best play as a film, and beside it the row with each
// card's number among the moves.
func (g row) animate(ctx context.Context, r *Reply, a *cardflip.Answer, say phrases) *Reply {
	r.Text = g.values(a, say)
	if g.Cards > longestRow {
		r.Note = join("\n", r.Note, say.text("notice.too-large-to-draw.text", with{"Max": longestRow}))
		return r
	}
	moves, rows, ok := g.line(ctx)
	switch {
	case !ok:
		return outOfTime(say)
	case len(moves) == 0:
		r.Text = join("\n", r.Text, say.text(g.noMove(), nil))
		g.draw(r, nil)
		return r
	}
	r.Text = join("\n", r.Text, say.text("cardflip.line", with{"Moves": say.series(named(moves))}))
	r.legend = legend{"new": "legend.turned"}
	g.draw(r, nil)
	for i, card := range g.turned(moves) {
		if card > 0 {
			r.Board.Cells[i].Text = strconv.Itoa(card)
		}
	}
	r.Board.Caption = r.Text
	most := rows[len(rows)-1].Cards // cuts have put cards in
	after := func(done int) *render.Board {
		b := rows[done].boardOf(most)
		if done > 0 {
			for i := range max(moves[done-1].Take, 1) { // a cut puts a card in
				b.Cells[moves[done-1].Card()+i].Mark = render.New
			}
		}
		return b
	}
	r.animate(len(moves), after, bare(after(len(moves))), say)
	return r
}

// line is the row played out by two who make no mistake, and the row before each
// move and after the last. Whoever loses has no best move: any will do. It is not
// ok where there is no time to tell.
func (g row) line(ctx context.Context) (moves []cardflip.Move, rows []row, ok bool) {
	p := *g.Puzzle
	p.Work = 0 // nobody asks for a period
	now := row{Puzzle: &p}
	for {
		rows = append(rows, now)
		move, proved := now.best(ctx)
		switch {
		case !proved:
			return nil, nil, false
		case move == nil:
			return moves, rows, true
		}
		moves = append(moves, *move)
		now = row{Puzzle: now.After(*move)}
	}
}

// turned says in which move, from 1, each card of the row is turned; 0 for never.
func (g row) turned(moves []cardflip.Move) []int {
	in := make([]int, g.Cards)
	at := make([]int, g.Cards) // which card of the row lies at a place now; -1 for one that a cut put in
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
