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
// is. G is equal to H if the options of H are options of G and every other
// option of G has H among its own; but if H has no options, only if G is won.
// For then, whatever X is added, who wins H + X wins G + X by the same moves,
// and answers a move to one of the other options by going on to H.
//
// Positions of the same form are equal in every sum, and there are far fewer
// forms than positions: of Dawson's Kayles 53,000 below a run of 100.
type form int32

// The first forms: without a move, and with one to that. Two of the latter
// cancel.
const (
	zero form = 0
	star form = 1
)

// forms are those made so far. A form comes after its options.
type forms struct {
	options [][]form // ascending
	lost    []bool   // whether the player to move loses it, alone
	twins   []form   // its sum with star; -1 where not known yet
	ids     map[string]form
	sums    map[[2]form]form

	ctx      context.Context
	room     int // options and sums that may still be kept
	more     int // those for which memory is yet to be taken
	reported time.Time
}

// newForms has room for about so many options and sums, if there is the memory.
func newForms(ctx context.Context, room int) *forms {
	f := &forms{ids: map[string]form{}, sums: map[[2]form]form{}, ctx: ctx, more: room, reported: time.Now()}
	f.form(nil)
	f.form([]form{zero})
	return f
}

// form is the form with these options, which need not be simplified nor in
// order.
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

// simpler finds a form that one with these options is equal to by the rule. An
// option that has h was made after h, and those of h before it. So the last
// option must have h, and h divides the options into its own and the others.
func (f *forms) simpler(options []form) (form, bool) {
	if len(options) == 0 {
		return 0, false
	}
	for _, h := range f.options[options[len(options)-1]] {
		i, itself := slices.BinarySearch(options, h)
		if itself || !slices.Equal(f.options[h], options[:i]) {
			continue
		}
		lacks := func(o form) bool { _, has := slices.BinarySearch(f.options[o], h); return !has }
		won := func(o form) bool { return f.lost[o] }
		if !slices.ContainsFunc(options[i:], lacks) && (h != zero || slices.ContainsFunc(options, won)) {
			return h, true
		}
	}
	return 0, false
}

// sum is the form of a and b together; ok is false where there is no room or
// no time for it.
func (f *forms) sum(a, b form) (s form, ok bool) {
	switch {
	case a == zero || b == zero:
		return a + b, true
	case a > b:
		a, b = b, a
	}
	if a == star && f.twins[b] >= 0 {
		return f.twins[b], true
	}
	if s, ok := f.sums[[2]form{a, b}]; ok {
		return s, true
	}
	if f.room <= 0 && !f.grow() || f.room%64 == 0 && f.ctx.Err() != nil {
		f.room, f.more = 0, 0
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
		f.twins[b], f.twins[s] = s, b
	} else {
		f.sums[[2]form{a, b}] = s
	}
	return s, true
}

// What an option or sum takes at most, in bytes, and for how many memory is taken at a time.
const (
	formBytes = 30
	formsEach = 1 << 15
)

// grow takes memory for more, if there is some.
func (f *forms) grow() bool {
	n := min(formsEach, f.more)
	if n == 0 || solvers.Take(f.ctx, int64(n)*formBytes) != nil {
		return false
	}
	f.room, f.more = f.room+n, f.more-n
	return true
}

// report reports progress, now and then.
func (f *forms) report(done, total int) {
	const interval = 250 * time.Millisecond
	if now := time.Now(); now.Sub(f.reported) >= interval {
		f.reported = now
		solvers.Report(f.ctx, done, total)
	}
}

// runs are the forms of runs of up to longest cards.
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
