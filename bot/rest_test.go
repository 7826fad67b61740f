package bot

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func testREST(t *testing.T, transport http.RoundTripper) *rest {
	t.Helper()
	r, err := newREST(fakeToken, &http.Client{Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A global rate limit holds everything but first responses.
func TestGlobalRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := false
		fake := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			if limited {
				return 0, "", nil
			}
			limited = true
			return 429, `{"message":"You are being rate limited.","retry_after":10,"global":true}`, nil
		}}
		r := testREST(t, fake)
		in := &interaction{id: "1", app: "2", token: "t"}
		first := make(chan error)
		go func() { first <- r.edit(t.Context(), in, "edit", deferral(&interaction{}), false) }()
		synctest.Wait()
		go func() { first <- r.edit(t.Context(), in, "edit", deferral(&interaction{}), false) }()
		if err := r.respond(t.Context(), in, "response", deferral(&interaction{}), 0); err != nil || time.Since(fake.start) > 0 {
			t.Errorf("a first response was held: %v after %v", err, time.Since(fake.start))
		}
		for range 2 {
			if err := <-first; err != nil || time.Since(fake.start) < 10*time.Second {
				t.Errorf("%v after %v", err, time.Since(fake.start))
			}
		}
	})
}

// What cannot be in time is not waited for.
func TestRateLimitBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		r := testREST(t, &fakeREST{start: start, fault: func(sent) (int, string, error) { return 429, `{"retry_after":5}`, nil }})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		err := r.respond(ctx, &interaction{id: "1", app: "2", token: "t"}, "response", deferral(&interaction{}), 0)
		if f, ok := err.(*fault); !ok || f.status != 429 || f.arrived || time.Since(start) > 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// A try that hangs is cut off while there is time for another.
func TestHangingTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		fake := &fakeREST{start: time.Now(), delay: func(sent) time.Duration {
			if tries++; tries == 1 {
				return time.Hour
			}
			return 0
		}}
		r := testREST(t, fake)
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		if err := r.respond(ctx, &interaction{id: "1", app: "2", token: "t"}, "deferral", deferral(&interaction{}), deferTry); err != nil {
			t.Error(err)
		}
	})
}

func TestRefusalsAreNotRetried(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 413, 501} {
		fake := &fakeREST{fault: func(sent) (int, string, error) { return status, `{"code":1,"message":"no"}`, nil }}
		err := testREST(t, fake).edit(t.Context(), &interaction{id: "1", app: "2", token: "t"}, "edit", deferral(&interaction{}), false)
		if f, ok := err.(*fault); !ok || f.status != status || f.code != 1 || len(fake.all()) != 1 {
			t.Errorf("%d: %v after %d requests", status, err, len(fake.all()))
		}
	}
}

func TestRequestsGoToVersion10(t *testing.T) {
	fake := &fakeREST{}
	r := testREST(t, fake)
	in := &interaction{id: "1", app: "2", token: "t"}
	if err := r.respond(t.Context(), in, "response", deferral(&interaction{}), 0); err != nil {
		t.Fatal(err)
	}
	if err := r.edit(t.Context(), in, "edit", deferral(&interaction{}), false); err != nil {
		t.Fatal(err)
	}
	sent := fake.all()
	if sent[0].path != "/api/v10/interactions/1/t/callback" || sent[1].path != "/api/v10/webhooks/2/t/messages/@original" {
		t.Errorf("%s, %s", sent[0].path, sent[1].path)
	}
}

func TestErrorsKeepSecrets(t *testing.T) {
	for _, err := range []error{
		&url.Error{Op: "Post", URL: "https://discord.com/api/v10/interactions/1/SECRET/callback", Err: errReset},
		newFault("x", nil, &url.Error{Op: "Patch", URL: "https://discord.com/api/v10/webhooks/1/SECRET/messages/@original", Err: errReset}),
		newFault("x", nil, &url.Error{Op: "Patch", Err: &url.Error{URL: "https://discord.com/api/v10/webhooks/1/SECRET?x=1", Err: errReset}}),
	} {
		if said := redact(err); strings.Contains(said, "SECRET") || !strings.Contains(said, "reset") {
			t.Error(said)
		}
	}
}
