package rest

import (
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"
)

func TestRetryAfter(t *testing.T) {
	for _, c := range []struct {
		header, body string
		want         time.Duration
	}{
		{"", `{"retry_after":0.4}`, 400 * time.Millisecond},
		{"1", `{"retry_after":0.4}`, 400 * time.Millisecond}, // the exact one
		{"7", `{}`, 7 * time.Second},
		{"0.25", `{}`, 250 * time.Millisecond},
		{"7", `{"retry_after":null}`, 7 * time.Second},
		{"7", `{"retry_after":"soon"}`, 7 * time.Second},
		{" 7 ", `{}`, 7 * time.Second},
		{"3600", "error code: 1015", time.Hour},
		{"20", "<html>", 20 * time.Second},
		{"0.2", "<html>", 200 * time.Millisecond},
		{"", "<html>", time.Second},
		{"-1", "", time.Second},
		{"7200", `{}`, time.Hour}, {"1e300", `{}`, time.Hour}, {"1e400", `{}`, time.Hour}, {"Inf", `{}`, time.Hour},
		{"", `{"retry_after":1e300}`, time.Hour},
		{"", `{"retry_after":1e400}`, 0},
		{"-1", `{}`, 0}, {"-1e400", `{}`, 0}, {"NaN", `{}`, 0}, {"soon", `{}`, 0}, {"", `{}`, 0},
		{"", `{"retry_after":-1}`, 0}, {"", `{"retry_after":0}`, 0},
	} {
		f := newFault("x", answer{status: 429, header: http.Header{"Retry-After": {c.header}}, body: []byte(c.body)})
		if f.RetryAfter != c.want {
			t.Errorf("%q, %s: %v, want %v", c.header, c.body, f.RetryAfter, c.want)
		}
	}
}

// Discord is not asked again before the time that it asks for, nor long after.
func TestRetryAfterIsHonoured(t *testing.T) {
	for _, after := range []string{"0.4", "3", "60"} {
		synctest.Test(t, func(t *testing.T) {
			discord := inTurn(&reply{status: 429, body: `{"retry_after":` + after + `}`}, fine)
			if _, err := discord.client().Do(t.Context(), edit); err != nil {
				t.Fatal(err)
			}
			want, _ := time.ParseDuration(after + "s")
			if at := discord.at[1]; at < want || at > want+50*time.Millisecond {
				t.Errorf("%s s: again after %v", after, at)
			}
		})
	}
}

// An operator reads in the log what a call was for, and what came of it.
func TestWhatAFaultSays(t *testing.T) {
	for want, r := range map[string]*reply{
		`deferral: HTTP 404, code 10062: {"message":"Unknown interaction","code":10062}`: late,
		"deferral: HTTP 503, code 0: no healthy upstream":                                broken,
		"deferral: read: connection reset by peer":                                       reset,
		"deferral: nothing heard for 700ms":                                              nil,
	} {
		synctest.Test(t, func(t *testing.T) {
			discord := &fake{reply: func(_ int, asked *http.Request) (*http.Response, error) {
				if r != nil {
					return r.make()
				}
				<-asked.Context().Done()
				return nil, asked.Context().Err()
			}}
			call := callback
			call.Droppable, call.Body = true, nil
			if _, err := discord.client().Do(t.Context(), call); err == nil || err.Error() != want {
				t.Errorf("said %v, want %s", err, want)
			}
		})
	}
}

// Proxies echo what was asked for; nothing of it that opens anything is told.
func TestFaultsKeepSecrets(t *testing.T) {
	const secret = "aW50ZXJhY3Rpb24-secret_token"
	path := "/interactions/123/" + secret + "/callback"
	for _, body := range []string{
		"cannot POST " + path,
		`{"message":"` + strings.ReplaceAll("https://discord.com/api/v10"+path, "/", `\/`) + `","code":0}`,
		"<a href='&#x2F;interactions&#x2F;123&#x2F;" + secret + "'>",
		"POST " + path + " HTTP/1.1\r\nAuthorization: Bot bot.token.secret\r\n\r\n",
		strings.Repeat("x", 280) + secret,
		strings.Repeat(secret, 1000),
		"somebody else's /webhooks/77/" + "of.another.secret?wait=true",
	} {
		for _, status := range []int{400, 404, 413, 429} {
			call := Call{Name: "deferral", Method: http.MethodPost, Path: path, Secret: secret, Droppable: true}
			_, err := inTurn(&reply{status: status, body: body}).client().Do(t.Context(), call)
			if said := err.Error(); strings.Contains(said, "secret") || strings.Contains(said, "aW50") {
				t.Errorf("%d: %s", status, said)
			}
		}
	}
	call := callback
	call.Path = "/interactions/1/secret/\x00" // which url.Parse quotes
	if _, err := inTurn(fine).client().Do(t.Context(), call); err == nil || strings.Contains(err.Error(), "secret") || fault(t, err).Passing() {
		t.Error(err)
	}
}

// counted counts what is read of an endless answer.
type counted struct{ n int }

func (c *counted) Read(b []byte) (int, error) {
	c.n += len(b)
	return copy(b, strings.Repeat("<p>\n", len(b)/4+1)), nil
}

func TestLongRefusal(t *testing.T) {
	for status := range map[int]bool{502: true, 400: true, 429: true} {
		body := &counted{}
		discord := &fake{reply: func(int, *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Header: http.Header{}, ContentLength: -1, Body: io.NopCloser(body)}, nil
		}}
		call := callback
		call.Droppable = true
		_, err := discord.client().Do(t.Context(), call)
		if said := err.Error(); body.n > 2*maxAnswer || len(said) > 400 || strings.ContainsAny(said, "\r\n") {
			t.Errorf("%d: read %d bytes, said %q", status, body.n, said)
		}
	}
}

func FuzzFault(f *testing.F) {
	for _, seed := range []struct {
		status       int
		header, body string
	}{
		{429, "1", `{"message":"You are being rate limited.","retry_after":0.4,"global":true}`}, {429, "3600", "error code: 1015"},
		{404, "", `{"message":"Unknown Webhook","code":10015}`}, {502, "NaN", "<html>\r\n"}, {400, "-1", `{"code":"x","message":1}`}, {413, "1e300", "/webhooks/1/tok?"},
	} {
		f.Add(seed.status, seed.header, seed.body)
	}
	f.Fuzz(func(t *testing.T, status int, header, body string) {
		if status/100 == 2 || status <= 0 {
			return
		}
		const secret = "t0k3n"
		got := newFault("call", answer{status: status, header: http.Header{"Retry-After": {header}}, body: []byte(body + secret)}, secret)
		if got.RetryAfter < 0 || got.RetryAfter > time.Hour {
			t.Errorf("wait %v", got.RetryAfter)
		}
		for try := range 3 {
			if p := got.pause(try); p <= 0 || p < got.RetryAfter || p > 2*time.Hour {
				t.Errorf("pause %v for %v", p, got.RetryAfter)
			}
		}
		if n := utf8.RuneCountInString(got.Text); n == 0 || n > maxText || !utf8.ValidString(got.Text) || strings.Contains(got.Text, secret) || strings.ContainsFunc(got.Text, unicode.IsControl) {
			t.Errorf("%q", got.Text)
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("1", 0.5)
	f.Add("-1", math.Inf(1))
	f.Add("1e300", math.NaN())
	f.Fuzz(func(t *testing.T, header string, exact float64) {
		if d := retryAfter(header, exact); d < 0 || d > time.Hour || exact > 0 && exact < 3600 && math.Abs(d.Seconds()-exact) > 1e-6 {
			t.Errorf("%q, %v: %v", header, exact, d)
		}
	})
}
