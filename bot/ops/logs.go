package ops

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

// A LogWriter writes to a log that may be slow, full or gone. Its writers never wait: lines
// that do not fit into its buffer are left out, and counted.
type LogWriter struct {
	to    io.Writer
	lines chan []byte
	ended chan struct{}

	mu     sync.Mutex
	closed bool
	lost   int
}

const (
	maxLines   = 4096        // in the buffer; a line has some 200 bytes
	atOnce     = 16 << 10    // bytes that are written together
	flushUntil = time.Second // for Close to write the rest
)

// NewLogWriter writes to a writer. Close it when all is written.
func NewLogWriter(to io.Writer) *LogWriter {
	w := &LogWriter{to: to, lines: make(chan []byte, maxLines), ended: make(chan struct{})}
	go w.run()
	return w
}

// Write takes one line, and returns no error: there is no place to tell of it. If lines were
// lost before, it first puts in a line with their number; while there is no room for that, the
// new line is lost, too. After Close lines are dropped.
func (w *LogWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
	case w.lost > 0 && !w.send(fmt.Appendf(nil, "%d lines are left out: the log is too slow\n", w.lost)):
		w.lost++
	default:
		w.lost = 0
		if !w.send(append([]byte(nil), line...)) {
			w.lost++
		}
	}
	return len(line), nil
}

// send puts a line into the buffer; false if that is full.
func (w *LogWriter) send(line []byte) bool {
	select {
	case w.lines <- line:
		return true
	default:
		return false
	}
}

// run writes the lines of the buffer until it is closed and empty, up to about atOnce bytes in
// one call.
func (w *LogWriter) run() {
	defer close(w.ended)
	var together []byte
	for line := range w.lines {
		together = append(together[:0], line...)
		for waiting := len(w.lines); waiting > 0 && len(together) < atOnce; waiting-- {
			together = append(together, <-w.lines...)
		}
		_, _ = w.to.Write(together)
	}
}

// Close writes the rest, if that is possible within a second.
func (w *LogWriter) Close() error {
	w.mu.Lock()
	w.closed = true
	close(w.lines)
	w.mu.Unlock()
	late := time.NewTimer(flushUntil)
	defer late.Stop()
	select {
	case <-w.ended:
		return nil
	case <-late.C:
		return fmt.Errorf("the log does not take %d lines", len(w.lines))
	}
}

// NewLogger returns a logger that writes records of the level or above to w, in the format
// "text" or "json".
func NewLogger(w io.Writer, format string, level slog.Leveler) *slog.Logger {
	opts := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}
