package judge

import "kibitz/vision"

// Priors, and other probabilities that are known only roughly. No conclusion may depend on the
// second figure of any.
const (
	// sure is the least posterior of a puzzle that is shown without a question, or for which a
	// likelier reading is changed.
	sure = 0.999

	// clearly is the least posterior at which a puzzle that is read as it looks is taken to be the
	// one meant, with doubts.
	clearly = 0.9

	// matters is the least posterior at which another reading of a place is asked for.
	matters = 0.001

	// someNumbers is the least share of lines with numbers of a sure board. If fewer lines have
	// numbers, they were not found, or the board is no puzzle.
	someNumbers = 0.4

	// several is the prior of a printed puzzle with more than one solution, one with a single
	// solution having 1: 2 of the 64 that were collected from books, papers and apps for this bot.
	// A puzzle that the solver had no time to decide has the same prior.
	several = 0.03

	// misprint is the prior of a given puzzle without solution, a given one with a single solution
	// having 1. None of those 64 was one. It assumes that 1 of 10,000 is printed with a mistake,
	// and that a puzzle has 1,000 possible mistakes.
	misprint = 1e-7

	// unread is the least likelihood that the right reading of a place is not among its ways, whatever
	// the reader says: the reader's probabilities know nothing of a digit that it did not see.
	unread = 1e-3

	// oneOfMany is the probability of one given reading among all those that are in no list: a clue
	// that lost or changed a number or two can be one of some tens. SameTotal is the same for a
	// reading that leaves the totals equal. Of 30,000 clues that were misread by a digit, or with a
	// number lost, added, cut in two or joined to the next, none did.
	oneOfMany = 0.05
	sameTotal = 0.002

	// pairFits is the probability that a puzzle with two misread places makes sense; moreFits is
	// the same if other misread places contradict. Measured on 120 puzzles from 5 × 5 to 25 × 25,
	// with a row and a column misread: 414 of 60,000, and 4 of 55,000 with one more row misread.
	// Two rows, or two columns, make sense more seldom.
	pairFits = 0.004
	moreFits = 0.0001

	// farFetched is the likelihood of a reading quite different from what a place looks like, one
	// that is near (see near) having 1.
	farFetched = 0.02

	// equalFits is the probability that misread places with equal totals make sense: 414 of the
	// 7,452 misread rows and columns above that had equal totals did.
	equalFits = 0.05

	// looseness is the factor by which changed Kakuro make sense more often beside one with several
	// solutions, which does not hold its sums in place. For nonograms it is at most 1: with a row
	// and a column misread in each of 60 puzzles with several solutions, 15 of 12,000 had one
	// solution and 51 several; for 63 puzzles with one solution it was 61 and 7.
	looseness = 10

	// sumSlack is the factor by which wrong readings make sense more often in Kakuro than in a
	// nonogram. A sum of two digits can be misread in fewer ways than a clue, and more of these are
	// in the range of its entry. Without the factor 2 of 2,000 misread grids were silently wrong.
	sumSlack = 4

	// lacking is the prior of a Kakuro that lacks sums, and stray that of a sum without an entry. Of
	// the eleven printed ones that were collected, one lacks sums, in many places, and one has a
	// stray sum. Lost is the largest prior of each missing sum in a board that lacks some: see
	// uncluedPrior.
	lacking = 0.1
	lost    = 0.05
	stray   = 0.01

	// unsolvable is the prior of a board of lights that neither game solves: it follows other
	// rules.
	unsolvable = 0.05
)

// geometric reports whether a flaw may have put clues at the wrong lines, or left out a line.
func geometric(f vision.Flaw) bool {
	return f == vision.ThickRules || f == vision.UnseenLines || f == vision.Rival || f == vision.Cut || f == vision.Ends
}
