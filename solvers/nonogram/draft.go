package nonogram

import (
	"fmt"
	"strings"
)

// The two sides of a draft.
const (
	rows = iota
	columns
)

var sideNames = [...]string{"row", "column"}

// draft is a puzzle as it is read, with what is wrong found as soon as it is seen.
type draft struct {
	src   *source
	sides [2][]clue

	coloured bool    // runs may carry the name of their colour: "3a"
	ink      *string // that of the first run
}

type clue struct {
	at   int // offset of its first run, or of its place
	end  int // of the whole line; 0 where its reader goes run by run
	runs []int
	zero bool // it was written 0
}

// line begins the next line of a side.
func (d *draft) line(side, at int) error {
	if len(d.sides[side]) == MaxSide {
		return d.src.err(at, "nonogram.lines", fmt.Sprintf("the end: at most %d %ss", MaxSide, sideNames[side]),
			map[string]any{"Max": MaxSide})
	}
	d.sides[side] = append(d.sides[side], clue{at: at})
	return nil
}

// run adds a run to the last line of a side. A 0 is an empty line and stands alone.
func (d *draft) run(side, at, n int) error {
	c := &d.sides[side][len(d.sides[side])-1]
	switch {
	case n > MaxSide || len(c.runs) == MaxSide:
		return d.src.err(at, "nonogram.clue", fmt.Sprintf("a clue from 1 to %d", MaxSide), map[string]any{"Max": MaxSide})
	case c.zero, n == 0 && len(c.runs) > 0:
		return d.src.err(at, "nonogram.lone", "no other run in a line with 0, which is for an empty line", nil)
	}
	if len(c.runs) == 0 {
		c.at = at
	}
	if c.zero = n == 0; !c.zero {
		c.runs = append(c.runs, n)
	}
	return nil
}

// clue reads a whole line: numbers with '.', ',', blanks or '-' between.
func (d *draft) clue(side int, p span) error {
	if err := d.line(side, p.lo); err != nil {
		return err
	}
	for i := p.lo; i < p.hi; {
		if c := d.src.text[i]; isBlank(c) || c == '.' || c == ',' || c == '-' && d.src.joins(span{p.lo, i}, span{i + 1, p.hi}) {
			i++
			continue
		}
		n, end := d.src.number(i, p.hi)
		if end == i {
			return d.src.err(i, "nonogram.number", "a number: the length of a run, or 0 for an empty line", nil)
		}
		if err := d.run(side, i, n); err != nil {
			return err
		}
		if d.coloured && n > 0 {
			var err error
			if end, err = d.colour(i, end, p.hi); err != nil {
				return err
			}
		}
		i = end
	}
	d.sides[side][len(d.sides[side])-1].end = p.hi
	return nil
}

// joins says whether a '-' with that on its sides stands between two runs: 2-2 or 2 - 2. In
// "2 -2" it would be a sign.
func (s *source) joins(before, after span) bool {
	if before.lo == before.hi || after.lo == after.hi {
		return false
	}
	left, right := s.text[before.hi-1], s.text[after.lo]
	if left == ' ' && right == ' ' {
		before, after = s.trim(before), s.trim(after)
		return before.lo < before.hi && after.lo < after.hi && isDigit(s.text[before.hi-1]) && isDigit(s.text[after.lo])
	}
	return isDigit(left) && isDigit(right)
}

// colour reads the letters after a run, which are its colour. It may be any, and is then the
// one of all runs: such a puzzle is like one without.
func (d *draft) colour(run, from, hi int) (end int, err error) {
	for end = from; end < hi && isLetter(d.src.text[end]); {
		end++
	}
	name := d.src.text[from:end]
	if d.ink == nil {
		d.ink = &name
	}
	if *d.ink != name {
		return end, d.src.secondColour(run, *d.ink, name)
	}
	return end, nil
}

// secondColour is the error for a run, or a cell, of another colour than those before it.
func (s *source) secondColour(at int, first, second string) error {
	called := func(name string) string {
		if name == "" {
			return "without a colour"
		}
		return "of colour " + name
	}
	return s.err(at, "nonogram.colour",
		fmt.Sprintf("one colour: coloured nonograms are not supported, and this is %s, what is before it %s", called(second), called(first)),
		map[string]any{"First": first, "Second": second})
}

// clues reads lines split by ';', '/' and newlines. A newline next to another
// separator means nothing.
func (d *draft) clues(side int, p span) error {
	p = d.src.trim(p)
	if p.lo == p.hi {
		return d.missing(side, p.lo)
	}
	for i := p.lo; i < p.hi; {
		switch d.src.text[i] {
		case ';', '/':
			if err := d.clue(side, span{p.lo, i}); err != nil {
				return err
			}
			i = d.src.skip(i+1, p.hi)
			p.lo = i
		case '\n':
			gap := span{i, d.src.skip(i, p.hi)}
			i = gap.hi
			if c := d.src.text[i]; c == ';' || c == '/' {
				break
			}
			if err := d.newlines(side, p.lo, gap); err != nil {
				return err
			}
			p.lo = i
		default:
			i++
		}
	}
	return d.clue(side, p)
}

// newlines ends the line that began at lo, and counts the empty lines in gap.
func (d *draft) newlines(side, lo int, gap span) error {
	if err := d.clue(side, span{lo, gap.lo}); err != nil {
		return err
	}
	for i := gap.lo + 1; i < gap.hi; i++ {
		if d.src.text[i] != '\n' {
			continue
		}
		if err := d.line(side, i); err != nil {
			return err
		}
	}
	return nil
}

func (d *draft) missing(side, at int) error {
	return d.src.err(at, "nonogram."+sideNames[side]+"s", "the clues of the "+sideNames[side]+"s", nil)
}

// puzzle ends the draft: both sides are there and every clue fits its line.
func (d *draft) puzzle() (*Puzzle, error) {
	for side, lines := range d.sides {
		if len(lines) == 0 {
			return nil, d.missing(side, len(d.src.text))
		}
	}
	if err := d.src.checkSize(d.src.skip(0, len(d.src.text)), len(d.sides[rows]), len(d.sides[columns])); err != nil {
		return nil, err
	}
	p := &Puzzle{}
	for side, into := range []*[][]int{&p.Rows, &p.Cols} {
		for _, c := range d.sides[side] {
			if err := d.fits(side, c); err != nil {
				return nil, err
			}
			*into = append(*into, c.runs)
		}
	}
	return p, nil
}

// fits checks that a clue of that side has room in its line. Where it hasn't, either the clue
// is a slip or, where a square board or a little more would hold it, a line of the other side
// may be missing.
func (d *draft) fits(side int, c clue) error {
	n := len(d.sides[1-side])
	need := len(c.runs) - 1
	for _, run := range c.runs {
		need += run
	}
	if need <= n {
		return nil
	}
	args := map[string]any{"Cells": n, "Need": need, "Rows": len(d.sides[rows]), "Cols": len(d.sides[columns]),
		"Missing": sideNames[1-side], "Open": d.ends(1 - side)}
	err := d.src.err(c.at, "nonogram.fit", fmt.Sprintf("clues that fit in %d cells; these need %d", n, need), args)
	if need <= max(n+1, len(d.sides[side])) {
		err = d.src.err(c.at, "nonogram.forgotten",
			fmt.Sprintf("clues that fit in %d cells; these need %d (rows: %d, columns: %d; is a %s missing?)",
				n, need, len(d.sides[rows]), len(d.sides[columns]), sideNames[1-side]), args)
	}
	if c.end > c.at {
		err.Found = quoted(d.src.original[c.at:c.end])
	}
	return err
}

// ends says whether the text ends with that side, so that more of it may be to come.
func (d *draft) ends(side int) bool {
	return d.sides[side][len(d.sides[side])-1].at > d.sides[1-side][len(d.sides[1-side])-1].at
}

// quoted is as much of a clue as an error quotes.
func quoted(clue string) string {
	const most = 40
	clue, _, _ = strings.Cut(clue, "\n")
	if runes := []rune(clue); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return clue
}

// checkSize checks a size against the limits.
func (s *source) checkSize(at, height, width int) error {
	if height >= 1 && width >= 1 && height <= MaxSide && width <= MaxSide && height*width <= MaxCells {
		return nil
	}
	return s.err(at, "nonogram.size",
		fmt.Sprintf("at least one row and column, at most %d of each and %d cells", MaxSide, MaxCells),
		map[string]any{"Side": MaxSide, "Cells": MaxCells})
}
