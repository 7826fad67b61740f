package playground_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/playground"
	"kibitz/playground/internal/gateway"

	"github.com/gorilla/websocket"
)

// link is a gateway client in a bubble.
type link struct {
	*client
	got chan map[string]any // a frame that is not a JSON object comes as nil; closed at the end
}

func (b *bubble) dial(url string) (*link, error) {
	dialer := websocket.Dialer{NetDialContext: b.net.From("bot"), HandshakeTimeout: time.Minute}
	c, _, err := dialer.DialContext(b.Context(), url+"/?v=10&encoding=json", nil)
	if err != nil {
		return nil, err
	}
	k := &link{&client{b.T, c}, make(chan map[string]any, 100)}
	b.later(func() {
		defer close(k.got)
		for {
			_, data, err := c.ReadMessage()
			if err != nil {
				return
			}
			var p map[string]any
			_ = json.Unmarshal(data, &p)
			k.got <- p
		}
	})
	b.Cleanup(func() { _ = c.Close() })
	return k, nil
}

func (b *bubble) link(url string) *link {
	b.Helper()
	k, err := b.dial(url)
	if err != nil {
		b.Fatal(err)
	}
	return k
}

const gatewayURL = "ws://discord:80"

// next is the next frame within a minute: "HELLO", "READY", "9 false"; "" for
// none, "end" at the connection's end.
func (k *link) next() string {
	select {
	case p, ok := <-k.got:
		switch {
		case !ok:
			return "end"
		case p == nil:
			return "null"
		case p["t"] != nil:
			return p["t"].(string)
		}
		return fmt.Sprintf("%v %v", p["op"], p["d"])
	case <-time.After(30 * time.Second):
		return ""
	}
}

func (k *link) wants(frames ...string) {
	k.t.Helper()
	for _, want := range frames {
		if got := k.next(); got != want {
			k.t.Errorf("got %q, want %q", got, want)
		}
	}
}

const hello = "10 map[_trace:[] heartbeat_interval:41250]"

func (b *bubble) identify(k *link, shard, of int) {
	k.send(object{"op": 2, "d": object{"token": b.Token(), "shard": []int{shard, of}}})
}

func TestGatewayBot(t *testing.T) {
	opt := playground.Options{Gateway: playground.Gateway{Shards: 16, MaxConcurrency: 1, Used: 996, ResetAfter: time.Hour}}
	inBubble(t, opt, func(b *bubble) {
		limits := func() string {
			got := b.must(200, "GET", "/gateway/bot", "")
			l := got["session_start_limit"].(object)
			return fmt.Sprint(got["shards"], l["max_concurrency"], l["total"], l["remaining"], l["reset_after"])
		}
		if got := limits(); got != "16 1 1000 4 3.6e+06" {
			t.Error(got)
		}
		first := b.link(gatewayURL)
		b.identify(first, 0, 16)
		first.wants(hello, "READY")
		second := b.link(gatewayURL)
		second.wants(hello)
		b.identify(second, 1, 16)
		second.wants("9 false") // and it costs one
		time.Sleep(5 * time.Second)
		b.identify(second, 1, 16)
		second.wants("READY")
		if got := limits(); got != "16 1 1000 1 3.595e+06" {
			t.Error(got)
		}
		time.Sleep(time.Hour)
		if got := limits(); got != "16 1 1000 1000 8.6395e+07" {
			t.Error(got)
		}
		if b.Identifies() != 3 || b.Connections() != 2 || b.Resumes() != 0 {
			t.Errorf("%d identifies, %d connections, %d resumes", b.Identifies(), b.Connections(), b.Resumes())
		}
	})
}

// Buckets do not hinder one another, and one identify too many costs the token.
func TestIdentifiesAreCounted(t *testing.T) {
	inBubble(t, playground.Options{Gateway: playground.Gateway{Shards: 4, MaxConcurrency: 2, Used: 997}}, func(b *bubble) {
		old := b.Token()
		var links []*link
		for shard, want := range []string{"READY", "READY", "9 false", "end"} {
			k := b.link(gatewayURL)
			k.wants(hello)
			b.identify(k, shard, 4)
			k.wants(want)
			links = append(links, k)
		}
		links[0].wants("end")
		if b.Token() == old {
			t.Error("the token was not reset")
		}
	})
}

// A session is resumed where READY says, and nowhere else.
func TestResumeElsewhere(t *testing.T) {
	inBubble(t, playground.Options{Gateway: playground.Gateway{ResumeElsewhere: true}}, func(b *bubble) {
		k := b.link(gatewayURL)
		k.wants(hello)
		b.identify(k, 0, 1)
		ready := (<-k.got)["d"].(object)
		_ = k.c.NetConn().Close()
		resume := resumePayload(b.Server, ready["session_id"].(string), 1)
		k = b.link(gatewayURL)
		k.send(resume)
		k.wants(hello, "9 false")
		for _, url := range []string{ready["resume_gateway_url"].(string)} {
			k = b.link(url)
			k.send(resume)
			k.wants(hello, "RESUMED")
		}
		if b.Resumes() != 2 {
			t.Errorf("%d resumes", b.Resumes())
		}
	})
}

// A session that was left for long is gone.
func TestSessionsEnd(t *testing.T) {
	inBubble(t, playground.Options{}, func(b *bubble) {
		k := b.link(gatewayURL)
		k.wants(hello)
		b.identify(k, 0, 1)
		ready := (<-k.got)["d"].(object)
		b.DropGateway()
		k.wants("end")
		time.Sleep(6 * time.Minute)
		k = b.link(gatewayURL)
		k.send(resumePayload(b.Server, ready["session_id"].(string), 1))
		k.wants(hello, "9 false")
	})
}

var beat = object{"op": 1, "d": nil}

// provocations are the ways to disturb the gateway, and a client's view of
// it; ready is a client with a session.
var provocations = map[string]func(b *bubble, ready func() *link){
	"no HELLO, once": func(b *bubble, _ func() *link) {
		b.AnswerConnect("")
		b.link(gatewayURL).wants("")
		b.link(gatewayURL).wants(hello)
	},
	"garbage HELLO": func(b *bubble, _ func() *link) {
		b.AnswerConnect("null")
		b.link(gatewayURL).wants("null")
	},
	"no READY, once": func(b *bubble, _ func() *link) {
		b.AnswerIdentify("")
		k := b.link(gatewayURL)
		b.identify(k, 0, 1)
		k.wants(hello, "")
		b.identify(k, 0, 1)
		k.wants("READY")
	},
	"silence": func(b *bubble, ready func() *link) {
		k := ready()
		b.SilenceGateway()
		b.Dispatch("EVENT", raw(1))
		k.send(beat)
		k.wants("", "", "", "", "")
		b.link(gatewayURL).wants(hello)
	},
	"no acks": func(b *bubble, ready func() *link) {
		k := ready()
		b.WithholdAcks()
		k.send(beat)
		b.Dispatch("EVENT", raw(1))
		k.wants("EVENT", "")
		other := b.link(gatewayURL)
		other.send(beat)
		other.wants(hello, "11 <nil>")
	},
	"a heartbeat asked for": func(b *bubble, ready func() *link) {
		k := ready()
		b.RequestHeartbeat()
		k.wants("1 <nil>")
	},
	"any frame": func(b *bubble, ready func() *link) {
		k := ready()
		b.SendFrame(`null`)
		b.SendFrame(`{"op":0,"t":"GUILD_CREATE","s":2,"d":null}`)
		k.wants("null", "GUILD_CREATE")
	},
	"a part of a frame, then a reset": func(b *bubble, ready func() *link) {
		k := ready()
		b.SendBytes([]byte{0x81, 100, '{'})
		synctest.Wait()
		b.DropGateway()
		k.wants("end")
	},
	"slowly": func(b *bubble, ready func() *link) {
		k := ready()
		b.SlowGateway(10 * time.Millisecond)
		start := time.Now()
		b.RequestHeartbeat()
		k.wants("1 <nil>")
		if took := time.Since(start); took < 200*time.Millisecond || took > time.Second {
			b.Errorf("took %v", took)
		}
		b.SendFrame(`{"op":0,"t":"` + long(300) + `"}`)
		k.wants(long(300))
		b.SlowGateway(0)
	},
	"the token revoked": func(b *bubble, ready func() *link) {
		old := b.Token()
		k := ready()
		b.RevokeToken()
		k.wants("end")
		k = b.link(gatewayURL)
		k.send(object{"op": 2, "d": object{"token": old}})
		k.wants(hello, "end")
	},
	"events again": func(b *bubble, ready func() *link) {
		k := ready()
		for _, name := range []string{"ONE", "TWO", "THREE"} {
			b.Dispatch(name, raw(1))
		}
		k.wants("ONE", "TWO", "THREE")
		var id string
		b.Gate().With(func(st *gateway.State) {
			for id = range st.Sessions {
			}
		})
		b.DropGateway()
		b.Dispatch("FOUR", raw(1))
		b.RepeatEvents(2)
		k = b.link(gatewayURL)
		k.send(resumePayload(b.Server, id, 4))
		k.wants(hello, "TWO", "THREE", "FOUR", "RESUMED")
	},
	"two holders of a shard": func(b *bubble, ready func() *link) {
		one, two := ready(), ready()
		asked, err := b.Send("", "/about")
		if err != nil {
			b.Fatal(err)
		}
		one.wants("INTERACTION_CREATE")
		two.wants("INTERACTION_CREATE")
		if n := asked.Outcome().Delivered; n != 2 {
			b.Errorf("delivered %d times", n)
		}
	},
}

func TestProvocations(t *testing.T) {
	for name, test := range provocations {
		t.Run(name, func(t *testing.T) {
			inBubble(t, playground.Options{}, func(b *bubble) {
				test(b, func() *link {
					k := b.link(gatewayURL)
					b.identify(k, 0, 1)
					k.wants(hello, "READY")
					return k
				})
			})
		})
	}
}

// A handshake goes wrong as any request does.
func TestHandshakeGoesWrong(t *testing.T) {
	var fault atomic.Pointer[playground.Fault]
	opt := playground.Options{Fault: func(r playground.Request) *playground.Fault {
		if r.Route == playground.GatewayRoute {
			return fault.Load()
		}
		return nil
	}}
	inBubble(t, opt, func(b *bubble) {
		for _, f := range []playground.Fault{{Delay: time.Hour}, {Reset: true}, {Status: http.StatusServiceUnavailable}} {
			fault.Store(&f)
			if _, err := b.dial(gatewayURL); err == nil {
				t.Errorf("%+v: connected", f)
			}
		}
		fault.Store(nil)
		b.link(gatewayURL).wants(hello)
	})
}

// An event may come late and several times over the gateway, too.
func TestGatewayMishaps(t *testing.T) {
	opt := playground.Options{Mishap: func(playground.Delivery) *playground.Mishap {
		return &playground.Mishap{Delay: 2 * time.Second, Copies: 2, Apart: time.Second}
	}}
	inBubble(t, opt, func(b *bubble) {
		k := b.link(gatewayURL)
		b.identify(k, 0, 1)
		k.wants(hello, "READY")
		start := time.Now()
		if _, err := b.Send("", "/about"); err != nil {
			t.Fatal(err)
		}
		for n := range 3 {
			k.wants("INTERACTION_CREATE")
			if took, want := time.Since(start), time.Duration(2+n)*time.Second; took != want {
				t.Errorf("came after %v, want %v", took, want)
			}
		}
		synctest.Wait()
	})
}
