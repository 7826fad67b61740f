package deduce

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// A game is tapped in one of three ways. A small board has a button for each cell, and a tap gives
// the cell its next sign. On a larger board one menu picks a row or a column, and another one says where
// the runs of that line lie; a button fills the cells that the line alone makes certain, and single
// cells can be picked instead of runs. Digits are entered by buttons, cell by cell, or in a form, a run
// at a time.

// Limits of a message on Discord.
const (
	gridSide  = 5  // buttons in a row, and rows of buttons
	mostItems = 25 // items of a menu
	mostMenus = 6  // menus of lines: with the buttons of digits they take 37 of 40 components
)

// Turns that are taps.
const (
	tapCell   = "tap"
	pickSpot  = "go"   // the number of the menu follows
	fillCells = "fill" // in colours, the letter follows
	crossOut  = "cross"
	putDigit  = "put"  // the digit follows
	noteDigit = "note" // the digit follows
	clearCell = "clear"

	placeRuns = "runs" // the number of the menu follows
	sure      = "sure" // fills what the line alone makes certain

	wholeBoard = "board" // tells the whole board to a listener
	dropWrong  = "drop"  // takes the mistakes out and goes on to a hint
)

// A spot is a cell of a board, and the row or column by which it was picked. It also stands for the
// part of that line that one menu holds.
type spot struct {
	column   bool
	line, at int // from 0
}

// String writes the spot as a path carries it: r7.3 is the third cell of row 7.
func (p spot) String() string {
	return fmt.Sprint(words.If(p.column, "c", "r"), p.line+1, ".", p.at+1)
}

// readSpot reads a spot that String has written. ok is false for any other text, and for a spot that is
// not on a board of this size.
func readSpot(text string, rows, cols int) (p spot, ok bool) {
	var line rune
	fmt.Sscanf(text, "%c%d.%d", &line, &p.line, &p.at)
	p.line, p.at, p.column = p.line-1, p.at-1, line == 'c'
	lines, length := rows, cols
	if p.column {
		lines, length = cols, rows
	}
	// A text that Sscanf could read only in part does not give itself back.
	return p, p.line >= 0 && p.line < lines && p.at >= 0 && p.at < length && p.String() == text
}

// cell returns the spot's cell on a sheet with this many columns.
func (p spot) cell(cols int) int {
	if p.column {
		return p.at*cols + p.line
	}
	return p.line*cols + p.at
}

// part returns the first spot of the part of the line that one menu holds.
func (p spot) part() spot {
	p.at -= p.at % mostItems
	return p
}

// hasGrid reports whether each cell has a button.
func (s *session) hasGrid() bool { return !s.Digits && s.rows <= gridSide && s.cols <= gridSide }

// tapped reports whether the game is played by buttons or menus, and not only by typed moves.
func (s *session) tapped() bool { return s.hasGrid() || s.hasMenus() }

// hasMenus reports whether there are menus of lines.
func (s *session) hasMenus() bool { return !s.hasGrid() && 0 < s.lineMenus && s.lineMenus <= mostMenus }

// spots returns the cells of the part of the line around p that a person marks, which are those
// without a printed sign.
func (s *session) spots(p spot) (free []spot) {
	p = p.part()
	end := min(p.at+mostItems, words.If(p.column, s.rows, s.cols))
	for ; p.at < end; p.at++ {
		if s.printed[p.cell(s.cols)] == Unmarked {
			free = append(free, p)
		}
	}
	return free
}

// parts returns the parts of all rows or all columns, each by its first spot. A part is as much of
// a line as one menu holds. Parts in which nothing is to be marked are left out.
func (s *session) parts(column bool) (all []spot) {
	lines, length := s.rows, s.cols
	if column {
		lines, length = s.cols, s.rows
	}
	for p := (spot{column: column}); p.line < lines; p.line++ {
		for p.at = 0; p.at < length; p.at += mostItems {
			if len(s.spots(p)) > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// findSpot puts the spot where the last click left it, or else on the first row that is not done.
// It also counts the menus that the lines take (s.lineMenus).
func (s *session) findSpot() {
	s.lineMenus = len(s.lineChunks())
	if s.goTo(s.ask.At) {
		return
	}
	if rows := s.parts(false); len(rows) > 0 {
		if s.at = s.spots(rows[0])[0]; !s.isOpen(s.at) || s.done(s.at) {
			s.advance()
		}
	}
}

// lineChunks returns the parts of all lines as menus hold them: rows and columns in one menu if they
// have room there, else in menus of their own.
func (s *session) lineChunks() (all [][]spot) {
	rows, columns := s.parts(false), s.parts(true)
	if len(rows)+len(columns) <= mostItems {
		return [][]spot{slices.Concat(rows, columns)}
	}
	for _, parts := range [][]spot{rows, columns} {
		all = slices.AppendSeq(all, slices.Chunk(parts, mostItems))
	}
	return all
}

// goTo puts the spot where a text says. It returns false if nothing is to be marked there.
func (s *session) goTo(text string) bool {
	at, ok := readSpot(text, s.rows, s.cols)
	if ok = ok && len(s.spots(at)) > 0; ok {
		s.at = at
	}
	return ok
}

// tap carries out a tap. A tap that does not fit this board does nothing.
func (s *session) tap() {
	turn, picked := s.ask.Turn, s.ask.Request.Picked
	digit, isDigit := strings.CutPrefix(turn, putDigit)
	note, isNote := strings.CutPrefix(turn, noteDigit)
	colour, isColour := strings.CutPrefix(turn, fillCells)
	switch {
	case strings.HasPrefix(turn, pickSpot) && len(picked) > 0:
		s.goTo(picked[0])
	case strings.HasPrefix(turn, placeRuns):
		s.place(picked)
	case turn == sure:
		s.fillSure()
	case s.view(turn) != nil:
		view := s.view(turn)
		*view = !*view
	case isNote && len(note) == 1 && strings.Contains(s.Signs, note):
		s.note(s.at, note[0])
	case turn == tapCell:
		s.cycle(s.at)
	case turn == fillCells:
		s.set(s.Signs[0], picked)
	case isColour && len(colour) == 1 && s.paint(colour[0]) != nil:
		s.set(colour[0], picked)
	case turn == crossOut:
		s.set(s.Empty, picked)
	case turn == clearCell:
		s.write([]spot{s.at}, Unmarked)
	case isDigit && len(digit) == 1 && strings.Contains(s.Signs, digit):
		s.write([]spot{s.at}, digit[0])
		s.advance()
	}
}

// cycle gives a cell its next sign: the first one if it has none, and none after the last one. Taps
// on the same cell one after another are one turn, so it first takes back a last turn that gave the
// cell its present sign.
func (s *session) cycle(p spot) {
	i, signs := p.cell(s.cols), string(Unmarked)+s.Signs
	now := s.sheet[i]
	next := signs[(strings.IndexByte(signs, now)+1)%len(signs)]
	last := move{i / s.cols, i % s.cols, 1, 1, string(now)}.String()
	if n := len(s.turns) - 1; n >= 0 && s.turns[n] == last {
		s.turns = s.turns[:n]
		s.replay()
	}
	s.write([]spot{p}, next)
}

// set gives a sign to the picked cells of the spot's part, and takes it from the part's other
// cells, as one turn: a menu sends all its picked items. If the part is done then, the spot
// advances. It does nothing for sign 0, which no cell can have.
func (s *session) set(sign byte, picked []string) {
	if sign == 0 {
		return
	}
	var with, without []spot
	for _, p := range s.spots(s.at) {
		now := s.sheet[p.cell(s.cols)]
		switch wanted := slices.Contains(picked, p.String()); {
		case wanted && now != sign:
			with = append(with, p)
		case !wanted && now == sign:
			without = append(without, p)
		}
	}
	cells, signs := s.cellsOf(with), slices.Repeat([]byte{sign}, len(with))
	s.mark(append(cells, s.cellsOf(without)...), append(signs, slices.Repeat([]byte{Unmarked}, len(without))...))
	s.onward()
}

// cellsOf returns the cells of spots.
func (s *session) cellsOf(spots []spot) (cells []int) {
	for _, p := range spots {
		cells = append(cells, p.cell(s.cols))
	}
	return cells
}

// write gives cells a sign, as one turn. It leaves out cells that have the sign already, and printed
// ones.
func (s *session) write(spots []spot, sign byte) {
	cells := slices.DeleteFunc(s.cellsOf(spots), func(i int) bool { return s.printed[i] != Unmarked || s.sheet[i] == sign })
	s.enterMoves(s.written(cells, strings.Repeat(string(sign), len(cells))))
}

// enterMoves enters moves, if there are any.
func (s *session) enterMoves(moves string) {
	if moves != "" {
		s.enter(moves)
	}
}

// advance moves the spot to the next open cell of its part of a line. If that part is done, it goes
// on to the next part in the same direction that is not, and from the last one back to the first.
// The spot stays if all parts are done.
func (s *session) advance() {
	parts := s.parts(s.at.column)
	here := max(slices.Index(parts, s.at.part()), 0)
	for k := range len(parts) {
		part := parts[(here+k)%len(parts)]
		if s.done(part) {
			continue
		}
		free := s.spots(part)
		if k == 0 { // begin behind the spot
			after := slices.IndexFunc(free, func(p spot) bool { return p.at > s.at.at })
			free = slices.Concat(free[max(after, 0):], free[:max(after, 0)])
		}
		s.at = free[max(slices.IndexFunc(free, s.isOpen), 0)]
		return
	}
}

// isOpen reports whether a cell has no mark.
func (s *session) isOpen(p spot) bool { return s.sheet[p.cell(s.cols)] == Unmarked }

// done reports whether a part of a line looks finished: the line's clue is met, or no cell of the
// part is open. It may still be wrong.
func (s *session) done(p spot) bool {
	return s.Met(s.sheet, p.column, p.line) || !slices.ContainsFunc(s.spots(p), s.isOpen)
}

// goToHint moves the spot to the first of a hint's cells: on its column if all the cells stand in
// one column, else on its row. It stays if there are no cells.
func (s *session) goToHint(cells []int) {
	if len(cells) == 0 {
		return
	}
	row, col := cells[0]/s.cols, cells[0]%s.cols
	s.at = spot{line: row, at: col}
	if len(cells) > 1 && !slices.ContainsFunc(cells, func(i int) bool { return i%s.cols != col }) {
		s.at = spot{column: true, line: col, at: row}
	}
}

// change returns the link parameters of a turn that comes back to the same spot.
func (s *session) change(turn string) ask.Change {
	return ask.Change{"do": ask.Play, "turn": turn, "at": s.at}
}
