package queue

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
)

func state(d *Delivery) string { return fmt.Sprintf("held %v, lost %v", d.Held(), d.Lost()) }

const (
	isHeld  = "held true, lost false"
	neither = "held false, lost false"
	isLost  = "held false, lost true"
)

// TestLeaseOfAProcessThatWasStopped: nothing in the process runs from one
// second to the twentieth, and then everything at once. Its lease is lost
// whether or not it has a connection, and whatever still comes in.
func TestLeaseOfAProcessThatWasStopped(t *testing.T) {
	for _, is := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var connected atomic.Bool
			connected.Store(true)
			d := &Delivery{lease: newLease(time.Now(), leaseTerm, &connected)}
			expect(t, "taken", state(d), isHeld)
			time.Sleep(time.Second)
			sent := time.Now()
			d.lease.presume()
			time.Sleep(19 * time.Second)
			connected.Store(is)
			d.lease.renew(sent)
			expect(t, "stopped for 19 s", state(d), isLost)
			d.lease.presume()
			d.lease.renew(time.Now())
			expect(t, "after all is lost", state(d), isLost)
		})
	}
}

// TestRenewal: what counts is when a beat was sent, and that its answer came
// while the lease stood.
func TestRenewal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var connected atomic.Bool
		connected.Store(true)
		d := &Delivery{lease: newLease(time.Now(), leaseTerm, &connected)}
		first := time.Now()
		time.Sleep(4 * time.Second)
		sent := time.Now()
		time.Sleep(leaseTerm - 4*time.Second - time.Nanosecond)
		d.lease.renew(sent)
		time.Sleep(4 * time.Second)
		expect(t, "a nanosecond before a term from when the beat was sent", d.Lost(), false)
		time.Sleep(time.Nanosecond)
		expect(t, "a term from when the beat was sent", d.Lost(), true)
		expect(t, "waited", time.Since(first), leaseTerm+4*time.Second)

		d = &Delivery{lease: newLease(time.Now(), leaseTerm, &connected)}
		sent = time.Now()
		time.Sleep(leaseTerm)
		d.lease.renew(sent.Add(4 * time.Second))
		expect(t, "an answer that comes too late", state(d), isLost)
	})
}

// TestLeaseBegins: it counts from when the worker asked for a job, not from when
// the job arrived, which may be long after the server gave it.
func TestLeaseBegins(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		a, b := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
		go func() {
			time.Sleep(100 * time.Millisecond)
			link.Silence()
			put(t, b, job("j"))
			time.Sleep(2 * time.Second)
			link.Mend()
		}()
		asked := time.Now()
		d, err := a.take(t.Context())
		if err != nil || d == nil {
			t.Fatal(d, err)
		}
		expect(t, "way of the job", time.Since(asked), 2100*time.Millisecond)
		expect(t, "lease", d.lease.until.Sub(asked), leaseTerm)
	})
}

// TestServerRestartsInSilence: a server that restarts counts from the second in
// which it heard of a job last, so up to one more than passed.
func TestServerRestartsInSilence(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		link := s.Link()
		a, b := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
		put(t, b, job("j"))
		time.Sleep(time.Until(time.Now().Truncate(time.Second).Add(1900 * time.Millisecond)))
		var first, second *Delivery
		work(t, a, 1, func(ctx context.Context, d *Delivery) Verdict { first = d; <-ctx.Done(); return "" })
		synctest.Wait()
		link.Silence()
		s.Restart()
		work(t, b, 1, func(ctx context.Context, d *Delivery) Verdict {
			second = d
			expect(t, "the first's lease stands", first.lease.stands(), false)
			return Done
		})
		time.Sleep(20 * time.Second)
		synctest.Wait()
		expect(t, "redelivered", second != nil, true)
	})
}

// TestCutOff: who is cut off, with or without a word, is in doubt when its lease
// is over, and knows that it is lost when it is back. It then says nothing more:
// the server would drop the job under the one who has it. A worker that believes
// in its lease does just that.
func TestCutOff(t *testing.T) {
	const believed = "0 a takes j.1, 1 b takes j.2, 4 a does j.1"
	for _, c := range []struct {
		name  string
		sever func(*queuetest.Link)
		term  time.Duration
		want  string
		left  int
	}{
		{"silence", (*queuetest.Link).Silence, leaseTerm, "0 a takes j.1, 1 b takes j.2, 2 a: " + ErrLeaseLost.Error(), 1},
		{"cut", (*queuetest.Link).Cut, leaseTerm, "0 a takes j.1, 1 b takes j.2, 2 a: " + ErrLeaseLost.Error(), 1},
		{"belief", (*queuetest.Link).Silence, time.Hour, believed, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *queuetest.Server) {
				link := s.Link()
				a, b := open(t, roomy(link.Dial)), open(t, roomy(s.Dial))
				a.leaseTerm = c.term
				seen := newJournal()
				seen.unit = 10 * time.Second // it takes up to a second to be back
				put(t, a, job("j"))
				var d *Delivery
				do := lasting(seen, "a", 40*time.Second)
				work(t, a, 1, func(ctx context.Context, got *Delivery) Verdict { d = got; return do(ctx, got) })
				time.Sleep(500 * time.Millisecond)
				synctest.Wait()
				c.sever(link)
				work(t, b, 1, lasting(seen, "b", time.Hour))
				if c.term == leaseTerm {
					expect(t, "at first", state(d), isHeld)
					time.Sleep(8 * time.Second)
					expect(t, "near the end of the lease", state(d), neither)
					time.Sleep(11 * time.Second)
					expect(t, "after 19 s", state(d), neither)
				} else {
					time.Sleep(19 * time.Second)
				}
				link.Mend()
				time.Sleep(30 * time.Second)
				if c.term == leaseTerm {
					expect(t, "back", state(d), isLost)
				}
				expect(t, "seen", seen, c.want)
				expect(t, "left", left(t, b), c.left)
			})
		})
	}
}

// TestServerGone: without a server nobody else can get a job, and its worker may
// finish; nobody hears of it, and the job comes again.
func TestServerGone(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		q := open(t, roomy(s.Dial))
		seen := newJournal()
		seen.unit = 10 * time.Second
		put(t, q, job("j"))
		do := lasting(seen, "a", time.Minute)
		work(t, q, 1, func(ctx context.Context, d *Delivery) Verdict {
			v := do(ctx, d)
			seen.add("%s", state(d))
			return v
		})
		time.Sleep(5 * time.Second)
		s.Stop()
		time.Sleep(2 * time.Minute)
		s.Restart()
		time.Sleep(2 * time.Minute)
		expect(t, "seen", seen, "0 a takes j.1, 6 a does j.1, "+neither+", 12 a takes j.2, 18 a does j.2, "+isHeld)
		expect(t, "left", left(t, q), 0)
	})
}
