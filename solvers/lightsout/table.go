package lightsout

import (
	"context"
	"slices"
)

// A Rule of light chasing gives the top row to press for the lamps that a chase left lit in the
// bottom row.
type Rule struct{ Bottom, Top []uint8 }

// maxWhole is the width of the widest board whose table has every pattern of the bottom row.
const maxWhole = 10

// MaxTable is the width of the widest board that has a table: one of that width takes 2 MB.
const MaxTable = 1 << 10

// Tabled reports whether these rules allow light chasing that starts with one row.
func (p *Puzzle) Tabled() bool {
	return p.Check() == nil && p.Chases() && p.Wrap != Torus && p.states() == 2
}

// Table returns the rules of light chasing for boards of this size and these rules, whatever is
// lit. On boards up to maxWhole wide it has every solvable pattern in the order of a dictionary,
// each with the fewest presses, further left if there are several such ways; whole is true. On
// wider boards it has as few patterns as make up all others: the sum of two bottom rows, modulo 2,
// needs the sum of their top rows. Table returns nil for boards without chasing by one row, with more
// than two states, wider than MaxTable or refused by Check, and if ctx ends first.
//
// O(Rows·Cols² + Cols³) steps, and 2^Cols for a whole table.
func (p *Puzzle) Table(ctx context.Context) (rules []Rule, whole bool) {
	if !p.Tabled() || p.Cols > MaxTable {
		return nil, false
	}
	// left[i] holds the lamps left by a press of lamp i of the top row and a chase.
	left := make([]Rule, p.Cols)
	for i := range left {
		if ctx.Err() != nil {
			return nil, false
		}
		lamps, top := make([]uint8, len(p.Lamps)), make([]uint8, p.Cols)
		top[i] = 1
		p.press(lamps, i, 1)
		p.chaseDown(lamps, func(_ string, lamp, times int) bool { p.press(lamps, lamp, times); return true })
		left[i] = Rule{slices.Clone(lamps[len(lamps)-p.Cols:]), top}
	}
	if p.Cols > maxWhole {
		return echelon(ctx, left), false
	}
	best := make(map[string]Rule)
	sum := Rule{make([]uint8, p.Cols), make([]uint8, p.Cols)}
	for i := range 1 << p.Cols {
		if old, ok := best[string(sum.Bottom)]; !ok || lighter(sum.Top, old.Top) {
			best[string(sum.Bottom)] = Rule{slices.Clone(sum.Bottom), slices.Clone(sum.Top)}
		}
		for j, rule := range left { // like an odometer
			sum.add(rule)
			if i>>j&1 == 0 {
				break
			}
		}
	}
	for _, rule := range best {
		rules = append(rules, rule)
	}
	slices.SortFunc(rules, func(a, b Rule) int { return slices.Compare(b.Bottom, a.Bottom) })
	return rules, true
}

// lighter reports whether x has fewer presses than y, or as many and, at the first lamp where they
// differ, more.
func lighter(x, y []uint8) bool {
	fewer := weight(x) - weight(y)
	return fewer < 0 || fewer == 0 && slices.Compare(x, y) > 0
}

func (r Rule) add(s Rule) {
	add(r.Bottom, s.Bottom, 1, 2)
	add(r.Top, s.Top, 1, 2)
}

// echelon combines the rules into independent ones, by Gaussian elimination in place: the first lit
// lamp of each rule's bottom row is dark in all others. It returns nil if ctx ends first.
func echelon(ctx context.Context, rules []Rule) []Rule {
	done := 0
	for lamp := range rules {
		if ctx.Err() != nil {
			return nil
		}
		i := slices.IndexFunc(rules[done:], func(r Rule) bool { return r.Bottom[lamp] == 1 })
		if i < 0 {
			continue
		}
		rules[done], rules[done+i] = rules[done+i], rules[done]
		for j := range rules {
			if j != done && rules[j].Bottom[lamp] == 1 {
				rules[j].add(rules[done])
			}
		}
		done++
	}
	return rules[:done]
}
