package rest

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// fake is a Discord without a network: reply answers the n-th request, counted
// from 1.
type fake struct {
	reply func(n int, r *http.Request) (*http.Response, error)

	mu   sync.Mutex
	sent []*http.Request
	at   []time.Duration // since the first
	from time.Time
}

func (f *fake) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return nil, err
		}
	}
	f.mu.Lock()
	if f.sent = append(f.sent, r); len(f.sent) == 1 {
		f.from = time.Now()
	}
	f.at = append(f.at, time.Since(f.from))
	n := len(f.sent)
	f.mu.Unlock()
	return f.reply(n, r)
}

func (f *fake) requests() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.sent)
}

func (f *fake) client() *Client { return f.observed(func(string, string) {}) }

func (f *fake) observed(observe func(route, status string)) *Client {
	return New(func() string { return "bot.token.secret" }, "1.2", func() http.RoundTripper { return f }, observe)
}

// inTurn answers with each of the replies, the last one again and again.
func inTurn(replies ...*reply) *fake {
	return &fake{reply: func(n int, _ *http.Request) (*http.Response, error) { return replies[min(n, len(replies))-1].make() }}
}

type reply struct {
	status int
	body   string
	header []string // key, value, ...
	err    error
}

func (r *reply) make() (*http.Response, error) {
	if r.err != nil {
		return nil, r.err
	}
	h := http.Header{}
	for pair := range slices.Chunk(r.header, 2) {
		h.Set(pair[0], pair[1])
	}
	return &http.Response{StatusCode: r.status, Header: h, ContentLength: -1, Body: io.NopCloser(strings.NewReader(r.body))}, nil
}

var (
	fine     = &reply{status: 200, body: "{}"}
	reset    = &reply{err: &net.OpError{Op: "read", Err: syscall.ECONNRESET}}
	noWay    = &reply{err: &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}}
	broken   = &reply{status: 503, body: "no healthy upstream"}
	limited  = &reply{status: 429, body: `{"message":"You are being rate limited.","retry_after":0.4,"global":false}`}
	shared   = &reply{status: 429, body: limited.body, header: []string{"X-RateLimit-Scope", "shared"}}
	global   = &reply{status: 429, body: `{"message":"You are being rate limited.","retry_after":10,"global":true}`}
	banned   = &reply{status: 429, body: "error code: 1015", header: []string{"Retry-After", "20"}}
	unknown  = &reply{status: 404, body: `{"message":"Unknown Webhook","code":10015}`}
	late     = &reply{status: 404, body: `{"message":"Unknown interaction","code":10062}`}
	taken    = &reply{status: 400, body: `{"message":"Interaction has already been acknowledged.","code":40060}`}
	edit     = Call{Name: "edit", Method: http.MethodPatch, Path: "/webhooks/2/secret/messages/@original", Body: []byte("{}"), ContentType: "application/json", Secret: "secret"}
	commands = Call{Name: "commands", Method: http.MethodGet, Path: "/applications/2/commands?with_localizations=true", Authorized: true}
)

func fault(t *testing.T, err error) *Fault {
	t.Helper()
	f, ok := err.(*Fault)
	if !ok {
		t.Fatalf("%T %v, want a *Fault", err, err)
	}
	return f
}

func within(ctx context.Context, d time.Duration, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return do(ctx)
}
