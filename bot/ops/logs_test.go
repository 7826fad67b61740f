package ops

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLoggerFormats(t *testing.T) {
	var out bytes.Buffer
	loud := NewLogger(&out, "json", slog.LevelWarn)
	loud.Info("quiet")
	loud.Warn("loud")
	NewLogger(&out, "text", slog.LevelInfo).Info("plain")
	if s := out.String(); strings.Contains(s, "quiet") || !strings.Contains(s, `"msg":"loud"`) || !strings.Contains(s, "msg=plain") {
		t.Error(s)
	}
}

// A log that is slow, or gone, keeps nobody waiting, and lost lines are counted.
func TestLogWriter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		log := NewLogWriter(w)
		for i := range 2 * maxLines {
			if n, err := fmt.Fprintf(log, "line %d\n", i); err != nil || n == 0 {
				t.Fatal(n, err)
			}
		}
		synctest.Wait()
		var read bytes.Buffer
		go func() { _, _ = io.Copy(&read, r) }()
		time.Sleep(time.Second)
		fmt.Fprintln(log, "after")
		if err := log.Close(); err != nil {
			t.Error(err)
		}
		_ = w.Close()
		synctest.Wait()
		s, told, lost := read.String(), 0, 0
		for line := range strings.Lines(s) { // where the gap is depends on who was scheduled when
			var n int
			if _, err := fmt.Sscanf(line, "%d lines are left out: the log is too slow", &n); err == nil {
				lost += n
			} else {
				told++
			}
		}
		if !strings.HasPrefix(s, "line 0\nline 1\n") || !strings.HasSuffix(s, "\nafter\n") || lost == 0 || told+lost != 2*maxLines+1 {
			t.Errorf("%d lines and %d left out: %.50q … %q", told, lost, s, s[max(0, len(s)-100):])
		}
	})
	synctest.Test(t, func(t *testing.T) { // nobody reads at all
		r, w := io.Pipe()
		log := NewLogWriter(w)
		fmt.Fprintln(log, "line")
		if err := log.Close(); err == nil {
			t.Error("all is written")
		}
		_ = r.CloseWithError(errors.New("gone"))
	})
}
