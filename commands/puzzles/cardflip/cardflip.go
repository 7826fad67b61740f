// Package cardflip tells people of the card flip game: how it is written, decided, explained and
// played.
package cardflip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/cardflip"
	"kibitz/vision"
)

// Kind returns the kind of the card flip game.
func Kind() *ask.Kind {
	editor := press.Editor{
		States: press.TwoStates(press.State{Tile: render.FaceDownTile, Called: "board.face-down"}, press.State{Tile: render.FaceUpTile, Called: "board.face-up"}), Start: press.Size{Rows: 1, Cols: 7},
		Least: press.Size{Rows: 1, Cols: 1}, Most: press.Size{Rows: 1, Cols: press.PadRow * press.PadRow},
	}
	return &ask.Kind{
		Name:    "cardflip",
		Example: "1 1 1 1 0 1 1",
		Samples: []string{"9 random 42", "####.##", "runs: 4 2 7"},
		Order:   "9 random 42",
		Actions: append(press.Actions(decided(game.solve), decided(game.check), decided(game.hints), decided(game.steps), decided(game.animate)),
			ask.Action{Name: ask.Play, Button: true, Alone: true, Short: true, Game: true, Do: ask.On(playRow)},
			ask.Action{Name: press.DuelAction, Alone: true, Short: true, Game: true, Do: ask.On(duelRow)}),
		Options: []ask.Option{{Option: chat.Option{Name: "misere", Type: chat.Flag}}, {Option: chat.Option{Name: "game", Max: 30}}},
		Says: slices.Concat(
			press.EditorSays("cardflip"), press.MatchSays("cardflip"), press.DuelSays("cardflip"), words.IDs("cardflip.", "made-again"), words.IDs("progress.", "cardflip"),
			words.IDs("cardflip.step.", cardflip.Value, cardflip.NimSum, cardflip.Winning, cardflip.Winning+"-misere"),
			words.IDs("cardflip.match.", "theirs-cut", "mine-cut", "told-cut", "label-cut"), words.IDs("cardflip.hint.", "flip", "flip-cut"),
			words.IDs("cardflip.digit.", "1", "2", "3", "4", "5", "6", "7")),
		Read:   readRow,
		Record: recordRow,
		Edit:   editor.Edit,
		Photo:  vision.Cards,
		Deal:   func(_ *ask.Ask, number uint64) string { return fmt.Sprintf("%d random %d", 7+number%6, number) },
		Daily:  ask.Daily([...]string{"7 random", "10 random", "14 random"}),
	}
}

// readRow reads a row or an order for one, with the rules of the options.
func readRow(text string, o ask.Options) (ask.Game, error) {
	rules := cardflip.Rules{Misere: o.Flag("misere")}
	if code := strings.TrimSpace(o.Text("game")); code != "" {
		octal, err := cardflip.ParseGame(code)
		if err != nil {
			syntax, _ := errors.AsType[*solvers.SyntaxError](err)
			return nil, &ask.OptionError{Option: "game", Example: "0.77", Err: syntax}
		}
		rules.Game = octal
	}
	made := func(p *cardflip.Puzzle) ask.Game {
		if rules.Game != nil {
			p.Work = cardflip.PeriodWork // only a game given in the option game gets its period worked out
		}
		return game{p}
	}
	if o, err := rules.ParseOrder(text); err != nil {
		return nil, err
	} else if o != nil {
		return &ask.Ordered[*cardflip.Puzzle, *cardflip.Order]{
			Solver: o, Rows: 1, Cols: o.Cards, Game: made, Tell: tellRow,
			Unmade: cardflip.ErrUnwinnable,
			Refusal: func() error {
				return solvers.At(o.String(), 0, "order.unwinnable", "another number of cards: of so many I found no row that the player to move wins", nil)
			},
		}, nil
	}
	p, err := rules.Parse(text)
	if err != nil {
		return nil, err
	}
	return made(p), nil
}

// A game is a row of cards as people are told of it.
type game struct{ *cardflip.Puzzle }

func (g game) Size() (rows, cols int) { return 1, g.Cards }

// tellRow shows the row that was dealt to order.
func tellRow(a *ask.Ask, asked ask.Game, o, another *cardflip.Order) *ask.Answer {
	g := asked.(game)
	title := a.Say.Count("cardflip.made", g.Cards, words.With{"Number": o.Number})
	r := a.MadeToOrder(g, title, a.Say.Text("cardflip.made-how"), o, another)
	r.Note = ask.Join("\n", g.rules(a.Say), r.Note)
	r.Show(g.board(), r.Text)
	return r
}

// ShowUnsolved shows the row as it is, unless it is too long to be drawn.
func (g game) ShowUnsolved(r *ask.Answer) {
	r.Show(g.board(), "")
	r.Note = g.rules(r.Ask.Say)
}

// decided returns an action about a row whose winner is known. The answer tells the winner, and do
// adds what was asked for. If the winner was not found, the answer says whether the time ended or
// the row is too hard.
func decided(do func(g game, ctx context.Context, r *ask.Answer, s *cardflip.Answer) *ask.Answer) ask.Do {
	return ask.On(func(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
		s, err := g.Solve(ctx)
		switch {
		case err != nil:
			return a.Unanswered(err)
		case !s.Decided && !s.First && ctx.Err() != nil:
			return a.OutOfTime()
		case !s.Decided && !s.First:
			r := a.New(chat.Mixed, a.Say.Text("undecided.title"))
			r.Text = a.Say.Text(words.If(g.Misere, "cardflip.too-hard", "cardflip.too-long"))
			return r
		}
		r := a.New(chat.Good, a.Say.Text(words.If(s.First, "cardflip.first", "cardflip.second")))
		r.Note = ask.Join("\n", g.rules(a.Say), g.period(s, a.Say))
		return do(g, ctx, r, s)
	})
}

// check tells the winner, and no move.
func (g game) check(_ context.Context, r *ask.Answer, s *cardflip.Answer) *ask.Answer {
	r.Text = g.values(s, r.Ask.Say)
	return r
}

// mostNamed is the most moves that a reply names. The others come in a file.
const mostNamed = 30

// solve answers with the winning moves.
func (g game) solve(_ context.Context, r *ask.Answer, s *cardflip.Answer) *ask.Answer {
	r.Text, r.Secret = g.values(s, r.Ask.Say), g.moves(s, r.Ask.Say)
	r.Legend = map[string]string{"pick": winningSign(s)}
	r.Show(g.board(), r.Text)
	if r.Board != nil && len(s.Moves) > 0 {
		pick(r.Board, s.Moves[0])
	}
	if len(s.Moves) > mostNamed {
		r.Attach("moves", named(s.Moves))
	}
	return r
}

// rules tells who loses, and what a move is unless it is the usual one.
func (g game) rules(say words.Phrases) string {
	loses := say.Text(words.If(g.Misere, "cardflip.misere", "cardflip.normal"))
	if g.Game.IsPairs() {
		return loses
	}
	var moves []string
	for take, digit := range g.Game {
		switch {
		case digit == 0:
		case take == 0:
			moves = append(moves, say.Text("cardflip.cut"))
		default:
			moves = append(moves, say.Count("cardflip.digit."+strconv.Itoa(int(digit)), take))
		}
	}
	return ask.Join("\n", say.Text("cardflip.octal", words.With{"Game": g.Game, "Moves": strings.Join(moves, say.Text("semicolon"))}), loses)
}

// period tells how the values of the option's game repeat, or that no period was proved. In misère
// play it tells of the game's misère quotient instead. It returns "" for the usual game.
func (g game) period(s *cardflip.Answer, say words.Phrases) string {
	switch {
	case s.Quotient != nil:
		return say.Text("cardflip.quotient", words.With{"Order": s.Quotient.Order, "Period": s.Quotient.Period, "From": s.Quotient.Preperiod})
	case g.Game == nil || s.Values == nil:
		return ""
	case s.Values.Period == 0:
		return say.Text("cardflip.aperiodic")
	}
	return say.Text("cardflip.periodic", words.With{"Period": s.Values.Period, "From": s.Values.Preperiod})
}

// values explains the verdict: the runs, their Grundy values, and the nim-sum.
func (g game) values(s *cardflip.Answer, say words.Phrases) string {
	if g.Misere {
		return ""
	}
	const most = 24
	var lengths, grundy []string
	for _, run := range g.Runs {
		lengths = append(lengths, strconv.Itoa(int(run.Len)))
		grundy = append(grundy, strconv.Itoa(s.Values.At(int(run.Len))))
	}
	if len(g.Runs) == 0 {
		return say.Text("cardflip.no-runs")
	}
	return say.Count("cardflip.values", len(g.Runs), words.With{
		"Lengths": say.List(lengths, most), "Values": say.List(grundy, most), "NimSum": s.NimSum,
	})
}

// moves tells the winning moves.
func (g game) moves(s *cardflip.Answer, say words.Phrases) string {
	if s.Winning == 0 {
		return say.Text(g.noMove())
	}
	names := named(s.Moves[:min(len(s.Moves), mostNamed)])
	shown := say.Series(names)
	if more := s.Winning - len(names); more > 0 {
		shown = say.Text("more", words.With{"Items": shown, "More": more})
	}
	return say.Count(words.If(s.Decided, "cardflip.moves", "cardflip.at-least"), s.Winning, words.With{"Moves": shown})
}

// noMove returns the id of the phrase for a row without a winning move. There may be no move at
// all, which wins in misère play, or only losing ones.
func (g game) noMove() string {
	switch {
	case g.movable():
		return "cardflip.no-move"
	case g.Misere:
		return "cardflip.none-needed"
	}
	return "cardflip.no-moves"
}

// movable reports whether there is a move.
func (g game) movable() bool {
	for range g.Moves() {
		return true
	}
	return false
}

// named names moves.
func named(moves []cardflip.Move) []string {
	var names []string
	for _, m := range moves {
		names = append(names, cards(m))
	}
	return names
}

// cards names the cards that a move turns, counted from 1 at the left. A cut is named by the cards
// on its sides.
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

// steps leads through the argument for the winner: the value of each run (`most` runs at most),
// their sum, and the move. A row without a move needs no argument. If no move wins, the last step
// says so.
func (g game) steps(ctx context.Context, r *ask.Answer, s *cardflip.Answer) *ask.Answer {
	const most = 500 // steps about the values of runs
	var way []cardflip.Step
	var told []ask.Stage
	say, movable := r.Ask.Say, g.movable()
	for step := range g.Steps(ctx) {
		if !movable || step.Technique == cardflip.Value && len(way) == most {
			continue
		}
		way = append(way, step)
		told = append(told, g.stage(step, say))
	}
	if s.Winning == 0 {
		told = append(told, ask.Stage{Why: say.Text(g.noMove())})
	}
	r.Teach(told, func(done int) *render.Board { return g.after(way[:min(done, len(way))]) })
	r.Legend = map[string]string{"new": "legend.run", "pick": winningSign(s)}
	return r
}

// winningSign returns the id of the phrase for the mark of a winning move.
func winningSign(s *cardflip.Answer) string {
	return words.If(s.Winning > 1, "legend.one-of-winning", "legend.winning")
}

// stage puts one step of the argument into words.
func (g game) stage(step cardflip.Step, say words.Phrases) ask.Stage {
	technique := words.ID(step.Technique)
	if step.Technique == cardflip.Winning && g.Misere {
		technique += "-misere"
	}
	length := int(step.Run.Len)
	about := words.With{
		"From": step.Run.Start + 1, "To": step.Run.Start + step.Run.Len, "Value": step.Value,
		"Move": cards(step.Move), "Left": step.Move.Left, "Right": step.Move.Right, "NimSum": step.NimSum,
	}
	s := ask.Stage{Why: say.Count("cardflip.step."+technique, length, about)}
	if length > 0 {
		s.Where = say.Count("cardflip.run", length, about)
	}
	return s
}

// after draws the row with the subject of the last step marked: a run, or the cards of a move.
func (g game) after(way []cardflip.Step) *render.Board {
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

// A row of more than cardLine cards continues on the next line, to fit a phone. A row of more than
// longestRow cards gets no picture.
const (
	cardLine   = ask.PhoneWidth
	longestRow = 100
)
