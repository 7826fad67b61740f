package deduce

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// A game is tapped in one of three ways. A small board has a button a cell, and a tap gives
// the cell its next sign. Of a larger one a line is picked from a menu, a row or a column,
// and then all of its cells that are to be filled, from another: whoever goes through it line
// by line taps twice for each, and once for each cell. Digits go in by buttons, cell by cell.

// What a message of Discord's has room for.
const (
	gridSide  = 5  // buttons in a row, and rows of them
	mostItems = 25 // of a menu
	mostMenus = 6  // of lines: with the buttons of digits they come to 37 of 40 components
)

// Turns that are taps, beside the digits, which are put.
const (
	tapCell   = "tap"
	pickSpot  = "go"   // with the number of the menu behind it
	fillCells = "fill" // in colours with the letter behind it
	crossOut  = "cross"
	putDigit  = "put" // with the digit behind it
	clearCell = "clear"
)

// A spot is a cell of a board, on the line that it was come to by. It stands for the part of
// that line, too, that one menu holds.
type spot struct {
	column   bool
	line, at int // from 0
}

// String is the spot as a path carries it: r7.3 is the third cell of row 7.
func (p spot) String() string {
	return fmt.Sprint(words.If(p.column, "c", "r"), p.line+1, ".", p.at+1)
}

// readSpot is the inverse of String; false for what is none on a board of that size.
func readSpot(text string, rows, cols int) (p spot, ok bool) {
	var line rune
	fmt.Sscanf(text, "%c%d.%d", &line, &p.line, &p.at)
	p.line, p.at, p.column = p.line-1, p.at-1, line == 'c'
	lines, length := rows, cols
	if p.column {
		lines, length = cols, rows
	}
	return p, p.line >= 0 && p.line < lines && p.at >= 0 && p.at < length && p.String() == text
}

// cell is the spot's cell on a sheet of that many columns.
func (p spot) cell(cols int) int {
	if p.column {
		return p.at*cols + p.line
	}
	return p.line*cols + p.at
}

// part is the first spot of the part of the line.
func (p spot) part() spot {
	p.at -= p.at % mostItems
	return p
}

// hasGrid tells whether there is a button a cell.
func (s *session) hasGrid() bool { return !s.Digits && s.rows <= gridSide && s.cols <= gridSide }

func (s *session) tapped() bool { return s.hasGrid() || s.hasMenus() }

// hasMenus tells whether there are menus of lines.
func (s *session) hasMenus() bool { return !s.hasGrid() && 0 < s.lineMenus && s.lineMenus <= mostMenus }

// spots are those of a part of a line that are to be marked.
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

// parts are those of all rows or all columns, but for those where nothing is to be marked.
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

// findSpot puts the spot where the last click left it, or else to the first line that is not
// done.
func (s *session) findSpot() {
	menus := func(column bool) int { return (len(s.parts(column)) + mostItems - 1) / mostItems }
	s.lineMenus = menus(false) + menus(true)
	if s.goTo(s.ask.At) {
		return
	}
	if rows := s.parts(false); len(rows) > 0 {
		if s.at = s.spots(rows[0])[0]; !s.open(s.at) || s.done(s.at) {
			s.goOn()
		}
	}
}

// goTo puts the spot where a text says; false for nowhere that anything is to be marked.
func (s *session) goTo(text string) bool {
	at, ok := readSpot(text, s.rows, s.cols)
	if ok = ok && len(s.spots(at)) > 0; ok {
		s.at = at
	}
	return ok
}

// tap does what was tapped. Nothing comes of what is not of this board.
func (s *session) tap() {
	turn, picked := s.ask.Turn, s.ask.Request.Picked
	digit, isDigit := strings.CutPrefix(turn, putDigit)
	colour, isColour := strings.CutPrefix(turn, fillCells)
	switch {
	case strings.HasPrefix(turn, pickSpot) && len(picked) > 0:
		s.goTo(picked[0])
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
		s.goOn()
	}
}

// cycle gives a cell its next sign. Taps on one cell after each other are one turn.
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

// set gives the cells of the part that were picked a sign, and takes it from its others.
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
	s.enterMoves(ask.Join(" ", s.moves(with, sign), s.moves(without, Unmarked)))
	if s.done(s.at) {
		s.goOn()
	}
}

// write gives cells a sign, as one turn.
func (s *session) write(cells []spot, sign byte) { s.enterMoves(s.moves(cells, sign)) }

func (s *session) enterMoves(moves string) {
	if moves != "" {
		s.enter(moves)
	}
}

// moves are a sign for each of some cells, as moves are typed, but for those that have it.
func (s *session) moves(spots []spot, sign byte) string {
	var cells []int
	for _, p := range spots {
		if i := p.cell(s.cols); s.printed[i] == Unmarked && s.sheet[i] != sign {
			cells = append(cells, i)
		}
	}
	reader := &moveReader{Notation: s.Notation, rows: s.rows, cols: s.cols, printed: s.printed}
	moves, _ := reader.apart(cells, strings.Repeat(string(sign), len(cells))) // none of them is printed
	var typed []string
	for _, m := range moves {
		if !s.Digits {
			m.signs = m.signs[:1]
		}
		typed = append(typed, m.String())
	}
	return strings.Join(typed, " ")
}

// goOn moves the spot to the next open cell of its line or, where that is done, to the next
// line that is not, and back to the first one from the last.
func (s *session) goOn() {
	parts := s.parts(s.at.column)
	here := max(slices.Index(parts, s.at.part()), 0)
	for k := range len(parts) {
		part := parts[(here+k)%len(parts)]
		if s.done(part) {
			continue
		}
		free := s.spots(part)
		if k == 0 { // from the spot on
			after := slices.IndexFunc(free, func(p spot) bool { return p.at > s.at.at })
			free = slices.Concat(free[max(after, 0):], free[:max(after, 0)])
		}
		s.at = free[max(slices.IndexFunc(free, s.open), 0)]
		return
	}
}

func (s *session) open(p spot) bool { return s.sheet[p.cell(s.cols)] == Unmarked }

// done tells whether there is nothing left to do in a part of a line, for all that can be seen:
// the line's clue is met, or nothing in the part is open. That need not be right.
func (s *session) done(p spot) bool {
	return s.Met(s.sheet, p.column, p.line) || !slices.ContainsFunc(s.spots(p), s.open)
}

// goToHint moves the spot to cells that were hinted at: to their column if they are of one.
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

// change is what a link of the game changes, which leads back to the same spot.
func (s *session) change(turn string) ask.Change {
	return ask.Change{"do": ask.Play, "turn": turn, "at": s.at}
}
