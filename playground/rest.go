package playground

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// call is one REST request on its way to be carried out.
type call struct {
	req  Request
	http *http.Request
}

// fields reads the body as an object.
func (c *call) fields(f *form) fields { return c.req.fields(f) }

// arg returns the part of the path that stands for {name} in the route.
func (c *call) arg(name string) string { return c.http.PathValue(name) }

// route is one thing the API can do.
type route struct {
	pattern string // as http.ServeMux has them, below the API's version
	token   bool   // needs the bot's token
	limit   rate   // of requests with one interaction's token; zero for none
	serve   func(*Server, *call) (any, error)
}

// rate is a number of requests that are allowed in a time.
type rate struct {
	requests int
	per      time.Duration
}

// Discord's global rate, and the one its webhooks are seen to have. Interaction
// callbacks are exempt from both, webhooks from the global one.
var (
	globalRate  = rate{50, time.Second}
	webhookRate = rate{5, 2 * time.Second}
)

var routes = []route{
	{"GET /gateway", false, rate{}, (*Server).getGateway},
	{"GET /gateway/bot", true, rate{}, (*Server).getGatewayBot},
	{"GET /users/@me", true, rate{}, (*Server).getUser},
	{"GET /applications/@me", true, rate{}, (*Server).getApplication},
	{"PATCH /applications/@me", true, rate{}, (*Server).patchApplication},
	{"GET /oauth2/applications/@me", true, rate{}, (*Server).getApplication},
	{"GET /applications/{application}/commands", true, rate{}, (*Server).getCommands},
	{"PUT /applications/{application}/commands", true, rate{}, (*Server).putCommands},
	{"GET /applications/{application}/guilds/{guild}/commands", true, rate{}, (*Server).getCommands},
	{"PUT /applications/{application}/guilds/{guild}/commands", true, rate{}, (*Server).putCommands},
	{"GET /applications/{application}/emojis", true, rate{}, (*Server).getEmojis},
	{"POST /applications/{application}/emojis", true, rate{}, (*Server).postEmoji},
	{"GET /applications/{application}/emojis/{emoji}", true, rate{}, (*Server).getEmoji},
	{"PATCH /applications/{application}/emojis/{emoji}", true, rate{}, (*Server).patchEmoji},
	{"DELETE /applications/{application}/emojis/{emoji}", true, rate{}, (*Server).deleteEmoji},
	{callbackRoute, false, rate{}, (*Server).callback},
	{"POST /webhooks/{application}/{token}", false, webhookRate, (*Server).followUp},
	{"GET /webhooks/{application}/{token}/messages/{message}", false, webhookRate, (*Server).getMessage},
	{"PATCH /webhooks/{application}/{token}/messages/{message}", false, webhookRate, (*Server).editMessage},
	{"DELETE /webhooks/{application}/{token}/messages/{message}", false, webhookRate, (*Server).deleteMessage},
}

// api answers what stands below the API's version. A path without a method
// catches the methods that it does not have: their refusal is Discord's JSON and
// not ServeMux's text. "/" catches the paths that do not exist.
func (s *Server) api() http.Handler {
	mux := http.NewServeMux()
	paths := map[string]bool{}
	for _, route := range routes {
		mux.HandleFunc(route.pattern, func(w http.ResponseWriter, r *http.Request) {
			s.serveREST(w, r, r.Pattern, func(c *call) (any, error) { return s.carryOut(w, &route, c) })
		})
		_, path, _ := strings.Cut(route.pattern, " ")
		paths[path] = true
	}
	refuse := func(err *Refusal) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			s.serveREST(w, r, "", func(*call) (any, error) { return nil, err })
		}
	}
	for path := range paths {
		mux.HandleFunc(path, refuse(errMethod()))
	}
	mux.HandleFunc("/", refuse(errNotFound()))
	return mux
}

// serveREST answers one request of the bot's.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, route string, carryOut func(*call) (any, error)) {
	req, err := readRequest(w, r)
	req.Route = route
	req.concern(r, &s.ids)
	fault, over := s.provoke(w, r, req)
	if over {
		return
	}
	var result any
	if err == nil || route == "" {
		result, err = carryOut(&call{req, r})
	}
	if fault.Linger > 0 && !s.sleep(r.Context(), fault.Linger) {
		return
	}
	if fault.Lose {
		lose(w, r, fault)
		return
	}
	writeResult(w, result, err)
}

// lose answers as if the answer to a request that was carried out were lost.
func lose(w http.ResponseWriter, r *http.Request, f Fault) {
	if f.Status != 0 {
		writeFault(w, f)
		return
	}
	Reset(connOf(r))
}

// provoke shows a request to Options.OnRequest and has it go wrong if
// Options.Fault says so; over reports that nothing more is to be answered.
func (s *Server) provoke(w http.ResponseWriter, r *http.Request, req Request) (f Fault, over bool) {
	if s.opt.OnRequest != nil {
		s.opt.OnRequest(req)
	}
	f = s.fault(req)
	patience := r.Context()
	if f.Anyway {
		patience = s.ctx
	}
	switch {
	case f.Delay > 0 && !s.sleep(patience, f.Delay):
		return f, true
	case f.Reset:
		Reset(connOf(r))
		return f, true
	case f.Status != 0 && !f.Lose:
		writeFault(w, f)
		return f, true
	}
	return f, false
}

// fault returns how Options.Fault has a request go wrong; the zero Fault for not at all.
func (s *Server) fault(req Request) Fault {
	if s.opt.Fault != nil {
		if f := s.opt.Fault(req); f != nil {
			return *f
		}
	}
	return Fault{}
}

// sleep waits, unless the Server or the context ends first.
func (s *Server) sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 { // a timer that is over at once can crash Go 1.26's race detector in a synctest bubble
		return ctx.Err() == nil && s.ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
	case <-s.ctx.Done():
	}
	return false
}

// carryOut serves a route, unless a rate is used up or the bot's token is missing.
// A route's own rate is counted for each interaction's token, the global one for the
// routes that need the bot's token.
func (s *Server) carryOut(w http.ResponseWriter, r *route, c *call) (any, error) {
	if r.limit.requests > 0 {
		left, wait := s.rates.take(strings.Join([]string{r.pattern, c.arg("application"), c.arg("token")}, " "), r.limit)
		r.limit.describe(w.Header(), left)
		if wait > 0 {
			return nil, RateLimited(wait, UserScope)
		}
	}
	if r.token {
		if c.req.Header.Get("Authorization") != "Bot "+s.Token() {
			return nil, errUnauthorized()
		}
		if _, wait := s.rates.take("", globalRate); wait > 0 {
			return nil, RateLimited(wait, GlobalScope)
		}
	}
	return r.serve(s, c)
}

// writeFault answers with the status, the header and the body of a Fault.
func writeFault(w http.ResponseWriter, f Fault) {
	w.Header().Set("Content-Type", "application/json")
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(f.Status)
	_, _ = w.Write([]byte(f.Body))
}

// created is the result of a route that has made something.
type created struct{ any }

// writeResult writes the result of a route: 200 and JSON, 201 for what was created, 204 for nil, or
// the refusal.
func writeResult(w http.ResponseWriter, result any, err error) {
	if err != nil {
		writeFault(w, *err.(*Refusal).Fault()) // routes return no other
		return
	}
	if result == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	made, isNew := result.(created)
	if isNew {
		result = made.any
	}
	body, _ := json.Marshal(result)
	w.Header().Set("Content-Type", "application/json")
	if isNew {
		w.WriteHeader(http.StatusCreated)
	}
	_, _ = w.Write(body)
}

func (s *Server) getUser(*call) (any, error) { return s.world.account(), nil }

func (s *Server) getApplication(*call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.application(s.VerifyKey(), s.endpoint.url), nil
}

// limiter counts requests by key in windows that begin with a first request,
// as Discord's buckets do.
type limiter struct {
	mu      sync.Mutex
	windows map[string]window
}

type window struct {
	used int
	ends time.Time
}

const maxWindows = 4096 // beyond it, windows that have ended are forgotten

// take counts one request in the window of its key. It returns how many more the
// window has room for. If it had none, the request is not counted, and wait is the
// time until the window ends; otherwise wait is 0.
func (l *limiter) take(key string, r rate) (left int, wait time.Duration) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.windows == nil {
		l.windows = map[string]window{}
	}
	if len(l.windows) > maxWindows {
		for k, w := range l.windows {
			if now.After(w.ends) {
				delete(l.windows, k)
			}
		}
	}
	w := l.windows[key]
	if now.After(w.ends) {
		w = window{ends: now.Add(r.per)}
	}
	if w.used >= r.requests {
		return 0, w.ends.Sub(now)
	}
	w.used++
	l.windows[key] = w
	return r.requests - w.used, 0
}

// describe writes the headers that tell the client about its bucket. The time until
// the reset is given as a whole window, at whatever time the window began.
func (r rate) describe(h http.Header, left int) {
	seconds := r.per.Seconds()
	reset := float64(time.Now().UnixMilli())/1000 + seconds
	h.Set("X-RateLimit-Limit", strconv.Itoa(r.requests))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	h.Set("X-RateLimit-Reset", strconv.FormatFloat(reset, 'f', 3, 64))
	h.Set("X-RateLimit-Reset-After", strconv.FormatFloat(seconds, 'f', 3, 64))
	h.Set("X-RateLimit-Bucket", "webhook")
}
