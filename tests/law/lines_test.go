package law

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
)

// This file is the model of what a game on paper does with a whole line, by trying all arrangements.

// line returns the cells of row or column number n, from 0.
func (p *paper) line(column bool, n int) (cells []int) {
	if column {
		for r := range p.rows {
			cells = append(cells, r*p.cols+n)
		}
		return cells
	}
	for c := range p.cols {
		cells = append(cells, n*p.cols+c)
	}
	return cells
}

// at returns the line that a path names, as r3.1 or c4.1.
func (p *paper) at(t *rapid.T, c click) []int {
	at := c.query.Get("at")
	cell := p.cell(t, at)
	if at[0] == 'c' {
		return p.line(true, cell%p.cols)
	}
	return p.line(false, cell/p.cols)
}

// signsAt returns the signs of some cells of a sheet.
func signsAt(sheet []byte, cells []int) (signs []byte) {
	for _, i := range cells {
		signs = append(signs, sheet[i])
	}
	return signs
}

// runs returns the clue that fits a line's signs: each run as a string of its signs.
func (p *paper) runs(signs []byte) (runs []string) {
	last := byte('?')
	for _, sign := range signs {
		switch {
		case sign == '?' || sign == p.empty:
		case sign == last:
			runs[len(runs)-1] += string(sign)
		default:
			runs = append(runs, string(sign))
		}
		last = sign
	}
	return runs
}

// arrangements returns all ways to lay runs into cells that may have signs already.
func (p *paper) arrangements(runs []string, signs []byte) (all [][]byte) {
	if len(signs) == 0 {
		if len(runs) == 0 {
			all = [][]byte{nil}
		}
		return all
	}
	for _, n := range []int{0, 1} { // the next run begins here, or the first cell is empty
		piece := []byte{p.empty}
		left := runs
		if n == 0 {
			if len(runs) == 0 {
				continue
			}
			piece, left = []byte(runs[0]), runs[1:]
			if len(left) > 0 && left[0][0] == piece[0] {
				piece = append(piece, p.empty)
			}
		}
		if len(piece) > len(signs) {
			continue
		}
		fits := true
		for i, sign := range piece {
			fits = fits && (signs[i] == '?' || signs[i] == sign)
		}
		if !fits {
			continue
		}
		for _, rest := range p.arrangements(left, signs[len(piece):]) {
			all = append(all, append(bytes.Clone(piece), rest...))
		}
	}
	return all
}

// finished finds the lines whose clues are met after the changes, and were not before. It adds to
// changes that the open cells of these lines are marked as empty.
func (p *paper) finished(changes map[int]byte) map[int]byte {
	if p.earlier || p.empty == 0 {
		return changes
	}
	after := bytes.Clone(p.sheet)
	for i, sign := range changes {
		after[i] = sign
	}
	for _, column := range []bool{false, true} {
		for n := range map[bool]int{false: p.rows, true: p.cols}[column] {
			cells := p.line(column, n)
			clue := p.runs(signsAt(p.key, cells))
			if slices.Equal(p.runs(signsAt(p.sheet, cells)), clue) || !slices.Equal(p.runs(signsAt(after, cells)), clue) {
				continue
			}
			for _, i := range cells {
				if after[i] == '?' {
					changes[i] = p.empty
				}
			}
		}
	}
	return changes
}

// place lays the picked runs into the line, unless its other marks leave them no room.
func (p *paper) place(t *rapid.T, c click) {
	cells := p.at(t, c)
	clue, changes, after := p.runs(signsAt(p.key, cells)), map[int]byte{}, bytes.Clone(p.sheet)
	for _, pick := range c.picks {
		var run, from int
		if n, err := fmt.Sscanf(pick, "%d.%d", &run, &from); n != 2 {
			t.Fatalf("the place %q: %v", pick, err)
		}
		for k := range clue[run-1] {
			i := cells[from-1+k]
			changes[i], after[i] = clue[run-1][k], clue[run-1][k]
		}
	}
	if len(p.arrangements(clue, signsAt(after, cells))) > 0 {
		p.write(p.finished(changes))
	}
}

// sure marks the open cells of the line that have the same sign in all arrangements.
func (p *paper) sure(t *rapid.T, c click) {
	cells := p.at(t, c)
	all := p.arrangements(p.runs(signsAt(p.key, cells)), signsAt(p.sheet, cells))
	changes := map[int]byte{}
	for k, i := range cells {
		if len(all) > 0 && p.sheet[i] == '?' && !slices.ContainsFunc(all, func(a []byte) bool { return a[k] != all[0][k] }) {
			changes[i] = all[0][k]
		}
	}
	p.write(p.finished(changes))
}

// note writes a digit in pencil, or rubs it out.
func (p *paper) note(cell int, digit string) {
	digits := strings.ReplaceAll(p.notes[cell], digit, "")
	if digits == p.notes[cell] {
		sorted := []byte(digits + digit)
		slices.Sort(sorted)
		digits = string(sorted)
	}
	p.notes[cell] = digits
}

// noted returns the pencil marks that message r carries, or those of the model if r is nil.
func (p *paper) noted(r *chat.Reply) (all []string) {
	if r != nil {
		_, lines := carried(r)
		for _, line := range lines {
			if marks, ok := strings.CutPrefix(line, "^"); ok {
				all = strings.Fields(marks)
			}
		}
	} else {
		for i, digits := range p.notes {
			if digits != "" {
				all = append(all, fmt.Sprintf("r%dc%d=%s", i/p.cols+1, i%p.cols+1, digits))
			}
		}
	}
	slices.Sort(all)
	return all
}
