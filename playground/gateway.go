package playground

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
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
	maxPayload     = 4096 // bytes a client may send at once
	maxSends       = 120  // payloads a client may send in a minute
	maxReplay      = 256  // events kept for a session to resume
	maxSessions    = 64
	writeTimeout   = 10 * time.Second
	closeTimeout   = 5 * time.Second // for a client to confirm a close
	outgoingQueue  = 512
	missedBeatsMax = 2 // heartbeat intervals without one
)

// gate is the gateway's state, guarded by Server.mu.
type gate struct {
	sessions map[string]*session
	conns    []*conn
	answer   outgoing // to the next Identify or Resume, instead of the right one; zero for none
}

func (g *gate) connected() bool {
	for _, s := range g.sessions {
		if s.conn != nil {
			return true
		}
	}
	return false
}

// session outlives its connections, so that a client can resume.
type session struct {
	id     string
	shard  [2]int
	seq    int
	replay [][]byte // the latest events, the last one being number seq
	conn   *conn    // nil while disconnected
	made   time.Time
}

// conn is one WebSocket. Only its writer writes to it.
type conn struct {
	socket   *websocket.Conn
	out      chan outgoing
	cancel   context.CancelFunc
	session  *session     // guarded by Server.mu
	closing  atomic.Bool  // we closed it
	lastBeat atomic.Int64 // Unix nanoseconds
}

// outgoing is a frame to send, or a code to close with.
type outgoing struct {
	frame []byte
	close int // 0 for none
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
	socket, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	socket.SetReadLimit(1 << 16) // longer than maxPayload, which has a close code of its own
	ctx, cancel := context.WithCancel(s.ctx)
	c := &conn{socket: socket, out: make(chan outgoing, outgoingQueue), cancel: cancel}
	c.lastBeat.Store(time.Now().UnixNano())
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer cancel()
		s.writeFrames(ctx, c)
	}()
	context.AfterFunc(ctx, func() { _ = socket.Close() }) // which ends reading and writing
	s.mu.Lock()
	s.gate.conns = append(s.gate.conns, c)
	s.mu.Unlock()
	c.send(outgoing{frame: frame(opHello, object{"heartbeat_interval": s.opt.pace.heartbeat.Milliseconds(), "_trace": []string{}})})

	err = s.readFrames(c)
	cancel()
	<-written
	s.leave(c, err)
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
			if o.close != 0 {
				c.sayGoodbye(ctx, o.close)
				return
			}
			_ = c.socket.SetWriteDeadline(time.Now().Add(writeTimeout))
			if c.socket.WriteMessage(websocket.TextMessage, o.frame) != nil {
				return
			}
		}
	}
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
		c.send(outgoing{frame: frame(opHeartbeatAck, nil)})
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

// identify begins a session.
func (s *Server) identify(c *conn, data json.RawMessage) int {
	var who struct {
		Token string  `json:"token"`
		Shard *[2]int `json:"shard"`
	}
	if json.Unmarshal(data, &who) != nil {
		return closeDecode
	}
	if c.session != nil {
		return closeAuthenticated
	}
	if strings.TrimPrefix(who.Token, "Bot ") != s.world.botToken {
		return closeBadToken
	}
	shard := [2]int{0, 1}
	if who.Shard != nil {
		shard = *who.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		return closeBadShard
	}
	if s.answered(c) {
		return 0
	}
	s.forgetSessions()
	now := time.Now()
	se := &session{id: rand.Text(), shard: shard, conn: c, made: now}
	s.gate.sessions[se.id] = se
	c.session = se
	se.dispatch("READY", object{
		"v": 10, "user": s.world.bot(), "session_id": se.id, "shard": shard, "session_type": "normal",
		"resume_gateway_url": "ws://" + s.addr, "private_channels": []any{}, "relationships": []any{},
		"guilds":      []object{{"id": s.world.guildID, "unavailable": true}},
		"application": object{"id": s.world.applicationID, "flags": 0},
	})
	s.notify()
	s.publishStatus()
	return 0
}

// forgetSessions makes room for one more, the oldest disconnected one first.
func (s *Server) forgetSessions() {
	if len(s.gate.sessions) < maxSessions {
		return
	}
	var oldest *session
	for _, se := range s.gate.sessions {
		if se.conn == nil && (oldest == nil || se.made.Before(oldest.made)) {
			oldest = se
		}
	}
	if oldest != nil {
		delete(s.gate.sessions, oldest.id)
	}
}

// answered gives the answer that a test has prepared, if any.
func (s *Server) answered(c *conn) bool {
	answer := s.gate.answer
	if answer.frame == nil && answer.close == 0 {
		return false
	}
	s.gate.answer = outgoing{}
	c.send(answer)
	return true
}

// resume goes on with a session and repeats what it has missed.
func (s *Server) resume(c *conn, data json.RawMessage) int {
	var from struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(data, &from) != nil {
		return closeDecode
	}
	if c.session != nil {
		return closeAuthenticated
	}
	if strings.TrimPrefix(from.Token, "Bot ") != s.world.botToken {
		return closeBadToken
	}
	if s.answered(c) {
		return 0
	}
	se := s.gate.sessions[from.Session]
	if se == nil || from.Seq < se.seq-len(se.replay) {
		delete(s.gate.sessions, from.Session)
		c.send(outgoing{frame: frame(opInvalidSession, false)})
		return 0
	}
	if from.Seq > se.seq {
		delete(s.gate.sessions, from.Session)
		return closeBadSequence
	}
	if se.conn != nil {
		se.conn.cancel()
	}
	se.conn, c.session = c, se
	for _, f := range se.replay[len(se.replay)-(se.seq-from.Seq):] {
		c.send(outgoing{frame: f})
	}
	se.dispatch("RESUMED", object{"_trace": []string{}})
	s.notify()
	s.publishStatus()
	return 0
}

// dispatch sends an event in order, and keeps it for a client to resume.
func (se *session) dispatch(event string, data any) {
	d, ok := data.(json.RawMessage)
	if !ok {
		d, _ = json.Marshal(data)
	}
	se.seq++
	raw, _ := json.Marshal(payload{Op: opDispatch, Data: d, Seq: &se.seq, Type: &event})
	se.replay = append(se.replay, raw)
	if len(se.replay) > maxReplay {
		se.replay = append([][]byte(nil), se.replay[1:]...)
	}
	if se.conn != nil {
		se.conn.send(outgoing{frame: raw})
	}
}

// dispatch sends an event to every session whose shard the guild belongs to.
func (s *Server) dispatch(event string, data any) {
	d, ok := data.(json.RawMessage)
	if !ok {
		d, _ = json.Marshal(data)
	}
	for _, se := range s.gate.sessions {
		if s.world.shardOf(se.shard[1]) == se.shard[0] {
			se.dispatch(event, d)
		}
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
	se.conn = nil
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
