package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/activity"
	"kibitz/bot/compose"
	"kibitz/bot/endpoint"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
)

// inside has the page be an Activity.
func inside(c *settings.Config) {
	c.Activity = settings.Activity{Address: "https://kibitz.example", Discord: true}
}

const launched = `{"interaction":{"id":"1","type":3},"resource":{"type":12,"activity_instance":{"id":"i-1-gc-2-3"}}}`

// toLaunches returns a Discord that answers launches so, and all else as if all were well.
func toLaunches(status int, body string) *fakeREST {
	return &fakeREST{fault: func(s sent) (int, string, error) {
		if s.what() == "type 12" {
			return status, body, nil
		}
		return 0, "", nil
	}}
}

// TestLaunch: a request that opens the page is answered with it, and with a button to it where Discord refuses. A
// page that would show the puzzles of the day gives way to the handler's answer then.
func TestLaunch(t *testing.T) {
	h := after(0)
	outside := func(c *settings.Config) { inside(c); c.Activity.Discord = false }
	puzzle, today := &chat.Launch{Path: "nonogram?puzzle=1%7C1", Bare: "nonogram?", Label: "Paint it"}, &chat.Launch{Label: "Paint it"}
	refused := func() *fakeREST { return toLaunches(400, `{"code":50035,"message":"Invalid Form Body"}`) }
	const led = "0s type 4 private ### notice paint"
	for _, c := range []struct {
		name    string
		launch  *chat.Launch
		rest    *fakeREST
		change  func(*settings.Config)
		request []byte
		want    []string
	}{
		{"a button", puzzle, toLaunches(200, launched), inside, click("k1/x"), []string{"0s type 12"}},
		{"a command", today, toLaunches(200, launched), inside, command("5"), []string{"0s type 12"}},
		{"a form", puzzle, toLaunches(200, launched), inside, bytes.Replace(click("k1/x"), []byte(`"type":3`), []byte(`"type":5`), 1), []string{"0s type 12"}},
		{"refused", puzzle, refused(), inside, click("k1/x"), []string{"0s type 12", led}},
		{"forbidden", puzzle, toLaunches(403, `{"code":50013}`), inside, click("k1/x"), []string{"0s type 12", led}},
		{"refused, of the day", today, refused(), inside, command("5"), []string{"0s type 12", "0s type 4 ### done"}},
		{"answered elsewhere", puzzle, toLaunches(400, `{"code":40060}`), inside, click("k1/x"), []string{"0s type 12"}},
		{"no Activity", puzzle, toLaunches(200, launched), outside, click("k1/x"), []string{led}},
		{"no page", nil, toLaunches(200, launched), inside, click("k1/x"), []string{"0s type 4 private ### done"}},
		{"too busy", puzzle, toLaunches(200, launched), func(c *settings.Config) { inside(c); c.Limits.PerUser = 0 }, click("k1/x"), []string{"0s type 4 private ### notice busy.user"}},
	} {
		h.launch = c.launch
		t.Log(c.name)
		want(t, play(t, h, c.rest, c.change, c.request), c.want...)
		for _, s := range c.rest.all() {
			if s.what() == "type 12" && (s.query != "with_response=true" || string(s.Body) != `{"type":12}`) {
				t.Errorf("%s: %s?%s %s", c.name, s.path, s.query, s.Body)
			}
		}
		if last := c.rest.all()[len(c.rest.all())-1]; slices.Contains(c.want, led) && !strings.Contains(string(last.Body), `"label":"Paint it","url":"https://kibitz.example/board#nonogram?puzzle=1%7C1"`) {
			t.Errorf("%s: %s", c.name, last.Body)
		}
	}
	wiretest.Validate(t, wiretest.Schema(t, "LaunchActivityInteractionCallbackRequest"), []byte(`{"type":12}`))
}

// TestLaunchKeeps: what the page is to open is kept under the instance's id. So is what an address has no room for,
// under an id that nobody can guess. A person may go on at once.
func TestLaunchKeeps(t *testing.T) {
	long := "nonogram?puzzle=" + strings.Repeat("1", 1000) + "&wrap=true"
	for _, discord := range []*fakeREST{toLaunches(200, launched), toLaunches(400, `{}`)} {
		synctest.Test(t, func(t *testing.T) {
			discord.start = time.Now()
			h := after(0)
			h.launch = &chat.Launch{Path: long, Bare: "nonogram?wrap=true", Label: "Paint it"}
			b, _ := newFakeBot(t, h, discord, func(c *settings.Config) { inside(c); c.Limits.PerUser = 1 })
			for i := range 3 {
				_ = b.accept(numbered(click("k1/x"), i+1), nil)
				b.responders.Wait()
			}
			if n := strings.Count(strings.Join(discord.lines(), "\n"), "type 12"); n != 3 {
				t.Errorf("the page is opened %d times for 3 requests", n)
			}
			id := "i-1-gc-2-3"
			if all := discord.all(); len(all) > 3 {
				_, after, _ := strings.Cut(string(all[1].Body), "#nonogram?wrap=true\\u0026kept=")
				id, _, _ = strings.Cut(after, `"`)
				if len(id) != 26 || strings.Contains(string(all[3].Body), id) {
					t.Errorf("the id is %q: %s", id, all[1].Body)
				}
			}
			if path, ok := b.kept(t.Context(), id); !ok || path != long {
				t.Errorf("under %s there is %q", id, path)
			}
			if _, ok := b.kept(t.Context(), "i-2"); ok {
				t.Error("something is kept for another instance")
			}
			for _, later := range []struct {
				d    time.Duration
				kept bool
			}{{10 * time.Minute, true}, {10 * time.Minute, true}, {16 * time.Minute, false}} { // since it was asked for last
				time.Sleep(later.d)
				if _, ok := b.kept(t.Context(), id); ok != later.kept {
					t.Errorf("after another %v it is kept: %v", later.d, ok)
				}
			}
		})
	}
}

// TestKeptIsAdmitted: what is kept is looked for once the request is let in.
func TestKeptIsAdmitted(t *testing.T) {
	for most, looked := range []bool{false, true} {
		b, _ := newFakeBot(t, after(0), &fakeREST{}, func(c *settings.Config) { inside(c); c.Limits.PerUser = most })
		got := false
		r := b.answerPage(t.Context(), activity.Caller{Address: "192.0.2.1"}, &chat.Request{}, func(context.Context) bool { got = true; return false })
		if got != looked || (r == nil) != looked {
			t.Errorf("with %d at once it is looked for: %v, the answer is %v", most, got, r)
		}
	}
}

// TestCrowd: guests inside Discord have one address. Each of their calls counts for itself, and all together for no
// more than there are workers; they keep nobody else out. Elsewhere an address has as many as one person.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newFakeBot(t, after(time.Second), &fakeREST{start: time.Now()}, func(c *settings.Config) { inside(c); c.Limits.PerUser, c.Limits.Workers, c.Limits.Queue = 1, 2, 64 })
		answers := make(chan string, 8)
		ask := func(from activity.Caller) {
			go func() { answers <- b.answerPage(t.Context(), from, &chat.Request{Path: "x"}, nil).Title }()
			synctest.Wait()
		}
		for range 3 {
			ask(activity.Caller{Address: "198.51.100.1", Crowd: true})
		}
		if got := <-answers; got != "notice busy.bot" {
			t.Errorf("the third of a crowd gets %q", got)
		}
		ask(activity.Caller{Address: "198.51.100.2"})
		ask(activity.Caller{Address: "198.51.100.2"})
		if got := <-answers; got != "notice busy.user" {
			t.Errorf("the second call of a browser gets %q", got)
		}
		for range 3 {
			if got := <-answers; got != "done" {
				t.Errorf("a call that was let in gets %q", got)
			}
		}
		const rooms = "kibitz_page_rooms 0\nkibitz_page_members 0\n"
		if said := scrape(b); !strings.Contains(said, `kibitz_page_calls_total{what="taken"} 3`) || !strings.Contains(said, `kibitz_page_calls_total{what="refused"} 2`) || strings.Contains(said, rooms) {
			t.Errorf("counted are\n%s", said)
		}
		b.live = b.newRelay()
		if said := scrape(b); !strings.Contains(said, rooms) {
			t.Errorf("no rooms in\n%s", said)
		}
	})
}

// TestCountsFor: each address counts for itself, and guests inside Discord for their crowd.
func TestCountsFor(t *testing.T) {
	b, _ := newFakeBot(t, after(0), &fakeREST{}, inside)
	for origin, want := range map[string]string{"https://kibitz.example": "198.51.100.7 false", "null": "crowd true"} {
		name, crowd := b.countsFor(&http.Request{RemoteAddr: "198.51.100.7:50000", Header: http.Header{"Origin": {origin}}})
		if got := fmt.Sprint(name, " ", crowd); got != want {
			t.Errorf("a page of %s counts for %s, want %s", origin, got, want)
		}
	}
}

// TestLaunchOfEndpoint: a signed request whose answer is the page gets an empty response, as the answer is a call: only
// to that Discord says the instance's id. What the call cannot open is answered in the response. A second delivery gets
// what the first gets; one after that is worked on anew, and Discord says that it has been answered.
func TestLaunchOfEndpoint(t *testing.T) {
	for _, c := range []struct {
		status int
		apart  time.Duration // between the two deliveries
		want   []string      // what each request gets
		calls  int
	}{
		{200, 0, []string{endpoint.Apart, endpoint.Apart}, 1},
		{200, time.Minute, []string{endpoint.Apart, endpoint.Apart}, 2},
		{400, 0, []string{"application/json", "application/json"}, 1},
		{502, 0, []string{endpoint.Apart, endpoint.Apart}, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := toLaunches(c.status, launched)
			discord.start = time.Now()
			discord.delay = func(sent) time.Duration { return time.Millisecond }
			first := discord.fault
			discord.fault = func(s sent) (int, string, error) {
				if len(discord.all()) > 1 {
					return 400, `{"code":40060}`, nil
				}
				return first(s)
			}
			h := after(0)
			h.launch = &chat.Launch{Path: "nonogram?puzzle=1|1", Label: "Paint it"}
			b, _ := newFakeBot(t, h, discord, inside)
			var got []string
			for range 2 {
				_ = b.accept(click("k1/x"), func(p wire.Payload) error { got = append(got, p.ContentType); return nil })
				time.Sleep(c.apart)
			}
			b.responders.Wait()
			b.workers.Wait()
			if !slices.Equal(got, c.want) || len(discord.all()) != c.calls {
				t.Errorf("status %d, %v apart: %q after %d calls", c.status, c.apart, got, len(discord.all()))
			}
		})
	}
}

// TestEntryStays: the set of commands that replaces Discord's has the Entry Point command of before, whoever made it;
// without one it has ours where the page is an Activity. Discord would refuse a set that lacks it.
func TestEntryStays(t *testing.T) {
	const theirs = `{"id":"7","type":4,"name":"launch","description":"Launch an activity","handler":2,"integration_types":[0,1],"contexts":[0,1,2],"default_member_permissions":null,"nsfw":false}`
	ours := chat.Definition{Name: "paint", Description: "Paint", Launches: true}
	for _, c := range []struct {
		name, guild, have string
		defs              []chat.Definition
		want              string // the Entry Point command that is sent: its name and its handler
	}{
		{"neither", "", "[]", someDefinitions, ""},
		{"theirs", "", "[" + theirs + "]", someDefinitions, "launch 2"},
		{"ours", "", "[]", append(slices.Clone(someDefinitions), ours), "paint 1"},
		{"both", "", "[" + theirs + "]", append(slices.Clone(someDefinitions), ours), "launch 2"},
		{"ours again", "", `[{"id":"7","type":4,"name":"paint","description":"Old words","handler":1}]`, append(slices.Clone(someDefinitions), ours), "paint 1"},
		{"of one server", "77", "[]", append(slices.Clone(someDefinitions), ours), ""},
	} {
		fake := &fakeREST{fault: func(s sent) (int, string, error) { return 200, c.have, nil }}
		if _, err := testCalls(fake).register(t.Context(), "9", c.guild, c.defs); err != nil {
			t.Fatal(err)
		}
		put := fake.all()[1]
		var list []wire.Command
		if err := json.Unmarshal(put.Body, &list); err != nil || put.method != http.MethodPut {
			t.Fatal(err, put.method)
		}
		got := ""
		for _, one := range list {
			if one.Type == wire.EntryCommand {
				got += one.Name + " " + string(rune('0'+one.Handler))
				if one.Description == "Old words" {
					t.Error("our own words are not brought up to date")
				}
			}
		}
		if got != c.want || len(list) < len(someDefinitions) {
			t.Errorf("%s: %q is sent: %s", c.name, got, put.Body)
		}
	}
	known := append(compose.Commands(someDefinitions, ""), wire.Command{Type: wire.EntryCommand, Name: "launch", Handler: 2})
	if !same(known, withEntry(compose.Commands(someDefinitions, ""), known), "") {
		t.Error("the same set counts as another one")
	}
}

// TestEntryCommand: the Entry Point command opens the page, whatever its operator calls it.
func TestEntryCommand(t *testing.T) {
	for kind, want := range map[string]string{`"data":{"type":4,`: chat.LaunchName, `"data":{"type":1,`: "test"} {
		in, err := decode(bytes.Replace(command("5"), []byte(`"data":{"type":1,`), []byte(kind), 1))
		if err != nil || in.request.Command != want {
			t.Errorf("%s: %q, %v", kind, in.request.Command, err)
		}
	}
}

// TestApplicationIsKnown: the page's handler learns which application it is an Activity of, also if Discord says so
// only when it is asked again.
func TestApplicationIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key, asked := strings.Repeat("ab", 32), 0
		discord := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
			if asked++; asked == 1 {
				return 404, "{}", nil
			}
			return 200, `{"id":"9","verify_key":"` + key + `"}`, nil
		}}
		b, _ := newFakeBot(t, after(0), discord, inside)
		page := &http.Request{Header: http.Header{"Origin": {"https://9.discordsays.com"}}}
		go b.knowApplication(b.working)
		synctest.Wait()
		if b.inside.Trusts(page) {
			t.Error("it is known before Discord has said it")
		}
		time.Sleep(applicationAgain)
		synctest.Wait()
		if !b.inside.Trusts(page) || asked != 2 {
			t.Errorf("it is not known after %d calls", asked)
		}
		b.cancelWork(errStopping)
	})
}
