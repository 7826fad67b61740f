package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"kibitz/bot/queue"
	"kibitz/bot/rest"
)

// This file puts requests that outlast Clock.AckAfter into the queue, before they are
// deferred, and answers the jobs of the queue, by edits of the deferral. Any process may take
// a job. An edit can be made twice without harm, so each job has to be done at least once.

const (
	jobLife     = 15 * time.Minute // of a job, as of an interaction's token
	maxDeaths   = 6                // of workers that tried a job, until it is given up
	laterAgain  = 3 * time.Second  // times the number of tries: pause before a job is given to a worker again,
	latestAgain = 30 * time.Second // at most this
)

// openQueue connects to the queue, if there is one.
func (b *bot) openQueue() (err error) {
	if b.cfg.Queue.URL == "" {
		return nil
	}
	b.jobs, err = queue.Open(queue.Options{
		URL: b.cfg.Queue.URL, Credentials: b.cfg.Queue.Credentials, Replicas: b.cfg.Queue.Replicas,
		PerUser: b.cfg.Limits.PerUser, Total: b.cfg.Limits.WorkerCount() + b.cfg.Limits.Queue, Life: jobLife,
		Pages: b.cfg.Activity.Address != "",
		Dial:  b.dial, Log: b.log,
	})
	return err
}

func (b *bot) closeQueue() {
	if b.jobs != nil {
		b.jobs.Close()
	}
}

// takeJobs works on the queue's jobs until ctx ends. With several workers it leaves one to
// requests that have just come.
func (b *bot) takeJobs(ctx context.Context) {
	if b.jobs == nil || !b.cfg.Queue.Work {
		return
	}
	b.jobs.Work(ctx, make(chan struct{}, max(1, b.cfg.Limits.WorkerCount()-1)), b.reaches, func(ctx context.Context, d *queue.Delivery) (v queue.Verdict) {
		// A panic counts as a death: there is no verdict.
		err := safely(func() error { v = b.resume(ctx, d); return nil })
		if err != nil {
			b.log.Error("panic in a job", "interaction", d.ID, "err", err)
		}
		if v == queue.Done || v == queue.Poison {
			b.witnessed.forget(d.ID)
		}
		return v
	})
}

// handOver puts a request that takes long into the queue, and defers it; false if the request
// has to go on here.
func (b *bot) handOver(a *answer) bool {
	start := time.Now()
	job := queue.Job{ID: a.in.id, User: a.in.user, Arrived: a.in.born, Data: a.in.raw}
	err := b.jobs.Put(b.sending, job)
	b.metrics.PutSeconds.Observe(time.Since(start))
	switch {
	case errors.Is(err, queue.ErrUserFull):
		a.refuse(noticeBusyUser)
		return true
	case errors.Is(err, queue.ErrFull):
		a.refuse(noticeBusyBot)
		return true
	case err != nil:
		if errors.Is(err, queue.ErrUnknown) {
			a.held = func() bool { return false }
		}
		b.metrics.PutFailures.Inc()
		b.log.Warn("not handed over: it goes on here", a.in.asked(), "err", err)
		return false
	}
	b.witnessed.keep(job, lookEvery)
	// If this fails another process may have deferred the same interaction, and relies on the
	// job: its worker finds out (see waits), and counts the outcome.
	if err := a.postpone(); outcomeOf(err, "") == outcomeElsewhere {
		b.count(a.in, outcomeElsewhere)
	} else if err != nil {
		b.log.Warn("handed over, but not deferred", a.in.asked(), "err", err)
	}
	return true
}

// againLater gives a job back, for longer each time.
func againLater(d *queue.Delivery) queue.Verdict {
	return queue.Again(min(time.Duration(d.Attempt)*laterAgain, latestAgain))
}

// resume answers a request from the queue, and returns what becomes of the job. It gives the
// job back if the lease is lost, if neither Discord nor the queue says whether the job was done
// before, or if a newer version of the bot has to answer. A job is Poison if it cannot be read. It
// is also Poison, and the person is told, if it kills its workers or makes the handler panic.
func (b *bot) resume(ctx context.Context, d *queue.Delivery) queue.Verdict {
	if d.Attempt > 1 {
		b.metrics.Redelivered.Inc()
	}
	in, err := decode(d.Data)
	if err != nil {
		b.log.Error("a job that cannot be read", "err", err)
		return queue.Poison
	}
	in.since, in.born, in.via = d.Arrived, time.Now(), viaQueue // Discord says when the token has ended: no two clocks are compared
	a := b.newAnswer(in)
	a.held, a.again = d.Held, d.Repeated()
	at, err := b.calls.original(ctx, in)
	wanted, err := in.waits(at, err, a.again)
	switch {
	case d.Lost() || ctx.Err() != nil:
		return queue.Again(0)
	case rest.HasCode(err, rest.UnknownWebhook): // it never was, or it is too late
		b.log.Error("not answered", in.asked(), "err", err)
		b.count(in, outcomeLost)
		return queue.Done
	case err != nil:
		b.log.Warn("given back: Discord does not say what became of the deferral", in.asked(), "err", err)
		return againLater(d)
	case !wanted:
		b.log.Debug("answered already", in.asked(), "attempt", d.Attempt)
		return queue.Done
	}
	if in.refused != "" { // a button of a newer version: a process of that version may answer
		return againLater(d)
	}
	_, incident := b.inquire(in)
	switch deadly, err := b.deadly(ctx, d); {
	case err != nil:
		b.log.Warn("given back: the queue does not say what became of those who had the job", in.asked(), "err", err)
		return againLater(d)
	case deadly:
		b.metrics.Poison.Inc()
		incident = b.incident(in, errors.New("every worker that tried it died, or was cut off"))
	}
	if incident != nil {
		a.conclude(a.last(ctx, b.compose(in, incident)), outcomeDeferred)
		return queue.Poison
	}
	return b.finish(ctx, a, d)
}

// deadly reports whether a job kills its workers: at least maxDeaths had it and gave no verdict.
func (b *bot) deadly(ctx context.Context, d *queue.Delivery) (bool, error) {
	if d.Attempt <= maxDeaths {
		return false, nil
	}
	deaths, err := b.jobs.Deaths(ctx, d)
	return deaths >= maxDeaths, err
}

// finish works and answers, as long as this process has the job. It gives the job back if the
// lease is lost, or if the answer did not reach Discord and may do so later.
func (b *bot) finish(ctx context.Context, a *answer, d *queue.Delivery) queue.Verdict {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errUnwanted)
	defer func() { a.over <- a.sent }()
	m := a.follow(ctx, b.work(ctx, a))
	if d.Lost() || ctx.Err() != nil {
		return queue.Again(0)
	}
	err := a.last(ctx, m)
	if f, ok := errors.AsType[*rest.Fault](err); errors.Is(err, errNotHeld) || ok && f.Passing() {
		b.log.Warn("given back: not answered", a.in.asked(), "err", err)
		return againLater(d)
	}
	a.conclude(err, outcomeDeferred)
	if a.sent && a.again && !a.in.ofClicked() {
		b.goRespond(a.in, func() { a.revisit(m) })
	}
	return queue.Done // or the token has ended, or the message is gone
}

// waits reports whether a deferral still waits for its answer. at and err are what a look at the first
// response returned. again says that another process may have begun to answer.
func (in *interaction) waits(at *stand, err error, again bool) (bool, error) {
	f, ok := errors.AsType[*rest.Fault](err)
	switch {
	case ok && f.Code != rest.UnknownWebhook && (f.Status == http.StatusNotFound || f.Status == http.StatusUnauthorized):
		return false, nil // the message is gone, or the token is over
	case err != nil:
		return false, err
	}
	if in.ofClicked() {
		// Discord shows no mark of a change that was deferred. But if the answer was a message
		// of its own, a notice of another process, Discord returns that message.
		clicked, _ := born(in.id)
		return at.ID == in.message && (!again || at.Edited.Before(clicked)), nil
	}
	return at.pending(), nil
}
