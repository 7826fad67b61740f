package process

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// soakVariable says how many requests a soak has.
const soakVariable = "KIBITZ_SOAK"

const (
	soakUsually = 500
	inFlight    = 40
	memoryFrom  = 50_000 // requests that show whether memory grows: a process remembers the ids of the last 10,000
)

// TestSoak: two bots and a queue, a Discord that fails now and then, and many requests of
// all kinds. Each is answered once, and what the bots hold at the end is what they held
// after the first tenth.
func TestSoak(t *testing.T) {
	t.Parallel()
	all := soakUsually
	if n, err := strconv.Atoi(os.Getenv(soakVariable)); err == nil {
		all = max(n, soakUsually)
	}
	c := newCluster(t, true, playground.Options{Fault: now(map[string]float64{"PATCH": .06}), Mishap: func(playground.Delivery) *playground.Mishap {
		if rand.IntN(50) == 0 {
			return &playground.Mishap{Copies: 1, Apart: time.Millisecond}
		}
		return nil
	}})
	c.config.Log.Level = "warn"
	replicas := []*replica{c.replica(nil), c.replica(nil)}
	c.open(len(replicas))
	c.soak(all / 10)
	var before []held
	for _, r := range replicas {
		before = append(before, holds(t, r))
	}
	began := time.Now()
	c.soak(all - all/10)
	t.Logf("%d requests at %.0f/s", all, float64(all-all/10)/time.Since(began).Seconds())
	for i, r := range replicas {
		var after held
		eventually(t, "goroutines and descriptors are no more than before", func() bool {
			after = holds(t, r)
			return after.goroutines <= before[i].goroutines+inFlight && after.descriptors <= before[i].descriptors+inFlight
		})
		t.Logf("before %v, after %v", before[i], after)
		if all >= memoryFrom && after.resident > 1.5*before[i].resident {
			t.Error("memory grows")
		}
	}
}

// now has requests of some methods go wrong now and then.
func now(methods map[string]float64) func(playground.Request) *playground.Fault {
	return func(r playground.Request) *playground.Fault {
		if r.Inline || rand.Float64() >= methods[r.Method] {
			return nil
		}
		return []*playground.Fault{
			{Status: 503}, {Reset: true}, {Lose: true}, playgroundtest.RateLimited(300*time.Millisecond, playground.UserScope), {Status: 502, Body: "<html>"}, {Delay: time.Second},
		}[rand.IntN(6)]
	}
}

// soak asks a number of times, and wants each answered once.
func (c *cluster) soak(requests int) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var n atomic.Int64
	var askers sync.WaitGroup
	for range inFlight {
		askers.Go(func() {
			for i := int(n.Add(1)); i <= requests && !c.t.Failed(); i = int(n.Add(1)) {
				a, err := c.Send(strconv.Itoa(1000+i), soakText(i))
				if err == nil {
					err = a.Wait(ctx)
				}
				if err != nil {
					c.t.Errorf("request %d: %v: %+v", i, err, a.Outcome())
				} else if why := amiss(a.Outcome()); why != "" {
					c.t.Errorf("request %d: %s: %+v", i, why, a.Outcome())
				}
			}
		})
	}
	askers.Wait()
}

func soakText(i int) string {
	switch i % 20 {
	case 0:
		return wait(time.Second) // longer than is waited with the first response
	case 1:
		return "/lightsout puzzle:10110/01x"
	case 2, 3:
		return quick + " style:picture"
	case 4:
		return "/lightsout puzzle:" + strings.Repeat("1010110/", 7)
	}
	return quick
}

// held is what a process takes of the machine.
type held struct{ resident, descriptors, goroutines float64 }

func (h held) String() string {
	return fmt.Sprintf("%.1f MB resident, %.0f descriptors, %.0f goroutines", h.resident/1e6, h.descriptors, h.goroutines)
}

func holds(t testing.TB, r *replica) held {
	t.Helper()
	return held{metric(t, r.admin, "process_resident_memory_bytes"), metric(t, r.admin, "process_open_fds"), metric(t, r.admin, "go_goroutines")}
}
