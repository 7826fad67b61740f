package playground_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/playground"
)

func TestTooLate(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}.WithAck(2*time.Second)))
	reply := b.typed("/about")
	e := b.next()
	b.must(400, "POST", e.callback(), answer(4, `{"content":"`+strings.Repeat("x", 2001)+`"}`))
	o := <-reply
	var late *playground.NoResponse
	if !errors.As(o.err, &late) || late.Refused == nil {
		t.Fatalf("error: %v", o.err)
	}
	wantCode(t, b, 404, 10062, "POST", e.callback(), answer(4, `{"content":"late"}`))
	wantCode(t, b, 401, 50027, "PATCH", e.original(), `{"content":"late"}`)
}

func TestTwice(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	wantCode(t, b, 404, 10015, "PATCH", e.original(), `{"content":"early"}`)
	b.must(204, "POST", e.callback(), answer(4, `{"content":"once"}`))
	(<-reply).ok(t)
	wantCode(t, b, 400, 40060, "POST", e.callback(), answer(4, `{"content":"twice"}`))
	b.must(204, "DELETE", e.original(), "")
	wantCode(t, b, 404, 10008, "PATCH", e.original(), `{"content":"gone"}`)
	wantCode(t, b, 404, 10015, "PATCH", "/webhooks/"+e.ApplicationID+"/nonsense/messages/@original", `{"content":"x"}`)
	wantCode(t, b, 404, 10062, "POST", "/interactions/1/"+e.Token+"/callback", answer(4, `{"content":"x"}`))
}

func wantCode(t *testing.T, b *bot, status, code int, method, path, body string) {
	t.Helper()
	got, text := b.do(method, path, body)
	var e struct{ Code int }
	_ = json.Unmarshal([]byte(text), &e)
	if got != status || e.Code != code {
		t.Errorf("%s %s: %d %s; want %d, code %d", method, path, got, text, status, code)
	}
}

func TestTokenLife(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}.WithToken(2*time.Second)))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	o := <-reply
	var late *playground.NoResponse
	if !errors.As(o.err, &late) {
		t.Fatalf("error: %v", o.err)
	}
	wantCode(t, b, 401, 50027, "PATCH", e.original(), v2("late"))
}

func TestDeletedBeforeFinal(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(204, "DELETE", e.original(), "")
	if o := <-reply; !errors.Is(o.err, playground.ErrDeleted) {
		t.Errorf("error: %v", o.err)
	}
}

func TestFirstFollowUpWritesDeferredMessage(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(200, "POST", e.webhook(), v2("here"))
	m := (<-reply).ok(t)
	if m.Text() != "here" || len(b.server.Messages()) != 1 {
		t.Errorf("reply: %+v", m)
	}
}

func TestCallerGivesUp(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	ctx, cancel := context.WithCancel(t.Context())
	reply := later(func() (*playground.Message, error) { return b.server.Type(ctx, "/about") })
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(200, "PATCH", e.original(), v2("⏳ half"))
	cancel()
	if o := <-reply; !errors.Is(o.err, context.Canceled) || o.m == nil || !o.m.Progress {
		t.Errorf("%+v, %v", o.m, o.err)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	faults := []*playground.Fault{{Status: 429, Header: http.Header{"Retry-After": {"2"}}, Body: `{"retry_after":2,"global":true}`}, {Status: 503}, {Reset: true}, {Lose: true}, {Delay: time.Millisecond}}
	var seen []string
	s := start(t, playground.Options{
		Fault: func(r playground.Request) *playground.Fault {
			mu.Lock()
			defer mu.Unlock()
			if r.Route != "POST /interactions/{interaction}/{token}/callback" || len(faults) == 0 {
				return nil
			}
			f := faults[0]
			faults = faults[1:]
			return f
		},
		OnRequest: func(r playground.Request) {
			mu.Lock()
			defer mu.Unlock()
			if strings.HasPrefix(r.Route, "POST") {
				seen = append(seen, fmt.Sprintf("%s %d", r.Body, len(r.Files)))
			}
		},
	})
	b := connect(t, s)
	reply := b.typed("/about")
	e := b.next()
	body := answer(4, `{"content":"x"}`)
	if status, text := b.do("POST", e.callback(), body); status != 429 || text != `{"retry_after":2,"global":true}` {
		t.Errorf("%d %s", status, text)
	}
	b.must(503, "POST", e.callback(), body)
	for range 2 { // reset before, then after it was carried out
		if status, text := b.do("POST", e.callback(), body); status != 0 || !strings.Contains(text, "reset") && !strings.Contains(text, "EOF") {
			t.Errorf("%d %s", status, text)
		}
	}
	(<-reply).ok(t)
	wantCode(t, b, 400, 40060, "POST", e.callback(), body)
	if len(seen) != 5 || seen[0] != body+" 0" {
		t.Errorf("seen: %q", seen)
	}
}

// What a client has given up can be carried out all the same, and what was
// carried out be answered late.
func TestLateEffects(t *testing.T) {
	for name, test := range map[string]struct {
		fault   playground.Fault
		effects [2]bool // at the moment the client gives up, and later
	}{
		"given up":        {playground.Fault{Delay: 6 * time.Second}, [2]bool{false, false}},
		"carried out":     {playground.Fault{Delay: 6 * time.Second, Anyway: true}, [2]bool{false, true}},
		"502 after it":    {playground.Fault{Lose: true, Status: 502}, [2]bool{true, true}},
		"502 before it":   {playground.Fault{Status: 502}, [2]bool{false, false}},
		"answered late":   {playground.Fault{Linger: 6 * time.Second}, [2]bool{true, true}},
		"never to be had": {playground.Fault{Delay: time.Hour}, [2]bool{false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			opt := playground.Options{Fault: func(r playground.Request) *playground.Fault {
				if r.Interaction == "" {
					return nil
				}
				return &test.fault
			}}
			inBubble(t, opt, func(b *bubble) {
				b.http.Timeout = 2 * time.Second
				b.serve(func(w http.ResponseWriter, _ *http.Request, e event0) {
					writeJSON(w, answer(5, `{}`))
					b.later(func() {
						time.Sleep(time.Second) // until the deferral has arrived
						b.do("PATCH", e.original(), `{"content":"one"}`)
					})
				})
				asked, err := b.Send("", "/about")
				if err != nil {
					t.Fatal(err)
				}
				for _, want := range test.effects {
					time.Sleep(5 * time.Second)
					if got := asked.Outcome().Answered; got != want {
						t.Errorf("answered: %t, want %t", got, want)
					}
				}
			})
		})
	}
}

func TestAuthorization(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	client := &http.Client{Transport: s.Transport()}
	for _, path := range []string{"/users/@me", "/applications/@me", "/gateway/bot"} {
		w, err := client.Get("https://discord.com/api/v9" + path)
		if err != nil || w.StatusCode != 401 {
			t.Errorf("%s: %v %v", path, w, err)
		}
		_ = w.Body.Close()
	}
	w, err := client.Post("https://discord.com/api/v9/gateway", "application/json", nil)
	if err != nil || w.StatusCode != 405 {
		t.Errorf("%v %v", w, err)
	}
	_ = w.Body.Close()
	if _, err := client.Get("https://example.org/"); err == nil {
		t.Error("Transport leaves the computer")
	}
}

// What there is not, and what is not done to what there is, is refused in
// Discord's JSON, whatever the body; whoever watches sees such a request too.
func TestUnknownRoutes(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seen := map[string]string{}
	b := connect(t, start(t, playground.Options{OnRequest: func(r playground.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen[r.Method+" "+r.Path] = r.Route
	}}))
	for _, test := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/x", "", 404},
		{"GET", "/", "", 404},
		{"POST", "/gateway/", "{}", 404},
		{"POST", "/gateway", "{", 405},
		{"DELETE", "/applications/1/commands", "", 405},
		{"GET", "/applications/1/guilds/2/commands/3", "", 404},
		{"GET", "/interactions/1/2/callback", "", 405},
		{"GET", "/webhooks/1/2", "", 405},
		{"GET", "/webhooks/1", "", 404},
		{"PUT", "/webhooks/1/2/messages/@original", "{}", 405},
		{"POST", "/webhooks/1/2/messages/3/4", "{}", 404},
	} {
		wantCode(t, b, test.status, 0, test.method, test.path, test.body)
		if route, ok := seen[test.method+" "+test.path]; !ok || route != "" {
			t.Errorf("%s %s: seen %v with the route %q", test.method, test.path, ok, route)
		}
	}
	w, err := b.http.Get("https://discord.com/api/v8/gateway")
	if err != nil || w.StatusCode != 404 || w.Header.Get("Content-Type") != "application/json" {
		t.Errorf("another version: %v %v", w, err)
	}
	_ = w.Body.Close()
	wantCode(t, b, 404, 10015, "GET", "/webhooks/1/2/messages/@original", "")
	if route := seen["GET /webhooks/1/2/messages/@original"]; route != "GET /webhooks/{application}/{token}/messages/{message}" {
		t.Errorf("route %q", route)
	}
}

func TestMessagesAreBounded(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	for range playground.MaxHistory + 10 {
		reply := b.typed("/about")
		e := b.next()
		b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`))
		(<-reply).ok(t)
	}
	if n := len(b.server.Messages()); n != playground.MaxHistory {
		t.Errorf("%d messages", n)
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	const n = 300 // more than the channel shows
	var replies []<-chan outcome
	for range n {
		replies = append(replies, b.typed("/about"))
	}
	small, large := playground.File{Name: "a.png", Data: picture(2, 2)}, playground.File{Name: "b.png", Data: picture(3, 3)}
	var work sync.WaitGroup
	for range n {
		e := b.next()
		work.Go(func() {
			b.do("POST", e.callback(), `{"type":5}`)
			b.do("PATCH", e.original(), v2("⏳ …"), small)
			b.do("PATCH", e.original(), in(`{"type":12,"items":[{"media":{"url":"attachment://b.png"}}]}`), large)
		})
	}
	work.Wait()
	for _, reply := range replies {
		m := (<-reply).ok(t)
		if len(m.Attachments) != 2 || m.Attachments[1].Data == nil || m.Text() != "[picture b.png 3×3]\n[not shown: a.png]" {
			t.Fatalf("reply: %+v\n%s", m, m.Text())
		}
	}
}
