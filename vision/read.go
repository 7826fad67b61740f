package vision

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"kibitz/vision/internal/kakuro"
	"kibitz/vision/internal/lamps"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/nonogram"
	"kibitz/vision/internal/page"
)

// Why nothing was read. They say which step failed.
var (
	ErrImage   = errors.New("vision: not an image that can be read")
	ErrNoBoard = errors.New("vision: no board was found")
	ErrNoClues = errors.New("vision: cells were found, but no numbers")
	ErrKind    = errors.New("vision: a board of another kind")
)

// maxTurned is how many cells a lattice may have to be looked at in all turns, or in another
// light, where nothing was read on it at first.
const maxTurned = 60 * 60

// A reader reads one kind of board off a lattice. It returns nil where the lattice is of no
// such board.
type reader func(ctx context.Context, v *page.View, l *lattice.Lattice, hint Hint) (*page.Candidate, error)

// A readerOf is what reads one kind of board.
type readerOf struct {
	Kind
	read reader
}

// readers are tried on each lattice that is found; of what they read, the one that explains
// most of the image counts. Boards without numbers need no lattice, and are sought where those
// find nothing.
var readers = [...]readerOf{
	{Kakuro, kakuro.Read},
	{Nonogram, nonogram.Read},
	{Sudoku, kakuro.ReadSudoku},
}

// inOrder are the readers for a lattice, the one first that is likelier to be certain. Where the last
// cells are blank, they are a nonogram's: a Kakuro has sums everywhere.
func (v *search) inOrder(l *lattice.Lattice) [len(readers)]readerOf {
	r := readers
	if v.Blank(l) {
		r[0], r[1] = r[1], r[0]
	}
	return r
}

// Read opens an image and reads the board that is asked for: see Picture.Read. Beside the image it takes
// some 40 MB.
func Read(ctx context.Context, data []byte, hint Hint) (*Reading, error) {
	p, err := Open(data)
	if err != nil {
		return nil, err
	}
	return p.Read(ctx, hint)
}

// instead tells whether a board is what was taken for another one: that has no numbers, and is a
// part of it, or explains fewer.
func instead(c *page.Candidate, of *page.Candidate) bool {
	if of.Kind.Numberless() {
		return within(of, c)
	}
	return !c.Kind.Numberless() && c.Explained > of.Explained
}

// within tells whether most of a board is where another one is.
func within(c *page.Candidate, d *page.Candidate) bool {
	area := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	return 2*area(c.Area.Intersect(d.Area)) > area(c.Area)
}

// kinds is a bit set of Kind.
type kinds uint8

// asked returns the kinds that are looked for if one is asked for: lights and cards are searched together.
func asked(k Kind) kinds {
	const lamps = 1<<Lights | 1<<Cards
	switch {
	case k == Any:
		return 1<<Nonogram | 1<<Kakuro | 1<<Sudoku | lamps
	case k.Numberless():
		return lamps
	}
	return 1 << k
}

func (set kinds) has(k Kind) bool { return set&(1<<k) != 0 }

// run reads all boards of some kinds, those of which choose takes one; never none without an error.
func (v *search) run(ctx context.Context, sought kinds, hint Hint) ([]*page.Candidate, error) {
	all, lattices, boards, err := v.look(ctx, sought, hint)
	if err != nil {
		return nil, err
	}
	if len(boards) == 0 && len(lattices) > 0 && (hint.Kind == Nonogram || hint.Kind == Kakuro || sought == asked(Any)) {
		if err := v.turn(ctx, lattices, hint, &all); err != nil {
			return nil, err
		}
	}
	numbered := len(all) > 0 && all[0].Numbered()
	if sought.has(Lights) && !numbered {
		if len(boards) == 0 {
			if boards, err = lamps.Find(ctx, v.Sorter.Signs.View, lattices, hint); err != nil {
				return nil, err
			}
		}
		if len(boards) > 0 {
			return append(boards, all...), nil
		}
	}
	switch {
	case len(lattices) == 0:
		return nil, ErrNoBoard
	case !numbered:
		return nil, ErrNoClues
	}
	return all, nil
}

// A way to look at an image: as a screenshot or as a photo, for its lines and for what stands there.
type way struct{ lines, signs bool } // as of a screen

// ways are tried in their order, until something is read. A dark photo may look like a screenshot;
// and a picture of a handheld's few pixels that went through a JPEG has lines no longer so even as a
// screen's are.
func (v *search) ways() []way {
	switch {
	case v.photo.Camera:
	case v.Few():
		return []way{{true, true}, {false, true}, {}}
	case page.IsScreen(v.Halves[0]):
		return []way{{true, true}, {}}
	}
	return []way{{}}
}

// look is what is read of the image, and the lattices that were found on it at first. Where a screen has
// no numbers and a board of lights, that is returned, too: it is not looked at as a photo.
func (v *search) look(ctx context.Context, sought kinds, hint Hint) (all []*page.Candidate, first []*lattice.Lattice, boards []*page.Candidate, err error) {
	ways := v.ways()
	enough := .3 // of the digits read
	if v.Few() {
		enough = .93
	}
	as := ways[0].signs
	defer func() { v.Screen = as }()
	for _, w := range ways {
		lattices, err := v.lattices(ctx, w.lines)
		if err != nil {
			return nil, nil, nil, err
		}
		if first == nil && len(lattices) > 0 {
			first, as = lattices, w.signs
		}
		v.Screen = w.signs
		more, err := v.candidates(ctx, lattices, sought, hint)
		if err != nil {
			return nil, nil, nil, err
		}
		if len(more) > 0 && (len(all) == 0 || more[0].Explained > all[0].Explained) {
			all = more
		}
		if sought.has(Lights) && len(first) > 0 {
			if plain, err := v.Unlettered(ctx, first[0]); err != nil {
				return nil, nil, nil, err
			} else if plain {
				break
			}
		}
		many := len(first) > 0 && first[0].Rows*first[0].Cols > maxTurned
		if !sought.has(Nonogram) && !sought.has(Kakuro) || len(all) > 0 && all[0].Read >= enough || len(all) == 0 && many {
			break
		}
		if w.lines && hint.Kind == Any && sought.has(Lights) && (len(all) == 0 || !all[0].Numbered()) {
			if boards, err = v.unnumbered(ctx, first, hint); err != nil {
				return nil, nil, nil, err
			}
			if len(boards) > 0 {
				break
			}
		}
	}
	return all, first, boards, nil
}

// unnumbered are the boards of lights on a screen on which no numbers were read, unless there are digits:
// those may lie turned, or are better read as a photo's.
func (v *search) unnumbered(ctx context.Context, lattices []*lattice.Lattice, hint Hint) ([]*page.Candidate, error) {
	if len(lattices) > 0 {
		if seen, err := v.DigitsSeen(ctx, lattices[0]); slices.Max(seen[:]) > 0 || err != nil {
			return nil, err
		}
	}
	return lamps.Find(ctx, v.Sorter.Signs.View, lattices, hint)
}

// lattices are those of the image, which are found once for each way.
func (v *search) lattices(ctx context.Context, screen bool) (found []*lattice.Lattice, err error) {
	if found, ok := v.lines[screen]; ok {
		return found, nil
	}
	var img image.Image = v.Halves[0]
	if screen {
		img = v.photo.Image // its lines may be there by hue alone
	}
	if found, err = lattice.Find(ctx, img, screen); err == nil {
		v.lines[screen] = found
	}
	return found, err
}

// candidates are what is read of lattices, what explains most of the image first.
func (v *search) candidates(ctx context.Context, lattices []*lattice.Lattice, sought kinds, hint Hint) ([]*page.Candidate, error) {
	var all []*page.Candidate
	for _, l := range lattices {
		if sought.has(Lights) {
			if plain, err := v.Unlettered(ctx, l); err != nil {
				return nil, err
			} else if plain {
				continue
			}
		}
		var best *page.Candidate
		var kinds []*page.Candidate
		for _, r := range v.inOrder(l) {
			if !sought.has(r.Kind) {
				continue
			}
			c, err := r.read(ctx, v.View, l, hint)
			if err != nil {
				return nil, err
			}
			if c == nil {
				continue
			}
			if kinds = append(kinds, c); best == nil || c.Explained > best.Explained {
				best = c
			}
			if best.Certain() {
				break // the same digits make no better board of another kind
			}
		}
		if best != nil {
			compare(best, kinds)
			all = append(all, best)
		}
	}
	sortCandidates(all)
	return all, nil
}

// compare notes what else a board may be, of what was read in its place.
func compare(c *page.Candidate, all []*page.Candidate) {
	const alike = .8
	for _, d := range all {
		if d != c && d.Clear() && d.Explained > alike*c.Explained {
			c.Others = append(c.Others, d.Kind)
		}
	}
}

func sortCandidates(all []*page.Candidate) {
	slices.SortStableFunc(all, func(a, b *page.Candidate) int { return cmp.Compare(b.Explained, a.Explained) })
}

// choose takes the board that is asked for, or the one that explains most.
func choose(all []*page.Candidate, hint Hint) *page.Candidate {
	best := all[0]
	for _, c := range all[1:] {
		if c.Explained > .6*best.Explained && c.Read >= .4 && c.Explained >= 4 && c.Area.Overlaps(best.Area) {
			best.Flaws = append(best.Flaws, Rival)
			break
		}
	}
	// What is hardly read is no board, but the best one; nor is what else the best one may be.
	all = slices.DeleteFunc(slices.Clone(all), func(c *page.Candidate) bool {
		return c != best && (c.Read < .4 || c.Explained < 4 || within(c, best))
	})
	// Reading order: a board that begins below the middle of another comes after it.
	slices.SortStableFunc(all, func(a, b *page.Candidate) int {
		switch {
		case a.Area.Min.Y > (b.Area.Min.Y+b.Area.Max.Y)/2:
			return 1
		case b.Area.Min.Y > (a.Area.Min.Y+a.Area.Max.Y)/2:
			return -1
		}
		return cmp.Compare(a.Area.Min.X, b.Area.Min.X)
	})
	if hint.Board >= 1 && hint.Board <= len(all) {
		best = all[hint.Board-1]
	}
	for _, c := range all {
		best.Boards = append(best.Boards, c.Area)
	}
	return best
}
