package playground_test

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// download fetches a URL as a bot does.
func (b *bot) download(url string) (int, string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), "GET", url, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	w, err := b.http.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer w.Body.Close()
	data, err := io.ReadAll(w.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return w.StatusCode, string(data)
}

func attached(t *testing.T, s *playgroundtest.Server, name, data string) string {
	t.Helper()
	ref, err := s.Attach(name, []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// A file goes as on Discord: the option has its id, what is known of it stands
// beside the options, and its bytes are where the URL says, for the whole URL.
func TestFileToTheBot(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	b := connect(t, s)
	ref := attached(t, s, "../my photo.png", string(picture(3, 2)))
	if ref != "my_photo.png" {
		t.Errorf("reference %q", ref)
	}
	for range 2 { // it may be given again
		reply := b.typed("/solve puzzle:a file:" + ref + " do:check")
		e := b.next()
		id, _ := e.Data.Options[1].Value.(string)
		if e.Data.Options[1].Name != "file" || e.Data.Options[1].Type != 11 || id == "" || e.Data.Resolved == nil {
			t.Fatalf("%s", e.raw)
		}
		f := e.Data.Resolved.Attachments[id]
		if f.ID != id || f.Filename != "my_photo.png" || f.ContentType != "image/png" || f.Size != len(picture(3, 2)) || !f.Ephemeral {
			t.Errorf("%+v", f)
		}
		if status, data := b.download(f.URL); status != 200 || data != string(picture(3, 2)) {
			t.Errorf("%s: %d, %d bytes", f.URL, status, len(data))
		}
		bare, _, _ := strings.Cut(f.URL, "?")
		for _, wrong := range []string{bare, f.URL + "x", strings.Replace(f.URL, "hm=", "hm=x", 1), strings.Replace(f.URL, id, "1", 1)} {
			if status, _ := b.download(wrong); status != 404 {
				t.Errorf("%s: %d", wrong, status)
			}
		}
		b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`))
		(<-reply).ok(t)
	}
	if status, text := b.download("https://example.com/x"); status != 0 {
		t.Errorf("%d %s", status, text)
	}
}

// No text that is typed reads a file of this computer.
func TestTypedPathIsNoFile(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	connect(t, s)
	attached(t, s, "known.txt", "x")
	for _, value := range []string{"/etc/hosts", "upload_test.go", "./known.txt", "known", "file:///etc/hosts"} {
		_, err := s.Type(t.Context(), "/solve puzzle:a file:"+value)
		if e := new(playground.InputError); !errors.As(err, &e) || e.Code != playground.UnknownFile {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestTypeFiles(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	b := connect(t, s)
	ref := attached(t, s, "a.txt", "known")
	var asked []string
	read := func(path string) ([]byte, error) {
		asked = append(asked, path)
		if path == "none" {
			return nil, os.ErrNotExist
		}
		return []byte("read"), nil
	}
	for _, c := range []struct{ value, name, data string }{{ref, "a.txt", "known"}, {"dir/a.txt", "a.txt", "read"}} {
		reply := later(func() (*playground.Message, error) {
			return s.TypeFiles(t.Context(), "/solve puzzle:a.txt file:"+c.value, read)
		})
		e := b.next()
		if e.Data.Options[0].Value != "a.txt" {
			t.Errorf("%s", e.raw)
		}
		for _, f := range e.Data.Resolved.Attachments {
			if _, data := b.download(f.URL); f.Filename != c.name || data != c.data {
				t.Errorf("%s: %+v: %q", c.value, f, data)
			}
		}
		b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`))
		(<-reply).ok(t)
	}
	if len(asked) != 1 || asked[0] != "dir/a.txt" {
		t.Errorf("asked for %q", asked)
	}
	if _, err := s.TypeFiles(t.Context(), "/solve puzzle:a file:none", read); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestFilesAtHandAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	big := make([]byte, playground.MaxFile)
	var refs []string
	for range 2 * playground.MaxUploads {
		refs = append(refs, attached(t, s, "a.txt", "x"))
	}
	for range 10 {
		refs = append(refs, attached(t, s, "big", string(big)))
	}
	if refs[1] != "a-2.txt" || refs[2] != "a-3.txt" {
		t.Errorf("%q", refs[:3])
	}
	n, size := len(s.Uploads()), 0
	for _, a := range s.Uploads() {
		size += len(a.Data)
	}
	if n > playground.MaxUploads || size > playground.MaxUploadBytes || s.Upload(refs[len(refs)-1]) == nil || s.Upload(refs[0]) != nil {
		t.Errorf("%d files of %d bytes are kept", n, size)
	}
	_, err := s.Attach("a", append(big, 0))
	if e := new(playground.InputError); !errors.As(err, &e) || e.Code != playground.FileTooLarge {
		t.Errorf("%v", err)
	}
	_ = s.Close()
	if _, err := s.Attach("a", nil); err != playground.ErrClosed {
		t.Errorf("%v", err)
	}
}

func TestDownloadsGoWrong(t *testing.T) {
	t.Parallel()
	var fault atomic.Pointer[playground.Fault]
	s := start(t, playground.Options{Fault: func(r playground.Request) *playground.Fault {
		if strings.HasPrefix(r.Route, "GET /ephemeral-attachments/") {
			return fault.Load()
		}
		return nil
	}})
	b := connect(t, s)
	attached(t, s, "a", "right")
	url := s.Uploads()[0].URL
	for _, c := range []struct {
		fault  *playground.Fault
		status int
		text   string
	}{
		{nil, 200, "right"}, {&playground.Fault{Status: 404, Body: "gone"}, 404, "gone"}, {&playground.Fault{Status: 200, Body: "wrong and longer"}, 200, "wrong and longer"},
		{&playground.Fault{Reset: true}, 0, ""}, {&playground.Fault{Lose: true}, 0, ""},
	} {
		fault.Store(c.fault)
		if status, text := b.download(url); status != c.status || status != 0 && text != c.text {
			t.Errorf("%+v: %d %s", c.fault, status, text)
		}
	}
}

// The page attaches by POST, under the rules for all that it posts.
func TestPageAttaches(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	b := connect(t, s)
	const bytes = "application/octet-stream"
	for name, c := range map[string]struct {
		header []string
		want   int
	}{
		"rebound name": {[]string{"Content-Type", bytes, "Host", "evil.example"}, 403},
		"other site":   {[]string{"Content-Type", bytes, "Origin", "https://evil.example"}, 403},
		"form":         {[]string{"Content-Type", "multipart/form-data"}, 415},
		"text":         {[]string{"Content-Type", "text/plain"}, 415},
		"json":         {nil, 415},
	} {
		if got, text := post(t, s, "attach?name=a", "x", c.header...); got != c.want {
			t.Errorf("%s: %d %s; want %d", name, got, text, c.want)
		}
	}
	if len(s.Uploads()) != 0 {
		t.Errorf("%d files were taken", len(s.Uploads()))
	}
	if got, text := post(t, s, "attach?name=big", strings.Repeat("x", playground.MaxFile+1), "Content-Type", bytes); got != 422 || !strings.Contains(text, "10 MiB at most") {
		t.Errorf("too large: %d %s", got, text)
	}
	got, text := post(t, s, "attach?name=a%20b.non", "puzzle", "Content-Type", bytes)
	if got != 200 || text != `{"ref":"a_b.non"}` {
		t.Fatalf("%d %s", got, text)
	}
	if got, text := post(t, s, "type", `{"text":"/solve puzzle:a file:a_b.non"}`); got != 200 {
		t.Fatalf("%d %s", got, text)
	}
	e := b.next()
	for _, f := range e.Data.Resolved.Attachments {
		if status, data := b.download(f.URL); status != 200 || data != "puzzle" {
			t.Errorf("%d %s", status, data)
		}
	}
	if got, text := post(t, s, "type", `{"text":"/solve puzzle:a file:page_test.go"}`); got != 422 || !strings.Contains(text, `"code":"unknown file"`) {
		t.Errorf("%d %s", got, text)
	}
}
