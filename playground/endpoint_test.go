package playground_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/playground"
)

func TestEndpointIsVerified(t *testing.T) {
	for name, test := range map[string]struct {
		valid bool
		pong  func(w http.ResponseWriter)
	}{
		"right":      {true, func(w http.ResponseWriter) { writeJSON(w, `{"type":1}`) }},
		"not JSON":   {false, func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"type":1}`) }},
		"another":    {false, func(w http.ResponseWriter) { writeJSON(w, `{"type":4}`) }},
		"no answer":  {false, func(http.ResponseWriter) { time.Sleep(4 * time.Second) }},
		"no content": {false, func(w http.ResponseWriter) { w.WriteHeader(204) }},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, playground.Options{}, func(b *bubble) {
				b.listenAt("bot:80", func(w http.ResponseWriter, _ *http.Request, e event0) {
					if e.Type != 1 {
						t.Errorf("a ping of type %d", e.Type)
					}
					test.pong(w)
				})
				const patch = `{"interactions_endpoint_url":"http://bot/interactions"}`
				if test.valid {
					got := b.must(200, "PATCH", "/applications/@me", patch)
					if got["interactions_endpoint_url"] != "http://bot/interactions" || got["verify_key"] != b.VerifyKey() {
						t.Errorf("%v", got)
					}
					if err := b.Ready(b.Context()); err != nil {
						t.Error(err)
					}
					b.must(200, "PATCH", "/applications/@me", `{"interactions_endpoint_url":null}`)
				} else {
					got := b.must(400, "PATCH", "/applications/@me", patch)
					if got["code"] != 50035.0 || !strings.Contains(string(raw(got)), `"errors":{"interactions_endpoint_url":{"_errors":[{"code":"APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID"`) {
						t.Errorf("%v", got)
					}
				}
				if got := b.must(200, "GET", "/applications/@me", ""); got["interactions_endpoint_url"] != nil {
					t.Errorf("%v", got)
				}
			})
		})
	}
}

// An endpoint that takes requests which Discord did not sign loses its address.
func TestCarelessEndpointIsForgotten(t *testing.T) {
	inBubble(t, playground.Options{}, func(b *bubble) {
		l, _ := b.net.Listen("tcp", "careless:80")
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, `{"type":1}`) })}
		go func() { _ = server.Serve(l) }()
		defer server.Close()
		b.must(400, "PATCH", "/applications/@me", `{"interactions_endpoint_url":"http://careless/"}`)
		_ = b.SetEndpoint("http://careless/")
		if err := b.CheckEndpoint(b.Context()); err == nil {
			t.Error("a careless endpoint passes")
		}
		if got := b.must(200, "GET", "/applications/@me", ""); got["interactions_endpoint_url"] != nil {
			t.Errorf("%v", got)
		}
	})
}

func TestEndpointStaysOnThisComputer(t *testing.T) {
	s := start(t, playground.Options{})
	for _, address := range []string{"https://example.org/", "ftp://127.0.0.1/", "http://192.0.2.1/", "nonsense"} {
		if s.SetEndpoint(address) == nil {
			t.Errorf("%s is taken", address)
		}
	}
}

// endpointAnswers are answers of an endpoint, each with the person's reply.
var endpointAnswers = map[string]struct {
	handle func(b *bubble, w http.ResponseWriter, e event0)
	want   string // "" for no response
	took   time.Duration
}{
	"inline": {func(_ *bubble, w http.ResponseWriter, _ event0) { writeJSON(w, answer(4, `{"content":"one"}`)) }, "one", 0},
	"multipart": {func(_ *bubble, w http.ResponseWriter, _ event0) {
		body, kind := multipartBody(answer(4, `{"content":"two"}`), []playground.File{{Name: "a.png", Data: picture(2, 2)}})
		w.Header().Set("Content-Type", kind)
		_, _ = io.Copy(w, body)
	}, "two\n[picture a.png 2×2]", 0},
	"deferral": {func(b *bubble, w http.ResponseWriter, e event0) {
		writeJSON(w, answer(5, `{}`))
		go func() {
			time.Sleep(10 * time.Minute)
			if m := b.must(200, "GET", e.original(), ""); m["flags"] != 128.0 {
				b.Errorf("while thinking: %v", m)
			}
			if m := b.must(200, "PATCH", e.original(), `{"content":"three"}`); m["flags"] != 0.0 {
				b.Errorf("written: %v", m)
			}
		}()
	}, "three", 10 * time.Minute},
	"202": {func(b *bubble, w http.ResponseWriter, e event0) {
		w.WriteHeader(202)
		go func() {
			time.Sleep(2 * time.Second)
			b.must(204, "POST", e.callback(), answer(4, `{"content":"four"}`))
		}()
	}, "four", 2 * time.Second},
	"too late": {func(b *bubble, w http.ResponseWriter, e event0) {
		time.Sleep(3*time.Second + time.Millisecond)
		writeJSON(w, answer(4, `{"content":"late"}`))
		b.must(404, "POST", e.callback(), answer(4, `{"content":"late"}`))
	}, "", 3 * time.Second},
	"500":     {func(_ *bubble, w http.ResponseWriter, _ event0) { w.WriteHeader(500) }, "", 3 * time.Second},
	"no JSON": {func(_ *bubble, w http.ResponseWriter, _ event0) { _, _ = io.WriteString(w, "hello") }, "", 3 * time.Second},
	"refused": {func(_ *bubble, w http.ResponseWriter, _ event0) { writeJSON(w, answer(4, `{}`)) }, "", 3 * time.Second},
}

// The answer to the delivery is the first response; 202 announces a callback.
func TestEndpointAnswers(t *testing.T) {
	for name, test := range endpointAnswers {
		t.Run(name, func(t *testing.T) {
			inBubble(t, playground.Options{}, func(b *bubble) {
				b.serve(func(w http.ResponseWriter, r *http.Request, e event0) {
					if got := r.Header.Get("User-Agent") + r.Header.Get("Content-Type"); got != "Discord-Interactions/1.0 (+https://discord.com)application/json" {
						t.Errorf("headers: %v", r.Header)
					}
					test.handle(b, w, e)
				})
				start := time.Now()
				got := <-b.asked("/about")
				if took := time.Since(start); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
				switch {
				case test.want == "" && got.err == nil:
					t.Errorf("answered %q", got.m.Text())
				case test.want != "" && (got.err != nil || got.m.Text() != test.want):
					t.Errorf("%+v, want %q", got, test.want)
				}
				synctest.Wait()
			})
		})
	}
}

// A delivery goes wrong as the test wants it, and Discord does not try again.
func TestMishaps(t *testing.T) {
	for name, test := range map[string]struct {
		mishap playground.Mishap
		posts  int
		lost   bool
		took   time.Duration
	}{
		"none":    {playground.Mishap{}, 1, false, 0},
		"delayed": {playground.Mishap{Delay: 2 * time.Second}, 1, false, 2 * time.Second},
		"dead":    {playground.Mishap{Delay: 3 * time.Second}, 0, true, 3 * time.Second},
		"reset":   {playground.Mishap{Reset: time.Second}, 1, true, 3 * time.Second},
		"lost":    {playground.Mishap{Lose: true}, 1, true, 3 * time.Second},
		"copies":  {playground.Mishap{Copies: 2, Apart: time.Second, Lose: true}, 3, true, 3 * time.Second},
		"thrice":  {playground.Mishap{Copies: 2}, 3, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			opt := playground.Options{Mishap: func(d playground.Delivery) *playground.Mishap {
				if !d.Endpoint || d.Kind != 2 || d.Interaction == "" {
					t.Errorf("%+v", d)
				}
				return &test.mishap
			}}
			inBubble(t, opt, func(b *bubble) {
				var mu sync.Mutex
				posts := 0
				b.serve(func(w http.ResponseWriter, r *http.Request, _ event0) {
					mu.Lock()
					posts++
					mu.Unlock()
					if test.mishap.Reset > 0 {
						<-r.Context().Done()
					}
					writeJSON(w, answer(4, `{"content":"here"}`))
				})
				start := time.Now()
				got := <-b.asked("/about")
				time.Sleep(time.Minute)
				mu.Lock()
				defer mu.Unlock()
				if took := time.Since(start) - time.Minute; posts != test.posts || (got.err != nil) != test.lost || took != test.took {
					t.Errorf("%d posts, %v, after %v", posts, got.err, took)
				}
			})
		})
	}
}

// Discord's clock may be another than the bot's; its own reckoning goes on.
func TestSkew(t *testing.T) {
	const skew = -10 * time.Minute
	var ages []time.Duration
	opt := playground.Options{Skew: skew, OnRequest: func(r playground.Request) { ages = append(ages, r.Age) }}
	inBubble(t, opt, func(b *bubble) {
		b.serve(func(w http.ResponseWriter, r *http.Request, e event0) {
			id, _ := strconv.ParseInt(e.ID, 10, 64)
			signed, _ := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
			now := time.Now().Add(skew)
			if made := time.UnixMilli(id>>22 + playground.DiscordEpoch); !made.Equal(now) || signed != now.Unix() {
				t.Errorf("made %v, signed %v, want %v", made, signed, now)
			}
			w.WriteHeader(202)
			b.later(func() {
				time.Sleep(time.Second)
				b.must(204, "POST", e.callback(), answer(4, `{"content":"here"}`))
			})
		})
		(<-b.asked("/about")).ok(t)
		if got := ages[len(ages)-1]; got != time.Second {
			t.Errorf("%v old", got)
		}
		r, err := b.http.Get("https://discord.com/api/v10/gateway")
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if date, _ := http.ParseTime(r.Header.Get("Date")); time.Since(date).Truncate(time.Second) != -skew {
			t.Errorf("Date: %v", date)
		}
	})
}

// A webhook may be unknown for a while after the first response.
func TestUnsettledWebhook(t *testing.T) {
	opt := playground.Options{Mishap: func(playground.Delivery) *playground.Mishap { return &playground.Mishap{Unsettled: 8 * time.Second} }}
	inBubble(t, opt, func(b *bubble) {
		var e event0
		b.serve(func(w http.ResponseWriter, _ *http.Request, got event0) {
			e = got
			writeJSON(w, answer(5, `{}`))
		})
		reply := b.asked("/about")
		synctest.Wait()
		if got := b.must(404, "PATCH", e.original(), `{"content":"x"}`); got["code"] != 10015.0 {
			t.Errorf("%v", got)
		}
		time.Sleep(8 * time.Second)
		b.must(200, "PATCH", e.original(), `{"content":"x"}`)
		(<-reply).ok(t)
	})
}

// All of it works over real sockets, too, beside a bot that uses the gateway for
// its commands.
func TestEndpointOnLoopback(t *testing.T) {
	t.Parallel()
	var mishap atomic.Pointer[playground.Mishap]
	s := start(t, playground.Options{Mishap: func(playground.Delivery) *playground.Mishap { return mishap.Load() }})
	bot := connect(t, s)
	reset := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if mishap.Load() != nil {
			<-r.Context().Done()
			reset <- struct{}{}
		}
		writeJSON(w, answer(4, `{"content":"here"}`))
	}))
	defer server.Close()
	if err := s.SetEndpoint(server.URL); err != nil {
		t.Fatal(err)
	}
	if m := (<-bot.typed("/about")).ok(t); m.Content != "here" {
		t.Errorf("%q", m.Text())
	}
	mishap.Store(&playground.Mishap{Reset: time.Millisecond})
	if _, err := s.Send("", "/about"); err != nil {
		t.Fatal(err)
	}
	<-reset
}

// Close ends deliveries that hang.
func TestCloseEndsDeliveries(t *testing.T) {
	inBubble(t, playground.Options{}, func(b *bubble) {
		b.serve(func(_ http.ResponseWriter, r *http.Request, _ event0) { <-r.Context().Done() })
		ctx, cancel := context.WithCancel(b.Context())
		defer cancel()
		reply := later(func() (*playground.Message, error) { return b.Type(ctx, "/about") })
		synctest.Wait()
		_ = b.Close()
		if o := <-reply; o.err == nil {
			t.Error("answered")
		}
	})
}
