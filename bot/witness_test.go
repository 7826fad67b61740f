package bot

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue"
	"kibitz/bot/queue/queuetest"
)

// bearing has a bot look after what it has put, until stop is called.
func bearing(b *bot) (stop func()) {
	b.witnessed.room = 1 << 20
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); b.bearWitness(ctx) }()
	return func() { cancel(); <-ended }
}

// looks returns how often Discord was asked for the message.
func looks(d *fakeREST) (n int) {
	for _, s := range d.all() {
		if s.method == http.MethodGet {
			n++
		}
	}
	return n
}

// A job that goes well costs one look more, and none where the process that put it did it.
func TestWitnessLooksOnce(t *testing.T) {
	for other, want := range map[bool]int{true: 3, false: 2} { // the worker looks before it begins, and before it shows progress
		synctest.Test(t, func(t *testing.T) {
			s, d := queuetest.Start(t), oneMessage()
			puts := process(t, saying(5*time.Second, "done"), d, s.Dial, nil)
			worker := puts
			if other {
				worker = process(t, saying(5*time.Second, "done"), d, s.Dial, nil)
			}
			stopLooking := bearing(puts)
			_ = puts.accept(command("5"), nil)
			time.Sleep(5 * time.Second)
			stop := works(worker)
			time.Sleep(16 * time.Minute)
			if got := looks(d); got != want {
				t.Errorf("done by another: %v: %d looks", other, got)
			}
			if n, room := puts.witnessed.holds(); n != 0 || room != 1<<20 {
				t.Errorf("%d kept, room for %d", n, room)
			}
			stop()
			stopLooking()
			finish(puts)
			if other {
				finish(worker)
			}
		})
	}
}

// A job that waits for a worker is not put a second time, and is kept no longer than its token lives.
func TestWitnessOfAJobThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := queuetest.Start(t), oneMessage()
		b := process(t, after(5*time.Second), d, s.Dial, nil)
		stop := bearing(b)
		_ = b.accept(command("5"), nil)
		time.Sleep(10 * time.Minute)
		if stats, err := b.jobs.Stats(t.Context()); err != nil || stats.Pending != 1 {
			t.Errorf("%+v, %v", stats, err)
		}
		if n := looks(d); n != 0 {
			t.Errorf("Discord is asked %d times about a job that the queue has", n)
		}
		if !strings.Contains(scrape(b), "kibitz_queue_lost_total 0") {
			t.Error("counted as lost")
		}
		if n, _ := b.witnessed.holds(); n != 1 {
			t.Error("forgotten while it waits, and the queue may still lose it")
		}
		time.Sleep(8 * time.Minute)
		if n, _ := b.witnessed.holds(); n != 0 {
			t.Error("kept after the token's life")
		}
		stop()
		finish(b)
	})
}

func TestWitnessRoom(t *testing.T) {
	job := func(n int) queue.Job { return queue.Job{ID: fmt.Sprint(n), Data: make([]byte, 100)} }
	w := witness{room: 3*(100+jobOverhead) + 10}
	kept := func(want ...int) {
		t.Helper()
		for _, n := range want {
			if w.byID[fmt.Sprint(n)] == nil {
				t.Errorf("%d is not kept", n)
			}
		}
		if len(w.byID) != len(want) || w.line.Len() != len(want) {
			t.Errorf("%d are kept, not %v", len(w.byID), want)
		}
	}
	for n := range 5 {
		w.keep(job(n), time.Hour)
		w.keep(job(n), time.Hour)
	}
	kept(0, 1, 2)
	w.forget("1")
	w.forget("1")
	w.keep(job(7), time.Hour)
	w.keep(job(8), time.Hour)
	kept(0, 2, 7)
	var off witness
	off.keep(job(1), time.Hour)
	if len(off.byID) != 0 {
		t.Error("kept without room")
	}
	many := witness{room: 1 << 40}
	for n := range mostWitnessed + 1 {
		many.keep(job(n), 0)
	}
	if len(many.byID) != mostWitnessed {
		t.Errorf("%d kept", len(many.byID))
	}
	if jobs, wait := many.due(time.Hour); len(jobs) != looksAtOnce || wait != 0 || jobs[0].ID != "0" {
		t.Errorf("due: %d, %v", len(jobs), wait)
	}
}

// holds returns how many jobs are kept, and the bytes that are left for more.
func (w *witness) holds() (jobs int, room int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.byID), w.room
}
