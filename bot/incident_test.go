package bot

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"kibitz/bot/settings"
	"kibitz/commands/chat"
)

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
	one := func(c *settings.Config) { c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 1, 0 }
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
		r.Menus = []*chat.Menu{{Path: b.Path, Items: []chat.Item{{Label: " ", Value: secret}, {Label: "x", Value: secret}}}}
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
		"too late": {after(2 * time.Second), late(), "outcome=late"},
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
