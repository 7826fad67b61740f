package playgroundtest

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"net"
	"time"

	"kibitz/playground"
	"kibitz/playground/internal/gateway"
)

// endsSession are the codes after which Discord has sessions end.
var endsSession = map[int]bool{
	gateway.CloseBadToken: true, gateway.CloseBadSequence: true, gateway.CloseTimedOut: true, gateway.CloseBadShard: true,
	4011: true, 4012: true, 4013: true, 4014: true,
}

// each runs do for every connection to the gateway.
func (s *Server) each(do func(*gateway.Conn)) {
	s.Gate().With(func(st *gateway.State) {
		for _, c := range st.Conns {
			do(c)
		}
	})
}

// sendAll sends a frame to every client.
func (s *Server) sendAll(frame []byte) {
	s.each(func(c *gateway.Conn) { c.Send(gateway.Outgoing{Frame: frame}) })
}

// SendReconnect asks every client to reconnect and resume (op 7).
func (s *Server) SendReconnect() { s.sendAll(gateway.Frame(gateway.OpReconnect, nil)) }

// InvalidateSession tells every client that its session is invalid (op 9): to be resumed, or
// else really forgotten. Either way the connection is as if new.
func (s *Server) InvalidateSession(resumable bool) {
	s.each((*gateway.Conn).Detach)
	if !resumable {
		s.ForgetSessions()
	}
	s.sendAll(gateway.Frame(gateway.OpInvalidSession, resumable))
}

// ForgetSessions makes every later Resume fail. Connections stay; their clients have to identify
// again before they get events.
func (s *Server) ForgetSessions() { s.Gate().With((*gateway.State).Forget) }

// CloseGateway closes every connection with a code, such as 1000 or 4000 to 4014. Sessions end
// with the codes after which Discord has them end.
func (s *Server) CloseGateway(code int) {
	if endsSession[code] {
		s.ForgetSessions()
	}
	s.each(func(c *gateway.Conn) { c.Send(gateway.Outgoing{Close: code}) })
}

// DropGateway resets every connection without a close frame, as a failing network does. Sessions
// can be resumed.
func (s *Server) DropGateway() {
	s.each(func(c *gateway.Conn) {
		c.Closing.Store(true)
		playground.Reset(c.Socket.NetConn())
	})
}

// Dispatch sends an event, in sequence and to be replayed, to every session.
func (s *Server) Dispatch(event string, data json.RawMessage) { s.Gate().Dispatch(event, data) }

// AnswerConnect makes the next client be greeted with a frame instead of HELLO, or, with "", not
// at all.
func (s *Server) AnswerConnect(frame string) {
	s.Gate().With(func(st *gateway.State) { st.Hello = new([]byte(frame)) })
}

// AnswerIdentify makes the next Identify or Resume be answered with a frame instead of READY or
// RESUMED, or, with "", not at all.
func (s *Server) AnswerIdentify(frame string) {
	var answer gateway.Outgoing
	if frame != "" {
		answer.Frame = []byte(frame)
	}
	s.answerNext(answer)
}

// RefuseIdentify makes the next Identify or Resume be answered by closing the connection with a
// code.
func (s *Server) RefuseIdentify(code int) { s.answerNext(gateway.Outgoing{Close: code}) }

func (s *Server) answerNext(answer gateway.Outgoing) {
	s.Gate().With(func(st *gateway.State) { st.Answer = &answer })
}

// RepeatEvents makes the next Resume repeat the last n events although they were received.
func (s *Server) RepeatEvents(n int) { s.Gate().With(func(st *gateway.State) { st.Again = n }) }

// SendFrame sends every client a frame as it is, which need be no JSON.
func (s *Server) SendFrame(frame string) { s.sendAll([]byte(frame)) }

// SendBytes sends every client bytes that need be no frame, or no whole one.
func (s *Server) SendBytes(bytes []byte) {
	s.each(func(c *gateway.Conn) { c.Send(gateway.Outgoing{Bytes: bytes}) })
}

// RequestHeartbeat asks every client for a heartbeat at once (op 1).
func (s *Server) RequestHeartbeat() { s.sendAll(gateway.Frame(gateway.OpHeartbeat, nil)) }

// SilenceGateway makes the connections that there are say nothing any more. They stay open, and
// what clients send on them is read.
func (s *Server) SilenceGateway() { s.each(func(c *gateway.Conn) { c.Silent.Store(true) }) }

// WithholdAcks leaves the heartbeats unacknowledged on the connections that there are. Events go
// on.
func (s *Server) WithholdAcks() { s.each(func(c *gateway.Conn) { c.Deaf.Store(true) }) }

// SlowGateway sends gateway clients one byte at a time, a pause after each; no pause ends it.
func (s *Server) SlowGateway(pause time.Duration) {
	var drip gateway.Writer
	if pause > 0 {
		drip = func(ctx context.Context, to net.Conn, frame []byte) error { return dripFrame(ctx, to, frame, pause) }
	}
	s.Gate().With(func(st *gateway.State) { st.Write = drip })
}

// RevokeToken gives the bot another token: clients are closed with 4004, and requests with the
// old one are unauthorized.
func (s *Server) RevokeToken() { s.Gate().With((*gateway.State).Revoke) }

// Identifies returns how many sessions were asked for, those refused counted.
func (s *Server) Identifies() int {
	return s.counted(func(st *gateway.State) int { return st.Identifies })
}

// Resumes returns how many sessions were asked to go on, those refused counted.
func (s *Server) Resumes() int { return s.counted(func(st *gateway.State) int { return st.Resumes }) }

// Connections returns how many connections were opened to the gateway.
func (s *Server) Connections() int {
	return s.counted(func(st *gateway.State) int { return st.Connections })
}

func (s *Server) counted(count func(*gateway.State) int) (n int) {
	s.Gate().With(func(st *gateway.State) { n = count(st) })
	return n
}

// dripFrame sends a text frame byte by byte.
func dripFrame(ctx context.Context, to net.Conn, frame []byte, pause time.Duration) error {
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
	_ = to.SetWriteDeadline(time.Time{})
	for _, b := range append(head, frame...) {
		if _, err := to.Write([]byte{b}); err != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
