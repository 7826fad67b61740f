package queue

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"kibitz/bot/sleep"
)

const (
	ackWait = 10 * time.Second

	// A server that restarts remembers when it gave a job in whole seconds,
	// rounded down (encodeConsumerState in its store.go).
	leaseTerm = ackWait - time.Second

	beatEvery = 3 * time.Second
	beatAgain = time.Second // pause after a beat without an answer

	// A write begun while a lease is held may take this long to arrive. A killed server may also
	// have forgotten this much: one beat.
	writeTime = 3 * time.Second
)

// ErrLeaseLost is the cause for which a job's context ends when another worker may have the job.
var ErrLeaseLost = errors.New("the lease is lost: another worker may have the job")

// A lease is a worker's right to a job: held, lost, or neither while no server can be reached.
type lease struct {
	term      time.Duration
	connected *atomic.Bool

	mu       sync.Mutex
	until    time.Time // no other worker has the job before this time
	presumed time.Time // nor before this time, if no other worker reaches a server either
	lost     bool
}

func newLease(asked time.Time, term time.Duration, connected *atomic.Bool) *lease {
	return &lease{term: term, connected: connected, until: asked.Add(term)}
}

// renew notes that the server has just answered a message sent at that time.
func (l *lease) renew(sent time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.lost && time.Now().Before(l.until) {
		l.until = sent.Add(l.term)
	}
}

// presume lets a lease that is not lost stand for another term while there is no server. It is
// called again and again: a worker that was stopped cannot presume anything.
func (l *lease) presume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.connected.Load() {
		l.presumed = time.Now().Add(l.term)
	}
}

// isLost reports whether another worker may have the job: the term is over, and the server can
// be reached or the presumed term is over, too. A lease that was found lost stays so.
func (l *lease) isLost() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if !now.Before(l.until) && (l.connected.Load() || !now.Before(l.presumed)) {
		l.lost = true
	}
	return l.lost
}

// isHeld reports whether the lease stands for writeTime more.
func (l *lease) isHeld() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.lost && time.Now().Add(writeTime).Before(l.until)
}

// keep renews the lease of a delivery until ctx ends, or until it is lost and lose is called. The
// first beat is sent at once. Until then the file of a single server has the time when the job was
// put as the time of the delivery (deliverMsg in its consumer.go), and a restart would give the job
// to another worker.
//
// A connection that goes dead without a word is found out after 3 s (see
// connection), and a beat that was not answered is followed by another within 2 s.
// So the connection is known to be dead 6 s after the last beat that may have been
// answered, before the lease is over.
func (q *Queue) keep(ctx context.Context, d *Delivery, lose func()) {
	for wait := time.Duration(0); sleep.For(ctx, wait); {
		wait = beatAgain
		if q.beat(ctx, d) {
			wait = q.beatEvery
		}
		if d.Lost() {
			lose()
			return
		}
		d.lease.presume()
	}
}

// beat tells the server that the job is worked on, and renews the lease from the time when it
// was sent. It returns false if the server did not answer.
func (q *Queue) beat(ctx context.Context, d *Delivery) bool {
	sent := time.Now()
	if q.tell(ctx, d, "+WPI") != nil {
		return false
	}
	d.lease.renew(sent)
	return true
}
