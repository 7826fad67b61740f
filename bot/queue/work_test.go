package queue

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
	"kibitz/bot/sleep"
)

// lasting returns a job that takes so long, and is given back when its context ends.
func lasting(seen *journal, who string, length time.Duration) func(context.Context, *Delivery) Verdict {
	return func(ctx context.Context, d *Delivery) Verdict {
		seen.add("%d %s takes %s.%d", seen.now(), who, d.ID, d.Attempt)
		if !sleep.For(ctx, length) {
			seen.add("%d %s: %v", seen.now(), who, context.Cause(ctx))
			return Again(0)
		}
		seen.add("%d %s does %s.%d", seen.now(), who, d.ID, d.Attempt)
		return Done
	}
}

// left returns how many jobs there are.
func left(t testing.TB, q *Queue) int {
	t.Helper()
	time.Sleep(statsFor)
	s, err := q.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s.Pending + s.Unacked
}

// TestLongJob: a job may last as long as it likes. Without word of it, another
// worker gets it, too.
func TestLongJob(t *testing.T) {
	for _, c := range []struct {
		name, want string
		beatEvery  time.Duration
	}{
		{"beating", "0 a takes j.1, 600 a does j.1", beatEvery},
		{"silent", "0 a takes j.1, 10 b takes j.2, 600 a does j.1, 610 b does j.2", time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *queuetest.Server) {
				a, b := open(t, roomy(s.Dial)), open(t, roomy(s.Dial))
				a.beatEvery = c.beatEvery
				seen := newJournal()
				put(t, a, job("j"))
				work(t, a, 1, lasting(seen, "a", 10*time.Minute))
				synctest.Wait()
				work(t, b, 1, lasting(seen, "b", 10*time.Minute))
				time.Sleep(25 * time.Minute)
				expect(t, "seen", seen, c.want)
			})
		})
	}
}

// TestTurns: as many jobs run as there are turns, and no more are taken.
func TestTurns(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		for _, id := range []string{"a", "b", "c"} {
			put(t, q, job(id))
		}
		seen := newJournal()
		work(t, q, 2, lasting(seen, "q", time.Minute))
		time.Sleep(time.Second)
		st, err := q.Stats(t.Context())
		if err != nil {
			t.Error(err)
		}
		expect(t, "of three", st, Stats{Pending: 1, Unacked: 2, Oldest: time.Second})
		time.Sleep(3 * time.Minute)
		expect(t, "left", left(t, q), 0)
	})
}

// TestWorkerDies: its job is another's after AckWait at the latest. What the
// dead would have said is not missed.
func TestWorkerDies(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		a, b := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
		seen := newJournal()
		put(t, b, job("j"))
		stop := work(t, a, 1, func(ctx context.Context, d *Delivery) Verdict {
			seen.add("%d a takes %s.%d", seen.now(), d.ID, d.Attempt)
			<-ctx.Done()
			return ""
		})
		time.Sleep(20 * time.Second) // the last beat was at 18
		link.Cut()
		work(t, b, 1, lasting(seen, "b", time.Second))
		time.Sleep(time.Minute)
		expect(t, "seen", seen, "0 a takes j.1, 28 b takes j.2, 29 b does j.2")
		stop()
	})
}

// TestStopping: what a worker that stops gives back is another's at once. If it
// says nothing, AckWait has to pass.
func TestStopping(t *testing.T) {
	for _, c := range []struct {
		name    string
		verdict Verdict
		want    string
	}{
		{"given back", Again(0), "0 a takes j.1, 4 a: stopped, 4 b takes j.2, 5 b does j.2"},
		{"without a word", "", "0 a takes j.1, 4 a: stopped, 13 b takes j.2, 14 b does j.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *queuetest.Server) {
				a, b := open(t, roomy(s.Dial)), open(t, roomy(s.Dial))
				seen := newJournal()
				put(t, a, job("j"))
				do := lasting(seen, "a", time.Minute)
				stop := work(t, a, 1, func(ctx context.Context, d *Delivery) Verdict {
					do(ctx, d)
					return c.verdict
				})
				synctest.Wait()
				work(t, b, 1, lasting(seen, "b", time.Second))
				time.Sleep(4 * time.Second)
				stop()
				time.Sleep(time.Minute)
				expect(t, "seen", seen, c.want)
				expect(t, "left", left(t, b), 0)
			})
		})
	}
}

// TestWindingDown: a job is its worker's while that comes to its end.
func TestWindingDown(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		a, b := open(t, roomy(s.Dial)), open(t, roomy(s.Dial))
		seen := newJournal()
		put(t, a, job("j"))
		stop := work(t, a, 1, func(ctx context.Context, d *Delivery) Verdict {
			<-ctx.Done()
			time.Sleep(20 * time.Second)
			seen.add("a does it, %s", state(d))
			return Done
		})
		synctest.Wait()
		work(t, b, 1, lasting(seen, "b", time.Second))
		stop()
		time.Sleep(time.Minute)
		expect(t, "seen", seen, "a does it, "+isHeld)
	})
}

// TestStopWhileAsking: a worker that stops while it asks for a job leaves none
// lying.
func TestStopWhileAsking(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		a, b := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
		seen := newJournal()
		stop := work(t, a, 1, lasting(seen, "a", time.Second))
		synctest.Wait()
		link.Silence() // the job is under way to a while a stops
		put(t, b, job("j"))
		synctest.Wait()
		go func() {
			time.Sleep(100 * time.Millisecond)
			link.Mend()
		}()
		stop()
		work(t, b, 1, lasting(seen, "b", time.Second))
		time.Sleep(time.Minute)
		expect(t, "seen", seen, "0 b takes j.2, 1 b does j.2")
	})
}

// TestAskingFails: that a server just lost cannot be asked for a job is an error, and no word that there is none.
func TestAskingFails(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		s.Stop()
		synctest.Wait()
		q.connected.Store(true) // as in the moment before the loss is noticed
		if d, err := q.take(t.Context()); d != nil || err == nil {
			t.Errorf("got %v, %v", d, err)
		}
	})
}

func TestVerdicts(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		seen := newJournal()
		put(t, q, job("j"))
		work(t, q, 1, func(ctx context.Context, d *Delivery) Verdict {
			seen.add("%d %d", seen.now(), d.Attempt)
			switch {
			case d.Attempt < 4:
				return Again(30 * time.Second)
			case d.Attempt < 6:
				return Again(0)
			}
			return Poison
		})
		time.Sleep(10 * time.Minute)
		expect(t, "when, and which attempt", seen, "0 1, 30 2, 60 3, 90 4, 90 5, 90 6")
		expect(t, "left", left(t, q), 0)
	})
}

// TestGivenBackOnce: a job is given back once, even if the answer to it is lost.
func TestGivenBackOnce(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		a, b := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
		seen := newJournal()
		put(t, b, job("j"))
		stop := work(t, a, 1, func(ctx context.Context, d *Delivery) Verdict {
			<-ctx.Done()
			link.Silence()
			return Again(0)
		})
		synctest.Wait()
		work(t, b, 2, lasting(seen, "b", time.Minute))
		go func() {
			time.Sleep(answerWithin + settleAgain/2) // when it could be said again
			link.Mend()
		}()
		stop()
		time.Sleep(2 * time.Minute)
		expect(t, "seen", seen, "1 b takes j.2, 61 b does j.2")
	})
}

// TestAttempts: a job that kills its workers is told by its attempts, whoever
// they were.
func TestAttempts(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		last := open(t, roomy(s.Dial))
		put(t, last, job("j"))
		seen := newJournal()
		for range 5 {
			link := s.Link()
			q := open(t, roomy(link.Dial))
			stop := work(t, q, 1, func(ctx context.Context, d *Delivery) Verdict {
				seen.add("%d", d.Attempt)
				link.Cut()
				<-ctx.Done()
				return ""
			})
			time.Sleep(15 * time.Second)
			stop()
		}
		work(t, last, 1, func(_ context.Context, d *Delivery) Verdict { seen.add("%d", d.Attempt); return Poison })
		time.Sleep(time.Minute)
		expect(t, "attempts", seen, "1, 2, 3, 4, 5, 6")
		expect(t, "left", left(t, last), 0)
	})
}

// TestLife: what nobody does in its time is gone.
func TestLife(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		put(t, q, job("old"))
		time.Sleep(10 * time.Minute)
		put(t, q, job("new"))
		time.Sleep(6 * time.Minute)
		seen := newJournal()
		work(t, q, 1, lasting(seen, "q", time.Second))
		time.Sleep(time.Minute)
		expect(t, "seen", seen, "0 q takes new.1, 1 q does new.1")
	})
}

// TestServerRestarts: jobs are there afterwards, whether the server was stopped
// or killed; a job that runs meanwhile runs on, its verdict counts, and workers
// and Put come back by themselves. Only with its disk are the jobs gone.
func TestServerRestarts(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart func(*queuetest.Server)
		want    string
	}{
		{"stopped", (*queuetest.Server).Restart, "0 a takes one.1, 20 a does one.1, 20 a takes two.1, 40 a does two.1, 60 a takes new.1, 80 a does new.1"},
		{"killed", (*queuetest.Server).Crash, "0 a takes one.1, 20 a does one.1, 20 a takes two.1, 40 a does two.1, 60 a takes new.1, 80 a does new.1"},
		{"disk lost", (*queuetest.Server).Lose, "0 a takes one.1, 20 a does one.1, 60 a takes new.1, 80 a does new.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *queuetest.Server) {
				a, b := open(t, roomy(s.Dial)), open(t, roomy(s.Dial))
				seen := newJournal()
				put(t, a, job("one"))
				put(t, a, job("two"))
				work(t, a, 1, lasting(seen, "a", 20*time.Second))
				time.Sleep(5 * time.Second)
				c.restart(s)
				time.Sleep(55 * time.Second)
				put(t, b, job("new"))
				time.Sleep(time.Minute)
				expect(t, "seen", seen, c.want)
				expect(t, "left", left(t, b), 0)
			})
		})
	}
}

// TestVerdictWaits: a verdict that the server is not there to hear is passed on
// when it is back, if the lease still stands.
func TestVerdictWaits(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		seen := newJournal()
		put(t, q, job("j"))
		work(t, q, 1, lasting(seen, "q", 6*time.Second))
		time.Sleep(5 * time.Second)
		s.Stop()
		time.Sleep(4 * time.Second)
		s.Restart()
		time.Sleep(time.Minute)
		expect(t, "seen", seen, "0 q takes j.1, 6 q does j.1")
		expect(t, "left", left(t, q), 0)
	})
}

// TestStreamRemoved: whoever removes the stream loses its jobs, and no others.
func TestStreamRemoved(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		seen := newJournal()
		work(t, q, 1, lasting(seen, "q", time.Second))
		if err := q.js.DeleteStream(t.Context(), streamName); err != nil {
			t.Error(err)
		}
		time.Sleep(10 * time.Second)
		put(t, q, job("j"))
		time.Sleep(10 * time.Second)
		expect(t, "seen", seen, "10 q takes j.1, 11 q does j.1")
	})
}
