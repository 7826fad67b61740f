package playground_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"

	"github.com/bwmarrin/discordgo"
)

func TestAnimationSaysItsFrames(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(200, "POST", e.callback()+"?with_response=true", answer(4, `{"flags":32768,"components":[
		{"type":12,"items":[{"media":{"url":"attachment://a.gif"},"description":"moving","spoiler":true},{"media":{"url":"attachment://b.gif"}}]}],
		"attachments":[{"id":0},{"id":1}]}`), playground.File{Name: "a.gif", Data: animation(8, 6, 3)}, playground.File{Name: "b.gif", Data: animation(4, 4, 1)})
	if got, want := (<-reply).ok(t).Text(), "||[animation a.gif 8×6, 3 frames: moving]||\n[picture b.gif 4×4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStartRefusesOtherAddresses(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{":0", "0.0.0.0:0", "192.0.2.1:0", "[::]:0", "example.org:0", "nonsense"} {
		if s, err := playgroundtest.Start(t.Context(), playground.Options{Addr: addr}); err == nil {
			_ = s.Close()
			t.Errorf("%s: accepted", addr)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "127.9.9.9:0"} {
		start(t, playground.Options{Addr: addr})
	}
}

func TestStartFindsAFreePort(t *testing.T) {
	t.Parallel()
	first := start(t, playground.Options{})
	second := start(t, playground.Options{Addr: first.Addr()})
	if first.Addr() == second.Addr() || !strings.HasPrefix(second.URL(), "http://127.0.0.1:") {
		t.Errorf("%s, then %s", first.URL(), second.URL())
	}
}

func TestCommandToReply(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{Locale: "ko"}))
	reply := b.typed("/solve puzzle:3;2 1|x do:Check it limit:5 private:True ratio:.5")
	e := b.next()
	if e.Type != 2 || e.Data.Name != "solve" {
		t.Fatalf("interaction: %s", e.raw)
	}
	got := ""
	for _, o := range e.Data.Options {
		got += fmt.Sprintf("%s/%d=%v ", o.Name, o.Type, o.Value)
	}
	if got != "puzzle/3=3;2 1|x do/3=check limit/4=5 private/5=true ratio/10=0.5 " {
		t.Errorf("options: %s", got)
	}
	for _, field := range []string{"version", "guild_id", "guild", "channel", "channel_id", "member", "app_permissions", "entitlements", "authorizing_integration_owners", "context", "attachment_size_limit", "locale", "guild_locale"} {
		if !strings.Contains(string(e.raw), `"`+field+`":`) {
			t.Errorf("interaction lacks %s", field)
		}
	}
	if !strings.Contains(string(e.raw), `"locale":"ko"`) {
		t.Error("locale is not the person's")
	}
	var typed discordgo.InteractionCreate
	if err := json.Unmarshal(e.raw, &typed); err != nil || typed.Member.User.ID == "" {
		t.Errorf("discordgo reads the interaction: %v", err)
	}
	b.must(204, "POST", e.callback(), answer(4, v2("**done**")))
	m := (<-reply).ok(t)
	if m.Text() != "**done**" || m.Ephemeral || m.Deferred || m.Edits != 0 {
		t.Errorf("reply: %+v", m)
	}
}

func TestDeferProgressFinal(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5,"data":{"flags":64}}`)
	if m := b.must(200, "GET", e.original(), ""); m["flags"] != 192.0 {
		t.Errorf("a deferred message has flags %v", m["flags"])
	}
	b.must(200, "PATCH", e.original(), v2("⏳ 10 of 20"))
	select {
	case <-reply:
		t.Fatal("progress taken for the final reply")
	case <-time.After(50 * time.Millisecond):
	}
	b.must(200, "PATCH", e.original(), v2("20 of 20"))
	m := (<-reply).ok(t)
	if !m.Deferred || !m.Ephemeral || m.Edits != 1 || m.Text() != "(only you see this)\n20 of 20" {
		t.Errorf("reply: %+v\n%s", m, m.Text())
	}
}

func TestReplyWithEverything(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	files := []playground.File{{Name: "board.png", Data: picture(30, 20)}, {Name: "grid.txt", Data: []byte("1 0")}, {Name: "lost.txt", Data: []byte("x")}}
	result := b.must(200, "POST", e.callback()+"?with_response=true", answer(4, `{"flags":32832,"components":[{"type":17,"accent_color":255,"components":[
		{"type":10,"content":"# Title"},{"type":14},{"type":14,"divider":false},
		{"type":12,"items":[{"media":{"url":"attachment://board.png"},"description":"two rows"}]},
		{"type":13,"file":{"url":"attachment://grid.txt"}},
		{"type":9,"components":[{"type":10,"content":"aside"}],"accessory":{"type":2,"style":5,"label":"Rules","url":"https://example.org"}},
		{"type":1,"components":[{"type":2,"style":1,"label":"Hint","custom_id":"a","emoji":{"name":"🔍"}},{"type":2,"style":2,"label":"Undo","custom_id":"b","disabled":true}]},
		{"type":1,"components":[{"type":3,"custom_id":"c","placeholder":"Pick","options":[{"label":"One","value":"1"},{"label":"Two","value":"2"}]}]}]}],
		"attachments":[{"id":0,"description":"unused"},{"id":"1"}]}`), files...)
	m := (<-reply).ok(t)
	want := `(only you see this)
# Title
---
[picture board.png 30×20: two rows]
[file grid.txt]
aside
[Rules → https://example.org]
[🔍 Hint] (Undo)
[menu Pick: One | Two]
[not shown: lost.txt]`
	if m.Text() != want {
		t.Errorf("text:\n%s", m.Text())
	}
	if rgb, ok := m.AccentColor(); !ok || rgb != 255 {
		t.Errorf("colour %d, %v", rgb, ok)
	}
	if len(m.Attachments) != 3 || m.Attachments[0].Width != 30 || m.Attachments[0].Description != "unused" || m.Attachments[0].ContentType != "image/png" {
		t.Errorf("attachments: %+v", m.Attachments)
	}
	message := result["resource"].(map[string]any)["message"].(map[string]any)
	if n := len(message["attachments"].([]any)); n != 1 {
		t.Errorf("%d attachments listed beside the components; want the unused one", n)
	}
	raw, _ := json.Marshal(message["components"])
	for _, want := range []string{`"id":1`, `"id":12`, `"attachment_id":"`, `"width":30`, `"size":3`, `"spacing":1`} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("components lack %s: %s", want, raw)
		}
	}
	status, _ := b.do("GET", "/x", "")
	if status != 404 {
		t.Errorf("unknown path: %d", status)
	}
	got, err := b.http.Get(m.Attachments[0].URL)
	if err != nil || got.StatusCode != 200 || got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("attachment: %v %v", got, err)
	}
	_ = got.Body.Close()
}

// controls are a button, one that is disabled, and a menu.
const controls = `{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"},{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true}]},
	{"type":1,"components":[{"type":3,"custom_id":"pick","options":[{"label":"One","value":"1"}]}]}`

// message has the bot answer a command with the controls.
func (b *bot) message() *playground.Message {
	b.t.Helper()
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), answer(4, `{"flags":32768,"components":[{"type":10,"content":"first"},`+controls+`]}`))
	return (<-reply).ok(b.t)
}

func TestClicks(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	first := b.message()

	update := b.clicked(first, "go")
	e := b.next()
	if e.Type != 3 || e.Data.CustomID != "go" || e.Message["id"] != first.ID || e.Message["components"] == nil {
		t.Errorf("click: %s", e.raw)
	}
	b.must(204, "POST", e.callback(), answer(7, `{"flags":32768,"components":[{"type":10,"content":"second"},`+controls+`]}`))
	if m := (<-update).ok(t); m.ID != first.ID || m.Edits != 1 || !strings.HasPrefix(m.Text(), "second") {
		t.Errorf("update: %+v", m)
	}

	deferred := b.clicked(first, "go")
	e = b.next()
	b.must(204, "POST", e.callback(), `{"type":6}`)
	b.must(200, "PATCH", e.original(), `{"flags":32768,"components":[{"type":10,"content":"third"},`+controls+`]}`)
	if m := (<-deferred).ok(t); m.ID != first.ID || !strings.HasPrefix(m.Text(), "third") {
		t.Errorf("deferred update: %+v", m)
	}

	fresh := b.clicked(first, "go")
	e = b.next()
	b.must(204, "POST", e.callback(), answer(4, `{"flags":64,"content":"for you"}`))
	if m := (<-fresh).ok(t); m.ID == first.ID || m.Text() != "(only you see this)\nfor you" {
		t.Errorf("new message: %+v", m)
	}

	private := b.clicked(first, "go")
	e = b.next()
	b.must(204, "POST", e.callback(), `{"type":6}`)
	b.must(200, "POST", e.webhook(), `{"flags":64,"content":"follow-up"}`)
	if m := (<-private).ok(t); m.ID == first.ID || m.Content != "follow-up" || !m.Ephemeral {
		t.Errorf("follow-up: %+v", m)
	}
}

func TestChoicesAndForgeries(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	first := b.message()

	chosen := later(func() (*playground.Message, error) { return b.server.Select(t.Context(), first.ID, "pick", "1") })
	e := b.next()
	if !slices.Equal(e.Data.Values, []string{"1"}) {
		t.Errorf("select: %s", e.raw)
	}
	b.must(204, "POST", e.callback(), answer(4, `{"content":"one"}`))
	(<-chosen).ok(t)

	forged := later(func() (*playground.Message, error) { return b.server.Forge(t.Context(), first.ID, "of old") })
	e = b.next()
	if e.Data.CustomID != "of old" || e.Message["id"] != first.ID {
		t.Errorf("forged click: %s", e.raw)
	}
	b.must(204, "POST", e.callback(), answer(4, `{"content":"no more"}`))
	(<-forged).ok(t)

	for customID, want := range map[string]playground.InputCode{"off": playground.DisabledControl, "none": playground.UnknownControl, "pick": playground.UnknownControl} {
		var bad *playground.InputError
		if _, err := b.server.Click(t.Context(), first.ID, customID); !errors.As(err, &bad) || bad.Code != want {
			t.Errorf("click on %s: %v", customID, err)
		}
	}
	if _, err := b.server.Click(t.Context(), "1", "go"); err == nil {
		t.Error("click on no message")
	}
	if _, err := b.server.Select(t.Context(), first.ID, "pick", "2"); err == nil {
		t.Error("select of no choice")
	}
}

// TestTicks: of a group of checkboxes a person sends those that are ticked from the start, or others, or none.
// Discord takes no group that may stay empty and has to be filled in.
func TestTicks(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	ticks := func(required string) string {
		return `{"custom_id":"m","title":"More","components":[{"type":18,"label":"Also","component":{"type":22,"custom_id":"also","min_values":0` + required +
			`,"options":[{"label":"A","value":"a","default":true},{"label":"B","value":"b"},{"label":"C","value":"c"}]}}]}`
	}
	b.must(400, "POST", e.callback(), answer(9, ticks("")))
	b.must(204, "POST", e.callback(), answer(9, ticks(`,"required":false`)))
	var modal *playground.Modal
	if o := <-reply; !errors.As(o.err, &modal) || !strings.Contains(modal.Text(), "[x] A\n[ ] B") {
		t.Fatalf("modal: %v", o.err)
	}
	for _, c := range []struct {
		values map[string]string
		want   string
	}{{nil, `["a"]`}, {map[string]string{"also": "b c"}, `["b","c"]`}, {map[string]string{"also": ""}, `[]`}} {
		sent := later(func() (*playground.Message, error) { return b.server.Submit(t.Context(), modal, c.values) })
		if e = b.next(); !strings.Contains(string(e.raw), `"values":`+c.want) {
			t.Errorf("%v: %s", c.values, e.raw)
		}
		b.must(204, "POST", e.callback(), answer(4, `{"content":"ok"}`))
		<-sent
	}
	if _, err := b.server.Submit(t.Context(), modal, map[string]string{"also": "d"}); err == nil {
		t.Error("ticked what is not there")
	}
}

func TestModal(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(400, "POST", e.callback(), answer(9, `{"custom_id":"m","title":"`+strings.Repeat("x", 46)+`","components":[]}`))
	b.must(204, "POST", e.callback(), answer(9, `{"custom_id":"m","title":"More","components":[{"type":1,"components":[{"type":4,"custom_id":"in","style":1,"label":"Say","max_length":3}]}]}`))
	o := <-reply
	var modal *playground.Modal
	if !errors.As(o.err, &modal) || modal.Title != "More" {
		t.Fatalf("modal: %v", o.err)
	}
	if _, err := b.server.Submit(t.Context(), modal, nil); err == nil {
		t.Error("submitted without the required value")
	}
	if _, err := b.server.Submit(t.Context(), modal, map[string]string{"in": "long"}); err == nil {
		t.Error("submitted too long a value")
	}
	done := later(func() (*playground.Message, error) {
		return b.server.Submit(t.Context(), modal, map[string]string{"in": "abc"})
	})
	e = b.next()
	if e.Type != 5 || !strings.Contains(string(e.raw), `"value":"abc"`) {
		t.Errorf("submit: %s", e.raw)
	}
	b.must(400, "POST", e.callback(), answer(9, `{"custom_id":"m","title":"More","components":[]}`)) // a modal cannot answer a modal
	b.must(204, "POST", e.callback(), answer(4, `{"content":"thanks"}`))
	if m := (<-done).ok(t); m.Text() != "thanks" {
		t.Errorf("reply: %+v", m)
	}
}

func TestComplete(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	type result struct {
		choices []playground.Choice
		err     error
	}
	for _, many := range []int{0, 25, 26} {
		ch := make(chan result, 1)
		go func() {
			choices, err := b.server.Complete(t.Context(), "/solve puzzle:x theme:da")
			ch <- result{choices, err}
		}()
		e := b.next()
		last := e.Data.Options[len(e.Data.Options)-1]
		if e.Type != 4 || !last.Focused || last.Value != "da" {
			t.Errorf("autocomplete: %s", e.raw)
		}
		list := make([]string, many)
		for i := range list {
			list[i] = fmt.Sprintf(`{"name":"n%d","value":"v%d"}`, i, i)
		}
		body := answer(8, `{"choices":[`+strings.Join(list, ",")+`]}`)
		if many > playground.MaxAutocompleteChoices {
			b.must(400, "POST", e.callback(), body)
			body = answer(8, `{"choices":[]}`)
			many = 0
		}
		b.must(204, "POST", e.callback(), body)
		if r := <-ch; r.err != nil || len(r.choices) != many {
			t.Errorf("%d choices, %v; want %d", len(r.choices), r.err, many)
		}
	}
}
