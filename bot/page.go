package bot

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"kibitz/activity"
	"kibitz/activity/relay"
	"kibitz/bot/endpoint"
	"kibitz/bot/ops"
	"kibitz/commands/chat"
)

// visitorsPerWorker bounds the requests of the page that may wait for each worker. More are turned away, so
// that the page never fills the places of requests from Discord.
const visitorsPerWorker = 4

// viaPage marks a request of the page on which boards are painted.
const viaPage = "page"

// servePage serves the page on which boards are painted until stop is called, if the settings have an
// address for it: at activity.addr, unless Options.Page takes it.
func (b *bot) servePage() (stop func(), err error) {
	if b.cfg.Activity.Address == "" {
		return func() {}, nil
	}
	site := activity.Site{Own: b.cfg.Activity.Address, Answer: b.answerPage, Kept: b.kept, Live: b.live, Inside: b.inside}
	handler := site.Handler()
	if b.takePage != nil {
		b.takePage(handler)
		return b.live.Close, nil
	}
	l, err := b.listen("tcp", b.cfg.Activity.Addr)
	if err != nil {
		return nil, fmt.Errorf("activity.addr: %w", err)
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 3 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ConnContext: endpoint.ConnContext, ErrorLog: slog.NewLogLogger(b.log.Handler(), slog.LevelDebug),
	}
	ctx, end := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() {
		defer close(served)
		if err := ops.ServeHTTP(ctx, &endpoint.Door{Listener: l, Places: ops.Connections()}, server); err != nil {
			b.log.Error("the page is not served any more", "err", err)
		}
	}()
	b.log.Info("waiting for visitors of the page", "addr", l.Addr().String())
	return func() { b.live.Close(); end(); <-served }, nil
}

// newRelay returns what joins people who paint one board. With a queue it reaches those in other processes, too.
func (b *bot) newRelay() *relay.Relay {
	o := relay.Options{
		Limits:  relay.Usual(ops.Connections()),
		Trusted: func(r *http.Request) bool { return relay.SameSite(r, b.cfg.Activity.Address) || b.inside.Trusts(r) },
		From:    b.countsFor,
		Stay:    endpoint.Stay,
	}
	if b.jobs != nil {
		o.Bus = b.jobs
	}
	return relay.New(o)
}

// countsFor returns the name that a request of the page counts for, and whether a crowd shares it.
func (b *bot) countsFor(r *http.Request) (name string, crowd bool) {
	from := b.inside.Caller(r)
	return from.String(), from.Crowd
}

// answerPage answers a request of the page, under the limits of a request from Discord: of one person, of all
// together, of time and of workers. It returns early, with a notice, when ctx ends. It answers nothing where find
// reports that a request cannot be completed.
func (b *bot) answerPage(ctx context.Context, from activity.Caller, req *chat.Request, find func(context.Context) bool) *chat.Reply {
	in := &interaction{id: strconv.FormatInt(time.Now().UnixNano(), 10), user: viaPage + " " + from.Address, request: req, via: viaPage, born: time.Now()}
	places := []chan struct{}{b.visitors}
	switch {
	case from.User != "": // who is counted as in a chat
		in.user = from.User
	case from.Crowd: // nobody can be told from another there: each request counts for itself, and all for the crowd
		in.user += " " + rand.Text()
		places = append(places, b.crowd)
	}
	for _, place := range places {
		select {
		case place <- struct{}{}:
			defer func() { <-place }()
		default:
			b.metrics.PageRefused.Inc()
			return b.notice(in, noticeBusyBot, nil)
		}
	}
	if refusal := b.admission.enter(in.user); refusal != "" {
		b.metrics.PageRefused.Inc()
		return b.notice(in, refusal, nil)
	}
	defer b.admission.release(in.user, 0)
	defer b.admission.done(in.user, 0)
	b.metrics.PageTaken.Inc()
	if find != nil && !find(ctx) {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(errUnwanted)
	defer context.AfterFunc(b.working, func() { cancel(context.Cause(b.working)) })()
	if err := safely(func() error { in.inquiry = b.handler.Inquire(req); return nil }); err != nil {
		return b.incident(in, err)
	}
	return inTurn(ctx, b, in, func() {}, func(*chat.Reply) {}, func(r *chat.Reply) *chat.Reply { return r })
}
