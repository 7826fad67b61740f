package bot

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"time"
)

// profiles answers as net/http/pprof does, as far as go tool pprof and go tool trace ask:
// /debug/pprof/profile?seconds=30, /debug/pprof/heap, /debug/pprof/trace?seconds=1. That
// package compares profiles, too, for which it brings 120 kB.
func profiles(mux *http.ServeMux) {
	mux.HandleFunc("GET /debug/pprof/{$}", listProfiles)
	mux.HandleFunc("GET /debug/pprof/{name}", writeProfile)
}

func listProfiles(w http.ResponseWriter, _ *http.Request) {
	for _, p := range pprof.Profiles() {
		_, _ = fmt.Fprintf(w, "%d %s?debug=1\n", p.Count(), p.Name())
	}
	_, _ = fmt.Fprintln(w, "profile?seconds=30\ntrace?seconds=1")
}

func writeProfile(w http.ResponseWriter, r *http.Request) {
	debug, _ := strconv.Atoi(r.FormValue("debug")) // 0, and without one: as the tools read it
	name := r.PathValue("name")
	switch p := pprof.Lookup(name); {
	case name == "profile":
		record(w, r, 30, pprof.StartCPUProfile, pprof.StopCPUProfile)
	case name == "trace":
		record(w, r, 1, trace.Start, trace.Stop)
	case p == nil:
		http.NotFound(w, r)
	case debug > 0:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_ = p.WriteTo(w, debug) // an error here is the asker's
	default:
		w.Header().Set("Content-Type", "application/octet-stream")
		_ = p.WriteTo(w, 0)
	}
}

// record records for as many seconds as are asked for, ten minutes at most, as long as the
// asker waits.
func record(w http.ResponseWriter, r *http.Request, usual float64, start func(io.Writer) error, stop func()) {
	seconds, err := strconv.ParseFloat(r.FormValue("seconds"), 64)
	if err != nil || !(seconds > 0) {
		seconds = usual
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	if err := start(w); err != nil { // somebody else records
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	defer stop()
	ctx, cancel := context.WithTimeout(r.Context(), time.Duration(min(seconds, 600)*float64(time.Second)))
	defer cancel()
	<-ctx.Done()
}
