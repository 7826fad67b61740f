package puzzle

import (
	"strings"

	"kibitz/solvers/nonogram/internal/clues"
)

// RowSide and ColumnSide are the indices of the two sides of a puzzle.
const (
	RowSide    = clues.Rows
	ColumnSide = clues.Columns
)

// Parse reads the two encodings in black and white that [Puzzle.String] writes:
//
//   - numbers: rows, '|', columns; lines separated by ';', '/' or newline, runs by '.', ',' or
//
// blanks: "3;1|2;1;1". An empty line is nothing or 0. A newline next to another separator means
// nothing.
//   - game IDs of Simon Tatham's Pattern: "3x2:2/1/1/3/1", columns first, with given cells behind a
//
// ','; or the address of its page with one.
//
// Package notation reads these and all others, also those in colours.
//
// Blanks, invisible characters and code fences around the text mean nothing. A clue longer than its
// line is an error: it is a slip of the keyboard far more often than a puzzle without solution.
// Errors are *solvers.SyntaxError.
func Parse(text string) (*Puzzle, error) {
	t := clues.NewText(text)
	if id, ok := clues.FindGameID(t); ok {
		return readGameID(t, id)
	}
	body := t.Body()
	bar := strings.IndexByte(t.Of(body), '|')
	if bar < 0 {
		return nil, t.Expected(body.Lo, "nonogram.puzzle", "rows|columns like 3;1|2;1;1, or a game ID like 3x2:2/1/1/3/1", nil)
	}
	d := clues.Draft{Text: t}
	if err := d.Clues(RowSide, clues.Span{Lo: body.Lo, Hi: body.Lo + bar}); err != nil {
		return nil, err
	}
	if err := d.Clues(ColumnSide, clues.Span{Lo: body.Lo + bar + 1, Hi: body.Hi}); err != nil {
		return nil, err
	}
	return fromDraft(&d)
}

// fromDraft returns the puzzle in black and white of a draft.
func fromDraft(d *clues.Draft) (*Puzzle, error) {
	rows, cols, err := d.Sides()
	if err != nil {
		return nil, err
	}
	return &Puzzle{Rows: rows, Cols: cols}, nil
}
