package judge

import "kibitz/vision"

// Priors, and other shares that are known only roughly. What is concluded must not hang on
// the second figure of any.
const (
	// sure is what has to be said of a puzzle before it is shown without a question, and
	// before a reading that looks otherwise is changed.
	sure = 0.999

	// clearly is what has to be said of a puzzle that is as it looks for it to be the one that is
	// meant, with doubts.
	clearly = 0.9

	// matters is the least posterior that another reading of a place is asked for.
	matters = 0.001

	// someNumbers is the share of lines that have numbers, of a board that is sure: where fewer have
	// any they were not found, or what was found is no puzzle.
	someNumbers = 0.4

	// several is how much rarer a printed puzzle with more than one solution is than one with
	// one: 2 of the 64 that were collected from books, papers and apps for this bot.
	// One that no time sufficed for is taken for such.
	several = 0.03

	// misprint is how much rarer a certain puzzle without solution is than a certain one with
	// one: none of those 64; say that 1 of 10,000 is printed with a mistake, and that there are
	// 1,000 mistakes to be made in it.
	misprint = 1e-7

	// unread is the least probability that a place is none of the ways read, whatever the
	// reader says: a digit that was not seen at all is in no probability of its.
	unread = 1e-3

	// oneOfMany is what a reading that is in no list may have of the probability of all
	// those: a clue lost or changed by a number or two can be one of some tens. SameTotal is the
	// same where it must leave the totals as they are: of 30,000 clues misread by a digit, or
	// with a number lost, added, cut in two or taken together with the next, none did.
	oneOfMany = 0.05
	sameTotal = 0.002

	// pairFits is the chance that two places misread make sense, and moreFits that they do
	// beside others that do not. Measured on 120 puzzles from 5 × 5 to 25 × 25: a row and a column
	// 414 of 60,000, and 4 of 55,000 after one more row. Two rows, or two columns, do more seldom.
	pairFits = 0.004
	moreFits = 0.0001

	// farFetched is how much rarer a place is something quite different from what it looks
	// like: see near.
	farFetched = 0.02

	// equalFits is the chance that misread places of equal totals make sense: of those
	// rows and columns 414 of 7,452 did.
	equalFits = 0.05

	// looseness is how much more often changed Kakuro make sense beside one that has several
	// solutions, and so does not hold its sums in place. Of nonograms with several it is 1 at most: of 60
	// with a row and a column misread 15 of 12,000 had one solution and 51 several, of 63 with one 61 and 7.
	looseness = 10

	// sumSlack is how much more often something wrong makes sense in Kakuro: a sum of two digits
	// can be misread in fewer ways than a clue, and of those more are in the range of its
	// entry. Without it 2 of 2,000 misread grids were silently wrong.
	sumSlack = 4

	// lacking is how much rarer Kakuro with entries without a clue are than others, and stray how
	// much rarer a grid with a clue without cells is than one without: of the eleven printed ones
	// that were collected one has the first, in many places, and one the second. Lost is how much rarer
	// each entry without one is at least in a board that lacks some: see unclued.
	lacking = 0.1
	lost    = 0.05
	stray   = 0.01

	// unsolvable is how much rarer a board of lights is that neither game solves: one
	// of other rules.
	unsolvable = 0.05
)

// geometric says whether a flaw may have put clues at the wrong lines.
func geometric(f vision.Flaw) bool {
	return f == vision.ThickRules || f == vision.UnseenLines || f == vision.Rival || f == vision.Cut
}
