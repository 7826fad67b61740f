package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kibitz/render"
	"kibitz/solvers/cardflip"
)

// A match is a game of card flip against the bot, on buttons. Nothing is kept
// of it: the reply's puzzle is the row as it lies, and a button carries one move
// in that row, by its number among all.
type match struct {
	row          // as it lies after these moves
	theirs, mine *cardflip.Move
}

// mostMoves is how many moves a row may have to be played: a reply holds 25
// buttons, and two of them are not moves.
const mostMoves = 23

// Turns that are no moves: of who lets the bot move first, and of who plays the row
// anew, which the buttons carry as it was at the start.
const (
	begin = "begin"
	again = "again"
)

// play makes the turn that was clicked, if any, and answers it.
func (g row) play(ctx context.Context, say phrases) *Reply {
	var moves []cardflip.Move
	for m := range g.Moves() {
		if moves = append(moves, m); len(moves) > mostMoves {
			return &Reply{
				Tone:  Mixed,
				Title: say.text("cardflip.match.title", nil),
				Text:  say.text("cardflip.match.too-long", with{"Most": mostMoves}),
			}
		}
	}
	p := *g.Puzzle
	p.Work = 0 // nobody asks for a period
	m := match{row: row{&p, g.options, g.turn}}
	switch g.turn {
	case "", again, "another":
	case begin:
		m.answer(ctx)
	default:
		chosen, err := strconv.Atoi(g.turn)
		if err != nil || chosen < 0 || chosen >= len(moves) {
			return notice(say, "unknown", nil)
		}
		m.theirs = &moves[chosen]
		m.Puzzle = g.After(moves[chosen])
		m.answer(ctx)
	}
	return m.reply(say)
}

// answer makes the bot's move, if there is one.
func (m *match) answer(ctx context.Context) {
	if mine, _ := m.best(ctx); mine != nil {
		m.mine = mine
		m.Puzzle = m.After(*mine)
	}
}

// best is a move that wins wherever there is one, or else one that divides a run
// as evenly as may be and leaves much to think about; nil where there is none at
// all. It is proved to be as good as any other, or not for lack of time.
func (g row) best(ctx context.Context) (move *cardflip.Move, proved bool) {
	all := slices.Collect(g.Moves())
	if len(all) == 0 {
		return nil, true
	}
	a, err := g.Solve(ctx)
	if err == nil && len(a.Moves) > 0 {
		return &a.Moves[0], true
	}
	uneven := func(m cardflip.Move) int { return max(m.Left, m.Right) - min(m.Left, m.Right) - m.Left - m.Right }
	even := slices.MinFunc(all, func(a, b cardflip.Move) int { return uneven(a) - uneven(b) })
	return &even, err == nil && a.Decided
}

// reply shows the row and the moves in it, or who won.
func (m *match) reply(say phrases) *Reply {
	r := &Reply{
		Title:  say.text("cardflip.match.title", nil),
		Text:   m.told(say),
		Note:   m.rules(say),
		Puzzle: m.String(),
	}
	from := m.options.text("from")
	if m.theirs == nil && m.mine == nil {
		from = strings.ReplaceAll(m.String(), " ", "")
	}
	turn := func(label, turn string) {
		to := path(&cardflipPuzzle, m.options, values{"do": "play", "turn": turn, "from": from})
		if len(to) > maxPath { // then the game can't be played again
			to = path(&cardflipPuzzle, m.options, values{"do": "play", "turn": turn})
		}
		r.Buttons = append(r.Buttons, Button{Label: label, Path: to})
	}
	n := 0
	for move := range m.Moves() {
		turn(cards(move), strconv.Itoa(n))
		n++
	}
	switch {
	case n == 0:
		r.Title, r.Tone = m.end(say)
		if from != "" && (m.theirs != nil || m.mine != nil) {
			turn(say.text("button.again", nil), again)
		}
		turn(say.text("button.another", nil), "another")
	case m.theirs == nil && m.mine == nil:
		turn(say.text("cardflip.match.begin", nil), begin)
		fallthrough
	default:
		solve := path(&cardflipPuzzle, m.options, values{"do": "solve"})
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.solve", nil), Path: solve})
	}
	if m.theirs == nil && m.mine == nil && 0 < n && n < mostMoves {
		turn(say.text("button.another", nil), "another")
	}
	r.legend = legend{"new": "legend.mine"}
	m.draw(r, nil)
	m.mark(r.Board)
	return r
}

// told are the moves just made.
func (m *match) told(say phrases) string {
	told := func(id string, move *cardflip.Move) string {
		if move == nil {
			return ""
		}
		return say.count(id+either(move.Take == 0, "-cut", ""), move.Take, with{"Cards": cards(*move)})
	}
	if m.theirs == nil && m.mine == nil && m.movable() {
		return say.text("cardflip.play", nil)
	}
	return join("\n", told("cardflip.match.theirs", m.theirs), told("cardflip.match.mine", m.mine))
}

// end says who won: the one who moved last, or in misère play the other.
func (m *match) end(say phrases) (title string, tone Tone) {
	last := m.theirs != nil && m.mine == nil // the person
	switch {
	case m.theirs == nil && m.mine == nil:
		return say.text("cardflip.match.nothing", nil), Mixed
	case last != m.Misere:
		return say.text("cardflip.match.won", nil), Good
	}
	return say.text("cardflip.match.lost", nil), Bad
}

// mark shows the cards that the bot turned last.
func (m *match) mark(b *render.Board) {
	if b == nil || m.mine == nil {
		return
	}
	for i := range m.mine.Take {
		b.Cells[m.mine.Card()+i].Mark = render.New
	}
}
