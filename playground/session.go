package playground

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// session outlives its connections, so that a client can resume.
type session struct {
	id     string
	shard  [2]int
	seq    int
	replay [][]byte // the latest events, the last one being number seq
	conn   *conn    // nil while disconnected
	made   time.Time
	left   time.Time // when it was last disconnected
}

// gone tells whether it was left too long ago to be resumed.
func (se *session) gone(now time.Time) bool {
	return se.conn == nil && now.Sub(se.left) > sessionLife
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
	if strings.TrimPrefix(who.Token, "Bot ") != s.Token() {
		return closeBadToken
	}
	shard := [2]int{0, 1}
	if who.Shard != nil {
		shard = *who.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		return closeBadShard
	}
	now := time.Now()
	s.gate.identifies++
	verdict := s.gate.starts.spend(shard[0], s.opt.Gateway.MaxConcurrency, now)
	switch {
	case s.answered(c):
		return 0
	case verdict == tooMany:
		s.revoke()
		return closeBadToken
	case verdict == tooSoon:
		c.send(outgoing{frame: frame(opInvalidSession, false)})
		return 0
	}
	s.begun(&session{id: rand.Text(), shard: shard, conn: c, made: now})
	return 0
}

// begun welcomes the client of a new session.
func (s *Server) begun(se *session) {
	s.forgetSessions()
	s.gate.sessions[se.id] = se
	se.conn.session = se
	se.dispatch("READY", object{
		"v": 10, "user": s.world.bot(), "session_id": se.id, "shard": se.shard, "session_type": "normal",
		"resume_gateway_url": s.resumeURL(), "private_channels": []any{}, "relationships": []any{},
		"guilds":      []object{{"id": s.world.guildID, "unavailable": true}},
		"application": object{"id": s.world.applicationID, "flags": 0},
	})
	s.notify()
	s.publishStatus()
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
	if answer == nil {
		return false
	}
	s.gate.answer = nil
	if answer.frame != nil || answer.close != 0 {
		c.send(*answer)
	}
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
	if strings.TrimPrefix(from.Token, "Bot ") != s.Token() {
		return closeBadToken
	}
	s.gate.resumes++
	if s.answered(c) {
		return 0
	}
	se := s.gate.sessions[from.Session]
	switch {
	case s.opt.Gateway.ResumeElsewhere && !c.elsewhere: // where nobody knows the session
		c.send(outgoing{frame: frame(opInvalidSession, false)})
		return 0
	case se == nil, se.gone(time.Now()), from.Seq < se.seq-len(se.replay):
		delete(s.gate.sessions, from.Session)
		c.send(outgoing{frame: frame(opInvalidSession, false)})
		return 0
	case from.Seq > se.seq:
		delete(s.gate.sessions, from.Session)
		return closeBadSequence
	}
	if se.conn != nil {
		se.conn.cancel()
	}
	se.conn, c.session = c, se
	missed := min(se.seq-from.Seq+s.gate.again, len(se.replay))
	s.gate.again = 0
	for _, f := range se.replay[len(se.replay)-missed:] {
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
	if len(se.replay) >= 2*maxReplay {
		se.replay = slices.Clone(se.replay[maxReplay:])
	}
	if se.conn != nil {
		se.conn.send(outgoing{frame: raw})
	}
}

// dispatch sends an event to every session whose shard the guild belongs to, and
// returns to how many connected ones.
func (s *Server) dispatch(event string, data any) (connected int) {
	d, ok := data.(json.RawMessage)
	if !ok {
		d, _ = json.Marshal(data)
	}
	now := time.Now()
	for id, se := range s.gate.sessions {
		if se.gone(now) {
			delete(s.gate.sessions, id)
			continue
		}
		if s.world.shardOf(se.shard[1]) == se.shard[0] {
			se.dispatch(event, d)
			if se.conn != nil {
				connected++
			}
		}
	}
	return connected
}
