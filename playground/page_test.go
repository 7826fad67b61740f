package playground_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"
)

// page is an open event stream.
type page struct {
	t      *testing.T
	body   io.ReadCloser
	events chan [2]string // name and data
	ended  chan struct{}
}

func openPage(t *testing.T, s *playgroundtest.Server) *page {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get(s.URL() + "events")
	if err != nil || r.StatusCode != 200 {
		t.Fatalf("events: %v %v", r, err)
	}
	p := &page{t, r.Body, make(chan [2]string, 100), make(chan struct{})}
	t.Cleanup(func() { _ = r.Body.Close(); <-p.ended })
	go func() {
		defer close(p.ended)
		name := ""
		lines := bufio.NewScanner(r.Body)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			if n, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = n
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				p.events <- [2]string{name, data}
			}
		}
	}()
	return p
}

func (p *page) wait() { <-p.ended }

// expect returns the next event, which must have this name and these parts. The status is told whenever it changes, so
// it counts only where it is expected.
func (p *page) expect(name string, parts ...string) map[string]any {
	p.t.Helper()
	late := time.After(10 * time.Second)
	for {
		select {
		case e := <-p.events:
			if e[0] == "status" && name != "status" {
				continue
			}
			if e[0] != name || slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(e[1], part) }) {
				p.t.Fatalf("event %s %s; want %s with %q", e[0], e[1], name, parts)
			}
			var m map[string]any
			_ = json.Unmarshal([]byte(e[1]), &m)
			return m
		case <-late:
			p.t.Fatalf("no event; want %s", name)
			return nil
		}
	}
}

func post(t *testing.T, s *playgroundtest.Server, path, body string, header ...string) (int, string) {
	t.Helper()
	r, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL()+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	w, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	text, _ := io.ReadAll(w.Body)
	return w.StatusCode, string(text)
}

func TestPageIsServed(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	for path, kind := range map[string]string{"": "text/html", "page.js": "text/javascript", "page.css": "text/css"} {
		w, err := http.Get(s.URL() + path)
		if err != nil || w.StatusCode != 200 || !strings.HasPrefix(w.Header.Get("Content-Type"), kind) {
			t.Errorf("/%s: %v %v", path, w, err)
			continue
		}
		if csp := w.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") {
			t.Errorf("/%s: policy %q", path, csp)
		}
		_ = w.Body.Close()
	}
}

func TestPageTurnsStrangersAway(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	for name, test := range map[string]struct {
		header []string
		want   int
	}{
		"rebound name":    {[]string{"Host", "evil.example"}, 403},
		"rebound, port":   {[]string{"Host", "evil.example:80"}, 403},
		"looks local":     {[]string{"Host", "127.0.0.1.evil.example"}, 403},
		"other site":      {[]string{"Origin", "https://evil.example"}, 403},
		"no origin":       {[]string{"Origin", "null"}, 403},
		"form":            {[]string{"Content-Type", "text/plain"}, 415},
		"form, multipart": {[]string{"Content-Type", "multipart/form-data"}, 415},
		"itself":          {[]string{"Origin", strings.TrimSuffix(s.URL(), "/")}, 422}, // there is no such command
		"localhost":       {[]string{"Host", "localhost:1"}, 422},
	} {
		if got, text := post(t, s, "type", `{"text":"/none"}`, test.header...); got != test.want {
			t.Errorf("%s: %d %s; want %d", name, got, text, test.want)
		}
	}
}

func TestPageFollowsTheChannel(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{})
	b := connect(t, s)
	p := openPage(t, s)
	p.expect("channel", `"connected":true`, `"name":"solve"`, `"messages":[]`)
	status, text := post(t, s, "type", `{"text":"/solve\npuzzle:a\r\nb"}`)
	if status != 200 {
		t.Fatalf("type: %d %s", status, text)
	}
	e := b.next()
	if e.Data.Options[0].Value != "a b" {
		t.Errorf("line ends become blanks: %s", e.raw)
	}
	p.expect("message", `"state":"sending"`, `"command":"/solve"`)
	b.must(204, "POST", e.callback(), `{"type":5,"data":{"flags":64}}`)
	p.expect("message", `"state":"thinking"`, `"private":true`)
	b.must(200, "PATCH", e.original(), v2("⏳ …"))
	p.expect("message", `"state":"working"`)
	b.must(200, "PATCH", e.original(), `{"flags":32768,"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]}`)
	m := p.expect("message", `"state":"done"`, `"label":"Go"`)

	clicked := make(chan string, 1)
	go func() {
		_, text := post(t, s, "click", `{"message":"`+m["id"].(string)+`","custom_id":"go"}`)
		clicked <- text
	}()
	e = b.next()
	b.must(204, "POST", e.callback(), answer(9, `{"custom_id":"m","title":"More","components":[{"type":10,"content":"read"},{"type":18,"label":"Say","component":{"type":4,"custom_id":"in","style":2}}]}`))
	var opened struct{ Modal struct{ ID, Title string } }
	if err := json.Unmarshal([]byte(<-clicked), &opened); err != nil || opened.Modal.Title != "More" {
		t.Fatalf("modal: %+v %v", opened, err)
	}
	go func() {
		_, text := post(t, s, "submit", `{"modal":"`+opened.Modal.ID+`","inputs":{"in":"x"}}`)
		clicked <- text
	}()
	e = b.next()
	b.must(204, "POST", e.callback(), answer(4, `{"content":"thanks"}`))
	p.expect("message", `"content":"thanks"`)
	if text := <-clicked; text != "{}" {
		t.Errorf("submit: %s", text)
	}
	if status, text := post(t, s, "dismiss", `{"message":"`+m["key"].(string)+`"}`); status != 200 {
		t.Errorf("dismiss: %d %s", status, text)
	}
	p.expect("gone", m["key"].(string))
	if status, text := post(t, s, "type", `{"text":"/solve do:check"}`); status != 422 || !strings.Contains(text, `"option":"puzzle"`) {
		t.Errorf("missing option: %d %s", status, text)
	}
}

func TestPageShowsNoResponse(t *testing.T) {
	t.Parallel()
	s := start(t, playground.Options{}.WithAck(50*time.Millisecond))
	connect(t, s)
	p := openPage(t, s)
	p.expect("channel")
	post(t, s, "type", `{"text":"/about"}`)
	p.expect("message", `"state":"sending"`)
	p.expect("message", `"state":"failed"`, playground.DidNotRespond)
}
