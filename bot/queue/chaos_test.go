package queue

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"kibitz/bot/queue/queuetest"
	"kibitz/bot/sleep"
)

var chaosSeed = flag.Uint64("chaos", 1, "the seed of TestChaos")

// A chaos is workers that die, are cut off and restart while jobs come in, and
// what is known of each job.
type chaos struct {
	t      *testing.T
	server *queuetest.Server
	term   time.Duration // of the workers' leases

	mu         sync.Mutex
	random     *rand.Rand
	workers    []*worker
	stored     map[string]bool
	done       map[string]bool
	deliveries map[string][]*Delivery // that no verdict was given on
	redelivered,
	overlaps int
}

// A worker is a process: it dies with its link cut.
type worker struct {
	link *queuetest.Link
	q    *Queue
	dead bool
	stop func()
}

func (c *chaos) between(min, max time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return min + time.Duration(c.random.Int64N(int64(max-min)))
}

func (c *chaos) newWorker() *worker {
	w := &worker{link: c.server.Link()}
	q, err := Open(roomy(w.link.Dial))
	if err != nil {
		c.t.Fatal(err)
	}
	w.q = q
	q.leaseTerm = c.term
	stop := work(c.t, q, 4, func(ctx context.Context, d *Delivery) Verdict { return c.do(ctx, w, d) })
	w.stop = func() { stop(); q.Close() }
	return w
}

// do works for a while, and looks now and then who else does.
func (c *chaos) do(ctx context.Context, w *worker, d *Delivery) Verdict {
	c.look(d)
	ends := time.Now().Add(c.between(100*time.Millisecond, 20*time.Second))
	for time.Now().Before(ends) {
		if !sleep.For(ctx, c.between(50*time.Millisecond, time.Second)) {
			return c.verdict(d, Again(0))
		}
		c.look(d)
	}
	c.mu.Lock()
	dead := w.dead
	c.mu.Unlock()
	if dead || d.Lost() {
		return ""
	}
	c.mu.Lock()
	c.done[d.ID] = true
	c.mu.Unlock()
	return c.verdict(d, Done)
}

// look counts two workers whose lease on a job stands. The leases of the dead
// count, too.
func (c *chaos) look(d *Delivery) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := false
	for _, other := range c.deliveries[d.ID] {
		if other == d {
			known = true
		} else if other.lease.stands() && d.lease.stands() {
			c.overlaps++
		}
	}
	if !known {
		c.deliveries[d.ID] = append(c.deliveries[d.ID], d)
		if d.Attempt > 1 {
			c.redelivered++
		}
	}
}

// stands reports whether nobody else can have the job, for however short a time.
func (l *lease) stands() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.lost && time.Now().Before(l.until)
}

func (c *chaos) verdict(d *Delivery, v Verdict) Verdict {
	c.mu.Lock()
	defer c.mu.Unlock()
	rest := c.deliveries[d.ID][:0]
	for _, other := range c.deliveries[d.ID] {
		if other != d {
			rest = append(rest, other)
		}
	}
	c.deliveries[d.ID] = rest
	return v
}

// trouble makes trouble for the workers until ctx ends.
func (c *chaos) trouble(ctx context.Context) {
	for n := 0; sleep.For(ctx, c.between(500*time.Millisecond, 3*time.Second)); n++ {
		c.mu.Lock()
		i := c.random.IntN(len(c.workers))
		w := c.workers[i]
		kind := c.random.IntN(20)
		c.mu.Unlock()
		switch {
		case kind == 0:
			c.server.Restart()
			continue
		case kind < 8: // kill -9, and another in its place
			c.mu.Lock()
			w.dead = true
			c.mu.Unlock()
			w.link.Cut()
			w.stop()
		case kind < 14:
			w.stop()
		default:
			w.link.Silence()
			sleep.For(ctx, c.between(0, 15*time.Second))
			w.link.Mend()
			continue
		}
		w = c.newWorker()
		c.mu.Lock()
		c.workers[i] = w
		c.mu.Unlock()
	}
}

func (c *chaos) run(jobs int) {
	open(c.t, roomy(c.server.Dial)) // two that declare the queue at one time are a data race in the server
	for range 8 {
		c.workers = append(c.workers, c.newWorker())
	}
	ctx, cancel := context.WithCancel(c.t.Context())
	var troubles sync.WaitGroup
	troubles.Go(func() { c.trouble(ctx) })
	for i := range jobs {
		id := fmt.Sprint(i)
		sleep.For(ctx, c.between(0, 400*time.Millisecond))
		c.mu.Lock()
		w := c.workers[c.random.IntN(len(c.workers))]
		c.mu.Unlock()
		if err := w.q.Put(ctx, job(id)); err == nil {
			c.mu.Lock()
			c.stored[id] = true
			c.mu.Unlock()
		}
	}
	sleep.For(ctx, 2*time.Minute)
	cancel()
	troubles.Wait()
	time.Sleep(2 * time.Minute)
	for _, w := range c.workers {
		w.stop()
	}
}

// TestChaos: whatever befalls the workers and the server, each job that was
// stored is done, and no two workers have a lease on it at one time; unless they
// believe in longer leases than the server's.
func TestChaos(t *testing.T) {
	const jobs = 1000
	c := runChaos(t, *chaosSeed, jobs, leaseTerm)
	t.Logf("%d of %d jobs stored, %d deliveries were others' before", len(c.stored), jobs, c.redelivered)
	expect(t, "leases at one time", c.overlaps, 0)
	if len(c.stored) < jobs/2 || c.redelivered < jobs/20 {
		t.Error("too little happened")
	}
	for seed := range uint64(20) { // by chance all stay apart in some runs
		if c := runChaos(t, seed, jobs/4, 2*ackWait); c.overlaps > 0 {
			t.Logf("believing in 20 s, %d", c.overlaps)
			return
		}
	}
	t.Error("no two workers had a lease at one time, though they believed in 20 s")
}

func runChaos(t *testing.T, seed uint64, jobs int, term time.Duration) (c *chaos) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		c = &chaos{
			t: t, server: s, term: term,
			random: rand.New(rand.NewPCG(seed, 0)),
			stored: map[string]bool{}, done: map[string]bool{}, deliveries: map[string][]*Delivery{},
		}
		c.run(jobs)
		for id := range c.stored {
			if !c.done[id] {
				t.Errorf("job %s is lost", id)
			}
		}
		expect(t, "left", left(t, open(t, roomy(s.Dial))), 0)
	})
	return c
}
