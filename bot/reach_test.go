package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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
// response without a content type. One that may have been passed on before it keeps.
func TestFileThatAnotherReplicaReaches(t *testing.T) {
	for age, want := range map[time.Duration]string{0: "0.8s passed on", time.Second: "0.1s type 5"} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Until(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
			d := &fakeREST{start: time.Now(), cdn: func(*http.Request) (*http.Response, error) { return nil, errReset }}
			b, _ := newFakeBot(t, reader(0), d, anEndpoint)
			start, got := time.Now(), ""
			raw := strings.Replace(string(withFile(about(10, fileURL))), `"id":"1"`, fmt.Sprintf(`"id":%q`, madeAt(start.Add(-age))), 1)
			_ = b.accept([]byte(raw), func(p wire.Payload) error {
				what := "passed on"
				if p.ContentType != "" {
					what = sent{Opened: wiretest.Opened{Body: p.Body}}.what()
				}
				got += fmt.Sprintf("%.1fs %s", time.Since(start).Seconds(), what)
				return nil
			})
			b.responders.Wait()
			if got != want {
				t.Errorf("of an age of %v: %q, not %q", age, got, want)
			}
		})
	}
}

func anEndpoint(c *settings.Config) {
	c.Discord.Via, c.Endpoint.Key, c.Clock.AckAfter = settings.ViaEndpoint, strings.Repeat("ab", 32), 800*time.Millisecond
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
