package process

import (
	"bufio"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"kibitz/bot/sleep"
)

// A Load asks an interactions endpoint as Discord does, in a closed loop or at a fixed rate. It shares
// the machine with what it measures: so requests are written by hand, and cost little more than their
// signature.
type Load struct {
	Addr   string             // host:port
	Key    ed25519.PrivateKey // to sign with
	Body   func(n int) []byte // of request n, from 0; called concurrently
	Forged bool               // the signature is of something else

	// Expect is nil for an answer that is as it should be; nil wants status 200.
	Expect func(status int, body []byte) error
}

// A Result counts the answers to a load.
type Result struct {
	Good   int            // answers as they should be
	Bad    map[string]int // all else, by how it was wrong
	Within time.Duration  // from the first request to the last answer

	sorted []time.Duration // of the good ones
}

// Rate returns the good answers in a second.
func (r *Result) Rate() float64 { return float64(r.Good) / r.Within.Seconds() }

// Percentile returns the time within which a share p, from 0 to 1, of the good answers came; 0 if
// there were none.
func (r *Result) Percentile(p float64) time.Duration {
	if len(r.sorted) == 0 {
		return 0
	}
	return r.sorted[min(len(r.sorted)-1, int(p*float64(len(r.sorted))))]
}

func (r *Result) String() string {
	round := func(p float64) time.Duration { return r.Percentile(p).Round(10 * time.Microsecond) }
	return fmt.Sprintf("%d good in %v (%.0f/s), p50 %v, p99 %v, max %v, bad %v",
		r.Good, r.Within.Round(time.Millisecond), r.Rate(), round(.5), round(.99), round(1), r.Bad)
}

// An ask is one request. The time of its answer counts from when it was due.
type ask struct {
	n   int
	due time.Time
}

// Closed asks over conns connections for a time, over each again as soon as it is answered.
func (l *Load) Closed(ctx context.Context, conns int, lasting time.Duration) *Result {
	ctx, cancel := context.WithTimeout(ctx, lasting)
	defer cancel()
	var n atomic.Int64
	return l.run(conns, func() (ask, bool) {
		return ask{int(n.Add(1) - 1), time.Now()}, ctx.Err() == nil
	})
}

// waiting is the number of connections that an open loop may need, one for each answer that
// is still out.
const waiting = 256

// Open asks at a rate a second for a time, whether the answers come or not. An answer's
// time counts from when its request was due, so that a wait for a connection is in it.
func (l *Load) Open(ctx context.Context, rate float64, lasting time.Duration) *Result {
	all := int(rate * lasting.Seconds())
	due := make(chan ask, all)
	go func() {
		defer close(due)
		start := time.Now()
		for n := range all {
			at := start.Add(time.Duration(float64(n) / rate * float64(time.Second)))
			if !sleep.For(ctx, time.Until(at)) {
				return
			}
			due <- ask{n, at}
		}
	}()
	return l.run(waiting, func() (ask, bool) {
		a, more := <-due
		return a, more
	})
}

// run asks what next returns over conns connections, until next returns false, and adds up the
// results of all connections.
func (l *Load) run(conns int, next func() (ask, bool)) *Result {
	var mu sync.Mutex
	total := &Result{Bad: map[string]int{}}
	start := time.Now()
	var askers sync.WaitGroup
	for range conns {
		askers.Go(func() {
			own := l.askAll(next)
			mu.Lock()
			defer mu.Unlock()
			total.Good += own.Good
			total.sorted = append(total.sorted, own.sorted...)
			for why, n := range own.Bad {
				total.Bad[why] += n
			}
		})
	}
	askers.Wait()
	total.Within = time.Since(start)
	slices.Sort(total.sorted)
	return total
}

// askAll asks what next returns over one connection, one after the other, until it returns
// false, and counts the answers.
func (l *Load) askAll(next func() (ask, bool)) *Result {
	own := &Result{Bad: map[string]int{}}
	line := &line{addr: l.Addr}
	defer line.close()
	for {
		a, more := next()
		if !more {
			return own
		}
		status, body, err := line.exchange(l.request(a.n))
		took := time.Since(a.due)
		switch {
		case err != nil:
		case l.Expect != nil:
			err = l.Expect(status, body)
		case status != http.StatusOK:
			err = fmt.Errorf("status %d", status)
		}
		if err != nil {
			own.Bad[err.Error()]++
			continue
		}
		own.Good++
		own.sorted = append(own.sorted, took)
	}
}

// request returns the bytes of request n, signed with the present time.
func (l *Load) request(n int) []byte {
	body := l.Body(n)
	now := strconv.FormatInt(time.Now().Unix(), 10)
	signed := append([]byte(now), body...)
	if l.Forged {
		signed = nil
	}
	signature := ed25519.Sign(l.Key, signed)
	out := make([]byte, 0, len(body)+400)
	out = append(out, "POST / HTTP/1.1\r\nHost: bot\r\nContent-Type: application/json\r\nX-Signature-Timestamp: "...)
	out = append(out, now...)
	out = append(out, "\r\nX-Signature-Ed25519: "...)
	out = hex.AppendEncode(out, signature)
	out = append(out, "\r\nContent-Length: "...)
	out = strconv.AppendInt(out, int64(len(body)), 10)
	out = append(out, "\r\n\r\n"...)
	return append(out, body...)
}

// A line is a connection that is made anew when it broke.
type line struct {
	addr string
	conn net.Conn
	in   *bufio.Reader
	body []byte
}

const answerPatience = 10 * time.Second // Discord has 3 s

// exchange sends a request and reads its answer, within answerPatience. It connects first if there is
// no connection; after an error, or an answer that says so, it closes it. The body is valid until
// the next exchange, which uses its memory again.
func (l *line) exchange(request []byte) (status int, body []byte, err error) {
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.conn == nil {
		if l.conn, err = net.Dial("tcp", l.addr); err != nil {
			return 0, nil, err
		}
		l.in = bufio.NewReader(l.conn)
	}
	_ = l.conn.SetDeadline(time.Now().Add(answerPatience))
	if _, err = l.conn.Write(request); err != nil {
		return 0, nil, fmt.Errorf("writing: %w", err)
	}
	response, err := http.ReadResponse(l.in, nil)
	if err != nil {
		return 0, nil, fmt.Errorf("reading: %w", err)
	}
	defer response.Body.Close()
	l.body = l.body[:0]
	for {
		l.body = slices.Grow(l.body, 4096)
		n, err := response.Body.Read(l.body[len(l.body):cap(l.body)])
		l.body = l.body[:len(l.body)+n]
		switch {
		case err == io.EOF && response.Close:
			l.close()
			return response.StatusCode, l.body, nil
		case err == io.EOF:
			return response.StatusCode, l.body, nil
		case err != nil:
			return 0, nil, fmt.Errorf("reading: %w", err)
		}
	}
}

func (l *line) close() {
	if l.conn != nil {
		_ = l.conn.Close()
		l.conn = nil
	}
}
