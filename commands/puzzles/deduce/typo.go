package deduce

import (
	"slices"
	"strconv"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// A Typo is another number for one of a puzzle's clues, or one more, that gives the puzzle a solution.
type Typo struct {
	Code     string // as a link carries it
	Told     string // as people say it: "row 7: 5 → 6"
	Label    string // as a button says it
	Was, May int

	Forgotten bool // a number that was left out beside others
}

// mostTypos is the largest number of typos that are told, each with a button.
const mostTypos = 5

// A mendable puzzle can have its typos mended.
type mendable interface {
	// Mended returns the puzzle with the typo of this code mended, and how people say it; nil if
	// the puzzle has no such typo.
	Mended(code string, say words.Phrases) (p Puzzle, told string)
}

// Mend mends a typo of a game, and tells which; nil if the puzzle has no such typo.
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

// LikelyFirst sorts typos in place so that single slips of a finger come first, and returns them.
func LikelyFirst(typos []Typo) []Typo {
	likely := func(t Typo) int { return words.If(!t.Forgotten && oneSlip(t.Was, t.May), 1, 0) }
	slices.SortStableFunc(typos, func(a, b Typo) int { return likely(b) - likely(a) })
	return typos
}

// oneSlip reports whether one slip turns a number into another: a digit more, fewer or different,
// or two neighbouring digits exchanged. It compares what is left between the digits that both
// numbers begin and end with.
func oneSlip(was, may int) bool {
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

// TyposTold lists the typos, no more than have a button.
func TyposTold(typos []Typo, say words.Phrases) string {
	var names []string
	for _, t := range typos {
		names = append(names, t.Told)
	}
	return say.List(names, mostTypos)
}

// offerTypos adds a button for each typo. It leads to the same action on the mended puzzle.
func offerTypos(r *ask.Answer, typos []Typo) {
	for _, t := range typos[:min(len(typos), mostTypos)] {
		change := ask.Change{"fix": t.Code}
		if r.Ask.Back != "" { // the check was a stop on the way to another action
			change["do"] = r.Ask.Back
		}
		r.Offer(chat.Button{Label: t.Label, Path: r.Ask.Link(r.Ask.KeepSpoiler(change))})
	}
}

// TypoTime limits the search for mistyped numbers.
const TypoTime = time.Second
