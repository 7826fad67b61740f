package bot

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"kibitz/bot/settings"
)

// process returns a bot with a queue on the given network.
func process(t *testing.T, h Handler, discord http.RoundTripper, dial func(context.Context, string, string) (net.Conn, error), change func(*settings.Config)) *bot {
	t.Helper()
	b, _ := newFakeBot(t, h, discord, func(c *settings.Config) {
		c.Queue.URL = "nats://queue:4222"
		if change != nil {
			change(c)
		}
	})
	b.dial = dial
	if err := b.openQueue(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // until stream and consumer are there
	return b
}

// works has a bot take jobs until stop is called.
func works(b *bot) (stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	var g sync.WaitGroup
	g.Go(func() { b.takeJobs(ctx) })
	g.Go(func() { b.knock(ctx) })
	return func() { cancel(errStopping); g.Wait() }
}

func finish(bots ...*bot) {
	for _, b := range bots {
		b.responders.Wait()
		b.workers.Wait()
		b.jobs.Close()
	}
}
