// Package ask is how a request is understood. An Ask is one request, read once: whatever
// steers an answer stands in it and nowhere else. A Kind is a kind of puzzle, with a table
// of what can be done with it, an Action a row. An Answer is what comes of an Ask, with its
// own ways on.
package ask

import (
	"context"
	"errors"
	"fmt"
	"image"
	"iter"
	"slices"
	"time"
	"unicode/utf8"

	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/render/sheet"
	"kibitz/solvers"
	"kibitz/vision"
)

// A Kind is what the commands know of one kind of puzzle. Meant and the functions from Lookup on are
// nil where the kind has no such thing.
type Kind struct {
	Name    string
	Example string            // an encoding that works, for help and errors
	Instead map[string]string // an encoding that shows more of what an error is about, by its code
	Samples []string          // more of them, to be suggested
	Order   string            // the sample that orders a new puzzle; "" where none can be ordered
	Marks   string            // example progress on Example for the option "marks"; "" where it takes none
	Actions []Action          // what can be done with it, the usual one first
	Options []Option          // its own, beside those that all have
	Maker   *Door             // its command for puzzle makers; nil for none
	Styles  []string          // its choices of style; nil for all
	Lessons []string          // techniques that are taught, the easiest first: their words are NAME.technique.ID, the name, and NAME.lesson.ID
	// Ids of its phrases that are put together, in its own file or in the rooms that it uses; a test holds
	// them to code and words.
	Says []string

	// Read is what a text is by the rules that the kind's own options say: a Game, or an
	// Order for one. It sees nothing else of a request, changes nothing, and makes nothing.
	// Its error is a *solvers.SyntaxError or an *OptionError.
	Read func(text string, rules Options) (Game, error)

	// Meant reports whether somebody who wrote this game among other words is likely to mean one of this
	// kind; nil for always.
	Meant func(g Game) bool

	// Record solves a puzzle for a batch; brief is for the verdict alone.
	Record func(ctx context.Context, g Game, brief bool) Record

	// Lookup answers a question that is no puzzle, like "16 in 2"; nil and no error for any
	// other text.
	Lookup func(text string, say words.Phrases) (*Answer, error)
	// Edit puts a board together on buttons. Without it, the text is typed into a form.
	Edit func(a *Ask) *Answer
	// Mend is the puzzle with a typo mended, and which, in words; nil where it has no such
	// typo.
	Mend func(g Game, code string, say words.Phrases) (mended Game, told string)
	// Form is for what is typed in a game, or a form of the kind's own.
	Form func(a *Ask) *chat.Form
	// Standing returns the puzzle of a game as the turns below it have left it, with the marks behind it.
	// The options are the rules.
	Standing func(ctx context.Context, puzzle, turns string, o Options) string
	// Deal is a puzzle to play, as text: the one of that number, of the size of the one that
	// was asked about, if there was one.
	Deal func(a *Ask, number uint64) string
	// Level is that order with the number of a puzzle as hard as the last game's, or harder, as the
	// turn says; easy for a first game. Without it, all puzzles of an order are alike.
	Level func(ctx context.Context, a *Ask, order string) string
	// Daily is the order, as text, for the puzzle of a day, by Grades.
	Daily func(day time.Time, grade int) string
	// Photo is how its boards look on an image; vision.Any for a kind that is not read off one.
	Photo vision.Kind
	// Lines is a puzzle as it is mended by hand: text that Read reads, a clue or a row a line.
	Lines func(g Game) string
	// Open is the order that an image is for a puzzle to be drawn of it.
	Open func(file chat.Upload, rules Options) Order
	// Redraw offers below an answer that the image be drawn, too, as Open does.
	Redraw func(r *Answer, image image.Image)
	// Teach shows a technique of Lessons: an example of it as a step, and the board before and
	// after that. It takes no time.
	Teach func(ctx context.Context, technique string, say words.Phrases) (*Stage, *render.Board)
	// Exercise sets a position of the same family as Teach's example to be tried; nil for a
	// technique without one. It takes no time.
	Exercise func(ctx context.Context, technique string, say words.Phrases) *Exercise
	// Practice has for a technique of Lessons a puzzle, as text that Read reads, in which no
	// technique further on in Lessons is needed. Techniques without such a puzzle are missing.
	Practice map[string]string
	// Page is where the puzzle can be played on the web; "" for nowhere.
	Page func(g Game) string
	// Binary tells whether a file that is no text may be a puzzle all the same.
	Binary func(data string) bool
	// Sheet is a puzzle as it is printed.
	Sheet func(ctx context.Context, g Game) (sheet.Puzzle, error)
	// Split yields the puzzles of a text that may hold several, each with its name; one
	// puzzle as it is, with no name.
	Split func(text string) iter.Seq2[string, string]
}

// A Game is one puzzle that was read, by its rules and with what is marked in it.
type Game interface {
	fmt.Stringer            // the encoding that a reply carries: Read gives the same Game for it
	Size() (rows, cols int) // of its board
}

// A Marked game has marks that are drawn as rows of signs.
type Marked interface{ Sheet() string }

// An OptionError is of an option that can't be read, rather than of a puzzle.
type OptionError struct {
	Option, Example string // its name, and a value that works; "" where its choices are listed
	Err             *solvers.SyntaxError
}

func (e *OptionError) Error() string { return e.Err.Error() }
func (e *OptionError) Unwrap() error { return e.Err }

// A Refusal is an error that people are told of by the id of a notice.
type Refusal struct {
	ID   string
	Data words.With
	Err  error
}

func (r *Refusal) Error() string {
	if r.Err == nil {
		return r.ID
	}
	return r.Err.Error()
}

func (r *Refusal) Unwrap() error { return r.Err }

// An Action is one thing that can be done with a puzzle. Its names are choice.do.NAME and
// button.NAME.
type Action struct {
	Name    string
	Button  bool // offered under every answer about a puzzle that has a solution
	Reveals bool // it gives the solution away, and can be asked for behind a spoiler
	Private bool // for the asker alone, unless they say otherwise
	Alone   bool // its answer gets no general follow-up buttons
	Short   bool // its answer is short, and leaves room for the marks of a longer puzzle

	Game       bool // it is a game, which goes on in the reply's place
	Brief      bool // a batch asks for the verdict alone
	OneStage   bool // it shows one stage of a way, in degrees
	Written    bool // the answer is the puzzle as text
	Filmed     bool // its stages can be shown as a film
	ShowsOrder bool // of a puzzle made to order it shows what was made
	ByForm     bool // it asks in a form of its own first, which a button opens; no command lists it

	When func(r *Answer) bool // in place of Button: offered where this holds; nil for never

	Do Do
}

// A Do does an action with a game and returns the answer.
type Do = func(ctx context.Context, a *Ask, g Game) *Answer

// Usual returns the actions that all kinds have, except for Play. The functions do them. The action
// Hint gets the one for steps, as it shows a single one of the steps.
func Usual(solve, check, steps, animate Do) []Action {
	return []Action{
		{Name: Solve, Button: true, Reveals: true, ShowsOrder: true, Do: solve},
		{Name: Check, Button: true, Short: true, Brief: true, Do: check},
		{Name: Hint, Button: true, Private: true, Alone: true, Short: true, OneStage: true, Do: steps},
		{Name: "steps", Button: true, Reveals: true, Filmed: true, Do: steps},
		{Name: "animate", Reveals: true, When: showsSteps, Do: animate},
		{Name: "copy", Private: true, Alone: true, Written: true, Do: written},
	}
}

// written answers with a title alone. The puzzle's text, which is to be copied, is added when the
// answer is finished.
func written(_ context.Context, a *Ask, _ Game) *Answer {
	return a.New(chat.Plain, a.Say.Text("copy.title"))
}

// On returns a Do that calls a function for games of type G. It panics for any other game, so a
// kind may use it only with the type that its Read returns.
func On[G Game](do func(ctx context.Context, a *Ask, g G) *Answer) Do {
	return func(ctx context.Context, a *Ask, g Game) *Answer { return do(ctx, a, g.(G)) }
}

// An Option is one of a kind's own. Its Choices hold values; their labels are
// choice.OPTION.VALUE.
type Option struct {
	chat.Option
	Rare    bool // listed after the options that all kinds have
	Maker   bool // the command for makers lists it, and the kind's own does not
	Encoded bool // a Game's String has it, so that buttons need not carry it

	Draws    bool // it says how an image is drawn
	OfAnswer bool // it is about the answer, such as which of several, and not a rule of the puzzle
}

// InBatch reports whether a batch knows the option: it reads no images, and a record is the
// whole answer.
func (o Option) InBatch() bool { return !o.Draws && !o.OfAnswer }

// A Door is a slash command that leads to a kind. Its phrases begin with its name.
type Door struct {
	Name    string
	Actions []string // that it lists
	Sample  string   // what a person may type into its form
	Usual   Options  // what it means where the person says nothing else
}

// Door returns the kind's own command, which lists all actions but those ByForm.
func (k *Kind) Door() *Door {
	d := &Door{Name: k.Name}
	for _, a := range k.Actions {
		if !a.ByForm {
			d.Actions = append(d.Actions, a.Name)
		}
	}
	return d
}

// isMaker reports whether this is the name of the kind's command for makers.
func (k *Kind) isMaker(name string) bool { return k.Maker != nil && k.Maker.Name == name }

// Named returns the kind to which a command of this name leads; nil if there is none.
func Named(kinds []*Kind, name string) *Kind {
	i := slices.IndexFunc(kinds, func(k *Kind) bool { return k.Name == name || k.isMaker(name) })
	if i < 0 {
		return nil
	}
	return kinds[i]
}

// Action returns the kind's action of this name; nil if there is none.
func (k *Kind) Action(name string) *Action {
	if name == Offer {
		return offering()
	}
	i := slices.IndexFunc(k.Actions, func(a Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &k.Actions[i]
}

// asksByForm reports whether the action of this name is one ByForm.
func (k *Kind) asksByForm(name string) bool {
	action := k.Action(name)
	return action != nil && action.ByForm
}

// option returns the kind's own option of this name; nil if there is none.
func (k *Kind) option(name string) *Option {
	i := slices.IndexFunc(k.Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &k.Options[i]
}

// Drawing reports whether one of these options says how an image is to be drawn. The image is then
// drawn as a puzzle, even if a board can be read off it.
func (k *Kind) Drawing(o Options) bool {
	return slices.ContainsFunc(k.Options, func(option Option) bool { return option.Draws && o[option.Name] != nil })
}

// Deals reports whether an action needs no puzzle from the person, because it is a game for which
// the kind can deal one.
func (k *Kind) Deals(action *Action) bool { return action.Game && k.Deal != nil }

// Readable reports whether a file may hold a puzzle: it is a text, or what the kind's Binary accepts.
func (k *Kind) Readable(data string) bool {
	return utf8.ValidString(data) || k.Binary != nil && k.Binary(data)
}

// ByHand returns a puzzle's text in the form in which people mend it by hand: a clue or a row on
// each line. It returns the text as it is if it cannot be read, if it is an order, or if the kind
// has no such form.
func (k *Kind) ByHand(puzzle string, rules Options) string {
	if k.Lines == nil || puzzle == "" {
		return puzzle
	}
	game, err := k.Read(puzzle, rules)
	if _, order := game.(Order); err != nil || order {
		return puzzle
	}
	return k.Lines(game)
}

// Examples returns the texts of the kind that are known to work: the example, then the samples.
func (k *Kind) Examples() []string { return append([]string{k.Example}, k.Samples...) }

// A Record is what a batch says of one puzzle, as one JSON object.
type Record interface{ Head() *RecordHead }

// A RecordHead has the fields of every Record.
type RecordHead struct {
	File    string  `json:"file"`
	Kind    string  `json:"kind"`
	Verdict string  `json:"verdict,omitempty"`
	MS      float64 `json:"ms"`              // solving alone, wall clock
	Error   string  `json:"error,omitempty"` // instead of a verdict

	How string `json:"-"` // for the line of text: how it was decided
}

func (h *RecordHead) Head() *RecordHead { return h }

// NewHead returns the head of a record for a solve that began at `begun`, ends now, and returned
// err. The verdict is "undecided" if the time ended. Any other error is put into Error.
func NewHead(begun time.Time, err error) RecordHead {
	h := RecordHead{MS: float64(time.Since(begun).Nanoseconds()) / 1e6}
	switch {
	case err == nil:
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		h.Verdict, h.How = solvers.Undecided.String(), "out of time"
	default:
		h.Error = err.Error()
	}
	return h
}
