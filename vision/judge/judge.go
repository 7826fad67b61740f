// Package judge holds a reading of an image against the rules of its puzzle. It finds the puzzle
// that the picture shows, repairs misread places, and says what to ask.
//
// A reading has several ways to read each place, each with a probability; places are independent.
// A puzzle takes one way for each place. Its likelihood is the product of their probabilities. By
// Bayes its posterior is the likelihood times the prior of such a puzzle being printed; rules.go
// has the priors and their sources. The steps:
//
//   - Strike ways that no puzzle can have: runs longer than their line, sums out of the range of
//     their entry and, for a nonogram, clues refuted by line solving over all ways of all lines at
//     once (lines.go).
//   - Look at puzzles in the order of their likelihood (search.go) until the rest cannot matter or
//     time ends. Puzzles with different totals of rows and columns, of any colour, are passed over;
//     the solver says which of the others make sense. The likelihood of puzzles that were not looked at counts as
//     doubt.
//   - Leave out each place in turn. If the others make sense without it, it may be something that
//     no way says (model.go). Likely pairs of places are left out as well; for the other pairs
//     a probability is set aside.
//   - Look for lines of a nonogram that may have been put in the wrong place (geometry.go), since
//     totals do not notice those.
//
// The result is a posterior over puzzles (verdict.go). A repair is the likeliest puzzle if its
// posterior is at least 0.999. A puzzle is sure if, besides, the lines of the board leave nothing
// open. The places in which likely puzzles differ are asked for. [Settle] takes the answer, and
// [Text] carries a reading from one message to the next.
package judge

import (
	"context"
	"image"
	"slices"
	"strconv"
	"time"

	"kibitz/solvers/sudoku"
	"kibitz/vision"
)

// A Verdict is the judgement of a reading.
type Verdict struct {
	Kind vision.Kind

	// Puzzle encodes the puzzle with the likeliest way of each place. It is "" if a place has no
	// reading at all, or if a nonogram has no numbers among its rows or among its columns.
	// Repaired encodes the puzzle that logic chose: equal to Puzzle if there was nothing to repair,
	// "" if no puzzle or more than one would do.
	Puzzle, Repaired string
	Marks            string // what the player had filled in, in the encoding of marks; "" for none

	// Cells with a mark, in reading order: those whose mark contradicts every solution, or does so only
	// Together with the others of them, and those of a nonogram whose sign may mean this or that. A
	// user's answers are not among them.
	Misfits, Unclear []int
	Together         bool

	// Sure reports that the probability of Repaired being wrong is less than 0.001. If it is false
	// and there are no Doubts, the cause is Flaws or too few numbers. If a user confirms that the
	// board has the lines of the picture, the caller removes the Flaws from the Reading.
	Sure    bool
	Likely  bool    // Puzzle is the likeliest of those that make sense, though it may not be sure
	Several bool    // of a Sudoku: as it looks it has several solutions, so that a given may have been overlooked
	Doubts  []Doubt // questions, the one that settles most first
	Repairs []Doubt // places that Repaired changed; the first reading is the new one
	Flaws   []vision.Flaw
}

// AtOnce reports whether all places that are doubted are better looked at together than asked about one by one: there
// are more than two with several readings, and the puzzle as it looks is the likeliest.
func (v *Verdict) AtOnce() bool {
	choices := 0
	for _, d := range v.Doubts {
		if d.Place.Side >= Lit || v.Kind == vision.Lights || v.Kind == vision.Cards { // a tap says it
			return false
		}
		if len(d.Readings) > 1 {
			choices++
		}
	}
	return v.Likely && choices > 2
}

// A Doubt is a place with more than one reading, or with one that is doubted.
type Doubt struct {
	Place    Place
	Box      image.Rectangle // in Reading.Straight
	Readings []Reading       // the likeliest first, at most four; none if nothing is known
}

// A Reading is one way to read a place, in the puzzle's own notation: see [Settle].
type Reading struct {
	Text string
	P    float64
}

// A Place is a clue, a cell or the whole of a board.
type Place struct {
	Side Side
	Row  int // from 0
	Col  int
}

// A Side tells what a Place is.
type Side uint8

const (
	Row    Side = iota // the clue of a row
	Col                // the clue of a column
	Down               // a sum of Kakuro for the entry below
	Across             // a sum of Kakuro for the entry to the right
	Cell               // the state or the digit of a cell
	Lit                // the state that is lit, of the whole board
	Size               // where the board ends; a reading is the number of an extent, 0 for the board's and from 1 on its rivals'
)

// patience is the longest time that Judge takes. Work left undone counts as doubt.
const patience = 300 * time.Millisecond

// Judge judges a Reading. A place with one way of probability 1 counts as the answer of a user who
// sees the picture; no reader claims such certainty. Judge ends with ctx or after patience, and
// judges by what it knows then.
func Judge(ctx context.Context, r *vision.Reading) *Verdict {
	whole := ctx
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	v := &Verdict{Kind: r.Kind, Flaws: r.Flaws}
	if incomplete(r) {
		return v
	}
	defer func() {
		if len(r.Rivals) > 0 {
			v.Sure, v.Doubts = false, slices.Insert(v.Doubts, 0, sizeDoubt(r))
		}
	}()
	switch r.Kind {
	case vision.Nonogram:
		judgeNonogram(ctx, r, v)
		judgeMarks(whole, r, v)
	case vision.Kakuro:
		judgeKakuro(ctx, whole, r, v)
	case vision.Sudoku:
		judgeSudoku(ctx, whole, r, v)
	case vision.Lights, vision.Cards:
		judgeStates(ctx, r, v)
	}
	return v
}

// sizeDoubt returns the doubt of where a board with rivals ends.
func sizeDoubt(r *vision.Reading) Doubt {
	d := Doubt{Place: Place{Side: Size}}
	for i := range len(r.Rivals) + 1 {
		d.Readings = append(d.Readings, Reading{Text: strconv.Itoa(i)})
	}
	return d
}

// incomplete reports whether a reading lacks clues or cells that its kind and size demand.
func incomplete(r *vision.Reading) bool {
	switch r.Kind {
	case vision.Nonogram:
		return r.Rows < 1 || r.Cols < 1 || len(r.RowClues) != r.Rows || len(r.ColClues) != r.Cols
	case vision.Kakuro, vision.Lights, vision.Cards:
		return r.Rows < 1 || r.Cols < 1 || len(r.Cells) != r.Rows*r.Cols
	case vision.Sudoku:
		p := sudoku.Puzzle{Size: r.Rows, Givens: make([]int, len(r.Cells))}
		return r.Rows != r.Cols || p.Check() != nil
	}
	return true
}
