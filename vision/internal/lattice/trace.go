package lattice

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sort"
)

// A trace is a line as it was followed from strip to strip.
type trace struct {
	from  int       // the first strip
	pos   []float32 // where it crosses each strip, filled in where it was not seen
	seen  []bool
	ink   float32 // the median of the marks'
	peak  float32 // the usual one of the marks'
	light bool
	step  int

	// While it is followed:
	last   float32 // where it crosses the last strip
	slope  float32 // per strip
	missed int
	inks   []float32
}

// Traces are kept only of lines; what a scene may have of them is bounded.
const (
	leastStrips = 6
	maxTraces   = 400
	maxMissed   = 9
	maxSlope    = .45 // against the image's side
)

// end is the strip after the last.
func (t *trace) end() int { return t.from + len(t.pos) }

// span is where it begins and ends, in pixels.
func (t *trace) span() (from, to float64) {
	return float64(t.from * t.step), float64(t.end() * t.step)
}

// at is where the trace is at a place along it, carried on beyond its ends.
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

// covers is whether the line was seen at a place along it.
func (t *trace) covers(along float64) bool {
	k := int(along/float64(t.step)) - t.from
	return k >= 0 && k < len(t.seen) && t.seen[k]
}

// traces follows the lines of one direction, dark and light. It says if there were too many.
func traces(ctx context.Context, p *plane, down, screen, faint bool) (kept []*trace, many bool) {
	// Strips that are narrow against the cells, and no narrower than time allows.
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
			followers[0].strip(k, keep[0]) // a screen is full of them
			followers[1].strip(k, keep[1])
			continue
		}
		dark = h.marks(profile, false, dark[:0])
		light = h.marks(profile, true, light[:0])
		keep[0] = outshone(dark, light, float32(h.width)/2, keep[0][:0])
		keep[1] = outshone(light, dark, float32(h.width)/2, keep[1][:0])
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

// outshone appends the marks that have no far stronger one beside them, dark or light. A camera
// that sharpens puts a faint line on each side of a strong one.
func outshone(marks, other []mark, within float32, to []mark) []mark {
	const far = 4
	j := 0
next:
	for i, m := range marks {
		if i > 0 && m.pos-marks[i-1].pos < within && marks[i-1].peak > far*m.peak ||
			i+1 < len(marks) && marks[i+1].pos-m.pos < within && marks[i+1].peak > far*m.peak {
			continue
		}
		for j < len(other) && other[j].pos < m.pos-within {
			j++
		}
		for k := j; k < len(other) && other[k].pos < m.pos+within; k++ {
			if other[k].peak > far*m.peak {
				continue next
			}
		}
		to = append(to, m)
	}
	return to
}

// A follower carries traces from strip to strip.
type follower struct {
	step  int
	light bool
	live  []*trace
	done  []*trace
	spare []*trace
	taken []int32 // by mark: which live trace has it, from 1
	far   []float32
	got   []int32 // by live trace: which mark it has, from 1
}

func (t *trace) predict() float32 {
	return t.last + t.slope
}

// strip gives the marks of the next strip to the traces that expect them.
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
	// Nearly in order already.
	for i := 1; i < len(live); i++ {
		t, j := live[i], i
		for ; j > 0 && t.last < live[j-1].last; j-- {
			live[j] = live[j-1]
		}
		live[j] = t
	}
}

// claim has each trace take the mark nearest to where it expects one; of two that expect the same, the one
// with the better claim. f.taken says which trace has a mark, counted from 1.
func (f *follower) claim(marks []mark) {
	f.taken = append(f.taken[:0], make([]int32, len(marks))...)
	f.far = append(f.far[:0], make([]float32, len(marks))...)
	lo := 0
	last := float32(math.Inf(-1))
	for n, t := range f.live {
		want := t.predict()
		slack := float32(1) + .12*float32(t.missed)
		if len(t.pos) < 4 {
			slack += .3 * float32(f.step)
		}
		if want < last {
			lo = 0
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

// extend adds a mark, and draws those places straight that were not seen since the last one.
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
	rate := max(.2, 1/float32(n+1))
	t.slope += (now - t.slope) * rate
	limit := float32(maxSlope * float64(f.step))
	t.slope = min(max(t.slope, -limit), limit)
}

// finish keeps a trace if it is a line's.
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

// smooth takes the jitter of single strips out of a trace.
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
