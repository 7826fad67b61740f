package kakuro

// An outcome is how a deduction or a search ended. Only noneLeft and someLeft say
// anything of the puzzle, and only noneLeft proves anything.
type outcome uint8

const (
	outOfTime  outcome = iota // or memory. The zero value, so that nothing is proved by a value that was never set
	outOfLooks                // as many looks at entries as were allowed: another method may go on
	noneLeft                  // a contradiction; of a search, that there is no solution but those it has shown
	someLeft                  // no contradiction was seen; of a search, that it has shown as many as were wanted
)
