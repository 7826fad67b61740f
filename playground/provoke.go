package playground

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"time"

	"github.com/gorilla/websocket"
)

// The methods in this file make Discord misbehave, for tests of a bot.

// Forge is a Click on a button that the message does not have: what a tampered
// client sends, and how a button that an older version of the bot made looks to
// a newer one.
func (s *Server) Forge(ctx context.Context, messageID, customID string) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) {
		m := s.channel.find(messageID)
		if m == nil {
			return nil, &InputError{UnknownMessage, "", messageID}
		}
		return s.sendClick(s.world.personID, m, object{"custom_id": customID, "component_type": button, "id": 1}), nil
	})
}

// SendReconnect asks every client to reconnect and resume (op 7).
func (s *Server) SendReconnect() { s.sendAll(frame(opReconnect, nil)) }

// InvalidateSession tells every client that its session is invalid (op 9): to
// be resumed, or else really forgotten. Either way the connection is as if new.
func (s *Server) InvalidateSession(resumable bool) {
	s.mu.Lock()
	for _, c := range s.gate.conns {
		if c.session != nil {
			c.session.conn, c.session.left = nil, time.Now()
			c.session = nil
		}
	}
	s.mu.Unlock()
	if !resumable {
		s.ForgetSessions()
	}
	s.sendAll(frame(opInvalidSession, resumable))
}

// ForgetSessions makes every later Resume fail. Connections stay; their clients
// have to identify again before they get events.
func (s *Server) ForgetSessions() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forgetAllSessions()
}

func (s *Server) forgetAllSessions() {
	clear(s.gate.sessions)
	for _, c := range s.gate.conns {
		c.session = nil
	}
	s.notify()
	s.publishStatus()
}

// CloseGateway closes every connection with a code, such as 1000 or 4000 to 4014.
// Sessions end with the codes after which Discord has them end.
func (s *Server) CloseGateway(code int) {
	s.mu.Lock()
	conns := append([]*conn(nil), s.gate.conns...)
	s.mu.Unlock()
	if endsSession[code] {
		s.ForgetSessions()
	}
	for _, c := range conns {
		c.send(outgoing{close: code})
	}
}

var endsSession = map[int]bool{
	closeBadToken: true, closeBadSequence: true, closeTimedOut: true, closeBadShard: true,
	4011: true, 4012: true, 4013: true, 4014: true,
}

// DropGateway resets every connection without a close frame, as a failing
// network does. Sessions can be resumed.
func (s *Server) DropGateway() {
	s.each(func(c *conn) {
		c.closing.Store(true)
		reset(c.socket.NetConn())
	})
}

// sendAll sends a frame to every connection.
func (s *Server) sendAll(frame []byte) {
	s.each(func(c *conn) { c.send(outgoing{frame: frame}) })
}

// Dispatch sends an event, in sequence and to be replayed, to every session.
func (s *Server) Dispatch(event string, data json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatch(event, data)
}

// AnswerConnect makes the next client be greeted with a frame instead of HELLO,
// or, with "", not at all.
func (s *Server) AnswerConnect(frame string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate.hello = new([]byte(frame))
}

// AnswerIdentify makes the next Identify or Resume be answered with a frame
// instead of READY or RESUMED, or, with "", not at all.
func (s *Server) AnswerIdentify(frame string) { s.answerNext(outgoing{frame: []byte(frame)}) }

// RefuseIdentify makes the next Identify or Resume be answered by closing the
// connection with a code.
func (s *Server) RefuseIdentify(code int) { s.answerNext(outgoing{close: code}) }

func (s *Server) answerNext(answer outgoing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(answer.frame) == 0 {
		answer.frame = nil
	}
	s.gate.answer = &answer
}

// RepeatEvents makes the next Resume repeat the last n events although they
// were received.
func (s *Server) RepeatEvents(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate.again = n
}

// SendFrame sends every client a frame as it is, which need be no JSON.
func (s *Server) SendFrame(frame string) { s.sendAll([]byte(frame)) }

// SendBytes sends every client bytes that need be no frame, or no whole one.
func (s *Server) SendBytes(bytes []byte) { s.each(func(c *conn) { c.send(outgoing{bytes: bytes}) }) }

// RequestHeartbeat asks every client for a heartbeat at once (op 1).
func (s *Server) RequestHeartbeat() { s.sendAll(frame(opHeartbeat, nil)) }

// SilenceGateway makes the connections that there are say nothing any more.
// They stay open, and what is sent on them is read.
func (s *Server) SilenceGateway() { s.each(func(c *conn) { c.silent.Store(true) }) }

// WithholdAcks leaves the heartbeats unacknowledged on the connections that
// there are. Events go on.
func (s *Server) WithholdAcks() { s.each(func(c *conn) { c.deaf.Store(true) }) }

// SlowGateway sends gateway clients one byte at a time, a pause after each; no
// pause ends it.
func (s *Server) SlowGateway(pause time.Duration) { s.slow.Store(int64(pause)) }

// RevokeToken gives the bot another token: clients are closed with 4004, and
// requests with the old one are unauthorized.
func (s *Server) RevokeToken() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revoke()
}

func (s *Server) revoke() {
	s.token.Store(newToken(s.world.applicationID))
	s.forgetAllSessions()
	for _, c := range s.gate.conns {
		c.send(outgoing{close: closeBadToken})
	}
}

func (s *Server) each(do func(*conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.gate.conns {
		do(c)
	}
}

// hush lets the library, too, say nothing on a connection that is silent: it
// answers pings and closes by itself.
func (s *Server) hush(c *conn) {
	pong, bye := c.socket.PingHandler(), c.socket.CloseHandler()
	c.socket.SetPingHandler(func(data string) error {
		if c.silent.Load() {
			return nil
		}
		return pong(data)
	})
	c.socket.SetCloseHandler(func(code int, text string) error {
		if c.silent.Load() {
			return nil
		}
		s.leave(c, &websocket.CloseError{Code: code}) // first: who hears the reply takes it for done
		return bye(code, text)
	})
}

// drip sends a text frame byte by byte.
func (s *Server) drip(ctx context.Context, c *conn, frame []byte, pause time.Duration) error {
	const finalText, length16, length64 = 0x81, 126, 127 // RFC 6455, section 5.2
	head := []byte{finalText}
	switch n := len(frame); {
	case n < length16:
		head = append(head, byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, length16), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, length64), uint64(n))
	}
	_ = c.socket.NetConn().SetWriteDeadline(time.Time{})
	for _, b := range append(head, frame...) {
		if _, err := c.socket.NetConn().Write([]byte{b}); err != nil {
			return err
		}
		if !s.sleep(ctx, pause) {
			return ctx.Err()
		}
	}
	return nil
}
