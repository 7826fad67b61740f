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
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/endpoint"
	"kibitz/commands/chat"
	"kibitz/tests/memnet"
)

func edits(discords ...*fakeREST) (n int) {
	for _, d := range discords {
		for _, s := range d.all() {
			if s.method == http.MethodPatch {
				n++
			}
		}
	}
	return n
}

// original says "loading" where a deferral is asked for.
func loading(s sent) (int, string, error) {
	if s.method == http.MethodGet {
		return 200, `{"flags":128}`, nil
	}
	return 0, "", nil
}

// The first request breaks off, a second one for the same interaction has joined and
// gets the deferral: the answer has to follow.
func TestJoinedRequestGetsItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, after(3*time.Second), d, nil)
		_ = b.accept(command("5"), func(payload) error { return endpoint.ErrLate })
		synctest.Wait()
		deferred := 0
		_ = b.accept(command("5"), func(payload) error { deferred++; return nil })
		b.responders.Wait()
		b.workers.Wait()
		if deferred != 1 || edits(d) != 1 {
			t.Errorf("deferred %d times, and then answered %d times", deferred, edits(d))
		}
	})
}

// signed is a bot that serves an endpoint over a network in memory.
func signed(t *testing.T, h Handler, change func(*Config)) (b *bot, ask func(c net.Conn, body string, good bool), dial func() net.Conn, stop func()) {
	t.Helper()
	public, private, _ := ed25519.GenerateKey(nil)
	network := memnet.New()
	b, _ = newFakeBot(t, h, &fakeREST{start: time.Now()}, func(c *Config) {
		c.Discord.Via, c.Endpoint.Addr, c.Endpoint.Linger = viaEndpoint, "endpoint:8081", 0
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

// Who sends no signature and no body holds a connection, and gets no 401.
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

// What is being answered at SIGTERM, without a place of admission's, is answered.
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

// A process that drains sends requests of an endpoint to another one.
func TestDrainingEndpointSendsElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := after(0)
		h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			time.Sleep(2500 * time.Millisecond)
			return &chat.Reply{Title: "done"}
		}
		b, ask, dial, stop := signed(t, h, nil)
		first, second := dial(), dial()
		ask(first, string(numbered(command("5"), 1)), true)
		synctest.Wait()
		go stop()
		time.Sleep(time.Second) // draining: the listener is open
		ask(second, string(numbered(command("6"), 2)), true)
		resp, err := http.ReadResponse(bufio.NewReader(second), nil)
		if err != nil || resp.StatusCode != http.StatusServiceUnavailable {
			var said bytes.Buffer
			if err == nil {
				_, _ = said.ReadFrom(resp.Body)
			}
			t.Errorf("%v %v\n%s", resp.Status, err, said.String())
		}
		time.Sleep(time.Minute)
		_, _ = first.Close(), second.Close()
		_ = b
	})
}

// An interaction that cannot be answered is told so again.
func TestUnknownKindTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
		raw := bytes.Replace(command("5"), []byte(`"type":2,"token"`), []byte(`"type":77,"token"`), 1)
		for i := range 2 {
			if err := b.accept(raw, func(payload) error { return nil }); err == nil {
				t.Errorf("request %d is to wait for an answer that never comes", i)
			}
		}
	})
}

// Handlers that were slow, and have ended, are no reason for a new process.
func TestLivezAfterSlowHandlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := after(0)
		h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			time.Sleep(70 * time.Second)
			return &chat.Reply{}
		}
		b, _ := newFakeBot(t, h, &fakeREST{}, func(c *Config) { c.Limits.Workers = 1 })
		_ = b.accept(command("5"), nil)
		b.responders.Wait()
		b.workers.Wait()
		w := httptest.NewRecorder()
		b.page().livez(w, nil)
		if _, busy, _ := b.turns.state(); busy != 0 || w.Code != 200 {
			t.Errorf("%d busy, %d %s", busy, w.Code, w.Body)
		}
	})
}

// inPlaceClick is a click of the owner's on a message with a puzzle.
func inPlaceClick(id int, puzzle string) []byte {
	raw := strings.Replace(string(on("5", click("k1t/x"))), `"components":[]`, fmt.Sprintf(`"id":"99","components":[{"type":10,"content":%q}]`, "```\n"+puzzle+"\n```"), 1)
	return numbered([]byte(raw), id)
}

// Two processes hold the gateway: that the other was first with the same answer does not
// undo what the next click starts from.
func TestBoardsOfTwoHolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		h := after(0)
		h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
			seen = append(seen, req.Puzzle)
			return &chat.Reply{Title: "pressed", Puzzle: req.Puzzle + "+"}
		}
		d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil
		}}
		b, _ := newFakeBot(t, h, d, nil)
		_ = b.accept(inPlaceClick(1, "A"), nil)
		b.responders.Wait()
		_ = b.accept(inPlaceClick(2, "A"), nil) // the second of two quick taps
		b.responders.Wait()
		if len(seen) != 2 || seen[1] != "A+" {
			t.Errorf("the handler saw %q", seen)
		}
	})
}

// Our clock is 1.5 s ahead, always: answers of 300 ms need no deferral.
func TestClockAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(20 * 365 * 24 * time.Hour)
		d := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, after(300*time.Millisecond), d, nil)
		for i := range 100 {
			_ = b.accept(aged(command("5"), 1500*time.Millisecond, i), nil)
			b.responders.Wait()
			time.Sleep(20 * time.Second)
		}
		deferred := edits(d)
		if skew := time.Duration(b.metrics.Skew.Load()); deferred > 50 || skew < time.Second {
			t.Errorf("%d of 100 deferred; skew %s", deferred, skew)
		}
	})
}

// A metric of how long a solve takes counts each solve once.
func TestSolvesAreCountedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(5*time.Second), &fakeREST{}, func(c *Config) { c.Limits.Workers = 2 })
		for i := range 2 {
			_ = b.accept(numbered(command(fmt.Sprint(i+5)), i+1), nil)
			synctest.Wait()
		}
		_ = b.accept(numbered(typing("9", "1"), 3), nil)
		b.responders.Wait()
		b.workers.Wait()
		var out bytes.Buffer
		b.metrics.Solves.write(&out)
		b.metrics.Answers.write(&out)
		if !strings.Contains(out.String(), `kibitz_solve_seconds_count{command="other"} 2`) || !strings.Contains(out.String(), `kibitz_answer_seconds_count{command="other"} 2`) {
			for line := range strings.Lines(out.String()) {
				if strings.Contains(line, "_count") {
					t.Error(strings.TrimSpace(line), "want 2")
				}
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
