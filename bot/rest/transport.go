package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// NewTransport returns a new transport for calls to Discord, over HTTP/2, with
// connections of its own. It finds out within 12 s that a connection is dead: it
// pings after 10 s of silence, and waits 2 s for the answer. A call that allows
// less silence gives the connection up before: see line.exchange.
func NewTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	// Without this limit, 3,000 calls at once on a new line dialled 1,867 connections.
	// It is not a strict one: a call that finds all streams of the 16 connections
	// taken may dial one more.
	t.MaxConnsPerHost = 16
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 2 * time.Second}
	return t
}

// A line is the connections to one of Discord's services. A try that hears nothing condemns them
// all for the tries that begin after it. An HTTP/2 connection that a router has forgotten, or whose
// other end has crashed, accepts everything and looks well. The tries already under way may still
// get their answers over the old connections.
type line struct {
	fresh   func() http.RoundTripper
	slowest int // bytes a second
	current atomic.Pointer[connections]
	change  sync.Mutex // held while current changes
}

type connections struct{ http.RoundTripper }

func newLine(fresh func() http.RoundTripper) *line {
	l := &line{fresh: fresh, slowest: slowest}
	l.current.Store(&connections{fresh()})
	return l
}

// condemn has later tries use fresh connections in place of c, unless another try
// has replaced c already. It closes those of c that are idle.
func (l *line) condemn(c *connections) {
	l.change.Lock()
	defer l.change.Unlock()
	if l.current.Load() != c {
		return // another try has done it
	}
	l.current.Store(&connections{l.fresh()})
	if t, ok := c.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// An answer is the response to a try.
type answer struct {
	status int // HTTP status; 0 if no answer came
	header http.Header
	body   []byte
	long   bool  // the body is longer than the limit
	err    error // why there is no answer, or no complete one
}

// Bytes that have been sent may still be on their way over a slow line, unseen: a window of HTTP/2,
// by default 64 KiB, takes 1.3 s at 400 kbit/s.
const (
	unseen  = 64 << 10
	slowest = 24 << 10 // bytes a second: a line of 64 kB/s that is shared with other calls
)

var errSilent = errors.New("silent")

// exchange sends a request, and returns its answer with at most limit bytes of the
// body. It gives up when no byte has moved for the time silence, neither way, and
// then condemns the connections. A body makes that time longer, by up to 2.7 s,
// for the bytes that are on their way unseen. Of an answer that announces more than
// limit bytes nothing is read.
func (l *line) exchange(r *http.Request, body []byte, silence time.Duration, limit int64) (a answer) {
	silence += time.Duration(min(len(body), unseen)) * time.Second / time.Duration(l.slowest)
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	end := time.AfterFunc(silence, func() { cancel(errSilent) })
	defer end.Stop()
	moved := func() { end.Reset(silence) }

	r = r.WithContext(ctx)
	if len(body) > 0 {
		r.ContentLength = int64(len(body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(&watched{bytes.NewReader(body), moved}), nil }
		r.Body, _ = r.GetBody()
	}
	way := l.current.Load()
	defer func() {
		if a.err != nil && context.Cause(ctx) == errSilent {
			a.err = fmt.Errorf("nothing heard for %s", silence)
			l.condemn(way)
		}
	}()
	resp, err := way.RoundTrip(r)
	if err != nil {
		return answer{err: err}
	}
	defer resp.Body.Close()
	moved()
	a = answer{status: resp.StatusCode, header: resp.Header}
	if a.long = resp.ContentLength > limit; !a.long {
		a.body, a.err = io.ReadAll(io.LimitReader(&watched{resp.Body, moved}, limit+1))
	}
	if int64(len(a.body)) > limit {
		a.body, a.long = a.body[:limit], true
	}
	return a
}

// watched is a reader that calls moved when bytes were read. It gives at most
// 16 KiB at a time: HTTP/2 would else take in a picture at once, and send it unseen.
type watched struct {
	io.Reader
	moved func()
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b[:min(len(b), 16<<10)])
	if n > 0 {
		w.moved()
	}
	return n, err
}
