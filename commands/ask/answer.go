package ask

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// An Answer is a reply in the making. An action says what it has to say; style, pages and
// the ways on that all answers have are added when it is finished.
type Answer struct {
	chat.Reply

	Ask  *Ask // the ask that it answers: the original one, or an easier one in its place
	Game Game // game of the buttons below; nil for none

	Again  Change // change that leads to the same answer again; nil if its action is enough
	Posted Change // change that leads to the answer as everybody is to see it; nil for the same one

	List   []string                                   // shown a page at a time, under Text
	Stages []Stage                                    // the list as solution steps; nil for a plain list
	After  func(done int) *render.Board               // returns the board after `done` stages, with the last one marked; nil for none
	Look   func(b *render.Board, next int, done bool) // marks where to look for stage next, before or after it is done; nil for nowhere

	Leg func(stage, leg int) *render.Board // returns the board after a number of legs of a stage's Walk; nil for none

	Late bool  // the time ended before all Stages were found
	Won  *Feat // how a game ended; nil while it goes on

	// Unusual meanings of signs of the Board: ids of phrases by the sign's word; "" for a sign that the
	// answer explains elsewhere.
	Legend map[string]string
	Gives  bool // the answer gives certain cells of the solution away, whatever was asked for
	Clued  bool // emoji can't show the Board's clues or marks
	Spoken bool // the Board is in words instead, in Text or a file

	// Of a game that goes on: its signs are not explained, so that the message fits a phone's screen.
	Brief bool
}

// Reveal adds a text that gives the solution away: before all other text, or behind the spoiler.
func (r *Answer) Reveal(text string) {
	if r.Ask.Spoiler {
		r.Secret = Join("\n", text, r.Secret)
	} else {
		r.Text = Join("\n", text, r.Text)
	}
}

// A Stage is one step of the way to a solution, as a person is told of it.
type Stage struct {
	Nudge string // what a hint says first, as a sentence; "" for to look at Where
	Where string // where to look: "row 3"; "" for the whole board
	What  string // what to do there, in a sentence; "" for what the technique that Why names says
	Why   string // all of it in a sentence, with the technique's name in bold, if it has one
	Opens bool   // a page: what comes before is another part of the way

	Walk []string // the reason told one thing at a time, for a reason with several; nil for any other

	Techniques []string // ids of those that Why names and lessons teach
	Does       bool     // it decides cells that can be marked
}

// The degrees of a hint: where to look, and no more; what to do there; why, with the board
// after it.
const (
	HintWhere = iota
	HintWhat
	HintWhy
)

// Hint returns the stage as a hint in a degree, one of HintWhere to HintWhy, and the degree that it
// told. That is HintWhy already if the stage has nothing to say in the degree asked for.
func (s Stage) Hint(degree int, say words.Phrases) (text string, told int) {
	degree = min(max(degree, HintWhere), HintWhy)
	if degree == HintWhy || s.What == "" && s.Technique() == "" && (s.Where == "" || degree == HintWhat) {
		return s.Why, HintWhy
	}
	switch {
	case s.Nudge != "" && degree == HintWhat:
		return s.What, degree
	case s.Nudge != "":
		return s.Nudge, degree
	case s.Where != "":
		text = say.Text("hint.where", words.With{"Where": s.Where})
	default:
		text = say.Text("hint.anywhere")
	}
	if degree == HintWhere {
		return text, degree
	}
	what := s.What
	if what == "" {
		what = say.Text("hint.what", words.With{"What": s.Technique()})
	}
	return Join("\n", text, what), degree
}

// Technique returns the name of the stage's technique, which is the first text in bold in Why; ""
// if there is none.
func (s Stage) Technique() string {
	_, rest, _ := strings.Cut(s.Why, "**")
	name, _, _ := strings.Cut(rest, "**")
	return name
}

// New returns an answer with a title.
func (a *Ask) New(tone chat.Tone, title string) *Answer {
	return &Answer{Reply: chat.Reply{Tone: tone, Title: title}, Ask: a}
}

// Notice returns an answer about the request itself rather than a puzzle, by the id of its words
// under "notice". If the data has a Count, the words are in the plural form for it.
func Notice(say words.Phrases, id string, data words.With) *Answer {
	text := "notice." + id + ".text"
	r := &Answer{Reply: chat.Reply{Tone: chat.Failure, Title: say.Text("notice."+id+".title", data), Private: true}}
	if n, ok := data["Count"].(int); ok {
		r.Text = say.Count(text, n, data)
	} else {
		r.Text = say.Text(text, data)
	}
	return r
}

// Notice returns a notice in the asker's language, by the id of its words under "notice". Words in the
// data are best those of Aside.
func (a *Ask) Notice(id string, data ...words.With) *Answer {
	a = a.Aside()
	r := Notice(a.Say, id, words.Merge(data...))
	r.Ask = a
	return r
}

// OutOfTime returns the answer that the time ended before anything was found. It is Late, so that a
// hint offers to try once more.
func (a *Ask) OutOfTime() *Answer {
	r := a.New(chat.Mixed, a.Say.Text("undecided.title"))
	r.Text, r.Late = a.Say.Text("undecided.text"), true
	return r
}

// Unanswered returns the answer to a solver's error: that time or memory was short. Any other error
// is a bug of ours, and panics for the bot to report it as an incident.
func (a *Ask) Unanswered(err error) *Answer {
	if errors.Is(err, solvers.ErrMemory) {
		return a.Notice("memory")
	}
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		panic(err)
	}
	return a.OutOfTime()
}

// Offer adds buttons below the answer, after those that it has.
func (r *Answer) Offer(buttons ...chat.Button) { r.Buttons = append(r.Buttons, buttons...) }

// Remark adds a line of small print.
func (r *Answer) Remark(note string) { r.Note = Join("\n", r.Note, note) }

// Attach adds a text file called name.txt with these lines.
func (r *Answer) Attach(name string, lines []string) {
	r.Files = append(r.Files, chat.File{Name: name + ".txt", Data: []byte(strings.Join(lines, "\n") + "\n")})
}

// Show gives the answer a board, under the answer's title and with that caption. It does nothing if
// b is nil, as for a board too large to be drawn.
func (r *Answer) Show(b *render.Board, caption string) {
	if b != nil {
		b.Title, b.Caption = r.Title, caption
		r.Board = b
	}
}

// Tell has the answer list the items, a page at a time. If there are none, its small print says so,
// in place of what it said before.
func (r *Answer) Tell(items []string) {
	r.List = items
	if len(items) == 0 {
		r.Note = r.Ask.Say.Text("no-steps")
	}
}

// Teach has the answer lead through the stages: a page of them at a time, or one alone as a hint.
// After returns the board when `done` stages are done; it is nil if no board is to be shown.
func (r *Answer) Teach(stages []Stage, after func(done int) *render.Board) {
	var all []string
	for _, s := range stages {
		all = append(all, s.Why)
	}
	r.Tell(all)
	r.Stages, r.After = stages, after
}

// showsSteps reports whether an answer has steps on a board, which can be shown as a film. It is
// false for a puzzle without a solution.
func showsSteps(r *Answer) bool {
	return r.Ask.Action.Filmed && r.Tone != chat.Bad && len(r.Stages) > 0 && r.Board != nil
}

// The pace of a film. It has at most mostFrames frames, as more would be too quick to follow, and
// of a large board fewer: mostFilmed cells take a tenth of a second to draw.
const (
	stepTime   = 700 * time.Millisecond
	wayTime    = 25 * time.Second // all steps together, at most
	endTime    = 5 * time.Second
	mostFrames = 125
	mostFilmed = 250_000 // cells of all frames
)

// Animate adds a film of steps that ends with the board `end`, and says in small print how many
// steps it shows. After draws the board when `done` steps are done, the last one marked. If there
// are more steps than frames, a frame stands for several steps. There is no film if there are no
// steps. There is none, and a remark says why, if end is nil because the board is too large to be
// drawn.
func (r *Answer) Animate(steps int, after func(done int) *render.Board, end *render.Board) {
	say := r.Ask.Say
	switch {
	case steps == 0:
		return
	case end == nil:
		r.Remark(say.Text("notice.too-large-to-draw.text", words.With{"Max": maxDrawn}))
		return
	}
	shown := min(steps, mostFrames-1, mostFilmed/len(end.Cells))
	hold := min(stepTime, wayTime/time.Duration(shown+1))
	r.Film = &chat.Film{Alt: say.Count("film.alt", steps, words.With{"Title": r.Title})}
	for i := range shown + 1 { // the first frame is the board before the first step
		r.Film.Frames = append(r.Film.Frames, render.Frame{Draw: func() *render.Board { return after(i * steps / shown) }, Hold: hold})
	}
	r.Film.Frames = append(r.Film.Frames, render.Frame{Draw: func() *render.Board { return end }, Hold: endTime})
	if shown < steps {
		r.Remark(say.Text("film.some", words.With{"Count": steps, "Shown": shown}))
	} else {
		r.Remark(say.Count("film.all", steps))
	}
}

// DescribeSyntaxError says where a text went wrong: it shows the line with the place marked, and says
// what is wrong in a sentence, or what stands there and what was expected.
func DescribeSyntaxError(e *solvers.SyntaxError, say words.Phrases) string {
	if plainly := say.Plainly(e); plainly != "" {
		return Join("\n", words.Pointer(e.Source, e.Column), plainly)
	}
	found := say.Text("error.end")
	switch e.Found {
	case "":
	case "\n":
		found = say.Text("error.end-of-line")
	default:
		found = say.Text("error.found", words.With{"Found": words.Visible(e.Found)})
	}
	return Join("\n", words.Pointer(e.Source, e.Column),
		say.Text("error.where", words.With{"Line": e.Line, "Column": e.Column, "Found": found, "Expected": say.Expected(e)}))
}

// Join joins the parts that are not empty.
func Join(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}
