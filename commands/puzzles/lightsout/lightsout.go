// Package lightsout tells people of Lights Out: how it is written, solved, explained and played.
package lightsout

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/press"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/lightsout"
	"kibitz/vision"
)

// Kind returns the kind of Lights Out.
func Kind() *ask.Kind {
	editor := press.Editor{
		States: lampStates, Start: press.Size{Rows: 5, Cols: 5},
		Least: press.Size{Rows: 2, Cols: 2}, Most: press.Size{Rows: press.MostTapped, Cols: press.MostTapped},
	}
	return &ask.Kind{
		Name:    "lightsout",
		Example: "11110/11101/11101/00011/11011",
		Samples: []string{"5x5 all", "7x7 random 42", "5x5: a1 c3 e5"},
		Order:   "7x7 random 42",
		Actions: append(press.Actions(solvable(game.solve), solvable(game.check), solvable(game.hints), solvable(game.steps), solvable(game.animate)),
			ask.Action{Name: "all", Reveals: true, When: hasOthers, Do: solvable(game.all)},
			ask.Action{Name: "quiet", Reveals: true, Do: ask.On(quietPattern)},
			ask.Action{Name: "table", Reveals: true, Do: ask.On(chaseTable)},
			ask.Action{Name: ask.Play, Alone: true, Short: true, Game: true, When: press.CanPlay, Do: ask.On(playLamps)}),
		Options: []ask.Option{
			{Option: chat.Option{Name: "wrap", Type: chat.Flag}},
			{Option: chat.Option{Name: "target"}, Encoded: true},
			{Option: chat.Option{Name: "cylinder", Type: chat.Flag}, Rare: true},
			{Option: chat.Option{Name: "neighbours", Choices: []chat.Choice{{Value: "plus"}, {Value: "king"}, {Value: "diagonals"}, {Value: "hollow"}}}, Rare: true},
			{Option: chat.Option{Name: "states", Type: chat.Number, Min: 2, Max: lightsout.MaxStates}, Rare: true},
			{Option: chat.Option{Name: "lit-only", Type: chat.Flag}, Rare: true},
			{Option: chat.Option{Name: "number"}, Rare: true, OfAnswer: true},
		},
		Says: slices.Concat(
			press.EditorSays("lightsout"), words.IDs("lightsout.", "made-again"), words.IDs("progress.", "lightsout"),
			words.IDs("lightsout.step.", lightsout.Chase, lightsout.Chase+"-aim", lightsout.TopRow, lightsout.TopRow+"-aim", lightsout.Direct, lightsout.Direct+"-named")),
		Read:     readLamps,
		Standing: press.Standing(readLamps),
		Record:   recordLamps,
		Edit:     editor.Edit,
		Page:     lampsPage,
		Deal:     dealLamps,
		Level:    level,
		Daily:    dailyLamps,
		Photo:    vision.Lights,
		Lines:    press.Lines,
	}
}

// readLamps reads a board or an order for one, with the rules of the options.
func readLamps(text string, o ask.Options) (ask.Game, error) {
	rules, err := lampRules(o)
	if err != nil {
		return nil, err
	}
	litOnly := o.Flag("lit-only")
	if target := o.Text("target"); target != "" && !strings.Contains(text, ">") {
		text += " > " + target
	}
	if o, err := rules.ParseOrder(text); err != nil {
		return nil, err
	} else if o != nil {
		return &ask.Ordered[*lightsout.Puzzle, *lightsout.Order]{
			Solver: o, Rows: o.Rows, Cols: o.Cols, Game: func(p *lightsout.Puzzle) ask.Game { return game{Puzzle: p, litOnly: litOnly} }, Tell: tellLamps,
		}, nil
	}
	p, err := rules.Parse(text)
	return game{Puzzle: p, litOnly: litOnly}, err
}

// lampRules returns the rules of the options.
func lampRules(o ask.Options) (lightsout.Rules, error) {
	r := lightsout.Rules{States: o.Number("states")}
	switch name := o.Text("neighbours"); name {
	case "", "plus":
		r.Neighbours = lightsout.Plus
	case "king":
		r.Neighbours = lightsout.King
	case "diagonals":
		r.Neighbours = lightsout.Diagonals
	case "hollow":
		r.Neighbours = lightsout.Hollow
	default:
		return r, wrongOption("neighbours", name, "neighbours: plus, king, diagonals or hollow", nil)
	}
	if r.States != 0 && (r.States < 2 || r.States > lightsout.MaxStates) {
		return r, wrongOption("states", strconv.Itoa(r.States), fmt.Sprintf("states: 2 to %d", lightsout.MaxStates), words.With{"Max": lightsout.MaxStates})
	}
	switch {
	case o.Flag("cylinder"):
		r.Wrap = lightsout.Cylinder
	case o.Flag("wrap"):
		r.Wrap = lightsout.Torus
	}
	return r, nil
}

// wrongOption returns the error for the value of the option of this name: what was expected, in
// English, with the data for the phrase in other languages.
func wrongOption(name, value, expected string, data words.With) error {
	err, _ := errors.AsType[*solvers.SyntaxError](solvers.At(value, 0, name, expected, data))
	return &ask.OptionError{Option: name, Err: err}
}

// lampsPage returns the address where the board can be played by the same rules; "" for none.
func lampsPage(asked ask.Game) string {
	if g := asked.(game); !g.litOnly {
		return g.Link()
	}
	return ""
}

// A game is a board of Lights Out as people are told of it.
type game struct {
	*lightsout.Puzzle
	answer  *lightsout.Answer // nil until it is solved
	litOnly bool              // a lamp is pressed only while it is lit
}

func (g game) Size() (rows, cols int) { return g.Rows, g.Cols }

// tellLamps shows a board made to order, without its solution. It returns nil if more is asked for,
// such as a solution by its number, or if the board is too large to draw.
func tellLamps(a *ask.Ask, asked ask.Game, o, another *lightsout.Order) *ask.Answer {
	g, say := asked.(game), a.Say
	if a.Options.Text("number") != "" || !g.drawn() {
		return nil
	}
	title := say.Text("lightsout.made", g.size(say), words.With{"Number": o.Number})
	how := ""
	if g.Target == nil && g.Neighbours == lightsout.Plus && g.States <= 2 && !g.litOnly {
		how = say.Text("lightsout.made-how")
	}
	r := a.MadeToOrder(g, title, how, o, another)
	r.Note = ask.Join("\n", g.rules(say), r.Note)
	g.show(r)
	return r
}

// A lampsSolved is the solution of a board by all of its rules, for chats and batches.
type lampsSolved struct {
	*lightsout.Answer // the answer by the usual rules

	inOrder bool  // in the lit-only game: way leads to the target
	way     []int // the fewest presses of that game, in their order
}

// solved solves the board, by the lit-only rule if it has that. Its errors are those of Solve and
// of LitOnly.
func (g game) solved(ctx context.Context) (*lampsSolved, error) {
	usual, err := g.Solve(ctx)
	if err != nil {
		return nil, err
	}
	s := &lampsSolved{Answer: usual}
	if g.litOnly && usual.Solvable {
		s.way, s.inOrder, err = g.LitOnly(ctx)
	}
	return s, err
}

// solvable returns an action about a board that can be solved. For any other board it tells why it
// cannot.
func solvable(do func(g game, ctx context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer) ask.Do {
	return ask.On(func(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
		s, err := g.solved(ctx)
		switch {
		case err != nil:
			return litOnlyUnanswered(a, err)
		case !s.Solvable:
			return g.unsolvable(ctx, a, s.Answer)
		case g.litOnly:
			return g.onlyLit(a, s)
		}
		r := do(g, ctx, a, s.Answer)
		if r.Game == nil {
			r.Game = game{g.Puzzle, s.Answer, g.litOnly}
		}
		return r
	})
}

// solve answers with the fewest presses, or with the solution of a number.
func (g game) solve(_ context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	if number := a.Options.Text("number"); number != "" {
		return g.numbered(a, s, strings.TrimSpace(number))
	}
	r := a.New(chat.Good, a.Say.Count("lightsout.solved", s.Min, g.size(a.Say)))
	minimum := ""
	if s.Min > 0 {
		minimum = a.Say.Text(words.If(s.Proved, "lightsout.proved", "lightsout.unproved"))
	}
	r.Text, r.Secret = ask.Join("\n", minimum, solutions(s, a.Say)), g.presses(s.Presses, a.Say)
	g.draw(r, s.Presses)
	r.Note = g.rules(a.Say)
	return r
}

// hasOthers reports whether an answer is about a board with more than one solution.
func hasOthers(r *ask.Answer) bool {
	g, ok := r.Game.(game)
	return ok && g.answer != nil && g.answer.Powers() != nil && r.Ask.Action.Name != "all"
}

// numbered answers with the solution of this number.
func (g game) numbered(a *ask.Ask, s *lightsout.Answer, number string) *ask.Answer {
	n, ok := new(big.Int).SetString(number, 10)
	if !ok || n.Sign() < 1 || n.Cmp(s.Count()) > 0 {
		a = a.Aside()
		return beyond(a, solutions(s, a.Say)+" "+a.Say.Text("lightsout.beyond-why"))
	}
	x := s.Solution(new(big.Int).Sub(n, big.NewInt(1)))
	r := a.New(chat.Good, a.Say.Count("lightsout.solved", weight(x), g.size(a.Say)))
	r.Text = ask.Join("\n", a.Say.Text("lightsout.numbered", words.With{"Number": n}), solutions(s, a.Say), g.least(s, a.Say))
	r.Secret = g.presses(x, a.Say)
	g.draw(r, x)
	r.Note = g.rules(a.Say)
	return r
}

// beyond returns the answer to a number that no solution has.
func beyond(a *ask.Ask, why string) *ask.Answer {
	r := a.New(chat.Failure, a.Say.Text("lightsout.beyond"))
	r.Text = why
	return r
}

// weight returns the number of presses, repeated ones included.
func weight(presses []uint8) int {
	n := 0
	for _, times := range presses {
		n += int(times)
	}
	return n
}

// least tells how many presses suffice.
func (g game) least(s *lightsout.Answer, say words.Phrases) string {
	if s.Min == 0 {
		return g.done(say)
	}
	return say.Count(words.If(s.Proved, "lightsout.least", "lightsout.found"), s.Min)
}

// check tells a puzzle maker whether and how often the board can be solved, and no press.
func (g game) check(_ context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	r := a.New(chat.Good, a.Say.Text("lightsout.solvable", g.size(a.Say)))
	r.Text = ask.Join("\n", solutions(s, a.Say), g.least(s, a.Say))
	r.Note = g.rules(a.Say)
	return r
}

// unsolvable answers with the proof that there is no solution, and with the lamps to change.
func (g game) unsolvable(ctx context.Context, a *ask.Ask, s *lightsout.Answer) *ask.Answer {
	r := a.New(chat.Bad, a.Say.Text("lightsout.unsolvable", g.size(a.Say)))
	r.Text = ask.Join("\n", g.certificate(s, a.Say), g.nearest(ctx, a))
	r.Note = g.rules(a.Say)
	if g.named() {
		r.Text = ask.Join("\n", g.counted(s.Certificate, a.Say), r.Text)
		return r
	}
	if !g.drawn() {
		r.Attach("quiet-pattern", ask.Lines(s.Certificate, g.Cols, digit))
		return r
	}
	g.show(r)
	r.Picture = true // marks as emoji would hide the lamps under them
	for i, weight := range s.Certificate {
		if weight == 0 {
			continue
		}
		r.Board.Cells[i].Mark = render.Proof
		if g.States > 2 {
			r.Board.Cells[i].Tag = "×" + strconv.Itoa(int(weight))
		}
	}
	return r
}

// certificate tells why there is no solution.
func (g game) certificate(s *lightsout.Answer, say words.Phrases) string {
	if g.States > 2 {
		now, goal := 0, 0
		for i, weight := range s.Certificate {
			now += int(weight) * int(g.Lamps[i])
			if g.Target != nil {
				goal += int(weight) * int(g.Target[i])
			}
		}
		return say.Text("lightsout.certificate-states", words.With{"States": g.States, "Now": now % g.States, "Goal": goal % g.States})
	}
	wrong := 0
	for i, weight := range s.Certificate {
		if weight == 1 && g.Lamps[i] != g.target(i) {
			wrong++
		}
	}
	return say.Count(words.If(g.Target == nil, "lightsout.certificate", "lightsout.certificate-target"), wrong)
}

// target returns the state that lamp i is to reach.
func (g game) target(i int) uint8 {
	if g.Target == nil {
		return 0
	}
	return g.Target[i]
}

// nearest tells which lamps to change to make the board solvable: one of several single lamps if
// one is enough, else all lamps to change together. It returns "" if none were found in time.
func (g game) nearest(ctx context.Context, a *ask.Ask) string {
	say := a.Say
	near, err := g.Nearest(ctx)
	if err != nil || near == nil {
		return ""
	}
	named := func(i int, state uint8) string {
		name := g.lampName(i)
		if g.States > 2 {
			return say.Text("lightsout.to-state", words.With{"Lamp": name, "State": state})
		}
		return name
	}
	var names []string
	for _, single := range near.Singles {
		names = append(names, named(single.Lamp, single.State))
	}
	const few = 8
	switch {
	case len(names) > few:
		return say.Text("lightsout."+words.If(a.Traced, "misread", "one")+"-of-many", words.With{"Lamp": names[0], "Count": len(names)})
	case len(names) > 1:
		return say.Text("lightsout."+words.If(a.Traced, "misread", "one")+"-of-few", words.With{"Lamps": say.Series(names)})
	}
	names = nil
	for _, i := range near.Changed {
		names = append(names, named(i, near.Lamps[i]))
	}
	const most = 40
	return say.Count(words.If(near.Proved, "lightsout.nearest", "lightsout.near"), len(names), words.With{"Lamps": say.List(names, most)})
}

// quietPattern draws a quiet pattern, which is a set of presses that changes nothing: the first of
// the basis, or the one with the number in the option. It tells how many there are. A number that
// no pattern has is answered as such.
func quietPattern(ctx context.Context, a *ask.Ask, g game) *ask.Answer {
	s, err := g.Solve(ctx)
	if err != nil {
		return a.Unanswered(err)
	}
	n := 1
	if number := strings.TrimSpace(a.Options.Text("number")); number != "" {
		n, err = strconv.Atoi(number)
	}
	r := a.New(chat.Good, a.Say.Text("lightsout.quiet", g.size(a.Say)))
	count := a.Say.Count("lightsout.quiet-count", s.Nullity)
	switch {
	case s.Nullity == 0:
		r.Text = a.Say.Text("lightsout.no-quiet")
		return r
	case err != nil || n < 1 || n > s.Nullity:
		return beyond(a.Aside(), a.Aside().Say.Count("lightsout.quiet-count", s.Nullity))
	}
	pattern := s.Quiet[n-1].Pattern
	r.Text = ask.Join("\n", a.Say.Text("lightsout.quiet-one", words.With{"Number": n, "Nullity": s.Nullity}), count)
	r.Secret = g.presses(pattern, a.Say)
	g.draw(r, pattern)
	r.Note = g.rules(a.Say)
	return r
}
