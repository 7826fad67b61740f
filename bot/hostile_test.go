package bot

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/endpoint"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
	"kibitz/tests/memnet"
)

// The first request breaks off, a second one for the same interaction has joined and
// gets the deferral: the answer has to follow.
func TestJoinedRequestGetsItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, after(3*time.Second), d, nil)
		_ = b.accept(command("5"), func(wire.Payload) error { return endpoint.ErrLate })
		synctest.Wait()
		deferred := 0
		_ = b.accept(command("5"), func(wire.Payload) error { deferred++; return nil })
		b.responders.Wait()
		b.workers.Wait()
		if deferred != 1 || edits(d) != 1 {
			t.Errorf("deferred %d times, and then answered %d times", deferred, edits(d))
		}
	})
}

// signed returns a bot that serves an endpoint over a network in memory.
func signed(t *testing.T, h Handler, change func(*settings.Config)) (b *bot, ask func(c net.Conn, body string, good bool), dial func() net.Conn, stop func()) {
	t.Helper()
	public, private, _ := ed25519.GenerateKey(nil)
	network := memnet.New()
	b, _ = newFakeBot(t, h, &fakeREST{start: time.Now()}, func(c *settings.Config) {
		c.Discord.Via, c.Endpoint.Addr, c.Endpoint.Linger = settings.ViaEndpoint, "endpoint:8081", 0
		c.Endpoint.Key, c.Discord.Register = hex.EncodeToString(public), false
		if change != nil {
			change(c)
		}
	})
	b.listen = network.Listen
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { _ = b.run(ctx, nil); close(ended) }()
	synctest.Wait()
	ask = func(c net.Conn, body string, good bool) {
		signature := hex.EncodeToString(ed25519.Sign(private, []byte("1"+body)))
		if !good {
			signature = strings.Repeat("0", 128)
		}
		fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\nX-Signature-Ed25519: %s\r\nX-Signature-Timestamp: 1\r\nContent-Length: %d\r\n\r\n%s", signature, len(body), body)
	}
	dial = func() net.Conn {
		c, err := network.DialContext(t.Context(), "tcp", "endpoint:8081")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	return b, ask, dial, func() { cancel(); <-ended }
}

// A client that sends neither a signature nor its body is answered within a minute.
func TestNoSignatureNoBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, _, dial, stop := signed(t, after(0), nil)
		c := dial()
		_ = c.SetReadDeadline(time.Now().Add(time.Hour))
		fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
		start := time.Now()
		_, err := http.ReadResponse(bufio.NewReader(c), nil)
		if took := time.Since(start); err != nil || took > time.Minute {
			t.Errorf("after %s: %v", took, err)
		}
		_ = c.Close()
		stop()
	})
}

// A suggestion that is being made at SIGTERM, and takes no place of a request, is answered.
func TestShutdownLetsSuggestionsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := after(0)
		h.suggest = func(context.Context, *chat.Request, string) []chat.Choice {
			time.Sleep(50 * time.Millisecond)
			return nil
		}
		_, ask, dial, stop := signed(t, h, nil)
		c := dial()
		ask(c, string(typing("5", "1")), true)
		synctest.Wait()
		go stop()
		if _, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil {
			t.Error(err)
		}
		_ = c.Close()
		time.Sleep(time.Minute)
	})
}

// A process that drains sends requests of an endpoint to another one. If there is none, it tells the person
// that it is about to stop.
func TestDrainingEndpoint(t *testing.T) {
	for balanced, status := range map[bool]int{true: http.StatusServiceUnavailable, false: http.StatusOK} {
		synctest.Test(t, func(t *testing.T) {
			h := after(0)
			h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
				time.Sleep(2500 * time.Millisecond)
				return &chat.Reply{Title: "done"}
			}
			_, ask, dial, stop := signed(t, h, func(c *settings.Config) { c.Endpoint.Balanced = balanced })
			first, second := dial(), dial()
			ask(first, string(numbered(command("5"), 1)), true)
			synctest.Wait()
			go stop()
			time.Sleep(time.Second) // draining: the listener is open
			ask(second, string(numbered(command("6"), 2)), true)
			resp, err := http.ReadResponse(bufio.NewReader(second), nil)
			if err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			if _, err := said.ReadFrom(resp.Body); err != nil || resp.StatusCode != status || strings.Contains(said.String(), "notice stopping") == balanced {
				t.Errorf("balanced %v: %s, %s %v", balanced, resp.Status, said.String(), err)
			}
			time.Sleep(time.Minute)
			_, _ = first.Close(), second.Close()
		})
	}
}

// An interaction that cannot be answered is told so again.
func TestUnknownKindTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
		raw := bytes.Replace(command("5"), []byte(`"type":2,"token"`), []byte(`"type":77,"token"`), 1)
		for i := range 2 {
			if err := b.accept(raw, func(wire.Payload) error { return nil }); err == nil {
				t.Errorf("request %d is to wait for an answer that never comes", i)
			}
		}
	})
}

// What waits for Discord to take it is bounded for one person, too, and by bytes.
func TestUnsentAnswersOfOnePerson(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := after(2 * time.Second)
		h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			time.Sleep(2 * time.Second)
			return &chat.Reply{Title: "done", Files: []chat.File{{Name: "film.gif", Data: make([]byte, 1<<14)}}}
		}
		d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			if s.method == http.MethodPatch {
				return 503, "", nil
			}
			return 0, "", nil
		}}
		b, _ := newFakeBot(t, h, d, nil)
		for i := range 100 {
			_ = b.accept(numbered(command("5"), i+1), nil)
			time.Sleep(3 * time.Second)
		}
		if open, _ := b.admission.state(); open > 20 {
			t.Errorf("%d answers of one person are held", open)
		}
		b.cancelSending()
		b.responders.Wait()
		b.workers.Wait()
	})
}
