package bot

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"
)

// A histogram counts durations in cumulative buckets, as Prometheus has them, apart for
// each value of one label.
type histogram struct {
	name   string
	bounds []float64 // upper ones, in seconds

	mu     sync.Mutex
	series map[string]*series // by label, as it is written; "" for none
}

type series struct {
	counts []uint64 // not cumulative; the last one is of what is beyond all bounds
	sum    float64
}

func newHistogram(name string, bounds []float64) *histogram {
	return &histogram{name: name, bounds: bounds, series: map[string]*series{}}
}

// observe counts a duration; label is a name and a value, or nothing.
func (h *histogram) observe(d time.Duration, label ...string) {
	key := ""
	if len(label) > 0 {
		key = label[0] + "=" + strconv.Quote(label[1])
	}
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

func (h *histogram) write(w io.Writer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	fmt.Fprintf(w, "# TYPE %s histogram\n", h.name)
	for _, key := range slices.Sorted(maps.Keys(h.series)) {
		s, braced, comma := h.series[key], "", ""
		if key != "" {
			braced, comma = "{"+key+"}", key+","
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
