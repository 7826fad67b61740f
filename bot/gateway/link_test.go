package gateway

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

func TestIdentify(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		g, stop := d.start(1)
		p := d.next()
		p.hello()
		if got := string(p.want(opIdentify)); !strings.HasPrefix(got, `{"token":"`+token+`","intents":0,"properties":{"os":`) {
			t.Errorf("identified with %s", got)
		}
		if g.Status().Shards[0].Up {
			t.Error("up before READY")
		}
		p.ready("s1")
		p.event(2, `{"a": 1}`)
		p.event(3, `[2]`)
		d.wantHeard(`EVENT {"a": 1}`, `EVENT [2]`)
		if app := <-d.app; app != "42" {
			t.Errorf("application %q", app)
		}
		status := g.Status()
		if s := status.Shards[0]; !s.Up || s.Identifies != 1 || status.IdentifiesLeft != 999 {
			t.Errorf("%+v", status)
		}
		go stop()
		for range p.sent {
		}
		if p.code != websocket.CloseNormalClosure {
			t.Errorf("closed with %d at the end, want 1000", p.code)
		}
	})
}

// Whatever comes in place of HELLO ends the link at once, and no more than that.
func TestNoHello(t *testing.T) {
	for _, first := range []string{
		``, `null`, `{}`, `[]`, `7`, `"hello"`, `{"op":null}`, `{"op":"10"}`, `{"op":1e99}`, "\xff\xfe", `{"op":10`,
		`{"op":7}`, `{"op":9,"d":true}`, `{"op":11}`, `{"op":0,"t":"READY","s":1,"d":null}`,
		`{"op":10}`, `{"op":10,"d":null}`, `{"op":10,"d":{}}`, `{"op":10,"d":[]}`,
		`{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":10,"d":{"heartbeat_interval":-1}}`,
		`{"op":10,"d":{"heartbeat_interval":999}}`, `{"op":10,"d":{"heartbeat_interval":600001}}`,
		`{"op":10,"d":{"heartbeat_interval":1e300}}`, `{"op":10,"d":{"heartbeat_interval":1e999}}`,
		`{"op":10,"d":{"heartbeat_interval":"41250"}}`, `{"op":10,"d":{"heartbeat_interval":null}}`,
	} {
		t.Run(first, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				d.start(1)
				p := d.begin()
				p.shut(4000)
				p.ended()
				p = d.next()
				p.say("%s", first)
				p.ended()
				if lasted := time.Since(p.at); lasted > 0 {
					t.Errorf("ended after %v", lasted)
				}
				p = d.next()
				p.hello()
				p.wantResume(1)
				p.say(`{"op":0,"s":2,"t":"RESUMED","d":null}`)
				p.event(3, `{}`)
				d.wantHeard(`EVENT {}`)
			})
		})
	}
}

func TestHelloIsWaitedFor20Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		p := d.next()
		p.ended()
		if waited := time.Since(p.at); waited != 20*time.Second {
			t.Errorf("ended after %v", waited)
		}
		d.begin()
	})
}

func TestReadyIsWaitedFor15Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.start(1)
		for resumed := range 2 {
			p := d.next()
			p.hello()
			if resumed == 0 {
				p.want(opIdentify)
				p.say(`{"op":0,"s":1,"t":"RESUMED","d":null}`) // nobody has asked for that
			} else {
				p.want(opResume)
			}
			asked := time.Now()
			p.acknowledge() // there is life in it, but no answer
			if waited := time.Since(asked); waited != 15*time.Second || p.code != closeResumable {
				t.Errorf("closed with %d after %v", p.code, waited)
			}
			if resumed == 0 {
				p = d.begin()
				p.shut(4000)
				p.ended()
			}
		}
	})
}

// What comes in place of READY ends the link at once.
func TestNoReady(t *testing.T) {
	for _, answer := range []string{
		`null`, ``, `x`, `{"op":7}`, `{"op":9,"d":false}`, `{"op":9,"d":true}`, `{"op":9}`,
		`{"op":0,"s":1,"t":"READY","d":null}`, `{"op":0,"s":1,"t":"READY"}`, `{"op":0,"s":1,"t":"READY","d":{"session_id":7}}`,
	} {
		t.Run(answer, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				d.start(1)
				p := d.next()
				p.hello()
				p.want(opIdentify)
				p.say("%s", answer)
				p.ended()
				if lasted := time.Since(p.at); lasted > 0 {
					t.Errorf("ended after %v", lasted)
				}
				d.begin()
			})
		})
	}
}

// No frame ends a link on which there is a session, or is passed on by mistake.
func TestFramesThatMeanNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		g, _ := d.start(1)
		p := d.begin()
		for _, raw := range []string{
			``, `null`, `{}`, `[]`, `true`, `"x"`, `{"op":{}}`, `{"op":-1}`, `{"op":99,"d":[null]}`, `{"op":1.5}`, "{\"op\":0,\"t\":\"\xff\"", `{"op":10,"d":null}`,
			`{"op":0,"s":"2","t":"EVENT"}`, `{"op":0,"s":1e400,"t":"EVENT"}`, `{"op":0,"t":7,"d":{}}`, `{"op":11,"d":{"x":1}}`,
			"x\x9c\xab\xae\x05\x00\x01u\x00\xf9", strings.Repeat(`[`, 1<<20), `{"op":0,"s":` + strings.Repeat("9", 1<<16) + `}`,
		} {
			p.say("%s", raw)
			if p.WriteMessage(websocket.BinaryMessage, []byte(raw)) != nil {
				t.Fatalf("the link ended before %.40q", raw)
			}
		}
		if s := g.Status().Shards[0]; s.Latency != 0 {
			t.Errorf("a latency of %v before the first heartbeat", s.Latency)
		}
		p.say(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`)
		p.say(`{"op":0,"s":3,"t":"EVENT","d":{"text":"%s"}}`, "\xff")
		p.event(4, `"last"`)
		d.wantHeard("GUILD_CREATE null", "EVENT {\"text\":\"\xff\"}", `EVENT "last"`)
	})
}

// A message that is too long, in one frame or many, is not read to its end.
func TestHugeFrames(t *testing.T) {
	header := func(final byte, length uint64) []byte {
		return binary.BigEndian.AppendUint64([]byte{final, 127}, length)
	}
	for name, send := range map[string]func(net.Conn) (read int64){
		"64 MB":    func(c net.Conn) int64 { return write(c, header(0x81, 64<<20), 64) },
		"2^62":     func(c net.Conn) int64 { return write(c, header(0x81, 1<<62), 64) },
		"2^64-1":   func(c net.Conn) int64 { return write(c, header(0x81, 1<<64-1), 64) },
		"in parts": func(c net.Conn) int64 { return write(c, header(0x01, 9<<20), 9) + write(c, header(0x80, 9<<20), 9) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				d.start(1)
				p := d.begin()
				if read := send(p.NetConn()); read > 10<<20 {
					t.Errorf("%d bytes were read", read)
				}
				p.ended()
				p = d.next()
				p.hello()
				p.wantResume(1)
			})
		})
	}
}

// write sends a header and as many megabytes, and returns how many bytes were taken.
func write(c net.Conn, header []byte, megabytes int) (taken int64) {
	parts := []io.Reader{strings.NewReader(string(header))}
	for range megabytes {
		parts = append(parts, strings.NewReader(strings.Repeat(" ", 1<<20)))
	}
	taken, _ = io.Copy(c, io.MultiReader(parts...))
	return taken
}

// Compression is refused: the library would not bound the size of what it unpacks.
func TestCompressionThatWasNotAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.dial = func(context.Context, string) (net.Conn, error) {
			d.set(func() { d.dial = nil })
			return piped(func(c net.Conn) {
				_, _ = fmt.Fprintf(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
					"Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n\r\n", readKey(c))
				if n, _ := c.Read(make([]byte, 1)); n > 0 {
					t.Error("the link goes on")
				}
			}), nil
		}
		d.start(1)
		d.begin()
		if log := string(d.log.bytes()); !strings.Contains(log, "compression") {
			t.Errorf("said %s", log)
		}
	})
}

func TestHeartbeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		g, _ := d.start(1)
		p := d.begin()
		const interval = 41250 * time.Millisecond
		last := p.at
		for n := range 100 {
			p.event(n+2, `{}`)
			f := <-p.sent
			if since := time.Since(last); *f.Op != opHeartbeat || since > interval || n > 0 && since != interval {
				t.Fatalf("op %d after %v", *f.Op, since)
			}
			if string(f.Data) != fmt.Sprint(n+2) {
				t.Errorf("heartbeat %s after event %d", f.Data, n+2)
			}
			last = time.Now()
			time.Sleep(80 * time.Millisecond)
			p.say(`{"op":11}`)
		}
		synctest.Wait()
		if s := g.Status().Shards[0]; s.Latency != 80*time.Millisecond || !s.LastAck.Equal(last.Add(s.Latency)) {
			t.Errorf("%+v", s)
		}
		p.say(`{"op":1,"d":null}`)
		if f := <-p.sent; *f.Op != opHeartbeat || time.Since(last) != 80*time.Millisecond {
			t.Errorf("op %d after %v", *f.Op, time.Since(last))
		}
		// The one that was asked for is not one that was due.
		p.say(`{"op":11}`)
		<-p.sent
		p.say(`{"op":1}{"op":1}`)
	})
}

// A link that acknowledges nothing is replaced within two intervals, and its
// session goes on.
func TestZombie(t *testing.T) {
	for _, kind := range []string{"with events", "silent", "deaf"} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDiscord(t)
				g, _ := d.start(1)
				p := d.begin()
				up := time.Now()
				if kind == "deaf" {
					p.turnDeaf()
				}
				for seq := 2; kind == "with events" && len(d.peers) == 0; seq++ {
					p.event(seq, `{}`)
					time.Sleep(time.Second)
				}
				p = d.next()
				if lasted := time.Since(up); kind != "deaf" && lasted < 41250*time.Millisecond || lasted > 2*41250*time.Millisecond+2*time.Second {
					t.Errorf("replaced after %v", lasted)
				}
				if s := g.Status().Shards[0]; s.Up || s.Losses != 1 {
					t.Errorf("%+v", s)
				}
				p.hello()
				p.want(opResume)
			})
		})
	}
}

// brokenConn can be read from, without end, but not written to.
type brokenConn struct {
	net.Conn
	broken atomic.Bool
}

func (c *brokenConn) Write(p []byte) (int, error) {
	if c.broken.Load() {
		return 0, errors.New("broken pipe")
	}
	return c.Conn.Write(p)
}

func TestWriteFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		var conn brokenConn
		d.dial = func(_ context.Context, addr string) (net.Conn, error) {
			d.set(func() { d.dial = nil })
			conn.Conn = piped(func(c net.Conn) { d.serve(c, addr) })
			return &conn, nil
		}
		d.start(1)
		p := d.next()
		conn.broken.Store(true)
		p.hello()
		if next := d.begin(); next.at.Sub(p.at) > 10*time.Second {
			t.Errorf("a new link after %v", next.at.Sub(p.at))
		}
	})
}

// A server that takes a connection and never answers it costs 15 s.
func TestHandshakeHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.dial = func(context.Context, string) (net.Conn, error) {
			d.set(func() { d.dial = nil })
			return piped(func(c net.Conn) { readKey(c); _, _ = c.Read(make([]byte, 1)) }), nil
		}
		begun := time.Now()
		d.start(1)
		if took := d.begin().at.Sub(begun); took < 15*time.Second || took > 16*time.Second {
			t.Errorf("a new link after %v", took)
		}
	})
}

func TestPanicAtAnEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		d.loud = true
		d.start(1)
		p := d.begin()
		p.event(2, `1`)
		p.event(3, `2`)
		d.wantHeard("EVENT 1", "EVENT 2")
	})
}
