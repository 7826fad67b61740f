package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/bot/rest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
	"kibitz/commands/chat"
)

// fakeREST is Discord's REST API without a network: it notes what is sent and
// answers as fault says, or else as if all were well.
type fakeREST struct {
	start time.Time

	mu    sync.Mutex
	sent  []sent
	fault func(s sent) (status int, body string, err error) // status 0 for none
	delay func(s sent) time.Duration
	cdn   func(r *http.Request) (*http.Response, error) // Discord's files
}

type sent struct {
	method, path string
	at           time.Duration // since the start
	wiretest.Opened
}

func (f *fakeREST) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "discord.com" {
		return f.cdn(r)
	}
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	s := sent{method: r.Method, path: r.URL.Path, at: time.Since(f.start)}
	if len(body) > 0 {
		s.Opened = wiretest.Open(fatalPanic{}, r.Header.Get("Content-Type"), body)
	}
	f.mu.Lock()
	f.sent = append(f.sent, s)
	f.mu.Unlock()
	if f.delay != nil {
		select {
		case <-time.After(f.delay(s)):
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
	if f.fault != nil {
		status, text, err := f.fault(s)
		if err != nil {
			return nil, err
		}
		if status != 0 {
			return response(r, status, text), nil
		}
	}
	return response(r, http.StatusOK, "[]"), nil
}

func response(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status)), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}
}

type fatalPanic struct{}

func (fatalPanic) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func (f *fakeREST) all() []sent {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]sent(nil), f.sent...)
}

// what sums up a request: the type of a first response or "edit", whether it is
// private, and the first text shown.
func (s sent) what() string {
	var w struct {
		Type int
		Data wire.Message
	}
	if err := json.Unmarshal(s.Body, &w); err != nil {
		return err.Error()
	}
	what := fmt.Sprint("type ", w.Type)
	if s.method == http.MethodPatch {
		what = "edit"
		if err := json.Unmarshal(s.Body, &w.Data); err != nil {
			return err.Error()
		}
	}
	if w.Data.Flags&wire.FlagEphemeral != 0 {
		what += " private"
	}
	if len(w.Data.Components) > 0 && len(w.Data.Components[0].Components) > 0 {
		what += " " + w.Data.Components[0].Components[0].Content
	}
	return what
}

// fakeHandler answers every request with handle.
type fakeHandler struct {
	handle  func(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply
	form    func(*chat.Request) *chat.Form
	suggest func(context.Context, *chat.Request, string) []chat.Choice
	private func(*chat.Request) bool // nil: as the option "private" says
	defs    []chat.Definition
}

func (h fakeHandler) Handle(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply {
	return h.handle(ctx, req, progress)
}

func (h fakeHandler) Notice(locale, id string, data map[string]any) *chat.Reply {
	r := &chat.Reply{Tone: chat.Failure, Title: "notice " + id, Private: true}
	if id == noticeIncident {
		r.Text = fmt.Sprint(data["ID"])
	}
	return r
}

func (h fakeHandler) Private(req *chat.Request) bool {
	if h.private != nil {
		return h.private(req)
	}
	private, _ := req.Options["private"].(bool)
	return private
}

func (h fakeHandler) Form(req *chat.Request) *chat.Form {
	if h.form == nil {
		return nil
	}
	return h.form(req)
}

func (h fakeHandler) Suggest(ctx context.Context, req *chat.Request, option string) []chat.Choice {
	if h.suggest == nil {
		return nil
	}
	return h.suggest(ctx, req, option)
}

func (h fakeHandler) Definitions() []chat.Definition { return h.defs }

const fakeToken = "bot.token.secret"

// newFakeBot is a bot that was never connected; its log goes to the buffer.
func newFakeBot(t *testing.T, h Handler, discord http.RoundTripper, change func(*settings.Config)) (*bot, *bytes.Buffer) {
	t.Helper()
	var out lockedBuffer
	cfg := settings.Default()
	cfg.HTTP.Addr = ""
	cfg.Limits.Workers = 4
	if change != nil {
		change(&cfg)
	}
	b, err := newBot(Options{
		Config: cfg, Token: fakeToken, Handler: h, Transport: func() http.RoundTripper { return discord },
		Logger: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.responders.end()
		b.workers.end()
		if s := out.String(); strings.Contains(s, fakeToken) || strings.Contains(s, interactionSecret) {
			t.Errorf("a secret in the log:\n%s", s)
		}
	})
	return b, &out.Buffer
}

// concluded ends a bot that was drained.
func concluded(b *bot) error {
	b.conclude()
	return b.close()
}

// testCalls are calls to a Discord in place of the real one.
func testCalls(transport http.RoundTripper) calls {
	return calls{rest.New(func() string { return fakeToken }, "test", func() http.RoundTripper { return transport }, func(string, string) {})}
}

// lockedBuffer is a buffer that goroutines may share while they write.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

const interactionSecret = "interaction-secret"

// command is the JSON of a slash command of a user.
func command(user string, options ...string) []byte {
	return fmt.Appendf(nil, `{"id":"1","application_id":"2","type":2,"token":%q,"locale":"en-US","user":{"id":%q},"data":{"type":1,"name":"test","options":[%s]}}`,
		interactionSecret, user, strings.Join(options, ","))
}

const privately = `{"name":"private","type":5,"value":true}`

// withFile is the JSON of a command with a file in its option named file, of
// which Discord tells what about says.
func withFile(about string) []byte {
	raw := command("5", `{"name":"file","type":11,"value":"77"}`)
	return bytes.Replace(raw, []byte(`"options"`), []byte(`"resolved":{"attachments":{"77":`+about+`}},"options"`), 1)
}

// typing is the JSON of an autocompletion: what a user has typed so far.
func typing(user, text string) []byte {
	raw := command(user, `{"name":"do","type":3,"value":"solve"}`, `{"name":"puzzle","type":3,"focused":true,"value":"`+text+`"}`)
	return bytes.Replace(raw, []byte(`"type":2,`), []byte(`"type":4,`), 1)
}

// click is the JSON of a click on a button with a custom_id.
func click(customID string) []byte {
	return fmt.Appendf(nil, `{"id":"1","application_id":"2","type":3,"token":%q,"locale":"en-US","user":{"id":"5"},"data":{"custom_id":%q},"message":{"components":[]}}`,
		interactionSecret, customID)
}

func (f *fakeREST) lines() (lines []string) {
	for _, s := range f.all() {
		lines = append(lines, fmt.Sprint(s.at, " ", s.what()))
	}
	return lines
}
