package solvers

// Difficulty is how hard a puzzle is for a person: the class of the hardest technique
// that it needs when the easiest that gives anything is always taken first. Which
// techniques are of which class each puzzle says.
type Difficulty int

const (
	Easy    Difficulty = iota // one clue, one cell at a time
	Medium                    // clues against what is known
	Hard                      // all that a line, an entry or an area can still be
	Expert                    // assume one cell and follow it
	Extreme                   // assumptions within assumptions
)

var difficulties = [...]string{"easy", "medium", "hard", "expert", "extreme"}

func (d Difficulty) String() string { return difficulties[d] }

// ParseDifficulty is the difficulty of that name.
func ParseDifficulty(name string) (d Difficulty, ok bool) {
	for d, known := range difficulties {
		if known == name {
			return Difficulty(d), true
		}
	}
	return 0, false
}
