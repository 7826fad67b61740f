package puzzles

import (
	"context"
	"slices"
	"strings"

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
func (p colourGame) GoOn(r *ask.Answer, v solvers.Verdict) {
	if v != solvers.Multiple && v != solvers.Undecided || max(len(p.Rows), len(p.Cols)) > nonogram.MaxMade {
		return
	}
	if p.Picture != nil {
		palette, _, _ := strings.Cut(p.Puzzle.String(), ":")
		letter := func(s nonogram.Cell) byte { return p.letters(s)[0] }
		text := palette + "\n" + strings.Join(ask.Lines(p.Picture, max(len(p.Cols), 1), letter), "\n")
		if r.Game.(deduce.Game).Marks != nil || len(text) > ask.LongestBlock {
			return
		}
		r.Puzzle = text
	}
	r.Offer(r.Ask.Button("button.repair", ask.Change{"do": "repair"}))
}

// repair changes the puzzle's picture so that it is the only one with its clues. Where there are
// but clues, one of their solutions stands in. Where the puzzle is an earlier repair, the picture is
// the one that it began with, and those changes are not made again.
func (p colourGame) repair(ctx context.Context, a *ask.Ask) *ask.Answer {
	if p.Picture == nil {
		answer, err := p.Puzzle.Solve(ctx)
		switch {
		case err != nil:
			return a.Unanswered(err)
		case len(answer.Solutions) == 0:
			r := deduce.Verdict(ctx, a, p)
			if r.Tone == chat.Bad {
				r.Note = a.Say.Text("nonogram.repairs-pictures")
			}
			return r
		}
		p = p.pictured(slices.Clone(answer.Solutions[0]))
	}
	before := p.before(a)
	if len(before.changed) > 0 {
		cells := slices.Clone(p.Picture)
		for i, cell := range before.changed {
			cells[cell] = before.were[i]
		}
		p = p.pictured(cells)
	}
	return p.repaired(ctx, a, slices.Concat(before.changed, before.kept))
}

// pictured is a puzzle of those cells in p's colours.
func (p colourGame) pictured(cells []nonogram.Cell) colourGame {
	return colourGame{Puzzle: nonogram.FromColours(cells, len(p.Cols), p.Palette, p.Background)}
}

// colourRepair is an earlier repair as the button under it tells: which cells it changed, what they
// were, and what was kept besides.
type colourRepair struct {
	changed, kept []int
	were          []nonogram.Cell
}

// before reads what another writes; what no link of ours says is none.
func (p colourGame) before(a *ask.Ask) (r colourRepair) {
	changed, rest, _ := strings.Cut(a.From, "_")
	were, kept, _ := strings.Cut(rest, "_")
	size := len(p.Rows) * len(p.Cols)
	r.changed, r.kept = numbered(changed, size), numbered(kept, size)
	for _, letter := range []byte(were) {
		r.were = append(r.were, words.If(letter == '.', nonogram.Empty, p.shades(letter)))
	}
	several := func(s nonogram.Cell) bool { return !s.One() }
	if len(r.were) != len(r.changed) || slices.ContainsFunc(r.were, several) {
		return colourRepair{}
	}
	return r
}

// another is the button to a repair without the changes of this one; see colourRepair.
func (p colourGame) another(a *ask.Ask, changed, keep []int) chat.Button {
	from := numbers(changed) + "_"
	for _, cell := range changed { // ascending, as numbers has them
		from += p.letters(p.Picture[cell])
	}
	if len(keep) > 0 {
		from += "_" + numbers(keep)
	}
	return anotherRepair(a, from)
}

// repaired leaves cells as they are that an earlier repair changed, and those that the asker wants to
// keep.
func (p colourGame) repaired(ctx context.Context, a *ask.Ask, earlier []int) *ask.Answer {
	ctx, cancel := context.WithTimeout(ctx, repairTime)
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
		return notRepaired(a, err, nonogram.ErrSize, nonogram.MaxMade)
	case fixed.Verdict != solvers.Unique:
		return unrepaired(a, say.Text("nonogram.unrepaired", size), say.Text(words.If(len(keep) > 0, "nonogram.unrepaired-kept", "nonogram.unrepaired-why")))
	}
	now := colourGame{Puzzle: fixed.Puzzle}
	r := a.New(chat.Good, say.Count("nonogram.repaired", len(fixed.Changed), size))
	if len(fixed.Changed) == 0 {
		r.Title = say.Text("nonogram.unique", size)
	}
	least := &nonogram.Repaired{Changed: fixed.Changed, Least: fixed.Least, Proved: fixed.Proved}
	r.Text = ask.Join("\n", deduce.Unique(ctx, a, fixed.Level.String(), fixed.Puzzle.Rate), fewest(least, len(keep) > 0, say))
	r.Secret = say.Text("nonogram.unchanged")
	if len(fixed.Changed) > 0 {
		r.Secret = now.changes(fixed.Changed, say)
	}
	r.Game, r.Puzzle = deduce.Game{Puzzle: now}, now.String()
	r.Offer(a.Button("button.blank", ask.Change{"do": "blank"}))
	if len(fixed.Changed) > 0 {
		r.Offer(p.another(a, fixed.Changed, keep))
	}
	r.Clued, r.Legend = true, map[string]string{"new": "legend.changed"}
	if !ask.Drawn(now.Size()) {
		return r
	}
	b := now.Filled(now.sheet(fixed.Puzzle.Picture), nil)
	ask.NumberCells(b) // as the text names cells
	r.Show(b, r.Text)
	for _, cell := range fixed.Changed {
		r.Board.Cells[cell].Mark = render.New
	}
	return r
}

// changes says what the changed cells are now, cells of the same together.
func (p colourGame) changes(changed []int, say words.Phrases) string {
	step := nonogram.Step{Technique: nonogram.Trial} // whose cells are named by row and column
	for _, cell := range changed {
		step.Cells = append(step.Cells, nonogram.Placed{Row: cell / len(p.Cols), Col: cell % len(p.Cols), Value: p.Picture[cell]})
	}
	told := colourTeller{colourGame: p, step: step, say: say}.do()
	return say.Text("nonogram.in-colours.changed", words.With{"Items": strings.TrimSpace(told)})
}
