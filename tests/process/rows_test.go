package process

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"kibitz/bot/ops"
	"kibitz/playground"
)

// quick is answered at once, by the real commands.
const quick = "/cardflip puzzle:1 1 1 1 0 1 1"

func wait(d time.Duration) string { return "/cardflip puzzle:wait " + d.String() }

// TestKilledBeforeTheFirstResponse: what a replica had not answered when it was killed is
// answered by another, and nobody sees anything of it.
func TestKilledBeforeTheFirstResponse(t *testing.T) {
	t.Parallel()
	c := newCluster(t, false, playground.Options{})
	c.config.Clock.AckAfter = 1500 * time.Millisecond // no test of how long a busy machine takes
	first := c.replica(nil)
	c.replica(nil)
	c.open(2)
	for i := range 60 {
		c.ask(i, wait(300*time.Millisecond))
		if i == 30 {
			time.Sleep(100 * time.Millisecond)
			first.kill()
		}
	}
	c.settle()
	if c.balancer.brokeOff() == 0 {
		t.Error("nothing was under way in the process that was killed")
	}
}

// TestKilledBetweenPutAndDeferral: the other replica puts the same job, which is one, and
// defers it. It is worked on once.
func TestKilledBetweenPutAndDeferral(t *testing.T) {
	t.Parallel()
	c := newCluster(t, true, playground.Options{})
	c.config.Queue.Work = false // edges
	first, second := &replica{process: c.start(nil)}, &replica{process: c.start(nil), ready: true}
	first.admin, second.admin = first.addr(), second.addr()
	back := newWire(t, first.addr())
	first.endpoint, second.endpoint = back.addr, second.addr()
	c.balancer.add(first)
	c.open(1)
	puts := func(r *replica) float64 { return metric(t, r.admin, "kibitz_queue_put_seconds_count") }
	back.change(func() { back.mute = true }) // its deferral gets lost
	c.ask(1, wait(2*time.Second))
	eventually(t, "the job is in the queue", func() bool { return puts(first) == 1 })
	c.balancer.add(second)
	first.kill()
	worker := c.start(func(p *part) { p.Config.Queue.Work, p.Config.Endpoint.Key = true, strings.Repeat("00", 32) })
	admin := worker.addr()
	for _, o := range c.settle() {
		if o.First != 5 {
			t.Errorf("the first response is of type %d: %+v", o.First, o)
		}
	}
	if put, solved := puts(second), metric(t, admin, "kibitz_solve_seconds_count"); put != 1 || solved != 1 {
		t.Errorf("put again %v times, solved %v times", put, solved)
	}
}

// TestKilledInASolve: another worker has the job after ten seconds.
func TestKilledInASolve(t *testing.T) {
	t.Parallel()
	long(t)
	c := newCluster(t, true, playground.Options{})
	workers := map[string]*replica{}
	for _, name := range []string{"one", "two"} {
		workers[name] = c.replica(nil)
	}
	c.open(2)
	for i := range 10 {
		c.ask(i, wait(4*time.Second))
	}
	time.Sleep(2 * time.Second)
	workers["one"].kill()
	c.settle()
	if n := metric(t, workers["two"].admin, "kibitz_queue_redelivered_total"); n == 0 {
		t.Error("the worker that was killed had no job")
	}
}

// TestKilledBetweenAnswerAndAck: the answer stands, and the worker that gets the job again
// sees that it does.
func TestKilledBetweenAnswerAndAck(t *testing.T) {
	t.Parallel()
	long(t)
	var lost = make(chan struct{})
	c := newCluster(t, true, playground.Options{Fault: func(r playground.Request) *playground.Fault {
		if r.Method != "PATCH" {
			return nil
		}
		select {
		case <-lost:
			return &playground.Fault{Delay: time.Minute} // a second try gets nowhere
		default:
			close(lost)
			return &playground.Fault{Lose: true} // carried out, but nobody is told
		}
	}})
	first := c.replica(nil)
	c.open(1)
	a := c.ask(1, wait(time.Second))
	<-lost
	eventually(t, "the answer is there", func() bool { return a.Outcome().Answered })
	first.kill()
	second := c.replica(nil)
	eventually(t, "the job has come again and is over", func() bool {
		return metric(t, second.admin, "kibitz_queue_redelivered_total") == 1 && metric(t, second.admin, "kibitz_queue_unacked")+metric(t, second.admin, "kibitz_queue_pending") == 0
	})
	for _, o := range c.settle() {
		if o.Edits != 1 {
			t.Errorf("%d edits", o.Edits)
		}
	}
}

// TestStopped: a worker that stood still for longer than its leases writes nothing when it
// goes on, since others have its jobs.
func TestStopped(t *testing.T) {
	t.Parallel()
	long(t)
	c := newCluster(t, true, playground.Options{})
	first := c.replica(nil)
	c.open(1)
	a := c.ask(1, wait(3*time.Second))
	eventually(t, "it is deferred", func() bool { return a.Outcome().Accepted == 1 })
	time.Sleep(time.Second)
	first.signal(syscall.SIGSTOP)
	second := c.replica(nil)
	c.settle()
	edits := a.Outcome().Edits
	if n := metric(t, second.admin, "kibitz_queue_redelivered_total"); n != 1 {
		t.Errorf("%v redeliveries", n)
	}
	first.signal(syscall.SIGCONT)
	eventually(t, "it serves again", func() bool { return c.balancer.ready() == 2 })
	time.Sleep(2 * time.Second)
	if o := a.Outcome(); amiss(o) != "" || o.Edits != edits {
		t.Errorf("%d edits: %+v", edits, o)
	}
	if said := first.said(); !strings.Contains(said, "lease") {
		t.Error("the one that was stopped has not noticed")
	}
}

// TestRollingUpgrade: three replicas are replaced one after the other under load.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	c := newCluster(t, true, playground.Options{})
	var old []*replica
	for range 3 {
		old = append(old, c.replica(nil))
	}
	c.open(3)
	stop := c.keepAsking(100, func(i int) string {
		if i%10 == 0 {
			return wait(1500 * time.Millisecond)
		}
		return quick
	})
	for _, r := range old {
		c.replica(nil)
		c.open(4)
		r.signal(syscall.SIGTERM)
		if status := r.end(); status != 0 {
			t.Errorf("exit status %d", status)
		}
		eventually(t, "the balancer knows", func() bool { return c.balancer.ready() == 3 })
	}
	stop()
	outcomes := c.settle()
	t.Logf("%d requests, none of them lost", len(outcomes))
}

// keepAsking has `rate` people ask each second, until stop.
func (c *cluster) keepAsking(rate int, text func(i int) string) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second / time.Duration(rate))
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-end:
				return
			case <-tick.C:
				c.ask(i, text(i))
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// TestPoison: what kills every worker is given up after six of them, and its asker is
// told; what others asked meanwhile is answered.
func TestPoison(t *testing.T) {
	t.Parallel()
	long(t)
	c := newCluster(t, true, playground.Options{})
	c.config.Queue.Work = false // an edge hands over before it is killed
	c.replica(nil)
	c.open(1)
	poison := c.ask(0, "/cardflip puzzle:kill 2s")
	var workers [2]*process
	killed := 0
	eventually(t, "the asker is told", func() bool {
		for i, w := range workers {
			if w == nil || w.over() {
				workers[i] = c.start(func(p *part) { p.Config.Queue.Work = true })
				killed++
				c.ask(killed, wait(time.Second))
			}
		}
		return poison.Outcome().Answered
	})
	if killed -= len(workers); killed != 6 {
		t.Errorf("%d workers were killed", killed)
	}
	if o := poison.Outcome(); !strings.Contains(o.Message.Text(), "broke on my side") {
		t.Errorf("the asker is told:\n%s", o.Message.Text())
	}
	c.settle()
}

// TestQueueRestarts: jobs that were put outlive the server, killed as it is.
func TestQueueRestarts(t *testing.T) {
	t.Parallel()
	c := newCluster(t, true, playground.Options{})
	c.config.Queue.Work = false
	edge := c.replica(nil)
	c.open(1)
	for i := range 20 {
		c.ask(i, wait(time.Second))
	}
	eventually(t, "all jobs are in the queue", func() bool { return metric(t, edge.admin, "kibitz_queue_pending") == 20 })
	c.queue.kill()
	c.startQueue()
	c.start(func(p *part) { p.Config.Queue.Work = true })
	c.settle()
}

// TestTwoHolders: both get every event, and one is enough. A killed one is not missed,
// and the second to take a job does not undo what the first has put into the queue.
func TestTwoHolders(t *testing.T) {
	t.Parallel()
	c := newCluster(t, true, playground.Options{})
	if err := c.SetEndpoint(""); err != nil {
		t.Fatal(err)
	}
	c.config.Discord.Via = "gateway"
	var holders []*replica
	for range 2 {
		r := &replica{process: c.start(func(p *part) { p.Config.Queue.Work = false })}
		r.admin = r.addr()
		eventually(t, "a holder is ready", func() bool { return isWell(r.admin) })
		holders = append(holders, r)
	}
	stop := c.keepAsking(50, func(i int) string {
		if i%5 == 0 {
			return wait(time.Second)
		}
		return quick
	})
	time.Sleep(2 * time.Second)
	holders[0].kill()
	time.Sleep(time.Second)
	stop()
	c.start(func(p *part) { p.Config.Discord.Via, p.Config.Endpoint.Key = "endpoint", strings.Repeat("00", 32) }) // a worker
	c.settle()
}

// TestTokenRevoked: a holder of the gateway ends and says why; endpoints and workers, who
// need no token, go on.
func TestTokenRevoked(t *testing.T) {
	t.Parallel()
	c := newCluster(t, true, playground.Options{})
	c.replica(nil)
	c.open(1)
	holder := c.start(func(p *part) { p.Config.Discord.Via = "gateway" })
	admin := holder.addr()
	eventually(t, "the holder is ready", func() bool { return isWell(admin) })
	c.CloseGateway(4004)
	if status := holder.end(); status != 1 || !strings.Contains(holder.said(), "token") {
		t.Errorf("exit status %d: %s", status, holder.said())
	}
	c.replica(func(p *part) { p.Token = "" })
	c.open(2)
	for i := range 10 {
		c.ask(i, quick)
		c.ask(100+i, wait(time.Second))
	}
	c.settle()
}

// TestLinesBreak: every connection is slow and breaks now and then: of the balancer to the
// bots, of the bots to Discord and to the queue.
func TestLinesBreak(t *testing.T) {
	t.Parallel()
	c := newCluster(t, true, playground.Options{})
	lines := []*wire{c.jobs, newWire(t, c.addr())}
	toDiscord := lines[1]
	for range 2 {
		r := &replica{process: c.start(func(p *part) { p.Discord = toDiscord.addr })}
		r.admin = r.addr()
		toBot := newWire(t, r.addr())
		r.endpoint = toBot.addr
		lines = append(lines, toBot)
		c.balancer.add(r)
	}
	c.open(2)
	for _, w := range lines {
		w.change(func() { w.latency = 5 * time.Millisecond })
	}
	stop := c.keepAsking(60, func(i int) string {
		if i%10 == 0 {
			return wait(time.Second)
		}
		return quick
	})
	for _, i := range []int{0, 1, 2, 0, 1, 0, 1, 3, 0, 1} { // no request meets more resets than the balancer has tries
		time.Sleep(200 * time.Millisecond)
		lines[i].reset()
	}
	stop()
	c.settle()
}

// isWell reports whether the bot whose page is at addr is ready.
func isWell(addr string) bool {
	_, err := ops.Healthcheck(addr)
	return err == nil
}
