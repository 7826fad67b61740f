package judge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/vision"
)

// Settle returns the reading with a user's answer for a place; [Judge] goes on from there. The text
// is in the puzzle's own notation:
//
//   - Row, Col: the numbers, "3 1 1", in colours "3r 1g"; "0" or nothing for an empty line.
//   - Down, Across: the sum, "17"; "0" or nothing for none.
//   - Cell of Kakuro: "." or a digit for a white cell, "#" for a block.
//   - Cell of Sudoku: a digit for a given, "." for none.
//   - Cell of a nonogram: "#" filled, "x" marked as empty, "?" neither.
//   - Cell of others, Lit: the state as in vision.Guess, "0", "1".
//   - Size: "0" for the board as it is, "1" for its first rival and so on.
//
// The reading given is not changed. The error says what was expected.
func Settle(r *vision.Reading, place Place, text string) (*vision.Reading, error) {
	s := *r
	if place.Side == Size {
		return settleSize(r, text)
	}
	if err := settle(&s, place, strings.TrimSpace(text)); err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	return &s, nil
}

// settleSize returns the reading itself or a rival of it, without what made its lines doubtful.
func settleSize(r *vision.Reading, text string) (*vision.Reading, error) {
	i, err := strconv.Atoi(text)
	if err != nil || i < 0 || i > len(r.Rivals) {
		return nil, fmt.Errorf("judge: found the extent %q of %d", text, len(r.Rivals)+1)
	}
	s := *slices.Insert(slices.Clone(r.Rivals), 0, r)[i]
	s.Straight, s.Boards, s.Rivals, s.Sized = r.Straight, r.Boards, nil, true
	s.Flaws = slices.DeleteFunc(slices.Clone(s.Flaws), geometric)
	return &s, nil
}

// SettleMarks returns the reading with other marks, by the index of their cell: "?" for none; of a nonogram "#" filled,
// in colours the letter of one, or "x" marked as empty; of a Kakuro or a Sudoku a digit. It copies the cells once, so a
// whole board costs no more than that.
func SettleMarks(r *vision.Reading, marks map[int]string) (*vision.Reading, error) {
	s := *r
	s.Cells = slices.Clone(r.Cells)
	for i, text := range marks {
		if s.Kind.Numberless() || i < 0 || i >= len(s.Cells) {
			return nil, fmt.Errorf("judge: found a place that such a board does not have")
		}
		settle := func(cell *vision.Cell, text string) error { return settleMark(cell, r.Palette, text) }
		if s.Kind != vision.Nonogram {
			settle = settleDigit
		}
		if err := settle(&s.Cells[i], text); err != nil {
			return nil, fmt.Errorf("judge: %w", err)
		}
	}
	return &s, nil
}

// settle changes the reading in place; what it changes below the first level it copies before.
func settle(s *vision.Reading, place Place, text string) error {
	if incomplete(s) {
		return fmt.Errorf("found a reading without a board")
	}
	switch {
	case place.Side == Lit && (s.Kind == vision.Lights || s.Kind == vision.Cards):
		lit, err := parseState(text)
		s.Lit = lit
		return err
	case place.Row < 0 || place.Row >= s.Rows && place.Side != Col || place.Col < 0 || place.Col >= s.Cols && place.Side != Row:
		return fmt.Errorf("found row %d and column %d of a board of %d × %d", place.Row+1, place.Col+1, s.Rows, s.Cols)
	case place.Side == Row && s.Kind == vision.Nonogram:
		s.RowClues, s.ColClues = slices.Clone(s.RowClues), slices.Clone(s.ColClues)
		return settleLine(s, &s.RowClues[place.Row], text, s.Cols)
	case place.Side == Col && s.Kind == vision.Nonogram:
		s.RowClues, s.ColClues = slices.Clone(s.RowClues), slices.Clone(s.ColClues)
		return settleLine(s, &s.ColClues[place.Col], text, s.Rows)
	case place.Side == Cell && s.Kind == vision.Nonogram && len(s.Cells) == s.Rows*s.Cols:
		s.Cells = slices.Clone(s.Cells)
		return settleMark(&s.Cells[place.Row*s.Cols+place.Col], s.Palette, text)
	case place.Side > Cell || s.Kind == vision.Nonogram || place.Side < Down || s.Kind != vision.Kakuro && place.Side != Cell:
		return fmt.Errorf("found a place that such a board does not have")
	}
	s.Cells = slices.Clone(s.Cells)
	return settleCell(&s.Cells[place.Row*s.Cols+place.Col], place.Side, text, s.Kind)
}

// settleLine gives a line of a nonogram one clue. If it was not read as that, others may not have been read
// right, either.
func settleLine(s *vision.Reading, line *vision.Line, text string, length int) error {
	clue, err := parseClue(text, s.Palette)
	switch {
	case err != nil:
		return err
	case !roomFor(runsOf(clue, inksOf(s)), length):
		return fmt.Errorf("found numbers that take more than the %d cells of the line", length)
	}
	if !slices.ContainsFunc(line.Readings, func(c vision.Clue) bool { return c.Text() == clue.Text() }) {
		missMore(s.RowClues)
		missMore(s.ColClues)
	}
	clue.P = 1
	line.Readings = []vision.Clue{clue}
	return nil
}

// missMore makes it five times as likely, up to a third, that a line was read wrong in all ways. A line that is settled
// stays so.
func missMore(lines []vision.Line) {
	const more, most = 5, 1. / 3
	for i, line := range lines {
		missed := 1.
		for _, c := range line.Readings {
			missed -= c.P
		}
		if missed <= 0 || missed >= most {
			continue
		}
		ways := slices.Clone(line.Readings)
		for k := range ways {
			ways[k].P *= (1 - min(more*missed, most)) / (1 - missed)
		}
		lines[i].Readings = ways
	}
}

// settleMark gives a cell of a nonogram one meaning, whatever its sign; in colours it is filled in one of the palette.
func settleMark(cell *vision.Cell, palette []vision.Ink, text string) error {
	if isInk(palette, text) {
		cell.State, cell.Sign, cell.Ink = []vision.Guess{{Value: vision.Filled, P: 1}}, 0, text[0]
		return nil
	}
	state := slices.Index([]string{vision.Blank: "?", vision.Filled: "#", vision.Crossed: "x"}, text)
	switch {
	case state < 0 && palette == nil:
		return fmt.Errorf(`found %q, expected "#" for filled, "x" for empty, "?" for neither`, text)
	case state < 0, state == vision.Filled && palette != nil:
		return fmt.Errorf(`found %q, expected the letter of a colour such as %c, "x" for empty, "?" for neither`, text, palette[0].Letter)
	}
	cell.Ink, cell.State, cell.Sign = 0, []vision.Guess{{Value: state, P: 1}}, 0
	return nil
}

// settleDigit gives a cell of a Kakuro or a Sudoku a digit, or none, and leaves its state.
func settleDigit(cell *vision.Cell, text string) error {
	switch {
	case text == "?":
		cell.Digit = nil
	case len(text) == 1 && '1' <= text[0] && text[0] <= '9':
		cell.Digit = []vision.Guess{{Value: int(text[0] - '0'), P: 1}}
	default:
		return fmt.Errorf(`found %q, expected a digit, or "?" for none`, text)
	}
	return nil
}

// settleCell gives a cell one state, one digit or one sum.
func settleCell(cell *vision.Cell, side Side, text string, kind vision.Kind) (err error) {
	if side != Cell {
		sum, err := parseSum(text)
		sure := []vision.Guess{{Value: sum, P: 1}}
		if side == Down {
			cell.Down = sure
		} else {
			cell.Across = sure
		}
		return err
	}
	switch kind {
	case vision.Kakuro:
		return settleWhite(cell, text)
	case vision.Sudoku:
		return settleGiven(cell, text)
	}
	cell.State, err = parseState(text)
	return err
}

// settleWhite makes a cell of a Kakuro a white cell, with a digit or none, or a block.
func settleWhite(cell *vision.Cell, text string) error {
	switch {
	case text == "#":
		cell.State, cell.Digit = []vision.Guess{{Value: vision.Filled, P: 1}}, nil
		return nil
	case text == ".":
		cell.Digit = nil
	case settleDigit(cell, text) != nil || text == "?":
		return fmt.Errorf(`found %q, expected "." or a digit for a white cell, "#" for a block`, text)
	}
	cell.State, cell.Down, cell.Across = []vision.Guess{{Value: vision.Blank, P: 1}}, nil, nil
	return nil
}

// settleGiven gives a cell of a Sudoku a given, or none.
func settleGiven(cell *vision.Cell, text string) error {
	switch {
	case text == ".":
		cell.State, cell.Digit = []vision.Guess{{Value: vision.Blank, P: 1}}, nil
		return nil
	case settleDigit(cell, text) != nil || text == "?":
		return fmt.Errorf(`found %q, expected a digit, or "." for an empty cell`, text)
	}
	cell.State = []vision.Guess{{Value: vision.Filled, P: 1}}
	return nil
}

// parseState reads the state of a cell, a digit from 0 to 8.
func parseState(text string) ([]vision.Guess, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 8 || len(text) != 1 {
		return nil, fmt.Errorf("found %q, expected a state from 0 to 8", text)
	}
	return []vision.Guess{{Value: n, P: 1}}, nil
}
