package cardflip

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// Game is an octal game: the digit Game[d] says what a move that takes d adjacent
// cards may leave of their run. It is a sum of
//
//	1 nothing,
//	2 one run, the cards being taken from an end,
//	4 two runs, the cards being taken from the middle.
//
// The digit before the point, Game[0], is 0, or 4 if a run may be cut in two
// without taking a card. The last digit is not 0. A nil Game is Pairs.
type Game []uint8

// The bits of a digit, for what a move may leave of a run.
const (
	leavesNone = 1 << iota
	leavesOne
	leavesTwo
)

// Pairs is Dawson's Kayles, 0.07: a move takes any two adjacent cards.
var Pairs = Game{0, 0, 7}

// maxDigits is the greatest number of digits that a code may have after its point.
const maxDigits = 24

// names holds the games that are known by a name: R. K. Guy and C. A. B. Smith, "The
// G-values of various games", 1956.
var names = map[string]Game{
	"kayles":        {0, 7, 7},
	"dawsonskayles": Pairs,
	"dawsonkayles":  Pairs,
	"dawsonschess":  {0, 1, 3, 7},
	"dawsonchess":   {0, 1, 3, 7},
}

// ParseGame reads the code of an octal game, as 0.07, .07, 4.12, 4, or the name of one:
// Kayles, Dawson's Kayles, Dawson's chess. Blanks around it mean nothing, and a comma may
// stand for the point. The error is a *solvers.SyntaxError. It refuses hexadecimal games, in
// which digits from 8 on may leave three runs: the cards that a move takes would lie in two
// places, and the values may grow for ever (Howse and Nowakowski, "Periodicity and
// arithmetic-periodicity in hexadecimal games", 2004), which Values cannot express.
func ParseGame(code string) (Game, error) {
	letters := func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}
	if game := names[strings.Map(letters, code)]; game != nil && !strings.ContainsAny(code, ".0123456789") {
		return slices.Clone(game), nil
	}
	fail := func(offset int, id, expected string) (Game, error) {
		return nil, solvers.At(code, offset, "cardflip."+id, expected, map[string]any{"Max": maxDigits})
	}
	start, end := cells.Trim(code)
	point := end
	if i := strings.IndexAny(code[start:end], ".,"); i >= 0 {
		point = start + i
	}
	whole, digits := code[start:point], code[min(point+1, end):end]
	first := map[string]uint8{"": 0, "0": 0, "4": 4}
	d0, ok := first[whole]
	switch {
	case !ok:
		return fail(start, "game-whole", "an octal game with 0 or 4 before the point, such as 0.77, or the name of one, such as Kayles")
	case len(digits) > maxDigits:
		return fail(point+1+maxDigits, "game-long", fmt.Sprintf("an octal game of no more than %d digits", maxDigits))
	}
	game := Game{d0}
	for i, r := range digits {
		if strings.ContainsRune("89abcdefABCDEF", r) {
			return fail(point+1+i, "game-hexadecimal", "an octal digit, from 0 to 7; 8 to f, which may leave three runs, are of hexadecimal games")
		}
		if r < '0' || r > '7' {
			return fail(point+1+i, "game-digit", "an octal digit, from 0 to 7")
		}
		game = append(game, uint8(r-'0'))
	}
	for len(game) > 0 && game[len(game)-1] == 0 {
		game = game[:len(game)-1]
	}
	if len(game) == 0 {
		return fail(start, "game-none", "an octal game that allows a move: a digit other than 0, as in 0.07")
	}
	return game, nil
}

// String returns the code, with a digit before the point: 0.07. ParseGame reads it
// back to the same game.
func (g Game) String() string {
	var code strings.Builder
	for d, digit := range g.orDefault() {
		if d == 1 {
			code.WriteByte('.')
		}
		code.WriteByte('0' + digit)
	}
	return code.String()
}

// orDefault returns g, or Pairs if g is nil.
func (g Game) orDefault() Game {
	if g == nil {
		return Pairs
	}
	return g
}

// IsPairs reports whether the game is 0.07.
func (g Game) IsPairs() bool { return string(g.orDefault()) == string(Pairs) }

// mostTaken returns the greatest number of cards that a move takes.
func (g Game) mostTaken() int { return len(g) - 1 }

// A split holds the numbers of cards that a move leaves of a run: before those that
// it takes, and after them.
type split struct{ left, right int }

// splits yields what the moves that take take cards may leave of a run of n, from left to
// right. A single run that is left comes twice: once behind the taken cards, once before them.
// It yields nothing if the run has fewer cards than take.
func (g Game) splits(n, take int) iter.Seq[split] {
	return func(yield func(split) bool) {
		rest, digit := n-take, g[take]
		switch {
		case rest < 0:
		case rest == 0:
			if digit&leavesNone != 0 {
				yield(split{})
			}
		default:
			one := digit&leavesOne != 0
			if one && !yield(split{0, rest}) {
				return
			}
			if digit&leavesTwo != 0 {
				for left := 1; left < rest; left++ {
					if !yield(split{left, rest - left}) {
						return
					}
				}
			}
			if one {
				yield(split{rest, 0})
			}
		}
	}
}
