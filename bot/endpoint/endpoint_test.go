package endpoint

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/tests/memnet"
)

var public, private, _ = ed25519.GenerateKey(bytes.NewReader(bytes.Repeat([]byte{7}, 64)))

const timestamp = "1700000000"

func sign(body string) string {
	return hex.EncodeToString(ed25519.Sign(private, []byte(timestamp+body)))
}

// A gate is a handler that notes what it lets through.
type gate struct {
	Handler
	mu       sync.Mutex
	received []string
	rejected []string
}

// newGate answers each interaction with answer, or never if that is "".
func newGate(answer string) *gate {
	g := &gate{}
	g.Handler = Handler{
		Key: public,
		Receive: func(raw []byte, respond func(string, []byte) error) error {
			g.mu.Lock()
			g.received = append(g.received, string(raw))
			g.mu.Unlock()
			if answer != "" {
				go func() { _ = respond("application/json", []byte(answer)) }()
			}
			return nil
		},
		Rejected: func(why string) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.rejected = append(g.rejected, why)
		},
	}
	return g
}

func request(body, signature string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set(signatureHeader, signature)
	r.Header.Set(timestampHeader, timestamp)
	return r
}

// What Discord has signed gets through, and nothing else.
func TestSignature(t *testing.T) {
	const body = `{"type":2,"id":"1"}`
	right := sign(body)
	raw, err := hex.DecodeString(right)
	if err != nil {
		t.Fatal(err)
	}
	raw[63] |= 224 // S beyond the order of the group
	other := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, 32))
	for name, c := range map[string]struct {
		change func(r *http.Request)
		status int
		why    string
	}{
		"right":            {func(*http.Request) {}, 200, ""},
		"capitals":         {func(r *http.Request) { r.Header.Set(signatureHeader, strings.ToUpper(right)) }, 200, ""},
		"GET":              {func(r *http.Request) { r.Method = http.MethodGet }, 405, NotPOST},
		"none":             {func(r *http.Request) { r.Header.Del(signatureHeader) }, 401, NoSignature},
		"no timestamp":     {func(r *http.Request) { r.Header.Del(timestampHeader) }, 401, NoSignature},
		"a long timestamp": {func(r *http.Request) { r.Header.Set(timestampHeader, strings.Repeat("1", 1000)) }, 401, NoSignature},
		"odd":              {func(r *http.Request) { r.Header.Set(signatureHeader, right[1:]) }, 401, NoSignature},
		"63 bytes":         {func(r *http.Request) { r.Header.Set(signatureHeader, right[2:]) }, 401, NoSignature},
		"65 bytes":         {func(r *http.Request) { r.Header.Set(signatureHeader, right+"00") }, 401, NoSignature},
		"no hex":           {func(r *http.Request) { r.Header.Set(signatureHeader, "z"+right[1:]) }, 401, NoSignature},
		"S too large":      {func(r *http.Request) { r.Header.Set(signatureHeader, hex.EncodeToString(raw)) }, 401, NoSignature},
		"of another body":  {func(r *http.Request) { r.Header.Set(signatureHeader, sign(body+" ")) }, 401, BadSignature},
		"of another time":  {func(r *http.Request) { r.Header.Set(timestampHeader, "1700000001") }, 401, BadSignature},
		"of another key": {func(r *http.Request) {
			r.Header.Set(signatureHeader, hex.EncodeToString(ed25519.Sign(other, []byte(timestamp+body))))
		}, 401, BadSignature},
		"announced too large": {func(r *http.Request) { r.ContentLength = maxBody + 1 }, 413, TooLarge},
		"too large": {func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(strings.Repeat("x", maxBody+1))), -1
		}, 413, TooLarge},
		"cut off": {func(r *http.Request) { r.Body = io.NopCloser(errorReader{}) }, 400, CutOff},
	} {
		g := newGate(`{"type":4}`)
		r := request(body, right)
		c.change(r)
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		passed := len(g.received) == 1 && g.received[0] == body && len(g.rejected) == 0 && w.Body.String() == `{"type":4}`
		refused := len(g.received) == 0 && len(g.rejected) == 1 && g.rejected[0] == c.why
		if w.Code != c.status || (c.why == "") != passed || (c.why != "") != refused {
			t.Errorf("%s: %d, received %q, rejected %q", name, w.Code, g.received, g.rejected)
		}
	}
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, errors.New("reset") }

// A request is signed, and cannot be read, or belongs to another process.
func TestReceiveRefuses(t *testing.T) {
	for body, c := range map[string]struct {
		err    error
		status int
	}{
		"nonsense":   {errors.New("no JSON"), 400},
		`{"type":2}`: {errors.New("no id"), 400},
		`{"type":3}`: {ErrElsewhere, 503},
	} {
		g := newGate("")
		g.Receive = func([]byte, func(string, []byte) error) error { return c.err }
		w := httptest.NewRecorder()
		g.ServeHTTP(w, request(body, sign(body)))
		if w.Code != c.status {
			t.Errorf("%s: %d", body, w.Code)
		}
	}
}

// An answer that does not come ends the request before Discord does, and the answer that
// comes after that, or a second one, is told that it is late.
func TestLateAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var respond func(string, []byte) error
		g := newGate("")
		g.Receive = func(_ []byte, r func(string, []byte) error) error { respond = r; return nil }
		start := time.Now()
		w := httptest.NewRecorder()
		g.ServeHTTP(w, request(`{"type":2}`, sign(`{"type":2}`)))
		if took := time.Since(start); w.Code != 503 || took != AnswerWithin {
			t.Errorf("%d after %v", w.Code, took)
		}
		if err := respond("x", nil); !errors.Is(err, ErrLate) {
			t.Error(err)
		}
		g.Receive = func(_ []byte, respond func(string, []byte) error) error {
			if err := respond("text/plain", []byte("one")); err != nil {
				t.Error(err)
			}
			if err := respond("text/plain", []byte("two")); !errors.Is(err, ErrLate) {
				t.Error(err)
			}
			return nil
		}
		w = httptest.NewRecorder()
		g.ServeHTTP(w, request(`{"type":2}`, sign(`{"type":2}`)))
		if w.Body.String() != "one" {
			t.Errorf("%q", w.Body)
		}
	})
}

// A body that comes a byte at a time is not waited for.
func TestSlowBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := memnet.New()
		l, err := network.Listen("tcp", "endpoint:80")
		if err != nil {
			t.Fatal(err)
		}
		g := newGate("")
		s := &http.Server{Handler: g}
		served := make(chan struct{})
		go func() { defer close(served); _ = s.Serve(l) }()
		c, err := network.DialContext(t.Context(), "tcp", "endpoint:80")
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		head := "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n" + signatureHeader + ": " + sign("x") + "\r\n" + timestampHeader + ": 1\r\n\r\n"
		var dripping sync.WaitGroup
		dripping.Go(func() { drip(c, head) })
		answer, err := io.ReadAll(c)
		if took := time.Since(start); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408") || took > readWithin+time.Second {
			t.Errorf("%q, %v after %v", answer, err, took)
		}
		_ = c.Close()
		_ = s.Close()
		<-served
		dripping.Wait()
	})
}

func drip(c net.Conn, head string) {
	for _, err := io.WriteString(c, head); err == nil; _, err = io.WriteString(c, " ") {
		time.Sleep(100 * time.Millisecond)
	}
}

// Whatever comes, nothing gets through without a right signature, and nothing panics.
func FuzzRequest(f *testing.F) {
	f.Add(`{"type":1}`, sign(`{"type":1}`), timestamp)
	f.Add(`{"type":2}`, strings.Repeat("0", 128), "1")
	f.Add("", "", "")
	f.Fuzz(func(t *testing.T, body, signature, at string) {
		g := newGate("{}")
		r := request(body, signature)
		r.Header.Set(timestampHeader, at)
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		raw, err := hex.DecodeString(signature)
		signed := err == nil && len(raw) == ed25519.SignatureSize && ed25519.Verify(public, []byte(at+body), raw)
		if !signed && (len(g.received) > 0 || w.Code != 401) {
			t.Errorf("%d, received %q", w.Code, g.received)
		}
	})
}

// TestApart: a request whose response is a call of the bot's own is accepted, with nothing in the answer.
func TestApart(t *testing.T) {
	const body = `{"type":3,"id":"1"}`
	g := newGate("")
	g.Receive = func(_ []byte, respond func(string, []byte) error) error { return respond(Apart, nil) }
	w := httptest.NewRecorder()
	g.ServeHTTP(w, request(body, sign(body)))
	if w.Code != http.StatusAccepted || w.Body.Len() > 0 || w.Header().Get("Content-Type") != "" {
		t.Errorf("%d %q %v", w.Code, w.Body, w.Header())
	}
}
