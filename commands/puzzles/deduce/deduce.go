// Package deduce is for pencil-and-paper puzzles, whose state is a sheet: a sign for each
// cell. What people are told of them is written here once: the verdict, two solutions, the
// steps of the way, what is wrong with their own marks, a game, puzzles made to
// order, and a batch's record. A kind of puzzle is a Puzzle and says what differs.
package deduce

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// A Puzzle is one deduction puzzle, as its kind tells people of it. Sheets are row-major, a
// sign of its Notation a cell, Unmarked where nothing is known.
type Puzzle interface {
	String() string // its encoding, without marks
	Size() (rows, cols int)
	Notation() *Notation
	Printed() []byte          // the sheet at the start: a cell that is not Unmarked is not to be marked
	With(marks []byte) Puzzle // with the marks of a sheet as given cells

	// Solve decides the puzzle; brief is for the verdict and two solutions alone. Its error
	// is the context's.
	Solve(ctx context.Context, brief bool) (*Solved, error)
	// Steps is the way that a person would go. Of is what was solved of the puzzle, or of
	// the same one without marks.
	Steps(ctx context.Context, of *Solved, say words.Phrases) iter.Seq[Step]
	// Conflict says why there is no solution.
	Conflict(ctx context.Context, of *Solved, say words.Phrases) Conflict
	// Remark is what else is to be said of a verdict; "" for nothing.
	Remark(of *Solved, say words.Phrases) string

	// Reveals is what a solution turns out to be; "" for nothing.
	Reveals(solution []byte, say words.Phrases) string

	// Clue is what is known of a row or a column, in a line. Met tells whether a sheet agrees
	// with it, with every cell that counts.
	Clue(column bool, line int) string
	Met(sheet []byte, column bool, line int) bool

	// Groups are cells that the rules forbid to have a sign in common.
	Groups() [][]int

	Board(sheet []byte) *render.Board              // to work on, with coordinates
	Filled(sheet []byte, of *Solved) *render.Board // as an answer; of is nil for a complete sheet
	Blank() *render.Board                          // as it is set to others

	// GoOn adds the kind's own ways on to an answer about a puzzle with such a verdict.
	GoOn(r *ask.Answer, v solvers.Verdict)
}

// A Hinted puzzle has hints that are not its Steps, for who sees the whole board. Of is as for
// Steps; last are the cells that were marked last, where that is known.
type Hinted interface {
	Hints(ctx context.Context, of *Solved, last []int, say words.Phrases) iter.Seq[Step]
}

// Plain is for kinds to embed that have nothing to say in these matters.
type Plain struct{}

// Groups are none.
func (Plain) Groups() [][]int { return nil }

// Remark is nothing.
func (Plain) Remark(*Solved, words.Phrases) string { return "" }

// Reveals is nothing.
func (Plain) Reveals([]byte, words.Phrases) string { return "" }

// GoOn adds nothing.
func (Plain) GoOn(*ask.Answer, solvers.Verdict) {}

// Solved is what a solver says, in signs.
type Solved struct {
	Verdict   solvers.Verdict
	Level     string        // how hard it was to decide, as the solver names it
	Decided   time.Duration // to the verdict, with two solutions at hand where there are several
	Key       []byte        // what is the same in all solutions, as far as it is known
	Proved    bool          // Key is all there is
	Solutions [][]byte      // sheets, two at most
	RulesLeft *int          // cells that the rules on paper leave open; nil where the kind has no such rules
	Notes     []uint16      // digits that are still possible, bits by cell; nil where there are none

	Count  func(ctx context.Context) (n int, exact bool)     // of the solutions
	Grade  func(ctx context.Context) (solvers.Rating, error) // of a puzzle with one solution; nil where the kind has no grades
	Answer any                                               // the solver's own
}

// A Step is one deduction.
type Step struct {
	ask.Stage
	Decides []int                                   // cells
	Signs   []byte                                  // of these, in a sheet
	Look    []int                                   // cells to look at; nil for nowhere in particular
	LookOn  bool                                    // they stay marked when the step is done
	Subdue  func(b *render.Board)                   // what it did not need, once it is done; nil for nothing
	Draw    func(b *render.Board, mark render.Mark) // puts it on a board; NoMark for a step that others follow
}

// A Conflict is why there is no solution.
type Conflict struct {
	Text     string
	Draw     func(b *render.Board) // marks it
	TextOnly bool                  // no board would say more
	Typos    []Typo                // single numbers that may be why, the likely ones first
}

// A Game is a puzzle with what a person has marked in it.
type Game struct {
	Puzzle
	Marks []byte // a sheet; nil for nothing marked
}

// String is the puzzle, and below it its marks, as a reply carries them.
func (g Game) String() string {
	if g.Marks == nil {
		return g.Puzzle.String()
	}
	_, cols := g.Size()
	return g.Puzzle.String() + "\n" + snapshot(g.Marks, g.Printed(), cols)
}

// Doubt is what can be seen to be wrong with the puzzle without solving it, where its kind can
// tell; "" for nothing.
func (g Game) Doubt(say words.Phrases) string {
	if d, ok := g.Puzzle.(interface{ Doubt(words.Phrases) string }); ok {
		return d.Doubt(say)
	}
	return ""
}

// sheet is what is printed and marked.
func (g Game) sheet() []byte {
	if g.Marks == nil {
		return g.Printed()
	}
	return g.Marks
}

// Now is the puzzle with its marks as given cells.
func (g Game) Now() Puzzle {
	if g.Marks == nil {
		return g.Puzzle
	}
	return g.With(g.Marks)
}

// Sheet is what is printed and marked, in rows.
func (g Game) Sheet() string {
	_, cols := g.Size()
	return strings.Join(ask.Lines(g.sheet(), cols, func(sign byte) byte { return sign }), "\n")
}

// cells is how many cells there are to decide.
func (g Game) cells() int {
	n := 0
	for _, sign := range g.Printed() {
		if sign != g.Notation().Block {
			n++
		}
	}
	return n
}

func open(key []byte) (cells []int) {
	for i, sign := range key {
		if sign == Unmarked {
			cells = append(cells, i)
		}
	}
	return cells
}

// Actions are what can be done with deduction puzzles, with some of the kind's own among
// them, and some after.
func Actions(own []ask.Action, after ...ask.Action) []ask.Action {
	all := ask.Usual(ask.On(solve), ask.On(check), ask.On(steps), ask.On(animate))
	all = append(all, ask.Action{Name: ask.Play, Alone: true, Short: true, Game: true, When: canPlay, Do: ask.On(play)})
	all = append(all, own...)
	all = append(all,
		ask.Action{Name: "pair", Reveals: true, Do: ask.On(pair)},
		ask.Action{Name: ask.Blank, Short: true, ShowsOrder: true, Do: ask.On(blank)})
	return append(all, after...)
}

func canPlay(r *ask.Answer) bool { return r.Tone == chat.Good || r.Tone == chat.Plain }

// Reader reads a puzzle, with the marks that stand behind it or in the option for them, or
// an order for one; order is nil for a text that is none, and so is the function for a kind
// that none can be ordered of.
func Reader[P Puzzle](parse func(text string) (P, error), order func(text string) (ask.Order, error), n *Notation) func(string, ask.Options) (ask.Game, error) {
	read := func(text string) (ask.Game, error) {
		if order != nil {
			if o, err := order(text); err != nil || o != nil {
				return o, err
			}
		}
		p, err := parse(text)
		return Game{Puzzle: p}, err
	}
	return func(text string, o ask.Options) (ask.Game, error) {
		game, err := read(text)
		marks, at := o.Text(ask.MarksField), 0
		if err != nil && strings.TrimSpace(marks) == "" { // a text that is a puzzle as it is has no marks behind it
			if m := n.Behind().FindStringSubmatchIndex(text); m != nil {
				if before, wrong := read(text[:m[3]]); wrong == nil {
					game, err, marks, at = before, nil, text, m[4]
				}
			}
		}
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(marks) == "" {
			return game, nil
		}
		return n.mark(game, marks, at)
	}
}

// A markedOrder is an order for a puzzle with marks in it, which are read when it is made.
type markedOrder struct {
	ask.Order
	notation *Notation
	marks    string
	at       int
}

func (o markedOrder) Make(ctx context.Context) (ask.Game, error) {
	game, err := o.Order.Make(ctx)
	if err != nil {
		return nil, err
	}
	return o.notation.mark(game, o.marks, o.at)
}

// Made is nil: who has marks has seen what was made.
func (markedOrder) Made(context.Context, *ask.Ask, ask.Game) *ask.Answer { return nil }

// mark adds marks, which stand at that byte of a text, to a game, or to what will be made.
func (n *Notation) mark(game ask.Game, text string, at int) (ask.Game, error) {
	if o, ok := game.(ask.Order); ok {
		return markedOrder{o, n, text, at}, nil
	}
	g := game.(Game)
	n = g.Notation()
	rows, cols := g.Size()
	reader := &moveReader{Notation: n, text: text, at: at, rows: rows, cols: cols, printed: g.Printed()}
	sheet, err := reader.sheet()
	if err != nil {
		return nil, err
	}
	if n.Dots != nil {
		sheet = reader.decideDots(g.Puzzle, sheet)
	}
	g.Marks = sheet
	return g, nil
}

// A Record is what a batch says of one puzzle. What only a maker asks, from Solutions to
// Ambiguous, is not worked out where the verdict alone is wanted.
type Record struct {
	ask.RecordHead
	Total float64  `json:"total_ms"` // with the proof of which cells differ; ms is the time to the verdict, as solvers are compared
	Level string   `json:"level,omitempty"`
	Rules *int     `json:"rules_left,omitempty"` // cells that the rules on paper leave open, where the kind has such
	Grid  []string `json:"grid,omitempty"`       // rows of signs; '?' where solutions differ or nothing is proved
	Rows  int      `json:"rows"`
	Cols  int      `json:"cols"`

	Solutions  *int     `json:"solutions,omitempty"` // how many
	AtLeast    bool     `json:"at_least,omitempty"`  // there may be more: Solutions is how far this machine counted in asideTime
	Difficulty string   `json:"difficulty,omitempty"`
	Steps      int      `json:"steps,omitempty"`     // of a person's way, each the easiest
	Effort     int      `json:"effort,omitempty"`    // what they cost together: solvers.Rating
	Ambiguous  []string `json:"ambiguous,omitempty"` // cells that differ between solutions, proved
}

// A recorded puzzle has more to say in a batch.
type recorded interface {
	Recorded(r *Record, of *Solved) ask.Record
}

// NewRecord solves for a batch what the marks leave of a puzzle. A chat solves the puzzle without
// them, to tell which of them are wrong.
func NewRecord(ctx context.Context, game ask.Game, brief bool) ask.Record {
	g := Game{Puzzle: game.(Game).Now()}
	begun := time.Now()
	s, err := g.Solve(ctx, brief)
	r := &Record{RecordHead: ask.NewHead(begun, err)}
	if s == nil {
		return &r.RecordHead
	}
	r.Rows, r.Cols = g.Size()
	r.Total = r.MS
	if s.Verdict != solvers.Undecided {
		r.MS = float64(s.Decided.Nanoseconds()) / 1e6
	}
	r.Verdict, r.Level, r.How = s.Verdict.String(), s.Level, s.Level
	if s.Verdict != solvers.None {
		r.Grid = g.written(s.Key)
	}
	r.Rules = s.RulesLeft
	if !brief {
		r.forMakers(ctx, s)
	}
	r.How = ask.Join(", ", fmt.Sprintf("%d×%d", r.Rows, r.Cols), r.How)
	if own, ok := g.Puzzle.(recorded); ok {
		return own.Recorded(r, s)
	}
	return r
}

// forMakers adds what only a maker asks, as far as its time goes.
func (r *Record) forMakers(ctx context.Context, s *Solved) {
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	n, exact := 0, true
	switch s.Verdict {
	case solvers.Undecided:
		return
	case solvers.Unique:
		n = 1
		if d := s.graded(ctx); d != nil {
			r.Difficulty, r.Steps, r.Effort = d.Difficulty.String(), d.AllSteps(), d.Effort
			r.How = fmt.Sprintf("%s %s, effort %d", r.Difficulty, d.Difficulty.Stars(), r.Effort)
		}
	case solvers.Multiple:
		n, exact = s.Count(ctx)
		if r.How = fmt.Sprintf("%s%d solutions", words.If(exact, "", "at least "), n); s.Proved {
			for _, i := range open(s.Key) {
				r.Ambiguous = append(r.Ambiguous, ask.RowColumn(i/r.Cols, i%r.Cols))
			}
			const most = 12
			r.How += fmt.Sprintf(", %d cells differ: %s", len(r.Ambiguous), strings.Join(r.Ambiguous[:min(most, len(r.Ambiguous))], " "))
			if more := len(r.Ambiguous) - most; more > 0 {
				r.How += fmt.Sprintf(" and %d more", more)
			}
		}
	}
	r.Solutions, r.AtLeast = &n, !exact
}

// written is a sheet as rows of text.
func (g Game) written(sheet []byte) []string {
	_, cols := g.Size()
	n := g.Notation()
	return ask.Lines(sheet, max(cols, 1), func(sign byte) byte {
		if sign == n.Empty && sign != 0 {
			return '.'
		}
		return sign
	})
}
