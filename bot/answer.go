package bot

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/endpoint"
	"kibitz/bot/rest"
	"kibitz/bot/settings"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// An answer is the outgoing side of one request.
type answer struct {
	bot    *bot
	in     *interaction
	latest atomic.Pointer[chat.Reply] // progress not yet shown
	over   chan bool                  // gets, at the end, whether the answer has arrived
	sent   bool                       // the answer has arrived

	held        func() bool   // reports whether this process alone may answer; nil if it always may
	again       bool          // the answer to a job that another worker had before
	progressing chan struct{} // closed when the last progress edit has ended; nil while there was none
	quiet       time.Time     // until when that edit's rate limit lasts; known once it has ended
	stands      bool          // an answer of another process is there; known once that edit has ended
	before      *stand        // the clicked message as done first saw it; nil before
}

func (b *bot) newAnswer(in *interaction) *answer {
	return &answer{bot: b, in: in, over: make(chan bool, 1)}
}

const (
	progressWait  = 3 * time.Second  // for a progress edit that is under way when the answer is there
	progressEnd   = time.Minute      // for a progress edit from its beginning
	lookWithin    = 15 * time.Second // for a look at the message that is there
	stoppingAfter = 2 * time.Second  // from an interaction's birth to the notice that the process ends
)

// refuse sends the asker a notice in place of an answer. If another process may have got the
// same event, it waits until stoppingAfter from the event's birth: Discord takes the first
// response, and the other's answer is better than a notice. It waits at the end of the process,
// and when others may hold the gateway as well: after a link that was dead, this process may
// count puzzles of a person that others have long answered. A signed request, whose response
// nobody else can give, does not wait.
func (a *answer) refuse(notice string) {
	others := a.in.via == settings.ViaGateway && a.bot.jobs != nil
	if (notice == noticeStopping || others) && a.in.reply == nil {
		sleep.For(a.bot.sending, time.Until(a.in.born.Add(stoppingAfter)))
	}
	m := a.bot.compose(a.in, a.bot.notice(a.in, notice, nil))
	m.Private = true
	a.respond(m, outcomeRefused)
}

// first sends m as the first response, in time for it.
func (a *answer) first(m *compose.Message) { a.respond(m, outcomeAnswered) }

// largeFirst is the most bytes of files in a first response that the bot sends by a call of its own:
// three such calls at once take less than two seconds over a line of 64 kB/s, and Discord waits for
// three seconds.
const largeFirst = 32 << 10

// respondWhole sends m as the first response. If m is larger than largeFirst, and has to be sent by a
// call of the bot's own, the answer is deferred first: Discord then waits 15 minutes for the edit. So is an
// answer apart: the token of a deferred edit can edit the message that was clicked on.
func (a *answer) respondWhole(m *compose.Message) {
	if !a.in.apart && (a.in.reply != nil || m.Bytes <= largeFirst || m.Private != a.in.private) {
		a.first(m)
		return
	}
	err := a.postpone()
	if err == nil {
		err = a.last(a.bot.sending, m)
	}
	a.conclude(err, outcomeDeferred)
}

// respond sends m as the first response, and notes the outcome.
func (a *answer) respond(m *compose.Message, outcome string) {
	ctx, cancel := context.WithDeadline(a.bot.sending, a.in.firstUntil())
	defer cancel()
	err := a.send(m, func(m *compose.Message) error {
		p, err := m.Callback()
		if err != nil {
			return err
		}
		return a.bot.firstResponse(ctx, a.in, "answer", p)
	})
	a.conclude(err, outcome)
}

// last puts m in the place of the deferral, as long as ctx lets it and the interaction's token
// lives. It returns errOvertaken if another process has answered. It waits up to progressWait
// for a progress edit that is under way. If that takes longer, last sends m at once, and again
// after the end of the edit, which may have replaced it.
func (a *answer) last(ctx context.Context, m *compose.Message) error {
	until := a.in.born.Add(lastWithin)
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	late := !a.progressEnds(ctx, progressWait)
	if !late {
		sleep.For(ctx, time.Until(a.quiet))
	}
	if a.overtaken(ctx, m) {
		return errOvertaken
	}
	err := a.send(m, func(m *compose.Message) error { return a.put(ctx, m) })
	if late && err == nil { // the edit may have replaced the answer, and nobody else would find out
		ctx, cancel := context.WithDeadline(a.bot.sending, until)
		defer cancel()
		a.progressEnds(ctx, progressEnd)
		err = a.send(m, func(m *compose.Message) error { return a.put(ctx, m) })
	}
	return err
}

// alone reports whether no other process may answer.
func (a *answer) alone() bool { return a.held == nil || a.held() }

// overtaken reports whether another process has answered, or changed the message that was clicked on.
//
// Another process may answer a job of the queue, and a request that goes on here although
// the queue may have it (queue.ErrUnknown). A worker that hears nothing of the queue does not
// stop: as a rule nobody hears of the queue then, and a person would only wait for longer.
//
// Discord's edits have no condition. So two things remain. Two processes may look at one
// moment, and both write: the same answer twice, or two notices under a message that was
// clicked on. And an edit that was sent just before a network fell silent may arrive when it
// speaks again: progress (see revisit), or the answer to a click before the last, in the
// place of an answer.
func (a *answer) overtaken(ctx context.Context, m *compose.Message) bool {
	job := a.in.via == viaQueue
	if a.alone() && !(job && m.InPlace) { // the worker that had the job before may have changed the message
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	at, err := a.bot.calls.original(ctx, a.in)
	return err == nil && a.done(ctx, at) // it is better to say it twice than not at all
}

// done reports whether the message that is to be edited, as it is by now, has its answer, from here or
// elsewhere: the deferral does not wait for it any more; or the message that was clicked on has another
// board, or was edited since done first saw it, and the person may have clicked again since.
func (a *answer) done(ctx context.Context, at *stand) bool {
	switch {
	case !a.in.ofClicked():
		return !at.pending()
	case a.before == nil:
		a.before = at
	case !at.Edited.Equal(a.before.Edited):
		return true
	}
	now, known := a.bot.carriedBy(ctx, a.in, at)
	return known && !slices.Equal(now, a.in.request.Puzzles)
}

// revisits are the pauses before each new look at an answer. At the last look no progress
// edit can be under way any more.
var revisits = []time.Duration{15 * time.Second, 15 * time.Second, progressEnd}

// revisit looks again at the answer to a job that another process had before. A process that
// was cut off may have sent progress just then, which arrives in the answer's place when its
// network speaks again.
func (a *answer) revisit(m *compose.Message) {
	for _, after := range revisits {
		if !sleep.For(a.bot.working, after) {
			return
		}
		ctx, cancel := context.WithTimeout(a.bot.sending, lookWithin)
		at, err := a.bot.calls.original(ctx, a.in)
		if err == nil && at.pending() {
			a.bot.log.Warn("answered once more: progress came after the answer", a.in.asked())
			err = a.put(ctx, m)
		}
		cancel()
		if err != nil {
			a.bot.log.Debug("an answer was not looked at again", a.in.asked(), "err", err)
		}
	}
}

// put edits the deferral. If a change to the message was deferred, a failure is sent as a
// follow-up, so that the message stays as it is. A follow-up cannot be sent twice without harm:
// put returns nil without one if another worker had the job before, and errNotHeld if another
// may have it now.
func (a *answer) put(ctx context.Context, m *compose.Message) error {
	if a.in.ofClicked() && !m.InPlace {
		switch {
		case a.again: // the worker that had the job before may have sent it
			return nil
		case a.in.via == viaQueue && !a.alone():
			return errNotHeld
		}
		p, err := m.FollowUp()
		if err != nil {
			return err
		}
		return a.bot.calls.followUp(ctx, a.in, p)
	}
	p, err := m.Edit()
	if err != nil {
		return err
	}
	return a.bot.calls.edit(ctx, a.in, p, func(at *stand) bool { return a.done(ctx, at) })
}

// send gives a message to put. If Discord finds it wrong, an emoji of the application may be gone,
// and send tries again with plain ones. Or the file that it was to keep may be gone, and send tries
// again with the file. If Discord still finds it wrong the mistake is
// ours, and the person is told so in a message that is plain enough to be right.
func (a *answer) send(m *compose.Message, put func(*compose.Message) error) error {
	err := put(m)
	if misshapen(err) && m.Untile() {
		err = put(m)
	}
	if m.Kept != "" && misshapen(err) {
		m.Kept = ""
		err = put(m)
	}
	if misshapen(err) {
		err = put(a.bot.compose(a.in, a.bot.incident(a.in, err)))
	}
	return err
}

// misshapen reports whether an error says that Discord finds a message wrong.
func misshapen(err error) bool {
	f, ok := errors.AsType[*rest.Fault](err)
	return ok && f.Misshapen()
}

// conclude notes the outcome of the interaction, by the error of its answer.
func (a *answer) conclude(err error, outcome string) {
	outcome = outcomeOf(err, outcome)
	a.sent = outcome == outcomeAnswered || outcome == outcomeDeferred ||
		outcome == outcomeElsewhere && err != errOvertaken // the other process gave the same answer
	a.bot.count(a.in, outcome)
	level, what := slog.LevelInfo, "answered"
	about := []slog.Attr{slog.String("outcome", outcome), a.in.asked(), slog.Duration("took", a.in.waited().Round(time.Millisecond))}
	switch outcome {
	case outcomeElsewhere: // as usual if two processes hold the gateway
		level, what = slog.LevelDebug, "answered by another process"
	case outcomeLate, outcomeLost:
		level, what = slog.LevelError, "not answered"
		about = append(about, slog.Any("err", err))
	}
	a.bot.log.LogAttrs(a.bot.sending, level, what, about...)
}

var (
	errNotHeld   = errors.New("another process may answer") // and send the notice, too
	errOvertaken = errors.New("another process has answered")
)

// Outcomes of an interaction, as metrics and the log name them.
const (
	outcomeAnswered  = "answered"
	outcomeDeferred  = "deferred" // and then answered
	outcomeRefused   = "refused"
	outcomeElsewhere = "elsewhere" // another process was first
	outcomeLate      = "late"      // Discord no longer waited
	outcomeLost      = "lost"
)

// outcomeOf returns the outcome that the error of an answer means; sent if there is no error.
func outcomeOf(err error, sent string) string {
	switch {
	case err == nil:
		return sent
	case rest.HasCode(err, rest.AlreadyAcknowledged), errors.Is(err, errOvertaken):
		return outcomeElsewhere
	case rest.HasCode(err, rest.UnknownInteraction), errors.Is(err, endpoint.ErrLate):
		return outcomeLate
	}
	return outcomeLost
}

// postpone defers the answer. An error means that no answer is to be given: Discord no longer
// waits for it, or another process answers.
func (a *answer) postpone() error {
	ctx, cancel := context.WithDeadline(a.bot.sending, a.in.firstUntil())
	defer cancel()
	err := a.bot.firstResponse(ctx, a.in, "deferral", wire.Deferral(a.in.ofClicked(), a.in.private))
	if err == nil {
		return nil
	}
	if f, ok := errors.AsType[*rest.Fault](err); ok && f.Arrived && f.Passing() || a.in.reply != nil && !errors.Is(err, endpoint.ErrLate) {
		a.bot.log.Warn("perhaps not deferred", a.in.asked(), "err", err)
		return nil
	}
	return err
}

// follow shows the progress, as long as ctx lets it, until the answer is there.
func (a *answer) follow(ctx context.Context, answered <-chan *compose.Message) *compose.Message {
	tick := time.NewTicker(a.bot.cfg.Clock.ProgressEvery)
	defer tick.Stop()
	for {
		select {
		case m := <-answered:
			return m
		case <-tick.C:
			if a.in.ofClicked() || !a.mayProgress() { // the message that was clicked on shows no progress
				continue
			}
			if r := a.latest.Swap(nil); r != nil && a.alone() {
				a.progress(ctx, r)
			}
		}
	}
}

// progress shows an interim reply. It is sent once, and the answer waits for its end or is
// sent again: progress that arrives after the answer replaces it.
func (a *answer) progress(ctx context.Context, r *chat.Reply) {
	marked := *r
	marked.Title = compose.ProgressMark + " " + r.Title
	ended := make(chan struct{})
	a.progressing = ended
	a.bot.goRespond(a.in, func() {
		defer close(ended)
		ctx, cancel := context.WithTimeout(ctx, progressEnd)
		defer cancel()
		err := a.interim(ctx, &marked)
		if f, ok := errors.AsType[*rest.Fault](err); ok {
			a.quiet = time.Now().Add(min(f.RetryAfter, progressEnd))
		}
		if err != nil {
			a.bot.log.Debug("progress not shown", "err", err)
		}
	})
}

// interim sends an interim reply, unless another process has answered: a queue that has
// forgotten which worker has a job gives it again as if for the first time.
func (a *answer) interim(ctx context.Context, r *chat.Reply) error {
	if a.in.via == viaQueue {
		at, err := a.bot.calls.glance(ctx, a.in, progressEnd)
		if err != nil {
			return err
		}
		if a.stands = !at.pending(); a.stands {
			return errOvertaken
		}
	}
	p, err := a.bot.compose(a.in, r).Edit()
	if err != nil {
		return err
	}
	return a.bot.calls.progress(ctx, a.in, p)
}

// mayProgress reports whether neither a progress edit nor its rate limit is in the way, nor an
// answer that progress would replace.
func (a *answer) mayProgress() bool {
	return a.progressing == nil || closed(a.progressing) && !a.stands && !time.Now().Before(a.quiet)
}

// progressEnds waits for the end of a progress edit; false if it does not come in time.
func (a *answer) progressEnds(ctx context.Context, within time.Duration) bool {
	if a.progressing == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case <-a.progressing:
		return true
	case <-ctx.Done():
		return false
	}
}

// closed reports whether a channel is closed.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// asked returns, for the log, which command or which button was asked. Values are left out,
// for they may hold a puzzle.
func (in *interaction) asked() slog.Attr {
	if in.request == nil {
		return slog.Group("", "interaction", in.id, "via", in.via)
	}
	return slog.Group("", "interaction", in.id, "via", in.via, "command", in.request.Command, "path", wire.WithoutValues(in.request.Path))
}
