package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime"
	"strings"
	"time"
)

// serveAdmin answers operators at the configured address until stop is called.
func (b *bot) serveAdmin() (stop func(), err error) {
	if b.cfg.HTTP.Addr == "" {
		return func() {}, nil
	}
	l, err := b.listen("tcp", b.cfg.HTTP.Addr)
	if err != nil {
		return nil, fmt.Errorf("http.addr: %w", err)
	}
	ctx, end := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() {
		defer close(served)
		err := serveHTTP(ctx, l, &http.Server{Handler: b.admin(), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute})
		if err != nil {
			b.log.Error("operators are not answered any more", "err", err)
		}
	}()
	return func() {
		end()
		<-served
	}, nil
}

// serveHTTP serves until ctx ends, which is no error.
func serveHTTP(ctx context.Context, l net.Listener, s *http.Server) error {
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}

func (b *bot) admin() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", b.livez)
	mux.HandleFunc("GET /readyz", b.readyz)
	mux.HandleFunc("GET /healthz", b.readyz) // its name in the first version
	mux.HandleFunc("GET /version", b.versionz)
	mux.Handle("GET /metrics", b.metrics)
	if b.cfg.HTTP.Debug {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}

// livez is green unless a new process would be better than this one.
func (b *bot) livez(w http.ResponseWriter, _ *http.Request) {
	workers, _, _ := b.turns.state()
	if stuck := int(b.stuck.Load()); stuck >= workers {
		http.Error(w, fmt.Sprintf("%d handlers outstay their budget and hold all workers", stuck), http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(w, "ok\n") // an error here is the asker's
}

// readyz is green while interactions can come in and are let in, and else says why not.
func (b *bot) readyz(w http.ResponseWriter, _ *http.Request) {
	if trouble := b.trouble(); trouble != "" {
		http.Error(w, trouble, http.StatusServiceUnavailable)
		return
	}
	open, _ := b.admission.state()
	_, busy, _ := b.turns.state()
	writeJSON(w, map[string]any{"status": "ok", "requests": open, "working": busy})
}

func (b *bot) versionz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]any{"version": b.version, "go": runtime.Version()})
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // an error here is the asker's
}

// trouble says why nothing can come in, or "".
func (b *bot) trouble() string {
	if b.leaving.Load() {
		return "stopping"
	}
	if b.link == nil {
		return *b.unready.Load()
	}
	shards := b.link.Status().Shards
	if len(shards) == 0 {
		return "Discord has not said yet where its gateway is"
	}
	for id, shard := range shards {
		if !shard.Up {
			return fmt.Sprintf("shard %d is not connected to Discord's gateway, for %v", id, time.Since(shard.Since).Round(time.Second))
		}
	}
	return ""
}

// Healthcheck asks the bot whose http.addr is addr how it is; nil is well.
func Healthcheck(addr string) error {
	if addr == "" {
		return errors.New("http.addr is empty, so there is nothing to ask")
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("no bot answers at %s: %w", addr, err)
	}
	defer func() { _ = resp.Body.Close() }()
	reason, err := io.ReadAll(io.LimitReader(resp.Body, 1000))
	if resp.StatusCode != http.StatusOK {
		return errors.Join(fmt.Errorf("%s answers %s: %.200s", addr, resp.Status, strings.TrimSpace(string(reason))), err)
	}
	return nil
}
