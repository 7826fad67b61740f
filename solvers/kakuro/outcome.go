package kakuro

// An outcome says how a deduction or a search ended. Only noneLeft and someLeft say
// anything about the puzzle, and only noneLeft proves anything.
type outcome uint8

const (
	outOfTime  outcome = iota // or memory. The zero value, so that nothing is proved by a value that was never set
	outOfLooks                // the allowed number of looks at entries is used up: another method may go on
	noneLeft                  // a contradiction; after a search: there is no solution except those it has shown
	someLeft                  // no contradiction was seen; after a search: it has shown as many solutions as were wanted
)
