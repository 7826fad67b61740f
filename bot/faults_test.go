package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/commands/chat"
)

// takes is a handler that takes as long as the option "takes" says, in seconds, or until
// its context ends.
var takes = fakeHandler{handle: func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
	seconds, _ := req.Options["takes"].(int64)
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
		return &chat.Reply{Title: "done"}
	case <-ctx.Done():
		return &chat.Reply{Title: "cut short"}
	}
}}

func taking(user string, seconds int) []byte {
	return command(user, fmt.Sprintf(`{"name":"takes","type":4,"value":%d}`, seconds))
}

// today is when interactions of this time can have been born: a bubble's clock begins
// before Discord's does.
func today() { time.Sleep(26 * 365 * 24 * time.Hour) }

// aged is an interaction that was born so long ago.
func aged(raw []byte, age time.Duration, n int) []byte {
	id := uint64(time.Now().Add(-age).UnixMilli()-discordsEpoch)<<22 + uint64(n)
	return numbered(raw, int(id))
}

// What the gateway delivers again is neither worked on again nor refused.
func TestDeliveredAgain(t *testing.T) {
	var worked atomic.Int32
	h := after(0)
	h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		worked.Add(1)
		time.Sleep(2 * time.Second)
		return &chat.Reply{Title: "done"}
	}
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, h, discord, func(c *Config) { c.Limits.PerUser = 1 })
		for range 3 {
			_ = b.accept(command("5"), nil)
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		_ = b.accept(command("5"), nil)
		b.responders.Wait()
		want(t, discord.lines(), "1.5s type 5", "2s edit ### done")
		if n := worked.Load(); n != 1 {
			t.Errorf("worked on %d times", n)
		}
		time.Sleep(rememberDelivery)
		_ = b.accept(command("5"), nil) // an id that nobody remembers
		b.responders.Wait()
		if n := worked.Load(); n != 2 {
			t.Errorf("worked on %d times", n)
		}
	})
}

func (f *fakeREST) lines() (lines []string) {
	for _, s := range f.all() {
		lines = append(lines, fmt.Sprint(s.at, " ", s.what()))
	}
	return lines
}

// What is remembered of deliveries is bounded.
func TestDeliveriesAreForgotten(t *testing.T) {
	var d deliveries
	now := time.Now()
	for i := range 3 * maxDeliveries {
		d.enter(fmt.Sprint(i), now)
	}
	if len(d.byID) != maxDeliveries || len(d.order) != maxDeliveries {
		t.Errorf("%d, %d", len(d.byID), len(d.order))
	}
	if _, again := d.enter(fmt.Sprint(3*maxDeliveries-1), now); !again {
		t.Error("the latest is forgotten")
	}
}

// An interaction that is old when it comes is deferred while Discord still waits; one
// that is quick is answered all the same. A clock that is wrong changes nothing.
func TestAge(t *testing.T) {
	for name, c := range map[string]struct {
		ages []time.Duration // the last one's answer is looked at
		slow string
	}{
		"fresh":                      {[]time.Duration{0}, "1.5s type 5"},
		"1 s old":                    {[]time.Duration{time.Second}, "500ms type 5"},
		"2 s old":                    {[]time.Duration{2 * time.Second}, "100ms type 5"},
		"2 s old, others are, too":   {[]time.Duration{2 * time.Second, 2 * time.Second}, "100ms type 5"},
		"our clock is 10 min ahead":  {[]time.Duration{10 * time.Minute}, "1.5s type 5"},
		"and this one 2 s old":       {[]time.Duration{10 * time.Minute, 10*time.Minute + 2*time.Second}, "100ms type 5"},
		"our clock is 10 min behind": {[]time.Duration{-10 * time.Minute}, "1.5s type 5"},
		"and now 1 s old":            {[]time.Duration{-10 * time.Minute, -10*time.Minute + time.Second}, "500ms type 5"},
	} {
		synctest.Test(t, func(t *testing.T) {
			today()
			discord := &fakeREST{}
			b, _ := newFakeBot(t, takes, discord, nil)
			for i, age := range c.ages[:len(c.ages)-1] {
				_ = b.accept(aged(taking("1", 0), age, i), nil)
			}
			b.responders.Wait()
			discord.start, discord.sent = time.Now(), nil
			_ = b.accept(aged(taking("2", 0), c.ages[len(c.ages)-1], 8), nil)
			b.responders.Wait()
			_ = b.accept(aged(taking("3", 60), c.ages[len(c.ages)-1], 9), nil)
			b.responders.Wait()
			if got := discord.lines(); len(got) != 3 || got[0] != "0s type 4 ### done" || got[1] != c.slow {
				t.Errorf("%s: %q", name, got)
			}
		})
	}
}

// However many long puzzles there are, a quick one waits for a first look at them, no longer.
func TestLongPuzzlesLeaveAWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, takes, discord, func(c *Config) { c.Limits.Workers, c.Limits.PerUser = 2, 8 })
		for i := range 4 {
			_ = b.accept(numbered(taking("long", 20), i+1), nil)
		}
		time.Sleep(5 * time.Second) // three first looks of 1.5 s each are over
		begun := time.Now()
		for i := range 20 {
			_ = b.accept(numbered(taking(fmt.Sprint("quick", i), 0), 100+i), nil)
		}
		synctest.Wait()
		if n := strings.Count(strings.Join(discord.lines(), "\n"), "5s type 4 ### done"); n != 20 || time.Since(begun) != 0 {
			t.Errorf("%d of 20 quick ones are answered at once: %q", n, discord.lines())
		}
		b.responders.Wait()
		if n := strings.Count(strings.Join(discord.lines(), "\n"), "edit ### done"); n != 4 {
			t.Errorf("%d of 4 long ones are answered: %q", n, discord.lines())
		}
	})
}

// Who waits for Discord waits for no worker, and keeps nobody out.
func TestSlowDiscordTurnsNobodyAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now(), delay: func(sent) time.Duration { return 1500 * time.Millisecond }}
		b, _ := newFakeBot(t, takes, discord, func(c *Config) { c.Limits.Workers, c.Limits.Queue = 2, 64 })
		for i := range 120 {
			_ = b.accept(numbered(taking(fmt.Sprint(i), 0), i+1), nil)
			time.Sleep(8 * time.Millisecond)
		}
		b.responders.Wait()
		for _, line := range discord.lines() {
			if !strings.HasSuffix(line, "type 4 ### done") {
				t.Error(line)
			}
		}
	})
}

// A notice after a click that was deferred in place is tried again where it was certainly
// not carried out.
func TestNoticeAfterA429(t *testing.T) {
	limited := false
	discord := &fakeREST{fault: func(s sent) (int, string, error) {
		if s.method == http.MethodPost && strings.Contains(s.path, "/webhooks/") && !limited {
			limited = true
			return 429, `{"retry_after":0.1,"message":"You are being rate limited."}`, nil
		}
		return 0, "", nil
	}}
	got := play(t, fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		time.Sleep(2 * time.Second)
		return &chat.Reply{Tone: chat.Failure, Title: "no"}
	}}, discord, nil, click("k1t/x"))
	if len(got) != 3 || got[0] != "1.5s type 6" || !strings.HasPrefix(got[2], "2.1") {
		t.Errorf("%q", got)
	}
}

// taps is a handler whose board is the taps on it.
var taps = fakeHandler{handle: func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
	time.Sleep(100 * time.Millisecond)
	return &chat.Reply{Title: "board", Puzzle: req.Puzzle + req.Path}
}}

func tap(message, board, path string) []byte {
	return bytes.Replace(click("k1t/"+path), []byte(`"components":[]`),
		fmt.Appendf(nil, `"id":%q,"components":[{"type":10,"content":%q}]`, message, "```\n"+board+"\n```"), 1)
}

// Of two quick taps on one board, both made on the board as it was, the second goes on from
// what the first has made of it.
func TestQuickTaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now(), delay: func(sent) time.Duration { return 200 * time.Millisecond }}
		b, _ := newFakeBot(t, taps, discord, func(c *Config) { c.Limits.PerUser = 9 })
		boards := func() (all []string) {
			for _, s := range discord.all() {
				var w struct{ Data wireMessage }
				if err := json.Unmarshal(s.body, &w); err != nil {
					t.Fatal(err)
				}
				all = append(all, puzzlesIn(w.Data.Components)...)
			}
			return all
		}
		_ = b.accept(numbered(tap("77", "-", "a"), 1), nil)
		synctest.Wait() // so that it is the first
		_ = b.accept(numbered(tap("77", "-", "b"), 2), nil)
		synctest.Wait()
		_ = b.accept(numbered(tap("77", "-", "c"), 3), nil)
		_ = b.accept(numbered(tap("78", "-", "x"), 4), nil)
		b.responders.Wait()
		time.Sleep(time.Second)
		_ = b.accept(numbered(tap("77", "-abc", "d"), 5), nil) // made on the newest
		b.responders.Wait()
		got := boards()
		slices.Sort(got)
		if !slices.Equal(got, []string{"-a", "-ab", "-abc", "-abcd", "-x"}) {
			t.Errorf("%q", got)
		}
	})
}

// A tap whose answer was lost on its way comes again, and is answered by the board as it is:
// it has had its effect.
func TestTapComesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, taps, &fakeREST{start: time.Now()}, func(*Config) {})
		tapped := func(board, path string, n int) (shown string) {
			err := b.accept(numbered(tap("77", board, path), n), func(p payload) error {
				var w struct{ Data wireMessage }
				err := json.Unmarshal(p.body, &w)
				shown = strings.Join(puzzlesIn(w.Data.Components), " ")
				return err
			})
			b.responders.Wait()
			if err != nil {
				t.Error(err)
			}
			return shown
		}
		got := []string{tapped("-", "a", 1), tapped("-", "a", 1), tapped("-a", "b", 2), tapped("-", "a", 1), tapped("-ab", "c", 3)}
		if !slices.Equal(got, []string{"-a", "-a", "-ab", "-ab", "-abc"}) {
			t.Errorf("%q", got)
		}
	})
}

// The rate limit that a progress edit has run into is waited for, by the answer too.
func TestProgressIsLimited(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		for range 13 {
			progress(&chat.Reply{Title: "p"})
			time.Sleep(time.Second)
		}
		return &chat.Reply{Title: "done"}
	}}
	discord := &fakeREST{fault: func(s sent) (int, string, error) {
		if strings.Contains(s.what(), ProgressMark) {
			return 429, `{"retry_after":5,"message":"You are being rate limited."}`, nil
		}
		return 0, "", nil
	}}
	want(t, play(t, h, discord, nil, command("5")), "1.5s type 5", "4.5s edit ### ⏳ p", "10.5s edit ### ⏳ p", "15.5s edit ### done")
}

// A progress edit that Discord carries out after the answer is answered once more.
func TestProgressAfterTheAnswer(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		progress(&chat.Reply{Title: "p"})
		time.Sleep(5 * time.Second)
		return &chat.Reply{Title: "done"}
	}}
	discord := &fakeREST{delay: func(s sent) time.Duration {
		if strings.Contains(s.what(), ProgressMark) {
			return 6 * time.Second
		}
		return 0
	}}
	want(t, play(t, h, discord, nil, command("5")),
		"1.5s type 5", "4.5s edit ### ⏳ p", "8s edit ### done", "10.5s edit ### done")
}
