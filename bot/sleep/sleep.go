// Package sleep waits for a time or for the end of a context, whichever comes first.
package sleep

import (
	"context"
	"time"
)

// For waits for d, which may be 0 or less, and reports whether ctx still lives then.
func For(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
