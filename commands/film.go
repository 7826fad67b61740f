package commands

import (
	"time"

	"kibitz/render"
)

// A Film is a board being solved, for those who like to see it move. The
// reply's Board beside it is for all others.
type Film struct {
	Frames []render.Frame
	Alt    string
}

// How long a film shows what, and how many steps it shows at most: more would
// be too quick to follow.
const (
	stepTime   = 700 * time.Millisecond
	wayTime    = 25 * time.Second // all steps together, at most
	endTime    = 5 * time.Second
	mostFrames = 125
)

// animate has a reply show its steps as a film with that end, beside the board
// that it has. After draws the board when so many steps are done, the last of
// them marked. Without steps, or where the board is too large to be drawn,
// there is no film.
func (r *Reply) animate(steps int, after func(done int) *render.Board, end *render.Board, say phrases) {
	switch {
	case steps == 0:
		return
	case end == nil:
		r.Note = join("\n", r.Note, say.text("notice.too-large-to-draw.text", with{"Max": maxDrawn}))
		return
	}
	shown := min(steps, mostFrames-1)
	hold := min(stepTime, wayTime/time.Duration(shown+1))
	r.Film = &Film{Alt: say.count("film.alt", steps, with{"Title": r.Title})}
	for i := range shown + 1 { // the first frame is the board before the first step
		r.Film.Frames = append(r.Film.Frames, render.Frame{Board: after(i * steps / shown), Hold: hold})
	}
	r.Film.Frames = append(r.Film.Frames, render.Frame{Board: end, Hold: endTime})
	note := say.count("film.all", steps, nil)
	if shown < steps {
		note = say.text("film.some", with{"Count": steps, "Shown": shown})
	}
	r.Note = join("\n", r.Note, note)
}

// bare is a board without its marks.
func bare(b *render.Board) *render.Board {
	if b != nil {
		for i := range b.Cells {
			b.Cells[i].Mark = render.NoMark
		}
	}
	return b
}
