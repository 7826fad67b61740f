package puzzles

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/kakuro"
)

func (g kakuroGame) Steps(ctx context.Context, _ *deduce.Solved, say words.Phrases) iter.Seq[deduce.Step] {
	return func(yield func(deduce.Step) bool) {
		for step := range g.Puzzle.Steps(ctx) {
			if !yield(g.step(step, say)) {
				return
			}
		}
	}
}

// step is one deduction in words, and what it does to a board.
func (g kakuroGame) step(step kakuro.Step, say words.Phrases) deduce.Step {
	d := step.Technique.Difficulty()
	s := deduce.Step{Difficulty: d.String(), Rank: int(d)}
	s.Why = g.sentence(step, say)
	switch {
	case step.Technique == kakuro.Trial:
	case step.Assumed.Digit != 0:
		s.Where = ask.RowColumn(step.Assumed.Row, step.Assumed.Col)
		s.Look = []int{step.Assumed.Row*g.Cols + step.Assumed.Col}
	case step.Entry.Len > 0:
		s.Where = entryName(step.Entry, say)
		s.Look = g.cellsOf(step.Entry)
	}
	s.Changes(g, g.changes(step))
	return s
}

// changes are what a step does to its cells.
func (g kakuroGame) changes(step kakuro.Step) (changes []deduce.DigitChange) {
	for _, cell := range step.Cells {
		changes = append(changes, deduce.DigitChange{Cell: cell.Row*g.Cols + cell.Col, Digit: cell.Digit, Removed: cell.Removed})
	}
	return changes
}

// sentence is a deduction as a sentence: what it is called, where, why, and what follows.
func (g kakuroGame) sentence(step kakuro.Step, say words.Phrases) string {
	const most = 6
	var across, down, seen []string
	for _, e := range step.Area {
		if name := entryName(e, say); e.Across {
			across = append(across, name)
		} else {
			down = append(down, name)
		}
	}
	for _, cell := range step.Seen {
		seen = append(seen, ask.RowColumn(cell.Row, cell.Col))
	}
	var struck uint16
	for _, cell := range step.Cells {
		struck |= cell.Removed &^ step.Digits
	}
	comma, only := say.Text("comma"), ""
	if sets := kakuro.Combinations(step.Entry.Len, step.Entry.Sum); len(sets) == 1 {
		only = deduce.DigitSet(sets[0], "+")
	}
	return say.Text("kakuro.step."+phraseID(step.Technique.String()), words.With{
		"Entry":   entryName(step.Entry, say),
		"Cross":   entryName(step.Cross, say),
		"Sum":     step.Entry.Sum,
		"Length":  step.Entry.Len,
		"Rest":    step.Entry.Sum - step.Cells[0].Digit,
		"Only":    only,
		"Set":     deduce.DigitSet(step.Digits, "+"),
		"Digits":  deduce.DigitSet(step.Digits, comma),
		"Struck":  deduce.DigitRanges(struck, say),
		"Never":   deduce.DigitRanges(kakuro.MagicRule(step.Entry.Len, step.Entry.Sum), say),
		"Across":  say.List(across, most),
		"Down":    say.List(down, most),
		"Seen":    say.List(seen, most),
		"Left":    equation(step),
		"Assumed": deduce.DigitIn(g, step.Assumed.Row*g.Cols+step.Assumed.Col, step.Assumed.Digit, say),
		"Chain":   say.List(entryNames(step.Chain[:max(len(step.Chain)-1, 0)], say), most),
		"Cells":   deduce.TellDigits(g, g.changes(step), say),
	})
}

// equation is what an area sum leaves of its cells: r2c2 + r2c3 − r3c4 = 13.
func equation(step kakuro.Step) string {
	if step.Technique != kakuro.AreaSum {
		return ""
	}
	sign, text := step.Signs[0], ""
	for i, cell := range step.Seen {
		switch {
		case step.Signs[i] != sign:
			text += " − "
		case text != "":
			text += " + "
		}
		text += ask.RowColumn(cell.Row, cell.Col)
	}
	return fmt.Sprintf("%s = %d", text, sign*step.Sum)
}

// GoOn offers to repair a puzzle that has several solutions or none.
func (g kakuroGame) GoOn(r *ask.Answer, v solvers.Verdict) {
	if (v == solvers.Multiple || v == solvers.None) && max(g.Rows, g.Cols) <= kakuro.MaxRepaired {
		r.Offer(r.Ask.Button("kakuro.mend", ask.Change{"do": "repair"}))
	}
}

// repairSums changes sums until the puzzle has one solution.
func repairSums(ctx context.Context, a *ask.Ask, game deduce.Game) *ask.Answer {
	g := game.Puzzle.(kakuroGame)
	limited, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	say, size := a.Say, ask.Size(g.Rows, g.Cols, a.Say)
	fixed, err := g.Puzzle.Repair(limited)
	switch {
	case errors.Is(err, kakuro.ErrSize):
		return a.Notice("too-large-to-repair", words.With{"Max": kakuro.MaxRepaired})
	case err != nil:
		return a.Unanswered(err)
	case fixed.Verdict != solvers.Unique:
		r := a.New(chat.Mixed, say.Text("kakuro.unrepaired", size))
		r.Text = say.Text("kakuro.unrepaired-why")
		return r
	}
	now := kakuroGame{fixed.Puzzle}
	solved, err := now.Solve(ctx, false)
	if err != nil {
		return a.Unanswered(err)
	}
	r := a.New(chat.Good, say.Count("kakuro.repaired", len(fixed.Changed), size))
	if len(fixed.Changed) == 0 {
		r.Title = say.Text("kakuro.unique", size)
	}
	r.Text = ask.Join("\n", say.Text("kakuro.level."+fixed.Level.String()), changes(fixed, say))
	if ask.Drawn(now.Size()) {
		r.Show(now.Filled(solved.Key, solved), r.Text)
		for _, c := range fixed.Changed {
			r.Board.At(sumPlace(c.Entry)).Mark = render.New
		}
	}
	r.Game, r.Legend = deduce.Game{Puzzle: now}, map[string]string{"new": "legend.changed"}
	if utf8.RuneCountInString(now.String()) > ask.LongestBlock {
		r.Attach("puzzle", []string{now.Puzzle.String()})
	}
	r.Offer(a.Button("button.blank", ask.Change{"do": "blank"}))
	return r
}

// changes says what a repair changed, and how good that is.
func changes(fixed *kakuro.Repaired, say words.Phrases) string {
	if len(fixed.Changed) == 0 {
		return say.Text("kakuro.unchanged")
	}
	const most = 12
	named := func(changes []kakuro.Change) (told []string) {
		for _, c := range changes {
			told = append(told, say.Text("kakuro.changed", words.With{"Entry": entryName(c.Entry, say), "Now": strconv.Itoa(c.Now)}))
		}
		return told
	}
	quality := say.Text("kakuro.best-found", words.With{"Least": fixed.Least})
	if fixed.Proved {
		quality = say.Text("kakuro.fewest")
	}
	instead := ""
	if len(fixed.Instead) > 0 {
		instead = say.Text("kakuro.instead", words.With{"Changes": say.List(named(fixed.Instead), most)})
	}
	return ask.Join("\n", say.Text("kakuro.changes", words.With{"Changes": say.List(named(fixed.Changed), most)}), quality, instead)
}
