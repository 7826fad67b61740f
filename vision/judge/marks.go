package judge

import (
	"bytes"
	"context"
	"math"
	"slices"
	"time"

	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/notation"
	"kibitz/vision"
)

// What a sign in a cell means is decided by the whole board. The reader says which signs look alike and what such a
// sign mostly means (see vision.Cell). A sign that means filled stands on filled cells of the solution, and one that
// means empty on empty cells, apart from slips of the player. A stain, a cursor or the grain of paper, which mean
// nothing, stand on either. So the probability of a meaning, by Bayes, is the product of three factors: what the sign
// mostly means, how well the meaning fits the other cells with that sign, and how well it fits the cell itself.

// slip is the probability that a player marks a cell wrongly.
const slip = 0.02

// markTime is the longest time for solving the puzzle to compare marks with it.
const markTime = 200 * time.Millisecond

// judgeMarks sets Marks, Misfits and Unclear of a verdict.
func judgeMarks(ctx context.Context, r *vision.Reading, v *Verdict) {
	if len(r.Cells) != r.Rows*r.Cols {
		return
	}
	const sure = 0.98 // the least probability of a mark; an invented mark does more harm than a missed one
	solution, palette := solutionOf(ctx, r, v)
	key := inBlackAndWhite(solution)
	all := weighSigns(r, key)
	var marks []byte
	made, signs := make([]nonogram.Cell, len(r.Cells)), []int(nil)
	for i := range r.Cells {
		if i > 0 && i%r.Cols == 0 {
			marks = append(marks, '/')
		}
		p := all.meaning(&r.Cells[i], key[i])
		mark := byte('?')
		switch {
		case p[vision.Filled] >= sure:
			mark = '#'
		case p[vision.Crossed] >= sure:
			mark = 'x'
		case p[vision.Blank] < sure:
			v.Unclear = append(v.Unclear, i)
		}
		shade := map[byte]nonogram.Cell{'#': nonogram.Filled, 'x': nonogram.Empty}[mark]
		if mark == '#' && r.Palette != nil {
			mark, shade = '?', nonogram.Unknown // unless it is filled in the colour of a clue
			if ink := slices.IndexFunc(palette, func(ink nonogram.Ink) bool { return ink.Letter == r.Cells[i].Ink }); ink >= 0 {
				mark, shade = r.Cells[i].Ink, nonogram.ShadeOf(ink)
			}
		}
		if r.Cells[i].Sign > 0 && shade != nonogram.Unknown && solution[i] != nonogram.Unknown && solution[i]&shade == 0 {
			if looksLike(&r.Cells[i], mark) {
				v.Misfits = append(v.Misfits, i)
			} else { // only the board told what the sign means, and here it does not fit the board
				mark, shade = '?', nonogram.Unknown
				v.Unclear = append(v.Unclear, i)
			}
		}
		marks, made[i] = append(marks, mark), shade
		if shade != nonogram.Unknown && r.Cells[i].Sign > 0 {
			signs = append(signs, i)
		}
	}
	if v.Misfits == nil && slices.ContainsFunc(solution, func(c nonogram.Cell) bool { return !c.One() }) {
		addClash(ctx, v, made, signs)
	}
	if len(bytes.Trim(marks, "?/")) > 0 {
		v.Marks = string(marks)
	}
}

// inBlackAndWhite returns whether the cells of a solution are filled or empty, whatever their colours.
func inBlackAndWhite(solution []nonogram.Cell) (key []nonogram.Cell) {
	for _, c := range solution {
		switch {
		case c == nonogram.Unknown, c == nonogram.Empty:
		case c&nonogram.Empty != 0:
			c = nonogram.Unknown
		default:
			c = nonogram.Filled
		}
		key = append(key, c)
	}
	return key
}

// looksLike reports whether a cell's sign means that mark by its looks alone.
func looksLike(c *vision.Cell, mark byte) bool {
	means := vision.Filled
	if mark == 'x' {
		means = vision.Crossed
	}
	return slices.ContainsFunc(c.State, func(g vision.Guess) bool { return g.Value == means && g.P > .5 })
}

// solutionOf returns for each cell the shades that it has in the solutions of the puzzle, and the puzzle's palette. If
// the puzzle cannot be solved in markTime, only the cells of lines without a number are known: they are empty.
func solutionOf(ctx context.Context, r *vision.Reading, v *Verdict) ([]nonogram.Cell, []nonogram.Ink) {
	ctx, cancel := context.WithTimeout(ctx, markTime)
	defer cancel()
	var palette []nonogram.Ink
	if p, err := notation.Parse(v.likeliest()); err == nil && p.Check() == nil {
		if palette = p.Palette; len(p.Rows)*len(p.Cols) == len(r.Cells) {
			if a, err := p.Decide(ctx); err == nil && len(a.Grid) == len(r.Cells) && len(a.Conflict) == 0 {
				return a.Grid, palette
			}
		}
	}
	key := make([]nonogram.Cell, len(r.Cells))
	for i := range key {
		if isEmpty(r.RowClues[i/r.Cols]) || isEmpty(r.ColClues[i%r.Cols]) {
			key[i] = nonogram.Empty
		}
	}
	return key, palette
}

// isEmpty reports whether a line has no number, as far as it could be read.
func isEmpty(l vision.Line) bool {
	return len(l.Readings) > 0 && len(runsOf(l.Readings[0], nil)) == 0
}

// signWeights has for each sign, by its number, and each state the logarithm of a likelihood: that of the solution in
// the cells with this sign, if the sign means that state.
type signWeights struct {
	of      map[int][vision.Crossed + 1]float64
	density float64 // share of filled cells
}

// weighSigns returns the weights of all signs, from the reading's cells and the solution `key`.
func weighSigns(r *vision.Reading, key []nonogram.Cell) *signWeights {
	w := &signWeights{of: map[int][vision.Crossed + 1]float64{}}
	filled, known := 1.0, 2.0 // as if one more cell of each state were known, so that no share is 0 or 1
	for _, c := range key {
		if c != nonogram.Unknown {
			known++
		}
		if c == nonogram.Filled {
			filled++
		}
	}
	w.density = filled / known
	for i, c := range r.Cells {
		if c.Sign == 0 {
			continue
		}
		sum := w.of[c.Sign]
		for state, p := range w.chances(key[i]) {
			sum[state] += math.Log(p)
		}
		w.of[c.Sign] = sum
	}
	return w
}

// chances returns, for each state that a mark may mean, the likelihood that the solution has c in the marked cell.
func (w *signWeights) chances(c nonogram.Cell) (p [vision.Crossed + 1]float64) {
	switch c {
	case nonogram.Filled:
		return [...]float64{vision.Blank: w.density, vision.Filled: 1 - slip, vision.Crossed: slip}
	case nonogram.Empty:
		return [...]float64{vision.Blank: 1 - w.density, vision.Filled: slip, vision.Crossed: 1 - slip}
	}
	return [...]float64{1, 1, 1}
}

// meaning returns the probability of each state of a cell.
func (w *signWeights) meaning(cell *vision.Cell, c nonogram.Cell) (p [vision.Crossed + 1]float64) {
	for _, g := range cell.State {
		if g.Value < len(p) {
			p[g.Value] = g.P
		}
	}
	if cell.Sign == 0 {
		return p
	}
	weights, most, total := w.of[cell.Sign], math.Inf(-1), 0.0
	for _, x := range weights {
		most = max(most, x)
	}
	for state := range p {
		p[state] *= math.Exp(weights[state] - most)
		total += p[state]
	}
	for state := range p {
		p[state] /= max(total, 1e-300)
	}
	return p
}
