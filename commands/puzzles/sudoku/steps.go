package sudoku

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/sudoku"
)

// told has the technique whose phrase tells a step of another one, too.
var told = map[sudoku.Technique]sudoku.Technique{
	sudoku.Claiming: sudoku.Pointing, sudoku.Kite: sudoku.Skyscraper,
	sudoku.NakedTriple: sudoku.NakedPair, sudoku.NakedQuad: sudoku.NakedPair,
	sudoku.HiddenTriple: sudoku.HiddenPair, sudoku.HiddenQuad: sudoku.HiddenPair,
	sudoku.Swordfish: sudoku.XWing, sudoku.Jellyfish: sudoku.XWing,
}

// phrases returns the names of the techniques that have a phrase of their own.
func phrases() (names []string) {
	for _, t := range sudoku.Techniques() {
		if _, other := told[t]; !other {
			names = append(names, t.String())
		}
	}
	return names
}

// without returns the techniques that no step may use.
func (g game) without() []sudoku.Technique {
	if g.strict {
		return []sudoku.Technique{sudoku.UniqueRectangle}
	}
	return nil
}

// Steps yields a person's deductions.
func (g game) Steps(ctx context.Context, _ *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		for step := range g.Puzzle.Steps(ctx, g.without()...) {
			if !yield(g.step(step, say)) {
				return
			}
		}
	}
}

// Hints yields the deductions that lead to the next digit as one hint.
func (g game) Hints(ctx context.Context, _ *deduce.Solved, _ []int, say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		for steps := range g.Puzzle.Hints(ctx, g.without()...) {
			var all []deduce.Step
			for _, step := range steps {
				all = append(all, g.step(step, say))
			}
			if !yield(deduce.Together(all, say)) {
				return
			}
		}
	}
}

// step puts a deduction into words, and draws it. Once candidates are struck, boards show all that are left.
func (g game) step(step sudoku.Step, say words.Phrases) deduce.Step {
	var changes []deduce.DigitChange
	clash := true // all that is struck is part of the pattern
	for _, c := range step.Cells {
		changes = append(changes, deduce.DigitChange{Cell: c.Cell, Digit: c.Digit, Removed: c.Removed, Left: c.Left})
		clash = clash && slices.Contains(step.Seen, c.Cell)
	}
	var s deduce.Step
	s.Changes(g, changes)
	phrase, other := told[step.Technique]
	if !other {
		phrase = step.Technique
	}
	s.Techniques, s.Look, s.LookOn = words.IDs("", step.Technique.String()), step.Seen, true
	for _, link := range step.Links {
		s.Look = append(s.Look, link.Cell)
	}
	with := words.With{
		"Technique": say.Text("sudoku.technique." + s.Techniques[0]), "Cells": deduce.TellDigits(g, changes, say), "Clash": clash,
		"Digits": deduce.DigitSet(step.Digits, say.Text("comma")), "Count": len(step.Seen),
		"Houses": say.Series(houseNames(step.Houses, say)), "Covers": say.Series(houseNames(step.Covers, say)),
	}
	g.tellCells(with, step, say)
	s.Why = say.Text("sudoku.step."+words.ID(phrase.String()), with)
	switch names, cells := g.Houses(); {
	case step.Technique <= sudoku.HiddenSingle: // the house alone does not betray the cell
		s.Look, s.LookOn = cells[slices.Index(names, step.Houses[0])], false
		fallthrough
	case len(step.Houses) > 0:
		s.Where = houseNames(step.Houses, say)[0]
	case len(step.Seen) > 0:
		s.Where = deduce.CellName(g, step.Seen[0])
	}
	s.Legs = g.legs(step, deduce.TellDigits(g, changes, say), say)
	if draw := s.Draw; step.Technique > sudoku.NakedSingle && step.Technique != sudoku.Trial {
		s.Draw = func(b *render.Board, mark render.Mark) {
			deduce.AddNotes(b, step.Before)
			draw(b, mark)
		}
	}
	return s
}

// legs walks through a contradiction: the assumed digit, the digits that follow from it, and the cell without a digit
// or the house without a place for one. Result is what the step strikes. It returns nil for any other step.
func (g game) legs(step sudoku.Step, result string, say words.Phrases) (legs []deduce.Leg) {
	if step.Technique != sudoku.Forcing {
		return nil
	}
	houses, cells := g.Houses()
	at := func(l sudoku.Link) (look []int, line words.With) {
		if l.House == nil {
			return []int{l.Cell}, words.With{"Line": words.Capital(deduce.CellName(g, l.Cell))}
		}
		return cells[slices.Index(houses, *l.House)], words.With{"Line": words.Capital(houseNames([]sudoku.House{*l.House}, say)[0])}
	}
	for i, link := range step.Links {
		look, with := at(link)
		fact := deduce.DigitIn(g, link.Cell, link.Digit, say)
		with["Do"] = say.Text("hint.so", words.With{"Told": fact})
		leg := deduce.Leg{Told: say.Text("hint.then", with), Look: look}
		if i == 0 {
			leg.Told, leg.Look = say.Text("sudoku.suppose", words.With{"Assumed": fact}), nil
		}
		leg.Draw = func(b *render.Board, mark render.Mark) {
			deduce.AddNotes(b, step.Before)
			b.Cells[link.Cell].Text, b.Cells[link.Cell].Notes, b.Cells[link.Cell].Mark = strconv.Itoa(link.Digit), 0, mark
		}
		legs = append(legs, leg)
	}
	look, with := at(step.Fails)
	with["Do"] = say.Text("hint.so", words.With{"Told": words.Capital(result)})
	return append(legs, deduce.Leg{Told: say.Text("hint.fails", with), Look: look, Fail: true, Draw: func(b *render.Board, _ render.Mark) {
		if step.Fails.House == nil {
			b.Cells[step.Fails.Cell].Mark = render.Proof
		}
	}})
}

// tellCells adds the values that name cells and candidates of a step.
func (g game) tellCells(with words.With, step sudoku.Step, say words.Phrases) {
	seen, links := g.names(step.Seen), g.linkNames(step.Links, say)
	with["Seen"] = say.Series(seen)
	if n := len(seen); n > 0 {
		with["First"], with["Last"], with["Rest"], with["Inner"] = seen[0], seen[n-1], say.Series(seen[1:]), say.Series(seen[1:max(n-1, 1)])
	}
	if n := len(links); n > 0 {
		with["If"], with["Then"], with["End"] = links[0], say.Series(links[1:]), links[n-1]
		with["Start"] = deduce.DigitIn(g, step.Links[0].Cell, step.Links[0].Digit, say)
	}
	with["Fails"], with["Digit"] = deduce.CellName(g, step.Fails.Cell), step.Fails.Digit
	if h := step.Fails.House; h != nil {
		with["Fails"] = houseNames([]sudoku.House{*h}, say)[0]
	}
}

// names names cells by row and column.
func (g game) names(cells []int) (names []string) {
	for _, i := range cells {
		names = append(names, deduce.CellName(g, i))
	}
	return names
}

// houseNames names houses.
func houseNames(houses []sudoku.House, say words.Phrases) (names []string) {
	for _, h := range houses {
		names = append(names, say.Text("sudoku.house."+h.Side.String(), words.With{"Number": h.Number + 1}))
	}
	return names
}

// linkNames writes candidates that are right or wrong: r1c2 = 5, r1c3 ≠ 5.
func (g game) linkNames(links []sudoku.Link, say words.Phrases) (names []string) {
	for _, l := range links {
		names = append(names, deduce.Claim{Cell: l.Cell, Sign: '0' + byte(l.Digit), Not: !l.On}.Text(g, say))
	}
	return names
}
