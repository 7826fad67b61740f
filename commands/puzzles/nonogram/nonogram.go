// Package nonogram tells people of nonograms: how they are written, played, repaired and made from
// images.
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

// coloured is a nonogram in colours, for examples.
const coloured = "2r 1g;1r 2g;4g|2r 1g;1r 1g;2g;3g"

// forErrorsOf returns the nonogram in colours as the example for errors of these codes.
func forErrorsOf(codes ...string) map[string]string {
	examples := map[string]string{}
	for _, code := range codes {
		examples["nonogram."+code] = coloured
	}
	return examples
}

// Kind returns the kind of nonograms.
func Kind() *ask.Kind {
	read := ordersOrPictures(orders())
	return &ask.Kind{
		Name:    "nonogram",
		Example: "1 1;5;5;3;1|2;4;4;4;2",
		Instead: forErrorsOf("run", "rgb", "ink", "palette", "colours", "touching"),
		Samples: []string{"D;CB;DC;CC;G;BF;G;B;C|BC;DB;BF;HB;F;D;E;D", "3x3:1/3/1/1/3/1", "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h", ".#./###/#.#", coloured, "15x15 expert 42", "picture 15x15 easy 3"},
		Order:   "15x15 expert 42",
		Marks:   "?#?#?/#####/?????/?????/?????",
		Actions: deduce.Actions(nil, ask.Action{Name: "repair", Reveals: true, Do: ask.On(repairPicture)}, ask.Action{Name: giftAction, Alone: true, ByForm: true, Do: ask.On(send)}, deduce.Exports(written), deduce.Print(deduce.ForMaker)),
		Options: []ask.Option{
			{Option: chat.Option{Name: ask.MarksField, Max: deduce.LongestMarks}, Encoded: true},
			{Option: chat.Option{Name: ask.SizeField, Max: 9}, Encoded: true, Draws: true, Maker: true},
			{Option: chat.Option{Name: "colours", Type: chat.Number, Min: 2, Max: drawing.MaxColours}, Encoded: true, Draws: true, Maker: true},
			{Option: chat.Option{Name: "dither", Type: chat.Flag}, Encoded: true, Draws: true, Maker: true},
			{Option: chat.Option{Name: "darker", Type: chat.Number, Min: -drawing.MaxDarker, Max: drawing.MaxDarker}, Encoded: true, Draws: true, Maker: true},
			{Option: chat.Option{Name: "invert", Type: chat.Flag}, Encoded: true, Draws: true, Maker: true},
			{Option: chat.Option{Name: "way", Choices: []chat.Choice{{Value: byLight}, {Value: byContrast}, {Value: byOutline}, {Value: choosing}}}, Encoded: true, Draws: true, Maker: true},
			{Option: chat.Option{Name: "keep", Max: 100}, Encoded: true, OfAnswer: true, Maker: true},
		},
		Maker: &ask.Door{
			Name:    "make",
			Actions: []string{"repair", ask.Check, "pair", ask.Blank, "export", "print", "copy"},
			Sample:  ".#./###/#.#",
			Usual:   ask.Options{ask.SizeField: ""}, // an image is drawn, not read
		},
		Lessons: words.IDs("", words.Names(taught...)...),
		Teach:   lesson, Exercise: exercise, Practice: practice,
		Says: append(deduce.Says("nonogram", words.Names(nonogram.ByLine, nonogram.ByProbe, nonogram.BySearch), deduce.Difficulties(nonogram.Techniques()), words.Names(nonogram.Demands()...)),
			slices.Concat(
				words.IDs("nonogram.in-colours.", "play", "moves", "moves-sample", "blank-how"),
				words.IDs("nonogram.colour.", colourIDs()...),
				words.IDs("nonogram.in-colours.step.", words.Names(nonogram.ColourTechniques()...)...),
				words.IDs("nonogram.technique.", words.Names(nonogram.ColourTechniques()...)...),
				[]string{"nonogram.struck-before"},
				words.IDs("nonogram.way.", append(ways, "colours")...),
				words.IDs("nonogram.technique.", words.Names(nonogram.Techniques()...)...),
				words.IDs("nonogram.lesson.", words.Names(taught...)...),
				words.IDs("nonogram.step.", words.Names(nonogram.Techniques()...)...))...),
		Read:     deduce.Reader(parse, read, blackAndWhite),
		Record:   deduce.NewRecord,
		Form:     form,
		Standing: deduce.Standing,
		Mend:     deduce.Mend,
		Deal:     dealPicture,
		Daily:    dailyPicture,
		Open:     openImage,
		Redraw:   offerDrawing,
		Photo:    vision.Nonogram,
		Lines:    lines,
		Page:     func(g ask.Game) string { return link(g.(deduce.Game).Puzzle) },
		Binary:   notation.IsBitmap,
		Split:    notation.Split,
		Sheet:    deduce.Sheet,
	}
}

// blackAndWhite is the notation of puzzles in black and white.
var blackAndWhite = &deduce.Notation{
	Signs:   "#x",
	Empty:   'x',
	DrawnAs: deduce.DrawnAs("#1⬛🟦■█◼", "xX×✕✖✗", ".0⬜□░◻·-", "?_❔"),
	Behind: sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)^(.*?\S)\s+(=.*|[#?.xX×✖⬛🟦⬜■□❔][#?.xX×✖\x{fe0f}⬛🟦⬜■□❔/\s]*(?:[rRcC]\s*\d.*)?|[rRcC]\s*\d.*)$`)
	}),
	Dots: dots,
}

// A game is a nonogram as people are told of it. On a sheet the sign of a filled cell is '#', or in
// colours the letter of its colour.
type game struct {
	*nonogram.Puzzle
	deduce.Defaults

	image image.Image // the image behind Picture, with a pixel for each cell; nil for none
	name  string      // of a gift, told with its solution; "" for none
}

// asGame returns the game of a solver's puzzle.
func asGame(p *nonogram.Puzzle) deduce.Puzzle { return game{Puzzle: p} }

// parse reads a nonogram in black and white or in colours.
func parse(text string) (deduce.Puzzle, error) {
	text, name := cutName(text)
	p, err := notation.Parse(text)
	if err != nil {
		return nil, err
	}
	return game{Puzzle: p, name: name}, nil
}

// link returns the address where the puzzle can be played on the web; "" if no page can show it, as
// none can in colours.
func link(puzzle deduce.Puzzle) string { return notation.Link(puzzle.(game).Puzzle) }

// Size returns the numbers of rows and columns.
func (p game) Size() (rows, cols int) { return len(p.Rows), len(p.Cols) }

// letter returns the sign of cells in the colour with this index.
func (p game) letter(colour int) byte {
	if !p.InColours() {
		return '#'
	}
	return p.Palette[colour].Letter
}

// colour returns the index of the colour of a sign; -1 for none.
func (p game) colour(sign byte) int {
	if !p.InColours() {
		return words.If(sign == '#', 0, -1)
	}
	return slices.IndexFunc(p.Palette, func(k nonogram.Ink) bool { return k.Letter == sign })
}

// empty returns the sign of a cell known to be empty: the first of xX+- that is not a colour's
// letter.
func (p game) empty() byte {
	for _, sign := range []byte("xX+") {
		if p.colour(sign) < 0 {
			return sign
		}
	}
	return '-'
}

// sign returns the sign of a cell; Unmarked if it may be more than one thing.
func (p game) sign(c nonogram.Cell) byte {
	switch {
	case !c.One():
		return deduce.Unmarked
	case c == nonogram.Empty:
		return p.empty()
	}
	return p.letter(c.Colour())
}

// known returns the cell that a sign stands for.
func (p game) known(sign byte) nonogram.Cell {
	switch i := p.colour(sign); {
	case sign == deduce.Unmarked:
		return p.Open()
	case i >= 0:
		return nonogram.ShadeOf(i)
	}
	return nonogram.Empty
}

// sheet writes cells as signs.
func (p game) sheet(cells []nonogram.Cell) []byte {
	sheet := make([]byte, len(cells))
	for i, c := range cells {
		sheet[i] = p.sign(c)
	}
	return sheet
}

// letters lists the possible states of a cell: '.' for empty, and the letter of each colour.
func (p game) letters(c nonogram.Cell) string {
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

// Notation returns the notation of black and white, or one with the letters and the emoji of the
// palette.
func (p game) Notation() *deduce.Notation {
	if !p.InColours() {
		return blackAndWhite
	}
	n := &deduce.Notation{Empty: p.empty(), DrawnAs: deduce.DrawnAs("?_❔", ".⬜▪▫·□░◻"), Behind: blackAndWhite.Behind, Dots: dots}
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

// dots replaces the dots of a sheet. A dot is a cell marked as empty. In a sheet without '?' it is
// an open cell instead, if crosses mark the empty cells or if filled cells are missing.
func dots(puzzle deduce.Puzzle, sheet []byte) []byte {
	p := puzzle.(game)
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

// Printed returns the given cells as a sheet.
func (p game) Printed() []byte {
	if p.Given == nil {
		return bytes.Repeat([]byte{deduce.Unmarked}, len(p.Rows)*len(p.Cols))
	}
	return p.sheet(p.Given)
}

// With returns the puzzle with the marks as given cells.
func (p game) With(marks []byte) deduce.Puzzle {
	cells := make([]nonogram.Cell, len(marks))
	for i, sign := range marks {
		cells[i] = p.known(sign)
	}
	return game{Puzzle: p.WithMarks(cells), name: p.name}
}

// Solve decides the puzzle, and finds the backbone unless brief.
func (p game) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	solve := words.If(brief, p.Puzzle.Decide, p.Puzzle.Solve)
	a, err := solve(ctx)
	if err != nil {
		return nil, err
	}
	s := &deduce.Solved{
		Verdict: a.Verdict, Level: a.Level.String(), Decided: a.Decided, Key: p.sheet(a.Grid), Proved: a.BackboneProved,
		Count:  func(ctx context.Context) (int, bool) { return p.CountFrom(ctx, a, deduce.Countable) },
		Grade:  func(ctx context.Context) (solvers.Rating, error) { return p.RateFrom(ctx, a) },
		Answer: answer{a, p.Puzzle},
	}
	for _, solution := range a.Solutions {
		s.Solutions = append(s.Solutions, p.sheet(solution))
	}
	return s, nil
}

// An answer is a solver's answer with its puzzle.
type answer struct {
	*nonogram.Answer
	puzzle *nonogram.Puzzle
}

// Conflict names the lines that contradict each other. If the totals of rows and columns differ, it
// names the single numbers that may be mistyped.
func (p game) Conflict(ctx context.Context, of *deduce.Solved, say words.Phrases) deduce.Conflict {
	if !p.Balanced() {
		ctx, cancel := context.WithTimeout(ctx, deduce.TypoTime)
		defer cancel()
		slips, _ := p.Slips(ctx)
		typos, told := p.typos(slips, say)
		return deduce.Conflict{Text: ask.Join("\n", p.totals("nonogram.totals", "nonogram.in-colours.totals", say), told), TextOnly: true, Typos: typos}
	}
	core, proved := p.Core(ctx)
	if core == nil {
		core = of.Answer.(answer).Conflict
	}
	var names []string
	for _, line := range core {
		names = append(names, lineName(line, say))
	}
	const most = 12
	if len(names) == 0 {
		return deduce.Conflict{Text: say.Text("nonogram.no-conflict")}
	}
	told := say.Count(words.If(proved == solvers.NotMinimal, "nonogram.conflict", "nonogram.core"), len(names), words.With{"Lines": say.List(names, most), "Fewest": proved == solvers.Fewest})
	if p.Given != nil {
		told = say.Sentences(told, say.Text("nonogram.with-given"))
	}
	return deduce.Conflict{Text: told, Draw: func(b *render.Board) {
		for _, line := range core {
			b.Framed = append(b.Framed, p.area(line))
		}
	}}
}

// totals tells how the totals of rows and columns differ: in black and white by the phrase plain,
// in colours by the phrase coloured.
func (p game) totals(plain, coloured string, say words.Phrases) string {
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

// Doubt tells that the totals of rows and columns differ; "" if they agree.
func (p game) Doubt(say words.Phrases) string {
	if p.Balanced() {
		return ""
	}
	return p.totals("nonogram.doubt", "nonogram.in-colours.doubt", say)
}

// clue returns the runs of a line.
func (p game) clue(line nonogram.Line) []nonogram.Run {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// lineCells returns the cells of a line on a board of this size.
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

// lineName names a line as people say it, counted from 1.
func lineName(line nonogram.Line, say words.Phrases) string {
	return say.Text(words.If(line.Column, "nonogram.column", "nonogram.row"), words.With{"Number": line.Index + 1})
}
