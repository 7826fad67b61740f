package playground

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
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
		return s.sendClick(m, object{"custom_id": customID, "component_type": button, "id": 1}), nil
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
			c.session.conn, c.session = nil, nil
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
	clear(s.gate.sessions)
	for _, c := range s.gate.conns {
		c.session = nil
	}
	s.notify()
	s.publishStatus()
}

// CloseGateway closes every connection with a code, 1000 or 4000 to 4014.
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
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.gate.conns {
		c.closing.Store(true)
		reset(c.socket.NetConn())
	}
}

// sendAll sends a frame to every connection.
func (s *Server) sendAll(frame []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.gate.conns {
		c.send(outgoing{frame: frame})
	}
}

// Dispatch sends an event, in sequence and to be replayed, to every session.
func (s *Server) Dispatch(event string, data json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dispatch(event, data)
}

// AnswerIdentify makes the next Identify or Resume be answered with a frame
// instead of READY or RESUMED.
func (s *Server) AnswerIdentify(frame string) { s.answerNext(outgoing{frame: []byte(frame)}) }

// RefuseIdentify makes the next Identify or Resume be answered by closing the
// connection with a code.
func (s *Server) RefuseIdentify(code int) { s.answerNext(outgoing{close: code}) }

func (s *Server) answerNext(answer outgoing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate.answer = answer
}

type connKey struct{}

// rememberConn lets handlers find the connection they answer on.
func rememberConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

func connOf(r *http.Request) net.Conn {
	c, _ := r.Context().Value(connKey{}).(net.Conn)
	return c
}

// reset ends a connection so that the other side sees "connection reset".
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	if c != nil {
		_ = c.Close()
	}
}
