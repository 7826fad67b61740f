package puzzles

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// colourGame is a nonogram in colours as people are told of it. The sign of a cell is the letter
// of its colour.
type colourGame struct {
	*nonogram.Puzzle
	deduce.Plain

	small image.Image // that its Picture was painted of, a pixel a cell; nil for none
}

func (p colourGame) Size() (rows, cols int) { return len(p.Rows), len(p.Cols) }

// empty is the sign of a cell known to be empty: the first that is no colour's letter.
func (p colourGame) empty() byte {
	for _, sign := range []byte("xX+") {
		if p.colour(sign) < 0 {
			return sign
		}
	}
	return '-'
}

// colour is the index in the palette of a letter; -1 for none.
func (p colourGame) colour(letter byte) int {
	return slices.IndexFunc(p.Palette, func(k nonogram.Ink) bool { return k.Letter == letter })
}

// Notation has the letters of the palette, and their emoji.
func (p colourGame) Notation() *deduce.Notation {
	n := &deduce.Notation{Empty: p.empty(), DrawnAs: deduce.DrawnAs("?_❔", ".⬜▪▫·□░◻"), Behind: nonogramNotation.Behind, Dots: colourDots}
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

// colourDots decides what a dot on a sheet means: an empty cell, but where the sign for that
// stands, too, or where cells to fill are missing all the same, one not decided yet.
func colourDots(puzzle deduce.Puzzle, sheet []byte) []byte {
	p := puzzle.(colourGame)
	total, filled := 0, 0
	rows, _ := p.Totals()
	for _, n := range rows {
		total += n
	}
	for _, sign := range sheet {
		filled += words.If(p.colour(sign) >= 0, 1, 0)
	}
	empty := p.empty()
	open := !bytes.ContainsRune(sheet, deduce.Unmarked) && (bytes.IndexByte(sheet, empty) >= 0 || filled < total)
	return bytes.ReplaceAll(sheet, []byte{deduce.Dot}, []byte{words.If[byte](open, deduce.Unmarked, empty)})
}

// sign is the sign of a cell that can be of those shades.
func (p colourGame) sign(s nonogram.Cell) byte {
	switch {
	case !s.One():
		return deduce.Unmarked
	case s == nonogram.Empty:
		return p.empty()
	}
	return p.Palette[s.Colour()].Letter
}

// sheet is cells in signs.
func (p colourGame) sheet(cells []nonogram.Cell) []byte {
	sheet := make([]byte, len(cells))
	for i, s := range cells {
		sheet[i] = p.sign(s)
	}
	return sheet
}

// shades are what a sign leaves of a cell.
func (p colourGame) shades(sign byte) nonogram.Cell {
	switch i := p.colour(sign); {
	case sign == deduce.Unmarked:
		return p.AllShades()
	case i >= 0:
		return nonogram.ShadeOf(i)
	}
	return nonogram.Empty
}

func (p colourGame) Printed() []byte {
	if p.Given == nil {
		return bytes.Repeat([]byte{deduce.Unmarked}, len(p.Rows)*len(p.Cols))
	}
	return p.sheet(p.Given)
}

func (p colourGame) With(marks []byte) deduce.Puzzle {
	given := make([]nonogram.Cell, len(marks))
	for i, sign := range marks {
		given[i] = p.shades(sign)
	}
	return colourGame{Puzzle: p.WithMarks(given)}
}

func (p colourGame) Solve(ctx context.Context, brief bool) (*deduce.Solved, error) {
	solve := words.If(brief, p.Puzzle.Decide, p.Puzzle.Solve)
	a, err := solve(ctx)
	if err != nil {
		return nil, err
	}
	s := &deduce.Solved{
		Verdict: a.Verdict, Level: a.Level.String(), Decided: a.Decided, Key: p.sheet(a.Grid), Proved: a.BackboneProved,
		Count:  func(ctx context.Context) (int, bool) { return p.CountFrom(ctx, a, deduce.Countable) },
		Grade:  func(ctx context.Context) (solvers.Rating, error) { return p.RateFrom(ctx, a) },
		Answer: colourAnswer{a, p.Puzzle},
	}
	for _, solution := range a.Solutions {
		s.Solutions = append(s.Solutions, p.sheet(solution))
	}
	return s, nil
}

// colourAnswer is an answer, and to which puzzle.
type colourAnswer struct {
	*nonogram.Answer
	puzzle *nonogram.Puzzle
}

// clue is the runs of a line.
func (p colourGame) clue(line nonogram.Line) []nonogram.Run {
	if line.Column {
		return p.Cols[line.Index]
	}
	return p.Rows[line.Index]
}

// Clue is the runs of a line, each with its letter.
func (p colourGame) Clue(column bool, line int) string {
	var told []string
	for _, run := range p.clue(nonogram.Line{Column: column, Index: line}) {
		told = append(told, fmt.Sprint(run.Length)+string(p.Palette[run.Colour].Letter))
	}
	if told == nil {
		return "0"
	}
	return strings.Join(told, " ")
}

// Conflict is the colours whose totals differ, or the lines that contradict each other.
func (p colourGame) Conflict(ctx context.Context, of *deduce.Solved, say words.Phrases) deduce.Conflict {
	if told := p.unequal(say); told != "" {
		ctx, cancel := context.WithTimeout(ctx, slipTime)
		defer cancel()
		slips, _ := p.Slips(ctx)
		typos, slipsTold := p.typos(slips, say)
		return deduce.Conflict{Text: ask.Join("\n", say.Text("nonogram.in-colours.totals", words.With{"Totals": told}), slipsTold), TextOnly: true, Typos: typos}
	}
	core, minimal := p.Core(ctx)
	if core == nil {
		core = of.Answer.(colourAnswer).Conflict
	}
	if len(core) == 0 {
		return deduce.Conflict{Text: say.Text("nonogram.no-conflict")}
	}
	var names []string
	for _, line := range core {
		names = append(names, lineName(line, say))
	}
	const most = 12
	return deduce.Conflict{
		Text: say.Count(words.If(minimal, "nonogram.core", "nonogram.conflict"), len(names), words.With{"Lines": say.List(names, most)}),
		Draw: func(b *render.Board) {
			for _, line := range core {
				b.Framed = append(b.Framed, lineArea(line, len(p.Rows), len(p.Cols)))
			}
		},
	}
}

// unequal names the colours of which rows and columns ask for different numbers of cells.
func (p colourGame) unequal(say words.Phrases) string {
	rows, cols := p.Totals()
	names := colourNames(p.Palette)
	var told []string
	for i := range p.Palette {
		if rows[i] != cols[i] {
			told = append(told, say.Text("nonogram.in-colours.total", words.With{"Colour": names[i](say), "Rows": rows[i], "Cols": cols[i]}))
		}
	}
	return strings.Join(told, say.Text("semicolon"))
}

// Doubt is that the totals of rows and columns differ.
func (p colourGame) Doubt(say words.Phrases) string {
	if told := p.unequal(say); told != "" {
		return say.Text("nonogram.in-colours.doubt", words.With{"Totals": told})
	}
	return ""
}
