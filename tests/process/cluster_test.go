package process

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// A cluster is a Discord, a server for the queue, and bots, each a process.
type cluster struct {
	*playgroundtest.Server
	t        testing.TB
	config   settings.Config // of each bot
	balancer *balancer
	queue    *process
	jobs     *wire // to the queue's server
	files    string

	mu    sync.Mutex
	asked []*playground.Asked
}

// newCluster is one without bots. The queue's server is there if queued.
func newCluster(t testing.TB, queued bool, options playground.Options) *cluster {
	t.Helper()
	manyProcesses(t)
	options.Name = "Kibitz"
	c := &cluster{t: t, config: settings.Default(), files: t.TempDir()}
	var err error
	if c.Server, err = playgroundtest.Start(context.Background(), options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	c.config.Discord.Via, c.config.Clock.AckAfter = "endpoint", 800*time.Millisecond
	c.config.Endpoint = settings.Endpoint{Addr: "127.0.0.1:0", Key: c.VerifyKey(), Balanced: true, Linger: 500 * time.Millisecond}
	c.config.HTTP.Addr = "127.0.0.1:0"
	c.config.Picture.Tiles = false                           // plain emoji in what is compared
	c.config.Limits.Workers, c.config.Limits.Queue = 64, 512 // most of the tests' puzzles only wait
	c.config.Log.Level = "debug"
	if queued {
		c.jobs = newWire(t, "")
		c.config.Queue.URL = "nats://" + c.jobs.addr
		c.startQueue()
	}
	c.balancer = newBalancer(t)
	if err := c.SetEndpoint("http://" + c.balancer.addr + "/"); err != nil {
		t.Fatal(err)
	}
	return c
}

// startQueue starts the queue's server, or another one on the files of the last.
func (c *cluster) startQueue() {
	c.t.Helper()
	c.queue = start(c.t, part{Role: "queue", Dir: c.files})
	addr := c.queue.addr()
	c.jobs.change(func() { c.jobs.to = addr })
}

// start starts a bot.
func (c *cluster) start(change func(*part)) *process {
	c.t.Helper()
	p := part{Role: "bot", Config: c.config, Token: c.Token(), Discord: c.addr()}
	if change != nil {
		change(&p)
	}
	return start(c.t, p)
}

// replica starts a bot behind the balancer.
func (c *cluster) replica(change func(*part)) *replica {
	c.t.Helper()
	r := &replica{process: c.start(change)}
	r.admin, r.endpoint = r.addr(), r.addr()
	c.balancer.add(r)
	return r
}

func (c *cluster) addr() string { return strings.Trim(strings.TrimPrefix(c.URL(), "http:"), "/") }

// open waits until this many replicas are ready, and all else is.
func (c *cluster) open(replicas int) {
	c.t.Helper()
	eventually(c.t, fmt.Sprint(replicas, " replicas are ready"), func() bool { return c.balancer.ready() == replicas })
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.Ready(ctx); err != nil {
		c.t.Fatal(err)
	}
}

// ask has a person ask, and returns at once.
func (c *cluster) ask(person int, text string) *playground.Asked {
	c.t.Helper()
	a, err := c.Send(strconv.Itoa(1000+person), text)
	if err != nil {
		c.t.Error(err)
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, a)
	return a
}

// settle waits until all that was asked is answered, and is sure that it was once.
func (c *cluster) settle() (outcomes []playground.Outcome) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c.mu.Lock()
	asked := c.asked
	c.asked = nil
	c.mu.Unlock()
	for i, a := range asked {
		if err := a.Wait(ctx); err != nil {
			c.t.Errorf("request %d of %d: %v", i, len(asked), err)
		}
	}
	for i, a := range asked {
		o := a.Outcome()
		if why := amiss(o); why != "" {
			c.t.Errorf("request %d of %d: %s: %+v", i, len(asked), why, o)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes
}

// amiss says what is wrong with what became of a request, which has to be answered once.
func amiss(o playground.Outcome) string {
	switch {
	case o.Accepted != 1:
		return fmt.Sprintf("%d first responses", o.Accepted)
	case !o.Answered:
		return "no answer"
	case o.Changed > 0:
		return "its answer became another one"
	case o.FollowUps > 0:
		return "another message followed"
	}
	return ""
}

// metric is the sum of a metric of a process, over all its labels that hold what is
// said; 0 while there is none.
func metric(t testing.TB, admin, name string, labels ...string) (sum float64) {
	t.Helper()
	answer, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
next:
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(line, name)
		if !ok || rest[0] != ' ' && rest[0] != '{' {
			continue
		}
		for _, label := range labels {
			if !strings.Contains(rest, label) {
				continue next
			}
		}
		fields := strings.Fields(rest)
		value, err := strconv.ParseFloat(fields[len(fields)-1], 64)
		if err != nil {
			t.Fatal(line, err)
		}
		sum += value
	}
	return sum
}
