package queuetest

import (
	"sync"
	"sync/atomic"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/nats-io/nats-server/v2/server/ats"
)

// The server's file store has its own clock, which tells it when jobs are too old. The clock ticks
// in a goroutine that waits for a channel made when the program starts. Inside a bubble that would
// stop the bubble's time, and outside it would tell another time. So here the package believes that
// its goroutine runs, and one of ours tells it the time.

//go:linkname clockUsers github.com/nats-io/nats-server/v2/server/ats.refs
var clockUsers atomic.Int64

//go:linkname clockTime github.com/nats-io/nats-server/v2/server/ats.utime
var clockTime atomic.Int64

var believe = sync.OnceFunc(func() { clockUsers.Add(1) })

// tellTime tells the server the time until stop is called.
func tellTime() (stop func()) {
	believe()
	clockTime.Store(time.Now().UnixNano())
	tick := time.NewTicker(ats.TickInterval)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-tick.C:
				clockTime.Store(time.Now().UnixNano())
			case <-end:
				return
			}
		}
	}()
	return func() {
		tick.Stop()
		close(end)
		<-ended
	}
}
