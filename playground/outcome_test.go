package playground_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// upload sends a PATCH with a picture.
func (b *bubble) upload(path, text string, picture []byte) int {
	b.Helper()
	body, kind := multipartBody(`{"flags":32768,"components":[{"type":10,"content":"`+text+`"},{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}],"attachments":[{"id":0}]}`, []playground.File{{Name: "a.png", Data: picture}})
	r, _ := http.NewRequestWithContext(b.Context(), "PATCH", "https://discord.com/api/v10"+path, body)
	r.Header.Set("Content-Type", kind)
	w, err := b.http.Do(r)
	if err != nil {
		b.Error(err)
		return 0
	}
	_ = w.Body.Close()
	return w.StatusCode
}

func (b *bubble) edit(e event0, text string) {
	b.Helper()
	b.must(200, "PATCH", e.original(), fmt.Sprintf(`{"content":"%s"}`, text))
}

// outcomes are what a bot may do with an interaction, and what is told of it.
var outcomes = map[string]struct {
	bot  func(b *bubble, e event0)
	want string
}{
	"answered": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(4, `{"content":"one"}`))
	}, "accepted 1, first 4 after 0s, final after 0s, one"},
	"answered twice": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(4, `{"content":"one"}`))
		b.must(400, "POST", e.callback(), answer(4, `{"content":"two"}`))
	}, "accepted 1, first 4 after 0s, final after 0s, refused [40060], one"},
	"deferred, progress, the answer twice": {func(b *bubble, e event0) {
		time.Sleep(time.Second)
		b.must(204, "POST", e.callback(), answer(5, `{}`))
		time.Sleep(time.Minute)
		b.edit(e, "⏳ soon")
		time.Sleep(time.Minute)
		b.edit(e, "one")
		b.edit(e, "one")
	}, "accepted 1, first 5 after 1s, final after 2m1s, edits 3, one"},
	"overwritten": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(5, `{}`))
		b.edit(e, "one")
		b.edit(e, "⏳ soon")
		b.edit(e, "one")
	}, "accepted 1, first 5 after 0s, final after 0s, edits 3, changed 2, one"},
	"the same picture again": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(5, `{}`))
		b.upload(e.original(), "one", picture(2, 2))
		b.upload(e.original(), "one", picture(2, 2))
	}, "accepted 1, first 5 after 0s, final after 0s, edits 2, one\n[picture a.png 2×2]"},
	"another picture": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(5, `{}`))
		b.upload(e.original(), "one", picture(2, 2))
		b.upload(e.original(), "one", picture(2, 3))
	}, "accepted 1, first 5 after 0s, final after 0s, edits 2, changed 1, one\n[picture a.png 2×3]"},
	"never finished": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(5, `{}`))
	}, "accepted 1, first 5 after 0s, The application did not respond"},
	"late": {func(b *bubble, e event0) {
		time.Sleep(3*time.Second + time.Millisecond) // not at the very moment at which the time is up
		b.must(404, "POST", e.callback(), answer(4, `{"content":"one"}`))
		b.must(401, "PATCH", e.original(), `{"content":"one"}`)
	}, "refused [10062 50027], The application did not respond"},
	"wrong": {func(b *bubble, e event0) {
		b.must(400, "POST", e.callback(), answer(4, `{"content":""}`))
	}, "refused [50006], The application did not respond acceptably: HTTP 400, code 50006: Cannot send an empty message"},
	"two messages": {func(b *bubble, e event0) {
		b.must(204, "POST", e.callback(), answer(4, `{"content":"one"}`))
		b.must(200, "POST", e.webhook(), `{"content":"two"}`)
	}, "accepted 1, first 4 after 0s, final after 0s, follow-ups 1, one"},
}

// What becomes of an interaction is told apart: each way of going wrong shows
// in its own field.
func TestOutcome(t *testing.T) {
	for name, test := range outcomes {
		t.Run(name, func(t *testing.T) {
			inBubble(t, playground.Options{}, func(b *bubble) {
				b.serve(func(w http.ResponseWriter, _ *http.Request, e event0) {
					w.WriteHeader(202)
					b.later(func() { test.bot(b, e) })
				})
				asked, err := b.Send("12345", "/about")
				if err != nil {
					t.Fatal(err)
				}
				waited := asked.Wait(b.Context())
				time.Sleep(20 * time.Minute)
				o := asked.Outcome()
				if o.Person != "12345" || o.Delivered != 1 || o.Err != waited {
					t.Errorf("%+v, waited %v", o, waited)
				}
				if got := brief(o); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
			})
		})
	}
}

// later does something that ends before the test.
func (b *bubble) later(do func()) {
	var done sync.WaitGroup
	done.Go(do)
	b.Cleanup(done.Wait)
}

// brief returns all of an outcome that is not zero.
func brief(o playground.Outcome) string {
	var out []string
	add := func(there bool, format string, args ...any) {
		if there {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(o.Accepted > 0, "accepted %d, first %d after %v", o.Accepted, o.First, o.FirstAfter)
	add(o.Answered, "final after %v", o.FinalAfter)
	add(o.Edits > 0, "edits %d", o.Edits)
	add(o.Changed > 0, "changed %d", o.Changed)
	add(o.FollowUps > 0, "follow-ups %d", o.FollowUps)
	add(o.Refused != nil, "refused %v", o.Refused)
	add(o.Err != nil, "%v", o.Err)
	if o.Answered {
		out = append(out, o.Message.Text())
	}
	return strings.Join(out, ", ")
}

// Discord's rarer refusals.
func TestRefusalsByChoice(t *testing.T) {
	var requests []playground.Request
	faults := []*playground.Fault{nil, nil, nil, playgroundtest.CloudflareBan(time.Hour), playgroundtest.RateLimited(1500*time.Millisecond, playground.SharedScope), playgroundtest.RateLimited(time.Second, playground.GlobalScope)}
	opt := playground.Options{Mishap: func(playground.Delivery) *playground.Mishap { return &playground.Mishap{AckedIsUnknown: true} }, Fault: func(r playground.Request) *playground.Fault {
		requests = append(requests, r)
		return faults[len(requests)-1]
	}}
	inBubble(t, opt, func(b *bubble) {
		var e event0
		b.serve(func(w http.ResponseWriter, _ *http.Request, got event0) { e = got; w.WriteHeader(202) })
		reply := b.asked("/about")
		synctest.Wait()
		time.Sleep(time.Second)
		b.must(204, "POST", e.callback(), answer(5, `{}`))
		if got := b.must(404, "POST", e.callback(), answer(5, `{}`)); got["code"] != 10062.0 {
			t.Errorf("%v", got)
		}
		time.Sleep(time.Second)
		for _, want := range []struct{ body, after, scope, kind string }{
			{"error code: 1015", "3600", "", "text/plain; charset=UTF-8"},
			{`{"message":"The resource is being rate limited.","code":0,"retry_after":1.5,"global":false}`, "2", "shared", "application/json"},
			{`{"message":"You are being rate limited.","code":0,"retry_after":1,"global":true}`, "1", "global", "application/json"},
		} {
			r, err := b.http.Get("https://discord.com/api/v10" + e.original())
			if err != nil {
				t.Fatal(err)
			}
			var body strings.Builder
			_ = r.Write(&body)
			h := r.Header
			if r.StatusCode != 429 || h.Get("Retry-After") != want.after || h.Get("X-RateLimit-Scope") != want.scope || h.Get("Content-Type") != want.kind || !strings.HasSuffix(body.String(), want.body) {
				t.Errorf("%s\nwant %v", body.String(), want)
			}
		}
		for i, want := range []time.Duration{0, time.Second, time.Second, 2 * time.Second} {
			if got := requests[i]; i > 0 && (got.Interaction != e.ID || got.Age.Truncate(time.Second) != want) {
				t.Errorf("request %d is of %s, %v old, want %v", i, got.Interaction, got.Age, want)
			}
		}
		time.Sleep(20 * time.Minute)
		<-reply
	})
}

// The reply of a crowd is kept apart for each of them, however many there are:
// 5,000 requests of 1,000 people, half of them open for up to 10 minutes.
func TestCrowd(t *testing.T) {
	inBubble(t, playground.Options{}, func(b *bubble) {
		b.serve(func(w http.ResponseWriter, _ *http.Request, e event0) {
			if rand.N(2) == 0 {
				writeJSON(w, answer(4, `{"content":"`+e.ID+`","components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"x"}]}]}`))
				return
			}
			writeJSON(w, answer(5, `{}`))
			b.later(func() {
				time.Sleep(time.Second + rand.N(10*time.Minute))
				b.must(200, "PATCH", e.original(), v2(e.ID))
			})
		})
		var all []*playground.Asked
		for i := range 5_000 {
			asked, err := b.Send(fmt.Sprint(1000+i%1000), "/about")
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, asked)
			time.Sleep(120 * time.Millisecond)
		}
		for _, asked := range all {
			if err := asked.Wait(b.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, asked := range all {
			o := asked.Outcome()
			if o.Accepted != 1 || !o.Inline || o.Changed != 0 || o.Refused != nil || o.Message.Text() != o.Interaction && !strings.HasPrefix(o.Message.Text(), o.Interaction+"\n[x]") {
				t.Fatalf("%s: %s", o.Interaction, brief(o))
			}
		}
		clicked, err := b.ClickReply(all[0], "1007", "x")
		if all[0].Outcome().First == 4 && err != nil {
			t.Errorf("an old button: %v", err)
		}
		if err == nil {
			_ = clicked.Wait(b.Context())
		}
	})
}
