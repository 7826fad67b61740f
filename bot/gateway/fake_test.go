package gateway

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const token = "MTIz.secret.token"

// A discord is a gateway that does nothing but what a test says, over pipes, so
// that time in it is that of the test's bubble.
type discord struct {
	t     *testing.T
	peers chan *peer // one for each link that is opened
	app   chan string

	log lockedBuffer

	mu     sync.Mutex                                               // guards what follows
	dial   func(ctx context.Context, addr string) (net.Conn, error) // a link that is no peer; nil for a peer
	info   func(context.Context) (*discordgo.GatewayBotResponse, error)
	limit  discordgo.SessionInformation
	shards int
	asked  int
	events []string // that the bot received, "TYPE data"
	loud   bool     // the bot panics at events
}

// A peer is Discord's end of a link.
type peer struct {
	*websocket.Conn
	t    *testing.T
	addr string
	at   time.Time
	sent chan frame    // by the bot; closed at the end
	deaf chan struct{} // closed: it reads nothing for an hour, and confirms no close
	code int           // that the bot closed with; to be read when sent is closed
}

func newDiscord(t *testing.T) *discord {
	d := &discord{
		t: t, peers: make(chan *peer, 100), app: make(chan string, 100), shards: 1,
		limit: discordgo.SessionInformation{Total: 1000, Remaining: 1000, MaxConcurrency: 1},
	}
	d.info = func(context.Context) (*discordgo.GatewayBotResponse, error) { return d.bot(), nil }
	return d
}

// set changes what tells the discord how to behave.
func (d *discord) set(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

func locked[T any](d *discord, of *T) T {
	d.mu.Lock()
	defer d.mu.Unlock()
	return *of
}

// bot returns GET /gateway/bot.
func (d *discord) bot() *discordgo.GatewayBotResponse {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	return &discordgo.GatewayBotResponse{URL: "ws://main.test", Shards: d.shards, SessionStartLimit: d.limit}
}

func (d *discord) gateway(shards int) *Gateway {
	return New(Options{
		Token: func() string { return token }, Shards: shards, Dial: d.connect,
		Info:    func(ctx context.Context) (*discordgo.GatewayBotResponse, error) { return locked(d, &d.info)(ctx) },
		Receive: d.receive, Ready: func(app string) { d.app <- app },
		Log: slog.New(slog.NewTextHandler(&d.log, nil)),
	})
}

func (d *discord) receive(event string, data json.RawMessage) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, event+" "+string(data))
	if d.loud {
		panic("at " + event)
	}
}

// heard returns what the bot has received since it was last asked.
func (d *discord) heard() []string {
	synctest.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	defer func() { d.events = nil }()
	return d.events
}

// start runs a gateway, and stops it at the end of the test.
func (d *discord) start(shards int) (g *Gateway, stop func() error) {
	g = d.gateway(shards)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	var err error
	go func() {
		defer close(ended)
		err = g.Run(ctx)
	}()
	stop = func() error {
		cancel()
		<-ended
		return err
	}
	d.t.Cleanup(func() {
		_ = stop()
		time.Sleep(3 * time.Hour) // until deaf peers have ended
		for _, secret := range []string{token, "session_id", "EVENT", "guild"} {
			if bytes.Contains(d.log.bytes(), []byte(secret)) && !d.loud {
				d.t.Errorf("%s in the log:\n%s", secret, d.log.bytes())
			}
		}
	})
	return g, stop
}

func (d *discord) connect(ctx context.Context, _, addr string) (net.Conn, error) {
	if dial := locked(d, &d.dial); dial != nil {
		if conn, err := dial(ctx, addr); conn != nil || err != nil {
			return conn, err
		}
	}
	return piped(func(c net.Conn) { d.serve(c, addr) }), nil
}

// piped returns a connection to that server.
func piped(serve func(net.Conn)) net.Conn {
	ours, theirs := net.Pipe()
	go func() {
		defer func() { _ = ours.Close() }()
		serve(ours)
	}()
	return theirs
}

// hijacked lets the library upgrade a connection that no http.Server holds.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
	buf  *bufio.ReadWriter
}

func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, h.buf, nil }

func (d *discord) serve(conn net.Conn, addr string) {
	buf := bufio.NewReadWriter(bufio.NewReader(conn), bufio.NewWriter(conn))
	r, err := http.ReadRequest(buf.Reader)
	if err != nil {
		return
	}
	if q := r.URL.RawQuery; q != "v=10&encoding=json" {
		d.t.Errorf("connected with %q", q)
	}
	var upgrader websocket.Upgrader
	socket, err := upgrader.Upgrade(hijacked{conn: conn, buf: buf}, r, nil)
	if err != nil {
		return // the bot has gone
	}
	socket.SetCloseHandler(func(int, string) error { return nil })
	p := &peer{Conn: socket, t: d.t, addr: addr, at: time.Now(), sent: make(chan frame, 1000), deaf: make(chan struct{})}
	d.peers <- p
	p.read()
}

func (p *peer) read() {
	defer p.sleepIfDeaf()
	defer close(p.sent)
	for {
		p.sleepIfDeaf()
		_, raw, err := p.ReadMessage()
		if e, ok := errors.AsType[*websocket.CloseError](err); ok {
			p.code = e.Code
		}
		if err != nil {
			return
		}
		f, err := decode(raw)
		if err != nil {
			p.t.Errorf("the bot sent %s", raw)
		}
		p.sent <- f
	}
}

// next returns the link that the bot opens next.
func (d *discord) next() *peer {
	d.t.Helper()
	select {
	case p := <-d.peers:
		return p
	case <-time.After(48 * time.Hour):
		d.t.Fatalf("no connection; the log:\n%s", d.log.bytes())
		return nil
	}
}

// begin returns the next link, as far as to READY.
func (d *discord) begin() *peer {
	d.t.Helper()
	p := d.next()
	p.hello()
	p.want(opIdentify)
	p.ready("s1")
	return p
}

func (p *peer) say(format string, args ...any) {
	_ = p.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...))
}

func (p *peer) hello() { p.say(`{"op":10,"d":{"heartbeat_interval":41250}}`) }

func (p *peer) ready(session string) {
	p.say(`{"op":0,"s":1,"t":"READY","d":{"session_id":%q,"resume_gateway_url":"ws://resume.test","application":{"id":"42"},"guilds":[null]}}`, session)
	synctest.Wait()
}

func (p *peer) event(seq int, data string) {
	p.say(`{"op":0,"s":%d,"t":"EVENT","d":%s}`, seq, data)
}

// shut closes with a code.
func (p *peer) shut(code int) {
	_ = p.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "for "+token), time.Now().Add(time.Second))
}

func (p *peer) sleepIfDeaf() {
	select {
	case <-p.deaf:
		time.Sleep(time.Hour)
	default:
	}
}

// turnDeaf makes the bot's writes hang.
func (p *peer) turnDeaf() {
	close(p.deaf)
	p.say(`{"op":1}`) // for the read that is under way
	synctest.Wait()
}

// acknowledge answers heartbeats until the link ends.
func (p *peer) acknowledge() {
	for range p.sent {
		p.say(`{"op":11}`)
	}
}

// want returns the data of the next frame but heartbeats, which are acknowledged.
func (p *peer) want(op int) json.RawMessage {
	p.t.Helper()
	for {
		select {
		case f, ok := <-p.sent:
			switch {
			case !ok:
				p.t.Fatalf("closed with %d, want op %d", p.code, op)
			case *f.Op == op:
				return f.Data
			case *f.Op != opHeartbeat:
				p.t.Fatalf("op %d, want op %d", *f.Op, op)
			}
			p.say(`{"op":11}`)
		case <-time.After(time.Hour):
			p.t.Fatalf("no op %d", op)
		}
	}
}

// ended waits until the bot has closed, and wants a code that keeps the session.
func (p *peer) ended() {
	p.t.Helper()
	for range p.sent {
	}
	if p.code == websocket.CloseNormalClosure || p.code == websocket.CloseGoingAway {
		p.t.Errorf("closed with %d, which ends the session", p.code)
	}
}

// wantResume returns the resume of session s1 from after that event.
func (p *peer) wantResume(seq int) {
	p.t.Helper()
	want := fmt.Sprintf(`{"token":%q,"session_id":"s1","seq":%d}`, token, seq)
	if got := p.want(opResume); string(got) != want {
		p.t.Errorf("resumed with %s, want %s", got, want)
	}
}

func (d *discord) wantHeard(want ...string) {
	d.t.Helper()
	if got := d.heard(); !slices.Equal(got, want) {
		d.t.Errorf("received %q, want %q", got, want)
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) bytes() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Clone(l.b.Bytes())
}

// readKey reads a handshake, and returns the key that accepts it.
func readKey(c io.Reader) string {
	r, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return ""
	}
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) // RFC 6455
	return base64.StdEncoding.EncodeToString(sum[:])
}
