package puzzles

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
)

// GoOn offers to repair a picture that is not unique. It stands in the reply then, as clues
// alone would not give it back.
func (p nonogramGame) GoOn(r *ask.Answer, v solvers.Verdict) {
	if v != solvers.Multiple && v != solvers.Undecided || max(len(p.Rows), len(p.Cols)) > nonogram.MaxMade {
		return
	}
	if p.Picture != nil {
		text := strings.Join(ask.Lines(p.Picture, max(len(p.Cols), 1), cellSign), "\n")
		if r.Game.(deduce.Game).Marks != nil || len(text) > ask.LongestBlock {
			return
		}
		r.Puzzle = text
	}
	r.Offer(r.Ask.Button("button.repair", ask.Change{"do": "repair"}))
}

func cellSign(c nonogram.Cell) byte { return c.String()[0] }

// repairPicture changes the puzzle's picture so that it is the only one with its clues. A
// puzzle that came as clues has none; one of its solutions stands in. Where the puzzle is an
// earlier repair, the picture is the one that it began with, and those changes are not made
// again.
func repairPicture(ctx context.Context, a *ask.Ask, g deduce.Game) *ask.Answer {
	if c, ok := g.Puzzle.(colourGame); ok {
		return c.repair(ctx, a)
	}
	p := g.Puzzle.(nonogramGame)
	cells := slices.Clone(p.Picture)
	if cells == nil {
		answer, err := p.Puzzle.Solve(ctx)
		switch {
		case err != nil:
			return a.Unanswered(err)
		case len(answer.Solutions) == 0:
			return p.unrepairable(ctx, a)
		}
		cells = slices.Clone(answer.Solutions[0])
	}
	changed, _ := p.before(a)
	for _, cell := range changed {
		cells[cell] = nonogram.Filled + nonogram.Empty - cells[cell]
	}
	return p.repaired(ctx, a, cells)
}

// unrepairable is the answer where there is no solution to change.
func (p nonogramGame) unrepairable(ctx context.Context, a *ask.Ask) *ask.Answer {
	r := deduce.Verdict(ctx, a, p)
	if r.Tone == chat.Bad {
		r.Note = a.Say.Text("nonogram.repairs-pictures")
	}
	return r
}

func (p nonogramGame) repaired(ctx context.Context, a *ask.Ask, cells []nonogram.Cell) *ask.Answer {
	ctx, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	say, size := a.Say, ask.Size(len(p.Rows), len(p.Cols), a.Say)
	keep, wrong := deduce.Cells(a.Options.Text("keep"), len(p.Rows), len(p.Cols))
	if wrong != nil {
		return unread(a, wrong)
	}
	changed, kept := p.before(a)
	keep = slices.Concat(keep, changed, kept)
	fixed, err := nonogram.Repair(ctx, nonogram.FromPicture(cells, len(p.Cols)), keep)
	switch {
	case err != nil:
		return notRepaired(a, err, nonogram.ErrSize, nonogram.MaxMade)
	case fixed.Verdict != solvers.Unique:
		return unrepaired(a, say.Text("nonogram.unrepaired", size), say.Text(words.If(len(keep) > 0, "nonogram.unrepaired-kept", "nonogram.unrepaired-why")))
	}
	now := nonogramGame{Puzzle: fixed.Puzzle}
	r := a.New(chat.Good, say.Count("nonogram.repaired", len(fixed.Changed), size))
	if len(fixed.Changed) == 0 {
		r.Title = say.Text("nonogram.unique", size)
	}
	r.Text = ask.Join("\n", deduce.Unique(ctx, a, fixed.Level.String(), fixed.Puzzle.Rate), fewest(fixed, len(keep) > 0, say))
	r.Secret = p.changes(fixed, say)
	r.Game, r.Puzzle = deduce.Game{Puzzle: now}, now.String()
	r.Offer(a.Button("button.blank", ask.Change{"do": "blank"}))
	if len(fixed.Changed) > 0 {
		r.Offer(another(a, fixed.Changed, keep))
	}
	now.paint(r, fixed.Changed)
	return r
}

// changes names the cells changed.
func (p nonogramGame) changes(fixed *nonogram.Repaired, say words.Phrases) string {
	const most = 20
	names := map[nonogram.Cell][]string{}
	for _, cell := range fixed.Changed {
		now := fixed.Puzzle.Picture[cell]
		names[now] = append(names[now], ask.RowColumn(cell/len(p.Cols), cell%len(p.Cols)))
	}
	if len(names) == 0 {
		return say.Text("nonogram.unchanged")
	}
	var told []string
	if filled := names[nonogram.Filled]; len(filled) > 0 {
		told = append(told, say.Text("nonogram.now-filled", words.With{"Cells": say.List(filled, most)}))
	}
	if empty := names[nonogram.Empty]; len(empty) > 0 {
		told = append(told, say.Text("nonogram.now-empty", words.With{"Cells": say.List(empty, most)}))
	}
	return strings.Join(told, "\n")
}

// unread is the answer to cells to keep that could not be read.
func unread(a *ask.Ask, err error) *ask.Answer {
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		panic(err)
	}
	r := a.New(chat.Failure, a.Say.Text("nonogram.keep-unread"))
	r.Text = ask.Misstep(syntax, a.Say)
	return r
}

// another is the button to a repair without the changes of this one. It carries these, which
// lead back to the picture, and what is to be kept besides.
func another(a *ask.Ask, changed, keep []int) chat.Button {
	from := numbers(changed)
	if len(keep) > 0 {
		from += "_" + numbers(keep)
	}
	return anotherRepair(a, from)
}

// numbers are cells by their places, ascending, as a link carries them: in base 36, several
// that follow each other as the first and the last.
func numbers(cells []int) string {
	cells = slices.Compact(slices.Sorted(slices.Values(cells)))
	var told []string
	for i := 0; i < len(cells); {
		end := i
		for end+1 < len(cells) && cells[end+1] == cells[end]+1 {
			end++
		}
		word := strconv.FormatInt(int64(cells[i]), 36)
		if end > i {
			word += "-" + strconv.FormatInt(int64(cells[end]), 36)
		}
		told = append(told, word)
		i = end + 1
	}
	return strings.Join(told, ".")
}

// numbered reads numbers of that many cells; what no link of ours says is none.
func numbered(text string, cells int) (all []int) {
	for word := range strings.SplitSeq(text, ".") {
		first, last, several := strings.Cut(word, "-")
		if !several {
			last = first
		}
		from, err := strconv.ParseUint(first, 36, 31)
		to, wrong := strconv.ParseUint(last, 36, 31)
		if err != nil || wrong != nil || to >= uint64(cells) || len(all) > cells {
			return nil
		}
		for cell := from; cell <= to; cell++ {
			all = append(all, int(cell))
		}
	}
	return all
}

// before are the cells that the repair changed which the button stood under, and what was
// kept besides.
func (p nonogramGame) before(a *ask.Ask) (changed, kept []int) {
	was, besides, _ := strings.Cut(a.From, "_")
	return numbered(was, len(p.Rows)*len(p.Cols)), numbered(besides, len(p.Rows)*len(p.Cols))
}

// fewest says how good that is, with cells kept or without.
func fewest(fixed *nonogram.Repaired, kept bool, say words.Phrases) string {
	switch {
	case len(fixed.Changed) == 0:
		return ""
	case fixed.Proved && kept:
		return say.Text("nonogram.fewest-kept")
	case fixed.Proved:
		return say.Text("nonogram.fewest")
	case fixed.Least > 1 && !kept:
		return say.Text("nonogram.best-found", words.With{"Least": fixed.Least})
	}
	return say.Text("nonogram.unproved")
}

// paint draws the puzzle's own picture, with marks on some of its cells. What the chat does
// not hold it gives as a file.
func (p nonogramGame) paint(r *ask.Answer, marked []int) {
	r.Clued, r.Legend = true, map[string]string{"new": "legend.changed"}
	if utf8.RuneCountInString(p.String()) > ask.LongestBlock {
		r.Attach("clues", []string{p.String()})
		r.Attach("picture", ask.Lines(p.Picture, len(p.Cols), cellSign))
	}
	if !ask.Drawn(p.Size()) {
		return
	}
	b := p.Filled(nonogramSheet(p.Picture), nil)
	ask.NumberCells(b) // as the text names cells
	r.Show(b, r.Text)
	for _, cell := range marked {
		r.Board.Cells[cell].Mark = render.New
	}
}
