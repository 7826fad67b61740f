package vision

import (
	"context"
	"errors"
	"image"
	"slices"

	"kibitz/vision/internal/lamps"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/script"
	"kibitz/vision/photo"
)

// decodedBytes bounds the memory for decoding an image, in bytes, so that the search for boards has room
// beside it.
const decodedBytes = 125 << 20

// searchBytes is the memory of a search beside the decoded image, in bytes: grey planes of at most three
// million pixels (18 MB), the looks of up to 100 × 100 cells (12 MB), and what is found with them. On an
// image of ten million pixels 46 to 49 MB were alive at once. The lightness of a dark screen is kept twice.
const searchBytes = 48<<20 + brightPixels*4/3

// brightPixels is the largest number of pixels of a dark screen that is searched again with dark colours apart.
const brightPixels = 8_000_000

// A Picture is an image on which boards are found and read. It is decoded once, and searched once for each
// kind of board asked for, however many of its boards are read. It must not be used by several goroutines at
// a time.
type Picture struct {
	file     *photo.File
	photo    *photo.Photo // nil before anything is read
	view     *page.View
	lattices map[bool][]*lattice.Lattice // by whether the image was searched as a screenshot
	searches map[Hint]*search            // by hint, with Board 0
	bright   *Picture                    // the same with dark colours apart, of a dark screen; else nil
}

// Open reads the head of an image: PNG, JPEG, GIF or WebP, within the bounds of photo.Open. It decodes
// nothing yet.
func Open(data []byte) (*Picture, error) {
	f, err := photo.Open(data)
	if err != nil {
		return nil, errors.Join(ErrImage, err)
	}
	return &Picture{file: f, lattices: map[bool][]*lattice.Lattice{}, searches: map[Hint]*search{}}, nil
}

// Memory returns how many bytes the picture takes at most while it is read, the file not counted.
func (p *Picture) Memory() int64 { return p.file.Memory + searchBytes }

// Boards returns where the boards are that a hint asks for, on the upright image, in reading order. Board i
// of them is read with hint.Board = i+1.
func (p *Picture) Boards(ctx context.Context, hint Hint) ([]image.Rectangle, error) {
	r, err := p.read(ctx, hint, false)
	if r == nil {
		return nil, err
	}
	return r.Boards, nil
}

// Read reads the board that hint.Board names, or the one that explains most of the image. If there is no
// board of hint.Kind but clearly one of another kind, it returns that one with ErrKind. No other error comes
// with a Reading.
func (p *Picture) Read(ctx context.Context, hint Hint) (*Reading, error) {
	return p.read(ctx, hint, true)
}

// read reads the board that a hint asks for. If draw, it also draws it straight.
func (p *Picture) read(ctx context.Context, hint Hint, draw bool) (*Reading, error) {
	if err := p.decode(ctx); err != nil {
		return nil, err
	}
	s, err := p.searchFor(ctx, hint)
	if err != nil {
		return nil, err
	}
	c, err := s.best(ctx, hint)
	if c == nil {
		if ctx.Err() == nil && !p.photo.Camera && page.IsScreen(p.view.Halves[0]) {
			err = errors.Join(err, ErrScreen)
		}
		return nil, err
	}
	if draw {
		c.Straight = c.Drawing.Draw(p.view.Colour, p.view.Halves[0].Rect.Size())
	}
	if p.photo.Halved {
		for i, b := range c.Boards {
			c.Boards[i] = image.Rectangle{Min: b.Min.Mul(2), Max: b.Max.Mul(2)}
		}
	}
	return c.Reading, err
}

// decode decodes the image unless it is decoded already. If the context ends before, the next call begins anew.
func (p *Picture) decode(ctx context.Context) (err error) {
	if p.photo != nil {
		return nil
	}
	p.photo, err = p.file.ReadWithin(ctx, decodedBytes)
	if ctx.Err() != nil {
		p.photo = nil
		return ctx.Err()
	}
	if err != nil {
		return errors.Join(ErrImage, err)
	}
	p.view = page.NewView(p.photo)
	if light := p.view.Halves[0]; !p.photo.Camera && light.Rect.Dx()*light.Rect.Dy() <= brightPixels && page.IsScreen(light) && page.IsDark(light) {
		bright := p.photo.Brightened()
		p.bright = &Picture{photo: bright, view: page.NewView(bright), lattices: map[bool][]*lattice.Lattice{}, searches: map[Hint]*search{}}
	}
	return nil
}

// searchFor returns the search for a hint. If a dark screen has no board with numbers that is read well, it searches
// again with dark colours apart, and returns that search if it reads such a board better.
func (p *Picture) searchFor(ctx context.Context, hint Hint) (*search, error) {
	const well = .95 // share of the digits
	s := p.search(hint)
	if p.bright == nil || hint.Kind.Numberless() {
		return s, nil
	}
	hint.Board = 0
	numbered := func(s *search) *page.Candidate {
		if c, err := s.best(ctx, hint); err == nil && c.Clear() && !c.Kind.Numberless() {
			return c
		}
		return nil
	}
	first := numbered(s)
	if first != nil && first.Read >= well {
		return s, nil
	}
	again := p.bright.search(hint)
	if c := numbered(again); c != nil && (first == nil || c.Read > first.Read && c.Explained > first.Explained) {
		s = again
	}
	return s, ctx.Err()
}

// A search holds what was found on a picture for one hint, whatever its Board.
type search struct {
	*lamps.Sorter
	photo *photo.Photo
	lines map[bool][]*lattice.Lattice // Picture.lattices
	found map[sought][]*page.Candidate
}

// A sought is one question to a search: boards of these kinds, for a hint with Board 0.
type sought struct {
	kinds kinds
	hint  Hint
}

// search returns the search for a hint, a new one if there was none.
func (p *Picture) search(hint Hint) *search {
	hint.Board = 0
	s := p.searches[hint]
	if s == nil {
		v := *p.view
		s = &search{Sorter: lamps.NewSorter(script.NewSigns(&v)), photo: p.photo, lines: p.lattices, found: map[sought][]*page.Candidate{}}
		p.searches[hint] = s
	}
	return s
}

// best returns the board that the hint asks for. If a board of another kind is clearly there in its place, it
// returns that one with ErrKind, unless the net sees one of the kind asked for or the hint allows that kind only. It
// does not look for others if the net is sure of lights or cards.
// Beside a board of the kind asked for, another one has to be certain. A board of lights or cards without
// flaws, which the hint did not ask for, gets the flaw Unnamed.
func (s *search) best(ctx context.Context, hint Hint) (*page.Candidate, error) {
	c, err := s.find(ctx, searchedKinds(hint.Kind), hint)
	switch {
	case hint.Kind == Any || hint.Only || err != nil && !errors.Is(err, ErrNoClues) && !errors.Is(err, ErrNoBoard):
	case err == nil && c.Kind != hint.Kind:
		return c, ErrKind
	case err == nil && c.Seen, (err != nil || hint.Kind.Numberless()) && s.sees(ctx, hint.Kind):
	case err != nil || !c.Clear() || hint.Kind.Numberless():
		other, err := s.find(ctx, searchedKinds(Any)&^searchedKinds(hint.Kind), Hint{Board: hint.Board})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && other.Clear() && (c == nil || other.Certain() && replaces(other, c)) {
			return other, ErrKind
		}
	}
	if err != nil {
		return nil, err
	}
	if hint.Kind == Any && c.Kind.Numberless() && len(c.Flaws) == 0 {
		c.Flaws = append(c.Flaws, Unnamed)
	}
	return c, nil
}

// sees reports whether the net is sure that the picture's best lattice is a board of a kind. Lights and cards are tiles
// to it.
func (s *search) sees(ctx context.Context, k Kind) bool {
	const sure = .95
	if k.Numberless() {
		k = Lights
	}
	lattices, err := s.lattices(ctx, s.ways()[0].lines)
	if err != nil || len(lattices) == 0 {
		return false
	}
	seen, p, err := s.seenKind(ctx, lattices[0])
	return err == nil && seen == k && p > sure
}

// find returns a copy of the board that the hint asks for among some kinds. It runs the search once for all hints
// that differ in Board alone. The copy has flaws of its own, because choose adds to them.
func (s *search) find(ctx context.Context, kinds kinds, hint Hint) (*page.Candidate, error) {
	key := sought{kinds, hint}
	key.hint.Board = 0
	all, ok := s.found[key]
	if !ok {
		var err error
		if all, err = s.run(ctx, kinds, hint); err != nil {
			return nil, err
		}
		s.found[key] = all
	}
	copies := make([]*page.Candidate, len(all))
	for i, c := range all {
		own, reading := *c, *c.Reading
		own.Reading, reading.Flaws, reading.Palette = &reading, slices.Clone(reading.Flaws), slices.Clone(reading.Palette)
		for k := range reading.Palette {
			reading.Palette[k].RGB = s.photo.Shown(reading.Palette[k].RGB)
		}
		copies[i] = &own
	}
	return choose(copies, hint), nil
}
