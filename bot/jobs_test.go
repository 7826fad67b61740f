package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/endpoint"
	"kibitz/bot/queue/queuetest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
	"kibitz/tests/memnet"
)

func TestJobIsNotTakenBack(t *testing.T) {
	for name, how := range map[string]struct{ a, b func(wire.Payload) error }{
		"endpoint": {func(wire.Payload) error { return endpoint.ErrLate }, func(wire.Payload) error { return nil }},
		"gateway":  {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := queuetest.Start(t)
				da, db := &fakeREST{start: time.Now()}, &fakeREST{start: time.Now(), fault: loading}
				da.fault = func(s sent) (int, string, error) { // the other process was first
					if strings.HasSuffix(s.path, "/callback") {
						return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil
					}
					return loading(s)
				}
				da.delay = func(sent) time.Duration { return 100 * time.Millisecond }
				a, b := process(t, after(5*time.Second), da, s.Dial, nil), process(t, after(5*time.Second), db, s.Dial, nil)
				_ = a.accept(command("5"), how.a)
				time.Sleep(10 * time.Millisecond)
				_ = b.accept(command("5"), how.b)
				time.Sleep(4 * time.Second) // all workers are busy
				stop := works(b)
				time.Sleep(time.Minute)
				stop()
				finish(a, b)
				if n := edits(da, db); n == 0 {
					t.Error("deferred, and never answered")
				}
			})
		})
	}
}

// SIGTERM comes while an answer to a job waits for a Discord that is not there.
func TestShutdownWithJobWhileDiscordIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		network := memnet.New()
		d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			if s.method == http.MethodPatch {
				return 503, "", nil
			}
			return loading(s)
		}}
		b, _ := newFakeBot(t, after(5*time.Second), d, func(c *settings.Config) {
			c.Queue.URL, c.Discord.Via, c.Endpoint.Addr = "nats://queue:4222", settings.ViaEndpoint, ":8081"
			c.Endpoint.Key, c.Discord.Register = strings.Repeat("ab", 32), false
		})
		b.dial, b.listen = s.Dial, network.Listen
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { _ = b.run(ctx, nil); close(ended) }()
		time.Sleep(2 * time.Second)
		_ = b.accept(command("5"), func(wire.Payload) error { return nil })
		time.Sleep(20 * time.Second) // the answer is there, Discord is not
		told := time.Now()
		cancel()
		<-ended
		if took := time.Since(told); took > 30*time.Second {
			t.Error("the process ends after", took)
		}
	})
}

// A refusal changes no message, so the next click starts from what is there.
func TestRefusalByTheQueueChangesNoBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		var mu sync.Mutex
		var seen []string
		h := after(0)
		h.handle = func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
			mu.Lock()
			seen = append(seen, req.Puzzle)
			mu.Unlock()
			if len(seen) == 1 {
				<-ctx.Done() // and what is certain by then is an answer
			}
			return &chat.Reply{Title: "pressed", Puzzle: req.Puzzle + "+"}
		}
		d := &fakeREST{start: time.Now(), fault: loading}
		b := process(t, h, d, s.Dial, func(c *settings.Config) { c.Limits.PerUser = 1 })
		probe := b.newAnswer(&interaction{id: "777", user: "5", raw: []byte("{}"), born: time.Now(), request: &chat.Request{}})
		if !b.handOver(probe) { // fills the user's only place in the queue
			t.Fatal("not put")
		}
		_ = b.accept(inPlaceClick(1, "A"), nil)
		time.Sleep(5 * time.Second)
		_ = b.accept(inPlaceClick(2, "A"), nil)
		time.Sleep(5 * time.Second)
		finish(b)
		if len(seen) != 2 || seen[1] != "A" {
			t.Errorf("the handler saw %q; nobody has ever seen A+", seen)
		}
	})
}

// A person for whom the queue has no place is told whether their own requests fill it. Nothing is wrong
// with the request that took the last place.
func TestNoPlaceInTheQueue(t *testing.T) {
	for user, notice := range map[string]string{"5": noticeBusyUser, "6": noticeBusyBot} {
		synctest.Test(t, func(t *testing.T) {
			s, d := queuetest.Start(t), &fakeREST{start: time.Now(), fault: loading}
			b, log := newFakeBot(t, after(5*time.Second), d, func(c *settings.Config) {
				c.Queue.URL, c.Limits.Workers, c.Limits.Queue, c.Limits.PerUser = "nats://queue:4222", 1, 0, 1
			})
			b.dial = s.Dial
			if err := b.openQueue(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			for _, asks := range []string{"5", user} {
				in := &interaction{id: asks + fmt.Sprint(len(d.all())), user: asks, raw: []byte("{}"), born: time.Now(), request: &chat.Request{}, via: settings.ViaEndpoint}
				if !b.handOver(b.newAnswer(in)) {
					t.Error("it goes on here")
				}
			}
			finish(b)
			want(t, kinds(d.lines()), "type 5", "type 4 private ### notice "+notice)
			if strings.Contains(log.String(), "not deferred") {
				t.Errorf("the log: %s", log)
			}
		})
	}
}

// The queue does not answer, and ack_after is the largest that the settings take.
func TestAckAfterWithASilentQueue(t *testing.T) {
	text := "clock:\n  ack_after: 2.5s\nqueue:\n  url: nats://queue:4222\n"
	cfg, err := settings.Parse("config.yaml", []byte(text))
	if err != nil {
		return // refused: well
	}
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		link := s.Link()
		d := &fakeREST{start: time.Now()}
		b := process(t, after(10*time.Second), d, link.Dial, func(c *settings.Config) { c.Clock = cfg.Clock })
		start := time.Since(d.start)
		_ = b.accept(command("5"), nil)
		time.Sleep(2 * time.Second)
		link.Silence()
		b.responders.Wait()
		b.workers.Wait()
		if first := d.all()[0]; first.at-start > firstWithin {
			t.Errorf("%s after %s", first.what(), first.at-start)
		}
		link.Mend()
		finish(b)
	})
}

// A job that a newer version put is not answered with nonsense.
func TestJobWithAButtonOfANewerVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		var paths []string
		h := after(0)
		h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
			paths = append(paths, req.Path)
			return &chat.Reply{Title: "done"}
		}
		d := &fakeREST{start: time.Now(), fault: loading}
		b := process(t, h, d, s.Dial, nil)
		raw := click("k2/x")
		b.handOver(b.newAnswer(&interaction{id: "1", app: "2", token: interactionSecret, kind: wire.KindClick, user: "5", raw: raw, born: time.Now(), request: &chat.Request{}}))
		stop := works(b)
		time.Sleep(10 * time.Second)
		stop()
		finish(b)
		if len(paths) > 0 {
			t.Errorf("the handler was asked for the paths %q", paths)
		}
	})
}

// Row 24: Discord cannot be reached from one replica, and its jobs go elsewhere.
func TestJobsLeaveAReplicaWithoutDiscord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		dead := &fakeREST{start: time.Now(), fault: func(sent) (int, string, error) { return 0, "", errors.New("no route to host") }}
		well := &fakeREST{start: time.Now(), fault: loading}
		a, b := process(t, after(5*time.Second), dead, s.Dial, nil), process(t, after(5*time.Second), well, s.Dial, nil)
		stopA := works(a)
		_ = b.accept(command("5"), nil)
		time.Sleep(5 * time.Second)
		stopB := works(b)
		time.Sleep(5 * time.Minute)
		if edits(well) == 0 {
			t.Error("no answer in 5 min, though a replica is idle and well")
		}
		stopB()
		a.cancelSending()
		b.cancelSending()
		stopA()
		finish(a, b)
	})
}

// Discord, or what is before it, refuses to show the deferral for 20 s: that is no job that
// kills its workers, and its person waits for 15 minutes.
func TestRefusedLookIsNoPoison(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		d := &fakeREST{start: time.Now()}
		d.fault = func(s sent) (int, string, error) {
			if s.method == http.MethodGet && s.at < 25*time.Second {
				return 403, "<html>", nil
			}
			return loading(s)
		}
		b := process(t, after(5*time.Second), d, s.Dial, nil)
		stop := works(b)
		_ = b.accept(command("5"), nil)
		time.Sleep(5 * time.Minute)
		stop()
		finish(b)
		last := d.all()[len(d.all())-1]
		if !strings.Contains(last.what(), "done") {
			t.Errorf("%s %s; poison: %d", last.at, last.what(), b.metrics.Poison.Get())
		}
	})
}

// TestTheSameByQueue: when somebody asked, who it was and their dice are the same in every
// process that answers, as it follows from the id of what they did.
func TestTheSameByQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var seen []string
		h := after(5 * time.Second)
		slow := h.handle
		h.handle = func(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
			mu.Lock()
			seen = append(seen, fmt.Sprint(req.Asked.UTC(), req.User, req.Chance))
			mu.Unlock()
			return slow(ctx, req, progress)
		}
		s, d := queuetest.Start(t), oneMessage()
		a, b := process(t, h, d, s.Dial, nil), process(t, h, d, s.Dial, nil)
		raw := strings.Replace(string(command("5")), `"id":"1"`, `"id":"1573986395750400003"`, 1)
		_ = a.accept([]byte(raw), nil)
		time.Sleep(4 * time.Second)
		stop := works(b)
		time.Sleep(time.Minute)
		stop()
		finish(a, b)
		if len(seen) < 2 || slices.ContainsFunc(seen, func(s string) bool { return s != seen[0] }) || strings.HasPrefix(seen[0], "0001") {
			t.Errorf("seen: %q", seen)
		}
	})
}
