package puzzles

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
)

func nonogramKind() *ask.Kind {
	orders := deduce.Orders(nonogram.ParseOrder, nonogram.ErrSize, func(p *nonogram.Puzzle) deduce.Puzzle { return nonogramGame{Puzzle: p} })
	return &ask.Kind{
		Name:    "nonogram",
		Example: "1 1;5;5;3;1|2;4;4;4;2",
		Samples: []string{"D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D", "3x3:1/3/1/1/3/1", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", ".#./###/#.#", "15x15 expert 42"},
		Order:   "15x15 expert 42",
		Marks:   "?#?#?/#####/?????/?????/?????",
		Actions: deduce.Actions(nil, ask.Action{Name: "repair", Reveals: true, Do: ask.On(repairPicture)}),
		Options: []ask.Option{
			{Option: chat.Option{Name: ask.MarksField, Max: deduce.LongestMarks}, Encoded: true},
			{Option: chat.Option{Name: "image", Type: chat.Attachment, MaxBytes: maxImage}},
			{Option: chat.Option{Name: "size", Max: 9}, Encoded: true},
			{Option: chat.Option{Name: "dither", Type: chat.Flag}, Encoded: true},
			{Option: chat.Option{Name: "invert", Type: chat.Flag}, Encoded: true},
		},
		Says: append(deduce.Says("nonogram", names(nonogram.ByLine, nonogram.ByProbe, nonogram.BySearch), difficulties(nonogram.Techniques()), names(nonogram.Demands()...)),
			words.IDs("nonogram.step.", names(nonogram.Techniques()...)...)...),
		Read:   deduce.Reader(parseNonogram, orders, nonogramNotation),
		Record: deduce.NewRecord,
		Form:   deduce.MovesForm,
		Open:   openPhoto,
		Page:   func(g ask.Game) string { return notation.Link(g.(deduce.Game).Puzzle.(nonogramGame).Puzzle) },
		Binary: notation.IsBitmap,
		Split:  notation.Split,
	}
}

var nonogramNotation = &deduce.Notation{
	Signs:   "#x",
	Empty:   'x',
	DrawnAs: deduce.DrawnAs("#1⬛■█◼", "xX×✕✖✗", ".0⬜□░◻·-", "?_❔"),
	Behind: sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*?\S)\s+(=.*|[#?.xX×✖⬛⬜■□❔][#?.xX×✖\x{fe0f}⬛⬜■□❔/\s]*(?:[rRcC]\s*\d.*)?|[rRcC]\s*\d.*)$`)
	}),
	Dots: nonogramDots,
}

// nonogramSigns are the cells of a sheet.
var nonogramSigns = [...]byte{nonogram.Unknown: deduce.Unmarked, nonogram.Empty: 'x', nonogram.Filled: '#'}

// nonogramGame is a nonogram as people are told of it.
type nonogramGame struct {
	*nonogram.Puzzle
	deduce.Plain
}

func parseNonogram(text string) (nonogramGame, error) {
	p, err := notation.Parse(text)
	return nonogramGame{Puzzle: p}, err
}

func (nonogramGame) Notation() *deduce.Notation { return nonogramNotation }

func (p nonogramGame) Size() (rows, cols int) { return len(p.Rows), len(p.Cols) }

func nonogramSheet(cells []nonogram.Cell) []byte {
	sheet := make([]byte, len(cells))
	for i, cell := range cells {
		sheet[i] = nonogramSigns[cell]
	}
	return sheet
}

func (p nonogramGame) Printed() []byte {
	if p.Given == nil {
		return bytes.Repeat([]byte{deduce.Unmarked}, len(p.Rows)*len(p.Cols))
	}
	return nonogramSheet(p.Given)
}

// nonogramDots decides what a dot on a sheet means: a cell marked as empty, but where
// crosses stand for that, or where filled cells are missing all the same, one not decided
// yet.
func nonogramDots(p deduce.Puzzle, sheet []byte) []byte {
	filled := bytes.Count(sheet, []byte{'#'})
	total, _ := p.(nonogramGame).Totals()
	open := !bytes.ContainsRune(sheet, deduce.Unmarked) && (bytes.ContainsRune(sheet, 'x') || filled < total)
	return bytes.ReplaceAll(sheet, []byte{deduce.Dot}, []byte{words.If[byte](open, deduce.Unmarked, 'x')})
}

func (p nonogramGame) With(marks []byte) deduce.Puzzle {
	cells := make([]nonogram.Cell, len(marks))
	for i, sign := range marks {
		cells[i] = nonogram.Cell(bytes.IndexByte(nonogramSigns[:], sign))
	}
	return nonogramGame{Puzzle: p.WithMarks(cells)}
}

func (p nonogramGame) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	solve := words.If(brief, p.Puzzle.Decide, p.Puzzle.Solve)
	a, err := solve(ctx)
	if err != nil {
		return nil, err
	}
	s := &deduce.Solved{
		Verdict: a.Verdict, Level: a.Level.String(), Decided: a.Decided, Key: nonogramSheet(a.Grid), Proved: a.BackboneProved,
		Count:  func(ctx context.Context) (int, bool) { return p.CountFrom(ctx, a, deduce.Countable) },
		Answer: nonogramAnswer{a, p.Puzzle},
	}
	for _, solution := range a.Solutions {
		s.Solutions = append(s.Solutions, nonogramSheet(solution))
	}
	return s, nil
}

// nonogramAnswer is an answer, and to which puzzle.
type nonogramAnswer struct {
	*nonogram.Answer
	puzzle *nonogram.Puzzle
}

// slipTime is how long mistyped numbers are looked for.
const slipTime = time.Second

// Conflict is the lines that contradict each other, or which single number may have been
// mistyped where the totals differ.
func (p nonogramGame) Conflict(ctx context.Context, of *deduce.Solved, say words.Phrases) deduce.Conflict {
	if rows, cols := p.Totals(); rows != cols {
		ctx, cancel := context.WithTimeout(ctx, slipTime)
		defer cancel()
		slips, _ := p.Slips(ctx)
		return deduce.Conflict{Text: ask.Join("\n", say.Text("nonogram.totals", words.With{"Rows": rows, "Cols": cols}), p.slips(slips, say)), TextOnly: true}
	}
	core, minimal := p.Core(ctx)
	if core == nil {
		core = of.Answer.(nonogramAnswer).Conflict
	}
	var names []string
	for _, line := range core {
		names = append(names, lineName(line, say))
	}
	const most = 12
	if len(names) == 0 {
		return deduce.Conflict{Text: say.Text("nonogram.no-conflict")}
	}
	told := say.Count(words.If(minimal, "nonogram.core", "nonogram.conflict"), len(names), words.With{"Lines": say.List(names, most)})
	if p.Given != nil {
		told += " " + say.Text("nonogram.with-given")
	}
	return deduce.Conflict{Text: told, Draw: func(b *render.Board) {
		for _, line := range core {
			for _, i := range p.cellsOf(line) {
				b.Cells[i].Mark = render.Proof
			}
		}
	}}
}

// slips says which single number may have been mistyped: of those that make the solution the
// only one, or else of all that give one.
func (p nonogramGame) slips(slips []nonogram.Slip, say words.Phrases) string {
	const most = 6
	if len(slips) == 0 {
		return ""
	}
	unique := slips[0].Unique
	var names []string
	for _, s := range slips {
		if s.Unique == unique {
			names = append(names, say.Text("nonogram.slip", words.With{
				"Line": lineName(s.Line, say), "Was": s.Was, "May": s.May, "Nth": p.nth(s),
			}))
		}
	}
	return say.Text(words.If(unique, "nonogram.slips-unique", "nonogram.slips"), words.With{"Slips": say.List(names, most)})
}

// nth is which of the equal numbers of its line a slip is about, from 1; 0 where there is one.
func (p nonogramGame) nth(s nonogram.Slip) int {
	clue := p.clue(s.Line)
	if count(clue, s.Was) == 1 {
		return 0
	}
	return count(clue[:s.Run+1], s.Was)
}

func (p nonogramGame) clue(line nonogram.Line) []int {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// cellsOf are the cells of a line.
func (p nonogramGame) cellsOf(line nonogram.Line) (cells []int) {
	if line.Column {
		for r := range p.Rows {
			cells = append(cells, r*len(p.Cols)+line.Index)
		}
		return cells
	}
	for c := range p.Cols {
		cells = append(cells, line.Index*len(p.Cols)+c)
	}
	return cells
}

// lineName is a line as people say it, counted from 1.
func lineName(line nonogram.Line, say words.Phrases) string {
	return say.Text(words.If(line.Column, "nonogram.column", "nonogram.row"), words.With{"Number": line.Index + 1})
}

func (p nonogramGame) Blank() *render.Board {
	b := p.Board(p.Printed())
	b.RowNames, b.ColNames = nil, nil
	return b
}

func (p nonogramGame) Board(sheet []byte) *render.Board {
	b := render.NewBoard(len(p.Rows), len(p.Cols))
	b.Left, b.Top, b.Rule = p.Rows, p.Cols, 5
	ask.NumberCells(b)
	for i, sign := range sheet {
		b.Cells[i].Kind = map[byte]render.Kind{'#': render.Filled, 'x': render.Crossed}[sign]
	}
	return b
}

func (p nonogramGame) Filled(sheet []byte, of *deduce.Solved) *render.Board {
	b := p.Blank()
	for i, sign := range sheet {
		b.Cells[i] = render.Cell{Kind: map[byte]render.Kind{'#': render.Filled, 'x': render.Blank, deduce.Unmarked: render.Open}[sign]}
		if sign == deduce.Unmarked && of.Verdict == solvers.Multiple {
			b.Cells[i].Mark = render.Differ
		}
	}
	return b
}

func (p nonogramGame) Steps(ctx context.Context, of *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	way := p.Puzzle.Steps(ctx)
	if of != nil {
		if a := of.Answer.(nonogramAnswer); a.puzzle == p.Puzzle || a.Verdict == solvers.Unique { // else it says nothing of these cells
			way = p.StepsFrom(ctx, a.Answer)
		}
	}
	return func(yield func(deduce.Step) bool) {
		for step := range way {
			if !yield(p.step(step, say)) {
				return
			}
		}
	}
}

// step is one deduction in words, and what it does to a board.
func (p nonogramGame) step(step nonogram.Step, say words.Phrases) deduce.Step {
	d := step.Technique.Difficulty()
	s := deduce.Step{Difficulty: d.String(), Rank: int(d), LookOn: true}
	s.Why = p.sentence(step, say)
	switch step.Technique {
	case nonogram.Trial:
	case nonogram.Contradiction, nonogram.EitherWay:
		s.Where = ask.RowColumn(step.Assumed.Row, step.Assumed.Col)
		s.Look = []int{step.Assumed.Row*len(p.Cols) + step.Assumed.Col}
	default:
		s.Where = lineName(step.Line, say)
		s.Look = p.cellsOf(step.Line)
	}
	for _, cell := range step.Cells {
		s.Decides = append(s.Decides, cell.Row*len(p.Cols)+cell.Col)
	}
	s.Draw = func(b *render.Board, mark render.Mark) {
		for _, cell := range step.Cells {
			kind := words.If(cell.Value == nonogram.Filled, render.Filled, render.Crossed)
			*b.At(cell.Row, cell.Col) = render.Cell{Kind: kind, Mark: mark}
		}
	}
	return s
}

// sentence is a deduction as a sentence: what it is called, where, why, and what follows.
func (p nonogramGame) sentence(step nonogram.Step, say words.Phrases) string {
	const most = 6
	cell := ask.RowColumn(step.Assumed.Row, step.Assumed.Col)
	var runs, gaps, chain []string
	for _, s := range step.Spans {
		if within := spanName(step.Line, s, say); s.Run < 0 {
			gaps = append(gaps, within)
		} else {
			runs = append(runs, say.Text("nonogram.run", words.With{"Length": p.clue(step.Line)[s.Run], "Within": within}))
		}
	}
	for _, line := range step.Chain[:max(len(step.Chain)-1, 0)] {
		chain = append(chain, lineName(line, say))
	}
	assumed := words.If(step.Assumed.Value == nonogram.Filled, "nonogram.filled", "nonogram.empty")
	return say.Text("nonogram.step."+phraseID(step.Technique.String()), words.With{
		"Line":    lineName(step.Line, say),
		"Cells":   placedCells(step, say),
		"Cell":    cell,
		"Assumed": say.Text(assumed, words.With{"Cell": cell}),
		"Chain":   say.List(chain, most),
		"Runs":    say.List(runs, most),
		"Gaps":    say.List(gaps, most),
	})
}

// spanName is a part of a line as people say it: c2–c5 of a row.
func spanName(line nonogram.Line, s nonogram.Span, say words.Phrases) string {
	id := words.If(line.Column, "nonogram.cell-of-column", "nonogram.cell-of-row")
	from, to := say.Text(id, words.With{"Number": s.From + 1}), say.Text(id, words.With{"Number": s.To + 1})
	if from == to {
		return from
	}
	return from + "–" + to
}

func placedCells(step nonogram.Step, say words.Phrases) string {
	const most = 8
	var filled, empty []nonogram.Placed
	for _, cell := range step.Cells {
		if cell.Value == nonogram.Filled {
			filled = append(filled, cell)
		} else {
			empty = append(empty, cell)
		}
	}
	var parts []string
	if len(filled) > 0 {
		parts = append(parts, say.Text("nonogram.fill", words.With{"Cells": say.List(cellNames(filled), most)}))
	}
	if len(empty) > 0 {
		parts = append(parts, say.Text("nonogram.clear", words.With{"Cells": say.List(cellNames(empty), most)}))
	}
	return strings.Join(parts, "; ")
}

// cellNames names cells in reading order, three and more next to each other by the first and
// the last.
func cellNames(cells []nonogram.Placed) (names []string) {
	slices.SortFunc(cells, func(a, b nonogram.Placed) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	for i := 0; i < len(cells); {
		end := max(stretch(cells[i:], 0, 1), stretch(cells[i:], 1, 0))
		if end < 3 {
			end = 1
		}
		name := ask.RowColumn(cells[i].Row, cells[i].Col)
		if last := cells[i+end-1]; end > 1 {
			name += "–" + ask.RowColumn(last.Row, last.Col)
		}
		names = append(names, name)
		i += end
	}
	return names
}

// stretch is how many of the cells, from the first on, follow each other by that step.
func stretch(cells []nonogram.Placed, down, right int) int {
	for i, c := range cells {
		if c.Row != cells[0].Row+i*down || c.Col != cells[0].Col+i*right {
			return i
		}
	}
	return len(cells)
}
