package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
)

// racing answers a click on "race" with a message that carries its origin, and one on "share" with a line
// of the person, for the message of that origin.
type racing struct{ fakeHandler }

func (racing) Inquire(req *chat.Request) chat.Inquiry {
	path, origin, _ := strings.Cut(req.Path, "?")
	return chat.Inquiry{Apart: true, Private: path == "race", Form: func() *chat.Form { return nil }, Answer: func(context.Context, func(*chat.Reply)) *chat.Reply {
		if path == "race" {
			return &chat.Reply{Title: "race", Text: "from " + req.Origin}
		}
		add := func(text string, _ int) (string, bool) {
			switch {
			case text != "" && !strings.HasPrefix(text, "table"):
				return "", false
			case strings.Contains(text+" ", " "+req.User+" "):
				return text, true
			case text == "":
				text = "table"
			}
			return text + " " + req.User, true
		}
		return &chat.Reply{Title: "posted by " + req.User, Entry: &chat.Entry{Origin: origin, Add: add, Done: &chat.Reply{Title: "entered", Private: true}}}
	}}
}

// pad is a Discord with one message for all, which any click's token can read and edit.
type pad struct {
	fakeREST
	text    string // the table
	refused int    // status of each edit; 0 for a success
}

// newPad returns a pad on which each call takes some time.
func newPad(takes func(s sent) time.Duration) *pad {
	p := &pad{}
	p.start, p.delay = time.Now(), takes
	var mu sync.Mutex
	p.fault = func(s sent) (int, string, error) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case !strings.HasSuffix(s.path, "/@original"):
		case s.method == http.MethodGet:
			return 200, p.message(), nil
		case p.refused != 0:
			return p.refused, `{"code":50027,"message":"Invalid Webhook Token"}`, nil
		default:
			var m wire.Message
			if err := json.Unmarshal(s.Body, &m); err != nil {
				return 400, "", nil
			}
			p.text = m.Components[0].Components[2].Content
		}
		return 0, "", nil
	}
	return p
}

// message returns the message, with a picture and a button.
func (p *pad) message() string {
	table := ""
	if p.text != "" {
		table = fmt.Sprintf(`{"type":10,"id":5,"content":%q},`, p.text)
	}
	return `{"id":"9","flags":32768,"application_id":"2","attachments":[],"components":[{"type":17,"id":1,"accent_color":3,"components":[` +
		`{"type":10,"id":2,"content":"### The day"},` +
		`{"type":12,"id":3,"items":[{"media":{"url":"https://cdn.discordapp.com/attachments/1/77/board.png?ex=1","proxy_url":"https://x","attachment_id":"77","content_type":"image/png","width":9},"description":"a board","spoiler":false}]},` +
		table + `{"type":1,"id":6,"components":[{"type":2,"id":7,"style":1,"label":"Race","custom_id":"k1/race"}]}]}]}`
}

// by returns a click of a person's, on the message for all or on a private one, now.
func by(user int, id string, private bool) []byte {
	flags := 0
	if private {
		flags = wire.FlagEphemeral
	}
	raw := fmt.Sprintf(`{"id":"1","application_id":"2","type":3,"token":"%s-%d","locale":"en-US","user":{"id":"%d"},"data":{"custom_id":%q},"message":{"id":"9","flags":%d,"components":[]}}`,
		interactionSecret, user, user, id, flags)
	return aged([]byte(raw), 0, user)
}

// raced has a person begin a race, and returns its origin.
func raced(t *testing.T, b *bot, d *pad, user int) string {
	t.Helper()
	before := len(d.all())
	_ = b.accept(by(user, "k1/race", false), nil)
	synctest.Wait()
	time.Sleep(time.Second)
	got := d.all()[before:]
	if len(got) != 2 || string(got[0].Body) != `{"type":6}` || got[1].path != fmt.Sprintf("/api/v10/webhooks/2/%s-%d", interactionSecret, user) {
		t.Fatalf("a race begins by %+v", got)
	}
	var m wire.Message
	if err := json.Unmarshal(got[1].Body, &m); err != nil || m.Flags&wire.FlagEphemeral == 0 {
		t.Errorf("not a private message: %s", got[1].Body)
	}
	_, origin, _ := strings.Cut(m.Components[0].Components[0].Content, "from ")
	return origin
}

// lines returns the people in the table.
func (p *pad) people() []string {
	all := strings.Fields(strings.TrimPrefix(p.text, "table"))
	slices.Sort(all)
	return all
}

// TestEntry: a race is answered apart, so that its click can edit the message for all. Its end puts a line
// into that message, which keeps its picture and its buttons, and tells the person alone. The edit is as
// Discord's document wants it, and pings nobody.
func TestEntry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		today()
		d := newPad(nil)
		b, _ := newFakeBot(t, racing{}, d, nil)
		origin := raced(t, b, d, 5)
		if strings.Contains(origin, interactionSecret) || len(origin) > 300 {
			t.Errorf("the token is to be read in %s", origin)
		}
		time.Sleep(14 * time.Minute)
		_ = b.accept(by(5, "k1a/share?"+origin, true), nil)
		synctest.Wait()
		time.Sleep(time.Minute) // it is looked at again
		b.responders.Wait()
		want(t, d.people(), "5")
		var said []string
		for _, s := range d.all()[2:] {
			said = append(said, strings.TrimSpace(s.method+" "+s.what()))
			if s.method == http.MethodPatch {
				wiretest.Validate(t, wiretest.Schema(t, "IncomingWebhookUpdateRequestPartial"), s.Body)
				const kept = `"items":[{"media":{"url":"attachment://board.png"},"description":"a board"}]`
				if text := string(s.Body); !strings.Contains(text, kept) || !strings.Contains(text, `"attachments":[{"id":"77","filename":"board.png"}]`) ||
					!strings.Contains(text, `"allowed_mentions":{"parse":[]}`) || !strings.Contains(text, `"custom_id":"k1/race"`) {
					t.Errorf("the edit: %s", text)
				}
			}
		}
		want(t, said, "GET look", "PATCH edit ### The day", "POST type 6", "POST type 0", "GET look", "GET look", "GET look")
	})
}

// TestRaceOverAnEndpoint: the deferred edit is the response to Discord's request. Discord may not know it yet
// when the race's message comes, which is then sent again.
func TestRaceOverAnEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		today()
		d := newPad(nil)
		known := d.fault
		d.fault = func(s sent) (int, string, error) {
			if s.at-d.all()[0].at < time.Second {
				return 404, `{"code":10015,"message":"Unknown Webhook"}`, nil
			}
			return known(s)
		}
		b, _ := newFakeBot(t, racing{}, d, nil)
		inline := ""
		_ = b.accept(by(5, "k1/race", false), func(p wire.Payload) error { inline = string(p.Body); return nil })
		b.responders.Wait()
		all := d.all()
		if last := all[len(all)-1]; inline != `{"type":6}` || len(all) < 2 || !strings.Contains(string(last.Body), "### race") {
			t.Errorf("%q, then %d calls", inline, len(all))
		}
	})
}

// TestRaceWithoutAWayOut: a process that does not reach Discord begins a race in the response itself, which
// needs no call of its own. Its result is then posted.
func TestRaceWithoutAWayOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		today()
		d := newPad(nil)
		d.fault = func(sent) (int, string, error) { return 0, "", errReset }
		b, _ := newFakeBot(t, racing{}, d, nil)
		b.calls.knock(t.Context())
		time.Sleep(2 * cutAfter)
		inline := ""
		_ = b.accept(by(5, "k1/race", false), func(p wire.Payload) error { inline = string(p.Body); return nil })
		b.responders.Wait()
		if !strings.HasPrefix(inline, `{"type":4`) || !strings.Contains(inline, `### race\nfrom "`) {
			t.Errorf("the response: %s", inline)
		}
	})
}

// TestNoEntry: a line is posted for all where the message does not take it: a token that is over, a message
// that is gone, an origin of another bot's, of another app's, or one that somebody has changed.
func TestNoEntry(t *testing.T) {
	for name, c := range map[string]struct {
		refused int
		after   time.Duration
		change  func(string) string
	}{
		"old":      {after: 15 * time.Minute},
		"over":     {refused: 401},
		"gone":     {refused: 404},
		"changed":  {change: func(s string) string { return s[:len(s)/2] + "_" + s[len(s)/2+1:] }},
		"nothing":  {change: func(string) string { return "" }},
		"no seal":  {change: func(string) string { return "OSA5IHg" }},
		"stranger": {change: func(string) string { return sealedBy(t, "another.bot.token", "2") }},
		"app":      {change: func(string) string { return sealedBy(t, fakeToken, "3") }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				today()
				d := newPad(nil)
				b, _ := newFakeBot(t, racing{}, d, nil)
				origin := raced(t, b, d, 5)
				if c.change != nil {
					origin = c.change(origin)
				}
				d.refused = c.refused
				time.Sleep(c.after)
				_ = b.accept(by(5, "k1a/share?"+url.QueryEscape(origin), true), nil)
				synctest.Wait()
				time.Sleep(time.Minute)
				b.responders.Wait()
				want(t, d.people())
				last := d.all()[len(d.all())-1]
				var m wire.Message
				if err := json.Unmarshal(last.Body, &m); err != nil || m.Flags&wire.FlagEphemeral != 0 || !strings.Contains(string(last.Body), "posted by 5") {
					t.Errorf("not posted: %s", last.Body)
				}
			})
		})
	}
}

// sealedBy returns an origin that a bot of that token has sealed for an app.
func sealedBy(t *testing.T, token, app string) string {
	b, _ := newFakeBot(t, racing{}, &fakeREST{}, nil)
	b.token.Store(&token)
	return b.origin(&interaction{app: app, message: "9", id: "1", token: interactionSecret})
}

// TestStreakKey: all replicas of a bot sign streaks with one key, which another bot does not have, and which is
// not the key that seals origins.
func TestStreakKey(t *testing.T) {
	key := StreakKey(fakeToken)
	if len(key) < 32 || !slices.Equal(key, StreakKey("Bot "+fakeToken)) {
		t.Errorf("%d bytes, or another key for the same token", len(key))
	}
	if slices.Equal(key, StreakKey("another.bot.token")) || slices.Equal(key, keyFor("kibitz: origins of entries", fakeToken)) {
		t.Error("one key for two uses")
	}
	if StreakKey("") != nil {
		t.Error("a key without a token")
	}
}

// TestEntriesAtOnce: twenty people show their results at the same moment, in one process, and then in
// three: no line is lost, and in one process none is written twice. Between reading and writing passes
// time.
func TestEntriesAtOnce(t *testing.T) {
	for _, processes := range []int{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			today()
			d := newPad(func(s sent) time.Duration { return time.Duration(len(s.path)%7+100) * time.Millisecond })
			var bots []*bot
			for range processes {
				b, _ := newFakeBot(t, racing{}, d, nil)
				bots = append(bots, b)
			}
			const people = 20
			var origins, all []string
			for user := range people {
				origins = append(origins, raced(t, bots[0], d, user+10))
				all = append(all, fmt.Sprint(user+10))
			}
			for user, origin := range origins {
				_ = bots[user%processes].accept(by(user+10, "k1a/share?"+origin, true), nil)
			}
			time.Sleep(5 * time.Minute)
			for _, b := range bots {
				b.responders.Wait()
			}
			want(t, d.people(), all...)
			if n := edits(&d.fakeREST); processes == 1 && n != people {
				t.Errorf("%d edits for %d lines: some were written twice", n, people)
			}
		})
	}
}
