package vision

import (
	"context"
	"slices"

	"kibitz/vision/internal/lattice"
)

// A turner reads boards that are turned or mirrored, in one of some ways.
type turner struct {
	Kind
	read func(ctx context.Context, v *view, l *lattice.Lattice, hint Hint, ways []orientation) (*candidate, error)
}

var turners = []turner{
	{Nonogram, readNonogramTurned},
	{Kakuro, readKakuroTurned},
}

// turn tries boards that are turned or mirrored on the likeliest lattice, if hardly a digit was read
// otherwise, in the ways in which digits are seen there. On more cells than maxTurned it is not tried.
func (v *search) turn(ctx context.Context, lattices []*lattice.Lattice, hint Hint, all *[]*candidate) error {
	least := 0.
	if len(*all) > 0 {
		best := (*all)[0]
		if best.read > .5 && best.whole > .5 {
			return nil
		}
		least = 1.3 * best.explained
	}
	l := lattices[0]
	if l.Rows*l.Cols > maxTurned {
		return nil
	}
	if hint.Kind == Any {
		if plain, err := v.unlettered(ctx, l); plain || err != nil {
			return err
		}
	}
	ways, err := v.orientations(ctx, l)
	if err != nil || len(ways) == 0 {
		return err
	}
	for _, r := range turners {
		if hint.Kind != Any && hint.Kind != r.Kind {
			continue
		}
		c, err := r.read(ctx, v.view, l, hint, ways)
		if err != nil {
			return err
		}
		if c != nil && c.read > .5 && c.explained > least {
			*all, least = append(*all, c), c.explained
			sortCandidates(*all)
		}
	}
	return nil
}

// orientations are those in which more digits are seen on a lattice and beside it than upright: it takes
// some glyphs and turns them, which costs far less than to read a board in each.
func (v *search) orientations(ctx context.Context, l *lattice.Lattice) (ways []orientation, err error) {
	const nearly = .75 // as many digits as in the likeliest
	seen, err := v.digitsSeen(ctx, l)
	for k, d := range seen {
		if d > seen[0] && d >= nearly*slices.Max(seen[:]) {
			ways = append(ways, orientation{k % 4, k >= 4})
		}
	}
	return ways, err
}
