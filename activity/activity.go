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

// maxID is the longest id under which something is kept for the page, in bytes. Discord's instances have some 60.
const maxID = 200

// A Site is what the page needs of those who serve it.
type Site struct {
	Own string // public address, such as "https://kibitz.example"; its pages may call although a proxy names another host

	// Answers a request of a visitor, under the limits that all requests have. Find completes a request that was let
	// in; where it reports false the answer is nil. It is nil for a request that is complete. When ctx ends, nobody
	// waits for the answer any more.
	Answer func(ctx context.Context, from Caller, req *chat.Request, find func(context.Context) bool) *chat.Reply

	// Returns what the page is to open, as the path of a call, by an id that the page was given; false for
	// nothing. Nil for a site where nothing is kept for pages.
	Kept func(ctx context.Context, id string) (path string, ok bool)

	Live   http.Handler // joins those who paint one board together; nil for nobody
	Inside *Inside      // nil for a page that is for browsers alone
}

// A Caller is whom a request counts for.
type Caller struct {
	Address string // of the network
	User    string // id of the person on Discord, which has signed for it; "" for a guest
	Crowd   bool   // a guest inside Discord, whose proxy has one address for all of them
}

// String returns a name for the caller that no other has, or that of the crowd.
func (c Caller) String() string {
	switch {
	case c.User != "":
		return "user " + c.User
	case c.Crowd:
		return "crowd"
	}
	return c.Address
}

// Handler returns the page and its calls.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path, s.servePage)
	if s.Inside != nil { // Discord's proxy has the page at its root
		mux.HandleFunc("GET /{$}", s.servePage)
	}
	for name := range calls {
		mux.HandleFunc("POST "+Path+"/"+name, func(w http.ResponseWriter, r *http.Request) { s.serveCall(w, r, name) })
	}
	if s.Live != nil {
		mux.Handle("GET "+Path+"/live", s.Live)
	}
	return guard(s.Own, s.Inside, mux)
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
	Kept    string `json:"kept"`    // to begin with: the id under which the path is kept, in place of it
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
	query, err := url.ParseQuery(strings.ReplaceAll(rules, ";", "%3B")) // an address typed by hand has it as it is
	if err != nil || kind == "" || c.Kept != "" || (c.Puzzle == "") != (name == "open" && c.Turn == "") {
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
func (s *Site) serveCall(w http.ResponseWriter, r *http.Request, name string) {
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
	req, ok := &chat.Request{Locale: c.Locale}, err == nil
	var find func(context.Context) bool
	if ok && name == "open" && c.Kept != "" && c == (call{Kept: c.Kept, Locale: c.Locale}) {
		find = func(ctx context.Context) bool { return s.find(ctx, &c, req) }
	} else if ok {
		req, ok = c.request(name)
	}
	if !ok {
		http.Error(w, "not a call of the page", http.StatusBadRequest)
		return
	}
	reply := s.Answer(r.Context(), s.Inside.Caller(r), req, find)
	if reply == nil {
		http.Error(w, "nothing is kept under this id", http.StatusNotFound)
		return
	}
	a := told(reply)
	if find != nil {
		a.Path = c.Path
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(a) // an error here is the asker's
}

// find puts into a call, and into its request, the path that is kept under its id; false for none. An empty path is
// kept for the puzzles of the day.
func (s *Site) find(ctx context.Context, c *call, req *chat.Request) (ok bool) {
	if s.Kept == nil || len(c.Kept) > maxID {
		return false
	}
	if c.Path, ok = s.Kept(ctx, c.Kept); !ok {
		return false
	}
	c.Kept = ""
	found, ok := c.request("open")
	if ok {
		*req = *found
	}
	return ok
}

// Visitor returns the address that a request counts for: the one that it comes from, of IPv6 the network. If a proxy
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
