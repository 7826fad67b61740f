package lightsout

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"kibitz/solvers"
)

// The most work of a search. A core adds about 10^9 words a second.
const (
	solveWork  = 1 << 40 // solutions weighed; ctx ends it long before
	stepWork   = 1 << 20 // solutions weighed for the top row: a hint is not worth more
	sampleWork = 1 << 28 // bytes added by a sample, if there are too many solutions to weigh

	approachWork = 1 << 34 // bytes read by approach, the sample for two states, in some four seconds
)

// lightest returns the lightest solution found in s, and whether it is proved that
// none is lighter. It weighs all solutions if they are no more than work; if they are more, it
// proves nothing and tries some: by approach for a whole board of two states, else by sample.
// symmetries are ways to lay the board on itself, which save work; nil will do.
func lightest(ctx context.Context, s *space, states, work int, symmetries [][]int) (best []uint8, proved bool) {
	total := 1
	for _, q := range s.quiet {
		if total > work/q.Order {
			if states == 2 && work == solveWork {
				return approach(ctx, s, approachWork), false
			}
			return sample(ctx, s, states, min(work, sampleWork)), false
		}
		total *= q.Order
	}
	if states == 2 {
		return lightestBits(ctx, s, symmetries)
	}
	return weighAll(ctx, s, states, total)
}

// sample descends from the solution of s and then from others at random, the same
// ones every time, and returns the lightest that it meets. It descends once at least, and as often
// as work, in bytes of patterns added, allows.
func sample(ctx context.Context, s *space, states, work int) []uint8 {
	rng := rand.NewPCG(1, 0)
	x := slices.Clone(s.presses)
	best, least := slices.Clone(x), weight(x)
	for range max(1, work/((len(s.quiet)+1)*len(x))) {
		if n := descend(ctx, x, s.quiet, states); n < least {
			best, least = slices.Clone(x), n
		}
		if ctx.Err() != nil {
			break
		}
		for _, q := range s.quiet {
			add(x, q.Pattern, int(rng.Uint64()%uint64(q.Order)), states)
		}
	}
	return best
}

// descend adds quiet patterns to x while that makes it lighter, and returns the
// weight that it reaches. Each pattern is taken as often as first makes x lighter, or taken back
// if no number of times does. It stops early if ctx ends.
func descend(ctx context.Context, x []uint8, quiet []Quiet, states int) int {
	least := weight(x)
	for before := least + 1; least < before; {
		before = least
		for _, q := range quiet {
			taken, back := 0, false // back once q is taken as often as it can be, and then not at all
			for !back {
				var times int
				times, back = q.next(&taken, states)
				add(x, q.Pattern, times, states)
				if n := weight(x); n < least {
					least = n
					break
				}
			}
			if ctx.Err() != nil {
				return least
			}
		}
	}
	return least
}

// A class is a set of lamps that every quiet pattern presses alike, so that only the sum of their
// presses matters.
type class struct {
	added int     // presses of each lamp by the quiet patterns taken, modulo the states
	cost  []int32 // number of presses of all its lamps, by added
}

// weighAll weighs all solutions, for more than two states. They pass like the numbers on an
// odometer, so that most of them differ from the one before by a single quiet pattern. Lamps with
// equal columns in the quiet patterns form one class.
func weighAll(ctx context.Context, s *space, states, total int) (best []uint8, proved bool) {
	classes, shares := classify(s, states)
	weight := int32(0)
	for _, c := range classes {
		weight += c.cost[0]
	}
	taken := make([]int, len(s.quiet))
	least, at := weight, slices.Clone(taken)
	proved = true
	begun, reported := time.Now(), time.Now()
	for done := 1; done < total; done++ {
		carry := true
		for i := 0; carry; i++ {
			var times int
			times, carry = s.quiet[i].next(&taken[i], states)
			for _, t := range shares[i] {
				c := &classes[t.class]
				weight -= c.cost[c.added]
				c.added = (c.added + times*t.times) % states
				weight += c.cost[c.added]
			}
		}
		if weight < least {
			least, at = weight, slices.Clone(taken)
		}
		if done%(1<<10) != 0 {
			continue
		}
		if ctx.Err() != nil {
			proved = false
			break
		}
		if time.Since(reported) > time.Second/4 {
			reported = time.Now()
			solvers.Report(ctx, done, total)
			if hopeless(ctx, begun, float64(done)/float64(total)) {
				proved = false
				break
			}
		}
	}
	best = slices.Clone(s.presses)
	for i, times := range at {
		add(best, s.quiet[i].Pattern, times, states)
	}
	return best, proved
}

// A share is the number of presses that a quiet pattern gives each lamp of a class.
type share struct{ class, times int }

// classify puts the lamps into classes, and lists for each quiet pattern the
// classes that it presses.
func classify(s *space, states int) (classes []class, shares [][]share) {
	shares = make([][]share, len(s.quiet))
	number := make(map[string]int)
	column := make([]byte, len(s.quiet))
	for i, presses := range s.presses {
		for j, q := range s.quiet {
			column[j] = q.Pattern[i]
		}
		n, ok := number[string(column)]
		if !ok {
			n = len(classes)
			number[string(column)] = n
			classes = append(classes, class{cost: make([]int32, states)})
			for j, times := range column {
				if times > 0 {
					shares[j] = append(shares[j], share{n, int(times)})
				}
			}
		}
		for more := range states {
			classes[n].cost[more] += int32((int(presses) + more) % states)
		}
	}
	return classes, shares
}

// hopeless reports whether a search that has done that share of its work since begun has no chance
// to end before ctx does: at its pace so far the rest would take more than one and a half times
// the time that ctx leaves. It says so only from two seconds after begun on, when the pace is known.
func hopeless(ctx context.Context, begun time.Time, share float64) bool {
	deadline, ok := ctx.Deadline()
	spent := time.Since(begun)
	return ok && spent > 2*time.Second && float64(spent)*(1/share-1) > 1.5*float64(time.Until(deadline))
}
