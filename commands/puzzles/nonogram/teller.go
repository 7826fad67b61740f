package nonogram

import (
	"cmp"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
)

// A nonogramTeller puts a deduction into words.
type nonogramTeller struct {
	nonogramGame
	step nonogram.Step
	lost nonogram.Cell // the shades that it takes from some cell, in colours
	say  words.Phrases
}

// The most items of a list that are said.
const (
	mostReasons = 6
	mostCells   = 8
)

// sentence returns what the deduction is called, where to look, why, and what follows.
func (t nonogramTeller) sentence() string {
	step, say, id := t.step, t.say, words.ID(t.step.Technique.String())
	var chain []string
	for _, line := range step.Chain[:max(len(step.Chain)-1, 0)] {
		chain = append(chain, lineName(line, say))
	}
	with := words.With{
		"Technique": say.Text("nonogram.technique." + id),
		"Line":      lineName(step.Line, say),
		"Cell":      ask.RowColumn(step.Assumed.Row, step.Assumed.Col),
		"Assumed":   t.assumed(),
		"Chain":     say.List(chain, mostReasons),
		"Covers":    t.reasons(t.covers),
		"Clue":      t.clueTold(),
		"Do":        t.do(),
	}
	if t.InColours() {
		with["Lost"] = t.shadesTold(t.lost)
		return say.Text("nonogram.in-colours.step."+id, with)
	}
	with["Stays"] = t.reasons(t.about("nonogram.stays"))
	with["Takes"] = t.reasons(t.about("nonogram.takes"))
	with["Complete"] = t.reasons(t.about("nonogram.complete"))
	with["Grows"] = t.reasons(t.about("nonogram.grows"))
	with["Numbers"] = t.list(t.number)
	with["Gaps"] = t.list(t.gap)
	return say.Text("nonogram.step."+id, with)
}

// assumed returns what is supposed: "r1c2 is filled", or in colours "red or blue".
func (t nonogramTeller) assumed() string {
	a := t.step.Assumed
	if t.InColours() {
		return t.shadesTold(a.Value)
	}
	id := words.If(a.Value == nonogram.Filled, "nonogram.filled", "nonogram.empty")
	return t.say.Text(id, words.With{"Cell": ask.RowColumn(a.Row, a.Col)})
}

// clueTold returns the clue of the step's line: "3 2", in colours "3 red, 2 blue". It returns "" for
// an empty one in black and white, or where the step is about no line.
func (t nonogramTeller) clueTold() string {
	clue := t.clue(t.step.Line)
	switch {
	case !t.InColours() && (t.step.Technique > nonogram.LineLogic || len(clue) == 0):
		return ""
	case !t.InColours() || len(clue) == 0:
		return t.Clue(t.step.Line.Column, t.step.Line.Index)
	}
	var told []string
	for _, run := range clue {
		told = append(told, t.coloured(run))
	}
	return t.say.List(told, mostCells)
}

// coloured returns a run as people say it: "3 red".
func (t nonogramTeller) coloured(run nonogram.Run) string {
	return t.say.Text("board.run", words.With{"Number": run.Length, "Colour": colourNames(t.Palette)[run.Colour](t.say)})
}

// reasons joins sentences about the spans of the step, and list lists them. Empty sentences are left
// out, and those that are said already.
func (t nonogramTeller) reasons(about func(nonogram.Span) string) string {
	told := t.each(about)
	if more := len(told) - mostReasons; more > 0 {
		return t.say.Text("more", words.With{"Items": strings.Join(told[:mostReasons], t.say.Text("semicolon")), "More": more})
	}
	return strings.Join(told, t.say.Text("semicolon"))
}

func (t nonogramTeller) list(about func(nonogram.Span) string) string {
	return t.say.List(t.each(about), mostReasons)
}

func (t nonogramTeller) each(about func(nonogram.Span) string) (told []string) {
	for _, s := range t.step.Spans {
		if text := about(s); text != "" {
			told = append(told, text)
		}
	}
	return words.Distinct(told)
}

// about returns what says the phrase of a run of the step.
func (t nonogramTeller) about(phrase string) func(nonogram.Span) string {
	return func(s nonogram.Span) string {
		if s.Run < 0 {
			return ""
		}
		return t.say.Text(phrase, words.With{"Number": t.number(s), "Length": t.clue(t.step.Line)[s.Run].Length, "Within": t.within(s.From, s.To)})
	}
}

// covers says which cells a run covers wherever it goes in its span.
func (t nonogramTeller) covers(s nonogram.Span) string {
	from, to := t.covered(s)
	if from > to {
		return ""
	}
	var cells []string
	for i := from; i <= to; i++ {
		cells = append(cells, t.within(i, i))
	}
	if len(cells) > 2 || t.InColours() {
		cells = []string{t.within(from, to)}
	}
	return t.say.Text("nonogram.covers", words.With{
		"Number": t.number(s), "Within": t.within(s.From, s.To), "Cells": t.say.Series(cells), "Only": from == s.From,
	})
}

// covered returns the cells that a run covers wherever it goes in its span; none where from is
// above to.
func (t nonogramTeller) covered(s nonogram.Span) (from, to int) {
	if s.Run < 0 {
		return 1, 0
	}
	length := t.clue(t.step.Line)[s.Run].Length
	return s.To - length + 1, s.From + length - 1
}

// number returns a run of the line's clue, as people point at it: with its colour, or in black and
// white with its place among equal ones.
func (t nonogramTeller) number(s nonogram.Span) string {
	if s.Run < 0 {
		return ""
	}
	clue, nth := t.clue(t.step.Line), 0
	if t.InColours() {
		return t.coloured(clue[s.Run])
	}
	if run := clue[s.Run]; count(clue, run) > 1 {
		nth = count(clue[:s.Run+1], run)
	}
	return t.say.Text("nonogram.number", words.With{"Length": clue[s.Run].Length, "Nth": nth})
}

// gap returns a span that is about no run.
func (t nonogramTeller) gap(s nonogram.Span) string {
	if s.Run >= 0 {
		return ""
	}
	return t.within(s.From, s.To)
}

// within returns a part of the step's line as people say it: c2–c5 of a row.
func (t nonogramTeller) within(from, to int) string {
	id := words.If(t.step.Line.Column, "nonogram.cell-of-column", "nonogram.cell-of-row")
	first, last := t.say.Text(id, words.With{"Number": from + 1}), t.say.Text(id, words.With{"Number": to + 1})
	if from == to {
		return first
	}
	return first + "–" + last
}

// do says what to do.
func (t nonogramTeller) do() string {
	if t.InColours() {
		return t.say.Text("nonogram.in-colours.do", words.With{"Items": t.becoming()})
	}
	var filled, empty []nonogram.Placed
	for _, cell := range t.step.Cells {
		if cell.Value == nonogram.Filled {
			filled = append(filled, cell)
		} else {
			empty = append(empty, cell)
		}
	}
	return t.say.Text("nonogram.do", words.With{
		"Them": t.named(filled, empty), "Fill": t.say.List(t.cellNames(filled), mostCells), "Clear": t.say.List(t.cellNames(empty), mostCells),
	})
}

// named returns how many cells are filled, if the reasons have named just these; else 0.
func (t nonogramTeller) named(filled, empty []nonogram.Placed) int {
	if empty != nil || !slices.Contains([]nonogram.Technique{nonogram.SimpleBoxes, nonogram.Forcing, nonogram.Overlap}, t.step.Technique) || len(t.step.Spans) > mostReasons {
		return 0
	}
	all := 0
	for _, s := range t.step.Spans {
		from, to := t.covered(s)
		all += max(to-from+1, 0)
	}
	return words.If(all == len(filled), all, 0)
}

// becoming says what each cell can be now, in colours: cells of the same together, decided ones
// first.
func (t nonogramTeller) becoming() string {
	cells := map[nonogram.Cell][]nonogram.Placed{}
	var order []nonogram.Cell
	for _, c := range t.step.Cells {
		if cells[c.Value] == nil {
			order = append(order, c.Value)
		}
		cells[c.Value] = append(cells[c.Value], c)
	}
	slices.SortFunc(order, func(a, b nonogram.Cell) int { return cmp.Or(cmp.Compare(a.Count(), b.Count()), cmp.Compare(b, a)) })
	var told []string
	for _, s := range order {
		told = append(told, t.say.Text("nonogram.in-colours.becomes", words.With{"Cells": t.say.List(t.cellNames(cells[s]), mostCells), "State": t.shadesTold(s)}))
	}
	return strings.Join(told, t.say.Text("semicolon"))
}

// shadesTold returns the colours that a cell can have, empty last: "red, blue or blank".
func (t nonogramTeller) shadesTold(c nonogram.Cell) string {
	told := shadesOf(c, colourNames(t.Palette), t.say)
	n := len(told) - 1
	if n < 1 {
		return strings.Join(told, "")
	}
	return t.say.Text("board.or", words.With{"Items": t.say.Series(told[:n]), "Last": told[n]})
}

// cellNames names cells in reading order, three and more next to each other by the first and
// the last: as places in the line of the step, which the sentence has named, or where the step goes
// beyond one line by row and column.
func (t nonogramTeller) cellNames(cells []nonogram.Placed) (names []string) {
	slices.SortFunc(cells, func(a, b nonogram.Placed) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	name := func(c nonogram.Placed) string {
		switch {
		case nonogram.Contradiction <= t.step.Technique && t.step.Technique <= nonogram.Trial:
			return ask.RowColumn(c.Row, c.Col)
		case t.step.Line.Column:
			return t.within(c.Row, c.Row)
		}
		return t.within(c.Col, c.Col)
	}
	for i := 0; i < len(cells); {
		end := max(stretch(cells[i:], 0, 1), stretch(cells[i:], 1, 0))
		if end < 3 {
			end = 1
		}
		told := name(cells[i])
		if end > 1 {
			told += "–" + name(cells[i+end-1])
		}
		names = append(names, told)
		i += end
	}
	return names
}

// stretch returns how many of the cells, from the first on, follow each other by that step.
func stretch(cells []nonogram.Placed, down, right int) int {
	for i, c := range cells {
		if c.Row != cells[0].Row+i*down || c.Col != cells[0].Col+i*right {
			return i
		}
	}
	return len(cells)
}
