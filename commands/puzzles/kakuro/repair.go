package kakuro

import (
	"context"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/solvers/kakuro"
)

// OfferMore offers to repair a puzzle that has several solutions or none.
func (g game) OfferMore(r *ask.Answer, v solvers.Verdict) {
	if (v == solvers.Multiple || v == solvers.None) && max(g.Rows, g.Cols) <= kakuro.MaxRepaired {
		r.Offer(r.Ask.Button("kakuro.mend", ask.Change{"do": "repair"}))
	}
}

// repairSums changes sums until the puzzle has one solution, and answers with the changed sums
// marked and a button to another repair. After an earlier repair it begins with the puzzle before
// that, and leaves the sums alone that were changed then. If no repair is found in RepairTime, the
// answer tells why.
func repairSums(ctx context.Context, a *ask.Ask, asked deduce.Game) *ask.Answer {
	g, keep := asked.Puzzle.(game).before(a)
	limited, cancel := context.WithTimeout(ctx, deduce.RepairTime)
	defer cancel()
	say, size := a.Say, ask.Size(g.Rows, g.Cols, a.Say)
	fixed, err := g.Repair(limited, keep)
	switch {
	case err != nil:
		return deduce.NotRepaired(a, err, kakuro.ErrSize, kakuro.MaxRepaired)
	case fixed.Verdict != solvers.Unique:
		return deduce.Unrepaired(a, say.Text("kakuro.unrepaired", size), sumsTried(fixed.Least, len(keep) > 0, say))
	}
	var cells []int
	for _, c := range fixed.Changed {
		row, col := sumPlace(c.Entry)
		cells = append(cells, row*g.Cols+col)
	}
	r := deduce.Repaired(ctx, a, game{fixed.Puzzle}, cells, changes(fixed, len(keep) > 0, say))
	if len(fixed.Changed) > 0 {
		r.Offer(deduce.AnotherRepair(a, unchanged(fixed.Changed, keep)))
	}
	return r
}

// sumsTried tells why no repair was found. Fewer changes than least are proved not to do.
func sumsTried(least int, kept bool, say words.Phrases) string {
	switch {
	case least > 2:
		return say.Text(words.If(kept, "kakuro.unrepaired-kept-two", "kakuro.unrepaired-two"))
	case least > 1:
		return say.Text(words.If(kept, "kakuro.unrepaired-kept-one", "kakuro.unrepaired-one"))
	}
	return say.Text("kakuro.unrepaired-late")
}

// unchanged writes the sums that another repair has to keep, as its link carries them: the changed
// sums as they were, and those that this repair kept.
func unchanged(changed []kakuro.Change, keep []kakuro.Entry) string {
	var codes []string
	for _, c := range changed {
		codes = append(codes, typoCode(kakuro.Change{Entry: c.Entry, Now: c.Sum}))
	}
	for _, e := range keep {
		codes = append(codes, typoCode(kakuro.Change{Entry: e, Now: e.Sum}))
	}
	return strings.Join(codes, "_")
}

// before reads from a.From what the link of unchanged carries, and returns the puzzle as it was
// before the last repair, and the sums to keep. It leaves out what it cannot read.
func (g game) before(a *ask.Ask) (was game, keep []kakuro.Entry) {
	was = g
	for code := range strings.SplitSeq(a.From, "_") {
		c, ok := was.readChange(code)
		if !ok {
			continue
		}
		if p := was.Changed(c); p != nil {
			was = game{p}
			c.Sum = c.Now
			keep = append(keep, c.Entry)
		}
	}
	return was, keep
}

// changes tells the changed sums, and whether fewer changes would do. Kept reports that some sums
// had to stay.
func changes(fixed *kakuro.Repaired, kept bool, say words.Phrases) string {
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
		quality = say.Text(words.If(kept, "kakuro.fewest-kept", "kakuro.fewest"))
	}
	instead := ""
	if len(fixed.Instead) > 0 {
		instead = say.Text("kakuro.instead", words.With{"Changes": say.List(named(fixed.Instead), most)})
	}
	return ask.Join("\n", say.Text("kakuro.changes", words.With{"Changes": say.List(named(fixed.Changed), most)}), quality, instead)
}
