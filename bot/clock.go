package bot

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"kibitz/commands"
)

// Discord's clocks, from the arrival of an interaction, less a margin for the
// way that the event took to us.
const (
	firstWithin = 3*time.Second - 100*time.Millisecond // the first response
	lastWithin  = 15*time.Minute - 10*time.Second      // every later one
	queueWithin = 14 * time.Minute                     // waiting and solving, to leave time for the answer
)

const (
	deferTry     = 700 * time.Millisecond // of one try to defer, which is small: time for another remains
	progressTry  = 3 * time.Second        // of a progress edit, which the answer may have to wait for
	handlerGrace = 3 * time.Second        // from the end of the budget until the handler is given up
)

// Ids of the notices in place of an answer.
const (
	noticeIncident = "incident" // data: ID
	noticeOverdue  = "overdue"  // data: Seconds
)

// errStopping is why a request's context ends when the process does.
var errStopping = errors.New("stopping")

// accept takes the JSON of an interaction and sees to its answer. It returns
// at once; the source of the JSON does not matter.
func (b *bot) accept(raw []byte) {
	arrived := time.Now()
	b.acceptMu.RLock()
	defer b.acceptMu.RUnlock()
	if b.closed {
		return
	}
	in, err := decode(raw)
	if err != nil {
		b.log.Error("an interaction that cannot be read", "err", err)
		return
	}
	switch in.kind {
	case kindPing:
		b.responders.Go(func() { b.respond(in, arrived, wireCallback{Type: answerPong}) })
	case kindAutocomplete:
		b.responders.Go(func() { b.respond(in, arrived, wireCallback{answerChoices, b.suggest(in)}) })
	case kindCommand, kindClick, kindForm:
		b.responders.Go(func() { b.serve(in, arrived) })
	default:
		b.log.Warn("an interaction of an unknown kind", "kind", in.kind)
	}
}

// suggestWithin is what a person may wait for suggestions, the way to Discord
// and back not counted.
const suggestWithin = 80 * time.Millisecond

// suggest completes what is being typed.
func (b *bot) suggest(in *interaction) (s wireSuggestions) {
	s.Choices = []choice{} // Discord wants a list, be it empty
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("panic in suggesting", in.asked(), "panic", p, "stack", string(debug.Stack()))
		}
	}()
	ctx, cancel := context.WithTimeout(b.working, suggestWithin)
	defer cancel()
	for _, c := range b.handler.Suggest(ctx, in.request, in.focus) {
		if !blank(c.Name) && units(c.Value) <= maxChoice && len(s.Choices) < maxChoices {
			s.Choices = append(s.Choices, choice{Name: cut(c.Name, maxChoice), Value: c.Value})
		}
	}
	return s
}

// form opens the form that a request asks for, if it does.
func (b *bot) form(in *interaction, arrived time.Time) (opened bool) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("panic in opening a form", in.asked(), "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f := b.handler.Form(in.request)
	if f == nil {
		return false
	}
	b.respond(in, arrived, wireCallback{answerForm, newModal(f)})
	return true
}

// respond sends a first response that is no message.
func (b *bot) respond(in *interaction, arrived time.Time, body wireCallback) {
	p, err := jsonPayload(body)
	if err == nil {
		ctx, cancel := context.WithDeadline(b.sending, arrived.Add(firstWithin))
		defer cancel()
		err = b.rest.respond(ctx, in, "response", p, deferTry)
	}
	if err != nil {
		b.log.Warn("no response", "kind", in.kind, "err", err)
	}
}

// serve sees a request through to its one reply.
func (b *bot) serve(in *interaction, arrived time.Time) {
	a := &answer{bot: b, in: in, arrived: arrived}
	if in.kind == kindCommand {
		in.private = b.handler.Private(in.request)
	}
	if in.refused == "" && in.kind != kindForm && b.form(in, arrived) { // a form cannot answer a form
		return
	}
	if refusal := b.refuse(in); refusal != "" {
		m := b.compose(in, b.notice(in, refusal, nil))
		m.private = true
		a.first(m)
		return
	}
	defer b.admission.release()
	// A person may ask again as soon as there is an answer: it may be on their
	// screen while we still wait for Discord to say that it arrived.
	releaseUser := sync.OnceFunc(func() { b.admission.releaseUser(in.user) })
	defer releaseUser()

	ctx, cancel := context.WithDeadlineCause(b.working, arrived.Add(queueWithin), errors.New("the interaction ends"))
	defer cancel()
	done := make(chan *message, 1)
	b.responders.Go(func() { done <- b.solve(ctx, in, &a.latest) })

	ack := time.NewTimer(time.Until(arrived.Add(b.cfg.Clock.AckAfter)))
	defer ack.Stop()
	select {
	case m := <-done:
		releaseUser()
		a.first(m)
	case <-ack.C:
		if a.postpone() {
			m := a.follow(done)
			releaseUser()
			a.last(m)
		}
	}
}

// refuse lets a request in, or returns the id of the notice that turns it away.
func (b *bot) refuse(in *interaction) (notice string) {
	if in.refused != "" {
		return in.refused
	}
	return b.admission.enter(in.user)
}

// solve gives the request its turn at a worker and returns what to say. A
// handler that outstays its context is given up, but keeps its worker. The
// files of a request are fetched before its budget runs.
func (b *bot) solve(ctx context.Context, in *interaction, latest *atomic.Pointer[commands.Reply]) *message {
	select {
	case b.workerSlots <- struct{}{}:
	case <-ctx.Done():
		return b.compose(in, b.unsolved(ctx, in, noticeBusyBot))
	}
	if refusal := b.fetch(ctx, in); refusal != nil {
		<-b.workerSlots
		return b.compose(in, refusal)
	}
	ctx, cancel := context.WithTimeout(ctx, b.cfg.Limits.Solve)
	defer cancel()
	result := make(chan *message, 1)
	b.workers.Go(func() {
		defer func() { <-b.workerSlots }()
		result <- b.compose(in, b.handle(ctx, in, latest.Store))
	})
	select {
	case m := <-result:
		return m
	case <-ctx.Done():
	}
	select {
	case m := <-result:
		return m
	case <-time.After(handlerGrace):
		b.log.Error("a handler outstays its budget", in.asked())
		return b.compose(in, b.unsolved(ctx, in, noticeOverdue))
	}
}

// unsolved is the reply to a request whose context ended without any: a notice,
// unless it is the end of the process.
func (b *bot) unsolved(ctx context.Context, in *interaction, notice string) *commands.Reply {
	if context.Cause(ctx) == errStopping {
		notice = noticeStopping
	}
	return b.notice(in, notice, map[string]any{"Seconds": int(math.Ceil(b.cfg.Limits.Solve.Seconds()))})
}

// handle asks the handler. Should it panic, the reply says so, and the log has
// the stack under the same id.
func (b *bot) handle(ctx context.Context, in *interaction, progress func(*commands.Reply)) (reply *commands.Reply) {
	defer func() {
		if p := recover(); p != nil {
			reply = b.incident(in, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	reply = b.handler.Handle(ctx, in.request, progress)
	if reply == nil {
		return b.incident(in, errors.New("the handler returned no reply"))
	}
	return reply
}

// incident logs an error of ours and is the reply that owns up to it.
func (b *bot) incident(in *interaction, err error) *commands.Reply {
	id := make([]byte, 4)
	_, _ = rand.Read(id) // never fails
	name := hex.EncodeToString(id)
	b.log.Error("incident", "id", name, in.asked(), "err", err)
	return b.notice(in, noticeIncident, map[string]any{"ID": name})
}

// notice has the handler's words for what befell a request, or plain ones
// where even that panics.
func (b *bot) notice(in *interaction, id string, data map[string]any) (reply *commands.Reply) {
	defer func() {
		if p := recover(); p != nil || reply == nil {
			b.log.Error("no words for a notice", "notice", id, "panic", p)
			reply = &commands.Reply{Tone: commands.Failure, Title: "Something went wrong", Text: fmt.Sprint(id, " ", data), Private: true}
		}
	}()
	return b.handler.Notice(in.request.Locale, id, data)
}

// compose lays a reply out, or the notice of an incident if that panics.
func (b *bot) compose(in *interaction, reply *commands.Reply) (m *message) {
	defer func() {
		if p := recover(); p != nil {
			m = compose(b.incident(in, fmt.Errorf("panic in composing: %v\n%s", p, debug.Stack())))
			m.private = m.private || in.private
		}
	}()
	m = compose(reply)
	m.private = m.private || in.private
	m.inPlace = in.inPlace && reply.Tone != commands.Failure // which leaves the message as it is
	if len(m.lost) > 0 {
		b.log.Warn("parts of a reply do not fit", in.asked(), "lost", m.lost)
	}
	return m
}

// An answer is the outgoing side of one request.
type answer struct {
	bot     *bot
	in      *interaction
	arrived time.Time
	latest  atomic.Pointer[commands.Reply] // progress not yet shown
}

// first sends m as the first response, in time for it.
func (a *answer) first(m *message) {
	ctx, cancel := context.WithDeadline(a.bot.sending, a.arrived.Add(firstWithin))
	defer cancel()
	a.send(m, "answer", func(m *message) error {
		p, err := m.callback()
		if err != nil {
			return err
		}
		return a.bot.rest.respond(ctx, a.in, "answer", p, 0)
	})
}

// last puts m in the place of the deferral. Where a change to the message was
// deferred, a failure is sent as a follow-up, so that the message stays as it is.
func (a *answer) last(m *message) {
	ctx, cancel := context.WithDeadline(a.bot.sending, a.arrived.Add(lastWithin))
	defer cancel()
	a.send(m, "edit", func(m *message) error {
		if a.in.inPlace && !m.inPlace {
			p, err := m.followUp()
			if err != nil {
				return err
			}
			return a.bot.rest.followUp(ctx, a.in, p)
		}
		p, err := m.edit()
		if err != nil {
			return err
		}
		return a.bot.rest.edit(ctx, a.in, "edit", p, false)
	})
}

// send gives a message to put. A message that Discord finds wrong is our
// mistake, and the person is told so in one that is plain enough to be right.
func (a *answer) send(m *message, way string, put func(*message) error) {
	err := put(m)
	if f, ok := errors.AsType[*fault](err); ok && f.misshapen() {
		err = put(a.bot.compose(a.in, a.bot.incident(a.in, err)))
	}
	log := a.bot.log.With("way", way, a.in.asked(), "took", time.Since(a.arrived).Round(time.Millisecond))
	switch {
	case err == nil:
		log.Info("answered")
	case hasCode(err, codeAlreadyAcknowledged):
		log.Warn("answered by somebody else: does another process use this token?")
	default:
		log.Error("not answered", "err", err)
	}
}

// postpone defers the answer; false when there will be none to give: Discord
// no longer waits for it, or somebody else answers.
func (a *answer) postpone() bool {
	ctx, cancel := context.WithDeadline(a.bot.sending, a.arrived.Add(firstWithin))
	defer cancel()
	err := a.bot.rest.respond(ctx, a.in, "deferral", deferral(a.in), deferTry)
	if err == nil {
		return true
	}
	a.bot.log.Warn("not deferred", a.in.asked(), "err", err)
	f, ok := errors.AsType[*fault](err)
	return ok && f.arrived && f.passing()
}

// follow shows the progress until the answer is there.
func (a *answer) follow(done <-chan *message) *message {
	tick := time.NewTicker(a.bot.cfg.Clock.ProgressEvery)
	defer tick.Stop()
	for {
		select {
		case m := <-done:
			return m
		case <-tick.C:
			if r := a.latest.Swap(nil); r != nil && !a.in.inPlace { // what is there stays until its turn
				a.progress(r)
			}
		}
	}
}

// progress is sent once and waited for: one that came after the answer would
// take its place.
func (a *answer) progress(r *commands.Reply) {
	marked := *r
	marked.Title = ProgressMark + " " + r.Title
	ctx, cancel := context.WithTimeout(a.bot.sending, progressTry)
	defer cancel()
	p, err := a.bot.compose(a.in, &marked).edit()
	if err == nil {
		err = a.bot.rest.edit(ctx, a.in, "progress", p, true)
	}
	if err != nil {
		a.bot.log.Debug("progress not shown", "err", err)
	}
}
