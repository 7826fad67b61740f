package world

import (
	"testing"
	"time"

	"kibitz/bot/settings"
)

// An amnesia has the queue's server forget jobs that it has confirmed, while the replicas live
// that put them. It returns when the server is well again.
type amnesia struct {
	name   string
	befall func(*world)
}

var amnesias = []amnesia{
	// One server that has its files on the disk now and then, as NATS does by default.
	{"the queue's machine loses power", func(w *world) {
		w.nats.Sync()
		time.Sleep(40 * time.Second)
		w.nats.LosePower()
	}},
	{"the stream is deleted", func(w *world) { w.nats.Delete("KIBITZ") }},
	// The server remembers the ids of what it had, and refuses them for a while.
	{"the stream is purged", func(w *world) { w.nats.Purge("KIBITZ") }},
	// One replica hears of one part of a cluster, the others of the other. When they come together
	// one history is dropped, and other jobs have the numbers of those that were in it.
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

// TestAmnesia: what the queue's server forgets is put again by those who put it, and nobody waits
// in vain. Without a witness somebody does. What is done twice may flicker.
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
			inWorld(t, crowded.withoutWitness(), func(w *world) { w.flawed(play(w), unanswered) })
		})
	}
}

// TestAmnesiaForLong has them all, one after the other. KIBITZ_REQUESTS and KIBITZ_SEED change
// what is played.
func TestAmnesiaForLong(t *testing.T) {
	n := fromEnv("KIBITZ_REQUESTS", 2000)
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
