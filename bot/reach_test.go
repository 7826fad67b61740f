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

	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
)

var errNoRoute = errors.New("no route to host")

// An endpoint whose files are out of reach passes a request on once clock.ack_after is over, by a
// response without a content type. One that may have been passed on before it keeps, and so does a
// process that no load balancer stands before: the person is told in time that their file cannot be had.
// A second request for the same interaction gets the same response, at the same time. If it may have been
// passed on before, both are kept.
func TestFileThatAnotherReplicaReaches(t *testing.T) {
	const passed, deferred, refused = "0.8s passed on", "0.8s type 5", "0.8s type 4 private ### notice file.unreachable"
	resets := func(*http.Request) (*http.Response, error) { return nil, errReset }
	hangs := func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }
	for name, c := range map[string]struct {
		cdn   func(*http.Request) (*http.Response, error)
		alone bool          // no load balancer asks another process
		cut   bool          // nothing was heard of the API, either
		age   time.Duration // of the interaction when it comes
		again time.Duration // until it comes again; 0 for never
		want  []string
	}{
		"comes at once":                         {cdn: resets, want: []string{passed}},
		"comes late":                            {cdn: resets, age: time.Second, want: []string{"0.1s type 5"}},
		"comes twice":                           {cdn: resets, again: 300 * time.Millisecond, want: []string{passed, passed}},
		"comes twice, late the second time":     {cdn: resets, again: 600 * time.Millisecond, want: []string{deferred, deferred}},
		"alone":                                 {cdn: resets, alone: true, want: []string{"at once type 4 private ### notice file.unreachable"}},
		"alone, and the host is silent":         {cdn: hangs, alone: true, want: []string{deferred}},
		"alone, and cut off":                    {cdn: hangs, alone: true, cut: true, want: []string{refused}},
		"cut off":                               {cdn: hangs, cut: true, want: []string{passed}},
		"cut off, and comes late":               {cdn: hangs, cut: true, age: time.Second, want: []string{"0.1s type 4 private ### notice file.unreachable"}},
		"cut off, and comes twice, late":        {cdn: hangs, cut: true, again: 600 * time.Millisecond, want: []string{refused, refused}},
		"alone, and comes twice":                {cdn: hangs, alone: true, again: 300 * time.Millisecond, want: []string{deferred, deferred}},
		"alone, cut off, without a file at all": {alone: true, cut: true, want: []string{deferred}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
				d := &fakeREST{start: time.Now(), cdn: c.cdn, fault: func(sent) (int, string, error) {
					if c.cut {
						return 0, "", errNoRoute
					}
					return 0, "", nil
				}}
				h, options := reader(0), withFile(about(10, fileURL))
				if c.cdn == nil {
					h, options = after(2*time.Second), command("5")
				}
				b, _ := newFakeBot(t, h, d, func(cfg *settings.Config) { anEndpoint(cfg); cfg.Endpoint.Balanced = !c.alone })
				if c.cut {
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					b.calls.knock(ctx)
					time.Sleep(cutAfter + time.Second)
					cancel()
				}
				start, got := time.Now(), []string(nil)
				raw := strings.Replace(string(options), `"id":"1"`, fmt.Sprintf(`"id":%q`, madeAt(start.Add(-c.age))), 1)
				come := func() {
					_ = b.accept([]byte(raw), func(p wire.Payload) error {
						what := "passed on"
						if p.ContentType != "" {
							what = sent{Opened: wiretest.Opened{Body: p.Body}}.what()
						}
						at := "at once"
						if after := time.Since(start); after >= 700*time.Millisecond || c.age > 0 {
							at = fmt.Sprintf("%.1fs", after.Seconds())
						}
						got = append(got, at+" "+what)
						return nil
					})
				}
				come()
				if c.again > 0 {
					time.Sleep(c.again)
					come()
				}
				b.responders.Wait()
				want(t, got, c.want...)
				if counted := outcomes(b)[outcomeElsewhere]; (counted == 1) != strings.HasSuffix(c.want[0], "passed on") {
					t.Errorf("counted as answered elsewhere: %d", counted)
				}
				if edited := slices.ContainsFunc(d.lines(), func(s string) bool { return strings.Contains(s, "edit") }); !c.cut && edited != strings.Contains(c.want[0], "type 5") {
					t.Errorf("the answer after a deferral: %q", d.lines())
				}
			})
		})
	}
}

func anEndpoint(c *settings.Config) {
	c.Discord.Via, c.Endpoint.Key, c.Endpoint.Balanced, c.Clock.AckAfter = settings.ViaEndpoint, strings.Repeat("ab", 32), true, 800*time.Millisecond
}

// madeAt returns an id that Discord makes at a time.
func madeAt(at time.Time) string { return fmt.Sprint((at.UnixMilli() - discordsEpoch) << 22) }

// A process that hears nothing from Discord for 30 s says so. One that holds the gateway is not ready
// then, and one that is an endpoint stays ready. Both find out alone when Discord is back.
func TestCutOff(t *testing.T) {
	for via, change := range map[string]func(*settings.Config){settings.ViaGateway: nil, settings.ViaEndpoint: anEndpoint} {
		synctest.Test(t, func(t *testing.T) {
			var away atomic.Bool
			away.Store(true)
			d := &fakeREST{start: time.Now(), fault: func(sent) (int, string, error) {
				if away.Load() {
					return 0, "", errNoRoute
				}
				return 0, "", nil
			}}
			b, _ := newFakeBot(t, after(0), d, change)
			b.unready.Store(new(""))
			ctx, cancel := context.WithCancel(t.Context())
			b.responders.Go(func() { b.knock(ctx) })
			time.Sleep(time.Minute)
			if n := len(d.all()); n != 0 {
				t.Errorf("%d calls of a process that has nothing to say", n)
			}
			b.calls.knock(ctx) // one call that fails
			time.Sleep(20 * time.Second)
			if said := b.cutOff(); said != "" {
				t.Errorf("too early: %s", said)
			}
			time.Sleep(20 * time.Second)
			if said := b.cutOff(); said == "" {
				t.Error("after 40 s it believes that it can reach Discord")
			}
			if ready := !strings.Contains(b.trouble(), "nothing was heard"); ready != (via == settings.ViaEndpoint) {
				t.Errorf("%s: ready: %v", via, ready)
			}
			away.Store(false)
			time.Sleep(knockEvery + time.Second)
			if said := b.cutOff(); said != "" || !b.reaches() {
				t.Errorf("too late: %s", said)
			}
			cancel()
			b.responders.Wait()
		})
	}
}
