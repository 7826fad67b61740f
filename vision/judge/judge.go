// Package judge holds what was read off an image against the rules of its puzzle: sums, the
// solver, and how likely each other reading is.
//
// A reading has, for each place, some ways to read it and how likely each is, places being
// independent. A puzzle takes one way a place. Its likelihood is the product of those, and by
// Bayes its posterior is that times the prior of such a puzzle being printed: rules.go has
// these, and where they are from. The steps:
//
//   - Ways that no puzzle of the ways read can have are struck: runs longer than their line, sums
//     out of the range of their entry; and of a nonogram what line solving over all ways of
//     all lines at once refutes (lines.go).
//   - Puzzles are looked at in the order of their likelihood (search.go), those whose totals of
//     rows and columns differ being passed over, until what is left cannot matter or time ends.
//     The solver says which of them make sense. What was not looked at counts against
//     all that was found.
//   - Each place is left out in turn: where the others make sense without it, it may be
//     what no way says (model.go). Of a nonogram the likely pairs of places are left out as well;
//     other pairs are reckoned with, not looked for.
//   - Lines of a nonogram that may have been put in the wrong place are looked for as such
//     (geometry.go): sums do not notice those.
//
// What is left is a posterior over puzzles. A repair is the likeliest puzzle where it has 999 of
// 1000; what is sure has that with all that the lines of the board leave open; and what is to
// be asked are the places that the likely puzzles differ in (verdict.go). [Settle] takes the
// answer, and [Text] carries a reading from one message to the next.
package judge

import (
	"context"
	"image"
	"time"

	"kibitz/vision"
)

// A Verdict is what can be said of a reading.
type Verdict struct {
	Kind vision.Kind

	// Puzzle is the encoding of what was read, each place taken at its likeliest; "" where a
	// place has no reading at all, or no place of a nonogram a number. Repaired is the one that logic chose instead: the same text
	// where there was nothing to repair, "" where none or more than one would do.
	Puzzle, Repaired string
	Marks            string // what its player had filled in, in the encoding of marks; "" for none

	// Sure is that Repaired is what the picture shows, but for less than one chance in a
	// thousand. What is not sure and has no doubts is so for its flaws, or as hardly a line has
	// numbers: whoever sees that the lines
	// are those of the picture takes these off the Reading.
	Sure    bool
	Doubts  []Doubt // what to ask, the question that settles most first
	Repairs []Doubt // what Repaired took otherwise than it looks; the first reading is the one taken
	Flaws   []vision.Flaw
}

// A Doubt is a place with more than one reading, or with one that is doubted.
type Doubt struct {
	Place    Place
	Box      image.Rectangle // of Reading.Straight
	Readings []Reading       // the likeliest first, at most four; none where nothing is known
}

// A Reading is one way to read a place, in the puzzle's own notation: see [Settle].
type Reading struct {
	Text string
	P    float64
}

// A Place is where on the board.
type Place struct {
	Side Side
	Row  int // from 0
	Col  int
}

// Side says what a Place is.
type Side uint8

const (
	Row    Side = iota // the clue of a row
	Col                // the clue of a column
	Down               // a sum of Kakuro's
	Across             // a sum of Kakuro's
	Cell               // the state or the digit of a cell
	Lit                // which of the states is lit: of the whole board
)

// patience is how long Judge takes at most. What is left undone counts as doubt.
const patience = 300 * time.Millisecond

// Judge reads a Reading as a puzzle. A place with one way of probability 1 is taken as said by
// somebody who sees the picture; no reader claims that. It takes as long as ctx lets it, a third of a second as a
// rule, and what it knows by then counts.
func Judge(ctx context.Context, r *vision.Reading) *Verdict {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	v := &Verdict{Kind: r.Kind, Flaws: r.Flaws}
	if incomplete(r) {
		return v
	}
	switch r.Kind {
	case vision.Nonogram:
		judgeNonogram(ctx, r, v)
	case vision.Kakuro:
		judgeKakuro(ctx, r, v)
	case vision.Lights, vision.Cards:
		judgeStates(ctx, r, v)
	}
	return v
}

// incomplete says whether a reading has not what its kind and size promise.
func incomplete(r *vision.Reading) bool {
	switch r.Kind {
	case vision.Nonogram:
		return r.Rows < 1 || r.Cols < 1 || len(r.RowClues) != r.Rows || len(r.ColClues) != r.Cols
	case vision.Kakuro, vision.Lights, vision.Cards:
		return r.Rows < 1 || r.Cols < 1 || len(r.Cells) != r.Rows*r.Cols
	}
	return true
}
