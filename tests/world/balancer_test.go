package world

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

const balancerAddress = "balancer:80"

// balancing is how a balancer does its work. The zero value is nginx as DESIGN has it.
type balancing struct {
	tries  int           // 0 is 3
	perTry time.Duration // 0 is 1.4 s
	loses  float64       // the share of answers that are lost on their way from a replica; never the last try's, for which no bot could help
}

// A balancer sends to another replica what one does not answer. It looks at no replica's
// health; one that has just failed is asked last.
type balancer struct {
	balancing
	world  *world
	server *http.Server
	via    *http.Transport
	served sync.WaitGroup

	mu       sync.Mutex
	next     int
	backends []*backend
}

type backend struct {
	addr   string
	failed time.Time
}

const (
	triesFor    = 2800 * time.Millisecond // from the request to the beginning of the last try
	connectFor  = 500 * time.Millisecond
	failedFor   = 10 * time.Second
	maxRequest  = 1 << 20
	maxResponse = 16 << 20
)

// open has the balancer listen.
func (how balancing) open(w *world) *balancer {
	w.Helper()
	how.tries = cmp.Or(how.tries, 3)
	how.perTry = cmp.Or(how.perTry, 1400*time.Millisecond)
	own := &balancer{balancing: how, world: w}
	for _, r := range w.replicas {
		own.backends = append(own.backends, &backend{addr: r.name + endpointPort})
	}
	dial := w.net.From("balancer")
	own.via = &http.Transport{
		MaxIdleConnsPerHost: 64, IdleConnTimeout: 30 * time.Second, DisableCompression: true,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			ctx, cancel := context.WithTimeout(ctx, connectFor)
			defer cancel()
			return dial(ctx, network, addr)
		},
	}
	door, err := w.net.Listen("tcp", balancerAddress)
	if err != nil {
		w.Fatal(err)
	}
	own.server = &http.Server{Handler: own}
	own.served.Go(func() { _ = own.server.Serve(door) })
	return own
}

func (b *balancer) close() {
	_ = b.server.Close()
	b.served.Wait()
	b.via.CloseIdleConnections()
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequest+1))
	if err != nil || len(body) > maxRequest {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	start := time.Now()
	var about struct{ ID string }
	_ = json.Unmarshal(body, &about) // what is forged has no chances of its own
	asked := map[*backend]bool{}
	for try := 0; try < b.tries && time.Since(start) < triesFor; try++ {
		at := b.pick(asked)
		asked[at] = true
		status, header, answer, err := b.ask(r, at, body)
		lost := try < b.tries-1 && b.world.chances.at("lost", moment(about.ID), try).happen(b.loses)
		if err == nil && status != http.StatusServiceUnavailable && !lost {
			w.Header().Set("Content-Type", header.Get("Content-Type"))
			w.WriteHeader(status)
			_, _ = w.Write(answer)
			return
		}
		if r.Context().Err() != nil {
			return
		}
		b.world.count("balancer's retries", 1)
		b.mu.Lock()
		at.failed = time.Now()
		b.mu.Unlock()
	}
	b.world.count("balancer gave up", 1)
	w.WriteHeader(http.StatusBadGateway)
}

// pick is the next replica in turn: one that was not asked yet and has not failed lately,
// if there is one.
func (b *balancer) pick(asked map[*backend]bool) *backend {
	b.mu.Lock()
	defer b.mu.Unlock()
	var best *backend
	rank := func(at *backend) int {
		switch {
		case asked[at]:
			return 2
		case time.Since(at.failed) < failedFor:
			return 1
		}
		return 0
	}
	for range b.backends {
		b.next = (b.next + 1) % len(b.backends)
		if at := b.backends[b.next]; best == nil || rank(at) < rank(best) {
			best = at
		}
	}
	b.next++
	return best
}

func (b *balancer) ask(r *http.Request, at *backend, body []byte) (int, http.Header, []byte, error) {
	ctx, cancel := context.WithTimeout(r.Context(), b.perTry)
	defer cancel()
	on, err := http.NewRequestWithContext(ctx, r.Method, "http://"+at.addr+"/", bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	on.Header = r.Header.Clone()
	res, err := b.via.RoundTrip(on)
	if err != nil {
		return 0, nil, nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxResponse))
	return res.StatusCode, res.Header, answer, err
}
