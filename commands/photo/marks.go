package photo

import (
	"context"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// Marks that contradict the solution were misread, or the player slipped. Only the player knows, so the
// reply asks. The answers, at atMarks:
const (
	atMarks  = "marks"
	other    = "other" // they mean the other: × for filled, filled for ×
	ignored  = "none"  // no mark counts
	takenOut = "slips" // the player slipped; the other marks count
)

// hasMisfits reports whether the marks on a picture have to be asked about.
func (b *Board) hasMisfits(a *ask.Ask) bool {
	return len(b.verdict.Misfits) > 0 && a.Kind.Marks != "" && a.Options.Text(ask.MarksField) == ""
}

// questionMarks asks what to make of the marks that contradict the solution.
func (b *Board) questionMarks(a *ask.Ask) *ask.Answer {
	const most = 12 // cells that are named
	say := a.Say
	r := a.New(chat.Mixed, say.Text("photo.marks.title", words.With{"Puzzle": words.Capital(b.named(a.Kind, say))}))
	r.Text = say.Count("photo.marks.misfit", len(b.verdict.Misfits), words.With{"Cells": say.List(b.cellNames(b.verdict.Misfits), most)})
	meant := map[byte]string{'#': "photo.marks.crosses", 'x': "photo.marks.filled"}[b.misread()]
	offer := func(label, as string) {
		button := a.Button(label, a.Keep(ask.Change{"do": a.Action.Name, chat.ImageOption: chat.Photo, "at": atMarks, "as": as}))
		button.Mode, button.Strong = chat.EditOrPrivately, len(r.Buttons) == 0
		r.Offer(button)
	}
	if meant != "" && !b.verdict.Together {
		offer(meant, other)
	}
	offer("photo.marks.slipped", takenOut)
	offer("photo.marks.ignore", ignored)
	b.carry(r, nil)
	return r
}

// misread returns the mark that all misfits have: # or x; 0 if they have both.
func (b *Board) misread() (mark byte) {
	marks := strings.ReplaceAll(b.verdict.Marks, "/", "")
	for _, i := range b.verdict.Misfits {
		if mark != 0 && marks[i] != mark {
			return 0
		}
		mark = marks[i]
	}
	return mark
}

// mark returns the mark of a cell as it was read: #, x, or ? for none.
func (b *Board) mark(i int) byte {
	if marks := strings.ReplaceAll(b.verdict.Marks, "/", ""); i < len(marks) {
		return marks[i]
	}
	return '?'
}

// cellNames returns the names of cells.
func (b *Board) cellNames(cells []int) (names []string) {
	for _, i := range cells {
		names = append(names, ask.RowColumn(i/b.Cols, i%b.Cols))
	}
	return names
}

// settleMarks goes on with a board after the person said what its misfits are.
func (p *Reader) settleMarks(ctx context.Context, a *ask.Ask, r *vision.Reading, picture []byte) Seen {
	b := &Board{Reading: r, verdict: p.eyes.Judge(ctx, r)}
	marks := map[int]string{}
	if a.As == ignored {
		for i := range r.Cells {
			marks[i] = "?"
		}
	} else {
		for _, i := range b.verdict.Misfits {
			marks[i] = "?"
			if a.As == other {
				marks[i] = map[byte]string{'#': "x", 'x': "#"}[b.mark(i)]
			}
		}
	}
	r, err := judge.SettleMarks(r, marks)
	if err != nil {
		return Seen{Notice: a.Notice("unknown")}
	}
	layoutIn(picture).restore(r)
	return p.Judge(ctx, a, r)
}

// offerOwnWays offers to go on without the marks that were read off a picture and, beside a hint, to make further ones
// by taps.
func (b *Board) offerOwnWays(r *ask.Answer) {
	a := r.Ask
	if b.verdict.Marks == "" || a.Options.Text(ask.MarksField) != b.verdict.Marks {
		return
	}
	if play := a.Kind.Action(ask.Play); a.Action.Name == ask.Hint && (play.When == nil || play.When(r)) {
		r.Offer(a.Choice("button.play", ask.Play))
	}
	r.Offer(a.Button("button.empty-board", a.Keep(ask.Change{"do": a.Action.Name, "clear": true})))
}
