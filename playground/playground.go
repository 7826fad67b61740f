// Package playground is a Discord on the loopback interface: enough of its
// REST API and gateway for a real client library to connect, register slash
// commands and answer them, and a channel page in the browser for the person
// who types them. Nothing leaves the computer.
//
// It enforces what Discord enforces, with Discord's error codes and bodies: the
// three seconds for a first response, the lengths and counts of messages,
// components and commands, the sizes of files. A bot that gets along here has
// met the limits it will meet there. Facts come from Discord's documentation
// and its OpenAPI document for API v10.
//
// A bot is pointed here by its HTTP client alone: Transport sends what is meant
// for discord.com to the Server, and GET /gateway names the Server's own
// WebSocket. Interactions come over that gateway, or are posted, signed, to the
// endpoint that the bot names with PATCH /applications/@me. People use the page at
// URL, where two of them can take turns and another bot can post; a program plays
// them with Ask, Begin and Post. Files for a command come by Attach or through the
// page, never by a path that is typed there.
//
// # Going wrong
//
// Options.Fault has requests go wrong and Options.Mishap interactions on their
// way to the bot; package playgroundtest disturbs the gateway.
// With a listener and a dial in memory a Server runs in a testing/synctest
// bubble. Its clock starts in 2000, and Discord's ids in 2015: sleep until then
// before the Server starts.
//
// # When a reply is final
//
// Discord never says that a bot has finished. Here a reply is final when it is
// not deferred, or at the first edit that is not progress. A message shows
// progress while its content, or the content of one of its text displays,
// starts with ProgressMark, heading or not. Ask returns on the final reply.
//
// # What is left out
//
// Every launch of an Activity is an instance of its own.
// Embeds of the bot are counted, not checked. Subcommands, and options for
// users, roles and channels, can be registered but not typed. There is
// one channel, and no user command.
package playground

import (
	"cmp"
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"kibitz/playground/internal/gateway"
)

// ProgressMark starts a text of a message that is still being worked on.
const ProgressMark = "⏳"

// Options say how a Server behaves. The zero value is a Discord at its usual
// pace on a free port of 127.0.0.1.
type Options struct {
	Addr       string // to listen on, or at a free port of its host if that is taken; "" is "127.0.0.1:0"
	Name       string // of the bot, as its messages show it; "" is "Bot"
	Locale     string // of the person who types; "" is "en-US"
	Activities bool   // the application has Activities enabled

	Server string // locale of the server, which is a community then; "" for a server that has not chosen one

	Listener net.Listener // in place of Addr; closed with the Server. Of TCP only a loopback address is taken
	// The way of Transport to here, and of interactions to the bot's endpoint, which may then be anywhere;
	// nil is the usual way, to an endpoint on this computer.
	Dial Dial

	// Nil, or called concurrently.
	// Sees every REST request, first response given to a delivery and download of a command's file, before
	// it is carried out.
	OnRequest func(Request)
	OnGateway func(op int, data json.RawMessage) // sees each payload of gateway clients, before it is obeyed
	Fault     func(Request) *Fault               // returns how a request is to go wrong; nil for not at all
	Mishap    func(Delivery) *Mishap             // returns how an interaction is to go wrong on its way to the bot; nil for not at all

	Gateway Gateway
	Skew    time.Duration // by which Discord's clock is ahead of this one: in ids, signatures and the Date of its answers
	// When the ids begin, each interaction ten seconds after the one before, so that they are the same
	// every time; zero for the time of the day.
	Begin time.Time

	pace pace
}

// pace is how long Discord waits; zero fields are as long as Discord does. It
// is for tests, which cannot wait for 15 minutes and run on busy machines.
type pace struct {
	ack       time.Duration // for the first response to an interaction
	token     time.Duration // for all later ones
	heartbeat time.Duration // the interval asked of gateway clients
}

// withDefaults returns the options with Discord's usual values for those left empty.
func (o Options) withDefaults() Options {
	o.Addr = cmp.Or(o.Addr, "127.0.0.1:0")
	o.Name = cmp.Or(o.Name, "Bot")
	o.Locale = cmp.Or(o.Locale, "en-US")
	o.pace.ack = cmp.Or(o.pace.ack, 3*time.Second)
	o.pace.token = cmp.Or(o.pace.token, 15*time.Minute)
	o.pace.heartbeat = cmp.Or(o.pace.heartbeat, 41250*time.Millisecond)
	return o
}

// ErrClosed is returned by waiting calls once the Server is closed.
var ErrClosed = errors.New("playground: closed")

// Server is one Discord with one application, one guild, one channel and two
// people in it. Its methods may be called concurrently.
type Server struct {
	opt   Options
	addr  string
	http  *http.Server
	via   *http.Transport // the client's side of Transport
	ids   snowflakes
	world world
	rates limiter
	gate  *gateway.Gate // whose lock may be taken while mu is held, not the other way round

	ctx    context.Context // ends when the Server closes
	cancel context.CancelFunc
	work   sync.WaitGroup // every goroutine and handler, entered under mu

	beside atomic.Pointer[http.Handler] // nil for none

	mu       sync.Mutex
	closed   bool
	changed  chan struct{} // closed and replaced when the Server may have become Ready
	endpoint endpoint
	scopes   map[string][]Command // registered commands by guild, "" for global
	emojis   []ownEmoji
	channel  channel
	uploads  []upload                // oldest first
	pending  map[string]*interaction // by token, as long as the token lives
	order    list.List               // of the same, oldest first
	viewers  map[*viewer]struct{}
	modals   modals
	present  map[string][]string // who is in each instance of the Activity, by their ids
}

// Start listens and serves until ctx ends or Close is called.
func Start(ctx context.Context, opt Options) (*Server, error) {
	opt = opt.withDefaults()
	listener, err := opt.listener(ctx)
	if err != nil {
		return nil, err
	}
	s := &Server{
		opt:     opt,
		addr:    listener.Addr().String(),
		via:     newClientSide(opt.Dial, idleTimeoutToHere),
		changed: make(chan struct{}),
		scopes:  map[string][]Command{},
		pending: map[string]*interaction{},
		viewers: map[*viewer]struct{}{},
	}
	s.ids.skew, s.ids.begin = opt.Skew, opt.Begin
	s.world = newWorld(&s.ids, opt.Name, opt.Locale, opt.Server)
	s.endpoint = newEndpoint(opt)
	if opt.Activities {
		s.scopes[""] = []Command{s.firstEntry()}
	}
	s.gate = s.newGate()
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.http = &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       idleTimeout,
		ConnContext:       rememberConn,
	}
	s.work.Go(func() { _ = s.http.Serve(listener) }) // ends with ErrServerClosed
	s.work.Go(s.shutDown)
	return s, nil
}

// listener returns the listener of the Server.
func (o *Options) listener(ctx context.Context) (net.Listener, error) {
	if o.Listener == nil {
		return listen(ctx, o.Addr)
	}
	if a, ok := o.Listener.Addr().(*net.TCPAddr); ok {
		return o.Listener, checkAddr(a.String())
	}
	return o.Listener, nil
}

// shutDown waits for the end and then closes all that others may wait on.
func (s *Server) shutDown() {
	<-s.ctx.Done()
	s.mu.Lock()
	s.closed = true
	for _, it := range s.pending {
		it.timer.Stop()
		it.finish(ErrClosed)
	}
	s.notify()
	s.mu.Unlock()
	_ = s.http.Close()
	s.via.CloseIdleConnections()
	s.endpoint.via.CloseIdleConnections()
}

// Close ends every connection and returns when nothing of the Server runs any
// more. It may be called again.
func (s *Server) Close() error {
	s.cancel()
	s.work.Wait()
	return nil
}

// enter counts a piece of work that Close has to wait for; false if the Server
// is closed. After true the caller calls s.work.Done at its end.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.work.Add(1)
	return true
}

// notify wakes all calls that wait for the Server to change; s.mu is held.
func (s *Server) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// URL returns the address of the channel page.
func (s *Server) URL() string { return "http://" + s.addr + "/" }

// Ready waits until a bot is connected, to the gateway or by an endpoint, and
// has registered at least one command.
func (s *Server) Ready(ctx context.Context) error {
	for {
		s.mu.Lock()
		ready, closed, changed := s.ready(), s.closed, s.changed
		s.mu.Unlock()
		switch {
		case closed:
			return ErrClosed
		case ready:
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Server) ready() bool {
	return s.connected() && len(s.commands()) > 0
}

// connected reports whether interactions have somewhere to go; s.mu is held.
func (s *Server) connected() bool { return s.endpoint.url != "" || s.gate.Connected() }

// Commands returns the slash commands that the person is offered, guild
// commands before global ones of the same name, sorted by name.
func (s *Server) Commands() []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands()
}

func (s *Server) commands() []Command { return s.offered(slashCommand) }

// offered returns the commands of a type that the person is offered; s.mu is
// held.
func (s *Server) offered(kind int) []Command {
	var all []Command
	for _, scope := range []string{s.world.guildID, ""} {
		for _, c := range s.scopes[scope] {
			hidden := slices.ContainsFunc(all, func(d Command) bool { return d.Name == c.Name })
			if c.Type == kind && !hidden {
				all = append(all, c)
			}
		}
	}
	slices.SortFunc(all, func(a, b Command) int { return strings.Compare(a.Name, b.Name) })
	return all
}
