package world

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/playground"
)

// A provocation is what the gateway does to a bot that holds it alone. What is asked while
// there is no link is lost if it is older than three seconds when the link is there again;
// the table bounds how much that may be, at one request a second.
type provocation struct {
	name       string
	do         func(*world)
	lost       int // at most
	identifies int // at most
}

var provocations = []provocation{
	{"op 7", func(w *world) { w.discord.SendReconnect() }, 0, 0},
	{"op 9, resumable", func(w *world) { w.discord.InvalidateSession(true) }, 8, 0},
	{"op 9", func(w *world) { w.discord.InvalidateSession(false) }, 12, 1},
	{"op 1", func(w *world) { w.discord.RequestHeartbeat() }, 0, 0},
	{"code 1000", closes(1000), 8, 1},
	{"code 4000", closes(4000), 0, 0},
	{"code 4001", closes(4001), 0, 0},
	{"code 4002", closes(4002), 0, 0},
	{"code 4003", closes(4003), 8, 1},
	{"code 4005", closes(4005), 8, 1},
	{"code 4007", closes(4007), 8, 1},
	{"code 4008", closes(4008), 0, 0},
	{"code 4009", closes(4009), 8, 1},
	{"reset", func(w *world) { w.discord.DropGateway() }, 0, 0},
	{"silence", func(w *world) { w.discord.SilenceGateway() }, 85, 0},
	{"no heartbeat acknowledged", func(w *world) { w.discord.WithholdAcks() }, 0, 0},
	{"no HELLO", func(w *world) { w.discord.AnswerConnect(""); w.discord.DropGateway() }, 30, 0},
	{"no RESUMED", func(w *world) { w.discord.AnswerIdentify(""); w.discord.DropGateway() }, 25, 1},
	{"no READY", func(w *world) { w.discord.AnswerIdentify(""); w.discord.InvalidateSession(false) }, 25, 2},
	{"resume refused", func(w *world) { w.discord.ForgetSessions(); w.discord.DropGateway() }, 12, 1},
	{"identify refused with 4000", func(w *world) { w.discord.RefuseIdentify(4000); w.discord.InvalidateSession(false) }, 20, 2},
	{"events repeated", func(w *world) { w.discord.RepeatEvents(20); w.discord.DropGateway() }, 0, 0},
	{"a frame that is no JSON", func(w *world) { w.discord.SendFrame("{") }, 0, 0},
	{"a frame of an unknown op", func(w *world) { w.discord.SendFrame(`{"op":99,"d":[1]}`) }, 0, 0},
	{"an event of a wrong shape", func(w *world) { w.discord.Dispatch("INTERACTION_CREATE", []byte(`{"id":[]}`)) }, 0, 0},
	{"handshake refused", failsFor(10*time.Second, playground.GatewayRoute, playground.Fault{Status: 503}), 20, 0},
	{"handshake never answered", failsFor(10*time.Second, playground.GatewayRoute, playground.Fault{Delay: 5 * time.Minute}), 45, 0},
	{"GET /gateway/bot fails", func(w *world) {
		failsFor(10*time.Second, "GET /gateway/bot", playground.Fault{Status: 500})(w)
		w.discord.ForgetSessions()
	}, 30, 1},
}

func closes(code int) func(*world) { return func(w *world) { w.discord.CloseGateway(code) } }

// failsFor has requests of a route fail for a time, and the link be lost.
func failsFor(d time.Duration, route string, f playground.Fault) func(*world) {
	return func(w *world) {
		w.failing.Store(&routeFault{route, f})
		time.AfterFunc(d, func() { w.failing.Store(nil) })
		w.discord.DropGateway()
	}
}

type routeFault struct {
	route string
	fault playground.Fault
}

func failingRoute(w *world, r playground.Request) *playground.Fault {
	if f := w.failing.Load(); f != nil && f.route == r.Route {
		return &f.fault
	}
	return nil
}

// atOnce are quick puzzles of one step, so that requests are evenly spread.
func (w *world) atOnce() script { return w.among(quickScripts[:5]) }

// TestGatewayTable provokes a bot that holds the gateway alone in all ways, one by one.
func TestGatewayTable(t *testing.T) {
	s := scene{gateway: true, replicas: 1, noQueue: true, fault: failingRoute}
	inWorld(t, s, func(w *world) {
		for _, p := range provocations {
			identifies, resumes := w.discord.Identifies(), w.discord.Resumes()
			time.AfterFunc(30500*time.Millisecond, func() { p.do(w) })
			sum := w.play(120, 120*time.Second, w.atOnce)
			identifies, resumes = w.discord.Identifies()-identifies, w.discord.Resumes()-resumes
			gone := sum.of(lost, late)
			w.Logf("%-30s sent in the gap %2d, of those answered %2d; lost %2d (at most %2d), identifies %d, resumes %d",
				p.name, sum.gap, sum.gap-sum.gapLost, gone, p.lost, identifies, resumes)
			w.flawless(sum, lost, late)
			if gone > p.lost || identifies > p.identifies {
				w.Errorf("%s: lost %d, at most %d; %d identifies, at most %d", p.name, gone, p.lost, identifies, p.identifies)
			}
		}
	})
}

// TestGatewayEnds: what no other try would mend ends the bot, and says so.
func TestGatewayEnds(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		inWorld(t, scene{gateway: true, replicas: 1, noQueue: true}, func(w *world) {
			l := w.replicas[0].now()
			w.discord.CloseGateway(code)
			if err := <-l.ended; err == nil {
				w.Errorf("code %d: no error", code)
			}
			if n := w.discord.Identifies(); n != 1 {
				w.Errorf("code %d: %d identifies", code, n)
			}
		})
	}
}

// TestTwoHolders: whatever befalls one of two holders, the other has every event, and each
// is answered once.
func TestTwoHolders(t *testing.T) {
	var other atomic.Int32
	for name, do := range map[string]func(*world, *life){
		"reset":  func(_ *world, l *life) { l.loseDiscord()() },
		"cut":    func(_ *world, l *life) { l.freeze(); time.Sleep(10 * time.Second); l.thaw() },
		"killed": func(w *world, l *life) { l.kill(); w.revive(l.replica) },
		"stopped": func(w *world, l *life) {
			if err := l.stop(); err != nil {
				w.Error(err)
			}
			l.replica.start(nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, scene{gateway: true, replicas: 2}, func(w *world) {
				before := w.discord.Identifies()
				n := 0
				// Where a link falls silent its holder is deaf for up to two heartbeats.
				w.flawless(w.during(100*time.Second, func() {
					if l := w.replicas[int(other.Add(1))%2].now(); l != nil {
						n++
						do(w, l)
					}
				}, 410, 410*time.Second, w.usual))
				w.count("identifies", w.discord.Identifies()-before)
				if got := w.discord.Identifies() - before; got > n {
					w.Errorf("%d identifies after %d misfortunes", got, n)
				}
			})
		})
	}
}

// TestStarts: sessions are begun at Discord's pace, which the playground enforces: one too
// early is refused, one too many costs the token.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		gateway     playground.Gateway
		shards      int
		atLeast, by time.Duration
	}{
		{playground.Gateway{Shards: 4, MaxConcurrency: 1}, 4, 15 * time.Second, 20 * time.Second},
		{playground.Gateway{Shards: 16, MaxConcurrency: 1}, 16, 75 * time.Second, 85 * time.Second},
		{playground.Gateway{Shards: 16, MaxConcurrency: 16}, 16, 0, 5 * time.Second},
		{playground.Gateway{Used: 1000, ResetAfter: 10 * time.Minute}, 1, 10 * time.Minute, 11 * time.Minute},
	} {
		t.Run(fmt.Sprintf("%+v", c.gateway), func(t *testing.T) {
			var last atomic.Pointer[time.Time]
			s := scene{gateway: true, replicas: 1, noQueue: true, config: func(cfg *settings.Config) { cfg.Discord.Shards = 0 }}
			s.options.Gateway = c.gateway
			s.options.OnGateway = func(op int, _ json.RawMessage) {
				if op == 2 {
					last.Store(new(time.Now()))
				}
			}
			inWorld(t, s, func(w *world) {
				ctx, cancel := context.WithTimeout(w.Context(), c.by)
				defer cancel()
				<-ctx.Done()
				took := last.Load().Sub(w.started)
				if n := w.discord.Identifies(); n != c.shards || took < c.atLeast || took > c.by {
					w.Errorf("%d identifies, the last one after %s", n, took)
				}
				w.flawless(w.play(20, 20*time.Second, w.atOnce))
			})
		})
	}
}
