package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"kibitz/bot/sleep"
)

const (
	streamName   = "KIBITZ"
	consumerName = "workers"
	subjects     = "kibitz.solve." // a hash of the user follows

	givenBackStream   = "KIBITZ_GIVEN_BACK"
	givenBackSubjects = subjects + "given." // a hash of the job's id follows
	mostGivenBack     = 100_000             // notes kept, some 100 bytes each
)

// refusesFor is how long the server refuses a second job with the id of another, whatever became of
// the first. Several processes may put one job within the three seconds that Discord waits. A job that
// the server has lost is put again later, and must not be refused then: the server's default of two
// minutes would be too long.
const refusesFor = 10 * time.Second

const (
	apiWithin    = 5 * time.Second // for a request that nobody waits for
	declareAgain = 2 * time.Second
)

// A place holds the streams of jobs on the server.
type place struct {
	stream    jetstream.Stream
	consumer  jetstream.Consumer
	givenBack jetstream.Stream   // nil if the server has no room for it
	pages     jetstream.KeyValue // of what is kept for pages; nil likewise, or where nothing is
}

// declareSoon has keepDeclared look, and does not wait for it.
func (q *Queue) declareSoon() {
	select {
	case q.undeclared <- struct{}{}:
	default:
	}
}

// keepDeclared sees to it that the server has the streams and the consumer, each time that
// declareSoon is called, until Close. It tries again every two seconds while there is a
// connection, and logs an error once for as long as it stays the same.
func (q *Queue) keepDeclared() {
	for {
		select {
		case <-q.undeclared:
		case <-q.ctx.Done():
			return
		}
		for known := ""; ; {
			p, err := q.declare()
			if err == nil {
				q.place.Store(p)
				break
			}
			if err == errUnreachable {
				break // reached will ask again
			}
			q.trouble.Store(new(err.Error()))
			if err.Error() != known {
				known = err.Error()
				q.log.Error("no queue", "err", err)
			}
			if !sleep.For(q.ctx, declareAgain) {
				return
			}
		}
	}
}

// declare makes the streams, the consumer and the bucket, or changes them to what Options say. Without room
// for the stream of give-backs the queue works, but counts each give-back as a death.
func (q *Queue) declare() (*place, error) {
	if !q.connected.Load() {
		return nil, errUnreachable
	}
	ctx, cancel := context.WithTimeout(q.ctx, apiWithin)
	defer cancel()
	s, err := q.stream(ctx, jetstream.StreamConfig{
		Name:                 streamName,
		Subjects:             []string{subjects + "*"},
		Retention:            jetstream.WorkQueuePolicy,
		Discard:              jetstream.DiscardNew,
		DiscardNewPerSubject: true,
		MaxMsgs:              int64(q.o.Total),
		MaxMsgsPerSubject:    int64(q.o.PerUser),
		MaxAge:               q.o.Life,
		Duplicates:           refusesFor,
		Storage:              jetstream.FileStorage,
		Replicas:             q.o.Replicas,
	})
	if err != nil {
		return nil, err
	}
	c, err := s.Consumer(ctx, consumerName)
	if err != nil || !sameConsumer(c.CachedInfo().Config, consumer) {
		if c, err = s.CreateOrUpdateConsumer(ctx, consumer); err != nil {
			return nil, refused("consumer "+consumerName+" of stream "+streamName, err)
		}
	}
	given, err := q.stream(ctx, jetstream.StreamConfig{
		Name:      givenBackStream,
		Subjects:  []string{givenBackSubjects + "*"},
		Retention: jetstream.LimitsPolicy,
		Discard:   jetstream.DiscardOld,
		MaxMsgs:   mostGivenBack,
		MaxAge:    q.o.Life,
		Storage:   jetstream.FileStorage,
		Replicas:  q.o.Replicas,
	})
	if err != nil { // jobs go on without it
		q.log.Warn("jobs that are given back count as those that kill their workers", "err", err)
	}
	p := &place{s, c, given, nil}
	if q.o.Pages {
		if p.pages, err = q.bucket(ctx); err != nil {
			q.log.Warn("a page opens only what was kept by the process that it asks", "err", err)
		}
	}
	return p, nil
}

// stream makes a stream, or changes it.
func (q *Queue) stream(ctx context.Context, want jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := q.js.Stream(ctx, want.Name)
	if err == nil && sameStream(s.CachedInfo().Config, want) {
		return s, nil
	}
	if s, err = q.js.CreateOrUpdateStream(ctx, want); err != nil {
		return nil, refused("stream "+want.Name, err)
	}
	return s, nil
}

var consumer = jetstream.ConsumerConfig{
	Durable:       consumerName,
	AckPolicy:     jetstream.AckExplicitPolicy,
	AckWait:       ackWait,
	MaxAckPending: -1,
}

// sameStream compares the settings that this package makes: the server fills in the rest. A change
// is work for all servers of a cluster, and every process compares at every connection.
func sameStream(a, b jetstream.StreamConfig) bool {
	return slices.Equal(a.Subjects, b.Subjects) && a.Retention == b.Retention && a.Discard == b.Discard &&
		a.DiscardNewPerSubject == b.DiscardNewPerSubject && a.MaxMsgs == b.MaxMsgs &&
		max(0, a.MaxMsgsPerSubject) == max(0, b.MaxMsgsPerSubject) && a.MaxAge == b.MaxAge &&
		(b.Duplicates == 0 || a.Duplicates == b.Duplicates) &&
		a.Storage == b.Storage && a.Replicas == b.Replicas
}

func sameConsumer(a, b jetstream.ConsumerConfig) bool {
	return a.Durable == b.Durable && a.AckPolicy == b.AckPolicy && a.AckWait == b.AckWait && a.MaxAckPending == b.MaxAckPending
}

// refused tells an operator what to do if the server refuses.
func refused(what string, err error) error {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.Code < 500 {
		return fmt.Errorf("the server refuses the %s (%w): if there is one of another shape, remove it (its jobs are lost)", what, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}
