package world

import (
	"testing"
	"time"

	"kibitz/playground"
)

// TestControls takes away one protection after the other, or lets more go wrong than it is
// good for: the checker has to find what comes of it. Otherwise the fault table would say
// nothing.
func TestControls(t *testing.T) {
	killing := func(every time.Duration, pick func(*world) script) func(*world) *score {
		return func(w *world) *score {
			return w.during(every, w.killSomebody, 200, 100*time.Second, func() script { return pick(w) })
		}
	}
	for _, c := range []struct {
		name  string
		scene scene
		play  func(*world) *score
		want  []flaw
	}{
		{"no queue", scene{noQueue: true}, killing(20*time.Second, (*world).pickSlow), []flaw{unanswered}},
		{"a balancer that does not try again", scene{balancer: balancing{tries: 1}}, killing(1500*time.Millisecond, (*world).pickBrisk), []flaw{lost}},
		{"three crashes over one request", scene{}, func(w *world) *score {
			w.setTrap(hasPut, 0)
			return w.play(50, 100*time.Second, w.pickShort)
		}, []flaw{lost, late}},
		{"a balancer that waits 2.8 s for a replica that hangs", scene{balancer: balancing{perTry: 2800 * time.Millisecond}}, func(w *world) *score {
			return w.during(30*time.Second, func() { w.freezeSomebody(20 * time.Second) }, 300, 100*time.Second, w.pickBrisk)
		}, []flaw{lost}},
		{"one holder of the gateway, killed", scene{gateway: true, replicas: 1}, killing(20*time.Second, (*world).pickBrisk), []flaw{lost}},
		{"10015 for a minute", scene{mishap: func(*world, playground.Delivery) *playground.Mishap {
			return &playground.Mishap{Unsettled: time.Minute}
		}}, func(w *world) *score {
			return w.play(50, 50*time.Second, w.pickSlow)
		}, []flaw{unanswered}},
		{"banned for longer than a token lives", scene{fault: banned}, func(w *world) *score {
			return w.play(50, 50*time.Second, w.pickSlow)
		}, []flaw{unanswered}},
		{"row 11: the queue's disk is lost", scene{}, func(w *world) *score {
			time.AfterFunc(30*time.Second, func() { w.killSomebody(); w.nats.Lose() })
			return w.play(100, 50*time.Second, w.pickSlow)
		}, []flaw{unanswered}},
		{"replicas killed faster than a puzzle is solved", scene{}, killing(4*time.Second, func(*world) script { return script{typed: "/wait ms:60000"} }), []flaw{wrong}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const runs = 4 // by chance all goes well in some
			requests, found := 0, 0
			for c.scene.seed = 0; c.scene.seed < runs && found == 0; c.scene.seed++ {
				inWorld(t, c.scene, func(w *world) {
					sum := c.play(w)
					requests, found = requests+sum.requests, sum.of(c.want...)
				})
			}
			if found == 0 {
				t.Errorf("nothing %v among %d requests", c.want, requests)
			}
		})
	}
}
