package queue

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"kibitz/bot/queue/queuetest"
)

// TestLimits: a user's places and all places are counted by the server, for all
// processes together, and a place is free again when its job is done.
func TestLimits(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		o := roomy(s.Dial)
		o.PerUser, o.Total = 2, 5
		q, other := open(t, o), open(t, o)
		of := func(id, user string) Job { j := job(id); j.User = user; return j }
		put(t, q, of("1", "ann"))
		put(t, other, of("2", "ann"))
		err := q.Put(t.Context(), of("3", "ann"))
		expect(t, "ann's third", err, ErrUserFull)
		// It is the same job again, so it takes no place.
		put(t, q, of("2", "ann"))
		put(t, other, of("4", "bob"))
		put(t, other, of("5", "bob"))
		put(t, q, of("6", "cem"))
		err = other.Put(t.Context(), of("7", "dan"))
		expect(t, "the sixth of all", err, ErrFull)

		stop := work(t, q, 1, func(context.Context, *Delivery) Verdict { return Done })
		synctest.Wait()
		stop()
		put(t, q, of("3", "ann"))
		put(t, q, of("7", "dan"))
	})
}

func TestTooLarge(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		j := job("a")
		j.Data = make([]byte, 1<<20)
		if err := q.Put(t.Context(), j); !errors.Is(err, ErrTooLarge) {
			t.Errorf("got %v", err)
		}
		j.Data = j.Data[:1<<20-1000]
		put(t, q, j)
	})
}

// TestPutError: whatever the server says against a job, the job is not in the queue.
func TestPutError(t *testing.T) {
	for said, want := range map[string]error{
		"maximum messages per subject exceeded": ErrUserFull, "maximum messages exceeded": ErrFull, "insufficient storage resources available": nil,
	} {
		err := putError(&jetstream.APIError{Code: 503, ErrorCode: 10077, Description: said})
		if err == nil || want != nil && err != want {
			t.Errorf("%s: %v, want %v", said, err, want)
		}
	}
}

// TestHas: a job is in the queue until it is done, and can be put again when the server has lost it.
func TestHas(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		has := func(id string, want bool) {
			t.Helper()
			got, err := q.Has(t.Context(), job(id))
			if err != nil || got != want {
				t.Errorf("%s: %v, %v", id, got, err)
			}
		}
		for _, id := range []string{"a", "b", "c"} {
			put(t, q, job(id))
		}
		has("c", true)
		has("d", false)
		hold := make(chan struct{})
		stop := work(t, q, 1, func(_ context.Context, d *Delivery) Verdict { <-hold; return Done })
		synctest.Wait()
		has("a", true) // in work
		close(hold)
		synctest.Wait()
		stop()
		has("a", false)

		put(t, q, job("e"))
		s.Delete(streamName)
		time.Sleep(time.Minute)
		if _, err := q.Has(t.Context(), job("e")); err == nil {
			t.Error("no error without a stream")
		}
		q.declareSoon()
		time.Sleep(time.Second)
		has("e", false)
		again := job("e")
		again.Again = true
		put(t, q, again)
		has("e", true)
		s.Purge(streamName)
		put(t, q, again) // refused as a duplicate: the server remembers the id
		has("e", false)
		time.Sleep(refusesFor + time.Second) // the server looks for old ids at moments of its own
		put(t, q, again)
		has("e", true)
		var got *Delivery
		stop = work(t, q, 1, func(_ context.Context, d *Delivery) Verdict { got = d; return Done })
		synctest.Wait()
		stop()
		if got == nil || !got.Repeated() || got.Attempt != 1 {
			t.Errorf("got %+v", got)
		}
	})
}

// TestJobArrives: what is taken is what was put, once, however often it was put.
func TestJobArrives(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q, other := open(t, roomy(s.Dial)), open(t, roomy(s.Dial))
		want := Job{ID: "42", User: "ann", Arrived: time.Now(), Data: []byte{0, 1, 255}}
		put(t, q, want)
		put(t, other, want)
		var got []*Delivery
		stop := work(t, other, 4, func(_ context.Context, d *Delivery) Verdict {
			got = append(got, d)
			return Done
		})
		time.Sleep(time.Minute)
		stop()
		if len(got) != 1 {
			t.Fatalf("%d deliveries", len(got))
		}
		expect(t, "attempt", got[0].Attempt, 1)
		if !got[0].Arrived.Equal(want.Arrived) {
			t.Errorf("arrived at %v, want %v", got[0].Arrived, want.Arrived)
		}
		got[0].Arrived = want.Arrived
		expect(t, "job", fmt.Sprintf("%+v", got[0].Job), fmt.Sprintf("%+v", want))
	})
}

// TestPutWithin: half a second is all that Put takes, whatever the server does,
// and what was stored too late is done all the same: somebody else may count on it.
func TestPutWithin(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		q, other := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
		seen := newJournal()

		link.Silence()
		start := time.Now()
		err := q.Put(t.Context(), job("silence"))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("in silence: %v", err)
		}
		expect(t, "waited in silence", time.Since(start), putWithin)
		link.Mend()
		time.Sleep(time.Second)
		work(t, other, 1, func(_ context.Context, d *Delivery) Verdict { seen.add("%s", d.ID); return Done })
		put(t, q, job("mended"))
		time.Sleep(time.Minute)

		s.Stop()
		time.Sleep(time.Second)
		start = time.Now()
		if err = q.Put(t.Context(), job("stopped")); err == nil {
			t.Error("no error without a server")
		}
		expect(t, "waited without a server", time.Since(start), time.Duration(0))
		s.Restart()
		time.Sleep(time.Minute)
		put(t, q, job("started"))
		time.Sleep(time.Minute)
		expect(t, "done", seen, "silence, mended, started")
	})
}

// TestSilentPutsAreSkipped: after three puts in a row that were not answered nobody waits for the
// server for five seconds; then one put asks it again, and a server that answers gets all.
func TestSilentPutsAreSkipped(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		q := open(t, roomy(link.Dial))
		link.Silence()
		waited := func() time.Duration {
			start := time.Now()
			if err := q.Put(t.Context(), job(start.String())); err == nil {
				t.Error("a silent server has taken a job")
			}
			return time.Since(start)
		}
		var all []time.Duration
		for range 5 {
			all = append(all, waited())
		}
		expect(t, "waited", all, []time.Duration{putWithin, putWithin, putWithin, 0, 0})
		link.Mend()
		time.Sleep(latePause)
		put(t, q, job("mended"))
		put(t, q, job("and so on"))
	})
}

// BenchmarkPut is what a job costs before its asker can be told to wait.
func BenchmarkPut(b *testing.B) {
	s := queuetest.Start(b)
	o := roomy(s.Dial)
	o.PerUser, o.Total = 1<<40, 1<<40
	q := open(b, o)
	data := make([]byte, 3<<10)
	id := 0
	for b.Loop() {
		id++
		if err := q.Put(b.Context(), Job{ID: fmt.Sprint(id), User: fmt.Sprint(id % 1000), Arrived: time.Now(), Data: data}); err != nil {
			b.Fatal(err)
		}
	}
}
