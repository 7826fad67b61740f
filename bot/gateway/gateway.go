// Package gateway keeps a bot linked to Discord's gateway, the WebSocket over
// which events come in. It knows raw events and no interaction.
//
// The protocol, as Discord's documentation has it on the pages "Using Gateway",
// "Gateway Events" and "Opcodes and Status Codes":
//
//   - GET /gateway/bot says where to connect, to how many shards, and how many
//     identifies are left of the day's (1,000 for most bots; one too many and
//     Discord resets the token). A shard gets the events of the servers whose
//     id, shifted right by 22, leaves the shard's number when divided by the
//     number of shards.
//   - On connecting, Discord says HELLO with the interval of heartbeats. The bot
//     identifies, which begins a session, and hears READY; or it resumes a
//     session, hears all events after the last one it has counted, and RESUMED.
//   - Each heartbeat is acknowledged. One that is not before the next is due
//     means that the link is dead, whatever TCP says.
//   - A link is lost many times a day and the session goes on: Discord asks for a
//     reconnect (op 7), closes, or is cut off. A session ends where Discord says
//     so (op 9, close codes 4007 and 4009), and where the bot closes with 1000
//     or 1001.
//   - Identifies go through buckets, shard id modulo max_concurrency, one each
//     five seconds; one too early is answered with op 9.
package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Options are all required, except those with a default.
type Options struct {
	Token  func() string // returns the token without "Bot "; it may change between two sessions
	Shards int           // number of shards; 0 for as many as Discord recommends when Run begins

	// Info calls GET /gateway/bot. It ends when its context does. Its error may have a method
	// Unauthorized() bool: true ends Run, as the token is wrong. It may have a method RetryAfter()
	// time.Duration, and then Run waits that long.
	Info func(context.Context) (*discordgo.GatewayBotResponse, error)

	// Dial connects to the gateway; nil dials the network, through the proxy that
	// the environment names.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)

	// Receive is called with each event except READY and RESUMED, once, one after another within a
	// shard. Heartbeats wait for it. It may keep the data.
	Receive func(event string, data json.RawMessage)

	Ready func(application string) // called at each READY with the application's id
	Log   *slog.Logger
}

// A Gateway is all shards of a bot. It runs once.
type Gateway struct {
	opt  Options
	pace *pace

	mu     sync.Mutex
	shards []*shard // none until their number is known
}

// New returns a Gateway that Run connects.
func New(opt Options) *Gateway { return &Gateway{opt: opt, pace: newPace(opt.Info, opt.Log)} }

// Run keeps all shards connected until ctx ends; then it returns nil. It ends by itself if another
// try would only fail in the same way, with an error that tells the remedy. When it returns, all
// sessions and all goroutines have ended.
func (g *Gateway) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	info, err := g.pace.fresh(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	n := g.opt.Shards
	if n == 0 {
		n = info.Shards
	}
	g.opt.Log.Info("connecting to Discord's gateway", "shards", n, "recommended", info.Shards, "identifies_left", g.pace.remaining())
	g.pace.start(n, info.SessionStartLimit.MaxConcurrency)

	var shards sync.WaitGroup
	var first sync.Once
	for _, s := range g.start(n) {
		shards.Go(func() {
			if e := s.run(ctx); e != nil {
				first.Do(func() { err = e })
				cancel()
			}
		})
	}
	shards.Wait()
	return err
}

// start makes n shards.
func (g *Gateway) start(n int) []*shard {
	g.mu.Lock()
	defer g.mu.Unlock()
	for id := range n {
		g.shards = append(g.shards, &shard{
			id: id, of: n, opt: &g.opt, pace: g.pace, log: g.opt.Log.With("shard", id),
			status: Shard{Since: time.Now()},
		})
	}
	return g.shards
}

// Status describes the links.
type Status struct {
	Shards         []Shard // by id; empty before Discord's first answer
	IdentifiesLeft int     // identifies left until Discord counts anew, as far as known; -1 before Discord's first answer
}

// Shard describes one link, and its history since Run began.
type Shard struct {
	Up      bool          // from READY or RESUMED until the link is lost
	Since   time.Time     // when Up last changed
	LastAck time.Time     // last acknowledgement of a heartbeat; READY and RESUMED count as one
	Latency time.Duration // from the latest acknowledged heartbeat to its acknowledgement

	Identifies, Resumes, Losses int
}

// Status returns the state of the links. It may be called at any time.
func (g *Gateway) Status() Status {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := Status{IdentifiesLeft: g.pace.remaining()}
	for _, sh := range g.shards {
		s.Shards = append(s.Shards, sh.now())
	}
	return s
}

const maxBackoff = time.Minute

// backoff returns the pause after a number of failures in a row, 0 after none. Half of it is
// random, so that not all bots of a datacentre come back at once.
func backoff(failures int) time.Duration {
	if failures == 0 {
		return 0
	}
	pause := min(500*time.Millisecond<<min(failures-1, 10), maxBackoff)
	return pause/2 + rand.N(pause/2)
}
