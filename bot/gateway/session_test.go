package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// After a link that was well the session is resumed without a pause, where
// Discord said, however often.
func TestResume(t *testing.T) {
	lose := map[string]func(*peer){
		"op 7":    func(p *peer) { p.say(`{"op":7,"d":null}`) },
		"cut off": func(p *peer) { _ = p.NetConn().Close() },
		"garbage": func(p *peer) { _, _ = p.NetConn().Write([]byte("\xff\xff\xff")) },
	}
	for _, code := range []int{1000, 1001, 1011, 1012, 4000, 4001, 4002, 4003, 4005, 4006, 4008, 4999} {
		lose[fmt.Sprint("close code ", code)] = func(p *peer) { p.shut(code) }
	}
	for name, lose := range lose {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				g, _ := d.start(1)
				p := d.begin()
				for round := range 7 {
					p.event(3*round+2, `{}`)
					time.Sleep(3 * time.Second)
					lost := time.Now()
					lose(p)
					p.ended()
					p = d.next()
					if pause := p.at.Sub(lost); pause > 0 {
						t.Errorf("round %d: a pause of %v", round, pause)
					}
					if p.addr != "resume.test:80" {
						t.Errorf("resumed at %s", p.addr)
					}
					p.hello()
					p.wantResume(3*round + 2)
					p.event(3*round+3, `{}`)
					p.say(`{"op":0,"s":%d,"t":"RESUMED","d":{}}`, 3*round+4)
				}
				synctest.Wait()
				if s := g.Status().Shards[0]; !s.Up || s.Identifies != 1 || s.Resumes != 7 || s.Losses != 7 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// A link that is lost as soon as it is there is not opened again as fast as the
// network can.
func TestReconnectStorm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		d.begin().say(`{"op":7}`)
		begun := time.Now()
		for n := range 10 {
			p := d.next()
			p.hello()
			p.want(opResume)
			p.say(`{"op":0,"s":%d,"t":"RESUMED","d":{}}`, n+2)
			p.say(`{"op":7}`)
		}
		if took := time.Since(begun); took < 9*time.Second || took > 11*time.Second {
			t.Errorf("10 links in %v", took)
		}
	})
}

// Discord says when a session is over, and when to wait from 1 to 5 s.
func TestSessionEnds(t *testing.T) {
	for name, c := range map[string]struct {
		lose    func(*peer)
		resumed bool
		pause   time.Duration
	}{
		"op 9 true":       {func(p *peer) { p.say(`{"op":9,"d":true}`) }, true, time.Second},
		"op 9 false":      {func(p *peer) { p.say(`{"op":9,"d":false}`) }, false, time.Second},
		"op 9 with null":  {func(p *peer) { p.say(`{"op":9,"d":null}`) }, false, time.Second},
		"close code 4007": {func(p *peer) { p.shut(4007) }, false, 0},
		"close code 4009": {func(p *peer) { p.shut(4009) }, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				d.start(1)
				p := d.begin()
				time.Sleep(10 * time.Second)
				lost := time.Now()
				c.lose(p)
				p.ended()
				p = d.next()
				if pause := p.at.Sub(lost); pause < c.pause || pause > 5*c.pause {
					t.Errorf("a pause of %v", pause)
				}
				p.hello()
				if c.resumed {
					p.wantResume(1)
					return
				}
				p.want(opIdentify)
				p.ready("s2")
				p.event(2, `{}`) // the numbers of another session
				d.wantHeard("EVENT {}")
			})
		})
	}
}

// What comes again at a resume has been received already.
func TestDuplicates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		p := d.begin()
		for seq := 2; seq < 10; seq++ {
			p.event(seq, fmt.Sprint(seq))
		}
		p.shut(4000)
		p.ended()
		p = d.next()
		p.hello()
		p.wantResume(9)
		for seq := 2; seq < 12; seq++ {
			p.event(seq, fmt.Sprint(seq))
		}
		p.say(`{"op":0,"s":12,"t":"RESUMED","d":{}}`)
		p.event(11, "11")
		p.event(13, "13")
		p.say(`{"op":0,"t":"UNCOUNTED","d":null}`)
		d.wantHeard("EVENT 2", "EVENT 3", "EVENT 4", "EVENT 5", "EVENT 6", "EVENT 7", "EVENT 8", "EVENT 9",
			"EVENT 10", "EVENT 11", "EVENT 13", "UNCOUNTED null")
	})
}

// An address at which a session cannot be resumed is not asked a third time; the
// session is kept until Discord has said that it is gone.
func TestResumeAddressOutOfReach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		tries := 0
		d.dial = func(_ context.Context, addr string) (net.Conn, error) {
			if addr == "resume.test:80" {
				tries++
				return nil, errors.New("no route")
			}
			return nil, nil
		}
		d.start(1)
		p := d.begin()
		p.shut(4000)
		p.ended()
		p = d.next()
		if tries != 2 || p.addr != "main.test:80" {
			t.Errorf("at %s after %d tries", p.addr, tries)
		}
		p.hello()
		p.wantResume(1)
		p.say(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
		d.set(func() { d.dial = nil })
		p.shut(4000)
		p.ended()
		p = d.next() // there is a way again
		if p.addr != "resume.test:80" {
			t.Errorf("resumed at %s", p.addr)
		}
		p.hello()
		p.wantResume(2)
		p.say(`{"op":9,"d":false}`)
		p.ended()
		d.begin()
	})
}

// A session that is resumed twice without an answer is given up.
func TestResumeWithoutAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		p := d.begin()
		p.shut(4000)
		for range 2 {
			p = d.next()
			p.hello()
			p.wantResume(1)
			p.shut(4000)
			p.ended()
		}
		d.begin()
	})
}

// The token goes nowhere but over TLS, unless the gateway itself is without.
func TestResumeAddress(t *testing.T) {
	const base = "wss://gateway.discord.gg"
	for told, want := range map[string]string{
		"wss://us-east1.discord.gg": "wss://us-east1.discord.gg", "wss://us-east1.discord.gg:443/x": "wss://us-east1.discord.gg:443/x",
		"": base, "ws://plain.test": base, "https://us-east1.discord.gg": base, "wss://": base, "wss://:443": base,
		"us-east1.discord.gg": base, "wss://a b": base, "://": base, "wss://host:port": base,
	} {
		if got := resumeAddress(told, base); got != want {
			t.Errorf("%q: %q, want %q", told, got, want)
		}
	}
	if got := resumeAddress("ws://127.0.0.1:2", "ws://127.0.0.1:1"); got != "ws://127.0.0.1:2" {
		t.Errorf("plain to plain: %q", got)
	}
}

// A close code that another try would only get again ends all shards, with what
// to do about it.
func TestFatalCloseCodes(t *testing.T) {
	for code, hint := range fatalCodes {
		synctest.Test(t, func(t *testing.T) {
			d := newDiscord(t)
			g := d.gateway(2)
			ended := make(chan error)
			go func() { ended <- g.Run(t.Context()) }()
			well := d.begin()
			p := d.next()
			p.hello()
			p.want(opIdentify)
			p.shut(code)
			for range well.sent {
			}
			if well.code != websocket.CloseNormalClosure {
				t.Errorf("the other shard closed with %d", well.code)
			}
			if err := <-ended; err == nil || !strings.Contains(err.Error(), fmt.Sprint(code)) || !strings.Contains(err.Error(), hint) {
				t.Errorf("%d: %v", code, err)
			}
			if n := len(d.peers); n != 0 {
				t.Errorf("%d: %d more connections", code, n)
			}
		})
	}
}

// Pauses grow to a minute while nothing answers, and are forgotten at READY.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		p := d.begin()
		var tries []time.Time
		d.set(func() {
			d.dial = func(context.Context, string) (net.Conn, error) {
				tries = append(tries, time.Now())
				return nil, errors.New("connection refused")
			}
		})
		time.Sleep(30 * time.Second)
		lost := time.Now()
		p.shut(4000)
		p.ended()
		time.Sleep(30 * time.Minute)
		d.set(func() { d.dial = nil })
		p = d.next()
		if n := len(tries); n < 30 || n > 70 || tries[0] != lost {
			t.Errorf("%d tries, the first %v after the loss", n, tries[0].Sub(lost))
		}
		for i, at := range tries[1:] {
			if pause := at.Sub(tries[i]); pause > time.Minute || i > 8 && pause < 30*time.Second {
				t.Errorf("pause %d is %v", i, pause)
			}
		}
		p.hello()
		p.wantResume(1)
		p.say(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
		time.Sleep(2 * time.Second)
		lost = time.Now()
		p.shut(4000)
		p.ended()
		if p = d.next(); p.at != lost {
			t.Errorf("a pause of %v after a link that was well", p.at.Sub(lost))
		}
	})
}

// Whatever it is doing, it ends within 2 s of being told, and leaves nothing
// behind: the bubble fails the test where a goroutine is left.
func TestStop(t *testing.T) {
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for name, c := range map[string]struct {
		before, then func(*discord)
	}{
		"GET /gateway/bot hangs": {before: func(d *discord) {
			d.info = func(ctx context.Context) (*discordgo.GatewayBotResponse, error) { return nil, hang(ctx) }
		}},
		"no identify left": {before: func(d *discord) { d.limit.Remaining, d.limit.ResetAfter = 0, 3600_000 }},
		"dial hangs": {before: func(d *discord) {
			d.dial = func(ctx context.Context, _ string) (net.Conn, error) { return nil, hang(ctx) }
		}},
		"handshake hangs": {before: func(d *discord) {
			d.dial = func(context.Context, string) (net.Conn, error) {
				return piped(func(c net.Conn) { readKey(c); _, _ = c.Read(make([]byte, 1)) }), nil
			}
		}},
		"no HELLO":             {},
		"no READY":             {then: func(d *discord) { d.next().hello() }},
		"no answer to a close": {then: func(d *discord) { close(d.begin().deaf) }},
		"writes hang":          {then: func(d *discord) { d.begin().turnDeaf() }},
		"heartbeat hangs": {then: func(d *discord) {
			p := d.begin()
			p.turnDeaf()
			p.say(`{"op":1}`)
			p.say(`{"op":1}`)
		}},
		"between links": {then: func(d *discord) {
			d.set(func() { d.dial = func(context.Context, string) (net.Conn, error) { return nil, errors.New("refused") } })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				if c.before != nil {
					c.before(d)
				}
				_, stop := d.start(3)
				if c.then != nil {
					c.then(d)
				}
				time.Sleep(3 * time.Second)
				begun := time.Now()
				if err := stop(); err != nil {
					t.Error(err)
				}
				if took := time.Since(begun); took > 2*time.Second {
					t.Errorf("took %v", took)
				}
			})
		})
	}
}
