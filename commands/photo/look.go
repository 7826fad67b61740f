package photo

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/vision"
	"kibitz/vision/judge"
)

// Eyes are how boards are read off images. The zero value reads with package vision.
type Eyes struct {
	Open  func(data []byte) (Picture, error)
	Judge func(ctx context.Context, r *vision.Reading) *judge.Verdict
}

// A Picture is an image that is open to have its boards read: a *vision.Picture. However many are
// read, it is decoded and searched once.
type Picture interface {
	Memory() int64 // bytes that reading takes at most
	Read(ctx context.Context, hint vision.Hint) (*vision.Reading, error)
}

// A Reader reads images, one at a time, as each takes much memory. It is safe for concurrent use.
type Reader struct {
	eyes  Eyes
	kinds []*ask.Kind
	slot  chan struct{} // has room for the one image that is being read
}

// NewReader returns a Reader for boards of these kinds.
func NewReader(eyes Eyes, kinds []*ask.Kind) *Reader {
	if eyes.Open == nil {
		open := func(data []byte) (Picture, error) { return vision.Open(data) }
		eyes = Eyes{open, judge.Judge}
	}
	return &Reader{eyes, kinds, make(chan struct{}, 1)}
}

// read returns the board of an image that a hint asks for; or, if several is true, all boards that
// may be meant. Without an error there is at least one. It waits for its turn and for memory. The
// error tells why nothing was read; unseen puts it into words.
func (p *Reader) read(ctx context.Context, data []byte, hint vision.Hint, several bool) ([]*vision.Reading, error) {
	picture, err := p.eyes.Open(data)
	if err != nil {
		return nil, err
	}
	select {
	case p.slot <- struct{}{}:
		defer func() { <-p.slot }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := solvers.Take(ctx, picture.Memory()); err != nil {
		return nil, err
	}
	defer solvers.Give(ctx, picture.Memory())
	best, err := readBoard(ctx, picture, hint)
	if err != nil {
		return nil, err
	}
	unknown := hint.Kind == vision.Any && len(p.KindsOf(best)) == 0
	if !several || unknown || len(best.Boards) < 2 {
		return []*vision.Reading{best}, nil
	}
	all, err := p.readLarge(ctx, picture, best.Boards, hint)
	if err == nil && len(all) == 0 {
		all = []*vision.Reading{best}
	}
	return all, err
}

// readLarge reads each board whose area is at least a third of the largest one's, four at most. It
// leaves out boards that cannot be read, and those of no kind that the bot solves.
func (p *Reader) readLarge(ctx context.Context, picture Picture, boards []image.Rectangle, hint vision.Hint) (all []*vision.Reading, err error) {
	const atLeast, most = 3, 4
	area := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	largest := 0
	for _, b := range boards {
		largest = max(largest, area(b))
	}
	for i, b := range boards {
		if atLeast*area(b) < largest || len(all) == most {
			continue
		}
		hint.Board = i + 1
		r, err := readBoard(ctx, picture, hint)
		switch {
		case errors.Is(err, vision.ErrNoBoard), errors.Is(err, vision.ErrNoClues):
		case err != nil: // then the other boards are not all that there are
			return nil, err
		case len(p.KindsOf(r)) > 0:
			all = append(all, r)
		}
	}
	return all, nil
}

// readBoard reads the board that a hint asks for, or a board of another kind in its place. Its
// error is ErrNoBoard if what was read is not plausible, and the context's if the time ended.
func readBoard(ctx context.Context, picture Picture, hint vision.Hint) (*vision.Reading, error) {
	r, err := picture.Read(ctx, hint)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r == nil:
		return nil, err
	case r.Straight.Rect.Empty() || !plausible(r):
		if r.Screen {
			return nil, errors.Join(vision.ErrNoBoard, vision.ErrScreen)
		}
		return nil, vision.ErrNoBoard
	}
	return judge.Uncoloured(ctx, r), nil // a reading comes without an error, or with vision.ErrKind as a board of another kind
}

// plausible reports whether a board is one that people would send. Lines on a wall are read as a
// board, too, and nothing contradicts a board without numbers.
func plausible(r *vision.Reading) bool {
	const least = 3 // lines of a nonogram each way, cells of other boards
	if r.Kind != vision.Nonogram {
		return r.Rows*r.Cols >= least
	}
	return min(r.Rows, r.Cols) >= least && slices.ContainsFunc(slices.Concat(r.RowClues, r.ColClues), func(l vision.Line) bool {
		return len(l.Readings) > 0 && len(l.Readings[0].Numbers) > 0 && l.Readings[0].Numbers[0] > 0
	})
}

// unseen returns the notice of why nothing was read on an image, and of what helps.
func unseen(a *ask.Ask, err error, data []byte) *ask.Answer {
	switch {
	case ask.ForeignFormat(data) != "":
		return a.Notice("image.foreign", words.With{"Format": ask.ForeignFormat(data)})
	case errors.Is(err, vision.ErrImage):
		refusal := ask.Undecoded(err)
		return a.Notice(refusal.ID, refusal.Data)
	case errors.Is(err, solvers.ErrMemory), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return a.Unanswered(err)
	case errors.Is(err, vision.ErrNoClues) && (a.Kind == nil || !a.Kind.Photo.Numberless()):
		return typedInstead(errors.Is(err, vision.ErrScreen), a.Notice("unseen.no-clues-screen"), a.Notice("unseen.no-clues"))
	}
	return typedInstead(errors.Is(err, vision.ErrScreen), a.Notice("unseen.no-board-screen"), a.Notice("unseen.no-board"))
}

// typedInstead returns the notice that too little was read on a screenshot, or on a photo. Light and focus are no
// trouble of a screenshot: how the board is drawn is not known, and it can be typed.
func typedInstead(screen bool, ofScreen, ofPhoto *ask.Answer) *ask.Answer {
	r := words.If(screen, ofScreen, ofPhoto)
	if a := r.Ask; screen && a.Kind != nil {
		r.Offer(a.Button("button.type", a.Keep(words.If(a.Kind.Edit != nil, ask.Change{"edit": "clear"}, ask.Change{"form": "new"}))))
	}
	return r
}

// KindsOf returns the kinds of puzzle that a board may be, the likeliest first.
func (p *Reader) KindsOf(r *vision.Reading) (kinds []*ask.Kind) {
	for _, look := range slices.Concat([]vision.Kind{r.Kind}, r.Others) {
		for _, kind := range p.kinds {
			if look != vision.Any && kind.Photo == look {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds
}

// named returns a board of a kind in words: nonogram 10×10.
func (b *Board) named(k *ask.Kind, say words.Phrases) string {
	return k.Seen(size{b.Rows, b.Cols}, say)
}

// A size is a Game with only its size known.
type size struct{ rows, cols int }

func (size) String() string           { return "" }
func (s size) Size() (rows, cols int) { return s.rows, s.cols }

// carryPhoto adds the straightened image of a board to an answer's files, for a click to bring back.
func carryPhoto(r *ask.Answer, name string, found *vision.Reading) {
	const quality = 88
	var file bytes.Buffer
	if err := jpeg.Encode(&file, found.Straight, &jpeg.Options{Quality: quality}); err == nil { // else it is too large for a JPEG
		r.Files = append(r.Files, chat.File{Name: chat.ImageFile(name), Data: layoutOf(found).comment(file.Bytes())})
	}
}
