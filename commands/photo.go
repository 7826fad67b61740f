package commands

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// see reads the puzzle of an ask off the image that came with it, or that the reply carries
// which was clicked on, and puts it into the ask. The answer is what there is to say instead:
// a question, or why there is none. Without both there is no image, or it is to be drawn.
func (c *Commands) see(ctx context.Context, a *ask.Ask) (*sight, *ask.Answer) {
	file, ok := a.Options.File(chat.ImageOption)
	_, other := a.Options.File("file")
	if !ok && a.As != "" { // the picture is gone from the reply
		return nil, a.Notice("unknown")
	}
	if !ok || other || a.Kind.Photo == vision.Any || a.Text != "" || a.Kind.Drawing(a.Options) {
		return nil, nil
	}
	if a.At != "" {
		return c.told(ctx, a, file.Data)
	}
	hint := vision.Hint{Kind: a.Kind.Photo}
	r, err := c.look(ctx, file.Data, hint)
	if err != nil {
		if a.Kind.Open != nil && errors.Is(err, vision.ErrNoBoard) {
			return nil, nil
		}
		return nil, undrawn(a, unseen(a, err, file.Data), err)
	}
	all, err := c.rivals(ctx, a, file.Data, r, hint)
	switch {
	case err != nil:
		return nil, unseen(a, err, file.Data)
	case len(all) > 1:
		return nil, c.choose(a, all)
	case len(all) == 1:
		r = all[0]
	}
	return c.seen(ctx, a, r)
}

// rivals are the boards to choose from, where the image is not one that was chosen already.
func (c *Commands) rivals(ctx context.Context, a *ask.Ask, data []byte, r *vision.Reading, hint vision.Hint) ([]*vision.Reading, error) {
	if a.Path != "" && a.Fields == nil || len(r.Boards) < 2 {
		return nil, nil
	}
	return c.several(ctx, data, r, hint)
}

// undrawn is the answer where nothing was read, with a way on for an image that can be drawn.
func undrawn(a *ask.Ask, r *ask.Answer, err error) *ask.Answer {
	if errors.Is(err, vision.ErrNoClues) && a.Kind.Open != nil {
		r.Remark(a.Say.Text("photo.or-draw"))
	}
	return r
}

// seen judges a board that was found. What is sure is put into the ask.
func (c *Commands) seen(ctx context.Context, a *ask.Ask, r *vision.Reading) (*sight, *ask.Answer) {
	if r.Kind != a.Kind.Photo {
		return nil, c.otherKind(a, r)
	}
	s := &sight{r, c.settings.Eyes.Judge(ctx, r)}
	switch {
	case ctx.Err() != nil:
		return nil, a.Unanswered(ctx.Err())
	case s.verdict.Repaired != "" && (s.verdict.Sure || len(s.verdict.Doubts) == 0 && !slices.ContainsFunc(s.verdict.Flaws, vision.Flaw.Told)):
		s.putInto(a)
		return s, nil
	case s.chooses():
		return nil, c.question(a, s, "")
	case s.verdict.Puzzle == "" && len(s.verdict.Doubts) > 0: // a place without any reading
		return nil, c.question(a, s, "")
	case s.verdict.Puzzle != "":
		return nil, c.confirm(a, s)
	}
	return nil, a.Notice("unseen.unclear")
}

// putInto puts the puzzle that was read into an ask. Who has marks in it asks for a hint, if
// for nothing else: a solution would give away what they work at. Marks that were typed are
// newer than the picture.
func (s *sight) putInto(a *ask.Ask) {
	code, states := s.verdict.Repaired, 0
	if code == "" {
		code = s.verdict.Puzzle
	}
	for _, cell := range s.Cells {
		if s.Kind == vision.Lights && len(cell.State) > 0 {
			states = max(states, cell.State[0].Value+1)
		}
	}
	a.Text, a.Typed, a.Carried = code, true, true
	delete(a.Options, chat.ImageOption)
	if states > 2 {
		a.Options["states"] = int64(states)
	}
	if a.Options.Text(ask.MarksField) == "" && a.Kind.Marks != "" && strings.Trim(s.verdict.Marks, "?/") != "" {
		a.Options[ask.MarksField] = s.verdict.Marks
		if a.Options.Text("do") == "" {
			a.Action = a.Kind.Action(ask.Hint)
		}
	}
}

// showSeen puts what was read beside the answer to what was asked.
func (c *Commands) showSeen(r *ask.Answer, s *sight) {
	if len(r.Grid) > 0 { // a game takes all the room there is
		return
	}
	a := r.Ask
	r.Theme = c.theme(a)
	r.Tracing = s.trace(a, nil)
	told := a.Say.Text(words.If(s.verdict.Sure, "photo.read", words.If(s.numberless(), "photo.caution-tiles", "photo.caution")))
	if changed := s.repairs(a.Say); len(changed) > 0 {
		const most = 6
		told += " " + a.Say.Text("photo.repaired", words.With{"Places": a.Say.List(changed, most)})
	}
	r.Remark(told)
	if a.Kind.Lines != nil && !r.InFile && r.Tone != chat.Failure && r.Tone != chat.Bad { // what is bad can be mended anyway
		r.Offer(a.Button("photo.mend", a.Keep(ask.Change{"form": "mend", "do": a.Action.Name})))
	}
	if a.Kind.Redraw != nil && a.Action == &a.Kind.Actions[0] && r.Tone != chat.Failure {
		a.Kind.Redraw(r, s.board())
	}
}

// otherKind is the answer to an image of another kind of puzzle: what it is, and its command.
func (c *Commands) otherKind(a *ask.Ask, found *vision.Reading) *ask.Answer {
	kinds := c.kindsOn(found)
	if len(kinds) == 0 {
		return c.unknownKind(a, found)
	}
	var called, commands []string
	for _, k := range kinds {
		called = append(called, a.Say.Text(k.Name+".name"))
		commands = append(commands, "`/"+k.Name+"`")
	}
	r := a.New(chat.Plain, a.Say.Text("photo.other-kind.title", words.With{"Kind": either(a.Say, called)}))
	r.Text = a.Say.Text("photo.other-kind.text", words.With{"Commands": either(a.Say, commands)})
	r.Theme = c.theme(a)
	s := &sight{found, &judge.Verdict{Kind: found.Kind}}
	r.Tracing = s.trace(a, nil)
	carryPhoto(r, chat.Photo, found)
	for i, k := range kinds {
		b := chat.Button{Label: words.Capital(called[i]), Path: k.Name + "?" + chat.ImageOption + "=" + chat.Photo, Mode: chat.EditOrPrivately, Strong: i == 0}
		if do := a.Options.Text("do"); k.Action(do) != nil {
			b.Path += "&do=" + do
		}
		r.Offer(b)
	}
	c.offerDrawing(r, found)
	return r
}

// unknownKind is the answer to an image of a puzzle that is known by name alone.
func (c *Commands) unknownKind(a *ask.Ask, found *vision.Reading) *ask.Answer {
	if found.Kind != vision.Sudoku {
		return a.Notice("unseen.no-board")
	}
	var known []string
	for _, k := range c.kinds {
		known = append(known, a.Say.Text(k.Name+".name"))
	}
	r := a.Notice("link.unknown-kind", words.With{"Kind": a.Say.Text(genres["sudoku"]), "Known": a.Say.Series(known)})
	if a.Kind != nil && a.Kind.Open != nil {
		r.Remark(a.Say.Text("photo.or-draw"))
	}
	return r
}

func (c *Commands) offerDrawing(r *ask.Answer, found *vision.Reading) {
	if k := r.Ask.Kind; k != nil && k.Redraw != nil {
		k.Redraw(r, (&sight{Reading: found}).board())
	}
}

// either joins names of which one is meant.
func either(say words.Phrases, names []string) string {
	return strings.Join(names, say.Text("photo.or"))
}
