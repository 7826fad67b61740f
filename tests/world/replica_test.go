package world

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"kibitz/bot"
	"kibitz/bot/queue/queuetest"
	"kibitz/bot/settings"
)

// A replica is one bot after the other on a machine of its own. A bot cannot be killed
// within a process, but everything that it says can be cut off: what it does after that
// nobody sees, and it is told to stop.
type replica struct {
	name    string // of its machine on the network
	world   *world
	release release // of the program; nil for the usual one

	mu   sync.Mutex
	life *life // nil while there is none
}

// A life is one bot, from its start to its end.
type life struct {
	*replica
	bot   context.CancelFunc
	ended chan error
	link  *queuetest.Link // to the queue's server; nil for none

	told map[string]int // of its metrics, to the world

	mu    sync.Mutex
	dead  bool
	conns map[net.Conn]bool
	doors []net.Listener
}

// start begins a life. How may alter the settings; nil leaves them as the world has them.
func (r *replica) start(how func(*settings.Config)) *life {
	w := r.world
	ctx, cancel := context.WithCancel(context.Background())
	l := &life{replica: r, bot: cancel, ended: make(chan error, 1), told: map[string]int{}, conns: map[net.Conn]bool{}}
	if w.nats != nil {
		l.link = w.nats.Link()
	}
	cfg := w.config
	if how != nil {
		how(&cfg)
	}
	r.mu.Lock()
	r.life = l
	r.mu.Unlock()
	w.running.Go(func() {
		l.ended <- bot.Run(ctx, bot.Options{
			Config: cfg, Token: w.token, Handler: r.release.of(worker{w.commands, l}), Version: "test", Logger: l.logger(),
			Witnessed: w.witnessed,
			Transport: func() http.RoundTripper { return w.discord.TransportFrom(l.dial) },
			Listen:    l.listen,
			Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
				if strings.HasPrefix(addr, natsAddress) {
					return l.dialQueue(ctx, network, addr)
				}
				return l.dial(ctx, network, addr)
			},
		})
	})
	return l
}

// logger is silent, unless KIBITZ_LOG is set.
func (l *life) logger() *slog.Logger {
	if os.Getenv("KIBITZ_LOG") == "" {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})).With("replica", l.name)
}

// now is the life that goes on, or nil.
func (r *replica) now() *life {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.life
}

// kill is kill -9: the kernel resets all connections.
func (l *life) kill() {
	l.mu.Lock()
	if l.dead {
		l.mu.Unlock()
		return
	}
	l.dead = true
	conns, doors := l.conns, l.doors
	l.conns, l.doors = nil, nil
	l.mu.Unlock()
	l.world.count("kills", 1)
	for _, door := range doors {
		_ = door.Close()
	}
	for c := range conns {
		reset(c)
	}
	if l.link != nil {
		l.link.Cut()
	}
	l.bot()
	l.replica.mu.Lock()
	if l.replica.life == l {
		l.replica.life = nil
	}
	l.replica.mu.Unlock()
}

// stop is SIGTERM, and waits for the end.
func (l *life) stop() error {
	l.world.count("stops", 1)
	l.bot()
	err := <-l.ended
	l.replica.mu.Lock()
	defer l.replica.mu.Unlock()
	if l.replica.life == l {
		l.replica.life = nil
	}
	return err
}

// freeze lets nothing be heard from or by the replica until thaw.
func (l *life) freeze() {
	l.world.count("freezes", 1)
	l.world.net.Cut(l.name)
	if l.link != nil {
		l.link.Silence()
	}
}

func (l *life) thaw() {
	l.world.net.Heal(l.name)
	if l.link != nil {
		l.link.Mend()
	}
}

// loseDiscord breaks the way to Discord, until it is mended, and not that to the queue.
func (l *life) loseDiscord() (mend func()) {
	l.world.offline.Store(l.replica, true)
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		if c.RemoteAddr().String() == discordAddress {
			reset(c)
		}
	}
	return func() { l.world.offline.Delete(l.replica) }
}

// listen opens a door on the replica's own machine.
func (l *life) listen(network, addr string) (net.Listener, error) {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	door, err := l.world.net.Listen(network, net.JoinHostPort(l.name, port))
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		_ = door.Close()
		return nil, net.ErrClosed
	}
	l.doors = append(l.doors, door)
	return doorOf{door, l}, nil
}

type doorOf struct {
	net.Listener
	life *life
}

func (d doorOf) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if c = d.life.hold(c); c == nil {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (l *life) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if _, is := l.world.offline.Load(l.replica); is {
		time.Sleep(15 * time.Second) // as a kernel that hears nothing
		return nil, syscall.ETIMEDOUT
	}
	return l.held(l.world.net.From(l.name)(ctx, network, addr))
}

func (l *life) dialQueue(ctx context.Context, network, addr string) (net.Conn, error) {
	return l.held(l.link.Dial(ctx, network, addr))
}

func (l *life) held(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	if c = l.hold(c); c == nil {
		return nil, syscall.ENETDOWN
	}
	return c, nil
}

// hold notes a connection, so that it ends with the life; nil after the end.
func (l *life) hold(c net.Conn) net.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dead {
		reset(c)
		return nil
	}
	own := &wire{c, l}
	l.conns[own] = true
	return own
}

// reset ends a connection as the kernel of a process that was killed does.
func reset(c net.Conn) {
	if w, ok := c.(*wire); ok {
		c = w.Conn
	}
	if r, ok := c.(interface{ Reset() }); ok {
		r.Reset()
	}
	_ = c.Close()
}

// A wire is a connection of a life's. The world may have the life end at what goes over it.
type wire struct {
	net.Conn
	life *life
}

func (w *wire) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if trap := w.life.world.trap.Load(); trap != nil && n > 0 {
		trap.spring(w.life, "read", b[:n])
	}
	return n, err
}

func (w *wire) Write(b []byte) (int, error) {
	if trap := w.life.world.trap.Load(); trap != nil && trap.spring(w.life, "write", b) {
		return 0, io.ErrClosedPipe
	}
	return w.Conn.Write(b)
}

func (w *wire) Close() error {
	w.life.mu.Lock()
	delete(w.life.conns, w)
	w.life.mu.Unlock()
	return w.Conn.Close()
}

// A trap kills who has just read, or is about to write, a text.
type trap struct {
	bait
	pause time.Duration // after it has sprung

	mu   sync.Mutex
	last time.Time
}

type bait struct{ op, text string }

// Moments that are hard to hit by chance.
var (
	hasPut      = bait{"read", `"stream":"KIBITZ"`} // the queue's server has said that it has the job
	aboutToTell = bait{"write", "+ACK"}             // that the job is done
)

// setTrap has the world wait for a moment, until it is taken up again.
func (w *world) setTrap(b bait, pause time.Duration) (takeUp func()) {
	w.trap.Store(&trap{bait: b, pause: pause})
	return func() { w.trap.Store(nil) }
}

// rarely is a pause so long that no request meets three traps.
const rarely = 5 * time.Second

func (t *trap) spring(l *life, op string, b []byte) bool {
	if op != t.op || !bytes.Contains(b, []byte(t.text)) {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Since(t.last) < t.pause {
		return false
	}
	t.last = time.Now()
	l.world.count("traps sprung", 1)
	l.kill()
	l.world.revive(l.replica)
	return true
}

// operator gets a page that the replica has for operators, and its status; 0 if there is none.
func (l *life) operator(page string) (status int, text string) {
	transport := &http.Transport{DialContext: l.world.net.DialContext, DisableKeepAlives: true}
	res, err := (&http.Client{Transport: transport}).Get("http://" + l.name + adminPort + page)
	if err != nil {
		return 0, ""
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(body)
}

func (l *life) isReady() bool {
	status, _ := l.operator("/readyz")
	return status == http.StatusOK
}

// metrics are a replica's, summed over their labels.
func (l *life) metrics() map[string]int {
	sums := map[string]int{}
	_, text := l.operator("/metrics")
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, _, _ = strings.Cut(name, "{")
		if n, err := strconv.ParseFloat(value, 64); err == nil && strings.HasPrefix(name, "kibitz_") {
			sums[name] += int(n)
		}
	}
	return sums
}
