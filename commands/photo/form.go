package photo

import (
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// LinesForm names the form that has all lines of a board that was read with doubts.
const LinesForm = "lines"

// LineForm returns the form that asks what stands at a place of a board; nil where the path names
// no place.
func LineForm(a *ask.Ask) *chat.Form {
	place, ok := parsePlace(a.At)
	if !ok {
		return nil
	}
	b := &Board{Reading: &vision.Reading{Kind: a.Kind.Photo}}
	clue, given := place.Side == judge.Row || place.Side == judge.Col, b.Kind == vision.Sudoku
	return &chat.Form{
		Title: words.Capital(b.place(place, a.Say)),
		Path:  a.Link(a.Keep(ask.Change{chat.ImageOption: chat.Photo, "at": a.At})),
		Mode:  chat.EditOrPrivately,
		Fields: []chat.Field{{
			Name: ask.LineField, Label: a.Say.Text("photo.line"), Value: a.As, Short: true,
			Detail: a.Say.Text("photo.line-detail." + words.If(clue, "clue", words.If(given, "given", words.If(place.Side == judge.Cell, "cell", "sum")))),
		}},
	}
}

// Lines returns the text that LinesForm has filled in: each line or row of the board as it looks.
func Lines(a *ask.Ask) string {
	r, err := judge.ParseText(a.Request.Puzzle)
	if err != nil {
		return a.Request.Puzzle
	}
	var all []string
	if r.Kind != vision.Nonogram {
		for row := range slices.Chunk(r.Cells, r.Cols) {
			all = append(all, (&Board{Reading: r}).row(row))
		}
		return strings.Join(all, "\n")
	}
	for i, lines := range [...][]vision.Line{r.RowClues, r.ColClues} {
		if i > 0 {
			all = append(all, "")
		}
		for _, l := range lines {
			text := "?"
			if len(l.Readings) > 0 {
				text = l.Readings[0].Text()
			}
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

// row writes a row of cells as they look: of a Sudoku the givens, with a point for an open cell, and of lights which
// are on.
func (b *Board) row(cells []vision.Cell) string {
	if b.Kind != vision.Sudoku {
		return b.onOff(cells)
	}
	row := []byte(strings.Repeat(".", len(cells)))
	for i, c := range cells {
		if c.State[0].Value == vision.Filled && c.Digit[0].Value > 0 {
			row[i] = '0' + byte(c.Digit[0].Value)
		}
	}
	return string(row)
}

// onOff writes cells as they look: 1 for on, 0 for off, ? for a cell that was not read.
func (b *Board) onOff(cells []vision.Cell) string {
	var row []byte
	for _, c := range cells {
		switch {
		case len(c.State) == 0:
			row = append(row, '?')
		case len(b.Lit) > 0 && c.State[0].Value == b.Lit[0].Value:
			row = append(row, '1')
		default:
			row = append(row, '0')
		}
	}
	return string(row)
}
