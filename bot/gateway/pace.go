package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"kibitz/bot/sleep"
)

const (
	askWithin     = 10 * time.Second // longest wait for one GET /gateway/bot
	askAgain      = 5 * time.Minute  // age of an answer above which it is asked for anew
	maxRetryAfter = time.Hour        // Cloudflare's longest
	identifyEvery = 5250 * time.Millisecond
	minReset      = 30 * time.Second // least time until Discord counts anew, whatever it says
	maxReset      = 24 * time.Hour
	maxShards     = 1 << 14
)

// usualLimit replaces a limit that Discord has not told.
var usualLimit = discordgo.SessionInformation{Total: 1000, Remaining: 1000, MaxConcurrency: 1}

// A pace spends the identifies of a bot: in each bucket at most one in a little over five seconds,
// and none beyond those left. The last tenth of a day's identifies is spread evenly over the time
// until Discord counts anew, and the first one of a process waits its time, too. So a bot that
// crashes every few seconds still has some left when it is mended.
type pace struct {
	ask     func(context.Context) (*discordgo.GatewayBotResponse, error)
	log     *slog.Logger
	asking  chan struct{} // holds a value while a question is under way
	buckets []bucket
	shards  int // 0 until start

	mu     sync.Mutex // guards the fields below, and the buckets' next
	info   discordgo.GatewayBotResponse
	asked  time.Time // time of the latest answer; zero before the first
	left   int       // identifies left
	resets time.Time
	last   time.Time // time of the latest identify; of the start before the first
}

// A bucket holds the shards whose identifies follow each other.
type bucket struct {
	taken chan struct{} // holds a value from before the dial until the identify is sent
	next  time.Time
}

func (b *bucket) end() { <-b.taken }

func newPace(ask func(context.Context) (*discordgo.GatewayBotResponse, error), log *slog.Logger) *pace {
	return &pace{ask: ask, log: log, asking: make(chan struct{}, 1), left: -1}
}

// start makes the buckets. Their number never changes while the bot runs: Discord raises it only for
// bots that have become much larger.
func (p *pace) start(shards, concurrency int) {
	p.shards = shards
	p.last = time.Now()
	p.buckets = make([]bucket, min(max(concurrency, 1), shards))
	for i := range p.buckets {
		p.buckets[i].taken = make(chan struct{}, 1)
	}
}

// rank returns the number of shards that identify before this one in its bucket at the start:
// Discord wants them in order.
func (p *pace) rank(shard int) int { return shard / len(p.buckets) }

func (p *pace) remaining() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// turn waits until a shard may identify, and returns the shard's bucket and the
// gateway's address. The bucket is taken until the shard calls its end, so that
// neither a slow handshake nor a failed one lets two identifies come too close.
// After an error, that of ctx or a fatal one, the bucket is not taken.
func (p *pace) turn(ctx context.Context, shard int) (*bucket, string, error) {
	b := &p.buckets[shard%len(p.buckets)]
	select {
	case b.taken <- struct{}{}:
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	for {
		info, err := p.fresh(ctx)
		if err != nil {
			b.end()
			return nil, "", err
		}
		p.mu.Lock()
		wait, left := p.wait(b), p.left
		p.mu.Unlock()
		if wait <= 0 {
			return b, info.URL, nil
		}
		if wait > identifyEvery {
			p.log.Warn("the next identify waits: few are left for today", "left", left, "shard", shard, "until", time.Now().Add(wait).Round(time.Second))
		}
		if !sleep.For(ctx, wait) {
			b.end()
			return nil, "", ctx.Err()
		}
	}
}

// wait returns how long the next identify of a bucket has to wait; 0 or less for
// not at all. With none left it waits until Discord counts anew, with less than a
// tenth left for an even share of the time until then. p.mu is held.
func (p *pace) wait(b *bucket) time.Duration {
	pause := time.Until(b.next)
	switch reset := time.Until(p.resets); {
	case p.left <= 0:
		return max(pause, reset)
	case p.left < p.info.SessionStartLimit.Total/10:
		return max(pause, reset/time.Duration(p.left)-time.Since(p.last))
	}
	return pause
}

// spend counts an identify that is about to be sent, and starts the pause of its
// bucket. It returns false if another shard has taken the last one meanwhile, or
// made this one wait: it must not be sent then.
func (p *pace) spend(b *bucket) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left <= 0 || p.wait(b) > 0 {
		return false
	}
	p.left--
	p.last = time.Now()
	b.next = p.last.Add(identifyEvery)
	return true
}

// fresh returns the answer to GET /gateway/bot. It reuses a recent answer, and otherwise asks until
// there is one. The error is that of ctx or a fatal one.
func (p *pace) fresh(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	select {
	case p.asking <- struct{}{}:
		defer func() { <-p.asking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for failures := 1; ; failures++ {
		if info := p.known(); info != nil {
			return info, nil
		}
		err := p.once(ctx)
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case unauthorized(err):
			return nil, fatalError(fatalCodes[4004])
		}
		pause := max(backoff(failures), retryAfter(err))
		p.log.Warn("Discord does not say where its gateway is", "err", err, "again_in", pause.Round(time.Millisecond))
		if !sleep.For(ctx, pause) {
			return nil, ctx.Err()
		}
	}
}

// known returns the latest answer, or nil if it is too old.
func (p *pace) known() *discordgo.GatewayBotResponse {
	p.mu.Lock()
	defer p.mu.Unlock()
	recounted := p.left <= 0 && time.Until(p.resets) <= 0
	if p.asked.IsZero() || time.Since(p.asked) > askAgain || recounted {
		return nil
	}
	return new(p.info)
}

// once asks one time, and keeps the answer if it makes sense: 1 to maxShards
// shards and an address. In place of a limit without a total it takes usualLimit.
// It logs when Discord newly recommends more shards than there are.
func (p *pace) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	info, err := p.ask(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("GET /gateway/bot: %.300w", err)
	case info == nil:
		return errors.New("GET /gateway/bot: no answer")
	case info.Shards < 1 || info.Shards > maxShards:
		return fmt.Errorf("GET /gateway/bot: %d shards, expected 1 to %d", info.Shards, maxShards)
	}
	if _, err := address(info.URL); err != nil {
		return fmt.Errorf("GET /gateway/bot: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shards > 0 && info.Shards > max(p.shards, p.info.Shards) {
		p.log.Warn("Discord recommends more shards: they are begun when Kibitz is started again", "shards", p.shards, "recommended", info.Shards)
	}
	p.info, p.asked = *info, time.Now()
	limit := &p.info.SessionStartLimit
	if limit.Total <= 0 {
		*limit = usualLimit
	}
	p.left = max(limit.Remaining, 0)
	reset := min(max(int64(limit.ResetAfter), minReset.Milliseconds()), maxReset.Milliseconds())
	p.resets = p.asked.Add(time.Duration(reset) * time.Millisecond)
	return nil
}

// unauthorized reports whether an error of Options.Info says that the token is wrong.
func unauthorized(err error) bool {
	e, ok := errors.AsType[interface {
		error
		Unauthorized() bool
	}](err)
	return ok && e.Unauthorized()
}

// retryAfter returns the pause that an error of Options.Info asks for, from 0 to
// maxRetryAfter.
func retryAfter(err error) time.Duration {
	e, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err)
	if !ok {
		return 0
	}
	return min(max(e.RetryAfter(), 0), maxRetryAfter)
}
