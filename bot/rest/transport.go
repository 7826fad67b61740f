package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// NewTransport is a transport of its own for calls to Discord, over HTTP/2. It
// finds out within 12 s that a connection is dead; those who wait for an answer
// over it find out before, see line.
func NewTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	// Without it, 3,000 calls at once on a new line dial 1,867 connections; a call
	// that finds all streams of those taken may dial beyond it.
	t.MaxConnsPerHost = 16
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 10 * time.Second, PingTimeout: 2 * time.Second}
	return t
}

// A line is the connections to one of Discord's services. A try that hears
// nothing condemns them all, for those that begin after it: an HTTP/2 connection
// that a router has forgotten, or whose other end has crashed, takes in whatever
// it is given and looks well. The tries that are under way over the old ones may
// still get their answers.
type line struct {
	fresh   func() http.RoundTripper
	current atomic.Pointer[connections]
}

type connections struct{ http.RoundTripper }

func newLine(fresh func() http.RoundTripper) *line {
	l := &line{fresh: fresh}
	l.current.Store(&connections{fresh()})
	return l
}

func (l *line) condemn(c *connections) {
	if l.current.Load() != c || !l.current.CompareAndSwap(c, &connections{l.fresh()}) {
		return // another try has
	}
	if t, ok := c.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// An answer is what came back.
type answer struct {
	status int // 0 if nothing did
	header http.Header
	body   []byte
	long   bool  // there is more of the body than was asked for
	err    error // why there is no answer, or no more of it
}

// What has left us may still be on its way over a slow line, unseen: a window of
// HTTP/2, by default 64 KiB, takes a second at 512 kbit/s.
const (
	unseen  = 64 << 10
	slowest = 64 << 10 // bytes a second
)

var errSilent = errors.New("silent")

// exchange sends a request and has at most limit bytes of its answer. It gives
// up after a silence: the time in which no byte moved, neither way.
func (l *line) exchange(r *http.Request, body []byte, silence time.Duration, limit int64) (a answer) {
	silence += time.Duration(min(len(body), unseen)) * time.Second / slowest
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

// watched is a reader that tells when bytes move. It gives a little at a time:
// HTTP/2 would else take in a picture at once, and send it unseen.
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
