package bot

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// scrape is what /metrics says.
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
		b, _ := newFakeBot(t, h, discord, func(c *Config) { c.Limits.PerUser = 1 })
		for i, raw := range [][]byte{taking("5", 2), taking("5", 0), taking("6", 0), taking("7", 0), taking("6", 0)} {
			_ = b.accept(numbered(raw, i+1), nil)
			synctest.Wait()
		}
		_ = b.accept(numbered(taking("6", 0), 5), nil)
		time.Sleep(time.Second)
		if s := scrape(b); !strings.Contains(s, "\n"+`kibitz_turns{state="busy"} 1`+"\n") || !strings.Contains(s, "\n"+`kibitz_requests{state="unanswered"} 1`+"\n") {
			t.Errorf("while one is worked on:\n%s", s)
		}
		b.responders.Wait()
		b.workers.Wait() // a turn ends after its answer is there
		said := scrape(b)
		for _, line := range []string{
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="answered"} 2`,
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="deferred"} 1`,
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="refused"} 1`,
			`kibitz_interactions_total{via="gateway",kind="command",command="test",outcome="late"} 1`,
			`kibitz_duplicates_total 1`,
			`kibitz_answer_seconds_bucket{command="test",le="0.005"} 2`,
			`kibitz_answer_seconds_bucket{command="test",le="1.5"} 2`,
			`kibitz_answer_seconds_bucket{command="test",le="2"} 3`,
			`kibitz_answer_seconds_bucket{command="test",le="+Inf"} 3`,
			`kibitz_answer_seconds_sum{command="test"} 2`,
			`kibitz_answer_seconds_count{command="test"} 3`,
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
