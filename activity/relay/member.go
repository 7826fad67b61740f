package relay

import (
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"
)

const (
	mostFrames  = 512             // that wait for a member
	writeWithin = 5 * time.Second // for one frame
	closeWithin = 2 * time.Second // for a page to close, too, once it is told to
	dropBeyond  = 4               // times Limits.Frame: a longer frame ends the connection without a word
)

// A member is one page's connection. Its reader is the goroutine of the request, and its writer another.
type member struct {
	relay *Relay
	id    string // "" before it has told its secret
	from  string // address
	conn  *websocket.Conn
	rate  bucket
	heard atomic.Int64 // Unix nanoseconds of its last frame
	known atomic.Bool  // it has told its secret, and is in a room

	out     chan []byte
	waiting atomic.Int64 // bytes in out

	once  sync.Once
	ended chan struct{} // closed when the connection is to end, with code and text
	code  int
	text  string
}

// end has the connection end with a code. The first call counts.
func (m *member) end(code int, text string) {
	m.once.Do(func() {
		m.code, m.text = code, text
		close(m.ended)
	})
}

// over reports whether the connection is about to end.
func (m *member) over() bool {
	select {
	case <-m.ended:
		return true
	default:
		return false
	}
}

// serve reads what the page says until it leaves or has to. Why says that it cannot stay; "" if it can.
func (m *member) serve(name, why string) {
	o := m.relay.o
	m.conn.SetReadLimit(int64(dropBeyond * o.Frame))
	_ = m.conn.SetReadDeadline(time.Now().Add(o.Hello))
	m.heard.Store(time.Now().UnixNano())
	read, written := make(chan struct{}), make(chan struct{})
	go func() { defer close(written); m.write(read) }()
	if why != "" {
		m.end(Full, why)
	}
	var place *room
	for {
		kind, text, err := m.conn.ReadMessage()
		if err != nil {
			break
		}
		if m.over() {
			continue // until the page has closed, too: with unread data the connection is reset, and the code lost
		}
		switch m.heard.Store(time.Now().UnixNano()); {
		case kind != websocket.TextMessage:
			m.end(websocket.CloseUnsupportedData, "text only")
		case len(text) > o.Frame:
			m.end(websocket.CloseMessageTooBig, "a frame is too long")
		case !utf8.Valid(text): // browsers would end the others' connections over it
			m.end(websocket.CloseInvalidFramePayloadData, "no UTF-8")
		case !m.rate.take(len(text)):
			m.end(TooMuch, "too many frames")
		case place == nil:
			place = m.introduce(name, string(text))
		case !place.say(m.id, append([]byte(m.id+" "), text...)):
			m.end(TooMuch, "too many frames in this room")
		}
	}
	m.end(websocket.CloseNormalClosure, "")
	if place != nil {
		place.leave(m)
	}
	close(read)
	<-written
	_ = m.conn.Close()
	m.relay.waiting.Add(-m.waiting.Load())
}

// introduce lets a page in by its secret; nil if there is no place for it.
func (m *member) introduce(name, text string) *room {
	if !secret.MatchString(text) {
		m.end(websocket.ClosePolicyViolation, "no secret")
		return nil
	}
	m.id = idOf(name, text)
	place := m.relay.place(name, m)
	if place == nil {
		m.end(Full, "the room is full")
		return nil
	}
	m.known.Store(true)
	m.extend()
	m.conn.SetPongHandler(func(string) error { m.extend(); return nil })
	return place
}

// extend lets the connection live until two pings are without an answer.
func (m *member) extend() {
	if !m.over() {
		_ = m.conn.SetReadDeadline(time.Now().Add(5 * m.relay.o.Ping / 2))
	}
}

// give has a frame wait for the member. One that reads too slowly has to leave.
func (m *member) give(frame []byte) {
	n := int64(len(frame))
	if m.over() {
		return
	}
	if m.waiting.Load()+n > m.relay.o.Waiting || m.relay.waiting.Load()+n > m.relay.o.WaitingAll {
		m.end(TooSlow, "too slow")
		return
	}
	m.waiting.Add(n)
	m.relay.waiting.Add(n)
	select {
	case m.out <- frame:
	default:
		m.waiting.Add(-n)
		m.relay.waiting.Add(-n)
		m.end(TooSlow, "too slow")
	}
}

// write sends what waits, and pings, until the connection is to end or the reader has ended. Then it says the code
// and gives the page a moment to close, too.
func (m *member) write(read <-chan struct{}) {
	ping := time.NewTicker(m.relay.o.Ping)
	defer ping.Stop()
	for {
		select {
		case frame := <-m.out:
			_ = m.conn.SetWriteDeadline(time.Now().Add(writeWithin))
			err := m.conn.WriteMessage(websocket.TextMessage, frame)
			m.waiting.Add(-int64(len(frame)))
			m.relay.waiting.Add(-int64(len(frame)))
			if err != nil {
				m.end(websocket.CloseAbnormalClosure, "")
				_ = m.conn.Close()
				return
			}
		case <-ping.C:
			if time.Since(time.Unix(0, m.heard.Load())) > m.relay.o.Idle {
				m.end(Silent, "idle")
			}
			_ = m.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin)) // a dead connection ends in its reader
			if m.known.Load() {
				m.give([]byte("*" + m.id)) // scripts do not see pings, and want to know that the relay lives
			}
		case <-m.ended:
			_ = m.conn.SetReadDeadline(time.Now().Add(closeWithin))
			_ = m.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(m.code, m.text), time.Now().Add(closeWithin))
			return
		case <-read:
			return
		}
	}
}
