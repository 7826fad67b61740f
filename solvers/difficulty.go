package solvers

import "strings"

// Difficulty says how hard a puzzle is for a person: the class of the hardest technique
// that it needs if the easiest one that gives anything is always taken first. Each
// puzzle's package sorts its techniques into these classes.
type Difficulty int

const (
	Easy    Difficulty = iota // one clue, one cell at a time
	Medium                    // clues against what is known
	Hard                      // all ways to fill a line, an entry or an area
	Expert                    // assume one cell and follow it
	Extreme                   // assumptions within assumptions
)

var difficulties = [...]string{"easy", "medium", "hard", "expert", "extreme"}

// String returns the difficulty's name, in lower case.
func (d Difficulty) String() string { return difficulties[d] }

// Stars returns the difficulty as stars: one of four for easy, four for expert, and a plus
// behind them for extreme.
func (d Difficulty) Stars() string {
	return [...]string{"★☆☆☆", "★★☆☆", "★★★☆", "★★★★", "★★★★+"}[d]
}

// ParseDifficulty returns the difficulty of that name.
func ParseDifficulty(name string) (d Difficulty, ok bool) {
	for d, known := range difficulties {
		if known == name {
			return Difficulty(d), true
		}
	}
	return 0, false
}

// difficultyWords are the words for each difficulty that people use when they ask for a puzzle,
// in the bot's languages. Extreme has none, because no puzzles are made of it.
var difficultyWords = [...]string{
	Easy:   " easy beginner simple 쉬움 쉬운 쉽게 초급 初級 簡単 簡単な かんたん 易しい やさしい ",
	Medium: " medium normal moderate intermediate 보통 중간 중급 中級 普通 ふつう ",
	Hard:   " hard difficult advanced 어려움 어려운 어렵게 고급 上級 難しい むずかしい 難問 ",
	Expert: " expert extreme evil master 전문가 최상급 超上級 最上級 激ムズ 超難問 エキスパート ",
}

// CalledDifficulty returns the difficulty that people mean by a word in lower case.
func CalledDifficulty(word string) (d Difficulty, ok bool) {
	for d, words := range difficultyWords {
		if strings.Contains(words, " "+word+" ") {
			return Difficulty(d), true
		}
	}
	return 0, false
}
