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

	"kibitz/commands/chat"
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
	noticeOverdue  = "overdue"  // data: Count, of seconds
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
		b.goRespond(in, func() { b.respond(in, arrived, wireCallback{Type: answerPong}) })
	case kindAutocomplete:
		b.goRespond(in, func() { b.respond(in, arrived, wireCallback{answerChoices, b.suggest(in)}) })
	case kindCommand, kindClick, kindForm:
		b.goRespond(in, func() { b.serve(in, arrived) })
	default:
		b.log.Warn("an interaction of an unknown kind", "kind", in.kind)
	}
}

// goRespond runs do in a goroutine that survives a panic. What the handler does
// wrong is caught before, where it can still be answered: this is for our own
// mistakes on the way to Discord.
func (b *bot) goRespond(in *interaction, do func()) {
	b.responders.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				b.log.Error("panic in answering", in.asked(), "err", panicked(p))
			}
		}()
		do()
	})
}

// panicked is the error of a panic, with the stack of where it was. It is to be
// called where the panic is recovered.
func panicked(p any) error { return fmt.Errorf("panic: %v\n%s", p, debug.Stack()) }

// safely is do, with a panic for an error.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p)
		}
	}()
	return do()
}

// What a person may wait for suggestions, the way to Discord and back not
// counted, and how long a handler may take to heed the end of that time.
const (
	suggestWithin = 80 * time.Millisecond
	suggestGrace  = 500 * time.Millisecond
)

// suggest completes what is being typed: with nothing if there are too many
// suggestions to make, or if the handler panics or does not come to an end.
func (b *bot) suggest(in *interaction) wireSuggestions {
	none := wireSuggestions{[]choice{}} // Discord wants a list, be it empty
	if !b.admission.enterSuggestion(in.user) {
		return none
	}
	ctx, cancel := context.WithTimeout(b.working, suggestWithin)
	defer cancel()
	made := make(chan wireSuggestions, 1)
	b.workers.Go(func() {
		defer b.admission.releaseSuggestion(in.user)
		made <- wireSuggestions{b.choices(ctx, in)}
	})
	late := time.NewTimer(suggestWithin + suggestGrace)
	defer late.Stop()
	select {
	case s := <-made:
		return s
	case <-late.C:
		b.log.Error("a handler outstays the time for suggestions", in.asked())
		return none
	}
}

// choices are the handler's suggestions, as far as Discord takes them.
func (b *bot) choices(ctx context.Context, in *interaction) (list []choice) {
	list = []choice{}
	defer func() {
		if p := recover(); p != nil {
			list = []choice{}
			b.logIncident(in, panicked(p))
		}
	}()
	for _, c := range b.handler.Suggest(ctx, in.request, in.focus) {
		if !blank(c.Name) && units(c.Value) <= maxChoice && len(list) < maxChoices {
			list = append(list, choice{Name: cut(c.Name, maxChoice), Value: c.Value})
		}
	}
	return list
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
	form, incident := b.inquire(in)
	if form != nil {
		b.respond(in, arrived, wireCallback{answerForm, form})
		return
	}
	if incident != nil {
		a.first(b.compose(in, incident))
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

// inquire asks the handler what has to be known before a request is let in:
// whether the answer is private, and the form that is the answer, if it is one.
// Should the handler panic, incident is the answer.
func (b *bot) inquire(in *interaction) (form *modal, incident *chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			in.private = true
			form, incident = nil, b.incident(in, panicked(p))
		}
	}()
	if in.kind == kindCommand {
		in.private = b.handler.Private(in.request)
	}
	if in.refused != "" || in.kind == kindForm { // a form cannot answer a form
		return nil, nil
	}
	if f := b.handler.Form(in.request); f != nil {
		return newModal(f), nil
	}
	return nil, nil
}

// refuse lets a request in, or returns the id of the notice that turns it away.
func (b *bot) refuse(in *interaction) (notice string) {
	if in.refused != "" {
		return in.refused
	}
	return b.admission.enter(in.user)
}

// solve waits for a worker and returns what to say. A handler that outstays its
// context is given up, but keeps its worker. The files of a request are fetched
// before its budget runs.
func (b *bot) solve(ctx context.Context, in *interaction, latest *atomic.Pointer[chat.Reply]) (m *message) {
	defer func() {
		if p := recover(); p != nil {
			m = b.compose(in, b.incident(in, panicked(p)))
		}
	}()
	select {
	case b.workerSlots <- struct{}{}:
	case <-ctx.Done():
		return b.compose(in, b.unsolved(ctx, in, noticeBusyBot))
	}
	handed := false // the slot is the handler's
	defer func() {
		if !handed {
			<-b.workerSlots
		}
	}()
	if refusal := b.fetch(ctx, in); refusal != nil {
		return b.compose(in, refusal)
	}
	ctx, cancel := context.WithTimeout(ctx, b.cfg.Limits.Solve)
	defer cancel()
	result := make(chan *message, 1)
	handed = true
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

// unsolved is the notice to a request whose context ended before it had an
// answer; at the end of the process it says that instead.
func (b *bot) unsolved(ctx context.Context, in *interaction, notice string) *chat.Reply {
	if context.Cause(ctx) == errStopping {
		notice = noticeStopping
	}
	return b.notice(in, notice, map[string]any{"Count": int(math.Ceil(b.cfg.Limits.Solve.Seconds()))})
}

// handle asks the handler. Should it panic, the reply says so, and the log has
// the stack under the same id.
func (b *bot) handle(ctx context.Context, in *interaction, progress func(*chat.Reply)) (reply *chat.Reply) {
	defer func() {
		if p := recover(); p != nil {
			reply = b.incident(in, panicked(p))
		}
	}()
	reply = b.handler.Handle(ctx, in.request, progress)
	if reply == nil {
		return b.incident(in, errors.New("the handler returned no reply"))
	}
	return reply
}

// incident logs an error of ours and is the reply that owns up to it.
func (b *bot) incident(in *interaction, err error) *chat.Reply {
	return b.notice(in, noticeIncident, map[string]any{"ID": b.logIncident(in, err)})
}

// logIncident logs an error of ours under an id, which it returns.
func (b *bot) logIncident(in *interaction, err error) (id string) {
	random := make([]byte, 4)
	_, _ = rand.Read(random) // never fails
	id = hex.EncodeToString(random)
	b.log.Error("incident", "id", id, in.asked(), "err", err)
	return id
}

// notice is the handler's notice of that id, or a plain one where even that
// panics.
func (b *bot) notice(in *interaction, id string, data map[string]any) (reply *chat.Reply) {
	defer func() {
		if p := recover(); p != nil || reply == nil {
			b.log.Error("no words for a notice", "notice", id, "panic", p)
			reply = plainNotice(id, data)
		}
	}()
	return b.handler.Notice(in.request.Locale, id, data)
}

// plainNotice is a notice without the handler's words.
func plainNotice(id string, data map[string]any) *chat.Reply {
	return &chat.Reply{Tone: chat.Failure, Title: "Something went wrong", Text: fmt.Sprint(id, " ", data), Private: true}
}

// compose lays a reply out, or the notice of an incident if that panics, or, if
// that does too, the plainest one.
func (b *bot) compose(in *interaction, reply *chat.Reply) *message {
	m, err := layOut(reply)
	if err != nil {
		reply = b.incident(in, err)
		if m, err = layOut(reply); err != nil {
			reply = plainNotice(noticeIncident, nil)
			m = compose(reply)
		}
	}
	m.private = m.private || in.private
	m.inPlace = in.inPlace && reply.Tone != chat.Failure // which leaves the message as it is
	if len(m.lost) > 0 {
		b.log.Warn("parts of a reply do not fit", in.asked(), "lost", m.lost)
	}
	return m
}

// layOut is compose with a panic for an error.
func layOut(reply *chat.Reply) (m *message, err error) {
	err = safely(func() error { m = compose(reply); return nil })
	return m, err
}

// An answer is the outgoing side of one request.
type answer struct {
	bot     *bot
	in      *interaction
	arrived time.Time
	latest  atomic.Pointer[chat.Reply] // progress not yet shown
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
			if r := a.latest.Swap(nil); r != nil && !a.in.inPlace { // the message that was clicked on shows no progress
				a.progress(r)
			}
		}
	}
}

// progress shows an interim reply. It is sent once and waited for: arriving
// after the answer, it would replace it.
func (a *answer) progress(r *chat.Reply) {
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
