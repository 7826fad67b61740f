package relay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

const place = "a-room-of-a-test"

// A server is a Relay on the network. All requests come from the address in their query.
type server struct {
	*Relay
	t   *testing.T
	web *httptest.Server
}

// serve starts a Relay. Change may alter its options; nil leaves them as usual.
func serve(t *testing.T, change func(*Options)) *server {
	t.Helper()
	o := Options{
		Limits:  Usual(1000),
		Trusted: func(r *http.Request) bool { return SameSite(r, "https://kibitz.example") },
		From:    func(r *http.Request) (string, bool) { from := r.URL.Query().Get("from"); return from, from == "crowd" },
	}
	if change != nil {
		change(&o)
	}
	s := &server{Relay: New(o), t: t}
	s.web = httptest.NewServer(s.Relay)
	t.Cleanup(func() { s.Close(); s.web.Close() })
	return s
}

// A player is a page, as far as the relay knows.
type player struct {
	*websocket.Conn
	t  *testing.T
	id string
}

// dial connects to a room.
func (s *server) dial(query, origin string) (*websocket.Conn, int) {
	s.t.Helper()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	conn, r, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.web.URL, "http")+"/?room="+query, header)
	if err != nil && !errors.Is(err, websocket.ErrBadHandshake) {
		s.t.Fatal(err)
	}
	if conn != nil {
		s.t.Cleanup(func() { _ = conn.Close() })
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute)) // a test that hangs ends
	}
	return conn, r.StatusCode
}

// join has a player of a name enter a room.
func (s *server) join(room, name string) *player {
	s.t.Helper()
	conn, _ := s.dial(room, s.web.URL)
	if conn == nil {
		s.t.Fatal("the relay refuses a page of its own")
	}
	p := &player{Conn: conn, t: s.t}
	p.say(secretOf(name))
	p.id = strings.TrimPrefix(p.hear(), "*")
	return p
}

func secretOf(name string) string { return name + strings.Repeat("-", 16) }

func (p *player) say(text string) {
	p.t.Helper()
	if err := p.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// hear returns the next frame.
func (p *player) hear() string {
	p.t.Helper()
	_, text, err := p.ReadMessage()
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// code reads until the relay ends the connection, and returns the code that it does so with.
func code(t *testing.T, c *websocket.Conn) int {
	t.Helper()
	for {
		if _, _, err := c.ReadMessage(); err != nil {
			closed, ok := errors.AsType[*websocket.CloseError](err)
			if !ok {
				t.Errorf("the connection ended with %v", err)
				return 0
			}
			return closed.Code
		}
	}
}

// members waits until there are n members in all rooms.
func (s *server) waitFor(what string, there func() bool) {
	s.t.Helper()
	for range 1000 {
		if there() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatal("waited in vain until ", what)
}

func (s *server) members() int { _, n := s.State(); return n }

// TestRooms: who is in a room hears what the others say from then on, in its order, and who leaves.
func TestRooms(t *testing.T) {
	s := serve(t, nil)
	ann, bob, eve := s.join(place, "ann"), s.join(place, "bob"), s.join("another-room-of-a-test", "eve")
	ann.say("one")
	ann.say(`two <b>&amp;`)
	bob.say("three")
	if got := []string{bob.hear(), bob.hear(), ann.hear()}; got[0] != ann.id+" one" || got[1] != ann.id+` two <b>&amp;` || got[2] != bob.id+" three" {
		t.Errorf("they hear %q", got)
	}
	cid := s.join(place, "cid")
	ann.say("four")
	if got := cid.hear(); got != ann.id+" four" {
		t.Errorf("who comes later hears %q", got)
	}
	_ = ann.Close()
	if got := []string{cid.hear(), bob.hear(), bob.hear()}; got[0] != "-"+ann.id || got[2] != "-"+ann.id {
		t.Errorf("when one has left they hear %q", got)
	}
	eve.say("five")
	bob.say("six")
	if got := cid.hear(); got != bob.id+" six" {
		t.Errorf("another room is heard: %q", got)
	}
	for _, p := range []*player{bob, cid, eve} {
		_ = p.Close()
	}
	s.waitFor("the rooms are gone", func() bool { rooms, members := s.State(); return rooms+members == 0 })
}

// TestNames: a page has one id in a room, in every process, and nobody else can have it.
func TestNames(t *testing.T) {
	s := serve(t, nil)
	ann := s.join(place, "ann")
	bob := s.join(place, "bob")
	for i := range 200 {
		if id := idOf(place, secretOf(fmt.Sprint(i))); strings.Trim(id, "0123456789abcdef") != "" {
			t.Fatalf("%q can be taken for another kind of frame", id)
		}
	}
	again := s.join(place, "ann")
	if again.id != ann.id || bob.id == ann.id || serve(t, nil).join(place, "ann").id != ann.id {
		t.Error("ids are", ann.id, again.id, bob.id)
	}
	if s.join("another-room-of-a-test", "ann").id == ann.id {
		t.Error("a page can be known again in another room")
	}
	if got := code(t, ann.Conn); got != Replaced {
		t.Errorf("the first connection ended with %d", got)
	}
	again.say("here")
	if got := bob.hear(); got != ann.id+" here" {
		t.Errorf("who connects anew seems to have left: %q", got)
	}
}

// TestHostile: what no page sends ends the connection with a code, and nobody else's.
func TestHostile(t *testing.T) {
	s := serve(t, nil)
	ann := s.join(place, "ann")
	frame := func(kind int, text string) func(*websocket.Conn) {
		return func(c *websocket.Conn) {
			_ = c.WriteMessage(websocket.TextMessage, []byte(secretOf("eve")))
			_ = c.WriteMessage(kind, []byte(text))
		}
	}
	for what, test := range map[string]struct {
		do   func(*websocket.Conn)
		want int
	}{
		"bytes":            {frame(websocket.BinaryMessage, "x"), websocket.CloseUnsupportedData},
		"no UTF-8":         {frame(websocket.TextMessage, "\xff"), websocket.CloseInvalidFramePayloadData},
		"a long frame":     {frame(websocket.TextMessage, strings.Repeat("x", s.o.Frame+1)), websocket.CloseMessageTooBig},
		"an endless frame": {frame(websocket.TextMessage, strings.Repeat("x", 5*s.o.Frame)), websocket.CloseMessageTooBig},
		"a bad secret":     {func(c *websocket.Conn) { _ = c.WriteMessage(websocket.TextMessage, []byte("x y")) }, websocket.ClosePolicyViolation},
	} {
		c, _ := s.dial(place, s.web.URL)
		test.do(c)
		if got := code(t, c); got != test.want {
			t.Errorf("%s: the connection ended with %d, want %d", what, got, test.want)
		}
	}
	s.waitFor("strangers are gone", func() bool { return s.members() == 1 })
	s.join(place, "bob").say("still here")
	for got := ""; !strings.HasSuffix(got, " still here"); {
		got = ann.hear()
		if strings.Contains(got, "x") && len(got) > 20 {
			t.Errorf("a hostile frame was handed on: %.40q", got)
		}
	}
}

// TestDoor: pages of other sites and rooms without a name are turned away before there is a connection.
func TestDoor(t *testing.T) {
	s := serve(t, nil)
	for _, test := range []struct {
		room, origin string
		status       int
	}{
		{place, s.web.URL, http.StatusSwitchingProtocols},
		{place, "https://kibitz.example", http.StatusSwitchingProtocols}, // a proxy may name another host
		{place, "https://kibitz.example.evil.example", http.StatusForbidden},
		{place, "https://evil.example", http.StatusForbidden},
		{place, "null", http.StatusForbidden},
		{place, "", http.StatusForbidden},
		{"", s.web.URL, http.StatusBadRequest},
		{"short", s.web.URL, http.StatusBadRequest},
		{"a.room.of.nats.>", s.web.URL, http.StatusBadRequest},
		{strings.Repeat("x", 65), s.web.URL, http.StatusBadRequest},
	} {
		if _, status := s.dial(test.room, test.origin); status != test.status {
			t.Errorf("room %q, a page at %q: %d, want %d", test.room, test.origin, status, test.status)
		}
	}
}

// floods is how many frames of a flood are sent: more than the limits of TestFlood allow.
const floods = 500

// TestFlood: who sends too much is closed with a code, and the others go on. Without the limit all of it arrives.
func TestFlood(t *testing.T) {
	for _, test := range []struct {
		what   string
		change func(*Options)
		want   int // code
	}{
		{"by one", func(o *Options) { o.Rate, o.Burst, o.RoomBurst = 1, 50, 1e6 }, TooMuch},
		{"of a room", func(o *Options) { o.Burst, o.RoomRate, o.RoomBurst = 1e6, 1, 50 }, TooMuch},
		{"in bytes", func(o *Options) { o.Rate, o.Burst, o.RoomBurst = 1, 50, 1e6 }, TooMuch},
		{"without limits", func(o *Options) { o.Burst, o.RoomBurst = 1e6, 1e6 }, 0},
	} {
		t.Run(test.what, func(t *testing.T) {
			s := serve(t, test.change)
			ann, eve := s.join(place, "ann"), s.join(place, "eve")
			n, text := floods, "x"
			if test.what == "in bytes" {
				n, text = floods/20, strings.Repeat("x", 3<<10)
			}
			heard := make(chan int)
			go func() {
				n := 0
				for got := ""; got != "-"+eve.id; n++ {
					_, text, err := ann.ReadMessage()
					if err != nil {
						break
					}
					got = string(text)
				}
				heard <- n - 1 // without the last, that eve has left
			}()
			for range n {
				if eve.WriteMessage(websocket.TextMessage, []byte(text)) != nil {
					break
				}
			}
			if test.want == 0 {
				_ = eve.Close()
			} else if got := code(t, eve.Conn); got != test.want {
				t.Errorf("the flood ends with %d, want %d", got, test.want)
			}
			if got := <-heard; (got < n) != (test.want != 0) {
				t.Errorf("%d of %d frames were handed on", got, n)
			}
		})
	}
}

// TestFull: a room, an address and the process have as many members as they may have, and say so with a code.
func TestFull(t *testing.T) {
	const other = "another-room-of-a-test"
	for _, test := range []struct {
		what        string
		change      func(*Options)
		second, who string // room and address of the second
		want        int
	}{
		{"room", func(o *Options) { o.Members = 1 }, place, "2", Full},
		{"room, another one", func(o *Options) { o.Members = 1 }, other, "2", 0},
		{"address", func(o *Options) { o.PerAddress = 1 }, other, "1", Full},
		{"crowd", func(o *Options) { o.PerAddress, o.Total = 1, 4 }, other, "crowd", 0},
		{"crowd, half of all", func(o *Options) { o.PerAddress, o.Total = 1, 2 }, other, "crowd", Full},
		{"address, another one", func(o *Options) { o.PerAddress = 1 }, other, "2", 0},
		{"process", func(o *Options) { o.Total = 1 }, other, "2", Full},
	} {
		s := serve(t, test.change)
		from := "1"
		if test.who == "crowd" {
			from = "crowd"
		}
		first, _ := s.dial(place+"&from="+from, s.web.URL)
		(&player{Conn: first, t: t}).say(secretOf("ann"))
		(&player{Conn: first, t: t}).hear()
		second, _ := s.dial(test.second+"&from="+test.who, s.web.URL)
		p := &player{Conn: second, t: t}
		p.say(secretOf("bob"))
		if test.want == 0 {
			p.hear()
		} else if got := code(t, second); got != test.want {
			t.Errorf("%s: %d, want %d", test.what, got, test.want)
		}
		_ = first.Close()
		_ = second.Close()
		s.waitFor("all have left", func() bool { return s.members() == 0 })
		if test.want != 0 {
			s.join(place, "cid") // a place is free again
		}
	}
}

// TestSlow: who does not read is closed, and keeps nobody from hearing.
func TestSlow(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Burst, o.RoomBurst, o.Waiting = 1e6, 1e6, 64<<10
	})
	ann, bob, lazy := s.join(place, "ann"), s.join(place, "bob"), s.join(place, "lazy")
	for got, text := "", strings.Repeat("x", 8<<10); got != "-"+lazy.id; got = bob.hear() {
		ann.say(text) // and bob hears it before the next one
	}
	s.waitFor("the lazy one has left", func() bool { return s.members() == 2 })
	if n := s.waiting.Load(); n > 64<<10 {
		t.Errorf("%d bytes wait for nobody", n)
	}
}

// TestSilence: a connection without a word, without an answer to pings, or without a frame for long ends.
func TestSilence(t *testing.T) {
	soon := 50 * time.Millisecond
	for what, change := range map[string]func(*Options){
		"no secret":         func(o *Options) { o.Hello = soon },
		"no answer to ping": func(o *Options) { o.Ping = soon },
		"no frame":          func(o *Options) { o.Ping, o.Idle = soon, 4*soon },
	} {
		s := serve(t, change)
		c, _ := s.dial(place, s.web.URL)
		switch what {
		case "no answer to ping":
			_ = c.WriteMessage(websocket.TextMessage, []byte(secretOf("ann"))) // and nothing is read
		case "no frame":
			_ = c.WriteMessage(websocket.TextMessage, []byte(secretOf("ann")))
			if got := code(t, c); got != Silent {
				t.Errorf("%s: %d", what, got)
			}
		}
		s.waitFor("it has left, with "+what, func() bool { return s.members() == 0 })
	}
}

// TestClose: at the end every connection is closed with the code of a restart, nobody comes in, and no goroutine
// is left.
func TestClose(t *testing.T) {
	s := serve(t, nil)
	var players []*player
	for _, name := range []string{"ann", "bob", "cid"} {
		players = append(players, s.join(place, name))
	}
	mute, _ := s.dial(place, s.web.URL) // has not told its secret
	ended := make(chan bool)
	go func() { s.Close(); close(ended) }()
	for _, p := range players {
		if got := code(t, p.Conn); got != websocket.CloseServiceRestart {
			t.Errorf("a member was closed with %d", got)
		}
	}
	code(t, mute)
	<-ended
	if _, status := s.dial(place, s.web.URL); status != http.StatusServiceUnavailable {
		t.Errorf("after the end a newcomer gets %d", status)
	}
	s.web.Close()
	s.waitFor("the last goroutine has ended", func() bool { // after its last word, which Close has waited for
		stacks := make([]byte, 1<<20)
		return !strings.Contains(string(stacks[:runtime.Stack(stacks, true)]), "relay.(*member)")
	})
}

// A wire is a Bus between relays, for tests.
type wire struct {
	mu   sync.Mutex
	subs map[int]func(room string, frame []byte)
	n    int
}

func (w *wire) Publish(room string, frame []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range w.subs {
		f(room, frame)
	}
}

func (w *wire) Subscribe(room string, heard func([]byte)) (func(), error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.subs == nil {
		w.subs = map[int]func(string, []byte){}
	}
	w.n++
	n := w.n
	w.subs[n] = func(to string, frame []byte) {
		if to == room {
			go heard(frame)
		}
	}
	return func() { w.mu.Lock(); defer w.mu.Unlock(); delete(w.subs, n) }, nil
}

// TestProcesses: members in different processes hear each other once, and nobody hears what no process has sent.
func TestProcesses(t *testing.T) {
	w := &wire{}
	on := func(o *Options) { o.Bus = w }
	s1, s2 := serve(t, on), serve(t, on)
	ann, bob := s1.join(place, "ann"), s2.join(place, "bob")
	ann.say("one")
	if got := bob.hear(); got != ann.id+" one" {
		t.Errorf("over the bus comes %q", got)
	}
	for _, junk := range []string{"", "x", "12345678\xff", "12345678" + strings.Repeat("x", 20<<10)} {
		w.Publish(place, []byte(junk))
	}
	bob.say("two")
	if got := ann.hear(); got != bob.id+" two" {
		t.Errorf("back comes %q", got)
	}
	_ = bob.Close()
	if got := ann.hear(); got != "-"+bob.id {
		t.Errorf("when bob has left: %q", got)
	}
	_ = ann.Close()
	s1.waitFor("nobody listens any more", func() bool { w.mu.Lock(); defer w.mu.Unlock(); return len(w.subs) == 0 })
}

// TestStay: only a connection that is let in keeps its place at the door.
func TestStay(t *testing.T) {
	stays := 0
	s := serve(t, func(o *Options) {
		o.Stay = func(context.Context) { stays++ }
		o.PerAddress = 1
	})
	s.join(place, "ann")
	c, _ := s.dial(place, s.web.URL)
	code(t, c)
	if stays != 1 {
		t.Errorf("%d connections stay", stays)
	}
}
