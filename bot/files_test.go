package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/settings"
	"kibitz/commands/chat"
)

// reader returns a handler that answers with the text of the file, after d.
func reader(d time.Duration) fakeHandler {
	return fakeHandler{defs: fileDefinitions, handle: func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return &chat.Reply{Title: "cut short"}
		}
		f, ok := req.Options["file"].(chat.Upload)
		return &chat.Reply{Title: fmt.Sprintf("%v %s (%s) %s", ok, f.Name, f.Type, f.Data)}
	}}
}

func TestFileReachesTheHandler(t *testing.T) {
	const got = "type 4 ### true a.txt (text/plain) 0123456789"
	for name, url := range map[string]string{"cdn": fileURL, "media": "https://media.discordapp.net/attachments/1/2/a.txt", "copy": "https://images-ext-2.discordapp.net/external/x/https/a.example/b.png"} {
		answer := func(r *http.Request) (*http.Response, error) {
			if r.Method != http.MethodGet || r.URL.String() != url || r.Header.Get("Authorization") != "" {
				t.Errorf("%s: %s %s %v", name, r.Method, r.URL, r.Header)
			}
			return file(200, "0123456789")(r)
		}
		for _, size := range []int{10, 0} { // told and not
			want(t, play(t, reader(0), &fakeREST{cdn: answer}, nil, withFile(about(size, url))), "0s "+got)
		}
	}
	var tries, more atomic.Int32
	passing := serving(&tries, file(503, ""), file(429, ""), file(200, "0123456789"))
	want(t, kinds(play(t, reader(0), passing, nil, withFile(about(10, fileURL)))), got)
	reset := serving(&more, func(*http.Request) (*http.Response, error) { return nil, errReset }, file(200, "0123456789"))
	want(t, kinds(play(t, reader(0), reset, nil, withFile(about(10, fileURL)))), got)
}

// A slow file does not cost the deferral its time, nor the handler its budget.
func TestSlowFile(t *testing.T) {
	slow := func(r *http.Request) (*http.Response, error) {
		time.Sleep(4 * time.Second)
		return file(200, "0")(r)
	}
	want(t, play(t, reader(time.Hour), &fakeREST{cdn: slow}, nil, withFile(about(1, fileURL))), "1.5s type 5", "1m4s edit ### cut short")
	want(t, play(t, reader(time.Second), &fakeREST{cdn: slow}, nil, withFile(about(1, fileURL))), "1.5s type 5", "5s edit ### true a.txt (text/plain) 0")
}

func TestFileThatCannotBeHad(t *testing.T) {
	const (
		unreachable = "0s type 4 private ### notice file.unreachable"
		tooLarge    = "0s type 4 private ### notice file.too-large"
	)
	for name, c := range map[string]struct {
		size   int
		url    string
		answer func(*http.Request) (*http.Response, error)
		tries  int32
		want   []string
	}{
		"gone":      {1, fileURL, file(404, "no"), 1, []string{unreachable}},
		"forbidden": {1, fileURL, file(403, "no"), 1, []string{unreachable}},
		"no file":   {1, fileURL, file(204, ""), 1, []string{unreachable}},
		"elsewhere": {1, fileURL, func(r *http.Request) (*http.Response, error) {
			answer := response(r, 302, "")
			answer.Header.Set("Location", "https://cdn.discordapp.com/other")
			return answer, nil
		}, 1, []string{unreachable}},
		"silent":     {1, fileURL, stalled, 3, []string{"1.5s type 5", "9s edit ### notice file.unreachable"}},
		"said large": {11, fileURL, nil, 0, []string{tooLarge}},
		"is large":   {1, fileURL, file(200, "01234567890"), 1, []string{tooLarge}},
		"found large": {1, fileURL, func(r *http.Request) (*http.Response, error) {
			answer := response(r, 200, "")
			answer.ContentLength = 11
			return answer, nil
		}, 1, []string{tooLarge}},
		"endless": {1, fileURL, func(r *http.Request) (*http.Response, error) {
			answer := response(r, 200, "")
			answer.ContentLength = -1
			answer.Body = io.NopCloser(zeros{})
			return answer, nil
		}, 1, []string{tooLarge}},
		"dripping": {1, fileURL, func(r *http.Request) (*http.Response, error) {
			answer := response(r, 200, "")
			answer.Body = io.NopCloser(drip{r.Context()})
			return answer, nil
		}, 1, []string{"1.5s type 5", "10s edit ### notice file.unreachable"}},
	} {
		var tries atomic.Int32
		got := play(t, reader(0), serving(&tries, c.answer), nil, withFile(about(c.size, c.url)))
		if fmt.Sprint(inSeconds(got)) != fmt.Sprint(c.want) || tries.Load() != c.tries {
			t.Errorf("%s: %d tries, %q; want %d, %q", name, tries.Load(), got, c.tries, c.want)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// Nothing is fetched from where Discord keeps no files.
func TestFileFromElsewhere(t *testing.T) {
	var tries atomic.Int32
	for _, url := range []string{
		"", "x", "http://cdn.discordapp.com/a", "https://127.0.0.1/a", "https://[::1]/a", "https://discord.com/api", "file:///etc/passwd",
		"https://cdn.discordapp.com.example/a", "https://cdn.discordapp.com:8443/a", "https://cdn.discordapp.com@127.0.0.1/a",
		"https://127.0.0.1#@cdn.discordapp.com/a", `https://127.0.0.1\@cdn.discordapp.com/a`, "https://x@cdn.discordapp.com/a", "//cdn.discordapp.com/a",
		"https://cdn.discordapp.com%2f@127.0.0.1/a", "https://169.254.169.254/latest/meta-data", "ftp://cdn.discordapp.com/a",
		"https://images-ext-1.discordapp.net.example/a", "https://images-ext-1.discordapp.net:81/a", "https://images-ext-.discordapp.net/a",
		"https://images-ext-a.discordapp.net/a", "https://x.images-ext-1.discordapp.net/a", "https://discordapp.net/a", "https://images-ext-1.discordapp.net\n.example/a",
	} {
		want(t, play(t, reader(0), serving(&tries, file(200, "secret")), nil, withFile(about(1, url))), "0s type 4 private ### notice file.unreachable")
	}
	if n := tries.Load(); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// An option that no definition has is left alone.
func TestFileThatNobodyAskedFor(t *testing.T) {
	var tries atomic.Int32
	h := reader(0)
	h.defs = nil
	want(t, play(t, h, serving(&tries, stalled), nil, withFile(about(1, fileURL))), "0s type 4 ### false ()")
	if n := tries.Load(); n != 0 {
		t.Errorf("%d requests", n)
	}
}

// A request that waits for a file holds no worker.
func TestSlowFileHoldsNoWorker(t *testing.T) {
	var tries atomic.Int32
	got := play(t, reader(0), serving(&tries, stalled), func(c *settings.Config) { c.Limits.Workers = 1 }, withFile(about(1, fileURL)), command("6"))
	want(t, inSeconds(got), "0s type 4 ### false ()", "1.5s type 5", "9s edit ### notice file.unreachable")
}

func TestStopWhileFetching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int32
		rest := serving(&tries, stalled)
		rest.start = time.Now()
		b, _ := newFakeBot(t, reader(0), rest, nil)
		b.accept(withFile(about(1, fileURL)), nil)
		synctest.Wait()
		b.cancelWork(errStopping)
		b.responders.Wait()
		if all := rest.all(); len(all) != 1 || !strings.Contains(all[0].what(), "notice stopping") || all[0].at != 0 {
			t.Errorf("%+v", all)
		}
	})
}

// The log names neither the URL, which anyone may open, nor the file.
func TestFileURLIsNotLogged(t *testing.T) {
	for _, answer := range []func(*http.Request) (*http.Response, error){
		file(404, "no"), func(*http.Request) (*http.Response, error) { return nil, errors.New("unreadable") },
	} {
		var tries atomic.Int32
		_, log := playLog(t, reader(0), serving(&tries, answer), nil, withFile(about(1, fileURL)))
		if strings.Contains(log, "signature") || strings.Contains(log, "a.txt") || !strings.Contains(log, "a file cannot be had") {
			t.Error(log)
		}
	}
}

func TestInBytes(t *testing.T) {
	for n, want := range map[int64]string{1 << 20: "1 MiB", 10 << 20: "10 MiB", 3 << 19: "1.5 MiB", 512 << 10: "512 KiB", 100: "100 bytes"} {
		if got := inBytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
