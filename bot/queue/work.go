package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"kibitz/bot/sleep"
)

const (
	askFor       = 2 * time.Second // how long a request for a job waits at the server
	answerWithin = time.Second     // after this the server counts as away
	askAgain     = 500 * time.Millisecond
	settleAgain  = 250 * time.Millisecond
	lastTries    = 2 // tries to settle a job when the process ends
)

// A Delivery is a job that a worker has on a lease.
type Delivery struct {
	Job
	Attempt int // 1 for the first delivery; those that were given back count, too (see Queue.Deaths)

	reply string // subject on which the server hears about the job
	lease *lease
}

// Repeated reports whether another worker may have had the job before.
func (d *Delivery) Repeated() bool { return d.Attempt > 1 || d.Again }

// Held reports whether the job is this worker's alone, for long enough to write something. Two
// writes need it: progress, which must not come after another worker's answer, and messages that
// must not be sent twice.
func (d *Delivery) Held() bool { return d.lease.isHeld() }

// Lost reports whether another worker may have the job. Then nothing may be written any more. A job
// is neither held nor lost while no server can be reached: then the answer may be written.
func (d *Delivery) Lost() bool { return d.lease.isLost() }

// A Verdict tells the server what becomes of a job, in the server's own words. The zero value tells
// nothing: the job goes to another worker after ackWait.
type Verdict string

const (
	Done   Verdict = "+ACK"
	Poison Verdict = "+TERM" // no worker tries it again
)

// Again gives a job back, to be delivered again after a delay.
func Again(delay time.Duration) Verdict {
	if delay <= 0 {
		return "-NAK"
	}
	return Verdict(fmt.Sprintf(`-NAK {"delay": %d}`, delay.Nanoseconds()))
}

func (v Verdict) givesBack() bool { return strings.HasPrefix(string(v), "-NAK") }

// Work has jobs done, each in a goroutine of its own, until ctx ends and all of them have returned.
// It takes a turn, by sending to turns, before it asks for a job, and gives it back when the job is
// settled: a job that waited here would use up its lease. It holds one turn while there is no job.
// It asks for none while able reports false.
//
// The context of do ends with the cause ErrLeaseLost when the lease is lost, and with ctx's cause
// when ctx ends. In the second case do should return Again(0), and another process takes over at
// once.
//
// No job is dropped for the number of its attempts. By Deaths, do must distinguish a job that kills
// its workers from one that was unlucky.
func (q *Queue) Work(ctx context.Context, turns chan struct{}, able func() bool, do func(context.Context, *Delivery) Verdict) {
	var running sync.WaitGroup
	defer running.Wait()
	for ctx.Err() == nil {
		if !able() {
			sleep.For(ctx, askAgain)
			continue
		}
		select {
		case turns <- struct{}{}:
		case <-ctx.Done():
			return
		}
		d, err := q.take(ctx)
		if d == nil {
			<-turns
			if err != nil {
				q.declareSoon() // the consumer may be gone
				sleep.For(ctx, askAgain)
			}
			continue
		}
		running.Go(func() {
			defer func() { <-turns }()
			q.run(ctx, d, do)
		})
	}
}

// run does a job, keeps its lease meanwhile, and passes the verdict on.
func (q *Queue) run(ctx context.Context, d *Delivery, do func(context.Context, *Delivery) Verdict) {
	doing, end := context.WithCancelCause(ctx)
	defer end(nil)
	keeping, stop := context.WithCancel(context.WithoutCancel(ctx)) // the lease is kept also while do finishes
	var keeper sync.WaitGroup
	keeper.Go(func() { q.keep(keeping, d, func() { end(ErrLeaseLost) }) })
	v := do(doing, d)
	stop()
	keeper.Wait()
	q.settle(ctx, d, v)
}

// settle tells the server the verdict, unless the lease is lost: the server would believe it, and
// drop a job that another worker has. Without an answer it tries again while the lease lasts. It
// stops early when the process ends. It gives a job back only once: a second time would take the
// job from its next worker.
func (q *Queue) settle(ctx context.Context, d *Delivery, v Verdict) {
	for tries := 1; v != "" && !d.Lost(); tries++ {
		if v.givesBack() && q.connected.Load() {
			q.noteGivenBack(d)
		}
		err := q.tell(context.Background(), d, string(v))
		if err == nil {
			return
		}
		said := err != errUnreachable && v.givesBack()
		if said || ctx.Err() != nil && tries >= lastTries {
			q.log.Warn("no verdict passed on: the job will be delivered again", "job", d.ID, "err", err)
			return
		}
		time.Sleep(settleAgain)
	}
	if d.Lost() {
		q.log.Warn("a lease was lost", "job", d.ID, "attempt", d.Attempt)
	}
}

// take asks the server for a job, and waits for it up to askFor; nil if there is none, or ctx
// ends. Its lease counts from the moment before the server was asked.
func (q *Queue) take(ctx context.Context) (*Delivery, error) {
	if !q.connected.Load() {
		return nil, errUnreachable
	}
	answers := make(chan *nats.Msg, 2)
	sub, err := q.nc.ChanSubscribe(q.nc.NewInbox(), answers)
	if err != nil {
		return nil, err
	}
	const next = "$JS.API.CONSUMER.MSG.NEXT." + streamName + "." + consumerName
	asked := time.Now()
	ask := fmt.Appendf(nil, `{"batch":1,"expires":%d}`, askFor.Nanoseconds())
	if err := q.nc.PublishRequest(next, sub.Subject, ask); err != nil {
		_ = sub.Unsubscribe()
		return nil, err
	}
	late := time.NewTimer(askFor + answerWithin)
	defer late.Stop()
	select {
	case m := <-answers:
		_ = sub.Unsubscribe()
		return q.read(m, asked)
	case <-late.C:
		_ = sub.Unsubscribe()
		return nil, errors.New("asking for a job: the server does not answer")
	case <-ctx.Done():
		q.recall(ctx, sub, answers)
		return nil, nil
	}
}

// recall takes a request for a job back, and returns the job if it was already on its way.
func (q *Queue) recall(ctx context.Context, sub *nats.Subscription, answers <-chan *nats.Msg) {
	_ = sub.Drain() // the server sends no more, but messages on their way arrive
	flush, cancel := context.WithTimeout(context.Background(), answerWithin)
	defer cancel()
	if q.nc.FlushWithContext(flush) != nil {
		return
	}
	select {
	case m := <-answers:
		if d, _ := q.read(m, time.Now()); d != nil {
			q.settle(ctx, d, Again(0))
		}
	default:
	}
}

// read returns the job of the server's answer m, or nil if m says that there is none. The lease
// counts from asked. A job without a readable time of arrival arrived when the server stored it.
func (q *Queue) read(m *nats.Msg, asked time.Time) (*Delivery, error) {
	switch status := m.Header.Get("Status"); status {
	case "":
	case "404", "408": // there was no job within the time
		return nil, nil
	default:
		return nil, fmt.Errorf("asking for a job: %s %s", status, m.Header.Get("Description"))
	}
	meta, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	arrived, err := time.Parse(time.RFC3339Nano, m.Header.Get(headerArrived))
	if err != nil {
		arrived = meta.Timestamp
	}
	return &Delivery{
		Job: Job{
			ID:      m.Header.Get(nats.MsgIdHdr),
			User:    m.Header.Get(headerUser),
			Arrived: arrived,
			Again:   m.Header.Get(headerAgain) != "",
			Data:    m.Data,
		},
		Attempt: int(meta.NumDelivered),
		reply:   m.Reply,
		lease:   newLease(asked, q.leaseTerm, &q.connected),
	}, nil
}
