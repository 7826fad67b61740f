package bot

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"kibitz/bot/queue"
	"kibitz/bot/rest"
)

// This file is what the queue is for: requests that outlast Clock.AckAfter are put there
// before they are deferred, and any process answers them, by edits of the deferral. An
// edit can be made twice without harm, so that it is enough that each job is done at least
// once.

const (
	jobLife     = 15 * time.Minute // as an interaction's token
	maxAttempts = 6                // at a job: what so many workers died of is not tried again
	laterAgain  = 3 * time.Second  // and more each time, for a job that could not be answered here
)

// openQueue connects to the queue, if there is one.
func (b *bot) openQueue() (err error) {
	if b.cfg.Queue.URL == "" {
		return nil
	}
	b.jobs, err = queue.Open(queue.Options{
		URL: b.cfg.Queue.URL, Credentials: b.cfg.Queue.Credentials, Replicas: b.cfg.Queue.Replicas,
		PerUser: b.cfg.Limits.PerUser, Total: b.cfg.Limits.WorkerCount() + b.cfg.Limits.Queue, Life: jobLife,
		Dial: b.dial, Log: b.log,
	})
	return err
}

func (b *bot) closeQueue() {
	if b.jobs != nil {
		b.jobs.Close()
	}
}

// takeJobs works on the queue's jobs until ctx ends: on fewer at once than there are
// workers, where there are several, so that what has just come finds one.
func (b *bot) takeJobs(ctx context.Context) {
	if b.jobs == nil || !b.cfg.Queue.Work {
		return
	}
	b.jobs.Work(ctx, make(chan struct{}, max(1, b.cfg.Limits.WorkerCount()-1)), func(ctx context.Context, d *queue.Delivery) (v queue.Verdict) {
		v = againLater(d) // should it panic
		err := safely(func() error { v = b.resume(ctx, d); return nil })
		if err != nil {
			b.log.Error("panic in a job", "interaction", d.ID, "err", err)
		}
		return v
	})
}

// handOver puts a request that takes long into the queue, and defers it; false if it has
// to go on here.
func (b *bot) handOver(a *answer) bool {
	start := time.Now()
	err := b.jobs.Put(b.sending, queue.Job{ID: a.in.id, User: a.in.user, Arrived: a.in.born, Data: a.in.raw})
	b.metrics.putSeconds.observe(time.Since(start))
	switch {
	case errors.Is(err, queue.ErrUserFull):
		a.refuse(noticeBusyUser)
		return true
	case errors.Is(err, queue.ErrFull):
		a.refuse(noticeBusyBot)
		return true
	case err != nil:
		b.metrics.putFailures.Inc()
		b.log.Warn("not handed over: it goes on here", a.in.asked(), "err", err)
		return false
	}
	// Where that fails another process may have deferred the same, and relies on the job:
	// whoever gets it finds out (see wanted).
	a.postpone()
	return true
}

// againLater gives a job back. Each time it rests longer: deliveries are counted, and those
// that end so are not to be taken for deaths.
func againLater(d *queue.Delivery) queue.Verdict {
	return queue.Again(time.Duration(d.Attempt) * laterAgain)
}

// resume answers a request from the queue.
func (b *bot) resume(ctx context.Context, d *queue.Delivery) queue.Verdict {
	if d.Attempt > 1 {
		b.metrics.redelivered.Inc()
	}
	in, err := decode(d.Data)
	if err != nil {
		b.log.Error("a job that cannot be read", "err", err)
		return queue.Poison
	}
	in.born, in.via = time.Now(), viaQueue // Discord says when its token has ended: no two clocks are compared
	a := b.newAnswer(in)
	a.held, a.again = d.Held, d.Attempt > 1
	wanted, err := b.wanted(ctx, in, d)
	switch {
	case d.Lost() || ctx.Err() != nil:
		return queue.Again(0)
	case err != nil:
		b.log.Warn("given back: Discord does not say what became of the deferral", in.asked(), "err", err)
		return againLater(d)
	case !wanted:
		b.log.Debug("answered already", in.asked(), "attempt", d.Attempt)
		return queue.Done
	}
	if in.refused != "" { // a button of a newer version, which a process of that may answer
		return againLater(d)
	}
	_, incident := b.inquire(in)
	if d.Attempt > maxAttempts {
		b.metrics.poison.Inc()
		incident = b.incident(in, errors.New("every worker that tried it died, or gave up"))
	}
	if incident != nil {
		_ = a.last(ctx, b.compose(in, incident))
		return queue.Poison
	}
	return b.finish(ctx, a, d)
}

// finish works and answers, as long as nobody else may.
func (b *bot) finish(ctx context.Context, a *answer, d *queue.Delivery) queue.Verdict {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errUnwanted)
	defer func() { a.over <- a.sent }()
	m := a.follow(ctx, b.work(ctx, a))
	if d.Lost() || ctx.Err() != nil {
		return queue.Again(0)
	}
	if m.inPlace && b.overtaken(ctx, a.in) {
		b.metrics.count(a.in, outcomeElsewhere)
		return queue.Done
	}
	err := a.last(ctx, m)
	if f, ok := errors.AsType[*rest.Fault](err); errors.Is(err, errNotHeld) || ok && f.Passing() {
		return againLater(d)
	}
	return queue.Done // or the token has ended, or the message is gone
}

// overtaken tells whether the message that was clicked on has another board than the one
// that the answer was made from: another process has answered the click, and the person
// may have clicked again since.
func (b *bot) overtaken(ctx context.Context, in *interaction) bool {
	at, err := b.calls.original(ctx, in)
	return err == nil && !slices.Equal(puzzlesIn(at.Components), in.request.Puzzles)
}

// wanted tells whether a deferral still waits for its answer: a process that was lost since,
// or another that got the same event, may have given it.
func (b *bot) wanted(ctx context.Context, in *interaction, d *queue.Delivery) (bool, error) {
	at, err := b.calls.original(ctx, in)
	if f, ok := errors.AsType[*rest.Fault](err); ok && (f.Status == http.StatusNotFound || f.Status == http.StatusUnauthorized) {
		return false, nil // it never was, or it is too late
	}
	if err != nil {
		return false, err
	}
	if in.inPlace {
		// Discord shows no mark of a change that was deferred. But where the answer was a
		// message of its own, a notice of another process, it is that message that we get.
		clicked, _ := born(in.id)
		return at.ID == in.message && (d.Attempt == 1 || at.Edited.Before(clicked)), nil
	}
	return at.pending(), nil
}
