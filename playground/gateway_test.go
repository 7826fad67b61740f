package playground_test

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/playground"
	"kibitz/playground/internal/gateway"
	"kibitz/playground/playgroundtest"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// client speaks the gateway protocol by hand.
type client struct {
	t *testing.T
	c *websocket.Conn
}

func dial(t *testing.T, s *playgroundtest.Server) *client {
	t.Helper()
	c, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws://"+s.Addr()+"/?v=10&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	k := &client{t, c}
	if p := k.read(); p["op"] != 10.0 {
		t.Fatalf("first: %v", p)
	}
	return k
}

func (k *client) send(v any) {
	k.t.Helper()
	if err := k.c.WriteJSON(v); err != nil {
		k.t.Fatal(err)
	}
}

func (k *client) read() map[string]any {
	k.t.Helper()
	var p map[string]any
	if err := k.c.ReadJSON(&p); err != nil {
		k.t.Fatal(err)
	}
	return p
}

// closed reads to the end and returns the close code, 1006 where there was none.
func (k *client) closed() int {
	for {
		_, _, err := k.c.ReadMessage()
		if e := new(websocket.CloseError); errors.As(err, &e) {
			return e.Code
		}
		if err != nil {
			return websocket.CloseAbnormalClosure
		}
	}
}

func (k *client) identify(s *playgroundtest.Server) string {
	k.t.Helper()
	k.send(object{"op": 2, "d": object{"token": "Bot " + s.Token(), "intents": 0, "properties": object{}}})
	p := k.read()
	if p["t"] != "READY" || p["s"] != 1.0 {
		k.t.Fatalf("not READY: %v", p)
	}
	return p["d"].(object)["session_id"].(string)
}

func resumePayload(s *playgroundtest.Server, session string, seq int) object {
	return object{"op": 6, "d": object{"token": s.Token(), "session_id": session, "seq": seq}}
}

func TestCloseCodes(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	identify := func(d object) object { return object{"op": 2, "d": d} }
	for name, test := range map[string]struct {
		send []any
		want int
	}{
		"wrong token":     {[]any{identify(object{"token": "no"})}, 4004},
		"resume, token":   {[]any{object{"op": 6, "d": object{"token": "no"}}}, 4004},
		"unknown op":      {[]any{object{"op": 99}}, 4001},
		"not JSON":        {[]any{"x"}, 4002},
		"too long":        {[]any{object{"op": 1, "d": strings.Repeat("x", 5000)}}, 4002},
		"not yet":         {[]any{object{"op": 3, "d": object{}}}, 4003},
		"identify twice":  {[]any{identify(object{"token": s.Token()}), identify(object{"token": s.Token()})}, 4005},
		"shard of bounds": {[]any{identify(object{"token": s.Token(), "shard": []int{2, 2}})}, 4010},
	} {
		k := dial(t, s)
		for _, v := range test.send {
			k.send(v)
		}
		if got := k.closed(); got != test.want {
			t.Errorf("%s: closed with %d, want %d", name, got, test.want)
		}
	}
	k := dial(t, s)
	for range gateway.MaxSends + 1 {
		k.send(object{"op": 1, "d": nil})
	}
	if got := k.closed(); got != 4008 {
		t.Errorf("too many payloads: closed with %d", got)
	}
}

func TestResume(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	k := dial(t, s)
	id := k.identify(s)
	s.Dispatch("ONE", raw(1))
	if p := k.read(); p["t"] != "ONE" || p["s"] != 2.0 {
		t.Fatalf("event: %v", p)
	}
	s.DropGateway()
	if code := k.closed(); code != websocket.CloseAbnormalClosure {
		t.Errorf("a dropped connection has close code %d", code)
	}
	s.Dispatch("TWO", raw(2))
	s.Dispatch("THREE", raw(3))
	k = dial(t, s)
	k.send(resumePayload(s, id, 2))
	for _, want := range []string{"TWO", "THREE", "RESUMED"} {
		if p := k.read(); p["t"] != want {
			t.Errorf("%v, want %s", p, want)
		}
	}
	s.CloseGateway(4000)
	if code := k.closed(); code != 4000 {
		t.Errorf("closed with %d", code)
	}
	k = dial(t, s)
	k.send(resumePayload(s, id, 99))
	if code := k.closed(); code != 4007 {
		t.Errorf("resume from the future: closed with %d", code)
	}
	k = dial(t, s)
	k.send(resumePayload(s, id, 5))
	if p := k.read(); p["op"] != 9.0 || p["d"] != false {
		t.Errorf("resume of a lost session: %v", p)
	}
	id = k.identify(s) // on the same connection, as discordgo does
	s.InvalidateSession(true)
	if p := k.read(); p["op"] != 9.0 || p["d"] != true {
		t.Errorf("op 9: %v", p)
	}
	k = dial(t, s)
	k.send(resumePayload(s, id, 1))
	if p := k.read(); p["t"] != "RESUMED" {
		t.Errorf("after op 9 true: %v", p)
	}
	_ = k.c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
	await(t, func() bool { return !up(s)() })
	k = dial(t, s)
	k.send(resumePayload(s, id, 1))
	if p := k.read(); p["op"] != 9.0 {
		t.Errorf("resume after a goodbye: %v", p)
	}
}

func TestHeartbeats(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{}.WithHeartbeat(300*time.Millisecond))
	k := dial(t, s)
	k.send(object{"op": 1, "d": nil})
	if p := k.read(); p["op"] != 11.0 {
		t.Errorf("%v", p)
	}
	if code := k.closed(); code != 4009 {
		t.Errorf("a silent client is closed with %d", code)
	}
}

func TestShards(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	k := dial(t, s)
	other := 1 - s.ShardOf(2)
	k.send(object{"op": 2, "d": object{"token": s.Token(), "shard": []int{other, 2}}})
	k.read()
	s.Dispatch("GUILD", raw(1))
	s.SendFrame(`{"op":11}`)
	if p := k.read(); p["op"] != 11.0 {
		t.Errorf("the other shard got %v", p)
	}
}

func TestDiscordgoReconnects(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	b := connect(t, s)
	for name, provoke := range map[string]func(){
		"op 7":        s.SendReconnect,
		"reset":       s.DropGateway,
		"close 4000":  func() { s.CloseGateway(4000) },
		"lost":        func() { s.ForgetSessions(); s.DropGateway() },
		"op 9, false": func() { s.InvalidateSession(false) },
	} {
		provoke()
		await(t, func() bool { return !up(s)() })
		await(t, up(s))
		reply := b.typed("/about")
		e := b.next()
		b.must(204, "POST", e.callback(), answer(4, `{"content":"back"}`))
		if o := <-reply; o.err != nil {
			t.Errorf("after %s: %v", name, o.err)
		}
	}
}

// up returns what reports whether a client has a session.
func up(s *playgroundtest.Server) func() bool { return s.Gate().Connected }

// await polls for a change that takes discordgo a second or two; op 9 may be over
// before the first look.
func await(t *testing.T, cond func() bool) {
	t.Helper()
	for range 500 {
		if cond() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// The event of an interaction that comes while the bot is away is replayed.
func TestInteractionDuringOutage(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	b := connect(t, s)
	s.SendReconnect()
	await(t, func() bool { return !up(s)() })
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), answer(4, `{"content":"resumed"}`))
	(<-reply).ok(t)
}

func TestWrongTokenInDiscordgo(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	session, _ := discordgo.New("Bot wrong")
	session.Client.Transport = s.Transport()
	session.ShouldReconnectOnError, session.LogLevel = false, -1
	if err := session.Open(); err == nil || !strings.Contains(err.Error(), "4004") {
		t.Errorf("Open: %v", err)
	}
}

func TestAnswerIdentify(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	s.AnswerIdentify(`{"op":7,"d":null}`)
	k := dial(t, s)
	k.send(object{"op": 2, "d": object{"token": s.Token()}})
	if p := k.read(); p["op"] != 7.0 {
		t.Errorf("%v", p)
	}
	s.RefuseIdentify(4014)
	k = dial(t, s)
	k.send(object{"op": 2, "d": object{"token": s.Token()}})
	if code := k.closed(); code != 4014 {
		t.Errorf("closed with %d", code)
	}
	dial(t, s).identify(s)
}

// Close returns while everything is in use, and nothing stays behind.
func TestCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := playgroundtest.Start(t.Context(), playground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	k := dial(t, s)
	k.identify(s)
	var waiting sync.WaitGroup
	waiting.Go(func() {
		if _, err := s.Type(t.Context(), "/none"); err == nil {
			t.Error("typed a command that is not there")
		}
	})
	waiting.Go(func() {
		if err := s.Ready(t.Context()); !errors.Is(err, playground.ErrClosed) {
			t.Errorf("Ready: %v", err)
		}
	})
	page := openPage(t, s)
	_ = s.Close()
	_ = s.Close()
	waiting.Wait()
	page.wait()
	_ = k.c.Close()
	await(t, func() bool { return runtime.NumGoroutine() <= before })
	if n := runtime.NumGoroutine(); n > before {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, before %d\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
}
