package lattice

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sort"
)

// A trace is a line that was followed from strip to strip.
type trace struct {
	from  int       // the first strip
	pos   []float32 // where the line crosses each strip, interpolated in strips without a mark
	seen  []bool    // whether each strip has a mark of the line
	ink   float32   // median ink of the marks
	peak  float32   // running mean of the marks' peaks
	light bool      // the line is lighter than its sides
	step  int       // width of a strip, in pixels

	// Used while the line is followed:
	last   float32   // place in the last strip
	slope  float32   // pixels a strip
	missed int       // strips since the last mark
	inks   []float32 // of the marks
}

// Only lines are kept as traces, and no more of them than a board needs, however many a scene has.
const (
	leastStrips = 6   // marks of a line
	maxTraces   = 400 // in one direction
	maxMissed   = 9   // strips in a row without a mark
	maxSlope    = .45 // pixels a pixel along the image's side
)

// end returns the number of the strip after the last.
func (t *trace) end() int { return t.from + len(t.pos) }

// span returns the pixels at which the trace begins and ends.
func (t *trace) span() (from, to float64) {
	return float64(t.from * t.step), float64(t.end() * t.step)
}

// at returns the place of the trace at a pixel along it. Beyond an end it goes straight on, with the slope of the
// last ten strips there.
func (t *trace) at(along float64) float64 {
	k := along/float64(t.step) - .5 - float64(t.from)
	n := len(t.pos)
	i := int(math.Floor(k))
	if i >= 0 && i < n-1 {
		f := k - float64(i)
		return float64(t.pos[i])*(1-f) + float64(t.pos[i+1])*f
	}
	m := min(n-1, 10)
	if i < 0 {
		return float64(t.pos[0]) + k*float64(t.pos[m]-t.pos[0])/float64(m)
	}
	return float64(t.pos[n-1]) + (k-float64(n-1))*float64(t.pos[n-1]-t.pos[n-1-m])/float64(m)
}

// covers reports whether the line was seen at a pixel along it.
func (t *trace) covers(along float64) bool {
	k := int(along/float64(t.step)) - t.from
	return k >= 0 && k < len(t.seen) && t.seen[k]
}

// traces returns the lines of one direction, dark and light: those that run down, or across. many reports that
// there were more than maxTraces; then it returns the longest. Fainter marks count on a screenshot, which has
// little noise, and if faint. When the context ends it returns none.
func traces(ctx context.Context, p *plane, down, screen, faint bool) (kept []*trace, many bool) {
	// Strips are narrow compared with cells, but not so narrow that they take too long.
	step := 2
	if n := p.w * p.h; n > 2_000_000 {
		step = 4
	} else if n > 800_000 {
		step = 3
	}
	h := hat{width: min(max(min(p.w, p.h)/80, 5), 11), least: 7}
	if screen {
		h.least = 4
	} else if faint {
		h.least = 3
	}
	n, length, pix := p.profiles(down, step)
	followers := [2]follower{{step: step}, {step: step, light: true}}
	var dark, light []mark
	var keep [2][]mark
	for k := range n {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, false
		}
		profile := pix[k*length : (k+1)*length]
		if k > 0 && bytes.Equal(profile, pix[(k-1)*length:k*length]) {
			followers[0].strip(k, keep[0]) // screenshots have many equal profiles
			followers[1].strip(k, keep[1])
			continue
		}
		dark = h.marks(profile, false, dark[:0])
		light = h.marks(profile, true, light[:0])
		keep[0] = dropOutshone(dark, light, float32(h.width)/2, keep[0][:0])
		keep[1] = dropOutshone(light, dark, float32(h.width)/2, keep[1][:0])
		followers[0].strip(k, keep[0])
		followers[1].strip(k, keep[1])
	}
	for i := range followers {
		f := &followers[i]
		for _, t := range f.live {
			f.finish(t)
		}
		kept = append(kept, f.done...)
	}
	if many = len(kept) > maxTraces; many {
		sort.SliceStable(kept, func(i, j int) bool { return len(kept[i].pos) > len(kept[j].pos) })
		kept = kept[:maxTraces]
	}
	return kept, many
}

// dropOutshone appends to to the marks that have none more than four times as strong less than within samples
// away, neither among marks nor among other, the marks of the other shade. A camera that sharpens puts a faint
// line on each side of a strong one.
func dropOutshone(marks, other []mark, within float32, to []mark) []mark {
	const timesStronger = 4 // than the mark
	j := 0
next:
	for i, m := range marks {
		if i > 0 && m.pos-marks[i-1].pos < within && marks[i-1].peak > timesStronger*m.peak ||
			i+1 < len(marks) && marks[i+1].pos-m.pos < within && marks[i+1].peak > timesStronger*m.peak {
			continue
		}
		for j < len(other) && other[j].pos < m.pos-within {
			j++
		}
		for k := j; k < len(other) && other[k].pos < m.pos+within; k++ {
			if other[k].peak > timesStronger*m.peak {
				continue next
			}
		}
		to = append(to, m)
	}
	return to
}

// A follower follows the lines of one direction and shade from strip to strip.
type follower struct {
	step  int      // width of a strip, in pixels
	light bool     // follows lines lighter than their sides
	live  []*trace // in order of place
	done  []*trace
	spare []*trace  // given up, for their memory
	taken []int32   // by mark: number of the live trace that has it, from 1
	far   []float32 // by mark: distance from the place that this trace expected
	got   []int32   // by live trace: number of the mark that it has, from 1
}

// predict returns where the trace should cross the next strip.
func (t *trace) predict() float32 {
	return t.last + t.slope
}

// strip goes on to strip k. It gives each of its marks to the trace that expects it, and begins a trace with each
// mark that none does. A trace without a mark goes straight on; it ends after more than maxMissed strips in a row
// without one, and a young one earlier.
func (f *follower) strip(k int, marks []mark) {
	f.claim(marks)
	f.got = append(f.got[:0], make([]int32, len(f.live))...)
	got := f.got
	for i, n := range f.taken {
		if n > 0 {
			got[n-1] = int32(i) + 1
		}
	}
	live := f.live[:0]
	for n, t := range f.live {
		if got[n] > 0 {
			f.extend(t, marks[got[n]-1])
		} else {
			t.last = t.predict()
			t.pos = append(t.pos, t.last)
			t.seen = append(t.seen, false)
			t.missed++
		}
		if t.missed > min(maxMissed, 1+len(t.inks)/3) {
			f.finish(t)
			continue
		}
		live = append(live, t)
	}
	for i, m := range marks {
		if f.taken[i] == 0 {
			live = append(live, f.begin(k, m))
		}
	}
	f.live = live
	// The traces are nearly in order already, so insertion sort is fast.
	for i := 1; i < len(live); i++ {
		t, j := live[i], i
		for ; j > 0 && t.last < live[j-1].last; j-- {
			live[j] = live[j-1]
		}
		live[j] = t
	}
}

// claim sets f.taken to the number of each mark's trace, from 1, or 0. Each trace wants the mark nearest to the
// place it expects, within slack and with at least a fifth of its own peak. If two traces want a mark, the better
// claim wins: nearer, or longer. The loser gets none.
func (f *follower) claim(marks []mark) {
	f.taken = append(f.taken[:0], make([]int32, len(marks))...)
	f.far = append(f.far[:0], make([]float32, len(marks))...)
	lo := 0
	last := float32(math.Inf(-1))
	for n, t := range f.live {
		want := t.predict()
		slack := float32(1) + .12*float32(t.missed) // pixels
		if len(t.pos) < 4 {
			slack += .3 * float32(f.step) // its slope is hardly known
		}
		if want < last {
			lo = 0 // the traces are only nearly in order
		}
		last = want
		for lo < len(marks) && marks[lo].pos < want-6 {
			lo++
		}
		near, at := slack, -1
		for i := lo; i < len(marks) && marks[i].pos <= want+slack; i++ {
			m := marks[i]
			d := m.pos - want
			if d < 0 {
				d = -d
			}
			if d > near || m.peak < t.peak*.2 {
				continue
			}
			near, at = d, i
		}
		if at < 0 {
			continue
		}
		near -= .15 * float32(min(len(t.pos), 12)) // the longer trace has the better claim
		if f.taken[at] == 0 || near < f.far[at] {
			f.taken[at], f.far[at] = int32(n)+1, near
		}
	}
}

// begin returns a trace that begins with a mark in strip k, in the memory of a spare one if there is one.
func (f *follower) begin(k int, m mark) *trace {
	var t *trace
	if n := len(f.spare); n > 0 {
		t = f.spare[n-1]
		f.spare = f.spare[:n-1]
		*t = trace{pos: t.pos[:0], seen: t.seen[:0], inks: t.inks[:0]}
	} else {
		t = new(trace)
	}
	t.from, t.light, t.step, t.peak, t.last = k, f.light, f.step, m.peak, m.pos
	t.pos = append(t.pos, m.pos)
	t.seen = append(t.seen, true)
	t.inks = append(t.inks, m.ink)
	return t
}

// extend adds a mark to a trace, interpolates the strips since the last mark, and works the mark into the running
// means of peak and slope.
func (f *follower) extend(t *trace, m mark) {
	n := len(t.pos)
	if t.missed > 0 {
		from := t.pos[n-1-t.missed]
		for i := 1; i <= t.missed; i++ {
			t.pos[n-1-t.missed+i] = from + (m.pos-from)*float32(i)/float32(t.missed+1)
		}
	}
	t.pos = append(t.pos, m.pos)
	t.seen = append(t.seen, true)
	t.inks = append(t.inks, m.ink)
	t.missed, t.last = 0, m.pos
	t.peak += (m.peak - t.peak) / 8
	back := min(n, 8)
	now := (m.pos - t.pos[n-back]) / float32(back)
	rate := max(.2, 1/float32(n+1)) // a plain mean at first, then one that forgets
	t.slope += (now - t.slope) * rate
	limit := float32(maxSlope * float64(f.step))
	t.slope = min(max(t.slope, -limit), limit)
}

// finish cuts off a trace's end without marks and keeps it, smoothed, if it is a line: it has at least
// leastStrips marks, in at least three fifths of its strips, and is not too steep. Otherwise it goes to f.spare.
func (f *follower) finish(t *trace) {
	n := len(t.pos) - t.missed
	t.pos, t.seen = t.pos[:n], t.seen[:n]
	rise := math.Abs(float64(t.pos[n-1]-t.pos[0])) / float64(n*f.step)
	if len(t.inks) < leastStrips || 5*len(t.inks) < 3*n || rise > maxSlope {
		f.spare = append(f.spare, t)
		return
	}
	slices.Sort(t.inks)
	t.ink = t.inks[len(t.inks)/2]
	t.inks = nil
	t.smooth()
	f.done = append(f.done, t)
}

// smooth smooths out the jitter between strips: each place becomes a mean with its neighbours, with weights
// 1 2 1. The ends stay.
func (t *trace) smooth() {
	if len(t.pos) < 3 {
		return
	}
	prev := t.pos[0]
	for i := 1; i < len(t.pos)-1; i++ {
		v := t.pos[i]
		t.pos[i] = (prev + 2*v + t.pos[i+1]) / 4
		prev = v
	}
}
