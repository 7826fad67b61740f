package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	openWithin  = time.Minute     // a handshake with the gateway; beyond it hangs
	stuckAfter  = 2 * time.Minute // discordgo's session has been locked: it is deadlocked
	ackWithin   = 90 * time.Second
	lookEvery   = 10 * time.Second
	lockWithin  = 250 * time.Millisecond // a healthy session holds its lock no longer, but to connect or disconnect
	closeWithin = 5 * time.Second
	steadyAfter = 2 * time.Minute // a link that held so long starts the pauses anew when it is lost
	maxBackoff  = time.Minute
)

// fatalCodes are the gateway's close codes that another try would only get
// again, and what to do about each.
var fatalCodes = map[int]string{
	4004: "Discord does not know this token: take a new one from the Bot page of discord.com/developers and set DISCORD_TOKEN to it",
	4010: "Discord calls the shard invalid: this is a mistake in Kibitz",
	4011: "the bot is in more servers than one connection may serve: it needs sharding, which this version does not have",
	4012: "Discord no longer speaks this version of its gateway: take a newer Kibitz",
	4013: "Discord calls the intents invalid: this is a mistake in Kibitz, which asks for none",
	4014: "Discord disallows the intents: this is a mistake in Kibitz, which asks for none",
}

// A gateway is the link over which interactions come in. discordgo keeps the
// session; connecting again is done here, where it has an end, a pause that
// grows, and an eye on the codes that another try would only get again.
type gateway struct {
	session *discordgo.Session
	log     *slog.Logger
	receive func(raw []byte)

	lost      chan struct{} // the session is disconnected
	connected atomic.Bool   // from READY or RESUMED until it is lost
	app       chan string   // the application's id, when it is first known
}

func newGateway(token string, client *http.Client, log *slog.Logger, receive func([]byte)) (*gateway, error) {
	routeDiscordgoLog()
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = client
	s.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: 15 * time.Second}
	s.Identify.Intents = discordgo.IntentsNone
	s.StateEnabled = false
	s.ShouldReconnectOnError = false
	s.SyncEvents = true // handlers here return at once
	s.LogLevel = discordgo.LogWarning
	g := &gateway{session: s, log: log, receive: receive, lost: make(chan struct{}, 1), app: make(chan string, 1)}
	s.AddHandler(g.onEvent)
	s.AddHandler(g.onDisconnect)
	return g, nil
}

// routeDiscordgoLog sends discordgo's errors to slog. Only the errors: the text
// around them may quote events, which hold the tokens of interactions.
var routeDiscordgoLog = sync.OnceFunc(func() {
	discordgo.Logger = func(level, _ int, _ string, args ...any) {
		for _, arg := range args {
			if err, ok := arg.(error); ok {
				slog.Debug("discordgo", "level", level, "err", redact(err))
			}
		}
	}
})

// onEvent runs in the session's reader, which may hold the session's lock.
func (g *gateway) onEvent(_ *discordgo.Session, e *discordgo.Event) {
	defer func() {
		if p := recover(); p != nil {
			g.log.Error("panic at an event", "event", e.Type, "panic", p)
		}
	}()
	switch e.Type {
	case "INTERACTION_CREATE":
		g.receive(e.RawData)
	case "READY":
		g.onReady(e.RawData)
		g.connected.Store(true)
	case "RESUMED":
		g.connected.Store(true)
	}
}

func (g *gateway) onReady(raw []byte) {
	var ready struct {
		Application struct {
			ID string `json:"id"`
		} `json:"application"`
	}
	err := json.Unmarshal(raw, &ready)
	if err != nil || !snowflake().MatchString(ready.Application.ID) {
		g.log.Error("READY without an application", "err", err)
		return
	}
	g.log.Info("connected", "application", ready.Application.ID)
	select {
	case g.app <- ready.Application.ID:
	default:
	}
}

func (g *gateway) onDisconnect(*discordgo.Session, *discordgo.Disconnect) {
	g.connected.Store(false)
	select {
	case g.lost <- struct{}{}:
	default:
	}
}

// run keeps the link up until ctx ends, or until it cannot be kept up.
func (g *gateway) run(ctx context.Context) error {
	failures := 0
	for {
		since := time.Now()
		err := g.open(ctx)
		if err == nil {
			err = g.watch(ctx)
		}
		if ctx.Err() != nil {
			g.close()
			return nil
		}
		if end := fatal(err); end != nil {
			g.close()
			return end
		}
		failures++
		if time.Since(since) > steadyAfter {
			failures = 0
		}
		pause := reconnectPause(failures)
		g.log.Warn("no link to Discord", "err", redact(err), "again_in", pause.Round(time.Millisecond))
		if !sleep(ctx, pause) {
			return nil
		}
	}
}

// reconnectPause grows with the failures in a row: an identify costs, a
// thousand a day are all there are.
func reconnectPause(failures int) time.Duration {
	pause := min(500*time.Millisecond<<min(failures, 10), maxBackoff)
	return pause/2 + rand.N(pause/2)
}

var errHangs = errors.New("the gateway session hangs; the process has to be started again")

// fatal is the error that ends the run, with what to do about it, or nil where
// another try may help.
func fatal(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok && fatalCodes[closed.Code] != "" {
		return fmt.Errorf("gateway close code %d: %s", closed.Code, fatalCodes[closed.Code])
	}
	if refusal, ok := errors.AsType[*discordgo.RESTError](err); ok && refusal.Response.StatusCode == http.StatusUnauthorized {
		return errors.New(fatalCodes[4004])
	}
	if errors.Is(err, errHangs) {
		return err
	}
	return nil
}

// open connects. discordgo's Open waits without end for a gateway that says
// nothing, and locks itself up at a reconnect order in place of READY.
func (g *gateway) open(ctx context.Context) error {
	select {
	case <-g.lost: // of an earlier link
	default:
	}
	opened := make(chan error, 1)
	go func() { opened <- safely(g.session.Open) }()
	t := time.NewTimer(openWithin)
	defer t.Stop()
	select {
	case err := <-opened:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) { // the loss was of an earlier link
			g.connected.Store(true)
			return nil
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return errHangs
	}
}

// watch returns when the link is lost.
func (g *gateway) watch(ctx context.Context) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	free := time.Now()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-g.lost:
			return errors.New("disconnected")
		case <-look.C:
		}
		ack, ok := g.lastAck()
		switch {
		case ok && time.Since(ack) > ackWithin:
			g.close()
			return errors.New("heartbeats are not acknowledged")
		case ok:
			free = time.Now()
		case time.Since(free) > stuckAfter:
			return errHangs
		}
	}
}

// lastAck is when Discord last acknowledged a heartbeat; false if the session
// is locked. discordgo writes that time under the lock.
func (g *gateway) lastAck() (time.Time, bool) {
	for end := time.Now().Add(lockWithin); !g.session.TryRLock(); {
		if time.Now().After(end) {
			return time.Time{}, false
		}
		time.Sleep(lockWithin / 25)
	}
	defer g.session.RUnlock()
	return g.session.LastHeartbeatAck, true
}

// close ends the session. One that is locked up is left behind.
func (g *gateway) close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = safely(g.session.Close) // of its own it is always nil
	}()
	select {
	case <-closed:
	case <-time.After(closeWithin):
		g.log.Error("the gateway session does not close")
	}
}

// trouble says why nothing can come in over the link, or "".
func (g *gateway) trouble() string {
	ack, ok := g.lastAck()
	switch {
	case !ok:
		return "the gateway session is locked: it is connecting, or deadlocked"
	case !g.connected.Load():
		return "not connected to Discord's gateway"
	case time.Since(ack) > ackWithin:
		return fmt.Sprintf("no heartbeat acknowledged for %s", time.Since(ack).Round(time.Second))
	}
	return ""
}
