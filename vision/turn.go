package vision

import (
	"context"
	"slices"

	"kibitz/vision/internal/kakuro"
	"kibitz/vision/internal/lattice"
	"kibitz/vision/internal/nonogram"
	"kibitz/vision/internal/page"
	"kibitz/vision/internal/plane"
	"kibitz/vision/internal/sudoku"
)

// A turner reads boards of one kind that are turned or mirrored, trying the given orientations.
type turner struct {
	Kind
	read func(ctx context.Context, v *page.View, l *lattice.Lattice, hint Hint, ways []plane.Orientation) (*page.Candidate, error)
}

// turners are tried in this order.
var turners = []turner{
	{Nonogram, nonogram.ReadTurned},
	{Kakuro, kakuro.ReadTurned},
	{Sudoku, sudoku.ReadTurned},
}

// turn reads boards that are turned or mirrored on the first lattice, if hardly a digit was read upright, and adds
// them to all. It tries the orientations in which digits are seen. A board counts if more than half of it is read
// and it explains clearly more than the best of all. A lattice of more than maxTurned cells is not tried, nor, if
// any kind is asked for, one that is plainly lights.
func (v *search) turn(ctx context.Context, lattices []*lattice.Lattice, hint Hint, all *[]*page.Candidate) error {
	least := 0.
	if len(*all) > 0 {
		best := (*all)[0]
		if best.Read > .5 && best.Whole > .5 {
			return nil
		}
		least = 1.3 * best.Explained
	}
	l := lattices[0]
	if l.Rows*l.Cols > maxTurned {
		return nil
	}
	if hint.Kind == Any {
		if plain, err := v.Unlettered(ctx, l); plain || err != nil {
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
		c, err := r.read(ctx, v.View, l, hint, ways)
		if err != nil {
			return err
		}
		if c != nil && c.Read > .5 && c.Explained > least {
			*all, least = append(*all, c), c.Explained
			sortCandidates(*all)
		}
	}
	return nil
}

// orientations returns the orientations in which more digits are seen on a lattice and beside it than
// upright. It turns some glyphs, which costs far less than to read a board in each orientation.
func (v *search) orientations(ctx context.Context, l *lattice.Lattice) (ways []plane.Orientation, err error) {
	const leastShare = .75 // least share of the digits in the likeliest orientation
	seen, err := v.DigitsSeen(ctx, l)
	for k, d := range seen {
		if d > seen[0] && d >= leastShare*slices.Max(seen[:]) {
			ways = append(ways, plane.Orientation{Turns: k % 4, Mirror: k >= 4})
		}
	}
	return ways, err
}
