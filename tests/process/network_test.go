package process

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// A balancer stands before the endpoints of several processes, as a load balancer does
// that asks another one where an answer breaks off: up to three of them in 2.8 s.
type balancer struct {
	addr string
	via  *http.Transport

	mu       sync.Mutex
	replicas []*replica
	next     int
	broken   int // tries that broke off
}

// A replica is a bot behind a balancer.
type replica struct {
	*process
	admin, endpoint string
	ready           bool // guarded by balancer.mu
}

const (
	tries     = 3
	triesEnd  = 2800 * time.Millisecond
	pollEvery = 100 * time.Millisecond // of /readyz
)

func newBalancer(t testing.TB) *balancer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &balancer{addr: l.Addr().String(), via: &http.Transport{MaxIdleConnsPerHost: 256}}
	s := &http.Server{Handler: b}
	ctx, cancel := context.WithCancel(context.Background())
	var life sync.WaitGroup
	life.Go(func() { _ = s.Serve(l) })
	life.Go(func() { b.poll(ctx) })
	t.Cleanup(func() {
		cancel()
		_ = s.Close()
		life.Wait()
		b.via.CloseIdleConnections()
	})
	return b
}

func (b *balancer) add(r *replica) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.replicas = append(b.replicas, r)
}

// poll keeps those in the round that say they are ready.
func (b *balancer) poll(ctx context.Context) {
	client := http.Client{Transport: b.via, Timeout: time.Second}
	for ; ctx.Err() == nil; time.Sleep(pollEvery) {
		b.mu.Lock()
		replicas := b.replicas
		b.mu.Unlock()
		for _, r := range replicas {
			answer, err := client.Get("http://" + r.admin + "/readyz")
			ready := err == nil && answer.StatusCode == http.StatusOK
			if err == nil {
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
			b.mu.Lock()
			r.ready = ready
			b.mu.Unlock()
		}
	}
}

// choose is the next replica that is ready; nil for none.
func (b *balancer) choose() *replica {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.replicas {
		b.next++
		if r := b.replicas[b.next%len(b.replicas)]; r.ready {
			return r
		}
	}
	return nil
}

// ready is how many replicas are.
func (b *balancer) ready() (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.replicas {
		if r.ready {
			n++
		}
	}
	return n
}

// brokeOff is how many tries broke off.
func (b *balancer) brokeOff() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.broken
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), triesEnd)
	defer cancel()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	for range tries {
		to := b.choose()
		for ; to == nil && ctx.Err() == nil; to = b.choose() {
			time.Sleep(pollEvery)
		}
		if to == nil {
			break
		}
		if b.pass(ctx, w, r, body, to.endpoint) {
			return
		}
		b.mu.Lock()
		to.ready = false // until it says again that it is
		b.broken++
		b.mu.Unlock()
	}
	w.WriteHeader(http.StatusBadGateway)
}

// pass asks one replica; false if another should be.
func (b *balancer) pass(ctx context.Context, w http.ResponseWriter, r *http.Request, body []byte, to string) bool {
	on, err := http.NewRequestWithContext(ctx, r.Method, "http://"+to+"/", bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	on.Header = r.Header
	answer, err := b.via.RoundTrip(on)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 500 {
		return false
	}
	w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(said)
	return true
}

// A wire is a way to an address that may change, may be slow, may break, and may keep to
// itself what comes back.
type wire struct {
	addr string // where it begins

	mu      sync.Mutex
	to      string
	latency time.Duration
	mute    bool // bytes that come back are lost
	conns   map[net.Conn]bool
}

func newWire(t testing.TB, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{addr: l.Addr().String(), to: to, conns: map[net.Conn]bool{}}
	var life sync.WaitGroup
	life.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			life.Go(func() { w.carry(near) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		w.reset()
		life.Wait()
	})
	return w
}

func (w *wire) carry(near net.Conn) {
	w.mu.Lock()
	to := w.to
	w.mu.Unlock()
	far, err := net.Dial("tcp", to)
	if err != nil {
		hardClose(near)
		return
	}
	w.mu.Lock()
	w.conns[near], w.conns[far] = true, true
	w.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { w.copy(far, near, false) })
	both.Go(func() { w.copy(near, far, true) })
	both.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.conns, near)
	delete(w.conns, far)
}

func (w *wire) copy(to, from net.Conn, back bool) {
	defer to.Close()
	defer from.Close()
	for b := make([]byte, 32<<10); ; {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		w.mu.Lock()
		latency, lost := w.latency, back && w.mute
		w.mu.Unlock()
		if time.Sleep(latency); lost {
			continue
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}

// reset breaks all connections that there are.
func (w *wire) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		hardClose(c)
	}
}

// change alters how the wire behaves from now on.
func (w *wire) change(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
}

func hardClose(c net.Conn) {
	_ = c.(*net.TCPConn).SetLinger(0)
	_ = c.Close()
}
