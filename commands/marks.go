package commands

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kibitz/render"
	"kibitz/solvers"
)

// A markable puzzle can be gone on with from what a person has on paper of it.
type markable interface {
	pencilled
	// marked is the puzzle with a sheet of marks.
	marked(sheet []byte) subject
	// sheet is printed with the marks in it, as far as there are any.
	sheet() []byte
	// solution is the sheet of one solution with the marks of a sheet, or none where
	// there was no time to find one, or it is proved that there is none.
	solution(ctx context.Context, sheet []byte) (key []byte, none bool)
}

// marksField is the option, and the text of a form, with what is marked already.
const marksField = "marks"

// longestMarks is how long they may be, in characters: as much as a chat lets anybody type.
const longestMarks = 6000

// fromMarks are those of do that go on from marks.
var fromMarks = append([]string{"check"}, stepwise...)

// withMarks reads a puzzle and what is marked of it: in its option, or else behind the
// puzzle. A text that is a puzzle as it is has no marks behind it.
func (p *pens) withMarks(read func(text string, o values) (subject, error)) func(string, values) (subject, error) {
	return func(text string, o values) (subject, error) {
		game, err := read(text, o)
		marks, at := o.text(marksField), 0
		if err != nil && strings.TrimSpace(marks) == "" {
			if m := p.behind.FindStringSubmatchIndex(text); m != nil {
				if before, wrong := read(text[:m[3]], o); wrong == nil {
					game, err, marks, at = before, nil, text, m[4]
				}
			}
		}
		if err != nil || strings.TrimSpace(marks) == "" {
			return game, err
		}
		g, ok := game.(markable)
		if !ok || g.String() == "" {
			return nil, solvers.At(marks, at, "sheet.none", "no marks, as this puzzle is yet to be made", nil)
		}
		rows, cols := g.extent()
		sheet, err := (&scribe{pens: *p, text: marks, at: at, rows: rows, cols: cols, printed: g.printed()}).sheet()
		if err != nil {
			return nil, err
		}
		return g.marked(sheet), nil
	}
}

// jots are the characters that people and programs draw a sheet with, and the sign
// that each stands for: the first of its group.
func jots(groups ...string) map[rune]byte {
	all := map[rune]byte{}
	for _, group := range groups {
		for _, r := range group {
			all[r] = group[0]
		}
	}
	return all
}

// dot is a sign on a sheet of which its puzzle decides what it means.
const dot = '.'

// firstMove is where a sheet ends and moves begin.
var firstMove = regexp.MustCompile(`[rRcC]\s*\d`)

// sheet reads what is marked: a sign a cell, row by row, or moves, or a sheet and then
// moves, as a game has them.
func (s *scribe) sheet() ([]byte, error) {
	s.skip(" \t\r\n\u00a0\u3000" + foldSign)
	text := s.text[s.at:]
	end := len(text)
	if at := firstMove.FindStringIndex(text); at != nil {
		end = at[0]
	}
	sheet := slices.Clone(s.printed)
	if strings.TrimSpace(text[:end]) != "" {
		if err := s.draw(sheet, text[:end]); err != nil {
			return nil, err
		}
	}
	if s.at = len(s.text) - len(text) + end; end < len(text) {
		moves, err := s.read()
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			m.make(sheet, s.cols)
		}
	}
	return sheet, nil
}

// draw puts the rows of a text, which starts at s.at, on the sheet.
func (s *scribe) draw(sheet []byte, text string) error {
	start, between, wide := s.at, rowsBetween(text, len(sheet)), s.cols
	if between == "" {
		wide = len(sheet)
	}
	var signs []byte
	var places []int // of the signs in s.text
	before := 0      // this row
	endRow := func() error {
		have := len(signs) - before
		if have > 0 {
			s.at = places[before]
		}
		switch before = len(signs); {
		case have != 0 && have != wide && between == "":
			return s.fail("sheet.count", fmt.Sprintf("a sign for each of the %d cells; here are %d", wide, have), with{"Want": wide, "Have": have})
		case have != 0 && have != wide:
			return s.fail("sheet.row", fmt.Sprintf("a row of %d signs; this one has %d", wide, have), with{"Want": wide, "Have": have})
		case before > len(sheet):
			return s.fail("sheet.rows", fmt.Sprintf("%d rows; this is one more", s.rows), with{"Want": s.rows})
		}
		return nil
	}
	for i, r := range text {
		switch sign := s.jots[r]; {
		case strings.ContainsRune(between, r):
			if err := endRow(); err != nil {
				return err
			}
		case sign != 0:
			signs, places = append(signs, sign), append(places, start+i)
		case !unicode.IsSpace(r) && !strings.ContainsRune(",`\u200b\u200d\u2060\ufe0f\ufeff", r):
			s.at = start + i
			return s.fail(either(s.one, "sheet.digit", "sheet.sign"),
				either(s.one, "a digit from 1 to 9, ? for an open cell, or # for a block", "# for filled, x for empty, or ? for open"), nil)
		}
	}
	if err := endRow(); err != nil {
		return err
	}
	if len(signs) < len(sheet) {
		s.at = start + len(strings.TrimRightFunc(text, unicode.IsSpace))
		return s.fail("sheet.more", fmt.Sprintf("%d rows; here are %d", s.rows, len(signs)/s.cols), with{"Want": s.rows, "Have": len(signs) / s.cols})
	}
	for i, sign := range signs {
		printed, name := sheet[i], rowColumn(i/s.cols, i%s.cols)
		s.at = places[i]
		switch {
		case sign == printed, sign == unmarked, sign == dot && printed != unmarked:
		case s.one && printed == unmarked && sign == blockSign:
			return s.fail("sheet.white", "a digit or ?, as "+name+" is a white cell", with{"Cell": name})
		case printed != unmarked:
			return s.fail("sheet.printed", "what is printed in "+name+": "+string(printed), with{"Cell": name, "Sign": string(printed)})
		default:
			sheet[i] = sign
		}
	}
	return nil
}

// rowsBetween are the characters that part the rows of a sheet of so many cells: what a
// chat leaves of line breaks is blanks. "" is none: the cells follow each other.
func rowsBetween(text string, cells int) string {
	const lines, blanks = "\n/|;", " \t\u00a0\u3000"
	switch n := len(strings.Fields(text)); {
	case strings.ContainsAny(strings.TrimSpace(text), lines):
		return lines
	case strings.Contains(text, ","):
		return ","
	case n > 1 && n != cells:
		return blanks
	}
	return ""
}

// A standing is how marks stand to their puzzle.
type standing struct {
	wrong  []int // cells that are otherwise in every solution
	twins  []int // cells that the rules forbid to be alike
	differ []int // cells that differ between solutions
	apart  bool  // no solution has all of them, but some has each of them alone
	untold bool  // no solution has all of them, and there was no time to try each alone
	unsure bool  // there was no time to tell
	done   bool  // nothing is left to mark

	made, all int // marks, where none is wrong; 0 of 0 where that is not known

	one string // of what it is one solution, where it is done and there may be others
}

// stand tells how the marks of a puzzle with that verdict stand, whose key is proved as
// far as it goes.
func (p pens) stand(ctx context.Context, g markable, v solvers.Verdict, key []byte) standing {
	sheet := g.sheet()
	s := standing{wrong: p.mistakes(sheet, key), differ: leftOpen(v, key)}
	if v != solvers.Unique {
		end, none := g.solution(ctx, sheet)
		switch {
		case none:
			s.tryEach(ctx, g, sheet, key)
			return s
		case end == nil:
			s.unsure = len(s.wrong) == 0
			return s
		}
		key = end
	}
	if len(s.wrong) == 0 {
		s.done = p.solved(sheet, key)
		s.made, s.all = p.tallied(sheet, g.printed(), key)
	}
	return s
}

// tryEach looks for a solution with each mark alone, where none has all of them.
func (s *standing) tryEach(ctx context.Context, g markable, sheet, key []byte) {
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	printed, untold := g.printed(), false
	var found [][]byte // solutions, each of which has many marks
	for i, sign := range sheet {
		has := func(solution []byte) bool { return solution[i] == sign }
		if sign == unmarked || sign == printed[i] || key[i] != unmarked || slices.ContainsFunc(found, has) {
			continue
		}
		alone := slices.Clone(printed)
		alone[i] = sign
		switch solution, none := g.solution(ctx, alone); {
		case none:
			s.wrong = append(s.wrong, i)
		case solution == nil:
			untold = true
		default:
			found = append(found, solution)
		}
	}
	slices.Sort(s.wrong)
	s.untold = untold && len(s.wrong) == 0
	s.apart = !untold && len(s.wrong) == 0
}

// oneOf says of what a solution is one: of so many, or of at least as many; 0 is unknown.
func oneOf(count int, exact bool, say phrases) string {
	if count == 0 {
		return say.text("marks.one-found", nil)
	}
	return say.text(either(exact, "marks.one-of", "marks.one-of-more"), with{"Count": count})
}

// leftOpen are the cells that a key to several solutions leaves open.
func leftOpen(v solvers.Verdict, key []byte) (cells []int) {
	for i, sign := range key {
		if v == solvers.Multiple && sign == unmarked {
			cells = append(cells, i)
		}
	}
	return cells
}

// astray tells whether it leads nowhere to go on from there.
func (s standing) astray() bool { return s.mistaken() || s.apart || s.untold || s.unsure }

// mistaken tells whether it can be said where a mistake is.
func (s standing) mistaken() bool { return len(s.wrong) > 0 || len(s.twins) > 0 }

// tell puts the marks into a reply, and how they stand. Where mistakes are is said to
// who asks for that.
func (s standing) tell(r *Reply, g markable, name, do string, say phrases) {
	rows, cols := g.extent()
	about := with{"Puzzle": say.text(name+".blank", size(rows, cols, say))}
	check, told := do == "check", ""
	switch {
	case s.mistaken() && check:
		if len(s.wrong) > 0 {
			told = say.count("play.mistakes", len(s.wrong), with{"Cells": say.list(cellsNamed(s.wrong, cols), mostMistaken)})
		}
		if len(s.twins) > 0 {
			told = join("\n", told, say.text("marks.twins", with{"Cells": say.list(cellsNamed(s.twins, cols), mostMistaken)}))
		}
	case s.mistaken():
		told = say.text("marks.mistaken", nil)
		r.Buttons = []Button{{Label: say.text("button.show-mistakes", nil), Path: name + "?do=check", Strong: true}}
	case s.apart:
		told = say.text("marks.apart", nil)
	case s.untold:
		told = say.text("marks.untold", nil)
	case s.unsure:
		told = say.text("marks.unsure", nil)
	case s.done:
		told, r.Title = either(s.one == "", say.text("marks.done", nil), s.one), say.text("play.solved", about)
	default:
		told = say.text("play.no-mistakes", nil)
		if s.made < s.all {
			told = join("\n", told, say.text(name+".so-far", with{"Made": s.made, "All": s.all}))
		}
	}
	r.Text = join("\n", told, either(check, r.Text, ""))
	if s.astray() && !s.unsure {
		r.Tone, r.Title = Bad, say.text("marks.title", about)
	}
	r.did = "check"
	if !drawn(rows, cols) {
		return
	}
	r.clued, r.Picture, r.legend = true, true, legend{"proof": "legend.mistake"}
	r.Board = g.spread(g.sheet())
	r.Board.Title, r.Board.Caption = r.Title, r.Text
	if !check {
		return
	}
	for _, i := range s.differ {
		r.Board.Cells[i].Mark = render.Differ
	}
	for _, i := range slices.Concat(s.wrong, s.twins) {
		r.Board.Cells[i].Mark = render.Proof
	}
}

// withSheet is a puzzle with its marks behind it, as a reply keeps it; nil for none.
func withSheet(code string, marks, printed []byte, cols int) string {
	if marks == nil {
		return code
	}
	return code + "\n" + folded(marks, printed, cols)
}
