package judge

import (
	"context"
	"image"

	"kibitz/solvers"
)

// A field is a place with the ways to read it.
type field struct {
	place Place
	box   image.Rectangle
	ways  []way   // as it looks first, never none
	other float64 // how likely none of them is, the likeliest way being 1
	said  bool    // there is one way, and no other is thought of: a probability of 1
}

// otherwise is how likely a field is none of its ways, the first being 1.
func (f *field) otherwise() float64 {
	if f.said {
		return 0
	}
	return max(f.other, unread)
}

// sum is how likely all that a field may be is together, the first way being 1.
func (f *field) sum() float64 {
	sum := f.otherwise()
	for _, w := range f.ways {
		if !w.wont {
			sum += w.of
		}
	}
	return sum
}

// A way is one way to read a place.
type way struct {
	text string
	of   float64 // how likely, the first way of the place being 1
	wont bool    // it does not fit its line or entry, whatever the others are
	dead bool    // no puzzle of the ways read has it

	// total is what it adds to the total of rows, less what it adds to that of columns.
	// Loose says that this is not known.
	total int
	loose bool
}

// Both is what two fields would be together, "" for what is not known, and the prior of the puzzle.
type both struct {
	texts [2]string
	prior float64
}

// A choice is which way to take of each field.
type choice []uint8

// A model is what the search and the verdict need to know of a kind of puzzle.
type model struct {
	fields []field

	// fits says how well a choice makes sense: its prior, 1 at most, and whether the
	// puzzle holds every one of its clues in place, having one solution.
	fits func(ctx context.Context, c choice) (prior float64, held bool)

	// without says whether a choice can make sense with something else at some fields, and what
	// that would be at each, "" where it is not known. Nil where places cannot be left out.
	without func(ctx context.Context, c choice, fields ...int) (can bool, texts []string)

	// prune marks ways as dead that take more time to find than a search mostly does. Nil
	// where there is nothing of that sort.
	prune func(ctx context.Context)

	// together are all ways in which a choice makes sense with something else at both of two fields; known
	// is false where that was not found out.
	together func(ctx context.Context, c choice, fields [2]int) (all []both, known bool)

	encode func(c choice) string
	totals bool    // totals must be equal
	slack  float64 // how much more often something wrong makes sense than in a nonogram
	loose  float64 // how much more often it does beside a puzzle with several solutions
	chance float64 // that a choice makes sense if it is the wrong one, its totals being equal
}

// likeliest takes every field as it looks.
func (m *model) likeliest() choice { return make(choice, len(m.fields)) }

// add is a field of ways with probabilities that sum to 1 at most.
func (m *model) add(place Place, box image.Rectangle, ways []way, other float64) {
	top := max(ways[0].of, 1e-9)
	said := len(ways) == 1 && ways[0].of == 1
	for i := range ways {
		ways[i].of /= top
		ways[i].dead = ways[i].wont
	}
	m.fields = append(m.fields, field{place: place, box: box, ways: ways, other: max(other, 0) / top, said: said})
}

// priorOf is what a solver's verdict makes of a puzzle.
func priorOf(v solvers.Verdict) (prior float64, held bool) {
	switch v {
	case solvers.Unique:
		return 1, true
	case solvers.None:
		return 0, false
	}
	return several, false
}
