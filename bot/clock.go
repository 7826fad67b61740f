package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Discord's clocks, from the birth of an interaction, less a margin for the time that the
// event took to reach us.
const (
	firstWithin = 3*time.Second - 100*time.Millisecond // the first response
	lastWithin  = 15*time.Minute - 10*time.Second      // every later one
	queueWithin = 14 * time.Minute                     // waiting and solving, to leave time for the answer
)

const (
	glance       = 100 * time.Millisecond // for the answer to an interaction that comes late, before it is deferred
	leastFirst   = 500 * time.Millisecond // for the first response, however old the interaction seems to be
	handlerGrace = 3 * time.Second        // from the end of the budget until the handler is given up
)

// firstUntil returns when the first response has to be with Discord.
func (in *interaction) firstUntil() time.Time {
	return later(in.born.Add(firstWithin), time.Now().Add(leastFirst))
}

// waited returns how long a person has waited by now. For a job it is as wrong as the clock
// of the process that put it.
func (in *interaction) waited() time.Duration {
	since := in.born
	if !in.since.IsZero() && in.since.Before(in.born) {
		since = in.since
	}
	return time.Since(since)
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// serve sees a request through to its one reply.
func (b *bot) serve(in *interaction) {
	a := b.newAnswer(in)
	form, incident := b.inquire(in)
	switch {
	case form != nil:
		b.respond(in, wire.Callback{Type: wire.AnswerForm, Data: form})
		return
	case incident != nil:
		a.first(b.compose(in, incident))
		return
	}
	switch refusal := b.refusal(in); {
	case refusal == "":
		if !b.launch(a) {
			b.attend(a)
		}
	case refusal == noticeStopping && b.jobs != nil && b.handOver(a): // for another process
	default:
		a.refuse(refusal)
	}
}

// inquire has the handler read the request, and asks two things before the request is let in:
// whether the answer is private, and whether it is a form. If the handler panics, incident is the
// answer.
func (b *bot) inquire(in *interaction) (form *wire.Modal, incident *chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			in.private = true
			form, incident = nil, b.incident(in, panicked(p))
		}
	}()
	if in.refused != "" {
		return nil, nil
	}
	in.inquiry = b.handler.Inquire(in.request)
	in.private = in.private || in.inquiry.Private
	if in.apart = in.inquiry.Apart && b.reaches(); in.apart && !in.alone { // a message of its own needs a way out
		in.request.Origin = b.origin(in)
	}
	if in.kind == wire.KindForm { // a form cannot answer a form
		return nil, nil
	}
	f := in.inquiry.Form()
	if f != nil && f.Mends && b.fetchInTime(in) {
		f = in.inquiry.Form()
	}
	if f == nil {
		return nil, nil
	}
	return compose.Form(f), nil
}

// refusal lets a request in, or returns the id of the notice that turns it away.
func (b *bot) refusal(in *interaction) (notice string) {
	if in.refused != "" {
		return in.refused
	}
	return b.admission.enter(in.user)
}

// attend answers a request that was let in: with the first response, or, if it takes longer,
// after a deferral. A deferred request is handed over to the queue, if there is one.
func (b *bot) attend(a *answer) {
	in := a.in
	size := 0 // of the answer
	defer func() { b.admission.release(in.user, size) }()
	defer func() { a.over <- a.sent }()
	// A person may ask again as soon as there is an answer: it may be on their screen
	// while we still wait for Discord to say that it arrived.
	done := sync.OnceFunc(func() { b.admission.done(in.user, size) })
	defer done()

	ctx, cancel := context.WithCancelCause(b.working)
	defer cancel(errUnwanted)
	answered := b.work(ctx, a)
	ack := time.NewTimer(time.Until(later(in.born.Add(b.cfg.Clock.AckAfter), time.Now().Add(min(glance, b.cfg.Clock.AckAfter)))))
	defer ack.Stop()
	select {
	case m := <-answered:
		size = m.Bytes
		done()
		a.respondWhole(m)
	case <-ack.C:
		if b.jobs != nil && b.handOver(a) {
			return
		}
		if b.passOn(a) {
			return
		}
		if b.fileOutOfReach(in) {
			a.refuse(noticeFileUnreachable)
			return
		}
		if err := a.postpone(); err != nil {
			a.conclude(err, outcomeDeferred)
			a.sent = false // nobody gets the answer of the handler that is stopped now
			return
		}
		m := a.follow(b.sending, answered)
		size = m.Bytes
		done()
		a.conclude(a.last(b.sending, m), outcomeDeferred)
	}
}

var (
	errUnwanted       = errors.New("nobody waits for the answer")
	errInteractionEnd = errors.New("the interaction ends")
)

// work answers a request in a goroutine of its own. A click that changes its message keeps
// other clicks from changing it until a.over says whether its own answer has arrived.
func (b *bot) work(ctx context.Context, a *answer) <-chan *compose.Message {
	answered := make(chan *compose.Message, 1)
	b.goRespond(a.in, func() {
		ctx, cancel := context.WithDeadlineCause(ctx, a.in.born.Add(queueWithin), errInteractionEnd)
		defer cancel()
		leave, m, ok := b.boards.enter(ctx, a.in)
		if !ok {
			answered <- b.compose(a.in, b.unsolved(ctx, a.in, noticeBusyBot))
			return
		}
		if m == nil {
			m = b.entered(ctx, a.in, b.solve(ctx, a.in, &a.latest))
		}
		answered <- m
		if sent := <-a.over; !sent {
			m = nil
		}
		leave(m)
	})
	return answered
}
