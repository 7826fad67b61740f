package rest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const fileURL = "https://cdn.discordapp.com/ephemeral-attachments/2/77/a.txt?ex=1&is=2&hm=signature"

func TestFetch(t *testing.T) {
	for _, failure := range []*reply{nil, {status: 520}, {status: 503}, {status: 429}, limited, reset} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(&reply{status: 200, body: "0123456789"})
			if failure != nil {
				discord = inTurn(failure, failure, &reply{status: 200, body: "0123456789"})
			}
			data, err := discord.client().Fetch(t.Context(), fileURL, 10)
			if err != nil || string(data) != "0123456789" {
				t.Errorf("%q %v", data, err)
			}
			for _, r := range discord.sent {
				if r.Method != http.MethodGet || r.URL.String() != fileURL || r.Header.Get("Authorization") != "" {
					t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
				}
			}
		})
	}
}

func TestFetchFails(t *testing.T) {
	hidden := func(t *testing.T, err error) {
		if err == nil || strings.Contains(err.Error(), "signature") || strings.Contains(err.Error(), "a.txt") {
			t.Error(err)
		}
	}
	for name, c := range map[string]struct {
		reply *reply
		tries int
	}{
		"gone": {&reply{status: 404, body: fileURL}, 1}, "forbidden": {&reply{status: 403, body: "a.txt"}, 1}, "nothing": {&reply{status: 204}, 1},
		"moved": {&reply{status: 302, header: []string{"Location", fileURL}}, 1}, "down": {broken, 3}, "origin unknown": {&reply{status: 520}, 3},
		"unreadable": {&reply{err: errors.New("Get " + fileURL + ": broken")}, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(c.reply)
			_, err := discord.client().Fetch(t.Context(), fileURL, 10)
			if hidden(t, err); discord.requests() != c.tries {
				t.Errorf("%s: %d tries", name, discord.requests())
			}
		})
	}
	_, err := inTurn(fine).client().Fetch(t.Context(), "https://cdn.discordapp.com/a.txt?signature\x00", 10)
	hidden(t, err)
}

// Files are as long as they come, whatever is announced.
func TestFetchTooLarge(t *testing.T) {
	for name, c := range map[string]struct {
		announced int64
		body      io.Reader
	}{
		"announced": {11, strings.NewReader("")}, "found": {-1, strings.NewReader("01234567890")},
		"more than announced": {1, strings.NewReader("01234567890")}, "endless": {-1, &counted{}},
	} {
		discord := &fake{reply: func(int, *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, ContentLength: c.announced, Body: io.NopCloser(c.body)}, nil
		}}
		if _, err := discord.client().Fetch(t.Context(), fileURL, 10); err != ErrTooLarge || discord.requests() != 1 {
			t.Errorf("%s: %v after %d tries", name, err, discord.requests())
		}
	}
}

// drip is a body that gives ten bytes each second, as often as left says.
type drip struct {
	ctx  context.Context
	left int
}

func (d *drip) Read(b []byte) (int, error) {
	select {
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	case <-time.After(time.Second):
	}
	if d.left == 0 {
		return 0, io.EOF
	}
	d.left--
	return copy(b, bytes.Repeat([]byte("x"), 10)), nil
}

// A slow file is had as long as bytes of it come; a silent one is tried again.
func TestSlowFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &fake{reply: func(_ int, r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, ContentLength: -1, Body: io.NopCloser(&drip{r.Context(), 8})}, nil
		}}
		data, err := slow.client().Fetch(t.Context(), fileURL, 1000)
		if err != nil || len(data) != 80 || slow.requests() != 1 {
			t.Errorf("%d bytes, %v after %d tries", len(data), err, slow.requests())
		}
		silent := &fake{reply: func(_ int, r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}}
		start := time.Now()
		if err := within(t.Context(), 10*time.Second, func(ctx context.Context) error { _, err := silent.client().Fetch(ctx, fileURL, 1000); return err }); err == nil || silent.requests() != fetchTries || time.Since(start) > 10*time.Second {
			t.Errorf("%v after %d tries and %v", err, silent.requests(), time.Since(start))
		}
	})
}
