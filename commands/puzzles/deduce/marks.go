package deduce

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
)

// A markCheck is the result of checking marks against their puzzle.
type markCheck struct {
	wrong      []int // cells that contradict every solution
	duplicates []int // cells with equal signs where the rules forbid it
	differ     []int // cells that differ between solutions

	jointlyImpossible bool // no solution has all marks, but each mark alone has one
	untried           bool // no solution has all marks, and the time ended before each was tried alone
	unknown           bool // the time ended first

	done      bool // nothing is left to mark
	made, all int  // marks made and marks needed, if none is wrong; both 0 if unknown
}

// mistaken reports whether some marks are known to be mistakes.
func (c *markCheck) mistaken() bool { return len(c.wrong) > 0 || len(c.duplicates) > 0 }

// deadEnd reports whether no step can follow from the marks.
func (c *markCheck) deadEnd() bool {
	return c.mistaken() || c.jointlyImpossible || c.untried || c.unknown
}

// check compares the marks with the solutions of a puzzle that has at least one. If it has exactly
// one, that is the study's key. Otherwise it looks for a solution that has all marks and, if there
// is none, for one with each mark alone. It counts the marks only if none of them is wrong.
func (g Game) check(ctx context.Context, s *study) *markCheck {
	n, sheet, key := g.Notation(), g.sheet(), s.Key
	c := &markCheck{wrong: n.mistakes(sheet, key)}
	if s.Verdict == solvers.Multiple {
		c.differ = openCells(key)
	}
	if s.Verdict != solvers.Unique {
		solution, v := g.solution(ctx, sheet)
		switch {
		case v == solvers.None:
			c.tryEach(ctx, g, key)
		case solution == nil:
			c.unknown = len(c.wrong) == 0
		}
		c.duplicates = g.duplicates(c.wrong) // with one solution, the check above finds the wrong one
		if key = solution; key == nil {
			return c
		}
	}
	if len(c.wrong) == 0 {
		c.done = n.solved(sheet, key)
		c.made, c.all = n.tally(sheet, g.Printed(), key)
	}
	return c
}

// solution returns one solution that agrees with the marks; nil if there is none (the verdict is
// None), or if none was found in time.
func (g Game) solution(ctx context.Context, marks []byte) ([]byte, solvers.Verdict) {
	s, err := g.With(marks).Solve(ctx, true)
	switch {
	case err != nil:
		return nil, solvers.Undecided
	case len(s.Solutions) == 0:
		return nil, s.Verdict
	}
	return s.Solutions[0], s.Verdict
}

// tryEach looks for a solution with each mark alone, in asideTime, after it was proved that none
// has all of them. It adds marks without a solution to c.wrong. If there are none, it sets
// c.jointlyImpossible or, if the time ended first, c.untried. Key holds the signs that all
// solutions share: with these, marks have been compared already.
func (c *markCheck) tryEach(ctx context.Context, g Game, key []byte) {
	ctx, cancel := context.WithTimeout(ctx, asideTime)
	defer cancel()
	printed, late := g.Printed(), false
	var found [][]byte // solutions so far: a mark in one of them needs no search
	for i, sign := range g.sheet() {
		has := func(solution []byte) bool { return solution[i] == sign }
		if sign == Unmarked || sign == printed[i] || key[i] != Unmarked || slices.ContainsFunc(found, has) {
			continue
		}
		alone := slices.Clone(printed)
		alone[i] = sign
		switch solution, v := g.solution(ctx, alone); {
		case v == solvers.None:
			c.wrong = append(c.wrong, i)
		case solution == nil:
			late = true
		default:
			found = append(found, solution)
		}
	}
	slices.Sort(c.wrong)
	c.untried = late && len(c.wrong) == 0
	c.jointlyImpossible = !late && len(c.wrong) == 0
}

// duplicates returns in rising order the cells that share a sign with another cell of one of the
// puzzle's groups. It leaves aside the cells in wrong, which are told as mistakes already.
func (g Game) duplicates(wrong []int) (cells []int) {
	sheet := g.sheet()
	for _, group := range g.Groups() {
		last := map[byte]int{}
		for _, i := range group {
			if sheet[i] == Unmarked || slices.Contains(wrong, i) {
				continue
			}
			if other, ok := last[sheet[i]]; ok {
				cells = append(cells, other, i)
			}
			last[sheet[i]] = i
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// offTrack returns the answer if no step can be shown from the marks: there is a mistake, or the
// puzzle is done. Otherwise it returns nil.
func (g Game) offTrack(ctx context.Context, a *ask.Ask, s *study) *ask.Answer {
	c := g.check(ctx, s)
	if !c.deadEnd() && !c.done {
		return nil
	}
	return g.tellMarks(a, s, c, false)
}

// checkMarks answers the question how the marks stand.
func (g Game) checkMarks(ctx context.Context, a *ask.Ask, s *study) *ask.Answer {
	c := g.check(ctx, s)
	r := g.tellMarks(a, s, c, true)
	if !c.deadEnd() {
		g.waysOn(r, s.Verdict)
	}
	return r
}

// tellMarks returns the answer that tells how the marks stand, with the sheet. It shows where the
// mistakes are only if asked is true, that is if the person asked for a check. To a person who
// wanted something else it offers to show the mistakes, or to go on without the wrong marks.
func (g Game) tellMarks(a *ask.Ask, s *study, c *markCheck, asked bool) *ask.Answer {
	rows, cols := g.Size()
	r := g.verdict(a.WithAction(ask.Check), s)
	about := words.With{"Puzzle": a.Say.Text(a.Kind.Name+".blank", ask.Size(rows, cols, a.Say))}
	told := g.tellCheck(a, s, c, asked)
	switch {
	case c.mistaken() && !asked:
		b := a.Button("button.show-mistakes", ask.Change{"do": ask.Check, "back": a.Action.Name})
		b.Strong = true
		r.Offer(b, dropButton(a, a.Action.Name))
	case c.mistaken():
		r.Offer(dropButton(a, cmp.Or(a.Back, ask.Hint)))
	case !c.deadEnd() && c.done:
		r.Title = a.Say.Text("play.solved", about)
	}
	r.Text = ask.Join("\n", told, words.If(asked, r.Text, ""))
	if c.deadEnd() && !c.unknown {
		r.Tone, r.Title = chat.Bad, a.Say.Text("marks.title", about)
	}
	if !ask.Drawn(rows, cols) {
		return r
	}
	r.Clued, r.Picture, r.Legend = true, true, map[string]string{"proof": "legend.mistake"}
	r.Show(g.Board(g.sheet()), r.Text)
	if !asked {
		return r
	}
	for _, i := range c.differ {
		r.Board.Cells[i].Mark = render.Differ
	}
	for _, i := range slices.Concat(c.wrong, c.duplicates) {
		r.Board.Cells[i].Mark = render.Proof
	}
	return r
}

// dropButton returns the button to an action without the wrong marks.
func dropButton(a *ask.Ask, action string) chat.Button {
	return a.Button("button.drop", ask.Change{"do": action, "drop": true})
}

// withoutMistakes returns the game without the marks that contradict all solutions or each other.
// Its Marks are nil if no mark is left.
func (g Game) withoutMistakes(ctx context.Context, s *study) Game {
	c := g.check(ctx, s)
	g.Marks = slices.Clone(g.Marks)
	for _, i := range slices.Concat(c.wrong, c.duplicates) {
		g.Marks[i] = g.Printed()[i]
	}
	if bytes.Equal(g.Marks, g.Printed()) {
		g.Marks = nil
	}
	return g
}

// tellCheck returns the sentences about the marks themselves. If asked is false, they do not name
// the mistakes.
func (g Game) tellCheck(a *ask.Ask, s *study, c *markCheck, asked bool) string {
	say := a.Say
	switch {
	case c.mistaken() && !asked:
		return say.Text("marks.mistaken")
	case c.mistaken():
		return ask.Join("\n", g.mistakesTold("play.mistakes", c.wrong, say), g.mistakesTold(a.Kind.Name+".duplicates", c.duplicates, say))
	case c.jointlyImpossible:
		return say.Text("marks.apart")
	case c.untried:
		return say.Text("marks.untold")
	case c.unknown:
		return say.Text("marks.unsure")
	case !c.done:
		told := say.Text("play.no-mistakes")
		if c.made < c.all {
			told = ask.Join("\n", told, say.Text(a.Kind.Name+".so-far", words.With{"Made": c.made, "All": c.all}))
		}
		return told
	case s.Verdict == solvers.Unique:
		return say.Text("marks.done")
	case s.count == 0:
		return say.Text("marks.one-found")
	}
	return say.Text(words.If(s.exact, "marks.one-of", "marks.one-of-more"), words.With{"Count": s.count})
}

// mistakesTold names up to twelve cells in a phrase; "" for none.
func (g Game) mistakesTold(phrase string, cells []int, say words.Phrases) string {
	const most = 12
	if len(cells) == 0 {
		return ""
	}
	_, cols := g.Size()
	var names []string
	for _, i := range cells {
		names = append(names, ask.RowColumn(i/cols, i%cols))
	}
	return say.Count(phrase, len(cells), words.With{"Cells": say.List(names, most)})
}
