package playground

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// call is one REST request on its way to be carried out.
type call struct {
	req  Request
	args []string // what stands for {} in the route
}

// fields reads the body as an object.
func (c *call) fields(f *form) fields { return c.req.fields(f) }

// route is one thing the API can do.
type route struct {
	method  string
	pattern string // {} stands for one path segment
	token   bool   // needs the bot's token
	limit   rate   // of requests to one and the same path; zero for none
	serve   func(*Server, *call) (any, error)
}

// rate is so many requests in a time.
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
	{"GET", "/gateway", false, rate{}, (*Server).getGateway},
	{"GET", "/gateway/bot", true, rate{}, (*Server).getGatewayBot},
	{"GET", "/users/@me", true, rate{}, (*Server).getUser},
	{"GET", "/applications/@me", true, rate{}, (*Server).getApplication},
	{"GET", "/oauth2/applications/@me", true, rate{}, (*Server).getApplication},
	{"GET", "/applications/{}/commands", true, rate{}, (*Server).getCommands},
	{"PUT", "/applications/{}/commands", true, rate{}, (*Server).putCommands},
	{"GET", "/applications/{}/guilds/{}/commands", true, rate{}, (*Server).getCommands},
	{"PUT", "/applications/{}/guilds/{}/commands", true, rate{}, (*Server).putCommands},
	{"POST", "/interactions/{}/{}/callback", false, rate{}, (*Server).callback},
	{"POST", "/webhooks/{}/{}", false, webhookRate, (*Server).followUp},
	{"GET", "/webhooks/{}/{}/messages/{}", false, webhookRate, (*Server).getMessage},
	{"PATCH", "/webhooks/{}/{}/messages/{}", false, webhookRate, (*Server).editMessage},
	{"DELETE", "/webhooks/{}/{}/messages/{}", false, webhookRate, (*Server).deleteMessage},
}

// match returns what stands for the {} of the pattern.
func (r *route) match(path string) ([]string, bool) {
	want, have := strings.Split(r.pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return nil, false
	}
	var args []string
	for i, step := range want {
		switch {
		case step == "{}" && have[i] != "":
			args = append(args, have[i])
		case step != have[i]:
			return nil, false
		}
	}
	return args, true
}

// find returns the route of a request, or why there is none.
func find(method, path string) (*route, []string, error) {
	err := errNotFound()
	for i := range routes {
		args, ok := routes[i].match(path)
		if ok && routes[i].method == method {
			return &routes[i], args, nil
		}
		if ok {
			err = errMethod()
		}
	}
	return nil, nil, err
}

var versioned = regexp.MustCompile(`^/api/v(?:9|10)(/.*)$`)

// serveREST answers one request of the bot's.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request) {
	path := versioned.FindStringSubmatch(r.URL.Path)
	if path == nil {
		writeResult(w, nil, errNotFound())
		return
	}
	route, args, err := find(r.Method, path[1])
	req, readErr := readRequest(w, r, path[1])
	if route != nil {
		req.Route = route.method + " " + route.pattern
	}
	fault, over := s.provoke(w, r, req)
	if over {
		return
	}
	if err == nil {
		err = readErr
	}
	var result any
	if err == nil {
		result, err = s.carryOut(w, route, &call{req, args})
	}
	if fault.Lose {
		reset(connOf(r))
		return
	}
	writeResult(w, result, err)
}

// provoke shows a request to whoever watches and has it go wrong if that is
// wanted; over says that nothing more is to be answered.
func (s *Server) provoke(w http.ResponseWriter, r *http.Request, req Request) (f Fault, over bool) {
	if s.opt.OnRequest != nil {
		s.opt.OnRequest(req)
	}
	f = s.fault(req)
	switch {
	case f.Delay > 0 && !s.sleep(r, f.Delay):
		return f, true
	case f.Reset:
		reset(connOf(r))
		return f, true
	case f.Status != 0:
		writeFault(w, f)
		return f, true
	}
	return f, false
}

func (s *Server) fault(req Request) Fault {
	if s.opt.Fault != nil {
		if f := s.opt.Fault(req); f != nil {
			return *f
		}
	}
	return Fault{}
}

// sleep waits, unless the Server or the request ends first.
func (s *Server) sleep(r *http.Request, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
	case <-s.ctx.Done():
	}
	return false
}

func (s *Server) carryOut(w http.ResponseWriter, r *route, c *call) (any, error) {
	if r.limit.requests > 0 && !s.opt.Unlimited {
		left, wait := s.rates.take(c.req.Method+c.args[0]+c.args[1], r.limit)
		r.limit.describe(w.Header(), left)
		if wait > 0 {
			return nil, errRateLimited(wait, false)
		}
	}
	if r.token {
		if c.req.Header.Get("Authorization") != "Bot "+s.world.botToken {
			return nil, errUnauthorized()
		}
		if _, wait := s.rates.take("", globalRate); wait > 0 && !s.opt.Unlimited {
			return nil, errRateLimited(wait, true)
		}
	}
	return r.serve(s, c)
}

func writeFault(w http.ResponseWriter, f Fault) {
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	_, _ = w.Write([]byte(f.Body))
}

// writeResult writes what a route returned: 200 and JSON, 204 for nil, or the
// refusal.
func writeResult(w http.ResponseWriter, result any, err error) {
	status := http.StatusOK
	if err != nil {
		refusal := err.(*apiError) // routes return no other
		for name, values := range refusal.header {
			w.Header()[name] = values
		}
		result, status = refusal, refusal.status
	}
	if result == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	body, _ := json.Marshal(result)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func (s *Server) getGateway(*call) (any, error) {
	return object{"url": "ws://" + s.addr}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	return object{
		"url": "ws://" + s.addr, "shards": 1,
		"session_start_limit": object{"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1},
	}, nil
}

func (s *Server) getUser(*call) (any, error) { return s.world.account(), nil }

func (s *Server) getApplication(*call) (any, error) { return s.world.application(), nil }
