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

// The API is silent from the first try without an answer until the next answer, whatever that says.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := inTurn(fine, noWay, reset, &reply{status: 503}, noWay)
		c := discord.client()
		once := edit
		once.Droppable = true
		for i, want := range []time.Duration{0, 5 * time.Second, 10 * time.Second, 0, 5 * time.Second} {
			_, _ = c.Do(t.Context(), once)
			time.Sleep(5 * time.Second)
			if got := c.Silence(); got != want {
				t.Errorf("after call %d: %v, not %v", i, got, want)
			}
		}
		stalls := &fake{reply: func(_ int, r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}}
		c = stalls.client()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second) // the caller has no time for an answer
		defer cancel()
		_, _ = c.Do(ctx, once)
		if got := c.Silence(); got != 0 {
			t.Errorf("after a call that was broken off: %v", got)
		}
	})
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
