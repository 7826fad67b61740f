package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Stats describes the queue, as the server sees it.
type Stats struct {
	Pending int           // jobs that no worker has
	Unacked int           // jobs that a worker has
	Oldest  time.Duration // age of the oldest job; 0 if there is none
}

// statsFor is how long an answer is reused: anyone may read the metrics, at any rate.
const statsFor = 2 * time.Second

type stats struct {
	mu   sync.Mutex
	at   time.Time
	last Stats
	err  error
}

// Stats asks the server about the queue, at most every two seconds.
func (q *Queue) Stats(ctx context.Context) (Stats, error) {
	q.stats.mu.Lock()
	defer q.stats.mu.Unlock()
	if time.Since(q.stats.at) >= statsFor {
		q.stats.last, q.stats.err = q.askStats(ctx)
		q.stats.at = time.Now()
	}
	return q.stats.last, q.stats.err
}

// askStats asks the server how the queue is. The age of the oldest job is by the server's clock.
func (q *Queue) askStats(ctx context.Context) (Stats, error) {
	p, err := q.there()
	if err != nil {
		return Stats{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, putWithin)
	defer cancel()
	c, err := p.consumer.Info(ctx)
	s, streamErr := p.stream.Info(ctx)
	if err := errors.Join(err, streamErr); err != nil {
		return Stats{}, fmt.Errorf("asking how the queue is: %w", err)
	}
	st := Stats{Pending: int(c.NumPending), Unacked: c.NumAckPending}
	if s.State.Msgs > 0 {
		now := s.TimeStamp
		if now.IsZero() { // servers before 2.10 do not tell
			now = time.Now()
		}
		st.Oldest = now.Sub(s.State.FirstTime)
	}
	return st, nil
}
