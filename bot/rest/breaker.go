package rest

import (
	"context"
	"sync"
	"time"
)

const (
	maxInvalid   = 2000 // a fifth of what bans: others may share our address
	probeEvery   = time.Minute
	probeUnheard = time.Second // pause after a probe without an answer, which tells nothing of a ban
)

// A breaker is open while Discord refuses everything from this address, or is about to: after
// Cloudflare's 429, or too many invalid requests. Then no call goes out before the time that
// Discord asked for. After it a single call goes out, the probe. If the probe is refused, too, the
// next one goes a minute later; otherwise all calls may go.
type breaker struct {
	start time.Time // start of the minutes counted, by the monotonic clock, which nobody sets

	mu      sync.Mutex
	open    bool
	next    time.Time     // while open: time of the next probe
	probing bool          // a probe is under way
	news    chan struct{} // closed and replaced whenever a field above changes
	invalid window
}

func newBreaker() *breaker { return &breaker{start: time.Now(), news: make(chan struct{})} }

// enter waits until a call may go out. If probe, the call goes out alone, as the probe. If wait is
// positive, the call may not go out, because ctx ends before or because drop asks not to wait. A
// call with drop never is the probe.
func (b *breaker) enter(ctx context.Context, drop bool) (probe bool, wait time.Duration) {
	for {
		b.mu.Lock()
		wait, probing, news := time.Until(b.next), b.probing, b.news
		switch {
		case !b.open:
			b.mu.Unlock()
			return false, 0
		case !drop && !probing && wait <= 0:
			b.probing = true
			b.mu.Unlock()
			return true, 0
		}
		b.mu.Unlock()
		wait = max(wait, time.Millisecond) // positive, too, while a probe is under way
		if drop || ctx.Err() != nil || endsWithin(ctx, wait) {
			return false, wait
		}
		waitFor(ctx, news, wait, probing)
	}
}

// waitFor waits for news, such as the end of a probe, or until it is time for a probe, but no
// longer than ctx.
func waitFor(ctx context.Context, news <-chan struct{}, wait time.Duration, probing bool) {
	var next <-chan time.Time
	if !probing {
		t := time.NewTimer(wait)
		defer t.Stop()
		next = t.C
	}
	select {
	case <-news:
	case <-next:
	case <-ctx.Done():
	}
}

// leave notes how a call that entered went; f is nil for a success. The breaker
// opens after Cloudflare's 429, and when more than maxInvalid answers of the last
// ten minutes count towards a ban. After a probe that ends so, the next one goes in
// probeEvery or later; after one without an answer, in probeUnheard; after any
// other probe the breaker closes.
func (b *breaker) leave(probe bool, f *Fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	refused := false
	if f != nil && f.invalid() {
		b.invalid.add(b.minute())
		refused = f.cloudflare || b.invalid.sum(b.minute()) > maxInvalid
	}
	switch {
	case refused && probe:
		b.hold(now.Add(max(f.RetryAfter, probeEvery)))
	case refused:
		b.hold(now.Add(f.RetryAfter))
	case probe && f != nil && f.Status == 0:
		b.next = now.Add(probeUnheard)
	case probe:
		b.open = false
	default:
		return
	}
	if probe {
		b.probing = false
	}
	close(b.news)
	b.news = make(chan struct{})
}

// hold opens the breaker until a time. If it is open, the time is only moved later.
func (b *breaker) hold(until time.Time) {
	if !b.open || until.After(b.next) {
		b.next = until
	}
	b.open = true
}

func (b *breaker) isOpen() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.open
}

func (b *breaker) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.invalid.sum(b.minute())
}

func (b *breaker) minute() int { return int(time.Since(b.start) / time.Minute) }

// A window counts by minutes, and remembers ten of them.
type window [10]struct{ minute, count int }

// add counts one in a minute. It reuses the place of the minute ten before.
func (w *window) add(minute int) {
	m := &w[minute%len(w)]
	if m.minute != minute {
		m.minute, m.count = minute, 0
	}
	m.count++
}

// sum returns the count of a minute and the nine before it.
func (w *window) sum(minute int) (n int) {
	for _, m := range w {
		if minute-m.minute < len(w) {
			n += m.count
		}
	}
	return n
}
