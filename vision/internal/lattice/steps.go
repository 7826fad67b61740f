package lattice

import (
	"context"
	"slices"
)

// A line between two filled cells may be darker than both, and the same line between two empty cells lighter. Where a
// filled cell meets an empty one there is only a step. So on a board with much filled in no line is whole, and the
// pieces of it have to be put together.

// lines returns the lines of one direction as traces does, but the pieces of a line that lie end to end are one trace,
// and a step from shade to shade is such a piece, too. many is that of traces.
func lines(ctx context.Context, p *plane, down bool) (all []*trace, many bool) {
	all, many = traces(ctx, p, down, true, false)
	if many || ctx.Err() != nil {
		return all, many
	}
	return joinPieces(append(all, stepTraces(p, down, all)...)), false
}

// stepTraces returns the traces of steps that do not run along the given traces.
func stepTraces(p *plane, down bool, beside []*trace) (kept []*trace) {
	step := 2
	if len(beside) > 0 {
		step = beside[0].step
	}
	n, length, pix := p.profiles(down, step)
	f := follower{step: step}
	for k := range n {
		var marks []mark
		for _, m := range stepsOf(pix[k*length : (k+1)*length]) {
			near := func(t *trace) bool {
				i := k - t.from
				const apart = 6 // samples: the sides of a line are steps, too
				return i >= 0 && i < len(t.pos) && m.pos-t.pos[i] < apart && t.pos[i]-m.pos < apart
			}
			if !slices.ContainsFunc(beside, near) {
				marks = append(marks, m)
			}
		}
		f.strip(k, marks)
	}
	for _, t := range f.live {
		f.finish(t)
	}
	if len(f.done) > maxTraces {
		return nil // a scenery
	}
	return f.done
}

// stepsOf returns where a profile steps from one shade to another.
func stepsOf(profile []uint8) (marks []mark) {
	const far, least = 2, 20 // samples on each side; grey levels
	rise := func(i int) int { return int(profile[i+far]) - int(profile[i-far]) }
	for i := far; i+far < len(profile); i++ {
		d := rise(i)
		if d < least && d > -least {
			continue
		}
		var m mark
		var moment float32
		for ; i+far < len(profile) && rise(i)*d > 0 && max(rise(i), -rise(i)) >= least; i++ {
			v := float32(max(rise(i), -rise(i)))
			m.ink, m.peak, moment = m.ink+v, max(m.peak, v), moment+v*float32(i)
		}
		m.pos = moment/m.ink + .5
		marks = append(marks, m)
	}
	return marks
}

// joinPieces joins traces that lie end to end, nearly level, into one.
func joinPieces(all []*trace) (joined []*trace) {
	slices.SortStableFunc(all, func(a, b *trace) int { return a.from - b.from })
	for _, t := range all {
		i := slices.IndexFunc(joined, func(before *trace) bool { return before.goesOnAs(t) })
		if i < 0 {
			joined = append(joined, t)
			continue
		}
		joined[i].add(t)
	}
	return joined
}

// goesOnAs reports whether another trace goes on where this one ends: at most a line's width further along, and level
// with it.
func (t *trace) goesOnAs(next *trace) bool {
	const gap, off = 18, 2.5 // pixels
	apart := (next.from - t.end()) * t.step
	if apart > gap || apart < -gap || next.end() <= t.end() {
		return false
	}
	at := float64(next.from * t.step)
	d := t.at(at) - next.at(at)
	return d < off && d > -off
}

// add appends a trace that goes on where this one ends.
func (t *trace) add(next *trace) {
	for t.end() < next.from {
		t.pos = append(t.pos, next.pos[0])
		t.seen = append(t.seen, false)
	}
	skip := t.end() - next.from
	n, m := float32(len(t.pos)), float32(len(next.pos))
	t.ink, t.peak = (n*t.ink+m*next.ink)/(n+m), max(t.peak, next.peak)
	t.pos = append(t.pos, next.pos[skip:]...)
	t.seen = append(t.seen, next.seen[skip:]...)
}
