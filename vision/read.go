package vision

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"kibitz/vision/internal/cells"
	"kibitz/vision/internal/kakuro"
	"kibitz/vision/internal/lamps"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/nonogram"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/sudoku"
)

// The errors of Read say which step failed.
var (
	ErrImage   = errors.New("vision: not an image that can be read")
	ErrNoBoard = errors.New("vision: no board was found")
	ErrNoClues = errors.New("vision: cells were found, but no numbers")
	ErrKind    = errors.New("vision: a board of another kind")
	ErrScreen  = errors.New("vision: the image is a screenshot") // joined to ErrNoBoard and ErrNoClues
)

// maxTurned is the largest number of cells of a lattice that is tried again if nothing was read at first: in
// other orientations, or as a photo instead of a screenshot.
const maxTurned = 60 * 60

// A reader reads one kind of board off a lattice. It returns nil if the lattice is no such board.
type reader func(ctx context.Context, v *page.View, l *lattice.Lattice, hint Hint) (*page.Candidate, error)

// A readerOf is a reader and the kind that it reads.
type readerOf struct {
	Kind
	read reader
}

// readers are tried on each lattice, and the board that explains most of the image counts. Boards without
// numbers need no lattice; they are searched if these readers find nothing.
var readers = [...]readerOf{
	{Sudoku, sudoku.Read},
	{Kakuro, kakuro.Read},
	{Nonogram, nonogram.Read},
}

// readersFor returns the readers: Sudoku's first, which knows at once if a lattice is none, then the one that is
// likelier to be certain. If the last cells of a
// lattice are blank they are a nonogram's, because a Kakuro has sums everywhere.
func (v *search) readersFor(l *lattice.Lattice) [len(readers)]readerOf {
	r := readers
	if v.Blank(l) {
		r[1], r[2] = r[2], r[1]
	}
	return r
}

// Read opens an image and reads the board that the hint asks for; see Picture.Read. It takes about 40 MB
// beside the image.
func Read(ctx context.Context, data []byte, hint Hint) (*Reading, error) {
	p, err := Open(data)
	if err != nil {
		return nil, err
	}
	return p.Read(ctx, hint)
}

// replaces reports whether board c replaces board of: that has no numbers and is mostly a part of c, or
// explains less.
func replaces(c *page.Candidate, of *page.Candidate) bool {
	if of.Kind.Numberless() {
		return liesWithin(of, c)
	}
	return !c.Kind.Numberless() && c.Explained > of.Explained
}

// liesWithin reports whether more than half of board c lies where board d is.
func liesWithin(c *page.Candidate, d *page.Candidate) bool {
	area := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	return 2*area(c.Area.Intersect(d.Area)) > area(c.Area)
}

// kinds is a bit set of Kind.
type kinds uint8

// searchedKinds returns the kinds to search for if a hint names kind k. Lights and cards are searched together.
func searchedKinds(k Kind) kinds {
	const lamps = 1<<Lights | 1<<Cards
	switch {
	case k == Any:
		return 1<<Nonogram | 1<<Kakuro | 1<<Sudoku | lamps
	case k.Numberless():
		return lamps
	}
	return 1 << k
}

// has reports whether k is in the set.
func (set kinds) has(k Kind) bool { return set&(1<<k) != 0 }

// run reads all boards of some kinds, from which choose takes one: those of lights first, then those with numbers.
// Lights are searched for only if the best other board has hardly a number. If it finds none it returns ErrNoBoard,
// or ErrNoClues if there are lattices.
func (v *search) run(ctx context.Context, sought kinds, hint Hint) ([]*page.Candidate, error) {
	all, lattices, boards, err := v.look(ctx, sought, hint)
	if err != nil {
		return nil, err
	}
	if len(boards) == 0 && len(lattices) > 0 && (hint.Kind != Any && !hint.Kind.Numberless() || sought == searchedKinds(Any)) {
		if err := v.turn(ctx, lattices, hint, &all); err != nil {
			return nil, err
		}
	}
	numbered := len(all) > 0 && all[0].Numbered()
	if sought.has(Lights) && !numbered {
		if len(boards) == 0 {
			if boards, err = v.lights(ctx, lattices, hint); err != nil {
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

// A way is how an image is searched: as a screenshot or as a photo, once for its lines and once for its
// signs.
type way struct{ lines, signs bool } // true: as a screenshot

// ways returns the ways to try in order, until something is read. A dark photo may look like a screenshot. Lines
// on a screenshot may be found as on a photo alone, as where notes in cells make others of their own, and a picture of
// a handheld's few pixels that was saved as a JPEG has lines less even than a screen's.
func (v *search) ways() []way {
	switch {
	case v.photo.Camera:
	case v.Few(), page.IsScreen(v.Halves[0]):
		return []way{{true, true}, {false, true}, {}}
	}
	return []way{{}}
}

// look searches the image in one way after another until enough of a board is read, and returns the best way's
// boards with numbers, the lattices that were found first, and boards of lights. If a screenshot has no numbers but
// a board of lights, it returns that and does not search the image as a photo. It leaves v.Screen as in the way that
// found the first lattices.
func (v *search) look(ctx context.Context, sought kinds, hint Hint) (all []*page.Candidate, first []*lattice.Lattice, boards []*page.Candidate, err error) {
	ways := v.ways()
	enough := .3 // share of the digits read
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
		if sought&(1<<Nonogram|1<<Kakuro|1<<Sudoku) == 0 || len(all) > 0 && all[0].Read >= enough || len(all) == 0 && many {
			break
		}
		if w.lines && hint.Kind == Any && sought.has(Lights) && (len(all) == 0 || !all[0].Numbered()) {
			if len(first) > 0 {
				if k, p, err := v.seenKind(ctx, first[0]); err != nil {
					return nil, nil, nil, err
				} else if k != Lights && p > surely {
					continue
				}
			}
			if boards, err = v.findLights(ctx, first, hint); err != nil {
				return nil, nil, nil, err
			}
			if len(boards) > 0 {
				break
			}
		}
	}
	return all, first, boards, nil
}

// findLights returns the boards of lights on a screenshot on which no numbers were read. If there are digits
// it returns none: the digits may be turned, or read better as on a photo.
func (v *search) findLights(ctx context.Context, lattices []*lattice.Lattice, hint Hint) ([]*page.Candidate, error) {
	if len(lattices) > 0 {
		if seen, err := v.DigitsSeen(ctx, lattices[0]); slices.Max(seen[:]) > 0 || err != nil {
			return nil, err
		}
	}
	return v.lights(ctx, lattices, hint)
}

// lights returns the boards of lights. If the net surely sees tiles, they are searched for as if the hint had named
// them; but tiles all in one state are no board that nobody asked for, unless something is drawn on them.
func (v *search) lights(ctx context.Context, lattices []*lattice.Lattice, hint Hint) ([]*page.Candidate, error) {
	if hint.Kind == Any && len(lattices) > 0 {
		k, p, err := v.seenKind(ctx, lattices[0])
		if err != nil {
			return nil, err
		}
		if k == Lights && p > surely {
			asked := hint
			asked.Kind = Lights
			boards, err := lamps.Find(ctx, v.Sorter.Signs.View, lattices, asked)
			if boards = slices.DeleteFunc(boards, hasOneState); len(boards) > 0 || err != nil {
				return boards, err
			}
		}
	}
	return lamps.Find(ctx, v.Sorter.Signs.View, lattices, hint)
}

// hasOneState reports whether all tiles of a board are in the same state.
func hasOneState(c *page.Candidate) bool {
	state := func(cell Cell) int {
		if len(cell.State) == 0 {
			return -1
		}
		return cell.State[0].Value
	}
	return !slices.ContainsFunc(c.Cells, func(cell Cell) bool { return state(cell) != state(c.Cells[0]) })
}

// lattices returns the lattices of the image, which it finds once for screenshots and once for photos.
func (v *search) lattices(ctx context.Context, screen bool) (found []*lattice.Lattice, err error) {
	if found, ok := v.lines[screen]; ok {
		return found, nil
	}
	var img image.Image = v.Halves[0]
	if screen {
		img = v.photo.Image // a screenshot's lines may show by hue alone
	}
	if found, err = lattice.Find(ctx, img, screen); err == nil {
		v.lines[screen] = found
	}
	return found, err
}

// candidates returns the boards read on lattices, at most one for each, the one that explains most of the image
// first. If lights are sought it leaves out lattices that are plainly lights: see Unlettered.
func (v *search) candidates(ctx context.Context, lattices []*lattice.Lattice, sought kinds, hint Hint) ([]*page.Candidate, error) {
	var all []*page.Candidate
	for _, l := range lattices {
		seen, p, err := v.seenKind(ctx, l)
		if err != nil {
			return nil, err
		}
		if sought.has(Lights) {
			if plain, err := v.Unlettered(ctx, l); err != nil {
				return nil, err
			} else if plain {
				continue
			}
		}
		var best *page.Candidate
		var kinds []*page.Candidate
		for _, r := range v.readersFor(l) {
			// The net's word counts less than the digits of a Sudoku or the clues of a sound nonogram, which tell it by
			// themselves.
			unseen := sought == searchedKinds(Any) && seen != r.Kind && p > surely
			if !sought.has(r.Kind) || unseen && r.Kind == Kakuro {
				continue
			}
			c, err := r.read(ctx, v.View, l, hint)
			if err != nil {
				return nil, err
			}
			if c == nil || unseen && r.Kind == Nonogram && !c.Sound {
				continue
			}
			c.Seen = c.Seen || seen == c.Kind && p > seenWell
			if kinds = append(kinds, c); c.Better(best) {
				best = c
			}
			if best.Certain() && (best.Kind != Kakuro || seen == Kakuro && p > surely) {
				break // the same digits make no better board of another kind
			}
		}
		if best != nil {
			noteOthers(best, kinds)
			all = append(all, best)
		}
	}
	sortCandidates(all)
	return all, nil
}

// seenKind returns the kind of board that the net of package cells sees on a lattice, and its probability: Lights for
// tiles of any kind. Any stands for none, or for a lattice that it does not look at.
func (v *search) seenKind(ctx context.Context, l *lattice.Lattice) (k Kind, p float32, err error) {
	b, err := v.CellsOf(ctx, l)
	if b == nil || err != nil {
		return Any, 0, err
	}
	for i, kind := range [...]Kind{cells.Kakuro: Kakuro, cells.Nonogram: Nonogram, cells.Tiles: Lights, cells.Sudoku: Sudoku} {
		if kind != Any && b.Kind[i] > p {
			k, p = kind, b.Kind[i]
		}
	}
	return k, p, nil
}

// The least probability of a kind of board that the net sees if other kinds are not looked for, and if it counts as
// seen where a board of this kind was read.
const surely, seenWell = .7, .5

// noteOthers notes in c.Others the kinds that board c may be as well, from all that was read in its place.
func noteOthers(c *page.Candidate, all []*page.Candidate) {
	const leastShare = .8 // least share of what the board explains
	for _, d := range all {
		if d != c && d.Clear() && d.Explained > leastShare*c.Explained {
			c.Others = append(c.Others, d.Kind)
		}
	}
}

// sortCandidates sorts boards, those first that explain most.
func sortCandidates(all []*page.Candidate) {
	slices.SortStableFunc(all, func(a, b *page.Candidate) int { return cmp.Compare(b.Explained, a.Explained) })
}

// choose returns the board that hint.Board names, or the first of all, with the areas of all boards that count in
// its Boards, in reading order. If another one overlaps the first and explains more than 0.6 as much, the first gets
// the flaw Rival.
func choose(all []*page.Candidate, hint Hint) *page.Candidate {
	best := all[0]
	for _, c := range all[1:] {
		if c.Explained > .6*best.Explained && c.Read >= .4 && c.Explained >= 4 && c.Area.Overlaps(best.Area) {
			best.Flaws = append(best.Flaws, Rival)
			break
		}
	}
	// Only the best board may be hardly read. Others are dropped for that, or for lying in its place.
	all = slices.DeleteFunc(slices.Clone(all), func(c *page.Candidate) bool {
		return c != best && (c.Read < .4 || c.Explained < 4 || liesWithin(c, best))
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
