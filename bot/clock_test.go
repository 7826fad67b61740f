package bot

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// The tests of the clock run on a clock of their own, in a bubble: they take no
// time, and the times they name are exact.

func TestFastAnswerIsTheFirstResponse(t *testing.T) {
	want(t, play(t, after(time.Second), &fakeREST{}, nil, command("5")), "1s type 4 ### done")
	want(t, play(t, after(time.Second), &fakeREST{}, nil, command("5", privately)), "1s type 4 private ### done")
	want(t, play(t, after(0), &fakeREST{}, nil, click("k1/x")), "0s type 4 private ### done")
}

func TestSlowAnswerIsDeferred(t *testing.T) {
	want(t, play(t, after(2*time.Second), &fakeREST{}, nil, command("5")), "1.5s type 5", "2s edit ### done")
	want(t, play(t, after(2*time.Second), &fakeREST{}, nil, command("5", privately)), "1.5s type 5 private", "2s edit ### done")
	want(t, play(t, after(2*time.Second), &fakeREST{}, nil, click("k1/x")), "1.5s type 5 private", "2s edit ### done")
}

func TestBudgetEndsInAnAnswer(t *testing.T) {
	want(t, play(t, after(time.Hour), &fakeREST{}, nil, command("5")), "1.5s type 5", "1m0s edit ### cut short")
}

func TestProgressIsShown(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		for i := range 80 { // a report every 100 ms for 8 s
			time.Sleep(50 * time.Millisecond)
			progress(&chat.Reply{Title: fmt.Sprint(i)})
			time.Sleep(50 * time.Millisecond)
		}
		return &chat.Reply{Title: "done"}
	}}
	// An edit that takes a second, so that the second edit would meet the answer.
	slow := &fakeREST{delay: func(s sent) time.Duration {
		if s.method == http.MethodPatch {
			return time.Second
		}
		return 0
	}}
	want(t, play(t, h, slow, nil, command("5")),
		"1.5s type 5", "4.5s edit ### ⏳ 44", "7.5s edit ### ⏳ 74", "8.5s edit ### done")
}

func TestProgressOnlyWhenThereIsAny(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		progress(&chat.Reply{Title: "once"})
		time.Sleep(20 * time.Second)
		return &chat.Reply{Title: "done"}
	}}
	want(t, play(t, h, &fakeREST{}, nil, command("5")), "1.5s type 5", "4.5s edit ### ⏳ once", "20s edit ### done")
}

func TestFailedProgressDoesNotDelayTheAnswer(t *testing.T) {
	h := fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
		progress(&chat.Reply{Title: "p"})
		time.Sleep(5 * time.Second)
		return &chat.Reply{Title: "done"}
	}}
	rest := &fakeREST{fault: func(s sent) (int, string, error) {
		if strings.Contains(s.what(), compose.ProgressMark) {
			return 503, "", nil
		}
		return 0, "", nil
	}}
	want(t, play(t, h, rest, nil, command("5")), "1.5s type 5", "4.5s edit ### ⏳ p", "5s edit ### done")
}

// A handler that ignores its context is given up, but the person is answered.
func TestHandlerThatIgnoresItsBudget(t *testing.T) {
	h := fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		time.Sleep(time.Hour)
		return &chat.Reply{Title: "too late"}
	}}
	want(t, play(t, h, &fakeREST{}, nil, command("5")), "1.5s type 5", "1m3s edit ### notice overdue")
}

func TestBusy(t *testing.T) {
	want(t, play(t, after(time.Second), &fakeREST{}, func(c *settings.Config) { c.Limits.PerUser = 1 }, command("5"), command("5"), command("6")),
		"0s type 4 private ### notice busy.user", "1s type 4 ### done", "1s type 4 ### done")
	want(t, play(t, after(time.Second), &fakeREST{}, func(c *settings.Config) { c.Limits.Workers, c.Limits.Queue = 1, 1 }, command("5"), command("6"), command("7")),
		"0s type 4 private ### notice busy.bot", "1s type 4 ### done", "1.5s type 5", "2s edit ### done")
}

// A request that waits for a worker is deferred in time, and has its whole budget once it has
// the worker.
func TestQueueDefersInTime(t *testing.T) {
	want(t, play(t, after(time.Hour), &fakeREST{}, func(c *settings.Config) { c.Limits.Workers = 1; c.Limits.Solve = 10 * time.Second }, command("5"), command("6")),
		"1.5s type 5", "1.5s type 5", "10s edit ### cut short", "20s edit ### cut short")
}

// Nobody waits beyond the life of the interaction's token.
func TestQueueEndsWithTheToken(t *testing.T) {
	got := play(t, after(time.Hour), &fakeREST{}, func(c *settings.Config) { c.Limits.Workers = 1; c.Limits.Solve = 14 * time.Minute }, command("5"), command("6"))
	slices.Sort(got)
	if len(got) != 4 || got[2] != "14m0s edit ### cut short" || !strings.HasPrefix(got[3], "14m0s edit ### ") { // turned away, or cut short at its first moment
		t.Errorf("%q", got)
	}
}

func TestUnknownButton(t *testing.T) {
	want(t, play(t, after(0), &fakeREST{}, nil, click("k0/x")), "0s type 4 private ### notice unknown")
}

// A button says how it is answered. Whose the message is decides who may
// change it.
func TestManners(t *testing.T) {
	for customID, lines := range map[string][4]string{ // at once and late, by the owner; the same by a stranger
		"k1/x":  {"0s type 4 private ### done", "1.5s type 5 private, 2s edit ### done", "0s type 4 private ### done", "1.5s type 5 private, 2s edit ### done"},
		"k1a/x": {"0s type 4 ### done", "1.5s type 5, 2s edit ### done", "0s type 4 ### done", "1.5s type 5, 2s edit ### done"},
		"k1t/x": {"0s type 7 ### done", "1.5s type 6, 2s edit ### done", "0s type 4 private ### notice not-yours", "0s type 4 private ### notice not-yours"},
		"k1p/x": {"0s type 7 ### done", "1.5s type 6, 2s edit ### done", "0s type 4 private ### done", "1.5s type 5 private, 2s edit ### done"},
	} {
		for i, c := range []struct {
			owner string
			takes time.Duration
		}{{"5", 0}, {"5", 2 * time.Second}, {"6", 0}, {"6", 2 * time.Second}} {
			got := play(t, after(c.takes), &fakeREST{}, nil, on(c.owner, click(customID)))
			if strings.Join(got, ", ") != lines[i] {
				t.Errorf("%s on a message of %s, after %s: %q, want %q", customID, c.owner, c.takes, got, lines[i])
			}
		}
	}
	want(t, play(t, after(0), &fakeREST{}, nil, click("k1t/x")), "0s type 7 ### done") // Discord does not say whose it is
}

// What goes wrong leaves the message as it is.
func TestFailureTakesNoPlace(t *testing.T) {
	fails := func(d time.Duration) fakeHandler {
		return fakeHandler{handle: func(ctx context.Context, _ *chat.Request, progress func(*chat.Reply)) *chat.Reply {
			progress(&chat.Reply{Title: "on the way"})
			time.Sleep(d)
			return &chat.Reply{Tone: chat.Failure, Title: "no", Private: true}
		}}
	}
	want(t, play(t, fails(0), &fakeREST{}, nil, click("k1t/x")), "0s type 4 private ### no")
	rest := &fakeREST{}
	want(t, play(t, fails(7*time.Second), rest, nil, click("k1t/x")), "1.5s type 6", "7s type 0")
	if s := rest.sent[1]; s.method != http.MethodPost || !strings.HasSuffix(s.path, "/webhooks/2/"+interactionSecret) || !strings.Contains(string(s.Body), `"flags":32832`) {
		t.Errorf("%s %s %s", s.method, s.path, s.Body)
	}
}

// A form is the first answer, without a turn at a worker; what is sent in is
// answered as any request.
func TestForm(t *testing.T) {
	h := after(0)
	h.form = func(req *chat.Request) *chat.Form {
		return &chat.Form{Title: "Type it", Path: "x?form=new", Mode: chat.Publicly, Fields: []chat.Field{{Name: "puzzle", Label: "Here"}}}
	}
	full := func(c *settings.Config) { c.Limits.PerUser = 0 }
	rest := &fakeREST{}
	want(t, play(t, h, rest, full, command("5")), "0s type 9")
	if body := string(rest.sent[0].Body); !strings.Contains(body, `"custom_id":"k1a/x?form=new","title":"Type it"`) {
		t.Error(body)
	}
	h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: req.Path + " " + req.Fields["puzzle"]}
	}
	sent := bytes.Replace(click("k1a/x?form=new"), []byte(`"type":3`), []byte(`"type":5`), 1)
	sent = bytes.Replace(sent, []byte(`"data":{`), []byte(`"data":{"components":[{"type":18,"component":{"type":4,"custom_id":"puzzle","value":"1\n0"}},{"type":99}],`), 1)
	want(t, play(t, h, &fakeREST{}, nil, sent), "0s type 4 ### x?form=new 1 0")
}

// A command on a message takes its text and its files.
func TestCommandOnAMessage(t *testing.T) {
	raw := []byte(`{"id":"1","application_id":"2","type":2,"token":"` + interactionSecret + `","locale":"en-US","user":{"id":"5"},"data":{"type":3,"name":"test","target_id":"9",
		"resolved":{"messages":{"8":{"content":"another"},"9":{"content":"look","components":[{"type":17,"components":[{"type":10,"content":"deep"}]}],
		"attachments":[{"filename":"a.png","content_type":"image/png","size":1,"url":"https://cdn.discordapp.com/a.png"},{"filename":"a.txt","content_type":"text/plain","size":1,"url":"https://cdn.discordapp.com/a.txt"},
		{"filename":"b.txt","size":99,"url":"https://cdn.discordapp.com/b.txt"}]}}}}}`)
	h := fakeHandler{defs: []chat.Definition{{Name: "test", OnMessage: true, MaxBytes: 10}}}
	h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: fmt.Sprintf("%q %s", req.Target.Texts, req.Target.Files)}
	}
	rest := &fakeREST{cdn: func(r *http.Request) (*http.Response, error) { return response(r, 200, "of "+r.URL.Path), nil }}
	want(t, play(t, h, rest, nil, raw), `0s type 4 ### ["look" "deep"] [{a.txt text/plain of /a.txt}]`)
}

func TestOtherInteractions(t *testing.T) {
	of := func(kind int) []byte {
		return bytes.Replace(command("5"), []byte(`"type":2,`), fmt.Appendf(nil, `"type":%d,`, kind), 1)
	}
	rest := &fakeREST{}
	want(t, play(t, after(0), rest, nil, of(wire.KindAutocomplete), of(99), []byte("{")), "0s type 8")
	if body := string(rest.sent[0].Body); body != `{"type":8,"data":{"choices":[]}}` {
		t.Error(body)
	}
}

// Stopping: who is nearly done gets the answer, who can hurry gets what there
// is, who cannot gets a notice, and who comes now is turned away.
func TestDrain(t *testing.T) {
	quick, partial, stubborn := command("1"), command("2"), command("3")
	h := fakeHandler{handle: func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		switch req.Options["kind"] {
		case "quick":
			time.Sleep(4 * time.Second)
			return &chat.Reply{Title: "done"}
		case "partial":
			<-ctx.Done()
			return &chat.Reply{Title: "partial"}
		}
		time.Sleep(time.Hour)
		return nil
	}}
	for name, raw := range map[string]*[]byte{"quick": &quick, "partial": &partial, "stubborn": &stubborn} {
		*raw = bytes.Replace(*raw, []byte(`"options":[`), []byte(`"options":[{"name":"kind","type":3,"value":"`+name+`"}`), 1)
	}
	synctest.Test(t, func(t *testing.T) {
		rest := &fakeREST{start: time.Now()}
		b, _ := newFakeBot(t, h, rest, func(c *settings.Config) { c.Limits.Workers = 5 })
		for i, raw := range [][]byte{quick, partial, stubborn, bytes.Replace(partial, []byte(`"2"}`), []byte(`"4"}`), 1)} {
			_ = b.accept(numbered(raw, i+1), nil)
			synctest.Wait()
		}
		time.Sleep(2 * time.Second)
		drained := make(chan struct{})
		go func() { b.drain(); close(drained) }()
		synctest.Wait()
		_ = b.accept(numbered(command("6"), 6), nil)
		<-drained
		b.conclude()
		err := b.close()
		took := time.Since(rest.start) - 2*time.Second
		if err == nil || !strings.Contains(err.Error(), "1 handlers") { // "stubborn"
			t.Errorf("close: %v", err)
		}
		if took >= 9*time.Second {
			t.Errorf("stopping took %v", took)
		}
		if b.accept(numbered(command("7"), 7), nil) == nil {
			t.Error("let in after the end")
		}
		var lines []string
		for _, s := range rest.all() {
			lines = append(lines, fmt.Sprint(s.at, " ", s.what()))
		}
		slices.Sort(lines)
		want(t, lines, "1.5s type 5", "1.5s type 5", "1.5s type 5", "1.5s type 5",
			"4s edit ### done", "4s type 4 private ### notice stopping", "5s edit ### partial", "5s edit ### partial", "8s edit ### notice stopping")
		b.workers.Wait()
	})
}

func TestDrainOfAnIdleBotIsImmediate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
		b.drain()
		if err := concluded(b); err != nil || time.Since(start) > 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// TestReadOnce: the handler reads a request once, whatever is asked of it then: for whom the
// answer is, which form opens, before and after its puzzle is fetched, and the answer.
func TestReadOnce(t *testing.T) {
	for name, raw := range map[string][]byte{
		"command":             command("5", privately),
		"command with a file": withFile(about(1, fileURL)),
		"click":               click("k1/x"),
		"form with a puzzle":  carried().click("k1/mend"),
		"form sent in":        bytes.Replace(click("k1/x"), []byte(`"type":3`), []byte(`"type":5`), 1),
		"long":                command("5", `{"name":"long","type":5,"value":true}`),
	} {
		var read, answered atomic.Int32
		h := fakeHandler{
			defs:     fileDefinitions,
			inquired: func(*chat.Request) { read.Add(1) },
			form: func(req *chat.Request) *chat.Form {
				if req.Path != "mend" {
					return nil
				}
				return &chat.Form{Title: "Mend", Path: "x", Mends: true}
			},
			handle: func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
				answered.Add(1)
				if req.Options["long"] == true {
					time.Sleep(10 * time.Second)
				}
				return &chat.Reply{Title: "done"}
			},
		}
		got := play(t, h, &fakeREST{cdn: file(200, "1")}, nil, raw)
		if form := name == "form with a puzzle"; read.Load() != 1 || form != (answered.Load() == 0) {
			t.Errorf("%s: read %d times, answered %d times: %q", name, read.Load(), answered.Load(), got)
		}
	}
}
