package bot

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

func TestPassingFaultsAreRetried(t *testing.T) {
	for _, f := range []struct {
		status int
		body   string
		err    error
	}{
		{status: 429, body: `{"retry_after":0.3,"global":false,"message":"slow"}`},
		{status: 429, body: `<html>not JSON`},
		{status: 500}, {status: 502}, {status: 503, body: "{}"}, {status: 504},
		{err: errReset},
	} {
		want(t, kinds(play(t, after(0), once("type 4", f.status, f.body, f.err), nil, command("5"))), "type 4 ### done", "type 4 ### done")
		want(t, kinds(play(t, after(2*time.Second), once("type 5", f.status, f.body, f.err), nil, command("5"))), "type 5", "type 5", "edit ### done")
		again := []string{"look", "edit ### done"}
		if f.status == http.StatusTooManyRequests { // it has certainly not arrived
			again = again[1:]
		}
		want(t, kinds(play(t, after(2*time.Second), once("edit", f.status, f.body, f.err), nil, command("5"))), append([]string{"type 5", "edit ### done"}, again...)...)
	}
}

// A first response whose answer got lost had arrived: the retry says so.
func TestLostAnswerThenAlreadyAcknowledged(t *testing.T) {
	lost := func() *fakeREST {
		tries := 0
		return &fakeREST{fault: func(s sent) (int, string, error) {
			if s.method != http.MethodPost {
				return 0, "", nil
			}
			if tries++; tries == 1 {
				return 0, "", errReset
			}
			return 400, `{"code":40060,"message":"Interaction has already been acknowledged."}`, nil
		}}
	}
	want(t, kinds(play(t, after(0), lost(), nil, command("5"))), "type 4 ### done", "type 4 ### done")
	want(t, kinds(play(t, after(2*time.Second), lost(), nil, command("5"))), "type 5", "type 5", "edit ### done")
}

// Already acknowledged at the first try: another process has the same token,
// and its answer is left alone.
func TestAnsweredBySomebodyElse(t *testing.T) {
	body := `{"code":40060,"message":"Interaction has already been acknowledged."}`
	want(t, play(t, after(0), once("type 4", 400, body, nil), nil, command("5")), "0s type 4 ### done")
	want(t, play(t, after(2*time.Second), once("type 5", 400, body, nil), nil, command("5")), "1.5s type 5")
}

func TestUnknownInteractionIsGivenUp(t *testing.T) {
	body := `{"code":10062,"message":"Unknown interaction"}`
	want(t, play(t, after(0), once("type 4", 404, body, nil), nil, command("5")), "0s type 4 ### done")
	got, log := playLog(t, after(time.Hour), once("type 5", 404, body, nil), nil, command("5"))
	want(t, got, "1.5s type 5")
	if !strings.Contains(log, "10062") {
		t.Error(log)
	}
}

// While Discord is down a deferral is tried until its three seconds are over,
// and the answer for as long as it can be taken.
func TestDiscordIsDownForAWhile(t *testing.T) {
	rest := &fakeREST{}
	rest.fault = func(s sent) (int, string, error) {
		if s.at < 5*time.Minute {
			return 0, "", errReset
		}
		return 0, "", nil
	}
	got := play(t, after(2*time.Second), rest, nil, command("5"))
	last := got[len(got)-1]
	if !strings.HasPrefix(last, "5m") || !strings.HasSuffix(last, " edit ### done") || len(got) > 60 {
		t.Errorf("%d requests, the last %q", len(got), last)
	}
}

func TestFirstResponseIsNotSentTooLate(t *testing.T) {
	rest := &fakeREST{fault: func(sent) (int, string, error) { return 500, "", nil }}
	for _, line := range play(t, after(0), rest, nil, command("5")) {
		if at, err := time.ParseDuration(strings.Fields(line)[0]); err != nil || at >= 3*time.Second {
			t.Error(line)
		}
	}
}

// An edit whose answer got lost had arrived: a look says so, and it is not sent again.
func TestLostAnswerToAnEdit(t *testing.T) {
	discord := oneMessage()
	shared := discord.fault
	discord.fault = func(s sent) (int, string, error) {
		status, body, err := shared(s)
		if s.method == http.MethodPatch {
			return 0, "", errReset
		}
		return status, body, err
	}
	want(t, kinds(play(t, after(2*time.Second), discord, nil, command("5"))), "type 5", "edit ### done", "look")
}

// A body that Discord finds wrong is our mistake: the person is told of it.
func TestRefusedMessageBecomesAnIncident(t *testing.T) {
	body := `{"code":50035,"message":"Invalid Form Body"}`
	got := kinds(play(t, after(0), once("type 4", 400, body, nil), nil, command("5")))
	if len(got) != 2 || !strings.HasPrefix(got[1], "type 4 private ### notice incident") {
		t.Errorf("%q", got)
	}
	got = kinds(play(t, after(2*time.Second), once("edit", 400, body, nil), nil, command("5")))
	if len(got) != 3 || !strings.HasPrefix(got[2], "edit ### notice incident") {
		t.Errorf("%q", got)
	}
}

// A notice about a click stands under the message that was clicked on. As it cannot be sent twice without harm,
// a worker whose job another may have by now leaves it to that one. A request that is no job is nobody else's.
func TestNoticeUnderAMessage(t *testing.T) {
	for name, c := range map[string]struct {
		via   string
		held  bool
		again bool
		sent  int
		err   error
	}{
		"a job":                       {viaQueue, true, false, 1, nil},
		"a job that another may have": {viaQueue, false, false, 0, errNotHeld},
		"a job that another had":      {viaQueue, true, true, 0, nil},
		"a request":                   {settings.ViaGateway, true, false, 1, nil},
		"one that the queue may have": {settings.ViaGateway, false, false, 1, nil},
	} {
		d := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, after(0), d, nil)
		in, err := decode(inPlaceClick(1, "A"))
		if err != nil || !in.ofClicked() {
			t.Fatalf("no click: %v", err)
		}
		in.via, in.born = c.via, time.Now()
		a := b.newAnswer(in)
		a.held, a.again = func() bool { return c.held }, c.again
		if err := a.put(t.Context(), b.compose(in, b.notice(in, noticeOverdue, nil))); err != c.err || len(d.all()) != c.sent {
			t.Errorf("%s: sent %q, %v", name, d.lines(), err)
		}
	}
}

// A large answer that goes over our own line is deferred first, and a small one is not; nor is one
// that is the response to a signed request.
func TestLargeAnswersAreDeferredFirst(t *testing.T) {
	with := func(bytes int) fakeHandler {
		return fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			return &chat.Reply{Title: "done", Files: []chat.File{{Name: "film.gif", Data: make([]byte, bytes)}}}
		}}
	}
	want(t, kinds(play(t, with(largeFirst), &fakeREST{}, nil, command("5"))), "type 4 ### done")
	want(t, kinds(play(t, with(largeFirst+1), &fakeREST{}, nil, command("5"))), "type 5", "edit ### done")
	want(t, kinds(play(t, with(largeFirst+1), &fakeREST{}, nil, command("5", privately))), "type 5 private", "edit ### done")
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, with(largeFirst+1), &fakeREST{}, nil)
		responses := 0
		_ = b.accept(command("5"), func(wire.Payload) error { responses++; return nil })
		b.responders.Wait()
		if responses != 1 || strings.Contains(scrape(b), `outcome="deferred"`) {
			t.Errorf("%d responses: %s", responses, scrape(b))
		}
	})
}
