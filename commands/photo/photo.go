// Package photo reads puzzles off the images that people send. See returns one of three things: a
// board whose text the ask goes on with, a question about what was read, or a notice of why nothing
// was. It answers nobody: package commands acts on what See returns.
package photo

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// Seen is what came of an image. At most one of its fields is set; none where an ask has no image
// to be read.
type Seen struct {
	Board    *Board      // it was read well enough: the ask goes on as Board.Typed
	Question *ask.Answer // shows what was read, with buttons to go on; it lacks the theme
	Notice   *ask.Answer // says why nothing was read
}

// A Board is a board that was read off an image, with what the judge says of the reading.
type Board struct {
	*vision.Reading
	verdict *judge.Verdict
	before  string // the marks that the person had before, if the puzzle was known: a sign a cell
}

// See reads the image of an ask: the one that came with it, or the one in the reply that was
// clicked on. It returns the zero Seen if there is no image to be read: none came, the puzzle came
// as text or as another file too, the kind is not read off images, or a puzzle is to be drawn of
// it. The latter is also so if no board is found and the kind can draw one.
func (p *Reader) See(ctx context.Context, a *ask.Ask) Seen {
	file, ok := a.Options.File(chat.ImageOption)
	_, other := a.Options.File("file")
	if !ok && a.As != "" { // the picture is gone from the reply
		return Seen{Notice: a.Notice("unknown")}
	}
	if ok && a.At == ask.Further {
		return p.further(ctx, a, file.Data)
	}
	if !ok || other || a.Kind.Photo == vision.Any || a.Text != "" || a.Kind.Drawing(a.Options) {
		return Seen{}
	}
	if a.At != "" {
		return p.settle(ctx, a, file.Data)
	}
	chosen := a.Path != "" && a.Fields == nil // from several boards, by a click
	boards, err := p.read(ctx, file.Data, vision.Hint{Kind: a.Kind.Photo, Only: chosen}, !chosen)
	switch {
	case err != nil && a.Kind.Open != nil && errors.Is(err, vision.ErrNoBoard):
		return Seen{}
	case err != nil:
		return Seen{Notice: drawable(unseen(a, err, file.Data), err)}
	case len(boards) > 1:
		return Seen{Question: p.choose(a, boards, file.Data)}
	case boards[0].Kind != a.Kind.Photo:
		return p.otherKind(a, boards[0], file.Data)
	}
	return p.Judge(ctx, a, boards[0])
}

// drawable adds to the notice of an error that the image can be drawn instead, if it can.
func drawable(notice *ask.Answer, err error) *ask.Answer {
	if errors.Is(err, vision.ErrNoClues) && notice.Ask.Kind.Open != nil {
		notice.Remark(notice.Ask.Say.Text("photo.or-draw"))
	}
	return notice
}

// Judge returns what comes of a board that was read: the board itself if the judge is sure of it or
// found nothing to doubt, else a question about the first doubt or about the whole, else a notice
// that it could not be read. A board of a kind other than the ask's leads to the question whether
// that kind was meant.
func (p *Reader) Judge(ctx context.Context, a *ask.Ask, r *vision.Reading) Seen {
	if r.Kind != a.Kind.Photo {
		return p.otherKind(a, r, nil)
	}
	b := &Board{Reading: r, verdict: p.eyes.Judge(ctx, r)}
	v := b.verdict
	switch {
	case ctx.Err() != nil:
		return Seen{Notice: a.Unanswered(ctx.Err())}
	case v.Repaired != "" && (v.Sure || len(v.Doubts) == 0 && !v.Several && !slices.ContainsFunc(v.Flaws, vision.Flaw.Told)):
		return b.seen(a)
	case v.AtOnce() && b.legible(a):
		return Seen{Question: b.confirm(a)}
	case b.bringChoiceToFront():
		return Seen{Question: b.question(a, "")}
	case len(v.Doubts) > 0 && !b.legible(a): // there is a place without any reading, or with an impossible one
		return Seen{Question: b.question(a, "")}
	case v.Puzzle != "":
		return Seen{Question: b.confirm(a)}
	}
	return Seen{Notice: typedInstead(r.Screen, a.Notice("unseen.unclear-screen"), a.Notice("unseen.unclear"))}
}

// legible reports whether the board as it looks can be a puzzle.
func (b *Board) legible(a *ask.Ask) bool {
	if b.verdict.Puzzle == "" {
		return false
	}
	_, err := a.Kind.Read(b.verdict.Puzzle, a.Options)
	return err == nil
}

// seen returns the board to go on with, unless its marks have to be asked about.
func (b *Board) seen(a *ask.Ask) Seen {
	if b.hasMisfits(a) {
		return Seen{Question: b.questionMarks(a)}
	}
	return Seen{Board: b}
}

// Typed returns the ask as if the board's text had been typed in place of its image. Marks that were
// typed are newer than those of the image, and stay.
func (b *Board) Typed(a *ask.Ask) *ask.Ask {
	typed := *a
	typed.Options = maps.Clone(a.Options)
	delete(typed.Options, chat.ImageOption)
	typed.Text, typed.Typed, typed.Carried, typed.Traced = b.verdict.Repaired, true, true, true
	if typed.Text == "" {
		typed.Text = b.verdict.Puzzle
	}
	if n := b.states(); n > 2 {
		typed.Options["states"] = int64(n)
	}
	if a.Options.Text(ask.MarksField) == "" && a.Kind.Marks != "" && strings.Trim(b.verdict.Marks, "?/") != "" {
		typed.Options[ask.MarksField] = b.verdict.Marks
	}
	return &typed
}

// states returns how many states the cells of a Lights Out board were seen in, those counted that
// lie between them; 0 for other boards.
func (b *Board) states() (n int) {
	for _, cell := range b.Cells {
		if b.Kind == vision.Lights && len(cell.State) > 0 {
			n = max(n, cell.State[0].Value+1)
		}
	}
	return n
}

// ShowBeside adds to an answer about the board the picture of what was read, a remark on how sure
// that is and what was repaired, and the buttons to mend it or to draw the image instead. It adds
// nothing to a game that takes up the reply with buttons.
func (b *Board) ShowBeside(r *ask.Answer) {
	if len(r.Grid) > 0 { // the buttons of a board take all the room there is
		return
	}
	a := r.Ask
	r.Tracing = b.trace(a, nil)
	told := a.Say.Text(words.If(b.verdict.Sure || b.before != "", "photo.read", words.If(b.numberless(), "photo.caution-tiles", "photo.caution")))
	if changed := b.repairs(a.Say); len(changed) > 0 {
		const most = 6 // places that are named
		told = a.Say.Sentences(told, a.Say.Text("photo.repaired", words.With{"Places": a.Say.List(changed, most)}))
	}
	if b.before != "" {
		told = a.Say.Sentences(told, a.Say.Count("photo.marks.new", b.newMarks()))
	}
	if n := len(b.verdict.Unclear); n > 0 && a.Kind.Marks != "" {
		told = a.Say.Sentences(told, a.Say.Count("photo.marks.unclear", n))
	}
	if r.Tone == chat.Bad { // there is no solution, or a typo
		told = a.Say.Text("photo.misread")
	}
	r.Remark(told)
	b.offerOwnWays(r)
	if a.Kind.Lines != nil && !r.InFile && r.Tone != chat.Failure && r.Tone != chat.Bad { // a Bad answer has that button already
		r.Offer(a.Button("photo.mend", a.Keep(ask.Change{"form": "mend", "do": a.Action.Name})))
	}
	if a.Kind.Redraw != nil && (a.Action.Name == ask.Solve || a.Action.Name == ask.Offer) && r.Tone != chat.Failure {
		a.Kind.Redraw(r, b.image())
	}
}

// otherKind tells that the board is of another kind than the ask's, and offers a button to each
// kind that it may be, for the same action if the kind has that, and one that the ask's kind was meant, which reads the
// whole picture again. If the bot solves no such kind, it returns the notice that there is no board.
func (p *Reader) otherKind(a *ask.Ask, found *vision.Reading, picture []byte) Seen {
	kinds := p.KindsOf(found)
	if len(kinds) == 0 {
		return Seen{Notice: a.Aside().Notice("unseen.no-board")}
	}
	var called []string
	for _, k := range kinds {
		called = append(called, a.Say.Text(k.Name+".name"))
	}
	r := a.New(chat.Plain, a.Say.Text("photo.other-kind.title", words.With{"Kind": either(a.Say, called)}))
	r.Text = a.Say.Text("photo.other-kind.text")
	b := &Board{Reading: found, verdict: &judge.Verdict{Kind: found.Kind}}
	r.Tracing = b.trace(a, nil)
	carryPhoto(r, chat.Photo, found)
	for i, k := range kinds {
		button := chat.Button{Label: words.Capital(called[i]), Path: k.Name + "?" + chat.ImageOption + "=" + chat.Photo, Mode: chat.EditOrPrivately, Strong: i == 0}
		if do := a.Options.Text("do"); k.Action(do) != nil {
			button.Path += "&do=" + do
		}
		r.Offer(button)
	}
	offerOwnKind(r, picture)
	b.offerDrawing(r)
	return Seen{Question: r}
}

// offerOwnKind offers to read the whole picture again as the ask's kind and as no other; not without the picture,
// or if that is too large to be carried.
func offerOwnKind(r *ask.Answer, picture []byte) {
	const whole, most = chat.Photo + "-whole", 8 << 20 // bytes that a reply takes
	if picture == nil || len(picture) > most {
		return
	}
	a := r.Ask
	r.Files = append(r.Files, chat.File{Name: chat.ImageFile(whole), Data: picture})
	no := a.Button("photo.doubt.another", a.Keep(ask.Change{"do": a.Action.Name, chat.ImageOption: whole}))
	no.Label = a.Say.Text(words.If(a.Kind.Photo == vision.Nonogram, "photo.other-kind.no-nonogram", "photo.other-kind.no"), words.With{"Kind": a.Say.Text(a.Kind.Name + ".name")})
	no.Mode = chat.EditOrPrivately
	r.Offer(no)
}

// offerDrawing offers to draw the board's image as a picture, where the ask's kind can.
func (b *Board) offerDrawing(r *ask.Answer) {
	if k := r.Ask.Kind; k != nil && k.Redraw != nil {
		k.Redraw(r, b.image())
	}
}

// either joins names with "or": one of them is meant.
func either(say words.Phrases, names []string) string {
	return strings.Join(names, say.Text("photo.or"))
}
