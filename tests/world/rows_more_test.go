package world

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/bot"
	"kibitz/bot/settings"
	"kibitz/commands/chat"
	"kibitz/playground"
)

// TestFaultTableAndControls plays rows that stand beside their control: the same, but without
// what protects from the fault. There the checker has to find something.
func TestFaultTableAndControls(t *testing.T) {
	for _, r := range slices.Concat(leaderRows, startRows, clockRows, releaseRows) {
		t.Run(r.name, func(t *testing.T) { inWorld(t, r.scene, r.test) })
	}
}

// crowded is a scene in which what takes long waits in the queue: one job at a time for each
// replica, and people ask faster than that.
var crowded = scene{config: func(c *settings.Config) { c.Limits.Workers = 2 }}

// crowding plays 120 scripts in two minutes, half of them slow.
func (w *world) crowding() *score {
	return w.play(120, 2*time.Minute, func() script {
		if w.chances.happen(0.5) {
			return w.among(slowScripts[4:6])
		}
		return w.among(quickScripts[:5])
	})
}

// leaderRows: for some seconds nobody hears anything of the queue; then another of its
// servers speaks for it. A bubble has one server, so the successor is the same one after a
// restart: it has the jobs, as a replica has them, and has forgotten its last words.
var leaderRows = []row{
	{"row 9: the queue's leader is lost", crowded, func(w *world) {
		stop := w.meanwhile(25*time.Second, w.newLeader(w.nats.Crash))
		time.AfterFunc(2*time.Minute, stop)
		w.flawless(w.crowding())
		w.atLeast("leaders lost", 4)
		w.atLeast("failed puts", 1)
	}},
	{"row 9, control: its successor has none of the jobs, and there is no witness", crowded.withoutWitness(), func(w *world) {
		time.AfterFunc(time.Minute, w.newLeader(w.nats.Lose))
		w.flawed(w.crowding(), unanswered)
	}},
}

func (w *world) newLeader(successor func()) func() {
	return func() {
		w.count("leaders lost", 1)
		var silent []*life
		for _, r := range w.replicas {
			if l := r.now(); l != nil {
				l.link.Silence()
				silent = append(silent, l)
			}
		}
		time.Sleep(2*time.Second + w.fate.upTo(2*time.Second))
		successor()
		for _, l := range silent {
			l.link.Mend()
		}
	}
}

// flawed fails the test where none of these flaws was found, or another was.
func (w *world) flawed(s *score, some ...flaw) {
	w.Helper()
	if s.of(some...) == 0 {
		w.Errorf("nothing %v among %d requests", some, s.requests)
	}
	w.flawless(s, some...)
}

// startRows: Discord counts how often and how fast sessions are begun. The playground takes
// the token away from a bot that begins one too many.
var startRows = []row{
	{"row 21: 16 shards, one identify in five seconds", holder(playground.Gateway{Shards: 16, MaxConcurrency: 1}, nil), func(w *world) {
		w.startsAnew(16, 75*time.Second)
		w.flawless(w.play(100, 50*time.Second, w.atOnce))
	}},
	{"row 21, control: Discord says sixteen", holder(playground.Gateway{Shards: 16, MaxConcurrency: 1}, saysOfStarts(16, 16)), func(w *world) {
		before := w.discord.Identifies()
		w.restart()
		time.Sleep(2 * time.Minute)
		if n := w.discord.Identifies() - before; n <= 16 {
			w.Errorf("%d identifies", n)
		}
	}},
	{"row 21: no identify left", holder(playground.Gateway{Used: 1000, ResetAfter: 10 * time.Minute}, nil), func(w *world) {
		if waited, n := time.Since(w.started), w.discord.Identifies(); waited < 10*time.Minute || n != 1 {
			w.Errorf("%d identifies after %v", n, waited)
		}
		w.flawless(w.play(100, 50*time.Second, w.atOnce))
	}},
}

// holder is a scene with one holder of the gateway.
func holder(g playground.Gateway, fault func(*world, playground.Request) *playground.Fault) scene {
	s := scene{gateway: true, replicas: 1, noQueue: true, fault: fault, config: func(c *settings.Config) { c.Discord.Shards = 0 }}
	s.options.Gateway = g
	return s
}

// saysOfStarts has Discord say something else of its limits than it enforces.
func saysOfStarts(shards, concurrency int) func(*world, playground.Request) *playground.Fault {
	body := fmt.Sprintf(`{"url": "ws://%s", "shards": %d, "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 86400000, "max_concurrency": %d}}`,
		discordAddress, shards, concurrency)
	return func(_ *world, r playground.Request) *playground.Fault {
		if r.Route != "GET /gateway/bot" {
			return nil
		}
		return &playground.Fault{Status: 200, Body: body}
	}
}

// restart stops the one replica, and starts it anew.
func (w *world) restart() *life {
	l := w.replicas[0].now()
	if err := l.stop(); err != nil {
		w.Errorf("stopped with: %v", err)
	}
	return w.replicas[0].start(nil)
}

// startsAnew restarts the one replica, and holds that it identifies this often until it is
// connected, and takes at least this time.
func (w *world) startsAnew(identifies int, atLeast time.Duration) {
	w.Helper()
	before, start := w.discord.Identifies(), time.Now()
	w.restart()
	ctx, cancel := context.WithTimeout(w.Context(), time.Hour)
	defer cancel()
	for w.discord.Identifies()-before < identifies && ctx.Err() == nil {
		time.Sleep(time.Second)
	}
	if took := time.Since(start); took < atLeast {
		w.Errorf("all sessions have begun after %v", took)
	}
	time.Sleep(time.Minute)
	if n := w.discord.Identifies() - before; n != identifies {
		w.Errorf("%d identifies, not %d", n, identifies)
	}
}

// clockRows: the clocks of Discord and of the bot differ by ten minutes. There is no rule that
// could be taken away for a control; that the bot met another clock is seen in its metric.
var clockRows = []row{
	{"row 23: our clocks are ten minutes behind", skewed(10 * time.Minute), func(w *world) { w.clockIsOff(-600) }},
	{"row 23: our clocks are ten minutes ahead", skewed(-10 * time.Minute), func(w *world) { w.clockIsOff(600) }},
}

func skewed(d time.Duration) (s scene) {
	s.options.Skew = d
	return s
}

func (w *world) clockIsOff(seconds int) {
	w.flawless(w.play(100, 50*time.Second, w.usual))
	for _, r := range w.replicas {
		if skew := r.now().metrics()["kibitz_clock_skew_seconds"]; skew < seconds-2 || skew > seconds+2 {
			w.Errorf("%s believes to be %d s ahead of Discord", r.name, skew)
		}
	}
}

// A release is how a version of the program differs in what it writes into its buttons, and
// in what it reads of others'.
type release func(worker) bot.Handler

func (r release) of(h worker) bot.Handler {
	if r == nil {
		return h
	}
	return r(h)
}

// paths are a release whose buttons have a value more. It may be one that only reads them.
type paths struct {
	worker
	reads, writes bool
}

const newPath = "wait?v=2&ms="

func (h paths) Inquire(req *chat.Request) chat.Inquiry {
	if ms, isNew := strings.CutPrefix(req.Path, newPath); isNew && h.reads {
		old := *req
		old.Path = waitPath + ms
		req = &old
	}
	inquiry := h.worker.Inquire(req)
	usual := inquiry.Answer
	inquiry.Answer = func(ctx context.Context, progress func(*chat.Reply)) *chat.Reply {
		reply := usual(ctx, progress)
		if h.writes {
			for i, b := range reply.Buttons {
				if ms, ours := strings.CutPrefix(b.Path, waitPath); ours {
					reply.Buttons[i].Path = newPath + ms
				}
			}
		}
		return reply
	}
	return inquiry
}

// releaseRows: replicas of two releases serve at once while one after the other is upgraded.
// They differ in their settings, too, and each declares the queue as it wants it. What is
// new in a button is read one release before it is written.
var releaseRows = []row{
	{"row 25: old and new at once", scene{}, func(w *world) {
		w.flawless(w.upgradeFrom(paths{reads: true}))
		w.atLeast("stops", 3)
	}},
	{"row 25, control: the old do not read what the new write", scene{}, func(w *world) {
		w.flawed(w.upgradeFrom(paths{}), wrong)
	}},
}

// upgradeFrom has replicas of an old release replaced by new ones while people click.
func (w *world) upgradeFrom(old paths) *score {
	start := func(r *replica, p paths, howMany int) {
		r.release = func(h worker) bot.Handler { p.worker = h; return p }
		r.start(func(c *settings.Config) { c.Limits.Queue, c.Limits.PerUser = howMany, 5 })
	}
	for _, r := range w.replicas {
		_ = r.now().stop() // the world's own
		start(r, old, 1000)
	}
	time.Sleep(10 * time.Second)
	n := 0
	clicks := slowScripts[len(slowScripts)-1]
	return w.during(20*time.Second, func() {
		if n < len(w.replicas) {
			r := w.replicas[n]
			n++
			w.gather(r.now())
			if err := r.now().stop(); err != nil {
				w.Errorf("%s stopped with: %v", r.name, err)
			}
			start(r, paths{reads: true, writes: true}, 2000)
		}
	}, 120, 100*time.Second, func() script {
		if w.chances.happen(0.8) {
			return clicks
		}
		return w.among(quickScripts)
	})
}
