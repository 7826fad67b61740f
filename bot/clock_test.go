package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/commands/chat"
)

// The tests of the clock run on a clock of their own, in a bubble: they take no
// time, and the times they name are exact.

// after is a handler that takes d, or until its context ends, and tells which.
func after(d time.Duration) fakeHandler {
	return fakeHandler{handle: func(ctx context.Context, _ *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		select {
		case <-time.After(d):
			return &chat.Reply{Title: "done"}
		case <-ctx.Done():
			return &chat.Reply{Title: "cut short"}
		}
	}}
}

// play feeds interactions to a bot and returns, when all are answered, what it
// sent: "0s type 4 ### done".
func play(t *testing.T, h Handler, rest *fakeREST, change func(*Config), interactions ...[]byte) []string {
	lines, _ := playLog(t, h, rest, change, interactions...)
	return lines
}

func playLog(t *testing.T, h Handler, rest *fakeREST, change func(*Config), interactions ...[]byte) ([]string, string) {
	t.Helper()
	var lines []string
	var log *bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		rest.start = time.Now()
		var b *bot
		b, log = newFakeBot(t, h, rest, change)
		for _, raw := range interactions {
			b.accept(raw)
			synctest.Wait()
		}
		b.responders.Wait()
		b.workers.Wait()
		for _, s := range rest.all() {
			lines = append(lines, fmt.Sprint(s.at, " ", s.what()))
		}
	})
	return lines, log.String()
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

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
		if strings.Contains(s.what(), ProgressMark) {
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

func TestPanicIsAnIncident(t *testing.T) {
	for name, h := range map[string]fakeHandler{
		"panic": {handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply { panic("ouch") }},
		"nil":   {handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply { return nil }},
		"tone": {handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
			return &chat.Reply{Tone: 99}
		}},
	} {
		got, log := playLog(t, h, &fakeREST{}, nil, command("5"))
		if len(got) != 1 {
			t.Errorf("%s: %q", name, got)
			continue
		}
		id := regexp.MustCompile(`^0s type 4 private ### notice incident\n([0-9a-f]{8})$`).FindStringSubmatch(got[0])
		if id == nil || !strings.Contains(log, "id="+id[1]) {
			t.Errorf("%s: %q\n%s", name, got, log)
		}
		if name != "nil" && !strings.Contains(log, "goroutine") {
			t.Errorf("%s: no stack in the log:\n%s", name, log)
		}
	}
}

// A panic in what the handler is asked before the request is let in is an
// incident like any other, and the place of the person is not taken by it.
func TestPanicBeforeTheRequestIsLetIn(t *testing.T) {
	panics := after(0)
	panics.private = func(*chat.Request) bool { panic("ouch") }
	form := after(0)
	form.form = func(*chat.Request) *chat.Form { panic("ouch") }
	broken := after(0)
	broken.form = func(*chat.Request) *chat.Form { return &chat.Form{Mode: 99} }
	one := func(c *Config) { c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 1, 0 }
	for name, c := range map[string]struct {
		handler fakeHandler
		raw     []byte
	}{
		"Private": {panics, command("5")}, "Form": {form, command("5")}, "Form of a click": {form, click("k1t/x")}, "Form that is none": {broken, command("5")},
	} {
		got, log := playLog(t, c.handler, &fakeREST{}, one, c.raw, c.raw)
		if len(got) != 2 {
			t.Errorf("%s: %q", name, got)
			continue
		}
		for _, line := range got {
			id := regexp.MustCompile(`^0s type 4 private ### notice incident\n([0-9a-f]{8})$`).FindStringSubmatch(line)
			if id == nil || !strings.Contains(log, "id="+id[1]) || !strings.Contains(log, "goroutine") {
				t.Errorf("%s: %q\n%s", name, line, log)
			}
		}
	}
}

// Not even a mistake of the bot's own on the way to Discord ends the process.
func TestPanicInAnswering(t *testing.T) {
	rest := &fakeREST{fault: func(sent) (int, string, error) { panic("a broken transport") }}
	for name, raw := range map[string][]byte{"command": command("5"), "suggestions": typing("5", "1")} {
		_, log := playLog(t, after(0), rest, nil, raw)
		if !strings.Contains(log, "a broken transport") || !strings.Contains(log, "goroutine") {
			t.Errorf("%s:\n%s", name, log)
		}
	}
}

type speechless struct{ fakeHandler }

func (speechless) Notice(string, string, map[string]any) *chat.Reply { panic("no words") }

func TestPanicInTheNoticeItself(t *testing.T) {
	h := speechless{fakeHandler{handle: func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply { panic("ouch") }}}
	got := play(t, h, &fakeREST{}, nil, command("5"))
	if len(got) != 1 || !strings.HasPrefix(got[0], "0s type 4 private ### Something went wrong\nincident") {
		t.Errorf("%q", got)
	}
}

func TestBusy(t *testing.T) {
	want(t, play(t, after(time.Second), &fakeREST{}, func(c *Config) { c.Limits.PerUser = 1 }, command("5"), command("5"), command("6")),
		"0s type 4 private ### notice busy.user", "1s type 4 ### done", "1s type 4 ### done")
	want(t, play(t, after(time.Second), &fakeREST{}, func(c *Config) { c.Limits.Workers, c.Limits.Queue = 1, 1 }, command("5"), command("6"), command("7")),
		"0s type 4 private ### notice busy.bot", "1s type 4 ### done", "1.5s type 5", "2s edit ### done")
}

// Who waits for a worker is deferred in time, and has the whole budget then.
func TestQueueDefersInTime(t *testing.T) {
	want(t, play(t, after(time.Hour), &fakeREST{}, func(c *Config) { c.Limits.Workers = 1; c.Limits.Solve = 10 * time.Second }, command("5"), command("6")),
		"1.5s type 5", "1.5s type 5", "10s edit ### cut short", "20s edit ### cut short")
}

// Nobody waits beyond the life of the interaction's token.
func TestQueueEndsWithTheToken(t *testing.T) {
	got := play(t, after(time.Hour), &fakeREST{}, func(c *Config) { c.Limits.Workers = 1; c.Limits.Solve = 14 * time.Minute }, command("5"), command("6"))
	slices.Sort(got)
	if len(got) != 4 || got[2] != "14m0s edit ### cut short" || !strings.HasPrefix(got[3], "14m0s edit ### ") { // turned away, or cut short at its first moment
		t.Errorf("%q", got)
	}
}

func TestUnknownButton(t *testing.T) {
	want(t, play(t, after(0), &fakeREST{}, nil, click("k0/x")), "0s type 4 private ### notice unknown")
}

// on is a click on a message that the user of that id asked for.
func on(owner string, click []byte) []byte {
	return bytes.Replace(click, []byte(`"components":[]`), []byte(`"components":[],"interaction_metadata":{"user":{"id":"`+owner+`"}}`), 1)
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
	if s := rest.sent[1]; s.method != http.MethodPost || !strings.HasSuffix(s.path, "/webhooks/2/"+interactionSecret) || !strings.Contains(string(s.body), `"flags":32832`) {
		t.Errorf("%s %s %s", s.method, s.path, s.body)
	}
}

// A form is the first answer, without a turn at a worker; what is sent in is
// answered as any request.
func TestForm(t *testing.T) {
	h := after(0)
	h.form = func(req *chat.Request) *chat.Form {
		return &chat.Form{Title: "Type it", Path: "x?form=new", Mode: chat.Publicly, Fields: []chat.Field{{Name: "puzzle", Label: "Here"}}}
	}
	full := func(c *Config) { c.Limits.PerUser = 0 }
	rest := &fakeREST{}
	want(t, play(t, h, rest, full, command("5")), "0s type 9")
	if body := string(rest.sent[0].body); !strings.Contains(body, `"custom_id":"k1a/x?form=new","title":"Type it"`) {
		t.Error(body)
	}
	h.handle = func(_ context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		return &chat.Reply{Title: req.Path + " " + req.Fields["puzzle"]}
	}
	sent := bytes.Replace(click("k1a/x?form=new"), []byte(`"type":3`), []byte(`"type":5`), 1)
	sent = bytes.Replace(sent, []byte(`"data":{`), []byte(`"data":{"components":[{"type":18,"component":{"type":4,"custom_id":"puzzle","value":"1\n0"}},{"type":99}],`), 1)
	want(t, play(t, h, &fakeREST{}, nil, sent), "0s type 4 ### x?form=new 1 0")
}

// What is typed is completed at once; a handler that panics has no suggestions.
func TestSuggestions(t *testing.T) {
	h := after(0)
	h.suggest = func(ctx context.Context, req *chat.Request, option string) []chat.Choice {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("suggestions without an end")
		}
		text, _ := req.Options["puzzle"].(string)
		if text == "!" {
			panic(text)
		}
		return []chat.Choice{{Name: option + " " + text, Value: text}, {Name: strings.Repeat("n", 200), Value: "v"}, {Name: "long", Value: strings.Repeat("v", 101)}, {Name: " ", Value: "blank"}}
	}
	rest := &fakeREST{}
	want(t, play(t, h, rest, nil, typing("5", "11"), typing("5", "!")), "0s type 8", "0s type 8")
	bodies := []string{string(rest.sent[0].body), string(rest.sent[1].body)}
	slices.Sort(bodies)
	if bodies[0] != `{"type":8,"data":{"choices":[]}}` || bodies[1] != `{"type":8,"data":{"choices":[{"name":"puzzle 11","value":"11"},{"name":"`+strings.Repeat("n", 99)+`…","value":"v"}]}}` {
		t.Errorf("%q", bodies)
	}
}

// A person's suggestions are bounded as requests are, and turn no request away.
func TestSuggestionsAreAdmitted(t *testing.T) {
	const none = `{"type":8,"data":{"choices":[]}}`
	h := after(time.Second)
	h.suggest = func(context.Context, *chat.Request, string) []chat.Choice {
		time.Sleep(50 * time.Millisecond)
		return []chat.Choice{{Name: "a", Value: "a"}}
	}
	for name, c := range map[string]struct {
		limits func(*Config)
		events [][]byte
		given  int // suggestions that are made
		lines  []string
	}{
		"two of one person at once": {func(c *Config) { c.Limits.PerUser = 2 },
			[][]byte{typing("5", "1"), typing("5", "2"), typing("5", "3"), typing("6", "1")}, 3,
			[]string{"0s type 8", "50ms type 8", "50ms type 8", "50ms type 8"}},
		"as many as workers": {func(c *Config) { c.Limits.Workers = 1 },
			[][]byte{typing("5", "1"), typing("6", "1")}, 1,
			[]string{"0s type 8", "50ms type 8"}},
		"a request comes in beside suggestions": {func(c *Config) { c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 1, 0 },
			[][]byte{typing("5", "1"), command("5")}, 1,
			[]string{"50ms type 8", "1s type 4 ### done"}},
		"suggestions do not come in beside requests": {func(c *Config) { c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 1, 0 },
			[][]byte{command("5"), typing("5", "1"), typing("6", "1")}, 0,
			[]string{"0s type 8", "0s type 8", "1s type 4 ### done"}},
		"nobody": {func(c *Config) { c.Limits.PerUser = 0 }, [][]byte{typing("5", "1")}, 0, []string{"0s type 8"}},
	} {
		rest := &fakeREST{}
		got := play(t, h, rest, c.limits, c.events...)
		slices.Sort(got)
		slices.Sort(c.lines)
		if !slices.Equal(got, c.lines) {
			t.Errorf("%s: %q, want %q", name, got, c.lines)
		}
		given := 0
		for _, s := range rest.sent {
			if strings.Contains(string(s.body), `"type":8`) && string(s.body) != none {
				given++
			}
		}
		if given != c.given {
			t.Errorf("%s: %d suggestions made, want %d", name, given, c.given)
		}
	}
}

// Suggestions have an end; a handler that passes it is not waited for, but
// keeps its place until it is back.
func TestSuggestionsHaveAnEnd(t *testing.T) {
	h := after(0)
	h.suggest = func(ctx context.Context, req *chat.Request, _ string) []chat.Choice {
		<-ctx.Done()
		if req.Options["puzzle"] == "slow" {
			time.Sleep(time.Minute)
		}
		return []chat.Choice{{Name: "partial", Value: "a"}}
	}
	one := func(c *Config) { c.Limits.PerUser = 1 }
	rest := &fakeREST{}
	want(t, play(t, h, rest, one, typing("5", "1")), "80ms type 8")
	if !strings.Contains(string(rest.sent[0].body), "partial") {
		t.Errorf("%s", rest.sent[0].body)
	}
	want(t, play(t, h, &fakeREST{}, one, typing("5", "slow"), typing("5", "1")), "0s type 8", "580ms type 8")
	synctest.Test(t, func(t *testing.T) { // the end of the process is not held up
		b, _ := newFakeBot(t, h, &fakeREST{start: time.Now()}, nil)
		b.accept(typing("5", "slow"))
		synctest.Wait()
		b.drain()
		if err := b.close(); err == nil || !strings.Contains(err.Error(), "1 handlers") {
			t.Error(err)
		}
		b.workers.Wait()
	})
}

// A command on a message takes what is written in it, and in its files.
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

// No value of an option, which may be a puzzle, ever gets into the log: neither
// from a command nor from a button, whatever goes wrong.
func TestNoValuesInTheLog(t *testing.T) {
	const secret = "5ecre7"
	long := secret + strings.Repeat("x", 100)
	commanded := command("5", `{"name":"puzzle","type":3,"value":"`+secret+`"}`)
	clicked := click("k1t/lightsout?do=play&make=" + secret + "&wrap=true")
	forged := click("k1/" + secret + " " + secret + "?" + secret + "&A " + secret + "=1")
	given := bytes.Replace(withFile(`{"filename":"`+secret+`","size":999,"url":"https://example.com/`+secret+`"}`), []byte(`"options":[`), []byte(`"options":[{"name":"puzzle","type":3,"value":"`+secret+`"},`), 1)

	tooMuch := after(0)
	tooMuch.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		b := chat.Button{Label: secret, Path: "lightsout?puzzle=" + long}
		r := &chat.Reply{Title: secret, Text: secret, Puzzle: secret, Buttons: []chat.Button{b, {Label: "x", URL: "https://example.com/" + strings.Repeat(secret, 200)}}}
		for range 50 {
			r.Buttons = append(r.Buttons, chat.Button{Label: "x", Path: "lightsout?puzzle=" + secret, Emoji: "🟨"})
		}
		r.Menu = &chat.Menu{Path: b.Path, Items: []chat.Item{{Label: " ", Value: secret}, {Label: "x", Value: secret}}}
		return r
	}
	panics := after(0)
	panics.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply { panic("ouch") }
	panics.suggest = func(context.Context, *chat.Request, string) []chat.Choice { panic("ouch") }
	asks := after(0)
	asks.form = func(*chat.Request) *chat.Form { panic("ouch") }
	deaf := after(0)
	deaf.handle = func(context.Context, *chat.Request, func(*chat.Reply)) *chat.Reply {
		time.Sleep(time.Hour)
		return nil
	}
	deaf.suggest = func(context.Context, *chat.Request, string) []chat.Choice {
		time.Sleep(time.Hour)
		return nil
	}
	refused := func() *fakeREST {
		return &fakeREST{fault: func(sent) (int, string, error) { return 400, `{"code":50035,"message":"Invalid Form Body"}`, nil }}
	}
	late := func() *fakeREST {
		return &fakeREST{fault: func(sent) (int, string, error) { return 404, `{"code":10062,"message":"Unknown interaction"}`, nil }}
	}
	for name, c := range map[string]struct {
		h    fakeHandler
		rest *fakeREST
		want string // that something was logged at all
	}{
		"answered": {after(0), &fakeREST{}, "answered"}, "does not fit": {tooMuch, &fakeREST{}, "lost="}, "panics": {panics, &fakeREST{}, "incident"},
		"panics before": {asks, &fakeREST{}, "incident"}, "deaf": {deaf, &fakeREST{}, "outstays"}, "refused": {after(0), refused(), "not answered"},
		"too late": {after(2 * time.Second), late(), "not deferred"},
	} {
		c.h.defs = []chat.Definition{{Name: "test", Options: []chat.Option{{Name: "file", Type: chat.Attachment, MaxBytes: 1000}}}}
		_, log := playLog(t, c.h, c.rest, nil, commanded, clicked, forged, given, typing("5", secret))
		if strings.Contains(log, secret) || !strings.Contains(log, c.want) {
			t.Errorf("%s:\n%s", name, log)
		}
	}
	_, log := playLog(t, after(0), &fakeREST{}, nil, clicked)
	if !strings.Contains(log, "path=lightsout?do&make&wrap") {
		t.Errorf("the names are gone, too:\n%s", log)
	}
}

func TestOtherInteractions(t *testing.T) {
	of := func(kind int) []byte {
		return bytes.Replace(command("5"), []byte(`"type":2,`), fmt.Appendf(nil, `"type":%d,`, kind), 1)
	}
	rest := &fakeREST{}
	want(t, play(t, after(0), rest, nil, of(kindPing), of(kindAutocomplete), of(99), []byte("{")), "0s type 1", "0s type 8")
	if body := string(rest.sent[1].body); body != `{"type":8,"data":{"choices":[]}}` {
		t.Error(body)
	}
}

// once gives a fault to the first request that matches, and none to others.
func once(match string, status int, body string, err error) *fakeREST {
	given := false
	return &fakeREST{fault: func(s sent) (int, string, error) {
		if given || !strings.HasPrefix(s.what(), match) {
			return 0, "", nil
		}
		given = true
		return status, body, err
	}}
}

var errReset = errors.New("connection reset by peer")

// kinds drops the times, which a retry's jitter makes vague.
func kinds(lines []string) []string {
	for i := range lines {
		_, lines[i], _ = strings.Cut(lines[i], " ")
	}
	return lines
}

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
		want(t, kinds(play(t, after(2*time.Second), once("edit", f.status, f.body, f.err), nil, command("5"))), "type 5", "edit ### done", "edit ### done")
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
		b, _ := newFakeBot(t, h, rest, func(c *Config) { c.Limits.Workers = 3 })
		for _, raw := range [][]byte{quick, partial, stubborn, command("4")} { // the last waits for a worker
			b.accept(raw)
			synctest.Wait()
		}
		time.Sleep(2 * time.Second)
		drained := make(chan struct{})
		go func() { b.drain(); close(drained) }()
		synctest.Wait()
		b.accept(command("6"))
		<-drained
		err := b.close()
		took := time.Since(rest.start) - 2*time.Second
		if err == nil || !strings.Contains(err.Error(), "2 handlers") { // "stubborn", and its like that took quick's worker
			t.Errorf("close: %v", err)
		}
		if took >= 9*time.Second {
			t.Errorf("stopping took %v", took)
		}
		b.accept(command("7"))
		var lines []string
		for _, s := range rest.all() {
			lines = append(lines, fmt.Sprint(s.at, " ", s.what()))
		}
		want(t, lines, "1.5s type 5", "1.5s type 5", "1.5s type 5", "1.5s type 5",
			"2s type 4 private ### notice stopping", "4s edit ### done", "6s edit ### partial",
			"9s edit ### notice stopping", "9s edit ### notice stopping")
		b.workers.Wait()
	})
}

func TestDrainOfAnIdleBotIsImmediate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		b, _ := newFakeBot(t, after(0), &fakeREST{}, nil)
		b.drain()
		if err := b.close(); err != nil || time.Since(start) > 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}
