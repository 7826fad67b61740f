package bot

import (
	"context"
	"sync"
)

// A crew runs functions in goroutines, and keeps some of these for later functions: the
// stack of a new goroutine would have to grow, in several steps, to the size that an answer
// takes. Growing is 6 % of an answer's time.
type crew struct {
	working sync.WaitGroup // functions that run
	members sync.WaitGroup // goroutines
	idle    chan func()    // unbuffered: idle goroutines receive from it
	kept    chan struct{}  // holds one value for each idle goroutine
	over    context.Context
	end     context.CancelFunc // ends the goroutines that are idle, now or later
}

// keptIdle is the most goroutines that wait for work. Each has some 16 KB.
const keptIdle = 16

func newCrew() *crew {
	over, end := context.WithCancel(context.Background())
	return &crew{idle: make(chan func()), kept: make(chan struct{}, keptIdle), over: over, end: end}
}

// Go calls a function in a goroutine: in one that is idle, or else in a new one. It does not
// wait.
func (c *crew) Go(f func()) {
	c.working.Add(1)
	select {
	case c.idle <- f:
	default:
		c.members.Go(func() { c.run(f) })
	}
}

// run calls f, and then further functions until next returns nil.
func (c *crew) run(f func()) {
	for f != nil {
		c.call(f)
		f = c.next()
	}
}

func (c *crew) call(f func()) {
	defer c.working.Done()
	f()
}

// next waits for work; nil if enough other goroutines wait.
func (c *crew) next() func() {
	select {
	case c.kept <- struct{}{}:
		defer func() { <-c.kept }()
	default:
		return nil
	}
	select {
	case f := <-c.idle:
		return f
	case <-c.over.Done():
		return nil
	}
}

// Wait waits until all that was begun has ended.
func (c *crew) Wait() { c.working.Wait() }

// dismiss ends all goroutines, and waits for their end.
func (c *crew) dismiss() {
	c.end()
	c.members.Wait()
}

// ended returns a channel that is closed when all functions have ended.
func (c *crew) ended() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		c.Wait()
		close(done)
	}()
	return done
}
