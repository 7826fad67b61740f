package playground

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// limiter counts requests by key in windows that begin with a first request,
// as Discord's buckets do.
type limiter struct {
	mu      sync.Mutex
	windows map[string]window
}

type window struct {
	used int
	ends time.Time
}

const maxWindows = 4096 // beyond it, windows that have ended are forgotten

// take counts one request in the window of its key. It returns how many more the
// window has room for. If it had none, the request is not counted, and wait is the
// time until the window ends; otherwise wait is 0.
func (l *limiter) take(key string, r rate) (left int, wait time.Duration) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.windows == nil {
		l.windows = map[string]window{}
	}
	if len(l.windows) > maxWindows {
		for k, w := range l.windows {
			if now.After(w.ends) {
				delete(l.windows, k)
			}
		}
	}
	w := l.windows[key]
	if now.After(w.ends) {
		w = window{ends: now.Add(r.per)}
	}
	if w.used >= r.requests {
		return 0, w.ends.Sub(now)
	}
	w.used++
	l.windows[key] = w
	return r.requests - w.used, 0
}

// describe writes the headers that tell the client about its bucket. The time until
// the reset is given as a whole window, at whatever time the window began.
func (r rate) describe(h http.Header, left int) {
	seconds := r.per.Seconds()
	reset := float64(time.Now().UnixMilli())/1000 + seconds
	h.Set("X-RateLimit-Limit", strconv.Itoa(r.requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(reset, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(seconds, 'f', 3, 64))
	h.Set("X-RateLimit-Bucket", "webhook")
}
