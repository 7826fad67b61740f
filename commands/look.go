package commands

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/vision"
	"kibitz/vision/judge"
	"kibitz/vision/photo"
)

// Eyes are how boards are read off images.
type Eyes struct {
	Read  func(ctx context.Context, data []byte, hint vision.Hint) (*vision.Reading, error)
	Judge func(ctx context.Context, r *vision.Reading) *judge.Verdict
}

// A sight is a board that was found on an image, and what it comes to.
type sight struct {
	*vision.Reading
	verdict *judge.Verdict
}

// lookingTakes is what a reader takes beside the decoded image, in bytes: planes of it in
// grey, of three million pixels at most.
const lookingTakes = 48 << 20

// look reads an image. The error is why nothing was read: see unseen.
func (c *Commands) look(ctx context.Context, data []byte, hint vision.Hint) (*vision.Reading, error) {
	room, err := photo.Memory(data)
	if err != nil {
		return nil, err
	}
	select {
	case c.looking <- struct{}{}: // one at a time, as each takes much memory
		defer func() { <-c.looking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := solvers.Take(ctx, room+lookingTakes); err != nil {
		return nil, err
	}
	defer solvers.Give(ctx, room+lookingTakes)
	r, err := c.settings.Eyes.Read(ctx, data, hint)
	if errors.Is(err, vision.ErrKind) && r == nil {
		hint.Kind = vision.Any
		r, err = c.settings.Eyes.Read(ctx, data, hint)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r == nil && err == nil, r != nil && (r.Straight == nil || r.Straight.Rect.Empty()):
		return nil, vision.ErrNoBoard
	case r != nil && !plausible(r):
		return nil, vision.ErrNoBoard
	case r != nil && errors.Is(err, vision.ErrKind):
		return r, nil
	}
	return r, err
}

// plausible tells whether a board is one that people would send: lines on a wall are read as
// a board, too, and nothing contradicts one without numbers.
func plausible(r *vision.Reading) bool {
	const least = 3 // lines of a nonogram, cells of others
	if r.Kind != vision.Nonogram {
		return r.Rows*r.Cols >= least
	}
	return min(r.Rows, r.Cols) >= least && slices.ContainsFunc(slices.Concat(r.RowClues, r.ColClues), func(l vision.Line) bool {
		return len(l.Readings) > 0 && len(l.Readings[0].Numbers) > 0 && l.Readings[0].Numbers[0] > 0
	})
}

// unseen is the answer to an image on which nothing was read: which step failed, and what
// helps.
func unseen(a *ask.Ask, err error, data []byte) *ask.Answer {
	switch {
	case isHEIC(data):
		return a.Notice("image.heic")
	case errors.Is(err, photo.ErrImage), errors.Is(err, photo.ErrPixels), errors.Is(err, photo.ErrProgressive), errors.Is(err, photo.ErrBytes), errors.Is(err, vision.ErrImage):
		refusal := puzzles.Undrawn(err)
		return a.Notice(refusal.ID, refusal.Data)
	case errors.Is(err, solvers.ErrMemory), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return a.Unanswered(err)
	case errors.Is(err, vision.ErrNoClues) && (a.Kind == nil || a.Kind.Photo == vision.Nonogram || a.Kind.Photo == vision.Kakuro):
		return a.Notice("unseen.no-clues")
	}
	return a.Notice("unseen.no-board")
}

// isHEIC tells whether a file is of the kind that some telephones make of photos: ISO/IEC
// 23008-12, by its brand.
func isHEIC(data []byte) bool {
	if len(data) < 12 || string(data[4:8]) != "ftyp" {
		return false
	}
	return slices.Contains([]string{"heic", "heix", "hevc", "mif1", "msf1", "avif"}, string(data[8:12]))
}

// kindsOn are the kinds of puzzle that a board may be, those first that it looks most like.
func (c *Commands) kindsOn(r *vision.Reading) (kinds []*ask.Kind) {
	for _, look := range slices.Concat([]vision.Kind{r.Kind}, r.Others) {
		for _, kind := range c.kinds {
			if look != vision.Any && kind.Photo == look {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// named is a board of a kind in words: nonogram 10×10.
func (s *sight) named(k *ask.Kind, say words.Phrases) string {
	return k.Seen(size{s.Rows, s.Cols}, say)
}

// A size is a Game that is its size alone.
type size struct{ rows, cols int }

func (size) String() string           { return "" }
func (s size) Size() (rows, cols int) { return s.rows, s.cols }

// carryPhoto puts a straightened board into the files of an answer, for a click to fetch.
func carryPhoto(r *ask.Answer, name string, found *vision.Reading) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, found.Straight, &jpeg.Options{Quality: 88}); err == nil { // else it is too large for a JPEG
		r.Files = append(r.Files, chat.File{Name: chat.ImageFile(name), Data: layoutOf(found).comment(file.Bytes())})
	}
}

// several are the boards of an image of which each may be the one that is meant: those that
// are not much smaller than the best. Each is read by itself; one on which nothing is read is none.
func (c *Commands) several(ctx context.Context, data []byte, first *vision.Reading, hint vision.Hint) (all []*vision.Reading, err error) {
	const atLeast, most = 3, 4 // a third of the largest one's area; boards
	area := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	largest := 0
	for _, b := range first.Boards {
		largest = max(largest, area(b))
	}
	for i, b := range first.Boards {
		if atLeast*area(b) < largest || len(all) == most {
			continue
		}
		hint.Board = i + 1
		r, err := c.look(ctx, data, hint)
		switch {
		case errors.Is(err, vision.ErrNoBoard), errors.Is(err, vision.ErrNoClues):
		case err != nil: // the other boards are not the only ones
			return nil, err
		case len(c.kindsOn(r)) > 0:
			all = append(all, r)
		}
	}
	return all, nil
}
