package nonogram

import (
	"cmp"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
)

// A teller puts a deduction into words.
type teller struct {
	game
	step nonogram.Step
	lost nonogram.Cell // in colours, the states that the step takes from some cell
	say  words.Phrases
}

// The most items in a list of reasons, and in a list of cells.
const (
	mostReasons = 6
	mostCells   = 8
)

// sentence names the deduction, where to look, the reason, and the result.
func (t teller) sentence() string {
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
	with["Stays"] = t.reasons(t.phraseOfRun("nonogram.stays"))
	with["Takes"] = t.reasons(t.phraseOfRun("nonogram.takes"))
	with["Complete"] = t.reasons(t.phraseOfRun("nonogram.complete"))
	with["Grows"] = t.reasons(t.phraseOfRun("nonogram.grows"))
	with["Numbers"] = t.list(t.number)
	with["Gaps"] = t.list(t.gap)
	return say.Text("nonogram.step."+id, with)
}

// assumed tells the assumption of the step: "r1c2 is filled", or in colours "red or blue".
func (t teller) assumed() string {
	a := t.step.Assumed
	if t.InColours() {
		return t.shadesTold(a.Value)
	}
	id := words.If(a.Value == nonogram.Filled, "nonogram.filled", "nonogram.empty")
	return t.say.Text(id, words.With{"Cell": ask.RowColumn(a.Row, a.Col)})
}

// clueTold tells the clue of the step's line: "3 2", in colours "3 red, 2 blue". It returns "" for
// an empty clue in black and white, or for a step that is not about one line.
func (t teller) clueTold() string {
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

// coloured tells a run as people say it: "3 red".
func (t teller) coloured(run nonogram.Run) string {
	return t.say.Text("board.run", words.With{"Number": run.Length, "Colour": colourNames(t.Palette)[run.Colour](t.say)})
}

// reasons joins sentences about the spans of the step, each sentence once. It tells mostReasons of
// them, and then how many more there are.
func (t teller) reasons(about func(nonogram.Span) string) string {
	told := t.each(about)
	if more := len(told) - mostReasons; more > 0 {
		return t.say.Text("more", words.With{"Items": strings.Join(told[:mostReasons], t.say.Text("semicolon")), "More": more})
	}
	return strings.Join(told, t.say.Text("semicolon"))
}

// list lists phrases about the spans of the step, each phrase once.
func (t teller) list(about func(nonogram.Span) string) string {
	return t.say.List(t.each(about), mostReasons)
}

// each returns the texts about the spans of the step, without empty and repeated ones.
func (t teller) each(about func(nonogram.Span) string) (told []string) {
	for _, s := range t.step.Spans {
		if text := about(s); text != "" {
			told = append(told, text)
		}
	}
	return words.Distinct(told)
}

// phraseOfRun returns a function that fills in a phrase with the run of a span: its name, its
// length, and the cells of the span. The function returns "" for a span without a run.
func (t teller) phraseOfRun(phrase string) func(nonogram.Span) string {
	return func(s nonogram.Span) string {
		if s.Run < 0 {
			return ""
		}
		return t.say.Text(phrase, words.With{"Number": t.number(s), "Length": t.clue(t.step.Line)[s.Run].Length, "Within": t.within(s.From, s.To)})
	}
}

// covers tells the cells that a run covers wherever it lies in its span; "" if there are none. More
// than two cells, or any in colours, are told by the first and the last.
func (t teller) covers(s nonogram.Span) string {
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

// covered returns the first and the last cell that a run covers wherever it lies in its span; there
// is none if from is above to.
func (t teller) covered(s nonogram.Span) (from, to int) {
	if s.Run < 0 {
		return 1, 0
	}
	length := t.clue(t.step.Line)[s.Run].Length
	return s.To - length + 1, s.From + length - 1 // the run's first cell when it lies last, its last one when it lies first
}

// number names the run of a span: by its length and, in colours, its colour, or in black and white
// its place among equal runs of the clue, if it has any. It returns "" for a span without a run.
func (t teller) number(s nonogram.Span) string {
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

// gap names the cells of a span without a run; "" for a span with one.
func (t teller) gap(s nonogram.Span) string {
	if s.Run >= 0 {
		return ""
	}
	return t.within(s.From, s.To)
}

// within names the cells of the step's line from one index to another, both included: c2–c5 in a
// row.
func (t teller) within(from, to int) string {
	id := words.If(t.step.Line.Column, "nonogram.cell-of-column", "nonogram.cell-of-row")
	first, last := t.say.Text(id, words.With{"Number": from + 1}), t.say.Text(id, words.With{"Number": to + 1})
	if from == to {
		return first
	}
	return first + "–" + last
}

// do tells which cells to fill or to cross out.
func (t teller) do() string {
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

// follows tells what becomes of cells under an assumption.
func (t teller) follows() string {
	if t.InColours() {
		return t.say.Text("nonogram.in-colours.then", words.With{"Items": t.becoming()})
	}
	return t.do()
}

// named returns the number of cells that the reasons name, if the step fills as many; otherwise 0.
// The result can then call them "them". Only three techniques have reasons that tell what runs
// cover, and none of the reasons may be left out.
func (t teller) named(filled, empty []nonogram.Placed) int {
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

// becoming tells the new possible states of cells in colours. Cells with the same states are told
// together, decided ones first.
func (t teller) becoming() string {
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

// shadesTold tells the possible colours of a cell, empty last: "red, blue or blank".
func (t teller) shadesTold(c nonogram.Cell) string {
	told := shadesOf(c, colourNames(t.Palette), t.say)
	n := len(told) - 1
	if n < 1 {
		return strings.Join(told, "")
	}
	return t.say.Text("board.or", words.With{"Items": t.say.Series(told[:n]), "Last": told[n]})
}

// cellNames names cells in reading order. Three or more neighbours are named by the first and the
// last. The names are places in the step's line, which the sentence has named, or rows and columns
// if the step is about more than one line.
func (t teller) cellNames(cells []nonogram.Placed) (names []string) {
	slices.SortFunc(cells, func(a, b nonogram.Placed) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	name := func(c nonogram.Placed) string {
		switch {
		case nonogram.Contradiction <= t.step.Technique && t.step.Technique <= nonogram.Trial: // these are about more than one line
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

// stretch returns how many of the first cells follow each other in steps of `down` rows and `right`
// columns.
func stretch(cells []nonogram.Placed, down, right int) int {
	for i, c := range cells {
		if c.Row != cells[0].Row+i*down || c.Col != cells[0].Col+i*right {
			return i
		}
	}
	return len(cells)
}
