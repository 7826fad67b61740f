package judge

import (
	"context"
	"image"

	"kibitz/solvers"
)

// A field is a place with the ways to read it. Likelihoods of its ways are relative to the first,
// which has 1.
type field struct {
	place Place
	box   image.Rectangle
	ways  []way   // at least one, the likeliest first
	other float64 // the likelihood, by the reader, of readings that are not among the ways
	said  bool    // a user gave the answer: one way of probability 1
}

// unlisted returns the likelihood that the right reading of a field is not among its ways: at least
// unread, or 0 if a user gave the answer.
func (f *field) unlisted() float64 {
	if f.said {
		return 0
	}
	return max(f.other, unread)
}

// sum returns the sum of the likelihoods of a field: those of its ways without the misfits, and that of
// any other reading.
func (f *field) sum() float64 {
	sum := f.unlisted()
	for _, w := range f.ways {
		if !w.misfit {
			sum += w.p
		}
	}
	return sum
}

// A way is one way to read a place.
type way struct {
	text   string
	p      float64 // its likelihood, the first way of the place having 1
	misfit bool    // it does not fit its line or entry, whatever the other places are
	dead   bool    // no puzzle of the ways read has it

	// total is its part of the total of rows less the total of columns, and shades the same of each colour (see
	// shadeWeights). Loose tells that this is not known.
	total, shades int
	loose         bool
}

// A both is a joint reading of two fields, "" for an unknown text, with the prior of its puzzle.
type both struct {
	texts [2]string
	prior float64
}

// A choice takes one way of each field, by its index.
type choice []uint8

// A model is what the search and the verdict need to know of a kind of puzzle.
type model struct {
	fields []field

	// rate returns the prior of a choice, 0 to 1, and whether its puzzle has exactly one solution.
	// Only then does the puzzle hold each of its clues in place.
	rate func(ctx context.Context, c choice) (prior float64, held bool)

	// without returns whether a choice can make sense with another reading of some fields, and the
	// text of each, "" if it is not known. Nil for a kind that leaves no places out.
	without func(ctx context.Context, c choice, fields ...int) (can bool, texts []string)

	// prune marks ways as dead by a method that is slower than most searches. Nil if there is none.
	prune func(ctx context.Context)

	// together returns all readings of two fields, other than the choice's, with which the choice
	// makes sense; known is false if it could not find out.
	together func(ctx context.Context, c choice, fields [2]int) (all []both, known bool)

	encode func(c choice) string
	totals bool    // the totals of rows and columns must be equal
	slack  float64 // the frequency of wrong readings that make sense, a nonogram having 1
	loose  float64 // the factor of that frequency beside a puzzle with several solutions
	chance float64 // the probability that a wrong choice with equal totals makes sense
}

// likeliest returns the choice of every field's first way.
func (m *model) likeliest() choice { return make(choice, len(m.fields)) }

// add adds a field. The probabilities of its ways and of other sum to at most 1.
func (m *model) add(place Place, box image.Rectangle, ways []way, other float64) {
	top := max(ways[0].p, 1e-9)
	said := len(ways) == 1 && ways[0].p == 1
	for i := range ways {
		ways[i].p /= top
		ways[i].dead = ways[i].misfit
	}
	m.fields = append(m.fields, field{place: place, box: box, ways: ways, other: max(other, 0) / top, said: said})
}

// priorOf returns the prior of a puzzle by its solver's verdict, and whether it has one solution.
func priorOf(v solvers.Verdict) (prior float64, held bool) {
	switch v {
	case solvers.Unique:
		return 1, true
	case solvers.None:
		return 0, false
	}
	return several, false
}
