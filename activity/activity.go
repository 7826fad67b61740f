// Package activity is the board that one paints: one page for any browser, and its few calls. The page
// draws a render.Board and turns gestures into moves, in the text in which games take them from a chat. A call
// is one chat.Request, and its answer a chat.Reply as JSON. The package knows no puzzle.
//
// Nothing is kept between two calls: the page holds the puzzle and its moves, and sends both.
package activity

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// Path is where the page lies. Its calls lie below.
const Path = "/board"

// maxBody is the longest body of a call, in bytes: a board of 100×100 painted cell by cell takes 150 KB.
const maxBody = 512 << 10

// An Answer answers a request of somebody at an address of the network, under the limits that all requests
// have. When ctx ends, nobody waits for the answer any more.
type Answer func(ctx context.Context, from string, req *chat.Request) *chat.Reply

// Handler returns the page and its calls. Own is the public address of the page's site, such as
// "https://kibitz.example"; its pages may call although a proxy names another host. Live joins those who paint
// one board together.
func Handler(answer Answer, own string, live http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path, servePage)
	for name := range calls {
		mux.HandleFunc("POST "+Path+"/"+name, func(w http.ResponseWriter, r *http.Request) { serveCall(w, r, name, answer) })
	}
	mux.Handle("GET "+Path+"/live", live)
	guard := http.NewCrossOriginProtection() // a page of another site must not ask in a visitor's name
	_ = guard.AddTrustedOrigin(own)          // an address that is no origin is trusted with nothing
	return guard.Handler(mux)
}

// calls lists the turns that each call may take; nil for any pad's name.
var calls = map[string][]string{
	"open":  {"", ask.Another, ask.Again},
	"hint":  {"hint", "carry", "do"},
	"check": {"check", "board", "candidates", "row", "now"},
	"move":  nil,
	"end":   {"board", "give-up-now"},
}

// A call is the body of a call.
type call struct {
	Path    string `json:"path"`    // the kind of puzzle and its rules, as in the path of a button; to begin with, the puzzle, too
	Puzzle  string `json:"puzzle"`  // the puzzle and the moves so far, as the reply of a game carries them; "" to begin with
	Turn    string `json:"turn"`    // what is done, as the path of a button names it
	More    int    `json:"more"`    // degree of a hint
	Leg     int    `json:"leg"`     // of a hint that is walked through, from 1; 0 for the hint itself
	Seconds int    `json:"seconds"` // since the game began
	Locale  string `json:"locale"`
}

// request returns what a call asks for; false for one that its name does not allow.
func (c *call) request(name string) (*chat.Request, bool) {
	if *c == (call{Locale: c.Locale}) && name == "open" { // the puzzles of the day
		return &chat.Request{Path: ask.DailyWord, Locale: c.Locale, Asked: time.Now()}, true
	}
	if turns := calls[name]; turns != nil && !slices.Contains(turns, c.Turn) {
		return nil, false
	}
	kind, rules, _ := strings.Cut(c.Path, "?")
	query, err := url.ParseQuery(rules)
	if err != nil || kind == "" || (c.Puzzle == "") != (name == "open" && c.Turn == "") {
		return nil, false
	}
	query.Set("do", ask.Play)
	query.Set("turn", c.Turn)
	query.Set("more", strconv.Itoa(c.More))
	if c.Leg > 0 {
		query.Set("leg", strconv.Itoa(c.Leg))
	}
	const longest = 30 * 24 * 3600 // seconds that anybody plays
	return &chat.Request{
		Path: kind + "?" + query.Encode(), Puzzle: c.Puzzle, Locale: c.Locale, Touch: true,
		Asked: time.Now(), Age: time.Duration(min(max(c.Seconds, 0), longest)) * time.Second,
	}, true
}

// serveCall answers a call.
func serveCall(w http.ResponseWriter, r *http.Request, name string, answer Answer) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "application/json only", http.StatusUnsupportedMediaType)
		return
	}
	var c call
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	body.DisallowUnknownFields()
	err := body.Decode(&c)
	if err == nil {
		if _, more := body.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		http.Error(w, "a call has at most 512 KiB", http.StatusRequestEntityTooLarge)
		return
	}
	req, ok := c.request(name)
	if err != nil || !ok {
		http.Error(w, "not a call of the page", http.StatusBadRequest)
		return
	}
	reply := answer(r.Context(), Visitor(r), req)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(told(reply)) // an error here is the asker's
}

// Visitor returns whom a request counts for: the address that it comes from, of IPv6 the network. If a proxy
// on this machine or in its network hands the request on, that is the last address that the proxy names.
func Visitor(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	from, err := netip.ParseAddr(host)
	if err == nil && (from.IsLoopback() || from.IsPrivate()) {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if named, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			from = named
		}
	}
	if from = from.Unmap(); from.Is6() {
		network, _ := from.Prefix(64)
		return network.String()
	}
	return from.String()
}
