// Package deduce tells people of pencil-and-paper puzzles, whose state is a sheet: a sign for each
// cell. Written here once are the verdict, two solutions, the steps, the check of a person's marks,
// a game, puzzles made to order, and a batch's record. A kind of puzzle implements Puzzle and says
// what differs.
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

// A Puzzle is one deduction puzzle, as its kind tells people of it. Sheets are row-major: for each
// cell a sign of its Notation, Unmarked if nothing is known.
type Puzzle interface {
	String() string // encodes it, without marks
	Size() (rows, cols int)
	Notation() *Notation
	Printed() []byte          // returns the sheet at the start: only its Unmarked cells may be marked
	With(marks []byte) Puzzle // returns the puzzle with the marks of a sheet as given cells

	// Solve decides the puzzle. A brief one answers only the verdict and up to two solutions. Its
	// error is the context's.
	Solve(ctx context.Context, brief bool) (*Solved, error)
	// Steps yields the deductions that a person would make, in order. Of is the result of solving
	// the puzzle, or the same one without marks.
	Steps(ctx context.Context, of *Solved, say words.Phrases) iter.Seq[Step]
	// Conflict explains why there is no solution.
	Conflict(ctx context.Context, of *Solved, say words.Phrases) Conflict
	// Swaps returns changes of the first of several solutions, those of few cells first. Any of them made
	// together give another solution. It returns nil if it finds none.
	Swaps(ctx context.Context, of *Solved, say words.Phrases) []Swap
	// Remark returns one more sentence about a verdict; "" for none.
	Remark(of *Solved, say words.Phrases) string

	// Reveals names the picture or pattern of a solution; "" for none.
	Reveals(solution []byte, say words.Phrases) string

	// Clue writes the clue of a row or a column on one line of text. Met reports whether a sheet
	// agrees with it in every cell that counts.
	Clue(column bool, line int) string
	Met(sheet []byte, column bool, line int) bool

	// Groups returns sets of cells in which the rules forbid equal signs.
	Groups() [][]int

	Board(sheet []byte) *render.Board              // draws a sheet to work on, with coordinates
	Filled(sheet []byte, of *Solved) *render.Board // draws a sheet as an answer; of is nil for a complete sheet
	Blank() *render.Board                          // draws the puzzle as it is set to others

	// OfferMore adds the kind's own buttons to an answer about a puzzle with this verdict.
	OfferMore(r *ask.Answer, v solvers.Verdict)
}

// A Hinted puzzle gives hints in another order than Steps, for a person who sees the whole board.
// Of is as for Steps. Last are the cells that were marked last, nil if unknown.
type Hinted interface {
	Hints(ctx context.Context, of *Solved, last []int, say words.Phrases) iter.Seq[Step]
}

// Defaults answers nothing to Groups, Swaps, Remark, Reveals and OfferMore. A kind without answers of its
// own embeds it.
type Defaults struct{}

// Groups returns nil: no cells must differ.
func (Defaults) Groups() [][]int { return nil }

// Swaps returns nil.
func (Defaults) Swaps(context.Context, *Solved, words.Phrases) []Swap { return nil }

// Remark returns "".
func (Defaults) Remark(*Solved, words.Phrases) string { return "" }

// Reveals returns "".
func (Defaults) Reveals([]byte, words.Phrases) string { return "" }

// OfferMore adds nothing.
func (Defaults) OfferMore(*ask.Answer, solvers.Verdict) {}

// Solved is the result of a solver, in signs.
type Solved struct {
	Verdict   solvers.Verdict
	Level     string        // how hard it was to decide, as the solver names it
	Decided   time.Duration // time to the verdict, including a second solution if there is one
	Key       []byte        // the signs that all solutions share, as far as known; Unmarked elsewhere
	Proved    bool          // each cell that Key leaves Unmarked differs between two solutions
	Solutions [][]byte      // at most two sheets
	RulesLeft *int          // cells that the rules on paper leave open; nil where the kind has no such rules
	Swaps     []Swap        // why there are several solutions; set by the study
	Notes     []uint16      // for each cell its possible digits as bits 1 to 9; nil for kinds without digits

	Count  func(ctx context.Context) (n int, exact bool)     // counts the solutions
	Grade  func(ctx context.Context) (solvers.Rating, error) // rates a puzzle with one solution for a person; nil where the kind has no grades
	Answer any                                               // the solver's own answer
}

// A Step is one deduction.
type Step struct {
	ask.Stage
	Decides []int                                   // cells
	Signs   []byte                                  // their signs, in the order of Decides
	Strikes []Claim                                 // signs that cells are found not to have; nil for kinds without candidates
	Look    []int                                   // cells to look at; nil for nowhere in particular
	LookOn  bool                                    // Look stays marked when the step is done
	Subdue  func(b *render.Board)                   // fades what the step did not need, once it is done; nil for nothing
	Draw    func(b *render.Board, mark render.Mark) // puts the step on a board; mark is NoMark if other steps follow
	Legs    []Leg                                   // how a what-if fails, one thing at a time; nil for any other step
}

// A Leg is one thing on the way from an assumption to its contradiction.
type Leg struct {
	Told string
	Look []int                                   // cells to look at
	Fail bool                                    // nothing fits there any more
	Draw func(b *render.Board, mark render.Mark) // puts on a board what would follow
}

// A Conflict explains why there is no solution.
type Conflict struct {
	Text     string
	Draw     func(b *render.Board) // marks the conflict on the board
	TextOnly bool                  // a board would add nothing
	Typos    []Typo                // single numbers that may be mistyped, likely ones first
}

// A Game is a puzzle with what a person has marked in it.
type Game struct {
	Puzzle
	Marks []byte // a sheet; nil for nothing marked
}

// String writes the puzzle and below it its marks, as a reply carries them.
func (g Game) String() string {
	if g.Marks == nil {
		return g.Puzzle.String()
	}
	_, cols := g.Size()
	return g.Puzzle.String() + "\n" + snapshot(g.Marks, g.Printed(), cols)
}

// Doubt tells what is visibly wrong with the puzzle before solving it, if its kind can tell;
// otherwise "".
func (g Game) Doubt(say words.Phrases) string {
	if d, ok := g.Puzzle.(interface{ Doubt(words.Phrases) string }); ok {
		return d.Doubt(say)
	}
	return ""
}

// Begun reports whether anything is marked.
func (g Game) Begun() bool { return g.Marks != nil }

// ShowUnsolved shows the board with its marks, if it is not too large to be drawn.
func (g Game) ShowUnsolved(r *ask.Answer) {
	if ask.Drawn(g.Size()) {
		r.Show(g.Board(g.sheet()), "")
		r.Clued = true
	}
}

// sheet returns the printed and the marked signs.
func (g Game) sheet() []byte {
	if g.Marks == nil {
		return g.Printed()
	}
	return g.Marks
}

// Now returns the puzzle with its marks as given cells.
func (g Game) Now() Puzzle {
	if g.Marks == nil {
		return g.Puzzle
	}
	return g.With(g.Marks)
}

// Sheet writes the printed and marked signs, a line of text for each row.
func (g Game) Sheet() string {
	_, cols := g.Size()
	return strings.Join(ask.Lines(g.sheet(), cols, func(sign byte) byte { return sign }), "\n")
}

// cells returns how many cells there are to decide.
func (g Game) cells() int {
	n := 0
	for _, sign := range g.Printed() {
		if sign != g.Notation().Block {
			n++
		}
	}
	return n
}

// openCells returns the cells that a key leaves Unmarked.
func openCells(key []byte) (cells []int) {
	for i, sign := range key {
		if sign == Unmarked {
			cells = append(cells, i)
		}
	}
	return cells
}

// Actions returns the actions of deduction puzzles: those of all kinds, the game, the kind's own,
// pair and blank, and those of `after` at the end. Buttons stand in this order.
func Actions(own []ask.Action, after ...ask.Action) []ask.Action {
	all := ask.Usual(ask.On(solve), ask.On(check), ask.On(steps), ask.On(animate))
	all = append(all, ask.Action{Name: ask.Play, Alone: true, Short: true, Game: true, When: canPlay, Do: ask.On(play)})
	all = append(all, own...)
	all = append(all,
		ask.Action{Name: "pair", Reveals: true, Do: ask.On(pair)},
		ask.Action{Name: ask.Blank, Short: true, ShowsOrder: true, Do: ask.On(blank)})
	return append(all, after...)
}

// canPlay reports whether the answer's puzzle can be played: one solution, or nothing said yet.
func canPlay(r *ask.Answer) bool { return r.Tone == chat.Good || r.Tone == chat.Plain }

// Reader returns a function that reads a puzzle, with marks behind it or in the option for marks,
// or an order for a puzzle. Order returns nil for a text that orders nothing. It is itself nil for
// a kind that takes no orders.
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

// A markedOrder is an order for a puzzle together with marks, which are read when the puzzle is
// made.
type markedOrder struct {
	ask.Order
	notation *Notation
	marks    string
	at       int
}

// Make makes the puzzle and reads the marks into it.
func (o markedOrder) Make(ctx context.Context) (ask.Game, error) {
	game, err := o.Order.Make(ctx)
	if err != nil {
		return nil, err
	}
	return o.notation.mark(game, o.marks, o.at)
}

// Made returns nil: a person with marks has seen the puzzle before.
func (markedOrder) Made(context.Context, *ask.Ask, ask.Game) *ask.Answer { return nil }

// Begun reports whether there are marks: always.
func (markedOrder) Begun() bool { return true }

// mark reads the marks at byte `at` of a text into a game, or keeps them for a puzzle that an order
// will make.
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

// A Record is a batch's report on one puzzle. The fields from Solutions to Ambiguous are for
// makers. They are not worked out for a brief record.
type Record struct {
	ask.RecordHead
	Total float64  `json:"total_ms"` // includes the proof that cells differ; ms is the time to the verdict, by which solvers are compared
	Level string   `json:"level,omitempty"`
	Rules *int     `json:"rules_left,omitempty"` // cells that the rules on paper leave open; nil if the kind has no such rules
	Grid  []string `json:"grid,omitempty"`       // rows of signs; '?' where solutions differ or nothing is proved
	Rows  int      `json:"rows"`
	Cols  int      `json:"cols"`

	Solutions  *int     `json:"solutions,omitempty"` // number found
	AtLeast    bool     `json:"at_least,omitempty"`  // there may be more: counting stopped after asideTime
	Difficulty string   `json:"difficulty,omitempty"`
	Steps      int      `json:"steps,omitempty"`     // of a person's solution, always by the easiest technique
	Effort     int      `json:"effort,omitempty"`    // sum over the steps, as in solvers.Rating
	Ambiguous  []string `json:"ambiguous,omitempty"` // cells proved to differ between solutions
}

// A recorded puzzle adds fields of its own to a batch's record.
type recorded interface {
	Recorded(r *Record, of *Solved) ask.Record
}

// NewRecord solves for a batch the puzzle with its marks as given cells. A chat solves the puzzle
// without them, to tell which of them are wrong.
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

// forMakers adds the fields for makers, in asideTime at most.
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
			for _, i := range openCells(s.Key) {
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

// written returns a sheet as rows of text, with '.' for empty cells.
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
