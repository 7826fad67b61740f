package sudoku

import "kibitz/solvers"

// Technique is the kind of a deduction. They are in the order in which Steps tries them.
type Technique int

const (
	FullHouse       Technique = iota // the last open cell of a house
	HiddenSingle                     // the only place for a digit in a house
	NakedSingle                      // the only digit for a cell
	Pointing                         // all places of a digit in a box stand on one line: none elsewhere on it
	Claiming                         // all places of a digit on a line stand in one box: none elsewhere in it
	NakedPair                        // two cells of a house with two digits between them
	HiddenPair                       // two digits of a house with two places between them
	NakedTriple                      // the same of three
	HiddenTriple                     //
	XWing                            // a digit's places on two rows stand on two columns, or the other way round
	Skyscraper                       // two lines with two places each, joined by a line across
	Kite                             // a row and a column with two places each, joined by a box
	XYWing                           // a cell of two digits and two cells that each share one with it
	XYZWing                          // a cell of three digits and two cells of two of them
	WWing                            // two cells of the same two digits, and a house that joins them
	UniqueRectangle                  // four cells that would make two solutions
	NakedQuad                        // four cells of a house with four digits between them
	HiddenQuad                       // four digits of a house with four places between them
	Swordfish                        // XWing with three lines
	Jellyfish                        // XWing with four lines
	Colouring                        // a digit's pairs of places, coloured in turn
	Chain                            // alternating inference: if a candidate is wrong, another one is right
	Forcing                          // an assumption that singles refute
	Trial                            // the rest, by search
)

var techniqueNames = [...]string{
	"full house", "hidden single", "naked single", "pointing", "claiming", "naked pair", "hidden pair",
	"naked triple", "hidden triple", "x-wing", "skyscraper", "kite", "xy-wing", "xyz-wing", "w-wing",
	"unique rectangle", "naked quad", "hidden quad", "swordfish", "jellyfish", "colouring", "chain", "forcing", "trial",
}

// String returns the technique's name, in lower case.
func (t Technique) String() string { return techniqueNames[t] }

// Techniques returns all techniques, in the order in which Steps tries them.
func Techniques() (all []Technique) {
	for t := range Trial + 1 {
		all = append(all, t)
	}
	return all
}

// Difficulty returns the class of the technique. The chains that are written as formulas begin at
// expert; Trial is no technique of a person's.
func (t Technique) Difficulty() solvers.Difficulty {
	switch {
	case t <= NakedSingle:
		return solvers.Easy
	case t <= HiddenTriple:
		return solvers.Medium
	case t <= Colouring:
		return solvers.Hard
	case t <= Forcing:
		return solvers.Expert
	}
	return solvers.Extreme
}
