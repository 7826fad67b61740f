package activity

import (
	"context"
	"encoding/json"
	"image/color"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// asked is a handler that notes the requests it gets.
type asked struct {
	from     []Caller
	requests []*chat.Request
	reply    chat.Reply
}

func (a *asked) answer(ctx context.Context, from Caller, req *chat.Request, find func(context.Context) bool) *chat.Reply {
	if find != nil && !find(ctx) {
		return nil
	}
	a.from, a.requests = append(a.from, from), append(a.requests, req)
	return &a.reply
}

// site returns a site on which a answers, for browsers alone.
func (a *asked) site() *Site { return &Site{Own: "https://kibitz.example", Answer: a.answer} }

// post sends a call with these headers, each "Name: value".
func post(h http.Handler, call, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "https://kibitz.example"+Path+"/"+call, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const opened = `{"path":"nonogram?puzzle=1|1","locale":"ko"}`

// TestCalls: a call asks what a click on a button of a game would.
func TestCalls(t *testing.T) {
	a := &asked{}
	h := a.site().Handler()
	for _, c := range []struct{ call, body, path, puzzle string }{
		{"open", opened, "nonogram?do=play&more=0&puzzle=1%7C1&turn=", ""},
		{"open", `{"path":"nonogram?puzzle=1;1|1;1"}`, "nonogram?do=play&more=0&puzzle=1%3B1%7C1%3B1&turn=", ""},
		{"open", `{"locale":"ko"}`, "daily", ""},
		{"hint", `{"path":"nonogram?","puzzle":"1|1\nr1c1=#","turn":"hint","more":2}`, "nonogram?do=play&more=2&turn=hint", "1|1\nr1c1=#"},
		{"move", `{"path":"lightsout?wrap=true&do=solve&turn=x","puzzle":"11/10","turn":"a1"}`, "lightsout?do=play&more=0&turn=a1&wrap=true", "11/10"},
	} {
		if w := post(h, c.call, c.body); w.Code != http.StatusOK {
			t.Errorf("%s %s: %d %s", c.call, c.body, w.Code, w.Body)
			continue
		}
		last := a.requests[len(a.requests)-1]
		if last.Path != c.path || last.Puzzle != c.puzzle || last.User != "" || last.Origin != "" {
			t.Errorf("%s %s asks for %+v", c.call, c.body, last)
		}
	}
}

// TestHostileCalls: what the page would not send is refused before anybody works on it. The same call without
// what is wrong with it is answered.
func TestHostileCalls(t *testing.T) {
	a := &asked{}
	h := a.site().Handler()
	for _, c := range []struct {
		name, call, body, header string
		status                   int
	}{
		{"another site", "open", opened, "Origin: https://evil.example", 403},
		{"another site, as browsers tell it", "open", opened, "Sec-Fetch-Site: cross-site", 403},
		{"a form", "open", opened, "Content-Type: text/plain", 415},
		{"no JSON", "open", opened[1:], "", 400},
		{"two values", "open", opened + opened, "", 400},
		{"an unknown field", "open", `{"path":"nonogram?puzzle=1|1","user":"1"}`, "", 400},
		{"another type", "open", `{"path":1}`, "", 400},
		{"too long", "open", `{"path":"nonogram?puzzle=` + strings.Repeat("1", maxBody) + `"}`, "", 413},
		{"no kind", "open", `{"path":"?puzzle=1|1","locale":"x"}`, "", 400},
		{"a broken path", "open", `{"path":"nonogram?puzzle=%"}`, "", 400},
		{"no game", "hint", `{"path":"nonogram","turn":"hint"}`, "", 400},
		{"a turn of another call", "hint", `{"path":"nonogram","puzzle":"1|1","turn":"share"}`, "", 400},
		{"a streak", "end", `{"path":"nonogram","puzzle":"1|1","turn":"prove"}`, "", 400},
		{"no call", "share", opened, "", 404},
	} {
		if w := post(h, c.call, c.body, c.header); w.Code != c.status {
			t.Errorf("%s: %d %s, want %d", c.name, w.Code, w.Body, c.status)
		}
	}
	if len(a.requests) > 0 {
		t.Errorf("%d of them are asked", len(a.requests))
	}
	for _, header := range []string{"Origin: https://kibitz.example", "Sec-Fetch-Site: same-origin", ""} {
		if w := post(h, "open", opened, header); w.Code != http.StatusOK {
			t.Errorf("the page's own call with %q: %d", header, w.Code)
		}
	}
	unguarded := http.NewServeMux() // the control: without the guard another site's call is answered
	unguarded.HandleFunc("POST "+Path+"/open", func(w http.ResponseWriter, r *http.Request) { a.site().serveCall(w, r, "open") })
	if w := post(unguarded, "open", opened, "Origin: https://evil.example"); w.Code != http.StatusOK {
		t.Errorf("without the guard: %d", w.Code)
	}
}

// TestVisitor: a visitor is told by the connection, or by the proxy of this network; nobody else can name
// another address.
func TestVisitor(t *testing.T) {
	for _, c := range []struct{ remote, forwarded, want string }{
		{"203.0.113.7:1", "", "203.0.113.7"},
		{"203.0.113.7:1", "198.51.100.1", "203.0.113.7"},
		{"127.0.0.1:1", "198.51.100.9, 198.51.100.1", "198.51.100.1"},
		{"10.1.2.3:1", "nonsense", "10.1.2.3"},
		{"[2001:db8:1:2:3::4]:1", "", "2001:db8:1:2::/64"},
		{"[::ffff:203.0.113.7]:1", "", "203.0.113.7"},
	} {
		r := httptest.NewRequest("POST", "/", nil)
		if r.RemoteAddr = c.remote; c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := Visitor(r); got != c.want {
			t.Errorf("%s, forwarded %q: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
	}
}

// TestPage: the page is one document of at most 80,000 bytes in each language, whose policy allows its own
// script and style and nothing else.
func TestPage(t *testing.T) {
	h := (&asked{}).site().Handler()
	for _, locale := range words.Locales() {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", Path, nil)
		r.Header.Set("Accept-Language", locale)
		h.ServeHTTP(w, r)
		html, policy := w.Body.String(), w.Header().Get("Content-Security-Policy")
		if len(html) > 80_000 {
			t.Errorf("%s: %d bytes", locale, len(html))
		}
		if lang, _, _ := strings.Cut(locale, "-"); !strings.Contains(html, `<html lang="`+lang+`" data-app="">`) {
			t.Errorf("%s: another language", locale)
		}
		for tag, directive := range map[string]string{"style": "style-src '", "script": "script-src '"} {
			for _, part := range regexp.MustCompile(`(?s)<`+tag+`>(.*?)</`+tag+`>`).FindAllStringSubmatch(html, -1) {
				if !strings.Contains(policy, directive+hash(part[1])+"';") {
					t.Errorf("%s: the policy does not allow the page's %s", locale, tag)
				}
			}
		}
		if strings.Contains(policy, "unsafe") || !strings.HasPrefix(policy, "default-src 'none'; ") || !strings.Contains(policy, "frame-ancestors 'self'") {
			t.Errorf("the policy is %q", policy)
		}
		if strings.Contains(html, "⟨") || regexp.MustCompile(`/\*(light|dark|words|lang|style|script|app)\*/`).MatchString(html) {
			t.Errorf("%s: something is left to be filled in", locale)
		}
	}
}

// TestScripts: the page's script is all of the files in its folder, and a quarter shorter than they are.
func TestScripts(t *testing.T) {
	all, _ := files.ReadDir("page")
	bytes, known := 0, map[string]string{}
	for _, file := range all {
		if !strings.HasSuffix(file.Name(), ".js") {
			continue
		}
		text := read(file.Name())
		bytes += len(text)
		for _, found := range regexp.MustCompile(`(?m)^(?:async )?(?:function|class) (\w+)`).FindAllStringSubmatch(text, -1) {
			if !strings.Contains(script(), found[1]) {
				t.Errorf("%s: the page lacks %s", file.Name(), found[1])
			}
		}
		for _, found := range regexp.MustCompile(`(?m)^(?:async )?(?:function|class|const|let) (\w+)`).FindAllStringSubmatch(text, -1) {
			if other := known[found[1]]; other != "" { // the later one would take the place of the other
				t.Errorf("%s and %s both have a %s", other, file.Name(), found[1])
			}
			known[found[1]] = file.Name()
		}
	}
	if len(script()) > bytes*3/4 {
		t.Errorf("%d bytes of %d are left", len(script()), bytes)
	}
}

// TestPainters: the page can draw every kind of cell.
func TestPainters(t *testing.T) {
	for kind, name := range kinds {
		if name == "" || !regexp.MustCompile(`[{,}]"?`+name+`"?:`).MatchString(script()) && !strings.HasPrefix(name, "lamp-") {
			t.Errorf("the page has no painter for kind %d, %q", kind, name)
		}
	}
}

// TestBoard: every cell of a board comes back from what the page gets, and so do clues, colours and frames.
func TestBoard(t *testing.T) {
	b := render.NewBoard(2, 2)
	b.Left, b.Top = [][]int{{1}, {}}, [][]int{{1}, {12}}
	b.LeftColours, b.TopColours = [][]int{{0}, {}}, [][]int{{0}, {0}}
	b.Palette, b.Ground = []render.Colour{{Letter: 'r', Name: "red", RGB: color.RGBA{200, 0, 0, 255}}}, color.RGBA{255, 255, 255, 255}
	b.Cells[0] = render.Cell{Kind: render.Painted, Mark: render.New}
	b.Cells[3] = render.Cell{Kind: render.Sum, Down: 3, Right: 4, FaintDown: true}
	b.Framed = []render.Area{{Row: 1, Rows: 1, Cols: 2, Mark: render.Pick}}
	b.Say = func(phrase string, _ map[string]any) string { return "<" + phrase + ">" }
	data, err := json.Marshal(told(&chat.Reply{Board: b, Puzzle: "p\n* made\na; b", Play: &chat.Play{Turns: []string{"a", "b"}, Between: "; "}}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"cells":[0,1,1,2]`, `"mark":"new"`, `"colour":0`, `"down":3,"right":4`, `[{"n":12,"colour":0}]`, `"framed":[{"Row":1,"Col":0,"Rows":1,"Cols":2}]`,
		`"puzzle":"p\n* made"`, `"turns":["a","b"]`, `\u003cred\u003e`, `"ground":"#ffffff"`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %s in %s", want, data)
		}
	}
}
