package solvers

import "strings"

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

// Stars is the difficulty as people read it at a glance: one star of four is easy, four are
// expert, and a plus behind them is extreme.
func (d Difficulty) Stars() string {
	return [...]string{"★☆☆☆", "★★☆☆", "★★★☆", "★★★★", "★★★★+"}[d]
}

// ParseDifficulty is the difficulty of that name.
func ParseDifficulty(name string) (d Difficulty, ok bool) {
	for d, known := range difficulties {
		if known == name {
			return Difficulty(d), true
		}
	}
	return 0, false
}

// difficultyWords are what people call each of them when they ask for a puzzle, in the
// languages of the house. Nobody asks for an extreme one.
var difficultyWords = [...]string{
	Easy:   " easy beginner simple 쉬움 쉬운 쉽게 초급 初級 簡単 簡単な かんたん 易しい やさしい ",
	Medium: " medium normal moderate intermediate 보통 중간 중급 中級 普通 ふつう ",
	Hard:   " hard difficult advanced 어려움 어려운 어렵게 고급 上級 難しい むずかしい 難問 ",
	Expert: " expert extreme evil master 전문가 최상급 超上級 最上級 激ムズ 超難問 エキスパート ",
}

// CalledDifficulty is the difficulty that people call so, in lower case.
func CalledDifficulty(word string) (d Difficulty, ok bool) {
	for d, words := range difficultyWords {
		if strings.Contains(words, " "+word+" ") {
			return Difficulty(d), true
		}
	}
	return 0, false
}
