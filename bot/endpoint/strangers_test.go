package endpoint

import (
	"context"
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

// Of bodies above freeBody only as many are read at once as there are slots, whoever sends them;
// a smaller one, which is what Discord sends, never waits; and a slot that becomes free is used.
func TestLargeBodiesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(`{"type":4}`)
		large := `{"type":2,"x":"` + strings.Repeat("x", freeBody) + `"}`
		var held []*io.PipeWriter
		var strangers sync.WaitGroup
		for range slots {
			body, sender := io.Pipe()
			held = append(held, sender)
			r := request("", sign("x"))
			r.Body, r.ContentLength = body, maxBody
			strangers.Go(func() { g.ServeHTTP(httptest.NewRecorder(), r) })
			_, _ = io.WriteString(sender, large)
		}
		synctest.Wait()

		w := httptest.NewRecorder()
		g.ServeHTTP(w, request(`{"type":1}`, sign(`{"type":1}`)))
		if w.Code != http.StatusOK {
			t.Errorf("a small body: %d", w.Code)
		}
		start := time.Now()
		w = httptest.NewRecorder()
		g.ServeHTTP(w, request(large, sign(large)))
		if took := time.Since(start); w.Code != http.StatusServiceUnavailable || took != slotWithin || g.rejected[0] != Crowded {
			t.Errorf("a large body beside %d others: %d after %v, %v", slots, w.Code, took, g.rejected)
		}
		_ = held[0].Close()
		synctest.Wait()
		w = httptest.NewRecorder()
		g.ServeHTTP(w, request(large, sign(large)))
		if w.Code != http.StatusOK {
			t.Errorf("a large body where a slot is free: %d", w.Code)
		}
		for _, sender := range held[1:] {
			_ = sender.Close()
		}
		strangers.Wait()
	})
}

// At most as many connections are open as there are places. The stranger who came first leaves for
// a newcomer, and nobody leaves who has brought a signed request.
func TestDoor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := memnet.New()
		l, err := network.Listen("tcp", "endpoint:80")
		if err != nil {
			t.Fatal(err)
		}
		door := &Door{Listener: l, Places: 3}
		s := &http.Server{Handler: newGate(`{"type":4}`), ConnContext: ConnContext}
		served := make(chan struct{})
		go func() { defer close(served); _ = s.Serve(door) }()
		come := func() net.Conn {
			c, err := network.DialContext(context.Background(), "tcp", "endpoint:80")
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			return c
		}
		// open tells whether the endpoint still has a connection open.
		open := func(c net.Conn) bool {
			_ = c.SetReadDeadline(time.Now().Add(time.Millisecond))
			defer c.SetReadDeadline(time.Time{})
			_, err := c.Read(make([]byte, 1))
			return err != io.EOF
		}
		ask := func(c net.Conn) {
			const body = `{"type":2}`
			_, _ = io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n"+signatureHeader+": "+sign(body)+"\r\n"+timestampHeader+": "+timestamp+"\r\n\r\n"+body)
			answer := make([]byte, 1000)
			if n, _ := c.Read(answer); !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 200") {
				t.Errorf("a signed request: %q", answer[:n])
			}
		}
		discord := come()
		ask(discord)
		ask(discord) // the same connection is counted once
		first, second := come(), come()
		third := come()
		if open(first) || !open(second) || !open(third) || !open(discord) {
			t.Error("it is not the first stranger alone who left for the third")
		}
		ask(second)
		ask(third)
		if late := come(); open(late) || !open(second) || !open(third) || !open(discord) {
			t.Error("somebody who is known left for a stranger")
		}
		_ = second.Close()
		synctest.Wait()
		if again := come(); !open(again) {
			t.Error("a place that became free is not given again")
		}
		_ = s.Close()
		<-served
		if door.known != 0 || door.strangers.Len() != 0 {
			t.Errorf("all have left, and %d known and %d strangers are counted", door.known, door.strangers.Len())
		}
	})
}
