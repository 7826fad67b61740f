package main

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers/cardflip"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/lightsout"
	"kibitz/solvers/nonogram/notation"
	"kibitz/solvers/sudoku"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// A truth is the board that a picture shows.
type truth struct {
	text       string
	kind       string
	rows, cols int
	lines      [2][][]int  // of a nonogram: the numbers of rows, of columns; no numbers for an empty line
	colours    [2][]string // the letters of the numbers' colours, in black and white none
	palette    []vision.Ink
	cells      []string // row-major: of Kakuro "#", ".", "5", `3\12`; of Sudoku ".", "5"; of lights and cards "0", "1"
	turned     bool     // the picture is turned: a board of lights may be read in any turn
}

// parseTruth reads the text of a truth, in the notation of the package comment or in that of kibitz read,
// whose lines end in ";" or "/", and whose Kakuro begins with a line of its size. In Kakuro 0 stands for a
// white cell and \ for a block, too.
func parseTruth(kind, text string) (*truth, error) {
	t := &truth{text: strings.TrimSpace(text), kind: kind}
	if kind == "nonogram" {
		return t, t.parseNonogram()
	}
	lines := strings.Split(t.text, "\n")
	switch size := strings.Fields(lines[0]); {
	case kind == "sudoku" && len(lines) > 9: // two lines about the camera come first
		lines = lines[len(lines)-9:]
	case kind != "kakuro":
		lines = strings.FieldsFunc(t.text, func(r rune) bool { return r == '\n' || r == '/' })
	case len(lines) > 1 && size[0] == strconv.Itoa(len(lines)-1):
		lines = lines[1:]
	}
	for _, row := range lines {
		cells := strings.Fields(row)
		if kind != "kakuro" {
			cells = strings.Split(strings.Join(cells, ""), "")
		}
		if t.rows++; t.cols != 0 && len(cells) != t.cols {
			return nil, fmt.Errorf("row %d has %d cells, others %d", t.rows, len(cells), t.cols)
		}
		t.cols = len(cells)
		for _, cell := range cells {
			if kind == "sudoku" && cell == "0" {
				cell = "."
			}
			if kind == "kakuro" && (cell == "0" || cell == `\`) {
				cell = map[string]string{"0": ".", `\`: "#"}[cell]
			}
			t.cells = append(t.cells, cell)
		}
	}
	return t, nil
}

// matches reports whether an encoding of the bot's is this puzzle.
func (t *truth) matches(encoding string) bool {
	switch t.kind {
	case "nonogram":
		p, err := notation.Parse(encoding)
		return err == nil && t.isPuzzle(p)
	case "kakuro":
		p, err := kakuro.Parse(encoding)
		// Digits that a player has filled in do not count.
		same := func(a, b string) bool { return a == b || a == "." && len(b) == 1 && b != "#" }
		return err == nil && p.Rows == t.rows && p.Cols == t.cols && slices.EqualFunc(kakuroCells(p), t.cells, same)
	case "sudoku":
		p, err := sudoku.Parse(encoding)
		return err == nil && p.String() == strings.Join(t.cells, "")
	case "cardflip":
		p, err := cardflip.Parse(encoding)
		want, err2 := cardflip.Parse(strings.Join(t.cells, ""))
		return err == nil && err2 == nil && p.String() == want.String()
	}
	p, err := lightsout.Parse(encoding)
	if err != nil {
		return false
	}
	turns := 1
	if t.turned {
		turns = 4
	}
	for range turns {
		same := func(lamp uint8, cell string) bool { return strconv.Itoa(int(lamp)) == cell }
		if p.Rows == t.rows && p.Cols == t.cols && slices.EqualFunc(p.Lamps, t.cells, same) {
			return true
		}
		t = t.turn()
	}
	return false
}

// answers reports whether the answer to an encoding is right: that of a Sudoku is its solution, whether or not a given
// too few was read, or a right digit too many; that of others is right for this puzzle alone.
func (t *truth) answers(encoding string) bool {
	if t.kind != "sudoku" {
		return t.matches(encoding)
	}
	p, err := sudoku.Parse(encoding)
	want, wrong := sudoku.Parse(strings.Join(t.cells, ""))
	if err != nil || wrong != nil {
		return false
	}
	got, err := p.Decide(context.Background())
	is, wrong := want.Decide(context.Background())
	return err == nil && wrong == nil && got.Verdict == is.Verdict && slices.EqualFunc(got.Solutions, is.Solutions, slices.Equal)
}

// turn returns the truth after a quarter turn to the right.
func (t *truth) turn() *truth {
	n := &truth{text: t.text, kind: t.kind, rows: t.cols, cols: t.rows, turned: t.turned}
	for i := range t.cells {
		n.cells = append(n.cells, t.cells[(t.rows-1-i%n.cols)*t.cols+i/n.cols])
	}
	return n
}

// kakuroCells returns the cells of a puzzle in the notation of a truth.
func kakuroCells(p *kakuro.Puzzle) (cells []string) {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	for _, c := range p.Cells {
		switch {
		case c.White && c.Given > 0:
			cells = append(cells, number(c.Given))
		case c.White:
			cells = append(cells, ".")
		case c.Down+c.Across == 0:
			cells = append(cells, "#")
		default:
			cells = append(cells, number(c.Down)+`\`+number(c.Across))
		}
	}
	return cells
}

// at returns the true text of a place, in the notation of judge.Settle; "" for a sum that is not there.
// Which number stands for a lit lamp is taken from the reading: see litState.
func (t *truth) at(p judge.Place, r *vision.Reading) string {
	switch p.Side {
	case judge.Row:
		return t.clue(0, p.Row, r.Palette)
	case judge.Col:
		return t.clue(1, p.Col, r.Palette)
	case judge.Lit:
		return strconv.Itoa(t.litState(r))
	case judge.Size:
		return strconv.Itoa(1 + slices.IndexFunc(r.Rivals, func(o *vision.Reading) bool { return o.Rows == t.rows && o.Cols == t.cols }))
	}
	cell := t.cells[p.Row*t.cols+p.Col]
	down, across, isSum := strings.Cut(cell, `\`)
	switch {
	case p.Side == judge.Down && isSum:
		return down
	case p.Side == judge.Across && isSum:
		return across
	case p.Side != judge.Cell:
		return ""
	case t.kind == "kakuro" && isSum:
		return "#"
	case t.kind == "kakuro", t.kind == "sudoku":
		return cell
	}
	// Cells of other boards have a state; the reading decides which number the lit one has.
	lit := t.litState(r)
	if cell == "1" {
		return strconv.Itoa(lit)
	}
	return strconv.Itoa(1 - min(lit, 1))
}

// litState returns the state that a reading gives to lit cells most often, dark cells counted against
// it.
func (t *truth) litState(r *vision.Reading) int {
	var lit, dark [16]int
	for i, c := range r.Cells {
		if i >= len(t.cells) || len(c.State) == 0 || c.State[0].Value < 0 || c.State[0].Value >= len(lit) {
			continue
		}
		if t.cells[i] == "1" {
			lit[c.State[0].Value]++
		} else {
			dark[c.State[0].Value]++
		}
	}
	best := 0
	for state := range lit {
		if lit[state]-dark[state] > lit[best]-dark[best] {
			best = state
		}
	}
	return best
}

// right counts the numbers or cells that are right in a reading, each taken at its likeliest, and all
// that the truth has. A reading of another size has none right.
func (t *truth) right(r *vision.Reading) (right, all int) {
	fits := r.Rows == t.rows && r.Cols == t.cols
	if t.kind == "nonogram" {
		fits = fits && len(r.RowClues) == t.rows && len(r.ColClues) == t.cols
		for side, lines := range t.lines {
			for i, want := range lines {
				all += max(1, len(want))
				if !fits {
					continue
				}
				clues := r.RowClues
				if side == 1 {
					clues = r.ColClues
				}
				if len(clues[i].Readings) == 0 {
					continue
				}
				right += common(strings.Fields(clues[i].Readings[0].Text()), strings.Fields(t.clue(side, i, r.Palette)))
			}
		}
		return right, all
	}
	fits = fits && len(r.Cells) == len(t.cells)
	for i, want := range t.cells {
		places := []judge.Place{{Side: judge.Cell, Row: i / t.cols, Col: i % t.cols}}
		if down, across, isSum := strings.Cut(want, `\`); isSum {
			places = nil
			if down != "" {
				places = append(places, judge.Place{Side: judge.Down, Row: i / t.cols, Col: i % t.cols})
			}
			if across != "" {
				places = append(places, judge.Place{Side: judge.Across, Row: i / t.cols, Col: i % t.cols})
			}
		}
		all += len(places)
		if !fits {
			continue
		}
		for _, p := range places {
			if asRead(t.kind, r.Cells[i], p.Side) == t.at(p, r) {
				right++
			}
		}
	}
	return right, all
}

// asRead returns the likeliest text of a cell, in the notation of judge.Settle.
func asRead(kind string, c vision.Cell, side judge.Side) string {
	likeliest := func(guesses []vision.Guess) int {
		if len(guesses) == 0 {
			return 0
		}
		return guesses[0].Value
	}
	switch {
	case side == judge.Down:
		return strconv.Itoa(likeliest(c.Down))
	case side == judge.Across:
		return strconv.Itoa(likeliest(c.Across))
	case kind == "sudoku" && likeliest(c.State) == vision.Blank:
		return "." // the player's digits are none of the puzzle's
	case kind != "kakuro" && kind != "sudoku":
		return strconv.Itoa(likeliest(c.State))
	case kind == "kakuro" && likeliest(c.State) == vision.Filled:
		return "#"
	case likeliest(c.Digit) == 0:
		return "."
	}
	return strconv.Itoa(likeliest(c.Digit))
}

// bordered returns the truth of a Kakuro with as many rows and columns of nothing but blocks at its border as a
// reading has, since those may be left out. It returns the truth itself if the rest has another size.
func (t *truth) bordered(r *vision.Reading) *truth {
	if t.kind != "kakuro" || len(r.Cells) != r.Rows*r.Cols {
		return t
	}
	read := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		if read[i] = "."; len(c.State) == 0 || c.State[0].Value != vision.Blank {
			if read[i] = "#"; likely(c.Down) || likely(c.Across) {
				read[i] = `\`
			}
		}
	}
	got, want := coreOf(read, r.Rows, r.Cols), coreOf(t.cells, t.rows, t.cols)
	if got.Size() != want.Size() {
		return t
	}
	b := &truth{text: t.text, kind: t.kind, rows: r.Rows, cols: r.Cols, cells: slices.Repeat([]string{"#"}, len(r.Cells))}
	for y := range want.Dy() {
		copy(b.cells[(got.Min.Y+y)*r.Cols+got.Min.X:], t.cells[(want.Min.Y+y)*t.cols+want.Min.X:][:want.Dx()])
	}
	return b
}

// likely reports whether the likeliest guess is a number.
func likely(guesses []vision.Guess) bool { return len(guesses) > 0 && guesses[0].Value > 0 }

// coreOf returns the rectangle around all cells that are not plain blocks; X is the column.
func coreOf(cells []string, rows, cols int) (core image.Rectangle) {
	for i := range rows * cols {
		if cells[i] != "#" {
			core = core.Union(image.Rect(i%cols, i/cols, i%cols+1, i/cols+1))
		}
	}
	return core
}
