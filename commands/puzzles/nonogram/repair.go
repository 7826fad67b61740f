package nonogram

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

// OfferMore offers to repair a picture whose clues have other solutions. Then the reply carries the
// picture, as its clues alone would not give it back.
func (p game) OfferMore(r *ask.Answer, v solvers.Verdict) {
	if v != solvers.Multiple && v != solvers.Undecided || max(len(p.Rows), len(p.Cols)) > nonogram.MaxMade {
		return
	}
	if p.Picture != nil {
		text := strings.Join(p.picture(), "\n")
		if palette, _, ok := strings.Cut(p.Puzzle.String(), ":"); ok && p.InColours() {
			text = palette + "\n" + text
		}
		if r.Game.(deduce.Game).Marks != nil || len(text) > ask.LongestBlock {
			return
		}
		r.Puzzle = text
	}
	r.Offer(r.Ask.Button("button.repair", ask.Change{"do": "repair"}))
}

// picture writes the rows of the picture as people type them.
func (p game) picture() []string {
	return ask.Lines(p.Picture, max(len(p.Cols), 1), func(c nonogram.Cell) byte { return p.letters(c)[0] })
}

// pictured returns the game of another picture in the same colours.
func (p game) pictured(cells []nonogram.Cell) game {
	return game{Puzzle: p.Pictured(cells)}
}

// repairPicture changes the puzzle's picture until it is the only one with its clues. A puzzle that
// came as clues has no picture: one of its solutions serves. After an earlier repair it begins with
// the picture before that, and leaves out the changes made then.
func repairPicture(ctx context.Context, a *ask.Ask, g deduce.Game) *ask.Answer {
	p := g.Puzzle.(game)
	if p.Picture == nil {
		answer, err := p.Puzzle.Solve(ctx)
		switch {
		case err != nil:
			return a.Unanswered(err)
		case len(answer.Solutions) == 0:
			return p.unrepairable(ctx, a)
		}
		p = p.pictured(answer.Solutions[0])
	}
	before := p.earlier(a)
	if len(before.changed) > 0 {
		cells := slices.Clone(p.Picture)
		for i, cell := range before.changed {
			cells[cell] = before.were[i]
		}
		p = p.pictured(cells)
	}
	return p.repaired(ctx, a, slices.Concat(before.changed, before.kept))
}

// unrepairable returns the answer for a puzzle without a solution to change.
func (p game) unrepairable(ctx context.Context, a *ask.Ask) *ask.Answer {
	r := deduce.Verdict(ctx, a, p)
	if r.Tone == chat.Bad {
		r.Note = a.Say.Text("nonogram.repairs-pictures")
	}
	return r
}

// An earlierRepair is read from the link of another repair: the cells changed before, their states
// before that, and other cells to keep.
type earlierRepair struct {
	changed, kept []int
	were          []nonogram.Cell
}

// earlier reads from a.From what the link of another carries. It returns a zero value if the link
// cannot be read. In black and white the link leaves out the states before: each was the opposite
// of the present one.
func (p game) earlier(a *ask.Ask) (r earlierRepair) {
	changed, kept, _ := strings.Cut(a.From, "_")
	size := len(p.Rows) * len(p.Cols)
	r.changed = numbered(changed, size)
	if p.InColours() {
		var were string
		were, kept, _ = strings.Cut(kept, "_")
		for _, letter := range []byte(were) {
			r.were = append(r.were, words.If(letter == '.', nonogram.Empty, p.known(letter)))
		}
	} else {
		for _, cell := range r.changed {
			r.were = append(r.were, nonogram.Empty+nonogram.Filled-p.Picture[cell]) // the other one of the two
		}
	}
	several := func(c nonogram.Cell) bool { return !c.One() }
	if len(r.were) != len(r.changed) || slices.ContainsFunc(r.were, several) {
		return earlierRepair{}
	}
	r.kept = numbered(kept, size)
	return r
}

// another returns the button to a repair without the changes of this one. Its link carries the
// changes, so that they can be taken back, and the other cells to keep.
func (p game) another(a *ask.Ask, changed, keep []int) chat.Button {
	from := numbers(changed)
	if p.InColours() {
		from += "_"
		for _, cell := range changed { // ascending, as numbers has them
			from += p.letters(p.Picture[cell])
		}
	}
	if len(keep) > 0 {
		from += "_" + numbers(keep)
	}
	return deduce.AnotherRepair(a, from)
}

// repaired answers with the repaired picture, its changed cells marked, and a button to another
// repair. The repair keeps the cells in earlier, which an earlier one changed, and those that the
// asker wants to keep. If none is found in RepairTime, the answer says so and has no Puzzle.
func (p game) repaired(ctx context.Context, a *ask.Ask, earlier []int) *ask.Answer {
	ctx, cancel := context.WithTimeout(ctx, deduce.RepairTime)
	defer cancel()
	say, size := a.Say, ask.Size(len(p.Rows), len(p.Cols), a.Say)
	keep, wrong := deduce.Cells(a.Options.Text("keep"), len(p.Rows), len(p.Cols))
	if wrong != nil {
		return unread(a, wrong)
	}
	keep = slices.Concat(keep, earlier)
	fixed, err := nonogram.Repair(ctx, p.Puzzle, keep)
	switch {
	case err != nil:
		return deduce.NotRepaired(a, err, nonogram.ErrSize, nonogram.MaxMade)
	case fixed.Verdict != solvers.Unique:
		return deduce.Unrepaired(a, say.Text("nonogram.unrepaired", size), say.Text(words.If(len(keep) > 0, "nonogram.unrepaired-kept", "nonogram.unrepaired-why")))
	}
	now := game{Puzzle: fixed.Puzzle}
	r := a.New(chat.Good, say.Count("nonogram.repaired", len(fixed.Changed), size))
	if len(fixed.Changed) == 0 {
		r.Title = say.Text("nonogram.unique", size)
	}
	r.Text = ask.Join("\n", deduce.Unique(ctx, a, fixed.Level.String(), fixed.Puzzle.Rate), fewest(fixed, len(keep) > 0, say))
	r.Secret = now.changes(fixed.Changed, say)
	r.Game, r.Puzzle = deduce.Game{Puzzle: now}, now.String()
	r.Offer(a.Button("button.blank", ask.Change{"do": "blank"}))
	offerGift(r)
	if len(fixed.Changed) > 0 {
		r.Offer(p.another(a, fixed.Changed, keep))
	}
	now.paint(r, fixed.Changed)
	return r
}

// changes tells the new states of the changed cells, up to `most` of each; or that nothing had to
// be changed.
func (p game) changes(changed []int, say words.Phrases) string {
	const most = 20
	if len(changed) == 0 {
		return say.Text("nonogram.unchanged")
	}
	names := map[nonogram.Cell][]string{}
	step := nonogram.Step{Technique: nonogram.Trial} // this technique names cells by row and column
	for _, cell := range changed {
		row, col, now := cell/len(p.Cols), cell%len(p.Cols), p.Picture[cell]
		names[now] = append(names[now], ask.RowColumn(row, col))
		step.Cells = append(step.Cells, nonogram.Placed{Row: row, Col: col, Value: now})
	}
	if p.InColours() {
		told := teller{game: p, step: step, say: say}.becoming()
		return say.Text("nonogram.in-colours.changed", words.With{"Items": strings.TrimSpace(told)})
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

// unread returns the answer to an option keep that could not be read.
func unread(a *ask.Ask, err error) *ask.Answer {
	syntax, ok := errors.AsType[*solvers.SyntaxError](err)
	if !ok {
		panic(err)
	}
	a = a.Aside()
	r := a.New(chat.Failure, a.Say.Text("nonogram.keep-unread"))
	r.Text = ask.DescribeSyntaxError(syntax, a.Say)
	return r
}

// numbers writes cells in rising order as a link carries them: in base 36, and consecutive ones as
// the first and the last.
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

// numbered reads the cells that numbers has written for a board of this size; nil for any other
// text.
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

// fewest tells whether fewer changes would do, as far as it is proved. Kept reports that some cells
// had to stay.
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

// paint draws the picture with marks on some of its cells. In black and white, a puzzle whose clues
// are too long for the chat also comes as files. A picture too large to be drawn has no board.
func (p game) paint(r *ask.Answer, marked []int) {
	r.Clued, r.Legend = true, map[string]string{"new": "legend.changed"}
	if !p.InColours() && utf8.RuneCountInString(p.String()) > ask.LongestBlock {
		r.Attach("clues", []string{p.String()})
		r.Attach("picture", p.picture())
	}
	if !ask.Drawn(p.Size()) {
		return
	}
	b := p.Filled(p.sheet(p.Picture), nil)
	ask.NumberCells(b) // the text names cells
	r.Show(b, r.Text)
	for _, cell := range marked {
		r.Board.Cells[cell].Mark = render.New
	}
}
