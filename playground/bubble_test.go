package playground_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"
	"kibitz/tests/memnet"
)

// bubble is a Server on a network in memory, in a world whose clock is as fast
// as its programs. Its bots speak HTTP by hand.
type bubble struct {
	*testing.T
	*playgroundtest.Server
	net  *memnet.Network
	http *http.Client // the bot's
}

// inBubble runs a test in a bubble, in the year 2026.
func inBubble(t *testing.T, opt playground.Options, test func(b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
		n := memnet.New()
		listener, err := n.Listen("tcp", "discord:80")
		if err != nil {
			t.Fatal(err)
		}
		opt.Listener, opt.Dial = listener, n.From("discord")
		s, err := playgroundtest.Start(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		b := &bubble{t, s, n, &http.Client{Transport: s.TransportFrom(n.From("bot"))}}
		b.must(200, "PUT", "/applications/"+s.ApplicationID()+"/commands", `[{"name":"about","description":"About"}]`)
		test(b)
		time.Sleep(time.Minute) // for the test's own handlers to end: after it the clock stands still
		b.http.CloseIdleConnections()
		_ = s.Close()
	})
}

func (b *bubble) do(method, path, body string) (int, string) {
	b.Helper()
	r, _ := http.NewRequestWithContext(b.Context(), method, "https://discord.com/api/v10"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bot "+b.Token())
	r.Header.Set("Content-Type", "application/json")
	w, err := b.http.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer w.Body.Close()
	got, _ := io.ReadAll(w.Body)
	return w.StatusCode, string(got)
}

func (b *bubble) must(status int, method, path, body string) map[string]any {
	b.Helper()
	got, text := b.do(method, path, body)
	if got != status {
		b.Errorf("%s %s: %d %s", method, path, got, text)
	}
	var m map[string]any
	_ = json.Unmarshal([]byte(text), &m)
	return m
}

// serve starts an endpoint that checks signatures, and has interactions posted
// there.
func (b *bubble) serve(handle func(w http.ResponseWriter, r *http.Request, e event0)) {
	b.Helper()
	b.listenAt("bot:80", handle)
	if err := b.SetEndpoint("http://bot/interactions"); err != nil {
		b.Fatal(err)
	}
}

func (b *bubble) listenAt(addr string, handle func(w http.ResponseWriter, r *http.Request, e event0)) {
	l, err := b.net.Listen("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	key, _ := hex.DecodeString(b.VerifyKey())
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		signed := append([]byte(r.Header.Get("X-Signature-Timestamp")), body...)
		if !ed25519.Verify(key, signed, signature) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var e event0
		_ = json.Unmarshal(body, &e)
		handle(w, r, e)
	})}
	var served sync.WaitGroup
	served.Go(func() { _ = server.Serve(l) })
	b.Cleanup(func() { _ = server.Close(); served.Wait() })
}

func writeJSON(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, text)
}

// asked types something and returns where its outcome will come.
func (b *bubble) asked(text string) <-chan outcome {
	return later(func() (*playground.Message, error) { return b.Type(b.Context(), text) })
}
