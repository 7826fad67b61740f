package commands

import (
	"bytes"
	"context"
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
	"kibitz/vision/photo"
)

// straight is the board that a reply carries.
func (c *Commands) straight(ctx context.Context, data []byte) (*image.RGBA, error) {
	room, err := photo.Memory(data)
	if err != nil {
		return nil, err
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, photo.ErrImage
	}
	if err := solvers.Take(ctx, room+4*int64(config.Width)*int64(config.Height)); err != nil {
		return nil, err
	}
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, photo.ErrImage
	}
	rgba := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	pixels.Draw(rgba, rgba.Rect, img, img.Bounds().Min, pixels.Src)
	return rgba, nil
}

// place is a place of the board as people say it.
func (s *sight) place(p judge.Place, say words.Phrases) string {
	switch p.Side {
	case judge.Row:
		return say.Text("nonogram.row", words.With{"Number": p.Row + 1})
	case judge.Col:
		return say.Text("nonogram.column", words.With{"Number": p.Col + 1})
	case judge.Down, judge.Across:
		return say.Text(words.If(p.Side == judge.Down, "photo.place.down", "photo.place.across"), words.With{"Cell": ask.RowColumn(p.Row, p.Col)})
	case judge.Lit:
		return say.Text("photo.place.lit")
	}
	if s.Kind == vision.Lights || s.Kind == vision.Cards {
		return ask.CellName(p.Row, p.Col)
	}
	return ask.RowColumn(p.Row, p.Col)
}

// label is a reading of a place in words.
func (s *sight) label(p judge.Place, text string, say words.Phrases) string {
	switch {
	case p.Side == judge.Lit:
		return say.Text("photo.like", words.With{"Cell": s.like(text)})
	case p.Side == judge.Cell && text == ".":
		return say.Text("photo.cell.white")
	case p.Side == judge.Cell && text == "#":
		return say.Text("photo.cell.block")
	case (p.Side == judge.Down || p.Side == judge.Across) && (text == "" || text == "0"):
		return say.Text("photo.cell.nothing")
	}
	return text
}

// like is a cell that looks as those of that state.
func (s *sight) like(state string) string {
	n, _ := strconv.Atoi(state)
	for i, cell := range s.Cells {
		if len(cell.State) > 0 && cell.State[0].Value == n && s.Cols > 0 {
			return ask.CellName(i/s.Cols, i%s.Cols)
		}
	}
	return state
}

// repairs are the places that were taken otherwise than they look, in words.
func (s *sight) repairs(say words.Phrases) (all []string) {
	for _, d := range s.verdict.Repairs {
		if len(d.Readings) == 0 {
			continue
		}
		told := s.place(d.Place, say) + " → " + s.label(d.Place, d.Readings[0].Text, say)
		all = append(all, told)
	}
	return all
}

// look says how sure a place is.
func (s *sight) lookOf(p judge.Place) (look render.Look, taken string, changed bool) {
	for _, d := range s.verdict.Repairs {
		if d.Place == p && len(d.Readings) > 0 {
			return render.Mended, d.Readings[0].Text, true
		}
	}
	if slices.ContainsFunc(s.verdict.Doubts, func(d judge.Doubt) bool { return d.Place == p }) {
		return render.Doubtful, "", false
	}
	return render.Sure, "", false
}

// trace is the board with what was read; asked is the place that is asked about, if one is.
func (s *sight) trace(a *ask.Ask, asked *judge.Doubt) *render.Tracing {
	say, t := a.Say, &render.Tracing{Image: s.board()}
	var told, unsure []string
	for _, d := range s.verdict.Doubts {
		unsure = append(unsure, s.place(d.Place, say))
	}
	told = append(told, say.Text(words.If(s.numberless(), "photo.alt.dots", "photo.alt.title")))
	if len(unsure) > 0 {
		told = append(told, say.Text("photo.alt.unsure", words.With{"Places": say.Series(unsure)}))
	}
	if changed := s.repairs(say); len(changed) > 0 {
		told = append(told, say.Text("photo.repaired", words.With{"Places": say.Series(changed)}))
	}
	line := func(p judge.Place, l *vision.Line) {
		if notes, text := s.traceLine(p, l); text != "" {
			t.Notes = append(t.Notes, notes...)
			told = append(told, say.Text("photo.alt.line", words.With{"Place": words.Capital(s.place(p, say)), "Clue": text}))
		}
	}
	for i := range s.RowClues {
		line(judge.Place{Side: judge.Row, Row: i}, &s.RowClues[i])
	}
	for i := range s.ColClues {
		line(judge.Place{Side: judge.Col, Col: i}, &s.ColClues[i])
	}
	for i := range s.Cells {
		t.Notes = append(t.Notes, s.traceCell(i)...)
	}
	if s.Kind != vision.Nonogram {
		told = append(told, byHand(a.Kind, s.verdict.Puzzle, a.Options))
	}
	for i, d := range slices.Concat(s.verdict.Repairs, s.verdict.Doubts) {
		look := words.If(i < len(s.verdict.Repairs), render.Mended, render.Doubtful)
		t.Notes = append(t.Notes, render.Note{Box: s.box(d), Ring: true, Look: look})
	}
	if asked != nil && asked.Place.Side != judge.Lit {
		t.Asked = s.box(*asked)
	}
	t.Alt = ask.Join("\n", told...)
	return t
}

// extent is the part of the straightened image that has the board on it, numbers and all. The
// boxes of lines are no help across them: they go on to where the next thing stands.
func (s *sight) extent() image.Rectangle {
	var cols, rows, all image.Rectangle
	numbers := func(lines []vision.Line, across *image.Rectangle) {
		for _, l := range lines {
			*across = across.Union(l.Box)
			for _, way := range l.Readings {
				for _, b := range way.Boxes {
					all = all.Union(b)
				}
			}
		}
	}
	numbers(s.ColClues, &cols)
	numbers(s.RowClues, &rows)
	all = all.Union(image.Rect(cols.Min.X, rows.Min.Y, cols.Max.X, rows.Max.Y))
	for _, c := range s.Cells {
		all = all.Union(c.Box)
	}
	if all.Empty() {
		return s.Straight.Rect
	}
	const margin = 30 // a part of the side
	return all.Inset(-max(all.Dx(), all.Dy())/margin - 4).Intersect(s.Straight.Rect)
}

// board is that part.
func (s *sight) board() image.Image { return s.Straight.SubImage(s.extent()) }

// box is where a place is: as the doubt says, or else as the board says.
func (s *sight) box(d judge.Doubt) image.Rectangle {
	p, box := d.Place, d.Box
	switch {
	case !box.Empty():
	case p.Side == judge.Row && p.Row < len(s.RowClues):
		box = s.RowClues[p.Row].Box
	case p.Side == judge.Col && p.Col < len(s.ColClues):
		box = s.ColClues[p.Col].Box
	case p.Side >= judge.Down && p.Side <= judge.Cell && p.Row >= 0 && p.Col >= 0 && p.Row*s.Cols+p.Col < len(s.Cells):
		box = s.Cells[p.Row*s.Cols+p.Col].Box
	}
	return box.Intersect(s.extent())
}

// traceLine are the notes on a line, and its clue as it was taken.
func (s *sight) traceLine(p judge.Place, l *vision.Line) (notes []render.Note, text string) {
	if len(l.Readings) == 0 {
		return nil, ""
	}
	look, taken, changed := s.lookOf(p)
	clue := l.Readings[0]
	for _, other := range l.Readings {
		if changed && clueText(other.Numbers) == taken {
			clue = other
		}
	}
	text = clueText(clue.Numbers)
	if changed {
		text = taken
	}
	if text != clueText(clue.Numbers) || len(clue.Boxes) != len(clue.Numbers) { // it is none of the ways that were seen
		return []render.Note{{Box: l.Box, Text: text, Look: look}}, text
	}
	for i, n := range clue.Numbers {
		notes = append(notes, render.Note{Box: clue.Boxes[i], Text: strconv.Itoa(n), Look: look})
	}
	return notes, text
}

// traceCell are the notes on a cell.
func (s *sight) traceCell(i int) (notes []render.Note) {
	cell := &s.Cells[i]
	at := func(side judge.Side) judge.Place {
		return judge.Place{Side: side, Row: i / max(s.Cols, 1), Col: i % max(s.Cols, 1)}
	}
	number := func(side judge.Side, guesses []vision.Guess, box image.Rectangle) {
		if len(guesses) == 0 {
			return
		}
		look, taken, changed := s.lookOf(at(side))
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
	b := cell.Box
	half := b.Dy() / 2
	// A sum down stands in the lower left half of its block, one across in the upper right: each
	// gets a tag in that quarter, as high as half a cell.
	number(judge.Down, cell.Down, image.Rect(b.Min.X, b.Max.Y-half, b.Min.X+b.Dx()/2, b.Max.Y-half/3))
	number(judge.Across, cell.Across, image.Rect(b.Min.X+b.Dx()/2, b.Min.Y, b.Max.X-b.Dx()/6, b.Min.Y+half))
	number(judge.Cell, cell.Digit, b.Inset(b.Dy()/5))
	if len(cell.State) == 0 || s.Kind == vision.Kakuro {
		return notes
	}
	look, taken, changed := s.lookOf(at(judge.Cell))
	state := cell.State[0].Value
	on := state == vision.Filled
	if s.Kind != vision.Nonogram {
		on = len(s.Lit) > 0 && state == s.Lit[0].Value
	}
	switch {
	case changed:
		notes = append(notes, render.Note{Box: b, Dot: taken == "#" || taken == "1", Look: look})
	case s.Kind == vision.Nonogram && state == vision.Crossed:
		notes = append(notes, render.Note{Box: b.Inset(b.Dy() / 4), Text: "×", Look: look})
	case on:
		notes = append(notes, render.Note{Box: b, Dot: true, Look: look})
	}
	return notes
}

// clueText is a clue as it is written.
func clueText(numbers []int) string {
	if len(numbers) == 0 {
		return "0"
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
