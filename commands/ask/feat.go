package ask

import "strings"

// A Feat is how a game came out, in words and squares that give nothing of it away.
type Feat struct {
	Puzzle  string // what was played, in words: "Nonogram 10×10"
	Outcome string // id of the phrase that says how it came out; "" where it was solved
	Effort  string // how many turns it took, in words; "" where they were not counted
	Hints   int
	Squares string // emoji, which show how it went and nothing of the solution
	Shown   bool   // all see the game, and it was nobody's alone
	Untimed bool   // its time says nothing: the solution was seen or pasted
	Failed  bool   // it was not won
}

// A Turn is how one turn of a game went.
type Turn int

// Turns. A square that stands for several of them shows the last of these.
const (
	IdleTurn     Turn = iota // nothing could be won by then, or nobody can tell
	PlainTurn                // all by oneself
	HintedTurn               // after a hint
	MistakenTurn             // it gave a won game away
)

var squares = [...]string{IdleTurn: "⬜", PlainTurn: "🟩", HintedTurn: "🟨", MistakenTurn: "🟥"}

// mostSquares is how many squares a feat has: screen readers read out each of them.
const mostSquares = 10

// Squares shows a game turn by turn, as emoji. If there are more than mostSquares turns, a square
// stands for several turns that follow each other, and shows the last of them in the order of the
// constants above: a mistake before a hint before a plain turn.
func Squares(turns []Turn) string {
	var all strings.Builder
	n := min(len(turns), mostSquares)
	for i := range n {
		square := IdleTurn
		for _, turn := range turns[i*len(turns)/n : (i+1)*len(turns)/n] {
			square = max(square, turn)
		}
		all.WriteString(squares[square])
	}
	return all.String()
}

// TurnAfter returns the turn after a hint, or without one, of a game that has no mistakes.
func TurnAfter(hint bool) Turn {
	if hint {
		return HintedTurn
	}
	return PlainTurn
}
