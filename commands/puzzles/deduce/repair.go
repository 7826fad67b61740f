package deduce

import (
	"context"
	"errors"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// RepairTime limits the search for a better repair. Most pictures are repaired in milliseconds,
// with a proof that fewer changes would not do. A large one gets the best repair found in this
// time.
const RepairTime = 8 * time.Second

// NotRepaired returns the answer to an error of a repair. TooLarge is the error for a puzzle with a
// side above largest.
func NotRepaired(a *ask.Ask, err, tooLarge error, largest int) *ask.Answer {
	if errors.Is(err, tooLarge) {
		return a.Notice("too-large-to-repair", words.With{"Max": largest})
	}
	return a.Unanswered(err)
}

// Unrepaired returns the answer that no repair was found, and why.
func Unrepaired(a *ask.Ask, title, why string) *ask.Answer {
	r := a.New(chat.Mixed, title)
	r.Text = why
	return r
}

// Repaired returns the answer that a puzzle has one solution with its repair in these cells, and tells
// what was changed.
func Repaired(ctx context.Context, a *ask.Ask, p Puzzle, cells []int, told string) *ask.Answer {
	s, err := p.Solve(ctx, false)
	if err != nil {
		return a.Unanswered(err)
	}
	rows, cols := p.Size()
	size := ask.Size(rows, cols, a.Say)
	r := a.New(chat.Good, a.Say.Count(a.Kind.Name+".repaired", len(cells), size))
	if len(cells) == 0 {
		r.Title = a.Say.Text(a.Kind.Name+".unique", size)
	}
	r.Text = ask.Join("\n", Unique(ctx, a, s.Level, s.Grade), told)
	if ask.Drawn(rows, cols) {
		r.Show(p.Filled(s.Key, s), r.Text)
		MarkAll(r.Board, cells, render.New)
	}
	r.Game, r.Legend = Game{Puzzle: p}, map[string]string{"new": "legend.changed"}
	r.Offer(a.Button("button.blank", ask.Change{"do": "blank"}))
	return r
}

// MarkAll marks cells of a board.
func MarkAll(b *render.Board, cells []int, mark render.Mark) {
	for _, i := range cells {
		b.Cells[i].Mark = mark
	}
}

// AnotherRepair returns the button to a different repair. It carries this one's changes, which the
// next one leaves out.
func AnotherRepair(a *ask.Ask, from string) chat.Button {
	return a.Button("button.another-repair", ask.Change{"do": "repair", "from": from})
}
