package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// A fakeGateway is Discord on loopback: a WebSocket that runs a script for each
// connection, and as much of REST as a bot needs to start.
type fakeGateway struct {
	*httptest.Server
	rest        chan string // "POST /path", a request each
	connections atomic.Int32
	script      func(c *conn, n int) // n counts the connections from 1
}

type conn struct {
	*websocket.Conn
	t *testing.T
}

// packet is what goes over the gateway.
type packet struct {
	Op   int             `json:"op"`
	Seq  int             `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
	Data json.RawMessage `json:"d,omitempty"`
}

// send ignores errors: the other side may be gone, which the test then sees.
func (c *conn) send(op, seq int, kind, data string) {
	_ = c.WriteJSON(packet{op, seq, kind, json.RawMessage(data)})
}

// await returns the next packet but heartbeats, which it acknowledges; op -1
// is the end of the connection.
func (c *conn) await() packet {
	for {
		var p packet
		if err := c.ReadJSON(&p); err != nil {
			return packet{Op: -1}
		}
		if p.Op != 1 {
			return p
		}
		c.send(11, 0, "", "null")
	}
}

func (c *conn) hello() packet {
	c.send(10, 0, "", `{"heartbeat_interval":41250}`)
	return c.await()
}

func (c *conn) ready() {
	c.send(0, 1, "READY", `{"v":9,"session_id":"s","guilds":[],"user":{"id":"9"},"application":{"id":"9","flags":0}}`)
}

func (c *conn) closeWith(code int) {
	_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}

func newFakeGateway(t *testing.T, script func(c *conn, n int)) *fakeGateway {
	g := &fakeGateway{rest: make(chan string, 100), script: script}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/gateway"):
			fmt.Fprintf(w, `{"url":"ws%s/ws"}`, strings.TrimPrefix(g.URL, "http"))
		case strings.HasPrefix(r.URL.Path, "/ws"):
			g.serve(t, w, r)
		default:
			_, _ = io.Copy(io.Discard, r.Body)
			g.rest <- r.Method + " " + r.URL.Path
			fmt.Fprint(w, "[]")
		}
	}))
	t.Cleanup(g.CloseClientConnections)
	t.Cleanup(g.Close)
	return g
}

func (g *fakeGateway) serve(t *testing.T, w http.ResponseWriter, r *http.Request) {
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		t.Error(err)
		return
	}
	c := &conn{ws, t}
	defer func() { _ = ws.Close() }()
	g.script(c, int(g.connections.Add(1)))
}

// RoundTrip sends what is meant for Discord to the fake.
func (g *fakeGateway) RoundTrip(r *http.Request) (*http.Response, error) {
	here, err := url.Parse(g.URL)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = here.Scheme, here.Host
	return http.DefaultTransport.RoundTrip(r)
}

// run starts a bot on the fake, and returns how to stop it.
func (g *fakeGateway) run(t *testing.T, cfg Config) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	var log lockedBuffer
	go func() {
		h := after(0)
		h.defs = someDefinitions
		ended <- Run(ctx, Options{
			Config: cfg, Token: fakeToken, Handler: h, HTTPClient: &http.Client{Transport: g},
			Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		})
	}()
	return func() error {
		cancel()
		err := <-ended
		if strings.Contains(log.String(), fakeToken) || strings.Contains(log.String(), interactionSecret) {
			t.Errorf("a secret in the log:\n%s", &log.Buffer)
		}
		return err
	}
}

func offline() Config {
	cfg := DefaultConfig()
	cfg.HTTP.Addr = ""
	return cfg
}

const callbackPath = "POST /api/v10/interactions/1/" + interactionSecret + "/callback"

// expect reads requests until it has seen all of those named, in order.
func (g *fakeGateway) expect(t *testing.T, requests ...string) {
	t.Helper()
	for _, want := range requests {
		for got := ""; got != want; {
			select {
			case got = <-g.rest:
			case <-time.After(30 * time.Second):
				t.Fatalf("no %s", want)
			}
		}
	}
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func TestRun(t *testing.T) {
	t.Parallel()
	identified := make(chan packet, 1)
	g := newFakeGateway(t, func(c *conn, _ int) {
		identified <- c.hello()
		c.ready()
		c.send(0, 2, "INTERACTION_CREATE", string(command("5")))
		c.await()
	})
	cfg := DefaultConfig()
	cfg.HTTP.Addr = freeAddr(t)
	stop := g.run(t, cfg)

	var identify struct {
		Token   string
		Intents int
	}
	if err := json.Unmarshal((<-identified).Data, &identify); err != nil || identify.Token != "Bot "+fakeToken || identify.Intents != 0 {
		t.Errorf("identified as %+v, %v", identify, err)
	}
	seen := map[string]bool{}
	for !seen[callbackPath] || !seen["PUT /api/v10/applications/9/commands"] {
		select {
		case r := <-g.rest:
			seen[r] = true
		case <-time.After(30 * time.Second):
			t.Fatalf("only %v", seen)
		}
	}
	if err := Healthcheck(cfg.HTTP.Addr); err != nil {
		t.Errorf("not healthy: %v", err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if err := Healthcheck(cfg.HTTP.Addr); err == nil {
		t.Error("healthy when it is no more")
	}
}

func TestFatalCloseCodesEndTheRun(t *testing.T) {
	t.Parallel()
	for code, hint := range fatalCodes {
		g := newFakeGateway(t, func(c *conn, _ int) {
			c.hello()
			c.closeWith(code)
			c.await()
		})
		ended := make(chan error, 1)
		go func() {
			ended <- Run(context.Background(), Options{Config: offline(), Token: fakeToken, Handler: after(0), HTTPClient: &http.Client{Transport: g}})
		}()
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), fmt.Sprint(code)) || !strings.Contains(err.Error(), hint) {
				t.Errorf("%d: %v", code, err)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%d: still running", code)
		}
		if n := g.connections.Load(); n != 1 {
			t.Errorf("%d: %d connections", code, n)
		}
	}
}

func TestUnauthorizedGatewayEndsTheRun(t *testing.T) {
	t.Parallel()
	fake := &fakeREST{fault: func(sent) (int, string, error) { return 401, `{"message":"401: Unauthorized","code":0}`, nil }}
	err := Run(t.Context(), Options{Config: offline(), Token: fakeToken, Handler: after(0), HTTPClient: &http.Client{Transport: fake}})
	if err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Error(err)
	}
}

func TestRunWithoutToken(t *testing.T) {
	for _, token := range []string{"", "  ", "Bot ", "\"quoted\"", "a b"} {
		err := Run(t.Context(), Options{Config: offline(), Token: token, Handler: after(0), HTTPClient: &http.Client{Transport: &fakeREST{}}})
		if err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
			t.Errorf("%q: %v", token, err)
		}
	}
}

// The link comes back, and with it the session: after an order to reconnect,
// after a close without a fatal code, and where the resume is refused.
func TestLinkComesBack(t *testing.T) {
	for name, lose := range map[string]func(c *conn){
		"op 7":       func(c *conn) { c.send(7, 0, "", "null") },
		"close 4000": func(c *conn) { c.closeWith(4000) },
		"cut off":    func(c *conn) { _ = c.Close() },
	} {
		for _, refused := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", resume refused: ", refused), func(t *testing.T) {
				t.Parallel()
				g := newFakeGateway(t, func(c *conn, n int) {
					p := c.hello()
					switch {
					case n == 1:
						c.ready()
						lose(c)
						c.await()
						return
					case p.Op != 6:
						c.t.Errorf("connection %d: op %d, want a resume", n, p.Op)
						return
					case refused:
						c.send(9, 0, "", "false")
						if p = c.await(); p.Op != 2 {
							c.t.Errorf("op %d after a refused resume", p.Op)
						}
						c.ready()
					default:
						c.send(0, 2, "RESUMED", "{}")
					}
					c.send(0, 3, "INTERACTION_CREATE", string(command("5")))
					c.await()
				})
				cfg := offline()
				cfg.Discord.Register = false
				stop := g.run(t, cfg)
				g.expect(t, callbackPath)
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// An event that discordgo's own types cannot hold is served all the same.
func TestUnknownComponentsDoNotKillTheBot(t *testing.T) {
	t.Parallel()
	g := newFakeGateway(t, func(c *conn, _ int) {
		c.hello()
		c.ready()
		raw := strings.Replace(string(click("k1/x")), `"components":[]`, `"components":[{"type":17,"components":[{"type":99}]}]`, 1)
		c.send(0, 2, "INTERACTION_CREATE", raw)
		c.await()
	})
	stop := g.run(t, offline())
	g.expect(t, callbackPath)
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func quietGateway(t *testing.T, client *http.Client) *gateway {
	t.Helper()
	link, err := newGateway(fakeToken, client, slog.New(slog.DiscardHandler), func([]byte) {})
	if err != nil {
		t.Fatal(err)
	}
	return link
}

// A reconnect order as the first packet locks discordgo's session up for ever.
func TestDeadlockIsSeen(t *testing.T) {
	t.Parallel()
	ordered := make(chan bool)
	g := newFakeGateway(t, func(c *conn, _ int) {
		c.hello()
		c.send(7, 0, "", "null")
		close(ordered)
		c.await()
	})
	link := quietGateway(t, &http.Client{Transport: g})
	ctx, cancel := context.WithCancel(t.Context())
	opened := make(chan error)
	go func() { opened <- link.open(ctx) }()
	<-ordered
	if trouble := link.trouble(); !strings.Contains(trouble, "locked") {
		t.Errorf("trouble %q", trouble)
	}
	cancel()
	if err := <-opened; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestHealthSaysWhatIsWrong(t *testing.T) {
	b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
	ask := func() (int, string) {
		w := httptest.NewRecorder()
		b.healthz(w, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		return w.Code, w.Body.String()
	}
	check := func(wantCode int, want string) {
		t.Helper()
		if code, body := ask(); code != wantCode || !strings.Contains(body, want) {
			t.Errorf("%d %q, want %d %q", code, body, wantCode, want)
		}
	}
	check(503, "not connected")
	b.link.connected.Store(true)
	check(200, `"status":"ok"`)
	b.link.session.Lock()
	b.link.session.LastHeartbeatAck = time.Now().Add(-3 * time.Minute)
	check(503, "locked")
	b.link.session.Unlock()
	check(503, "no heartbeat acknowledged for 3m")
	b.desk.close()
	check(503, "stopping")
}

func TestHealthcheckNeedsAnAddress(t *testing.T) {
	for _, addr := range []string{"", "nonsense"} {
		if Healthcheck(addr) == nil {
			t.Errorf("%q is healthy", addr)
		}
	}
}

func TestAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	cfg := DefaultConfig()
	cfg.HTTP.Addr = l.Addr().String()
	if err := Run(t.Context(), Options{Config: cfg, Token: fakeToken, Handler: after(0), HTTPClient: &http.Client{Transport: &fakeREST{}}}); err == nil || !strings.Contains(err.Error(), "http.addr") {
		t.Error(err)
	}
}

func TestTokenAsItIsPasted(t *testing.T) {
	for _, pasted := range []string{fakeToken, "Bot " + fakeToken, " Bot  " + fakeToken + "\n"} {
		if got, err := cleanToken(pasted); got != fakeToken || err != nil {
			t.Errorf("%q: %q, %v", pasted, got, err)
		}
	}
}

// Pauses grow, are never the same for two, and end growing.
func TestReconnectPause(t *testing.T) {
	for failures := range 40 {
		p := reconnectPause(failures)
		if p < 250*time.Millisecond || p > maxBackoff || failures > 10 && p < maxBackoff/2 {
			t.Errorf("%d: %v", failures, p)
		}
	}
}
