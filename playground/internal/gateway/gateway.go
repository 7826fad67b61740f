// Package gateway is Discord's gateway: WebSockets over which events come, sessions that
// outlive them, and the rules for identifying, resuming and keeping a connection alive. It
// knows nothing of what the events say. Package playgroundtest disturbs it by Gate.With.
package gateway

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Gateway opcodes.
const (
	opDispatch       = 0
	OpHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	OpReconnect      = 7
	opRequestMembers = 8
	OpInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Gateway close codes that the Gate itself has reason to send.
const (
	closeUnknownOp        = 4001
	closeDecode           = 4002
	closeNotAuthenticated = 4003
	CloseBadToken         = 4004
	closeAuthenticated    = 4005
	CloseBadSequence      = 4007
	closeTooFast          = 4008
	CloseTimedOut         = 4009
	CloseBadShard         = 4010
)

var closeReasons = map[int]string{
	4000: "Unknown error.", closeUnknownOp: "Unknown opcode.", closeDecode: "Error while decoding payload.",
	closeNotAuthenticated: "Not authenticated.", CloseBadToken: "Authentication failed.",
	closeAuthenticated: "Already authenticated.", CloseBadSequence: "Invalid seq.",
	closeTooFast: "Rate limited.", CloseTimedOut: "Session timed out.", CloseBadShard: "Invalid shard.",
	4011: "Sharding required.", 4012: "Invalid API version.", 4013: "Invalid intent(s).", 4014: "Disallowed intent(s).",
}

// Discord's limits, and those of a Gate.
const (
	maxPayload     = 4096            // bytes a client may send at once
	MaxSends       = 120             // payloads a client may send in a minute
	maxReplay      = 1024            // events kept for a session to resume, or more
	sessionLife    = 5 * time.Minute // how long a session can be resumed after its client left
	maxSessions    = 64
	writeTimeout   = 10 * time.Second
	closeTimeout   = 5 * time.Second // for a client to confirm a close
	outgoingQueue  = 4096            // frames
	missedBeatsMax = 2               // heartbeat intervals without a heartbeat
)

// Config says whose gateway it is. Its functions may be called concurrently.
type Config struct {
	Settings    Settings
	Addr        string          // host and port at which clients connect
	Application string          // its id
	Ready       map[string]any  // what READY says of the bot and its guilds
	ShardOf     func(n int) int // the shard, of n, that events go to
	Heartbeat   time.Duration   // the interval asked of clients

	Watch   func(op int, data json.RawMessage) // sees what clients send, before it is obeyed; nil for nobody
	Changed func()                             // is told, with no lock held, when a session began or lost its client
}

// Gate is one gateway. Its methods may be called concurrently; none waits for a client.
type Gate struct {
	config  Config
	mu      sync.Mutex
	state   State
	changed bool // Config.Changed is to be called
}

// State is what a Gate remembers.
type State struct {
	Sessions map[string]*Session
	Conns    []*Conn
	Hello    *[]byte   // to the next client, instead of HELLO; empty for nothing at all
	Answer   *Outgoing // to the next Identify or Resume, instead of the right one; zero for nothing at all
	Again    int       // how many events the next Resume repeats although they were received
	Write    Writer    // writes frames in place of the Gate; nil for the Gate

	Connections, Identifies, Resumes int // so far, those refused counted

	gate   *Gate
	token  string
	starts starts
}

// Writer writes one frame of text to a connection.
type Writer func(ctx context.Context, to net.Conn, frame []byte) error

// New returns a Gate without clients.
func New(c Config) *Gate {
	g := &Gate{config: c}
	g.state = State{Sessions: map[string]*Session{}, gate: g, token: newToken(c.Application), starts: c.Settings.starts(time.Now())}
	return g
}

// With runs do while nothing else happens at the Gate.
func (g *Gate) With(do func(*State)) {
	g.mu.Lock()
	do(&g.state)
	changed := g.changed
	g.changed = false
	g.mu.Unlock()
	if changed {
		g.config.Changed()
	}
}

// Token returns the bot token that the Gate accepts, without the "Bot " before it.
func (g *Gate) Token() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.state.token
}

// Connected reports whether a client has a session.
func (g *Gate) Connected() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, se := range g.state.Sessions {
		if se.conn != nil {
			return true
		}
	}
	return false
}

// Dispatch sends an event to every session whose shard it belongs to, and returns to how many
// connected ones.
func (g *Gate) Dispatch(event string, data json.RawMessage) (connected int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	for id, se := range g.state.Sessions {
		if se.gone(now) {
			delete(g.state.Sessions, id)
			continue
		}
		if g.config.ShardOf(se.shard[1]) == se.shard[0] {
			se.dispatch(event, data)
			if se.conn != nil {
				connected++
			}
		}
	}
	return connected
}

// Forget ends all sessions, so that every later Resume fails. Connections stay; their clients
// have to identify again before they get events.
func (st *State) Forget() {
	clear(st.Sessions)
	for _, c := range st.Conns {
		c.session = nil
	}
	st.gate.changed = true
}

// Revoke gives the bot another token, and closes its clients.
func (st *State) Revoke() {
	st.token = newToken(st.gate.config.Application)
	st.Forget()
	for _, c := range st.Conns {
		c.Send(Outgoing{Close: CloseBadToken})
	}
}

// obey carries out one payload; it returns a code to close with, or 0.
func (g *Gate) obey(c *Conn, data []byte) (code int) {
	var p payload
	if len(data) > maxPayload || json.Unmarshal(data, &p) != nil {
		return closeDecode
	}
	if g.config.Watch != nil {
		g.config.Watch(p.Op, p.Data)
	}
	g.With(func(st *State) {
		switch p.Op {
		case OpHeartbeat:
			c.lastBeat.Store(time.Now().UnixNano())
			if !c.Deaf.Load() {
				c.Send(Outgoing{Frame: Frame(opHeartbeatAck, nil)})
			}
		case opIdentify:
			code = st.identify(c, p.Data)
		case opResume:
			code = st.resume(c, p.Data)
		case opPresence, opVoice, opRequestMembers:
			if c.session == nil {
				code = closeNotAuthenticated
			}
		default:
			code = closeUnknownOp
		}
	})
	return code
}

// enter takes in a client and greets it with HELLO, or with what a test has prepared for it.
func (g *Gate) enter(c *Conn) {
	hello := Frame(opHello, map[string]any{"heartbeat_interval": g.config.Heartbeat.Milliseconds(), "_trace": []string{}})
	g.With(func(st *State) {
		st.Conns = append(st.Conns, c)
		st.Connections++
		if st.Hello != nil {
			hello, st.Hello = *st.Hello, nil
		}
		if len(hello) > 0 {
			c.Send(Outgoing{Frame: hello})
		}
	})
}

// leave forgets a connection. Its session can be resumed, unless the client said goodbye before
// we closed: then that is forgotten, too.
func (g *Gate) leave(c *Conn, why error) {
	g.With(func(st *State) {
		st.Conns = slices.DeleteFunc(slices.Clone(st.Conns), func(x *Conn) bool { return x == c })
		se := c.session
		if se == nil || se.conn != c {
			return
		}
		c.Detach()
		if goodbye(why) && !c.Closing.Load() {
			delete(st.Sessions, se.id)
		}
		g.changed = true
	})
}

// Serve talks with one client until either side ends it, or ctx does.
func (g *Gate) Serve(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	socket, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	socket.SetReadLimit(1 << 16) // longer than maxPayload, which has a close code of its own
	ctx, cancel := context.WithCancel(ctx)
	c := &Conn{Socket: socket, out: make(chan Outgoing, outgoingQueue), cancel: cancel, elsewhere: r.URL.Path != "/"}
	g.hush(c)
	c.lastBeat.Store(time.Now().UnixNano())
	written := make(chan struct{})
	go func() {
		defer close(written)
		defer cancel()
		g.writeFrames(ctx, c)
	}()
	context.AfterFunc(ctx, func() { _ = socket.Close() }) // which ends reading and writing
	g.enter(c)

	err = g.readFrames(c)
	cancel()
	<-written
	g.leave(c, err)
}
