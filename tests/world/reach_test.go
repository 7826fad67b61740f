package world

import (
	"testing"
	"time"

	"kibitz/playground"
)

// reachRows are about replicas that have no way to Discord, and no queue to hand requests to. Quick
// answers need no way out. What needs one is passed on to another replica, by 503.
var reachRows = []row{
	{"no way to Discord from one replica, no queue", scene{noQueue: true}, func(w *world) {
		w.cutOff(1)
		w.flawless(w.play(200, 100*time.Second, w.withoutClicks))
		w.atLeast("balancer's retries", 4)
	}},
	{"control: the balancer does not ask another", scene{noQueue: true, balancer: balancing{tries: 1}}, func(w *world) {
		w.cutOff(1)
		w.flawed(w.play(200, 100*time.Second, w.withoutClicks), lost)
	}},
	// A replica keeps a request that comes so late that another replica may have passed it on.
	{"control: requests come late, and so are kept", scene{noQueue: true, mishap: halfLate}, func(w *world) {
		w.cutOff(1)
		w.flawed(w.play(1000, 500*time.Second, w.withoutClicks), unanswered)
	}},
	// The way out that all replicas share is gone for five minutes. No request is lost, and quick ones are
	// answered meanwhile: no replica stays away from the balancer.
	{"no way to Discord from any replica, no queue", scene{noQueue: true}, func(w *world) {
		time.AfterFunc(5*time.Minute, w.cutOff(3))
		w.ready(3)
		w.flawless(w.play(200, 100*time.Second, func() script { return w.among(quickScripts) }))
	}},
	{"the same, and slow requests", scene{noQueue: true}, func(w *world) {
		time.AfterFunc(5*time.Minute, w.cutOff(3))
		w.flawless(w.play(100, 100*time.Second, w.withoutClicks))
		w.atLeast("balancer's retries", 4)
	}},
	{"no way to Discord from a holder of the gateway", scene{gateway: true, replicas: 2}, func(w *world) {
		w.replicas[0].now().loseDiscord()
		time.Sleep(time.Minute)
		w.ready(1)
	}},
}

func TestReach(t *testing.T) {
	for _, r := range reachRows {
		t.Run(r.name, func(t *testing.T) { inWorld(t, r.scene, r.test) })
	}
}

func halfLate(w *world, _ playground.Delivery) *playground.Mishap {
	if !w.chances.happen(0.5) {
		return nil
	}
	return &playground.Mishap{Delay: 500 * time.Millisecond}
}

// withoutClicks picks scripts of one step, a third of them slow.
func (w *world) withoutClicks() script {
	if w.chances.happen(0.3) {
		return w.among(shortScripts)
	}
	return w.among(quickScripts[:5])
}

// cutOff takes the way to Discord from n replicas. Then it plays a slow request for each replica of the
// world, so that the n find out; their answers do not count. mend gives the way back.
func (w *world) cutOff(n int) (mend func()) {
	var mends []func()
	for _, r := range w.replicas[:n] {
		mends = append(mends, r.now().loseDiscord())
	}
	for range w.replicas {
		w.running.Go(w.begin(shortScripts[0]).run)
	}
	time.Sleep(time.Minute)
	return func() {
		for _, mend := range mends {
			mend()
		}
	}
}

// ready fails the test unless `want` replicas say that they are ready.
func (w *world) ready(want int) {
	w.Helper()
	n := 0
	for _, r := range w.replicas {
		if r.now().isReady() {
			n++
		}
	}
	if n != want {
		w.Errorf("%d replicas are ready, not %d", n, want)
	}
}
