package deduce

import (
	"context"
	"maps"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// Pencil marks are small digits in a cell: those that a person wrote, or those that the sums leave.
// Writing them is no turn, so undo leaves them alone.

// digitsOf writes a set of digits: bits 1 to 9.
func digitsOf(set uint16) string {
	var b strings.Builder
	for d := byte(1); d <= 9; d++ {
		if set>>d&1 != 0 {
			b.WriteByte('0' + d)
		}
	}
	return b.String()
}

// writeNotes writes pencil marks as the reply carries them, on a line of their own.
func writeNotes(notes map[string]uint16) string {
	var all []string
	for _, cell := range slices.Sorted(maps.Keys(notes)) {
		if notes[cell] != 0 {
			all = append(all, cell+"="+digitsOf(notes[cell]))
		}
	}
	if all == nil {
		return ""
	}
	return noteSign + strings.Join(all, " ")
}

// readNotes reads what writeNotes has written, without its sign.
func readNotes(text string) map[string]uint16 {
	notes := map[string]uint16{}
	for word := range strings.FieldsSeq(text) {
		cell, digits, _ := strings.Cut(word, "=")
		for _, d := range digits {
			if '1' <= d && d <= '9' {
				notes[cell] |= 1 << (d - '0')
			}
		}
	}
	return notes
}

// nameOf returns the name of a cell.
func (s *session) nameOf(cell int) string { return ask.RowColumn(cell/s.cols, cell%s.cols) }

// note adds a digit to the pencil marks of a cell, or takes it out.
func (s *session) note(p spot, digit byte) {
	if s.notes == nil {
		s.notes = map[string]uint16{}
	}
	s.notes[s.nameOf(p.cell(s.cols))] ^= 1 << (digit - '0')
}

// A penciled puzzle tells which digits its clues leave to each cell, each clue taken alone.
type penciled interface{ PencilMarks() []uint16 }

// pencil draws the pencil marks of open cells. If the person asked for candidates, a cell without a
// pencil mark gets the digits that the sums leave to it.
func (s *session) pencil(b *render.Board) {
	var left []uint16
	if p, ok := s.Puzzle.With(s.sheet).(penciled); ok && s.candidates {
		left = p.PencilMarks()
	}
	for i, sign := range s.sheet {
		if own := s.notes[s.nameOf(i)]; !s.Digits || sign != Unmarked {
			continue
		} else if own != 0 {
			b.Cells[i].Notes = own
		} else if left != nil {
			b.Cells[i].Notes = left[i]
		}
	}
}

// mostCells is the largest number of cells with a menu in a form for moves. A form has room for five
// fields, and one of them is for typed moves.
const mostCells = 4

// openRun returns the open cells of the run through the picked cell, across if the cell was picked in a
// row, else down. It returns at most mostCells.
func (s *session) openRun() (cells []int) {
	here, step := s.at.cell(s.cols), words.If(s.at.column, s.cols, 1)
	for _, group := range s.Groups() {
		if len(group) < 2 || group[1]-group[0] != step || !slices.Contains(group, here) {
			continue
		}
		for _, i := range group {
			if s.sheet[i] == Unmarked && len(cells) < mostCells {
				cells = append(cells, i)
			}
		}
	}
	return cells
}

// runFields returns a menu of digits for each open cell of the picked run.
func (s *session) runFields() (fields []chat.Field) {
	for _, i := range s.openRun() {
		field := chat.Field{Name: s.nameOf(i), Label: s.nameOf(i), Menu: true, Optional: true}
		for _, digit := range s.Signs {
			field.Choices = append(field.Choices, chat.Choice{Name: string(digit), Value: string(digit)})
		}
		fields = append(fields, field)
	}
	return fields
}

// fromForm returns the moves that a form has: the digits that were picked for its cells, and those
// that were typed.
func (s *session) fromForm() string {
	var moves []string
	for _, cell := range slices.Sorted(maps.Keys(s.ask.Fields)) {
		if digit := s.ask.Fields[cell]; cell != ask.MovesField && len(digit) == 1 && strings.Contains(s.Signs, digit) {
			moves = append(moves, cell+"="+digit)
		}
	}
	return ask.Join(" ", strings.Join(moves, " "), s.ask.Entered)
}

// PencilMarks shows the digits that the clues leave to each cell, each clue taken alone. If cells have no
// digit left, the answer names and marks these cells, and is Bad unless there are marks. A board too
// large to draw is left out.
func PencilMarks(_ context.Context, a *ask.Ask, g Game) *ask.Answer {
	p, say, name := g.Now(), a.Say, a.Kind.Name
	rows, cols := p.Size()
	r := a.New(chat.Good, say.Text(name+".pencil", ask.Size(rows, cols, say)))
	r.Legend = map[string]string{"proof": "legend.dead"}
	b, left, dead := p.Blank(), p.(penciled).PencilMarks(), []string(nil)
	for i, m := range left {
		if b.Cells[i].Kind == render.Digit && m == 0 {
			b.Cells[i].Mark = render.Proof
			dead = append(dead, CellName(p, i))
		}
	}
	AddNotes(b, left)
	r.Text = say.Text(name + ".pencil-how")
	if len(dead) > 0 {
		const most = 12
		cells := words.With{"Cells": say.List(dead, most)}
		r.Tone, r.Text = chat.Bad, say.Count("digits.dead", len(dead), cells)
		if g.Marks != nil { // they may be to blame
			r.Tone, r.Text = chat.Mixed, say.Text("digits.dead-marks", cells)
		}
	}
	if ask.Drawn(rows, cols) {
		b.Title, r.Board = r.Title, b
	}
	return r
}

// AddNotes draws pencil marks in the open cells without any.
func AddNotes(b *render.Board, notes []uint16) {
	for i := range b.Cells {
		if c := &b.Cells[i]; c.Kind == render.Digit && c.Text == "" && c.Notes == 0 {
			c.Notes = notes[i]
		}
	}
}
