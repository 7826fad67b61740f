// Package sudoku tells people of Sudoku: how it is written, solved, explained, repaired and played.
package sudoku

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/sudoku"
	"kibitz/vision"
)

// Options that are rules of a puzzle.
const (
	diagonals = "diagonals" // the long diagonals hold every digit once, too
	strict    = "strict"    // no step rests on there being one solution
)

// Kind returns the kind of Sudoku.
func Kind() *ask.Kind {
	techniques := words.Names(sudoku.Techniques()...)
	return &ask.Kind{
		Name:    "sudoku",
		Example: "...4/4.../..1./.3..",
		Samples: []string{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "https://puzz.link/p?sudoku/4/4/i44k1h3h", "9x9 hard 42", "x:9x9 easy 1"},
		Order:   "9x9 hard 42",
		Marks:   "?1?4/4???/??1?/?3??",
		Actions: deduce.Actions(
			[]ask.Action{{Name: "candidates", Button: true, Do: ask.On(deduce.PencilMarks)}},
			ask.Action{Name: "repair", Reveals: true, Do: ask.On(repair)}, deduce.Exports(written), deduce.Print(deduce.ForMaker)),
		Options: []ask.Option{
			{Option: chat.Option{Name: ask.MarksField, Max: deduce.LongestMarks}, Encoded: true},
			{Option: chat.Option{Name: diagonals, Type: chat.Flag}, Encoded: true},
			{Option: chat.Option{Name: strict, Type: chat.Flag}},
		},
		Lessons: words.IDs("", techniques...),
		Teach:   examples.Lesson, Exercise: examples.Exercise, Practice: practice,
		Says: slices.Concat(
			deduce.Says("sudoku", words.Names(sudoku.LevelSingles, sudoku.LevelSearch), deduce.Difficulties(sudoku.Techniques()), words.Names(sudoku.Demands()...)),
			words.IDs("sudoku.technique.", techniques...), words.IDs("sudoku.lesson.", techniques...), words.IDs("sudoku.step.", phrases()...),
			words.IDs("sudoku.house.", words.Names(sudoku.Row, sudoku.Column, sudoku.Box, sudoku.Diagonal)...),
			words.IDs("sudoku.", "suppose", "struck-before", "duplicates", "pencil", "pencil-how", "repaired")),
		Styles:   []string{"auto", "picture", "text"}, // emoji have no lines between boxes
		Read:     read,
		Meant:    meant,
		Record:   deduce.NewRecord,
		Form:     deduce.MovesForm,
		Standing: deduce.Standing,
		Sheet:    deduce.Sheet,
		Split:    sudoku.Split,
		Photo:    vision.Sudoku,
		Lines:    func(g ask.Game) string { return puzzleOf(g).Rows() },
		Deal:     func(_ *ask.Ask, number uint64) string { return fmt.Sprintf("9x9 easy %d", number) },
		Daily:    ask.Daily([...]string{"9x9 easy", "9x9 medium", "9x9 hard"}),
		Page:     func(g ask.Game) string { return page(puzzleOf(g)) },
	}
}

// puzzleOf returns the puzzle of a game, as the solver has it.
func puzzleOf(g ask.Game) *sudoku.Puzzle { return g.(deduce.Game).Puzzle.(game).Puzzle }

// A game is a Sudoku as people are told of it.
type game struct {
	*sudoku.Puzzle
	deduce.Defaults
	strict bool // no step rests on there being one solution
	noted  bool // boards show the candidates of open cells
}

// read reads a puzzle or an order.
func read(text string, o ask.Options) (ask.Game, error) {
	crossed, rules := o[diagonals] == true, game{strict: o[strict] == true}
	ordered := func(text string) (*sudoku.Order, error) { return sudoku.ParseOrder(text, crossed) }
	parse := func(text string) (deduce.Puzzle, error) {
		p, err := sudoku.Parse(text)
		if err != nil {
			return nil, err
		}
		p.Diagonals = p.Diagonals || crossed
		return rules.with(p), nil
	}
	return deduce.Reader(parse, deduce.Orders(ordered, sudoku.ErrSize, rules.with), deduce.DigitNotation(0, 9))(text, o)
}

// meant reports whether a puzzle may have one solution: at most one of its digits is not given at all.
// Boards of ones and zeros are those of other puzzles.
func meant(g ask.Game) bool {
	p, given := puzzleOf(g), map[int]bool{0: true}
	for _, digit := range p.Givens {
		given[digit] = true
	}
	return len(given) >= p.Size
}

// with returns another puzzle by the same rules.
func (g game) with(p *sudoku.Puzzle) deduce.Puzzle {
	g.Puzzle = p
	return g
}

func (g game) Notation() *deduce.Notation { return deduce.DigitNotation(0, g.Puzzle.Size) }

func (g game) Size() (rows, cols int) { return g.Puzzle.Size, g.Puzzle.Size }

func (g game) Printed() []byte { return deduce.DigitSheet(g.Givens) }

// Groups returns the cells of each house.
func (g game) Groups() [][]int {
	_, cells := g.Houses()
	return cells
}

// Clue returns the givens of a line, with a point for an open cell.
func (g game) Clue(column bool, line int) string {
	given := g.line(g.Printed(), column, line)
	return strings.ReplaceAll(string(given), string(deduce.Unmarked), "·")
}

// line returns the signs of a row or a column of a sheet.
func (g game) line(sheet []byte, column bool, line int) (signs []byte) {
	for _, i := range g.Groups()[words.If(column, g.Puzzle.Size, 0)+line] { // rows come first, then columns
		signs = append(signs, sheet[i])
	}
	return signs
}

// Met reports whether a line holds every digit.
func (g game) Met(sheet []byte, column bool, line int) bool {
	signs := g.line(sheet, column, line)
	slices.Sort(signs)
	return string(signs) == g.Notation().Signs
}

// page returns the puzzle's address on puzz.link; "" if it has none.
func page(p *sudoku.Puzzle) string { return deduce.PuzzLink(p.Link()) }

// written writes a puzzle in the notations of other programs.
func written(puzzle deduce.Puzzle, _ *ask.Ask) []deduce.Written {
	p := puzzle.(game).Puzzle
	return []deduce.Written{
		{Program: "puzz.link", File: "link.txt", Text: page(p), Line: true},
		{Program: "SDK", File: "puzzle.sdk", Text: p.SDK()},
		{Program: "OpenSudoku", File: "puzzle.opensudoku", Text: p.OpenSudoku()},
		{Program: "text", File: "grid.txt", Text: p.String(), Line: true},
	}
}

// With returns the puzzle with the marks as given digits.
func (g game) With(marks []byte) deduce.Puzzle {
	return g.with(&sudoku.Puzzle{Size: g.Puzzle.Size, Diagonals: g.Diagonals, Givens: deduce.SheetDigits(marks)})
}

// Solve decides the puzzle, and finds the backbone unless brief.
func (g game) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	a, err := words.If(brief, g.Puzzle.Decide, g.Puzzle.Solve)(ctx)
	if err != nil {
		return nil, err
	}
	s := &deduce.Solved{
		Verdict: a.Verdict, Level: a.Level.String(), Decided: a.Decided, Key: deduce.DigitSheet(a.Grid), Proved: a.BackboneProved, Notes: a.Candidates,
		Count: func(ctx context.Context) (int, bool) { return g.Puzzle.Count(ctx, deduce.Countable) },
		Grade: func(ctx context.Context) (solvers.Rating, error) { return g.Rate(ctx, g.without()...) },
	}
	for _, solution := range a.Solutions {
		s.Solutions = append(s.Solutions, deduce.DigitSheet(solution))
	}
	return s, nil
}

// Remark tells where two solutions differ.
func (g game) Remark(of *deduce.Solved, say words.Phrases) string {
	if of.Verdict != solvers.Multiple {
		return ""
	}
	return deduce.TellTwo(g, of.Solutions, say)
}

// Conflict tells the givens that contradict each other.
func (g game) Conflict(ctx context.Context, _ *deduce.Solved, say words.Phrases) deduce.Conflict {
	core, proved := g.Core(ctx)
	var told []string
	for _, i := range core {
		told = append(told, deduce.DigitIn(g, i, g.Givens[i], say))
	}
	c := deduce.Conflict{Text: say.Text("sudoku.no-conflict"), Draw: func(b *render.Board) { deduce.MarkAll(b, core, render.Proof) }}
	if core != nil {
		const most = 12
		c.Text = say.Count("sudoku.core", len(core), words.With{"Givens": say.List(told, most), "Minimal": proved == solvers.Minimal, "Fewest": proved == solvers.Fewest})
	}
	return c
}

// Blank draws the puzzle with only its given digits.
func (g game) Blank() *render.Board { return g.Board(g.Printed()) }

// Board draws a sheet to work on.
func (g game) Board(sheet []byte) *render.Board {
	n := g.Puzzle.Size
	b := render.NewBoard(n, n)
	ask.NumberCells(b)
	b.RowRule, b.Rule = sudoku.Boxes(n)
	for i, sign := range sheet {
		b.Cells[i] = render.Cell{Kind: render.Digit, Given: g.Givens[i] != 0, Shaded: g.Diagonals && (i/n == i%n || i/n+i%n == n-1)}
		if sign != deduce.Unmarked {
			b.Cells[i].Text = string(sign)
		}
	}
	if g.noted {
		deduce.AddNotes(b, g.With(sheet).(game).PencilMarks())
	}
	return b
}

// Filled draws a sheet as an answer.
func (g game) Filled(sheet []byte, of *deduce.Solved) *render.Board {
	return deduce.FilledDigits(g, sheet, of)
}

// OfferMore offers to repair a puzzle that has several solutions or none.
func (g game) OfferMore(r *ask.Answer, v solvers.Verdict) {
	if v == solvers.Multiple || v == solvers.None {
		r.Offer(r.Ask.Button("sudoku.mend", ask.Change{"do": "repair"}))
	}
}

// repair changes and adds givens until the puzzle has one solution.
func repair(ctx context.Context, a *ask.Ask, asked deduce.Game) *ask.Answer {
	g, say := asked.Puzzle.(game), a.Say
	limited, cancel := context.WithTimeout(ctx, deduce.RepairTime)
	defer cancel()
	fixed, err := g.Repair(limited)
	switch {
	case err != nil:
		return a.Unanswered(err)
	case fixed.Verdict != solvers.Unique:
		return deduce.Unrepaired(a, say.Text("sudoku.unrepaired", ask.Size(g.Puzzle.Size, g.Puzzle.Size, say)), say.Text("sudoku.unrepaired-late", words.With{"Least": fixed.Least}))
	}
	var told []string
	var cells []int
	for _, c := range fixed.Changed {
		told, cells = append(told, say.Text("sudoku.changed", words.With{"Cell": deduce.CellName(g, c.Cell), "Was": c.Was, "Now": c.Now})), append(cells, c.Cell)
	}
	const most = 12
	text := say.Text("sudoku.changes", words.With{"Changes": say.List(told, most), "None": told == nil, "Proved": fixed.Proved, "Least": fixed.Least})
	return deduce.Repaired(ctx, a, g.with(fixed.Puzzle), cells, text)
}
