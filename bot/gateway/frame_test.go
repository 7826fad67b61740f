package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// FuzzFrame gives a link any frame, at any point of its life, twice: nothing
// panics, and an event with a number is passed on once.
func FuzzFrame(f *testing.F) {
	for _, raw := range []string{
		``, `null`, `[]`, `{"op":null}`, `{"op":0}`, `{"op":1}`, `{"op":7}`, `{"op":9,"d":true}`, `{"op":11}`,
		`{"op":10,"d":{"heartbeat_interval":41250}}`, `{"op":10,"d":{"heartbeat_interval":-1}}`,
		`{"op":0,"s":1,"t":"READY","d":{"session_id":"s","resume_gateway_url":"wss://a.test","application":{"id":"1"}}}`,
		`{"op":0,"s":2,"t":"RESUMED","d":null}`, `{"op":0,"s":3,"t":"EVENT","d":{}}`, `{"op":0,"t":"EVENT"}`, `{"op":0,"s":-1,"t":"EVENT"}`,
	} {
		f.Add([]byte(raw), true)
		f.Add([]byte(raw), false)
	}
	conn := deafConn(f)
	f.Fuzz(func(t *testing.T, raw []byte, up bool) {
		received := 0
		l := &link{conn: conn, where: "wss://main.test", up: up, shard: &shard{
			log: slog.New(slog.DiscardHandler), session: session{id: "s", seq: 1},
			opt: &Options{Ready: func(string) {}, Receive: func(string, json.RawMessage) { received++ }},
		}}
		for range 2 {
			if err := l.obey(raw); err != nil && received > 0 {
				t.Errorf("received an event, and %v", err)
			}
		}
		if l.up && l.session.id == "" {
			t.Error("up without a session")
		}
		event, err := decode(raw)
		if err != nil && received > 0 || event.Seq != 0 && received > 1 {
			t.Errorf("received %d times", received)
		}
		if err != nil {
			return
		}
		if d, err := event.heartbeat(); err == nil && (d < minHeartbeat || d > maxHeartbeat) {
			t.Errorf("heartbeats each %v", d)
		}
	})
}

// deafConn is connected to a server that reads and says nothing. It has no
// goroutine, which would make the fuzzer's coverage a matter of chance.
func deafConn(t testing.TB) *websocket.Conn {
	d := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return &deaf{}, nil }}
	conn, _, err := d.Dial("ws://main.test", nil)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

type deaf struct {
	net.Conn
	request  bytes.Buffer
	answered bool
}

func (d *deaf) Write(p []byte) (int, error) {
	if !d.answered {
		d.request.Write(p)
	}
	return len(p), nil
}

func (d *deaf) Read(p []byte) (int, error) {
	d.answered = true
	accepted := fmt.Sprintf("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", readKey(&d.request))
	return copy(p, accepted), nil
}

func (d *deaf) SetDeadline(time.Time) error      { return nil }
func (d *deaf) SetReadDeadline(time.Time) error  { return nil }
func (d *deaf) SetWriteDeadline(time.Time) error { return nil }
