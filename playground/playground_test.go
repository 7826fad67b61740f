package playground

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// bot is a discordgo client on a Server, with the interactions it received.
type bot struct {
	t       *testing.T
	server  *Server
	session *discordgo.Session
	inbox   chan event0
	http    *http.Client
}

// event0 is what the tests need of an interaction.
type event0 struct {
	ID, Token     string
	ApplicationID string `json:"application_id"`
	Type          int
	Data          struct {
		Name     string
		CustomID string `json:"custom_id"`
		Values   []string
		Options  []struct {
			Name    string
			Type    int
			Value   any
			Focused bool
		}
		Resolved *struct {
			Attachments map[string]struct {
				ID, Filename, URL string
				ContentType       string `json:"content_type"`
				Size              int
				Ephemeral         bool
			}
		}
		Components []map[string]any
	}
	Message map[string]any
	raw     json.RawMessage
}

const testCommands = `[{"name":"solve","description":"Solve it","options":[
	{"type":3,"name":"puzzle","description":"the puzzle","required":true,"max_length":20},
	{"type":3,"name":"do","description":"what to do","choices":[{"name":"Check it","value":"check"},{"name":"hint","value":"hint"}]},
	{"type":4,"name":"limit","description":"a number","min_value":1,"max_value":9},
	{"type":5,"name":"private","description":"only for you"},
	{"type":10,"name":"ratio","description":"a ratio"},
	{"type":3,"name":"theme","description":"completes","autocomplete":true},
	{"type":11,"name":"file","description":"a file"}]},
	{"name":"about","description":"About"}]`

// closing is what ends behind the tests' backs: discordgo takes a second to
// close. A server ends after its clients.
var (
	closing sync.WaitGroup
	clients sync.Map // *Server to *sync.WaitGroup
)

func TestMain(m *testing.M) {
	code := m.Run()
	closing.Wait()
	os.Exit(code)
}

func start(t *testing.T, opt Options) *Server {
	t.Helper()
	opt.pace.ack = cmp.Or(opt.pace.ack, time.Minute) // on a busy machine, too
	s, err := Start(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	sessions := new(sync.WaitGroup)
	clients.Store(s, sessions)
	t.Cleanup(func() {
		closing.Go(func() {
			sessions.Wait()
			_ = s.Close()
		})
	})
	return s
}

func connect(t *testing.T, s *Server) *bot {
	t.Helper()
	session, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		t.Fatal(err)
	}
	session.Client = &http.Client{Transport: s.Transport()}
	session.StateEnabled = false
	session.LogLevel = -1 // outages are provoked here
	session.Identify.Intents = discordgo.IntentsNone
	b := &bot{t: t, server: s, session: session, inbox: make(chan event0, 100), http: session.Client}
	session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type != "INTERACTION_CREATE" {
			return
		}
		var got event0
		_ = json.Unmarshal(e.RawData, &got)
		got.raw = e.RawData
		b.inbox <- got
	})
	if err := session.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		sessions, _ := clients.Load(s)
		sessions.(*sync.WaitGroup).Go(func() { _ = session.Close() })
	})
	b.must(200, "PUT", "/applications/"+s.world.applicationID+"/commands", testCommands)
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// do sends a request with the bot's token; files become files[0] and so on.
func (b *bot) do(method, path, body string, files ...File) (int, string) {
	b.t.Helper()
	var content io.Reader
	kind := "application/json"
	if body != "" {
		content = strings.NewReader(body)
	}
	if files != nil {
		content, kind = multipartBody(body, files)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, "https://discord.com/api/v10"+path, content)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+b.server.Token())
	if body != "" {
		r.Header.Set("Content-Type", kind)
	}
	w, err := b.http.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer w.Body.Close()
	answer, _ := io.ReadAll(w.Body)
	return w.StatusCode, string(answer)
}

func multipartBody(body string, files []File) (io.Reader, string) {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	_ = w.WriteField("payload_json", body)
	for i, f := range files {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, f.Name))
		part, _ := w.CreatePart(h)
		_, _ = part.Write(f.Data)
	}
	_ = w.Close()
	return &buf, w.FormDataContentType()
}

func (b *bot) must(status int, method, path, body string, files ...File) map[string]any {
	b.t.Helper()
	got, answer := b.do(method, path, body, files...)
	if got != status {
		b.t.Fatalf("%s %s: %d %s", method, path, got, answer)
	}
	var m map[string]any
	_ = json.Unmarshal([]byte(answer), &m)
	return m
}

func (b *bot) next() event0 {
	b.t.Helper()
	select {
	case e := <-b.inbox:
		return e
	case <-time.After(10 * time.Second):
		b.t.Fatal("no interaction came")
		panic("unreachable")
	}
}

func (e *event0) callback() string {
	return "/interactions/" + e.ID + "/" + e.Token + "/callback"
}

func (e *event0) original() string {
	return "/webhooks/" + e.ApplicationID + "/" + e.Token + "/messages/@original"
}

func (e *event0) webhook() string { return "/webhooks/" + e.ApplicationID + "/" + e.Token }

// outcome is what Type and its kin return.
type outcome struct {
	m   *Message
	err error
}

func later(do func() (*Message, error)) <-chan outcome {
	ch := make(chan outcome, 1)
	go func() {
		m, err := do()
		ch <- outcome{m, err}
	}()
	return ch
}

func (b *bot) typed(text string) <-chan outcome {
	return later(func() (*Message, error) { return b.server.Type(b.t.Context(), text) })
}

func (b *bot) clicked(m *Message, customID string) <-chan outcome {
	return later(func() (*Message, error) { return b.server.Click(b.t.Context(), m.ID, customID) })
}

func (o outcome) ok(t *testing.T) *Message {
	t.Helper()
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o.m
}

const v2Text = `"flags":32768,"components":[{"type":10,"content":"%s"}]`

func v2(text string) string { return fmt.Sprintf("{"+v2Text+"}", text) }

func answer(kind int, data string) string { return fmt.Sprintf(`{"type":%d,"data":%s}`, kind, data) }

func picture(w, h int) []byte {
	var buf bytes.Buffer
	_ = png.Encode(&buf, image.NewGray(image.Rect(0, 0, w, h)))
	return buf.Bytes()
}

func animation(w, h, frames int) []byte {
	film := gif.GIF{}
	for range frames {
		film.Image = append(film.Image, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White}))
		film.Delay = append(film.Delay, 10)
	}
	var buf bytes.Buffer
	_ = gif.EncodeAll(&buf, &film)
	return buf.Bytes()
}

func TestAnimationSaysItsFrames(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(200, "POST", e.callback()+"?with_response=true", answer(4, `{"flags":32768,"components":[
		{"type":12,"items":[{"media":{"url":"attachment://a.gif"},"description":"moving","spoiler":true},{"media":{"url":"attachment://b.gif"}}]}],
		"attachments":[{"id":0},{"id":1}]}`), File{Name: "a.gif", Data: animation(8, 6, 3)}, File{Name: "b.gif", Data: animation(4, 4, 1)})
	if got, want := (<-reply).ok(t).Text(), "||[animation a.gif 8×6, 3 frames: moving]||\n[picture b.gif 4×4]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStartRefusesOtherAddresses(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{":0", "0.0.0.0:0", "192.0.2.1:0", "[::]:0", "example.org:0", "nonsense"} {
		if s, err := Start(t.Context(), Options{Addr: addr}); err == nil {
			_ = s.Close()
			t.Errorf("%s: accepted", addr)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "127.9.9.9:0"} {
		start(t, Options{Addr: addr})
	}
}

func TestStartFindsAFreePort(t *testing.T) {
	t.Parallel()
	first := start(t, Options{})
	second := start(t, Options{Addr: first.addr})
	if first.addr == second.addr || !strings.HasPrefix(second.URL(), "http://127.0.0.1:") {
		t.Errorf("%s, then %s", first.URL(), second.URL())
	}
}

func TestCommandToReply(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{Locale: "ko"}))
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
	b := connect(t, start(t, Options{}))
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
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	files := []File{{Name: "board.png", Data: picture(30, 20)}, {Name: "grid.txt", Data: []byte("1 0")}, {Name: "lost.txt", Data: []byte("x")}}
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

func TestClicks(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	const row = `{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"},{"type":2,"style":1,"label":"Off","custom_id":"off","disabled":true}]},
		{"type":1,"components":[{"type":3,"custom_id":"pick","options":[{"label":"One","value":"1"}]}]}`
	b.must(204, "POST", e.callback(), answer(4, `{"flags":32768,"components":[{"type":10,"content":"first"},`+row+`]}`))
	first := (<-reply).ok(t)

	update := b.clicked(first, "go")
	e = b.next()
	if e.Type != 3 || e.Data.CustomID != "go" || e.Message["id"] != first.ID || e.Message["components"] == nil {
		t.Errorf("click: %s", e.raw)
	}
	b.must(204, "POST", e.callback(), answer(7, `{"flags":32768,"components":[{"type":10,"content":"second"},`+row+`]}`))
	if m := (<-update).ok(t); m.ID != first.ID || m.Edits != 1 || !strings.HasPrefix(m.Text(), "second") {
		t.Errorf("update: %+v", m)
	}

	deferred := b.clicked(first, "go")
	e = b.next()
	b.must(204, "POST", e.callback(), `{"type":6}`)
	b.must(200, "PATCH", e.original(), `{"flags":32768,"components":[{"type":10,"content":"third"},`+row+`]}`)
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

	chosen := later(func() (*Message, error) { return b.server.Select(t.Context(), first.ID, "pick", "1") })
	e = b.next()
	if !slices.Equal(e.Data.Values, []string{"1"}) {
		t.Errorf("select: %s", e.raw)
	}
	b.must(204, "POST", e.callback(), answer(4, `{"content":"one"}`))
	(<-chosen).ok(t)

	forged := later(func() (*Message, error) { return b.server.Forge(t.Context(), first.ID, "of old") })
	e = b.next()
	if e.Data.CustomID != "of old" || e.Message["id"] != first.ID {
		t.Errorf("forged click: %s", e.raw)
	}
	b.must(204, "POST", e.callback(), answer(4, `{"content":"no more"}`))
	(<-forged).ok(t)

	for customID, want := range map[string]InputCode{"off": DisabledControl, "none": UnknownControl, "pick": UnknownControl} {
		var bad *InputError
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

func TestModal(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(400, "POST", e.callback(), answer(9, `{"custom_id":"m","title":"`+strings.Repeat("x", 46)+`","components":[]}`))
	b.must(204, "POST", e.callback(), answer(9, `{"custom_id":"m","title":"More","components":[{"type":1,"components":[{"type":4,"custom_id":"in","style":1,"label":"Say","max_length":3}]}]}`))
	o := <-reply
	var modal *Modal
	if !errors.As(o.err, &modal) || modal.Title != "More" {
		t.Fatalf("modal: %v", o.err)
	}
	if _, err := b.server.Submit(t.Context(), modal, nil); err == nil {
		t.Error("submitted without the required value")
	}
	if _, err := b.server.Submit(t.Context(), modal, map[string]string{"in": "long"}); err == nil {
		t.Error("submitted too long a value")
	}
	done := later(func() (*Message, error) { return b.server.Submit(t.Context(), modal, map[string]string{"in": "abc"}) })
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
	b := connect(t, start(t, Options{}))
	type result struct {
		choices []Choice
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
		if many > maxAutocompleteChoices {
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

func TestTooLate(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{pace: pace{ack: 100 * time.Millisecond}}))
	reply := b.typed("/about")
	e := b.next()
	b.must(400, "POST", e.callback(), answer(4, `{"content":"`+strings.Repeat("x", 2001)+`"}`))
	o := <-reply
	var late *NoResponse
	if !errors.As(o.err, &late) || late.Refused == nil {
		t.Fatalf("error: %v", o.err)
	}
	wantCode(t, b, 404, 10062, "POST", e.callback(), answer(4, `{"content":"late"}`))
	wantCode(t, b, 401, 50027, "PATCH", e.original(), `{"content":"late"}`)
}

func TestTwice(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	wantCode(t, b, 404, 10015, "PATCH", e.original(), `{"content":"early"}`)
	b.must(204, "POST", e.callback(), answer(4, `{"content":"once"}`))
	(<-reply).ok(t)
	wantCode(t, b, 400, 40060, "POST", e.callback(), answer(4, `{"content":"twice"}`))
	b.must(204, "DELETE", e.original(), "")
	wantCode(t, b, 404, 10008, "PATCH", e.original(), `{"content":"gone"}`)
	wantCode(t, b, 404, 10015, "PATCH", "/webhooks/"+e.ApplicationID+"/nonsense/messages/@original", `{"content":"x"}`)
	wantCode(t, b, 404, 10062, "POST", "/interactions/1/"+e.Token+"/callback", answer(4, `{"content":"x"}`))
}

func wantCode(t *testing.T, b *bot, status, code int, method, path, body string) {
	t.Helper()
	got, text := b.do(method, path, body)
	var e struct{ Code int }
	_ = json.Unmarshal([]byte(text), &e)
	if got != status || e.Code != code {
		t.Errorf("%s %s: %d %s; want %d, code %d", method, path, got, text, status, code)
	}
}

func TestTokenLife(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{pace: pace{token: 150 * time.Millisecond}}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	o := <-reply
	var late *NoResponse
	if !errors.As(o.err, &late) {
		t.Fatalf("error: %v", o.err)
	}
	wantCode(t, b, 401, 50027, "PATCH", e.original(), v2("late"))
}

func TestDeletedBeforeFinal(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(204, "DELETE", e.original(), "")
	if o := <-reply; !errors.Is(o.err, ErrDeleted) {
		t.Errorf("error: %v", o.err)
	}
}

func TestFirstFollowUpWritesDeferredMessage(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(200, "POST", e.webhook(), v2("here"))
	m := (<-reply).ok(t)
	if m.Text() != "here" || len(b.server.Messages()) != 1 {
		t.Errorf("reply: %+v", m)
	}
}

func TestCallerGivesUp(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	ctx, cancel := context.WithCancel(t.Context())
	reply := later(func() (*Message, error) { return b.server.Type(ctx, "/about") })
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(200, "PATCH", e.original(), v2("⏳ half"))
	cancel()
	if o := <-reply; !errors.Is(o.err, context.Canceled) || o.m == nil || !o.m.Progress {
		t.Errorf("%+v, %v", o.m, o.err)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	faults := []*Fault{{Status: 429, Header: http.Header{"Retry-After": {"2"}}, Body: `{"retry_after":2,"global":true}`}, {Status: 503}, {Reset: true}, {Lose: true}, {Delay: time.Millisecond}}
	var seen []string
	s := start(t, Options{
		Fault: func(r Request) *Fault {
			mu.Lock()
			defer mu.Unlock()
			if r.Route != "POST /interactions/{interaction}/{token}/callback" || len(faults) == 0 {
				return nil
			}
			f := faults[0]
			faults = faults[1:]
			return f
		},
		OnRequest: func(r Request) {
			mu.Lock()
			defer mu.Unlock()
			if strings.HasPrefix(r.Route, "POST") {
				seen = append(seen, fmt.Sprintf("%s %d", r.Body, len(r.Files)))
			}
		},
	})
	b := connect(t, s)
	reply := b.typed("/about")
	e := b.next()
	body := answer(4, `{"content":"x"}`)
	if status, text := b.do("POST", e.callback(), body); status != 429 || text != `{"retry_after":2,"global":true}` {
		t.Errorf("%d %s", status, text)
	}
	b.must(503, "POST", e.callback(), body)
	for range 2 { // reset before, then after it was carried out
		if status, text := b.do("POST", e.callback(), body); status != 0 || !strings.Contains(text, "reset") && !strings.Contains(text, "EOF") {
			t.Errorf("%d %s", status, text)
		}
	}
	(<-reply).ok(t)
	wantCode(t, b, 400, 40060, "POST", e.callback(), body)
	if len(seen) != 5 || seen[0] != body+" 0" {
		t.Errorf("seen: %q", seen)
	}
}

func TestAuthorization(t *testing.T) {
	t.Parallel()
	s := start(t, Options{})
	client := &http.Client{Transport: s.Transport()}
	for _, path := range []string{"/users/@me", "/applications/@me", "/gateway/bot"} {
		w, err := client.Get("https://discord.com/api/v9" + path)
		if err != nil || w.StatusCode != 401 {
			t.Errorf("%s: %v %v", path, w, err)
		}
		_ = w.Body.Close()
	}
	w, err := client.Post("https://discord.com/api/v9/gateway", "application/json", nil)
	if err != nil || w.StatusCode != 405 {
		t.Errorf("%v %v", w, err)
	}
	_ = w.Body.Close()
	if _, err := client.Get("https://example.org/"); err == nil {
		t.Error("Transport leaves the computer")
	}
}

// What there is not, and what is not done to what there is, is refused in
// Discord's JSON, whatever the body; whoever watches sees such a request too.
func TestUnknownRoutes(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seen := map[string]string{}
	b := connect(t, start(t, Options{OnRequest: func(r Request) {
		mu.Lock()
		defer mu.Unlock()
		seen[r.Method+" "+r.Path] = r.Route
	}}))
	for _, test := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/x", "", 404},
		{"GET", "/", "", 404},
		{"POST", "/gateway/", "{}", 404},
		{"POST", "/gateway", "{", 405},
		{"DELETE", "/applications/1/commands", "", 405},
		{"GET", "/applications/1/guilds/2/commands/3", "", 404},
		{"GET", "/interactions/1/2/callback", "", 405},
		{"GET", "/webhooks/1/2", "", 405},
		{"GET", "/webhooks/1", "", 404},
		{"PUT", "/webhooks/1/2/messages/@original", "{}", 405},
		{"POST", "/webhooks/1/2/messages/3/4", "{}", 404},
	} {
		wantCode(t, b, test.status, 0, test.method, test.path, test.body)
		if route, ok := seen[test.method+" "+test.path]; !ok || route != "" {
			t.Errorf("%s %s: seen %v with the route %q", test.method, test.path, ok, route)
		}
	}
	w, err := b.http.Get("https://discord.com/api/v8/gateway")
	if err != nil || w.StatusCode != 404 || w.Header.Get("Content-Type") != "application/json" {
		t.Errorf("another version: %v %v", w, err)
	}
	_ = w.Body.Close()
	wantCode(t, b, 404, 10015, "GET", "/webhooks/1/2/messages/@original", "")
	if route := seen["GET /webhooks/1/2/messages/@original"]; route != "GET /webhooks/{application}/{token}/messages/{message}" {
		t.Errorf("route %q", route)
	}
}

func TestMessagesAreBounded(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	for range maxHistory + 10 {
		reply := b.typed("/about")
		e := b.next()
		b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`))
		(<-reply).ok(t)
	}
	if n := len(b.server.Messages()); n != maxHistory {
		t.Errorf("%d messages", n)
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, Options{}))
	const n = 300 // more than the channel shows
	var replies []<-chan outcome
	for range n {
		replies = append(replies, b.typed("/about"))
	}
	small, large := File{Name: "a.png", Data: picture(2, 2)}, File{Name: "b.png", Data: picture(3, 3)}
	var work sync.WaitGroup
	for range n {
		e := b.next()
		work.Go(func() {
			b.do("POST", e.callback(), `{"type":5}`)
			b.do("PATCH", e.original(), v2("⏳ …"), small)
			b.do("PATCH", e.original(), in(`{"type":12,"items":[{"media":{"url":"attachment://b.png"}}]}`), large)
		})
	}
	work.Wait()
	for _, reply := range replies {
		m := (<-reply).ok(t)
		if len(m.Attachments) != 2 || m.Attachments[1].Data == nil || m.Text() != "[picture b.png 3×3]\n[not shown: a.png]" {
			t.Fatalf("reply: %+v\n%s", m, m.Text())
		}
	}
}

// The newest message keeps its files, older ones as many as fit.
func TestStoredFilesAreBounded(t *testing.T) {
	t.Parallel()
	data := make([]byte, maxStored/3)
	var c channel
	for range 6 {
		c.add(&message{body: body{attachments: []*Attachment{{Data: data}}}})
		c.thin()
	}
	kept := ""
	for _, m := range c.messages {
		kept += fmt.Sprint(m.body.attachments[0].Data != nil, " ")
	}
	if kept != "false false false true true true " {
		t.Errorf("kept: %s", kept)
	}
}
