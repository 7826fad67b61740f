package puzzles

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"sync"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
	"kibitz/solvers/nonogram/notation"
	"kibitz/vision"
)

// coloured is a nonogram in colours.
const coloured = "2r 1g;1r 2g;4g|2r 1g;1r 1g;2g;3g"

// forErrorsOf has it stand as the example for errors of these codes.
func forErrorsOf(codes ...string) map[string]string {
	examples := map[string]string{}
	for _, code := range codes {
		examples["nonogram."+code] = coloured
	}
	return examples
}

func nonogramKind() *ask.Kind {
	orders := ordersOrPictures(nonogramOrders(asGame))
	return &ask.Kind{
		Name:    "nonogram",
		Example: "1 1;5;5;3;1|2;4;4;4;2",
		Instead: forErrorsOf("run", "rgb", "ink", "palette", "colours", "touching"),
		Samples: []string{"D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D", "3x3:1/3/1/1/3/1", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", ".#./###/#.#", coloured, "15x15 expert 42", "picture 15x15 easy 3"},
		Order:   "15x15 expert 42",
		Marks:   "?#?#?/#####/?????/?????/?????",
		Actions: deduce.Actions(nil, ask.Action{Name: "repair", Reveals: true, Do: ask.On(repairPicture)}, exports(writtenNonogram), deduce.Print(forMaker)),
		Options: []ask.Option{
			{Option: chat.Option{Name: ask.MarksField, Max: deduce.LongestMarks}, Encoded: true},
			{Option: chat.Option{Name: "keep", Max: 100}, Encoded: true, OfAnswer: true, Rare: true},
			{Option: chat.Option{Name: "size", Max: 9}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "colours", Type: chat.Number, Min: 2, Max: drawing.MaxColours}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "dither", Type: chat.Flag}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "darker", Type: chat.Number, Min: -drawing.MaxDarker, Max: drawing.MaxDarker}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "invert", Type: chat.Flag}, Encoded: true, Draws: true},
		},
		Lessons: lessonIDs(names(taught...)),
		Teach:   nonogramLesson,
		Says: append(deduce.Says("nonogram", names(nonogram.ByLine, nonogram.ByProbe, nonogram.BySearch), difficulties(nonogram.Techniques()), names(nonogram.Demands()...)),
			slices.Concat(
				words.IDs("nonogram.in-colours.", "play", "moves", "moves-sample", "blank-how"),
				words.IDs("nonogram.colour.", colourIDs()...),
				words.IDs("nonogram.in-colours.step.", names(nonogram.ColourTechniques()...)...),
				words.IDs("nonogram.technique.", names(nonogram.ColourTechniques()...)...),
				[]string{"nonogram.struck-before"},
				words.IDs("nonogram.technique.", names(nonogram.Techniques()...)...),
				words.IDs("nonogram.lesson.", names(taught...)...),
				words.IDs("nonogram.step.", names(nonogram.Techniques()...)...))...),
		Read:   deduce.Reader(readNonogram, orders, nonogramNotation),
		Record: deduce.NewRecord,
		Form:   deduce.MovesForm,
		Mend:   deduce.Mend,
		Deal:   dealPicture,
		Daily:  dailyPicture,
		Open:   openImage,
		Redraw: offerDrawing,
		Photo:  vision.Nonogram,
		Lines:  nonogramLines,
		Page:   func(g ask.Game) string { return nonogramLink(g.(deduce.Game).Puzzle) },
		Binary: notation.IsBitmap,
		Split:  notation.Split,
		Sheet:  deduce.Sheet,
	}
}

var nonogramNotation = &deduce.Notation{
	Signs:   "#x",
	Empty:   'x',
	DrawnAs: deduce.DrawnAs("#1⬛🟦■█◼", "xX×✕✖✗", ".0⬜□░◻·-", "?_❔"),
	Behind: sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*?\S)\s+(=.*|[#?.xX×✖⬛🟦⬜■□❔][#?.xX×✖\x{fe0f}⬛🟦⬜■□❔/\s]*(?:[rRcC]\s*\d.*)?|[rRcC]\s*\d.*)$`)
	}),
	Dots: nonogramDots,
}

// nonogramSigns are the cells of a sheet.
var nonogramSigns = [...]byte{nonogram.Unknown: deduce.Unmarked, nonogram.Empty: 'x', nonogram.Filled: '#'}

// nonogramGame is a nonogram as people are told of it.
type nonogramGame struct {
	*nonogram.Puzzle
	deduce.Plain

	shades []float64 // of the image that its Picture was drawn of; nil for none
}

// asGame returns a puzzle as people are told of it.
func asGame(p *nonogram.Puzzle) deduce.Puzzle {
	if p.InColours() {
		return colourGame{Puzzle: p}
	}
	return nonogramGame{Puzzle: p}
}

// readNonogram reads one in black and white, or in colours.
func readNonogram(text string) (deduce.Puzzle, error) {
	p, err := notation.Parse(text)
	if err != nil {
		return nil, err
	}
	return asGame(p), nil
}

// nonogramLink is where the puzzle can be played on the web; "" for nowhere, as for all in colours.
func nonogramLink(puzzle deduce.Puzzle) string {
	if p, ok := puzzle.(nonogramGame); ok {
		return notation.Link(p.Puzzle)
	}
	return ""
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
	open := !bytes.ContainsRune(sheet, deduce.Unmarked) && (bytes.ContainsRune(sheet, 'x') || filled < total[0])
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
		Grade:  func(ctx context.Context) (solvers.Rating, error) { return p.RateFrom(ctx, a) },
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

// Conflict is the lines that contradict each other, or which single number may have been
// mistyped where the totals differ.
func (p nonogramGame) Conflict(ctx context.Context, of *deduce.Solved, say words.Phrases) deduce.Conflict {
	if rows, cols := p.Totals(); rows[0] != cols[0] {
		ctx, cancel := context.WithTimeout(ctx, slipTime)
		defer cancel()
		slips, _ := p.Slips(ctx)
		typos, told := p.typos(slips, say)
		return deduce.Conflict{Text: ask.Join("\n", say.Text("nonogram.totals", words.With{"Rows": rows[0], "Cols": cols[0]}), told), TextOnly: true, Typos: typos}
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
			b.Framed = append(b.Framed, p.area(line))
		}
	}}
}

// Doubt is that the totals of rows and columns differ.
func (p nonogramGame) Doubt(say words.Phrases) string {
	rows, cols := p.Totals()
	if rows[0] == cols[0] {
		return ""
	}
	return say.Text("nonogram.doubt", words.With{"Rows": rows[0], "Cols": cols[0]})
}

func (p nonogramGame) clue(line nonogram.Line) []nonogram.Run {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// lineCells are the cells of a line on a board of that size.
func lineCells(line nonogram.Line, rows, cols int) (cells []int) {
	from, step, n := line.Index*cols, 1, cols
	if line.Column {
		from, step, n = line.Index, cols, rows
	}
	for i := range n {
		cells = append(cells, from+i*step)
	}
	return cells
}

// lineName is a line as people say it, counted from 1.
func lineName(line nonogram.Line, say words.Phrases) string {
	return say.Text(words.If(line.Column, "nonogram.column", "nonogram.row"), words.With{"Number": line.Index + 1})
}
