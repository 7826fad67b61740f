package process

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// What is counted is what a server saw, and the answers it gave.
func TestLoad(t *testing.T) {
	public, private, _ := ed25519.GenerateKey(nil)
	var mu sync.Mutex
	ids := map[string]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		signature, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		var in struct{ ID string }
		if err := json.Unmarshal(body, &in); err != nil || !ed25519.Verify(public, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), signature) {
			t.Errorf("%v: %s", err, body)
		}
		mu.Lock()
		defer mu.Unlock()
		ids[in.ID] = true
		if len(ids)%10 == 0 {
			w.WriteHeader(http.StatusTeapot)
		}
		_, _ = w.Write(make([]byte, 10_000))
	}))
	defer server.Close()
	l := &Load{Addr: server.Listener.Addr().String(), Key: private, Body: Command("cardflip", map[string]string{"puzzle": "1 0 1"}, 1, 5)}
	closed := l.Closed(t.Context(), 4, 200*time.Millisecond)
	check := func(r *Result) {
		t.Helper()
		t.Log(r)
		if r.Good == 0 || r.Good+r.Bad["status 418"] != len(ids) || r.Bad["status 418"] != len(ids)/10 || r.Percentile(1) == 0 {
			t.Errorf("%v; the server saw %d", r, len(ids))
		}
		clear(ids)
	}
	check(closed)
	open := l.Open(t.Context(), 1000, 100*time.Millisecond)
	if open.Good+open.Bad["status 418"] != 100 {
		t.Error("not what was asked for")
	}
	check(open)
}
