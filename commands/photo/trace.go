package photo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	pixels "image/draw"
	"image/jpeg"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers"
	"kibitz/vision"
	"kibitz/vision/judge"
	imagefile "kibitz/vision/photo"
)

// straight decodes the straightened image that a reply carries, a JPEG. It first takes from the
// memory of ctx what decoding and the copy (4 bytes a pixel) need; whoever made ctx gives it back.
func straight(ctx context.Context, data []byte) (*image.RGBA, error) {
	room, err := imagefile.Memory(data)
	if err != nil {
		return nil, errors.Join(vision.ErrImage, err)
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, vision.ErrImage
	}
	if err := solvers.Take(ctx, room+4*int64(config.Width)*int64(config.Height)); err != nil {
		return nil, err
	}
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, vision.ErrImage
	}
	rgba := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	pixels.Draw(rgba, rgba.Rect, img, img.Bounds().Min, pixels.Src)
	return rgba, nil
}

// place returns a place of the board as people say it.
func (b *Board) place(p judge.Place, say words.Phrases) string {
	switch p.Side {
	case judge.Row:
		return say.Text("nonogram.row", words.With{"Number": p.Row + 1})
	case judge.Col:
		return say.Text("nonogram.column", words.With{"Number": p.Col + 1})
	case judge.Down, judge.Across:
		return say.Text(words.If(p.Side == judge.Down, "photo.place.down", "photo.place.across"), words.With{"Cell": ask.RowColumn(p.Row, p.Col)})
	case judge.Lit:
		return say.Text("photo.place.lit")
	case judge.Size:
		return say.Text("photo.place.size")
	}
	if b.Kind == vision.Lights || b.Kind == vision.Cards {
		return ask.CellName(p.Row, p.Col)
	}
	return say.Text("photo.place.cell", words.With{"Row": p.Row + 1, "Column": p.Col + 1})
}

// label returns a reading of a place in words: the text itself if it is a clue, else the name of
// what it stands for on a cell or as a sum.
func (b *Board) label(p judge.Place, text string, say words.Phrases) string {
	switch {
	case p.Side == judge.Lit:
		return b.ones(text, say)
	case p.Side == judge.Size:
		return b.extentNamed(text)
	case p.Side == judge.Cell && text == ".":
		return say.Text("photo.cell.white")
	case p.Side == judge.Cell && text == "#":
		return say.Text("photo.cell.block")
	case (p.Side == judge.Down || p.Side == judge.Across) && (text == "" || text == "0"):
		return say.Text("photo.cell.nothing")
	}
	return text
}

// like returns the name of the first cell that was seen in a state, for others that look like it;
// the state's number, as it came, if no cell was.
func (b *Board) like(state string) string {
	n, _ := strconv.Atoi(state)
	for i, cell := range b.Cells {
		if len(cell.State) > 0 && cell.State[0].Value == n && b.Cols > 0 {
			return ask.CellName(i/b.Cols, i%b.Cols)
		}
	}
	return state
}

// extents returns the board and its rivals.
func (b *Board) extents() []*vision.Reading {
	return slices.Insert(slices.Clone(b.Rivals), 0, b.Reading)
}

// frames are the looks of the frames around the extents of a board, and their squares in emoji.
var frames = [...]struct {
	look   render.Look
	square string
}{{render.Mended, "🟦"}, {render.Doubtful, "🟧"}, {render.Sure, "⬛"}}

// extentNamed returns the size of an extent by its number, with the square of its frame.
func (b *Board) extentNamed(number string) string {
	all := b.extents()
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(all) {
		return number
	}
	return fmt.Sprintf("%s %d×%d", frames[i%len(frames)].square, all[i].Rows, all[i].Cols)
}

// traceExtents returns the board's image with a frame around each extent that it may have, one a little within the
// other so that both are seen where they share a side.
func (b *Board) traceExtents(say words.Phrases) *render.Tracing {
	t := &render.Tracing{Image: b.image()}
	var names []string
	for i, r := range b.extents() {
		box := bodyOf(r)
		side := box.Dy() / max(r.Rows, 1)
		name := b.extentNamed(strconv.Itoa(i))
		_, size, _ := strings.Cut(name, " ")
		names = append(names, name)
		frame := render.Note{Box: box.Inset(i * side / 8), Look: frames[i%len(frames)].look}
		tag := frame
		frame.Ring, tag.Text = true, size
		tag.Box.Max.X -= (i + 1) * tag.Box.Dx() / 5 // so that no tag lies on another, or is cut off
		t.Notes = append(t.Notes, frame, tag)
	}
	t.Alt = say.Text("photo.alt.sizes", words.With{"Sizes": say.Series(names)})
	return t
}

// repairs returns, in words, the places that were changed from how they look.
func (b *Board) repairs(say words.Phrases) (all []string) {
	for _, d := range b.verdict.Repairs {
		if len(d.Readings) == 0 {
			continue
		}
		told := b.place(d.Place, say) + " → " + b.label(d.Place, d.Readings[0].Text, say)
		all = append(all, told)
	}
	return all
}

// lookOf returns how sure a place is: mended, doubtful or sure. If it was mended (changed), taken
// is the reading that it was changed to.
func (b *Board) lookOf(p judge.Place) (look render.Look, taken string, changed bool) {
	for _, d := range b.verdict.Repairs {
		if d.Place == p && len(d.Readings) > 0 {
			return render.Mended, d.Readings[0].Text, true
		}
	}
	if slices.ContainsFunc(b.verdict.Doubts, func(d judge.Doubt) bool { return d.Place == p }) {
		return render.Doubtful, "", false
	}
	return render.Sure, "", false
}

// trace returns the board's image with what was read on it: the numbers and dots, rings around the
// places that were mended or are doubtful, and all of this in words for people who cannot see it.
// Asked is the place that a question is about, which is shown enlarged; nil for none.
func (b *Board) trace(a *ask.Ask, asked *judge.Doubt) *render.Tracing {
	say, t := a.Say, &render.Tracing{Image: b.image()}
	if asked != nil && asked.Place.Side == judge.Size {
		return b.traceExtents(say)
	}
	var told, unsure []string
	for _, d := range b.verdict.Doubts {
		unsure = append(unsure, b.place(d.Place, say))
	}
	told = append(told, say.Text(words.If(b.numberless(), "photo.alt.dots", "photo.alt.title")))
	if len(unsure) > 0 {
		told = append(told, say.Text("photo.alt.unsure", words.With{"Places": say.Series(unsure)}))
	}
	if changed := b.repairs(say); len(changed) > 0 {
		told = append(told, say.Text("photo.repaired", words.With{"Places": say.Series(changed)}))
	}
	if odd := slices.Concat(b.verdict.Misfits, b.verdict.Unclear); len(odd) > 0 {
		told = append(told, say.Text("photo.alt.marks", words.With{"Cells": say.Series(b.cellNames(odd))}))
		for _, i := range odd {
			t.Notes = append(t.Notes, render.Note{Box: b.Cells[i].Box, Ring: true, Look: render.Doubtful})
		}
	}
	line := func(p judge.Place, l *vision.Line) {
		if notes, text := b.traceLine(p, l); text != "" {
			t.Notes = append(t.Notes, notes...)
			told = append(told, say.Text("photo.alt.line", words.With{"Place": words.Capital(b.place(p, say)), "Clue": text}))
		}
	}
	for i := range b.RowClues {
		line(judge.Place{Side: judge.Row, Row: i}, &b.RowClues[i])
	}
	for i := range b.ColClues {
		line(judge.Place{Side: judge.Col, Col: i}, &b.ColClues[i])
	}
	for i := range b.Cells {
		t.Notes = append(t.Notes, b.traceCell(i)...)
	}
	if b.Kind != vision.Nonogram {
		told = append(told, a.Kind.ByHand(b.verdict.Puzzle, a.Options))
	}
	for i, d := range slices.Concat(b.verdict.Repairs, b.verdict.Doubts) {
		look := words.If(i < len(b.verdict.Repairs), render.Mended, render.Doubtful)
		t.Notes = append(t.Notes, render.Note{Box: b.box(d), Ring: true, Look: look})
	}
	if asked != nil && asked.Place.Side != judge.Lit {
		t.Asked = b.box(*asked)
	}
	t.Alt = ask.Join("\n", told...)
	return t
}

// bodyOf returns the box around a reading's cells. That of a row's clue is too wide to tell where the numbers begin,
// and that of a column's too high.
func bodyOf(r *vision.Reading) (body image.Rectangle) {
	var cols, rows image.Rectangle
	for _, l := range r.ColClues {
		cols = cols.Union(l.Box)
	}
	for _, l := range r.RowClues {
		rows = rows.Union(l.Box)
	}
	body = image.Rect(cols.Min.X, rows.Min.Y, cols.Max.X, rows.Max.Y)
	for _, c := range r.Cells {
		body = body.Union(c.Box)
	}
	return body
}

// extent returns the part of the straightened image that has the board on it, with its numbers.
func (b *Board) extent() (all image.Rectangle) {
	for _, l := range slices.Concat(b.ColClues, b.RowClues) {
		for _, way := range l.Readings {
			for _, box := range way.Boxes {
				all = all.Union(box)
			}
		}
	}
	for _, r := range b.extents() {
		all = all.Union(bodyOf(r))
	}
	if all.Empty() {
		return b.Straight.Rect
	}
	const margin = 30 // the margin is 1/30 of the longer side, and 4 pixels more
	return all.Inset(-max(all.Dx(), all.Dy())/margin - 4).Intersect(b.Straight.Rect)
}

// image returns the part of the straightened image that extent gives.
func (b *Board) image() image.Image { return b.Straight.SubImage(b.extent()) }

// box returns where a place is on the image: as the doubt says, or else as the board says.
func (b *Board) box(d judge.Doubt) image.Rectangle {
	p, box := d.Place, d.Box
	switch {
	case !box.Empty():
	case p.Side == judge.Row && p.Row < len(b.RowClues):
		box = b.RowClues[p.Row].Box
	case p.Side == judge.Col && p.Col < len(b.ColClues):
		box = b.ColClues[p.Col].Box
	case p.Side >= judge.Down && p.Side <= judge.Cell && p.Row >= 0 && p.Col >= 0 && p.Row*b.Cols+p.Col < len(b.Cells):
		box = b.Cells[p.Row*b.Cols+p.Col].Box
	}
	return box.Intersect(b.extent())
}

// traceLine returns the notes on line l, whose place is p, and its clue as it was understood. Each
// number has a note where it was seen. A clue that the judge put together, or whose numbers have no
// boxes, is one note on the whole line. It returns nothing for a line without any reading.
func (b *Board) traceLine(p judge.Place, l *vision.Line) (notes []render.Note, text string) {
	if len(l.Readings) == 0 {
		return nil, ""
	}
	look, taken, changed := b.lookOf(p)
	clue := l.Readings[0]
	for _, other := range l.Readings {
		if changed && other.Text() == taken {
			clue = other
		}
	}
	text = clue.Text()
	if changed {
		text = taken
	}
	if text != clue.Text() || len(clue.Boxes) != len(clue.Numbers) { // none of the readings that were seen
		return []render.Note{{Box: l.Box, Text: text, Look: look}}, text
	}
	numbers := strings.Fields(text)
	for i, box := range clue.Boxes { // an empty line has none, and the text 0
		notes = append(notes, render.Note{Box: box, Text: numbers[i], Look: look})
	}
	return notes, text
}

// traceCell returns the notes on a cell.
func (b *Board) traceCell(i int) (notes []render.Note) {
	cell := &b.Cells[i]
	at := func(side judge.Side) judge.Place {
		return judge.Place{Side: side, Row: i / max(b.Cols, 1), Col: i % max(b.Cols, 1)}
	}
	number := func(side judge.Side, guesses []vision.Guess, box image.Rectangle) {
		if len(guesses) == 0 {
			return
		}
		look, taken, changed := b.lookOf(at(side))
		text := ""
		if guesses[0].Value > 0 {
			text = strconv.Itoa(guesses[0].Value)
		}
		if changed {
			text = taken
		}
		if text != "" {
			notes = append(notes, render.Note{Box: box, Text: text, Look: look})
		}
	}
	box := cell.Box
	half := box.Dy() / 2
	// A sum down stands in the lower left half of its block, one across in the upper right: each
	// gets a tag in that quarter, as high as half a cell.
	number(judge.Down, cell.Down, image.Rect(box.Min.X, box.Max.Y-half, box.Min.X+box.Dx()/2, box.Max.Y-half/3))
	number(judge.Across, cell.Across, image.Rect(box.Min.X+box.Dx()/2, box.Min.Y, box.Max.X-box.Dx()/6, box.Min.Y+half))
	if b.Kind == vision.Sudoku { // its tag stands in the lower right corner, beside the digit
		number(judge.Cell, cell.Digit, image.Rect(box.Min.X+box.Dx()*2/5, box.Min.Y+box.Dy()*2/5, box.Max.X-box.Dx()/5, box.Max.Y-box.Dy()/5))
		return notes
	}
	number(judge.Cell, cell.Digit, box.Inset(box.Dy()/5))
	if len(cell.State) == 0 || b.Kind == vision.Kakuro {
		return notes
	}
	look, taken, changed := b.lookOf(at(judge.Cell))
	on := false
	switch {
	case b.Kind != vision.Nonogram:
		on = len(b.Lit) > 0 && cell.State[0].Value == b.Lit[0].Value
	case slices.Contains(b.verdict.Misfits, i), slices.Contains(b.verdict.Unclear, i):
		look = render.Doubtful
	}
	switch mark := b.mark(i); {
	case changed:
		notes = append(notes, render.Note{Box: box, Dot: taken == "#" || taken == "1", Look: look})
	case mark == 'x':
		notes = append(notes, render.Note{Box: box.Inset(box.Dy() / 4), Text: "×", Look: look})
	case on, b.Kind == vision.Nonogram && mark != '?':
		notes = append(notes, render.Note{Box: box, Dot: true, Look: look})
	}
	return notes
}
