// Package ops is what operators see of the bot: the page that says whether it is well, its
// metrics, its profiles and its log; and the memory that the process keeps to. It gets
// values, and knows nothing of interactions.
package ops

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime"
	"time"
)

// A Page answers operators over HTTP.
type Page struct {
	Version string // of the program
	Metrics http.Handler
	State   func() State
	Trouble func() string // why no interaction can come in; "" if it can
	Queue   func() string // why nothing can be put into the queue; "" if it can, or there is none
	Discord func() string // why Discord cannot be reached; "" if it can
	Debug   bool          // answer /debug/pprof/, too
}

// State is how busy the bot is at one moment.
type State struct {
	Workers int // that there are
	Busy    int // workers at a request
	Waiting int // requests that wait for a worker
	Open    int // requests whose answer has not arrived at Discord
	Stuck   int // handlers that outstay their budget
}

// Handler returns the page.
func (p *Page) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", p.livez)
	mux.HandleFunc("GET /readyz", p.readyz)
	mux.HandleFunc("GET /healthz", p.readyz) // its name in the first version
	mux.HandleFunc("GET /version", p.versionz)
	mux.Handle("GET /metrics", p.Metrics)
	if p.Debug {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}

// livez answers ok unless a new process would be better than this one.
func (p *Page) livez(w http.ResponseWriter, _ *http.Request) {
	if s := p.State(); s.Stuck >= s.Workers {
		http.Error(w, fmt.Sprintf("%d handlers outstay their budget and hold all workers", s.Stuck), http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n") // an error here is the asker's
}

// readyz answers ok while interactions can come in and are let in, and else says why not. It also
// mentions a queue or a Discord that cannot be reached, but answers ok all the same.
func (p *Page) readyz(w http.ResponseWriter, _ *http.Request) {
	if trouble := p.Trouble(); trouble != "" {
		http.Error(w, trouble, http.StatusServiceUnavailable)
		return
	}
	s := p.State()
	state := map[string]any{"status": "ok", "requests": s.Open, "working": s.Busy}
	for what, trouble := range map[string]string{"queue": p.Queue(), "discord": p.Discord()} {
		if trouble != "" {
			state[what] = trouble
		}
	}
	writeJSON(w, state)
}

func (p *Page) versionz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]any{"version": p.Version, "go": runtime.Version()})
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // an error here is the asker's
}

// Serve answers operators at l until stop is called. What ends it before goes to failed.
func (p *Page) Serve(l net.Listener, failed func(error)) (stop func()) {
	ctx, end := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() {
		defer close(served)
		server := &http.Server{Handler: p.Handler(), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
		if err := ServeHTTP(ctx, l, server); err != nil {
			failed(err)
		}
	}()
	return func() {
		end()
		<-served
	}
}

// ServeHTTP serves until ctx ends, which is no error.
func ServeHTTP(ctx context.Context, l net.Listener, s *http.Server) error {
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
