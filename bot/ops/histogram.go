package ops

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A Histogram counts durations in cumulative buckets, as Prometheus has them, apart for
// each value of one label. The library's own histogram has no buckets that can be chosen.
type Histogram struct {
	name   string
	bounds []float64 // upper ones, in seconds

	mu     sync.Mutex
	series map[[2]string]*series // by the label's name and value; none is two empty ones
}

type series struct {
	counts []uint64 // not cumulative; the last one is beyond all bounds
	sum    float64
}

func newHistogram(name string, bounds []float64) *Histogram {
	return &Histogram{name: name, bounds: bounds, series: map[[2]string]*series{}}
}

// Observe counts a duration; label is a name and a value, or nothing.
func (h *Histogram) Observe(d time.Duration, label ...string) {
	var key [2]string
	copy(key[:], label)
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.series[key]
	if s == nil {
		s = &series{counts: make([]uint64, len(h.bounds)+1)}
		h.series[key] = s
	}
	bucket, _ := slices.BinarySearch(h.bounds, d.Seconds())
	s.counts[bucket]++
	s.sum += d.Seconds()
}

// write writes the histogram in Prometheus' text format, its series in the order of their
// labels.
func (h *Histogram) write(w io.Writer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(w, "# TYPE %s histogram\n", h.name)
	byLabel := func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }
	for _, key := range slices.SortedFunc(maps.Keys(h.series), byLabel) {
		s, braced, comma := h.series[key], "", ""
		if key[0] != "" {
			label := key[0] + "=" + strconv.Quote(key[1])
			braced, comma = "{"+label+"}", label+","
		}
		total := uint64(0)
		for i, n := range s.counts {
			bound := "+Inf"
			if i < len(h.bounds) {
				bound = strconv.FormatFloat(h.bounds[i], 'g', -1, 64)
			}
			total += n
			fmt.Fprintf(w, "%s_bucket{%sle=%q} %d\n", h.name, comma, bound, total)
		}
		fmt.Fprintf(w, "%s_sum%s %v\n%s_count%s %d\n", h.name, braced, s.sum, h.name, braced, total)
	}
}
