package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/internal/clues"
)

// maxLinkSide is the highest number of cells in a line of a link to puzz.link. A run of it always
// fits two hexadecimal digits.
const maxLinkSide = 99

// Link returns the address of a page where the puzzle can be played: on puzz.link, or on Simon
// Tatham's site for a puzzle with given cells, which puzz.link does not support. It returns "" for
// a puzzle in colours, and for one that is too large for puzz.link.
func Link(p *nonogram.Puzzle) string {
	switch {
	case p.InColours():
		return ""
	case p.Given != nil:
		return "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#" + p.String()
	case len(p.Rows) > maxLinkSide || len(p.Cols) > maxLinkSide:
		return ""
	}
	w := linkWriter{}
	fmt.Fprintf(&w, "https://puzz.link/p?nonogram/%d/%d/", len(p.Cols), len(p.Rows))
	w.side(p.Cols, (len(p.Rows)+1)/2)
	w.side(p.Rows, (len(p.Cols)+1)/2)
	w.flush()
	return w.String()
}

// linkWriter writes slots. It counts empty ones before it writes them, since one letter stands for
// up to twenty.
type linkWriter struct {
	strings.Builder
	empty int
}

// side writes the slots of all lines of a side.
func (w *linkWriter) side(lines [][]nonogram.Run, slots int) {
	for _, runs := range lines {
		for _, run := range slices.Backward(runs) {
			w.flush()
			if run.Length < 16 {
				fmt.Fprintf(w, "%x", run.Length)
			} else {
				fmt.Fprintf(w, "-%02x", run.Length)
			}
		}
		w.empty += slots - len(runs)
	}
}

// flush writes the empty slots counted.
func (w *linkWriter) flush() {
	for ; w.empty > 0; w.empty -= min(w.empty, 20) {
		w.WriteByte(byte('f' + min(w.empty, 20))) // g stands for one empty slot, z for twenty
	}
}

// linkStart returns the offset of the width in a link, in the part of a link from "nonogram/" on,
// or in the part after that; or -1.
func linkStart(text string) int {
	const genre = "nonogram/"
	address := text
	if blank := strings.IndexAny(text, " \n"); blank >= 0 {
		address = text[:blank]
	}
	for before := strings.LastIndex(address, genre); before >= 0; before = strings.LastIndex(address[:before], genre) {
		rest := strings.TrimPrefix(address[before+len(genre):], "v:/")
		if _, ok := cutSize(rest); ok && (before == 0 || strings.IndexByte("?/", address[before-1]) >= 0) {
			return len(address) - len(rest)
		}
	}
	if body, ok := cutSize(text); ok {
		// No other encoding has a letter or '-' behind such numbers.
		if body = strings.TrimLeft(body, "0123456789./"); body != "" && (clues.IsLower(body[0]) || body[0] == '-') {
			return 0
		}
	}
	return -1
}

// cutSize returns the rest of a text after two numbers with a '/' after each.
func cutSize(text string) (rest string, ok bool) {
	for range 2 {
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		if digits == 0 || digits == len(text) || text[digits] != '/' {
			return "", false
		}
		text = text[digits+1:]
	}
	return text, true
}

// isPuzzLink reports whether a text is a link to a nonogram on puzz.link, or the end of one.
func isPuzzLink(s source) bool { return linkStart(s.Of(s.Body())) >= 0 }

// readPuzzLink reads a puzzle of puzz.link or pzprv3, from "nonogram/" on or from its width on.
// Each line has as many slots as it could have runs, columns first. In a line the slot nearest to
// the grid, that of the last run, comes first.
func readPuzzLink(s source) (*nonogram.Puzzle, error) {
	p := s.Body()
	if strings.HasPrefix(s.Of(p), "<") {
		p = between(p.Lo+1, p.Hi-1) // as Discord has links without a preview
	}
	start := linkStart(s.Of(p))
	if start < 0 {
		return nil, s.Expected(p.Hi, "nonogram.puzzle", "a link to a nonogram", nil)
	}
	at := p.Lo + start
	width, end := s.Number(at, p.Hi)
	height, end := s.Number(end+1, p.Hi)
	if err := s.CheckSize(at, height, width); err != nil {
		return nil, err
	}
	runs, err := s.slots(between(end+1, p.Hi), width, height)
	if err != nil {
		return nil, err
	}
	d := s.draft()
	for line, back := range runs {
		side := columns
		if line >= width {
			side = rows
		}
		if err := d.backwards(side, end+1, back); err != nil {
			return nil, err
		}
	}
	return d.puzzle()
}

// slot is a run in a link, and its place in the text.
type slot struct{ at, run int }

// backwards adds a line whose runs are in reverse order.
func (d *draft) backwards(side, at int, back []slot) error {
	if err := d.Line(side, at); err != nil {
		return err
	}
	for i := len(back) - 1; i >= 0; i-- {
		if err := d.Run(side, back[i].at, back[i].run); err != nil {
			return err
		}
	}
	return nil
}

// slots reads the body of a link, and returns the runs of each line in the order of the link:
// columns first, each line from its last run to its first. A hexadecimal digit, or '-' and two of
// them, is a run; a letter from g on skips as many slots as its distance from f. A '/' at the end
// means nothing. The error is at the first other character, or at the first slot too many.
func (s source) slots(body span, width, height int) ([][]slot, error) {
	perColumn, perRow := (height+1)/2, (width+1)/2
	lines := make([][]slot, width+height)
	end := width*perColumn + height*perRow
	next := 0
	for i := body.Lo; i < body.Hi; {
		digits := between(i, i+1)
		switch c := s.Clean[i]; {
		case c == '.':
			return nil, s.Unknown(i)
		case c >= 'g' && c <= 'z':
			if next += int(c-'g') + 1; next > end {
				return nil, s.tooManySlots(i, end)
			}
			i++
			continue
		case c == '-':
			digits = between(i+1, min(i+3, body.Hi))
		case c == '/' && i == body.Hi-1:
			i++
			continue
		}
		run, err := strconv.ParseUint(s.Of(digits), 16, 8)
		if err != nil {
			return nil, s.Expected(i, "nonogram.slot", "a run (0 to f, or - and two such digits) or a skip (g to z)", nil)
		}
		if next >= end {
			return nil, s.tooManySlots(i, end)
		}
		line := next / perColumn
		if next >= width*perColumn {
			line = width + (next-width*perColumn)/perRow
		}
		lines[line] = append(lines[line], slot{i, int(run)})
		next++
		i = digits.Hi
	}
	return lines, nil
}

// tooManySlots returns the error for a link with more than end slots.
func (s source) tooManySlots(at, end int) error {
	return s.Expected(at, "nonogram.slots", fmt.Sprintf("the end after %d slots", end), map[string]any{"Count": end})
}
