package deduce

import (
	"slices"
	"strconv"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// A Typo is another number for one of a puzzle's clues, with which the puzzle has a solution.
type Typo struct {
	Code     string // as a link carries it
	Told     string // as people say it: "row 7: 5 → 6"
	Label    string // as a button does
	Was, May int
}

// mostTypos is how many typos are told, each with a button.
const mostTypos = 5

// A mendable puzzle has typos mended.
type mendable interface {
	// Mended is the puzzle with the typo of that code mended, and how people say it; nil where
	// it is none of this puzzle's.
	Mended(code string, say words.Phrases) (p Puzzle, told string)
}

// Mend mends a typo of a game, and says which; nil where it is none of this puzzle's.
func Mend(game ask.Game, code string, say words.Phrases) (ask.Game, string) {
	g, ok := game.(Game)
	if !ok {
		return nil, ""
	}
	p, told := g.Puzzle.(mendable).Mended(code, say)
	if p == nil {
		return nil, ""
	}
	g.Puzzle = p
	return g, told
}

// LikelyFirst are typos with those first in which a finger slipped once.
func LikelyFirst(typos []Typo) []Typo {
	slices.SortStableFunc(typos, func(a, b Typo) int {
		return words.If(likely(b.Was, b.May), 1, 0) - words.If(likely(a.Was, a.May), 1, 0)
	})
	return typos
}

// likely tells whether one digit more, less or other, or two exchanged, make one number another.
func likely(was, may int) bool {
	a, b := strconv.Itoa(was), strconv.Itoa(may)
	if len(a) > len(b) {
		a, b = b, a
	}
	for len(a) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// TyposTold is the typos as a list, no more than have a button.
func TyposTold(typos []Typo, say words.Phrases) string {
	var names []string
	for _, t := range typos {
		names = append(names, t.Told)
	}
	return say.List(names, mostTypos)
}

// offerTypos adds a button for each typo, to what was asked about the puzzle with it mended.
func offerTypos(r *ask.Answer, typos []Typo) {
	for _, t := range typos[:min(len(typos), mostTypos)] {
		change := ask.Change{"fix": t.Code}
		if r.Ask.Back != "" { // it was checked on the way there
			change["do"] = r.Ask.Back
		}
		r.Offer(chat.Button{Label: t.Label, Path: r.Ask.Link(r.Ask.KeepSpoiler(change))})
	}
}

// TypoTime is how long mistyped numbers are looked for.
const TypoTime = time.Second
