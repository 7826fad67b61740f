package nonogram

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxLinkSide is the most cells in a line that a link of puzz.link may have; a run of it
// always fits two hexadecimal digits.
const maxLinkSide = 99

// Link is the address of a page where the puzzle can be played: on puzz.link, or with given
// cells, which that page has not, Simon Tatham's. It is "" where the puzzle is larger than
// what puzz.link takes.
func (p *Puzzle) Link() string {
	switch {
	case p.Given != nil:
		return "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#" + p.patternID()
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

// linkWriter writes slots; empty ones are saved up, as one letter says up to twenty.
type linkWriter struct {
	strings.Builder
	empty int
}

func (w *linkWriter) side(lines [][]int, slots int) {
	for _, runs := range lines {
		for _, run := range slices.Backward(runs) {
			w.flush()
			if run < 16 {
				fmt.Fprintf(w, "%x", run)
			} else {
				fmt.Fprintf(w, "-%02x", run)
			}
		}
		w.empty += slots - len(runs)
	}
}

func (w *linkWriter) flush() {
	for ; w.empty > 0; w.empty -= min(w.empty, 20) {
		w.WriteByte(byte('f' + min(w.empty, 20)))
	}
}

var puzzLink = regexp.MustCompile(`^(?:<?https?://\S*[?/]|\S*[?/])?nonogram/(?:v:/)?([0-9]+)/([0-9]+)/|^([0-9]+)/([0-9]+)/[0-9./]*[a-z-]`)

func isPuzzLink(s *source) bool { return puzzLink.MatchString(s.of(s.trim(s.all()))) }

// readPuzzLink reads a puzzle of puzz.link or pzprv3, from "nonogram/" on or
// from its width on. Each line has slots for as many runs as it could have,
// columns first; in a line the slot nearest the grid, that of the last run, is first.
func readPuzzLink(s *source) (*Puzzle, error) {
	p := s.trim(s.all())
	if strings.HasPrefix(s.of(p), "<") {
		p = span{p.lo + 1, p.hi - 1} // as Discord has links without a preview
	}
	m := puzzLink.FindStringSubmatchIndex(s.of(p))
	if m == nil {
		return nil, s.err(p.hi, "nonogram.puzzle", "a link to a nonogram", nil)
	}
	at := p.lo + max(m[2], m[6])
	width, end := s.number(at, p.hi)
	height, end := s.number(end+1, p.hi)
	if err := s.checkSize(at, height, width); err != nil {
		return nil, err
	}
	runs, err := s.slots(span{end + 1, p.hi}, width, height)
	if err != nil {
		return nil, err
	}
	d := draft{src: s}
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

// slot is a run as it stands in a link.
type slot struct{ at, run int }

func (d *draft) backwards(side, at int, back []slot) error {
	if err := d.line(side, at); err != nil {
		return err
	}
	for i := len(back) - 1; i >= 0; i-- {
		if err := d.run(side, back[i].at, back[i].run); err != nil {
			return err
		}
	}
	return nil
}

// slots reads the body of a link: a hexadecimal digit or '-' and two of them is a
// run, a letter from g on skips as many slots as it stands after f.
func (s *source) slots(body span, width, height int) ([][]slot, error) {
	perColumn, perRow := (height+1)/2, (width+1)/2
	lines := make([][]slot, width+height)
	end := width*perColumn + height*perRow
	next := 0
	for i := body.lo; i < body.hi; {
		digits := span{i, i + 1}
		switch c := s.text[i]; {
		case c == '.':
			return nil, s.err(i, "nonogram.unknown", "a run; runs of unknown length are not supported yet", nil)
		case c >= 'g' && c <= 'z':
			if next += int(c-'g') + 1; next > end {
				return nil, s.tooManySlots(i, end)
			}
			i++
			continue
		case c == '-':
			digits = span{i + 1, min(i+3, body.hi)}
		case c == '/' && i == body.hi-1:
			i++
			continue
		}
		run, err := strconv.ParseUint(s.of(digits), 16, 8)
		if err != nil {
			return nil, s.err(i, "nonogram.slot", "a run (0 to f, or - and two such digits) or a skip (g to z)", nil)
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
		i = digits.hi
	}
	return lines, nil
}

func (s *source) tooManySlots(at, end int) error {
	return s.err(at, "nonogram.slots", fmt.Sprintf("the end after %d slots", end), map[string]any{"Count": end})
}
