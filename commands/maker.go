package commands

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kibitz/render"
	"kibitz/solvers"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/drawing"
	"kibitz/solvers/nonogram/notation"
)

// How long a maker waits for a better answer once there may be one. Most
// pictures are repaired in milliseconds, with a proof that fewer changes
// would not do; a large one has the best of this time.
const repairTime = 8 * time.Second

// Sides of a picture made from an image.
const (
	minPhoto   = 5
	maxPhoto   = 100
	usualPhoto = 25 // the longer side, where nobody says
)

// maxImage is the largest image, in bytes, that is read.
const maxImage = 10 << 20

// repair changes the puzzle's picture so that it is the only one with its
// clues. A puzzle that came as clues has none; one of its solutions stands in.
func (g picross) repair(ctx context.Context, say phrases) *Reply {
	picture := g.Picture
	if picture == nil {
		a, err := g.Solve(ctx)
		switch {
		case err != nil:
			return outOfTime(say)
		case len(a.Solutions) == 0:
			all := g.study(ctx, a)
			r := g.verdict(all, say)
			if a.Verdict == solvers.None {
				r.Note = say.text("nonogram.repairs-pictures", nil)
			}
			g.draw(r, all, say)
			return r
		}
		picture = a.Solutions[0]
	}
	return g.repaired(ctx, picture, say)
}

func (g picross) repaired(ctx context.Context, picture []nonogram.Cell, say phrases) *Reply {
	ctx, cancel := context.WithTimeout(ctx, repairTime)
	defer cancel()
	fixed, err := nonogram.Repair(ctx, picture, len(g.Cols))
	switch {
	case errors.Is(err, nonogram.ErrSize):
		return notice(say, "too-large-to-repair", with{"Max": nonogram.MaxMade})
	case err != nil:
		return outOfTime(say)
	case fixed.Verdict != solvers.Unique:
		return &Reply{Tone: Mixed, Title: say.text("nonogram.unrepaired", size(len(g.Rows), len(g.Cols), say)), Text: say.text("nonogram.unrepaired-why", nil)}
	}
	made := picross{Puzzle: fixed.Puzzle}
	r := &Reply{Tone: Good, Title: say.count("nonogram.repaired", len(fixed.Changed), size(len(g.Rows), len(g.Cols), say))}
	if len(fixed.Changed) == 0 {
		r.Title = say.text("nonogram.unique", size(len(g.Rows), len(g.Cols), say))
	}
	r.Text = join("\n",
		say.text("nonogram.level."+fixed.Level.String(), nil),
		g.changes(fixed, say),
		fewest(fixed, say))
	r.Puzzle, r.play = made.String(), made.Link()
	r.Buttons = append(r.Buttons, Button{Label: say.text("button.blank", nil), Path: "nonogram?do=blank"})
	made.paint(r, fixed.Changed)
	return r
}

// changes names the cells changed.
func (g picross) changes(fixed *nonogram.Repaired, say phrases) string {
	const most = 20
	names := map[nonogram.Cell][]string{}
	for _, cell := range fixed.Changed {
		now := fixed.Puzzle.Picture[cell]
		names[now] = append(names[now], rowColumn(cell/len(g.Cols), cell%len(g.Cols)))
	}
	var told []string
	if filled := names[nonogram.Filled]; len(filled) > 0 {
		told = append(told, say.text("nonogram.now-filled", with{"Cells": say.list(filled, most)}))
	}
	if empty := names[nonogram.Empty]; len(empty) > 0 {
		told = append(told, say.text("nonogram.now-empty", with{"Cells": say.list(empty, most)}))
	}
	if len(told) == 0 {
		return say.text("nonogram.unchanged", nil)
	}
	return strings.Join(told, "\n")
}

// fewest says how good that is.
func fewest(fixed *nonogram.Repaired, say phrases) string {
	switch {
	case len(fixed.Changed) == 0:
		return ""
	case fixed.Proved:
		return say.text("nonogram.fewest", nil)
	case fixed.Least > 1:
		return say.text("nonogram.best-found", with{"Least": fixed.Least})
	}
	return say.text("nonogram.unproved", nil)
}

// paint draws the puzzle's own picture, with marks on some of its cells. What
// the chat does not hold it gives as a file.
func (g picross) paint(r *Reply, marked []int) {
	r.clued, r.legend = true, legend{"new": "legend.changed"}
	rows, cols := len(g.Rows), len(g.Cols)
	if utf8.RuneCountInString(g.String()) > longestBlock {
		r.Files = append(r.Files, written("clues", []string{g.String()}), written("picture", lines(g.Picture, cols, cellSign)))
	}
	if !drawn(rows, cols) {
		return
	}
	b := g.empty(r)
	for i, cell := range g.Picture {
		b.Cells[i] = inked(cell, solvers.Unique)
	}
	for _, cell := range marked {
		b.Cells[cell].Mark = render.New
	}
}

// empty gives a reply the puzzle's board with nothing in it but the given cells.
func (g picross) empty(r *Reply) *render.Board {
	b := render.NewBoard(len(g.Rows), len(g.Cols))
	b.Title, b.Caption = r.Title, r.Text
	b.Left, b.Top, b.Rule = g.Rows, g.Cols, 5
	for i, cell := range g.Given {
		switch cell {
		case nonogram.Filled:
			b.Cells[i].Kind = render.Filled
		case nonogram.Empty:
			b.Cells[i].Kind = render.Crossed
		}
	}
	r.Board, r.clued = b, true
	return b
}

// blank is the puzzle as it is set to others.
func (g picross) blank(say phrases) *Reply {
	r := &Reply{Title: say.text("nonogram.blank", size(len(g.Rows), len(g.Cols), say)), Text: say.text("nonogram.blank-how", nil)}
	if !drawn(len(g.Rows), len(g.Cols)) {
		return notice(say, "too-large-to-draw", with{"Max": maxDrawn})
	}
	g.empty(r)
	return r
}

// withRepair adds the way on for a maker whose picture is not unique. The
// picture stands in the reply then, as clues alone would not give it back.
func (g picross) withRepair(r *Reply, v solvers.Verdict, say phrases) *Reply {
	if v != solvers.Multiple && v != solvers.Undecided || max(len(g.Rows), len(g.Cols)) > nonogram.MaxMade {
		return r
	}
	if text := strings.Join(lines(g.Picture, max(len(g.Cols), 1), cellSign), "\n"); g.Picture != nil && g.marks == nil && len(text) <= longestBlock {
		r.Puzzle = text
	}
	if g.Picture == nil || r.Puzzle != "" {
		r.Buttons = append(r.Buttons, Button{Label: say.text("button.repair", nil), Path: "nonogram?do=repair"})
	}
	return r
}

// made is a puzzle that is yet to be generated.
type made struct {
	picross
	*order
}

var nonogramOrders = orders{
	difficulties: []string{nonogram.FewRounds.String(), nonogram.ManyRounds.String(), nonogram.Contradictions.String()},
	usual:        nonogram.ManyRounds.String(),
	least:        nonogram.MinGenerated,
	most: func(difficulty string) int {
		if difficulty == nonogram.Contradictions.String() {
			return nonogram.MaxContradictions
		}
		return nonogram.MaxGenerated
	},
}

func (m *made) extent() (rows, cols int) { return m.rows, m.cols }

func (m *made) generate(ctx context.Context) error {
	demand, err := nonogram.ParseDemand(m.difficulty)
	if err != nil {
		return err
	}
	p, err := nonogram.Generate(ctx, m.rows, m.cols, demand, m.seed)
	if err == nil {
		m.Puzzle = &nonogram.Puzzle{Rows: p.Rows, Cols: p.Cols}
	}
	return err
}

func (m *made) act(ctx context.Context, do string, say phrases) *Reply {
	err := m.generate(ctx)
	switch {
	case errors.Is(err, nonogram.ErrSize):
		return notice(say, "not-made", nil)
	case err != nil:
		return outOfTime(say)
	case do != "solve" && do != "blank" && do != "play":
		return m.picross.act(ctx, do, say)
	}
	r := &Reply{
		Tone: Good,
		Title: say.text("nonogram.made", with{"Size": size(m.rows, m.cols, say)["Size"], "Number": m.seed,
			"Difficulty": say.text("nonogram.demand."+m.difficulty, nil)}),
		Text: say.text("nonogram.made-level."+m.difficulty, nil),
		Note: say.text("nonogram.made-again", with{"Command": "/nonogram puzzle:" + m.text(m.seed)}),
		did:  "blank",
	}
	m.empty(r)
	r.Buttons = another(&nonogramPuzzle, m.options, "blank", m.text(m.seed+1), say)
	return r
}

func (m *made) record(ctx context.Context) Record {
	if err := m.generate(ctx); err != nil {
		return &picrossRecord{Head: Head{Error: err.Error()}}
	}
	return m.picross.record(ctx)
}

// photo is an image that is yet to become a puzzle.
type photo struct {
	picross
	image  []byte
	size   string
	dither bool
	invert bool
}

func (h *photo) extent() (rows, cols int) {
	if h.Puzzle == nil {
		return 0, 0
	}
	return h.picross.extent()
}

func (h *photo) act(ctx context.Context, do string, say phrases) *Reply {
	picture, cols, refusal := h.drawn(say)
	if refusal != nil {
		return refusal
	}
	h.picross = picross{Puzzle: nonogram.FromPicture(picture, cols)}
	if do == "check" { // of the picture as it came out
		return h.picross.act(ctx, do, say)
	}
	r := h.repaired(ctx, picture, say)
	if r.Puzzle == "" {
		return r
	}
	p, err := nonogram.Parse(r.Puzzle)
	if err != nil {
		return notice(say, "incident", with{"ID": err.Error()})
	}
	h.picross = picross{Puzzle: p}
	if do == "steps" || do == "blank" {
		return h.picross.act(ctx, do, say)
	}
	r.did = "solve"
	if !h.invert && mostlyDark(picture, cols) {
		r.Note = join("\n", r.Note, say.text("nonogram.mostly-dark", nil))
	}
	return r
}

// mostlyDark says whether what is filled looks like the ground of a picture: more
// than half of it is, and of its edge, which a subject that fills the picture does
// not.
func mostlyDark(picture []nonogram.Cell, cols int) bool {
	filled, edge := 0, 0 // empty cells count against them
	for i, cell := range picture {
		count := either(cell == nonogram.Filled, 1, -1)
		filled += count
		if i < cols || i >= len(picture)-cols || i%cols == 0 || i%cols == cols-1 {
			edge += count
		}
	}
	return filled > 0 && edge > 0
}

// drawn is the picture that the image gives in the size asked for.
func (h *photo) drawn(say phrases) (picture []nonogram.Cell, cols int, refusal *Reply) {
	rows, cols, ok := photoSize(h.size)
	if !ok {
		return nil, 0, notice(say, "image.size", with{"Min": minPhoto, "Max": maxPhoto})
	}
	img, err := drawing.ReadImage(h.image)
	if err == nil {
		if h.invert {
			img = drawing.Negative(img)
		}
		img = drawing.Trim(img)
		if rows == 0 {
			rows, cols = drawing.Fit(img, cols)
		}
		picture, err = drawing.Draw(img, rows, cols, h.dither)
	}
	switch {
	case errors.Is(err, drawing.ErrPixels):
		return nil, 0, notice(say, "image.pixels", with{"Max": drawing.MaxPixels / 1_000_000})
	case errors.Is(err, drawing.ErrFlat):
		return nil, 0, notice(say, "image.flat", nil)
	case err != nil:
		return nil, 0, notice(say, "image.unreadable", nil)
	}
	return picture, cols, nil
}

// photoSize reads "20", the longer side (rows is 0 then), or "20x30", rows and
// columns.
func photoSize(text string) (rows, cols int, ok bool) {
	if strings.TrimSpace(text) == "" {
		return 0, usualPhoto, true
	}
	sides := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == 'x' || r == '×' || r == ' ' })
	var ns []int
	for _, side := range sides {
		n, err := strconv.Atoi(side)
		if err != nil || n < minPhoto || n > maxPhoto {
			return 0, 0, false
		}
		ns = append(ns, n)
	}
	switch len(ns) {
	case 1:
		return 0, ns[0], true
	case 2:
		return ns[0], ns[1], true
	}
	return 0, 0, false
}

// readNonogram reads a puzzle, an order for one, or an image.
func readNonogram(text string, o values) (subject, error) {
	if f, ok := o.file("image"); ok {
		return &photo{image: f.Data, size: o.text("size"), dither: o.flag("dither"), invert: o.flag("invert")}, nil
	}
	if again := o.text("make"); again != "" { // the button for another
		text = again
	}
	hint := 0
	if o.text("do") == "hint" {
		hint = max(o.number("page"), 1)
	}
	if order, err := nonogramOrders.read(text); err != nil {
		return nil, err
	} else if order != nil {
		order.options = o
		return &made{picross: picross{hint: hint}, order: order}, nil
	}
	p, err := notation.Parse(text)
	if err != nil {
		return nil, err
	}
	return picross{Puzzle: p, brief: o.text("do") == "check", second: o.flag("second"), hint: hint}, nil
}
