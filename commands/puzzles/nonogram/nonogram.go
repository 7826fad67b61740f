// Package nonogram is what people are told of nonograms.
package nonogram

import (
	"bytes"
	"context"
	"image"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

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

func Kind() *ask.Kind {
	orders := ordersOrPictures(nonogramOrders())
	return &ask.Kind{
		Name:    "nonogram",
		Example: "1 1;5;5;3;1|2;4;4;4;2",
		Instead: forErrorsOf("run", "rgb", "ink", "palette", "colours", "touching"),
		Samples: []string{"D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D", "3x3:1/3/1/1/3/1", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", ".#./###/#.#", coloured, "15x15 expert 42", "picture 15x15 easy 3"},
		Order:   "15x15 expert 42",
		Marks:   "?#?#?/#####/?????/?????/?????",
		Actions: deduce.Actions(nil, ask.Action{Name: "repair", Reveals: true, Do: ask.On(repairPicture)}, deduce.Exports(writtenNonogram), deduce.Print(deduce.ForMaker)),
		Options: []ask.Option{
			{Option: chat.Option{Name: ask.MarksField, Max: deduce.LongestMarks}, Encoded: true},
			{Option: chat.Option{Name: "keep", Max: 100}, Encoded: true, OfAnswer: true, Rare: true},
			{Option: chat.Option{Name: "size", Max: 9}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "colours", Type: chat.Number, Min: 2, Max: drawing.MaxColours}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "dither", Type: chat.Flag}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "darker", Type: chat.Number, Min: -drawing.MaxDarker, Max: drawing.MaxDarker}, Encoded: true, Draws: true},
			{Option: chat.Option{Name: "invert", Type: chat.Flag}, Encoded: true, Draws: true},
		},
		Lessons: words.IDs("", words.Names(taught...)...),
		Teach:   nonogramLesson,
		Says: append(deduce.Says("nonogram", words.Names(nonogram.ByLine, nonogram.ByProbe, nonogram.BySearch), deduce.Difficulties(nonogram.Techniques()), words.Names(nonogram.Demands()...)),
			slices.Concat(
				words.IDs("nonogram.in-colours.", "play", "moves", "moves-sample", "blank-how"),
				words.IDs("nonogram.colour.", colourIDs()...),
				words.IDs("nonogram.in-colours.step.", words.Names(nonogram.ColourTechniques()...)...),
				words.IDs("nonogram.technique.", words.Names(nonogram.ColourTechniques()...)...),
				[]string{"nonogram.struck-before"},
				words.IDs("nonogram.technique.", words.Names(nonogram.Techniques()...)...),
				words.IDs("nonogram.lesson.", words.Names(taught...)...),
				words.IDs("nonogram.step.", words.Names(nonogram.Techniques()...)...))...),
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

// nonogramGame is a nonogram as people are told of it. On a sheet the sign of a filled cell is '#', or
// in colours the letter of its colour.
type nonogramGame struct {
	*nonogram.Puzzle
	deduce.Defaults

	image image.Image // that its Picture was made of, a pixel a cell; nil for none
}

func asGame(p *nonogram.Puzzle) deduce.Puzzle { return nonogramGame{Puzzle: p} }

// readNonogram reads a nonogram in black and white, or in colours.
func readNonogram(text string) (deduce.Puzzle, error) {
	p, err := notation.Parse(text)
	if err != nil {
		return nil, err
	}
	return asGame(p), nil
}

// nonogramLink returns where the puzzle can be played on the web; "" for nowhere, as for all in colours.
func nonogramLink(puzzle deduce.Puzzle) string { return notation.Link(puzzle.(nonogramGame).Puzzle) }

func (p nonogramGame) Size() (rows, cols int) { return len(p.Rows), len(p.Cols) }

// letter returns the sign of cells filled in the colour with that index.
func (p nonogramGame) letter(colour int) byte {
	if !p.InColours() {
		return '#'
	}
	return p.Palette[colour].Letter
}

// colour returns the index of the colour of a sign; -1 for none.
func (p nonogramGame) colour(sign byte) int {
	if !p.InColours() {
		return words.If(sign == '#', 0, -1)
	}
	return slices.IndexFunc(p.Palette, func(k nonogram.Ink) bool { return k.Letter == sign })
}

// empty returns the sign of a cell known to be empty: the first that is no colour's letter.
func (p nonogramGame) empty() byte {
	for _, sign := range []byte("xX+") {
		if p.colour(sign) < 0 {
			return sign
		}
	}
	return '-'
}

// sign returns the sign of a cell.
func (p nonogramGame) sign(c nonogram.Cell) byte {
	switch {
	case !c.One():
		return deduce.Unmarked
	case c == nonogram.Empty:
		return p.empty()
	}
	return p.letter(c.Colour())
}

// known returns what a sign says of a cell.
func (p nonogramGame) known(sign byte) nonogram.Cell {
	switch i := p.colour(sign); {
	case sign == deduce.Unmarked:
		return p.Open()
	case i >= 0:
		return nonogram.ShadeOf(i)
	}
	return nonogram.Empty
}

// sheet returns cells in signs.
func (p nonogramGame) sheet(cells []nonogram.Cell) []byte {
	sheet := make([]byte, len(cells))
	for i, c := range cells {
		sheet[i] = p.sign(c)
	}
	return sheet
}

// letters returns what a cell can be: '.' for empty, and a sign for each colour.
func (p nonogramGame) letters(c nonogram.Cell) string {
	var all strings.Builder
	if c&nonogram.Empty != 0 {
		all.WriteByte('.')
	}
	for i := range max(len(p.Palette), 1) {
		if c&nonogram.ShadeOf(i) != 0 {
			all.WriteByte(p.letter(i))
		}
	}
	return all.String()
}

// Notation returns that of black and white, or one with the letters of the palette, and their emoji.
func (p nonogramGame) Notation() *deduce.Notation {
	if !p.InColours() {
		return nonogramNotation
	}
	n := &deduce.Notation{Empty: p.empty(), DrawnAs: deduce.DrawnAs("?_❔", ".⬜▪▫·□░◻"), Behind: nonogramNotation.Behind, Dots: nonogramDots}
	for _, cross := range "×✕✖✗" {
		n.DrawnAs[cross] = n.Empty
	}
	names, emoji := colourNames(p.Palette), p.board().PaintEmoji()
	for i, k := range p.Palette {
		paint := deduce.Paint{Sign: k.Letter, Name: names[i]}
		n.DrawnAs[rune(k.Letter)] = k.Letter
		if i < len(emoji) {
			paint.Emoji = emoji[i]
			square, _ := utf8.DecodeRuneInString(emoji[i])
			n.DrawnAs[square] = k.Letter
		}
		n.Paints, n.Signs = append(n.Paints, paint), n.Signs+string(k.Letter)
	}
	n.Signs, n.DrawnAs[rune(n.Empty)] = n.Signs+string(n.Empty), n.Empty
	return n
}

// nonogramDots decides what a dot on a sheet means: a cell marked as empty, but where crosses stand
// for that, or where filled cells are missing all the same, one not decided yet.
func nonogramDots(puzzle deduce.Puzzle, sheet []byte) []byte {
	p := puzzle.(nonogramGame)
	missing := 0
	rows, _ := p.Totals()
	for _, n := range rows {
		missing += n
	}
	for _, sign := range sheet {
		missing -= words.If(p.colour(sign) >= 0, 1, 0)
	}
	empty := p.empty()
	open := !bytes.ContainsRune(sheet, deduce.Unmarked) && (bytes.IndexByte(sheet, empty) >= 0 || missing > 0)
	return bytes.ReplaceAll(sheet, []byte{deduce.Dot}, []byte{words.If[byte](open, deduce.Unmarked, empty)})
}

func (p nonogramGame) Printed() []byte {
	if p.Given == nil {
		return bytes.Repeat([]byte{deduce.Unmarked}, len(p.Rows)*len(p.Cols))
	}
	return p.sheet(p.Given)
}

func (p nonogramGame) With(marks []byte) deduce.Puzzle {
	cells := make([]nonogram.Cell, len(marks))
	for i, sign := range marks {
		cells[i] = p.known(sign)
	}
	return asGame(p.WithMarks(cells))
}

func (p nonogramGame) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	solve := words.If(brief, p.Puzzle.Decide, p.Puzzle.Solve)
	a, err := solve(ctx)
	if err != nil {
		return nil, err
	}
	s := &deduce.Solved{
		Verdict: a.Verdict, Level: a.Level.String(), Decided: a.Decided, Key: p.sheet(a.Grid), Proved: a.BackboneProved,
		Count:  func(ctx context.Context) (int, bool) { return p.CountFrom(ctx, a, deduce.Countable) },
		Grade:  func(ctx context.Context) (solvers.Rating, error) { return p.RateFrom(ctx, a) },
		Answer: nonogramAnswer{a, p.Puzzle},
	}
	for _, solution := range a.Solutions {
		s.Solutions = append(s.Solutions, p.sheet(solution))
	}
	return s, nil
}

// nonogramAnswer is an answer, and to which puzzle.
type nonogramAnswer struct {
	*nonogram.Answer
	puzzle *nonogram.Puzzle
}

// Conflict returns the lines that contradict each other, or where totals differ which single number
// may have been mistyped.
func (p nonogramGame) Conflict(ctx context.Context, of *deduce.Solved, say words.Phrases) deduce.Conflict {
	if !p.Balanced() {
		ctx, cancel := context.WithTimeout(ctx, deduce.TypoTime)
		defer cancel()
		slips, _ := p.Slips(ctx)
		typos, told := p.typos(slips, say)
		return deduce.Conflict{Text: ask.Join("\n", p.totals("nonogram.totals", "nonogram.in-colours.totals", say), told), TextOnly: true, Typos: typos}
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

// totals says how the totals of rows and columns differ: in the phrase plain in black and white, and
// for each colour in the phrase coloured.
func (p nonogramGame) totals(plain, coloured string, say words.Phrases) string {
	rows, cols := p.Totals()
	if !p.InColours() {
		return say.Text(plain, words.With{"Rows": rows[0], "Cols": cols[0]})
	}
	names := colourNames(p.Palette)
	var told []string
	for i := range p.Palette {
		if rows[i] != cols[i] {
			told = append(told, say.Text("nonogram.in-colours.total", words.With{"Colour": names[i](say), "Rows": rows[i], "Cols": cols[i]}))
		}
	}
	return say.Text(coloured, words.With{"Totals": strings.Join(told, say.Text("semicolon"))})
}

// Doubt says that the totals of rows and columns differ.
func (p nonogramGame) Doubt(say words.Phrases) string {
	if p.Balanced() {
		return ""
	}
	return p.totals("nonogram.doubt", "nonogram.in-colours.doubt", say)
}

// clue returns the runs of a line.
func (p nonogramGame) clue(line nonogram.Line) []nonogram.Run {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// lineCells returns the cells of a line on a board of that size.
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

// lineName returns a line as people say it, counted from 1.
func lineName(line nonogram.Line, say words.Phrases) string {
	return say.Text(words.If(line.Column, "nonogram.column", "nonogram.row"), words.With{"Number": line.Index + 1})
}
