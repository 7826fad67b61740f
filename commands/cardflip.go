package commands

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"kibitz/render"
	"kibitz/solvers/cardflip"
)

var cardflipPuzzle = puzzle{
	name:    "cardflip",
	example: "1 1 1 1 0 1 1",
	samples: []string{"9 random 42", "####.##", "runs: 4 2 7"},
	do:      []string{"solve", "check", "hint", "steps", "animate", "play"},
	seldom:  []string{"animate"},
	options: []Option{{Name: "misere", Type: Flag}, {Name: "game", Type: Text, Max: 30}},
	edit:    &editor{off: "⬛", on: "🟦", sizes: singles(), start: extent{1, 7}},
	deal:    func(seed uint64) string { return fmt.Sprintf("%d random %d", 7+seed%6, seed) },
	read: func(text string, o values) (subject, error) {
		if o.text("turn") == again {
			text = o.text("from")
		}
		if again := o.text("make"); again != "" { // the button for another
			text = again
		}
		rules := cardflip.Rules{Misere: o.flag("misere")}
		if code := strings.TrimSpace(o.text("game")); code != "" {
			game, err := cardflip.ParseGame(code)
			if err != nil {
				return nil, err
			}
			rules.Game = game
		}
		p, order, err := readCards(text, rules)
		if err != nil {
			return nil, err
		}
		if rules.Game != nil {
			p.Work = cardflip.PeriodWork
		}
		turn := o.text("turn")
		o = maps.Clone(o)
		delete(o, "turn") // no other button is about it
		g := row{p, o, turn}
		if order != nil {
			return madeRow{g, ordered(order, order.Number, o)}, nil
		}
		return g, nil
	},
}

type row struct {
	*cardflip.Puzzle
	options values
	turn    string // of a match, that was clicked
}

func (g row) extent() (rows, cols int) { return 1, g.Cards }

func (g row) act(ctx context.Context, do string, say phrases) *Reply {
	if do == "play" {
		return g.play(ctx, say)
	}
	a, err := g.Solve(ctx)
	switch {
	case err != nil:
		return outOfTime(say)
	case !a.Decided && !a.First:
		return &Reply{Tone: Mixed, Title: say.text("undecided.title", nil), Text: say.text(either(g.Misere, "cardflip.too-hard", "cardflip.too-long"), nil)}
	}
	r := &Reply{
		Tone:  Good,
		Title: say.text(either(a.First, "cardflip.first", "cardflip.second"), nil),
		Note:  join("\n", g.rules(say), g.period(a, say)),
	}
	switch do {
	case "check": // who wins, without the move
		r.Text = g.values(a, say)
	case "steps", "hint":
		g.steps(ctx, r, a, do, say)
	case "animate":
		return g.animate(ctx, r, a, say)
	default:
		r.Text = join("\n", g.values(a, say), g.moves(a, say))
		r.legend = legend{"pick": winningSign(a)}
		g.draw(r, a.Moves)
		if len(a.Moves) > mostNamed {
			r.Files = append(r.Files, written("moves", named(a.Moves)))
		}
	}
	return r
}

// mostNamed is how many moves a reply names; the others are in a file.
const mostNamed = 30

// rules are what must be known of the game: who loses, and what a move is where
// that is not the usual.
func (g row) rules(say phrases) string {
	loses := say.text(either(g.Misere, "cardflip.misere", "cardflip.normal"), nil)
	if g.Game.IsPairs() {
		return loses
	}
	var moves []string
	for take, digit := range g.Game {
		switch {
		case digit == 0:
		case take == 0:
			moves = append(moves, say.text("cardflip.cut", nil))
		default:
			moves = append(moves, say.count("cardflip.digit."+strconv.Itoa(int(digit)), take, nil))
		}
	}
	return join("\n", say.text("cardflip.octal", with{"Game": g.Game, "Moves": strings.Join(moves, say.text("semicolon", nil))}), loses)
}

// period says how the Grundy values of a game that was asked for repeat.
func (g row) period(a *cardflip.Answer, say phrases) string {
	switch {
	case g.Game == nil || a.Values == nil:
		return ""
	case a.Values.Period == 0:
		return say.text("cardflip.aperiodic", nil)
	}
	return say.text("cardflip.periodic", with{"Period": a.Values.Period, "From": a.Values.Preperiod})
}

// values explains the verdict: the runs, their Grundy values, the nim-sum.
func (g row) values(a *cardflip.Answer, say phrases) string {
	if g.Misere {
		return ""
	}
	const most = 24
	var lengths, grundy []string
	for _, run := range g.Runs {
		lengths = append(lengths, strconv.Itoa(int(run.Len)))
		grundy = append(grundy, strconv.Itoa(a.Values.At(int(run.Len))))
	}
	if len(g.Runs) == 0 {
		return say.text("cardflip.no-runs", nil)
	}
	return say.count("cardflip.values", len(g.Runs), with{
		"Lengths": say.list(lengths, most), "Values": say.list(grundy, most), "NimSum": a.NimSum,
	})
}

func (g row) moves(a *cardflip.Answer, say phrases) string {
	if a.Winning == 0 {
		return say.text(g.noMove(), nil)
	}
	names := named(a.Moves[:min(len(a.Moves), mostNamed)])
	shown := say.series(names)
	if more := a.Winning - len(names); more > 0 {
		shown = say.text("more", with{"Items": shown, "More": more})
	}
	return say.count(either(a.Decided, "cardflip.moves", "cardflip.at-least"), a.Winning, with{"Moves": shown})
}

// noMove is the phrase for a row without a winning move: there may be none at
// all, which wins in misère play, or only moves that lose.
func (g row) noMove() string {
	switch {
	case g.movable():
		return "cardflip.no-move"
	case g.Misere:
		return "cardflip.none-needed"
	}
	return "cardflip.no-moves"
}

func (g row) movable() bool {
	for range g.Moves() {
		return true
	}
	return false
}

func named(moves []cardflip.Move) []string {
	var names []string
	for _, m := range moves {
		names = append(names, cards(m))
	}
	return names
}

// cards names those that a move turns, counted from 1 at the left; a cut by the
// cards on its sides.
func cards(m cardflip.Move) string {
	first := m.Card() + 1
	switch m.Take {
	case 0:
		return fmt.Sprintf("%d|%d", first-1, first)
	case 1:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d–%d", first, first+m.Take-1)
}

// steps leads through the argument who wins: what each run is worth, what that
// comes to, and the move. Where no move is left there is nothing to argue; a hint
// passes over runs without one, which are worth nothing.
func (g row) steps(ctx context.Context, r *Reply, a *cardflip.Answer, do string, say phrases) {
	const most = 500 // of the runs
	var way []cardflip.Step
	var told []stage
	live := g.live()
	for step := range g.Steps(ctx) {
		dead := do == "hint" && !live[step.Run.Start]
		if len(live) == 0 || step.Technique == cardflip.Value && (dead || len(way) == most) {
			continue
		}
		way = append(way, step)
		told = append(told, g.stage(step, say))
	}
	if a.Winning == 0 {
		told = append(told, stage{why: say.text(g.noMove(), nil)})
	}
	r.teach(told, func(done int) *render.Board { return g.after(way[:min(done, len(way))]) }, say)
	r.legend = legend{"new": "legend.run", "pick": winningSign(a)}
}

// live are the runs, by where they start, in which there is a move.
func (g row) live() map[int32]bool {
	live := map[int32]bool{}
	for m := range g.Moves() {
		live[m.Run.Start] = true
	}
	return live
}

// winningSign is the phrase for the mark of a winning move.
func winningSign(a *cardflip.Answer) string {
	return either(a.Winning > 1, "legend.one-of-winning", "legend.winning")
}

func (g row) stage(step cardflip.Step, say phrases) stage {
	technique := strings.ReplaceAll(step.Technique, " ", "-")
	if step.Technique == cardflip.Winning && g.Misere {
		technique += "-misere"
	}
	length := int(step.Run.Len)
	about := with{
		"From": step.Run.Start + 1, "To": step.Run.Start + step.Run.Len, "Value": step.Value,
		"Move": cards(step.Move), "Left": step.Move.Left, "Right": step.Move.Right, "NimSum": step.NimSum,
	}
	s := stage{why: say.count("cardflip.step."+technique, length, about)}
	if length > 0 {
		s.where = say.count("cardflip.run", length, about)
	}
	return s
}

// after is the row with what the last step is about marked: a run, or the cards of
// a move.
func (g row) after(way []cardflip.Step) *render.Board {
	b := g.board()
	if b == nil || len(way) == 0 {
		return b
	}
	switch last := way[len(way)-1]; last.Technique {
	case cardflip.Value:
		for i := range last.Run.Len {
			b.Cells[last.Run.Start+i].Mark = render.New
		}
	case cardflip.Winning:
		pick(b, last.Move)
	}
	return b
}

// A row of more than cardLine cards goes on in the next line, so that a phone shows
// it, and one of more than longestRow is not worth a picture.
const (
	cardLine   = phoneWidth
	longestRow = 100
)

// draw shows the row, with the first of these moves marked.
func (g row) draw(r *Reply, moves []cardflip.Move) {
	b := g.board()
	if b == nil {
		return
	}
	b.Title, b.Caption = r.Title, r.Text
	if len(moves) > 0 {
		pick(b, moves[0])
	}
	r.Board = b
}

// pick marks the cards that a move turns; of a cut, those on its sides.
func pick(b *render.Board, m cardflip.Move) {
	from, to := m.Card(), m.Card()+m.Take
	if from == to {
		from, to = from-1, to+1
	}
	for i := from; i < to; i++ {
		b.Cells[i].Mark = render.Pick
	}
}

// board is the row as it lies; nil for one that is not worth a picture.
func (g row) board() *render.Board {
	if g.Cards > longestRow || g.Cards == 0 {
		return nil
	}
	return g.boardOf(g.Cards)
}

// boardOf is the row on a board with room for that many cards.
func (g row) boardOf(most int) *render.Board {
	b := render.Wrapped(most, cardLine)
	for i := range b.Cells {
		b.Cells[i].Kind = either(i < g.Cards, render.CardDown, render.Hole)
	}
	for _, run := range g.Runs {
		for i := range run.Len {
			b.Cells[run.Start+i].Kind = render.CardUp
		}
	}
	return b
}

type rowRecord struct {
	Head
	NimSum  *int     `json:"nimsum,omitempty"` // of normal play alone
	Winning int      `json:"winning"`          // how many moves win
	Moves   [][2]int `json:"moves"`            // up to cardflip.Listed of them: first card, from 0, and how many are turned; 0 is a cut before the card
	Period  int      `json:"period,omitempty"` // of the game's Grundy values, where asked for and proved
	From    int      `json:"periodic_from,omitempty"`
}

func (g row) record(ctx context.Context) Record {
	var a *cardflip.Answer
	r := &rowRecord{Moves: [][2]int{}, Head: timed(func() (err error) { a, err = g.Solve(ctx); return })}
	if a == nil {
		return &r.Head
	}
	r.Winning = a.Winning
	for _, m := range a.Moves {
		r.Moves = append(r.Moves, [2]int{m.Card(), m.Take})
	}
	r.Hard = fmt.Sprintf("winning moves: %d", a.Winning)
	if a.Values != nil {
		r.NimSum = &a.NimSum
		r.Hard = fmt.Sprintf("nim-sum %d, %s", a.NimSum, r.Hard)
		if g.Game != nil {
			r.Period, r.From = a.Values.Period, a.Values.Preperiod
		}
	}
	switch {
	case a.First:
		r.Verdict = "first"
	case !a.Decided:
		r.Verdict, r.Hard = "undecided", "too hard to search"
	default:
		r.Verdict = "second"
	}
	return r
}
