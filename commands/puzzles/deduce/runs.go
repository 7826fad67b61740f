package deduce

import (
	"fmt"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// A Lined puzzle has clues that are runs of cells. Its games are played a run at a time: the runs of
// the picked line are placed from a menu.
type Lined interface {
	// Fit returns what a line's clue and its signs on a sheet tell about the line, without regard to other
	// lines; false if no arrangement of the clue agrees with the signs.
	Fit(sheet []byte, column bool, line int) (Fit, bool)
}

// A Fit is what the clue and the signs of one line tell about the line.
type Fit struct {
	Runs []Run
	Sure []byte // for each cell the sign that it has for certain; Unmarked for none
}

// A Run is one run of a clue: its sign, its length, and the cells of the line, from 0, where it can
// begin.
type Run struct {
	Sign   byte
	Length int
	Starts []int
}

// fit returns the Fit of the picked line; false if its marks contradict the clue, or if the puzzle
// has no runs.
func (s *session) fit() (Fit, bool) {
	l, ok := s.Puzzle.(Lined)
	if !ok {
		return Fit{}, false
	}
	return l.Fit(s.sheet, s.at.column, s.at.line)
}

// on returns the spot of a cell of the picked line.
func (s *session) on(at int) spot { return spot{s.at.column, s.at.line, at} }

// free returns the places at which run i can begin. It leaves out a place where all cells of the run
// have its sign already, and one at which an equal run before it can begin too.
func (s *session) free(runs []Run, i int) []int {
	r := runs[i]
	return slices.DeleteFunc(slices.Clone(r.Starts), func(at int) bool {
		for _, before := range runs[:i] {
			if before.Length == r.Length && before.Sign == r.Sign && slices.Contains(before.Starts, at) {
				return true
			}
		}
		for k := range r.Length {
			if s.sheet[s.on(at+k).cell(s.cols)] != r.Sign {
				return false
			}
		}
		return true
	})
}

// mostRuns is the largest number of menus that the runs of a line take. Two hold all placements of
// any line of up to 15 cells: 1 1 1 1 has 36 at most.
const mostRuns = 2

// menusOfRuns adds up to mostRuns menus with the placements of the picked line's runs that the line's
// marks allow. It leaves out a run whose placements have no room, as on long lines that are still empty.
// If more than two runs are left to place, several placements can be picked at once, otherwise one. It
// adds no menu, and returns false, if it has none to add or the line's marks contradict its clue.
func (s *session) menusOfRuns(r *ask.Answer) bool {
	f, _ := s.fit()
	var menus []*chat.Menu
	left := 0
	for i, run := range f.Runs {
		free := s.free(f.Runs, i)
		if len(free) == 0 {
			continue
		}
		left++
		if n := len(menus); n == 0 || len(menus[n-1].Items)+len(free) > mostItems {
			if n == mostRuns || len(free) > mostItems {
				continue
			}
			menus = append(menus, &chat.Menu{Path: s.ask.Link(s.change(fmt.Sprint(placeRuns, n))), Mode: chat.EditByOwner, Hint: s.placeHint()})
		}
		menu := menus[len(menus)-1]
		for _, at := range free {
			item := chat.Item{Value: fmt.Sprint(i+1, ".", at+1), Label: s.placement(run, at)}
			if p := s.paint(run.Sign); p != nil && !s.ask.Spoken() {
				item.Emoji = p.Emoji
			}
			menu.Items = append(menu.Items, item)
		}
	}
	for _, menu := range menus {
		if left > 2 {
			menu.Most = len(menu.Items)
		}
	}
	r.Menus = append(r.Menus, menus...)
	return len(menus) > 0
}

// placeHint asks where the runs of the picked line lie.
func (s *session) placeHint() string {
	return s.ask.Say.Text("tap.place", words.With{"Line": s.lineName(s.at.part())})
}

// placement describes a run that is placed with its first cell at index `at` of the picked line:
// "7: c1–c7".
func (s *session) placement(run Run, at int) string {
	name := fmt.Sprint(run.Length)
	if p := s.paint(run.Sign); p != nil {
		name += " " + p.Name(s.ask.Say)
	}
	cells := words.If(s.at.column, "r", "c")
	name += fmt.Sprint(": ", cells, at+1)
	if run.Length > 1 {
		name += fmt.Sprint("–", cells, at+run.Length)
	}
	return name
}

// place puts the picked runs on their line, as one turn. Runs that cannot all lie there change
// nothing, and the answer says so.
func (s *session) place(picked []string) {
	f, ok := s.fit()
	if !ok {
		return
	}
	var cells []int
	var signs []byte
	after := slices.Clone(s.sheet)
	for _, value := range picked {
		var i, at int
		if n, _ := fmt.Sscanf(value, "%d.%d", &i, &at); n != 2 || i < 1 || i > len(f.Runs) || !slices.Contains(f.Runs[i-1].Starts, at-1) {
			return
		}
		for k := range f.Runs[i-1].Length {
			cell := s.on(at - 1 + k).cell(s.cols)
			cells, signs = append(cells, cell), append(signs, f.Runs[i-1].Sign)
			after[cell] = f.Runs[i-1].Sign
		}
	}
	if _, ok := s.Puzzle.(Lined).Fit(after, s.at.column, s.at.line); !ok {
		s.told = s.ask.Say.Text("tap.unfit", words.With{"Line": s.lineName(s.at.part())})
		return
	}
	s.mark(cells, signs)
	s.onward()
}

// fillSure marks the cells that the picked line alone makes certain, as one turn.
func (s *session) fillSure() {
	f, ok := s.fit()
	line := words.With{"Line": s.lineName(s.at.part())}
	if !ok {
		s.told = s.ask.Say.Text("tap.unfit", line)
		return
	}
	var cells []int
	var signs []byte
	for i, sign := range f.Sure {
		if cell := s.on(i).cell(s.cols); sign != Unmarked && s.sheet[cell] == Unmarked {
			cells, signs = append(cells, cell), append(signs, sign)
		}
	}
	if cells == nil {
		s.told = s.ask.Say.Text("tap.nothing-sure", line)
		return
	}
	s.mark(cells, signs)
	s.onward()
}

// mark writes signs[i] into cells[i], as one turn. If that meets the clue of a line, the line's open
// cells are marked as empty in the same turn, and the answer names the line.
func (s *session) mark(cells []int, signs []byte) {
	after := slices.Clone(s.sheet)
	for k, cell := range cells {
		after[cell] = signs[k]
	}
	s.followed = finishedTold(finishLines(s.Puzzle, s.sheet, after, s.ask.Say), s.ask.Say)
	var changed []int
	var now []byte
	for _, cell := range changedCells(s.sheet, after) {
		changed, now = append(changed, cell), append(now, after[cell])
	}
	s.enterMoves(s.written(changed, string(now)))
}

// written returns the moves that write signs[i] into cells[i], in the form in which people type moves.
// Neighbours with the same sign share one move.
func (s *session) written(cells []int, signs string) string {
	reader := &moveReader{Notation: s.Notation, rows: s.rows, cols: s.cols, printed: s.printed}
	moves, _ := reader.joined(cells, signs) // none of them is printed
	var typed []string
	for _, m := range moves {
		if !s.Digits && strings.Trim(m.signs, m.signs[:1]) == "" {
			m.signs = m.signs[:1] // one sign stands for all cells of a move, except in digits
		}
		typed = append(typed, m.String())
	}
	return strings.Join(typed, " ")
}

// onward moves the spot to the next part of a line if the present part is done.
func (s *session) onward() {
	if s.done(s.at) {
		s.advance()
	}
}
