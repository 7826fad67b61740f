// Package world is the whole world in a testing/synctest bubble, where 15 minutes pass in the
// time that the processor needs for them: the real bot on several machines, the balancer
// before them, the queue's server, Discord, and the people. What goes wrong is chosen by the
// test; what may come of it is what the checker counts.
package world

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
	"kibitz/bot/settings"
	"kibitz/commands"
	"kibitz/playground"
	"kibitz/playground/playgroundtest"
	"kibitz/render"
	"kibitz/tests/memnet"
)

// scene is how a world is built. The zero scene has what docs/operating.md recommends: three replicas
// behind a balancer, and a queue.
type scene struct {
	replicas int
	gateway  bool // the replicas hold the gateway; there is no balancer
	noQueue  bool
	balancer balancing
	seed     uint64
	options  playground.Options
	fault    func(*world, playground.Request) *playground.Fault   // while there is trouble
	mishap   func(*world, playground.Delivery) *playground.Mishap // while there is trouble
	config   func(*settings.Config)

	noWitness bool // no replica puts a job again that the queue has lost
}

// A world is one of them.
type world struct {
	*testing.T
	net      *memnet.Network
	discord  *playgroundtest.Server
	nats     *queuetest.Server // nil for none
	commands *commands.Commands
	config   settings.Config
	replicas []*replica
	balancer *balancer
	chances  *chances            // of the people, and of what befalls each request
	fate     *chances            // of what befalls the replicas and the queue, one thing after the other
	expected map[string][]string // what a script is answered, see rehearsed
	trouble  atomic.Bool         // things go wrong
	trap     atomic.Pointer[trap]
	offline  sync.Map // the replicas that have no way to Discord
	failing  atomic.Pointer[routeFault]
	started  time.Time

	token     string // of the bot, as it was at the start: Discord may take it away
	witnessed int64  // bytes of jobs that a replica keeps

	mu      sync.Mutex
	counted map[string]int
	diary   *diary // nil for none
	running sync.WaitGroup
	ending  atomic.Bool
}

const (
	discordAddress = "discord:80"
	natsAddress    = "nats:4222"
	endpointPort   = ":8000"
	adminPort      = ":8080"
	reviveAfter    = time.Second
)

// inWorld runs a test in a world, and prints the counts after it.
func inWorld(t *testing.T, s scene, test func(w *world)) {
	t.Helper()
	if testing.Short() {
		t.Skip("a world is too much for a short run")
	}
	expected := rehearsed(t)
	inNewWorld(t, s, func(w *world) {
		w.expected = expected
		test(w)
	})
}

// inNewWorld is inWorld for a test that expects no answers.
func inNewWorld(t *testing.T, s scene, test func(w *world)) {
	t.Helper()
	set, err := commands.New(commands.Settings{Theme: render.Dark, MaxPuzzle: settings.Default().Limits.Puzzle})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))) // Discord's ids begin in 2015
		w := &world{T: t, net: memnet.New(), commands: set, chances: newChances(s.seed), fate: newChances(s.seed).at("fate"), counted: map[string]int{}}
		w.build(s)
		time.Sleep(time.Until(w.started.Add(s.settled()))) // to build it does not always take the same time
		w.trouble.Store(true)
		test(w)
		w.end()
		t.Log(w.table())
	})
}

// settled returns how old a world is when its test begins. A holder of the gateway then has all its sessions,
// and has forgotten what Discord said of its limits.
func (s scene) settled() time.Duration {
	if s.gateway {
		return 15 * time.Minute
	}
	return time.Minute
}

func (w *world) build(s scene) {
	w.Helper()
	door, err := w.net.Listen("tcp", discordAddress)
	if err != nil {
		w.Fatal(err)
	}
	s.options.Listener, s.options.Dial, s.options.Name = door, w.net.From("discord"), "Kibitz"
	s.options.Fault = func(r playground.Request) *playground.Fault {
		w.note(course, r.Route, moment(r.Interaction), r.Inline)
		if s.fault == nil || !w.trouble.Load() {
			return nil
		}
		return s.fault(w, r)
	}
	s.options.Mishap = func(d playground.Delivery) *playground.Mishap {
		if s.mishap == nil || !w.trouble.Load() {
			return nil
		}
		return s.mishap(w, d)
	}
	if w.discord, err = playgroundtest.Start(context.Background(), s.options); err != nil {
		w.Fatal(err)
	}
	if !s.noQueue {
		w.nats = queuetest.Start(w)
	}
	w.token = w.discord.Token()
	w.config = w.configure(s)
	if !s.noWitness {
		w.witnessed = 1 << 20
	}
	w.started = time.Now()
	for i := range cmp.Or(s.replicas, 3) {
		w.replicas = append(w.replicas, &replica{name: fmt.Sprint("replica", i+1), world: w})
	}
	for i, r := range w.replicas {
		r.start(func(c *settings.Config) { c.Discord.Register = i == 0 })
	}
	if !s.gateway {
		w.balancer = s.balancer.open(w)
		if err := w.discord.SetEndpoint("http://" + balancerAddress + "/"); err != nil {
			w.Fatal(err)
		}
	}
	if err := w.discord.Ready(w.Context()); err != nil {
		w.Fatal(err)
	}
	time.Sleep(10 * time.Second) // until all are connected to everything
}

func (w *world) configure(s scene) settings.Config {
	c := settings.Default()
	c.Discord.Register, c.Picture.Tiles = false, false // plain emoji in what is compared
	c.Clock.AckAfter = 800 * time.Millisecond
	c.Limits.Solve, c.Limits.Workers, c.Limits.Queue = 2*time.Minute, 64, 2000
	c.HTTP.Addr = adminPort
	if !s.noQueue {
		c.Queue.URL = "nats://" + natsAddress
	}
	if !s.gateway {
		c.Discord.Via, c.Endpoint.Addr, c.Endpoint.Key, c.Endpoint.Balanced = "endpoint", endpointPort, w.discord.VerifyKey(), true
	}
	if s.config != nil {
		s.config(&c)
	}
	return c
}

// end stops everything, and waits.
func (w *world) end() {
	w.Helper()
	w.ending.Store(true)
	w.trouble.Store(false)
	w.trap.Store(nil)
	for _, r := range w.replicas {
		if l := r.now(); l != nil {
			l.bot()
		}
	}
	w.running.Wait()
	if w.balancer != nil {
		w.balancer.close()
	}
	if w.nats != nil {
		w.nats.Stop()
	}
	if err := w.discord.Close(); err != nil {
		w.Errorf("Discord closed with: %v", err)
	}
	time.Sleep(time.Minute) // for what still waits for the network
}

// revive starts a replica's next life a little later, as an orchestrator does.
func (w *world) revive(r *replica) {
	w.running.Go(func() {
		time.Sleep(reviveAfter)
		if !w.ending.Load() && r.now() == nil {
			r.start(nil)
		}
	})
}

func (w *world) count(what string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counted[what] += n
}

func (w *world) counts(what string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.counted[what]
}

// metricsShown are those of the replicas' own counts that the table has.
var metricsShown = map[string]string{
	"kibitz_queue_redelivered_total":  "redeliveries",
	"kibitz_queue_put_failures_total": "failed puts",
	"kibitz_queue_poison_total":       "poison",
	"kibitz_queue_lost_total":         "put again",
	"kibitz_duplicates_total":         "duplicates",
}

// gather adds a replica's own counts to those of the world, as far as they are not there
// yet. Nobody can ask one that was killed.
func (w *world) gather(l *life) {
	for metric, n := range l.metrics() {
		if what, shown := metricsShown[metric]; shown {
			w.count(what, n-l.told[metric])
			l.told[metric] = n
		}
	}
}

func (w *world) gatherAll() {
	for _, r := range w.replicas {
		if l := r.now(); l != nil {
			w.gather(l)
		}
	}
}

// table is what was counted, a line each.
func (w *world) table() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(w.counted)) {
		fmt.Fprintf(&b, "\n%8d  %s", w.counted[what], what)
	}
	return b.String()
}
