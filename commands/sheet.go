package commands

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/render"
	"kibitz/solvers"
)

// A pencilled puzzle is too large for buttons: it is played as on paper, with
// moves that are typed into a form. Whether they are right is said on request.
//
// Its marks are a sheet, row-major, a sign a cell: unmarked, or one that the
// puzzle knows.
type pencilled interface {
	subject
	// printed is the sheet at the start. A cell that is not unmarked there is not
	// to be marked.
	printed() []byte
	// key is the sheet of the only solution; false where there is none, or no
	// time to find it.
	key(ctx context.Context) ([]byte, bool)
	// next is the easiest deduction from a sheet without mistakes, as a person is
	// told of it, and the cells that it decides; "" where there was no time.
	next(ctx context.Context, sheet []byte, say phrases) (why string, cells []int)
	// spread is the board with the marks of a sheet.
	spread(sheet []byte) *render.Board
}

// pens are the signs that a kind of puzzle is marked with.
type pens struct {
	signs string // those that count
	void  byte   // among them: what an unmarked cell may stay instead; 0 for none
	one   bool   // a sign is for one cell, and never for all of a range

	jots   map[rune]byte  // what a sheet is drawn with
	behind *regexp.Regexp // a text with marks in it: what they are behind, and they
}

// unmarked is the sign of a cell with nothing in it.
const unmarked = '?'

// longestGame is how long a puzzle with its marks may be, in characters, to
// stand in a reply beside what is said of it.
const longestGame = 2600

// mostMoved is how many cells moves may mark in all, each as often as it is marked: a
// file can hold a hundred thousand moves of a whole board.
const mostMoved = 1 << 22

// movesField is the text of a form that asks for moves.
const movesField = "moves"

// A mark is one move: what is written into a rectangle of cells.
type mark struct {
	row, col   int // its upper left cell, from 0
	rows, cols int
	signs      string // one for all cells, or one each, row-major
}

// String is the move as it is typed, and as the reply keeps it.
func (m mark) String() string {
	span := func(name string, from, n int) string {
		if n == 1 {
			return fmt.Sprint(name, from+1)
		}
		return fmt.Sprint(name, from+1, "-", from+n)
	}
	return span("r", m.row, m.rows) + span("c", m.col, m.cols) + "=" + m.signs
}

// make writes the move on a sheet of that many columns.
func (m mark) make(sheet []byte, cols int) {
	for i := range m.rows * m.cols {
		sheet[(m.row+i/m.cols)*cols+m.col+i%m.cols] = m.signs[i%len(m.signs)]
	}
}

// A scribe reads moves.
type scribe struct {
	pens
	text       string
	at         int // bytes of text that are read
	rows, cols int
	printed    []byte
}

// read is all moves of the text: like r3c1-5=# or R2 C4 x, with anything blank
// between their parts, and blanks, commas or semicolons between them. Without
// columns it is the whole row, without rows the whole column.
func (s *scribe) read() ([]mark, error) {
	var all []mark
	cells := 0
	for s.skip(" \t\r\n\u00a0\u3000,;"); s.at < len(s.text); s.skip(" \t\r\n\u00a0\u3000,;") {
		if cells > mostMoved {
			return nil, s.fail("moves.most", fmt.Sprintf("nothing more, as the moves before this mark more than %d cells", mostMoved), with{"Max": mostMoved})
		}
		m, err := s.move()
		if err != nil {
			return nil, err
		}
		all, cells = append(all, m), cells+m.rows*m.cols
	}
	if len(all) == 0 {
		return nil, s.fail("moves.none", "a move like "+s.example(), with{"Example": s.example()})
	}
	return all, nil
}

func (s *scribe) example() string { return either(s.one, "r2c3=9", "r3c1-5=#") }

func (s *scribe) fail(code, expected string, args with) error {
	return solvers.At(s.text, s.at, code, expected, args)
}

func (s *scribe) skip(cutset string) {
	s.at = len(s.text) - len(strings.TrimLeft(s.text[s.at:], cutset))
}

func (s *scribe) move() (mark, error) {
	start := s.at
	m := mark{rows: s.rows, cols: s.cols}
	var seen [2]bool
	for !seen[0] || !seen[1] {
		s.skip(" \t\u00a0\u3000")
		r, _ := utf8.DecodeRuneInString(s.text[s.at:])
		var err error
		switch {
		case strings.ContainsRune("rR", r) && !seen[0]:
			seen[0] = true
			m.row, m.rows, err = s.reach(s.rows, "moves.row", "a row")
		case strings.ContainsRune("cC", r) && !seen[1]:
			seen[1] = true
			m.col, m.cols, err = s.reach(s.cols, "moves.column", "a column")
		case !seen[0] && !seen[1]:
			return m, s.fail("moves.none", "a move like "+s.example(), with{"Example": s.example()})
		default:
			seen = [2]bool{true, true}
		}
		if err != nil {
			return m, err
		}
	}
	s.skip(" \t\u00a0\u3000=:")
	for i := range m.rows * m.cols {
		if at := (m.row+i/m.cols)*s.cols + m.col + i%m.cols; s.printed[at] != unmarked {
			s.at = start
			name := rowColumn(at/s.cols, at%s.cols)
			return m, s.fail("moves.printed", "cells that are free to mark, and "+name+" is not", with{"Cell": name})
		}
	}
	return m, s.values(&m)
}

// reach is a number or two with a dash between, after the letter: where they
// begin, and how many.
func (s *scribe) reach(most int, code, what string) (from, n int, err error) {
	s.at++
	number := func() (int, error) {
		s.skip(" \t\u00a0\u3000")
		digits := len(s.text) - s.at - len(strings.TrimLeft(s.text[s.at:], "0123456789"))
		n, err := strconv.Atoi(s.text[s.at : s.at+digits])
		if err != nil || n < 1 || n > most {
			return 0, s.fail(code, fmt.Sprintf("%s from 1 to %d", what, most), with{"Max": most})
		}
		s.at += digits
		return n, nil
	}
	first, err := number()
	if err != nil {
		return 0, 0, err
	}
	last := first
	if rest := strings.TrimLeft(s.text[s.at:], " \t"); rest != "" {
		for _, dash := range []string{"-", "–", "—"} {
			if after, ok := strings.CutPrefix(rest, dash); ok {
				s.at = len(s.text) - len(after)
				if last, err = number(); err != nil {
					return 0, 0, err
				}
			}
		}
	}
	return min(first, last) - 1, max(first, last) - min(first, last) + 1, nil
}

// values reads the signs of a move: one for all its cells, or one each.
func (s *scribe) values(m *mark) error {
	start, cells := s.at, m.rows*m.cols
	var signs strings.Builder
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		sign := s.sign(r)
		if sign == 0 {
			break
		}
		signs.WriteByte(sign)
		s.at += size
	}
	m.signs = signs.String()
	switch n := len(m.signs); {
	case n == 0:
		return s.fail(either(s.one, "moves.digit", "moves.sign"), either(s.one, "a digit from 1 to 9, or ? to clear", "# to fill, x for empty, or ? to clear"), nil)
	case n == cells, n == 1 && (!s.one || m.signs[0] == unmarked):
		return nil
	}
	s.at = start
	return s.fail("moves.count", fmt.Sprintf("as many signs as cells: %d", cells), with{"Cells": cells})
}

// sign is the sign that a character stands for, or 0.
func (s *scribe) sign(r rune) byte {
	switch {
	case r == unmarked:
		return unmarked
	case r > 0 && r < utf8.RuneSelf && strings.ContainsRune(s.signs, r):
		return byte(r)
	case s.void != 0 && strings.ContainsRune("xX.×", r):
		return s.void
	}
	return 0
}

// A notebook is a game so far, as the reply carries it below the puzzle: the
// turns, a line each. Where they grow too long the early ones give way to the
// sheet as they left it, a line that starts with a fold; those cannot be undone.
type notebook struct {
	fold  string // "" for none
	turns []string
}

// foldSign starts the line with the sheet.
const foldSign = "="

func openNotebook(text string) (n notebook) {
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "":
		case strings.HasPrefix(line, foldSign):
			n.fold = line
		default:
			n.turns = append(n.turns, line)
		}
	}
	return n
}

func (n notebook) String() string { return join("\n", append([]string{n.fold}, n.turns...)...) }

// sheet is what the turns so far leave; false where they are not of this puzzle.
func (n notebook) sheet(printed []byte, rows, cols int, p pens) ([]byte, bool) {
	sheet := slices.Clone(printed)
	if n.fold != "" {
		cells := strings.ReplaceAll(strings.TrimPrefix(n.fold, foldSign), "/", "")
		if len(cells) != len(sheet) || strings.Trim(cells, p.signs+string(unmarked)) != "" {
			return nil, false
		}
		for i, c := range []byte(cells) {
			if printed[i] == unmarked {
				sheet[i] = c
			}
		}
	}
	for _, turn := range n.turns {
		moves, err := (&scribe{pens: p, text: turn, rows: rows, cols: cols, printed: printed}).read()
		if err != nil {
			return nil, false
		}
		for _, m := range moves {
			m.make(sheet, cols)
		}
	}
	return sheet, true
}

// folded is a sheet as the line that stands for the turns that led to it.
func folded(sheet, printed []byte, cols int) string {
	own := slices.Clone(sheet)
	for i, c := range printed {
		if c != unmarked {
			own[i] = unmarked // it is in the puzzle
		}
	}
	return foldSign + strings.Join(lines(own, cols, func(c byte) byte { return c }), "/")
}

// pencil is the reply to a turn of a game with typed moves.
func (t turns) pencil(ctx context.Context, p *puzzle, g pencilled, o values, say phrases) *Reply {
	rows, cols := g.extent()
	printed := g.printed()
	code, marks, _ := strings.Cut(g.String(), "\n")
	if t.click == "" {
		t.below = marks
	}
	room := longestGame - utf8.RuneCountInString(code) - len("\n")
	if len(folded(printed, printed, cols)) > room || !drawn(rows, cols) {
		r := notice(say, "too-large-to-pencil", size(rows, cols, say))
		if drawn(rows, cols) {
			blank := g.spread(printed)
			blank.Title = r.Title
			r.Board, r.Picture, r.Tone, r.Private = blank, true, Mixed, false
		}
		return r
	}
	key, unique := g.key(ctx)
	if !unique {
		r := g.act(ctx, "check", say) // why not, and the ways on from that
		r.Text, r.did = join("\n", say.text("play.not-unique", nil), r.Text), "check"
		return r
	}
	book := openNotebook(t.below)
	sheet, ok := book.sheet(printed, rows, cols, *p.pens)
	if !ok {
		return notice(say, "unknown", nil)
	}
	about := with{"Puzzle": say.text(p.name+".blank", size(rows, cols, say))}
	r := &Reply{Title: say.text("play.title", about), clued: true, Picture: true, legend: legend{"new": "legend.entered", "proof": "legend.mistake"}}
	told, caption := "", ""
	var marked []int
	mark := render.New
	gaveUp := false
	switch t.click {
	case "enter":
		reader := &scribe{pens: *p.pens, text: t.entered, rows: rows, cols: cols, printed: printed}
		moves, err := reader.read()
		if err != nil {
			syntax, _ := errors.AsType[*solvers.SyntaxError](err)
			told = join("\n", say.text("play.refused", nil), say.misstep(syntax))
			r.Tone = Mixed
			break
		}
		turn := make([]string, len(moves))
		for i, m := range moves {
			m.make(sheet, cols)
			turn[i] = m.String()
		}
		before, _ := book.sheet(printed, rows, cols, *p.pens)
		book.turns = append(book.turns, strings.Join(turn, " "))
		if len(book.String()) > room {
			book = notebook{folded(before, printed, cols), book.turns[len(book.turns)-1:]}
		}
		if len(book.String()) > room {
			book = notebook{fold: folded(sheet, printed, cols)}
		}
	case "undo":
		book.turns = book.turns[:max(len(book.turns)-1, 0)]
		sheet, _ = book.sheet(printed, rows, cols, *p.pens)
	case "check":
		marked, mark = p.pens.mistakes(sheet, key), render.Proof
		told = say.count("play.mistakes", len(marked), with{"Cells": say.list(cellsNamed(marked, cols), mostMistaken)})
		if len(marked) == 0 {
			told = say.text("play.no-mistakes", nil)
		}
		caption = told
	case "hint":
		if n := len(p.pens.mistakes(sheet, key)); n > 0 {
			told = say.text("play.mistaken", nil)
			break
		}
		told, marked = g.next(ctx, sheet, say)
		r.legend["new"] = "legend.means.pick"
		if told == "" {
			told = say.text("play.no-hint", nil)
		}
		caption = told
	case "give-up":
		gaveUp = true
	}
	if (book.String() == "" || t.click == "") && told == "" {
		one, some := p.pens.sampleMoves(printed, cols)
		told = say.text(p.name+".play", with{"Move": one, "Moves": some})
	}
	made, all := p.pens.tallied(sheet, printed, key)
	over := gaveUp || p.pens.solved(sheet, key)
	switch {
	case gaveUp:
		r.Tone, r.Title = Mixed, say.text("play.given-up", about)
		told, sheet = say.text("play.solution", nil), key
	case over:
		r.Tone, r.Title = Good, say.text("play.solved", about)
		told = say.count("play.entered", len(book.turns), nil)
		if book.fold != "" {
			told = ""
		}
	case made >= all && told == "":
		told = say.text("play.none-left", nil)
	case made < all:
		told = join("\n", told, say.text(p.name+".so-far", with{"Made": made, "All": all}))
	}
	r.Text = told
	r.Board = g.spread(sheet)
	r.Board.Title, r.Board.Caption = r.Title, caption
	for _, i := range marked {
		r.Board.Cells[i].Mark = mark
	}
	r.Puzzle = join("\n", code, book.String())
	click := func(label, turn string, off bool) {
		r.Buttons = append(r.Buttons, Button{
			Label: say.text(label, nil), Path: path(p, o, values{"do": "play", "turn": turn}), Disabled: over || off,
		})
	}
	r.Buttons = []Button{{
		Label: say.text("button.enter", nil), Path: path(p, o, values{"do": "play", "form": movesField}), Strong: true, Disabled: over,
	}}
	click("button.mistakes", "check", false)
	click("button.hint", "hint", false)
	click("button.undo", "undo", len(book.turns) == 0)
	click("button.give-up", "give-up", false)
	return r
}

// mistakes are the cells that are marked otherwise than in the key, as far as that says.
func (p pens) mistakes(sheet, key []byte) (wrong []int) {
	for i, c := range sheet {
		if c != unmarked && key[i] != unmarked && c != key[i] {
			wrong = append(wrong, i)
		}
	}
	return wrong
}

// solved says whether all is marked that has to be.
func (p pens) solved(sheet, key []byte) bool {
	for i, c := range sheet {
		if c != key[i] && (c != unmarked || key[i] != p.void) {
			return false
		}
	}
	return true
}

// tallied is how many marks are made, right or wrong, and how many there are to make: a
// number that knew which are right would tell of mistakes.
func (p pens) tallied(sheet, printed, key []byte) (made, all int) {
	for i, c := range sheet {
		if printed[i] == unmarked && key[i] != p.void {
			all++
		}
		if printed[i] == unmarked && c != unmarked && c != p.void {
			made++
		}
	}
	return made, all
}

// sampleMoves are a move for one cell and a move for some that lie next to each other in
// a row, five at most; as they can be made on the printed sheet.
func (p pens) sampleMoves(printed []byte, cols int) (one, some string) {
	var longest mark
	for i, free := 0, 0; i < len(printed); i++ {
		if i%cols == 0 {
			free = 0
		}
		if printed[i] != unmarked {
			free = 0
			continue
		}
		if free = min(free+1, 5); free > longest.cols {
			longest = mark{row: i / cols, col: i%cols - free + 1, rows: 1, cols: free}
		}
	}
	signs := either(p.one, "91286", p.signs[:1])
	short := longest
	short.cols, short.signs = 1, signs[:1]
	longest.signs = signs[:min(len(signs), longest.cols)]
	return short.String(), longest.String()
}

// mostMistaken is how many mistakes are named.
const mostMistaken = 12

func cellsNamed(cells []int, cols int) (names []string) {
	for _, i := range cells {
		names = append(names, rowColumn(i/cols, i%cols))
	}
	return names
}

// moves is the form that asks for them.
func (p *puzzle) moves(o values, say phrases) *Form {
	return &Form{
		Title:  say.text("form.moves", with{"Puzzle": say.text(p.name+".name", nil)}),
		Path:   path(p, o, values{"do": "play", "turn": "enter"}),
		Manner: Turn,
		Fields: []Field{{
			Name: movesField, Label: say.text("form.moves-label", nil),
			Detail: say.text(p.name+".moves", nil), Sample: say.text(p.name+".moves-sample", nil),
		}},
	}
}
