package cardflip

import (
	"fmt"
	"math/bits"
)

// Check returns an error for a puzzle that Parse cannot make: a game that does not exist,
// or runs that touch, are out of order or go beyond the row. O(runs). Each function of
// Puzzle calls it first; one without an error returns nothing for such a puzzle.
func (p *Puzzle) Check() error {
	if err := p.Rules.Check(); err != nil {
		return err
	}
	const most = 2 * MaxCards // each cut adds a card, and there are fewer cuts than cards
	if p.Cards < 1 || p.Cards > most {
		return fmt.Errorf("cardflip: found a row of %d cards, expected 1 to %d", p.Cards, most)
	}
	free, up := 0, 0
	for i, run := range p.Runs {
		start, n := int(run.Start), int(run.Len)
		switch up += n; {
		case n < 1:
			return fmt.Errorf("cardflip: run %d: found %d cards, expected 1 or more", i+1, n)
		case start < free:
			return fmt.Errorf("cardflip: run %d: found its start at card %d, expected %d or more: face-down cards lie between runs", i+1, start, free)
		case start+n > p.Cards:
			return fmt.Errorf("cardflip: run %d: found its end after card %d, expected none after %d", i+1, start+n-1, p.Cards-1)
		case up > MaxCards:
			return fmt.Errorf("cardflip: run %d: found %d cards face up by then, expected no more than %d", i+1, up, MaxCards)
		}
		free = start + n + 1
	}
	return nil
}

// Check returns an error for rules with a game that does not exist.
func (r Rules) Check() error { return r.Game.Check() }

// Check returns an error for a game that ParseGame cannot make. A nil Game is Pairs, and right.
func (g Game) Check() error {
	if g == nil {
		return nil
	}
	if len(g) == 0 || len(g) > maxDigits+1 {
		return fmt.Errorf("cardflip: found a game of %d digits, expected 1 before the point and no more than %d after it", len(g), maxDigits)
	}
	for i, digit := range g {
		if bits.Len8(digit) > 3 || i == 0 && digit&^leavesTwo != 0 {
			return fmt.Errorf("cardflip: digit %d of a game: found %d, expected 0 or 4 before the point, 0 to 7 after it", i, digit)
		}
	}
	if g[len(g)-1] == 0 {
		return fmt.Errorf("cardflip: found a game that ends in 0, expected no such digits at its end")
	}
	return nil
}
