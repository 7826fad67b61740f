package vision

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// A glance is a context that counts how often it is asked whether it has ended, and ends after that number of
// looks. It keeps the longest computing time from one look to the next, and where it ended.
type glance struct {
	context.Context
	looks, end int
	last       time.Duration
	longest    time.Duration
	where      string
}

func (g *glance) Err() error {
	now := computing()
	if gap := now - g.last; gap > g.longest {
		_, file, line, _ := runtime.Caller(1)
		g.longest, g.where = gap, fmt.Sprintf("%s:%d", filepath.Base(file), line)
	}
	g.last = now
	if g.looks++; g.looks > g.end {
		return context.Canceled
	}
	return nil
}

// computing returns how long this process has computed so far.
func computing() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A reading that is cancelled ends with that error, after a few more looks: one for each call on the way out.
// KIBITZ_PHOTO names a picture; the test then tells the longest time between two looks at it.
func TestReadCancelledAnywhere(t *testing.T) {
	const ever, few = 1 << 30, 8
	data := plainBoard(1).data
	if file := os.Getenv("KIBITZ_PHOTO"); file != "" {
		var err error
		if data, err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	whole := &glance{Context: t.Context(), end: ever, last: computing()}
	if _, err := Read(whole, data, Hint{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d looks, at most %v apart, before %s", whole.looks, whole.longest, whole.where)
	for i := range 4 {
		g := &glance{Context: t.Context(), end: (whole.looks - 1) * i / 3}
		r, err := Read(g, data, Hint{})
		if !errors.Is(err, context.Canceled) || r != nil {
			t.Errorf("cancelled after %d of %d looks: read %v, %v", g.end, whole.looks, r, err)
		}
		if g.looks > g.end+few {
			t.Errorf("cancelled after %d looks, it was looked at %d times more", g.end, g.looks-g.end)
		}
	}
}
