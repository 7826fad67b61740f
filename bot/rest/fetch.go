package rest

import (
	"context"
	"errors"
	"net/http"
	"time"
)

const (
	fetchTries   = 3
	fetchSilence = 3 * time.Second
)

// ErrTooLarge is Fetch's error for a file above its limit.
var ErrTooLarge = errors.New("the file is too large")

// Fetch returns a file of at most limit bytes, counted as they come, whatever was announced. It
// follows no redirect and sends no token. The caller must know that the address may be asked. The
// error is ErrTooLarge or a *Fault. It never holds the address, with which anybody could open the
// file.
func (c *Client) Fetch(ctx context.Context, address string, limit int64) ([]byte, error) {
	for try := 0; ; try++ {
		a, f := c.fetch(ctx, address, limit)
		switch {
		case f == nil && a.long:
			return nil, ErrTooLarge
		case f == nil:
			return a.body, nil
		case !f.Passing() || try+1 == fetchTries || !sleepIn(ctx, f.pause(try)):
			return nil, f
		}
	}
}

// fetch tries once to get a file. Any status but 200 is a fault, another success
// such as 206, too. A file that is longer than limit is no fault: see answer.long.
func (c *Client) fetch(ctx context.Context, address string, limit int64) (answer, *Fault) {
	const name = "file"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, &Fault{Name: name, Text: "the address is none", final: true}
	}
	r.Header.Set("User-Agent", c.agent)
	a := c.cdn.exchange(r, nil, fetchSilence, limit)
	if a.status != http.StatusOK {
		a.body = nil // the body may hold the address
	}
	f := newFault(name, a, address)
	switch {
	case f == nil && a.status != http.StatusOK:
		f = &Fault{Name: name, Status: a.status, Text: http.StatusText(a.status)}
	case f == nil && !a.long:
		f = unreadable(name, a)
	}
	c.observe(name, outcome(a, f))
	return a, f
}
