package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/rest"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
)

// fakeREST is Discord's REST API without a network: it notes every request
// and answers as fault says, or else as if all were well.
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
	query        string
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
	s := sent{method: r.Method, path: r.URL.Path, query: r.URL.RawQuery, at: time.Since(f.start)}
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

// what sums up a request: "look", or the type of a first response or "edit", whether it is
// private, and the first text shown.
func (s sent) what() string {
	if s.method == http.MethodGet {
		return "look"
	}
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

const fakeToken = "bot.token.secret"

// newFakeBot returns a bot that was never connected; its log goes to the buffer.
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

// testCalls returns calls to a Discord in place of the real one.
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

func (f *fakeREST) lines() (lines []string) {
	for _, s := range f.all() {
		lines = append(lines, fmt.Sprint(s.at, " ", s.what()))
	}
	return lines
}

// once gives a fault to the first request that matches, and none to others. A deferral stays one.
func once(match string, status int, body string, err error) *fakeREST {
	given := false
	return &fakeREST{fault: func(s sent) (int, string, error) {
		if given || !strings.HasPrefix(s.what(), match) {
			return loading(s)
		}
		given = true
		return status, body, err
	}}
}

var errReset = errors.New("connection reset by peer")

// oneMessage returns a Discord that several processes share: what it says of the message is
// "loading" until it has an answer, and then that.
func oneMessage() *fakeREST {
	var answer atomic.Pointer[string]
	return &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
		switch {
		case s.method == http.MethodPatch && !strings.Contains(s.what(), compose.ProgressMark):
			answer.Store(new(s.what()))
		case s.method == http.MethodGet && answer.Load() != nil:
			return 200, fmt.Sprintf(`{"flags":0,"components":[{"type":17,"components":[{"type":10,"content":%q}]}]}`, *answer.Load()), nil
		}
		return loading(s)
	}}
}

// original says "loading" where a deferral is asked for.
func loading(s sent) (int, string, error) {
	if s.method == http.MethodGet {
		return 200, `{"flags":128}`, nil
	}
	return 0, "", nil
}

// serving returns a CDN that answers each try with the next of the answers, the
// last one again and again; count counts the tries.
func serving(count *atomic.Int32, answers ...func(r *http.Request) (*http.Response, error)) *fakeREST {
	return &fakeREST{cdn: func(r *http.Request) (*http.Response, error) {
		n := int(count.Add(1))
		return answers[min(n, len(answers))-1](r)
	}}
}

func file(status int, body string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		answer := response(r, status, body)
		answer.ContentLength = -1
		return answer, nil
	}
}

func stalled(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// A drip is a body that comes at a byte a second.
type drip struct{ ctx context.Context }

func (d drip) Read(p []byte) (int, error) {
	select {
	case <-time.After(time.Second):
		return copy(p, "x"), nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

// play feeds interactions to a bot and returns, when all are answered, what it
// sent: "0s type 4 ### done".
func play(t *testing.T, h Handler, rest *fakeREST, change func(*settings.Config), interactions ...[]byte) []string {
	lines, _ := playLog(t, h, rest, change, interactions...)
	return lines
}

func playLog(t *testing.T, h Handler, rest *fakeREST, change func(*settings.Config), interactions ...[]byte) ([]string, string) {
	t.Helper()
	var lines []string
	var log *bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		rest.start = time.Now()
		var b *bot
		b, log = newFakeBot(t, h, rest, change)
		for i, raw := range interactions {
			_ = b.accept(numbered(raw, i+1), nil)
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

// kinds drops the times, which a retry's jitter makes vague.
func kinds(lines []string) []string {
	for i := range lines {
		_, lines[i], _ = strings.Cut(lines[i], " ")
	}
	return lines
}

// inSeconds leaves out what a pause between tries adds, which is never the same.
func inSeconds(lines []string) []string {
	out := slices.Clone(lines)
	for i, line := range out {
		at, what, _ := strings.Cut(line, " ")
		if d, err := time.ParseDuration(at); err == nil && d > 5*time.Second {
			out[i] = d.Truncate(time.Second).String() + " " + what
		}
	}
	return out
}

func edits(discords ...*fakeREST) (n int) {
	for _, d := range discords {
		for _, s := range d.all() {
			if s.method == http.MethodPatch {
				n++
			}
		}
	}
	return n
}
