package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// identified answers each link with READY, until n have identified. It returns
// the shard of each and the time of its identify.
func (d *discord) identified(n int) (shards [][2]int, at []time.Time) {
	d.t.Helper()
	for range n {
		p := d.next()
		p.hello()
		var who struct{ Shard [2]int }
		if err := json.Unmarshal(p.want(opIdentify), &who); err != nil {
			d.t.Fatal(err)
		}
		shards, at = append(shards, who.Shard), append(at, time.Now())
		p.ready("s")
		go p.acknowledge()
	}
	return shards, at
}

// Shards identify in order, and those of a bucket 5 s after each other.
func TestBuckets(t *testing.T) {
	for _, c := range []struct {
		told, given, concurrency int
		want                     time.Duration
	}{
		{told: 16, concurrency: 1, want: 80 * time.Second},
		{told: 32, concurrency: 16, want: 6 * time.Second},
		{told: 5, concurrency: 2, want: 11 * time.Second},
		{told: 2, concurrency: 1000, want: 0},
		{told: 3, concurrency: -1, want: 11 * time.Second},
		{told: 9, given: 3, concurrency: 1, want: 11 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDiscord(t)
			d.shards, d.limit.MaxConcurrency = c.told, c.concurrency
			g, _ := d.start(c.given)
			n := max(c.given, 1)
			if c.given == 0 {
				n = c.told
			}
			begun := time.Now()
			shards, at := d.identified(n)
			if took := time.Since(begun); took > c.want {
				t.Errorf("%+v: took %v", c, took)
			}
			last := map[int]time.Time{}
			concurrency := max(c.concurrency, 1)
			for i, s := range shards {
				if s[1] != n || s[0]/concurrency != i/concurrency {
					t.Errorf("%+v: shard %v in place %d", c, s, i)
				}
				bucket := s[0] % concurrency
				if pause := at[i].Sub(last[bucket]); pause < 5*time.Second {
					t.Errorf("%+v: shard %v %v after the last of its bucket", c, s, pause)
				}
				last[bucket] = at[i]
			}
			if s := g.Status(); len(s.Shards) != n || !s.Shards[n-1].Up || s.IdentifiesLeft != 1000-n {
				t.Errorf("%+v", s)
			}
		})
	}
}

// A bucket is kept while a handshake lasts, and after its identify.
func TestBucketIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(2)
		var last time.Time
		for n := range 5 {
			p := d.next()
			if n == 0 {
				time.Sleep(15 * time.Second)
			}
			p.hello()
			p.want(opIdentify)
			if pause := time.Since(last); pause < 5*time.Second {
				t.Errorf("identified %v after the last", pause)
			}
			last = time.Now()
			p.ready("s")
			p.shut(4009)
		}
	})
}

// Two shards of two buckets want the last identify, or one of the last.
func TestLastIdentifies(t *testing.T) {
	for _, c := range []struct {
		left  int
		reset time.Duration
	}{{1, 2 * time.Hour}, {1, 30 * time.Second}, {50, 10 * time.Hour}} {
		synctest.Test(t, func(t *testing.T) {
			d := newDiscord(t)
			d.limit = discordgo.SessionInformation{Total: 1000, Remaining: c.left, ResetAfter: int(c.reset.Milliseconds()), MaxConcurrency: 2}
			d.dial = func(context.Context, string) (net.Conn, error) { time.Sleep(14 * time.Second); return nil, nil }
			d.start(2)
			one, other := d.next(), d.next()
			time.Sleep(19 * time.Second) // 33 s since both were let through
			go one.hello()
			go other.hello()
			time.Sleep(time.Second)
			n := 0
			for _, p := range []*peer{one, other} {
				for len(p.sent) > 0 {
					if f := <-p.sent; *f.Op == opIdentify {
						n++
					}
				}
			}
			if n != 1 {
				t.Errorf("%+v: %d identifies", c, n)
			}
		})
	}
}

// An identify that is answered with op 9 is not sent again at once, nor forever
// as often.
func TestInvalidSessionStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		begun := time.Now()
		n := map[time.Duration]int{}
		for time.Since(begun) < time.Hour {
			p := d.next()
			p.hello()
			p.want(opIdentify)
			for _, within := range []time.Duration{10 * time.Second, time.Minute, time.Hour} {
				if time.Since(begun) < within {
					n[within]++
				}
			}
			p.say(`{"op":9,"d":false}`)
			p.ended()
		}
		if n[10*time.Second] > 3 || n[time.Minute] > 8 || n[time.Hour] > 120 {
			t.Errorf("identifies within: %v", n)
		}
	})
}

// Where each session is lost as soon as it has begun, none of the day's
// identifies is sent too many, and the last are not spent at once.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		reset := time.Now().Add(20 * time.Hour)
		d.limit.Remaining = 150
		d.info = func(context.Context) (*discordgo.GatewayBotResponse, error) {
			d.set(func() { d.limit.ResetAfter = int(time.Until(reset).Milliseconds()) })
			return d.bot(), nil
		}
		d.start(1)
		var tenth time.Time
		for time.Until(reset) > time.Hour {
			p := d.next()
			p.hello()
			p.want(opIdentify)
			d.set(func() { d.limit.Remaining-- })
			switch left := locked(d, &d.limit).Remaining; {
			case left < 0:
				t.Fatal("an identify that was not left")
			case left == 100:
				tenth = time.Now()
			}
			p.shut(4009)
			p.ended()
		}
		if before := reset.Sub(tenth); before < 19*time.Hour {
			t.Errorf("the last tenth began %v before the reset", before)
		}
	})
}

func TestNoIdentifyLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.limit.Remaining, d.limit.ResetAfter = 0, int((3 * time.Hour).Milliseconds())
		g, _ := d.start(1)
		begun := time.Now()
		time.Sleep(3*time.Hour - time.Minute)
		if left := g.Status().IdentifiesLeft; left != 0 || len(d.peers) != 0 || locked(d, &d.asked) != 1 {
			t.Errorf("%d left, %d links, asked %d times", left, len(d.peers), locked(d, &d.asked))
		}
		if log := string(d.log.bytes()); !strings.Contains(log, "until="+begun.Add(3*time.Hour).Format("2006-01-02T15:04:05")) {
			t.Errorf("said %s", log)
		}
		// Discord counts anew a little later than it has said, and does not say when.
		d.set(func() { d.limit.ResetAfter = 0 })
		time.Sleep(2 * time.Minute)
		if asked := locked(d, &d.asked); len(d.peers) != 0 || asked > 5 {
			t.Errorf("%d links, asked %d times", len(d.peers), asked)
		}
		d.set(func() { d.limit.Remaining = 1000 })
		d.begin()
	})
}

// A bot that crashes every few seconds spends the day's identifies down to a
// tenth; one that is then mended is connected within minutes.
func TestCrashLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.limit.Remaining = 200
		reset := time.Now().Add(20 * time.Hour)
		for time.Until(reset) > 19*time.Hour {
			d.set(func() { d.limit.ResetAfter = int(time.Until(reset).Milliseconds()) })
			_, stop := d.start(1)
			time.Sleep(10 * time.Second)
			select {
			case p := <-d.peers:
				p.hello()
				p.want(opIdentify)
				d.set(func() { d.limit.Remaining-- })
			default:
			}
			go stop()
			time.Sleep(5 * time.Second)
		}
		if left := locked(d, &d.limit).Remaining; left < 98 || left > 100 {
			t.Errorf("%d left", left)
		}
		mended := time.Now()
		d.start(1)
		d.begin()
		if took := time.Since(mended); took > 15*time.Minute {
			t.Errorf("connected after %v", took)
		}
	})
}

type refusal struct {
	unauthorized bool
	after        time.Duration
}

func (refusal) Error() string               { return "refused" }
func (r refusal) Unauthorized() bool        { return r.unauthorized }
func (r refusal) RetryAfter() time.Duration { return r.after }

func TestInfoFails(t *testing.T) {
	for name, c := range map[string]struct {
		fail     func(context.Context) (*discordgo.GatewayBotResponse, error)
		min, max time.Duration // until it is asked again
	}{
		"error":   {func(context.Context) (*discordgo.GatewayBotResponse, error) { return nil, errors.New("502") }, time.Millisecond, time.Second},
		"nothing": {func(context.Context) (*discordgo.GatewayBotResponse, error) { return nil, nil }, time.Millisecond, time.Second},
		"no address": {func(context.Context) (*discordgo.GatewayBotResponse, error) {
			return &discordgo.GatewayBotResponse{URL: "/", Shards: 1}, nil
		}, time.Millisecond, time.Second},
		"a billion shards": {func(context.Context) (*discordgo.GatewayBotResponse, error) {
			return &discordgo.GatewayBotResponse{URL: "wss://main.test", Shards: 1e9}, nil
		}, time.Millisecond, time.Second},
		"hangs": {func(ctx context.Context) (*discordgo.GatewayBotResponse, error) { <-ctx.Done(); return nil, ctx.Err() }, 10 * time.Second, 11 * time.Second},
		"retry after": {func(context.Context) (*discordgo.GatewayBotResponse, error) {
			return nil, refusal{after: 90 * time.Second}
		}, 90 * time.Second, 90 * time.Second},
		"for ever": {func(context.Context) (*discordgo.GatewayBotResponse, error) { return nil, refusal{after: 1 << 62} }, time.Hour, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				well := d.info
				d.info = func(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
					d.set(func() { d.info = well })
					return c.fail(ctx)
				}
				begun := time.Now()
				d.start(1)
				p := d.begin()
				if took := p.at.Sub(begun); took < c.min || took > c.max {
					t.Errorf("asked again after %v", took)
				}
			})
		})
	}
}

func TestWrongToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.info = func(context.Context) (*discordgo.GatewayBotResponse, error) { return nil, refusal{unauthorized: true} }
		if err := d.gateway(1).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
			t.Error(err)
		}
	})
}

// What Discord said of its gateway is asked anew when it is old, before it is
// used, and not before.
func TestInfoAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		last := make(chan *peer, 1)
		for _, c := range []struct {
			age   time.Duration // of the last answer when the next identify is due
			asked int
		}{{0, 1}, {2 * time.Minute, 1}, {2 * time.Minute, 1}, {2 * time.Minute, 2}, {2 * time.Minute, 2}, {10 * time.Minute, 3}} {
			time.Sleep(c.age)
			select {
			case p := <-last:
				p.shut(4009)
				p.ended()
			default:
			}
			p := d.begin()
			go p.acknowledge()
			last <- p
			if asked := locked(d, &d.asked); asked != c.asked {
				t.Errorf("asked %d times, want %d", asked, c.asked)
			}
		}
	})
}

// A recommendation that grows is told of; the shards stay as they are.
func TestMoreShardsAreRecommended(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		g, _ := d.start(0)
		p := d.begin()
		d.set(func() { d.shards = 2 })
		go p.acknowledge()
		time.Sleep(10 * time.Minute)
		p.shut(4009)
		d.begin()
		if n := len(g.Status().Shards); n != 1 {
			t.Errorf("%d shards", n)
		}
		if log := string(d.log.bytes()); !strings.Contains(log, "recommended=2") {
			t.Errorf("said %s", log)
		}
	})
}
