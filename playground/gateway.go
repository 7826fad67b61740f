package playground

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Gateway close codes that the Server itself has reason to send.
const (
	closeUnknownOp        = 4001
	closeDecode           = 4002
	closeNotAuthenticated = 4003
	closeBadToken         = 4004
	closeAuthenticated    = 4005
	closeBadSequence      = 4007
	closeTooFast          = 4008
	closeTimedOut         = 4009
	closeBadShard         = 4010
)

var closeReasons = map[int]string{
	4000: "Unknown error.", closeUnknownOp: "Unknown opcode.", closeDecode: "Error while decoding payload.",
	closeNotAuthenticated: "Not authenticated.", closeBadToken: "Authentication failed.",
	closeAuthenticated: "Already authenticated.", closeBadSequence: "Invalid seq.",
	closeTooFast: "Rate limited.", closeTimedOut: "Session timed out.", closeBadShard: "Invalid shard.",
	4011: "Sharding required.", 4012: "Invalid API version.", 4013: "Invalid intent(s).", 4014: "Disallowed intent(s).",
}

// Limits of the gateway's.
const (
	maxPayload     = 4096            // bytes a client may send at once
	maxSends       = 120             // payloads a client may send in a minute
	maxReplay      = 1024            // events kept for a session to resume, or more
	sessionLife    = 5 * time.Minute // of one that was left: how long it can be resumed
	maxSessions    = 64
	writeTimeout   = 10 * time.Second
	closeTimeout   = 5 * time.Second // for a client to confirm a close
	outgoingQueue  = 4096
	missedBeatsMax = 2 // heartbeat intervals without one
)

// gate is the gateway's state, guarded by Server.mu.
type gate struct {
	sessions map[string]*session
	conns    []*conn
	hello    *[]byte   // to the next client, instead of HELLO; empty for nothing at all
	answer   *outgoing // to the next Identify or Resume, instead of the right one; zero for nothing at all
	again    int       // how many events the next Resume repeats although they were received
	starts   starts

	connections, identifies, resumes int // so far
}

func (g *gate) connected() bool {
	for _, s := range g.sessions {
		if s.conn != nil {
			return true
		}
	}
	return false
}

// conn is one WebSocket. Only its writer writes to it.
type conn struct {
	socket    *websocket.Conn
	out       chan outgoing
	cancel    context.CancelFunc
	session   *session     // guarded by Server.mu
	elsewhere bool         // at the resume_gateway_url
	closing   atomic.Bool  // we closed it
	silent    atomic.Bool  // nothing is written any more
	deaf      atomic.Bool  // heartbeats are not acknowledged
	lastBeat  atomic.Int64 // Unix nanoseconds
}

// outgoing is a frame to send, or a code to close with.
type outgoing struct {
	frame []byte
	bytes []byte // as they are
	close int    // 0 for none
}

// send queues without waiting; who does not read is cut off.
func (c *conn) send(o outgoing) {
	if o.close != 0 {
		c.closing.Store(true)
	}
	select {
	case c.out <- o:
	default:
		c.cancel()
	}
}

// payload is what goes over the gateway, either way.
type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type *string         `json:"t"`
}

func frame(op int, data any) []byte {
	d, _ := json.Marshal(data)
	raw, _ := json.Marshal(payload{Op: op, Data: d})
	return raw
}

var upgrader websocket.Upgrader

// serveGateway talks with one client until either side ends it.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	if s.failsHandshake(w, r) {
		return
	}
	socket, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	socket.SetReadLimit(1 << 16) // longer than maxPayload, which has a close code of its own
	ctx, cancel := context.WithCancel(s.ctx)
	c := &conn{socket: socket, out: make(chan outgoing, outgoingQueue), cancel: cancel, elsewhere: r.URL.Path != "/"}
	s.hush(c)
	c.lastBeat.Store(time.Now().UnixNano())
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer cancel()
		s.writeFrames(ctx, c)
	}()
	context.AfterFunc(ctx, func() { _ = socket.Close() }) // which ends reading and writing
	s.greet(c)

	err = s.readFrames(c)
	cancel()
	<-written
	s.leave(c, err)
}

// greet takes in a client.
func (s *Server) greet(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate.conns = append(s.gate.conns, c)
	s.gate.connections++
	hello := frame(opHello, object{"heartbeat_interval": s.opt.pace.heartbeat.Milliseconds(), "_trace": []string{}})
	if s.gate.hello != nil {
		hello, s.gate.hello = *s.gate.hello, nil
	}
	if len(hello) > 0 {
		c.send(outgoing{frame: hello})
	}
}

// failsHandshake has the handshake go wrong if that is wanted.
func (s *Server) failsHandshake(w http.ResponseWriter, r *http.Request) bool {
	f := s.fault(Request{Method: r.Method, Path: r.URL.Path, Route: GatewayRoute, Query: r.URL.Query(), Header: r.Header})
	switch {
	case f.Delay > 0 && !s.sleep(r.Context(), f.Delay):
	case f.Reset || f.Lose:
		reset(connOf(r))
	case f.Status != 0:
		writeFault(w, f)
	default:
		return false
	}
	return true
}

// writeFrames sends what is queued and closes a client that has fallen silent.
func (s *Server) writeFrames(ctx context.Context, c *conn) {
	tick := time.NewTicker(s.opt.pace.heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			silent := time.Since(time.Unix(0, c.lastBeat.Load()))
			if silent > missedBeatsMax*s.opt.pace.heartbeat {
				c.send(outgoing{close: closeTimedOut})
			}
		case o := <-c.out:
			if c.silent.Load() {
				continue
			}
			if o.close != 0 {
				c.sayGoodbye(ctx, o.close)
				return
			}
			if s.write(ctx, c, o) != nil {
				return
			}
		}
	}
}

// write sends one frame, or bytes.
func (s *Server) write(ctx context.Context, c *conn, o outgoing) error {
	if pause := time.Duration(s.slow.Load()); pause > 0 && o.frame != nil {
		return s.drip(ctx, c, o.frame, pause)
	}
	_ = c.socket.SetWriteDeadline(time.Now().Add(writeTimeout))
	if o.frame == nil {
		_, err := c.socket.NetConn().Write(o.bytes)
		return err
	}
	return c.socket.WriteMessage(websocket.TextMessage, o.frame)
}

// sayGoodbye closes with a code and waits until the client, too, has closed,
// for a connection that is closed with unread data in it is reset, and the
// client would not see the code. ctx ends when the reader does.
func (c *conn) sayGoodbye(ctx context.Context, code int) {
	deadline := time.Now().Add(closeTimeout)
	if c.socket.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, closeReasons[code]), deadline) != nil {
		return
	}
	t := time.NewTimer(time.Until(deadline))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// readFrames obeys a client until the connection ends, and says why it did.
func (s *Server) readFrames(c *conn) error {
	minute, sends := time.Now(), 0
	for {
		_, data, err := c.socket.ReadMessage()
		if err != nil {
			return err
		}
		if c.closing.Load() {
			continue // until the client has closed, too
		}
		if time.Since(minute) > time.Minute {
			minute, sends = time.Now(), 0
		}
		if sends++; sends > maxSends {
			c.send(outgoing{close: closeTooFast})
			continue
		}
		if code := s.obey(c, data); code != 0 {
			c.send(outgoing{close: code})
		}
	}
}

// obey carries out one payload; it returns a code to close with, or 0.
func (s *Server) obey(c *conn, data []byte) int {
	var p payload
	if len(data) > maxPayload || json.Unmarshal(data, &p) != nil {
		return closeDecode
	}
	if s.opt.OnGateway != nil {
		s.opt.OnGateway(p.Op, p.Data)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch p.Op {
	case opHeartbeat:
		c.lastBeat.Store(time.Now().UnixNano())
		if !c.deaf.Load() {
			c.send(outgoing{frame: frame(opHeartbeatAck, nil)})
		}
		return 0
	case opIdentify:
		return s.identify(c, p.Data)
	case opResume:
		return s.resume(c, p.Data)
	case opPresence, opVoice, opRequestMembers:
		if c.session == nil {
			return closeNotAuthenticated
		}
		return 0
	default:
		return closeUnknownOp
	}
}

// leave forgets a connection, and its session too if the client said goodbye.
func (s *Server) leave(c *conn, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, x := range s.gate.conns {
		if x == c {
			s.gate.conns = append(s.gate.conns[:i:i], s.gate.conns[i+1:]...)
			break
		}
	}
	se := c.session
	if se == nil || se.conn != c {
		return
	}
	se.conn, se.left = nil, time.Now()
	if goodbye(why) && !c.closing.Load() {
		delete(s.gate.sessions, se.id)
	}
	s.notify()
	s.publishStatus()
}

// goodbye tells whether a client ended the session together with the
// connection: with 1000 or 1001, says Discord.
func goodbye(why error) bool {
	return websocket.IsCloseError(why, websocket.CloseNormalClosure, websocket.CloseGoingAway)
}
