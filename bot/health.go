package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// serveHealth answers GET /healthz at the configured address until stop is
// called.
func (b *bot) serveHealth() (stop func(), err error) {
	if b.cfg.HTTP.Addr == "" {
		return func() {}, nil
	}
	l, err := net.Listen("tcp", b.cfg.HTTP.Addr)
	if err != nil {
		return nil, fmt.Errorf("http.addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", b.healthz)
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = s.Serve(l) // ends with ErrServerClosed
	}()
	return func() {
		_ = s.Close()
		<-served
	}, nil
}

// healthz is green while interactions can come in and are let in, and else says
// why not.
func (b *bot) healthz(w http.ResponseWriter, _ *http.Request) {
	requests, _, stopping := b.admission.state()
	trouble := b.link.trouble()
	if stopping {
		trouble = "stopping"
	}
	if trouble != "" {
		http.Error(w, trouble, http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{ // an error here is the asker's
		"status":   "ok",
		"requests": requests,
		"working":  len(b.workerSlots),
	})
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
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
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
