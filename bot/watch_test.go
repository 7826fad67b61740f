package bot

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// scrape returns the text of /metrics.
func scrape(b *bot) string {
	w := httptest.NewRecorder()
	b.page().Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// What becomes of interactions is counted, by what it was and by how long it took.
func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := takes
		h.defs = fileDefinitions // the command "test"
		discord := &fakeREST{fault: func(s sent) (int, string, error) {
			if strings.Contains(s.path, "/interactions/4/") {
				return 404, `{"code":10062,"message":"Unknown interaction"}`, nil
			}
			return 0, "", nil
		}}
		b, _ := newFakeBot(t, h, discord, func(c *settings.Config) { c.Limits.PerUser = 1 })
		for i, raw := range [][]byte{taking("5", 2), taking("5", 0), taking("6", 0), taking("7", 0), taking("6", 0)} {
			_ = b.accept(numbered(raw, i+1), nil)
			synctest.Wait()
		}
		_ = b.accept(numbered(taking("6", 0), 5), nil)
		time.Sleep(time.Second)
		if s := scrape(b); !strings.Contains(s, "\n"+`kibitz_turns{state="busy"} 1`+"\n") || !strings.Contains(s, "\n"+`kibitz_requests{state="unanswered"} 1`+"\n") {
			t.Errorf("while one is worked on:\n%s", s)
		}
		_ = b.accept(numbered(taking("8", 0), 6), func(wire.Payload) error { return nil })
		b.responders.Wait()
		b.workers.Wait() // a turn ends after its answer is there
		said := scrape(b)
		for _, line := range []string{
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="answered"} 2`,
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="deferred"} 1`,
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="refused"} 1`,
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="late"} 1`,
			`kibitz_interactions_total{via="endpoint",kind="command",command="test",outcome="answered"} 1`,
			`kibitz_duplicates_total 1`,
			`kibitz_answer_seconds_bucket{command="test",le="0.005"} 3`,
			`kibitz_answer_seconds_bucket{command="test",le="1.5"} 3`,
			`kibitz_answer_seconds_bucket{command="test",le="2"} 4`,
			`kibitz_answer_seconds_bucket{command="test",le="+Inf"} 4`,
			`kibitz_answer_seconds_sum{command="test"} 2`,
			`kibitz_answer_seconds_count{command="test"} 4`,
			`kibitz_first_response_seconds_count{via="gateway"} 4`,
			`kibitz_discord_requests_total{route="deferral",status="200"} 1`,
			`kibitz_discord_requests_total{route="answer",status="404"} 1`,
			`kibitz_turns{state="busy"} 0`,
			`kibitz_endpoint_rejected_total{why="bad signature"} 0`,
		} {
			if !strings.Contains(said, "\n"+line+"\n") {
				t.Errorf("no %s in\n%s", line, said)
			}
		}
	})
}

func TestHealthSaysWhatIsWrong(t *testing.T) {
	b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
	check := func(path string, wantCode int, want string) {
		t.Helper()
		w := httptest.NewRecorder()
		b.page().Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != wantCode || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %q, want %d %q", path, w.Code, w.Body, wantCode, want)
		}
	}
	check("/readyz", 503, "where its gateway is")
	check("/livez", 200, "ok")
	b.link, b.cfg.Discord.Via = nil, settings.ViaEndpoint
	check("/readyz", 503, "who we are")
	b.unready.Store(new(""))
	check("/readyz", 200, `"status":"ok"`)
	check("/healthz", 200, `"status":"ok"`)
	b.leaving.Store(true)
	check("/readyz", 503, "stopping")
	check("/livez", 200, "ok")
	b.stuck.Store(4)
	check("/livez", 503, "4 handlers outstay")
	check("/version", 200, `"go":"go1`)
	check("/metrics", 200, "kibitz_build_info{")
	check("/debug/pprof/", 404, "")
	b.cfg.HTTP.Debug = true
	check("/debug/pprof/", 200, "goroutine")
	check("/debug/pprof/goroutine?debug=1", 200, "goroutine profile: total")
	check("/debug/pprof/heap", 200, "\x1f\x8b") // gzip, as go tool pprof reads it
	check("/debug/pprof/profile?seconds=1", 200, "\x1f\x8b")
	check("/debug/pprof/trace?seconds=0.01", 200, "go 1.")
	check("/debug/pprof/nonsense", 404, "")
}

// Handlers that were slow, and have ended, are no reason for a new process.
func TestLivezAfterSlowHandlers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := after(0)
		h.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			time.Sleep(70 * time.Second)
			return &chat.Reply{}
		}
		b, _ := newFakeBot(t, h, &fakeREST{}, func(c *settings.Config) { c.Limits.Workers = 1 })
		_ = b.accept(command("5"), nil)
		b.responders.Wait()
		b.workers.Wait()
		w := httptest.NewRecorder()
		b.page().Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/livez", nil))
		if _, busy, _ := b.turns.state(); busy != 0 || w.Code != 200 {
			t.Errorf("%d busy, %d %s", busy, w.Code, w.Body)
		}
	})
}

// A metric of how long a solve takes counts each solve once.
func TestSolvesAreCountedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(5*time.Second), &fakeREST{}, func(c *settings.Config) { c.Limits.Workers = 2 })
		for i := range 2 {
			_ = b.accept(numbered(command(fmt.Sprint(i+5)), i+1), nil)
			synctest.Wait()
		}
		_ = b.accept(numbered(typing("9", "1"), 3), nil)
		b.responders.Wait()
		b.workers.Wait()
		said := scrape(b)
		for _, line := range []string{`kibitz_solve_seconds_count{command="other"} 2`, `kibitz_answer_seconds_count{command="other"} 2`} {
			if !strings.Contains(said, "\n"+line+"\n") {
				t.Errorf("no %s in\n%s", line, said)
			}
		}
	})
}
