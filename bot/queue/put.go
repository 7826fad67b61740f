package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Errors of Put from a server that can be asked: it refuses the job, or with ErrUnknown it did not
// answer, and another worker may get the job all the same. Any other error means that there is no
// queue at the moment.
var (
	ErrUserFull = errors.New("the user has as many jobs in the queue as may be")
	ErrFull     = errors.New("the queue is full")
	ErrTooLarge = errors.New("the job is larger than the server takes")
	ErrUnknown  = errors.New("it is not known whether the job is in the queue")
)

const putWithin = 500 * time.Millisecond

// After latePuts puts in a row that the server did not answer, as it does with a full disk, none is
// tried for latePause: each one costs its asker putWithin.
const (
	latePuts  = 3
	latePause = 5 * time.Second
)

var errSilent = errors.New("the queue's server has not answered the last puts")

// A patience counts the puts in a row that the server did not answer.
type patience struct {
	mu    sync.Mutex
	late  int
	until time.Time // before it no put is tried
}

// lost reports whether no put should be tried now.
func (p *patience) lost() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Now().Before(p.until)
}

// note counts a put, which was late or answered.
func (p *patience) note(late bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !late {
		p.late = 0
		return
	}
	if p.late++; p.late >= latePuts {
		p.until = time.Now().Add(latePause)
	}
}

// Headers of a job.
const (
	headerArrived = "Kibitz-Arrived"
	headerUser    = "Kibitz-User"
	headerAgain   = "Kibitz-Again" // "1", or not there
)

// Put stores a job, or fails within half a second; the caller then does it
// himself. A job that is there already is not stored twice. If the server stores
// the job after Put has failed, it stays in the queue: another process may have put
// it, too, and count on it. While the server is silent Put fails at once, and tries
// again each latePause.
func (q *Queue) Put(ctx context.Context, j Job) error {
	if q.patience.lost() {
		return errSilent
	}
	ctx, cancel := context.WithTimeout(ctx, putWithin)
	defer cancel()
	done := make(chan error, 1)
	q.life.Go(func() { done <- q.publish(j) })
	select {
	case err := <-done:
		q.patience.note(false)
		return err
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			q.patience.note(true)
		}
		return fmt.Errorf("%w: the server did not answer: %w", ErrUnknown, ctx.Err())
	}
}

// publish sends a job to the server, and waits up to apiWithin for word that it is stored.
func (q *Queue) publish(j Job) error {
	if _, err := q.there(); err != nil {
		return err
	}
	m := nats.NewMsg(subject(j.User))
	m.Data = j.Data
	m.Header.Set(headerArrived, j.Arrived.Format(time.RFC3339Nano))
	m.Header.Set(headerUser, j.User)
	if j.Again {
		m.Header.Set(headerAgain, "1")
	}
	ctx, cancel := context.WithTimeout(q.ctx, apiWithin)
	defer cancel()
	if _, err := q.js.PublishMsg(ctx, m, jetstream.WithMsgID(j.ID)); err != nil {
		return putError(err)
	}
	return nil
}

// Has reports whether a job is in the queue, waiting or in work. It asks the server about each
// job of the same user, and about none of the others.
func (q *Queue) Has(ctx context.Context, j Job) (bool, error) {
	p, err := q.there()
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, apiWithin)
	defer cancel()
	for next := uint64(1); ; {
		m, err := p.stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(subject(j.User)))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("asking whether a job is in the queue: %w", err)
		case m.Header.Get(nats.MsgIdHdr) == j.ID:
			return true, nil
		}
		next = m.Sequence + 1
	}
}

// putError distinguishes two errors that share a number at the server, 10077.
func putError(err error) error {
	if errors.Is(err, nats.ErrMaxPayload) {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	api, ok := errors.AsType[*jetstream.APIError](err)
	switch {
	case !ok && errors.Is(err, jetstream.ErrNoStreamResponse):
		return fmt.Errorf("the job is not in the queue: %w", err)
	case !ok: // it may have been sent, and stored
		return fmt.Errorf("%w: %w", ErrUnknown, err)
	case strings.Contains(api.Description, "maximum messages per subject exceeded"):
		return ErrUserFull
	case strings.Contains(api.Description, "maximum messages exceeded"):
		return ErrFull
	}
	return fmt.Errorf("the server refuses the job: %w", err)
}

// subject returns the subject under which a user's jobs are counted. Tools that watch the server
// see subjects, and must not see user ids.
func subject(user string) string {
	return subjects + hashed(user)
}

// hashed returns half of the SHA-256 of a text, in 32 hex digits.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
