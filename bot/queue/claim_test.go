package queue

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kibitz/bot/queue/queuetest"
)

// Of twenty processes that claim a thing at once, one has it, and has it again when it asks again,
// also after the server was restarted. The others never have it, but have other things.
func TestClaim(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		claim := func(q *Queue, what string) bool {
			mine, err := q.Claim(t.Context(), what)
			if err != nil {
				t.Error(err)
			}
			return mine
		}
		var holder atomic.Pointer[Queue]
		var count atomic.Int32
		var all []*Queue
		for range 20 {
			all = append(all, open(t, roomy(s.Dial)))
		}
		var g sync.WaitGroup
		for _, q := range all {
			g.Go(func() {
				if claim(q, "the day") {
					holder.Store(q)
					count.Add(1)
				}
			})
		}
		g.Wait()
		if count.Load() != 1 {
			t.Fatalf("%d processes have one claim", count.Load())
		}
		for range 2 {
			for i, q := range all {
				if claim(q, "the day") != (q == holder.Load()) {
					t.Errorf("process %d, asked again, is answered otherwise", i)
				}
			}
			s.Stop()
			if mine, err := all[0].Claim(t.Context(), "another day"); mine || err == nil {
				t.Errorf("without a server: %v, %v", mine, err)
			}
			s.Restart()
			time.Sleep(10 * time.Second)
		}
		if !claim(all[0], "another day") || claim(all[1], "another day") {
			t.Error("another day is not the first's who asks")
		}
	})
}
