package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/queue/queuetest"
	"kibitz/bot/rest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Of a message with many files the first few texts and the first few pictures are read.
func TestTargetFilesAreBounded(t *testing.T) {
	var files []string
	for i := range 2 * (maxTargetFiles + 2) {
		kind := []string{"image/png", "text/plain"}[i%2]
		files = append(files, fmt.Sprintf(`{"id":"%d","filename":"f%d","size":9,"content_type":%q,"url":"https://cdn.discordapp.com/attachments/1/2/f%d"}`, i, i, kind, i))
	}
	in, err := decode(targeting(`{"content":"","attachments":[` + strings.Join(files, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	read := map[bool]int{}
	for _, f := range in.files {
		read[f.image]++
	}
	if read[true] != maxTargetFiles || read[false] != maxTargetFiles {
		t.Errorf("%d pictures and %d texts, want %d of each", read[true], read[false], maxTargetFiles)
	}
}

// A board that nobody taps any more is forgotten after a while, and one that is tapped is not.
func TestBoardsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, taps, &fakeREST{start: time.Now()}, nil)
		_ = b.accept(numbered(tap("77", "-", "a"), 1), nil)
		b.responders.Wait()
		time.Sleep(2 * boardKept)
		held := b.boards.find("79")
		time.Sleep(2 * boardKept)
		b.boards.find("80")
		if len(b.boards.byMessage) != 2 || b.boards.byMessage["79"] != held {
			t.Errorf("%d boards are remembered, want the one in use and the new one", len(b.boards.byMessage))
		}
	})
}

// A click that carries a puzzle which its message never had here goes on from that puzzle: another
// process has changed the message.
func TestTapOnAnothersBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, taps, discord, nil)
		for i, raw := range [][]byte{tap("77", "-", "a"), tap("77", "-xy", "b")} {
			_ = b.accept(numbered(raw, i+1), nil)
			b.responders.Wait()
		}
		if last := string(discord.all()[1].Body); !strings.Contains(last, "-xyb") {
			t.Error(last)
		}
	})
}

// Suggestions leave nothing behind, however many a person gets.
func TestSuggestionsGiveTheirPlacesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(0), &fakeREST{}, func(c *settings.Config) { c.Limits.PerUser = 1 })
		for i := range 5 {
			if !b.admission.enterSuggestion("5") {
				t.Fatalf("the suggestion after %d others is turned away", i)
			}
			b.admission.releaseSuggestion("5")
		}
		if n := len(b.admission.byUser); n != 0 {
			t.Errorf("%d people are remembered", n)
		}
	})
}

// A person who types on gets suggestions again and again.
func TestSuggestionsOneAfterAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(0), &fakeREST{start: time.Now()}, func(c *settings.Config) { c.Limits.PerUser = 1 })
		for i := range 3 {
			_ = b.accept(numbered(typing("5", "1"), i+1), nil)
			b.responders.Wait()
			b.workers.Wait()
			if _, suggestions := b.admission.state(); suggestions != 0 {
				t.Fatalf("after %d: %d are being made", i+1, suggestions)
			}
		}
	})
}

// A second request for an interaction gets the response that the first one took; if nobody took it, the
// second is worked on anew.
func TestJoinAfterTheResponse(t *testing.T) {
	for _, taken := range []bool{true, false} {
		var d deliveries
		entry, _ := d.enter("1", time.Now())
		entry.respond(wire.Payload{Body: []byte("x")}, taken)
		got := ""
		joined, anew := d.join(entry, func(p wire.Payload) error { got = string(p.Body); return nil }, true, time.Now())
		if joined != taken || (got == "x") != taken || (anew == nil) != taken {
			t.Errorf("taken %v: joined %v with %q, anew %v", taken, joined, got, anew != nil)
		}
	}
}

// The gateway's questions about a fault are answered by the fault.
func TestNoInfo(t *testing.T) {
	f := noInfo{&rest.Fault{Status: 401, RetryAfter: 7 * time.Second}}
	if !f.Unauthorized() || f.RetryAfter() != 7*time.Second || (noInfo{&rest.Fault{Status: 429}}).Unauthorized() {
		t.Errorf("%v %v", f.Unauthorized(), f.RetryAfter())
	}
}

// A handler that was given up is counted until it returns.
func TestStuckHandlersAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			time.Sleep(time.Hour)
			return &chat.Reply{Title: "too late"}
		}}
		b, _ := newFakeBot(t, h, &fakeREST{start: time.Now()}, nil)
		_ = b.accept(command("5"), nil)
		b.responders.Wait()
		before := b.stuck.Load()
		b.workers.Wait()
		if after := b.stuck.Load(); before != 1 || after != 0 {
			t.Errorf("%d while it is stuck, and %d afterwards", before, after)
		}
	})
}

// Files that cannot be had leave room for the files of others.
func TestRefusedFilesGiveTheirPlacesBack(t *testing.T) {
	var tries atomic.Int32
	var raws [][]byte
	for range 2 * maxFetching {
		raws = append(raws, withFile(about(10, fileURL)))
	}
	got := kinds(play(t, reader(0), serving(&tries, file(404, "")), func(c *settings.Config) { c.Limits.PerUser = 3 * maxFetching }, raws...))
	if len(got) != len(raws) || slices.ContainsFunc(got, func(line string) bool { return !strings.HasPrefix(line, "type 4 private ### notice file.") }) {
		t.Errorf("%q", got)
	}
}

// An operator hears that Discord does not know the token.
func TestSetEndpointWithAWrongToken(t *testing.T) {
	discord := &fakeREST{fault: func(sent) (int, string, error) { return 401, `{"message":"401: Unauthorized"}`, nil }}
	var said strings.Builder
	err := SetEndpoint(t.Context(), Options{Token: fakeToken, Transport: func() http.RoundTripper { return discord }, Handler: after(0)}, "", &said)
	if f, ok := errors.AsType[*rest.Fault](err); !ok || f.Status != 401 {
		t.Errorf("%v, %s", err, said.String())
	}
	if err := SetEndpoint(t.Context(), Options{Token: "no token", Handler: after(0)}, "", &said); err == nil {
		t.Error("what is no token is taken for one")
	}
}

// The last request to end tells the one who waits for all of them.
func TestLastReleaseEmptiesTheHouse(t *testing.T) {
	b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
	b.admission.enter("5")
	b.admission.close()
	select {
	case <-b.admission.empty:
		t.Error("it is empty with a request in it")
	default:
	}
	b.admission.done("5", 0)
	b.admission.release("5", 0)
	select {
	case <-b.admission.empty:
	default:
		t.Error("nobody is told that the last request has ended")
	}
}

// A click knows how old its message is.
func TestDecodeAge(t *testing.T) {
	raw := strings.Replace(string(fixture(t, "click.json")), `"id": "8"`, fmt.Sprintf(`"id": "%d"`, 1290000000000000003-int64(5000)<<22), 1)
	in, err := decode([]byte(raw))
	if err != nil || in.request.Age != 5*time.Second {
		t.Errorf("%v, %v", in.request.Age, err)
	}
}

// A deferral waits for its answer unless Discord says that the message is gone or that the token has ended; any other
// refusal leaves that open.
func TestWhatADeferralWaitsFor(t *testing.T) {
	for _, c := range []struct {
		fault rest.Fault
		known bool
	}{
		{rest.Fault{Status: 404, Code: 10008}, true},
		{rest.Fault{Status: 401, Code: 50027}, true},
		{rest.Fault{Status: 404, Code: rest.UnknownWebhook}, false},
		{rest.Fault{Status: 500}, false},
		{rest.Fault{}, false},
	} {
		waits, err := new(interaction).waits(nil, &c.fault, false)
		if waits || (err == nil) != c.known {
			t.Errorf("%+v: waits %v, %v", c.fault, waits, err)
		}
	}
}

// To compare commands changes neither list: the one that was read is sent.
func TestNormalizedIsACopy(t *testing.T) {
	list := []wire.Command{{Name: "b"}, {Name: "a"}}
	if got := normalized(list, "1"); got[0].Name != "a" || list[0].Name != "b" {
		t.Errorf("%v of %v", got, list)
	}
}

// Where there is a queue a gauge tells whether it can be reached; without one there is no gauge.
func TestGaugeOfTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		b := process(t, after(0), &fakeREST{start: time.Now()}, s.Dial, nil)
		time.Sleep(5 * time.Second)
		if said := scrape(b); !strings.Contains(said, "\nkibitz_queue_up 1\n") {
			t.Error(said)
		}
		finish(b)
	})
	b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
	if said := scrape(b); strings.Contains(said, "kibitz_queue_up") {
		t.Error(said)
	}
}

// A request is handed to the queue only at the end of the process: one that is turned away for another
// reason is told so.
func TestBusyIsNotHandedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		d := &fakeREST{start: time.Now()}
		b := process(t, after(10*time.Second), d, s.Dial, func(c *settings.Config) { c.Limits.PerUser = 1 })
		time.Sleep(5 * time.Second)
		for i := range 2 {
			_ = b.accept(numbered(command("5"), i+1), nil)
			time.Sleep(100 * time.Millisecond)
		}
		finish(b)
		if !slices.ContainsFunc(d.all(), func(s sent) bool { return strings.Contains(s.what(), "notice busy.user") }) {
			t.Error("the second request of one person is not turned away")
		}
	})
}

// A turn that is given back twice counts once.
func TestTurnGivenBackTwice(t *testing.T) {
	turns := newTurns(2)
	w := turns.take(t.Context(), true)
	w.release()
	w.release()
	if _, busy, _ := turns.state(); busy != 0 || turns.settled != 0 {
		t.Errorf("%d workers are busy, and %d turns settled", busy, turns.settled)
	}
}

// Discord asks that bots say what they are.
func TestAgent(t *testing.T) {
	var o Options
	o.Version, o.Config.About.Source = "1.2", "https://example.com"
	if got := o.agent(); got != "DiscordBot (https://example.com, 1.2)" {
		t.Error(got)
	}
}

// An endpoint is tried without a signature, and with a wrong one.
func TestTriedSignatures(t *testing.T) {
	var tried []string
	refusing := cdnOnly(func(r *http.Request) (*http.Response, error) {
		tried = append(tried, r.Header.Get("X-Signature-Ed25519"))
		if r.Header.Get("Content-Type") != "application/json" || !strings.HasPrefix(r.Header.Get("User-Agent"), "Discord-Interactions/") {
			t.Errorf("not as Discord asks: %v", r.Header)
		}
		return response(r, http.StatusUnauthorized, ""), nil
	})
	if err := tryEndpoint(t.Context(), refusing, "https://example.com", io.Discard); err != nil {
		t.Fatal(err)
	}
	if len(tried) != 2 || tried[0] != "" || len(tried[1]) != 128 {
		t.Errorf("%q", tried)
	}
}

type cdnOnly func(*http.Request) (*http.Response, error)

func (c cdnOnly) RoundTrip(r *http.Request) (*http.Response, error) { return c(r) }

// Clicks that change no message do not wait for each other.
func TestPrivateClicksAtOnce(t *testing.T) {
	beside := func(board string) []byte {
		return []byte(strings.Replace(string(tap("77", board, "a")), "k1t/", "k1/", 1))
	}
	got := play(t, taps, &fakeREST{}, func(c *settings.Config) { c.Limits.PerUser = 9 }, beside("-"), beside("-"))
	want(t, got, "100ms type 4 private ### board", "100ms type 4 private ### board")
}

// That the commands cannot be read or written is told.
func TestRegistrationFails(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodPut} {
		discord := &fakeREST{fault: func(s sent) (int, string, error) {
			if s.method == method {
				return http.StatusForbidden, `{"code":50001,"message":"Missing Access"}`, nil
			}
			return 0, "", nil
		}}
		b, _ := newFakeBot(t, after(0), discord, nil)
		if changed, err := b.calls.register(t.Context(), "1", "", someDefinitions); err == nil || changed {
			t.Errorf("%s: changed %v, %v", method, changed, err)
		}
	}
}

// A job that is done at once is no redelivery.
func TestFirstDeliveryIsNoRedelivery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := queuetest.Start(t)
		b := process(t, after(3*time.Second), &fakeREST{start: time.Now(), fault: loading}, s.Dial, nil)
		stop := works(b)
		_ = b.accept(command("5"), nil)
		time.Sleep(10 * time.Second)
		stop()
		finish(b)
		if said := scrape(b); !strings.Contains(said, "\nkibitz_queue_redelivered_total 0\n") || outcomes(b)["deferred"] != 1 {
			t.Error(said)
		}
	})
}
