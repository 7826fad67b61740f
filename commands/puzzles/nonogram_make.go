package puzzles

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
)

// repairTime is how long a better repair is looked for. Most pictures are repaired in
// milliseconds, with a proof that fewer changes would not do; a large one has the best of
// this time.
const repairTime = 8 * time.Second

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
// puzzle that came as clues has none; one of its solutions stands in.
func repairPicture(ctx context.Context, a *ask.Ask, g deduce.Game) *ask.Answer {
	p := g.Puzzle.(nonogramGame)
	cells := p.Picture
	if cells == nil {
		answer, err := p.Puzzle.Solve(ctx)
		switch {
		case err != nil:
			return a.Unanswered(err)
		case len(answer.Solutions) == 0:
			return p.unrepairable(ctx, a)
		}
		cells = answer.Solutions[0]
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
	fixed, err := nonogram.Repair(ctx, cells, len(p.Cols))
	switch {
	case errors.Is(err, nonogram.ErrSize):
		return a.Notice("too-large-to-repair", words.With{"Max": nonogram.MaxMade})
	case err != nil:
		return a.Unanswered(err)
	case fixed.Verdict != solvers.Unique:
		r := a.New(chat.Mixed, say.Text("nonogram.unrepaired", size))
		r.Text = say.Text("nonogram.unrepaired-why")
		return r
	}
	now := nonogramGame{Puzzle: fixed.Puzzle}
	r := a.New(chat.Good, say.Count("nonogram.repaired", len(fixed.Changed), size))
	if len(fixed.Changed) == 0 {
		r.Title = say.Text("nonogram.unique", size)
	}
	r.Text = ask.Join("\n", say.Text("nonogram.level."+fixed.Level.String()), p.changes(fixed, say), fewest(fixed, say))
	r.Game, r.Puzzle = deduce.Game{Puzzle: now}, now.String()
	r.Offer(a.Button("button.blank", ask.Change{"do": "blank"}))
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

// fewest says how good that is.
func fewest(fixed *nonogram.Repaired, say words.Phrases) string {
	switch {
	case len(fixed.Changed) == 0:
		return ""
	case fixed.Proved:
		return say.Text("nonogram.fewest")
	case fixed.Least > 1:
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
	r.Show(p.Filled(nonogramSheet(p.Picture), nil), r.Text)
	for _, cell := range marked {
		r.Board.Cells[cell].Mark = render.New
	}
}

// maxImage is the largest image, in bytes, that is read.
const maxImage = 10 << 20

// photo is an image that is yet to become a puzzle.
type photo struct {
	image          []byte
	size           string
	dither, invert bool
}

func openPhoto(file chat.Upload, o ask.Options) ask.Order {
	return photo{file.Data, o.Text("size"), o.Flag("dither"), o.Flag("invert")}
}

func (photo) String() string         { return "" }
func (photo) Size() (rows, cols int) { return 0, 0 }

// Make draws the image as a picture of cells, which may not be unique.
func (h photo) Make(ctx context.Context) (ask.Game, error) {
	rows, cols, ok := drawing.ParseSize(h.size)
	if !ok {
		return nil, &ask.Refusal{ID: "image.size", Data: words.With{"Min": drawing.MinSide, "Max": drawing.MaxSide}}
	}
	bytes, err := drawing.Memory(h.image)
	if err != nil {
		return nil, undrawn(err)
	}
	if err := solvers.Take(ctx, bytes); err != nil {
		return nil, err
	}
	defer solvers.Give(ctx, bytes)
	cells, cols, err := h.draw(rows, cols)
	if err != nil {
		return nil, undrawn(err)
	}
	return deduce.Game{Puzzle: nonogramGame{Puzzle: nonogram.FromPicture(cells, cols)}}, nil
}

// draw draws so many rows and columns, or with 0 rows a picture whose longer side is cols.
func (h photo) draw(rows, cols int) ([]nonogram.Cell, int, error) {
	img, err := drawing.ReadImage(h.image)
	if err != nil {
		return nil, 0, err
	}
	if h.invert {
		img = drawing.Negative(img)
	}
	img = drawing.Trim(img)
	if rows == 0 {
		rows, cols = drawing.Fit(img, cols)
	}
	cells, err := drawing.Draw(img, rows, cols, h.dither)
	return cells, cols, err
}

// undrawn says why there is no picture.
func undrawn(err error) *ask.Refusal {
	switch {
	case errors.Is(err, drawing.ErrPixels):
		return &ask.Refusal{ID: "image.pixels", Data: words.With{"Max": drawing.MaxPixels / 1_000_000}}
	case errors.Is(err, drawing.ErrProgressive):
		return &ask.Refusal{ID: "image.progressive", Data: words.With{"Max": drawing.MaxProgressive / 1_000_000}}
	case errors.Is(err, drawing.ErrFlat):
		return &ask.Refusal{ID: "image.flat"}
	}
	return &ask.Refusal{ID: "image.unreadable"}
}

// Made repairs the picture, unless it is to be judged as it came out. What else is asked is
// done with the clues of the repaired one.
func (h photo) Made(ctx context.Context, a *ask.Ask, g ask.Game) *ask.Answer {
	if a.Action.Brief {
		return nil
	}
	p := g.(deduce.Game).Puzzle.(nonogramGame)
	r := p.repaired(ctx, a.About(ask.Solve), p.Picture)
	switch {
	case r.Puzzle == "": // it was not repaired
		r.Game = nil
	case a.Action.Name != ask.Solve && a.Action.Name != "repair":
		clues := r.Game.(deduce.Game).Puzzle.(nonogramGame)
		made := deduce.Game{Puzzle: nonogramGame{Puzzle: &nonogram.Puzzle{Rows: clues.Rows, Cols: clues.Cols}}}
		r = a.Action.Do(ctx, a, made)
		r.Game = made
	case !h.invert && drawing.MostlyDark(p.Picture, len(p.Cols)):
		r.Remark(a.Say.Text("nonogram.mostly-dark"))
	}
	return r
}
