package rest

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// ban returns a Discord that Cloudflare bars until a time.
func ban(until time.Time, header ...string) *fake {
	return &fake{reply: func(int, *http.Request) (*http.Response, error) {
		if time.Now().Before(until) {
			return (&reply{status: 429, body: "<html>You are being rate limited</html>", header: header}).make()
		}
		return fine.make()
	}}
}

// Ten edits under way when the ban begins: each is tried at most three times,
// not before the time that was asked for, and all are done soon after.
func TestBanWithEditsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		discord := ban(start.Add(20*time.Second), "Retry-After", "20")
		c := discord.client()
		var calls sync.WaitGroup
		for range 10 {
			calls.Go(func() {
				if _, err := c.Do(t.Context(), edit); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if took := time.Since(start); took > 21*time.Second {
			t.Errorf("done after %v", took)
		}
		if n := discord.requests(); n > 20 {
			t.Errorf("%d requests", n)
		}
		for _, at := range discord.at {
			if at > 0 && at < 20*time.Second {
				t.Errorf("a request after %v", at)
			}
		}
		if c.Open() {
			t.Error("still open")
		}
	})
}

// A first response waits for a short ban, as long as it may.
func TestShortBan(t *testing.T) {
	for name, header := range map[string][]string{"1 s": {"Retry-After", "1"}, "no header": nil} {
		synctest.Test(t, func(t *testing.T) {
			discord := ban(time.Now().Add(time.Second), header...)
			c := discord.client()
			var calls sync.WaitGroup
			for range 6 {
				calls.Go(func() {
					if err := within(t.Context(), 2900*time.Millisecond, func(ctx context.Context) error { _, err := c.Do(ctx, callback); return err }); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				})
			}
			calls.Wait()
			for _, at := range discord.at {
				if at > 0 && at < time.Second {
					t.Errorf("%s: a request after %v", name, at)
				}
			}
		})
	}
}

// The ban of an hour, and one that does not say how long it takes, with a call
// each second: nothing before the time that was asked for, then at most one a
// minute, and a first response is turned away without waiting.
func TestLongBan(t *testing.T) {
	for name, c := range map[string]struct {
		header []string
		least  time.Duration // before the first call is tried again
		most   int           // requests in three hours
	}{
		"an hour, said": {[]string{"Retry-After", "3600"}, time.Hour, 4},
		"not said":      {nil, time.Second, 182},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			discord := ban(start.Add(3*time.Hour-time.Second), c.header...)
			client := discord.client()
			progress := edit
			progress.Droppable = true
			for time.Since(start) < 3*time.Hour {
				before, sent := time.Now(), discord.requests()
				err := within(t.Context(), 900*time.Millisecond, func(ctx context.Context) error { _, err := client.Do(ctx, callback); return err })
				if f, ok := err.(*Fault); ok && (!f.Passing() || f.Arrived || time.Since(before) != 0) {
					t.Fatalf("%s: %v after %v", name, err, time.Since(before))
				}
				if sent > 0 && err != nil && discord.requests() == sent && err.(*Fault).RetryAfter <= 0 {
					t.Fatalf("%s: %v does not say when", name, err)
				}
				if _, err := client.Do(t.Context(), progress); err == nil && time.Since(start) < 3*time.Hour-2*time.Second {
					t.Fatalf("%s: progress was sent", name)
				}
				time.Sleep(time.Second)
			}
			if n := discord.requests(); n > c.most {
				t.Errorf("%s: %d requests", name, n)
			}
			if discord.at[1] < c.least {
				t.Errorf("%s: a second request after %v", name, discord.at[1])
			}
			for i, at := range discord.at[2:] {
				if gap := at - discord.at[i+1]; gap < time.Minute {
					t.Errorf("%s: %v between two requests", name, gap)
				}
			}
		})
	}
}

// While a probe is under way the others wait for it, and no longer.
func TestWaitingForAProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fake{reply: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return banned.make()
			}
			time.Sleep(300 * time.Millisecond)
			return fine.make()
		}}
		c := discord.client()
		progress := edit
		progress.Droppable = true
		if _, err := c.Do(t.Context(), progress); err == nil || !c.Open() {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		if _, err := c.Do(t.Context(), progress); err == nil || discord.requests() != 1 {
			t.Error("progress was sent as the probe")
		}
		start := time.Now()
		var calls sync.WaitGroup
		for range 10 {
			calls.Go(func() {
				if err := within(t.Context(), 2900*time.Millisecond, func(ctx context.Context) error { _, err := c.Do(ctx, callback); return err }); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if n := discord.requests(); n != 2 {
			t.Errorf("%d requests, want one probe", n)
		}
		if _, err := c.Do(t.Context(), progress); err == nil {
			t.Error("progress was sent before it is known that it may")
		}
		calls.Wait()
		if took := time.Since(start); took != 600*time.Millisecond {
			t.Errorf("answered after %v", took)
		}
	})
}

// Of several refusals the longest counts.
func TestLongestBanCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fake{reply: func(n int, _ *http.Request) (*http.Response, error) {
			after := []string{"60", "1", ""}[n-1]
			if after == "" {
				return fine.make()
			}
			time.Sleep(time.Duration(n) * 100 * time.Millisecond) // both are under way
			return (&reply{status: 429, body: "error code: 1015", header: []string{"Retry-After", after}}).make()
		}}
		c := discord.client()
		progress := edit
		progress.Droppable = true
		var before sync.WaitGroup
		for range 2 {
			before.Go(func() { _, _ = c.Do(t.Context(), progress) })
			synctest.Wait()
		}
		before.Wait()
		if _, err := c.Do(t.Context(), edit); err != nil || discord.at[2] < time.Minute {
			t.Errorf("%v: asked again after %v", err, discord.at[2])
		}
	})
}

// A probe without an answer says nothing of the ban: the next one is soon.
func TestUnheardProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := inTurn(banned, reset, fine)
		if _, err := discord.client().Do(t.Context(), edit); err != nil {
			t.Fatal(err)
		}
		if gap := discord.at[2] - discord.at[1]; gap < probeUnheard || gap > 2*probeUnheard {
			t.Errorf("%v between two probes", gap)
		}
	})
}

// A call that was sent before the ban, and succeeds during it, does not end it.
func TestSuccessFromBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fake{reply: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 2 {
				return banned.make()
			}
			time.Sleep(time.Second)
			return fine.make()
		}}
		c := discord.client()
		var before sync.WaitGroup
		before.Go(func() { _, _ = c.Do(t.Context(), edit) })
		synctest.Wait()
		progress := edit
		progress.Droppable = true
		_, _ = c.Do(t.Context(), progress)
		before.Wait()
		if !c.Open() {
			t.Error("closed by a call from before the ban")
		}
	})
}

// Too many invalid requests in ten minutes are stopped before Discord bans the
// address for them.
func TestInvalidRequests(t *testing.T) {
	for _, status := range []int{401, 403, 429} {
		synctest.Test(t, func(t *testing.T) {
			var refusing atomic.Bool
			refusing.Store(true)
			discord := &fake{reply: func(int, *http.Request) (*http.Response, error) {
				if refusing.Load() {
					return (&reply{status: status, body: `{"message":"no"}`}).make()
				}
				return fine.make()
			}}
			c := discord.client()
			once := edit
			once.Droppable = true
			for range maxInvalid {
				_, _ = c.Do(t.Context(), once)
			}
			if c.Open() || c.Invalid() != maxInvalid || discord.requests() != maxInvalid {
				t.Fatalf("%d: open %v at %d", status, c.Open(), c.Invalid())
			}
			_, _ = c.Do(t.Context(), once)
			if !c.Open() {
				t.Fatalf("%d: not open at %d", status, c.Invalid())
			}
			start, sent := time.Now(), discord.requests()
			for time.Since(start) < 9*time.Minute {
				_, _ = c.Do(t.Context(), once)
				_ = within(t.Context(), time.Second, func(ctx context.Context) error { _, err := c.Do(ctx, callback); return err })
				time.Sleep(time.Second)
			}
			if n := discord.requests() - sent; n < 8 || n > 10 {
				t.Errorf("%d: %d requests in nine minutes", status, n)
			}
			refusing.Store(false)
			time.Sleep(time.Minute)
			if _, err := c.Do(t.Context(), callback); err != nil || c.Open() {
				t.Errorf("%d: %v, open %v", status, err, c.Open())
			}
			time.Sleep(11 * time.Minute)
			if c.Invalid() != 0 {
				t.Errorf("%d: %d invalid requests in ten minutes without any", status, c.Invalid())
			}
		})
	}
}

// Shared limits, other refusals and files are not counted.
func TestValidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, r := range map[string]*reply{"shared": shared, "404": unknown, "400": taken, "500": broken, "nothing": reset} {
			c := inTurn(r).client()
			call := edit
			call.Droppable = true
			_, _ = c.Do(t.Context(), call)
			if c.Invalid() != 0 {
				t.Errorf("%s: counted", name)
			}
		}
		c := inTurn(&reply{status: 403}).client()
		_, _ = c.Fetch(t.Context(), "https://cdn.discordapp.com/a", 1)
		if c.Invalid() != 0 {
			t.Error("files: counted")
		}
	})
}

// The counts of any ten minutes are there, and those from eleven minutes ago
// are not.
func TestWindow(t *testing.T) {
	var w window
	for minute := range 100 {
		w.add(minute)
		if got, want := w.sum(minute), min(minute+1, 10); got != want {
			t.Fatalf("minute %d: %d, want %d", minute, got, want)
		}
	}
	for later, want := range map[int]int{0: 10, 1: 9, 9: 1, 10: 0, 1000: 0} {
		if got := w.sum(99 + later); got != want {
			t.Errorf("%d minutes later: %d, want %d", later, got, want)
		}
	}
}

// Thousands wait at once, and all are let out.
func TestManyWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := ban(time.Now().Add(5*time.Second), "Retry-After", "5")
		c := discord.client()
		var calls sync.WaitGroup
		var failed atomic.Int32
		for range 3000 {
			calls.Go(func() {
				if _, err := c.Do(t.Context(), edit); err != nil {
					failed.Add(1)
				}
			})
		}
		calls.Wait()
		if failed.Load() != 0 || c.Open() {
			t.Errorf("%d failed, open %v", failed.Load(), c.Open())
		}
	})
}

func TestKinds429(t *testing.T) {
	for body, cloudflare := range map[string]bool{
		"": false, "error code: 1015": true, "<!DOCTYPE html>": true, `"text"`: true, "[]": true, "null": true, `{"retry_after":`: true,
		"{}": false, ` {"retry_after":1,"message":"x"}`: false, strings.Repeat(" ", 100) + "{}": false,
	} {
		if f := newFault("x", answer{status: 429, body: []byte(body)}); f.cloudflare != cloudflare {
			t.Errorf("%q: Cloudflare's %v", body, f.cloudflare)
		}
	}
	if f := newFault("x", answer{status: 429, header: http.Header{"Retry-After": {"60"}}}); !f.cloudflare {
		t.Error("an empty body with Retry-After is not Cloudflare's")
	}
}
