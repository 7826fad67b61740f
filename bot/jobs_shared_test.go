package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/endpoint"
	"kibitz/bot/queue/queuetest"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// changes returns the edits of the message, in order.
func changes(d *fakeREST) (all []string) {
	for _, s := range d.all() {
		if s.method == http.MethodPatch {
			all = append(all, fmt.Sprint(s.at.Round(time.Second), " ", s.what()))
		}
	}
	return all
}

// saying answers after d, with progress meanwhile.
func saying(d time.Duration, what string) fakeHandler {
	return fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		for end := time.Now().Add(d); time.Now().Before(end) && ctx.Err() == nil; sleep.For(ctx, time.Second) {
			progress(&chat.Reply{Title: "progress of " + what})
		}
		return &chat.Reply{Title: what}
	}}
}

// outcomes returns how many interactions had each outcome, over several processes.
func outcomes(bots ...*bot) map[string]int {
	sums := map[string]int{}
	for _, b := range bots {
		for line := range strings.Lines(scrape(b)) {
			if labels, found := strings.CutPrefix(line, "kibitz_interactions_total{"); found {
				_, outcome, _ := strings.Cut(labels, `outcome="`)
				outcome, value, _ := strings.Cut(outcome, `"} `)
				n := 0
				_, _ = fmt.Sscan(value, &n)
				sums[outcome] += n
			}
		}
	}
	return sums
}

// Twenty upgrades in a row leave a job waiting, and it is done all the same. What it took is
// counted from when the person asked.
func TestGivenBackTwentyTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := oneMessage()
		b := process(t, saying(5*time.Second, "done"), d, queuetest.Start(t).Dial, nil)
		asked := time.Now()
		_ = b.accept(command("5"), nil)
		for range 20 {
			stop := works(b)
			time.Sleep(4 * time.Second)
			stop()
		}
		stop := works(b)
		time.Sleep(20 * time.Second)
		took := time.Since(asked)
		stop()
		finish(b)
		all := changes(d)
		if last := all[len(all)-1]; !strings.HasSuffix(last, "done") {
			t.Errorf("given back 20 times, and then: %s", last)
		}
		if got := outcomes(b); got["deferred"] != 1 || len(got) != 1 {
			t.Errorf("counted: %v", got)
		}
		if said := scrape(b); !strings.Contains(said, `kibitz_answer_seconds_bucket{command="other",le="60"} 0`) || !strings.Contains(said, `kibitz_answer_seconds_count{command="other"} 1`) {
			t.Errorf("a person waited for some %v; the metrics: %s", took, said)
		}
	})
}

// A job that six workers died of is not tried again, whoever else has given it back
// meanwhile.
func TestSixDeaths(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := queuetest.Start(t), oneMessage()
		var begun atomic.Int32
		h := saying(time.Minute, "done")
		whole := h.handle
		h.handle = func(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
			begun.Add(1)
			return whole(ctx, req, progress)
		}
		b := process(t, h, d, s.Dial, nil)
		_ = b.accept(command("5"), nil)
		time.Sleep(2 * time.Second)
		for range 6 {
			stop := works(b)
			time.Sleep(2 * time.Second)
			stop() // gives it back
			link := s.Link()
			dies := process(t, h, d, link.Dial, nil)
			stop = works(dies)
			time.Sleep(2 * time.Second)
			link.Cut()
			stop()
			finish(dies)
			time.Sleep(12 * time.Second)
		}
		before := begun.Load() // here, until it was handed over; six gave it back, and six died
		stop := works(b)
		time.Sleep(time.Minute)
		stop()
		finish(b)
		all := changes(d)
		if last := all[len(all)-1]; !strings.Contains(last, "notice "+noticeIncident) || before != 13 || begun.Load() != before {
			t.Errorf("%d began before, %d after it; in the end: %s", before, begun.Load()-before, last)
		}
		if got := outcomes(b); got["deferred"] != 1 || len(got) != 1 || b.metrics.Poison.Get() != 1 {
			t.Errorf("counted: %v, poison: %d", got, b.metrics.Poison.Get())
		}
	})
}

// A job that is tried again is counted when it is answered.
func TestRetriedJobIsCountedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := oneMessage()
		answers := d.fault
		d.fault = func(s sent) (int, string, error) {
			if s.method == http.MethodPatch && s.at < 2*time.Minute {
				return 0, "", errors.New("no route to host")
			}
			return answers(s)
		}
		b := process(t, after(5*time.Second), d, queuetest.Start(t).Dial, nil)
		stop := works(b)
		_ = b.accept(command("5"), nil)
		time.Sleep(5 * time.Minute)
		stop()
		finish(b)
		if got := outcomes(b); got["deferred"] != 1 || len(got) != 1 {
			t.Errorf("counted: %v", got)
		}
	})
}

// A job that was never deferred is counted once: by the worker that finds that out.
func TestHandedOverAndNotDeferred(t *testing.T) {
	for name, c := range map[string]struct {
		second bool // a second process has the request, too, and is in time
		want   string
	}{
		"nobody is in time": {false, outcomeLost},
		"another is":        {true, outcomeDeferred},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, d := queuetest.Start(t), oneMessage()
				if !c.second {
					d.fault = func(sent) (int, string, error) {
						return 404, `{"code":10015,"message":"Unknown Webhook"}`, nil
					}
				}
				a, b := process(t, after(5*time.Second), d, s.Dial, nil), process(t, after(5*time.Second), d, s.Dial, nil)
				_ = a.accept(command("5"), func(wire.Payload) error { return endpoint.ErrLate })
				if c.second {
					_ = b.accept(command("5"), func(wire.Payload) error { return nil })
				}
				time.Sleep(3 * time.Second)
				stop := works(b)
				time.Sleep(time.Minute)
				stop()
				finish(a, b)
				if got := outcomes(a, b); got[c.want] != 1 || len(got) != 1 {
					t.Errorf("counted: %v", got)
				}
			})
		})
	}
}

// A put that is stored although it failed has two processes do the job. The one that does
// not know leaves the other's answer alone.
func TestPutThatFailedAndWasStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := queuetest.Start(t), oneMessage()
		link := s.Link()
		a, b := process(t, saying(20*time.Second, "the slower"), d, link.Dial, nil), process(t, saying(5*time.Second, "the faster"), d, s.Dial, nil)
		stop := works(b)
		_ = a.accept(command("5"), nil)
		time.Sleep(a.cfg.Clock.AckAfter - 100*time.Millisecond)
		link.Silence()
		time.Sleep(700 * time.Millisecond) // put has failed, and a goes on
		link.Mend()
		time.Sleep(time.Minute)
		stop()
		finish(a, b)
		all := changes(d)
		for _, c := range all {
			if strings.Contains(c, "slower") {
				t.Errorf("%q", all)
				break
			}
		}
		if got := outcomes(a, b); got["deferred"] != 1 || got["elsewhere"] != 1 || a.metrics.PutFailures.Get() != 1 {
			t.Errorf("%q, counted: %v", all, got)
		}
	})
}

// If the job was not stored no other process answers, and the one that does not know does.
func TestPutThatFailedAndWasNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := queuetest.Start(t), oneMessage()
		answers := d.fault
		d.fault = func(s sent) (int, string, error) { // nor can it find out
			if s.method == http.MethodGet {
				return 503, "", nil
			}
			return answers(s)
		}
		link := s.Link()
		a := process(t, saying(20*time.Second, "done"), d, link.Dial, nil)
		_ = a.accept(command("5"), nil)
		time.Sleep(a.cfg.Clock.AckAfter - 100*time.Millisecond)
		link.Silence()
		time.Sleep(700 * time.Millisecond)
		link.Cut()
		time.Sleep(time.Minute)
		link.Mend()
		finish(a)
		all := changes(d)
		if len(all) != 1 || !strings.HasSuffix(all[0], "done") {
			t.Fatalf("%q", all)
		}
		if at := d.all()[len(d.all())-1].at; at > time.Minute {
			t.Errorf("answered after %v", at)
		}
	})
}

// A worker that hears nothing of the queue, but is heard by Discord, does not write over
// what another has answered.
func TestDeafWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := queuetest.Start(t), oneMessage()
		link := s.Link()
		a, b := process(t, saying(40*time.Second, "the deaf one's"), d, link.Dial, nil), process(t, saying(3*time.Second, "another's"), d, s.Dial, nil)
		stopA := works(a)
		_ = a.accept(command("5"), nil)
		time.Sleep(5 * time.Second)
		link.Cut()
		stopB := works(b)
		time.Sleep(2 * time.Minute)
		stopA()
		stopB()
		link.Mend()
		finish(a, b)
		all := changes(d)
		if last := all[len(all)-1]; !strings.HasSuffix(last, "another's") {
			t.Errorf("%q", all)
		}
	})
}

// What a process sent before its network fell silent may arrive after another's answer, and
// take its place: then that is given once more.
func TestProgressAfterAnothersAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stands atomic.Pointer[string] // as Discord has it
		d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			switch {
			case s.method == http.MethodPatch:
				stands.Store(new(strings.TrimPrefix(s.what(), "edit ")))
			case s.method == http.MethodGet && stands.Load() != nil:
				return 200, fmt.Sprintf(`{"flags":0,"components":[{"type":17,"components":[{"type":10,"content":%q}]}]}`, *stands.Load()), nil
			}
			return loading(s)
		}}
		b := process(t, saying(2*time.Second, "answer"), d, queuetest.Start(t).Dial, nil)
		_ = b.accept(command("5"), nil)
		stop := works(b)
		time.Sleep(2500 * time.Millisecond)
		stop() // the job is given back
		stop = works(b)
		time.Sleep(10 * time.Second)
		if !strings.HasSuffix(*stands.Load(), "answer") {
			t.Fatal(*stands.Load())
		}
		stands.Store(new("### " + compose.ProgressMark + " late"))
		time.Sleep(20 * time.Second)
		if !strings.HasSuffix(*stands.Load(), "answer") {
			t.Errorf("what stands: %s", *stands.Load())
		}
		stop()
		finish(b)
	})
}

// A queue that has forgotten what it gave away gives it again as if for the first time. The
// answer of the process that had it before is not replaced by the progress of the one that has
// it now.
func TestNoProgressOverAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := oneMessage()
		var both []*bot
		var stops []func()
		for _, takes := range []time.Duration{10 * time.Second, 20 * time.Second} {
			b := process(t, saying(takes, "answer"), d, queuetest.Start(t).Dial, nil)
			_ = b.accept(command("5"), nil)
			stops = append(stops, works(b))
			both = append(both, b)
			time.Sleep(1300 * time.Millisecond) // they write at different times
		}
		time.Sleep(time.Minute)
		for _, stop := range stops {
			stop()
		}
		finish(both...)
		all := changes(d)
		first := slices.IndexFunc(all, func(s string) bool { return strings.HasSuffix(s, "### answer") })
		if first < 2 { // both had shown progress
			t.Fatalf("%q", all)
		}
		for _, s := range all[first:] {
			if !strings.HasSuffix(s, "### answer") {
				t.Errorf("after the answer: %s", s)
			}
		}
	})
}

// A file that one process cannot reach, because its own way to Discord's files is cut, is fetched by
// another: nobody is told that it cannot be had.
func TestFileThatAnotherReaches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d, far := queuetest.Start(t), oneMessage(), oneMessage()
		d.cdn = func(*http.Request) (*http.Response, error) { return nil, errReset }
		far.cdn = file(200, "0123456789")
		cut, other := process(t, reader(0), d, s.Dial, nil), process(t, reader(0), far, s.Dial, nil)
		stop := works(other)
		_ = cut.accept(withFile(about(10, fileURL)), nil)
		time.Sleep(time.Minute)
		stop()
		finish(cut)
		finish(other)
		for _, sent := range d.all() {
			if what := sent.what(); strings.Contains(what, "notice") {
				t.Errorf("who cannot reach the file says: %s", what)
			}
		}
		if all := changes(far); len(all) == 0 || !strings.HasSuffix(all[len(all)-1], "0123456789") {
			t.Errorf("who can reach the file says: %q", all)
		}
	})
}

// Where nobody can reach a file the person is told so in the end, and once.
func TestFileThatNobodyReaches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, d := queuetest.Start(t), oneMessage()
		d.cdn = func(*http.Request) (*http.Response, error) { return nil, errReset }
		b := process(t, reader(0), d, s.Dial, nil)
		stop := works(b)
		_ = b.accept(withFile(about(10, fileURL)), nil)
		time.Sleep(time.Minute)
		stop()
		finish(b)
		if all := changes(d); len(all) != 1 || !strings.HasSuffix(all[0], "notice file.unreachable") {
			t.Errorf("of a file that is out of reach it says %q", all)
		}
	})
}
