// Package bot is Kibitz on Discord: what comes in, what goes out, and the life
// of the process. What a command means is package commands' business.
//
// One message goes a straight way:
//
//	accept → decode → admission → fetch → (when it is its turn) Handler.Handle → compose → respond, or defer and edit
//
// Forms and suggestions must come at once, and do not wait for a turn.
//
// accept takes raw JSON (package wire), wherever it came from: over the gateway (package
// gateway), or as a signed request (package endpoint), whose response then is the first
// response. The answer (package compose) runs by Discord's clocks (see attend): one that is
// there within Clock.AckAfter is the first response; any other is deferred, shows its
// progress, and takes the deferral's place. With a queue (package queue), a deferred request
// lies there until this process or another has answered it. Everything that is sent to
// Discord goes through package rest. Every request ends in exactly one reply: an answer, or
// a notice of why there is none. A panic, of the handler or of the bot, ends in a notice
// too, and never the process.
//
// Nothing is kept between messages. A click finds the puzzle in the message that it is on,
// or in a file of that message (see carry.go), and what to do with it in the button's
// custom_id: a bot that was restarted, or another one, serves it as well.
package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"kibitz/activity"
	"kibitz/activity/relay"
	"kibitz/bot/compose"
	"kibitz/bot/gateway"
	"kibitz/bot/ops"
	"kibitz/bot/queue"
	"kibitz/bot/rest"
	"kibitz/bot/settings"
	"kibitz/commands/chat"
)

// A Handler answers requests. Its methods are called concurrently.
type Handler interface {
	// Inquire reads a request, at once. It is called once for a request.
	Inquire(req *chat.Request) chat.Inquiry

	// Suggest completes the option that is being typed, at once or when ctx
	// ends, with at most 25 choices.
	Suggest(ctx context.Context, req *chat.Request, option string) []chat.Choice

	// Notice returns the reply, in a person's language, to a request that gets no
	// other. The ids, and the data that goes into the words, are "busy.user",
	// "busy.bot", "stopping", "unknown", "not-yours", "file.unreachable",
	// "file.no-puzzle", "file.too-large" (Max, a size: "1 MiB"), "overdue" (Count, an int: the
	// time for one puzzle), "incident" (ID: what to look for in the log), "paint" (above a button to the
	// page; Kept, a bool: it works for 15 minutes).
	Notice(locale, id string, data map[string]any) *chat.Reply

	// Definitions returns the commands to register.
	Definitions() []chat.Definition
}

// Options say what Run runs.
type Options struct {
	Config  settings.Config
	Token   string // the bot's, without "Bot " before it; never logged; "" for an endpoint that needs none
	Handler Handler
	Version string // of the program
	Logger  *slog.Logger

	Renewed   <-chan settings.Renewal // settings that have changed; nil for none
	Witnessed int64                   // the most bytes of jobs in the queue that are kept until they are answered: see witness
	TilePause time.Duration           // before each upload of a tile; 0 for the usual one
	SkipDrain bool                    // at the end running requests do not finish: they answer with what they have

	// Takes the handler of the page on which boards are painted, in place of a listener at activity.addr; nil
	// for the listener.
	Page func(http.Handler)

	// The network; nil for the real one.
	Transport func() http.RoundTripper // makes a fresh one for requests to Discord
	Listen    func(network, address string) (net.Listener, error)
	Dial      func(ctx context.Context, network, address string) (net.Conn, error) // to the gateway and the queue
}

// The steps at the end of a run. Together they stay below the ten seconds that container
// engines give by default: the running requests may finish; then they are told to answer
// with what they have; then nothing is sent any more. An endpoint lingers before.
const (
	drainFor  = 3 * time.Second
	answerFor = handlerGrace + time.Second
	refuseFor = stoppingAfter
	abandonIn = 500 * time.Millisecond
)

// A bot is one process of Kibitz on Discord. Its fields, and with them the files of this
// package, are in three groups:
//
//   - incoming: from raw JSON to an interaction that is answered once (accept, receive,
//     introduce, register, tiles, interaction, age, deliveries).
//   - answering: from an interaction to its one reply (clock, launch, admission, solve, turns, boards,
//     files, carry, suggest, incident, answer, calls, table, jobs, witness, reach, crew).
//   - operating: the life of the process, and what its operators set and see (bot, renew,
//     watch), and the posts that nobody asks for (daily).
type bot struct {
	incoming
	answering
	operating
}

type incoming struct {
	link       *gateway.Gateway       // nil with an endpoint
	app        chan string            // the application's id, when the gateway first says it
	unready    atomic.Pointer[string] // why an endpoint does not serve yet; "" if it does
	ages       ageing
	deliveries deliveries
	acceptMu   sync.RWMutex
	closed     bool        // nothing more is accepted
	draining   atomic.Bool // an endpoint accepts nothing more
}

type answering struct {
	handler    Handler
	current    atomic.Pointer[settings.Limits] // see limits
	admission  *admission
	turns      *turns
	live       *relay.Relay     // joins people who paint one board; nil without the page
	shelf      activity.Shelf   // see keep
	inside     *activity.Inside // nil if the page is no Activity
	visitors   chan struct{}    // holds one value for each request of the page: see answerPage
	crowd      chan struct{}    // and for each whose address is that of a crowd
	boards     boards
	fetching   chan struct{}    // see maxFetching
	fileLimits map[string]int64 // see fileLimits
	rest       *rest.Client
	calls      calls
	tiles      atomic.Pointer[compose.Tiles] // that have an emoji by now; nil for none
	jobs       *queue.Queue                  // nil without a queue
	witnessed  witness
	stuck      atomic.Int64 // handlers that outstay their budget

	working       context.Context // of the requests
	cancelWork    context.CancelCauseFunc
	sending       context.Context // of what is sent to Discord
	cancelSending context.CancelFunc
	responders    *crew // goroutines that see to answers
	workers       *crew // goroutines in the handler, which may outstay their context
}

type operating struct {
	cfg       settings.Config
	token     atomic.Pointer[string] // "" for none
	version   string
	log       *slog.Logger
	metrics   *ops.Metrics
	listen    func(network, address string) (net.Listener, error)
	dial      func(ctx context.Context, network, address string) (net.Conn, error)
	webhooks  []webhook // for the puzzles of the day
	tilePause time.Duration
	takePage  func(http.Handler) // see Options.Page
	skipDrain bool               // see Options
	leaving   atomic.Bool        // the process is about to end
}

// newBot returns a bot that does nothing yet. A malformed token is an error; so is a missing
// one, unless the bot is an endpoint whose public key is in the settings.
func newBot(o Options) (*bot, error) {
	token, err := cleanToken(o.Token)
	if err != nil && (o.Token != "" || o.Config.Discord.Via != settings.ViaEndpoint || o.Config.Endpoint.Key == "") {
		return nil, err
	}
	b := &bot{}
	if b.webhooks, err = readWebhooks(o.Config.Daily.Webhooks); err != nil {
		return nil, fmt.Errorf("daily.webhooks: %w", err)
	}
	b.operate(o, token)
	limits := o.Config.Limits
	b.handler = o.Handler
	b.current.Store(&limits)
	b.admission = newAdmission(limits)
	b.turns = newTurns(limits.WorkerCount())
	b.visitors = make(chan struct{}, visitorsPerWorker*limits.WorkerCount())
	b.crowd = make(chan struct{}, limits.WorkerCount())
	b.witnessed.room = o.Witnessed
	b.fetching = make(chan struct{}, maxFetching)
	b.fileLimits = fileLimits(o.Handler.Definitions())
	b.metrics = b.newMetrics()
	if o.Config.Activity.Discord {
		b.inside = &activity.Inside{}
	}
	b.rest = rest.New(b.currentToken, o.agent(), o.transport(), b.metrics.Requested)
	b.calls = calls{b.rest}
	b.working, b.cancelWork = context.WithCancelCause(context.Background())
	b.sending, b.cancelSending = context.WithCancel(context.Background())
	b.responders, b.workers = newCrew(), newCrew()

	b.app = make(chan string, 1)
	b.unready.Store(new("Discord has not said yet who we are"))
	if o.Config.Discord.Via == settings.ViaGateway {
		b.link = b.newLink(b.app)
	}
	return b, nil
}

// operate takes on what the operator has chosen.
func (b *bot) operate(o Options, token string) {
	b.cfg, b.version, b.skipDrain, b.takePage = o.Config, o.Version, o.SkipDrain, o.Page
	b.tilePause = cmp.Or(o.TilePause, uploadPause)
	b.log, b.listen, b.dial = o.Logger, o.Listen, o.Dial
	b.token.Store(&token)
	if b.log == nil {
		b.log = slog.Default()
	}
	if name, err := os.Hostname(); err == nil && (o.Config.Queue.URL != "" || o.Config.Discord.Via == settings.ViaEndpoint) {
		b.log = b.log.With("replica", name) // one log may hold what several processes say
	}
	if b.listen == nil {
		b.listen = net.Listen
	}
}

// transport returns a function that makes transports to Discord.
func (o Options) transport() func() http.RoundTripper {
	if o.Transport != nil {
		return o.Transport
	}
	return func() http.RoundTripper { return rest.NewTransport() }
}

func (b *bot) currentToken() string { return *b.token.Load() }

// agent returns the User-Agent of the program, in Discord's form.
func (o Options) agent() string {
	return "DiscordBot (" + cmp.Or(o.Config.About.Source, "https://discord.com/developers") + ", " + cmp.Or(o.Version, "development") + ")"
}

// limits returns the present limits: they change with the settings.
func (b *bot) limits() settings.Limits { return *b.current.Load() }

// cleanToken returns a token without the spaces and the "Bot " that it is pasted with.
func cleanToken(token string) (string, error) {
	token = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(token)+" ", "Bot "))
	switch {
	case token == "":
		return "", errors.New("no token: set the environment variable DISCORD_TOKEN to the one on the Bot page of discord.com/developers")
	case !isURLSafe(token):
		return "", errors.New("DISCORD_TOKEN is not a token: it has characters that no token has")
	}
	return token, nil
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
	return b.run(ctx, o.Renewed)
}

// run serves until ctx ends or the bot cannot go on. Then things end in this order: jobs of the
// queue go back; an endpoint lingers until load balancers know; running requests end (drain);
// nothing is taken in any more (conclude); the gateway or the endpoint closes; all goroutines
// end (close); last the queue. The error says why the bot could not go on, or how many handlers
// did not end.
func (b *bot) run(ctx context.Context, renewed <-chan settings.Renewal) error {
	if err := b.openQueue(); err != nil {
		return err
	}
	defer b.closeQueue()
	if b.cfg.Activity.Address != "" {
		b.live = b.newRelay()
	}
	stopAdmin, err := b.serveAdmin()
	if err != nil {
		return err
	}
	defer stopAdmin()

	stopPage, err := b.servePage()
	if err != nil {
		return err
	}
	defer stopPage()

	source, shut := context.WithCancel(context.Background())
	defer shut()
	broken := make(chan error, 1)
	var life sync.WaitGroup
	life.Go(func() { broken <- safely(func() error { return b.receive(source) }) })
	life.Go(func() { b.renew(source, renewed) })
	working, giveBack := context.WithCancelCause(context.Background())
	defer giveBack(nil)
	b.responders.Go(func() { b.takeJobs(working) })
	b.responders.Go(func() { b.bearWitness(working) })
	b.responders.Go(func() { b.knock(working) })
	b.responders.Go(func() { b.postDailies(working) })
	b.responders.Go(func() { b.knowApplication(working) })

	select {
	case <-ctx.Done():
		b.log.Info("stopping")
	case err = <-broken:
		b.log.Error("stopping", "err", err)
	}
	b.leaving.Store(true)
	giveBack(errStopping) // at once: other processes go on with the jobs
	if b.live != nil {
		life.Go(b.live.Close) // at once: the next process joins people again
	}
	if err == nil && b.cfg.Discord.Via == settings.ViaEndpoint && !b.skipDrain {
		time.Sleep(b.cfg.Endpoint.Linger)
	}
	b.drain()
	b.conclude()
	shut() // after the last responses have gone over it
	life.Wait()
	return errors.Join(err, b.close())
}

// receive takes interactions in, over the gateway or as an endpoint, until ctx ends.
func (b *bot) receive(ctx context.Context) error {
	if b.cfg.Discord.Via == settings.ViaEndpoint {
		return b.serveEndpoint(ctx)
	}
	return b.holdGateway(ctx)
}

// drain lets no more requests in and waits for the running ones: for drainFor until they finish,
// then for answerFor until they have answered with what they have. With SkipDrain the first
// wait is left out.
func (b *bot) drain() {
	b.draining.Store(true)
	b.admission.close()
	if !b.skipDrain && within(drainFor, b.admission.empty) {
		return
	}
	b.cancelWork(errStopping)
	if !within(answerFor, b.admission.empty) {
		b.log.Error("stopping with requests unanswered")
	}
}

// within waits at most d for ended to be closed; false if it takes longer.
func within(d time.Duration, ended <-chan struct{}) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ended:
		return true
	case <-t.C:
		return false
	}
}

// conclude takes nothing in any more, not even to refuse it, and waits for the responses that
// are being sent.
func (b *bot) conclude() {
	b.acceptMu.Lock()
	b.closed = true
	b.acceptMu.Unlock()
	b.cancelWork(errStopping)
	within(refuseFor, b.responders.ended())
}

// close ends all that still runs. A handler that does not heed its context cannot be ended:
// close returns an error then.
func (b *bot) close() error {
	b.cancelSending()
	b.responders.Wait()
	b.responders.dismiss()
	if within(abandonIn, b.workers.ended()) {
		b.workers.dismiss()
		return nil
	}
	b.workers.end()
	_, busy, _ := b.turns.state()
	_, suggestions := b.admission.state()
	return fmt.Errorf("%d handlers do not heed their context and were abandoned", busy+suggestions)
}
