package rest

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/tests/memnet"
)

// edge is an HTTP/2 server with TLS in Discord's place, in a network in memory.
type edge struct {
	*memnet.Network
	server      *httptest.Server
	connections atomic.Int32
	rate        int // bytes a second that it takes in on all connections together; 0 for no limit

	mu   sync.Mutex
	free time.Time // when the line to it has room again
}

// pass waits until n bytes have come over the line to the edge. Nobody may wait while it holds the
// mutex: who waits for a mutex stops the clock of a bubble.
func (e *edge) pass(n int) {
	e.mu.Lock()
	if now := time.Now(); e.free.Before(now) {
		e.free = now
	}
	e.free = e.free.Add(time.Duration(n) * time.Second / time.Duration(e.rate))
	wait := time.Until(e.free)
	e.mu.Unlock()
	time.Sleep(wait)
}

const (
	edgeAddr = "discord.com:443"

	// Four of them are less than the network has room for: who waits for room holds a mutex, on
	// which others wait, and there a bubble's clock stands still.
	window64 = 60 << 10
)

func newEdge(t *testing.T, rate int, handle http.HandlerFunc) *edge {
	t.Helper()
	e := &edge{Network: memnet.New(), rate: rate}
	l, err := e.Listen("tcp", edgeAddr)
	if err != nil {
		t.Fatal(err)
	}
	e.server = httptest.NewUnstartedServer(handle)
	_ = e.server.Listener.Close()
	e.server.Listener = doorman{l, e}
	e.server.EnableHTTP2 = true
	e.server.Config.HTTP2 = &http.HTTP2Config{MaxReceiveBufferPerStream: window64} // as Discord's edge
	e.server.StartTLS()
	t.Cleanup(func() {
		e.server.Close()
		time.Sleep(2 * time.Minute) // in which the client closes connections that nobody needs
	})
	return e
}

// client returns one whose connections are made in the network.
func (e *edge) client() *Client {
	return New(func() string { return "" }, "1", func() http.RoundTripper {
		t := NewTransport()
		t.Proxy = nil
		t.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return e.DialContext(ctx, network, edgeAddr)
		}
		t.TLSClientConfig = &tls.Config{RootCAs: x509.NewCertPool(), ServerName: "example.com"}
		t.TLSClientConfig.RootCAs.AddCert(e.server.Certificate())
		return t
	}, func(string, string) {})
}

// doorman counts connections, and reads from them no faster than the edge's rate.
type doorman struct {
	net.Listener
	edge *edge
}

func (d doorman) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err == nil {
		d.edge.connections.Add(1)
		if d.edge.rate > 0 {
			c = slowConn{c, d.edge}
		}
	}
	return c, err
}

type slowConn struct {
	net.Conn
	edge *edge
}

func (c slowConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b[:min(len(b), 4<<10)])
	c.edge.pass(n)
	return n, err
}

var callback = Call{Name: "deferral", Method: http.MethodPost, Path: "/interactions/1/secret/callback", Body: []byte(`{"type":5}`), Secret: "secret", Try: 700 * time.Millisecond}

// greet makes a first call, after which both sides know each other's limits.
func greet(t *testing.T, c *Client) {
	t.Helper()
	if _, err := c.Do(t.Context(), callback); err != nil {
		t.Fatal(err)
	}
}

// A connection that died without a word costs no first response.
func TestSilentConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEdge(t, 0, func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor != 2 {
				t.Errorf("%s", r.Proto)
			}
			_, _ = io.Copy(io.Discard, r.Body)
		})
		c := e.client()
		greet(t, c)
		time.Sleep(5 * time.Second)
		e.Cut(edgeAddr)
		time.AfterFunc(100*time.Millisecond, func() { e.Heal(edgeAddr) }) // for new connections
		start := time.Now()
		var calls sync.WaitGroup
		for _, size := range []int{10, 1_000, 30_000} {
			calls.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 2900*time.Millisecond)
				defer cancel()
				call := callback
				call.Body = bytes.Repeat([]byte("x"), size)
				if _, err := c.Do(ctx, call); err != nil {
					t.Errorf("%d bytes: %v after %v", size, err, time.Since(start))
				}
				if took := time.Since(start); took < call.Try {
					t.Errorf("answered over a dead connection after %v", took)
				}
			})
		}
		calls.Wait()
		if n := e.connections.Load(); n < 2 {
			t.Errorf("%d connections", n)
		}
	})
}

// A slow line is not a silent one: nothing is sent twice over it.
func TestSlowLine(t *testing.T) {
	for _, rate := range []int{64_000, 256_000} {
		synctest.Test(t, func(t *testing.T) {
			var requests, bytesRead atomic.Int64
			e := newEdge(t, rate, func(_ http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				n, _ := io.Copy(io.Discard, r.Body)
				bytesRead.Add(n)
			})
			c := e.client()
			greet(t, c)
			requests.Store(0)
			bytesRead.Store(0)
			start := time.Now()
			call := Call{Name: "edit", Method: http.MethodPatch, Path: "/webhooks/2/secret/messages/@original", Try: 700 * time.Millisecond, Body: make([]byte, 300_000)}
			if _, err := c.Do(t.Context(), call); err != nil {
				t.Error(err)
			}
			took, least := time.Since(start), time.Duration(len(call.Body))*time.Second/time.Duration(rate)
			if requests.Load() != 1 || bytesRead.Load() != int64(len(call.Body)) || took < least {
				t.Errorf("%d B/s: %d requests, %d bytes, %v", rate, requests.Load(), bytesRead.Load(), took)
			}
		})
	}
}

// Three pictures at once over a line of 64 kB/s arrive, and none is sent twice: those of 100 kB as
// edits, which package bot makes of them, and the largest that are first responses within 2.9 s. Where
// the line is believed to be as fast as it is, and not shared, some are sent twice and come too late.
func TestThreePicturesOverASlowLine(t *testing.T) {
	edited := Call{Name: "edit", Method: http.MethodPatch, Path: "/x", Try: 20 * time.Second, Body: make([]byte, 100_000)}
	first := callback
	first.Body = make([]byte, 32<<10)
	for _, c := range []struct {
		call    Call
		within  time.Duration
		slowest int
		twice   bool
	}{
		{edited, time.Minute, slowest, false},
		{first, 2900 * time.Millisecond, slowest, false},
		{first, 2900 * time.Millisecond, 64 << 10, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			var requests, failed atomic.Int64
			e := newEdge(t, 64_000, func(_ http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				_, _ = io.Copy(io.Discard, r.Body)
			})
			client := e.client()
			client.api.slowest = c.slowest
			greet(t, client)
			requests.Store(0)
			start := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), c.within)
			defer cancel()
			var calls sync.WaitGroup
			for range 3 {
				calls.Go(func() {
					if _, err := client.Do(ctx, c.call); err != nil {
						failed.Add(1)
					}
				})
			}
			calls.Wait()
			t.Logf("%s, %d bytes: %d requests, %d failed, %v", c.call.Name, len(c.call.Body), requests.Load(), failed.Load(), time.Since(start))
			if (requests.Load() > 3) != c.twice || failed.Load() > 0 && !c.twice {
				t.Errorf("%s, believed to take %d B/s: %d requests, %d failed", c.call.Name, c.slowest, requests.Load(), failed.Load())
			}
		})
	}
}

// An upload over a line that falls silent in its middle is tried again.
func TestUploadThatStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var whole atomic.Int32
		e := newEdge(t, 64_000, func(_ http.ResponseWriter, r *http.Request) {
			if n, _ := io.Copy(io.Discard, r.Body); n == 300_000 {
				whole.Add(1)
			}
		})
		c := e.client()
		greet(t, c)
		time.AfterFunc(2*time.Second, func() { e.Cut(edgeAddr) })
		time.AfterFunc(2100*time.Millisecond, func() { e.Heal(edgeAddr) })
		start := time.Now()
		call := Call{Name: "edit", Method: http.MethodPatch, Path: "/x", Try: 700 * time.Millisecond, Body: make([]byte, 300_000)}
		if _, err := c.Do(t.Context(), call); err != nil || whole.Load() != 1 {
			t.Errorf("%v, %d whole", err, whole.Load())
		}
		if took := time.Since(start); took > 12*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// Thousands of calls at once share a few connections.
func TestManyCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const many = 2000
		var answered atomic.Int32
		e := newEdge(t, 0, func(http.ResponseWriter, *http.Request) {
			time.Sleep(50 * time.Millisecond)
			answered.Add(1)
		})
		c := e.client()
		var calls sync.WaitGroup
		for range many {
			calls.Go(func() {
				if _, err := c.Do(t.Context(), callback); err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		if n := answered.Load(); n != many {
			t.Errorf("%d answered", n)
		}
		if n := e.connections.Load(); n > 100 {
			t.Errorf("%d connections", n)
		}
	})
}

// A redirect is a refusal: it could lead into the network that the bot is in.
func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		synctest.Test(t, func(t *testing.T) {
			var requests atomic.Int32
			e := newEdge(t, 0, func(w http.ResponseWriter, _ *http.Request) {
				requests.Add(1)
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(status)
			})
			c := e.client()
			_, err := c.Do(t.Context(), callback)
			if f, ok := err.(*Fault); !ok || f.Status != status || f.Passing() {
				t.Errorf("%d: %v", status, err)
			}
			if _, err := c.Fetch(t.Context(), "https://cdn.discordapp.com/a", 10); err == nil {
				t.Errorf("%d: a file", status)
			}
			if requests.Load() != 2 {
				t.Errorf("%d: %d requests", status, requests.Load())
			}
		})
	}
}
