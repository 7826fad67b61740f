package cardflip

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"kibitz/solvers"
)

// A form is a misère canonical form (Conway, On Numbers and Games, chapter 12):
// the set of the forms that a move leads to, simplified by the one rule there
// is. Form G is equal to H if the options of H are options of G and every other
// option of G has H among its own. If H has no options, G must also be won by the
// player to move. For then, whatever X is added, the winner of H + X wins G + X by
// the same moves, and answers a move to one of the other options by going on to H.
//
// Positions of the same form are equal in every sum, and there are far fewer
// forms than positions: 53,000 for the runs of Dawson's Kayles below 100 cards.
type form int32

// The first two forms: zero has no move, and star has one, to zero. star + star is zero.
const (
	zero form = 0
	star form = 1
)

// forms holds the forms made so far. A form comes after its options.
type forms struct {
	options [][]form         // of each form, ascending
	lost    []bool           // whether the player to move loses when the form is the whole game
	twins   []form           // of each form, its sum with star; -1 if that is not known yet
	ids     map[string]form  // by the options, in 4 bytes each
	sums    map[[2]form]form // of two forms other than zero and star, the lesser one first

	ctx      context.Context
	room     int       // number of options and sums for which memory is taken and not used; form may take it below 0
	unasked  int       // number of options and sums for which memory may still be taken
	reported time.Time // when progress last was
}

// newForms returns forms that may keep about limit options and sums, if there is the memory.
func newForms(ctx context.Context, limit int) *forms {
	f := &forms{ids: map[string]form{}, sums: map[[2]form]form{}, ctx: ctx, unasked: limit, reported: time.Now()}
	f.form(nil)
	f.form([]form{zero})
	return f
}

// form returns the form that is equal to a game with these options: an older, simpler
// form if the rule finds one, else the form with just these options, which it makes if it
// is new. A new form uses room for its options. The options may be in any order and occur
// twice; form sorts the caller's slice and overwrites it.
//
// A form is lost if it has options and the player to move wins each of them. Without options
// it is not lost: in misère play a player who cannot move wins.
func (f *forms) form(options []form) form {
	slices.Sort(options)
	options = slices.Compact(options)
	if h, ok := f.simpler(options); ok {
		return h
	}
	key := make([]byte, 0, 4*len(options))
	lost := len(options) > 0
	for _, o := range options {
		key = binary.LittleEndian.AppendUint32(key, uint32(o))
		lost = lost && !f.lost[o]
	}
	id, ok := f.ids[string(key)]
	if !ok {
		id = form(len(f.options))
		f.options = append(f.options, slices.Clone(options))
		f.lost = append(f.lost, lost)
		f.twins = append(f.twins, -1)
		f.ids[string(key)] = id
		f.room -= len(options)
	}
	return id
}

// simpler finds a form h that is equal by the rule to the form with these options, which are
// ascending. ok is false if there is none.
//
// A form comes after its options. So the options that have h among their own come after h, and
// the options of h before it: h divides options into its own, before it, and the others behind.
// There is at least one other, and so h is among the options of the last one.
func (f *forms) simpler(options []form) (form, bool) {
	if len(options) == 0 {
		return 0, false
	}
	for _, h := range f.options[options[len(options)-1]] {
		i, itself := slices.BinarySearch(options, h) // options[:i] come before h
		if itself || !slices.Equal(f.options[h], options[:i]) {
			continue
		}
		lacks := func(o form) bool { _, has := slices.BinarySearch(f.options[o], h); return !has }
		won := func(o form) bool { return f.lost[o] } // a move to o wins
		if !slices.ContainsFunc(options[i:], lacks) && (h != zero || slices.ContainsFunc(options, won)) {
			return h, true
		}
	}
	return 0, false
}

// sum returns the form of a and b together, and remembers it. It sums their options in turn:
// a move is made either in a or in b. ok is false if there is no memory or time for that;
// from then on every sum fails that is not known already.
func (f *forms) sum(a, b form) (s form, ok bool) {
	switch {
	case a == zero || b == zero:
		return a + b, true // the other one, as zero is 0
	case a > b:
		a, b = b, a
	}
	if a == star && f.twins[b] >= 0 {
		return f.twins[b], true
	}
	if s, ok := f.sums[[2]form{a, b}]; ok {
		return s, true
	}
	if f.room <= 0 && !f.grow() || f.room%64 == 0 && f.ctx.Err() != nil { // a look at the clock now and then
		f.room, f.unasked = 0, 0
		return 0, false
	}
	f.room--
	options := make([]form, 0, len(f.options[a])+len(f.options[b]))
	for _, part := range [2][2]form{{a, b}, {b, a}} {
		for _, o := range f.options[part[0]] {
			s, ok := f.sum(o, part[1])
			if !ok {
				return 0, false
			}
			options = append(options, s)
		}
	}
	s = f.form(options)
	if a == star {
		f.twins[b], f.twins[s] = s, b // s + star is b again, as star + star is zero
	} else {
		f.sums[[2]form{a, b}] = s
	}
	return s, true
}

const (
	formBytes  = 30      // bytes that an option or a sum takes at most
	formsTaken = 1 << 15 // number of options and sums for which memory is taken at once
)

// grow takes memory for more options and sums, up to formsTaken of them. It reports whether
// there was that memory, and whether the limit of newForms left any to take.
func (f *forms) grow() bool {
	n := min(formsTaken, f.unasked)
	if n == 0 || solvers.Take(f.ctx, int64(n)*formBytes) != nil {
		return false
	}
	f.room, f.unasked = f.room+n, f.unasked-n
	return true
}

// report reports progress, four times a second at most.
func (f *forms) report(done, total int) {
	const interval = 250 * time.Millisecond
	if now := time.Now(); now.Sub(f.reported) >= interval {
		f.reported = now
		solvers.Report(f.ctx, done, total)
	}
}

// runs returns the forms of runs of 0 to longest cards; ok is false if there is no
// room or no time for them.
func (f *forms) runs(game Game, longest int) (runs []form, ok bool) {
	for n := range longest + 1 {
		f.report(n, longest+1)
		var options []form
		for take := range game {
			for s := range game.splits(n, take) {
				o, ok := f.sum(runs[s.left], runs[s.right])
				if !ok {
					return nil, false
				}
				options = append(options, o)
			}
		}
		runs = append(runs, f.form(options))
	}
	return runs, true
}
