// Package bot is Kibitz on Discord: what comes in, what goes out, and the life
// of the process. What a command means is package commands' business.
//
// One message goes a straight way:
//
//	accept → decode → admission → (when a worker is free) fetch, Handler.Handle → compose → respond, or defer and edit
//
// What must come at once, forms and suggestions, does not wait for a worker.
//
// accept takes raw JSON and does not care where it came from. The answer runs
// by Discord's clocks (see serve): what is done within Clock.AckAfter is the
// first response; all else is deferred, shows its progress, and takes the
// deferral's place. Every request ends in exactly one reply: an answer, or a
// notice of why there is none. A panic, of the handler or of the bot, ends in a
// notice too, and never the process.
//
// Nothing is kept between messages. A click finds the puzzle in the message
// that it is on, and what to do with it in the button's custom_id, so a bot
// that was restarted, or another one, serves it as well.
package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"kibitz/commands/chat"
)

// A Handler answers requests. Its methods are called concurrently.
type Handler interface {
	// Handle answers a request. When ctx ends it returns what is certain by
	// then. It may call progress with interim replies, which it then leaves
	// alone, from any goroutine and as often as it likes.
	Handle(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply

	// Form is the form that a request opens, or nil for none. It answers at
	// once: a form can be only the first answer.
	Form(req *chat.Request) *chat.Form

	// Private tells whether the answer to a command is for the asker alone.
	Private(req *chat.Request) bool

	// Suggest completes the option that is being typed, at once or when ctx
	// ends, with at most 25 choices.
	Suggest(ctx context.Context, req *chat.Request, option string) []chat.Choice

	// Notice is the reply, in a person's language, to a request that gets no
	// other. The ids, and the data that goes into the words, are "busy.user",
	// "busy.bot", "stopping", "unknown", "not-yours", "file.unreachable",
	// "file.too-large" (Max, a size: "1 MiB"), "overdue" (Count, an int: the
	// time for one puzzle), "incident" (ID: what to look for in the log).
	Notice(locale, id string, data map[string]any) *chat.Reply

	// Definitions are the commands to register.
	Definitions() []chat.Definition
}

// Options say what Run runs.
type Options struct {
	Config     Config
	Token      string // the bot's, without "Bot " before it; never logged
	Handler    Handler
	HTTPClient *http.Client // for all requests to Discord; nil for one of its own
	SkipDrain  bool         // at the end do not let running requests finish: they answer with what they have
	Logger     *slog.Logger // nil for slog.Default(), where discordgo's errors go in any case
}

// The end of a run, together below the ten seconds that container engines give
// by default: the running requests may finish; then they are told to answer
// with what they have; then nothing is sent any more.
const (
	drainFor  = 4 * time.Second
	answerFor = handlerGrace + time.Second
	abandonIn = 500 * time.Millisecond
)

type bot struct {
	cfg         Config
	log         *slog.Logger
	handler     Handler
	rest        *rest
	files       files
	link        *gateway
	admission   *admission
	workerSlots chan struct{} // one for each worker; a handler that outstays its budget keeps its own

	fileLimits map[string]int64 // see fileLimits

	working       context.Context // of the requests
	cancelWork    context.CancelCauseFunc
	sending       context.Context // of what is sent to Discord
	cancelSending context.CancelFunc

	responders sync.WaitGroup // goroutines that see to answers
	workers    sync.WaitGroup // goroutines in the handler, which may outstay their context

	acceptMu sync.RWMutex
	closed   bool // nothing more is accepted

	skipDrain bool // see Options
}

func newBot(o Options) (*bot, error) {
	token, err := cleanToken(o.Token)
	if err != nil {
		return nil, err
	}
	b := &bot{cfg: o.Config, log: o.Logger, handler: o.Handler, skipDrain: o.SkipDrain}
	if b.log == nil {
		b.log = slog.Default()
	}
	client := o.HTTPClient
	if client == nil {
		client = newClient()
	}
	if b.rest, err = newREST(token, client); err != nil {
		return nil, err
	}
	b.files = newFiles(client)
	b.fileLimits = fileLimits(o.Handler.Definitions())
	if b.link, err = newGateway(token, client, b.log, b.accept); err != nil {
		return nil, err
	}
	limits := o.Config.Limits
	b.workerSlots = make(chan struct{}, limits.WorkerCount())
	b.admission = newAdmission(limits.WorkerCount(), limits.Queue, limits.PerUser)
	b.working, b.cancelWork = context.WithCancelCause(context.Background())
	b.sending, b.cancelSending = context.WithCancel(context.Background())
	return b, nil
}

// cleanToken takes away what a token is pasted with.
func cleanToken(token string) (string, error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(token)+" ", "Bot "))
	switch {
	case token == "":
		return "", errors.New("no token: set the environment variable DISCORD_TOKEN to the one on the Bot page of discord.com/developers")
	case !urlSafe().MatchString(token):
		return "", errors.New("DISCORD_TOKEN is not a token: it has characters that no token has")
	}
	return token, nil
}

// newClient is a client that notices a dead connection before a callback's
// three seconds are over.
func newClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 32
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 2 * time.Second}
	return &http.Client{Transport: t}
}

// Run connects to Discord, registers the commands and serves until ctx ends,
// which is no error, or until it cannot go on. It then lets the running
// requests finish, for a few seconds, and returns when nothing of it runs any
// more.
func Run(ctx context.Context, o Options) error {
	b, err := newBot(o)
	if err != nil {
		return err
	}
	return b.run(ctx)
}

func (b *bot) run(ctx context.Context) error {
	stopHealth, err := b.serveHealth()
	if err != nil {
		return err
	}
	defer stopHealth()

	linkCtx, unlink := context.WithCancel(context.Background())
	defer unlink()
	broken := make(chan error, 1)
	var life sync.WaitGroup
	life.Go(func() { broken <- safely(func() error { return b.link.run(linkCtx) }) })
	life.Go(func() { b.register(linkCtx) })

	select {
	case <-ctx.Done():
		b.log.Info("stopping")
	case err = <-broken:
		b.log.Error("stopping", "err", err)
	}
	b.drain()
	unlink()
	life.Wait()
	return errors.Join(err, b.close())
}

// drain lets no more requests in and waits for those that run.
func (b *bot) drain() {
	b.admission.close()
	if !b.skipDrain && b.emptyWithin(drainFor) {
		return
	}
	b.cancelWork(errStopping)
	if !b.emptyWithin(answerFor) {
		b.log.Error("stopping with requests unanswered")
	}
}

func (b *bot) emptyWithin(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-b.admission.empty:
		return true
	case <-t.C:
		return false
	}
}

// close ends what is still running. A handler that does not heed its context
// cannot be ended: that is its error.
func (b *bot) close() error {
	b.acceptMu.Lock()
	b.closed = true
	b.acceptMu.Unlock()
	b.cancelWork(errStopping)
	b.cancelSending()
	b.responders.Wait()

	done := make(chan struct{})
	go func() {
		b.workers.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-time.After(abandonIn):
		_, suggestions, _ := b.admission.state()
		return fmt.Errorf("%d handlers do not heed their context and were abandoned", len(b.workerSlots)+suggestions)
	}
}
