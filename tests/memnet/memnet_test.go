package memnet_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"kibitz/tests/memnet"
)

// wire is a connection with both its sides at hand.
func wire(t *testing.T, n *memnet.Network) (client, server net.Conn) {
	t.Helper()
	l, err := n.Listen("tcp", "there:80")
	if err != nil {
		t.Fatal(err)
	}
	if client, err = n.From("here")(t.Context(), "tcp", "there:80"); err != nil {
		t.Fatal(err)
	}
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _, _ = client.Close(), server.Close(), l.Close() })
	return client, server
}

func TestAddresses(t *testing.T) {
	n := memnet.New()
	if _, err := n.DialContext(t.Context(), "tcp", "127.0.0.1:80"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("nobody listens: %v", err)
	}
	first, err := n.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	second, err := n.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	if first.Addr().String() == second.Addr().String() {
		t.Errorf("both listen at %v", first.Addr())
	}
	if _, err := n.Listen("tcp", first.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("taken: %v", err)
	}
	waiting, err := n.DialContext(t.Context(), "tcp", first.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_ = first.Close()
	if _, err := first.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if _, err := waiting.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("never accepted: %v", err)
	}
	if _, err := n.Listen("tcp", first.Addr().String()); err != nil {
		t.Errorf("free again: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := n.DialContext(ctx, "tcp", second.Addr().String()); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

func TestEnds(t *testing.T) {
	for name, test := range map[string]struct {
		end         func(client net.Conn)
		reads       string // what the other side still reads
		read, write error
		here        error
	}{
		"close": {func(c net.Conn) { _ = c.Close() }, "last words", nil, syscall.EPIPE, net.ErrClosed},
		"reset": {func(c net.Conn) { c.(*memnet.Conn).Reset(); _ = c.Close() }, "last words", syscall.ECONNRESET, syscall.ECONNRESET, syscall.ECONNRESET},
	} {
		t.Run(name, func(t *testing.T) {
			client, server := wire(t, memnet.New())
			_, _ = client.Write([]byte("last words"))
			test.end(client)
			got, err := io.ReadAll(server)
			if string(got) != test.reads || !errors.Is(err, test.read) {
				t.Errorf("the other side reads %q, %v", got, err)
			}
			if _, err := server.Write([]byte("x")); !errors.Is(err, test.write) {
				t.Errorf("the other side writes: %v", err)
			}
			if _, err := client.Read(make([]byte, 1)); !errors.Is(err, test.here) {
				t.Errorf("this side reads: %v", err)
			}
			if _, err := client.Write([]byte("x")); !errors.Is(err, test.here) {
				t.Errorf("this side writes: %v", err)
			}
		})
	}
}

func TestDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := wire(t, memnet.New())
		start := time.Now()
		_ = client.SetReadDeadline(start.Add(time.Minute))
		_ = client.SetReadDeadline(start.Add(time.Hour)) // instead
		_, err := client.Read(make([]byte, 1))
		if e := net.Error(nil); !errors.As(err, &e) || !e.Timeout() || time.Since(start) != time.Hour {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		_ = client.SetDeadline(time.Time{})
		go func() { time.Sleep(time.Hour); _, _ = server.Write([]byte("x")) }()
		if n, err := client.Read(make([]byte, 9)); n != 1 || err != nil {
			t.Errorf("without a deadline: %d, %v", n, err)
		}
		_ = client.SetWriteDeadline(time.Now().Add(time.Second))
		if n, err := client.Write(make([]byte, 1<<20)); n == 0 || n == 1<<20 || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("nobody reads: %d written, %v", n, err)
		}
	})
}

func TestBothWriteAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, server := wire(t, memnet.New())
		sent := bytes.Repeat([]byte("0123456789"), 100_000)
		done := make(chan bool, 2)
		for _, c := range []net.Conn{client, server} {
			go func() { _, _ = c.Write(sent) }()
			go func() {
				got := make([]byte, len(sent))
				_, err := io.ReadFull(c, got)
				done <- err == nil && bytes.Equal(got, sent)
			}()
		}
		for range 2 {
			if !<-done {
				t.Error("not all of it came")
			}
		}
	})
}

// A cut swallows what is sent and those who dial; a connection that lost nothing
// goes on after it, one that did stays silent.
func TestCut(t *testing.T) {
	for _, addr := range []string{"here", "there", "there:80"} {
		synctest.Test(t, func(t *testing.T) {
			n := memnet.New()
			client, server := wire(t, n)
			n.Cut(addr)
			go func() { time.Sleep(time.Minute); n.Heal(addr) }()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := n.From("here")(ctx, "tcp", "there:80"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: dialled: %v", addr, err)
			}
			start := time.Now()
			late, err := n.From("here")(t.Context(), "tcp", "there:80")
			if err != nil || time.Since(start) != 59*time.Second {
				t.Errorf("%s: dialled again: %v after %v", addr, err, time.Since(start))
			}
			_ = late.Close()
			if _, err := client.Write([]byte("x")); err != nil {
				t.Error(err)
			}
			if n, err := server.Read(make([]byte, 1)); n != 1 {
				t.Errorf("%s: an idle connection lost its way: %v", addr, err)
			}
			n.Cut(addr)
			for range 3 {
				if _, err := client.Write([]byte("swallowed")); err != nil {
					t.Error(err)
				}
			}
			n.Heal(addr)
			_, _ = client.Write([]byte("x"))
			_ = client.Close()
			_ = server.SetReadDeadline(time.Now().Add(time.Hour))
			if n, err := server.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s: %d bytes and %v of a connection that was swallowed", addr, n, err)
			}
		})
	}
}

// served serves a handler at there:80 until the bubble's test is over.
func served(t *testing.T, n *memnet.Network, h http.HandlerFunc) {
	t.Helper()
	l, err := n.Listen("tcp", "there:80")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: h}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
}

// A client of HTTP keeps its connections, and gives up requests.
func TestHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := memnet.New()
		served(t, n, func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(time.Minute):
			case <-r.Context().Done():
			}
			_, _ = io.Copy(w, r.Body)
		})
		transport := &http.Transport{DialContext: n.DialContext}
		defer transport.CloseIdleConnections()
		client := &http.Client{Transport: transport}
		start := time.Now()
		for range 2 {
			r, err := client.Post("http://there/", "text/plain", strings.NewReader("body"))
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(r.Body)
			_ = r.Body.Close()
			if string(body) != "body" {
				t.Errorf("%q", body)
			}
		}
		if time.Since(start) != 2*time.Minute {
			t.Errorf("%v passed", time.Since(start))
		}
		client.Timeout = time.Second
		if _, err := client.Get("http://there/"); err == nil {
			t.Error("a request that was to be given up was answered")
		}
	})
}

func TestWebSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := memnet.New()
		served(t, n, func(w http.ResponseWriter, r *http.Request) {
			c, err := new(websocket.Upgrader).Upgrade(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			kind, data, _ := c.ReadMessage()
			time.Sleep(time.Hour)
			_ = c.WriteMessage(kind, data)
		})
		start := time.Now()
		dialer := websocket.Dialer{NetDialContext: n.DialContext}
		c, _, err := dialer.DialContext(t.Context(), "ws://there/", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.WriteMessage(websocket.TextMessage, []byte("hello"))
		if _, data, err := c.ReadMessage(); string(data) != "hello" || time.Since(start) != time.Hour {
			t.Errorf("%q, %v, after %v", data, err, time.Since(start))
		}
	})
}

// A reset ends what a process has open, as the end of the process does.
func TestReset(t *testing.T) {
	for _, host := range []string{"here", "there"} {
		n := memnet.New()
		client, server := wire(t, n)
		n.Reset(host)
		for _, c := range []net.Conn{client, server} {
			if _, err := c.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("%s reset: %v", host, err)
			}
		}
		_, err := n.From("here")(t.Context(), "tcp", "there:80")
		if refused := errors.Is(err, syscall.ECONNREFUSED); refused != (host == "there") {
			t.Errorf("%s reset: dialled: %v", host, err)
		}
	}
}
