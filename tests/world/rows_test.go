package world

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/playground"
)

// A row is one fault, and that nobody sees it. Rows are numbered as in the table they came from, so
// that not all numbers are here.
type row struct {
	name  string
	scene scene
	test  func(*world)
}

// TestFaultTable plays the rows that can be played in one process, each on its own.
// Those whose control stands beside them are in TestFaultTableAndControls. Missing are a full
// disk and files: a bubble has one of each.
func TestFaultTable(t *testing.T) {
	for _, r := range slices.Concat(replicaRows, queueRows, discordRows) {
		t.Run(r.name, func(t *testing.T) { inWorld(t, r.scene, r.test) })
	}
}

// meanwhile does something again and again while the test goes on.
func (w *world) meanwhile(every time.Duration, do func()) (stop func()) {
	over := make(chan struct{})
	var doing sync.WaitGroup
	doing.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				do()
			case <-over:
				return
			}
		}
	})
	return func() {
		close(over)
		doing.Wait()
	}
}

// someLife is a replica that lives, if there is one.
func (w *world) someLife() *life {
	first := w.fate.below(len(w.replicas))
	for i := range w.replicas {
		if l := w.replicas[(first+i)%len(w.replicas)].now(); l != nil {
			return l
		}
	}
	return nil
}

func (w *world) killSomebody() {
	if l := w.someLife(); l != nil {
		w.note(plan, "kills", l.name)
		w.gather(l)
		l.kill()
		w.revive(l.replica)
	}
}

func (w *world) freezeSomebody(d time.Duration) {
	if l := w.someLife(); l != nil {
		l.freeze()
		time.Sleep(d)
		l.thaw()
	}
}

// upgrade stops one replica after the other, and starts it anew.
func (w *world) upgrade() {
	for _, r := range w.replicas {
		l := r.now()
		w.gather(l)
		if err := l.stop(); err != nil {
			w.Errorf("%s stopped with: %v", l.name, err)
		}
		r.start(nil)
		time.Sleep(5 * time.Second)
	}
}

func (w *world) pickSlow() script  { return w.among(slowScripts) }
func (w *world) pickShort() script { return w.among(slowScripts[:4]) }
func (w *world) pickBrisk() script { return w.among(briskScripts) }

// during plays scripts while something is done again and again.
func (w *world) during(every time.Duration, do func(), n int, over time.Duration, pick func() script) *score {
	stop := w.meanwhile(every, do)
	time.AfterFunc(over, sync.OnceFunc(func() { go stop() }))
	return w.play(n, over, pick)
}

// replicaRows are about the machines that Kibitz runs on.
var replicaRows = []row{
	{"row 1: killed within ack_after", scene{}, func(w *world) {
		w.flawless(w.during(1500*time.Millisecond, w.killSomebody, 300, 30*time.Second, w.pickBrisk))
		w.atLeast("kills", 10)
		w.atLeast("balancer's retries", 10)
	}},
	{"row 2: killed between put and deferral", scene{}, func(w *world) {
		w.setTrap(hasPut, 3*rarely) // or six deaths over one job, which is poison then, were not rare
		w.flawless(w.play(300, 300*time.Second, w.pickShort))
		w.atLeast("traps sprung", 10)
	}},
	{"row 3: killed in a solve", scene{}, func(w *world) {
		w.flawless(w.during(30*time.Second, w.killSomebody, 200, 200*time.Second, w.pickSlow))
		w.atLeast("redeliveries", 5)
	}},
	{"row 4: killed between answer and ack", scene{}, func(w *world) {
		w.setTrap(aboutToTell, 3*rarely) // or six deaths over one job were not rare
		w.flawless(w.play(100, 100*time.Second, w.pickShort))
		w.atLeast("traps sprung", 4)
	}},
	// A worker that hears nothing of the queue presumes that nobody does, and two may finish
	// the same job: one's progress can come after the other's answer, and so can, in place of
	// a message, the answer. (A worker that is stopped presumes nothing.)
	{"row 5: nothing is heard from a replica for 20 s", scene{}, func(w *world) {
		w.flawless(w.during(30*time.Second, func() { w.freezeSomebody(20 * time.Second) }, 300, 150*time.Second, w.mixed), flickered)
		w.atLeast("freezes", 4)
	}},
	{"row 6: rolling upgrade under load", scene{}, func(w *world) {
		w.flawless(w.during(time.Minute, w.upgrade, 300, 150*time.Second, w.usual))
		w.atLeast("stops", 6)
	}},
	{"row 7: a puzzle that kills its worker", scene{}, func(w *world) {
		deadly := w.begin(script{typed: "/die"})
		deadly.run()
		w.flawless(w.play(100, 100*time.Second, w.usual))
		o := deadly.asked[0].Outcome()
		if want := w.notice("incident"); !o.Answered || !strings.Contains(o.Message.Text(), want) || o.Accepted != 1 || o.Changed > 0 {
			w.Errorf("the deadly one: %+v", o)
		}
		w.atLeast("poison", 1)
	}},
	{"row 20: holder killed, two holders", scene{gateway: true}, func(w *world) {
		before := w.discord.Identifies()
		w.flawless(w.during(40*time.Second, w.killSomebody, 300, 200*time.Second, w.usual))
		if own, n := w.counts("kills"), w.discord.Identifies()-before; n > own {
			w.Errorf("%d identifies for %d new holders", n, own)
		}
	}},
	{"row 24: no way to Discord from one replica", scene{}, func(w *world) {
		mend := w.replicas[0].now().loseDiscord()
		w.flawless(w.play(200, 100*time.Second, w.usual))
		mend()
	}},
	{"row 24: and stopped there", scene{}, func(w *world) {
		l := w.replicas[0].now()
		stopping := w.config.Endpoint.Linger + 10*time.Second
		time.AfterFunc(15*time.Second, func() { defer time.AfterFunc(time.Minute, l.loseDiscord()) })
		time.AfterFunc(30*time.Second, func() {
			start := time.Now()
			if err := l.stop(); err != nil || time.Since(start) > stopping {
				w.Errorf("stopped after %s: %v", time.Since(start), err)
			}
			l.replica.start(nil)
		})
		w.flawless(w.play(100, 30*time.Second, w.pickShort))
	}},
}

func (w *world) atLeast(what string, n int) {
	w.Helper()
	if got := w.counts(what); got < n {
		w.Errorf("%s: %d, and for the test to say anything %d are needed", what, got, n)
	}
}

// notice is the title of a notice.
func (w *world) notice(id string) string {
	return w.commands.Notice("en-US", id, map[string]any{"ID": ""}).Title
}

// queueRows are about the queue's server.
var queueRows = []row{
	{"row 8: the queue is away for a minute", scene{}, func(w *world) {
		time.AfterFunc(30*time.Second, w.nats.Stop)
		time.AfterFunc(90*time.Second, w.nats.Restart)
		w.flawless(w.play(300, 150*time.Second, w.usual))
		w.atLeast("failed puts", 5)
	}},
	{"row 10: the queue restarts on its files", scene{}, func(w *world) {
		n := 0
		w.flawless(w.during(20*time.Second, func() {
			if n++; n%2 == 0 {
				w.nats.Restart()
			} else {
				w.nats.Crash()
			}
		}, 300, 150*time.Second, w.usual))
	}},
	{"row 12: a person's places are full", scene{}, func(w *world) { w.crowd(10, true, "busy.user") }},
	{"row 12: the queue is full", scene{config: func(c *settings.Config) { c.Limits.Workers, c.Limits.Queue = 4, 1 }}, func(w *world) {
		w.crowd(40, false, "busy.bot")
	}},
}

// crowd has many ask at once, by one person or by as many. All are answered: by what they
// asked for, or at once by a notice, and there are some of either.
func (w *world) crowd(n int, onePerson bool, notice string) {
	s := script{typed: "/wait ms:13000"}
	var errands []*errand
	var all sync.WaitGroup
	for range n {
		e := w.begin(s)
		if onePerson {
			e.person = "600000000000000000"
		}
		errands = append(errands, e)
		all.Go(e.run)
		time.Sleep(100 * time.Millisecond)
	}
	all.Wait()
	time.Sleep(answerPatience)
	sum := &score{}
	refused, answered := 0, 0
	for _, e := range errands {
		sum.add(e.verdicts())
		switch text := e.texts[0]; {
		case strings.Contains(text, w.notice(notice)):
			refused++
		case text == w.expected[s.String()][0]:
			answered++
		}
	}
	w.report(sum)
	w.flawless(sum, wrong)
	w.count("refused", refused)
	if refused == 0 || answered == 0 || refused+answered != n {
		w.Errorf("of %d refused %d, answered %d", n, refused, answered)
	}
}

// isEdit tells requests that write or read the deferred message.
func isEdit(r playground.Request) bool { return strings.Contains(r.Path, "/messages/@original") }

func isCallback(r playground.Request) bool { return strings.HasSuffix(r.Path, "/callback") }
