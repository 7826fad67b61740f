package cardflip

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/cardflip"
)

// animate shows one line of best play as a film, and beside it the row in which each card has the
// number of the move that turned it.
func (g game) animate(ctx context.Context, r *ask.Answer, s *cardflip.Answer) *ask.Answer {
	say := r.Ask.Say
	r.Text = g.values(s, say)
	if g.Cards > longestRow {
		r.Remark(say.Text("notice.too-large-to-draw.text", words.With{"Max": longestRow}))
		return r
	}
	moves, rows, ok := g.withoutPeriod().Line(ctx)
	switch {
	case !ok:
		return r.Ask.OutOfTime()
	case len(moves) == 0:
		r.Text = ask.Join("\n", r.Text, say.Text(g.noMove()))
		r.Show(g.board(), r.Text)
		return r
	}
	r.Secret = say.Text("cardflip.line", words.With{"Moves": say.Series(named(moves))})
	r.Legend = map[string]string{"new": "legend.turned"}
	r.Show(g.board(), r.Text)
	for i, n := range g.Turned(moves) {
		if n > 0 {
			r.Board.Cells[i].Text = strconv.Itoa(n)
		}
	}
	most := rows[len(rows)-1].Cards // cuts add cards
	after := func(done int) *render.Board {
		b := game{rows[done]}.boardOf(most)
		if done > 0 {
			for i := range max(moves[done-1].Take, 1) { // a cut puts a card in
				b.Cells[moves[done-1].Card()+i].Mark = render.New
			}
		}
		return b
	}
	r.Animate(len(moves), after, ask.Unmarked(after(len(moves))))
	return r
}

// pick marks the cards that a move is about.
func pick(b *render.Board, m cardflip.Move) {
	for _, i := range (game{}).Cells(m) {
		b.Cells[i].Mark = render.Pick
	}
}

// board draws the row; nil if it is empty or too long for a picture.
func (g game) board() *render.Board {
	if g.Cards > longestRow || g.Cards == 0 {
		return nil
	}
	return g.boardOf(g.Cards)
}

// boardOf draws the row on a board with room for `most` cards.
func (g game) boardOf(most int) *render.Board {
	b := render.Wrapped(most, cardLine)
	for i := range b.Cells {
		b.Cells[i].Kind = words.If(i < g.Cards, render.CardDown, render.Hole)
	}
	for _, run := range g.Runs {
		for i := range run.Len {
			b.Cells[run.Start+i].Kind = render.CardUp
		}
	}
	return b
}

// A rowRecord is a batch's report on one row.
type rowRecord struct {
	ask.RecordHead
	NimSum  *int `json:"nimsum,omitempty"` // normal play only
	Winning int  `json:"winning"`          // number of winning moves
	// Up to cardflip.Listed winning moves: index of the first card, from 0, and number of cards turned; 0
	// is a cut before the card.
	Moves  [][2]int `json:"moves"`
	Period int      `json:"period,omitempty"` // period of the game's Grundy values, if asked for and proved
	From   int      `json:"periodic_from,omitempty"`
}

// recordRow solves a row for a batch.
func recordRow(ctx context.Context, asked ask.Game, _ bool) ask.Record {
	g, begun := asked.(game), time.Now()
	s, err := g.Solve(ctx)
	r := &rowRecord{Moves: [][2]int{}, RecordHead: ask.NewHead(begun, err)}
	if s == nil {
		return &r.RecordHead
	}
	r.Winning = s.Winning
	for _, m := range s.Moves {
		r.Moves = append(r.Moves, [2]int{m.Card(), m.Take})
	}
	r.How = fmt.Sprintf("winning moves: %d", s.Winning)
	if s.Values != nil {
		r.NimSum = &s.NimSum
		r.How = fmt.Sprintf("nim-sum %d, %s", s.NimSum, r.How)
		if g.Game != nil {
			r.Period, r.From = s.Values.Period, s.Values.Preperiod
		}
	}
	switch {
	case s.First:
		r.Verdict = "first"
	case !s.Decided:
		r.Verdict, r.How = "undecided", "too hard to search"
	default:
		r.Verdict = "second"
	}
	return r
}
