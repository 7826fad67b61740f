// Package commands says what each slash command means: a request is read once (package
// ask), something is done with a puzzle (package puzzles), and the answer is finished here
// with its style, its pages and the ways on that all answers have. It knows no Discord:
// package bot turns a Reply into what Discord wants. It knows no single kind of puzzle
// either.
package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// Settings are what whoever runs the bot may choose about the answers.
type Settings struct {
	Theme     render.Theme
	MaxPuzzle int             // longest puzzle text taken from a chat, in characters
	Source    string          // address of the source code; "" for none
	Memory    *solvers.Memory // what heavy work takes its memory from; nil for no bound
}

// Commands are all the slash commands. They are safe for concurrent use.
type Commands struct {
	settings Settings
	kinds    []*ask.Kind
}

// New returns the commands with their words checked.
func New(settings Settings) (*Commands, error) {
	return &Commands{settings, puzzles.Kinds()}, words.Check()
}

// Handle answers a request. It always returns a reply, and never nil. A long solve calls
// progress with interim replies, a few times a second at most, from Handle's own goroutine
// or the solver's.
func (c *Commands) Handle(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
	a, ok := ask.Read(req, c.kinds)
	if !ok {
		return &ask.Notice(words.In(req.Locale), "unknown", nil).Reply
	}
	ctx, giveBack := solvers.WithMemory(ctx, c.settings.Memory)
	defer giveBack()
	r := c.reply(ctx, a, progress)
	if a.Name != "help" && a.Name != "about" {
		r.Private = r.Private || a.IsPrivate() || r.Tone == chat.Failure
	}
	dropDead(r)
	if r.Board != nil {
		r.Board.Say = a.Say.Board
		explain(r, a.Say)
	}
	return &r.Reply
}

func (c *Commands) reply(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	switch {
	case a.Name == "help":
		return c.help(ctx, a)
	case a.Name == "about":
		return c.about(a)
	case a.Target != nil:
		return c.solveFound(ctx, a, progress)
	case a.Name == findPath:
		return c.solvePicked(ctx, a, progress)
	case a.Kind == nil || a.Action == nil:
		return a.Notice("unknown")
	}
	return c.answer(ctx, a, progress)
}

// answer does with a puzzle what was asked.
func (c *Commands) answer(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	deals := a.Kind.Deals(a.Action)
	switch {
	case a.Kind.Edit != nil && (a.Edit != "" || !deals && !a.Given()):
		return a.Kind.Edit(a)
	case deals && (a.Turn == ask.Another || !a.Given()):
		a.Text, a.Typed, a.Saved = a.Kind.Deal(a.Chance%1_000_000), true, ""
	}
	game, r := c.read(a)
	if r != nil {
		return r
	}
	if progress != nil {
		ctx = solvers.WithProgress(ctx, func(at solvers.Progress) { progress(underway(a, at)) })
	}
	if order, ok := game.(ask.Order); ok {
		made, err := order.Make(ctx)
		if err != nil {
			return notMade(a, err)
		}
		if game, r = made, order.Made(ctx, a, made); r != nil && r.Game == nil {
			return r
		}
	}
	if r == nil {
		r = a.Action.Do(ctx, a, game)
	}
	if r.Tone == chat.Failure {
		return r
	}
	if r.Game == nil {
		r.Game = game
	}
	c.finish(r)
	return r
}

// dropDead takes out the buttons and menus whose way on is too long to be carried.
func dropDead(r *ask.Answer) {
	dead := func(b chat.Button) bool { return b.Path == "" && b.URL == "" }
	r.Buttons = slices.DeleteFunc(r.Buttons, dead)
	for i, row := range r.Grid {
		r.Grid[i] = slices.DeleteFunc(row, dead)
	}
	r.Grid = slices.DeleteFunc(r.Grid, func(row []chat.Button) bool { return len(row) == 0 })
	if r.Menu != nil && r.Menu.Path == "" {
		r.Menu = nil
	}
}

// read is the game that an ask is about, or the answer that says why there is none.
func (c *Commands) read(a *ask.Ask) (ask.Game, *ask.Answer) {
	text, file, r := c.source(a)
	if r != nil {
		return nil, r
	}
	if file != nil {
		return a.Kind.Open(*file, a.Options), nil
	}
	if a.Kind.Lookup != nil {
		if r, err := a.Kind.Lookup(text, a.Say); err != nil {
			return nil, misread(a, text, err)
		} else if r != nil {
			return nil, r
		}
	}
	game, err := a.Kind.Read(text, a.Options)
	if err != nil {
		return nil, misread(a, text, err)
	}
	return game, nil
}

// notMade is the answer where nothing came of an order.
func notMade(a *ask.Ask, err error) *ask.Answer {
	if refusal, ok := errors.AsType[*ask.Refusal](err); ok {
		return a.Notice(refusal.ID, refusal.Data)
	}
	if syntax, ok := errors.AsType[*solvers.SyntaxError](err); ok {
		return misread(a, a.Text, syntax)
	}
	return a.Unanswered(err)
}

// misread is the answer to a text that is no puzzle: the place, what stands there, what
// should, and an example that works.
func misread(a *ask.Ask, text string, err error) *ask.Answer {
	k := a.Kind
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		panic(fmt.Errorf("%s reads with an error of another kind: %w", k.Name, err))
	}
	title, example := "error.title", "/"+k.Name+" puzzle:"+k.Example
	if strings.HasPrefix(syntax.Code, "sheet.") || strings.HasPrefix(syntax.Code, "moves.") {
		title, example = "error.marks", example+" marks:"+k.Marks
	}
	option, ofOption := errors.AsType[*ask.OptionError](err)
	switch {
	case ofOption && option.Example != "":
		example += " " + option.Option + ":" + option.Example
	case strings.EqualFold(strings.TrimSpace(text), "random") && k.Order != "":
		example = "/" + k.Name + " puzzle:" + k.Order
	}
	r := a.New(chat.Failure, a.Say.Text(title, words.With{"Puzzle": a.Say.Text(k.Name + ".name")}))
	r.Text = ask.Join("\n", ask.Misstep(syntax, a.Say), a.Say.Text("error.example", words.With{"Command": example}))
	if marks := a.Options.Text(ask.MarksField); strings.TrimSpace(marks) != "" && text != "" {
		text += "\n" + ask.SnapshotSign + marks // the form has a field for them
	}
	if quotable(text) && !ofOption && strings.Contains(text, syntax.Source) {
		r.Puzzle = strings.TrimRight(text, "\r\n ")
		r.Offer(mend(a))
	}
	r.Offer(helpButton(a))
	return r
}

func helpButton(a *ask.Ask) chat.Button {
	return chat.Button{Label: a.Say.Text("button.help"), Path: "help?puzzle=" + a.Kind.Name}
}

// mend is the button to a form that holds the puzzle as it is: for one that could not be
// read, or has no solution.
func mend(a *ask.Ask) chat.Button {
	return a.Button("button.mend", a.Keep(ask.Change{"form": "mend"}))
}

// quotable tells whether a text can stand in a reply, for a form to take from.
func quotable(text string) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) &&
		utf8.RuneCountInString(text) <= ask.LongestBlock && !strings.Contains(text, "```")
}

// Private tells whether the answer to a command is for the asker alone, without working it
// out. Of a click that is its button's business.
func (c *Commands) Private(req *chat.Request) bool {
	a, ok := ask.Read(req, c.kinds)
	return ok && a.IsPrivate()
}

// Notice is a reply about the request itself rather than a puzzle, by the id of its words
// under "notice".
func (c *Commands) Notice(locale, id string, data map[string]any) *chat.Reply {
	return &ask.Notice(words.In(locale), id, data).Reply
}

// underway is the interim reply of a long solve.
func underway(a *ask.Ask, at solvers.Progress) *chat.Reply {
	const width = 20
	done := 0
	if at.Total > 0 {
		done = min(max(at.Done, 0), at.Total) * width / at.Total
	}
	name := a.Kind.Name
	return &chat.Reply{
		Title: a.Say.Text("progress.title", words.With{"Puzzle": a.Say.Text(name + ".name")}),
		Text: "`" + strings.Repeat("█", done) + strings.Repeat("░", width-done) + "`\n" +
			a.Say.Text("progress."+name, words.With{"Done": at.Done, "Total": at.Total}),
	}
}
