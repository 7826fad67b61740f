package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// An option is completed while it is typed; a handler that panics has no suggestions.
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
	got, log := playLog(t, h, rest, nil, typing("5", "11"), typing("5", "!"))
	want(t, got, "0s type 8", "0s type 8")
	if !strings.Contains(log, "goroutine") {
		t.Errorf("no stack of the panic in the log: %s", log)
	}
	bodies := []string{string(rest.sent[0].Body), string(rest.sent[1].Body)}
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
		limits func(*settings.Config)
		events [][]byte
		given  int // suggestions that are made
		lines  []string
	}{
		"two of one person at once": {func(c *settings.Config) { c.Limits.PerUser = 2 },
			[][]byte{typing("5", "1"), typing("5", "2"), typing("5", "3"), typing("6", "1")}, 3,
			[]string{"0s type 8", "50ms type 8", "50ms type 8", "50ms type 8"}},
		"as many as workers": {func(c *settings.Config) { c.Limits.Workers = 1 },
			[][]byte{typing("5", "1"), typing("6", "1")}, 1,
			[]string{"0s type 8", "50ms type 8"}},
		"a request comes in beside suggestions": {func(c *settings.Config) { c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 1, 0 },
			[][]byte{typing("5", "1"), command("5")}, 1,
			[]string{"50ms type 8", "1s type 4 ### done"}},
		"suggestions do not come in beside requests": {func(c *settings.Config) { c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 1, 0 },
			[][]byte{command("5"), typing("5", "1"), typing("6", "1")}, 0,
			[]string{"0s type 8", "0s type 8", "1s type 4 ### done"}},
		"nobody": {func(c *settings.Config) { c.Limits.PerUser = 0 }, [][]byte{typing("5", "1")}, 0, []string{"0s type 8"}},
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
			if strings.Contains(string(s.Body), `"type":8`) && string(s.Body) != none {
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
	one := func(c *settings.Config) { c.Limits.PerUser = 1 }
	rest := &fakeREST{}
	want(t, play(t, h, rest, one, typing("5", "1")), "80ms type 8")
	if !strings.Contains(string(rest.sent[0].Body), "partial") {
		t.Errorf("%s", rest.sent[0].Body)
	}
	want(t, play(t, h, &fakeREST{}, one, typing("5", "slow"), typing("5", "1")), "0s type 8", "580ms type 8")
	synctest.Test(t, func(t *testing.T) { // the end of the process is not held up
		b, _ := newFakeBot(t, h, &fakeREST{start: time.Now()}, nil)
		b.accept(typing("5", "slow"), nil)
		synctest.Wait()
		b.drain()
		if err := concluded(b); err == nil || !strings.Contains(err.Error(), "1 handlers") {
			t.Error(err)
		}
		b.workers.Wait()
	})
}

// A list of no suggestions is a list all the same.
func TestNoSuggestions(t *testing.T) {
	b, _ := newFakeBot(t, fakeHandler{}, &fakeREST{}, nil)
	p, err := wire.JSON(wire.Callback{Type: wire.AnswerChoices, Data: b.suggest(&interaction{request: &chat.Request{}})})
	if string(p.Body) != `{"type":8,"data":{"choices":[]}}` {
		t.Errorf("%s, %v", p.Body, err)
	}
}
