package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatIsSent(t *testing.T) {
	discord := inTurn(fine)
	c := discord.client()
	for _, call := range []Call{callback, edit, commands} {
		if _, err := c.Do(t.Context(), call); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []struct{ url, contentType, authorization string }{
		{"https://discord.com/api/v10/interactions/1/secret/callback", "", ""},
		{"https://discord.com/api/v10/webhooks/2/secret/messages/@original", "application/json", ""},
		{"https://discord.com/api/v10/applications/2/commands?with_localizations=true", "", "Bot bot.token.secret"},
	} {
		r := discord.sent[i]
		if r.URL.String() != want.url || r.Header.Get("Content-Type") != want.contentType || r.Header.Get("Authorization") != want.authorization {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		if agent := r.UserAgent(); agent != "1.2" {
			t.Error(agent)
		}
	}
}

func TestStatuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, passing := range []int{408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530} {
			discord := inTurn(&reply{status: passing, body: "{}"}, fine)
			if _, err := discord.client().Do(t.Context(), edit); err != nil || discord.requests() != 2 {
				t.Errorf("%d: %v after %d requests", passing, err, discord.requests())
			}
		}
		for _, final := range []int{300, 302, 304, 400, 401, 403, 404, 405, 410, 413, 415, 422, 501, 505, 528, 531} {
			discord := inTurn(&reply{status: final, body: `{"code":1,"message":"no"}`}, fine)
			_, err := discord.client().Do(t.Context(), edit)
			if f := fault(t, err); f.Status != final || f.Code != 1 || f.Passing() || f.Arrived || discord.requests() != 1 {
				t.Errorf("%d: %v after %d requests", final, err, discord.requests())
			}
		}
		for name, r := range map[string]*reply{"reset": reset, "no way": noWay} {
			discord := inTurn(r, r, fine)
			if _, err := discord.client().Do(t.Context(), edit); err != nil || discord.requests() != 3 {
				t.Errorf("%s: %v after %d requests", name, err, discord.requests())
			}
		}
	})
}

// A success is one, whatever is wrong with what comes along. Only who asks a
// question needs the answer.
func TestAnswersOfSuccess(t *testing.T) {
	junk := []string{"X-RateLimit-Remaining", "many", "X-RateLimit-Reset-After", "NaN", "X-RateLimit-Reset", "-", "Retry-After", "x"}
	for name, r := range map[string]*reply{
		"nothing": {status: 204}, "broken JSON": {status: 200, body: `{"id":`}, "HTML": {status: 200, body: "<html>"},
		"junk": {status: 200, body: "{}", header: junk}, "long": {status: 200, body: strings.Repeat("x", 10<<20)},
	} {
		discord := inTurn(r)
		answer, err := discord.client().Do(t.Context(), edit)
		if err != nil || discord.requests() != 1 || len(answer) > maxAnswer {
			t.Errorf("%s: %v, %d bytes after %d requests", name, err, len(answer), discord.requests())
		}
	}
	cut := func(n int, _ *http.Request) (*http.Response, error) {
		resp, _ := fine.make()
		if n == 1 {
			resp.Body = io.NopCloser(io.MultiReader(strings.NewReader("["), failing{}))
		}
		return resp, nil
	}
	for _, c := range []struct {
		call     Call
		requests int
	}{{edit, 1}, {commands, 2}} {
		discord := &fake{reply: cut}
		if _, err := discord.client().Do(t.Context(), c.call); err != nil || discord.requests() != c.requests {
			t.Errorf("%s, whose answer breaks off: %v after %d requests", c.call.Name, err, discord.requests())
		}
	}
	discord := inTurn(&reply{status: 200, body: strings.Repeat("x", maxOwnedAnswer+1)})
	_, err := discord.client().Do(t.Context(), commands)
	if f := fault(t, err); f.Passing() || discord.requests() != 1 {
		t.Errorf("too long: %v", err)
	}
	if answer, err := inTurn(&reply{status: 200, body: strings.Repeat("x", maxOwnedAnswer)}).client().Do(t.Context(), commands); err != nil || len(answer) != maxOwnedAnswer {
		t.Errorf("just not too long: %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("unexpected EOF") }

// Only what carries the token waits for the global limit. Elsewhere it concerns
// the call that met it.
func TestGlobalLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		discord := inTurn(global, fine)
		c := discord.client()
		took := func(call Call) time.Duration {
			if _, err := c.Do(t.Context(), call); err != nil {
				t.Error(err)
			}
			return time.Since(start)
		}
		var limited sync.WaitGroup
		limited.Go(func() {
			if d := took(edit); d < 10*time.Second || d > 11*time.Second {
				t.Errorf("the call that met the limit: %v", d)
			}
		})
		synctest.Wait()
		for _, call := range []Call{edit, callback, commands} {
			if d := took(call); d != 0 {
				t.Errorf("%s waited %v for another route's limit", call.Name, d)
			}
		}
		limited.Wait()
	})
	synctest.Test(t, func(t *testing.T) {
		discord := inTurn(global, fine)
		c := discord.client()
		start := time.Now()
		var calls sync.WaitGroup
		for range 5 {
			calls.Go(func() {
				if _, err := c.Do(t.Context(), commands); err != nil || time.Since(start) < 10*time.Second {
					t.Errorf("%v after %v", err, time.Since(start))
				}
			})
			synctest.Wait()
		}
		if n := discord.requests(); n != 1 {
			t.Errorf("%d authorized requests within the limit", n)
		}
		for _, call := range []Call{edit, callback} {
			if _, err := c.Do(t.Context(), call); err != nil || time.Since(start) != 0 {
				t.Errorf("%s: %v after %v", call.Name, err, time.Since(start))
			}
		}
		err := within(t.Context(), 5*time.Second, func(ctx context.Context) error { _, err := c.Do(ctx, commands); return err })
		if f := fault(t, err); !f.Passing() || f.RetryAfter != 10*time.Second || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		calls.Wait()
	})
}

// What cannot be in time is not waited for.
func TestRetryAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		discord := inTurn(&reply{status: 429, body: `{"retry_after":5}`})
		err := within(t.Context(), 3*time.Second, func(ctx context.Context) error {
			_, err := discord.client().Do(ctx, callback)
			return err
		})
		if f := fault(t, err); f.Status != 429 || f.RetryAfter != 5*time.Second || f.Arrived || !f.Passing() || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// Trying goes on until the end, less and less often, and no two in step.
func TestTryingToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := map[time.Duration]bool{}
		for range 20 {
			discord := inTurn(broken)
			err := within(t.Context(), 15*time.Minute, func(ctx context.Context) error {
				_, err := discord.client().Do(ctx, edit)
				return err
			})
			if f := fault(t, err); f.Status != 503 || !f.Arrived || discord.requests() < 60 || discord.requests() > 200 {
				t.Errorf("%v after %d requests", err, discord.requests())
			}
			if pause := discord.at[1]; pause < 50*time.Millisecond || pause > 100*time.Millisecond {
				t.Errorf("the first pause is %v", pause)
			}
			if seen[discord.at[2]] {
				t.Errorf("two third tries after %v", discord.at[2])
			}
			seen[discord.at[2]] = true
		}
		discord := inTurn(broken)
		c := discord.client()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		start := time.Now()
		if _, err := c.Do(ctx, edit); err == nil || time.Since(start) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		sent := discord.requests()
		if _, err := c.Do(ctx, edit); fault(t, err).Arrived || discord.requests() != sent {
			t.Errorf("%v, sent after the end", err)
		}
	})
}

// A try that hangs is cut off while there is time for another, which may take
// longer.
func TestHangingTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fake{}
		discord.reply = func(n int, r *http.Request) (*http.Response, error) {
			wait := []time.Duration{time.Hour, 1200 * time.Millisecond}[n-1]
			select {
			case <-time.After(wait):
				return fine.make()
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		err := within(t.Context(), 2900*time.Millisecond, func(ctx context.Context) error {
			_, err := discord.client().Do(ctx, callback)
			return err
		})
		if err != nil || discord.requests() != 2 {
			t.Errorf("%v after %d tries", err, discord.requests())
		}
	})
}

// An earlier try may have been the one that gave the first response.
func TestAnsweredBefore(t *testing.T) {
	for name, c := range map[string]struct {
		replies []*reply
		well    bool
	}{
		"taken": {[]*reply{taken}, false}, "late": {[]*reply{late}, false},
		"reset, taken": {[]*reply{reset, taken}, true}, "reset, late": {[]*reply{reset, late}, true},
		"500, 500, taken": {[]*reply{broken, broken, taken}, true},
		"limited, taken":  {[]*reply{limited, taken}, false}, "limited, late": {[]*reply{limited, late}, false},
		"reset, limited, taken": {[]*reply{reset, limited, taken}, true},
		"never sent, taken":     {[]*reply{noWay, taken}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(c.replies...)
			_, err := discord.client().Do(t.Context(), callback)
			if (err == nil) != c.well || discord.requests() != len(c.replies) {
				t.Errorf("%s: %v after %d tries", name, err, discord.requests())
			}
			if err != nil && !HasCode(err, AlreadyAcknowledged) && !HasCode(err, UnknownInteraction) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// What must not be carried out twice is tried again where it certainly was not.
func TestOnce(t *testing.T) {
	for name, c := range map[string]struct {
		replies []*reply
		tries   int
	}{
		"limited": {[]*reply{limited, fine}, 2}, "banned": {[]*reply{banned, fine}, 2}, "never sent": {[]*reply{noWay, fine}, 2},
		"503": {[]*reply{broken, fine}, 1}, "reset": {[]*reply{reset, fine}, 1}, "limited, reset": {[]*reply{limited, reset, fine}, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(c.replies...)
			call := Call{Name: "follow-up", Method: http.MethodPost, Path: "/webhooks/2/secret", Once: true}
			_, err := discord.client().Do(t.Context(), call)
			if well := c.tries == len(c.replies); well != (err == nil) || discord.requests() != c.tries {
				t.Errorf("%s: %v after %d tries", name, err, discord.requests())
			}
		})
	}
	call := edit
	call.Droppable = true
	for _, r := range []*reply{limited, broken, reset, noWay, shared} {
		discord := inTurn(r, fine)
		if _, err := discord.client().Do(t.Context(), call); err == nil || discord.requests() != 1 {
			t.Errorf("droppable: %v after %d tries", err, discord.requests())
		}
	}
}

// Discord may not know the webhook at once (discord-api-docs #7220).
func TestUnknownWebhook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		call := edit
		call.UnknownUntil = time.Now().Add(15 * time.Second)
		discord := &fake{}
		discord.reply = func(int, *http.Request) (*http.Response, error) {
			if time.Since(discord.from) < 10*time.Second {
				return unknown.make()
			}
			return fine.make()
		}
		if _, err := discord.client().Do(t.Context(), call); err != nil || discord.requests() > unknownTries {
			t.Errorf("known after 10 s: %v after %d tries", err, discord.requests())
		}
		call.UnknownUntil = time.Now().Add(15 * time.Second)
		discord = &fake{}
		discord.reply = func(n int, _ *http.Request) (*http.Response, error) {
			switch {
			case n <= 2 || n == 5:
				return broken.make()
			case time.Since(discord.from) < 10*time.Second:
				return unknown.make()
			}
			return fine.make()
		}
		if _, err := discord.client().Do(t.Context(), call); err != nil {
			t.Errorf("known after 10 s, and three failures between: %v after %d tries", err, discord.requests())
		}
		for name, c := range map[string]struct {
			until time.Duration
			reply *reply
			tries int
		}{
			"never known": {time.Minute, unknown, unknownTries}, "soon over": {time.Second, unknown, 3}, "over": {0, unknown, 1},
			"another 404": {time.Minute, &reply{status: 404, body: `{"message":"Unknown Message","code":10008}`}, 1},
		} {
			call.UnknownUntil = time.Now().Add(c.until)
			discord := inTurn(c.reply)
			_, err := discord.client().Do(t.Context(), call)
			if f := fault(t, err); f.Status != 404 || f.Passing() || f.Arrived || discord.requests() != c.tries {
				t.Errorf("%s: %v after %d tries", name, err, discord.requests())
			}
		}
	})
}

// A call that others could make is given up where Discord is out of reach, and not where it
// answers, whatever it says.
func TestUnheard(t *testing.T) {
	call := edit
	call.Unheard = 30 * time.Second
	for name, c := range map[string]struct {
		reply  *reply
		gaveUp bool
	}{"out of reach": {noWay, true}, "reset": {reset, true}, "503": {broken, false}, "429": {limited, false}} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			err := within(t.Context(), 5*time.Minute, func(ctx context.Context) error {
				_, err := inTurn(c.reply).client().Do(ctx, call)
				return err
			})
			took := time.Since(start)
			if f := fault(t, err); !f.Passing() || (took < time.Minute) != c.gaveUp || took < call.Unheard {
				t.Errorf("%s: %v after %s", name, err, took)
			}
		})
	}
}

func TestObserve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		discord := inTurn(reset, limited, shared, broken, &reply{status: 204})
		c := discord.observed(func(route, status string) { seen = append(seen, route+" "+status) })
		if _, err := c.Do(t.Context(), edit); err != nil {
			t.Fatal(err)
		}
		discord = inTurn(banned, fine)
		c = discord.observed(func(route, status string) { seen = append(seen, route+" "+status) })
		if _, err := c.Do(t.Context(), commands); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Fetch(t.Context(), "https://cdn.discordapp.com/a", 10); err != nil {
			t.Fatal(err)
		}
		want := []string{"edit none", "edit 429", "edit 429 shared", "edit 503", "edit 204", "commands 429 cloudflare", "commands 200", "file 200"}
		if !slices.Equal(seen, want) {
			t.Errorf("%q\nwant %q", seen, want)
		}
	})
}

// A line is condemned by a silent try, once however many there are, and by
// nothing else.
func TestCondemned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int32
		silent := &fake{reply: func(_ int, r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}}
		well := inTurn(reset, broken, fine)
		c := New(func() string { return "" }, "", func() http.RoundTripper {
			if made.Add(1) == 1 { // the API's first; the second is the files'
				return silent
			}
			return well
		}, func(string, string) {})
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := c.Do(ctx, callback); err == nil || made.Load() != 2 {
			t.Errorf("%v: a caller without patience has condemned the line", err)
		}
		var calls sync.WaitGroup
		for range 50 {
			calls.Go(func() {
				if _, err := c.Do(t.Context(), callback); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if made.Load() != 3 || silent.requests() != 51 {
			t.Errorf("%d transports, %d requests over the silent one", made.Load(), silent.requests())
		}
	})
}
