package sleep_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/sleep"
)

func TestFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if !sleep.For(t.Context(), time.Hour) || time.Since(start) != time.Hour {
			t.Errorf("an hour: %v", time.Since(start))
		}
		if !sleep.For(t.Context(), -time.Second) || time.Since(start) != time.Hour {
			t.Errorf("no time: %v", time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start = time.Now()
		if sleep.For(ctx, time.Hour) || time.Since(start) != time.Minute {
			t.Errorf("an hour, cut after a minute: %v", time.Since(start))
		}
		if sleep.For(ctx, 0) {
			t.Error("the context has ended before")
		}
	})
}
