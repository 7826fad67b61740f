package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"time"

	"github.com/gorilla/websocket"
)

const (
	handshakeWithin = 15 * time.Second
	helloWithin     = 20 * time.Second // after connecting
	readyWithin     = 15 * time.Second // after the identify or resume; Discord takes one or two
	writeWithin     = 2 * time.Second
	closeWithin     = 2 * time.Second // to end a session and have Discord confirm it
	maxFrame        = 16 << 20
	closeResumable  = 4000 // any code but 1000 and 1001, which end the session
)

// A link is one connection of a shard. Its goroutine only reads; the shard's goroutine does
// everything else.
type link struct {
	*shard
	conn      *websocket.Conn
	where     string
	heartbeat time.Duration
	frames    chan []byte // closed after the last frame
	lost      error       // why there are no more frames; valid once frames is closed

	up      bool      // READY or RESUMED has come
	beatAt  time.Time // time of the latest heartbeat
	unacked bool      // the latest heartbeat has no acknowledgement yet
}

// dial connects and waits for HELLO.
func (s *shard) dial(ctx context.Context, where string) (*link, error) {
	conn, err := s.handshake(ctx, where)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(maxFrame)
	// By default the library would repeat Discord's code, which may be one that ends the session.
	conn.SetCloseHandler(func(int, string) error { return nil })
	l := &link{shard: s, conn: conn, where: where, frames: make(chan []byte)}
	go l.read()
	if err := l.hello(ctx); err != nil {
		l.close(ctx)
		return nil, err
	}
	return l, nil
}

// handshake opens a WebSocket at the address, unless ctx ends before. Without
// Options.Dial it goes through the proxy that the environment names. A connection
// that the other side wants to compress is refused.
func (s *shard) handshake(ctx context.Context, where string) (*websocket.Conn, error) {
	u, err := address(where)
	if err != nil {
		return nil, err
	}
	d := websocket.Dialer{HandshakeTimeout: handshakeWithin, NetDialContext: s.opt.Dial}
	if s.opt.Dial == nil {
		d.NetDialContext, d.Proxy = new(net.Dialer).DialContext, http.ProxyFromEnvironment
	}
	// The library watches the context until there is a connection, and no longer.
	dialNet, stop := d.NetDialContext, func() bool { return true }
	d.NetDialContext = func(dialing context.Context, network, addr string) (net.Conn, error) {
		conn, err := dialNet(dialing, network, addr)
		if err == nil {
			stop = context.AfterFunc(ctx, func() { _ = conn.Close() })
		}
		return conn, err
	}
	conn, answer, err := d.DialContext(ctx, u.String(), nil)
	stop()
	switch {
	case err != nil && answer != nil:
		return nil, fmt.Errorf("connecting to %s: HTTP status %d", u.Host, answer.StatusCode)
	case err != nil:
		return nil, fmt.Errorf("connecting to %s: %.300w", u.Host, err)
	case answer.Header.Get("Sec-WebSocket-Extensions") != "":
		_ = conn.Close() // the read limit would not hold for unpacked data
		return nil, fmt.Errorf("connecting to %s: compression was not asked for", u.Host)
	}
	return conn, nil
}

// read sends each message that comes to l.frames. When the connection ends it sets
// l.lost, to a closed if Discord gave a code, and closes l.frames.
func (l *link) read() {
	defer close(l.frames)
	for {
		_, raw, err := l.conn.ReadMessage()
		if code, ok := errors.AsType[*websocket.CloseError](err); ok && code.Code != websocket.CloseAbnormalClosure {
			err = closed(code.Code)
		}
		if err != nil {
			l.lost = err
			return
		}
		l.frames <- raw
	}
}

// hello waits at most helloWithin for the first frame, which has to be HELLO, and
// takes the interval of heartbeats from it.
func (l *link) hello(ctx context.Context) error {
	patience := time.NewTimer(helloWithin)
	defer patience.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-patience.C:
		return fmt.Errorf("no HELLO within %v", helloWithin)
	case raw, ok := <-l.frames:
		if !ok {
			return l.lost
		}
		f, err := decode(raw)
		if err != nil {
			return err
		}
		l.heartbeat, err = f.heartbeat()
		return err
	}
}

// serve sends heartbeats and obeys what Discord sends, until the link is lost or
// ctx ends, and returns why. It gives the link up if neither READY nor RESUMED
// comes within readyWithin, or a heartbeat was not acknowledged when the next one
// is due. The first heartbeat comes after a random part of the interval, as
// Discord wants it.
func (l *link) serve(ctx context.Context) error {
	patience := time.NewTimer(readyWithin)
	defer patience.Stop()
	beat := time.NewTimer(rand.N(l.heartbeat))
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-patience.C:
			return fmt.Errorf("neither READY nor RESUMED within %v", readyWithin)
		case <-beat.C:
			if l.unacked {
				return errors.New("a heartbeat was not acknowledged")
			}
			l.unacked = true
			l.sendHeartbeat()
			beat.Reset(l.heartbeat)
		case raw, ok := <-l.frames:
			if !ok {
				return l.lost
			}
			if err := l.obey(raw); err != nil {
				return err
			}
			if l.up {
				patience.Stop()
			}
		}
	}
}

// obey does what a frame asks for; its error ends the link. An unreadable frame ends the link only
// before there is a session on it. Later it is ignored: Discord would only repeat it at each
// resume.
func (l *link) obey(raw []byte) error {
	f, err := decode(raw)
	switch {
	case err != nil && !l.up:
		return err
	case err != nil:
		l.log.Warn("passed over", "err", err)
		return nil
	}
	switch *f.Op {
	case opDispatch:
		return l.dispatch(f)
	case opHeartbeat:
		l.sendHeartbeat()
	case opReconnect:
		return errReconnect
	case opInvalidSession:
		return f.invalid()
	case opHeartbeatAck:
		if now := time.Now(); !l.beatAt.IsZero() {
			l.unacked = false
			l.note(func(n *Shard) { n.LastAck, n.Latency = now, now.Sub(l.beatAt) })
		}
	}
	return nil
}

// dispatch passes an event on, unless its number shows that it came before: at a resume Discord
// repeats events that it has not seen counted.
func (l *link) dispatch(f frame) error {
	if f.Type == "READY" {
		return l.ready(f)
	}
	if f.Seq != 0 {
		if f.Seq <= l.session.seq {
			return nil
		}
		l.session.seq = f.Seq
	}
	if f.Type != "RESUMED" {
		l.guard(f.Type, func() { l.opt.Receive(f.Type, f.Data) })
	} else if l.session.id != "" {
		l.rise("resumed")
	}
	return nil
}

var snowflake = regexp.MustCompile(`^[0-9]{1,20}$`)

// ready takes the session that READY begins. A READY without a session ends the
// link. Options.Ready is not called if the application's id is no snowflake.
func (l *link) ready(f frame) error {
	var r ready
	if json.Unmarshal(f.Data, &r) != nil || r.Session == "" {
		return errors.New("READY without a session")
	}
	l.session = session{id: r.Session, url: resumeAddress(r.ResumeURL, l.where), seq: f.Seq}
	l.rise("identified")
	if !snowflake.MatchString(r.Application.ID) {
		l.log.Error("READY without an application")
		return nil
	}
	l.guard(f.Type, func() { l.opt.Ready(r.Application.ID) })
	return nil
}

// rise notes that there is a session on the link.
func (l *link) rise(how string) {
	l.up = true
	l.session.unanswered = 0
	now := time.Now()
	l.note(func(n *Shard) { n.Up, n.Since, n.LastAck = true, now, now })
	l.log.Info("connected to Discord", "how", how)
}

// guard keeps a panic of the bot from ending the process.
func (l *link) guard(event string, do func()) {
	defer func() {
		if p := recover(); p != nil {
			l.log.Error("panic at an event", "event", event, "panic", p)
		}
	}()
	do()
}

// sendHeartbeat sends the number of the last event, null before the first.
func (l *link) sendHeartbeat() {
	l.beatAt = time.Now()
	var seq *int64
	if l.session.seq != 0 {
		seq = &l.session.seq
	}
	l.send(encode(opHeartbeat, seq))
}

// send writes a frame. It returns no error: the reader finds out why a connection
// is broken, for Discord's close code may still be in it. After a write that
// failed the reader has one second for that.
func (l *link) send(raw []byte) {
	_ = l.conn.SetWriteDeadline(time.Now().Add(writeWithin))
	if l.conn.WriteMessage(websocket.TextMessage, raw) != nil {
		_ = l.conn.SetReadDeadline(time.Now().Add(time.Second))
	}
}

// close ends the link, and returns when its reader has ended. If ctx has ended it
// ends the session, too, and waits at most closeWithin for Discord to close: a
// connection that is closed with something unread in it is reset, and Discord
// might not see the code.
func (l *link) close(ctx context.Context) {
	code, deadline := closeResumable, time.Now().Add(closeWithin/2)
	goodbye := ctx.Err() != nil
	if goodbye {
		code, deadline = websocket.CloseNormalClosure, time.Now().Add(closeWithin)
	}
	if l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), deadline) == nil && goodbye {
		_ = l.conn.SetReadDeadline(deadline)
		for range l.frames {
		}
	}
	_ = l.conn.Close()
	for range l.frames { // wait until the reader has ended
	}
}
