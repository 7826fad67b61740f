// Package kakuro tells people of Kakuro: how it is written, solved, explained, repaired and played.
package kakuro

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/kakuro"
	"kibitz/vision"
)

// Kind returns the kind of Kakuro.
func Kind() *ask.Kind {
	orders := deduce.Orders(kakuro.ParseOrder, kakuro.ErrSize, func(p *kakuro.Puzzle) deduce.Puzzle { return game{p} })
	return &ask.Kind{
		Name:    "kakuro",
		Example: "###/#../#.. 17 16 / 17 16",
		Samples: []string{`#,17\,16\/\17,.,./\16,.,.`, "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3", "16 in 2", "10x10 easy 1"},
		Order:   "10x10 easy 1",
		Marks:   "###/#?9/#??",
		Actions: deduce.Actions(
			[]ask.Action{{Name: "candidates", Button: true, Do: ask.On(deduce.PencilMarks)}},
			ask.Action{Name: "repair", Reveals: true, Do: ask.On(repairSums)}, deduce.Exports(written), deduce.Print(deduce.ForMaker)),
		Options: []ask.Option{{Option: chat.Option{Name: ask.MarksField, Max: deduce.LongestMarks}, Encoded: true}},
		Lessons: words.IDs("", words.Names(ladder...)...),
		Teach:   examples.Lesson, Exercise: examples.Exercise, Practice: practice,
		Says: slices.Concat(
			deduce.Says("kakuro", words.Names(kakuro.LevelRules, kakuro.LevelCombinations, kakuro.LevelForcing, kakuro.LevelSearch), deduce.Difficulties(kakuro.Techniques()), words.Names(kakuro.Demands()...)),
			words.IDs("kakuro.technique.", words.Names(kakuro.Techniques()...)...),
			words.IDs("kakuro.lesson.", words.Names(kakuro.Techniques()...)...),
			words.IDs("kakuro.step.", words.Names(kakuro.Techniques()...)...),
			words.IDs("kakuro.range.", "highest", "lowest", "twice"),
			words.IDs("kakuro.", "struck-before", "duplicates", "pencil", "pencil-how", "repaired")),
		Styles:   []string{"auto", "picture", "text"}, // a sum takes more room than an emoji has
		Read:     deduce.Reader(parse, orders, notation),
		Record:   deduce.NewRecord,
		Lookup:   combinationTable,
		Form:     deduce.MovesForm,
		Standing: deduce.Standing,
		Mend:     deduce.Mend,
		Sheet:    deduce.Sheet,
		Photo:    vision.Kakuro,
		Lines:    lines,
		Deal:     func(_ *ask.Ask, number uint64) string { return fmt.Sprintf("6x6 easy %d", number) },
		Daily:    ask.Daily([...]string{"6x6 easy", "8x8 medium", "9x9 hard"}),
		Page:     func(g ask.Game) string { return g.(deduce.Game).Puzzle.(game).page() },
	}
}

// notation is the notation of Kakuro on a sheet.
var notation = deduce.DigitNotation('#', 9)

// A game is a Kakuro as people are told of it.
type game struct{ *kakuro.Puzzle }

// parse reads a Kakuro.
func parse(text string) (game, error) {
	p, err := kakuro.Parse(text)
	return game{p}, err
}

// String returns the one-line form, which fits a chat.
func (g game) String() string { return g.Line() }

func (game) Notation() *deduce.Notation { return notation }

func (g game) Size() (rows, cols int) { return g.Rows, g.Cols }

// Groups returns the cells of each entry, in which no digit comes twice.
func (g game) Groups() (groups [][]int) {
	for _, e := range g.Entries() {
		groups = append(groups, g.cellsOf(e))
	}
	return groups
}

// cellsOf returns the cells of an entry.
func (g game) cellsOf(e kakuro.Entry) (cells []int) {
	step := words.If(e.Across, 1, g.Cols)
	for k := range e.Len {
		cells = append(cells, e.Row*g.Cols+e.Col+k*step)
	}
	return cells
}

// Clue returns the sums of the entries in a line, "?" for an entry without a sum.
func (g game) Clue(column bool, line int) string {
	var sums []string
	for _, e := range g.entriesIn(column, line) {
		sums = append(sums, words.If(e.Sum == 0, "?", strconv.Itoa(e.Sum)))
	}
	return strings.Join(sums, ", ")
}

// Met reports whether all entries in a line have their sums.
func (g game) Met(sheet []byte, column bool, line int) bool {
	entries := g.entriesIn(column, line)
	unmet := func(e kakuro.Entry) bool { return e.Sum == 0 || !g.met(e, sheet) }
	return len(entries) > 0 && !slices.ContainsFunc(entries, unmet)
}

// entriesIn returns the entries in a line.
func (g game) entriesIn(column bool, line int) (all []kakuro.Entry) {
	for _, e := range g.Entries() {
		if e.Across != column && words.If(column, e.Col, e.Row) == line {
			all = append(all, e)
		}
	}
	return all
}

// page returns the puzzle's address on puzz.link; "" if it has none.
func (g game) page() string {
	return deduce.PuzzLink(g.Link())
}

// lines writes a puzzle for mending by hand: a line for each row of cells.
func lines(g ask.Game) string {
	return strings.ReplaceAll(g.(deduce.Game).Puzzle.String(), "/", "\n")
}

// written writes a puzzle in the notations of other programs.
func written(puzzle deduce.Puzzle, _ *ask.Ask) []deduce.Written {
	g := puzzle.(game)
	return []deduce.Written{
		{Program: "puzz.link", File: "link.txt", Text: g.page(), Line: true},
		{Program: "pzprv3", File: "pzprv3.txt", Text: g.File()},
		{Program: "text", File: "grid.txt", Text: g.Puzzle.String()},
	}
}

// Printed returns the given digits as a sheet.
func (g game) Printed() []byte {
	given := make([]int, len(g.Cells))
	for i, cell := range g.Cells {
		given[i] = cell.Given
	}
	return g.sheet(given)
}

// sheet returns the sheet of a grid of digits, in which 0 is unknown.
func (g game) sheet(digits []int) []byte {
	sheet := deduce.DigitSheet(digits)
	for i, cell := range g.Cells {
		if !cell.White {
			sheet[i] = notation.Block
		}
	}
	return sheet
}

// With returns the puzzle with the marks as given digits.
func (g game) With(marks []byte) deduce.Puzzle {
	p := &kakuro.Puzzle{Rows: g.Rows, Cols: g.Cols, Cells: slices.Clone(g.Cells)}
	for i, digit := range deduce.SheetDigits(marks) {
		p.Cells[i].Given = digit
	}
	return game{p}
}

// Solve decides the puzzle, and finds the backbone unless brief.
func (g game) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	solve := words.If(brief, g.Puzzle.Decide, g.Puzzle.Solve)
	a, err := solve(ctx)
	if err != nil {
		return nil, err
	}
	return g.solved(a), nil
}

// solved translates the solver's answer into signs.
func (g game) solved(a *kakuro.Answer) *deduce.Solved {
	s := &deduce.Solved{
		Verdict: a.Verdict, Level: a.Level.String(), Decided: a.Decided, Key: g.sheet(a.Grid), Proved: a.BackboneProved,
		RulesLeft: &a.RulesLeft, Notes: a.Candidates,
		Count:  func(ctx context.Context) (int, bool) { return g.CountFrom(ctx, a, deduce.Countable) },
		Grade:  g.Rate,
		Answer: a,
	}
	for _, solution := range a.Solutions {
		s.Solutions = append(s.Solutions, g.sheet(solution))
	}
	return s
}

// Reveals returns "": digits show no picture.
func (game) Reveals([]byte, words.Phrases) string { return "" }

// Remark tells where two solutions differ unless swaps do, and how many cells the rules on paper leave open.
func (g game) Remark(of *deduce.Solved, say words.Phrases) string {
	two, rules := "", ""
	if of.Verdict == solvers.Multiple && of.Swaps == nil {
		two = deduce.TellTwo(g, of.Solutions, say)
	}
	if of.Verdict != solvers.None && *of.RulesLeft > 0 {
		rules = say.Count("kakuro.rules-stop", *of.RulesLeft)
	}
	return ask.Join("\n", two, rules)
}

// coreTold is the largest number of contradicting entries that a reply names.
const coreTold = 12

// Conflict tells the totals across and down if they differ, the entries that contradict each other,
// and the sums that may be mistyped. If the totals differ, it leaves out more than coreTold
// entries. If Core finds none, it takes the entries that the solver names.
func (g game) Conflict(ctx context.Context, of *deduce.Solved, say words.Phrases) deduce.Conflict {
	typos, slips := g.typos(ctx, say)
	core, proved := g.Core(ctx)
	across, down, alike := g.Totals()
	totals := ""
	if alike && across != down {
		totals = say.Text("kakuro.totals", words.With{"Across": across, "Down": down})
	}
	switch {
	case totals != "" && len(core) > coreTold:
		core = nil // the totals are the shorter proof
	case core == nil:
		core = of.Answer.(*kakuro.Answer).Conflict
	}
	c := deduce.Conflict{Text: totals, Typos: typos, Draw: func(b *render.Board) { g.drawCore(b, core) }}
	if len(core) > 0 {
		told := say.Count(words.If(proved == solvers.NotMinimal, "kakuro.conflict", "kakuro.core"), len(core), words.With{"Entries": say.List(entryNames(core, say), coreTold), "Fewest": proved == solvers.Fewest})
		c.Text = ask.Join("\n", totals, told)
	}
	if c.Text == "" {
		c.Text = say.Text("kakuro.no-conflict")
	}
	c.Text = ask.Join("\n", c.Text, slips)
	return c
}

// Doubt tells that the totals across and down differ; "" if they agree.
func (g game) Doubt(say words.Phrases) string {
	across, down, alike := g.Totals()
	if !alike || across == down {
		return ""
	}
	return say.Text("kakuro.doubt", words.With{"Across": across, "Down": down})
}

// drawCore marks the cells of the entries, and fades the sums of all others.
func (g game) drawCore(b *render.Board, core []kakuro.Entry) {
	if len(core) > 0 {
		fadeSums(b, core)
	}
	for _, e := range core {
		for _, i := range g.cellsOf(e) {
			b.Cells[i].Mark = render.Proof
		}
	}
}

// fadeSums fades the sums of all entries except those in `but`.
func fadeSums(b *render.Board, but []kakuro.Entry) {
	for i := range b.Cells {
		b.Cells[i].FaintDown, b.Cells[i].FaintRight = true, true
	}
	for _, e := range but {
		switch {
		case e.Sum == 0:
		case e.Across:
			b.At(sumPlace(e)).FaintRight = false
		default:
			b.At(sumPlace(e)).FaintDown = false
		}
	}
}

// entryNames returns the names of entries.
func entryNames(entries []kakuro.Entry, say words.Phrases) (names []string) {
	for _, e := range entries {
		names = append(names, entryName(e, say))
	}
	return names
}

// entryName names an entry as people do: by its sum, its direction, and the cell in which the sum
// stands. An entry without a sum is named by its first cell.
func entryName(e kakuro.Entry, say words.Phrases) string {
	id, cell := words.If(e.Across, "kakuro.across", "kakuro.down"), ask.RowColumn(sumPlace(e))
	if e.Sum == 0 {
		id, cell = words.If(e.Across, "kakuro.across-free", "kakuro.down-free"), ask.RowColumn(e.Row, e.Col)
	}
	return say.Text(id, words.With{"Sum": e.Sum, "Length": e.Len, "Cell": cell})
}

// sumPlace returns the cell in which the sum of an entry stands.
func sumPlace(e kakuro.Entry) (row, col int) {
	if e.Across {
		return e.Row, e.Col - 1
	}
	return e.Row - 1, e.Col
}

// Blank draws the puzzle with only its given digits.
func (g game) Blank() *render.Board { return g.Board(g.Printed()) }

// Board draws a sheet to work on, and fades the sums that are met.
func (g game) Board(sheet []byte) *render.Board {
	b := render.NewBoard(g.Rows, g.Cols)
	ask.NumberCells(b)
	for i, cell := range g.Cells {
		switch {
		case cell.White && sheet[i] != deduce.Unmarked:
			b.Cells[i] = render.Cell{Kind: render.Digit, Text: string(sheet[i])}
		case cell.White:
			b.Cells[i] = render.Cell{Kind: render.Digit}
		case cell.Down != 0 || cell.Across != 0:
			b.Cells[i] = render.Cell{Kind: render.Sum, Down: cell.Down, Right: cell.Across}
		default:
			b.Cells[i] = render.Cell{Kind: render.Block}
		}
	}
	for _, e := range g.Entries() {
		if e.Sum != 0 && g.met(e, sheet) {
			sums := b.At(sumPlace(e))
			sums.FaintRight, sums.FaintDown = sums.FaintRight || e.Across, sums.FaintDown || !e.Across
		}
	}
	return b
}

// met reports whether an entry is full of different digits that make its sum.
func (g game) met(e kakuro.Entry, sheet []byte) bool {
	sum, seen := 0, uint16(0)
	for _, i := range g.cellsOf(e) {
		digit := deduce.SheetDigits(sheet[i : i+1])[0]
		if digit == 0 || seen>>digit&1 != 0 {
			return false
		}
		sum, seen = sum+digit, seen|1<<digit
	}
	return sum == e.Sum
}

// Filled draws a sheet as an answer.
func (g game) Filled(sheet []byte, of *deduce.Solved) *render.Board {
	return deduce.FilledDigits(g, sheet, of)
}
