package world

import (
	"testing"
	"time"

	"kibitz/bot/settings"
)

// An amnesia makes the queue's server forget jobs that it has confirmed, while the replicas that put
// these jobs live. It returns when the server works again.
type amnesia struct {
	name   string
	befall func(*world)
}

var amnesias = []amnesia{
	// A single server that writes its files to the disk only now and then, as NATS does by default.
	{"the queue's machine loses power", func(w *world) {
		w.nats.Sync()
		time.Sleep(40 * time.Second)
		w.nats.LosePower()
	}},
	{"the stream is deleted", func(w *world) { w.nats.Delete("KIBITZ") }},
	// The server remembers the ids of the jobs that it had, and refuses them for a while.
	{"the stream is purged", func(w *world) { w.nats.Purge("KIBITZ") }},
	// One replica is connected to one part of a cluster, the others to the other part. When the parts
	// join, the history of one is dropped, and jobs of the other have the numbers of those dropped.
	{"two histories after a split", func(w *world) {
		alone := w.nats.Split()
		l := w.replicas[w.chances.below(len(w.replicas))].now()
		l.link.Lead(alone)
		time.Sleep(40 * time.Second)
		alone.Stop()
		l.link.Lead(w.nats)
	}},
}

func (s scene) withoutWitness() scene {
	s.noWitness = true
	return s
}

// TestAmnesia: a job that the queue's server forgets is put again by the replica that put it before, and
// every person gets an answer. Without a witness somebody gets none. An answer that is made twice may
// flicker.
func TestAmnesia(t *testing.T) {
	for _, a := range amnesias {
		play := func(w *world) *score {
			time.AfterFunc(40*time.Second, func() { a.befall(w) })
			return w.crowding()
		}
		t.Run(a.name, func(t *testing.T) {
			inWorld(t, crowded, func(w *world) {
				w.flawless(play(w), flickered)
				w.atLeast("put again", 1)
			})
		})
		t.Run(a.name+", control: no witness", func(t *testing.T) {
			inWorld(t, crowded.withoutWitness(), func(w *world) {
				sum := play(w)
				if sum.of(unanswered) == 0 {
					w.Errorf("everybody of %d got an answer", sum.requests)
				}
				w.flawless(sum, unanswered, flickered)
			})
		})
	}
}

// TestAmnesiaForLong plays a random amnesia every minute, in one world. KIBITZ_REQUESTS says how many
// requests people make, and KIBITZ_SEED chooses them.
func TestAmnesiaForLong(t *testing.T) {
	n := fromEnv("KIBITZ_REQUESTS", 1500)
	over := time.Duration(n) * time.Second / 6 // which keeps five of six workers busy
	s := scene{seed: uint64(fromEnv("KIBITZ_SEED", 1)), config: func(c *settings.Config) { c.Limits.Workers = 3 }}
	inWorld(t, s, func(w *world) {
		w.flawless(w.during(time.Minute, func() {
			w.count("amnesias", 1)
			amnesias[w.chances.below(len(amnesias))].befall(w)
		}, n, over, w.mixed), flickered)
		w.atLeast("amnesias", n/1000)
		w.atLeast("put again", n/1000)
	})
}
