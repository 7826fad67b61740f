package bot

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/endpoint"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// A load balancer breaks a request off and asks again. Whichever of its requests still
// waits gets the response, and the answer follows, worked on once; where none waits, the
// next one is worked on anew.
func TestAskedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		takes []bool        // which of the requests wait until they are answered
		again time.Duration // when all but the first come
		want  []string
	}{
		"the first waits":                   {[]bool{true, true}, time.Second, []string{"3s edit ### done"}},
		"the second waits":                  {[]bool{false, true}, time.Second, []string{"3s edit ### done"}},
		"the third waits":                   {[]bool{false, false, true}, time.Second, []string{"3s edit ### done"}},
		"the second comes after a deferral": {[]bool{true, true}, 2 * time.Second, []string{"3s edit ### done"}},
		"it comes where nobody had waited":  {[]bool{false, true}, 2 * time.Second, []string{"5s edit ### done"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				discord := &fakeREST{start: time.Now()}
				b, _ := newFakeBot(t, after(3*time.Second), discord, func(c *settings.Config) { c.Limits.PerUser = 1 })
				deferred := 0
				raw := command("5")
				for i, takes := range c.takes {
					err := b.accept(raw, func(wire.Payload) error {
						if !takes {
							return endpoint.ErrLate
						}
						deferred++
						return nil
					})
					if err != nil {
						t.Error(err)
					}
					if i == 0 {
						time.Sleep(c.again)
					}
				}
				b.responders.Wait()
				want(t, discord.lines(), c.want...)
				if deferred == 0 {
					t.Error("no first response")
				}
			})
		})
	}
}

// What the gateway delivers again is neither worked on again nor refused.
func TestDeliveredAgain(t *testing.T) {
	var worked atomic.Int32
	h := after(0)
	h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		worked.Add(1)
		time.Sleep(2 * time.Second)
		return &chat.Reply{Title: "done"}
	}
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, h, discord, func(c *settings.Config) { c.Limits.PerUser = 1 })
		for range 3 {
			_ = b.accept(command("5"), nil)
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		_ = b.accept(command("5"), nil)
		b.responders.Wait()
		want(t, discord.lines(), "1.5s type 5", "2s edit ### done")
		if n := worked.Load(); n != 1 {
			t.Errorf("worked on %d times", n)
		}
		time.Sleep(rememberDelivery)
		_ = b.accept(command("5"), nil) // an id that nobody remembers
		b.responders.Wait()
		if n := worked.Load(); n != 2 {
			t.Errorf("worked on %d times", n)
		}
	})
}

// A request that is passed on counts as lost only if none of the load balancer's requests for it still waits.
func TestPassedOnTo(t *testing.T) {
	for _, takes := range [][]bool{{true}, {false}, {false, true}, {true, false}, {false, false}, {false, false, true}} {
		entry, asked := &delivery{}, 0
		reply := func(takes bool) func(wire.Payload) error {
			return func(wire.Payload) error {
				if asked++; !takes {
					return endpoint.ErrLate
				}
				return nil
			}
		}
		for _, waits := range takes[1:] {
			(&deliveries{}).join(entry, reply(waits), true, time.Now())
		}
		passed, err := entry.passOn(reply(takes[0]), wire.Payload{})
		if !passed || (err == nil) != slices.Contains(takes, true) || asked != len(takes) {
			t.Errorf("%v: passed on %v, %v, to %d requests", takes, passed, err, asked)
		}
	}
}

// The memory of deliveries is bounded.
func TestDeliveriesAreForgotten(t *testing.T) {
	var d deliveries
	now := time.Now()
	for i := range 3 * maxDeliveries {
		d.enter(fmt.Sprint(i), now)
	}
	if len(d.byID) != maxDeliveries || len(d.order) != maxDeliveries {
		t.Errorf("%d, %d", len(d.byID), len(d.order))
	}
	if _, again := d.enter(fmt.Sprint(3*maxDeliveries-1), now); !again {
		t.Error("the latest is forgotten")
	}
}
