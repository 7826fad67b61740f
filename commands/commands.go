// Package commands says what each slash command means. Package ask reads a request once, package
// puzzles does something with a puzzle, and this package finishes the answer with its style, its
// pages and the buttons that all answers have. It knows neither Discord, for which package bot
// translates a Reply, nor any single kind of puzzle.
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
	"kibitz/commands/photo"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// Settings holds what an operator may choose about the answers.
type Settings struct {
	Theme     render.Theme
	MaxPuzzle int             // longest puzzle text taken from a chat, in characters
	Source    string          // address of the source code; "" for none
	Site      string          // address of the site with the page on which boards are painted; "" for none
	Launches  bool            // the chat itself can show that page
	Memory    *solvers.Memory // memory that heavy work shares; nil for no bound
	Key       []byte          // signs streaks, and is secret; nil for no streaks and no tables
	Eyes      photo.Eyes      // reads images
}

// Commands answers all the slash commands. It is safe for concurrent use.
type Commands struct {
	settings Settings
	kinds    []*ask.Kind
	photos   *photo.Reader
}

// New returns the commands with their words checked.
func New(settings Settings) (*Commands, error) {
	kinds := puzzles.Kinds()
	return &Commands{settings, kinds, photo.NewReader(settings.Eyes, kinds)}, words.Check()
}

// Inquire reads a request, once for the form, the privacy and the answer. What others see speaks the
// language that they share, and what the person alone sees speaks the person's own. Errors do so by
// themselves (see ask.Aside). Another answer that turns out to be for the person alone is made once more.
func (c *Commands) Inquire(req *chat.Request) chat.Inquiry {
	a, ok := ask.Read(req, c.kinds)
	if !ok {
		unknown := &ask.Notice(words.In(req.Locale), "unknown", nil).Reply
		return chat.Inquiry{
			Form:   func() *chat.Form { return nil },
			Answer: func(context.Context, func(*chat.Reply)) *chat.Reply { return unknown },
		}
	}
	shared := *a
	if req.Shared != "" && !a.IsPrivate() {
		shared.Say = words.In(req.Shared)
	}
	inquiry := chat.Inquiry{
		Private: a.IsPrivate(),
		Apart:   a.Path != "" && len(c.settings.Key) > 0 && (a.ForTable || a.Turn == ask.Share && a.Table != ""),
		Form:    func() *chat.Form { return openForm(a.Fetched()) },
		Answer: func(ctx context.Context, progress func(*chat.Reply)) *chat.Reply {
			r := c.finished(ctx, shared.Fetched(), progress)
			if r.Private && r.Ask.Say != a.Say {
				r = c.finished(ctx, a.Fetched(), progress)
			}
			return &r.Reply
		},
	}
	if c.launches(a) {
		inquiry.Launch = func() *chat.Launch { return c.launch(a.Fetched()) }
	}
	return inquiry
}

// finished answers an ask, and adds what all answers have. A long solve calls progress from this
// goroutine or the solver's.
func (c *Commands) finished(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	ctx, giveBack := solvers.WithMemory(ctx, c.settings.Memory)
	defer giveBack()
	r := c.reply(ctx, a, progress)
	if a.AsFile {
		r.Remark(r.Ask.Say.Text("note.picture-as-file"))
	}
	if a.Name != "help" && a.Name != "about" {
		r.Private = r.Private || a.IsPrivate() || r.Tone == chat.Failure
	}
	dropDead(r)
	if r.Board != nil {
		voice(r)
		explain(r, a.Say)
	}
	return r
}

// reply answers an ask by its command.
func (c *Commands) reply(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	switch {
	case a.Name == "help":
		return c.help(ctx, a)
	case a.Name == "daily", a.Name == chat.LaunchName:
		return c.daily(ctx, a, progress)
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

// answer reads or deals the puzzle of an ask, and does what was asked with it. An ask without a
// puzzle gets the board of buttons to tap one in, if its kind has such a board. If the ask's image
// was drawn as a puzzle rather than read, a remark says so.
func (c *Commands) answer(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	deals := a.Kind.Deals(a.Action)
	switch {
	case a.Kind.Edit != nil && (a.Edit != "" || !deals && !a.Given()):
		return c.edit(a)
	case deals && (a.Turn == ask.Another || a.Turn == ask.Harder && a.Kind.Level != nil || !a.Given()):
		c.deal(ctx, a)
	}
	seen := c.photos.See(ctx, a)
	if seen != (photo.Seen{}) {
		return c.answerSeen(ctx, a, seen, progress)
	}
	_, image := a.Options.File(chat.ImageOption)
	a = a.ToDraw()
	r := c.work(ctx, a, progress)
	if image && (a.Path == "" || a.Fields != nil) && !a.Kind.Drawing(a.Options) && r.Tone != chat.Failure {
		r.Remark(a.Say.Text("photo.drawn"))
	}
	return r
}

// answerSeen answers an ask after its image was looked at.
func (c *Commands) answerSeen(ctx context.Context, a *ask.Ask, seen photo.Seen, progress func(*chat.Reply)) *ask.Answer {
	switch {
	case seen.Notice != nil:
		return seen.Notice
	case seen.Question != nil:
		seen.Question.Theme = c.theme(a)
		return seen.Question
	}
	typed := seen.Board.Typed(a)
	r := c.work(ctx, typed, progress)
	r.Private = r.Private || typed.IsPrivate()
	r.Theme = c.theme(typed)
	seen.Board.ShowBeside(r)
	return r
}

// work does what was asked with the puzzle of the ask: it reads the puzzle, makes it if it is an
// order, mends its typo if that was clicked, carries out the action, and finishes the answer.
// Failures and refusals are returned as they are. Progress may be nil.
func (c *Commands) work(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	game, r := c.read(a)
	if r == nil && a.Turn == ask.Prove {
		r = c.prove(a)
	}
	if r != nil {
		return r
	}
	if a.ForTable {
		a.Streak = ownStreak(a)
	}
	if progress != nil {
		ctx = solvers.WithProgress(ctx, func(at solvers.Progress) { progress(underway(a, at)) })
	}
	if order, ok := game.(ask.Order); ok {
		order, made, err := draw(ctx, a, order)
		if err != nil {
			return notMade(a, err)
		}
		a.ReadFrom(order.String(), made.String())
		if game = made; !a.Carried { // a carried order was shown when it was made
			r = order.Made(ctx, a, made)
		}
		if r != nil && r.Game == nil {
			return r
		}
	}
	mended := ""
	if a.Fix != "" {
		if game, mended = mendTypo(a, game); game == nil {
			return a.Notice("unknown")
		}
		r = nil
	}
	if r == nil {
		r = a.Action.Do(ctx, a, game)
		if a.Made != "" && a.SaysSolve() {
			r.Remark(c.sameAgain(a))
		}
	}
	if r.Tone == chat.Failure {
		return r
	}
	if r.Game == nil {
		r.Game = game
	}
	switch {
	case a.Turn == ask.Share && r.Won == nil:
		return a.Notice("unknown")
	case a.Turn == ask.Share:
		return c.shared(r)
	case r.Won != nil:
		c.tellWon(r)
	}
	c.finish(ctx, r)
	if mended != "" {
		r.Remark(a.Say.Text("note.mended", words.With{"Typo": mended}))
	}
	return r
}

// mendTypo mends the typo of the clicked link, and tells it in words. It returns nil if the puzzle
// has no such typo.
func mendTypo(a *ask.Ask, game ask.Game) (ask.Game, string) {
	if a.Kind.Mend == nil {
		return nil, ""
	}
	a.Made = "" // the number made another puzzle
	return a.Kind.Mend(game, a.Fix, a.Say)
}

// edit returns the board of buttons on which a puzzle is tapped in, in the style that was asked
// for.
func (c *Commands) edit(a *ask.Ask) *ask.Answer {
	r := a.Kind.Edit(a)
	r.Theme = c.theme(a)
	style(r, utf8.RuneCountInString(r.Puzzle))
	return r
}

// draw makes the puzzle of an order. If the order leaves its number to chance, draw tries further
// numbers, eight in all, until one makes a puzzle. It returns the order with that number, and puts
// it into a.Made.
func draw(ctx context.Context, a *ask.Ask, order ask.Order) (ask.Order, ask.Game, error) {
	open, ok := order.(ask.OpenOrder)
	if !ok {
		made, err := order.Make(ctx)
		return order, made, err
	}
	const tries = 8
	for i := uint64(1); ; i++ {
		drawn := open.Drawn(a.Chance + i - 1)
		a.Made = drawn.String()
		made, err := drawn.Make(ctx)
		if _, refused := errors.AsType[*ask.Refusal](err); !refused || a.Made == open.String() || i == tries {
			return drawn, made, err
		}
	}
}

// deal puts an order for a puzzle into the ask: one like the last game's if that was made to order,
// or else one that the kind deals. It begins a new game: it removes the turns of the last one. The
// modulus keeps the number, which people type, to six digits.
func (c *Commands) deal(ctx context.Context, a *ask.Ask) {
	order := ""
	if a.Made != "" {
		game, _ := c.readText(a, a.Made)
		if open, ok := game.(ask.OpenOrder); ok {
			order = open.Any().String()
		}
	}
	if order == "" {
		order = a.Kind.Deal(a, a.Chance%1_000_000)
	}
	if a.Kind.Level != nil {
		order = a.Kind.Level(ctx, a, order)
	}
	a.Text, a.Typed, a.Saved = order, true, ""
	a.Beginning = ask.Beginning{Began: int(a.Age.Seconds())}
}

// dropDead removes buttons and menus without a path: theirs was too long to carry.
func dropDead(r *ask.Answer) {
	dead := func(b chat.Button) bool { return b.Path == "" && b.URL == "" }
	r.Buttons = slices.DeleteFunc(r.Buttons, dead)
	for i, row := range r.Grid {
		r.Grid[i] = slices.DeleteFunc(row, dead)
	}
	r.Grid = slices.DeleteFunc(r.Grid, func(row []chat.Button) bool { return len(row) == 0 })
	r.Menus = slices.DeleteFunc(r.Menus, func(m *chat.Menu) bool { return m.Path == "" })
}

// notMade returns the answer to the error of an order.
func notMade(a *ask.Ask, err error) *ask.Answer {
	if refusal, ok := errors.AsType[*ask.Refusal](err); ok {
		return a.Notice(refusal.ID, refusal.Data)
	}
	if syntax, ok := errors.AsType[*solvers.SyntaxError](err); ok {
		return misread(a, a.Text, syntax)
	}
	return a.Unanswered(err)
}

// misread returns the answer to a text that is not a puzzle: where it went wrong, what was found,
// what was expected, and an example that works.
func misread(a *ask.Ask, text string, err error) *ask.Answer {
	a = a.Aside()
	k := a.Kind
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		panic(fmt.Errorf("%s reads with an error of another kind: %w", k.Name, err))
	}
	title, example := "error.title", a.Sample(syntax.Code)
	if strings.HasPrefix(syntax.Code, "sheet.") || strings.HasPrefix(syntax.Code, "moves.") {
		title, example = "error.marks", "/"+k.Name+" puzzle:"+k.Example+" marks:"+k.Marks
	}
	option, ofOption := errors.AsType[*ask.OptionError](err)
	switch {
	case ofOption && option.Example != "":
		example += " " + option.Option + ":" + option.Example
	case strings.EqualFold(strings.TrimSpace(text), "random") && k.Order != "" && !a.ForMakers():
		example = "/" + k.Name + " puzzle:" + k.Order
	}
	r := a.New(chat.Failure, a.Say.Text(title, words.With{"Puzzle": a.Say.Text(k.Name + ".name")}))
	r.Text = ask.Join("\n", ask.DescribeSyntaxError(syntax, a.Say), a.Say.Text("error.example", words.With{"Command": example}))
	if marks := a.Options.Text(ask.MarksField); strings.TrimSpace(marks) != "" && text != "" {
		text += "\n" + ask.SnapshotSign + marks // the form has a field for marks
	}
	text = strings.TrimRight(text, "\r\n ")
	switch {
	case strings.TrimSpace(text) == "" || ofOption || !strings.Contains(text, syntax.Source):
	case fillable(k, text):
		r.Puzzle, r.InFile = text, !quotable(text)
		r.Offer(mend(a))
	case utf8.ValidString(text):
		r.Note = a.Say.Text("note.too-long-to-mend", words.With{"Max": longestValue})
	}
	r.Offer(helpButton(a))
	return r
}

// helpButton returns the button to the help on the ask's kind.
func helpButton(a *ask.Ask) chat.Button {
	return chat.Button{Label: a.Say.Text("button.help"), Path: "help?puzzle=" + a.Kind.Name}
}

// mend returns the button to a form with the puzzle to be mended. If the puzzle was checked on the
// way to another answer, the form leads to that answer.
func mend(a *ask.Ask) chat.Button {
	change := ask.Change{"form": "mend"}
	if do := words.If(a.Back == "" && a.ForMakers(), a.Action.Name, a.Back); do != "" {
		change["do"] = do
	}
	return a.Button(words.If(a.Traced, "photo.mend", "button.mend"), a.Keep(change))
}

// quotable reports whether a text can stand in a code block of a reply, from which a form can be
// filled in.
func quotable(text string) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) &&
		utf8.RuneCountInString(text) <= ask.LongestBlock && !strings.Contains(text, "```")
}

// Notice returns a reply about the request itself rather than a puzzle, by the id of its words
// under "notice".
func (c *Commands) Notice(locale, id string, data map[string]any) *chat.Reply {
	return &ask.Notice(words.In(locale), id, data).Reply
}

// underway returns the interim reply of a long solve.
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
