package gateway

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Conn is one WebSocket. Only its writer writes to it.
type Conn struct {
	Socket  *websocket.Conn
	Closing atomic.Bool // we closed it
	Silent  atomic.Bool // nothing is written any more
	Deaf    atomic.Bool // heartbeats are not acknowledged

	out       chan Outgoing
	cancel    context.CancelFunc
	session   *Session     // guarded by Gate.mu
	elsewhere bool         // it was made at the resume_gateway_url, not at the gateway's address
	lastBeat  atomic.Int64 // Unix nanoseconds
}

// Outgoing is a frame to send, or a code to close with.
type Outgoing struct {
	Frame []byte
	Bytes []byte // as they are, which need be no frame
	Close int    // 0 for none
}

// Send queues without waiting. A client that does not read is cut off.
func (c *Conn) Send(o Outgoing) {
	if o.Close != 0 {
		c.Closing.Store(true)
	}
	select {
	case c.out <- o:
	default:
		c.cancel()
	}
}

// payload is a message over the gateway, either way.
type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type *string         `json:"t"`
}

// Frame returns the text of a payload that is no event.
func Frame(op int, data any) []byte {
	d, _ := json.Marshal(data)
	raw, _ := json.Marshal(payload{Op: op, Data: d})
	return raw
}

var upgrader websocket.Upgrader

// writeFrames sends what is queued, until ctx ends, a write fails or a close was sent. It closes
// a client that has sent no heartbeat for missedBeatsMax intervals. On a silent connection it
// drops what is queued.
func (g *Gate) writeFrames(ctx context.Context, c *Conn) {
	tick := time.NewTicker(g.config.Heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			silent := time.Since(time.Unix(0, c.lastBeat.Load()))
			if silent > missedBeatsMax*g.config.Heartbeat {
				c.Send(Outgoing{Close: CloseTimedOut})
			}
		case o := <-c.out:
			if c.Silent.Load() {
				continue
			}
			if o.Close != 0 {
				c.sayGoodbye(ctx, o.Close)
				return
			}
			if g.write(ctx, c, o) != nil {
				return
			}
		}
	}
}

// write sends one frame, or bytes.
func (g *Gate) write(ctx context.Context, c *Conn, o Outgoing) error {
	var other Writer
	g.With(func(st *State) { other = st.Write })
	if other != nil && o.Frame != nil {
		return other(ctx, c.Socket.NetConn(), o.Frame)
	}
	_ = c.Socket.SetWriteDeadline(time.Now().Add(writeTimeout))
	if o.Frame == nil {
		_, err := c.Socket.NetConn().Write(o.Bytes)
		return err
	}
	return c.Socket.WriteMessage(websocket.TextMessage, o.Frame)
}

// sayGoodbye closes with a code and waits until the client, too, has closed: a connection that
// is closed with unread data in it is reset, and the client would not see the code. ctx ends
// when the reader does.
func (c *Conn) sayGoodbye(ctx context.Context, code int) {
	deadline := time.Now().Add(closeTimeout)
	if c.Socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, closeReasons[code]), deadline) != nil {
		return
	}
	t := time.NewTimer(time.Until(deadline))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// readFrames obeys a client until the connection ends, and returns why it did.
func (g *Gate) readFrames(c *Conn) error {
	minute, sends := time.Now(), 0
	for {
		_, data, err := c.Socket.ReadMessage()
		if err != nil {
			return err
		}
		if c.Closing.Load() {
			continue // until the client has closed, too
		}
		if time.Since(minute) > time.Minute {
			minute, sends = time.Now(), 0
		}
		if sends++; sends > MaxSends {
			c.Send(Outgoing{Close: closeTooFast})
			continue
		}
		if code := g.obey(c, data); code != 0 {
			c.Send(Outgoing{Close: code})
		}
	}
}

// hush replaces the library's handlers of pings and closes, which answer by themselves, by ones
// that say nothing on a silent connection. On any other, a client that closes is forgotten
// before the reply goes out: once it has the reply, it counts on its session having ended.
func (g *Gate) hush(c *Conn) {
	pong, bye := c.Socket.PingHandler(), c.Socket.CloseHandler()
	c.Socket.SetPingHandler(func(data string) error {
		if c.Silent.Load() {
			return nil
		}
		return pong(data)
	})
	c.Socket.SetCloseHandler(func(code int, text string) error {
		if c.Silent.Load() {
			return nil
		}
		g.leave(c, &websocket.CloseError{Code: code})
		return bye(code, text)
	})
}

// goodbye reports whether a client ended the session together with the connection: with 1000
// or 1001, says Discord.
func goodbye(why error) bool {
	return websocket.IsCloseError(why, websocket.CloseNormalClosure, websocket.CloseGoingAway)
}
