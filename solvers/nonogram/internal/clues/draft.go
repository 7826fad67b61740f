package clues

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// These limit the size of a puzzle; see package puzzle for the reasons.
const (
	MaxSide  = 1024    // cells in a line
	MaxCells = 1 << 18 // rows × columns
)

// Rows and Columns are the indices of the two sides of a puzzle.
const (
	Rows = iota
	Columns
)

var sideNames = [...]string{"row", "column"}

// Draft is a puzzle while it is read. An error is found as soon as it is read, at its place in the
// text.
type Draft struct {
	Text *Text

	// Coloured drafts read the letters behind a run, "3a", as its colour, or else a declared sign.
	// Runs without one have the key Bare.
	Coloured bool
	Bare     string

	// Typed drafts have lines as people type them in colours; see ColouredClue.
	Typed bool

	// Inks are the colours of the runs. In plain drafts the only key is "".
	Inks Inks

	sides [2][]clue
}

// clue holds the runs of one line.
type clue struct {
	at   int // offset of its first run, or of the empty line
	end  int // end of the whole line; 0 if it is read run by run
	runs []Run
	zero bool // it was written 0
}

// Len returns the number of lines that a side has so far.
func (d *Draft) Len(side int) int { return len(d.sides[side]) }

// Line begins the next line of a side.
func (d *Draft) Line(side, at int) error {
	if len(d.sides[side]) == MaxSide {
		return d.Text.Expected(at, "nonogram.lines", fmt.Sprintf("the end: at most %d %ss", MaxSide, sideNames[side]),
			map[string]any{"Max": MaxSide})
	}
	d.sides[side] = append(d.sides[side], clue{at: at})
	return nil
}

// Run adds a run to the last line of a side. A 0 is an empty line and stands alone.
func (d *Draft) Run(side, at, n int) error { return d.RunOf(side, at, n, "") }

// RunOf adds a run in a colour, given by its key, to the last line of a side.
func (d *Draft) RunOf(side, at, n int, key string) error {
	c := &d.sides[side][len(d.sides[side])-1]
	switch {
	case n > MaxSide || len(c.runs) == MaxSide:
		return d.Text.Expected(at, "nonogram.clue", fmt.Sprintf("a clue from 1 to %d", MaxSide), map[string]any{"Max": MaxSide})
	case c.zero, n == 0 && len(c.runs) > 0:
		return d.Text.Expected(at, "nonogram.lone", "no other run in a line with 0, which is for an empty line", nil)
	}
	if len(c.runs) == 0 {
		c.at = at
	}
	if c.zero = n == 0; c.zero {
		return nil
	}
	colour, err := d.Inks.Use(d.Text, at, key)
	c.runs = append(c.runs, Run{n, colour})
	return err
}

// Clue reads a whole line: numbers separated by '.', ',', blanks or '-'.
func (d *Draft) Clue(side int, p Span) error {
	if d.Typed {
		return d.ColouredClue(side, p)
	}
	if err := d.Line(side, p.Lo); err != nil {
		return err
	}
	for i := p.Lo; i < p.Hi; {
		if c := d.Text.Clean[i]; IsBlank(c) || c == '.' || c == ',' || c == '-' && d.Text.joins(Span{p.Lo, i}, Span{i + 1, p.Hi}) {
			i++
			continue
		}
		n, end := d.Text.Number(i, p.Hi)
		switch {
		case end == i && d.Coloured && d.Text.Clean[i] == '?':
			return d.Text.Unknown(i)
		case end == i:
			return d.Text.NotANumber(i)
		}
		key := ""
		if d.Coloured && n > 0 {
			if key, end = d.key(end, p.Hi); key == "" {
				key = d.Bare
			}
		}
		if err := d.RunOf(side, i, n, key); err != nil {
			return err
		}
		i = end
	}
	d.sides[side][len(d.sides[side])-1].end = p.Hi
	return nil
}

// NotANumber returns the error for a text that has something else in place of a run.
func (t *Text) NotANumber(at int) error {
	return t.Expected(at, "nonogram.number", "a number: the length of a run, or 0 for an empty line", nil)
}

// Unknown returns the error for a run of unknown length.
func (t *Text) Unknown(at int) error {
	return t.Expected(at, "nonogram.unknown", "a run; runs of unknown length are not supported yet", nil)
}

// joins reports whether a '-' between two spans stands between two runs: 2-2 or 2 - 2. In "2 -2" it
// would be a sign.
func (t *Text) joins(before, after Span) bool {
	if before.Lo == before.Hi || after.Lo == after.Hi {
		return false
	}
	left, right := t.Clean[before.Hi-1], t.Clean[after.Lo]
	if left == ' ' && right == ' ' {
		before, after = t.Trim(before), t.Trim(after)
		return before.Lo < before.Hi && after.Lo < after.Hi && IsDigit(t.Clean[before.Hi-1]) && IsDigit(t.Clean[after.Lo])
	}
	return IsDigit(left) && IsDigit(right)
}

// key returns the letters of the text between from and hi that begin at from, or else one sign there
// that is declared as a colour, and the end of either. Without both, key is "" and end is from.
func (d *Draft) key(from, hi int) (key string, end int) {
	for end = from; end < hi && IsLetter(d.Text.Clean[end]); {
		end++
	}
	if end == from && end < hi && strings.IndexByte(" ,.-", d.Text.Clean[end]) < 0 && d.Inks.Declared(d.Text.Clean[end:end+1]) {
		end++
	}
	return d.Text.Clean[from:end], end
}

// Clues reads lines separated by ';', '/' and newlines. A newline next to another separator means
// nothing.
func (d *Draft) Clues(side int, p Span) error {
	p = d.Text.Trim(p)
	if p.Lo == p.Hi {
		return d.Missing(side, p.Lo)
	}
	for i := p.Lo; i < p.Hi; {
		switch d.Text.Clean[i] {
		case ';', '/':
			if err := d.Clue(side, Span{p.Lo, i}); err != nil {
				return err
			}
			i = d.Text.Skip(i+1, p.Hi)
			p.Lo = i
		case '\n':
			gap := Span{i, d.Text.Skip(i, p.Hi)}
			i = gap.Hi
			if c := d.Text.Clean[i]; c == ';' || c == '/' {
				break
			}
			if err := d.newlines(side, p.Lo, gap); err != nil {
				return err
			}
			p.Lo = i
		default:
			i++
		}
	}
	return d.Clue(side, p)
}

// newlines ends the line of a side that began at lo, and adds an empty line for each newline in gap
// after the first.
func (d *Draft) newlines(side, lo int, gap Span) error {
	if err := d.Clue(side, Span{lo, gap.Lo}); err != nil {
		return err
	}
	for i := gap.Lo + 1; i < gap.Hi; i++ {
		if d.Text.Clean[i] != '\n' {
			continue
		}
		if err := d.Line(side, i); err != nil {
			return err
		}
	}
	return nil
}

// Missing returns the error for a side without clues.
func (d *Draft) Missing(side, at int) error {
	return d.Text.Expected(at, "nonogram."+sideNames[side]+"s", "the clues of the "+sideNames[side]+"s", nil)
}

// Sides finishes a draft in one colour. It checks that both sides are there and that every clue
// fits its line.
func (d *Draft) Sides() (rows, cols [][]Run, err error) {
	rows, cols, _, err = d.Painted()
	return rows, cols, err
}

// Painted finishes a draft in colours, with the same checks as Sides. Colours of runs are indices
// of the palette.
func (d *Draft) Painted() (rows, cols [][]Run, palette []Ink, err error) {
	if palette, err = d.finish(); err != nil {
		return nil, nil, nil, err
	}
	for side, into := range []*[][]Run{&rows, &cols} {
		*into = make([][]Run, d.Len(side))
		for i, c := range d.sides[side] {
			(*into)[i] = c.runs
		}
	}
	return rows, cols, palette, nil
}

// finish checks that both sides are there, that the size is within the limits and that every clue
// fits its line. It returns the palette, and converts the colours of the runs to indices of it.
func (d *Draft) finish() ([]Ink, error) {
	for side, lines := range d.sides {
		if len(lines) == 0 {
			return nil, d.Missing(side, len(d.Text.Clean))
		}
	}
	if err := d.Text.CheckSize(d.Text.Body().Lo, d.Len(Rows), d.Len(Columns)); err != nil {
		return nil, err
	}
	var order []int
	seen := make([]bool, len(d.Inks.all))
	for run := range d.runs() {
		if !seen[run.Colour] {
			seen[run.Colour] = true
			order = append(order, run.Colour)
		}
	}
	palette, index := d.Inks.Settle(order)
	for run := range d.runs() {
		run.Colour = index[run.Colour]
	}
	for side := range d.sides {
		for _, c := range d.sides[side] {
			if err := d.fits(side, c); err != nil {
				return nil, err
			}
		}
	}
	return palette, nil
}

// runs yields all runs, rows first.
func (d *Draft) runs() iter.Seq[*Run] {
	return func(yield func(*Run) bool) {
		for _, lines := range d.sides {
			for _, c := range lines {
				for i := range c.runs {
					if !yield(&c.runs[i]) {
						return
					}
				}
			}
		}
	}
}

// fits returns an error if a clue of a side has no room in its line, nil if it has. Mostly the clue
// is a slip. But if a square board, or one cell more, would hold it, a line of the other side may be
// missing, and the error asks about that. It is then at the end of the other side if that has fewer
// lines than this one; otherwise it is at the clue.
func (d *Draft) fits(side int, c clue) error {
	n := d.Len(1 - side)
	need := 0
	for i, run := range c.runs {
		need += run.Length
		if i > 0 && c.runs[i-1].Colour == run.Colour {
			need++
		}
	}
	if need <= n {
		return nil
	}
	args := map[string]any{"Cells": n, "Need": need, "Rows": d.Len(Rows), "Cols": d.Len(Columns),
		"Missing": sideNames[1-side], "Open": d.endsWith(1 - side), "Clue": d.Text.clueOf(c)}
	fitting := fmt.Sprintf("a clue for %s; this one needs %d", counted(n, "cell"), need)
	forgotten := fmt.Sprintf("%s (%s, %s: is a %s missing?)",
		fitting, counted(d.Len(Rows), "row"), counted(d.Len(Columns), "column"), sideNames[1-side])
	if n < d.Len(side) && need <= max(n+1, d.Len(side)) {
		return d.Text.Expected(d.after(1-side), "nonogram.fewer", forgotten, args)
	}
	err := d.Text.Expected(c.at, "nonogram.fit", fitting, args)
	if need == n+1 {
		err = d.Text.Expected(c.at, "nonogram.forgotten", forgotten, args)
	}
	if c.end > c.at {
		err.Found = quoted(d.Text.Raw[c.at:c.end])
	}
	return err
}

// counted returns n and the name of that many things: 1 cell, 2 cells.
func counted(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}

// clueOf returns a clue as it was written.
func (t *Text) clueOf(c clue) string {
	if c.end > c.at {
		return quoted(t.Raw[c.at:c.end])
	}
	var lengths []string
	for _, run := range c.runs {
		lengths = append(lengths, strconv.Itoa(run.Length))
	}
	return strings.Join(lengths, " ")
}

// after returns the place after the last clue of a side, as far as it is known.
func (d *Draft) after(side int) int {
	last := d.sides[side][len(d.sides[side])-1]
	return max(last.at, last.end)
}

// endsWith reports whether a side is the last in the text, so that more of it may follow.
func (d *Draft) endsWith(side int) bool {
	last := func(side int) clue { return d.sides[side][len(d.sides[side])-1] }
	return last(side).at > last(1-side).at
}

// quoted returns the beginning of a clue, as long as an error may quote it.
func quoted(clue string) string {
	const most = 40 // characters
	clue, _, _ = strings.Cut(clue, "\n")
	if runes := []rune(clue); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return clue
}

// CheckSize returns an error for a size beyond the limits.
func (t *Text) CheckSize(at, height, width int) error {
	if height >= 1 && width >= 1 && height <= MaxSide && width <= MaxSide && height*width <= MaxCells {
		return nil
	}
	return t.Expected(at, "nonogram.size",
		fmt.Sprintf("at least one row and column, at most %d of each and %d cells", MaxSide, MaxCells),
		map[string]any{"Side": MaxSide, "Cells": MaxCells})
}

// TooFew returns the error for a text that ends at offset before all its lines.
func (t *Text) TooFew(offset, want, got int) error {
	return t.Expected(offset, "nonogram.count", fmt.Sprintf("%d lines of clues; these are %d", want, got),
		map[string]any{"Count": want, "Found": got})
}

// TooMuch returns the error for a puzzle with too many cells and colours for the solver.
func (t *Text) TooMuch() error {
	return t.Expected(t.Body().Lo, "nonogram.shades", "fewer cells or fewer colours", nil)
}
