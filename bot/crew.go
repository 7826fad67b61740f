package bot

import (
	"context"
	"sync"
)

// A crew runs functions in goroutines of their own, and keeps some of them for those to
// come: the stack of a new one would have to grow, in several steps, to what an answer
// takes. That is 6 % of an answer.
type crew struct {
	working sync.WaitGroup // for what is called
	members sync.WaitGroup // for the goroutines
	idle    chan func()    // unbuffered: who receives is idle
	kept    chan struct{}  // holds one for each of them
	over    context.Context
	end     context.CancelFunc // ends those that are idle, now or later
}

// keptIdle is how many goroutines wait for work at most. Each has some 16 KB.
const keptIdle = 16

func newCrew() *crew {
	over, end := context.WithCancel(context.Background())
	return &crew{idle: make(chan func()), kept: make(chan struct{}, keptIdle), over: over, end: end}
}

// Go calls a function in a goroutine.
func (c *crew) Go(f func()) {
	c.working.Add(1)
	select {
	case c.idle <- f:
	default:
		c.members.Go(func() { c.run(f) })
	}
}

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

// next waits for work; nil if there are others enough that do.
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

// dismiss ends them all, and waits for it.
func (c *crew) dismiss() {
	c.end()
	c.members.Wait()
}

// ended is closed when all that was begun has ended.
func (c *crew) ended() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		c.Wait()
		close(done)
	}()
	return done
}
