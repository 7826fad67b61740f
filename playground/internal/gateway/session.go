package gateway

import (
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Session outlives its connections, so that a client can resume.
type Session struct {
	id     string
	shard  [2]int
	seq    int
	replay [][]byte // the latest events, the last one being number seq
	conn   *Conn    // nil while disconnected
	made   time.Time
	left   time.Time // when it was last disconnected
}

// gone reports whether the session was left too long ago to be resumed.
func (se *Session) gone(now time.Time) bool {
	return se.conn == nil && now.Sub(se.left) > sessionLife
}

// Detach leaves a connection without its session, which can be resumed on another one.
func (c *Conn) Detach() {
	if c.session != nil {
		c.session.conn, c.session.left = nil, time.Now()
		c.session = nil
	}
}

// identify begins a session, unless a test has prepared another answer, or the client has had
// too many or comes too soon. It returns a code to close with, or 0.
func (st *State) identify(c *Conn, data json.RawMessage) int {
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
	if strings.TrimPrefix(who.Token, "Bot ") != st.token {
		return CloseBadToken
	}
	shard := [2]int{0, 1}
	if who.Shard != nil {
		shard = *who.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		return CloseBadShard
	}
	now := time.Now()
	st.Identifies++
	verdict := st.starts.spend(shard[0], st.gate.config.Settings.MaxConcurrency, now)
	switch {
	case st.answered(c):
		return 0
	case verdict == tooMany:
		st.Revoke()
		return CloseBadToken
	case verdict == tooSoon:
		c.Send(Outgoing{Frame: Frame(OpInvalidSession, false)})
		return 0
	}
	st.begin(&Session{id: rand.Text(), shard: shard, conn: c, made: now})
	return 0
}

// begin welcomes the client of a new session.
func (st *State) begin(se *Session) {
	st.makeRoom()
	st.Sessions[se.id] = se
	se.conn.session = se
	ready := maps.Clone(st.gate.config.Ready)
	ready["session_id"], ready["shard"], ready["resume_gateway_url"] = se.id, se.shard, st.gate.resumeURL()
	data, _ := json.Marshal(ready)
	se.dispatch("READY", data)
	st.gate.changed = true
}

// makeRoom forgets a session if there are maxSessions: the oldest of those that are disconnected,
// or none if all are connected.
func (st *State) makeRoom() {
	if len(st.Sessions) < maxSessions {
		return
	}
	var oldest *Session
	for _, se := range st.Sessions {
		if se.conn == nil && (oldest == nil || se.made.Before(oldest.made)) {
			oldest = se
		}
	}
	if oldest != nil {
		delete(st.Sessions, oldest.id)
	}
}

// answered gives the answer that a test has prepared, and reports whether there was one.
func (st *State) answered(c *Conn) bool {
	answer := st.Answer
	if answer == nil {
		return false
	}
	st.Answer = nil
	if answer.Frame != nil || answer.Close != 0 {
		c.Send(*answer)
	}
	return true
}

// resume goes on with a session and repeats the events that it has missed, unless a test has
// prepared another answer. It takes the session from a connection that still has it. A session
// that is unknown, left for too long or missed too much is invalid. It returns a code to close
// with, or 0.
func (st *State) resume(c *Conn, data json.RawMessage) int {
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
	if strings.TrimPrefix(from.Token, "Bot ") != st.token {
		return CloseBadToken
	}
	st.Resumes++
	if st.answered(c) {
		return 0
	}
	se := st.Sessions[from.Session]
	switch {
	case st.gate.config.Settings.ResumeElsewhere && !c.elsewhere: // nobody knows the session here
		c.Send(Outgoing{Frame: Frame(OpInvalidSession, false)})
		return 0
	case se == nil, se.gone(time.Now()), from.Seq < se.seq-len(se.replay):
		delete(st.Sessions, from.Session)
		c.Send(Outgoing{Frame: Frame(OpInvalidSession, false)})
		return 0
	case from.Seq > se.seq:
		delete(st.Sessions, from.Session)
		return CloseBadSequence
	}
	if se.conn != nil {
		se.conn.cancel()
	}
	se.conn, c.session = c, se
	missed := min(se.seq-from.Seq+st.Again, len(se.replay))
	st.Again = 0
	for _, f := range se.replay[len(se.replay)-missed:] {
		c.Send(Outgoing{Frame: f})
	}
	se.dispatch("RESUMED", json.RawMessage(`{"_trace":[]}`))
	st.gate.changed = true
	return 0
}

// dispatch sends an event in order, and keeps it for a client to resume. When 2*maxReplay events
// are kept, it forgets the older half of them.
func (se *Session) dispatch(event string, data json.RawMessage) {
	se.seq++
	raw, _ := json.Marshal(payload{Op: opDispatch, Data: data, Seq: &se.seq, Type: &event})
	se.replay = append(se.replay, raw)
	if len(se.replay) >= 2*maxReplay {
		se.replay = slices.Clone(se.replay[maxReplay:])
	}
	if se.conn != nil {
		se.conn.Send(Outgoing{Frame: raw})
	}
}
